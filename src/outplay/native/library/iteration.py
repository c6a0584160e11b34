"""Iterators of Python's and of `itertools`: written in where they are gone through."""

from outplay.native.front.intrinsics import group, indexable, item, pack
from outplay.native.library.choices import run_end
from outplay.native.library.lists import column, shortest


def chained(rows):
    for xs in rows:
        yield from xs


def repeated(x, times):
    for _ in range(times):
        yield x


def enumerated(xs, n):
    for x in xs:
        yield pack(n, x)
        n += 1


def mapped(function, xs):
    for x in xs:
        yield function(x)


def starmapped(function, rows):
    for row in rows:
        yield function(*row)


def filtered(test, xs):
    for x in xs:
        if x if test is None else test(x):
            yield x


def filtered_false(test, xs):
    for x in xs:
        if not (x if test is None else test(x)):
            yield x


def compressed(xs, tests):
    for x, test in zip(xs, tests, strict=False):
        if test:
            yield x


def taken_while(test, xs):
    for x in xs:
        if not test(x):
            return
        yield x


def dropped_while(test, xs):
    begun = False
    for x in xs:
        if begun or not test(x):
            begun = True
            yield x


def sliced(xs, start, stop, step):
    if stop is None or stop > 0:
        for n, x in enumerate(xs):
            if n >= start and (n - start) % step == 0:
                yield x
            if stop is not None and n + 1 >= stop:
                return


# What needs a length and an index.


def backwards(v):
    xs = indexable(v)
    for i in range(len(xs) - 1, -1, -1):
        yield item(xs, i)


def pairs(v):
    xs = indexable(v)
    for i in range(len(xs) - 1):
        yield item(xs, i), item(xs, i + 1)


def transposed(v):
    rows = indexable(v)
    for i in range(shortest(rows)):
        yield column(rows, i)


def accumulated(function, v, initial, is_given):
    xs = indexable(v)
    if is_given or len(xs) > 0:
        total = initial if is_given else item(xs, 0)
        yield total
        for i in range(0 if is_given else 1, len(xs)):
            total = function(total, item(xs, i))
            yield total


def grouped_by(v, key):
    xs = indexable(v)
    keys = indexable(xs if key is None else [key(x) for x in xs])
    end = 0
    while end < len(keys):
        start = end
        end = run_end(keys, start)
        yield item(keys, start), group(xs, start, end)
