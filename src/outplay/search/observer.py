"""Observers: what an interpreted search tells whoever watches it.

Every event says where it happens (`ply`, and the state), and the window as it then was.
Values are from MAX's side. A search without an observer does not contain these calls.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol


class Observer(Protocol):
    """What a search calls; subclass `Recorder` or write your own."""

    def enter(self, state: object, ply: int, alpha: float, beta: float) -> None:
        """A node is entered with this window."""

    def leaf(self, state: object, ply: int, value: float, terminal: bool) -> None:
        """The node is a leaf: the end of the game, or (terminal False) an estimate."""

    def update(
        self,
        state: object,
        ply: int,
        action: object,
        value: float,
        best: float,
        alpha: float,
        beta: float,
    ) -> None:
        """The node has the value of one action; `best` is what it has now."""

    def cut(
        self, state: object, ply: int, action: object, value: float, alpha: float, beta: float
    ) -> None:
        """The rest of the node is skipped: `action` took its value out of the window."""

    def leave(self, state: object, ply: int, value: float) -> None:
        """The node is done and returns `value`."""


@dataclass(frozen=True)
class Event:
    """One thing that happened in a search."""

    kind: str
    """`enter`, `leaf`, `update`, `cut` or `return`."""
    state: object
    ply: int
    alpha: float | None = None
    beta: float | None = None
    value: float | None = None
    best: float | None = None
    action: object = None
    terminal: bool | None = None


class Recorder:
    """An observer that keeps every event in order."""

    def __init__(self) -> None:
        self.events: list[Event] = []

    def enter(self, state: object, ply: int, alpha: float, beta: float) -> None:
        self.events.append(Event("enter", state, ply, alpha, beta))

    def leaf(self, state: object, ply: int, value: float, terminal: bool) -> None:
        self.events.append(Event("leaf", state, ply, value=value, terminal=terminal))

    def update(
        self,
        state: object,
        ply: int,
        action: object,
        value: float,
        best: float,
        alpha: float,
        beta: float,
    ) -> None:
        self.events.append(Event("update", state, ply, alpha, beta, value, best, action))

    def cut(
        self, state: object, ply: int, action: object, value: float, alpha: float, beta: float
    ) -> None:
        self.events.append(Event("cut", state, ply, alpha, beta, value, action=action))

    def leave(self, state: object, ply: int, value: float) -> None:
        self.events.append(Event("return", state, ply, value=value))
