"""The limits of a search (`Limit`) and its result (`Result`)."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Generic, TypeAlias

from outplay.errors import UsageError
from outplay.lazy import fetch
from outplay.lines import texts_along
from outplay.parameters import is_number, whole_number
from outplay.tactics import Action, State
from outplay.wording import columns, format_value, plain_number, plural

if TYPE_CHECKING:
    from outplay.explain.tree import SearchTree
    from outplay.game import Game


PLAYERS = {1: "MAX", -1: "MIN"}

COMPILING = "the rules were still being compiled"
"""Why a search ran interpreted, where only the time was too short."""


class Bound(StrEnum):
    """What a number is. Its text is what `--json` prints; `sign` is what people read."""

    EXACT = "="
    LOWER = ">="
    UPPER = "<="
    ESTIMATE = "~"

    @property
    def sign(self) -> str:
        """One character: = ≥ ≤ ~"""
        return {">=": "≥", "<=": "≤"}.get(self.value, self.value)


@dataclass(frozen=True)
class Limit:
    """How far a search may go; `None` is without limit."""

    depth: int | None = None
    """Plies from the root."""
    time: float | None = None
    """Seconds from the call on. Compiling goes on meanwhile; a search that has to wait for the
    compiler (`speed="native"`) does not count that."""
    nodes: int | None = None
    """States visited."""

    def __post_init__(self) -> None:
        for name, value in (("depth", self.depth), ("nodes", self.nodes)):
            if value is not None:
                object.__setattr__(self, name, whole_number(name, value, 0))
        if self.time is not None and not (is_number(self.time) and 0 <= self.time < math.inf):
            raise UsageError(f"time must be a number of seconds from 0 up, not {self.time!r}.")

    def check(self, *, exact: bool) -> None:
        """Raises UsageError if it is no limit of an `exact` search."""
        if exact and self.depth is not None:
            raise UsageError("An exact search goes to the end of the game: leave out the depth.")


@dataclass(frozen=True)
class Move(Generic[Action]):
    """One action of the root and what the search found out about it."""

    action: Action
    value: float
    """From MAX's side; read it with `bound`."""
    bound: Bound
    """`=` the value, `≥` or `≤` a bound on it (alpha-beta cut it off), `~` an estimate."""
    proven: bool
    """True if no estimate took part: a value or bound of the game itself."""
    distance: int | None
    """Plies from the root to the end of the game along `line`; None for a bound, or if the
    line does not reach the end."""
    line: tuple[Action, ...]
    """The play that the search expects, this action first."""
    nodes: int
    """States visited below this action."""


@dataclass(frozen=True)
class Result(Generic[State, Action]):
    """What a search found. Values are from MAX's side, whoever is to move."""

    game: Game[State, Action] = field(repr=False)
    state: State = field(repr=False)
    to_move: int
    algorithm: str
    action: Action | None
    """The best action found; None if the game is over or chance is to move."""
    value: float
    bound: Bound
    proven: bool
    """The value of the game itself: every line that matters was followed to its end."""
    distance: int | None
    """Plies to the end of the game along `line`; None if the line stops before."""
    line: tuple[Action, ...]
    """The principal variation."""
    moves: tuple[Move[Action], ...] = field(repr=False)
    """Each root action that was searched, in the order searched."""
    depth: int
    """The deepest ply the search was allowed, or reached where there was no limit."""
    nodes: int
    """States visited, the root included."""
    elapsed: float
    """Seconds from the call on, without those in which it waited for the compiler."""
    compile_time: float
    """Seconds of compiling or of loading native code."""
    stopped_by: str
    """`end` (nothing left to search), `depth`, `nodes`, `time`, `interrupt` (Ctrl-C) or
    `stop` (`Engine.stop` was called)."""
    speed: str
    """`native` or `python`."""
    speed_reason: str
    """Why it ran interpreted; at native speed, why compiling took over 20 seconds, if it did."""
    convention: str = ""
    """What was cut when, in which order: `cut on ≥, fail-soft, actions in order`."""
    counts: Mapping[str, int] = field(default_factory=dict, repr=False)
    """What the algorithm counted besides nodes: cuts, leaves, table hits … In the engine's,
    `table_permille` is how full its table is, of 1000."""
    python_time: float = 0.0
    """Seconds of `elapsed` in which it searched in Python, until the rules had been compiled."""
    question: Any = field(default=None, repr=False, compare=False)
    """What was asked, so that a part of it can be searched again: see `outplay.explain`."""

    @property
    def rate(self) -> float:
        """Nodes a second, at the speed that answered; 0 where that took no time."""
        seconds = self.elapsed - (self.python_time if self.speed == "native" else 0.0)
        return self.nodes / seconds if seconds > 0.001 else 0.0

    @property
    def is_over(self) -> bool:
        """Had the game ended where the search began?"""
        return self.distance == 0

    def tree(self, most: int = 400) -> SearchTree:
        """The tree of the search; if it visited more than `most` states, its proof skeleton."""
        tree: SearchTree = fetch("outplay.explain.skeleton:tree_of_result")(self, most=most)
        return tree

    def __getstate__(self) -> dict[str, object]:
        return {**self.__dict__, "question": None}  # it has functions in it, which do not travel

    def as_dict(self, lines: int = 0) -> dict[str, Any]:
        """What `--json` prints: plain data, actions and lines in the game's notation.

        The first `lines` moves come with their lines.
        """
        return {
            "position": self.game.format_state(self.state),
            "to_move": None if self.is_over else PLAYERS.get(self.to_move, "CHANCE"),
            "action": None if self.action is None else self._texts((self.action,))[0],
            "value": plain_number(self.value),
            "bound": str(self.bound),
            "proven": self.proven,
            "distance": self.distance,
            "depth": self.depth,
            "nodes": self.nodes,
            "elapsed": round(self.elapsed, 6),
            "speed": self.speed,
            "line": self._texts(self.line),
            "moves": [
                {
                    "action": self._texts((move.action,))[0],
                    "value": plain_number(move.value),
                    "bound": str(move.bound),
                    "distance": move.distance,
                    **({"line": self._texts(move.line)} if number < lines else {}),
                }
                for number, move in enumerate(self.moves)
            ],
            "algorithm": self.algorithm,
            "stopped_by": self.stopped_by,
        }

    def __str__(self) -> str:
        return self.report()

    def report(self, lines: int = 1) -> str:
        """For people: what is best, the lines of the first `lines` moves, what each is worth."""
        text = [f"{self.game.name}, {self.algorithm}: {self._headline()}"]
        if lines == 1 and self.line:
            text.append(f"line    {self._line_text(self.line, self.distance)}")
        elif lines > 1:
            for number, move in enumerate(self.moves[:lines], start=1):
                text.append(f"{f'line {number}':7} {self._line_text(move.line, move.distance)}")
        if self.moves:
            head = ("move", "value", "ends in", "nodes", "")
            rows = [
                (
                    self._texts((move.action,))[0],
                    f"{move.bound.sign} {format_value(move.value)}",
                    "" if move.distance is None else str(move.distance),
                    f"{move.nodes:,}",
                    "*" if move.action == self.action else "",
                )
                for move in self.moves
            ]
            text += [line.rstrip() for line in columns([head, *rows], left=(0,))]
        if any(move.bound in (Bound.LOWER, Bound.UPPER) for move in self.moves):
            kind = "value" if self.proven else "estimate"
            text.append(
                f"≥ and ≤ are bounds: those moves were cut off before their {kind} was known."
            )
        text.append(self._footer())
        return "\n".join(text)

    def _headline(self) -> str:
        side = self.game.player_name(self.to_move)
        value = (
            f"value {self.bound.sign} {format_value(self.value)} for {self.game.player_names[0]}"
        )
        if self.action is None:
            return f"{value}; " + ("the game is over" if self.is_over else f"{side} to move")
        return f"{side} plays {self._texts((self.action,))[0]}; {value}"

    def _line_text(self, line: tuple[object, ...], distance: int | None) -> str:
        """A line's first moves, and how it ends."""
        texts = " ".join(self._texts(line[:20]))
        if len(line) > 20:
            return f"{texts} … ({len(line)} plies)"
        if distance is None:
            return texts
        return f"{texts} (the game ends, {plural(distance, 'ply', 'plies')})"

    def _footer(self) -> str:
        reason = self.speed_reason.rstrip(".")
        if self.speed == "native" and self.python_time:
            first = f"the first {self.python_time:.1f} s in Python, while the rules were compiled"
            reason = f"{first}; {reason}" if reason else first
        speed = self.speed + (f" ({reason})" if reason else "")
        stopped = "" if self.stopped_by in ("end", "depth") else f", stopped by {self.stopped_by}"
        rate = f", {self.rate:,.0f}/s" if self.rate else ""
        return (
            f"depth {self.depth}, {self.nodes:,} nodes{rate}, {self.elapsed:.3f} s"
            f"{stopped}, speed: {speed}"
        )

    def _texts(self, actions: tuple[object, ...]) -> list[str]:
        """The actions, played one after the other from `state`, in the game's notation."""
        return texts_along(self.game, self.state, actions)


AnyResult: TypeAlias = Result[Any, Any]
AnyMove: TypeAlias = Move[Any]
"""Of whatever states and actions."""
