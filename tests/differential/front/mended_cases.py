"""What once was another answer than Python's, or none: kept so that it does not come back."""
# mypy: disable-error-code="no-untyped-def,no-untyped-call"
# ruff: noqa

from __future__ import annotations

from collections import Counter, deque
from enum import Enum
from itertools import accumulate, chain
from typing import NamedTuple

import numpy as np
from front_end_cases import tried


FULL = (1 << 400) - 1


class Colour(Enum):
    RED = 1
    GREEN = 2
    BLUE = 3


class Bad(Exception):
    pass


@tried((20,), (100,))
def wide_ints_as_text(n):
    big = 2 ** (150 + 3 * n)
    return (
        str(big),
        str(-big),
        bin(big),
        hex(big),
        oct(-big),
        f"{big:,}",
        f"{big:>60}",
        f"{big}",
        format(big, "x"),
        "%d" % big,
    )


@tried((20,), (100,))
def wide_ints_in_sets(n):
    bits = {(1 << (x * 30 + n)) - 7 for x in range(8)}
    return (
        list(bits),
        hash(1 << n),
        hash(-(1 << n) * 12345),
        hash((1 << n, 3)),
        2 ** (n + 8) in bits,
    )


@tried(((1, -2, 0, 1, 0, 0, 3, 0),), ((1, 2, 0, 1, 0, 0, 0, 0),), ((0,) * 8,))
def names_of_inner_loops_after_a_break(b):
    found = False
    for r in range(2):
        for c in range(4):
            if c == r:
                continue
            if b[4 * r + c] > 1:
                found = True
                break
        if found:
            break
    return 10 * r + c + found


@tried((0,), (1,), (2,), (3,))
def what_exceptions_say(n):
    try:
        if n == 1:
            raise Bad("hello")
        if n == 2:
            raise ValueError("five")
        if n == 3:
            raise KeyError("k")
        return str(5 // n)
    except (Bad, ValueError, KeyError) as e:
        return str(e)
    except ZeroDivisionError as e:
        return f"{e}!"


@tried(("abc",), ("",))
def nothing_replaced(s):
    return s.replace("", "-"), s.replace("", "+", 2), s.replace("b", ""), "".replace("", s)


@tried((0,), (2,))
def texts_of_none_and_members(n):
    x = None if n else 5
    c = list(Colour)[n]
    return str(x), f"{x}", f"{c}", str(c), repr(c)


@tried((3,))
def arrays_of_arrays(n):
    a = np.array([n, 1, 0, -2])
    table = np.array([a[:3], a[1:]])
    same = np.asarray(a)
    same[0] = 9
    return table.tolist(), a.tolist()


@tried((100,))
def wide_ints_that_have_become_small(n):
    x = (1 << n) % 7
    return (
        "ab" * x,
        [1] * x,
        "abcdefg"[:x],
        [1, 2, 3, 4, 5, 6][x],
        list(range(x)),
        (1 << n) & 5,
        chr(97 + x),
        float(x),
        x / 2,
        x < 2.5,
        [5, 6, 7].pop(x),
        np.zeros(4, dtype=int).tolist()[x],
        np.array([x, 1]).tolist(),
    )


@tried((deque([1, 2], maxlen=2),), (deque([1, 2]),))
def deques_that_forget(q):
    q.append(3)
    return q


@tried((3,))
def the_largest_within_a_loop(n):
    total = 0
    for row in list({w: [k] for k, w in enumerate("b.a".split("."))}.values()):
        if not {"a": n, "o": 3}:
            total += 1
        else:
            seen = {max(row, default=n)}
            total += len(seen)
    return total


def counted(*values):
    return len(values), sum(values)


def one_more(*values):
    for x in values:
        yield x + 1


@tried((0,), (2,), (3,))
def stars_everywhere(n):
    def inner(*values):
        return len(values), values

    some = [n, 2, 3][:n]
    return (
        (lambda *a: len(a))(*some),
        counted(*some),
        inner(*some),
        inner(5, *some),
        counted(*range(n)),
        list(one_more(*some)),
        sum(one_more(1, *some)),
        set().union(*[[x] for x in range(n)]),
    )


@tried((0,), (5,), (399,))
def masked_wide_ints(n):
    x = (1 << n) - 5
    for i in range(5):
        x = (x << 127 | x >> 3 | x * 12345 + x) & FULL
    return x, (x << 700) & FULL, (x * x * x - 3) & FULL, (-x << 300) & FULL, (x << 600 ^ 5) & 1023


@tried((-(2**63),), (2**63 - 1,), (-7,))
def ends_of_64_bits_as_text(n):
    return str(n), f"{n}", f"{n:,}", str(n - 1)


@tried((0,), (1,), (2,))
def letters_of_known_strings(n):
    cells = list("x.o")
    cells[n] = "y"
    held = list("x.o")
    held[n] = None
    return (
        list("x.o").index("xo"[0]),
        list("x.o").count("x"),
        "x" in list("x.o"),
        cells,
        held,
        [c == "o" for c in cells],
        [c == "." for c in held],
        list("x.o" if n else "abc")[0] == "a",
    )


@tried((0,), (1,), (63,), (64,), (100,), (399,), (511,), (600,), (-1,))
def single_bits_of_wide_ints(n):
    x, minus = FULL // 7, -(FULL // 5)
    found = [x >> n & 1, minus >> n & 1, x >> n & 7, minus >> n & 0xFFFF, x >> n & (1 << 62)]
    for y in (x, minus, n + 1 << 300):
        if n < 500:
            found.append(1 if y & 1 << n else 0)
            found.append(1 if not 1 << n & y else 0)
            found.append((y & (1 << n)) != 0)
            found.append((y & (1 << n)) == 0)
            found.append(y & 1 << n)
            found.append([i for i in range(n, n + 9) if y & (1 << i)])
    return found


@tried((0,), (3,), (5,))
def tuples_and_strings_in_sets(n):
    walls = {(r, c, way) for r in range(n) for c in range(2) for way in "hv"}
    frozen = frozenset(walls)
    more = frozen | {(9, 9, "h")}
    less = more - {(0, 1, "v")}
    words = {"a" * i for i in range(n + 5)} | {"longer than a word"}
    emptied = set(walls)
    emptied.clear()
    emptied.add((n, n, "h"))
    kept = set(more)
    kept &= {(0, 0, "h"), (9, 9, "h"), (7, 7, "v")}
    kept.discard((0, 0, "h"))
    return [
        [(r, c, way) in s for r in (-1, 0, 1, n, 9) for c in (0, 1, 9) for way in ("h", "v", "x")]
        for s in (walls, frozen, more, less, emptied, kept)
    ] + [
        [x in words for x in ("", "a", "aaaaaaa", "aaaaaaaa", "b", "longer" + " than a word")],
        (0, 0) in walls,
        5 in walls,
        len(less),
        len(kept),
    ]


@tried((0,), (1,), (2,), (4,))
def shifts_of_wide_ints_by_known_numbers(n):
    found = []
    for x in (FULL >> 7 * n, -(FULL // (n + 3)), 1 << 100 * n, -1 << 63 * n, n):
        found += [x >> 1, x >> 7, x >> 63, x >> 64, x >> 65, x >> 128, x >> 200, x >> 448, x >> 510]
        found += [x << 1, x << 7, x << 63, x << 64, x << 65, x << 100]
        found += [(x << 128) & FULL, (x << 200) & FULL, (x << 448) & FULL, (x << 510) & FULL]
        found += [x & x >> 20, x | x << 20, x ^ x >> 192]
    return found


@tried((0,), (300,), (395,), (-5,))
def shifts_of_wide_ints_to_the_end(n):
    return n << 110, (n << 300) >> 300, (1 << n) << 115 if n > 0 else n


@tried(
    "",
    "x",
    "abcdefg hi",
    "abcdefgh ijklmnop",
    "a b c d e f g h i",
    "é" * 9 + " x",
    "  ab\tcdefghijkl\n ",
    "x" * 49 + " o",
    "x" * 7 + "\x1f" + "y" * 20 + "\xa0z",
    "abcdefghijklmnopqrstuvwxyz012345 9 ",
)
def strings_split_at_spaces(s):
    return s.split(), s.split(None, 1), [len(part) for part in (s + " ." * 9).split()]


@tried(3, 4, 19, True, 1.5, 2**70)
def no_strings_in_strings(n):
    found = []
    for ask in (lambda: n in "abcabcabc", lambda: "abc".count(n), lambda: "abc"[:2].count(n)):
        try:
            found.append(ask())
        except TypeError:
            found.append("no")
    return found


def said(ask):
    try:
        return ask()
    except TypeError:
        return "TypeError"
    except (KeyError, ValueError):
        return "KeyError or ValueError"


@tried(([1, 2],), ({1: 2},), (frozenset([1]),), ((1, [2]),), ((1, 2),))
def keys_without_a_hash(n):
    some, more, named = {1, 2}, {(1, 2): 3, (3, 4): 5}, {"a": 1}
    return (
        said(lambda: n in {"a": 1}),
        said(lambda: n in named),
        said(lambda: n in more),
        said(lambda: named.setdefault(n, 4)),
        said(lambda: named.pop(n, 4)),
        said(lambda: more.get(n)),
        said(lambda: some.add(n)),
        said(lambda: n in some),
        said(lambda: some.discard(n)),
    )


@tried("a", "ab", ("a", "b"), (("a", 1), ("b", 2)), [[1, 2], [3, 4]], {3: 4})
def dicts_of_pairs(n):
    def filled(d, n):
        d.update(n)
        return d

    return said(lambda: dict(n)), said(lambda: filled({}, n)), said(lambda: {**n})


@tried(1, 1.5, True)
def places_that_are_no_ints(n):
    def turned(n):
        xs = deque([1, 2, 3])
        xs.rotate(n)
        return list(xs)

    def longer(n):
        xs = [1, 2, 3]
        xs.insert(n, 4)
        return xs

    return said(lambda: [1, 2, 3].pop(n)), said(lambda: turned(n)), said(lambda: longer(n))


@tried(([1, 2],), ({1, 2},), (frozenset([1]),), ("ab",))
def reversed_and_not(n):
    return said(lambda: list(reversed(n)))


@tried(3, "a")
def without_such_an_attribute(n):
    return n if n else n.x


def doubled(n):
    for x in range(n + 1):
        yield x * 2 % 5


@tried(0, 3)
def the_most_of_a_generator(n):
    return (
        max(doubled(n)),
        min(chain(doubled(n), [9])),
        list(accumulate(doubled(n), max, initial=1)),
    )


class Span(NamedTuple):
    low: int
    high: int

    def __lshift__(self, n):
        return Span(self.low << n, self.high << n)

    def __pow__(self, n):
        return Span(self.low**n, self.high**n)

    def __rpow__(self, n):
        return n * self.low

    def __matmul__(self, other):
        return self.low * other.low + self.high * other.high


@tried(1, 3)
def operators_of_ones_own(n):
    span = Span(n, 2)
    moved = span
    moved <<= 2
    return span << 3, moved, span**2, n**span, span @ moved, said(lambda: n @ n)


@tried(2, 5)
def counters_that_are_taken_from(n):
    some = Counter("abca")
    some.subtract(a=n, x=1)
    some.subtract(c for c in "bcd" * n)
    some.update(c for c in "ad")
    some.update(a=n)
    return sorted(some.items()), some.pop("a"), some.pop("z", None), said(lambda: some.pop("q"))


@tried(0, 2, -1)
def arrays_as_indices(n):
    table, row = np.arange(12).reshape(3, 4), np.arange(6) * 10
    picked = (
        table[[0, n, 1], [n, 1, 3]],
        table[n, [1, 0]],
        table[[2, 1], n],
        row[np.array([[n, 1], [0, 3]])],
    )
    table[[0, 1], [n, 3]] = [50, 60]
    table[[2, 1], n] = 7
    row[[n, 4]] = row[[4, n]]
    table[1:, :2] = table[:2, 2:]
    row[2:] = row[:4]
    return (
        [x.tolist() for x in picked],
        table.tolist(),
        row.tolist(),
        np.flatnonzero(table > 5).tolist(),
    )
