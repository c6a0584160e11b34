"""Collections, texts, numbers and flags."""
# mypy: disable-error-code="no-untyped-def,no-untyped-call"
# ruff: noqa

from __future__ import annotations

import itertools
import math
from collections import Counter, OrderedDict, defaultdict, deque
from enum import Flag, IntFlag, auto

from front_end_cases import tried


class Way(IntFlag):
    UP = auto()
    DOWN = auto()
    LEFT = auto()
    BOTH = UP | DOWN


class Fl(Flag):
    A = auto()
    B = auto()
    C = auto()


def spread(first, *others, scale=1):
    return first * scale + sum(others) * 10 + len(others)


@tried(((1, 2, -3, 1, 5, 2),))
def deque_with_a_most(b):
    q = deque(maxlen=3)
    out = []
    for x in b:
        q.append(x)
        out.append(list(q))
    q.appendleft(9)
    p = q.copy()
    p.append(4)
    q.extend([7, 8])
    return out, list(q), list(p), len(p)


@tried(((1, 2, -3, 1, 5, 2),))
def counters(b):
    x = Counter(b[:4])
    y = Counter(b[2:])
    z = x - y
    w = x + y
    u = x | y
    v = x & y
    c = Counter("banana")
    c.update({"a": 2, "z": 1})
    c.subtract("aab")
    x += y
    return (
        sorted(z.items()),
        list(w.items()),
        list(u.items()),
        list(v.items()),
        dict(c),
        list(x.items()),
        x == w,
        Counter(a=1) == Counter(a=1, b=0),
        c.most_common(2),
        c.total(),
        sorted(c.elements()),
    )


@tried(((1, 2, -3, 1, 5, 2),))
def defaults(b):
    d = defaultdict(int)
    e = defaultdict(list)
    g = defaultdict(float)
    h = defaultdict(lambda: [0] * 2)
    for n, x in enumerate(b):
        d[x] += n
        e[x].append(n)
        g[x] += 0.5
        h[x][0] += 1
    return dict(d), dict(e), dict(g), dict(h), len(e[77]), 77 in e


@tried(((1, 2, -3, 1, 5, 2),))
def ordered(b):
    o = OrderedDict()
    for n, x in enumerate(b):
        o[n] = x
    o.move_to_end(1)
    o.move_to_end(3, last=False)
    a = o.popitem()
    c = o.popitem(last=False)
    return list(o.items()), a, c, list(o), o[0]


@tried(((1, 2, -3, 1, 5, 2),))
def dicts_from_things(b):
    e = dict.fromkeys(b, 2)
    f = dict.fromkeys(range(3))
    f[1] = 5
    return e, f, dict(zip("abc", b)), dict([("z", 4), ("a", 1)]), dict(x=b[0])


@tried(((1, 2, -3, 1, 5, 2),))
def deques(b):
    q = deque(b, maxlen=2)
    q.rotate(1)
    r = deque(list(b))
    r.appendleft(1)
    r.popleft()
    r.insert(2, 50)
    return list(q), list(r), r.index(50), q == deque([2, 5])


@tried(((1, 2, -3, 1, 5, 2),))
def rotated(b):
    line = deque(b)
    a = []
    for k in (-2, -1, 0, 1, 2, 3):
        line.rotate(k)
        a.append(list(line))
    line.reverse()
    a.append(list(line))
    s = deque(maxlen=4)
    for x in b:
        s.appendleft(x)
        a.append(list(s))
    return a


@tried(((1, 2, -3, 1, 5, 2),))
def formats(b):
    x = b[0]
    t = str(abs(b[1]) * 37)
    return (
        f"{x}",
        f"{x:>4}",
        f"{abs(x):02d}",
        f"{b[2]:+d}|{b[2]:05d}|{b[1]:<4}|{b[4]:^5}|{b[4]:x}|{b[2]:#b}",
        t.zfill(5),
        t.rjust(6),
        t.ljust(4, "."),
        t.center(7, "-"),
        t.center(6, "*"),
        f"{t:>6}|{t:<6}|{t:^7}|{t:.1}",
        f"{x > 0}",
        f"{x!r}",
        f"{x > 0:>5}",
        f"{b[4] * 1234567:,}",
    )


@tried(((1, 2, -3, 1, 5, 2),))
def texts_and_ints(b):
    t = str(b[1] * 12 + 5)
    return (
        int(t),
        int("101", 2),
        int("".join("01"[x != 0] for x in b), 2),
        hex(b[1] + 20),
        oct(b[1] + 20),
        bin(b[2]),
        int(hex(b[1] + 200), 16),
        format(b[1] + 20, "08b"),
        int("ff", 16),
        int(" -12 "),
    )


@tried(((1, 2, -3, 1, 5, 2),))
def split(b):
    t = "a,b,c," + str(b[0])
    w = "  north  of the river " + str(b[1])
    return (
        t.split(",", 1),
        t.rsplit(",", 2),
        t.partition(","),
        t.rpartition(","),
        t.removeprefix("a,"),
        t.removesuffix("1"),
        w.split(None, 2),
        w.split(),
        t.title(),
        t.capitalize(),
        w.title(),
        t.rfind(","),
        t.rindex("c"),
        w.split(maxsplit=1),
    )


@tried(((1, 2, -3, 1, 5, 2),))
def floats_as_text(b):
    y = b[1] / 7
    return (
        f"{y:.2f}",
        f"{b[2] * 1.5:.1f}",
        f"{y:8.3f}|",
        f"{y:%}",
        f"{-y:.0f}",
        f"{b[4]:.1f}",
        f"{0.125 * b[0]:.2f}",
        "%d-%s-%05.1f%%" % (b[0], "x" * b[1], y),
        "{}:{:>3}:{a}".format(b[0], b[1], a=b[2]),
        "%3d|%-4d|%04d" % (b[0], b[1], b[4]),
    )


@tried(((1, 2, -3, 1, 5, 2),))
def powers_and_rounding(b):
    x = b[0] + 3.0
    return (
        round(22.0 / x, 2),
        round(7.456 * x, 1),
        round(2.675 * x, 2),
        round(-0.125 * b[0], 2),
        round(x, 1),
        round(b[1], 1),
        (x * x) ** 0.5,
        x**1.5,
        (-2.0) ** b[4],
        pow(7, b[1], 5),
        pow(-7, b[4], -5),
        pow(123456789123, b[4] * 100, 998244353998244353),
        math.isqrt(b[4] * 17),
        math.isqrt(2**62 + b[0]),
        math.comb(b[4] + 5, 3),
        math.perm(b[4], 2),
        math.factorial(b[4]),
        math.prod(b),
        math.lcm(b[1], b[4]),
    )


@tried(((1, 2, -3, 1, 5, 2),))
def float_division(b):
    x = b[0] - 0.5
    return (
        x // 0.7,
        x % 0.7,
        (-x) % 3,
        (-x) // 3,
        -7.5 // 2.5,
        x % -0.3,
        b[4] // -2.5,
        1e300 // 1e-5 if b[0] > 5 else 0,
        divmod(x, 0.25),
        0.0 * b[0] % -1.0,
    )


@tried(((1, 2, -3, 1, 5, 2),))
def translated(b):
    t = "".join("xo."[x % 3] for x in b)
    return t.translate(str.maketrans("xo", "ox")), t.swapcase(), t.upper()


@tried(((1, 2, -3, 0, 5, 2),), ((-1, 2, 3, 1),))
def int_flags(b):
    ways = Way.UP | Way.LEFT if b[0] > 0 else Way.BOTH
    return (
        ways.value,
        bool(ways & Way.UP),
        Way.DOWN in ways,
        ways == Way.BOTH,
        ways + 1,
        ways ^ Way.UP,
        (ways | 2).value,
        Way.LEFT.value * b[0],
        min(Way.DOWN, Way.LEFT) * b[1],
    )


@tried(((1, 2, -3, 0, 5, 2),))
def flags(b):
    x = Fl.A | Fl.B if b[0] > 0 else Fl.C
    y = Fl(0)
    for i, f in enumerate(Fl):
        if b[i] > 0:
            y |= f
    return x.value, Fl.A in x, bool(x & Fl.C), y, ~x, not (y & x)


@tried(((1, 2, -3, 0, 5, 2),), (tuple(range(12)),))
def stars_of_any_length(b):
    return spread(*b), spread(1, *b, scale=2), spread(b[0])


@tried(
    "", "a", "Ab 1", "ABC", "abc1", "12", "It's 3 o'Clock", " \t", "longer than SEVEN characters"
)
def cases_of_letters(s):
    """what str knows of its letters"""
    kinds = (s.isupper(), s.islower(), s.isdigit(), s.isalpha(), s.isalnum(), s.isspace())
    return kinds, s.upper(), s.lower(), s.swapcase(), s.capitalize(), s.title()


SHARES = (0.5, -0.25, 1e300, 0.0)
YES = (True, False, True)
PERHAPS = (None, 4, "seven letters", -1.5)
STEPS = ((1, 0), (0, -1), (-1, 0))
ROWS = ([1, 2], [], [3])


@tried(((0, 1, 2),), ((-1, -2, -3),), ((2, 0, -1),))
def constants_by_number(b):
    out = []
    for i in b:
        dx, dy = STEPS[i]
        other = (b[0], 7, dx)[i]
        out.append((SHARES[i], YES[i], PERHAPS[i], dx, dy, sum(ROWS[i]), other))
    return out


@tried(((0, 3),), ((1, -4),))
def constants_beyond_the_ends(b):
    try:
        return SHARES[b[0]], YES[b[1]]
    except IndexError:
        return -1.0, False


@tried((7, 5, 1000), (-7, 5, 1000), (7, 5, -1000), (2**62 + 1, 2**61 - 1, 2**62 + 3), (3, 0, 1))
def powers_modulo(x, n, m):
    """products beyond 64 bits on the way to a remainder"""
    return pow(x, n, m)
