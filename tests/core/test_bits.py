"""The bit boards: both speeds agree on all of `outplay.bits`, and it means what it says."""

from collections.abc import Callable
from inspect import getmembers, isfunction, isgeneratorfunction, signature
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from native_functions import Native

from outplay import bits
from outplay.native.front.special import SPECIAL

EDGES = (
    [0, 1, -1, 2, 3, -2, 255, -256, 2**62, 2**63 - 1, -(2**63), -(2**63) + 1]
    + [0x0F0F0F0F0F0F0F0F, 0x00FF00FF00FF00FF, 0x0102040810204080]
    + [bits.wrap(1 << square) for square in range(64)]
    + [bits.wrap(~(1 << square)) for square in range(64)]
)
LOW, HIGH = -(2**63), 2**63 - 1

# Boards with few, with about half and with nearly all squares set; and the edges.
boards = st.one_of(
    st.integers(LOW, HIGH),
    st.sampled_from(EDGES),
    st.sets(st.integers(0, 63), max_size=6).map(lambda s: bits.wrap(sum(1 << i for i in s))),
)
counts = st.integers(0, 63)


def native(function: Callable[..., int]) -> Callable[..., int]:
    """The native twin, made callable from Python."""
    return Native(function, *[0] * len(signature(function).parameters), checked=False)


PUBLIC = [f for name, f in getmembers(bits, isfunction) if not name.startswith("_")]
YIELDING = [f for f in PUBLIC if isgeneratorfunction(f)]
NATIVE = {function: native(function) for function in PUBLIC if function not in YIELDING}
UNARY = [f for f in NATIVE if len(signature(f).parameters) == 1]
BINARY = [bits.add, bits.subtract, bits.multiply]
SHIFTS = [bits.shift_left, bits.shift_right]


def by_name(items: list[Any]) -> Any:
    return pytest.mark.parametrize("function", items, ids=lambda f: f.__name__)


def squares(x: int) -> set[tuple[int, int]]:
    """(row, column) of the squares set, the slow and obvious way."""
    return {(i // 8, i % 8) for i in range(64) if x >> i & 1}


# --- both speeds ---------------------------------------------------------------------------


def test_every_function_has_a_native_twin():
    assert set(PUBLIC) <= set(SPECIAL)
    assert set(PUBLIC) == {*UNARY, *BINARY, *SHIFTS, *YIELDING}


@by_name(UNARY)
@given(x=boards)
@settings(deadline=None, max_examples=300)
def test_both_speeds_agree_on_one_board(function, x):
    assert NATIVE[function](x) == function(x)


@by_name(UNARY)
def test_both_speeds_agree_on_the_edges(function):
    assert [NATIVE[function](x) for x in EDGES] == [function(x) for x in EDGES]


NATIVE_LISTS = {
    bits.indices: Native(lambda x: list(bits.indices(x)), 0, checked=False),
    bits.indices_down: Native(lambda x: list(bits.indices_down(x)), 0, checked=False),
    bits.single_bits: Native(lambda x: list(bits.single_bits(x)), 0, checked=False),
}


@by_name(YIELDING)
@given(x=boards)
@settings(deadline=None, max_examples=300)
def test_both_speeds_yield_the_same(function, x):
    assert list(NATIVE_LISTS[function](x)) == list(function(x))


@by_name(YIELDING)
def test_both_speeds_yield_the_same_on_the_edges(function):
    for x in EDGES:
        assert list(NATIVE_LISTS[function](x)) == list(function(x))


@given(x=boards)
def test_squares_are_yielded_in_order(x):
    expected = [8 * row + column for row, column in sorted(squares(x))]
    assert list(bits.indices(x)) == expected
    assert list(bits.indices_down(x)) == expected[::-1]
    assert list(bits.single_bits(x)) == [bits.wrap(1 << square) for square in expected]


@by_name(BINARY)
@given(x=boards, y=boards)
@settings(deadline=None, max_examples=300)
def test_both_speeds_agree_on_two_boards(function, x, y):
    assert NATIVE[function](x, y) == function(x, y)


@by_name(SHIFTS)
@given(x=boards, n=st.one_of(counts, st.sampled_from([64, 65, 128, 2**62])))
@settings(deadline=None, max_examples=300)
def test_both_speeds_agree_on_shifts(function, x, n):
    assert NATIVE[function](x, n) == function(x, n)


@by_name(SHIFTS)
@pytest.mark.parametrize("n", [-1, -64, LOW])
def test_a_negative_shift_is_an_error_at_both_speeds(function, n):
    with pytest.raises(ValueError, match="cannot be shifted by a negative number"):
        function(1, n)
    with pytest.raises(ValueError):  # noqa: PT011  # in machine code exceptions have no text
        NATIVE[function](1, n)


@given(x=boards)
@example(x=LOW)
@settings(deadline=None, max_examples=300)
def test_native_methods_of_ints_answer_as_python_does(x):
    assert native_bit_count(x) == x.bit_count()
    assert native_bit_length(x) == x.bit_length()


native_bit_count = Native(lambda x: x.bit_count(), 0)
native_bit_length = Native(lambda x: x.bit_length(), 0)


def test_native_functions_take_only_integers():
    with pytest.raises(TypeError):
        Native(bits.popcount, 1.5)(1.5)


@by_name(UNARY)
@given(x=boards)
def test_answers_stay_in_range(function, x):
    assert LOW <= function(x) <= HIGH


# --- arithmetic ------------------------------------------------------------------------------


@given(x=st.integers(-(2**80), 2**80))
def test_wrap_keeps_the_low_64_bits(x):
    assert LOW <= bits.wrap(x) <= HIGH
    assert (bits.wrap(x) - x) % 2**64 == 0


@given(x=boards, y=boards)
def test_arithmetic_is_modulo_2_to_the_64(x, y):
    assert (bits.add(x, y) - (x + y)) % 2**64 == 0
    assert (bits.multiply(x, y) - x * y) % 2**64 == 0
    assert bits.subtract(bits.add(x, y), y) == x


@given(x=boards, n=counts)
def test_shifts_move_squares_and_drop_those_outside(x, n):
    moved = {(i // 8, i % 8) for i in (8 * r + c + n for r, c in squares(x)) if i < 64}
    assert squares(bits.shift_left(x, n)) == moved
    assert bits.shift_right(x, n) == bits.wrap((x % 2**64) // 2**n)


@given(x=boards)
def test_shifting_by_64_or_more_leaves_nothing(x):
    assert bits.shift_left(x, 64) == bits.shift_right(x, 64) == 0
    assert bits.shift_left(x, 1000) == bits.shift_right(x, 1000) == 0


def test_mix_gives_the_published_stream_of_splitmix64():
    # The first five numbers from seed 1234567, the usual check of that generator.
    step = bits.wrap(0x9E3779B97F4A7C15)
    state, stream = 1234567, []
    for _ in range(5):
        state = bits.add(state, step)
        stream.append(bits.mix(state) % 2**64)
    assert stream == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


@given(x=boards, y=boards)
def test_mix_sends_different_boards_to_different_numbers(x, y):
    assert (bits.mix(x) == bits.mix(y)) == (x == y)


# --- squares ---------------------------------------------------------------------------------


@given(x=boards)
def test_squares_are_counted_and_found(x):
    numbers = [8 * row + column for row, column in sorted(squares(x))]
    assert bits.popcount(x) == len(numbers)
    assert bits.lowest_index(x) == (numbers[0] if numbers else 64)
    assert bits.highest_index(x) == (numbers[-1] if numbers else -1)
    assert bits.lowest_bit(x) == bits.wrap(x & -x)
    assert squares(bits.lowest_bit(x)) == {(n // 8, n % 8) for n in numbers[:1]}


@given(x=boards)
def test_taking_the_lowest_bit_away_walks_all_squares(x):
    rest, seen = x, []
    while rest:
        seen.append(bits.lowest_index(rest))
        rest ^= bits.lowest_bit(rest)
    assert seen == [8 * row + column for row, column in sorted(squares(x))]


# --- symmetries --------------------------------------------------------------------------------

WHERE: dict[Callable[[int], int], Callable[[int, int], tuple[int, int]]] = {
    bits.flip_vertical: lambda row, column: (7 - row, column),
    bits.flip_horizontal: lambda row, column: (row, 7 - column),
    bits.flip_diagonal: lambda row, column: (column, row),
    bits.flip_antidiagonal: lambda row, column: (7 - column, 7 - row),
    bits.rotate_90: lambda row, column: (7 - column, row),
    bits.rotate_180: lambda row, column: (7 - row, 7 - column),
    bits.rotate_270: lambda row, column: (column, 7 - row),
}
FLIPS = [f for f in WHERE if "flip" in f.__name__]


@by_name(list(WHERE))
@given(x=boards)
def test_symmetries_move_every_square_where_they_say(function, x):
    assert squares(function(x)) == {WHERE[function](*square) for square in squares(x)}


@by_name([*FLIPS, bits.rotate_180])
@given(x=boards)
def test_flips_undo_themselves(function, x):
    assert function(function(x)) == x


@given(x=boards)
def test_rotations_add_up(x):
    quarter = bits.rotate_90
    assert quarter(quarter(x)) == bits.rotate_180(x)
    assert quarter(quarter(quarter(x))) == bits.rotate_270(x)
    assert quarter(quarter(quarter(quarter(x)))) == x


def test_a_quarter_turn_is_clockwise_with_square_0_at_the_bottom_left():
    bottom_row, left_column = 0xFF, 0x0101010101010101
    assert bits.rotate_90(bottom_row) == left_column
    assert bits.rotate_90(1 << 0) == 1 << 56  # a1 goes to a8
