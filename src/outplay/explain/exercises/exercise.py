"""Exercises: trees to be searched by hand, chosen for what they teach, with their answers.

    >>> from outplay.explain.exercises.exercise import ExerciseSpec, exercises
    >>> spec = ExerciseSpec("alphabeta", cuts=(2, 4), no_ties=True)
    >>> first, *rest = exercises(spec, seed=42, copies=30)
    >>> first.value, first.best, first.visited, first.cuts

Deep cuts. A cut is *deep* if it needs a bound that an ancestor beyond the parent holds: a search
that hands each node only what its own parent has from its other children would have looked at
the first child that the cut leaves out. (That is the difference between the procedures F2 and
F1 of Knuth and Moore, 1975.) The bound is MAX's for a MIN node and the reverse, so it comes from
three plies up at least, and no tree of fewer than four plies has a deep cut. Where a spec for
deep cuts is about three plies, cuts that leave out a whole subtree count in their place.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from outplay.errors import UsageError
from outplay.explain.conventions import AIMA, Convention
from outplay.explain.exercises.chance_trees import best_moves, choose_with_chance, node_of, value_of
from outplay.explain.exercises.search import Shape, deep_cuts, first_leaf, pruned
from outplay.explain.exercises.spec import (
    ALPHABETA,
    EXPECTIMINIMAX,
    KINDS,
    MOST_COPIES,
    ExerciseSpec,
)
from outplay.explain.exercises.tree_generator import Dice, choose
from outplay.explain.trace import ENTER, LEAF, RETURN, Step, Trace, trace
from outplay.explain.trace_format import row
from outplay.explain.words import PLAYERS, node_name, number, why_cut
from outplay.game import MAX, MIN
from outplay.games.tree import Tree, parse_tree

__all__ = ["KINDS", "Cut", "Exercise", "ExerciseSpec", "exercises"]

VERSION = 1
"""Of the JSON that an exercise is written as."""


@dataclass(frozen=True)
class Cut:
    """One place where alpha-beta leaves something out. Nodes are named `2.1`, or `root`."""

    node: str
    player: int
    """Who moves there, MAX or MIN."""
    skipped: tuple[str, ...]
    """The children that are left out."""
    value: float
    """What the node holds then."""
    limit: float
    """What it is compared with: α in a MIN node, β in a MAX node."""
    holder: str
    """The node that has this limit elsewhere."""
    reason: str
    deep: bool
    """Does only a bound from beyond the parent make it?"""
    subtree: bool
    """Is more left out than leaves?"""


@dataclass(frozen=True)
class Exercise:
    """A tree to be searched by hand. What is asked and what is right follow from these fields."""

    kind: str
    """`alphabeta`, `minimax` or `expectiminimax`."""
    text: str
    """The tree as text: `[[3, 12], [2, 4]]`, `[Chance((1/3, 4), (2/3, 7)), 5]`."""
    root: int = MAX
    """Who moves there, MAX or MIN."""
    convention: Convention = AIMA
    seed: int = 0
    number: int = 1
    """Which copy, from 1."""

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise UsageError(f"An exercise is one of {', '.join(KINDS)}, not {self.kind!r}.")
        if not isinstance(self.tree, list):
            raise UsageError("The tree of an exercise is a list, not a leaf or a chance node.")
        node_of(self.tree)  # whole numbers everywhere
        chance = self.game.answers("outcomes")
        if chance and self.kind != EXPECTIMINIMAX:
            raise UsageError(f"{self.kind} is for trees without chance nodes.")

    @cached_property
    def tree(self) -> Any:
        """The tree as `Game.from_tree` takes it: nested lists, and `Chance`."""
        return parse_tree(self.text)

    @cached_property
    def game(self) -> Tree:
        return Tree(self.tree, self.root)

    # --- the answer -----------------------------------------------------------------------

    @cached_property
    def trace(self) -> Trace:
        """All that the search does, step by step."""
        options: dict[str, Any] = {}
        if self.kind == ALPHABETA:
            options = {"strict": self.convention.strict, "fail_soft": self.convention.fail_soft}
        return trace(self.game, algorithm=self.kind, limit=100_000, **options)

    @property
    def value(self) -> float:
        """Of the root, for MAX."""
        exact = value_of(node_of(self.tree), self.root == MAX)
        return int(exact) if exact.denominator == 1 else float(exact)

    @property
    def best(self) -> tuple[str, ...]:
        """All moves at the root that are equally good, from `1`."""
        moves = best_moves(node_of(self.tree), self.root == MAX)
        return tuple(str(move + 1) for move in moves)

    @property
    def visited(self) -> tuple[str, ...]:
        """The leaves that the search looks at, in order."""
        return tuple(self.name(step) for step in self.trace.leaves())

    @property
    def leaves(self) -> tuple[str, ...]:
        """All leaves, from left to right."""
        return tuple(_leaf_names(self.tree, ""))

    @property
    def values(self) -> dict[str, str]:
        """What each node that is visited returns: `= 3`, `≤ 2`."""
        return {
            self.name(step): f"{step.bound.sign} {number(step.value)}"
            for step in self.trace.steps
            if step.kind in (LEAF, RETURN) and step.bound is not None and step.value is not None
        }

    @cached_property
    def cuts(self) -> tuple[Cut, ...]:
        """The cuts that leave something out, in order."""
        if self.kind != ALPHABETA:
            return ()
        deep = self._deep_paths()
        return tuple(self._cut(step, deep) for step in self.trace.cuts() if step.skipped)

    @property
    def exact_at_ends(self) -> bool:
        """Is a value that equals α or β still exact? Where equal ones do not cut it is."""
        return self.convention.strict and self.convention.fail_soft

    @property
    def differs(self) -> bool:
        """Does the answer change if ≥ and > are confused: other leaves visited, other cuts?"""
        if self.kind != ALPHABETA:
            return False
        shape, leaves, _ = _numbered(self.tree)
        return (
            pruned(shape, leaves, self.root == MAX, True).visited
            != pruned(shape, leaves, self.root == MAX, False).visited
        )

    def name(self, step: Step) -> str:
        """Of the node where a step happens: `2.1`, or `root`."""
        return node_name(self.game, self.trace.state, step.path)

    def _deep_paths(self) -> set[tuple[int, ...]]:
        """The ways to the first child that a deep cut leaves out."""
        shape, leaves, paths = _numbered(self.tree)
        maximises, strict = self.root == MAX, self.convention.strict
        found = pruned(shape, leaves, maximises, strict)
        shallow = pruned(shape, leaves, maximises, strict, shallow=True)
        return {paths[first_leaf(skipped)] for skipped in deep_cuts(found, shallow)}

    def _cut(self, step: Step, deep: set[tuple[int, ...]]) -> Cut:
        assert step.alpha is not None and step.beta is not None and step.value is not None
        below = [self.game.result(step.state, action) for action in step.skipped]
        path = (*step.path, step.skipped[0])
        return Cut(
            node=self.name(step),
            player=step.player,
            skipped=tuple(self.game.format_state(s) for s in below),
            value=step.value,
            limit=step.beta if step.player == MAX else step.alpha,
            holder=self._holder(step),
            reason=why_cut(step.player, step.value, step.alpha, step.beta),
            deep=any(way[: len(path)] == path for way in deep),
            subtree=not all(self.game.is_terminal(s) for s in below),
        )

    def _holder(self, cut: Step) -> str:
        """The nearest node above whose own children gave the bound that makes the cut."""
        side = "beta" if cut.player == MAX else "alpha"
        entered = {s.path: getattr(s, side) for s in self.trace.steps if s.kind == ENTER}
        path = cut.path
        while path and entered[path[:-1]] == entered[path]:
            path = path[:-1]
        return node_name(self.game, self.trace.state, path[:-1])

    # --- JSON -----------------------------------------------------------------------------

    def as_dict(self, *, answer: bool = True) -> dict[str, Any]:
        """Plain data; without `answer` what a student gets.

        The answer's `value`, `move`, `values`, `visited` and `cuts` are what `outplay grade`
        takes from a student.
        """
        data: dict[str, Any] = {
            "outplay": "exercise",
            "version": VERSION,
            "kind": self.kind,
            "seed": self.seed,
            "copy": self.number,
            "tree": self.text if self.kind == EXPECTIMINIMAX else self.tree,
            "root": PLAYERS[self.root],
            "convention": {"order": self.convention.order},
        }
        if self.kind == ALPHABETA:
            data["convention"] = {
                "cut": ">" if self.convention.strict else ">=",
                "fail": "soft" if self.convention.fail_soft else "hard",
                **data["convention"],
            }
        if answer:
            data["answer"] = {
                "value": self.value,
                "move": list(self.best),
                "visited": list(self.visited),
                "values": self.values,
                "cuts": [
                    {**vars(cut), "player": PLAYERS[cut.player], "skipped": list(cut.skipped)}
                    for cut in self.cuts
                ],
                "differs": self.differs,
                "steps": [row(self.trace, step) for step in self.trace.steps],
            }
        return data

    def to_json(self, *, answer: bool = True) -> str:
        """As JSON, a line for each field and for each step."""
        return _laid_out(self.as_dict(answer=answer), "") + "\n"

    @staticmethod
    def from_json(text: str) -> Exercise:
        """The exercise that `to_json` wrote; its answer is worked out anew. Raises UsageError."""
        try:
            data = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise UsageError(f"This is no exercise: it is not JSON ({error}).") from None
        return Exercise.from_dict(data)

    @staticmethod
    def from_dict(data: Any) -> Exercise:
        """The exercise that `as_dict` describes; raises UsageError."""
        if not isinstance(data, dict) or data.get("outplay") != "exercise":
            raise UsageError('This is no exercise: it does not say "outplay": "exercise".')
        if data.get("version") != VERSION:
            raise UsageError(
                f"This exercise is of version {data.get('version')!r}; {VERSION} can be read."
            )
        roots = {"MAX": MAX, "MIN": MIN}
        tree, root = data.get("tree"), data.get("root", "MAX")
        if not isinstance(tree, str | list):
            raise UsageError('An exercise has a "tree": text, or a list.')
        if not isinstance(root, str) or root not in roots:
            raise UsageError(f'The "root" of an exercise is MAX or MIN, not {root!r}.')
        return Exercise(
            kind=_one_of(data, "kind", KINDS),
            text=tree if isinstance(tree, str) else json.dumps(tree),
            root=roots[root],
            convention=_convention(data.get("convention", {})),
            seed=_whole(data, "seed", 0),
            number=_whole(data, "copy", 1),
        )


def exercises(spec: ExerciseSpec, *, seed: int = 0, copies: int = 1) -> Iterator[Exercise]:
    """So many different exercises that are as specified; raises UsageError if there are none.

    The same seed gives the same exercises everywhere, and the first ones do not depend on how
    many there are.
    """
    for name, value, least, most in (
        ("seed", seed, 0, None), ("copies", copies, 1, MOST_COPIES),
    ):  # fmt: skip
        good = isinstance(value, int) and not isinstance(value, bool) and value >= least
        if not good or (most is not None and value > most):
            upward = "up" if most is None else f"to {most:,}"
            raise UsageError(f"{name} must be a whole number from {least} {upward}, not {value!r}.")
    made: set[str] = set()
    for copy in range(1, copies + 1):
        text = _choose(spec, Dice(seed, copy), made)
        made.add(text)
        yield Exercise(spec.kind, text, spec.root, spec.convention, seed, copy)


def _choose(spec: ExerciseSpec, dice: Dice, made: set[str]) -> str:
    if spec.kind == EXPECTIMINIMAX:
        return choose_with_chance(spec, dice, made.__contains__)
    shape, leaves = choose(spec, dice, lambda found: _filled(*found) in made)
    return _filled(shape, leaves)


def _filled(shape: Shape, leaves: list[int]) -> str:
    """The tree as text."""
    if isinstance(shape, int):
        return str(leaves[shape])
    return f"[{', '.join(_filled(child, leaves) for child in shape)}]"


def _numbered(tree: Any) -> tuple[Shape, list[int], list[tuple[int, ...]]]:
    """The shape of a tree without chance, its leaves, and the way to each."""
    leaves: list[int] = []
    paths: list[tuple[int, ...]] = []

    def walk(node: Any, path: tuple[int, ...]) -> Shape:
        if isinstance(node, list):
            return tuple([walk(child, (*path, at)) for at, child in enumerate(node)])
        leaves.append(node)
        paths.append(path)
        return len(leaves) - 1

    return walk(tree, ()), leaves, paths


def _leaf_names(tree: Any, name: str) -> Iterator[str]:
    branches = tree if isinstance(tree, list) else [b for _, b in getattr(tree, "branches", ())]
    if not branches:
        yield name
    for at, child in enumerate(branches, start=1):
        yield from _leaf_names(child, f"{name}.{at}" if name else str(at))


def _laid_out(data: Any, margin: str) -> str:
    """JSON with a line for each field, for each of the answer's, and for each of its steps."""
    inner = f"{margin} "
    if isinstance(data, dict) and (not margin or "steps" in data):
        fields = [f"{inner}{_dump(name)}: {_laid_out(data[name], inner)}" for name in data]
        return "{\n" + ",\n".join(fields) + f"\n{margin}}}"
    if isinstance(data, list) and data and isinstance(data[0], dict):
        return "[\n" + ",\n".join(f"{inner}{_dump(item)}" for item in data) + f"\n{margin}]"
    return _dump(data)


def _dump(data: Any) -> str:
    return json.dumps(data, ensure_ascii=False)


def _one_of(data: dict[str, Any], name: str, choices: tuple[str, ...]) -> str:
    value = data.get(name)
    if not isinstance(value, str) or value not in choices:
        raise UsageError(f'"{name}" must be one of {", ".join(choices)}, not {value!r}.')
    return value


def _whole(data: dict[str, Any], name: str, usual: int) -> int:
    value = data.get(name, usual)
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise UsageError(f'"{name}" must be a whole number from 0 up, not {value!r}.')
    return value


def _convention(data: Any) -> Convention:
    if not isinstance(data, dict):
        raise UsageError(f'A "convention" says what "cut", "fail" and "order" are, not {data!r}.')
    cut = _one_of({"cut": ">=", **data}, "cut", (">=", ">"))
    fail = _one_of({"fail": "soft", **data}, "fail", ("soft", "hard"))
    _one_of({"order": "given", **data}, "order", ("given",))
    return Convention(strict=cut == ">", fail_soft=fail == "soft")
