"""Numbers: division, powers, rounding, bits, floats, and ints beyond 64 bits."""

from __future__ import annotations

import math
from typing import Any

from construct_base import Board

COLUMN = sum(1 << 15 * r for r in range(15))
"""The first column of a board of 15 × 15."""
FULL = (1 << 225) - 1
HUGE = (1 << 361) - 1


def divided(s: Any) -> Any:
    """// and % of negative numbers, divmod"""
    total = 0
    for n, x in enumerate(s.board):
        total += (x * 5 - 7) // 3 * 10 + (x - 4) % 3 + (7 - x) % -4
        q, r = divmod(x * n - 5, 4)
        total += q * r
    return total


def true_division(s: Any) -> Any:
    """/ gives a float, int(…), round(…)"""
    x = s.board[0] + 4
    return 7 / x + int(-7 / x) + round(22 / x) + round(7.456 * x, 1)


def powers(s: Any) -> Any:
    """**, pow(a, b), pow(a, b, m), ** 0.5"""
    x = s.board[0] + 4
    return x**3 + pow(2, x) + pow(7, x, 5) + (x * x) ** 0.5


def absolute_and_sign(s: Any) -> Any:
    """abs, -x, +x, (x > 0) - (x < 0)"""
    x = s.board[0]
    return abs(x) * 100 + -x * 10 + (x > 0) - (x < 0)


def int_or_float(s: Any) -> Any:
    """0.5 here and 0 there"""
    if s.board[0] > 0:
        return 0.5
    return s.board[1]


def bool_as_number(s: Any) -> Any:
    """a bool minus a bool; not x; int(x > 1)"""
    won, lost = s.board[0] > 0, s.board[1] > 0
    return (won - lost) * 10 + (not won) + int(lost) + bool(s.board[2])


def a_bool(s: Any) -> Any:
    """the evaluation is a bool"""
    return s.board[0] > s.board[5]


def math_functions(s: Any) -> Any:
    """math.sqrt, floor, ceil, isqrt, gcd, hypot, log2"""
    x = abs(s.board[0]) + 2
    whole = math.floor(2.5 * x) + math.ceil(x / 3) + math.isqrt(x * 17) + math.gcd(12, x)
    return whole + math.sqrt(x * x) + math.log2(8) + math.comb(x, 2)


def bits_of(s: Any) -> Any:
    """& | ^ ~ << >>, bit_count, bit_length, bin(x).count("1")"""
    board = 0
    for n, x in enumerate(s.board):
        if x:
            board |= 1 << n
    spread = (board << 1 | board >> 1 | board << 4) & 0xFF & ~board
    return spread.bit_count() * 100 + board.bit_length() * 10 + bin(board).count("1") + (board ^ 3)


def lowest_bits(s: Any) -> Any:
    """while board: low = board & -board; board ^= low"""
    board = sum(1 << n for n, x in enumerate(s.board) if x) | 1 << 40
    total = 0
    while board:
        low = board & -board
        total = 3 * total + low.bit_length()
        board ^= low
    return total


def bits_as_text(s: Any) -> Any:
    """bin, hex, format(x, "b"), int(text, 16)"""
    x = s.board[0] + 20
    return len(bin(x)) + int(hex(x), 16) + format(x, "08b").count("1") * 100 + int("ff", 16)


def wide_shift(s: Any) -> Any:
    """1 << 224, shifts, & and | of 225 bits"""
    board = 0
    for n, x in enumerate(s.board):
        if x:
            board |= 1 << (n * 32)
    moved = (board << 15) & FULL
    back = (board >> 16) | (board << 1)
    return moved.bit_count() * 1000 + back.bit_length() + (board & COLUMN != 0)


def wide_walk(s: Any) -> Any:
    """a flood fill on one int of 225 bits"""
    stones = 0
    for n, x in enumerate(s.board):
        if x >= 0:
            stones |= 0b111 << (n * 15)
    seen = 1
    while True:
        grown = (seen | seen << 1 | seen >> 1 | seen << 15 | seen >> 15) & stones
        if grown == seen:
            break
        seen = grown
    return seen.bit_count()


def wide_complement(s: Any) -> Any:
    """~x, x ^ y, comparison and negative numbers of 361 bits"""
    one = HUGE >> (s.board[0] + 5) * 30
    two = HUGE ^ one
    return (~one & HUGE).bit_count() + (one < two) * 1000 + (-one < 0) * 2000 + (two == ~one & HUGE)


def wide_arithmetic(s: Any) -> Any:
    """+ - * // % of ints beyond 64 bits"""
    big = 3**100 + s.board[0]
    half = big // 7 - 2**90
    return (big % 1009) + half % 97 * 10 + (big * big) % 101 + (-big // 10**9) % 13


def past_64_bits(s: Any) -> Any:
    """a product that leaves 64 bits on the way and comes back"""
    x = 2**62 + s.board[0]
    return (x * 4 + s.board[1]) % 1_000_003


def hash_by_hand(s: Any) -> Any:
    """h = h * 1099511628211 ^ x, modulo 2**64"""
    h = 14695981039346656037
    for x in s.board:
        h = ((h ^ (x + 3)) * 1099511628211) % 2**64
    return h % 100_003


def wide_as_text(s: Any) -> Any:
    """len(str(2 ** 200)), bin(x)[2:]"""
    big = 2 ** (150 + 10 * s.board[0])
    return len(str(big)) + len(bin(big)[2:]) * 1000


def wide_in_collections(s: Any) -> Any:
    """ints beyond 64 bits in a set, a dict, a list and a tuple"""
    bits = [1 << (x * 30 + 100) for x in s.board]
    first = {bit: n for n, bit in enumerate(bits)}
    return (
        len(set(bits)) * 100
        + first[1 << 100]
        + (max(bits).bit_length(), 0)[0]
        + sorted(bits)[0] % 7
    )


def floats_compared(s: Any) -> Any:
    """1 == 1.0, 0.1 + 0.2, float of an int, infinities and nan"""
    x = float(s.board[0])
    exact = 0.1 + 0.2 == 0.3
    nan = float("nan")
    return (
        (x == s.board[0]) + 2 * exact + 4 * (nan == nan) + 8 * (x < math.inf) + x.is_integer() + x
    )


def float_floor(s: Any) -> Any:
    """// and % of floats"""
    x = s.board[0] - 0.5
    return x // 0.7 * 10 + x % 0.7 + (-x) % 3


def average(s: Any) -> Any:
    """sum(…) / len(…)"""
    return sum(s.board) / len(s.board) + sum(0.1 for _ in range(4))


class FloatState(Board):
    """utilities and estimates that are floats here and ints there"""

    def is_terminal(self, s: Any) -> Any:
        return s.board[0] > 0 or 0 not in s.board

    def utility(self, s: Any) -> Any:
        return s.board[1] * 0.25 if s.board[1] else 1

    def evaluate(self, s: Any) -> Any:
        return s.board[2] / 2 if s.board[2] % 2 else s.board[2]
