"""What a check found, as data and as a paragraph for a person."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from outplay.errors import RulesError
from outplay.wording import plural

SHOWN = 24
"""Moves of a long line that a sentence shows."""


@dataclass(frozen=True)
class Failure:
    """One rule that is wrong, and the shortest way found to see it."""

    rule: str
    """The rule at fault: `result`, `utility` … or `native` (the two speeds differ)."""
    kind: str
    """What is wrong with it, in a word or two: `changes`, `unequal`, `raises ValueError` …"""
    what: str
    """The fault as a sentence."""
    moves: tuple[str, ...]
    """The moves from the start to the position where it shows, in the game's notation."""
    line: tuple[object, ...]
    """The same moves, as the game's actions."""
    position: str
    """That position, in the game's notation; empty if there is none."""

    def __str__(self) -> str:
        sentence = self.what if self.what.endswith(("?", ".")) else f"{self.what}."
        if not self.position:
            return sentence
        where = f"after the moves {move_list(self.moves)}" if self.moves else "at the start"
        return f"{sentence} It shows up {where}, in the position {self.position}."


@dataclass(frozen=True)
class Report:
    """What `check` tried and the first fault it found, if any. True if it found none.

    Warnings are no faults: a report that has some may be true.
    """

    name: str
    """The game."""
    failure: Failure | None
    lines: int
    """Random lines played."""
    states: int
    """Distinct states met."""
    depth: int
    """Plies of the longest line."""
    checked: tuple[str, ...]
    """The optional answers and the notations that were checked."""
    notes: tuple[str, ...]
    """What could not be checked, and why; what is worth knowing of the game: sentences."""
    speed: str
    """`both` if native answers were compared with Python's, else `python`."""
    speed_reason: str
    """Why not both; empty if both."""
    elapsed: float
    """Seconds, compiling included."""
    seed: int
    stopped_by: str = "end"
    """`end`, `time` or `interrupt`."""
    warnings: tuple[Failure, ...] = ()
    """What is likely wrong, but not for certain: a strange game may be meant so."""

    @property
    def ok(self) -> bool:
        """No fault was found."""
        return self.failure is None

    def __bool__(self) -> bool:
        return self.ok

    def raise_if_failed(self) -> None:
        """Raises RulesError with the fault, if there is one: for tests of games."""
        if self.failure is not None:
            raise RulesError(f"{self.name}: {self.failure}")

    def __str__(self) -> str:
        lines, states = plural(self.lines, "line"), plural(self.states, "state")
        depth = f"up to {plural(self.depth, 'ply', 'plies')}"
        stopped = {
            "end": "",
            "time": " Time ran out before the end.",
            "interrupt": " It was interrupted before the end.",
        }[self.stopped_by]
        if self.failure is not None:
            found = f"after {states}" + (f" and {lines}" if self.lines else "")
            return f"{self.name}: {self.failure}\nFound {found}; seed {self.seed}.{stopped}"
        speed = "at both speeds" if self.speed == "both" else "in Python only"
        fault = "definite fault" if self.warnings else "fault"
        parts = [f"{self.name}: no {fault} found in {lines}, {states}, {depth}; {speed}.{stopped}"]
        parts += [f"Warning: {warning}" for warning in self.warnings]
        besides = f", and: {', '.join(self.checked)}" if self.checked else " only"
        parts.append(f"Checked the six questions{besides}.")
        if self.speed_reason:
            parts.append(f"Not at native speed: {self.speed_reason.rstrip('.')}.")
        return "\n".join([*parts, *self.notes])


def move_list(moves: Sequence[str]) -> str:
    """The moves as text, the middle of a long line left out."""
    if len(moves) <= SHOWN:
        return " ".join(moves)
    half = SHOWN // 2
    return f"{' '.join(moves[:half])} … {' '.join(moves[-half:])} ({len(moves):,} plies)"
