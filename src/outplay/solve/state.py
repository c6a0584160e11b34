"""What the kernel of the solver works on: keys of states, as rows of words.

As with every kernel, there is an object of this class when it runs interpreted, and words of a
block of memory when it runs natively. `packing.py` says how a key is made of a state's words.
"""

from __future__ import annotations

from typing import ClassVar

from outplay import bits
from outplay.game import CHANCE, MAX, MIN
from outplay.native.layout import NoActions, NonDecisive, Nonsense, Stop
from outplay.native.state import (
    NO_SLOTS,
    KernelState,
    Utility,
    Value,
    Values,
    Words,
    always_inlined,
    fields_of,
    never_inlined,
)
from outplay.search.state import NEVER
from outplay.search.view import View

BITS, NUMBERS, CELLS, LETTERS = range(1, 5)
"""Grades: the sum of how many bits are set in each word, or of the words, weighed; how many words,
or how many letters of eight bits, are of one kind."""

RECENT = 1 << 14
"""Keys that are known to have been written lately."""

WIN = 1 << 40
"""A win now; a win n plies later is n less."""

HALF = (1 << 32) - 1

HIGH = 1 << 31
PLAIN = HIGH - 1
"""Of an edge: the sides are exchanged along it."""

OVER = 3
"""In place of a player, where the game is over; a player who would be to move is added to it."""

EXPAND, VALUE, IMAGES, EXPLORE, END, RETRACT, NARROW, ROOTS = range(8)
"""Jobs; see `kernels.py`."""

DONE, UNGRADED, MISSING = range(3)
"""What comes of a job: a state may not have the grade of its layer, or what comes after it may not
stand in the layer after it."""


class SolveState(KernelState):
    """What the kernel knows beyond the state that it is at."""

    __slots__ = NO_SLOTS

    nodes: int
    check_at: int
    count: int
    """States, or keys, to do."""
    done: int
    """States, or keys, done."""
    sources: Words
    """The keys of the states."""

    row: Words
    """The words of one state."""
    row_words: int
    bias: Words
    outside: Words
    """By word of a row, the bits for which the key has no room."""
    segments: int
    segment_word: Words
    segment_shift: Words
    segment_mask: Words
    segment_part: Words
    segment_left: Words
    """See `packing.Segment`."""
    size: int
    """Words of a key."""
    spare: Words
    """Room for one key."""
    misfits: int
    """States that the layout had no room for."""
    kept: Words
    least: Words
    """Of them, by word: the bits beyond the bias, and the least number."""

    found: Words
    """Keys of what comes after the states."""
    room: int
    """Keys that there is room for."""
    written: int
    ends: Words
    """By state done, where the keys of what comes after it end."""
    chances: Values
    """By key, its probability."""
    players: Words
    """By state done, who is to move, or OVER."""
    flipped: Words
    """By key, whether the sides were exchanged."""
    over: Words
    """Keys of what comes after the states, where the game is over then."""
    over_written: int
    recent: Words
    """Keys that were written lately, so that few are written twice."""

    grading: int
    """How the grade of a state is found, see `grades.py`; 0: it is not."""
    grade_weights: Words
    grade_cell: int
    grade: int
    """Of the state that was read last."""
    expected: int
    """The grade that all states of the layer should have."""

    values: Values
    """By state done, its value; or the best of those that it has where a move ends the game."""
    win: Utility
    """What a win counts, where ends are won, drawn and lost."""
    next_keys: Words
    next_values: Values
    next_count: int
    """The layer after the states: its keys in order, and their values."""
    directory: Words
    directory_shift: int
    directory_low: int
    directory_size: int
    """Where in `next_keys` the keys begin whose first word is `low` and so many `1 << shift`."""
    missing: int
    """States that should stand in the layer after, and do not."""
    most_outcomes: int

    images: Words
    """By state done, how many different images it has."""

    finding: int
    """Are states to be found only? Then few keys are written twice."""
    distinct: int
    """Are the keys of what comes after one state to be different?"""
    edges_seen: int

    first: int
    """The number of the first state of a piece of a graph."""
    starts: Words
    """By state of the piece, where its edges start; the last one is where they end."""
    edges: Words
    """The numbers of what comes after each state; two a word."""
    edge_chances: Values
    movers: Words
    """By state, its player; eight a word."""
    lows: Values
    highs: Values
    """By state, between what its value lies."""
    slack: float
    """By how much the mean of values may be off by rounding, as a part of the largest value."""
    gap: float
    """The largest difference between `highs` and `lows`."""
    change: float
    """The most by which one of them has moved."""

    counters: ClassVar[tuple[str, ...]] = ("nodes",)
    native = chance = symmetric = decisive = varying = ends_have_players = False
    layered = flips = forgets = retracts = placing = False

    @always_inlined
    def visit(self) -> None:
        """Counts a state, and raises where the search has to end."""
        if self.nodes >= self.check_at:
            raise Stop
        self.nodes += 1

    def stuck(self) -> None:
        """A state that is not over has no actions."""
        raise NoActions

    def mover(self, game: View, s: object) -> int:
        """Whose turn it is; raises Nonsense where it is nobody's."""
        mover = game.to_move(s)
        if mover != MAX and mover != MIN and not (self.chance and mover == CHANCE):
            raise Nonsense
        return mover

    def player_at_end(self, game: View, s: object) -> int:
        """Who would be to move where the game is over, if rules say so."""
        return OVER + game.to_move(s) if self.ends_have_players else OVER

    # --- keys -----------------------------------------------------------------------------------

    @never_inlined
    def state(self, game: View, keys: Words, at: int) -> object:
        """The state whose key begins at `keys[at]`."""
        row = self.row
        for w in range(self.row_words):
            row[w] = 0
        for k in range(self.segments):
            part = keys[at + self.segment_part[k]] >> self.segment_left[k] & self.segment_mask[k]
            row[self.segment_word[k]] |= part << self.segment_shift[k]
        for w in range(self.row_words):
            row[w] += self.bias[w]
        if self.layered and self.grading != 0:
            self.grade = self.grade_of(row)
        return game.load_state(row)

    @never_inlined
    def grade_of(self, row: Words) -> int:
        """A number that may say how far the game has come."""
        total = 0
        for w in range(self.row_words):
            if self.grading == BITS:
                total += self.grade_weights[w] * bits.popcount(row[w])
            elif self.grading == NUMBERS:
                total += self.grade_weights[w] * row[w]
            elif self.grading == CELLS:
                if row[w] == self.grade_cell:
                    total += 1
            else:
                for n in range(8):
                    if row[w] >> 8 * n & 255 == self.grade_cell:
                        total += 1
        return total

    def key(self, game: View, s: object, keys: Words, at: int) -> bool:
        """Writes the key of a state to `keys[at]` and on; False if there is no room for it."""
        row = self.row
        if self.varying:
            for w in range(self.row_words):
                row[w] = 0
        game.store_state(row, s)
        beyond = 0
        for w in range(self.row_words):
            row[w] -= self.bias[w]
            beyond |= row[w] & self.outside[w]
        if beyond != 0:
            self.note_misfit()
            return False
        for p in range(self.size):
            keys[at + p] = 0
        for k in range(self.segments):
            part = row[self.segment_word[k]] >> self.segment_shift[k] & self.segment_mask[k]
            keys[at + self.segment_part[k]] |= part << self.segment_left[k]
        return True

    @never_inlined
    def note_misfit(self) -> None:
        """Writes down for which numbers a wider layout has to have room."""
        self.misfits += 1
        for w in range(self.row_words):
            number = self.row[w] + self.bias[w]
            if number >= self.bias[w]:
                self.kept[w] |= self.row[w]
            elif number < self.least[w]:
                self.least[w] = number

    @never_inlined
    def least_key(self, game: View, s: object, keys: Words, at: int) -> bool:
        """The same for the least key among a state and its images, without their history."""
        if self.forgets:
            s = game.without_history(s)
        if not self.key(game, s, keys, at):
            return False
        if self.symmetric:
            spare = self.spare
            for image in game.symmetries(s):
                if not self.key(game, image, spare, 0):
                    return False
                if self.precedes(spare, 0, keys, at):
                    for p in range(self.size):
                        keys[at + p] = spare[p]
        return True

    def precedes(self, one: Words, i: int, two: Words, j: int) -> bool:
        """Is the key at `one[i]` less than the one at `two[j]`?"""
        for p in range(self.size):
            x = one[i + p]
            y = two[j + p]
            if x != y:
                return bool(x < y)
        return False

    def forget_recent(self) -> None:
        """Keys that were written lately have been thrown away."""
        for k in range(RECENT * self.size):
            self.recent[k] = -1

    def is_same(self, keys: Words, i: int, at: int) -> bool:
        """Is the key at `keys[i]` that at `found[at]`?"""
        same = True
        for p in range(self.size):
            same = same and keys[i + p] == self.found[at + p]
        return same

    def hash(self, keys: Words, at: int) -> int:
        """A number for a key."""
        h = 0
        for p in range(self.size):
            h = bits.mix(h ^ keys[at + p])
        return h

    def is_recent(self, keys: Words, at: int) -> bool:
        """Was that key written lately? From now on it was."""
        recent = self.recent
        place = (self.hash(keys, at) & RECENT - 1) * self.size
        same = True
        for p in range(self.size):
            same = same and recent[place + p] == keys[at + p]
        if not same:
            for p in range(self.size):
                recent[place + p] = keys[at + p]
        return same

    def place(self, at: int) -> int:
        """Where in `next_keys` the key at `found[at]` stands; -1 if it does not."""
        bucket = self.found[at] - self.directory_low
        if bucket < 0:
            return -1
        bucket >>= self.directory_shift
        if bucket >= self.directory_size:
            return -1
        low = self.directory[bucket]
        high = self.directory[bucket + 1]
        while low < high:
            middle = low + high >> 1
            if self.precedes(self.next_keys, middle * self.size, self.found, at):
                low = middle + 1
            else:
                high = middle
        if low < self.next_count and self.is_same(self.next_keys, low * self.size, at):
            return low  # type: ignore[no-any-return]
        return -1

    # --- several numbers a word -----------------------------------------------------------------

    @always_inlined
    def half(self, words: Words, i: int) -> int:
        """One of the numbers of 32 bits, two of which are in a word."""
        return words[i >> 1] >> ((i & 1) << 5) & HALF  # type: ignore[no-any-return]

    @always_inlined
    def player(self, i: int) -> int:
        """Whose turn it is, from `movers`."""
        return (self.movers[i >> 3] >> ((i & 7) << 3) & 255) - 1  # type: ignore[no-any-return]

    # --- values ---------------------------------------------------------------------------------

    def score(self, utility: Utility) -> Value:
        """What an end counts: a win or a loss now, where games are won, drawn and lost."""
        if not self.decisive:
            return utility
        if utility == 0:
            return 0
        if utility == self.win:
            return WIN
        if utility == -self.win:
            return -WIN
        raise NonDecisive

    def one_ply_before(self, value: Value) -> Value:
        """A win or a loss is one ply farther away."""
        if not self.decisive:
            return value
        if value > 0:
            return value - 1
        if value < 0:
            return value + 1
        return value


FLAGS = [name for name, flag in vars(SolveState).items() if flag is False and name != "native"]
"""What is settled before a search starts."""


class PythonSolveState(SolveState):
    """The same, interpreted."""

    __slots__ = (*fields_of(SolveState), *FLAGS)

    def __init__(self, flags: dict[str, bool]) -> None:
        self.check_at = NEVER
        for name in FLAGS:
            setattr(self, name, flags[name])
