"""The engine's search state as it stands: native code is made of this very source."""

from __future__ import annotations

import random
from typing import Any

import pytest

from outplay import bits
from outplay.engine.scores import MATE_BOUND, WIN
from outplay.engine.sharing import BUSY, Sharing
from outplay.engine.state import NativeSelectiveState, NativeState
from outplay.engine.transposition import MOST_MOVES, PAIR, WIDE, Buckets
from outplay.native.library import sorting
from outplay.native.state import bring_least, fields_of, insert_sorted


class Words(Buckets):
    """A table of words, in a list."""

    def __init__(self, buckets: int, most: int, *, wide: bool, decisive: bool) -> None:
        self.wide, self.decisive = wide, decisive
        self.table = [0] * (2 * most * (WIDE if wide else PAIR))
        self.scores = Scores(self.table) if wide else self.table
        self.extent, self.most_buckets = [buckets], most
        self.filled, self.grow, self.age = 0, 1, 1


class Scores:
    """The same words as numbers, as 64 bits are: here of ints only."""

    def __init__(self, words: list[int]) -> None:
        self._words = words

    def __getitem__(self, at: int) -> int:
        return self._words[at]

    def __setitem__(self, at: int, value: int) -> None:
        self._words[at] = value


@pytest.mark.parametrize("wide", [False, True])
@pytest.mark.parametrize("decisive", [False, True])
def test_a_table_gives_back_what_was_stored_or_nothing(wide: bool, decisive: bool) -> None:
    """Also while it grows, which moves every entry."""
    dice = random.Random(f"{wide} {decisive}")
    table = Words(2, 64, wide=wide, decisive=decisive)
    known: dict[int, tuple[Any, ...]] = {}
    found = 0
    for _ in range(3_000):
        h = bits.mix(dice.randrange(400) + 1)
        if dice.random() < 0.5:
            low = dice.randrange(-1000, 1000)
            entry = low, low + dice.randrange(50), dice.randrange(-1, 60), dice.randrange(256)
            known[h] = entry
            table.store(h, *entry, work=dice.randrange(10_000), ply=dice.randrange(20))
        else:
            data = table.probe(h)
            if data:
                found += 1
                entry = table.low_of(data, 3), table.high_of(data, 3)
                assert (*entry, table.move_of(data), table.depth_of(data)) == known[h]
    assert found > 300
    assert table.extent == [64]


def test_a_win_is_as_far_from_a_state_wherever_it_is_met() -> None:
    table = Words(4, 4, wide=False, decisive=True)
    table.store(99 << 32, WIN - 12, WIN - 12, move=3, depth=9, work=5, ply=7)
    data = table.probe(99 << 32)
    assert table.low_of(data, 7) == WIN - 12
    assert table.low_of(data, 2) == WIN - 7
    table.store(99 << 32, -MATE_BOUND, 12 - WIN, MOST_MOVES, depth=9, work=5, ply=7)
    data = table.probe(99 << 32)
    assert (table.high_of(data, 9), table.low_of(data, 9)) == (14 - WIN, -MATE_BOUND)
    assert table.move_of(data) == -1  # there are no bits for its number


class Threads(Sharing):
    def __init__(self) -> None:
        self.busy = [0] * BUSY


@pytest.mark.parametrize("n", [0, 1, 2, 7, 199, 201, 500])
def test_sorting_is_the_same_at_both_speeds(n: int) -> None:
    dice = random.Random(n)
    words = [dice.randrange(-(1 << 62), 1 << 62) for _ in range(n)]
    inserted, plain, heap = [0] * n, [0] * n, list(words)
    for k, word in enumerate(words):
        sorting.insert_sorted(inserted, k, word)
        insert_sorted(plain, k, word)
    sorting.sort_words(heap, n)
    assert inserted == plain[:n] == heap == sorted(words)
    picked, lazily = list(words), list(words)
    for k in range(n):
        sorting.bring_least(picked, k, n)
        bring_least(lazily, k, n)
        assert picked[: k + 1] == lazily[: k + 1]


def test_threads_see_what_others_are_at() -> None:
    state = Threads()
    assert not state.is_taken(123, 4)
    state.take(123, 4)
    assert state.is_taken(123, 4) and not state.is_taken(123, 5)
    state.release(123, 5)
    assert state.is_taken(123, 4)
    state.release(123, 4)
    assert not state.is_taken(123, 4)


@pytest.mark.parametrize("cls", [NativeState, NativeSelectiveState])
def test_every_row_has_memory(cls: Any) -> None:
    from_elsewhere = {
        "table",
        "scores",
        "extent",
        "busy",
        "past",
        "reductions",
        "frames",
        "windows",
        "lines",
        "keys",
        "notes",
    }
    rows = {name for name, (_, kind) in fields_of(cls).items() if kind in ("Words", "Values")}
    assert rows <= from_elsewhere | set(cls.rows)
    assert set(cls.rows) <= rows
