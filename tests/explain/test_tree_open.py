"""`outplay tree --open`: what a skeleton folds, searched again."""

from __future__ import annotations

import pytest

from outplay.cli import run


def test_folds_are_opened_one_after_the_other(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["tree", "tic-tac-toe"]) == 0
    closed = capsys.readouterr().out
    assert run(["tree", "tic-tac-toe", "--open", "a1 b2", "--open", "a1"]) == 0
    opened = capsys.readouterr().out
    assert "replayed" not in closed and "replayed" in opened
    assert len(opened.splitlines()) > len(closed.splitlines()) + 20


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("a1 zz", "--open, move 2: There is no square 'zz'"),
        ("a1 c3", "There is no node a1 c3 in this tree."),
        ("", "Nothing is folded at the node root."),
    ],
)
def test_what_cannot_be_opened_is_a_sentence(
    line: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["tree", "tic-tac-toe", "--open", line]) == 2
    done = capsys.readouterr()
    assert said in done.err and done.out == ""


def test_a_search_that_was_stopped_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["tree", "connect-four", "--depth", "20", "--nodes", "1000"]) == 0
    shown = capsys.readouterr().out
    assert "stopped after 1,000 nodes, before any move was finished" in shown
