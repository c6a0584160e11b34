"""Nim."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import permutations
from typing import NamedTuple

from outplay.drawing import DARK_WOOD, FAINT, RED, Sheet
from outplay.errors import IllegalAction, InvalidPosition, UsageError
from outplay.game import MAX, MIN, Game
from outplay.parameters import flag, whole_number
from outplay.tuples import replace_at

LARGEST = 1_000_000
"""The most matches that a heap may hold."""


DRAWN = 30
"""Matches of a heap that a picture shows."""


class State(NamedTuple):
    """How many matches each heap holds, and whose turn it is."""

    heaps: tuple[int, ...]
    player: int


class Nim(Game[State, tuple[int, int]]):
    """Two players take turns to take any number of matches, at least one, from one heap.

    Whoever takes the last match wins; in the misère form they lose. The value is +1 if the
    first player wins and -1 if the second does.

    An action is (heap, matches taken), the heap counted from 0; people write `b3` for three
    from the second heap. A position is the heaps and whose turn it is: `3 4 5 first`
    (`3 4 5` alone is the first player's turn).
    """

    win = 1
    player_names = ("first", "second")

    def __init__(self, heaps: Sequence[int] = (3, 4, 5), misere: bool = False) -> None:
        if isinstance(heaps, str) or not isinstance(heaps, Sequence) or not 1 <= len(heaps) <= 26:
            raise UsageError(f"heaps must be 1 to 26 whole numbers, not {heaps!r}.")
        self.heaps = tuple(whole_number("A heap", heap, 0, LARGEST) for heap in heaps)
        self.misere = flag("misere", misere)
        # Heaps in any order are the same game; beyond four there are too many orders to try.
        places = range(len(heaps))
        self.orders = tuple(permutations(places)) if len(heaps) <= 4 else (tuple(places),)

    def initial(self) -> State:
        return State(self.heaps, MAX)

    def to_move(self, s: State) -> int:
        return s.player

    def actions(self, s: State) -> Iterator[tuple[int, int]]:
        for heap in range(len(s.heaps)):
            for taken in range(1, s.heaps[heap] + 1):
                yield heap, taken

    def result(self, s: State, a: tuple[int, int]) -> State:
        heap, taken = a
        return State(replace_at(s.heaps, heap, s.heaps[heap] - taken), -s.player)

    def is_terminal(self, s: State) -> bool:
        return all(heap == 0 for heap in s.heaps)

    def utility(self, s: State) -> int:
        """The player to move found nothing to take: the other one took the last match."""
        return s.player if self.misere else -s.player

    # --- stronger ---------------------------------------------------------------------

    def symmetries(self, s: State) -> Iterator[State]:
        """The same heaps in every order (of up to four heaps)."""
        for order in self.orders:
            heaps = s.heaps
            for place in range(len(order)):
                heaps = replace_at(heaps, place, s.heaps[order[place]])
            yield State(heaps, s.player)

    def candidates(self, s: State) -> Iterator[tuple[int, int]]:
        """The moves that leave heaps whose XOR is 0 (Bouton 1901), where there is one.

        From such heaps the player to move loses, so these moves win, if not always soonest;
        where no move does, and in the misère form, all actions.
        """
        total = nim_sum(s.heaps)
        for heap in range(len(s.heaps)):
            for taken in range(1, s.heaps[heap] + 1):
                left = s.heaps[heap] - taken
                if self.misere or total == 0 or total ^ s.heaps[heap] ^ left == 0:
                    yield heap, taken

    # --- for people -------------------------------------------------------------------

    def format_action(self, s: State, a: tuple[int, int]) -> str:
        heap, taken = a
        return f"{heap_name(heap)}{taken}"

    def parse_action(self, s: State, text: str) -> tuple[int, int]:
        wanted = re.fullmatch(r"([a-z])([0-9]{1,9})", text.strip().lower())
        if self.is_terminal(s):
            raise IllegalAction("The game is over; there is nothing to play.")
        if wanted is None:
            raise IllegalAction(
                f"{text.strip()!r} is not a move; write a heap and how many to take, such as"
                f" {self.format_action(s, self.legal(s)[0])}."
            )
        heap, taken = ord(wanted[1]) - ord("a"), int(wanted[2])
        if heap >= len(s.heaps):
            raise IllegalAction(
                f"There is no heap {wanted[1]}; the heaps are a to {heap_name(len(s.heaps) - 1)}."
            )
        if not 1 <= taken <= s.heaps[heap]:
            can = f"you can take 1 to {s.heaps[heap]}" if s.heaps[heap] else "choose another"
            raise IllegalAction(f"Heap {wanted[1]} holds {s.heaps[heap]}, not {taken}; {can}.")
        return heap, taken

    def format_state(self, s: State) -> str:
        return f"{' '.join(map(str, s.heaps))} {self.player_name(s.player)}"

    def parse_state(self, text: str) -> State:
        words = text.lower().replace(",", " ").split()
        player = MIN if words[-1:] == ["second"] else MAX
        if words[-1:] in (["first"], ["second"]):
            words.pop()
        if len(words) != len(self.heaps) or not all(
            re.fullmatch(r"[0-9]{1,7}", word) and int(word) <= LARGEST for word in words
        ):
            raise InvalidPosition(
                f"{text!r} is not a position of this game: write {len(self.heaps)} heaps and"
                f" whose turn it is, such as {self.format_state(self.initial())!r}."
            )
        return State(tuple(int(word) for word in words), player)

    def show(self, s: State) -> str:
        rows = [
            f"{heap_name(number)} {heap:>2} {'|' * min(heap, 60)}{'…' if heap > 60 else ''}"
            for number, heap in enumerate(s.heaps)
        ]
        return "\n".join(row.rstrip() for row in rows)

    def draw(self, s: State) -> str:
        wide = max(4, *(min(heap, DRAWN) for heap in s.heaps))
        sheet = Sheet(0.3 * wide + 1.6, len(s.heaps) + 0.4, f"{self.name}: {self.format_state(s)}")
        for number, heap in enumerate(s.heaps):
            y = number + 0.7
            sheet.text(0.4, y, heap_name(number), size=0.4, bold=True)
            sheet.text(0.9, y, str(heap), size=0.32, fill=FAINT)
            for match in range(min(heap, DRAWN)):
                x = 1.4 + 0.3 * match
                sheet.line(x, y - 0.22, x, y + 0.32, line=DARK_WOOD, thick=0.08)
                sheet.circle(x, y - 0.26, 0.08, fill=RED)
                sheet.place(match_name(number, match), x - 0.15, y - 0.4, 0.3, 0.8, "match")
        return str(sheet)

    def gestures(self, s: State, a: tuple[int, int]) -> Iterator[tuple[str]]:
        """The first of the matches that are taken; of a large heap those at its end are drawn."""
        heap, taken = a
        drawn = min(s.heaps[heap], DRAWN)
        if taken <= drawn:
            yield (match_name(heap, drawn - taken),)


def nim_sum(heaps: tuple[int, ...]) -> int:
    """The XOR of the heaps: 0 exactly where the player to move loses (unless misère)."""
    total = 0
    for heap in heaps:
        total ^= heap
    return total


def heap_name(heap: int) -> str:
    """Heaps are a, b, c …"""
    return chr(ord("a") + heap)


def match_name(heap: int, match: int) -> str:
    """What a match on the picture is called: `match 2 of b`."""
    return f"match {match + 1} of {heap_name(heap)}"
