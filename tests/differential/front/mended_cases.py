"""What once was another answer than Python's, or none: kept so that it does not come back."""
# mypy: disable-error-code="no-untyped-def,no-untyped-call"
# ruff: noqa

from __future__ import annotations

from collections import deque
from enum import Enum

import numpy as np
from front_end_cases import tried


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
        str(big), str(-big), bin(big), hex(big), oct(-big), f"{big:,}", f"{big:>60}", f"{big}",
        format(big, "x"), "%d" % big,
    )  # fmt: skip


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
        "ab" * x, [1] * x, "abcdefg"[:x], [1, 2, 3, 4, 5, 6][x], list(range(x)), (1 << n) & 5, chr(97 + x),
        float(x), x / 2, x < 2.5, [5, 6, 7].pop(x), np.zeros(4, dtype=int).tolist()[x], np.array([x, 1]).tolist(),
    )  # fmt: skip


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
