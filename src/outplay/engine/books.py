"""What the nodes of one interpreted search of the engine share: scores, moves, the table.

At native speed `native/books.py` and `native/buckets.py` stand in the place of these methods
and do the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from outplay.game import MAX, Game
from outplay.native.buckets import MOST_MOVES
from outplay.native.forms import stable_hash
from outplay.native.layout import Nonsense, Stop, Uneven
from outplay.native.rules import Choices
from outplay.native.scores import (
    FAR,
    FIRST,
    HISTORY_MOST,
    HISTORY_SIZE,
    LEAST,
    PRIORITY_MOST,
    WIN,
)
from outplay.search.run import INFINITY, LARGEST, Run
from outplay.search.view import canonical_key, few
from outplay.texts import order_of, text_of

Entry = tuple[Any, Any, int, int]
"""low, high, move, depth; scores as they are seen from the state itself."""


class PythonBuckets:
    """The table of an interpreted search: the newest entries, by key."""

    def __init__(self, size: int) -> None:
        self.size = max(1, size)
        self.entries: dict[Any, Entry] = {}

    def store(self, key: Any, entry: Entry) -> None:
        self.entries.pop(key, None)
        if len(self.entries) >= self.size:
            del self.entries[next(iter(self.entries))]  # the oldest
        self.entries[key] = entry

    def fill(self) -> float:
        """How full it is, 0 to 1."""
        return len(self.entries) / self.size

    def clear(self) -> None:
        self.entries.clear()


class Books(Run):
    """The books of one interpreted search."""

    __slots__ = (
        "back", "buckets", "decisive", "game", "habits", "history", "killers", "mirrored",
        "moves_at", "passed_at", "past", "path", "placed", "priority", "repetition", "result",
        "symmetric", "unordered", "win",
    )  # fmt: skip

    def __init__(
        self, game: Game[Any, Any], choices: Choices, flags: dict[str, bool], win: float,
        buckets: PythonBuckets,
    ) -> None:  # fmt: skip
        super().__init__()
        self.game = game
        self.result: Callable[[Any, Any], Any] = game.result
        self.win = win
        self.decisive = flags["decisive"]
        self.buckets = buckets
        self.back = self.passed_at = FAR
        self.mirrored = 0
        self.repetition: float = game.repetition
        self.symmetric = flags["symmetric"]
        self.placed = flags.get("placed", False)
        self.to_key = canonical_key(game, False)
        self.unordered: Callable[[Any], Iterable[Any]] = (
            game.candidates if choices.candidates else game.actions
        )
        self.priority = game.priority if choices.order == "priority" else None
        self.habits = self.priority is None or flags["limited"] or flags.get("chance", False)
        self.moves_at: dict[int, list[Any]] = {}
        self.path: list[Any] = []
        self.past: list[Any] = []
        """What stood on the board before the root."""
        self.forget()

    def forget(self) -> None:
        """Starts without habits: what a search does must not depend on the one before it."""
        self.history: dict[int, dict[int, int]] = {MAX: {}, -MAX: {}}
        self.killers: dict[int, int] = {}

    # --- scores -----------------------------------------------------------------------------

    def outcome(self, u: Any, ply: int) -> Any:
        if not self.decisive:
            return _finite(u)
        if u == 0:
            return 0
        if abs(u) != self.win:
            raise Uneven
        return WIN - ply if u > 0 else ply - WIN

    def worth(self, n: int, ply: int) -> int:
        if n == 0:
            return 0
        return WIN - ply - n if n > 0 else ply - n - WIN

    def least(self, x: Any) -> Any:
        if not self.decisive or x == 0:
            return x
        if x > 0 and x != self.win:
            raise Uneven  # it promises an end that is no win, draw or loss
        return LEAST if x > 0 else -WIN

    def most(self, x: Any) -> Any:
        return -self.least(-x)

    def estimate(self, x: Any) -> Any:
        if not self.decisive:
            return _finite(x)
        if x != x:
            raise Nonsense
        return min(max(x, 1 - LEAST), LEAST - 1)

    # --- keys -------------------------------------------------------------------------------

    def image(self, s: Any) -> Any:
        """Of the states that the game calls equivalent, the one that stands for all."""
        to_word = self.spot if self.placed else self.to_key
        best, least = s, to_word(s)
        order = order_of(least)
        for t in few(self.game.symmetries(s)):
            key = to_word(t)
            if _before(key, least, order):
                best, least = t, key
        return best

    def fingerprint(self, s: Any) -> Any:
        return self.to_key(s)

    def spot(self, s: Any) -> Any:
        return self.game.position(s)

    def keyed(self, h: Any, depth: int) -> Any:
        """What tells a state and the depth below it from all others."""
        return h, depth

    def fetch(self, h: Any) -> None:
        """Nothing to do: this is for the memory of machines."""

    def repeated(self, h: Any, ply: int, span: int = FAR) -> int:
        """At which of the last `span` plies it stood; -1: before the root; FAR: nowhere."""
        path = self.path
        while len(path) <= ply:
            path.append(None)
        path[ply] = h
        for k in range(ply - 1, max(ply - span, 0) - 1, -1):
            if path[k] == h:
                return k
        return -1 if span > ply and h in self.past[-(span - ply) :] else FAR

    # --- the table --------------------------------------------------------------------------

    def probe(self, h: Any) -> Any:
        return self.buckets.entries.get(h, 0)

    def low_of(self, found: Entry, ply: int) -> Any:
        return self._seen_from_root(found[0], ply)

    def high_of(self, found: Entry, ply: int) -> Any:
        return self._seen_from_root(found[1], ply)

    def move_of(self, found: Entry) -> int:
        return found[2]

    def depth_of(self, found: Entry) -> int:
        return found[3]

    def _seen_from_root(self, x: Any, ply: int) -> Any:
        if self.decisive:
            if x > LEAST:
                return x - ply
            if x < -LEAST:
                return x + ply
        return x

    def store(
        self, h: Any, low: Any, high: Any, move: int, depth: int, work: int, ply: int
    ) -> None:
        if self.decisive:
            low, high = (
                x + ply if x > LEAST else x - ply if x < -LEAST else x for x in (low, high)
            )
        self.buckets.store(h, (low, high, move if move < MOST_MOVES else -1, depth))

    # --- the order of moves -----------------------------------------------------------------

    def prepare(self, s: Any, hint: int, mover: int, ply: int) -> int:
        """Lists the moves of `s`, best guess first; gives their number."""
        actions = few(self.unordered(s))
        history, killer = self.history[mover], self.killers.get(ply, -1)
        habit = self.habits
        ranked = []
        for k, a in enumerate(actions):
            rank = 0
            if self.priority is not None:
                rank = int(min(max(self.priority(s, a), -PRIORITY_MOST), PRIORITY_MOST))
                if self.check_at == 0:  # told to stop: there may be many moves yet
                    raise Stop
            if habit:
                name = name_of(a)
                rank = rank * 2 * (HISTORY_MOST + 1) + history.get(name, 0)
                if name == killer:
                    rank += HISTORY_MOST + 1
            if k == hint:
                rank = FIRST
            ranked.append((-rank, k, a))
        ranked.sort(key=lambda move: move[:2])
        self.moves_at[ply] = actions
        self.moves_at[-1] = [(k, a) for _, k, a in ranked]
        return len(actions)

    def each(self, n: int) -> list[tuple[int, Any]]:
        """The moves that were prepared last, in their order."""
        return self.moves_at[-1]

    def learn(self, index: int, mover: int, ply: int) -> None:
        """The move refuted the line: try it early elsewhere."""
        name = name_of(self.moves_at[ply][index])
        self.killers[ply] = name
        before = self.history[mover].get(name, 0)
        self.history[mover][name] = before + (HISTORY_MOST - before >> 4)

    def foreseen(self, s: Any, n: int, roof: Any, mover: int, ply: int) -> Any:
        """The score of a move that the table knows to be good enough; less than `roof` if none."""
        for a in self.moves_at[ply]:
            if self.check_at == 0:
                raise Stop
            t = self.result(s, a)
            if self.symmetric and ply < self.mirrored:
                t = self.image(t)
            found = self.probe(self.fingerprint(t))
            if found != 0:
                value = (
                    self.low_of(found, ply + 1) if mover == MAX else -self.high_of(found, ply + 1)
                )
                if value >= roof:
                    return value
        return -INFINITY


def _finite(x: Any) -> Any:
    """The number itself; raises where it is none, or infinite: no window can hold that."""
    if not -LARGEST <= x <= LARGEST:
        raise Nonsense
    return x


def _before(one: Any, other: Any, order: Callable[[Any], Any] | None) -> bool:
    """An order of keys; those that have none of their own are ordered by their text."""
    try:
        return bool(one < other if order is None else order(one) < order(other))
    except TypeError:
        return text_of(one) < text_of(other)


def name_of(a: Any) -> int:
    """A small number for an action."""
    return (a if type(a) is int else stable_hash(a)) & HISTORY_SIZE - 1
