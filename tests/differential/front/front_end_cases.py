"""Functions that a compiler could easily get wrong, each with arguments to try.

The docstring says of what kind they are. All must be compiled, and answer as Python does.
"""
# mypy: disable-error-code="no-untyped-def,no-untyped-call"

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

import numpy as np

CASES: list[tuple[Callable[..., Any], tuple[Any, ...]]] = []


def tried(*arguments: Any) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """With each of the arguments, or with each tuple of several."""

    def note(f: Callable[..., Any]) -> Callable[..., Any]:
        CASES.extend((f, a if isinstance(a, tuple) else (a,)) for a in arguments)
        return f

    return note


class Side(str, Enum):  # noqa: UP042  # as people write it
    LEFT = "l"
    RIGHT = "r"


@dataclass(frozen=True)
class Modulo:
    x: int

    def __eq__(self, other):
        return self.x % 3 == other.x % 3

    def __hash__(self):
        return 1


@dataclass(eq=False)
class Alone:
    x: int


@dataclass(frozen=True, order=True)
class Ranked:
    rank: int
    name: str = field(default="", compare=False)


class Mine(ValueError):
    pass


@tried(10)
def displays(n):
    """what stands in a display is evaluated once"""
    xs = list(range(n))
    ys = [xs.pop(), *xs]
    pair = {xs.pop(), xs.pop()}
    t = (xs.pop(), *xs, xs.pop())
    return ys, sorted(pair), t, len(xs)


@tried(4, 5)
def ranges(n):
    """ranges are equal if they give the same numbers"""
    return range(n) == range(n + 1), range(0) == range(3, 3), range(0, n, 2) == range(0, n + 1, 2)


@tried({1: 2}, {})
def truth_of_views(d):
    return bool(d.keys()), bool(d.values()), bool(d.items())


@tried(4)
def late_and_early(n):
    """what a generator expression goes through is looked up at once, all else when it runs"""
    xs = [1, 2, 3]
    g = (x * n for x in xs)
    xs = [10]
    n = 7
    return sum(g)


@tried(4)
def raised_outside(n):
    """a generator does not catch what whoever goes through it raises"""

    def numbers():
        for i in range(n):
            try:
                yield i
            except ValueError:
                yield 100

    total = 0
    try:
        for x in numbers():
            total += x
            if x == 2:
                raise ValueError
    except ValueError:
        total += 1000
    return total


@tried(0, 1, 2, 3)
def raised_again(n):
    try:
        try:
            if n == 0:
                raise KeyError(3)
            if n == 1:
                raise Mine("no")
            if n == 2:
                return 1 // (n - 2)
            raise Exception
        except (KeyError, Mine) as error:
            raise error
        except ArithmeticError:
            raise
    except LookupError:
        return 1
    except ValueError:
        return 2
    except ZeroDivisionError:
        return 3


@tried(9)
def tries_in_a_loop(n):
    out = []
    for i in range(n):
        try:
            if i == 2:
                out.append([1, 2][i])
            if i == 3:
                out.append({}[i])
            if i == 5:
                continue
            if i == 7:
                break
            out.append(i)
        except (ValueError, KeyError):
            out.append(-1)
        except IndexError:
            out.append(-2)
        else:
            out.append(100)
    return out


@tried(0, 1)
def set_that_grows(n):
    seen = {1, 2}
    for x in seen:
        seen.add(x + n)
    return len(seen)


@tried(0, 1)
def dict_that_grows(n):
    d = {1: 1}
    for k in d:
        d[k + n] = 1
    return len(d)


@tried(2)
def list_times_in_place(n):
    xs = [1, 2]
    ys = xs
    xs *= n
    return ys, xs is ys


@tried(3)
def arrays_in_place(n):
    a = np.array([[1, 2, 3], [4, 5, 6]])
    b, row, column = a, a[0], a[:, 1]
    row += n
    a *= 2
    column -= 1
    return a.tolist(), b.tolist(), row.tolist(), abs(-a).tolist()


@tried(2)
def set_by_index(n):
    cells = {n}
    return cells[0]  # type: ignore[index]


@tried(Side.LEFT, Side.RIGHT)
def text_members(side):
    return side == "l", side == "r", side == Side.LEFT


@tried((Modulo(1), Modulo(4)), (Modulo(1), Modulo(2)))
def own_equality(a, b):
    return a == b, a in (b,), a in [b], (a, 1) == (b, 1), [a] == [b]


@tried(3)
def equal_only_to_itself(n):
    a, b = Alone(n), Alone(n)
    return a == b, a == a, a in [b], a in [b, a]


@tried((Ranked(1, "a"), Ranked(1, "b")), (Ranked(1, "a"), Ranked(2)))
def fields_left_out(a, b):
    return a == b, a < b, a <= b, len({a, b}), max(a, b).name


@tried(0, 1)
def unpacked_none(n):
    pair = (1, 2) if n else None
    try:
        a, b = pair
    except TypeError:
        return -1
    except ValueError:
        return -2
    return a + b


@tried(2, 3)
def one_of_two_functions(n):
    if n > 2:

        def change(x):
            return x + n
    else:

        def change(x):
            return x * n

    return change(10)


@tried((5, 2), (5, 1), (6, 3))
def captured_only_if_it_fits(*t):
    x = -1
    match t:
        case (x, 1):
            return 1
        case (_, 2):
            return x
        case (x, y) if x > 10:
            return x, y
    return x


@tried(1)
def sets_are_no_sequences(n):
    match {n, 2}:
        case [_, _]:
            return 1
        case _:
            return 2


@tried((0, 12, 2), (11, 0, -2), (5, 2, 1), (-1, -20, -3))
def steps_deleted(a, b, c):
    xs = list(range(12))
    del xs[a:b:c]
    ys = list(range(12))
    del ys[::c]
    return xs, ys


@tried(3, 20)
def keys_of_other_types(n):
    d = {i: i for i in range(n)}
    e = {(i, j): i for i in range(n) for j in range(3)}
    return d.get(5.0), d.get(2.5), d.get(True), (1, 2) in d, None in d, e.get((1.0, True)), 1 in e


@tried(7)
def sets_and_lists(n):
    """methods of sets take anything, in the order of CPython"""
    s = {5, 4, 100, 3}
    s.update([1, 2], {n})
    s.difference_update([2])
    t = list(s)
    s.intersection_update(range(6))
    alike = s
    s -= alike
    return t, list(alike), list({n, 1, 5}.difference([0])), list({5, 1, 9}.intersection((9, 5)))


@tried((-(2**63), -1), (2**62, 7), (-(2**61), 3), (2**62, -(2**62)))
def wide_division(a, b):
    return a // b, a % b, a * a // b, a * a % b, -(a * a) // b, a * a * a % (b * b + 1)


@tried(0, 3)
def loop_that_may_not_run(n):
    for i in range(n):
        x = i
    return i + x


@tried(4)
def nonlocal_in_a_loop(n):
    total = 0

    def add(k):
        nonlocal total
        total += k
        return total

    for i in range(n):
        add(i)
    return total, [add(1) for _ in range(2)], total


@tried(0, 1, 2, 3)
def one_of_many_types(n):
    x = (1, 2) if n == 0 else "ab" if n == 1 else None if n == 2 else 7
    if not x:
        return x
    if x == 7 or x == "ab":
        return x, 100
    a, b = x
    return a + b


@tried(7)
def assigned_in_order(n):
    a, b, c = 1, n, [3]
    c[0], a = a, c[0]
    i, xs = 0, [5, 6]
    i, xs[i] = 1, 9
    (x, y), *z = (a, b), 1, 2
    return a, b, c, x, y, z, xs, i


@tried(3)
def shared_rows(n):
    rows = [[0] * n] * 2
    rows[0][1] = 5
    a, b = rows
    a.append(9)
    return rows, a is b


@tried((3,), (0,))
def recursive_exceptions(n):
    return fall(n)


def fall(n):
    if n > 0:
        try:
            return fall(n - 1)
        except KeyError:
            return -n
    raise KeyError


@tried(
    ("abracadabra", 2, 9),
    ("abracadabra", -4, 99),
    ("abracadabra", 5, 3),
    ("abc", 0, -1),
    ("", 0, 1),
)
def parts_of_text(s, a, b):
    """slices that are only gone through or looked into are not copied"""
    seen = [c + "." for c in s[a:b]]
    for c in s[a:]:
        seen.append(c)
    found = ("a" in s[a:b], "ra" in s[:b], "" in s[a:b], "q" not in s[a:b])
    counts = (s[a:b].count("a"), s[a:b].count("ra"), s[:b].count(""), s[a:].count("a"))
    return seen, found, counts, any(c == "d" for c in s[a:b]), "".join(c for c in s[:a])


@tried(*(((4, 5, 6, 4, 7, 8, 9, 10, 11, 4), a, b) for a, b in ((1, 9), (-3, 40), (7, 2))))
def parts_of_a_tuple(t, a, b):
    """the same of tuples"""
    total = 0
    for x in t[a:b]:
        total = 3 * total + x
    return total, 4 in t[a:b], t[a:b].count(4), [x + 1 for x in t[:a]], max(t[a:b], default=None)


@tried(([1, 2, 3, 4], 1))
def parts_of_a_list_are_copies(xs, a):
    """a list may change while a part of it is gone through"""
    xs = list(xs)
    for x in xs[a:]:
        xs.append(x)
    return xs, [xs.pop() for _ in xs[:2]]


@tried(0, -37, 1 << 62, True)
def bits_counted(n):
    return bin(n).count("1"), bin(n).count("b"), bin(n & 255).count("0"), hex(n), oct(n)
