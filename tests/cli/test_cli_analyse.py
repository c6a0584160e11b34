"""`outplay analyse`: tables, JSON, files of positions."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from cli_tools import assert_sentence, outplay

import outplay as package
from outplay.cli.analyse import KEYS, to_json
from outplay.cli.new import TEMPLATE
from outplay.cli.options import read_moves

SMALL = ("--speed", "python")


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
        capsys, "analyse", "tic-tac-toe", "--moves", "a1 b2 c3", "--algorithm", "alphabeta",
        "--json", *SMALL,
    )  # fmt: skip
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
        capsys, "analyse", "tree", "--with", "tree=[[3,12,8],[2,4,6],[14,5,2]]", "--with",
        "root=-1", "--algorithm", "alphabeta", "--json",
    )  # fmt: skip
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
        capsys, "analyse", "pig", "--with", "target=10", "--moves", "roll", "--depth", "3",
        "--algorithm", "expectiminimax", "--json", *SMALL,
    )  # fmt: skip
    answer = json.loads(done.out)
    assert (answer["to_move"], answer["action"], answer["bound"]) == ("CHANCE", None, "~")
    assert len(answer["moves"]) == 6


@pytest.mark.parametrize("algorithm", ["minimax", "negamax", "alphabeta", "expectiminimax"])
def test_every_algorithm_finds_the_value(
    capsys: pytest.CaptureFixture[str], algorithm: str
) -> None:
    argv = ["analyse", "nim", "--with", "heaps=(1,2,3)", "--algorithm", algorithm, "--json"]
    assert json.loads(outplay(capsys, *argv, *SMALL).out)["value"] == -1


@pytest.mark.parametrize(
    "options",
    [
        ["--memory"], ["--no-memory"], ["--candidates"], ["--order", "random", "--seed", "3"],
        ["--strict"], ["--fail-hard"], ["--nodes", "1e6"], ["--depth", "1_2"], ["--time", "60"],
    ],
    ids=" ".join,
)  # fmt: skip
def test_options_do_not_change_the_value(
    capsys: pytest.CaptureFixture[str], options: list[str]
) -> None:
    argv = ["analyse", "nim", "--with", "heaps=(1,2,2)", "--algorithm", "alphabeta", "--json"]
    assert json.loads(outplay(capsys, *argv, *options, *SMALL).out)["value"] == 1


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
    played = read_moves(game, 3, " take 1 of 3  take all ")
    assert [action for _, action in played] == [1, 2]
    with pytest.raises(package.IllegalAction, match="Move 2"):
        read_moves(game, 3, "take 1 of 3 take 5 of 2")
    with pytest.raises(package.IllegalAction, match="after the end"):
        read_moves(game, 3, "take all take all")


def test_tuple_positions_are_read(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "riches.py"
    file.write_text(RICHES)
    done = outplay(capsys, "analyse", str(file), "(0, 1)", "--algorithm", "minimax")
    assert done.code == 0
    assert_sentence(outplay(capsys, "analyse", str(file), "(0,"), "positions look like")
