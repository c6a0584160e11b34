"""Reviews of played games: every value, loss and mark is held against an exact solution."""

from __future__ import annotations

import json
from typing import Any

import pytest
from reasons_tools import Interrupted, Oracle, played, random_game

import outplay
from outplay import CHANCE, Bound, Game
from outplay.errors import IllegalAction, UsageError
from outplay.explain.reasons.game_review import Review, review
from outplay.records import read_moves

DECISIVE = [
    ("tic-tac-toe", {}, 6),
    ("nim", {"heaps": (1, 3, 3)}, 6),
    ("connect-four", {"width": 4, "height": 4, "connect": 3}, 3),
]
POINTS = [("kalah", {"pits": 2, "seeds": 2}, 6), ("dots-and-boxes", {"width": 2, "height": 1}, 6)]
NAMES = {1: "a win", 0: "a draw", -1: "a loss"}


def solved(game: Game[Any, Any], record: Any, **options: Any) -> Review:
    return review(game, record, exact=True, speed="python", **options)


def sign(value: float) -> int:
    return (value > 0) - (value < 0)


@pytest.mark.parametrize(("name", "options", "games"), DECISIVE + POINTS)
def test_values_losses_and_changes_are_exact(
    name: str, options: dict[str, Any], games: int
) -> None:
    game = outplay.load(name, **options)
    oracle = Oracle(game, None)
    for seed in range(games):
        actions = random_game(game, seed)
        found = solved(game, actions)
        assert [move.action for move in found.moves] == actions
        s, first = game.initial(), None
        for move in found.moves:
            side = game.to_move(s)
            before, after = oracle.solve(s)[0], oracle.move(s, move.action)[0]
            assert (move.before.value, move.after.value) == (before, after)
            assert move.before.bound is move.after.bound is move.loss_bound is Bound.EXACT
            assert move.loss == (before - after) * side and move.luck is None
            results = sign(before * side), sign(after * side)
            assert move.changed == (results if results[0] != results[1] else None)
            if move.changed and first is None:
                first = move
            end = played(game, s, move.line)
            assert game.is_terminal(end) and game.utility(end) == before
            s = game.result(s, move.action)
        assert found.first_change() is first
        text = str(found)
        assert (f"move {first.number}, " if first else "No move changed") in text


@pytest.mark.parametrize(("name", "options", "games"), DECISIVE)
def test_marks_are_true_and_none_is_missing(name: str, options: dict[str, Any], games: int) -> None:
    game = outplay.load(name, **options)
    oracle = Oracle(game)
    seen = set()
    for seed in range(games):
        s = game.initial()
        for move in solved(game, random_game(game, seed)).moves:
            outcomes = {a: oracle.outcome(s, a) for a in game.legal(s)}
            best, mine = max(outcomes.values()), outcomes[move.action]
            keeping = [a for a, outcome in outcomes.items() if outcome == best]
            expected = set()
            if len(outcomes) == 1:
                expected = {"forced"}
            else:
                if mine == best and best >= 0 and len(keeping) == 1:
                    expected.add("only move")
                if mine < best and len(keeping) == 1:
                    expected.add(f"the only move was {game.format_action(s, keeping[0])}")
                if mine < best == 1:
                    expected.add(f"missed win in {oracle.solve(s)[1]}")
                if mine < best:
                    result = f"from {NAMES[best]} to {NAMES[mine]}"
                    expected.add(f"blunder: changed the result {result}")
                expected = expected or {"good"}
            assert set(move.marks) == expected
            seen |= {mark.split(" ")[0] for mark in move.marks}
            s = game.result(s, move.action)
    assert {"good", "only", "missed", "blunder:"} <= seen


def test_the_summary_counts() -> None:
    game = outplay.load("tic-tac-toe")
    text = solved(game, "a1 b1 c1 b2 b3").text(200)
    assert "The first move that changed the result was move 2, b1 by O: from a draw to a" in text
    assert "X: 3 moves, 1 good, 1 only move found, 1 missed win, 1 blunder; = 1 lost in all" in text
    assert "most with move 3, c1 (= 1)" in text
    assert "A win in 3 is one in 3 plies" in text


def test_estimates_are_marked_and_prove_nothing() -> None:
    game = outplay.load("connect-four")
    found = review(game, "4 4 3 3 1 2", depth=3, speed="python")
    for move in found.moves:
        assert move.before.bound is Bound.ESTIMATE or move.before.proven
        assert move.loss is not None and move.loss >= 0
        assert move.changed is None
    assert "~ is an estimate" in str(found) and "No move is proven" in str(found)
    assert str(found) == str(review(game, "4 4 3 3 1 2", depth=3, speed="python"))


def test_a_move_that_allows_mate_is_marked() -> None:
    game = outplay.load("chess")
    found = review(game, "1. f3 e5 2. g4 Qh4# 0-1", depth=2, speed="python")
    assert found.moves[2].marks == ("loses in 2",) and found.moves[3].marks == ("good",)
    assert found.largest_loss(1) is found.moves[2]


def test_luck_is_counted_and_not_judged() -> None:
    game = Game.from_tree("[Chance((0.5, [2, 4]), (0.5, [5, 7])), Chance((0.9, 3), (0.1, 100))]")
    found = solved(game, [0, 1, 0])
    first, roll, last = found.moves
    assert (first.loss, first.before.value) == (12.7 - 3.5, 12.7)
    assert roll.player == CHANCE and roll.luck == 1.5 and roll.loss is None and not roll.marks
    assert (last.loss, last.luck) == (0, None)
    assert found.luck() == 1.5 and "Luck: 1 move of chance, = 1.5 in all for MAX." in str(found)
    # What was decided and what was luck add up to how the game went.
    end = played(game, game.initial(), [0, 1, 0])
    assert game.utility(end) == pytest.approx(first.before.value - 9.2 + 1.5)


def test_ctrl_c_keeps_what_was_judged() -> None:
    game = outplay.load("tic-tac-toe")
    with pytest.raises(KeyboardInterrupt):
        review(game, "a1 b1 c1", engine=Interrupted(game, 1), exact=True)
    found = review(game, "a1 b1 c1", engine=Interrupted(game, 3), exact=True)
    assert len(found.moves) == 2 and found.interrupted
    assert "Stopped by Ctrl-C: 1 move was not reviewed." in str(found)
    whole = solved(game, "a1 b1 c1")
    assert [move.marks for move in found.moves] == [move.marks for move in whole.moves[:2]]


# --- records ------------------------------------------------------------------------------------


def test_records_are_read_with_numbers_comments_and_moves_of_several_words() -> None:
    game = outplay.load("tic-tac-toe")
    text = "# a game\n1. a1 b1  # the second move\n2. c1 b2\n"
    assert game.read_record(text).actions == tuple(game.read_record("a1 b1 c1 b2").actions)
    backgammon = outplay.load("backgammon")
    actions = []
    s = backgammon.initial()
    for number in range(4):
        actions.append(backgammon.legal(s)[number % 2])
        s = backgammon.result(s, actions[-1])
    s, texts = backgammon.initial(), []
    for a in actions:
        texts.append(backgammon.format_action(s, a))
        s = backgammon.result(s, a)
    assert any(" " in text for text in texts)
    assert backgammon.read_record(" ".join(texts)).actions == tuple(actions)


def test_a_number_sign_within_a_move_is_no_comment() -> None:
    chess = outplay.load("chess")
    start = chess.play(["f3", "e5", "g4"])
    record = chess.read_record("Qh4#  # mate", start)
    assert chess.is_terminal(chess.result(start, record.actions[0]))


def test_a_literal_tree_is_read_with_points() -> None:
    tree = Game.from_tree([[3, 12], [2, 4]])
    assert tree.read_record("2.1").actions == tree.read_record("2 1").actions == (1, 0)


def test_lists_hold_actions_or_their_text() -> None:
    game = outplay.load("tic-tac-toe")
    assert read_moves(game, ["a1", 1], game.initial()) == read_moves(game, "a1 b1", game.initial())
    with pytest.raises(IllegalAction, match="Move 2: 0 is not a legal action; legal: b1"):
        read_moves(game, [0, 0], game.initial())


def test_wrong_records_are_refused_with_their_place() -> None:
    game = outplay.load("tic-tac-toe")
    for text, told in (
        ("a1 a1", "^Move 2: "),
        ("a1 b1\nzz", "^Line 2, move 3: "),
        ("", "no moves"),
        ("a1 a2 b1 b2 c1 c2", "^Move 6, 'c2', comes after the end"),
    ):
        with pytest.raises((IllegalAction, UsageError), match=told):
            review(game, text)
    with pytest.raises(IllegalAction, match="Move 2"):
        review(game, [0, 0])
    with pytest.raises(UsageError, match="depth"):
        review(game, "a1", exact=True, depth=2)
    with pytest.raises(UsageError, match="several"):
        game.read_record("a1", number=2)
    with pytest.raises(UsageError, match="no game 3"):
        outplay.load("chess").read_record("1. e4 * 1. d4 *", number=3)


def test_a_record_may_start_anywhere() -> None:
    game = outplay.load("tic-tac-toe")
    s = game.play(["a1", "b1"])
    found = solved(game, "c1", state=s)
    assert found.moves[0].marks[0] == "missed win in 5"


def test_a_record_that_goes_on_after_the_end_is_judged_until_there() -> None:
    game = outplay.load("chess")
    start = '[FEN "8/8/8/8/8/5k2/8/4K2R w - - 99 80"]\n'
    found = review(game, f"{start}80. Rh2 Kg4 81. Ke2 *", depth=1, speed="python")
    assert len(found.moves) == 1 and "By these rules the game was over" in str(found)


def test_data_says_what_the_text_says() -> None:
    game = outplay.load("tic-tac-toe")
    found = solved(game, "a1 b1 c1")
    data = json.loads(json.dumps(found.as_dict()))
    assert data["first_change"] == 2
    move = data["moves"][2]
    assert (move["action"], move["player"], move["loss"], move["loss_bound"]) == (
        "c1",
        "MAX",
        1,
        "=",
    )
    assert move["before"] == {"value": 1, "bound": "=", "proven": True}
    for width in (40, 80):
        assert max(map(len, found.text(width).splitlines())) <= max(width, 50)
