"""NumPy arrays."""

# mypy: disable-error-code="no-untyped-def,no-untyped-call"

from __future__ import annotations


def array_rows(a):
    return [list(row) for row in a]


def array_truth(a):
    if a.size != 1:
        raise ValueError
    return bool(a.item())


def arrays_equal(a, b):
    if a.shape != b.shape:
        return False
    return bool((a == b).all())


def wrapped(i, shift, size):
    return (i + shift) % size


def diagonal(rows, columns, offset):
    """Row and column of the first element, and how many there are."""
    if offset >= 0:
        return 0, offset, max(0, min(rows, columns - offset))
    return -offset, 0, max(0, min(rows + offset, columns))


def sign(x):
    if x > 0:
        return x // x
    if x < 0:
        return -(x // x)
    return x


def array_abs(a):
    return abs(a)
