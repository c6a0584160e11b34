"""Iterators that are kept, `itertools`, and functions inside functions."""
# mypy: disable-error-code="no-untyped-def,no-untyped-call"
# ruff: noqa

from __future__ import annotations

import itertools
import operator

from front_end_cases import tried


def gen(n):
    for i in range(n):
        yield i * i


def total(xs):
    return sum(xs), len(list(xs))


def tryer():
    try:
        yield 1
        yield 2
    except KeyError:
        yield 3


def maker(k):
    def scaled(x):
        return k * x

    return scaled


def named(**parts):
    return sum(len(n) * x for n, x in parts.items())


def helper(xs):
    return (x * x for x in xs if x > 0)


@tried(((1, 2, -3, 0, 5, 2),))
def iter_and_next(b):
    it = iter(b)
    total = 10 * next(it)
    next(it)
    for x in it:
        total = total * 2 + x
    return total, next(it, -7)


@tried(((1, 2, -3, 0, 5, 2),))
def generator_in_three_places(b):
    g = (x * 2 for x in b if x > 0)
    a = next(g)
    c = list(g)
    return a, c, list(g), sum(g)


@tried(((1, 2, -3, 0, 5, 2),))
def zip_of_one_iterator_twice(b):
    it = iter(list(b))
    return list(zip(it, it))


@tried(((1, 2, -3, 0, 5, 2),))
def count_by_hand(b):
    c = itertools.count(3)
    out = []
    for x in b:
        if x > 0:
            out.append((next(c), x))
    return out


@tried(((1, 2, -3, 0, 5, 2),))
def list_is_looked_up_first(b):
    xs = list(b)
    g = (x for x in xs)
    xs = [1]
    return sum(g)


@tried(((1, 2, -3, 0, 5, 2),))
def groups(b):
    out = []
    for i, (k, g) in enumerate(itertools.groupby(b, key=lambda x: x > 0)):
        out.append((i, k, list(g)))
    return out, [(k, sum(1 for _ in g)) for k, g in itertools.groupby(sorted(b))]


@tried(((1, 2, -3, 0, 5, 2),))
def endless_ones(b):
    return (
        list(itertools.islice(itertools.count(3, 2), 4)),
        list(itertools.islice(b, 1, 6, 2)),
        list(itertools.takewhile(lambda x: x > 0, b)),
        list(itertools.dropwhile(lambda x: x > 0, b)),
        list(itertools.zip_longest(b, (1, 2, 3), fillvalue=7)),
        list(zip(b, itertools.cycle((1, -1)))),
        list(zip(itertools.count(), b)),
        list(itertools.starmap(operator.mul, zip(b, itertools.repeat(2)))),
    )


@tried(((1, 2, -3, 0, 5, 2),))
def accumulated_and_chosen(b):
    return (
        list(itertools.accumulate(b)),
        list(itertools.accumulate(b, max)),
        list(itertools.accumulate(b[:2], initial=5)),
        list(itertools.permutations(b[:3])),
        list(itertools.combinations(b, len(b) - 2)),
        list(itertools.permutations(b[: len(b) - 3], len(b) - 4)),
        list(itertools.combinations_with_replacement(b[:3], len(b) - 4)),
        list(itertools.product(b[:2], repeat=len(b) - 3)),
    )


@tried(((1, 2, -3, 0, 5, 2),))
def next_with_default(b):
    g = gen(6)
    out = []
    while True:
        x = next(g, None)
        if x is None:
            break
        out.append(x)
        y = next(g, 100)
        out.append(-y)
    return out


@tried(((1, 2, -3, 0, 5, 2),))
def loop_goes_on(b):
    g = gen(5)
    for x in g:
        if x > 3:
            break
    return x, list(g)


@tried(((1, 2, -3, 0, 5, 2),))
def generator_as_argument(b):
    return total(x for x in b)


@tried(((1, 2, -3, 0, 5, 2),))
def iterator_as_argument(b):
    return total(iter(b)), total(b)


@tried(((1, 2, -3, 0, 5, 2),))
def exception_of_the_body(b):
    try:
        for x in tryer():
            if x == 2:
                raise KeyError
    except KeyError:
        return 77
    return 0


@tried(((1, 2, -3, 0, 5, 2),))
def reversed_by_hand(b):
    z = [b[0] > 3, (1, 2)]
    r = reversed(b)
    a = next(r)
    return a, list(r), [x for x in map(abs, b)], list(filter(None, b)), list(enumerate(b, 2))


@tried(((1, 2, -3, 0, 5, 2),))
def strict_zip(b):
    import itertools

    return [x + y for x, y in zip(b, b[1:] + (5,), strict=True)]


@tried(((1, 2, -3, 0, 5, 2),))
def strict_zip_that_raises(b):
    return [x + y for x, y in zip(b, b[1:], strict=True)]


@tried(((1, 2, -3, 0, 5, 2),))
def local_recursion(b):
    def count(n, left):
        if left == 0 or n >= 6:
            return 0
        return (b[n] == 0) + count(n + left, left - 1) + count(n + 1, left - 1)

    return count(0, 3)


@tried(((1, 2, -3, 0, 5, 2),))
def captured_list(b):
    found = []

    def visit(n):
        if n < 6:
            found.append(b[n])
            visit(2 * n + 1)

    visit(0)
    return found


@tried(((1, 2, -3, 0, 5, 2),))
def returned_functions(b):
    double, triple = maker(2), maker(3)
    return double(b[0]) + 10 * triple(b[1])


@tried(((1, 2, -3, 0, 5, 2),))
def functions_in_a_dict(b):
    ways = {"add": lambda x, y: x + y, "take": lambda x, y: x - y}
    name = "add" if b[0] > 0 else "take"
    return ways[name](b[1], b[2])


@tried(((1, 2, -3, 0, 5, 2),))
def keywords(b):
    return named(a=b[0], bc=2) + named(**{"xyz": b[1]})


@tried(((1, 2, -3, 0, 5, 2),))
def functions_that_call_each_other(b):
    def even(n):
        return True if n == 0 else odd(n - 1)

    def odd(n):
        return False if n == 0 else even(n - 1)

    return even(b[4]), odd(b[4])


@tried(((1, 2, -3, 0, 5, 2),))
def functions_as_values(b):
    f = max if b[0] > 0 else min
    g = [abs, lambda x: x + 1, len]
    return f(b), g[0](b[2]), g[1](b[2])


@tried(((1, 2, -3, 0, 5, 2),))
def finally_with_break_and_continue(b):
    out = []
    for x in b:
        try:
            if x == 0:
                continue
            if x == 5:
                break
            out.append(10 // x)
        finally:
            out.append(-1)
    return out


@tried(((1, 2, -3, 0, 5, 2),))
def finally_with_return(b):
    def f(x):
        try:
            return 10 // x
        except ZeroDivisionError:
            return 99
        finally:
            log.append(x)

    log = []
    return [f(x) for x in b], log


@tried(((1, 2, -3, 0, 5, 2),))
def starred_pattern(b):
    match b:
        case (a, *rest, c):
            return a, rest, c


@tried(((1, 2, -3, 0, 5, 2),))
def starred_patterns(b):
    match list(b[: b[1]]):
        case [x]:
            return (x,)
        case [x, *_] if x > 5:
            return -1
        case [x, y, *zs]:
            return x, y, zs


@tried(((1, 2, -3, 0, 5, 2),))
def late_binding(b):
    fs = []
    for k in range(3):
        fs.append(lambda x: x * k)
    return [f(b[0]) for f in fs]


@tried(((1, 2, -3, 0, 5, 2),))
def defaults_bind_early(b):
    fs = [lambda x, k=k: x * k for k in range(3)]
    return [f(b[1]) for f in fs]


@tried(((1, 2, -3, 0, 5, 2),))
def local_generator_that_calls_itself(b):
    def walk(n):
        yield n
        if n < 4:
            yield from walk(n + 1)
            yield b[n]

    return list(walk(b[0]))


@tried(((1, 2, -3, 0, 5, 2),))
def nested_functions(b):
    def outer(n):
        def inner(m):
            return m + n

        return inner(n) if n <= 0 else outer(n - 1) + inner(1)

    return outer(4)


@tried(((1, 2, -3, 0, 5, 2),))
def nonlocal_in_recursion(b):
    best = -1

    def go(n):
        nonlocal best
        if n > best:
            best = n
        if n < 3:
            go(n + 1)

    go(0)
    return best


@tried(((1, 2, -3, 0, 5, 2),))
def returned_generator(b):
    g = helper(b)
    return next(g), list(g), sum(helper(b)), len(list(helper(b)))


@tried(((1, 2, -3, 0, 5, 2),))
def longest_path(b):
    best = None
    count = 0

    def go(n, path):
        nonlocal best, count
        count += 1
        if best is None or len(path) > len(best):
            best = path
        for m in range(n + 1, 6):
            if b[m] > b[n]:
                go(m, path + (m,))

    for i in range(6):
        go(i, (i,))
    return best, count


@tried(((1, 2, -3, 0, 5, 2),))
def depth_first(b):
    seen = set()
    total = 0

    def dfs(i):
        nonlocal total
        if i in seen or not 0 <= i < 6:
            return
        seen.add(i)
        total += b[i]
        dfs(i + 2)
        dfs(i - 1)

    dfs(0)
    return total, sorted(seen)


@tried(((1, 2, -3, 0, 5, 2),))
def towers(b):
    def hanoi(n, a, c, d):
        if n == 0:
            return []
        return hanoi(n - 1, a, d, c) + [(a, c)] + hanoi(n - 1, d, c, a)

    return hanoi(3, "a", "b", "c")
