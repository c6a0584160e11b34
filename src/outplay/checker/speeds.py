"""Python compared with native code: the same small searches at both speeds."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from dataclasses import dataclass
from statistics import median
from typing import Any

from outplay.asking import Fault
from outplay.checker.questions import Node, close
from outplay.checker.walk import OutOfTime, Walker
from outplay.errors import NotNative, OutplayError
from outplay.game import CHANCE, AnyGame
from outplay.keys import same
from outplay.result import AnyResult, Result
from outplay.search.memory import Memory
from outplay.search.textbook import expectiminimax, quiet_cutoff

DEPTH, NODES = 3, 3_000
"""How far the searches go that are compared."""

POSITIONS = 12
"""Positions that are compared, the start among them."""

NEAREST = 100
"""Positions nearest to the start in which a shorter example of a difference is sought."""


SAMPLED = 200
"""States that are sampled before rules are compiled."""


Difference = tuple[Fault, Node]
"""Where the two speeds part."""


@dataclass
class Comparison:
    """Searches at both speeds, until one differs or the time is up."""

    walker: Walker
    seed: int
    deadline: float | None
    """When to stop: later by what compiling takes."""
    searches: int = 0
    """How many were compared."""

    def run(self) -> Difference | None:
        """The first difference found; raises NotNative if the rules do not compile."""
        if self.deadline is not None:
            took = self.walker.ask.seconds.values()
            state = sum(median(times) for times in took if times)
            if time.perf_counter() + SAMPLED * state > self.deadline:
                raise OutOfTime
        for options in _searches(self.walker.ask.game):
            self._options, self._compiled = options, False
            for node in _positions(self.walker, self.seed):
                for depth in (DEPTH,) if "cutoff" in options else (1, DEPTH):
                    fault = self._differ(node, depth)
                    if fault is not None:
                        return self._smaller() or (fault, node)
        return None

    def _smaller(self) -> Difference | None:
        """A difference near the start, in a search as shallow as can be."""
        live = [node for found, node in self.walker.known.values() if not found.over]
        live.sort(key=lambda node: node.depth)
        try:
            for depth in range(1, DEPTH + 1):
                for node in live[:NEAREST]:
                    fault = self._differ(node, depth)
                    if fault is not None:
                        return (fault, node)
        except OutOfTime:
            pass
        return None

    def _differ(self, node: Node, depth: int) -> Fault | None:
        """The fault, if a search from this position differs between the speeds."""
        slow = self._search(node, depth, "python")
        began = time.perf_counter()
        try:
            fast = self._search(node, depth, "native")
        finally:
            if self.deadline is not None and not self._compiled:
                self.deadline += time.perf_counter() - began
            self._compiled = True
        self.searches += 1
        return _difference(slow, fast, depth, self._options)

    def _search(self, node: Node, depth: int, speed: str) -> AnyResult | OutplayError:
        fitted = dict(self._options)
        if "memory" in fitted:
            fitted["memory"] = Memory(1 << 16)
        if "cutoff" not in fitted:
            fitted["depth"] = depth
        if self.deadline is not None and speed == "python":
            fitted["time"] = self.deadline - time.perf_counter()
            if fitted["time"] <= 0:
                raise OutOfTime
        game = self.walker.ask.game
        try:
            result = expectiminimax(game, node.state, nodes=NODES, speed=speed, **fitted)
        except NotNative:
            raise
        except OutplayError as error:
            return error
        if result.stopped_by == "interrupt":
            raise KeyboardInterrupt
        if result.stopped_by == "time":
            raise OutOfTime
        return result


def _searches(game: AnyGame) -> Iterator[dict[str, Any]]:
    """The plain search, and one that uses all the optional answers that searches know."""
    yield {}
    more: dict[str, Any] = {}
    if game.answers("symmetries") or game.answers("key"):
        more["memory"] = True
    if game.answers("priority"):
        more["order"] = "priority"
    if game.answers("candidates"):
        more["candidates"] = True
    if more:
        yield more
    if game.answers("is_quiet"):
        yield {"cutoff": quiet_cutoff(game, 2, extra=2)}


def _positions(walker: Walker, seed: int) -> list[Node]:
    """The start and live positions met on the way, from all depths."""
    live = [node for found, node in walker.known.values() if not found.over]
    others = random.Random(seed).sample(live, min(POSITIONS, len(live)))
    start = [node for node in live if node.depth == 0]
    return [*start, *(node for node in others if node.depth)]


def _difference(
    slow: AnyResult | OutplayError,
    fast: AnyResult | OutplayError,
    depth: int,
    options: dict[str, Any],
) -> Fault | None:
    """The fault, if the answers of the two speeds differ."""
    deep = "until it is quiet" if "cutoff" in options else f"of depth {depth}"
    using = f" (with {', '.join(options)})" if options else ""
    said = f"A search {deep}{using}"
    if isinstance(slow, OutplayError) and isinstance(fast, OutplayError):
        return None
    for failed, where in ((fast, "at native speed only"), (slow, "in Python only")):
        if isinstance(failed, OutplayError):
            return Fault("native", "raises", f"{said} fails {where}: {failed}".rstrip("."))
    assert isinstance(slow, Result)
    assert isinstance(fast, Result)
    wrong = next(_differences(slow, fast), "")
    if not wrong:
        return None
    why = "native ints have 64 bits, and constants are read once"
    return Fault("native", "differs", f"{said} gives {wrong} ({why})")


def _differences(slow: AnyResult, fast: AnyResult) -> Iterator[str]:
    """What differs, as ends of a sentence."""
    if not close(slow.value, fast.value):
        yield f"the value {slow.value} in Python and {fast.value} at native speed"
    if slow.nodes != fast.nodes:
        yield f"{slow.nodes:,} nodes in Python and {fast.nodes:,} at native speed"
    for one, two in zip(slow.moves, fast.moves, strict=False):
        if not same(one.action, two.action):
            yield f"the action {one.action!r} in Python and {two.action!r} at native speed"
        if not close(one.value, two.value):
            values = f"{one.value} in Python and {two.value} at native speed"
            yield f"the move {one.action!r} the value {values}"
    if not _as_good(slow, fast):
        yield f"the action {slow.action!r} in Python and {fast.action!r} at native speed"


def _as_good(slow: AnyResult, fast: AnyResult) -> bool:
    """The same action, or one that only the rounding of sums tells apart."""
    if slow.to_move == CHANCE or same(slow.action, fast.action):
        return True
    values = [m.value for m in slow.moves if same(m.action, fast.action)]
    exact = isinstance(slow.value, int)
    return not exact and any(value != slow.value and close(value, slow.value) for value in values)
