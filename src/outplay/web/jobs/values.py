"""Values as the page shows them: a label, a bar, a few words."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from outplay import wording
from outplay.game import MAX, MIN, AnyGame
from outplay.result import AnyMove, AnyResult, Bound
from outplay.wording import NOISE, plural

if TYPE_CHECKING:
    from outplay.explain.reasons.analysis import Score

STEPS = 4.0
"""An estimate of so many steps fills three quarters of a side's half of the bar; a step is what one
move changes in the estimate on average (`outplay.arena.levels.step_of`)."""

NEARLY = 0.98
"""How far an estimate fills the bar at most: only what is certain fills it all."""

LARGEST = 1e300
"""Stands for infinity, which JSON has no word for."""


class Scale:
    """Where values of a game stand between the two sides."""

    def __init__(self, game: AnyGame, step: float) -> None:
        self.step = step
        self.luck = not game.properties.deterministic
        self.most = _most(game) if self.luck else None

    def bar(self, value: float, bound: Bound, proven: bool) -> float:
        """-1 (all for MIN) to 1 (all for MAX).

        What is proven goes by who wins. With dice no value says that: it goes by the share of the
        most that can be won, where the game tells. Estimates go by the game's own step.
        """
        if self.most is not None:
            return max(-1.0, min(1.0, value / self.most))
        if proven and not self.luck:
            side = (value > 0) - (value < 0)
            # That it is worth at least a loss says nothing.
            idle = (bound is Bound.LOWER and side < 0) or (bound is Bound.UPPER and side > 0)
            return 0.0 if idle else float(side)
        if self.step > 0:
            return NEARLY * math.tanh(value / (STEPS * self.step))
        return 0.5 * ((value > 0) - (value < 0))


def _most(game: AnyGame) -> float | None:
    """The most that either side can win, if the game tells it; else None."""
    if not game.answers("bounds"):
        return None
    low, high = game.bounds(game.initial())
    most = max(abs(float(low)), abs(float(high)))
    return most if 0 < most < math.inf else None


def number(value: float) -> float:
    """A value that JSON can hold."""
    plain = 0.0 if abs(value) < NOISE else float(value)
    if not math.isfinite(plain):
        return math.copysign(LARGEST, plain)
    return int(plain) if plain.is_integer() and abs(plain) < 1e15 else plain


def sign(bound: Bound, proven: bool) -> str:
    """One character: `= ≥ ≤` of the game itself, `~` of all that an estimate took part in."""
    return bound.sign if proven else Bound.ESTIMATE.sign


def label(value: float, bound: Bound, proven: bool = True) -> str:
    """`≥ +3`, `~ +0.25`, `~ ≤ 0`; of an estimate no more digits than mean something."""
    signs = sign(bound, proven)
    if not proven and bound in (Bound.LOWER, Bound.UPPER):
        signs = f"{signs} {bound.sign}"
    return f"{signs} {wording.number(value, 4 if proven else 3, signed=True)}"


def worth(found: AnyResult | AnyMove | Score, scale: Scale | None = None) -> dict[str, object]:
    """What is said of a value, as the page shows it."""
    value, bound, proven = found.value, found.bound, found.proven
    told = {
        "value": number(value),
        "sign": sign(bound, proven),
        "label": label(value, bound, proven),
        "proven": proven,
        "distance": getattr(found, "distance", None),
    }
    if scale is not None:
        told["bar"] = round(scale.bar(float(value), bound, proven), 3)
    return told


def ending_words(game: AnyGame, value: float, *, win: float | None, distance: int | None) -> str:
    """How a game whose value is proven ends: `X wins in 7 plies`, `a draw`."""
    plies = "" if distance is None else f" in {plural(distance, 'ply', 'plies')}"
    if win is None:
        return f"the game ends{plies}" if plies else ""
    if value == 0:
        return "a draw"
    return f"{game.player_name(MAX if value > 0 else MIN)} wins{plies}"
