"""Random game trees for experiments: the same arguments give the same tree, everywhere."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from outplay.bits import add, mix, multiply, shift_right, wrap
from outplay.errors import InvalidPosition, UsageError
from outplay.game import CHANCE, MAX, MIN, Game
from outplay.parameters import flag, is_number, player, whole_number

GOLDEN = wrap(0x9E3779B97F4A7C15)
"""2**64 over the golden ratio: the n-th child draws from its node plus n times this."""

BRANCHES, LEAF, VALUE, CHANCES = 1001, 1002, 1003, 1004
"""What a node draws for itself: numbers that no child has, so that all draws differ."""

ONE = 1 << 30
"""Certainty, in the units in which the probability of an early leaf is kept."""


class State(NamedTuple):
    """A node: a scrambled number that all below it follows from, and how deep it lies."""

    node: int
    depth: int


class RandomTree(Game[State, int]):
    """A tree whose shape and leaves are drawn at random, but fixed by `seed`.

    Every node has `branch` children, or with `vary` 1 to `branch`. Leaves lie at `depth`, and
    with `early` above it too: each node but the root is a leaf with that probability. Leaves
    are whole numbers, evenly drawn from `values` (lowest, highest). MAX moves at the root (or
    `root` does), and turns alternate; with `chance` the layers are MAX, chance, MIN, chance …,
    each counts for `depth`, and the probabilities are uneven.

    An action is the number of a child, from 0; people write it from 1. A position is its
    node and its depth, `9fb21c651e98df25@2`.
    """

    def __init__(
        self,
        branch: int = 3,
        depth: int = 4,
        seed: int = 0,
        vary: bool = False,
        chance: bool = False,
        values: tuple[int, int] = (-100, 100),
        early: float = 0.0,
        root: int = MAX,
    ) -> None:
        self.branch = whole_number("branch", branch, 1, 1000)
        self.depth = whole_number("depth", depth, 0, 1000)
        self.seed = whole_number("seed", seed, -(2**63), 2**63 - 1)
        self.vary = flag("vary", vary)
        self.chance = flag("chance", chance)
        if not isinstance(values, tuple | list) or len(values) != 2:
            raise UsageError(f"values must be (lowest, highest), not {values!r}.")
        self.lowest = whole_number("The lowest of values", values[0], -(2**40), 2**40)
        self.highest = whole_number("The highest of values", values[1], self.lowest, 2**40)
        if not is_number(early) or not 0 <= early <= 1:
            raise UsageError(f"early must be a probability from 0 to 1, not {early!r}.")
        self.early = round(early * ONE)
        self.root = player("root", root)

    def answers(self, optional: str) -> bool:
        """Chance moves only in a tree that was asked for with it."""
        return super().answers(optional) and (optional != "outcomes" or self.chance)

    def initial(self) -> State:
        return State(mix(add(self.seed, GOLDEN)), 0)

    def to_move(self, s: State) -> int:
        if not self.chance:
            return self.root if s.depth % 2 == 0 else -self.root
        if s.depth % 2 == 1:
            return CHANCE
        return self.root if s.depth % 4 == 0 else -self.root

    def actions(self, s: State) -> range:
        return range(children(s.node, self.branch, self.vary))

    def outcomes(self, s: State) -> Iterator[tuple[int, float]]:
        """Each child's weight, 1 to 9, as a share of the sum of them."""
        weights = draw(s.node, CHANCES)
        count = children(s.node, self.branch, self.vary)
        total = 0
        for child in range(count):
            total += 1 + below(draw(weights, child), 9)
        for child in range(count):
            yield child, (1 + below(draw(weights, child), 9)) / total

    def result(self, s: State, child: int) -> State:
        return State(draw(s.node, child), s.depth + 1)

    def is_terminal(self, s: State) -> bool:
        if s.depth == 0 or s.depth >= self.depth:
            return s.depth >= self.depth
        return below(draw(s.node, LEAF), ONE) < self.early

    def utility(self, s: State) -> int:
        return self.lowest + below(draw(s.node, VALUE), self.highest - self.lowest + 1)

    # --- stronger ---------------------------------------------------------------------

    def evaluate(self, s: State) -> int:
        """What the node would be worth as a leaf: an estimate that knows nothing."""
        return self.lowest + below(draw(s.node, VALUE), self.highest - self.lowest + 1)

    def bounds(self, s: State) -> tuple[int, int]:
        return self.lowest, self.highest

    # --- for people -------------------------------------------------------------------

    def format_action(self, s: State, child: int) -> str:
        return str(child + 1)

    def format_state(self, s: State) -> str:
        return f"{s.node & (1 << 64) - 1:016x}@{s.depth}"

    def parse_state(self, text: str) -> State:
        found = re.fullmatch(r"([0-9a-f]{16})@([0-9]{1,4})", text.strip().lower())
        if found is None or int(found[2]) > self.depth:
            raise InvalidPosition(
                f"{text!r} is not a node of this tree: write sixteen hexadecimal digits, @ and a"
                f" depth up to {self.depth}, such as {self.format_state(self.initial())!r}."
            )
        return State(wrap(int(found[1], 16)), int(found[2]))

    def show(self, s: State) -> str:
        if self.is_terminal(s):
            return f"leaf {self.format_state(s)}: {self.utility(s)}"
        player = {MAX: "MAX", MIN: "MIN"}.get(self.to_move(s), "chance")
        count = children(s.node, self.branch, self.vary)
        return f"node {self.format_state(s)}: {player}, {count} children"


def draw(node: int, number: int) -> int:
    """The random number that `node` has for its child (or purpose) `number`."""
    return mix(add(node, multiply(GOLDEN, number + 1)))


def below(random: int, limit: int) -> int:
    """A random number scaled to 0 … limit - 1."""
    return shift_right(random, 1) % limit


def children(node: int, branch: int, vary: bool) -> int:
    """How many children the node has."""
    return 1 + below(draw(node, BRANCHES), branch) if vary else branch
