"""The jobs `exercise` and `mark`: what is asked holds no key, and marks are those of `grade`."""

from __future__ import annotations

import json
from typing import Any

import pytest

from outplay.errors import UsageError
from outplay.explain.conventions import AIMA, CS188
from outplay.explain.exercises import Exercise
from outplay.game import MIN
from outplay.web.jobs.practice import DIFFICULTIES, exercise, mark
from outplay.web.worker import JobContext

EVERY = [(kind, name) for kind, names in DIFFICULTIES.items() for name in names]


def asked(**fields: Any) -> dict[str, Any]:
    return exercise(JobContext(), fields, lambda _: None)


def marked(answer: Any, **fields: Any) -> dict[str, Any]:
    return mark(JobContext(), {**fields, "answer": answer}, lambda _: None)


def solved(data: dict[str, Any]) -> Exercise:
    """The exercise with its key, from what the page has."""
    convention = CS188 if data["convention"] == "cs188" else AIMA
    root = MIN if data["root"] == "min" else 1
    return Exercise(data["kind"], data["tree"], root, convention)


def right_answer(data: dict[str, Any]) -> dict[str, Any]:
    key = solved(data)
    inner = {node["name"] for node in data["nodes"] if node["shape"] != "end"}
    answer: dict[str, Any] = {
        "values": {name: text for name, text in key.values.items() if name in inner},
        "move": key.best[0],
    }
    if data["cuts"]:
        answer["skipped"] = [name for cut in key.cuts for name in cut.skipped]
    return answer


@pytest.mark.parametrize(("kind", "difficulty"), EVERY)
def test_the_right_answer_is_all_right(kind: str, difficulty: str) -> None:
    for seed in (1, 2, 3):
        fields = {"kind": kind, "difficulty": difficulty, "seed": seed}
        data = asked(**fields)
        found = marked(right_answer(data), **fields)
        assert found["ok"], found
        assert found["score"] == found["max"]
        assert not found["misconceptions"] and found["first"] is None
        assert set(found["nodes"].values()) | set(found["branches"].values()) == {"right"}
        assert found["move"] == "right"


@pytest.mark.parametrize(("kind", "difficulty"), EVERY)
def test_there_is_no_key_in_it(kind: str, difficulty: str) -> None:
    data = asked(kind=kind, difficulty=difficulty, seed=5)
    for node in data["nodes"]:
        assert ("value" in node) == (node["shape"] == "end")
    assert not {"value", "values", "best", "visited", "answer", "steps"} & set(data)
    text = json.dumps(data)
    assert "skipped" not in text and "visited" not in text.replace("each visited node", "")


def test_the_same_seed_is_the_same_exercise() -> None:
    assert asked(seed=4) == asked(seed=4)
    assert asked(seed=4)["tree"] != asked(seed=5)["tree"]


def test_plain_minimax_is_named() -> None:
    fields = {"kind": "alphabeta", "difficulty": "hard", "seed": 2}
    data = asked(**fields)
    tree = json.loads(data["tree"])

    def values(node: Any, name: str, largest: bool, found: dict[str, str]) -> int:
        if isinstance(node, int):
            return node
        pick = max if largest else min
        below = [
            values(child, f"{name}.{at}" if name else str(at), not largest, found)
            for at, child in enumerate(node, start=1)
        ]
        found[name or "root"] = str(pick(below))
        return pick(below)

    everything: dict[str, str] = {}
    values(tree, "", True, everything)
    found = marked({"values": everything, "skipped": []}, **fields)
    assert not found["ok"]
    assert "no pruning" in [cause["name"] for cause in found["misconceptions"]]
    assert found["misconceptions"][0]["hint"]
    assert "you went on to" in found["first"]
    assert "wrong" in found["branches"].values()


def test_a_slip_costs_one_mark_and_is_at_its_node() -> None:
    fields = {"kind": "minimax", "difficulty": "medium", "seed": 1}
    answer = right_answer(asked(**fields))
    answer["values"]["1.1"] = "999"
    found = marked(answer, **fields)
    assert found["nodes"]["1.1"] == "wrong"
    assert found["first"].startswith("At node 1.1, you wrote 999")


def test_what_is_missing_is_said() -> None:
    fields = {"kind": "minimax", "difficulty": "easy", "seed": 1}
    answer = right_answer(asked(**fields))
    del answer["values"]["2"]
    found = marked(answer, **fields)
    assert found["nodes"]["2"] == "missing"


def test_choices() -> None:
    data = asked(kind="alphabeta", branch=2, depth=4, root="min", convention="cs188", seed=9)
    assert data["nodes"][0]["shape"] == "min"
    assert len([node for node in data["nodes"] if node["shape"] == "end"]) == 16
    assert "cut on >" in data["convention_text"]
    assert marked(
        right_answer(data),
        kind="alphabeta",
        branch=2,
        depth=4,
        root="min",
        convention="cs188",
        seed=9,
    )["ok"]


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"kind": "magic"}, "kind must be one of"),
        ({"difficulty": "impossible"}, "difficulty must be one of"),
        ({"kind": "minimax", "difficulty": "deep cuts"}, "difficulty must be one of"),
        ({"branch": 9}, "branch must be"),
        ({"branch": 4, "depth": 5}, "leaves"),
        ({"depth": "2"}, "depth must be"),
        ({"seed": 1e9}, "seed must be"),
        ({"seed": True}, "seed must be"),
        ({"root": "chance"}, "root must be"),
    ],
)
def test_exercises_that_are_refused(fields: dict[str, Any], said: str) -> None:
    with pytest.raises(UsageError, match=said):
        asked(**fields)


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (None, "must be an object"),
        ([], "must be an object"),
        ({}, "There is no answer yet"),
        ({"values": {"1": " "}, "skipped": []}, "There is no answer yet"),
        ({"values": [1]}, "values must be an object"),
        ({"values": {"1": 3}}, "is a text"),
        ({"values": {"1": "3" * 50}}, "is a text"),
        ({"values": {"1": "three"}}, "not a number"),
        ({"values": {"9.9": "3"}}, "no node"),
        ({"skipped": ["x"]}, "no node"),
        ({"move": "7"}, "not a move"),
        ({"steps": "x"}, "not 'steps'"),
        ({"values": {str(n): "1" for n in range(500)}}, "at most"),
    ],
)
def test_answers_that_are_refused(answer: Any, said: str) -> None:
    with pytest.raises(UsageError, match=said):
        marked(answer, seed=1)
