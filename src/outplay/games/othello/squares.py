"""Sets of squares that Othello asks for, all at once: one bit a square, eight bits a row."""

from __future__ import annotations

from outplay.bits import popcount, shift_left, shift_right

STEPS = (1, 7, 8, 9)
"""From a square to the next one right, down and left, down, down and right; and back."""


def moves(mine: int, theirs: int, full: int, inner: int) -> int:
    """The squares to which the side with the discs `mine` can move."""
    found = 0
    for step in STEPS:
        down, up = rows_from(mine, theirs if step == 8 else theirs & inner, step)
        found |= shift_left(down, step) | shift_right(up, step)
    return found & full & ~(mine | theirs)


def rows_from(squares: int, between: int, step: int) -> tuple[int, int]:
    """The rows of discs `between` that begin next to these squares, a step on and a step back."""
    down = between & shift_left(squares, step)
    up = between & shift_right(squares, step)
    down |= between & shift_left(down, step)
    up |= between & shift_right(up, step)
    # From here on two steps at a time: both squares must be between.
    twice = between & shift_left(between, step)
    down |= twice & shift_left(down, 2 * step)
    down |= twice & shift_left(down, 2 * step)
    twice = shift_right(twice, step)
    up |= twice & shift_right(up, 2 * step)
    up |= twice & shift_right(up, 2 * step)
    return down, up


def turned_by(square: int, mine: int, theirs: int, inner: int) -> int:
    """The discs that one of the side with the discs `mine` turns over if it goes to `square`."""
    found = 0
    disc = shift_left(1, square)
    for step in STEPS:
        down, up = rows_from(disc, theirs if step == 8 else theirs & inner, step)
        if shift_left(down, step) & mine:
            found |= down
        if shift_right(up, step) & mine:
            found |= up
    return found


def along(squares: int, step: int, down: int, up: int) -> int:
    """All squares of the lines, in the direction of `step`, through these squares.

    `down` and `up`: the squares that can be entered by a step, and by a step back.
    """
    forward = back = squares
    for steps in (step, 2 * step, 4 * step):
        forward |= down & shift_left(forward, steps)
        back |= up & shift_right(back, steps)
        down &= shift_left(down, steps)
        up &= shift_right(up, steps)
    return forward | back


def stable(
    discs: int, rows: int, columns: int, falling: int, rising: int, left: int, right: int
) -> int:
    """The stable ones of one side's discs, given the squares that are safe along each line."""
    found = discs & rows & columns & falling & rising
    before = 0
    while found != before:
        before = found
        to_right, to_left = found & right, found & left
        found = discs & (rows | shift_left(to_right, 1) | shift_right(to_left, 1))
        found &= columns | shift_left(before, 8) | shift_right(before, 8)
        found &= falling | shift_left(to_right, 9) | shift_right(to_left, 9)
        found &= rising | shift_left(to_left, 7) | shift_right(to_right, 7)
    return found


def beside(squares: int, left: int, right: int) -> int:
    """The squares next to these in their rows and columns; some may be off the board."""
    sideways = shift_left(squares & right, 1) | shift_right(squares & left, 1)
    return sideways | shift_left(squares, 8) | shift_right(squares, 8)


def around(squares: int, left: int, right: int) -> int:
    """These squares and all that touch them."""
    wide = squares | shift_left(squares & right, 1) | shift_right(squares & left, 1)
    return wide | shift_left(wide, 8) | shift_right(wide, 8)


def lead(black: int, white: int) -> int:
    """How many more squares there are in one than in the other."""
    return popcount(black) - popcount(white)


def score(black: int, white: int, full: int, to_winner: bool) -> int:
    """Black's discs less White's at the end of the game."""
    lead = popcount(black) - popcount(white)
    free = popcount(full & ~(black | white)) if to_winner else 0
    if lead > 0:
        return lead + free
    return lead - free if lead < 0 else 0
