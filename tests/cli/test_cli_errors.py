"""Whatever is wrong with a command is one sentence on stderr and exit code 2."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from cli_tools import assert_sentence, outplay

import outplay as package
from outplay.cli.new import TEMPLATE

WRONG = [
    ("nope", "There is no command 'nope'. There are serve, play, analyse,"),
    ("--nope", "--nope"),
    ("analyse", "GAME"),
    ("analyse chess-four", "There is no game called 'chess-four'"),
    ("analyse nimm", "Did you mean nim?"),
    ("analyse no_such_file.py", "There is no rules file no_such_file.py"),
    ("analyse nim 3 4 5", "'4 5' is not expected here"),
    ("analyse nim nonsense", "'nonsense' is not a position"),
    ("analyse nim --nope", "--nope"),
    ("analyse nim --depth", "--depth"),
    ("analyse nim --depth x", "'x' is not a whole number"),
    ("analyse nim --depth 2.5", "'2.5' is not a whole number"),
    ("analyse nim --depth 1e999", "'1e999' is not a whole number"),
    ("analyse nim --depth=-1", "depth must be a whole number from 0 up"),
    ("analyse nim --time nan", "time must be a number of seconds"),
    ("analyse nim --time x", "--time"),
    ("count kalah --time 0.0001", "Counting kalah did not end within 0.0001 s; a partial count"),
    ("count kalah --time 0.04", "Counting kalah did not end within 0.04 s; a partial count"),
    ("analyse nim --algorithm best", "minimax, negamax, alphabeta"),
    ("analyse nim --speed warp", "--speed"),
    ("analyse nim --order best", "--order"),
    ("analyse nim --order priority --algorithm alphabeta", "does not answer priority"),
    ("analyse nim --moves a9", "Move 1: Heap a holds 3"),
    ("analyse nim --positions no_such_file", "no_such_file cannot be read"),
    ("analyse nim --positions f --moves a1", "not both"),
    ("analyse nim --with heaps", "--with name=value"),
    ("analyse nim --with heap=3", "Did you mean heaps?"),
    ("analyse nim --with misere=1 --with misere=0", "given twice"),
    ("analyse tic-tac-toe --with width=99", "width must be"),
    ("analyse nim --algorithm minimax --strict", "--strict is for alphabeta"),
    ("analyse nim --algorithm minimax --fail-hard", "--fail-hard is for alphabeta"),
    ("analyse nim --strict", "--strict is for alphabeta and deepening, not for the engine"),
    ("analyse nim --fail-hard", "--fail-hard is for alphabeta and deepening"),
    ("analyse nim --bounds 0 1", "--bounds is for star1 and star2"),
    ("analyse pig --algorithm deepening --strict", "deepening searches by expectiminimax"),
    ("analyse nim --order random", "the engine has an order of its own"),
    ("analyse nim --candidates", "the engine uses a game's candidates by itself"),
    ("analyse nim --seed 3", "--seed is for --playouts"),
    ("analyse nim --exact --depth 3", "leave out the depth"),
    ("analyse nim --exact --algorithm minimax", "--exact is for the engine, not for minimax"),
    ("analyse nim --lines 2 --algorithm alphabeta", "--lines is for the engine"),
    ("analyse nim --threads 2 --algorithm negamax", "--threads is for the engine"),
    ("analyse nim --lines 0", "--lines is a number from 1 up, not 0"),
    ("analyse nim --lines x", "'x' is not a whole number"),
    ("analyse nim --threads x", "'x' is not a whole number"),
    ("analyse nim --threads 0", "threads must be a whole number from 1"),
    ("analyse nim --memory 99999999", "not enough memory for a table of 99,999,999 MB"),
    ("analyse nim --memory x", "neither a number of megabytes nor on or off"),
    ("analyse nim --memory=-1", "memory must be a number of megabytes"),
    ("analyse nim --memory 0", "memory must be a number of megabytes"),
    ("analyse nim --memory nan", "memory must be a number of megabytes"),
    ("analyse nim --memory off", "The engine always has a table"),
    ("analyse nim --memory 5 --algorithm minimax", "--memory is on or off for minimax"),
    ("analyse nim --positions f --exact --depth 3", "leave out the depth"),
    ("analyse nim --positions f --time=-1", "time must be a number of seconds"),
    ("analyse nim --playouts 9", "--playouts is for the textbook's algorithms"),
    ("analyse nim --playouts 0", "Playouts need"),
    ("analyse pig --algorithm alphabeta", "use expectiminimax"),
    ("analyse pig --algorithm expectiminimax", "give expectiminimax a depth"),
    ("count", "Which game?"),
    ("count nim --nodes 5", "--nodes goes with --branching"),
    ("count nim --branching 5", "leave out the game"),
    ("count --branching 5", "needs --depth"),
    ("count --branching=-5 --depth 2", "branching must be"),
    ("count pig", "--no-tree"),
    ("count nim --depth 0", "from 1 up"),
    ("play nimm", "Did you mean nim?"),
    ("play nim --max somebody", "There is no player 'somebody'"),
    ("play nim --max human:3", "leave out ':3'"),
    ("play nim --min alphabeta:x", "comes a depth"),
    ("play nim --min engine:x", "after the colon comes a depth (engine:6), a time (engine:0.5s)"),
    ("play nim --depth=-3", "depth must be"),
    ("match nim engine:2 random --games 3", "an even number of games, at least 2, not 3"),
    ("match nim random random --games 1e300", "at most 1,000,000 games"),
    ("match nim random random --workers 1e6", "workers must be a whole number from 1 to 256"),
    ("match nim random random --plies 1e9", "plies must be a whole number from 0 to 2000"),
    ("match nim nobody random", "There is no player 'nobody'"),
    ("match nim random:3 random", "random does not search"),
    ("match nim engine:2 random --memory on", "--memory sets its size in megabytes"),
    (
        "match nim engine:2 random --workers 0",
        "workers must be a whole number from 1 to 256, not 0",
    ),
    ("match tic-tac-toe random random --plies 9", "over within 9 random moves"),
    ("match nim random", "An argument is missing: outplay match GAME PLAYER PLAYER"),
    ("play nim --clock soon", "SECONDS+INCREMENT, such as 60+1, not 'soon'"),
    ("play nim --clock 60+", "SECONDS+INCREMENT"),
    ("play nim --clock nan", "remaining must be a number of seconds"),
    ("play nim --clock=-5", "remaining must be a number of seconds"),
    ("play nim --clock 60 --min alphabeta", "--clock is for the engine"),
    ("play nim --threads 2 --min alphabeta", "--threads is for the engine"),
    ("play nim --memory 99999999", "not enough memory for a table"),
    ("play pig --min alphabeta", "use expectiminimax"),
    ("play nim --moves a9", "Move 1"),
    ("check", "GAME"),
    ("check nimm", "Did you mean nim?"),
    ("new", "FILE"),
    ("new game.txt", "ends in .py"),
    ("new random.py", "would hide"),
    ("new outplay.py", "would hide"),
    ("new no/such/folder/game.py", "cannot be written"),
]


@pytest.mark.parametrize(("line", "part"), WRONG, ids=[line for line, _ in WRONG])
def test_wrong_commands(capsys: pytest.CaptureFixture[str], line: str, part: str) -> None:
    assert_sentence(outplay(capsys, *line.split()), part)


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("def broken(:\n", "line 1"),
        ("import no_such_module_of_mine\n", "no_such_module_of_mine"),
        ("x = 1\n", "holds no game"),
        ("\0", "null"),
    ],
)
def test_broken_rules_files(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, text: str, part: str
) -> None:
    file = tmp_path / "broken.py"
    file.write_text(text)
    for name in ("analyse", "check", "count", "play"):
        assert_sentence(outplay(capsys, name, str(file)), part)


@pytest.mark.parametrize("rule", ["show", "format_state", "is_terminal", "format_action"])
def test_rules_that_raise_name_the_line(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, rule: str
) -> None:
    text = TEMPLATE.read_text("utf-8")
    broken, count = re.subn(rf"(def {rule}\(.*\n)", r"\1        boom = 1 // 0\n", text)
    assert count == 1
    file = tmp_path / "raising.py"
    file.write_text(broken)
    argv = ["analyse", str(file), "--moves", "1", "--depth", "2", "--speed", "python"]
    if rule == "format_state":
        argv.append("--json")
    done = outplay(capsys, *argv)
    assert done.code == 2
    assert done.err.count("\n") == 1
    assert "ZeroDivisionError" in done.err


def test_an_interrupt_is_a_short_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(*args: object, **options: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("outplay.engine.engine.Engine.analyse", interrupt)
    done = outplay(capsys, "analyse", "nim")
    assert (done.code, done.out, done.err) == (130, "", "Interrupted.\n")


def test_a_fault_of_ours_is_said_to_be_one(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("outplay.cli.options.open_position", None)
    done = outplay(capsys, "analyse", "nim")
    assert done.code == 70
    assert done.err.count("\n") == 1
    assert "a bug in Outplay: TypeError" in done.err


def test_help_and_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert outplay(capsys, "--version").out == f"{package.__version__}\n"
    for argv in ([], ["--help"], ["-h"]):
        done = outplay(capsys, *argv)
        assert done.code == 0
        for name in ("play", "analyse", "count", "check", "new", "games"):
            assert name in done.out
    for name in ("play", "analyse", "count", "check", "new", "games"):
        assert outplay(capsys, name, "--help").out.startswith(f"Usage: outplay {name}")


def test_games_lists_every_game_and_its_parameters(capsys: pytest.CaptureFixture[str]) -> None:
    done = outplay(capsys, "games")
    assert done.code == 0
    for part in ("tic-tac-toe", "random-tree", "width=7, height=6, connect=4", "target=100"):
        assert part in done.out


def test_what_a_sentence_quotes_is_not_endless(capsys: pytest.CaptureFixture[str]) -> None:
    done = outplay(capsys, "analyse", "nim", "x" * 5_000)
    assert_sentence(done, "xxx…", "is not a position")
    assert len(done.err) < 500
