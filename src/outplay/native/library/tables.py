"""NumPy arrays."""

from outplay.native.front.intrinsics import give_up, item


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


def pairwise(a):
    """The sum of floats, as NumPy adds them: eight at a time."""
    n = len(a)
    if n < 8:
        total = 0.0
        for i in range(n):
            total += item(a, i)
        return total
    if n > 128:
        give_up()
    r0 = item(a, 0)
    r1 = item(a, 1)
    r2 = item(a, 2)
    r3 = item(a, 3)
    r4 = item(a, 4)
    r5 = item(a, 5)
    r6 = item(a, 6)
    r7 = item(a, 7)
    i = 8
    while i + 8 <= n:
        r0 += item(a, i)
        r1 += item(a, i + 1)
        r2 += item(a, i + 2)
        r3 += item(a, i + 3)
        r4 += item(a, i + 4)
        r5 += item(a, i + 5)
        r6 += item(a, i + 6)
        r7 += item(a, i + 7)
        i += 8
    total = ((r0 + r1) + (r2 + r3)) + ((r4 + r5) + (r6 + r7))
    while i < n:
        total += item(a, i)
        i += 1
    return total


def array_sort(a):
    xs = [item(a, i) for i in range(len(a))]
    xs.sort()
    for i in range(len(a)):
        a[i] = xs[i]
