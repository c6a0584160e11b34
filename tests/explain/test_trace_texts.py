"""A trace as text, JSON and CSV: all say what the steps say."""

from __future__ import annotations

import csv
import io
import json
import math
from collections.abc import Iterable
from typing import Any

import pytest
from small_trees import random_tree

from outplay import MAX, MIN, Game
from outplay.errors import UsageError
from outplay.explain.trace import trace
from outplay.explain.tree import tree_of_trace


def test_the_text_of_a_small_trace() -> None:
    text = str(trace(Game.from_tree([[3, 12], [2, 4]])))
    assert text.splitlines() == [
        "tree, alphabeta: cut on ≥, fail-soft, actions in order",
        " 1  △ root: enter (-∞, ∞)",
        " 2    ▽ 1: enter (-∞, ∞)",
        " 3      □ 1.1: enter (-∞, ∞)",
        " 4      □ 1.1: leaf = 3 (the game ends)",
        " 5    ▽ 1: 1 = 3, so v = 3",
        " 6      □ 1.2: enter (-∞, 3)",
        " 7      □ 1.2: leaf = 12 (the game ends)",
        " 8    ▽ 1: 2 = 12, so v = 3",
        " 9    ▽ 1: return = 3",
        "10  △ root: 1 = 3, so v = 3",
        "11    ▽ 2: enter (3, ∞)",
        "12      □ 2.1: enter (3, ∞)",
        "13      □ 2.1: leaf = 2 (the game ends)",
        "14    ▽ 2: 1 = 2, so v = 2",
        "15    ▽ 2: cut (3, ∞): MIN already holds 2 here, MAX has 3 elsewhere; skipped: 2",
        "16    ▽ 2: return ≤ 2",
        "17  △ root: 2 ≤ 2, so v = 3",
        "18  △ root: return = 3",
    ]


def test_presets_are_conventions() -> None:
    tie = Game.from_tree([[3, 5], [3, 1]])
    aima, cs188 = trace(tie, preset="aima"), trace(tie, preset="cs188")
    assert aima.convention == "cut on ≥, fail-soft, actions in order"
    assert cs188.convention == "cut on >, fail-soft, actions in order"
    assert len(aima.cuts()) == 1 and aima.cuts()[0].skipped == (1,)
    assert [step.skipped for step in cs188.cuts()] == [()]  # beyond the window at its last child
    assert "which is as good" in str(aima)
    with pytest.raises(UsageError, match="preset must be one of aima, cs188"):
        trace(tie, preset="mit")
    with pytest.raises(UsageError, match="a convention of alphabeta"):
        trace(tie, preset="aima", algorithm="minimax")


def read_number(text: str) -> float | None:
    return None if text == "" else float(text)


def plain_number(value: float | None) -> Any:
    if value is None or math.isfinite(value):
        return value
    return "inf" if value > 0 else "-inf"


@pytest.mark.parametrize("chance", [False, True])
def test_json_and_csv_say_what_the_steps_say(chance: bool) -> None:
    for seed in range(20):
        game = random_tree(seed, 4, chance=chance)
        options: dict[str, Any] = {"algorithm": "expectiminimax", "pruning": "star2"}
        found = trace(game, **(options if chance else {}))
        data = json.loads(found.to_json())
        assert data == found.as_dict()
        assert data["convention"] == found.convention and data["algorithm"] == found.algorithm
        rows = list(csv.DictReader(io.StringIO(found.to_csv())))
        assert rows[0]["convention"] == f"{found.algorithm}: {found.convention}"
        assert len(data["steps"]) == len(rows) == len(found)
        for step, told, row in zip(found.steps, data["steps"], rows, strict=True):
            name = ".".join(str(action + 1) for action in step.path) or "root"
            assert (told["step"], told["kind"], told["node"], told["ply"]) == (
                step.number,
                step.kind,
                name,
                len(step.path),
            )
            assert (int(row["step"]), row["kind"], row["node"], int(row["ply"])) == (
                step.number,
                step.kind,
                name,
                len(step.path),
            )
            for field in ("alpha", "beta", "value", "best"):
                assert told[field] == plain_number(getattr(step, field))
                assert read_number(row[field]) == getattr(step, field)
            assert told["bound"] == (None if step.bound is None else str(step.bound))
            assert row["bound"] == (told["bound"] or "")
            assert told["skipped"] == [str(action + 1) for action in step.skipped]
            assert row["skipped"].split() == told["skipped"]


class Odd(Game[int, list[int]]):
    """Actions that cannot be hashed, texts with spaces, commas and quotes, NumPy's numbers."""

    def initial(self) -> int:
        return 0

    def to_move(self, s: int) -> int:
        return MAX if s < 1 else MIN

    def actions(self, s: int) -> Iterable[list[int]]:
        return ([s, 1], [s, 2])

    def result(self, s: int, a: list[int]) -> int:
        return 10 * s + a[1]

    def is_terminal(self, s: int) -> bool:
        return s > 10

    def utility(self, s: int) -> float:
        import numpy

        return numpy.int64(s % 7)  # type: ignore[return-value]

    def format_action(self, s: int, a: list[int]) -> str:
        return f'go, "{a[1]}"'


def test_odd_games() -> None:
    found = trace(Odd())
    rows = list(csv.DictReader(io.StringIO(found.to_csv())))
    assert rows[1]["node"] == 'go, "1"'
    assert json.loads(found.to_json())["value"] == found.steps[-1].value
    assert len(tree_of_trace(found)) == 7
