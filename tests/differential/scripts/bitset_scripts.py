"""Series of random operations on sets of small numbers and of squares, whose order is watched.

Most elements are small; now and then there is one that is negative or large. Sets have two names,
are frozen and thawed, and are gone through only now and then.
"""

from __future__ import annotations

from typing import Any

from container_scripts import drawn, folded

STEPS = 60


def small_ints(s: Any) -> Any:
    """Two sets with two names each; what is done to one is seen by both of its names."""
    seed, total = s.seed, 0
    one: set[int] = set()
    two = {3, 4, 5}
    alias = one
    for _ in range(STEPS):
        seed = drawn(seed)
        kind, x = (seed >> 4) % 22, (seed >> 10) % 70
        if (seed >> 20) % 150 == 0:
            x = x * 1000 - 30000
        if kind < 5:
            one.add(x)
        elif kind == 5:
            alias.add(x + 1)
        elif kind == 6:
            one.discard(x)
        elif kind == 7:
            one |= {x, x + 3, x + 60}
        elif kind == 8:
            one -= two
        elif kind == 9:
            one, two = two, one ^ two
        elif kind == 10:
            two = {n // 2 for n in one}
        elif kind == 11:
            two = one | two
        elif kind == 12:
            two = one - {x} | two
        elif kind == 13:
            two = (one | {x}) & (two | {x, 7})
        elif kind == 14:
            alias = one
        elif kind == 15:
            one = set(one)
        elif kind == 16:
            two.update(one)
            two.add(x)
        elif kind == 17:
            one = alias - two
        elif kind == 18:
            one &= two | alias
        elif kind == 19:
            one ^= {x, x + 1, x + 2}
        elif kind == 20:
            if one:
                total = folded(total, one.pop())
        else:
            one = one.union(two, [x, x + 9])
        total = folded(total, len(one) * 64 + len(alias) + (x in one) + 2 * (x in two))
        total = folded(total, (one <= two) + 2 * (one == alias) + 4 * one.isdisjoint(two))
        if (seed >> 16) % 3 == 0:
            for n in one:
                total = folded(total, n)
        if (seed >> 17) % 5 == 0:
            for n in two:
                total = folded(total, n)
        if two and (seed >> 18) % 4 == 0:
            total = folded(total, next(iter(two)))
        if len(one) > 40:
            one = set(sorted(one)[:9])
    for n in alias:
        total = folded(total, n)
    return total


def squares(s: Any) -> Any:
    """Frozensets and sets of pairs, in operations with each other."""
    seed, total = s.seed, 0
    mine: frozenset[tuple[int, int]] = frozenset({(0, 0), (1, 2)})
    yours = frozenset((r, 3) for r in range(6))
    seen: set[tuple[int, int]] = set()
    for _ in range(STEPS):
        seed = drawn(seed)
        kind, r, c = (seed >> 4) % 15, (seed >> 9) % 8, (seed >> 14) % 8
        if (seed >> 21) % 200 == 0:
            r -= 9
        if (seed >> 20) % 190 == 0:
            c += 40
        if kind < 3:
            mine = mine | {(r, c)}
        elif kind == 3:
            mine = mine - {(r, c)}
        elif kind == 4:
            mine, yours = mine - {(r, c)} | {(c, r)}, yours - {(c, r)}
        elif kind == 5:
            seen.add((r, c))
        elif kind == 6:
            seen |= mine
        elif kind == 7:
            mine = mine ^ yours
        elif kind == 8:
            yours = frozenset(seen)
        elif kind == 9:
            mine = (mine | yours) - seen
        elif kind == 10:
            seen = {(r, c), (c, r)} | mine & yours
        elif kind == 11:
            mine, yours = yours, mine
        elif kind == 12:
            seen.discard((r, c))
        elif kind == 13:
            mine = frozenset(sorted(mine)[-8:]) | {(r, c), (0, 1)}
        else:
            seen = set(mine) - {(r, c)}
            seen.update(yours)
        total = folded(total, 8 * len(mine) + ((r, c) in mine) + 2 * ((c, r) in seen))
        total = folded(total, (mine <= yours) + 2 * (seen == mine) + 4 * mine.isdisjoint(seen))
        if (seed >> 16) % 3 == 0:
            for y, x in mine:
                total = folded(total, 50 * y + x)
        if (seed >> 17) % 4 == 0:
            for y, x in seen:
                total = folded(total, 50 * y + x)
        if yours and (seed >> 18) % 4 == 0:
            y, x = next(iter(yours))
            total = folded(total, 50 * y + x)
        if (seed >> 19) % 5 == 0:
            total = folded(total, sum(50 * y + x for y, x in list(yours)) + len({*seen, *mine}))
    return total
