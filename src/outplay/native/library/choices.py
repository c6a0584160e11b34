"""Choices of several elements: combinations, permutations and products."""

# mypy: disable-error-code="no-untyped-def,no-untyped-call"

from __future__ import annotations

from outplay.native.front.intrinsics import item


def chosen(xs, indices):
    return tuple([item(xs, i) for i in indices])


def all_choices(xs, places, step):
    """Tuples of the elements at `places`, each of them at least `step` after the one before."""
    n = len(xs)
    r = len(places)
    found = []
    while True:
        found.append(chosen(xs, places))
        i = r - 1
        while i >= 0 and places[i] == n - 1 - step * (r - 1 - i):
            i -= 1
        if i < 0:
            return found
        value = places[i] + 1
        for j in range(i, r):
            places[j] = value
            value += step


def all_combinations(xs, r):
    return all_choices(xs, list(range(r)), 1) if r <= len(xs) else []


def all_combinations_with_replacement(xs, r):
    return all_choices(xs, [0] * r, 0) if r == 0 or len(xs) > 0 else []


def all_permutations(xs, r):
    n = len(xs)
    found = []
    if r > n:
        return found
    indices = list(range(n))
    cycles = list(range(n, n - r, -1))
    found.append(chosen(xs, indices[:r]))
    while n > 0:
        i = r - 1
        while i >= 0:
            cycles[i] -= 1
            if cycles[i] == 0:
                first = indices[i]
                for j in range(i, n - 1):
                    indices[j] = indices[j + 1]
                indices[n - 1] = first
                cycles[i] = n - i
                i -= 1
            else:
                j = n - cycles[i]
                other = indices[i]
                indices[i] = indices[j]
                indices[j] = other
                found.append(chosen(xs, indices[:r]))
                break
        if i < 0:
            return found
    return found


def all_products(xs, repeat):
    """`product(xs, repeat=…)`"""
    n = len(xs)
    found = []
    if n == 0 and repeat > 0:
        return found
    indices = [0] * repeat
    while True:
        found.append(chosen(xs, indices))
        i = repeat - 1
        while i >= 0 and indices[i] == n - 1:
            indices[i] = 0
            i -= 1
        if i < 0:
            return found
        indices[i] += 1


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
