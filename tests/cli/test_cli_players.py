"""Who can play in the terminal: all that matches take, and persons."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path
from typing import Any

import pytest
from cli_tools import assert_sentence, outplay

import outplay as package
from outplay.connect.uci_player import UciPlayer

ENGINE = Path(__file__).parents[1] / "connect" / "fake_engine.py"


@pytest.mark.parametrize("spec", ["level:2", "level:novice", "level:7", "level:full"])
def test_levels_play(capsys: pytest.CaptureFixture[str], spec: str) -> None:
    done = outplay(
        capsys,
        "play",
        "nim",
        "--with",
        "heaps=(1,2)",
        "--min",
        spec,
        "--time",
        "0.05",
        stdin="b1\nu\na1\n",
    )
    assert done.code == 0 and done.err == ""
    assert done.out.count(f"second ({spec}) plays ") >= 2
    assert f"second: {spec}" in done.out
    assert "b1 is taken back." in done.out
    assert f"{spec} wins as second" in done.out or "To continue later" in done.out


def test_levels_play_each_other_and_the_same_for_a_seed(capsys: pytest.CaptureFixture[str]) -> None:
    argv = ["play", "nim", "--max", "level:1", "--min", "level:3", "--seed", "4"]
    first, second = outplay(capsys, *argv).out, outplay(capsys, *argv).out
    assert first == second
    assert "The game is over: " in first


def test_how_to_go_on_names_the_level_and_the_seed(capsys: pytest.CaptureFixture[str]) -> None:
    argv = ["play", "nim", "--min", "level:1", "--seed", "4"]
    done = outplay(capsys, *argv, stdin="a1\nq\n")
    again = shlex.split(done.out.splitlines()[-1])[1:]
    assert again[:8] == ["play", "nim", "--max", "human", "--min", "level:1", "--seed", "4"]
    assert outplay(capsys, *again, stdin="q\n").code == 0


def test_a_new_game_begins_for_a_level_too(capsys: pytest.CaptureFixture[str]) -> None:
    argv = ["play", "nim", "--with", "heaps=(1,1)", "--min", "level:1"]
    done = outplay(capsys, *argv, stdin="a1\nn\na1\n")
    assert done.out.count("The game is over") == 2


def uci(*moves: str, manner: str = "plays") -> str:
    return f"uci:{shlex.join([sys.executable, str(ENGINE), manner, *moves])}:2"


def test_another_program_plays_chess(capsys: pytest.CaptureFixture[str]) -> None:
    argv = ["play", "chess", "--min", uci("e7e5", "d7d5", "g8f6")]
    done = outplay(capsys, *argv, stdin="e4\nu\nd4\nNf3\nq\n")
    assert done.code == 0, done.err
    for move in ("e5", "d5", "Nf6"):
        assert f") plays {move}\n" in done.out
    assert "(Fake 1.0)." in done.out
    assert "outplay play chess --max human --min 'uci:" in done.out


@pytest.mark.parametrize("manner", ["plays", "dies"])
def test_a_program_that_does_not_play_on_ends_the_game_and_not_the_record(
    capsys: pytest.CaptureFixture[str], manner: str
) -> None:
    argv = ["play", "chess", "--min", uci("e7e5", "a1a8", manner=manner)]
    done = outplay(capsys, *argv, stdin="e4\nd4\n")
    assert done.code == 0 and done.err == ""
    assert "The game cannot go on." in done.out
    assert ("--moves 'e4 e5 d4'" if manner == "plays" else "--moves e4") in done.out


def test_another_program_is_told_of_the_game_as_it_is_now() -> None:
    """Moves may have been taken back."""
    game = package.load("chess")
    player = UciPlayer("engine")
    player._game, player._states, player._moves = game, [], []

    def states(*moves: str) -> list[Any]:
        return [game.play(moves[:count]) for count in range(len(moves) + 1)]

    for line in (["e4", "e5", "Nf3"], ["e4", "e5"], ["d4"], [], ["e4", "c5", "Nf3", "d6"]):
        player._follow(states(*line))
        assert len(player._moves) == len(line)
    assert player._moves == ["e2e4", "c7c5", "g1f3", "d7d6"]


@pytest.mark.parametrize(
    ("spec", "part"),
    [
        ("level:9", "There is no level '9'"),
        ("level", "There is no level ''"),
        ("uci:", "After uci: comes the command"),
        ("uci:/no/such/engine", "does not start"),
        ("nobody", "there are human, random, level, solution, uci, engine,"),
    ],
)
def test_players_that_are_not_there(
    capsys: pytest.CaptureFixture[str], spec: str, part: str
) -> None:
    assert_sentence(outplay(capsys, "play", "chess", "--min", spec), part)


def test_an_engine_of_chess_plays_nothing_else(capsys: pytest.CaptureFixture[str]) -> None:
    done = outplay(capsys, "play", "nim", "--min", uci())
    assert_sentence(done, "A UCI engine plays chess, not nim.")


@pytest.mark.parametrize("spec", ["engine:0", "alphabeta:0", "engine:0n", "deepening:0"])
def test_who_looks_no_ply_ahead_plays_all_the_same(
    capsys: pytest.CaptureFixture[str], spec: str
) -> None:
    argv = ["play", "tree", "--max", spec, "--min", spec]
    assert f"MAX ({spec}) plays " in outplay(capsys, *argv).out
    done = outplay(capsys, "play", "tree", "--depth", "0", stdin="h\n1\n")
    assert "No hint was found within these limits." in done.out
    assert done.code == 0 and "The game is over: " in done.out
    argv = ["match", "nim", spec, "random", "--games", "2"]
    assert outplay(capsys, *argv).code == 0


def test_options_of_the_engine_are_for_levels_too(capsys: pytest.CaptureFixture[str]) -> None:
    argv = ["play", "nim", "--max", "random", "--min", "level:1", "--memory", "1"]
    assert outplay(capsys, *argv).code == 0
    done = outplay(capsys, *argv, "--clock", "60")
    assert_sentence(done, "--clock is for the engine, and the engine does not play.")
