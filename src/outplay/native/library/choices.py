"""Choices of several elements: combinations, permutations and products."""

# mypy: disable-error-code="no-untyped-def,no-untyped-call"

from __future__ import annotations

from outplay.native.front.intrinsics import item


def chosen(xs, indices):
    return tuple([item(xs, i) for i in indices])


def all_combinations(xs, r):
    n = len(xs)
    found = []
    if r > n:
        return found
    indices = list(range(r))
    while True:
        found.append(chosen(xs, indices))
        i = r - 1
        while i >= 0 and indices[i] == i + n - r:
            i -= 1
        if i < 0:
            return found
        indices[i] += 1
        for j in range(i + 1, r):
            indices[j] = indices[j - 1] + 1


def all_combinations_with_replacement(xs, r):
    n = len(xs)
    found = []
    if n == 0 and r > 0:
        return found
    indices = [0] * r
    while True:
        found.append(chosen(xs, indices))
        i = r - 1
        while i >= 0 and indices[i] == n - 1:
            i -= 1
        if i < 0:
            return found
        value = indices[i] + 1
        for j in range(i, r):
            indices[j] = value


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
