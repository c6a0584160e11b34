"""Kalah, with any number of pits and seeds, by both of its capture rules.

Each player (South is MAX and begins) owns a row of `pits` pits and a store to its right. A move
takes all seeds of one own pit and sows them one by one, counter-clockwise: into the own pits to
the right, the own store, the other player's pits, past their store, and round again.

- Last seed in the own store: the same player moves again.
- Last seed in an own pit that was empty: that seed and all seeds in the pit opposite go to the
  own store. If the pit opposite is empty, nothing is captured by the standard rule; by the other
  one (`empty_capture=True`) the last seed goes to the store even then.
- When all pits of one side are empty after a move, the game ends, whoever is to move. The seeds
  that are left go to the store of the player on whose side they lie.

The value is South's seeds less North's. A move is the number of a pit, from 1 at the mover's
left; it is pit 1 that is farthest from the own store. A position is South's pits and store,
then North's, each in the order of sowing, and who is to move:
`4,4,4,4,4,4,0/4,4,4,4,4,4,0 south`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from outplay import drawing
from outplay.errors import IllegalAction, InvalidPosition, UsageError
from outplay.game import MAX, MIN, Game
from outplay.lines import legal_moves
from outplay.parameters import flag, whole_number
from outplay.wording import counted


class State(NamedTuple):
    """Both sides, each packed in one int: its pits in the order of sowing, then its store.

    With 6 pits and 4 seeds a pit is 6 bits wide:

        bits   0-5    6-11   12-17  18-23  24-29  30-35  36-41
               pit 1  pit 2  pit 3  pit 4  pit 5  pit 6  store

    To sow into neighbours is to add 1 in each of their places, all in one addition.
    """

    south: int
    """The side of South (MAX)."""
    north: int
    """The side of North (MIN)."""
    player: int
    """Whose turn it is."""


class Kalah(Game[State, int]):
    """Sow seeds around the board; whoever has more of them in the end wins by the difference."""

    fits_64_bits = True
    player_names = ("South", "North")
    feature_names = ("seeds in store", "moves that go on", "seeds to capture")

    weights = (1.0, 0.8, 0.1)

    def __init__(self, pits: int = 6, seeds: int = 4, empty_capture: bool = False) -> None:
        self.pits = whole_number("pits", pits, 1, 12)
        self.seeds = whole_number("seeds", seeds, 1, 50)
        self.empty_capture = flag("empty_capture", empty_capture)
        self.total = 2 * self.pits * self.seeds
        self.wide = (self.total + 1).bit_length()  # bits of a pit: all seeds fit, and one more
        self.store = self.wide * self.pits  # where the bits of the store begin
        if self.store + self.wide > 63:
            raise UsageError(
                f"{self.pits} pits of {self.seeds} seeds need {self.store + self.wide} bits a side;"
                " there is room for 63: take fewer pits or seeds."
            )
        self.full = (1 << self.wide) - 1
        self.in_pits = (1 << self.store) - 1
        self.ones = sum(1 << self.wide * place for place in range(self.pits + 1))
        self.lap = 2 * self.pits + 1  # places of a round: all pits and the own store

    def initial(self) -> State:
        side = self.seeds * (self.ones & self.in_pits)
        return State(side, side, MAX)

    def to_move(self, s: State) -> int:
        return s.player

    def actions(self, s: State) -> Iterator[int]:
        mine = s.south if s.player == MAX else s.north
        for pit in range(self.pits):
            if mine >> self.wide * pit & self.full:
                yield pit

    def result(self, s: State, pit: int) -> State:
        mine = s.south if s.player == MAX else s.north
        theirs = s.north if s.player == MAX else s.south
        at = self.wide * pit
        seeds = mine >> at & self.full
        mine -= seeds << at
        last = pit + seeds  # 0 … pits-1 are the own pits, then the own store, then the others'
        left = seeds
        while left >= self.lap:  # a whole round puts one seed everywhere
            mine += self.ones
            theirs += self.ones & self.in_pits
            left -= self.lap
            last -= self.lap
        near = min(left, self.pits - pit)
        mine += (self.ones & (1 << self.wide * near) - 1) << at + self.wide
        if left > near:
            far = min(left - near, self.pits)
            theirs += self.ones & (1 << self.wide * far) - 1
            mine += self.ones & (1 << self.wide * (left - near - far)) - 1
        if last >= self.lap:
            last -= self.lap
        player = -s.player
        if last == self.pits:
            player = s.player
        elif last < self.pits and mine >> self.wide * last & self.full == 1:
            opposite = self.wide * (self.pits - 1 - last)
            captured = theirs >> opposite & self.full
            if captured or self.empty_capture:
                theirs -= captured << opposite
                mine += (captured + 1 << self.store) - (1 << self.wide * last)
        return State(mine, theirs, player) if s.player == MAX else State(theirs, mine, player)

    def is_terminal(self, s: State) -> bool:
        return s.south & self.in_pits == 0 or s.north & self.in_pits == 0

    def utility(self, s: State) -> int:
        """The seeds that are left are those of the side that still has some."""
        south, north = s.south >> self.store, s.north >> self.store
        if s.south & self.in_pits:
            return self.total - 2 * north
        return 2 * south - self.total

    # --- stronger ---------------------------------------------------------------------

    def key(self, s: State) -> tuple[int, int]:
        """Two ints: North's store follows from all the rest, so the turn stands in its place."""
        turn = 1 if s.player == MAX else 0
        return s.south, s.north & self.in_pits | turn << self.store

    def bounds(self, s: State) -> tuple[int, int]:
        """Nobody loses what is in the store, or gets more than all the rest."""
        return 2 * (s.south >> self.store) - self.total, self.total - 2 * (s.north >> self.store)

    def priority(self, s: State, pit: int) -> int:
        """Moves that go on first, those nearest to the store foremost; then the largest capture.

        A move that goes on from the last pits leaves all the others as they are.
        """
        mine = s.south if s.player == MAX else s.north
        theirs = s.north if s.player == MAX else s.south
        seeds = mine >> self.wide * pit & self.full
        last = pit + seeds
        if last == self.pits or last == self.pits + self.lap:
            return 1000 + pit
        if last < self.pits and mine >> self.wide * last & self.full == 0:
            captured = theirs >> self.wide * (self.pits - 1 - last) & self.full
            return 10 * captured + pit
        return pit

    def features(self, s: State) -> tuple[int, int, int]:
        """South's lead in store; moves of the side to move that go on; seeds it can capture.

        Each of the last two is at most the number of seeds in pits and their weights add up to
        less than 1, so an estimate never leaves `bounds`.
        """
        stored = (s.south >> self.store) - (s.north >> self.store)
        mine, theirs = (s.south, s.north) if s.player == MAX else (s.north, s.south)
        again, taken = chances(mine, theirs, self.pits, self.wide)
        return stored, s.player * again, s.player * taken

    # --- for people -------------------------------------------------------------------

    def format_action(self, s: State, pit: int) -> str:
        return str(pit + 1)

    def parse_action(self, s: State, text: str) -> int:
        wanted = text.strip()
        legal = legal_moves(self, s)
        can = f"pits with seeds: {' '.join(legal)}."
        if not re.fullmatch(r"[0-9]{1,3}", wanted) or not 1 <= int(wanted) <= self.pits:
            raise IllegalAction(f"There is no pit {wanted!r}; {can}")
        if str(int(wanted)) not in legal:
            raise IllegalAction(f"Pit {int(wanted)} is empty; {can}")
        return int(wanted) - 1

    def format_state(self, s: State) -> str:
        sides = "/".join(",".join(map(str, self.counts(side))) for side in (s.south, s.north))
        return f"{sides} {self.player_name(s.player).lower()}"

    def parse_state(self, text: str) -> State:
        words = text.strip().lower().split(" ")
        player = MIN if words[-1] in ("north", "n") else MAX
        if words[-1] in ("north", "n", "south", "s"):
            words.pop()
        sides = "".join(words).split("/")
        example = self.format_state(self.initial())
        if len(sides) != 2 or not all(
            re.fullmatch(r"[0-9]{1,4}(,[0-9]{1,4})*", side) for side in sides
        ):
            raise InvalidPosition(
                f"{text!r} is not a position of kalah: write both sides and whose turn it is,"
                f" such as {example!r}."
            )
        packed = []
        for name, side in zip(self.player_names, sides, strict=True):
            counts = [int(count) for count in side.split(",")]
            if len(counts) != self.pits + 1:
                raise InvalidPosition(
                    f"{name}'s side has {len(counts)} numbers in it; there are {self.pits + 1}:"
                    f" {self.pits} pits and the store, such as {example!r}."
                )
            packed.append(counts)
        seeds = sum(packed[0]) + sum(packed[1])
        if seeds != self.total:
            raise InvalidPosition(
                f"There are {seeds} seeds on this board; this game has {self.total}."
            )
        south, north = (
            sum(count << self.wide * place for place, count in enumerate(counts))
            for counts in packed
        )
        return State(south, north, player)

    def ending(self, s: State) -> str:
        empty = MIN if s.south & self.in_pits else MAX
        return f"{self.player_name(empty)}'s pits are empty"

    def show(self, s: State) -> str:
        south, north = self.counts(s.south), self.counts(s.north)
        size = max(len(str(count)) for count in (*south, *north, self.pits)) + 2
        far = "".join(f"{count:>{size}}" for count in reversed(north[:-1]))
        near = "".join(f"{count:>{size}}" for count in south[:-1])
        pits = [f"{number:>{size}}" for number in range(1, self.pits + 1)]
        edge = " " * size
        turn = "" if self.is_terminal(s) else f"{self.player_name(s.player)} to move"
        rows = [
            f"{edge}{''.join(reversed(pits))}   North",
            f"{edge}{'-' * (size * self.pits)}",
            edge + far,
            f"{north[-1]:>{size}}{' ' * size * self.pits}{south[-1]:>{size}}",
            edge + near,
            f"{edge}{'-' * (size * self.pits)}",
            f"{edge}{''.join(pits)}   South",
            turn,
        ]
        return "\n".join(row.rstrip() for row in rows).rstrip()

    def draw(self, s: State) -> str:
        width = self.pits + 2.4
        turn = "the end" if self.is_terminal(s) else f"{self.player_name(s.player)} to move"
        sheet = drawing.Sheet(width, 4.2, f"Kalah: {self.format_state(s)}")
        sheet.rectangle(
            0.1, 0.6, width - 0.2, 3, fill=drawing.WOOD, line=drawing.DARK_WOOD, round=0.5
        )
        sides = ((s.south, "South", drawing.RED), (s.north, "North", drawing.BLUE))
        for row, (side, name, colour) in enumerate(sides):
            counts = self.counts(side)
            for pit in range(self.pits):
                x = 1.7 + pit if row == 0 else width - 1.7 - pit
                y = 2.85 if row == 0 else 1.35
                sheet.circle(x, y, 0.42, fill=drawing.PAPER, line=drawing.DARK_WOOD)
                if counts[pit]:
                    sheet.text(x, y, str(counts[pit]), size=0.42)
                label = 3.85 if row == 0 else 0.35
                sheet.text(x, label, str(pit + 1), size=0.26, fill=drawing.FAINT)
            x = width - 0.95 if row == 0 else 0.25
            sheet.rectangle(
                x, 1.05, 0.7, 2.1, fill=drawing.PAPER, line=drawing.DARK_WOOD, round=0.35
            )
            sheet.text(x + 0.35, 2.1, str(counts[-1]), size=0.5, fill=colour, bold=True)
            sheet.text(x + 0.35, 3.85 if row == 0 else 0.35, name, size=0.26, fill=colour)
        sheet.text(width / 2, 2.1, turn, size=0.3)
        south, north = (
            [counted(count, "seed") for count in self.counts(side)] for side, *_ in sides
        )
        for pit in reversed(range(self.pits)):
            sheet.place(f"North {pit + 1}", width - 2.2 - pit, 0.85, what=north[pit])
        sheet.place("North store", 0.2, 1, 0.8, 2.2, what=north[-1])
        sheet.place("South store", width - 1, 1, 0.8, 2.2, what=south[-1])
        for pit in range(self.pits):
            sheet.place(f"South {pit + 1}", 1.2 + pit, 2.35, what=south[pit])
        return str(sheet)

    def gestures(self, s: State, pit: int) -> Iterator[tuple[str]]:
        """The pit itself."""
        yield (f"{self.player_name(s.player)} {pit + 1}",)

    def counts(self, side: int) -> list[int]:
        """The seeds of a side, pit by pit, and of its store."""
        return [side >> self.wide * place & self.full for place in range(self.pits + 1)]


def chances(mine: int, theirs: int, pits: int, wide: int) -> tuple[int, int]:
    """The number of moves that end in the own store, and the most seeds that one captures."""
    full = (1 << wide) - 1
    again = taken = 0
    for pit in range(pits):
        seeds = mine >> wide * pit & full
        last = pit + seeds
        if last == pits:
            again += 1
        elif seeds and last < pits and mine >> wide * last & full == 0:
            taken = max(taken, theirs >> wide * (pits - 1 - last) & full)
    return again, taken
