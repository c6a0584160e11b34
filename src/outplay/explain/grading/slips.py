"""What grading finds: slips, and how they are worded."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from outplay.explain.student_algorithms import Algorithm
from outplay.explain.words import PLAYERS, listed, number
from outplay.game import MAX

VALUE, MOVE, VALUES = "value", "move", "values"
VISITED, CUTS, WINDOWS = "visited", "cuts", "windows"


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
    """How an answer is understood, where the exercise leaves it open."""

    algorithm: Algorithm
    """The right one, in one of the conventions."""
    mover: bool = False
    """Values are from the side to move (negamax), not from MAX's."""
    nodes: bool = False
    """The list of cuts names the nodes where they were made, not what was skipped."""


def bound_words(end: float) -> str:
    return "nothing" if math.isinf(end) else number(end)


def choice_words(player: int, tried: Sequence[float], right: str) -> str:
    """`MIN takes the smaller of 2 and 4, so it is 2`; `right` is that number with its sign."""
    if not tried:
        return f"it is {right}"
    texts = [number(v) for v in tried]
    if len(texts) == 1:
        return f"{PLAYERS[player]} has {texts[0]}, so it is {right}"
    size = ("larger", "largest") if player == MAX else ("smaller", "smallest")
    return (
        f"{PLAYERS[player]} takes the {size[len(texts) > 2]} of {listed(texts)}, so it is {right}"
    )
