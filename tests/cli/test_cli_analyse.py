"""`outplay analyse`: tables, JSON, files of positions."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from cli_tools import assert_sentence, outplay

import outplay as package
from outplay.cli.answers import to_json
from outplay.cli.new import TEMPLATE
from outplay.engine.engine import Engine
from outplay.records import read_moves

SMALL = ("--speed", "python")

KEYS = (
    "position",
    "to_move",
    "action",
    "value",
    "bound",
    "proven",
    "distance",
    "depth",
    "nodes",
    "elapsed",
    "speed",
    "line",
    "moves",
)
"""What an answer in JSON holds, in this order."""


def test_the_answer_shows_board_table_and_convention(capsys: pytest.CaptureFixture[str]) -> None:
    done = outplay(
        capsys, "analyse", "tic-tac-toe", "XX./OO./...", "--algorithm", "alphabeta", *SMALL
    )
    assert done.code == 0
    assert "1 X X ." in done.out
    assert "X plays c1; value = +1 for X" in done.out
    assert "convention: cut on ≥, fail-soft, actions in order" in done.out
    assert done.err == ""


def test_json_has_exactly_the_keys_of_the_contract(capsys: pytest.CaptureFixture[str]) -> None:
    done = outplay(
        capsys,
        "analyse",
        "tic-tac-toe",
        "--moves",
        "a1 b2 c3",
        "--algorithm",
        "alphabeta",
        "--json",
        *SMALL,
    )
    assert done.out.count("\n") == 1
    answer = json.loads(done.out)
    assert tuple(answer) == KEYS
    assert answer["position"] == "X../.O./..X"
    assert answer["to_move"] == "MIN"
    assert answer["value"] == 0
    assert answer["bound"] == "="
    assert answer["proven"] is True
    assert answer["speed"] == "python"
    assert answer["line"][0] == answer["action"]
    assert answer["distance"] == len(answer["line"]) == 6
    assert len(answer["moves"]) == 6
    for move in answer["moves"]:
        assert set(move) == {"action", "value", "bound", "distance"}
        assert move["bound"] in ("=", ">=", "<=", "~")


def test_bounds_are_bounds_for_min_too(capsys: pytest.CaptureFixture[str]) -> None:
    done = outplay(
        capsys,
        "analyse",
        "tree",
        "--with",
        "tree=[[3,12,8],[2,4,6],[14,5,2]]",
        "--with",
        "root=-1",
        "--algorithm",
        "alphabeta",
        "--json",
    )
    answer = json.loads(done.out)
    assert (answer["to_move"], answer["action"], answer["value"]) == ("MIN", "2", 6)
    assert {move["bound"] for move in answer["moves"]} <= {"=", ">="}


def test_an_ended_game_is_answered(capsys: pytest.CaptureFixture[str]) -> None:
    done = outplay(capsys, "analyse", "tic-tac-toe", "XXX/OO./...", "--json")
    answer = json.loads(done.out)
    assert (answer["action"], answer["value"], answer["distance"]) == (None, 1, 0)
    assert answer["moves"] == []


def test_chance_at_the_root_is_answered(capsys: pytest.CaptureFixture[str]) -> None:
    done = outplay(
        capsys,
        "analyse",
        "pig",
        "--with",
        "target=10",
        "--moves",
        "roll",
        "--depth",
        "3",
        "--algorithm",
        "expectiminimax",
        "--json",
        *SMALL,
    )
    answer = json.loads(done.out)
    assert (answer["to_move"], answer["action"], answer["bound"]) == ("CHANCE", None, "~")
    assert len(answer["moves"]) == 6


@pytest.mark.parametrize("algorithm", ["engine", "deepening", "minimax", "negamax", "alphabeta"])
def test_every_algorithm_finds_the_value(
    capsys: pytest.CaptureFixture[str], algorithm: str
) -> None:
    argv = ["analyse", "nim", "--with", "heaps=(1,2,3)", "--algorithm", algorithm, "--json"]
    assert json.loads(outplay(capsys, *argv, *SMALL).out)["value"] == -1


@pytest.mark.parametrize(
    "options",
    [
        ["--memory", "on"],
        ["--memory", "off"],
        ["--candidates"],
        ["--strict"],
        ["--fail-hard"],
        ["--order", "random", "--seed", "3"],
        ["--nodes", "1e6"],
        ["--depth", "1_2"],
        ["--time", "60"],
    ],
    ids=" ".join,
)
def test_options_do_not_change_the_value(
    capsys: pytest.CaptureFixture[str], options: list[str]
) -> None:
    argv = ["analyse", "nim", "--with", "heaps=(1,2,2)", "--algorithm", "alphabeta", "--json"]
    assert json.loads(outplay(capsys, *argv, *options, *SMALL).out)["value"] == 1


# --- the engine ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "options",
    [
        [],
        ["--exact"],
        ["--exact", "--lines", "1"],
        ["--lines", "3"],
        ["--memory", "0.5"],
        ["--nodes", "1e6"],
        ["--depth", "12"],
        ["--time", "60"],
    ],
    ids=" ".join,
)
def test_the_engine_is_the_default(capsys: pytest.CaptureFixture[str], options: list[str]) -> None:
    argv = ["analyse", "nim", "--with", "heaps=(1,2,2)", "--json", *options, *SMALL]
    answer = json.loads(outplay(capsys, *argv).out)
    assert tuple(answer) == KEYS
    assert (answer["action"], answer["value"], answer["bound"]) == ("a1", 1, "=")
    assert answer["distance"] == len(answer["line"]) == 5
    assert answer["proven"] is True


def test_threads_are_passed_on(capsys: pytest.CaptureFixture[str]) -> None:
    argv = ["analyse", "nim", "--threads", "2", "--speed", "native", "--json"]
    answer = json.loads(outplay(capsys, *argv).out)
    assert (answer["value"], answer["speed"]) == (1, "native")


def test_exact_gives_every_move_its_value_and_distance(capsys: pytest.CaptureFixture[str]) -> None:
    argv = ["analyse", "connect-four", "--with", "width=4", "--with", "height=4", "--exact"]
    answer = json.loads(outplay(capsys, *argv, "--moves", "1 2 1", "--json", *SMALL).out)
    assert tuple(answer) == KEYS
    assert len(answer["moves"]) == 4
    for move in answer["moves"]:
        assert set(move) == {"action", "value", "bound", "distance"}
        assert move["bound"] == "="
        assert type(move["distance"]) is int
    values = [move["value"] for move in answer["moves"]]
    assert values == sorted(values)  # MIN is to move: the best first
    assert answer["value"] == values[0]


def test_exact_with_one_line_bounds_the_others(capsys: pytest.CaptureFixture[str]) -> None:
    argv = ["analyse", "tic-tac-toe", "XX./OO./...", "--exact", "--lines", "1", "--json", *SMALL]
    answer = json.loads(outplay(capsys, *argv).out)
    best, *others = answer["moves"]
    assert (best["action"], best["bound"], best["distance"]) == ("c1", "=", 1)
    assert best["line"] == ["c1"]
    assert {move["bound"] for move in others} <= {"<=", "="}
    assert all("line" not in move for move in others)


def test_lines_are_printed_one_by_one(capsys: pytest.CaptureFixture[str]) -> None:
    argv = ["analyse", "tic-tac-toe", "XX./OO./...", "--lines", "2", *SMALL]
    done = outplay(capsys, *argv)
    assert "\nline 1  c1 (the game ends, 1 ply)\nline 2  c2 " in done.out
    answer = json.loads(outplay(capsys, *argv, "--json").out)
    assert [len(move.get("line", "")) > 0 for move in answer["moves"]] == [True] * 2 + [False] * 3
    assert all(move["line"][0] == move["action"] for move in answer["moves"][:2])


# --- the other algorithms -------------------------------------------------------------------------


def test_playouts_are_an_estimate(capsys: pytest.CaptureFixture[str]) -> None:
    argv = ["analyse", "tic-tac-toe", "--depth", "2", "--playouts", "9", "--seed", "4", "--json"]
    answer = json.loads(outplay(capsys, *argv, "--algorithm", "deepening", *SMALL).out)
    assert answer["bound"] == "~"


def test_star_takes_bounds(capsys: pytest.CaptureFixture[str]) -> None:
    argv = ["analyse", "pig", "--depth", "3", "--json", *SMALL]
    plain = json.loads(outplay(capsys, *argv, "--algorithm", "expectiminimax").out)
    for algorithm in ("star1", "star2"):
        pruned = outplay(capsys, *argv, "--algorithm", algorithm, "--bounds", "-2", "2")
        assert json.loads(pruned.out)["value"] == pytest.approx(plain["value"])


def test_numbers_that_json_does_not_know_are_named(tmp_path: Path) -> None:
    file = tmp_path / "riches.py"
    file.write_text(RICHES)
    text = to_json(package.minimax(package.load(file), speed="python"))
    answer = json.loads(text, parse_constant=pytest.fail)
    assert answer["value"] == "Infinity"


RICHES = '''
from outplay import MAX, Game

class Riches(Game):
    """One move, and it is worth more than anything."""
    def initial(self): return (0, MAX)
    def to_move(self, s): return s[1]
    def actions(self, s): return [1]
    def result(self, s, a): return (1, -s[1])
    def is_terminal(self, s): return s[0] == 1
    def utility(self, s): return float("inf")
'''


# --- files of positions ---------------------------------------------------------------------


def test_positions_are_answered_line_by_line(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "positions"
    file.write_text("XX./OO./...\n\nXX?/nonsense\nX.O/.O./X..\n")
    argv = ["analyse", "tic-tac-toe", "--positions", str(file), "--algorithm", "alphabeta"]
    done = outplay(capsys, *argv, "--json", *SMALL)
    assert done.code == 2
    answers = [json.loads(line) for line in done.out.splitlines()]
    assert [tuple(answer) for answer in answers] == [KEYS, ("position", "error"), KEYS]
    assert answers[0]["action"] == "c1"
    assert answers[1]["position"] == "XX?/nonsense"
    assert done.err == "1 of 3 positions could not be answered.\n"
    told = outplay(capsys, *argv, *SMALL)
    assert told.code == 2
    lines = told.out.splitlines()
    assert lines[0].startswith("XX./OO./...  X plays c1, value = +1 for X")
    assert lines[1].startswith("XX?/nonsense  error: ")
    assert len(lines) == 3


def test_positions_come_from_stdin(capsys: pytest.CaptureFixture[str]) -> None:
    argv = ["analyse", "nim", "--positions", "-", "--algorithm", "alphabeta", *SMALL]
    done = outplay(capsys, *argv, stdin="0 1 2 first\n0 1 1 second\n0 0 0 first\n")
    assert done.code == 0
    assert [line.split(",")[0] for line in done.out.splitlines()] == [
        "0 1 2 first  first plays c1",
        "0 1 1 second  second plays b1",
        "0 0 0 first  the game is over",
    ]


def test_rules_that_raise_in_one_position_do_not_stop_the_others(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "raising.py"
    text = TEMPLATE.read_text("utf-8")
    file.write_text(text.replace("if not (matches.isascii()", "if int(matches) and not (True"))
    argv = ["analyse", str(file), "--positions", "-", "--json", *SMALL]
    done = outplay(capsys, *argv, stdin="4 first\nfour first\n5 second\n")
    assert done.code == 2
    answers = [json.loads(line) for line in done.out.splitlines()]
    assert ["error" in answer for answer in answers] == [False, True, False]
    assert "raising.py, line" in answers[1]["error"]


def test_all_positions_are_searched_by_one_engine(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    used: list[Engine] = []
    real = Engine.analyse

    def watched(engine: Engine, state: object = None, **options: object) -> package.Result:
        used.append(engine)
        return real(engine, state, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(Engine, "analyse", watched)
    argv = ["analyse", "connect-four", "--with", "width=4", "--with", "height=4", "--json"]
    typed = "12\n\n9\n1213\nxx\n"
    for options in (["--time", "60"], ["--exact"], ["--exact", "--lines", "1"]):
        used.clear()
        done = outplay(capsys, *argv, "--positions", "-", *options, *SMALL, stdin=typed)
        assert done.code == 2
        answers = [json.loads(line) for line in done.out.splitlines()]
        assert [answer["position"] for answer in answers] == ["12", "9", "1213", "xx"]
        assert ["error" in answer for answer in answers] == [False, True, False, True]
        assert "There is no column '9'" in answers[1]["error"]
        assert {answer["bound"] for answer in answers if "bound" in answer} == {"="}
        assert len(used) == 2
        assert used[0] is used[1]
        assert done.err == "2 of 4 positions could not be answered.\n"


def test_an_interrupted_position_is_not_answered(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is printed are whole answers: half of one could not be told from them."""
    real = Engine.analyse

    def interrupted(engine: Engine, state: object = None, **options: object) -> package.Result:
        result = real(engine, state, **options)  # type: ignore[arg-type]
        return replace(result, stopped_by="interrupt") if "2" in str(state) else result

    monkeypatch.setattr(Engine, "analyse", interrupted)
    argv = ["analyse", "nim", "--positions", "-", "--json", *SMALL]
    done = outplay(capsys, *argv, stdin="0 1 1 first\n0 1 2 first\n0 0 1 first\n")
    assert (done.code, done.err) == (130, "Interrupted.\n")
    assert [json.loads(line)["position"] for line in done.out.splitlines()] == ["0 1 1 first"]


# --- moves -------------------------------------------------------------------------------------


class Wordy(package.Game[int, int]):
    """A game whose notation has spaces in it."""

    def initial(self) -> int:
        return 3

    def to_move(self, s: int) -> int:
        return package.MAX

    def actions(self, s: int) -> range:
        return range(1, s + 1)

    def result(self, s: int, a: int) -> int:
        return s - a

    def is_terminal(self, s: int) -> bool:
        return s == 0

    def utility(self, s: int) -> int:
        return 1

    def format_action(self, s: int, a: int) -> str:
        return "take all" if a == s else f"take {a} of {s}"


def test_moves_may_have_spaces_of_their_own() -> None:
    game = Wordy()
    played = read_moves(game, " take 1 of 3  take all ", 3)
    assert [action for _, action in played] == [1, 2]
    with pytest.raises(package.IllegalAction, match="Move 2"):
        read_moves(game, "take 1 of 3 take 5 of 2", 3)
    with pytest.raises(package.IllegalAction, match="after the end"):
        read_moves(game, "take all take all", 3)


def test_tuple_positions_are_read(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "riches.py"
    file.write_text(RICHES)
    done = outplay(capsys, "analyse", str(file), "(0, 1)", "--algorithm", "minimax")
    assert done.code == 0
    assert_sentence(outplay(capsys, "analyse", str(file), "(0,"), "positions look like")
