"""`outplay count`: perft, whole games, estimates."""

from __future__ import annotations

from typing import Any

import pytest
from cli_tools import outplay

import outplay as package


def size(game: package.Game[Any, Any], s: Any) -> tuple[int, int]:
    """Nodes and games of the tree below `s`, counted one by one."""
    if game.is_terminal(s):
        return 1, 1
    below = [size(game, game.result(s, a)) for a in game.actions(s)]
    return 1 + sum(nodes for nodes, _ in below), sum(games for _, games in below)


def cells(text: str) -> list[list[str]]:
    return [line.split() for line in text.splitlines()]


def test_lines_of_each_depth(capsys: pytest.CaptureFixture[str]) -> None:
    done = outplay(capsys, "count", "connect-four", "--depth", "4", "--speed", "python")
    assert done.code == 0
    assert [row[:2] for row in cells(done.out)[1:]] == [
        ["1", "7"],
        ["2", "49"],
        ["3", "343"],
        ["4", "2,401"],
    ]


def test_lines_end_with_the_game(capsys: pytest.CaptureFixture[str]) -> None:
    done = outplay(capsys, "count", "nim", "0 1 1 first", "--depth", "9", "--speed", "python")
    assert [row[1] for row in cells(done.out)[1:]] == ["2", "2", "0"]


def test_a_whole_game(capsys: pytest.CaptureFixture[str]) -> None:
    argv = ["count", "tic-tac-toe", "--moves", "a1 b2 c1 b1 b3", "--speed", "python"]
    done = outplay(capsys, *argv)
    names = {line[:-15].strip(): line.split()[-1] for line in done.out.splitlines()}
    game = package.load("tic-tac-toe")
    nodes, games = size(game, game.play(["a1", "b2", "c1", "b1", "b3"]))
    assert (names["nodes of the tree"], names["games"]) == (str(nodes), str(games))
    states = outplay(capsys, *argv, "--no-tree")
    assert "games" not in states.out
    assert "distinct states" in states.out


def test_states_where_positions_come_back(capsys: pytest.CaptureFixture[str]) -> None:
    argv = ["count", "pig", "--with", "target=4", "--no-tree", "--speed", "python"]
    done = outplay(capsys, *argv)
    assert done.code == 0
    assert "distinct states" in done.out


def test_estimates(capsys: pytest.CaptureFixture[str]) -> None:
    out = outplay(capsys, "count", "--branching", "10", "--depth", "6").out
    for number in ("1,111,111", "187,301", "187,300", "1,999"):
        assert number in out
    out = outplay(capsys, "count", "--branching", "35", "--nodes", "1e6").out
    assert [row[-1] for row in cells(out)[1:3]] == ["3.89", "7.77"]
    out = outplay(capsys, "count", "--branching", "35", "--depth", "100").out
    assert "2.55 × 10^154" in out
