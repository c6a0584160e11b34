"""Runs the command line in this process, or as a process of its own."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from outplay.cli import main

SOURCE = Path(__file__).parents[2] / "src"


class Done(NamedTuple):
    code: int
    out: str
    err: str


def outplay(capsys: pytest.CaptureFixture[str], *argv: str, stdin: str = "") -> Done:
    """Runs `outplay argv` here."""
    before, sys.stdin = sys.stdin, io.StringIO(stdin)
    try:
        with pytest.raises(SystemExit) as exit_:
            main(argv)
    finally:
        sys.stdin = before
    captured = capsys.readouterr()
    return Done(int(exit_.value.code or 0), captured.out, captured.err)


def environment(**changes: str) -> dict[str, str]:
    paths = [str(SOURCE), os.environ.get("PYTHONPATH", "")]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, paths)), **changes}


def command(*argv: str) -> list[str]:
    return [sys.executable, "-m", "outplay", *argv]


def process(*argv: str, stdin: str = "", **changes: Any) -> Done:
    """Runs `outplay argv` as a process."""
    done = subprocess.run(
        command(*argv),
        input=stdin,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=120,
        env=environment(**changes),
    )
    return Done(done.returncode, done.stdout, done.stderr)


def assert_sentence(done: Done, *parts: str) -> None:
    """It failed with exit code 2, nothing on stdout and one line on stderr."""
    assert done.code == 2, done
    assert done.out == ""
    assert done.err.count("\n") == 1, done.err
    assert "Traceback" not in done.err
    for part in parts:
        assert part in done.err
