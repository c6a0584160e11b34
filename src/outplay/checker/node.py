"""The way to a state that is checked, and when two numbers are the same."""

from __future__ import annotations

import math


class Node:
    """A state and the way to it."""

    __slots__ = ("action", "depth", "parent", "spot", "state")

    def __init__(self, state: object, parent: Node | None = None, action: object = None) -> None:
        self.state, self.parent, self.action = state, parent, action
        self.depth: int = 0 if parent is None else parent.depth + 1
        self.spot: object = None
        """What `position` says of the state, once it was asked."""

    def path(self) -> list[Node]:
        """The nodes from the start to this one."""
        nodes: list[Node] = []
        node: Node | None = self
        while node is not None:
            nodes.append(node)
            node = node.parent
        return nodes[::-1]

    def line(self) -> list[object]:
        """The actions from the start to this one."""
        return [node.action for node in self.path()[1:]]


def close(one: float, two: float) -> bool:
    """Equal numbers, but for the rounding of a different order of the same sums."""
    return math.isclose(one, two, rel_tol=1e-9, abs_tol=1e-9)
