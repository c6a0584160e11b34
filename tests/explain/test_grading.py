"""Marks: right answers have them all, a slip costs one, and what cannot be read says where."""

from __future__ import annotations

import json
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest
from grading_tools import alphabeta, chance_tree, name, random_tree, true_values

from outplay.explain.grading.grades import Grade, grade
from outplay.explain.grading.task import make_task
from outplay.explain.trace import trace

BOOK = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]
PRESETS = {"aima": False, "cs188": True}


def marked(answer: dict[str, Any], tree: Any = None, **options: Any) -> Grade:
    return grade(make_task(tree or BOOK, **{"preset": "aima", **options}), answer)


def all_right(done: Grade) -> bool:
    assert done.ok, f"{done}"
    assert done.score == done.max and not done.diagnoses and done.first is None
    return True


# --- right answers ------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(20))
def test_a_right_answer_has_all_marks_in_every_form(seed: int, tmp_path: Path) -> None:
    random = Random(seed)
    tree = random_tree(random, random.randint(1, 4))
    if not isinstance(tree, list):
        tree = [tree, 1]
    root = random.choice(["MAX", "MIN"])
    for preset, hard in product(PRESETS, (False, True)):
        task = make_task(tree, preset=preset, root=root)
        right = alphabeta(tree, maximise=root == "MAX", strict=PRESETS[preset], hard=hard)
        all_right(grade(task, right.answer()))
        for part in ("value", "move", "values", "visited", "cuts"):
            all_right(grade(task, right.answer(part)))
        all_right(grade(task, {"visited": right.numbers}))
        all_right(grade(task, {"skipped": [s for cut in right.cuts for s in cut["skipped"]]}))
        all_right(grade(task, {"cuts": [s for cut in right.cuts for s in cut["skipped"]]}))
        all_right(grade(task, {"cuts": [{"node": cut["node"]} for cut in right.cuts]}))
        file = tmp_path / "trace.csv"
        file.write_text(right.csv())
        all_right(grade(task, file))


@pytest.mark.parametrize("algorithm", ["minimax", "negamax", "alphabeta"])
def test_our_own_traces_are_right(algorithm: str, tmp_path: Path) -> None:
    random = Random(7)
    for strict, soft in product((False, True), repeat=2) if algorithm == "alphabeta" else [(0, 1)]:
        for _ in range(10):
            tree = random_tree(random, 3)
            options = {"strict": strict, "fail_soft": soft} if algorithm == "alphabeta" else {}
            task = make_task(tree, kind=algorithm, preset="cs188" if strict else "aima")
            told = trace(task.tree.game, algorithm=algorithm, **options)
            for file, text in (("a.csv", told.to_csv()), ("a.json", told.to_json())):
                (tmp_path / file).write_text(text, encoding="utf-8")
                all_right(grade(task, tmp_path / file))


@pytest.mark.parametrize("seed", range(20))
def test_chance_nodes_and_rounded_numbers(seed: int) -> None:
    tree = chance_tree(Random(seed), 2 + seed % 2)
    task = make_task(tree, kind="expectiminimax")
    values = true_values(tree)
    inner = {node: value for node, value in values.items() if task.tree.nodes[_path(node)].children}
    all_right(grade(task, {"value": values["root"], "values": inner}))
    rounded = {node: f"{value:.2f}" for node, value in inner.items()}
    all_right(grade(task, {"value": round(values["root"], 2), "values": rounded}))
    worse = {**inner, "root": inner["root"] + 0.02}
    done = grade(task, {"values": worse})
    assert [slip.node for slip in done.slips] == ["root"]


def _path(node: str) -> tuple[int, ...]:
    return () if node == "root" else tuple(int(step) - 1 for step in node.split("."))


def test_negamax_may_be_seen_from_either_side() -> None:
    tree = [[[3, 5], [6, 9]], [[1, 2], [0, 7]]]
    task = make_task(tree, kind="negamax")
    true = {node: value for node, value in true_values(tree).items() if len(_path(node)) < 3}
    all_right(grade(task, {"values": true}))
    mover = {
        node: value * (-1) ** len(_path(node)) for node, value in true.items() if node != "root"
    }
    all_right(grade(task, {"values": {"root": true["root"], **mover}}))
    mixed = {**true, "1": -true["1"]}
    assert not grade(task, {"values": mixed}).ok


@pytest.mark.parametrize("seed", range(12))
def test_every_equally_good_move_is_right_and_no_other(seed: int) -> None:
    tree = random_tree(Random(seed), 3, branch=4, high=3)
    values = true_values(tree)
    for number in range(len(tree)):
        done = marked({"move": number + 1}, tree)
        assert done.ok == (values[name((number,))] == values["root"])
        assert done.score == int(done.ok)


def test_a_cut_move_that_only_seems_as_good_is_not() -> None:
    # The second child is cut at 3 and is worth 1.
    assert marked({"move": 1}, [[3, 5], [3, 1]]).ok
    assert not marked({"move": 2}, [[3, 5], [3, 1]]).ok
    assert marked({"move": [1, 2]}, [[3, 5], [3, 4]]).ok
    assert not marked({"move": [1, 2]}, [[3, 5], [3, 1]]).ok


def test_conventions_count_only_where_the_exercise_has_them() -> None:
    tree = [[3, 5], [3, 1]]
    for strict in (False, True):
        answer = alphabeta(tree, strict=strict).answer()
        all_right(grade(make_task(tree), answer))
        for preset, wanted in PRESETS.items():
            assert marked(answer, tree, preset=preset).ok == (strict == wanted)
    soft, hard = alphabeta(BOOK).answer("values"), alphabeta(BOOK, hard=True).answer("values")
    assert soft != hard
    all_right(marked(soft)), all_right(marked(hard))
    assert marked(soft, exact_bounds=True).ok
    done = marked(hard, exact_bounds=True)
    assert not done.ok
    assert [d.misconception.name for d in done.diagnoses] == ["fail-soft and fail-hard confused"]


# --- slips --------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(25))
def test_one_slip_costs_one_mark(seed: int, tmp_path: Path) -> None:
    """A node's value is wrong, and all that follows from it is as it follows."""
    random = Random(seed)
    tree = random_tree(random, random.randint(2, 4))
    strict, hard = random.random() < 0.5, random.random() < 0.5
    right = alphabeta(tree, strict=strict, hard=hard)
    node = random.choice(list(right.values))
    wrong = right.values[node] + random.choice([-40, 40])
    slipped = alphabeta(
        tree, strict=strict, hard=hard, slip=lambda here, value: wrong if here == node else value
    )
    task = make_task(tree, preset="cs188" if strict else "aima")
    (tmp_path / "trace.csv").write_text(slipped.csv())
    answers: list[Any] = [slipped.answer(), slipped.answer("values"), tmp_path / "trace.csv"]
    for answer in answers:
        done = grade(task, answer)
        assert [slip.node for slip in done.slips] == [node], f"{done}"
        assert done.max - done.score == 1
        assert done.first is not None and f"you wrote {wrong:g};" in done.first.sentence


@pytest.mark.parametrize("seed", range(25))
def test_one_wrong_cut_costs_one_mark(seed: int) -> None:
    """A cut is forgotten, or made without a reason; the rest follows."""
    random = Random(seed)
    tree = random_tree(random, random.randint(2, 4))
    strict = random.random() < 0.5
    right = alphabeta(tree, strict=strict)
    forget = random.random() < 0.5
    if forget and right.cuts:
        node = random.choice(right.cuts)["node"]
        mind = lambda here, count, cut: cut and here != node  # noqa: E731
    else:
        node = random.choice(list(right.values)[1:] or ["root"])
        mind = lambda here, count, cut: cut or here == node  # noqa: E731
    slipped = alphabeta(tree, strict=strict, mind=mind)
    if not slipped.changed:
        pytest.skip("a cut was made there anyhow")
    # What is a slip by fail-soft can be right by fail-hard, if cuts are on > alone.
    task = make_task(tree, preset="cs188" if strict else "aima", exact_bounds=True)
    for parts in ((), ("visited",), ("value", "visited", "cuts")):
        done = grade(task, slipped.answer(*parts))
        assert node in [slip.node for slip in done.slips]
        first = done.first
        assert first is not None and first.node == node
        if len(set(slipped.leaves) & set(right.leaves)) * 2 >= len(right.leaves):
            assert done.max - done.score == 1, f"{done}"


def test_the_first_difference_says_why() -> None:
    done = marked({"values": {"root": 12, "1": 12, "2": 2, "3": 2}})
    assert done.first is not None
    assert done.first.sentence == (
        "At node 1, you wrote 12; MIN takes the smallest of 3, 12 and 8, so it is 3."
    )
    assert (done.score, done.max) == (3, 4)
    done = marked({"values": {"root": 6, "1": 12, "2": 2, "3": 2}})
    assert [slip.node for slip in done.slips] == ["1", "root"]
    assert done.slips[1].sentence == (
        "At the root, you wrote 6; with what you wrote before, MAX takes the largest of 12, 2"
        " and 2, so it is 12."
    )


def test_cuts_say_why() -> None:
    late = marked({"visited": [3, 12, 8, 2, 4, 14, 5, 2]}).first
    assert late is not None and late.sentence == (
        "At node 2, you went on to 2.2; MIN already holds 2 here, MAX has 3 elsewhere, so 2.2 and"
        " 2.3 are skipped."
    )
    early = marked({"visited": [3, 12, 8, 2, 14]}).first
    assert early is not None and early.sentence == (
        "At node 3, you skipped 3.2; MIN holds 14 here and MAX has 3 elsewhere, so there is no cut."
    )
    weighed = grade(
        make_task("[Chance((0.5, 3), (0.5, 7)), 4]", kind="expectiminimax"), {"values": {"1": 10}}
    )
    assert weighed.first is not None and weighed.first.sentence == (
        "At node 1, you wrote 10; 0.5 × 3 + 0.5 × 7 = 5."
    )


def test_signs_that_a_student_writes_must_be_true() -> None:
    right = {"root": "= 3", "1": 3, "2": "≤ 2", "3": "2"}
    all_right(marked({"values": right}))
    done = marked({"values": {**right, "2": ">= 2", "3": "≥ 2"}}, [[3, 12], [1.5, 1], [2, 1]])
    assert {slip.node for slip in done.slips} >= {"2"}
    for sign, fits in (("<=", True), ("=", True), (">=", True)):  # it is 2 in the end
        assert marked({"values": {**right, "2": f"{sign} 2"}}).ok == fits
    wrong = marked({"values": {"root": 3, "1": 3, "2": ">= 2"}}, [[3, 12], [2, 1]])
    assert [slip.node for slip in wrong.slips] == ["2"]
    assert "at most that" in wrong.slips[0].sentence


def test_what_is_missing_earns_nothing_and_is_not_called_wrong() -> None:
    done = marked({"values": {"root": 3, "1": 3}})
    assert (done.score, done.max) == (2, 4)
    assert all(slip.missing for slip in done.slips)
    assert "Nothing is written for" in str(done) or "no value is given" in str(done)
    assert marked({"visited": []}).score == 0
    assert marked({"visited": ["1.1"]}).score == 0
    assert marked({"visited": ["1.1", "1.3", "1.2", "2.1", "3.1", "3.2", "3.3"]}).score == 3


def test_plain_data_for_an_autograder() -> None:
    data = marked({"value": 4, "move": 1}).as_dict()
    assert json.loads(json.dumps(data)) == data
    assert (data["ok"], data["score"], data["max_score"]) == (False, 1, 2)
    assert data["tests"][0] == {"name": "value", "score": 0, "max_score": 1}
    assert data["first_divergence"]["right"] == "3"
    assert data["convention"] == "cut on ≥, fail-soft or fail-hard, children in order"
