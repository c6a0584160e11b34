"""`outplay behaviour`: the same results on the command line."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest

import outplay
from outplay import IllegalAction, UsageError
from outplay.cli.behaviour import behaviour
from outplay.explain.behaviour import nodes_by_depth, order_effect, value_by_move

TIC = outplay.load("tic-tac-toe")


def printed(capsys: pytest.CaptureFixture[str], *words: str, **options: Any) -> str:
    behaviour("tic-tac-toe", *words, speed="python", **options)
    return capsys.readouterr().out


def test_it_prints_what_the_library_says(capsys: pytest.CaptureFixture[str]) -> None:
    said = nodes_by_depth(TIC, depths=[1, 2, 4], speed="python")
    assert printed(capsys, depths="1..2,4") == f"{said}\n"
    assert printed(capsys, orders=3) == f"{order_effect(TIC, depth=3, speed='python')}\n"
    moves = "b2 b1 a1"
    assert printed(capsys, record=moves) == f"{value_by_move(TIC, moves, speed='python')}\n"


def test_a_position_and_moves_are_the_start(capsys: pytest.CaptureFixture[str]) -> None:
    one = printed(capsys, "X../.O./...", depths="2")
    other = printed(capsys, moves="a1 b2", depths="2")
    assert one == other and "from X../.O./..." in one


def test_formats(capsys: pytest.CaptureFixture[str]) -> None:
    asked = {"depths": "1..3", "algorithms": "minimax, alphabeta+strict"}
    rows = list(csv.DictReader(io.StringIO(printed(capsys, format="csv", **asked))))
    data = json.loads(printed(capsys, format="json", **asked))
    assert [row["nodes"] for row in rows] == [str(row["nodes"]) for row in data["rows"]]
    assert printed(capsys, format="svg", **asked).startswith("<svg")


@pytest.mark.parametrize(
    ("name", "start"),
    [("a.svg", "<svg"), ("a.csv", "depth,"), ("a.JSON", "{"), ("a", "tic-tac-toe")],
)
def test_a_file_by_its_name(
    name: str, start: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / name
    assert printed(capsys, depths="1", output=str(file)).strip() == f"Written to {file}."
    assert (tmp_path / name).read_text("utf-8").startswith(start)


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"depths": "7..1"}, "the lower first"),
        ({"depths": "0"}, "from 1 up"),
        ({"depths": "x"}, "1..7 or 2,4,6"),
        ({"depths": "1.."}, "1..7 or 2,4,6"),
        ({"depths": "2", "orders": 3}, "--depths does not go with --orders"),
        ({"record": "b2", "orders": 3}, "--orders does not go with --record"),
        ({"algorithms": "minimax", "record": "b2"}, "--algorithms does not go with --record"),
        ({"depths": "1", "output": "/nowhere/a.svg"}, "cannot be written"),
    ],
)
def test_nonsense_is_refused(asked: dict[str, Any], said: str) -> None:
    with pytest.raises(UsageError, match=said):
        behaviour("tic-tac-toe", speed="python", **asked)


def test_a_wrong_move_is_named() -> None:
    with pytest.raises(IllegalAction, match="Move 2"):
        behaviour("tic-tac-toe", record="b2 b2", speed="python")
