"""What marking finds: slips, and how they are said."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

from outplay.explain.grading.task import Path, name_of
from outplay.explain.words import PLAYERS, number
from outplay.game import MAX

VALUE, MOVE, VALUES, VISITED, CUTS, WINDOWS = (
    "value", "move", "values", "visited", "cuts", "windows",
)  # fmt: skip


@dataclass(frozen=True)
class Slip:
    """One thing that is wrong, given what the student wrote before it."""

    part: str
    node: str
    said: str
    right: str
    sentence: str
    missing: bool = False
    """Was nothing written there?"""


@dataclass(frozen=True)
class Reading:
    """What is taken for right, where an exercise leaves it open."""

    strict: bool = False
    hard: bool = False
    mover: bool = False
    """Values are from the side of who moves (negamax), not from MAX's."""
    nodes: bool = False
    """The list of cuts names the nodes where they were made, not what was skipped."""


@dataclass
class Marked:
    """What a walk found."""

    slips: list[Slip] = field(default_factory=list)
    values: dict[Path, float] = field(default_factory=dict)
    """Of the nodes walked: what the student has there, or what follows from it."""
    visited: set[Path] = field(default_factory=set)
    cuts: dict[Path, tuple[Path, ...]] = field(default_factory=dict)
    """Where children were left out, and which."""


def node_words(path: Path) -> str:
    return f"node {name_of(path)}" if path else "the root"


def held(end: float) -> str:
    return "nothing" if math.isinf(end) else number(end)


def choice_words(player: int, tried: Sequence[float], right: str) -> str:
    """`MIN takes the smaller of 2 and 4, so it is 2`; `right` is that number with its sign."""
    if not tried:
        return f"it is {right}"
    texts = [number(v) for v in tried]
    if len(texts) == 1:
        return f"{PLAYERS[player]} has {texts[0]}, so it is {right}"
    size = {MAX: ("larger", "largest")}.get(player, ("smaller", "smallest"))[len(texts) > 2]
    listed = f"{', '.join(texts[:-1])} and {texts[-1]}"
    return f"{PLAYERS[player]} takes the {size} of {listed}, so it is {right}"
