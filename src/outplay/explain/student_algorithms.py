"""Ways to solve a tree: the right one, and what it becomes with one thing wrong.

A `Way` says how; `run` does it, and keeps what a student would write down: the value of each
node, the leaves in the order of their visit, the windows, and what was skipped.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

from outplay.explain.grading.task import Path, Task
from outplay.game import MAX

INFINITY = math.inf


@dataclass(frozen=True)
class Way:
    """How a tree is solved. The defaults are minimax, done right."""

    prune: bool = False
    strict: bool = False
    """Cut on > alone, not on ≥."""
    hard: bool = False
    """Fail-hard: what a node returns is kept inside its window."""
    turns: str = "right"
    """Who moves: `right`; `exchanged`: MAX where MIN moves and the other way round; `shifted`:
    the turn changes one level too late; `one min`: MIN moves once, then always MAX; `one max`
    likewise; `always`: the root's player moves everywhere."""
    chance: str = "weighted"
    """A chance node's value: `weighted`, `mean`, `likeliest`, `max`, `min` or `sum`."""
    chance_turn: bool = False
    """Does a chance node take a turn, so that the other player moves after it?"""
    window: str = "right"
    """What is passed down: `right` both; `no alpha`, `no beta`, `none`; `parent`: the bound of
    the node alone, so that deep cuts are missed; `swapped`."""
    test: str = "right"
    """When a node is cut: `swapped`: MAX compares with α and MIN with β; `first`: only in the
    children of the root."""
    update: str = "best"
    """α and β become the `best` value so far, or the `last` one."""
    early: bool = False
    """Stops one level above the deepest leaves, and takes the mean there."""
    sign: str = ""
    """Negamax: `right`; `minus`: the child's value is not negated; `leaf`: a leaf is not seen
    from the side of who moves; `window`: α and β are not exchanged and negated."""


@dataclass
class Run:
    """What one way gives on one tree. Values are from MAX's side."""

    values: dict[Path, float] = field(default_factory=dict)
    """What each visited node returned; leaves too."""
    visited: list[Path] = field(default_factory=list)
    """The leaves, in order."""
    windows: dict[Path, tuple[float, float]] = field(default_factory=dict)
    """The windows that nodes were entered with, in order."""
    cuts: dict[Path, tuple[Path, ...]] = field(default_factory=dict)
    """Where a cut was made, and the children that it left out; none if it was the last."""
    moves: tuple[int, ...] = ()
    """The root's children that are as good as the best, by this way."""

    @property
    def value(self) -> float:
        return self.values[()]


def run(task: Task, way: Way) -> Run:
    """What that way gives on the tree; it is kept, since many answers are marked by it."""
    if way not in task.runs:
        task.runs[way] = _Walk(task, way).run()
    done = task.runs[way]
    assert isinstance(done, Run)
    return done


class _Walk:
    def __init__(self, task: Task, way: Way) -> None:
        self.task, self.way = task, way
        self.seen = Run()

    def run(self) -> Run:
        if self.way.sign:
            self._negamax((), self.task.root, -INFINITY, INFINITY)
        else:
            self._search((), 0, -INFINITY, INFINITY)
        values, children = self.seen.values, self.task.nodes[()].children
        self.seen.moves = tuple(
            child[0]
            for child in children
            if child in values and self.task.same(values[child], values[()])
        )
        return self.seen

    # --- minimax and alpha-beta -----------------------------------------------------------

    def _search(self, path: Path, turns: int, alpha: float, beta: float) -> float:
        way, node, seen = self.way, self.task.nodes[path], self.seen
        seen.windows[path] = alpha, beta
        if not node.children:
            seen.visited.append(path)
            value = node.value
        elif way.early and len(path) == self.task.depth - 1:
            value = node.value
        elif node.chances:
            below = [
                self._search(child, turns + way.chance_turn, alpha, beta) for child in node.children
            ]
            value = _mix(way.chance, below, node.chances)
        else:
            value = self._choose(path, turns, alpha, beta)
        seen.values[path] = value
        return value

    def _choose(self, path: Path, turns: int, alpha: float, beta: float) -> float:
        way, children = self.way, self.task.nodes[path].children
        low, high = alpha, beta
        maximise = self._player(turns) == MAX
        best = -INFINITY if maximise else INFINITY
        for number, child in enumerate(children):
            passed = self._passed(alpha, beta, best, maximise)
            value = self._search(child, turns + 1, *passed)
            best = max(best, value) if maximise else min(best, value)
            if way.prune and self._cuts(path, best, alpha, beta, maximise):
                self.seen.cuts[path] = children[number + 1 :]
                break
            latest = value if way.update == "last" else best
            if maximise:
                alpha = latest if way.update == "last" else max(alpha, best)
            else:
                beta = latest if way.update == "last" else min(beta, best)
        return min(max(best, low), high) if way.hard else best

    def _player(self, turns: int) -> int:
        root, way = self.task.root, self.way.turns
        if way == "exchanged":
            turns += 1
        elif way == "shifted":
            turns = max(0, turns - 1)
        elif way == "always":
            turns = 0
        right = root if turns % 2 == 0 else -root
        if way in ("one min", "one max"):
            once = -MAX if way == "one min" else MAX
            first = 0 if root == once else 1  # the turn on which that player moves
            return once if turns == first else -once
        return right

    def _passed(
        self, alpha: float, beta: float, best: float, maximise: bool
    ) -> tuple[float, float]:
        """The window of a child."""
        match self.way.window:
            case "no alpha":
                return -INFINITY, beta
            case "no beta":
                return alpha, INFINITY
            case "none":
                return -INFINITY, INFINITY
            case "parent":
                return (best, INFINITY) if maximise else (-INFINITY, best)
            case "swapped":
                return beta, alpha
        return alpha, beta

    def _cuts(self, path: Path, best: float, alpha: float, beta: float, maximise: bool) -> bool:
        if self.way.test == "first" and len(path) != 1:
            return False
        if self.way.test == "swapped":
            beyond, end = (alpha - best, alpha) if maximise else (best - beta, beta)
        else:
            beyond, end = (best - beta, beta) if maximise else (alpha - best, alpha)
        if best == end:
            return not self.way.strict
        return beyond > 0

    # --- negamax --------------------------------------------------------------------------

    def _negamax(self, path: Path, player: int, alpha: float, beta: float) -> float:
        """The value for `player`, whose turn it is."""
        way, node, seen = self.way, self.task.nodes[path], self.seen
        seen.windows[path] = (alpha, beta) if player == MAX else (-beta, -alpha)
        if not node.children:
            seen.visited.append(path)
            value = node.value if way.sign == "leaf" else player * node.value
            seen.values[path] = player * value
            return value
        best, low, high = -INFINITY, alpha, beta
        for number, child in enumerate(node.children):
            passed = (alpha, beta) if way.sign == "window" else (-beta, -alpha)
            value = self._negamax(child, -player, *passed)
            best = max(best, value if way.sign == "minus" else -value)
            if way.prune and (best > beta or (best == beta and not way.strict)):
                seen.cuts[path] = node.children[number + 1 :]
                break
            alpha = max(alpha, best)
        if way.hard:
            best = min(max(best, low), high)
        seen.values[path] = player * best
        return best


def _mix(how: str, values: Sequence[float], chances: Sequence[float]) -> float:
    """What a chance node is worth."""
    match how:
        case "mean":
            return sum(values) / len(values)
        case "likeliest":
            return values[max(range(len(values)), key=lambda number: chances[number])]
        case "max":
            return max(values)
        case "min":
            return min(values)
        case "sum":
            return sum(values)
    return sum(chance * value for chance, value in zip(chances, values, strict=True))
