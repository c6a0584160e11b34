"""The command line as a real process: signals, pipes, what a shell sees."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from cli_tools import assert_sentence, command, environment, process

posix = pytest.mark.skipif(sys.platform == "win32", reason="signals of Unix")


def start(*argv: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        command(*argv),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment(),
    )


def test_a_whole_game_through_a_pipe() -> None:
    typed = "\n".join(f"{column}{row}" for _ in range(2) for column in "abc" for row in "123")
    done = process("play", "tic-tac-toe", stdin=f"{typed}\n")
    assert done.code == 0, done.err
    assert "The game is over: " in done.out
    assert "O (engine) plays" in done.out
    assert "Traceback" not in done.err


def test_errors_and_exit_codes() -> None:
    assert_sentence(process("analyse", "nimm"), "Did you mean nim?")
    assert_sentence(process("analyse", "nim", "--depth", "x"), "whole number")


@posix
def test_ctrl_c_answers_with_the_best_so_far() -> None:
    """A native search that would go on for 60 s ends within a second of the signal."""
    process("analyse", "connect-four", "--time", "0.1")  # compiles, if nobody has yet
    for wait in (3, 6, 12):  # on a busy machine nothing is known after 3 s
        running = start("analyse", "connect-four", "--time", "60", "--json")
        time.sleep(wait)
        assert running.poll() is None
        sent = time.perf_counter()
        running.send_signal(signal.SIGINT)
        out, err = running.communicate(timeout=20)
        took = time.perf_counter() - sent
        if running.returncode != 130:
            break
    assert took < 2  # 0.2 s, and the end of a process on a busy machine
    assert running.returncode == 0, err
    assert err == ""
    answer = json.loads(out)
    assert answer["action"] == "4"
    assert answer["speed"] == "native"
    assert answer["depth"] >= 8


@posix
def test_ctrl_c_among_many_positions_leaves_whole_answers() -> None:
    process("analyse", "connect-four", "--time", "0.1")
    running = start("analyse", "connect-four", "--positions", "-", "--json", "--time", "60")
    assert running.stdin
    assert running.stdout
    running.stdin.write("12121212\n1212121\n\n44\n43\n")
    running.stdin.flush()
    first = [running.stdout.readline() for _ in range(2)]
    time.sleep(1)  # it searches the third
    running.send_signal(signal.SIGINT)
    out, err = running.communicate(timeout=20)
    assert (running.returncode, out, err) == (130, "", "Interrupted.\n")
    answers = [json.loads(line) for line in first]
    assert "comes after the end" in answers[0]["error"]
    assert (answers[1]["value"], answers[1]["action"]) == (1, None)


@posix
def test_the_live_line_of_a_terminal() -> None:
    """Depth, value with its sign, line, nodes a second and the table, while it searches."""
    shown = terminal("analyse", "connect-four", "--time", "1.5", "--memory", "16")
    assert re.search(
        r"searching \d s · depth \d+ · [=≥≤~] \S+ for X( ·( \d)+)? · [\d.]+ [kM]/s · table \d+%",
        shown,
    ), shown
    assert "connect-four, engine: X plays 4" in shown


@posix
def test_the_progress_of_many_positions(tmp_path: Path) -> None:
    file = tmp_path / "positions"
    file.write_text("44\n\n33\n")
    shown = terminal("analyse", "connect-four", "--positions", str(file), "--time", "1")
    assert re.search(r"position 1 of 2 \d s · ", shown), shown
    assert re.search(r"position 2 of 2 \d s · ", shown), shown
    assert re.search(r"^\S*44  X plays \d, value", shown, re.MULTILINE), shown


def terminal(*argv: str) -> str:
    """What a command writes to a terminal of 80 columns, stdout and stderr together."""
    import pty

    screen, side = pty.openpty()
    running = subprocess.Popen(
        command(*argv),
        stdin=side,
        stdout=side,
        stderr=side,
        env=environment(COLUMNS="80", TERM="xterm-256color"),
    )
    os.close(side)
    shown = b""
    while True:
        try:
            piece = os.read(screen, 4096)
        except OSError:  # Linux says so where there is no more to read
            break
        if not piece:
            break
        shown += piece
    os.close(screen)
    assert running.wait(timeout=60) == 0, shown
    text = shown.decode("utf-8", "replace").replace("\r\n", "\n").replace("\r", "\n")
    return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", text)


@posix
def test_ctrl_c_leaves_a_game_of_two_algorithms() -> None:
    argv = ["connect-four", "--max", "engine", "--min", "random", "--time", "20"]
    running = start("play", *argv, "--moves", "4")
    time.sleep(5)
    running.send_signal(signal.SIGINT)
    out, err = running.communicate(timeout=20)
    assert (running.returncode, err) == (0, "")
    assert "Goodbye. To continue later:\n  outplay play connect-four --time 20 --max" in out


@posix
def test_ctrl_c_with_nothing_to_show_is_a_short_line() -> None:
    running = start("count", "connect-four", "--speed", "python")
    time.sleep(2)
    running.send_signal(signal.SIGINT)
    out, err = running.communicate(timeout=20)
    assert (running.returncode, out, err) == (130, "", "Interrupted.\n")


@posix
def test_a_reader_that_goes_away_is_no_error() -> None:
    positions = "0 1 2 first\n" * 2000
    running = start(
        "analyse", "nim", "--positions", "-", "--algorithm", "minimax", "--speed", "python"
    )
    assert running.stdin
    assert running.stdout
    assert running.stderr
    running.stdin.write(positions)
    running.stdin.close()
    assert running.stdout.readline().startswith("0 1 2 first  first plays c1")
    running.stdout.close()
    assert running.stderr.read() == ""
    assert running.wait(timeout=60) == 141


@pytest.mark.parametrize("algorithm", ["engine", "minimax"])
def test_answers_come_as_they_are_known(algorithm: str) -> None:
    """One position in, one answer out, before the next position is sent."""
    running = start("analyse", "nim", "--positions", "-", "--json", "--algorithm", algorithm)
    assert running.stdin
    assert running.stdout
    for position in ("0 1 2 first", "nonsense", "0 0 1 second"):
        running.stdin.write(f"{position}\n")
        running.stdin.flush()
        assert json.loads(running.stdout.readline())["position"] == position
    running.stdin.close()
    assert running.wait(timeout=20) == 2
    running.stdout.close()
    if running.stderr:
        running.stderr.close()


def test_a_terminal_without_unicode_gets_question_marks() -> None:
    done = process("analyse", "tic-tac-toe", "--depth", "2", PYTHONIOENCODING="ascii")
    assert done.code == 0, done.err
    assert "? and ? are bounds" in done.out


def test_help_starts_fast_and_without_the_compiler() -> None:
    code = "import sys, outplay.cli; print(sorted({'llvmlite', 'numpy'} & set(sys.modules)))"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env=environment()
    )
    assert done.stdout == "[]\n", done.stderr
