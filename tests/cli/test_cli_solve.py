"""`outplay solve`, `probe` and `verify`: whole games, solved, looked up and checked."""

from __future__ import annotations

import json
import signal
import subprocess
import time
from pathlib import Path

import pytest
from cli_tools import assert_sentence, command, environment, outplay

import outplay as package

RULES = '''
from typing import NamedTuple
from outplay import Game, MAX

class State(NamedTuple):
    n: int
    player: int

class Race(Game):
    """Add 1 or 2; whoever reaches 9 wins."""
    def initial(self): return State(0, MAX)
    def to_move(self, s): return s.player
    def actions(self, s): return [1, 2]
    def result(self, s, a): return State(s.n + a, -s.player)
    def is_terminal(self, s): return s.n >= 9
    def utility(self, s): return -s.player
'''


@pytest.fixture
def solution(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> str:
    """A file with tic-tac-toe."""
    path = tmp_path / "tic-tac-toe.solution"
    assert outplay(capsys, "solve", "tic-tac-toe", "--out", str(path)).code == 0
    return str(path)


def rules_file(folder: Path, text: str = RULES) -> str:
    path = folder / "race.py"
    path.write_text(text, encoding="utf-8")
    return str(path)


# --- solve ---------------------------------------------------------------------------------------


def test_the_summary_of_a_game(capsys: pytest.CaptureFixture[str]) -> None:
    done = outplay(capsys, "solve", "tic-tac-toe")
    assert done.code == 0
    lines = done.out.splitlines()
    assert lines[0].endswith("a draw (0 for X, 0 for O)")
    # Won, drawn and lost: Schaefer, tic-tac-toe state counts (5,478 states, 765 of them different).
    for cells in (["states", "5,478"], ["up", "to", "symmetry", "765"]):
        assert any(line.split()[: len(cells)] == cells for line in lines), cells
    assert any(line.startswith("longest win: 5 plies, from ") for line in lines)


def test_the_same_as_json(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "nim.solution"
    done = outplay(capsys, "solve", "nim", "--json", "--raw", "--out", str(path), "--threads", "1")
    found = json.loads(done.out)
    assert found["game"] == "nim"
    assert found["starts"][0]["value"] == 1
    assert found["starts"][0]["verdict"].startswith("first wins in 11 plies")
    assert (found["states"], found["positions"]) == (371, 91)
    assert found["wins"] + found["losses"] == found["max_wins"] + found["min_wins"] == 371
    assert found["bytes"] == path.stat().st_size
    assert sum(won + lost for _, won, lost in found["by_distance"]) == 371


def test_other_positions_to_begin_with(capsys: pytest.CaptureFixture[str]) -> None:
    argv = ("solve", "tic-tac-toe", "--position", "XO./.../...", "--position", "X../.O./...")
    done = outplay(capsys, *argv, "--no-symmetries", "--memory", "100")
    assert "from 2 positions" in done.out
    assert "XO./.../...: X wins in 5 plies" in done.out
    assert "X../.O./...: a draw" in done.out
    assert "up to symmetry" not in done.out


def test_values_that_are_points_or_means(capsys: pytest.CaptureFixture[str]) -> None:
    points = outplay(capsys, "solve", "kalah", "--with", "pits=2", "--with", "seeds=2")
    assert "better for South" in points.out
    assert "longest win" not in points.out
    means = outplay(capsys, "solve", "pig", "--with", "target=5")
    assert "values are means; they are off by" in means.out
    assert "positions can come back" in means.out


@pytest.mark.parametrize(
    ("line", "part"),
    [
        ("solve", "An argument is missing"),
        ("solve nimm", "Did you mean nim?"),
        ("solve nim --memory 0", "memory must be a number of megabytes above 0"),
        ("solve nim --memory x", "'x' is not a number"),
        ("solve nim --threads 0", "threads must be a whole number from 1"),
        ("solve nim --position nonsense", "'nonsense' is not a position"),
        ("solve nim --out /no/such/folder/file", "There is no folder /no/such/folder"),
        ("solve nim --out .", ". is a folder"),
        ("solve nim --sped python", "Did you mean --speed?"),
        ("solve nim --estimate --memory 0", "memory must be a number of megabytes above 0"),
        ("solve nim --estimate --threads 0", "threads must be a whole number from 1"),
        ("probe", "An argument is missing"),
        ("probe no_such_file", "no_such_file cannot be read"),
        ("probe .", "cannot be read"),
        ("verify no_such_file", "no_such_file cannot be read"),
    ],
)
def test_wrong_commands(capsys: pytest.CaptureFixture[str], line: str, part: str) -> None:
    assert_sentence(outplay(capsys, *line.split()), part)


@pytest.mark.parametrize(
    ("old", "new", "part"),
    [
        ("s.n + a", "(s.n + a) % 9", "positions come back, so games need not end"),
        ("return [1, 2]", "return []", "gives none"),
        ("return s.n >= 9", "return unknown", "NameError"),
        ("return -s.player", "return 1 // 0", "`utility` raised ZeroDivisionError"),
        ("return s.player", "return 7", "7"),
    ],
)
def test_rules_with_errors(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, old: str, new: str, part: str
) -> None:
    path = rules_file(tmp_path, RULES.replace(old, new))
    assert_sentence(outplay(capsys, "solve", path), part)


def test_ctrl_c_says_how_far_it_came(tmp_path: Path) -> None:
    """And how to go on. The game is endless, so that there is always something to interrupt."""
    endless = RULES.replace("s.n >= 9", "False").replace("[1, 2]", "range(1, 2000)")
    path = rules_file(tmp_path, endless)
    process = subprocess.Popen(
        command("solve", path, "--speed", "python"),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        env=environment(),
    )
    time.sleep(3)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out) == (130, "")
    assert err.startswith("Interrupted")
    assert "Nothing is kept without --out FILE." in err


# --- probe ---------------------------------------------------------------------------------------


def test_a_position_is_looked_up(capsys: pytest.CaptureFixture[str], solution: str) -> None:
    done = outplay(capsys, "probe", solution, "--moves", "a1 b1", "--line")
    assert done.code == 0
    assert "X wins in 5 plies" in done.out
    assert "a2     = +1        5  *" in done.out
    assert done.out.splitlines()[-1].split() == ["5", "X", "c2", "=", "+1", "1", "2", "of", "3"]


def test_the_start_and_the_end(capsys: pytest.CaptureFixture[str], solution: str) -> None:
    assert "a draw (0 for X, 0 for O)" in outplay(capsys, "probe", solution, "tic-tac-toe").out
    over = outplay(capsys, "probe", solution, "--position", "XOX/OXO/XOX", "--line")
    assert "X has won" in over.out
    assert "move" not in over.out


def test_a_probe_as_json(capsys: pytest.CaptureFixture[str], solution: str) -> None:
    found = json.loads(outplay(capsys, "probe", solution, "--moves", "a1 b1", "--json").out)
    assert (found["value"], found["distance"], found["proven"]) == (1, 5, True)
    assert [move["action"] for move in found["moves"]][:2] == ["a2", "b2"]


def test_dice_are_looked_up(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = str(tmp_path / "pig.solution")
    outplay(capsys, "solve", "pig", "--with", "target=5", "--out", path)
    done = outplay(capsys, "probe", path, "--moves", "roll")
    assert done.code == 0
    assert [line.split()[0] for line in done.out.splitlines()[-6:]] == list("123456")
    assert "line" not in done.out


def test_rules_of_ones_own(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    rules, path = rules_file(tmp_path), str(tmp_path / "race.solution")
    assert outplay(capsys, "solve", rules, "--out", path).code == 0
    assert "MIN wins in" in outplay(capsys, "probe", path, rules).out
    assert_sentence(outplay(capsys, "probe", path), "say where its rules are")
    other = rules_file(tmp_path, RULES.replace(">= 9", ">= 10"))
    assert_sentence(outplay(capsys, "probe", path, other), "a solution of other rules")


def test_wrong_probes(capsys: pytest.CaptureFixture[str], solution: str, tmp_path: Path) -> None:
    assert_sentence(outplay(capsys, "probe", solution, "nim"), "a solution of other rules")
    assert_sentence(outplay(capsys, "probe", solution, "--with", "width=4"), "other rules")
    assert_sentence(outplay(capsys, "probe", solution, "--moves", "a9"), "Move 1")
    assert_sentence(outplay(capsys, "probe", solution, "--position", "zz"), "a board is written")
    nim = str(tmp_path / "nim.solution")
    outplay(capsys, "solve", "nim", "--out", nim)
    assert_sentence(outplay(capsys, "probe", nim, "--position", "3 4 5 second"), "not in this")


def test_files_that_are_none(
    capsys: pytest.CaptureFixture[str], solution: str, tmp_path: Path
) -> None:
    content = Path(solution).read_bytes()
    other = tmp_path / "other"
    for data, part in (
        (b"hello there", "is not a solution"),
        (b"", "is empty"),
        (content[:-100], "ends in the middle"),
        (content[:200] + b"XX" + content[202:], "is damaged"),
    ):
        other.write_bytes(data)
        assert_sentence(outplay(capsys, "probe", str(other)), part)


# --- states that are no literals ------------------------------------------------------------------

FENCES = """
from dataclasses import dataclass, replace

from outplay import MAX, MIN, Game


@dataclass(frozen=True)
class Fence:
    planks: tuple = (2, 3)
    painted: frozenset = frozenset()
    turn: str = "ann"


class Fences(Game):
    def initial(self):
        return Fence()

    def to_move(self, fence):
        return MAX if fence.turn == "ann" else MIN

    def actions(self, fence):
        return [p for p in range(sum(fence.planks)) if p not in fence.painted]

    def result(self, fence, plank):
        turn = "bob" if fence.turn == "ann" else "ann"
        return replace(fence, painted=fence.painted | {plank}, turn=turn)

    def is_terminal(self, fence):
        return len(fence.painted) == 5

    def utility(self, fence):
        return -1 if fence.turn == "ann" else 1
"""


def test_states_that_no_text_says(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Dataclasses and sets: they are looked up and verified, and a sentence says what cannot be."""
    rules, file = tmp_path / "fences.py", str(tmp_path / "fences.solution")
    rules.write_text(FENCES)
    assert outplay(capsys, "solve", str(rules), "--out", file).code == 0
    done = outplay(capsys, "probe", file, str(rules), "--moves", "3")
    assert done.code == 0 and "MAX wins in 4 plies" in done.out
    assert "MAX wins in 5 plies" in outplay(capsys, "probe", file, str(rules)).out
    done = outplay(capsys, "probe", file, str(rules), "--position", "Fence(turn='bob')")
    assert_sentence(done, "cannot be read from text, since they are written as")
    done = outplay(capsys, "verify", file, str(rules), "--processes", "2")
    assert done.code == 0 and "no fault found in 32 of 32 positions" in done.out


# --- verify --------------------------------------------------------------------------------------


def test_a_solution_is_verified(capsys: pytest.CaptureFixture[str], solution: str) -> None:
    done = outplay(capsys, "verify", solution)
    assert done.code == 0
    assert "no fault found in 765 of 765 positions." in done.out
    found = json.loads(outplay(capsys, "verify", solution, "--sample", "50", "--json").out)
    assert (found["ok"], found["checked"], found["total"]) == (True, 50, 765)


def test_faults_are_told(capsys: pytest.CaptureFixture[str], solution: str) -> None:
    content = Path(solution).read_bytes()
    Path(solution).write_bytes(content[:200] + b"XX" + content[202:])
    done = outplay(capsys, "verify", solution)
    assert done.code == 1
    assert "fault" in done.out


# --- estimate ------------------------------------------------------------------------------------


def test_a_small_game_is_counted(capsys: pytest.CaptureFixture[str]) -> None:
    done = outplay(capsys, "solve", "tic-tac-toe", "--estimate")
    assert done.code == 0
    assert "5,478" in done.out and "765" in done.out
    assert "It fits in memory." in done.out
    found = json.loads(outplay(capsys, "solve", "nim", "--estimate", "--json").out)
    assert found["exact"] and found["states"][0] == 371 and found["fits"] == "yes"


@pytest.mark.long
def test_chess_does_not_fit(capsys: pytest.CaptureFixture[str]) -> None:
    done = outplay(capsys, "solve", "chess", "--estimate")
    assert done.code == 1
    assert "at least" in done.out


# --- from Python ---------------------------------------------------------------------------------


def test_the_package_can_be_called(tmp_path: Path) -> None:
    game = package.load("nim")
    solution = package.solve(game, out=tmp_path / "file")
    assert isinstance(solution, package.Solution)
    assert package.open_solution(tmp_path / "file").states == solution.states == 371


def test_why_rules_run_interpreted_is_said(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Slow work says at once why it is slow."""
    rules = tmp_path / "sets.py"
    rules.write_text(
        "def initial(): return (frozenset(range(4)), 1)\n"
        "def to_move(s): return s[1]\n"
        "def actions(s): return sorted(s[0])\n"
        "def result(s, a): return (s[0] - {a}, -s[1])\n"
        "def is_terminal(s): return not s[0]\n"
        "def utility(s): return -s[1]\n"
    )
    done = outplay(capsys, "solve", str(rules))
    assert done.code == 0
    assert "The rules run interpreted, which is slow: states that hold sets" in done.err


def test_an_endgame_by_its_name(capsys: pytest.CaptureFixture[str]) -> None:
    argv = ("solve", "checkers", "--with", "quiet_limit=0", "--endgame")
    done = outplay(capsys, *argv, "1")
    assert done.code == 0
    assert "endgame 1, from 120 positions:" in done.out  # with Black to move
    data = json.loads(outplay(capsys, *argv, "1", "--json").out)
    assert (data["endgame"], data["number_of_starts"], data["starts"]) == ("1", 120, [])
    assert_sentence(outplay(capsys, *argv, "many"), "number of pieces from 1 to 6")
    assert_sentence(outplay(capsys, *argv, "1", "--position", "x"), "not both")
    assert_sentence(outplay(capsys, *argv, ""), "name an endgame")
    assert_sentence(outplay(capsys, "solve", "nim", "--endgame", "KQK"), "nim has no endgames")
