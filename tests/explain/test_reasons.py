"""Sentences of `explain`: every one is backed, every line can be played, every number is right."""

from __future__ import annotations

import json
import random
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reasons_tools import Interrupted, Oracle, played, random_states

import outplay
from outplay import MIN, Bound, Engine, Game, cli
from outplay.cli import explain as command
from outplay.errors import IllegalAction, UsageError
from outplay.explain.reasons.explanation import Explanation, Reason, explain
from outplay.search.textbook import alphabeta, minimax

DECISIVE = [
    ("tic-tac-toe", {}, 25, 0),
    ("nim", {"heaps": (1, 2, 3)}, 12, 0),
    ("nim", {"heaps": (2, 3, 2), "misere": True}, 12, 0),
    ("connect-four", {"width": 4, "height": 4, "connect": 3}, 12, 0),
    ("connect-four", {"width": 5, "height": 4}, 8, 9),
    ("domineering", {"rows": 3, "columns": 4}, 10, 0),
    ("hex", {"size": 3}, 10, 1),
]
POINTS = [
    ("kalah", {"pits": 3, "seeds": 2}, 10, 3),
    ("othello", {"size": 4}, 8, 5),
    ("dots-and-boxes", {"width": 2, "height": 2}, 8, 4),
]


def cases(games: list[Any]) -> Any:
    return pytest.mark.parametrize(("name", "options", "count", "least"), games)


def solved(game: Game[Any, Any], s: Any, a: Any = None) -> Explanation:
    return explain(game, s, a, exact=True, speed="python")


def check_backing(game: Game[Any, Any], s: Any, reason: Reason) -> None:
    """Lines can be played; a sentence that names plies names those that it holds."""
    for line in reason.lines:
        played(game, s, line)
    assert reason.text.endswith((".", "…"))
    assert "  " not in reason.text and "None" not in reason.text
    if reason.kind in ("wins", "sooner", "only") and (
        told := re.search(r"in (\d+) pl", reason.text)
    ):
        assert int(told[1]) == reason.distance


def check_line_keeps(oracle: Oracle, s: Any, line: Any, value: float) -> None:
    """Both sides play best along the line: the value stays what it was, to the end."""
    for a in line:
        assert oracle.move(s, a)[0] == value
        s = oracle.game.result(s, a)


@cases(DECISIVE)
def test_what_is_said_of_a_position_is_what_minimax_says(
    name: str, options: dict[str, Any], count: int, least: int
) -> None:
    game = outplay.load(name, **options)
    oracle = Oracle(game)
    for s in random_states(game, count, seed=1, least=least):
        e = solved(game, s)
        side, (value, plies) = game.to_move(s), oracle.solve(s)
        assert (e.value, e.bound, e.proven) == (value, Bound.EXACT, True)
        best, verdict = e.reasons[0], value * side
        outcomes = {a: oracle.outcome(s, a) for a in game.legal(s)}
        assert best.kind == {1: "wins", 0: "draw", -1: "loses"}[verdict]
        if verdict:
            assert best.distance == plies
        said: dict[Any, int] = {}
        for reason in e.reasons:
            check_backing(game, s, reason)
            for line in reason.lines:
                check_line_keeps(oracle, s, line, oracle.move(s, line[0])[0])
            if reason.kind in ("wins", "draw", "loses"):
                outcome = {"wins": 1, "draw": 0, "loses": -1}[reason.kind]
                said.update({line[0]: outcome for line in reason.lines})
        assert said == outcomes  # every move is told, and what it does
        only = [reason for reason in e.reasons if reason.kind == "only"]
        winners = [a for a, outcome in outcomes.items() if outcome == 1]
        if verdict == 1 and len(outcomes) > 1:
            assert bool(only) == (len(winners) == 1)


@cases(DECISIVE)
def test_every_reply_to_a_winning_move_is_refuted_by_a_line_to_the_end(
    name: str, options: dict[str, Any], count: int, least: int
) -> None:
    game = outplay.load(name, **options)
    oracle = Oracle(game)
    seen = 0
    for s in random_states(game, 5 * count, seed=2, least=least):
        side = game.to_move(s)
        if oracle.solve(s)[0] != side or seen == 4:
            continue
        reason = solved(game, s).reasons[0]
        a = reason.lines[0][0]
        after = game.result(s, a)
        if game.is_terminal(after):
            assert reason.text.endswith("at once.")
            continue
        seen += 1
        replies = game.legal(after)
        assert sorted(line[1] for line in reason.lines) == sorted(replies)
        assert all(line[0] == a for line in reason.lines)
        for line in reason.lines:
            end = played(game, s, line)
            assert game.is_terminal(end) and game.utility(end) == side
            assert len(line) == oracle.move(after, line[1])[1] + 1 <= reason.distance
        every = "the only reply loses" if len(replies) == 1 else "every reply loses"
        assert every in reason.text and f"in {reason.distance} plies" in reason.text
        if len(replies) > 3:
            assert f"and {len(replies) - 3} more" in reason.text
    assert seen


@cases(DECISIVE)
def test_what_is_said_of_a_move_is_what_minimax_says(
    name: str, options: dict[str, Any], count: int, least: int
) -> None:
    game = outplay.load(name, **options)
    oracle, chance = Oracle(game), random.Random(3)
    for s in random_states(game, count, seed=3, least=least):
        a = chance.choice(game.legal(s))
        e = solved(game, s, a)
        first = e.reasons[0]
        outcomes = {b: oracle.outcome(s, b) for b in game.legal(s)}
        mine, best = outcomes[a], max(outcomes.values())
        move, who = game.format_action(s, a), game.player_name(game.to_move(s))
        for reason in e.reasons:
            check_backing(game, s, reason)
        if mine == 1:
            assert first.text.startswith(f"{move} wins for {who} ")
        elif best == 1:
            plies = oracle.solve(s)[1]
            assert first.kind == "misses" and first.distance == plies
            assert f"misses a win for {who} in {plies} pl" in first.text
            assert ("it draws" in first.text) == (mine == 0)
            assert ("The only move" in first.text) == (list(outcomes.values()).count(1) == 1)
            assert oracle.outcome(s, first.lines[0][0]) == 1
        elif mine == 0:
            assert first.text.startswith(f"{move} holds the draw for {who} (= 0)")
        else:
            assert first.text.startswith(f"{move} loses for {who} in {oracle.move(s, a)[1]} pl")
        only = [reason for reason in e.reasons if reason.text.endswith(("wins.", "the draw."))]
        if mine == best >= 0 and len(outcomes) > 1 and len(only) == 1:
            assert list(outcomes.values()).count(mine) == 1
        if mine == -1 and best == 0:
            holding = [b for b, outcome in outcomes.items() if outcome == 0]
            assert ("the only move was" in first.text) == (len(holding) == 1)
            assert {line[0] for line in first.lines} == {a, *holding}
        if mine == best == -1 and len(outcomes) > 1:
            longest = max(oracle.move(s, b)[1] for b in outcomes)
            assert ("none holds out longer" in first.text) == (longest == oracle.move(s, a)[1])


def test_a_sooner_win_is_named() -> None:
    game = outplay.load("tic-tac-toe")
    s = game.play(["a1", "b1", "a2", "b2"])
    told = [reason.text for reason in solved(game, s, game.parse_action(s, "c2")).reasons]
    assert any(text.startswith("a3 wins sooner, in 1 ply") for text in told) or told[0].startswith(
        "c2 misses"
    )
    game = outplay.load("connect-four", width=4, height=4, connect=3)
    oracle = Oracle(game)
    for s in random_states(game, 15, seed=4):
        best = oracle.solve(s)[1]
        slow = [
            a for a in game.legal(s) if oracle.outcome(s, a) == 1 and oracle.move(s, a)[1] > best
        ]
        for a in slow:
            assert [r.distance for r in solved(game, s, a).reasons if r.kind == "sooner"] == [best]


@cases(POINTS)
def test_points_are_compared_exactly(
    name: str, options: dict[str, Any], count: int, least: int
) -> None:
    game = outplay.load(name, **options)
    oracle, chance = Oracle(game, None), random.Random(5)
    for s in random_states(game, count, seed=5, least=least):
        values = {a: oracle.move(s, a)[0] for a in game.legal(s)}
        side, best = game.to_move(s), oracle.solve(s)[0]
        e = solved(game, s)
        assert (e.value, e.bound) == (best, Bound.EXACT)
        told = e.reasons[0]
        check_backing(game, s, told)
        if told.kind != "best":
            continue  # from here on it is won, drawn or lost
        assert values[told.lines[0][0]] == best
        equal = sum(value == best for value in values.values())
        if len(values) > 1:
            assert ("equally good" in told.text) == (equal > 1)
            assert f"= {best:+d} for" in told.text or (best == 0 and "= 0 for" in told.text)
        a = chance.choice(game.legal(s))
        lost = (best - values[a]) * side
        first = solved(game, s, a).reasons[0]
        check_backing(game, s, first)
        if lost:
            assert f"by {lost}: " in first.text and "is worse for" in first.text


def test_estimates_say_that_they_are() -> None:
    game = outplay.load("connect-four")
    for s in random_states(game, 6, seed=6):
        e = explain(game, s, depth=3, speed="python")
        if e.proven:
            continue
        assert e.bound is Bound.ESTIMATE and "estimated, depth 3" in e.headline
        assert "as far as depth 3 sees" in e.reasons[0].text and "~" in e.reasons[0].text
        assert e.value == alphabeta(game, s, depth=3, speed="python").value
        for reason in e.reasons:
            check_backing(game, s, reason)
            assert not reason.proven


def test_the_same_question_has_the_same_answer() -> None:
    game = outplay.load("connect-four")
    first, second = (str(explain(game, nodes=1500, speed="python")) for _ in range(2))
    assert first == second


def test_an_impossible_limit_is_told_and_not_made_up() -> None:
    game = outplay.load("connect-four")
    e = explain(game, nodes=1, speed="python")
    assert not e.proven and e.bound is Bound.ESTIMATE
    assert explain(game, depth=0, speed="python").reasons[0].kind == "unsearched"


def test_chess_mates() -> None:
    game = outplay.load("chess")
    s = game.parse_state("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1")
    e = explain(game, s, depth=3, speed="python")
    assert e.reasons[0].text == "Rd8# wins for White at once."
    s = game.parse_state("7k/8/5K2/8/8/8/8/6R1 w - - 0 1")  # a rook's move to wait, then mate
    e = explain(game, s, nodes=20_000, speed="python")
    reason = e.reasons[0]
    assert reason.kind == "wins" and reason.distance == 3
    for line in reason.lines:
        end = played(game, s, line)
        assert game.is_terminal(end) and game.utility(end) > 0


def test_a_game_that_is_over() -> None:
    game = outplay.load("tic-tac-toe")
    s = game.parse_state("XXX/OO./...")
    assert str(explain(game, s)) == "tic-tac-toe: the game is over, X wins (3 in a row)."
    with pytest.raises(IllegalAction, match="over"):
        explain(game, s, 5)


def test_wrong_questions_are_refused() -> None:
    game = outplay.load("tic-tac-toe")
    with pytest.raises(IllegalAction):
        explain(game, None, 99)
    with pytest.raises(UsageError, match="depth"):
        explain(game, depth=3, exact=True)
    with pytest.raises(UsageError, match="both"):
        explain(game, than=0)
    with pytest.raises(UsageError, match="algorithm"):
        explain(game, algorithm="minimax")
    with pytest.raises(UsageError, match="leave out the move"):
        explain(game, None, 0, algorithm="alphabeta")
    with pytest.raises(UsageError, match="engine"):
        explain(game, engine=Engine(outplay.load("nim")))


# --- chance -------------------------------------------------------------------------------------


def test_luck_is_what_an_outcome_adds_to_the_mean() -> None:
    game = Game.from_tree("Chance((0.5, [2, 4]), (0.25, [5, 7]), (0.25, [1, 9]))")
    oracle = Oracle(game, None)
    s = game.initial()
    e = solved(game, s)
    assert e.value == oracle.solve(s)[0] and e.proven
    assert e.reasons[1].lines[0][0] == max(range(3), key=lambda a: oracle.move(s, a)[0])
    for a in range(3):
        luck = solved(game, s, a).reasons[1]
        assert luck.data["luck"] == oracle.move(s, a)[0] - e.value
        side = "MAX" if luck.data["luck"] > 0 else "MIN"
        assert f"is lucky for {side}" in luck.text


def test_a_decision_before_chance_is_worth_its_mean() -> None:
    game = Game.from_tree("[Chance((0.5, 2), (0.5, 4)), Chance((0.9, 3), (0.1, 100))]")
    e = solved(game, game.initial())
    assert e.reasons[0].text.startswith("2 is best: = +12.7 for MAX, 9.7 better")


# --- cuts ---------------------------------------------------------------------------------------

leaves = st.integers(-9, 9)
trees = st.recursive(leaves, lambda below: st.lists(below, min_size=1, max_size=4), max_leaves=24)


@settings(max_examples=60)
@given(trees.filter(lambda tree: isinstance(tree, list)), st.sampled_from(["aima", "cs188"]))
def test_every_cut_is_told_and_true(tree: Any, preset: str) -> None:
    game = Game.from_tree(tree)
    e = explain(game, algorithm="alphabeta", preset=preset, most=1000)
    value = {path: minimax(game, s).value for path, s in _nodes(game)}
    cut = [reason for reason in e.reasons if reason.kind == "cut"]
    assert e.value == value[()]
    for reason in cut:
        node = reason.lines[0][:-1]
        player = game.to_move(played(game, game.initial(), node))
        assert reason.value is not None
        if player == MIN:
            assert value[node] <= reason.value and "MIN already holds" in reason.text
        else:
            assert value[node] >= reason.value and "MAX already holds" in reason.text
        elsewhere = reason.lines[1]  # the other side is no worse off there
        assert elsewhere[:-1] == node[: len(elsewhere) - 1] and elsewhere != node
        other = value[elsewhere]
        equal = preset == "aima"
        worse = other - reason.value if player == MIN else reason.value - other
        assert worse > 0 or (equal and worse == 0)
        assert reason.data["deep"] == (len(node) - len(elsewhere) > 0)
    assert ("cut on >," in e.notes[0]) == (preset == "cs188")


def _nodes(game: Game[Any, Any]) -> list[tuple[tuple[Any, ...], Any]]:
    found: list[tuple[tuple[Any, ...], Any]] = [((), game.initial())]
    for path, s in found:
        found += [((*path, a), game.result(s, a)) for a in game.legal(s)]
    return found


def test_the_textbooks_tree() -> None:
    game = Game.from_tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]])
    assert explain(game, algorithm="alphabeta").text(200).splitlines() == [
        "tree, alpha-beta: value = +3 for MAX.",
        "- MAX chooses 1: = +3 for MAX (1.1).",
        "- At 2: the other 2 replies were skipped (2 and 3): MIN already holds 2 here, MAX has 3"
        " elsewhere (with 1).",
        "Convention: cut on ≥, fail-soft, actions in order.",
    ]


def test_many_cuts_are_folded_and_a_long_search_is_cut_off() -> None:
    game = outplay.load("tic-tac-toe")
    e = explain(game, depth=3, algorithm="alphabeta")
    assert sum(reason.kind == "cut" for reason in e.reasons) == 10
    assert any("more cut" in note for note in e.notes)
    e = explain(game, algorithm="alphabeta", limit=500)
    assert not e.proven and any("not known" in note for note in e.notes)


# --- Ctrl-C -------------------------------------------------------------------------------------


def test_ctrl_c_answers_with_what_is_known() -> None:
    game = outplay.load("tic-tac-toe")
    s = game.play(["a1", "b1"])
    with pytest.raises(KeyboardInterrupt):
        explain(game, s, engine=Interrupted(game, 1))
    for at in (2, 3):
        e = explain(game, s, engine=Interrupted(game, at))
        assert e.notes[-1].startswith("Stopped by Ctrl-C")
        assert e.stopped_by == "interrupt" and e.value == 1 and e.proven
        assert "wins for X in 5 plies: every reply loses" in e.reasons[0].text
        for reason in e.reasons:
            check_backing(game, s, reason)


# --- text, data and the command line ------------------------------------------------------------


def test_text_keeps_to_its_width_and_data_says_the_same() -> None:
    game = outplay.load("tic-tac-toe")
    e = solved(game, game.play(["a1", "b1"]))
    for width in (30, 50, 120):
        assert max(map(len, e.text(width).splitlines())) <= width
    data = json.loads(json.dumps(e.as_dict()))
    assert [reason["text"] for reason in data["reasons"]] == [r.text for r in e.reasons]
    assert (data["value"], data["bound"], data["to_move"]) == (1, "=", "MAX")
    first = data["reasons"][0]
    assert all(line[0] == first["text"].split()[0] for line in first["lines"])


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Any:
    if "explain" not in cli.app:
        cli.app.command(command.explain)

    def run(*words: str) -> tuple[int, str, str]:
        code = cli.run(["explain", *words])
        out = capsys.readouterr()
        return code, out.out, out.err

    return run


def test_the_command_explains(run: Any) -> None:
    code, out, err = run("tic-tac-toe", "XO./.../...", "c1", "--speed", "python")
    assert code == 0 and not err
    assert "1 X O ." in out and "c1 misses a win for X in 5 plies" in out
    code, out, err = run("tic-tac-toe", "--moves", "a1 b1", "--json", "--speed", "python")
    assert code == 0 and json.loads(out)["value"] == 1
    code, out, _ = run("tree", "--algorithm", "alphabeta", "--preset", "cs188")
    assert code == 0 and "cut on >" in out and "MIN already holds 2 here" in out
    code, out, _ = run(
        "connect-four", "--depth", "3", "--move", "4", "--than", "1", "--speed", "python"
    )
    assert code == 0 and "4 looks better for X than 1" in out


def test_the_command_judges_a_game(run: Any, tmp_path: Path) -> None:
    code, out, err = run("tic-tac-toe", "--record", "a1 b1 c1", "--speed", "python")
    assert code == 0 and not err and "missed win in 5" in out
    file = tmp_path / "game.pgn"
    file.write_text("1. f3 e5 2. g4 Qh4# 0-1\n\n1. e4 *\n", encoding="utf-8")
    code, out, err = run("chess", "--file", str(file))
    assert code == 2 and "2 games" in err
    code, out, err = run(
        "chess", "--file", str(file), "--number", "1", "--depth", "2", "--json", "--speed", "python"
    )
    assert code == 0 and len(json.loads(out)["moves"]) == 4


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("tic-tac-toe", "b2"), "--move b2"),
        (("tic-tac-toe", "nonsense"), "board"),
        (("tic-tac-toe", "--move", "d4"), "d4"),
        (("tic-tac-toe", "XO./.../...", "a1"), "taken"),
        (("tic-tac-toe", "--move", "a1", "--record", "a1"), "not both"),
        (("tic-tac-toe", "--record", "a1 a1"), "Move 2"),
        (("tic-tac-toe", "--record", ""), "no moves"),
        (("tic-tac-toe", "--file", "/no/such/file"), "cannot be read"),
        (("tic-tac-toe", "--number", "2"), "--number"),
        (("tic-tac-toe", "--preset", "aima"), "--preset"),
        (("tic-tac-toe", "--exact", "--depth", "3"), "depth"),
        (("tic-tac-toe", "XXX/OO./...", "c2"), "over"),
        (("pig", "--algorithm", "alphabeta"), "chance"),
        (("no-such-game",), "no-such-game"),
    ],
)
def test_wrong_input_is_one_sentence(run: Any, words: tuple[str, ...], told: str) -> None:
    code, out, err = run(*words)
    assert code == 2 and not out
    assert told in err and err.count("\n") == 1 and "Traceback" not in err


def test_values_are_for_max_also_where_min_moves() -> None:
    """And the sentence says so by name."""
    game = outplay.load("othello", size=4)
    s = next(s for s in random_states(game, 20, seed=7, least=5) if game.to_move(s) == MIN)
    e = solved(game, s)
    assert "White to move" in e.headline and "for Black" in e.headline
    assert e.value == Oracle(game, None).solve(s)[0]


@pytest.mark.long
def test_hundreds_of_positions() -> None:
    """The first test again, over a large part of tic-tac-toe and a larger Connect Four."""
    check = test_what_is_said_of_a_position_is_what_minimax_says
    check("tic-tac-toe", {}, 600, 0)
    check("connect-four", {"width": 5, "height": 4}, 60, 6)


@pytest.mark.parametrize("first", ["import outplay.explain.trace", "outplay.explain", "pass"])
def test_the_package_is_the_function_whatever_is_imported_first(first: str) -> None:
    code = (
        f"import outplay; {first}; game = outplay.load('tic-tac-toe')\n"
        "said = outplay.explain(game, depth=1, speed='python')\n"
        "import outplay.explain.tree; assert outplay.explain.tree.SearchTree\n"
        "assert outplay.explain(game, depth=1, speed='python').headline == said.headline\n"
        "assert not hasattr(outplay, 'why')"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)
