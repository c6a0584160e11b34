"""Exercises: trees to be searched by hand, chosen for what they teach, with their answers.

    >>> from outplay.explain.exercises.exercise import ExerciseSpec, exercises
    >>> spec = ExerciseSpec("alphabeta", cuts=(2, 4), no_ties=True)
    >>> first, *rest = exercises(spec, seed=42, copies=30)
    >>> first.value, first.best, first.visited, first.cuts

Deep cuts. A cut is *deep* if it needs a bound that an ancestor beyond the parent holds: a search
that hands each node only what its own parent has from its other children would have looked at
the first child that the cut leaves out. (That is the difference between the procedures F2 and
F1 of Knuth and Moore, 1975.) The bound is MAX's for a MIN node and the reverse, so it comes from
three plies up at least, and no tree of fewer than four plies has a deep cut. Where deep cuts are
wanted in three plies, cuts that leave out a whole subtree count in their place.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import islice

from outplay.errors import UsageError
from outplay.explain.conventions import AIMA, Convention
from outplay.explain.exercise_files import json_of, read_fields
from outplay.explain.exercises.chance_trees import trees_with_chance
from outplay.explain.exercises.spec import ALPHABETA, EXPECTIMINIMAX, KINDS, ExerciseSpec
from outplay.explain.exercises.tree_generator import Dice, Generator, deep_cuts
from outplay.explain.student_algorithms import Algorithm, Path, PlainTree, name_of, run
from outplay.explain.trace import LEAF, RETURN, Step, Trace, trace
from outplay.explain.words import PLAYERS, signed
from outplay.game import MAX
from outplay.games.tree import Tree, parse_tree
from outplay.parameters import whole_number

__all__ = ["KINDS", "Cut", "Exercise", "ExerciseSpec", "exercises"]

VERSION = 1
"""The version of the JSON format."""

MOST_COPIES = 1000
KNOWN = 100
"""So many good trees may be repetitions before a copy is given up."""


@dataclass(frozen=True)
class Cut:
    """One place where alpha-beta leaves something out. Nodes are named `2.1`, or `root`."""

    node: str
    player: int
    """Who moves there, MAX or MIN."""
    skipped: tuple[str, ...]
    """The children that are left out."""
    value: float
    """The value of the node when it is cut."""
    limit: float
    """What it is compared with: α in a MIN node, β in a MAX node."""
    holder: str
    """The node that this limit comes from."""
    reason: str
    deep: bool
    """Whether it needs a bound from beyond the parent."""
    subtree: bool
    """Whether whole subtrees are left out, not only leaves."""


@dataclass(frozen=True)
class Exercise:
    """A tree to be searched by hand. The task and its answer follow from these fields."""

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
        for value in (self.plain.nodes[leaf].value for leaf in self.plain.leaves()):
            if value != int(value):
                raise UsageError(
                    f"The leaves of an exercise are whole numbers, not {float(value)}."
                )
        if self.game.answers("outcomes") and self.kind != EXPECTIMINIMAX:
            raise UsageError(f"{self.kind} is for trees without chance nodes.")

    @cached_property
    def tree(self) -> object:
        """The tree as `Game.from_tree` takes it: nested lists, and `Chance`."""
        return parse_tree(self.text)

    @cached_property
    def game(self) -> Tree:
        return Tree(self.tree, self.root)

    @cached_property
    def plain(self) -> PlainTree:
        return PlainTree(self.game, exact=True)

    # --- the answer -----------------------------------------------------------------------

    @cached_property
    def trace(self) -> Trace:
        """All that the search does, step by step."""
        how = vars(self.convention) if self.kind == ALPHABETA else {}
        return trace(self.game, algorithm=self.kind, limit=100_000, **how)

    @property
    def value(self) -> float:
        """Of the root, for MAX."""
        exact = run(self.plain, Algorithm()).value
        return int(exact) if exact == int(exact) else float(exact)

    @property
    def best(self) -> tuple[str, ...]:
        """All moves at the root that are equally good, from `1`."""
        return tuple(str(move + 1) for move in run(self.plain, Algorithm()).moves)

    @property
    def visited(self) -> tuple[str, ...]:
        """The leaves that the search looks at, in order."""
        return tuple(step.name for step in self.trace.leaves())

    @property
    def leaves(self) -> tuple[str, ...]:
        """All leaves, from left to right."""
        return tuple(map(name_of, self.plain.leaves()))

    @property
    def values(self) -> dict[str, str]:
        """What each node that is visited returns: `= 3`, `≤ 2`."""
        return {
            step.name: signed(step.value, step.bound)
            for step in self.trace.steps
            if step.kind in (LEAF, RETURN) and step.bound is not None and step.value is not None
        }

    @cached_property
    def cuts(self) -> tuple[Cut, ...]:
        """The cuts that leave something out, in order."""
        if self.kind != ALPHABETA:
            return ()
        strict = self.convention.strict
        found = run(self.plain, Algorithm(True, strict))
        shallow = run(self.plain, Algorithm(True, strict, window="parent"))
        deep = deep_cuts(self.plain, found, shallow)
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
        strict, plain = Algorithm(True, True), Algorithm(True)
        return run(self.plain, strict).visited != run(self.plain, plain).visited

    def _cut(self, step: Step, deep: list[Path]) -> Cut:
        assert step.alpha is not None and step.beta is not None and step.value is not None
        skipped, source = [(*step.path, child) for child in step.skipped], self.trace.source(step)
        assert source is not None
        return Cut(
            node=step.name,
            player=step.player,
            skipped=tuple(map(name_of, skipped)),
            value=step.value,
            limit=step.beta if step.player == MAX else step.alpha,
            holder=source.name,
            reason=step.why_cut(),
            deep=skipped[0] in deep,
            subtree=any(self.plain.nodes[child].children for child in skipped),
        )

    # --- JSON -----------------------------------------------------------------------------

    def as_dict(self, *, answer: bool = True) -> dict[str, object]:
        """Plain data; without `answer` what a student gets.

        The answer's `value`, `move`, `values`, `visited` and `cuts` are what `outplay grade`
        takes from a student.
        """
        convention = {"order": "given"}
        if self.kind == ALPHABETA:
            cut = ">" if self.convention.strict else ">="
            fail = "soft" if self.convention.fail_soft else "hard"
            convention = {"cut": cut, "fail": fail, **convention}
        data: dict[str, object] = {
            "outplay": "exercise",
            "version": VERSION,
            "kind": self.kind,
            "seed": self.seed,
            "copy": self.number,
            "tree": self.text if self.kind == EXPECTIMINIMAX else self.tree,
            "root": PLAYERS[self.root],
            "convention": convention,
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
                "steps": [self.trace.step_data(step) for step in self.trace.steps],
            }
        return data

    def to_json(self, *, answer: bool = True) -> str:
        """As JSON, a line for each field and for each step."""
        return _laid_out(self.as_dict(answer=answer), "") + "\n"

    @staticmethod
    def from_json(text: str) -> Exercise:
        """The exercise that `to_json` wrote; its answer is worked out anew. Raises UsageError."""
        return Exercise.from_dict(json_of(text, "The exercise"))

    @staticmethod
    def from_dict(data: object) -> Exercise:
        """The exercise that `as_dict` describes; raises UsageError."""
        given = read_fields(data, "The exercise", KINDS)
        assert isinstance(data, dict)
        if data.get("outplay") != "exercise":
            raise UsageError('This is not an exercise: it does not say "outplay": "exercise".')
        if data.get("version") != VERSION:
            raise UsageError(
                f"This exercise is of version {data.get('version')!r}; {VERSION} can be read."
            )
        text = given.tree if isinstance(given.tree, str) else json.dumps(given.tree)
        convention = Convention(strict=bool(given.strict), fail_soft=given.fail_soft is not False)
        seed = whole_number("seed", data.get("seed", 0), 0)
        copy = whole_number("copy", data.get("copy", 1), 0)
        return Exercise(given.kind, text, given.root, convention, seed, copy)


def exercises(spec: ExerciseSpec, *, seed: int = 0, copies: int = 1) -> Iterator[Exercise]:
    """So many different exercises that are as specified; raises UsageError if there are none.

    The same seed gives the same exercises everywhere, and the first ones do not depend on how
    many there are.
    """
    whole_number("seed", seed, 0)
    whole_number("copies", copies, 1, MOST_COPIES)
    made: set[str] = set()
    for copy in range(1, copies + 1):
        dice, chance = Dice(seed, copy), spec.kind == EXPECTIMINIMAX
        trees = trees_with_chance(spec, dice) if chance else Generator(spec, dice).trees()
        text = next((text for text in islice(trees, KNOWN) if text not in made), None)
        if text is None:
            raise UsageError(
                f"There are too few different trees like that ({spec.shape()}): ask for fewer"
                " copies or for more values."
            )
        made.add(text)
        yield Exercise(spec.kind, text, spec.root, spec.convention, seed, copy)


def _laid_out(data: object, margin: str) -> str:
    """JSON with a line for each field, for each of the answer's, and for each of its steps."""
    inner = f"{margin} "
    if isinstance(data, dict) and (not margin or "steps" in data):
        fields = [f"{inner}{_dump(name)}: {_laid_out(data[name], inner)}" for name in data]
        return "{\n" + ",\n".join(fields) + f"\n{margin}}}"
    if isinstance(data, list) and data and isinstance(data[0], dict):
        return "[\n" + ",\n".join(f"{inner}{_dump(item)}" for item in data) + f"\n{margin}]"
    return _dump(data)


def _dump(data: object) -> str:
    return json.dumps(data, ensure_ascii=False)
