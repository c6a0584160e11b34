"""How traces, trees and reasons say things: numbers with their sign, nodes, players, reasons."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from numbers import Integral
from typing import Any

from outplay.game import CHANCE, MAX, MIN, Game
from outplay.games.tree import Tree
from outplay.result import Bound
from outplay.wording import number as number

PLAYERS = {MAX: "MAX", MIN: "MIN", CHANCE: "CHANCE"}
SHAPES = {MAX: "△", MIN: "▽", CHANCE: "○"}
LEAF_SHAPE = "□"


def signed(value: float, bound: Bound) -> str:
    """= 3, ≥ 3, ≤ 3 or ~ 3."""
    return f"{bound.sign} {number(value)}"


def probability(chance: float) -> str:
    """0.25, and 1/6 where a decimal would not end soon."""
    short = f"{chance:.3g}"
    if float(short) == chance:
        return short
    near = Fraction(chance).limit_denominator(100)
    return str(near) if abs(near - chance) < 1e-12 else f"{chance:.6g}"


def window(alpha: float, beta: float) -> str:
    """(α, β)"""
    return f"({number(alpha)}, {number(beta)})"


def actions_of(game: Game[Any, Any], state: Any, path: Sequence[Any]) -> list[str]:
    """The actions of a line from `state` on, in the game's notation."""
    texts = []
    for action in path:
        texts.append(game.format_action(state, action))
        state = game.result(state, action)
    return texts


def action_texts(game: Game[Any, Any], state: Any, actions: Sequence[Any]) -> list[str]:
    """Actions of one state, in the game's notation."""
    return [game.format_action(state, action) for action in actions]


def node_name(game: Game[Any, Any], root: Any, path: Sequence[Any]) -> str:
    """What a node is called: `1.2` in a literal tree, else the moves to it; `root`."""
    texts = actions_of(game, root, path)
    if not texts:
        return "root"
    return (".".join if isinstance(game, Tree) else " ".join)(texts)


def why_cut(player: int, value: float, alpha: float, beta: float) -> str:
    """Why the rest of a node does not matter, in one sentence without its full stop."""
    if player == CHANCE:
        low = value <= alpha
        end, side = (alpha, "above") if low else (beta, "below")
        return f"whatever the other outcomes bring, the mean does not come {side} {number(end)}"
    here, there = ("MIN", "MAX") if player == MIN else ("MAX", "MIN")
    end = alpha if player == MIN else beta
    equal = ", which is as good" if value == end else ""
    return f"{here} already holds {number(value)} here, {there} has {number(end)} elsewhere{equal}"


def plural(count: int, one: str, many: str = "") -> str:
    """`1 move`, `3 moves`."""
    return f"{count:,} {one if count == 1 else many or one + 's'}"


def plain(value: float | None) -> Any:
    """A number as JSON has it: infinities are text there, and NumPy's numbers Python's own."""
    if value is None:
        return None
    if math.isinf(value):
        return "inf" if value > 0 else "-inf"
    return int(value) if isinstance(value, Integral) else float(value)
