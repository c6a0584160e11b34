"""From a fault on a random line to the shortest line that shows it."""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable, Iterator
from contextlib import suppress
from itertools import islice

from outplay.asking import Fault, answers, next_state
from outplay.checker.questions import Node, identity
from outplay.checker.solver import NODES
from outplay.checker.walk import OutOfTime, Walker, comes_back
from outplay.keys import same

STATES, SECONDS = 5_000, 3.0
"""The most that is spent on each of the two searches for a shorter way."""

Found = tuple[Fault, Node | None]

Start = Callable[[float], Walker]
"""Makes a new walk, with that deadline."""


def shortest(start: Start, fault: Fault, node: Node | None, seconds: float = SECONDS) -> Found:
    """The same fault after fewer moves, if `seconds` for each of two searches find one."""

    def fresh(deadline: float) -> Walker:
        walker = start(deadline).begin()
        walker.small, walker.solves = NODES, walker.solves and fault.kind == "contradicts"
        return walker

    def soon() -> float:
        return time.perf_counter() + seconds

    if node is None or node.depth == 0 or fault.kind == "endless":
        return fault, node
    best: Found = fault, node
    try:
        if fault.kind == "cycle":
            return _shortest_cycle(fresh(soon()), fault, node)
        best = _shortened(fresh, soon(), fault, node)
        return _nearest(fresh(soon()), fault, best[1] or node) or best
    except (OutOfTime, Fault):  # a Fault: the rules do not even start again as they did at first
        return best


def _same_fault(one: Fault, other: Fault) -> bool:
    return (one.rule, one.kind) == (other.rule, other.kind)


def _nearest(walker: Walker, fault: Fault, node: Node) -> Found | None:
    """The fault nearest to the start; None if it is not seen among the states looked at."""
    apart = fault.kind == "differs" and walker.ask.board is None
    try:
        walker.opening(STATES, node.depth, apart)
    except Fault as other:
        return (other, walker.ask.here) if _same_fault(other, fault) else None
    except OutOfTime:
        pass
    return None


def _shortened(fresh: Start, deadline: float, fault: Fault, node: Node) -> Found:
    """The line without the moves that it can do without, half of them at once, then fewer."""
    best: Found = fault, node
    line = node.line()
    size = len(line) // 2
    while size:
        at = 0
        while at < len(line):
            found = _replay(fresh, deadline, [*line[:at], *line[at + size :]], fault)
            if found is None:
                at += size
            else:
                best, line = found, found[1].line()
        size //= 2
    return best


def _replay(
    fresh: Start, deadline: float, line: list[object], fault: Fault
) -> tuple[Fault, Node] | None:
    """The fault at the end of that line, if the line is legal and shows it."""
    if time.perf_counter() > deadline:
        return None
    walker = fresh(deadline)
    ask, node = walker.ask, walker.root
    try:
        for a in line:
            if not any(same(a, b) for b in answers(ask, node.state).actions):
                return None
            node = Node(next_state(ask, node.state, a), node, a)
        walker.arrive(node, closely=True)
    except Fault as other:
        return (other, node) if _same_fault(other, fault) else None
    except OutOfTime:
        pass
    return None


# --- cycles -------------------------------------------------------------------------------


def _shortest_cycle(walker: Walker, fault: Fault, node: Node) -> Found:
    """The shortest line that comes back to a position it has met."""
    graph = _Graph(walker)
    best, length = (fault, node), node.depth
    new = (child for child, before in graph.edges(walker.root) if before is None)
    for start in [walker.root, *islice(new, STATES - 1)]:
        if start.depth >= length:
            break
        edges = graph.edges(start, length - start.depth - 1)
        closed = next((child for child, before in edges if before is start), None)
        if closed is not None:
            best, length = (comes_back(walker.ask, closed, start), closed), closed.depth
    return best


class _Graph:
    """The states of a game and their next states, each computed once."""

    def __init__(self, walker: Walker) -> None:
        self._ask = walker.ask
        self._deadline = walker.deadline or 0.0
        self._next: dict[Hashable, list[tuple[object, object, Hashable]]] = {}

    def _children(self, node: Node) -> list[tuple[Node, Hashable]]:
        """The nodes one move away, each with its identity."""
        me = identity(self._ask, node.state, "result")
        if me not in self._next:
            if time.perf_counter() > self._deadline:
                raise OutOfTime
            s = node.state
            moves = [(a, next_state(self._ask, s, a)) for a in answers(self._ask, s).actions]
            self._next[me] = [(a, t, identity(self._ask, t, "result")) for a, t in moves]
        return [(Node(t, node, a), it) for a, t, it in self._next[me]]

    def edges(self, start: Node, plies: int = STATES) -> Iterator[tuple[Node, Node | None]]:
        """All next states up to that many plies away, in order of depth, each with the node where
        the state was met before, if it was. Fewer where the time is over, or a rule fails.
        """
        with suppress(OutOfTime, Fault):
            nodes, met = [start], {identity(self._ask, start.state, "result"): start}
            for node in nodes:
                if node.depth - start.depth == plies:
                    return
                for child, it in self._children(node):
                    yield child, met.get(it)
                    if it not in met:
                        met[it] = child
                        nodes.append(child)
