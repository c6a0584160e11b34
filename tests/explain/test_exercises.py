"""Exercises keep their promises: checked by a search of the tests' own."""

from __future__ import annotations

import hashlib
import re
import time
from fractions import Fraction
from typing import Any

import pytest
from exercise_oracle import SPECS, alphabeta, best, deep, flat, plain_minimax

from outplay.errors import UsageError
from outplay.explain.conventions import AIMA, CS188
from outplay.explain.exercises import exercise as exercise_module
from outplay.explain.exercises import sheets
from outplay.explain.exercises.exercise import Exercise, ExerciseSpec, exercises
from outplay.explain.exercises.tree_generator import Dice
from outplay.game import MAX, MIN


@pytest.mark.parametrize("spec", SPECS, ids=range(len(SPECS)))
def test_alphabeta_is_as_specified(spec: ExerciseSpec) -> None:
    low, high = spec.value_range
    for exercise in exercises(spec, seed=7, copies=8):
        tree, strict = exercise.tree, spec.convention.strict
        value, leaves, cuts = alphabeta(tree, spec.root, strict)
        assert exercise.value == value == plain_minimax(tree, spec.root)
        assert list(exercise.visited) == leaves
        assert [(cut.node, cut.skipped) for cut in exercise.cuts] == cuts
        assert list(exercise.best) == best(tree, spec.root)
        least, most = spec.cut_range
        assert least <= len(cuts) <= (len(cuts) if most is None else most)
        assert {cut.node for cut in exercise.cuts if cut.deep} == deep(exercise)
        if spec.deep_cuts and spec.depth >= 4:
            assert len(deep(exercise)) >= spec.deep_cuts
        elif spec.deep_cuts:
            whole = [cut for cut in exercise.cuts if cut.subtree]
            assert len(whole) >= spec.deep_cuts
            assert all(leaf not in exercise.leaves for cut in whole for leaf in cut.skipped)
        other = alphabeta(tree, spec.root, not strict)
        assert exercise.differs == (other[1:] != (leaves, cuts))
        assert exercise.differs or not spec.differ
        values = flat(tree)
        assert all(low <= leaf <= high for leaf in values)
        if spec.no_ties:
            assert len(set(values)) == len(values)
            assert len(exercise.best) == 1


def test_a_deep_cut_is_one_whose_bound_comes_from_beyond_the_parent() -> None:
    """Knuth and Moore: MAX has 10 at the root; three plies down MIN finds 5."""
    exercise = Exercise("alphabeta", "[[[[10]]], [[[5, 99], [7, 98]], 3]]")
    told = [(cut.node, cut.holder, cut.deep, cut.subtree) for cut in exercise.cuts]
    assert told == [
        ("2.1.1", "root", True, False),
        ("2.1.2", "root", True, False),
        ("2", "root", False, False),
    ]
    # The parent's own bound would do here, though the root's is larger: no deep cut.
    either = Exercise("alphabeta", "[[[[10]]], [[[6, 6], [5, 99]], 3]]")
    assert [(cut.node, cut.deep) for cut in either.cuts][1] == ("2.1.2", False)


def test_three_plies_never_have_a_deep_cut() -> None:
    for seed in range(5):
        for exercise in exercises(ExerciseSpec(values=(0, 5)), seed=seed, copies=5):
            assert not deep(exercise)


def test_who_holds_the_bound_is_said() -> None:
    for exercise in exercises(ExerciseSpec(branch=(2, 2), depth=4, deep_cuts=1), seed=3, copies=10):
        for cut in exercise.cuts:
            above = "" if cut.holder == "root" else f"{cut.holder}."
            assert cut.node.startswith(above)
            # An odd number of plies: the other player's node.
            plies = len(cut.node.split(".")) - (0 if not above else len(cut.holder.split(".")))
            assert plies % 2 == 1
            assert plies >= 3 or not cut.deep


@pytest.mark.parametrize("root", [MAX, MIN])
def test_minimax_is_as_promised(root: int) -> None:
    for exercise in exercises(ExerciseSpec("minimax", root=root), seed=1, copies=20):
        leaves = flat(exercise.tree)
        assert exercise.value == plain_minimax(exercise.tree, root)
        assert exercise.value != leaves[0]
        assert exercise.value != (max(leaves) if root == MAX else min(leaves))
        assert list(exercise.best) == best(exercise.tree, root)
        assert len(exercise.best) == 1
        assert exercise.visited == exercise.leaves
        assert exercise.cuts == ()


@pytest.mark.parametrize(
    "spec",
    [
        ExerciseSpec("expectiminimax", depth=2),
        ExerciseSpec("expectiminimax", no_ties=True),
        ExerciseSpec("expectiminimax", depth=4, branch=(2, 2), root=MIN),
        ExerciseSpec("expectiminimax", depth=2, branch=(2, 6), values=(-20, 20)),
    ],
    ids=range(4),
)
def test_expectiminimax_is_as_promised(spec: ExerciseSpec) -> None:
    for exercise in exercises(spec, seed=5, copies=6):
        tree = exercise.tree
        right, averaged = best(tree, spec.root), best(tree, spec.root, weighted=False)
        assert list(exercise.best) == right
        assert len(right) == 1
        assert right != averaged
        assert Fraction(str(exercise.value)) == plain_minimax(tree, spec.root)
        for text in exercise.values.values():  # every node, as the search found it
            assert re.fullmatch(r"= -?\d+(\.\d{1,2})?", text), text
        if spec.no_ties:
            assert len(set(flat(tree))) == len(flat(tree))


# --- the same everywhere -------------------------------------------------------------------


def test_a_seed_gives_the_same_exercises_for_ever() -> None:
    """The hash of what seed 42 gave when this was written: students' sheets must stay valid."""
    texts = []
    for spec in (SPECS[0], SPECS[6], ExerciseSpec("minimax"), ExerciseSpec("expectiminimax")):
        texts += [exercise.text for exercise in exercises(spec, seed=42, copies=4)]
    assert hashlib.sha256("\n".join(texts).encode()).hexdigest()[:16] == GOLDEN


GOLDEN = "dbddcea24c6e56ff"


def test_copies_differ_and_the_first_do_not_depend_on_how_many() -> None:
    many = [exercise.text for exercise in exercises(SPECS[0], seed=1, copies=30)]
    assert len(set(many)) == 30
    assert [exercise.text for exercise in exercises(SPECS[0], seed=1, copies=3)] == many[:3]
    assert [exercise.text for exercise in exercises(SPECS[0], seed=2, copies=3)] != many[:3]
    few = ExerciseSpec("alphabeta", branch=(2, 2), depth=2, values=(0, 1), cuts=(1, 1))
    texts = [exercise.text for exercise in exercises(few, copies=5)]
    assert len(set(texts)) == 5


def test_a_class_set_is_made_within_seconds() -> None:
    start = time.perf_counter()
    made = list(exercises(SPECS[0], seed=42, copies=30))
    for format in ("html", "latex"):
        sheets.sheet(made, format, key=True)
    assert time.perf_counter() - start < 10  # about 1 s


# --- what cannot be had --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("spec", "part"),
    [
        ({"cuts": (7, 9)}, "to 6 cuts"),
        ({"branch": (2, 2), "depth": 4, "deep_cuts": 9}, "at most 3 deep"),
        ({"differ": True, "cuts": (0, 0)}, "some that differed"),
        ({"kind": "minimax", "values": (3, 3)}, "leaves of 3..3"),
        ({"kind": "expectiminimax", "values": (3, 3)}, "leaves of 3..3"),
    ],
)
def test_what_is_not_found_is_said_with_what_is(spec: dict[str, Any], part: str) -> None:
    start = time.perf_counter()
    with pytest.raises(UsageError, match="No tree") as error:
        list(exercises(ExerciseSpec(**spec)))
    assert part in str(error.value)
    assert time.perf_counter() - start < 20


def test_too_few_different_trees(monkeypatch: pytest.MonkeyPatch) -> None:
    few = ExerciseSpec(branch=(2, 2), depth=2, values=(0, 1))
    with pytest.raises(UsageError, match="too few different trees"):
        list(exercises(few, copies=30))
    spec = ExerciseSpec("expectiminimax", depth=2, branch=(2, 2))
    # Each copy tries the same trees, and only the first of them.
    monkeypatch.setattr(exercise_module, "Dice", lambda seed, copy: Dice(seed, 1))
    monkeypatch.setattr(exercise_module, "KNOWN", 1)
    with pytest.raises(UsageError, match="too few different trees"):
        list(exercises(spec, copies=2))


@pytest.mark.parametrize(
    ("spec", "part"),
    [
        ({"kind": "chess"}, "not 'chess'"),
        ({"no_ties": True, "differ": True}, "only where values are equal"),
        ({"depth": 2, "deep_cuts": 1}, "A deep cut needs a depth of 3"),
        ({"depth": 1}, "A cut needs a depth of 2"),
        ({"cuts": (0, 1), "deep_cuts": 2}, "more than the 1 cuts"),
        ({"branch": (10, 10), "depth": 9}, "at most 256 leaves"),
        ({"depth": 10**9}, "at most 256 leaves"),
        ({"branch": (1, 1)}, "from 2 up"),
        ({"branch": (3, 2)}, "smaller to the larger"),
        ({"branch": 3}, "pair of whole numbers"),
        ({"no_ties": True, "values": (0, 20)}, "27 leaves that all differ need 27 values"),
        ({"values": (0, 10**6)}, "9999"),
        ({"cuts": (-1, 2)}, "from 0 up"),
        ({"root": 0}, "root must be"),
        ({"kind": "minimax", "cuts": (1, 2)}, "minimax cuts nothing"),
        ({"kind": "minimax", "convention": CS188}, "minimax cuts nothing"),
        ({"kind": "expectiminimax", "differ": True}, "expectiminimax cuts nothing"),
        ({"kind": "minimax", "depth": 1}, "depth of 2"),
        ({"kind": "expectiminimax", "depth": 1}, "depth of 2"),
        ({"kind": "expectiminimax", "branch": (11, 11), "depth": 2}, "at most 10"),
    ],
)
def test_a_spec_that_makes_no_sense(spec: dict[str, Any], part: str) -> None:
    with pytest.raises(UsageError) as error:
        ExerciseSpec(**spec)
    assert part in str(error.value)


def test_aima_is_the_usual_convention() -> None:
    assert ExerciseSpec().convention == AIMA
