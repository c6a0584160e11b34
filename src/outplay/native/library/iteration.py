"""Iterators of Python's and of `itertools`: written in where they are gone through."""

from outplay.native.front.intrinsics import group, indexable, item, pack
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


# Choices of several elements.


def all_combinations(xs, r):
    n = len(xs)
    return all_choices(xs, r, lambda at, i: n - i >= r - len(at) and (not at or i > at[-1]))


def all_combinations_with_replacement(xs, r):
    return all_choices(xs, r, lambda at, i: not at or i >= at[-1])


def all_permutations(xs, r):
    return all_choices(xs, r, lambda at, i: r <= len(xs) and i not in at)


def all_products(xs, repeat):
    """`product(xs, repeat=…)`"""
    return all_choices(xs, repeat, lambda at, i: True)


def all_choices(xs, r, may_follow):
    """Tuples of r elements; a place `may_follow` those `at` which the elements before stand."""
    found = []
    choose(xs, r, may_follow, [], found)
    return found


def choose(xs, r, may_follow, at, found):
    if len(at) == r:
        found.append(tuple([item(xs, i) for i in at]))
        return
    for i in range(len(xs)):
        if may_follow(at, i):
            at.append(i)
            choose(xs, r, may_follow, at, found)
            at.pop()


def run_end(keys, i):
    """Where the run of equal keys that starts at i ends."""
    j = i + 1
    while j < len(keys) and item(keys, j) == item(keys, i):
        j += 1
    return j


def runs(keys, kept, times):
    """The first of each run of equal keys goes into one list, how many they are into another."""
    i = 0
    while i < len(keys):
        end = run_end(keys, i)
        kept.append(item(keys, i))
        times.append(end - i)
        i = end
