"""Bit boards of 64 squares: what a signed 64-bit int needs beyond Python's own operators.

A board of up to 63 squares is a plain `int`, and needs nothing from here. A board of 64
squares needs all 64 bits, so it is an int from -2**63 to 2**63 - 1: square 63 is the sign.
`&`, `|`, `^`, `~` and `==` mean the same on it at both speeds. What does not, because
Python's ints never overflow and its `>>` copies the sign, is a function here. Each takes
ints of that range, gives ints of that range, and answers the same at native speed.

Squares are numbered row by row, and the pictures below stand with square 0 at the bottom
left, as a chess board does (a1 is 0, h1 is 7, a8 is 56, h8 is 63):

    row 7   56 57 58 59 60 61 62 63
    row 6   48 49 50 51 52 53 54 55
    row 5   40 41 42 43 44 45 46 47
    row 4   32 33 34 35 36 37 38 39
    row 3   24 25 26 27 28 29 30 31
    row 2   16 17 18 19 20 21 22 23
    row 1    8  9 10 11 12 13 14 15
    row 0    0  1  2  3  4  5  6  7
     column  0  1  2  3  4  5  6  7
"""

from collections.abc import Iterator

_ALL = (1 << 64) - 1
_SIGN = 1 << 63

NEGATIVE_SHIFT = "A board cannot be shifted by a negative number of squares."


def wrap(x: int) -> int:
    """Any int, reduced to its low 64 bits, as a signed int: `wrap(1 << 63) == -1 << 63`.

    At native speed every int is one already. Use it for constants of a class: `wrap(0xFF << 56)`.
    """
    return ((x + _SIGN) & _ALL) - _SIGN


# --- arithmetic modulo 2**64 ----------------------------------------------------------


def add(x: int, y: int) -> int:
    """x + y, wrapped."""
    return wrap(x + y)


def subtract(x: int, y: int) -> int:
    """x - y, wrapped."""
    return wrap(x - y)


def multiply(x: int, y: int) -> int:
    """x * y, wrapped."""
    return wrap(x * y)


def shift_left(x: int, n: int) -> int:
    """All squares `n` up, those past 63 drop off; 0 from n = 64 on. ValueError if n < 0."""
    if n < 0:
        raise ValueError(NEGATIVE_SHIFT)
    return wrap(x << n) if n < 64 else 0


def shift_right(x: int, n: int) -> int:
    """All squares `n` down, those below 0 drop off; 0 from n = 64 on. ValueError if n < 0.

    The sign is a square like any other, unlike with `>>`: `shift_right(-1, 63) == 1`.
    """
    if n < 0:
        raise ValueError(NEGATIVE_SHIFT)
    return wrap((x & _ALL) >> n)


def mix(x: int) -> int:
    """Scrambles `x` so that each bit of it sways every bit of the answer: for hashing.

    A bijection (no two boards get the same answer), with `mix(0) == 0`. The steps are the
    last ones of the SplitMix64 generator of Steele, Lea and Flood (2014).
    """
    u = x & _ALL
    u = (u ^ u >> 30) * 0xBF58476D1CE4E5B9 & _ALL
    u = (u ^ u >> 27) * 0x94D049BB133111EB & _ALL
    return wrap(u ^ u >> 31)


# --- squares -----------------------------------------------------------------------------


def popcount(x: int) -> int:
    """How many squares are set, 0 to 64."""
    return (x & _ALL).bit_count()


def lowest_bit(x: int) -> int:
    """The board of the lowest set square alone; 0 if there is none."""
    return wrap(x & -x)


def lowest_index(x: int) -> int:
    """The number of the lowest set square, 0 to 63; 64 if there is none."""
    return (x & -x).bit_length() - 1 if x else 64


def highest_index(x: int) -> int:
    """The number of the highest set square, 0 to 63; -1 if there is none."""
    return (x & _ALL).bit_length() - 1


def indices(x: int) -> Iterator[int]:
    """The number of each set square, from the lowest to the highest."""
    x &= _ALL
    while x:
        lowest = x & -x
        yield lowest.bit_length() - 1
        x ^= lowest


def indices_down(x: int) -> Iterator[int]:
    """The number of each set square, from the highest to the lowest."""
    x &= _ALL
    while x:
        highest = x.bit_length() - 1
        yield highest
        x ^= 1 << highest


def single_bits(x: int) -> Iterator[int]:
    """The board of each set square alone, from the lowest to the highest."""
    below = x & _ALL >> 1
    while below:
        lowest = below & -below
        yield lowest
        below ^= lowest
    if x < 0:
        yield -_SIGN


# --- the eight symmetries of the board -----------------------------------------------------


def flip_vertical(x: int) -> int:
    """Top and bottom change places: square (row, column) goes to (7 - row, column)."""
    return int.from_bytes(x.to_bytes(8, "little", signed=True), "big", signed=True)


def flip_horizontal(x: int) -> int:
    """Left and right change places: (row, column) goes to (row, 7 - column)."""
    u = x & _ALL
    u = u >> 1 & 0x5555555555555555 | (u & 0x5555555555555555) << 1
    u = u >> 2 & 0x3333333333333333 | (u & 0x3333333333333333) << 2
    u = u >> 4 & 0x0F0F0F0F0F0F0F0F | (u & 0x0F0F0F0F0F0F0F0F) << 4
    return wrap(u)


def flip_diagonal(x: int) -> int:
    """Mirrors at the line from square 0 to 63: (row, column) goes to (column, row)."""
    u = x & _ALL
    u = _swap(u, 7, 0x00AA00AA00AA00AA)
    u = _swap(u, 14, 0x0000CCCC0000CCCC)
    u = _swap(u, 28, 0x00000000F0F0F0F0)
    return wrap(u)


def flip_antidiagonal(x: int) -> int:
    """Mirrors at the line from square 7 to 56: (row, column) goes to (7 - column, 7 - row)."""
    return rotate_180(flip_diagonal(x))


def rotate_90(x: int) -> int:
    """A quarter turn clockwise, as pictured above: (row, column) goes to (7 - column, row)."""
    return flip_vertical(flip_diagonal(x))


def rotate_180(x: int) -> int:
    """Half a turn: (row, column) goes to (7 - row, 7 - column)."""
    return flip_vertical(flip_horizontal(x))


def rotate_270(x: int) -> int:
    """A quarter turn counter-clockwise: (row, column) goes to (column, 7 - row)."""
    return flip_diagonal(flip_vertical(x))


def _swap(u: int, distance: int, squares: int) -> int:
    """Exchanges each of `squares` with the square `distance` above it; u is unsigned."""
    changed = (u ^ u >> distance) & squares
    return u ^ changed ^ changed << distance
