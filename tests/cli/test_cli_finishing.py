"""What a command was compiling when it was done is finished by a process of its own."""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from outplay import __main__ as program
from outplay.cli import finishing, run
from outplay.native.background import is_busy
from outplay.native.kernels import Choices
from outplay.search import alphabeta, ready, supervise
from outplay.search.searchers import Plan


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[list[bytes]]:
    """What would have been started, after a compiler that is not done before the test is."""
    monkeypatch.setenv("OUTPLAY_CACHE", str(tmp_path))
    monkeypatch.setattr("outplay.search.runner.LOADING", 0.0)
    monkeypatch.setattr("outplay.search.runner.LOOKING", 1e6)
    monkeypatch.setattr(supervise, "_interrupted", 0)
    done = threading.Event()
    real = ready.NativeCode

    def slow(*args: Any) -> Any:
        *_, announce, _expired, looked, _before = args
        if done.is_set():
            return real(*args)
        looked()
        announce("Compiling …")
        done.wait(60)
        raise MemoryError

    monkeypatch.setattr(ready, "NativeCode", slow)
    work: list[bytes] = []
    monkeypatch.setattr(finishing, "start", work.append)
    yield work
    done.set()


def test_it_is_handed_over(started: list[bytes], capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["analyse", "connect-four", "--with", "width=5", "--time", "0.3"]) == 0
    assert "speed: python (the rules were still being compiled)" in capsys.readouterr().out
    assert is_busy()
    program._hand_over(0)
    assert len(started) == 1
    name, parameters, plan, _ = finishing.pickle.loads(started[0])
    assert (name, parameters) == ("connect-four", ("width=5",))
    assert plan.kernel.name == "search"


def test_only_where_somebody_will_find_it(
    started: list[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert run(["analyse", "connect-four", "--with", "width=5", "--time", "0.3"]) == 0
    program._hand_over(2)  # something was wrong
    with monkeypatch.context() as patch:
        patch.setattr(supervise, "_interrupted", 1)
        program._hand_over(0)  # somebody wanted it to end
    with monkeypatch.context() as patch:
        patch.setenv("OUTPLAY_CACHE", "")
        program._hand_over(0)  # nothing is kept
    assert started == []


def test_it_is_begun_once(started: list[bytes], monkeypatch: pytest.MonkeyPatch) -> None:
    """A mark on disk says that; one that is old says nothing any more."""
    assert run(["analyse", "connect-four", "--with", "width=5", "--time", "0.3"]) == 0
    program._hand_over(0)
    program._hand_over(0)
    assert len(started) == 1
    monkeypatch.setattr("outplay.native.cache.ABANDONED", -1.0)
    program._hand_over(0)
    assert len(started) == 2
    assert started[0] == started[1]


def test_other_rules_are_other_work(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text("")
    before = finishing._stamp(str(file))
    assert finishing._stamp(f"{file}:Mine") == before != finishing._stamp("nim")
    os.utime(file, (1, 1))
    assert finishing._stamp(str(file)) != before


def test_it_is_finished(monkeypatch: pytest.MonkeyPatch) -> None:
    taken: list[Any] = []
    monkeypatch.setattr(ready.NativePlan, "take", lambda *args: taken.append(args))
    plan = Plan(alphabeta.KERNEL, (), Choices())
    finishing.finish(finishing.pickle.dumps(("nim", ("heaps=(1,2)",), plan, "")))
    ((code, state),) = taken
    assert (code.game.name, state, code.plan) == ("nim", code.game.initial(), plan)


@pytest.mark.skipif(sys.platform == "win32", reason="a script of Unix")
def test_a_process_is_started_for_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is told what is to be done, and is in no group that Ctrl-C goes to."""
    script, told = tmp_path / "python", tmp_path / "told"
    script.write_text(
        f'#!/bin/sh\n(echo "$@"; ps -o pgid= -p $$; cat) > {told}.part\nmv {told}.part {told}\n'
    )
    script.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(script))
    finishing.start(b"the work")
    deadline = time.monotonic() + 30
    while not told.exists() and time.monotonic() < deadline:
        time.sleep(0.02)
    command, group, work = told.read_text().splitlines()
    assert (command, work) == ("-m outplay.cli.finishing", "the work")
    assert int(group) != os.getpgid(0)
