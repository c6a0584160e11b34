"""What threads tell each other, besides the transposition table; native searches only.

Which moves they are at, so that they keep out of each other's way (the simplified ABDADA of
Kerrigan); and which states they are in, so that one whose state another has answered meanwhile goes
back at once.
"""

from __future__ import annotations

from outplay import bits
from outplay.engine.scores import NO_PLY, PROVEN
from outplay.engine.transposition import Buckets
from outplay.native.layout import MAX_PLY
from outplay.native.state import NO_SLOTS, Value, Values, Words

BUSY = 1 << 12
"""Moves that threads are at, told apart by a hash."""

FRAME = 4
"""Words for each ply that a thread is at: hash, depth, and the window."""

FRAMES = FRAME * (MAX_PLY + 3)


class Sharing(Buckets):
    """Which moves of which states other threads are searching."""

    __slots__ = NO_SLOTS

    busy: Words

    def move_word(self, h: int, index: int) -> int:
        return bits.mix(h ^ index + 1)

    def take(self, h: int, index: int) -> None:
        """This thread searches move `index` of a state."""
        word = self.move_word(h, index)
        self.busy[word & BUSY - 1] = word

    def release(self, h: int, index: int) -> None:
        word = self.move_word(h, index)
        if self.busy[word & BUSY - 1] == word:
            self.busy[word & BUSY - 1] = 0

    def is_taken(self, h: int, index: int) -> bool:
        word = self.move_word(h, index)
        return bool(self.busy[word & BUSY - 1] == word)


class SelectiveSharing(Sharing):
    """And which states this thread is in."""

    __slots__ = NO_SLOTS

    frames: Words
    windows: Values
    """The same words as `frames`."""
    searched_from: int
    """The first ply of this search."""
    abandoned_to: int
    """The ply that the search goes back to, since its state was answered by another thread."""
    answer: Value
    """What that answer was."""

    def enter(self, h: int, alpha: Value, beta: Value, depth: int, ply: int) -> None:
        """The thread is in a state, and was asked about it in a window."""
        at = FRAME * ply
        self.frames[at] = h
        self.frames[at + 1] = depth
        self.windows[at + 2] = alpha
        self.windows[at + 3] = beta

    def is_abandoned(self, ply: int) -> bool:
        """Has another thread answered what this one was asked at a ply above?"""
        frames = self.frames
        for k in range(self.searched_from, ply):
            at = FRAME * k
            found = 0
            if frames[at] != 0:
                found = self.probe(frames[at])
            if found != 0 and self.depth_of(found) >= frames[at + 1]:
                low, high = self.low_of(found, k), self.high_of(found, k)
                alpha, beta = self.windows[at + 2], self.windows[at + 3]
                if low >= beta or high <= alpha or low >= high:
                    self.abandoned_to = k
                    self.answer = low if low >= beta else high
                    if self.depth_of(found) < PROVEN:
                        self.estimates += 1
                    return True
        return False

    def answered(self, ply: int) -> Value:
        """What to return on the way back."""
        if self.abandoned_to == ply:
            self.abandoned_to = NO_PLY
        return self.answer
