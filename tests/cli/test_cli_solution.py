"""`--solution FILE` of play, analyse and explain, and the player `solution:FILE`."""

from __future__ import annotations

import json

import pytest
from cli_tools import outplay
from solved_games import solution_file

FOUR = ("connect-four", "--with", "width=4", "--with", "height=4")


@pytest.fixture
def file() -> str:
    return str(solution_file("connect-four"))


def test_analyse_looks_up(capsys: pytest.CaptureFixture[str], file: str) -> None:
    done = outplay(capsys, "analyse", *FOUR, "--solution", file, "--moves", "1 2 2")
    assert done.code == 0 and "connect-four, solution: O plays 2; value = -1 for X" in done.out
    done = outplay(
        capsys, "analyse", *FOUR, "--solution", file, "--moves", "1 2 2", "--json", "--lines", "2"
    )
    told = json.loads(done.out)
    assert (told["value"], told["distance"], told["proven"]) == (-1, 13, True)
    assert [m["distance"] for m in told["moves"]] == [13, None, None, None]
    assert ["line" in m for m in told["moves"]] == [True, True, False, False]


def test_you_play_against_it(capsys: pytest.CaptureFixture[str], file: str) -> None:
    done = outplay(
        capsys,
        "play",
        *FOUR,
        "--solution",
        file,
        "--moves",
        "1 2",
        "--seed",
        "1",
        stdin="2\nh\nq\n",
    )
    assert done.code == 0, done.err
    assert f"X: you. O: solution:{file}." in done.out
    assert f"O (solution:{file}) plays 2" in done.out
    assert "Hint: " in done.out and "the game ends in 12 plies" in done.out
    again = done.out.splitlines()[-1]
    assert (
        f"--solution {file}" in again and f"--min solution:{file}" in again and "--seed 1" in again
    )


def test_two_persons_may_have_its_hints(capsys: pytest.CaptureFixture[str], file: str) -> None:
    sides = ("--max", "human", "--min", "human")
    done = outplay(capsys, "play", *FOUR, *sides, "--solution", file, stdin="h\nq\n")
    assert done.code == 0 and "Hint: " in done.out


def test_a_match(capsys: pytest.CaptureFixture[str]) -> None:
    player = f"solution:{solution_file('tic-tac-toe')}"
    done = outplay(
        capsys, "match", "tic-tac-toe", player, "random", "--games", "20", "--plies", "0"
    )
    assert done.code == 0 and " -0, " in done.out


def test_reasons_and_reviews_are_exact(capsys: pytest.CaptureFixture[str], file: str) -> None:
    done = outplay(capsys, "explain", *FOUR, "--solution", file, "--moves", "1 2 2")
    assert "2 wins for O in 13 plies" in done.out and "only move that wins" in done.out
    done = outplay(capsys, "explain", *FOUR, "--solution", file, "--record", "1 2 2 3")
    assert "blunder: changed the result from a" in done.out
    assert "The first move that changed the result was move 3" in done.out


def test_what_is_refused(capsys: pytest.CaptureFixture[str], file: str) -> None:
    wrong = "This is a solution of other rules: the states of nim are others than those of"
    for argv in (
        ("analyse", "nim", "--solution", file),
        ("play", "nim", "--solution", file),
        ("explain", "nim", "--solution", file),
        ("match", "nim", f"solution:{file}", "random"),
        ("play", "nim", "--min", f"solution:{file}"),
    ):
        done = outplay(capsys, *argv)
        assert (done.code, done.out) == (2, ""), argv
        assert done.err.startswith(wrong), argv
    textbook = ("--algorithm", "alphabeta", "--solution", file)
    refused: list[tuple[tuple[str, ...], str]] = [
        (("analyse", *FOUR, *textbook), "--solution is for the engine, not for alphabeta."),
        (("explain", *FOUR, *textbook), "--threads, --exact and --solution are for the engine"),
        (("analyse", *FOUR, "--solution", "none.solution"), "none.solution cannot be read"),
        (("match", "nim", "solution:", "random"), "A solution is named by its file"),
    ]
    for words, sentence in refused:
        done = outplay(capsys, *words)
        assert done.code == 2 and done.err.startswith(sentence), done
