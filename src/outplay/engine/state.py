"""The engine's search state: all that its kernels know beyond the node they are at."""

from __future__ import annotations

from collections import defaultdict
from typing import Any, ClassVar

from outplay import bits
from outplay.engine import move_ordering
from outplay.engine.move_ordering import MoveOrdering, SelectiveOrdering, late_move_reductions
from outplay.engine.scores import NO_PLY
from outplay.engine.sharing import SelectiveSharing, Sharing
from outplay.engine.transposition import PythonEntries, PythonTable
from outplay.game import AnyGame
from outplay.native.layout import MAX_PLY
from outplay.native.state import NO_SLOTS, Utility, Value, Words, fields_of, never_inlined
from outplay.search.state import INFINITY, SearchState
from outplay.search.view import View


class EngineState(MoveOrdering):
    """What both speeds share: positions, and how they come back."""

    __slots__ = NO_SLOTS

    repetition: Utility
    """What it counts to come back to a position."""
    back: int
    """The ply furthest up that the value of the node leans on, by a repetition."""
    null_move_at: int
    """The ply at which no null move is tried, since one led there."""
    keys: Words
    """The position at each ply of the line."""
    past: Words
    """Positions before the root."""
    past_size: int

    has_repetition_key: bool
    """Is there a `position` beside the key, which repetitions are known by?"""
    cyclic: bool
    has_reversible_plies: bool
    selective: bool
    has_outcome_bounds: bool
    has_bounds: bool
    shared = extends_until_quiet = has_tactics = False
    futility = null_moves = reduces = has_checks = has_captures = has_quiet_states = False

    def promised_bounds(self, game: View, s: object, ply: int) -> tuple[Value, Value]:
        """Between which scores the game says that a state lies which is not over."""
        low, high = -INFINITY, INFINITY
        if self.decisive and self.selective:  # nobody wins or loses before the next move
            low, high = self.outcome_in(-1, ply), self.outcome_in(1, ply)
        if self.has_outcome_bounds:
            worst, best = game.outcome_bounds(s)
            low, high = self.outcome_in(worst, ply), self.outcome_in(best, ply)
        if self.has_bounds:
            lowest, highest = game.bounds(s)
            low = max(low, self.lower_bound(lowest))
            high = min(high, self.upper_bound(highest))
        return low, high

    def keyed(self, h: int, depth: int) -> Any:
        """What tells a state and the depth below it from all others."""
        return h ^ bits.mix(depth) if self.native else (h, depth)

    @never_inlined
    def image(self, game: View, s: object) -> object:
        """Of the states that the game calls equivalent, the one that stands for all."""
        key_of = game.position_word if self.has_repetition_key else game.key_word
        best, least = s, key_of(s)
        precedes = game.order_of_keys(least)
        for t in game.symmetries(s):
            key = key_of(t)
            if precedes(key, least):
                best, least = t, key
        return best

    def fingerprint(self, game: View, s: object) -> Any:
        """What the transposition table knows a state by."""
        return bits.mix(game.key_word(s)) if self.native else game.key_word(s)

    def position(self, game: View, s: object, h: int) -> Any:
        """What repetitions know a state by, whose fingerprint is `h`."""
        if not self.has_repetition_key:
            return h
        return bits.mix(game.position_word(s)) if self.native else game.position_word(s)

    def is_repetition(self, game: View, s: object, h: int, ply: int) -> bool:
        """Has the position stood before, on this line or before the root?"""
        span = NO_PLY
        if self.has_reversible_plies:
            span = game.reversible_plies(s)
        at = self.repeated(self.position(game, s, h), ply, span)
        self.back = min(self.back, at)
        return at < NO_PLY

    def repeated(self, position: object, ply: int, span: int) -> int:
        """At which of the last `span` plies it stood; -1: before the root; NO_PLY: nowhere."""
        keys = self.keys
        keys[ply] = position
        k = ply - 1
        last = ply - span if span < ply else 0
        while k >= last:
            if keys[k] == position:
                return k
            k -= 1
        size = self.past_size
        for k in range(size - (span - ply) if span - ply < size else 0, size):
            if self.past[k] == position:
                return -1
        return NO_PLY

    def store_bounds(
        self,
        h: int,
        value: Value,
        alpha: Value,
        beta: Value,
        low: Value,
        high: Value,
        move: int,
        depth: int,
        work: int,
        ply: int,
        back: int,
    ) -> None:
        """Stores what a value says that was found inside (alpha, beta).

        `low` and `high` were known before; `back` is what the nodes above lean on.
        """
        if self.cyclic:
            # What leans on a position further up is true on this line only; but a win that is
            # found beside a repetition does not need it, and neither does a loss.
            leans = self.back < ply
            near = self.outcome(self.repetition, ply)
            far = self.outcome(self.repetition, MAX_PLY)
            self.back = min(back, self.back) if leans else back
            if value < beta and (not leans or value < min(near, far)):
                high = value
            if value > alpha and (not leans or value > max(near, far)):
                low = value
        else:
            if value < beta:
                high = value
            if value > alpha:
                low = value
        self.store(h, low, high, move, depth, work, ply)

    def store(
        self, h: int, low: Value, high: Value, move: int, depth: int, work: int, ply: int
    ) -> None:
        raise NotImplementedError


class SelectiveState(SelectiveOrdering, EngineState):
    """And what selective searches know."""

    __slots__ = NO_SLOTS


class NativeState(Sharing, EngineState):
    """In words."""

    __slots__ = NO_SLOTS

    rows: ClassVar[dict[str, int]] = {**SearchState.rows, **move_ordering.MEMORY}

    def check(self, value: Value) -> None:
        """The answer of a rule was checked where it was asked."""


class NativeSelectiveState(SelectiveSharing, SelectiveState):
    __slots__ = NO_SLOTS
    rows: ClassVar[dict[str, int]] = move_ordering.SELECTIVE_MEMORY


FLAGS = tuple(
    name
    for cls in EngineState.__mro__
    for name, kind in vars(cls).get("__annotations__", {}).items()
    if kind == "bool"
)
"""What methods of the state ask that is settled before a search."""


class PythonState(PythonEntries, EngineState):
    """In objects of Python's."""

    __slots__ = (*fields_of(EngineState), *FLAGS, "buckets", "finite", "table", "watch")

    def __init__(
        self, game: AnyGame, flags: dict[str, bool], win: float, buckets: PythonTable
    ) -> None:
        super().__init__()
        self.win, self.buckets = win, buckets
        for name in FLAGS:
            setattr(self, name, flags.get(name, False))
        self.repetition = game.repetition
        self.back = self.null_move_at = NO_PLY
        self.mirrored = self.past_size = 0
        self.past = []
        self.forget()

    def forget(self) -> None:
        """Starts without history: what a search does must not depend on the one before it."""
        self.history = defaultdict(int)
        self.killers = defaultdict(int)


class PythonSelectiveState(PythonState, SelectiveState):
    __slots__ = (
        *(fields_of(SelectiveState).keys() - fields_of(EngineState).keys()),
        "integer_scores",
    )

    def __init__(
        self, game: AnyGame, flags: dict[str, bool], win: float, buckets: PythonTable
    ) -> None:
        super().__init__(game, flags, win, buckets)
        self.futility_margin = game.futility_margin
        self.integer_scores = isinstance(game.futility_margin, int)
        self.reductions = late_move_reductions().ravel().tolist()
        self.excluded, self.excluded_at, self.aim = -1, NO_PLY, 0

    def forget(self) -> None:
        super().forget()
        self.counter_moves, self.played = defaultdict(int), defaultdict(int)
        self.statics, self.evaluations = defaultdict(int), {}
        self.evaluated = defaultdict(int)
