"""`outplay tree --open`: what a skeleton folds, searched again."""

from __future__ import annotations

import subprocess
import sys


def outplay(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "outplay", *words], capture_output=True, encoding="utf-8"
    )


def test_folds_are_opened_one_after_the_other() -> None:
    closed = outplay("tree", "tic-tac-toe").stdout
    opened = outplay("tree", "tic-tac-toe", "--open", "a1 b2", "--open", "a1").stdout
    assert "replayed" not in closed and "replayed" in opened
    assert len(opened.splitlines()) > len(closed.splitlines()) + 20


def test_what_cannot_be_opened_is_a_sentence() -> None:
    for line, said in (
        ("a1 zz", "--open, move 2: There is no square 'zz'"),
        ("a1 c3", "There is no node a1 c3 in this tree."),
        ("", "Nothing is folded at the node root."),
    ):
        done = outplay("tree", "tic-tac-toe", "--open", line)
        assert done.returncode == 2 and said in done.stderr and done.stdout == ""


def test_a_search_that_was_stopped_says_so() -> None:
    shown = outplay("tree", "connect-four", "--depth", "20", "--nodes", "5000").stdout
    assert "stopped after 5,000 nodes, before any move was done" in shown
