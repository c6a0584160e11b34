"""Choices of several elements: combinations, permutations and products."""

from outplay.native.front.intrinsics import item


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
