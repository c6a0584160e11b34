"""The algorithms as pseudo-code, and the lines of it that a step of a trace carries out.

What a line says follows the convention, so that what is read is what is done.
"""

from __future__ import annotations

from dataclasses import dataclass

from outplay.explain.conventions import AIMA, Convention
from outplay.explain.trace import CUT, ENTER, LEAF, RETURN, UPDATE
from outplay.game import CHANCE, MAX, MIN
from outplay.search.algorithms import ALGORITHMS

EVERYBODY = 2
"""In place of a player: whoever moves."""


@dataclass(frozen=True)
class Code:
    """An algorithm in lines, and which of them belong to what."""

    lines: tuple[str, ...]
    of: dict[tuple[str, int], tuple[int, ...]]
    """(kind of step, player) to lines, from 0."""
    raised: dict[int, int]
    """By player: the line that narrows the window after an update that does not cut."""

    def at(self, kind: str, player: int, raises: bool) -> list[int]:
        """The lines of a step; `raises` says that an update narrows the window."""
        found = list(self.of.get((kind, player)) or self.of.get((kind, EVERYBODY), ()))
        if raises and kind == UPDATE and player in self.raised:
            found.append(self.raised[player])
        return found


def code_for(algorithm: str, convention: Convention = AIMA) -> Code:
    """The pseudo-code of an algorithm; there is none of the engine."""
    if algorithm == "negamax":
        return _negamax()
    about = ALGORITHMS[algorithm]
    lines: list[str] = []
    of: dict[tuple[str, int], tuple[int, ...]] = {}
    raised: dict[int, int] = {}

    def add(indent: int, text: str, *what: tuple[str, int]) -> None:
        lines.append("  " * indent + text)
        for each in what:
            of[each] = (*of.get(each, ()), len(lines) - 1)

    window = ", α, β" if about.windowed else ""
    call = f"{algorithm}(child{window})"
    add(0, f"{algorithm}(node{window})", (ENTER, EVERYBODY))
    add(1, "if the search ends here: return the value", (LEAF, EVERYBODY))
    sides = (
        (MAX, "MAX", "-∞", "max", ">", "≥", "β", "α"),
        (MIN, "MIN", "∞", "min", "<", "≤", "α", "β"),
    )
    for player, side, start, pick, beyond, reaches, end, own in sides:
        add(1, f"if {side} moves here:")
        add(2, f"v ← {start}")
        add(2, "for each child, in order:")
        add(3, f"v ← {pick}(v, {call})", (UPDATE, player))
        if about.windowed:
            sign = beyond if convention.strict else reaches
            add(3, f"if v {sign} {end}: skip the rest", (CUT, player))
            add(3, f"{own} ← {pick}({own}, v)")
            raised[player] = len(lines) - 1
    if about.chance:
        add(1, "if chance moves here:")
        if about.probing:
            add(2, "for each child: look at its first reply (a bound on it)")
        add(2, "v ← 0")
        add(2, "for each child, of probability p:")
        inner = f"{algorithm}(child, what it must reach)" if about.windowed else call
        add(3, f"v ← v + p × {inner}", (UPDATE, CHANCE))
        if about.windowed:
            add(3, "if the mean can be no more than α,")
            add(3, "or no less than β: skip the rest")
            of[CUT, CHANCE] = (len(lines) - 2, len(lines) - 1)
    clamped = about.windowed and not convention.fail_soft
    last = "return v, or the end of the first (α, β) it is beyond" if clamped else "return v"
    add(1, last, (RETURN, EVERYBODY))
    return Code(tuple(lines), of, raised)


def _negamax() -> Code:
    lines = (
        "negamax(node, player)",
        "  if the search ends here: return player × value",
        "  v ← -∞",
        "  for each child, in order:",
        "    v ← max(v, -negamax(child, -player))",
        "  return v",
        "",
        "player is 1 for MAX and -1 for MIN. The tree shows",
        "MAX's values: where MIN moves, v has the other sign.",
    )
    of: dict[tuple[str, int], tuple[int, ...]] = {
        (ENTER, EVERYBODY): (0,),
        (LEAF, EVERYBODY): (1,),
        (UPDATE, EVERYBODY): (4,),
        (RETURN, EVERYBODY): (5,),
    }
    return Code(lines, of, {})
