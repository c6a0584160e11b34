"""Ints beyond 64 bits: a search goes on in Python, or says that it cannot be native."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
import pytest
from native_functions import Native

from outplay import MAX, Engine, Game, NotNative, alphabeta, bits, count
from outplay.games import load

SMALL = np.array([100, 27], np.int8)
TRUE = np.array([True, True])
WIDE = np.array([100, 27], np.int64)
ONE_TRUTH = np.bool_(True)
MANY = (1, 2**63)
LINES = ((0, 1), (1, 2), (0, 2))


class State(NamedTuple):
    n: int
    player: int
    ply: int


class Growing(Game[State, int]):
    """Four plies of n -> 3n + a; a subclass says what the ends are worth."""

    start = 0

    def initial(self) -> State:
        return State(self.start, MAX, 0)

    def to_move(self, s: State) -> int:
        return s.player

    def actions(self, s: State) -> range:
        return range(3)

    def result(self, s: State, a: int) -> State:
        return State(3 * s.n + a, -s.player, s.ply + 1)

    def is_terminal(self, s: State) -> bool:
        return s.ply == 4

    def utility(self, s: State) -> float:
        return s.n % 7


class Literal(Growing):
    def utility(self, s: State) -> float:
        return -s.player * 10000000000000000000


class Power(Growing):
    def utility(self, s: State) -> float:
        return -s.player * 10**19 + s.n


class Counter(Growing):
    start = 2**60


class Shift(Growing):
    def utility(self, s: State) -> float:
        return (1 << (60 + s.n)) % 1000


class ShiftOut(Growing):
    def utility(self, s: State) -> float:
        return (s.n << 70) % 1000


class Product(Growing):
    def utility(self, s: State) -> float:
        return (s.n + 1) * 1234567890123456789 % 1000


class Summed(Growing):
    def utility(self, s: State) -> float:
        return sum((s.n, 2**62, 2**62)) % 1000


class Powered(Growing):
    def utility(self, s: State) -> float:
        return (s.n + 10) ** 20 % 1000


class Truncated(Growing):
    def utility(self, s: State) -> float:
        return int((s.n + 1) * 1e18) % 1000


class ComparedWithFloat(Growing):
    def utility(self, s: State) -> float:
        return 1 if 2**53 + s.n > 2.0**53 else 0


class Large(Growing):
    """Utilities at the very end of what 64 bits hold."""

    def utility(self, s: State) -> float:
        return (2**63 - 1 - s.n) * (1 if s.n % 2 else -1)


class SmallArray(Growing):
    def utility(self, s: State) -> float:
        return SMALL[0] + SMALL[1] + 1 + s.n


class TrueArray(Growing):
    def utility(self, s: State) -> float:
        return (TRUE[0] + TRUE[1]) * 10 + s.n


class Compared(Growing):
    def utility(self, s: State) -> float:
        return ((WIDE[0] > s.n) + (WIDE[1] > s.n)) * 10 + s.n


class OneTruth(Growing):
    def utility(self, s: State) -> float:
        return (ONE_TRUTH + ONE_TRUTH) * 10 + s.n


class LargeInTuple(Growing):
    def utility(self, s: State) -> float:
        return (MANY[1] + s.n) % 1000


LEFT_TO_PYTHON = [
    SmallArray,
    TrueArray,
    Compared,
    OneTruth,
    Truncated,
    ComparedWithFloat,
    Literal,
    Power,
]
"""Where Python, or NumPy, does what native code does not; values of a search have 64 bits."""

WIDER = [Counter, Product, Shift, ShiftOut, Summed, Powered, LargeInTuple]
"""Ints beyond 64 bits inside of rules and states."""


@pytest.mark.parametrize("kind", [*LEFT_TO_PYTHON, *WIDER])
@pytest.mark.filterwarnings("ignore:overflow encountered")
def test_the_answer_is_that_of_python(kind):
    game = kind()
    wanted = alphabeta(game, speed="python")
    found = Engine(game, threads=2).analyse(exact=True)  # which tries no small search first
    assert found.proven
    assert found.value == wanted.value and type(found.value) is type(wanted.value)


@pytest.mark.parametrize("kind", WIDER)
def test_ints_beyond_64_bits_are_native(kind):
    wanted, found = (alphabeta(kind(), speed=speed) for speed in ("python", "native"))
    assert (found.value, found.action, found.nodes) == (wanted.value, wanted.action, wanted.nodes)


@pytest.mark.parametrize("kind", LEFT_TO_PYTHON)
def test_what_is_left_to_python_is_said(kind):
    with pytest.raises(NotNative, match=r"64 bits|int8|bool|truth|raises"):
        alphabeta(kind(), speed="native")


def test_utilities_as_large_as_can_be():
    wanted = alphabeta(Large(), speed="python")
    found = alphabeta(Large(), speed="auto")
    assert found.value == wanted.value and found.action == wanted.action


def test_counting_goes_on_in_python():
    class Wide(Counter):
        def actions(self, s: State) -> range:
            return range(9)

    assert count(Wide()).nodes == 1 + 9 + 81 + 729 + 6561


class Masked(Growing):
    """High bits that are lost on the way to a mask, or to `wrap`, do not matter."""

    def utility(self, s: State) -> float:
        low = (s.n * 0x1E3779B97F4A7C15 + (s.n << 40)) & 0xFFFFF
        board = 0xFF00FF00FF00FF & (s.n + 255 << 50)
        free = 0xFF00FF00FF00FF & ~(s.n + 255 << 48)
        mixed = bits.wrap(-s.n * 0x1E3779B97F4A7C15 - (1 << 63)) % 1000
        return (low + board + free + mixed) % 10007


class Keywords(Growing):
    def utility(self, s: State) -> float:
        a = sum((x * s.n for x in range(3)), start=7) + sum((x for x in range(2)), s.n)
        b = max((x for x in range(5) if x > s.n), default=-3)
        c = min((x * 5 % 7 for x in range(6)), key=lambda v: (v - s.n) % 5)
        d = max((x - 3 for x in range(6)), key=abs)
        return a + 100 * b + 10 * c + d


class Nested(Growing):
    def utility(self, s: State) -> float:
        p = s.n % 3
        return 1 if any(all(i != p for i in line) for line in LINES) else s.n % 2


@pytest.mark.parametrize("kind", [Masked, Keywords, Nested])
def test_native_and_the_same(kind):
    game = kind()
    slow, fast = (alphabeta(game, speed=speed) for speed in ("python", "native"))
    assert (slow.value, slow.action, slow.nodes) == (fast.value, fast.action, fast.nodes)
    assert [move.value for move in slow.moves] == [move.value for move in fast.moves]


def test_a_promise_is_taken_at_its_word():
    class Promised(Growing):
        fits_64_bits = True

        def utility(self, s: State) -> float:
            return (1 << (60 + s.n)) % 1000

    assert alphabeta(Promised(), speed="native").speed == "native"


def test_a_promise_does_not_hold_for_the_rules_of_others():
    game = load("tic-tac-toe")
    assert type(game).fits_64_bits
    options: dict[str, Any] = {"depth": 2, "evaluate": lambda s: (s.player + 2) * 2**62}
    wanted = alphabeta(game, speed="python", **options)
    found = alphabeta(game, **options)
    assert found.value == wanted.value and abs(wanted.value) >= 2**62


class Loops(Growing):
    """Loops in conditions in loops: 5 ** 5 times the innermost statement."""

    def utility(self, s: State) -> float:
        total = 0
        for r in range(5):
            for c in range(5):
                if s.n >> r & 1:
                    for r2 in range(5):
                        for c2 in range(5):
                            if s.n >> c2 & 1:
                                for k in range(5):
                                    if (r + r2 * k + c) % 3 == c2 % 3:
                                        total += k - 2
        return total


def test_loops_are_written_out_within_a_budget():
    loops = Loops().utility
    states = [State(n, 1, 0) for n in range(40)]
    native = Native(loops, states[0])
    assert native.text.count("\n") < 5_000
    assert [native(s) for s in states] == [loops(s) for s in states]


class Vast(Growing):
    """Floats so large that adding 1 changes nothing."""

    scale = 1.5e15

    def result(self, s: State, a: int) -> State:
        return State((31 * s.n + 17 * a + 7) % 1009, -s.player, s.ply + 1)

    def utility(self, s: State) -> float:
        return (s.n - 500) * self.scale


def test_vast_values_are_proven_right():
    wanted = alphabeta(Vast(), speed="python")
    for speed in ("python", "native"):
        found = Engine(Vast(), speed=speed).analyse(exact=True)
        assert (found.value, found.proven) == (wanted.value, True)


class InActions(Growing):
    """What `actions` computes on the way to its answer leaves 64 bits."""

    start = 3

    def actions(self, s: State) -> Iterator[int]:
        big = s.n + 5
        for _ in range(5):
            big = big * big
        yield 0
        if big < 0 or big % 1000 > 500:
            yield 1
        if s.n % 2:
            yield 2


class InKeys(Growing):
    """And so does what they are sorted by, in a function of the rules that `sorted` calls."""

    def actions(self, s: State) -> list[int]:
        return sorted(range(3), key=lambda a: (a + 3) ** 40 * (s.n + 1) % 7)


@pytest.mark.parametrize("game", [InActions(), InKeys()], ids=["actions", "keys"])
@pytest.mark.parametrize("order", ["given", "random"])
def test_actions_are_listed_with_what_python_computes(game: Game[State, int], order: str) -> None:
    """They are written into the function that lists them, and are tested there too."""
    answers = [alphabeta(game, speed=speed, order=order) for speed in ("python", "native")]
    python, native = ((r.value, r.nodes, r.line, r.counts) for r in answers)
    assert native == python
    engines = [Engine(game, speed=speed).analyse(exact=True) for speed in ("python", "native")]
    assert engines[0].value == engines[1].value == python[0]
