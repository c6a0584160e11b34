"""The same for numbers: ints beyond 64 bits, shifts, division, floats, NumPy arrays, aliasing."""

from __future__ import annotations

from typing import Any

import numpy as np
from container_scripts import drawn, folded

STEPS = 25
FULL = (1 << 400) - 1


def wide_ints(s: Any) -> Any:
    """Two boards of 400 bits under every operator that boards are made of."""
    seed, total = s.seed, 0
    one, two = 1, 1 << 399
    for _ in range(STEPS):
        seed = drawn(seed)
        kind, by = seed % 12, (seed >> 9) % 130
        if kind < 2:
            one |= 1 << (by * 3)
        elif kind == 2:
            one = (one << by) & FULL
        elif kind == 3:
            two >>= by
        elif kind == 4:
            one, two = two, one
        elif kind == 5:
            two = ~one & FULL
        elif kind == 6:
            one ^= two
        elif kind == 7:
            two = one & -one
        elif kind == 8:
            one = (one + two) & FULL
        elif kind == 9:
            two = (one - two) & FULL
        elif kind == 10:
            one = (one << 1 | one >> 1 | one << 20 | one >> 20) & FULL
        else:
            two |= (seed << 200) | seed
        total = folded(total, one.bit_count() + 500 * two.bit_length() + (one < two))
        total = folded(total, (one ^ two) % 1009 + bin(two).count("1"))
    return total


def signed_wide_ints(s: Any) -> Any:
    """Ints of both signs around the ends of 64 bits: division, comparison, products."""
    seed, total = s.seed, 0
    x, y = 2**63 - 1, -(2**63)
    for _ in range(STEPS):
        seed = drawn(seed)
        kind, by = seed % 9, (seed >> 9) % 90 - 45 or 7
        if kind == 0:
            x += by
        elif kind == 1:
            y -= by * x
        elif kind == 2:
            x = x // by
        elif kind == 3:
            y = y % (by * 1000003)
        elif kind == 4:
            x, y = -y, x
        elif kind == 5:
            x = x * by
        elif kind == 6:
            y = abs(y) - abs(x)
        elif kind == 7:
            x = max(x, y) >> 3
        else:
            q, r = divmod(x, by)
            y = q - r
        x, y = x % 2**200 - 2**199 if abs(x) > 2**300 else x, y % 2**190
        total = folded(total, x % 1000003 + y % 999 + (x < y) + (x == y) + x.bit_length())
        total = folded(total, (x & 0xFFFF) + (y | 3) % 77 + (x ^ y) % 101 + ~x % 13)
    return total


def small_ints(s: Any) -> Any:
    """Division, remainders and shifts of negative numbers; powers; chained comparisons."""
    seed, total = s.seed, 0
    x = 5
    for _ in range(STEPS):
        seed = drawn(seed)
        y = (seed >> 7) % 41 - 20
        z = (seed >> 13) % 11 - 5 or 3
        total = folded(total, y // z + 10 * (y % z) + (y >> 2) + (y << 3))
        total = folded(total, (-y) // z * 3 + abs(y) ** 3 % 17 + (z <= y < 7) + (y & z) - (y | z))
        x = (x ^ y) - (~z & 15) + (x if y > z else -x) // 2
        total = folded(total, x + round(y / 2) + int(y / z) + y.bit_length() + pow(abs(y), 5, 13))
    return total


def floats(s: Any) -> Any:
    """Floats beside ints: the same rounding, the same comparisons."""
    seed, total = s.seed, 0
    x = 0.5
    for _ in range(STEPS):
        seed = drawn(seed)
        y = (seed >> 6) % 200 - 100
        kind = seed % 8
        if kind == 0:
            x += y / 7
        elif kind == 1:
            x = x * 1.25 - y
        elif kind == 2:
            x = x // 0.3 if abs(x) < 1e6 else 1.0
        elif kind == 3:
            x = x % 7.5
        elif kind == 4:
            x = abs(x) ** 0.5
        elif kind == 5:
            x = -x + round(x, 1)
        elif kind == 6:
            x = min(x, y) if y > 0 else max(x, y)
        else:
            x = float(y) - int(x)
        total = folded(total, int(x * 1000) % 999983 + round(x) + (x > y) + 2 * (x == y))
    return total + x


def arrays(s: Any) -> Any:
    """A NumPy board of 3 × 4 under slices, masks and turns."""
    seed, total = s.seed, 0
    grid = np.zeros((3, 4), dtype=np.int64)
    for _ in range(STEPS):
        seed = drawn(seed)
        kind, r, c, x = seed % 10, (seed >> 6) % 3, (seed >> 10) % 4, (seed >> 14) % 9 - 4
        if kind < 3:
            grid[r, c] = x
        elif kind == 3:
            grid[r] += x
        elif kind == 4:
            grid[:, c] = grid[:, 3 - c] - 1
        elif kind == 5:
            grid[grid < x] = 0
        elif kind == 6:
            grid = np.roll(grid, 1, axis=x % 2)
        elif kind == 7:
            row = grid[r]
            row[c:] = x
        elif kind == 8:
            grid = grid[::-1].copy()
        else:
            grid = np.where(grid > 2, grid - x, grid)
        grid %= 50
        total = folded(total, int(grid.sum()) + 10 * int(grid.max()) + int((grid == x).sum()))
        total = folded(total, int(grid[r].min()) + int(grid[:, c].sum()) + int(grid.any()))
        for n in grid.ravel():
            total = folded(total, int(n))
    return total


def aliases(s: Any) -> Any:
    """Rows of a board that are one list under several names."""
    seed, total = s.seed, 0
    rows = [[0, 1], [2, 3], [4]]
    other = rows
    for _ in range(STEPS):
        seed = drawn(seed)
        kind, a, b, x = seed % 9, (seed >> 7) % 3, (seed >> 10) % 3, (seed >> 13) % 10
        if kind < 2:
            rows[a].append(x)
        elif kind == 2:
            rows[a] = rows[b]
        elif kind == 3:
            rows[a] = rows[b][:]
        elif kind == 4:
            other = list(rows)
        elif kind == 5:
            other[b] = [x]
        elif kind == 6:
            rows, other = other, rows
        elif kind == 7 and rows[a]:
            rows[a].pop(0)
        else:
            rows[a] += other[b][:2]
        total = folded(total, (rows is other) + 2 * (rows[a] is rows[b]) + 4 * (rows == other))
        for board in (rows, other):
            for row in board:
                del row[6:]
                for n in row:
                    total = folded(total, n)
    return total
