"""Lists, deques, tuples and ranges."""

from outplay.native.front.intrinsics import (
    address,
    allocate,
    copy_elements,
    copy_words,
    deep,
    drop_first,
    item,
    most_elements,
    new_like,
    peek,
    poke,
    put,
    refuse_change,
    same_elements,
    set_length,
    unify,
    whole,
)


def seq_equal(a, b):
    n = len(a)
    if n != len(b):
        return False
    for i in range(n):
        if not (item(a, i) == item(b, i)):
            return False
    return True


def seq_less(a, b):
    n = min(len(a), len(b))
    for i in range(n):
        x = item(a, i)
        y = item(b, i)
        if not (x == y):
            return x < y
    return len(a) < len(b)


def seq_contains(xs, x):
    for i in range(len(xs)):
        if item(xs, i) == x:
            return True
    return False


def seq_index(xs, x, start=0, stop=None):
    start, stop = bounds_within(start, stop, len(xs))
    for i in range(start, stop):
        if item(xs, i) == x:
            return i
    raise ValueError


def bounds_within(start, stop, n):
    """The part of n elements that `index` or `find` looks at."""
    if start < 0:
        start = max(0, start + n)
    if stop is None:
        return start, n
    return start, stop + n if stop < 0 else min(stop, n)


def seq_count(xs, x):
    total = 0
    for i in range(len(xs)):
        if item(xs, i) == x:
            total += 1
    return total


def list_grow(header, words):
    """Makes room for more elements, of so many words each."""
    refuse_change(header)
    n = peek(header, 0)
    room = max(8, 2 * n)
    data = allocate(room * words)
    copy_words(data, peek(header, 2), n * words)
    poke(header, 2, data)
    poke(header, 1, room)


def list_extend(xs, ys):
    if same_elements(xs, ys):
        n = len(ys)
        for i in range(n):
            xs.append(item(ys, i))
    else:
        for y in ys:
            xs.append(y)


def list_insert(xs, i, x):
    n = len(xs)
    i = whole(i)
    xs.append(x)
    if i < 0:
        i = max(0, i + n)
    if i < n:
        copy_elements(xs, i + 1, xs, i, n - i)
        put(xs, i, x)


def list_pop(xs, i=-1):
    refuse_change(xs)
    n = len(xs)
    i = whole(i)
    if i < 0:
        i += n
    if i < 0 or i >= n:
        raise IndexError
    x = item(xs, i)
    copy_elements(xs, i, xs, i + 1, n - 1 - i)
    set_length(xs, n - 1)
    return x


def list_remove(xs, x):
    list_pop(xs, seq_index(xs, x))


def list_clear(xs):
    refuse_change(xs)
    set_length(xs, 0)


def list_reverse(xs):
    refuse_change(xs)
    n = len(xs)
    for i in range(n // 2):
        x = item(xs, i)
        put(xs, i, item(xs, n - 1 - i))
        put(xs, n - 1 - i, x)


def list_copy(xs):
    return list_slice(xs, 0, len(xs))


def list_slice(xs, a, b):
    n = max(0, b - a)
    ys = new_like(xs, n)
    copy_elements(ys, 0, xs, a, n)
    set_length(ys, n)
    return ys


def seq_steps(xs, a, b, c):
    ys = new_like(xs, 0)
    for i in range(a, b, c):
        ys.append(item(xs, i))
    return ys


def list_set_slice(xs, a, b, ys):
    refuse_change(xs)
    unify(xs, ys)
    n = len(xs)
    m = len(ys)
    b = max(a, b)
    after = list_slice(xs, b, n)
    made = new_like(xs, n + m)
    copy_elements(made, 0, xs, 0, a)
    copy_elements(made, a, ys, 0, m)
    copy_elements(made, a + m, after, 0, n - b)
    poke(address(xs), 0, n + m - (b - a))
    poke(address(xs), 1, n + m)
    poke(address(xs), 2, peek(address(made), 2))


def list_set_steps(xs, a, b, c, ys):
    refuse_change(xs)
    unify(xs, ys)
    if len(ys) != range_length(a, b, c):
        raise ValueError
    k = 0
    for i in range(a, b, c):
        put(xs, i, item(ys, k))
        k += 1


def list_delete_steps(xs, a, b, c):
    """`del xs[a:b:c]`"""
    refuse_change(xs)
    number = range_length(a, b, c)
    if number == 0:
        return
    if c < 0:
        a += (number - 1) * c
        c = -c
    kept = a
    last = a + (number - 1) * c
    for i in range(a, len(xs)):
        if i > last or (i - a) % c != 0:
            put(xs, kept, item(xs, i))
            kept += 1
    set_length(xs, kept)


def deep_list(xs):
    ys = new_like(xs, len(xs))
    for i in range(len(xs)):
        ys.append(deep(item(xs, i)))
    return ys


def deque_popleft(xs):
    refuse_change(xs)
    if len(xs) == 0:
        raise IndexError
    x = item(xs, 0)
    drop_first(xs)
    return x


def deque_appendleft(xs, x):
    refuse_change(xs)
    most = most_elements(xs)
    if most >= 0 and len(xs) >= most:
        if most == 0:
            return
        set_length(xs, len(xs) - 1)
    list_insert(xs, 0, x)


def deque_insert(xs, i, x):
    most = most_elements(xs)
    if most >= 0 and len(xs) >= most:
        raise IndexError
    list_insert(xs, i, x)


def deque_forget(xs, most):
    """Drops the oldest of one element too many."""
    if len(xs) > most:
        drop_first(xs)


def deque_extendleft(xs, ys):
    for y in ys:
        deque_appendleft(xs, y)


def deque_rotate(xs, n=1):
    refuse_change(xs)
    size = len(xs)
    if size > 1:
        n = whole(n) % size
        after = list_slice(xs, size - n, size)
        copy_elements(xs, n, xs, 0, size - n)
        copy_elements(xs, 0, after, 0, n)


def sort(xs, reverse):
    """Merge sort: those that are equal keep their order."""
    n = len(xs)
    if reverse:
        list_reverse(xs)
    width = 1
    if n <= 16:
        for i in range(1, n):
            x = item(xs, i)
            j = i
            while j > 0 and x < item(xs, j - 1):
                put(xs, j, item(xs, j - 1))
                j -= 1
            put(xs, j, x)
        if reverse:
            list_reverse(xs)
        return
    ys = new_like(xs, n)
    set_length(ys, n)
    while width < n:
        start = 0
        while start < n:
            middle = min(start + width, n)
            end = min(start + 2 * width, n)
            i = start
            j = middle
            for k in range(start, end):
                if j >= end or (i < middle and not (item(xs, j) < item(xs, i))):
                    put(ys, k, item(xs, i))
                    i += 1
                else:
                    put(ys, k, item(xs, j))
                    j += 1
            start = end
        copy_elements(xs, 0, ys, 0, n)
        width *= 2
    if reverse:
        list_reverse(xs)


def set_in_order(s, xs, reverse):
    """Sorts what `set_gathered` gave."""
    if reverse or peek(address(s), 10) == 0:
        sort(xs, reverse)


def sort_by(xs, ranks, reverse):
    """Sorts xs by their ranks, by insertion: those of equal rank keep their order."""
    refuse_change(xs)
    if reverse:
        list_reverse(xs)
        list_reverse(ranks)
    for i in range(1, len(xs)):
        x = item(xs, i)
        rank = item(ranks, i)
        j = i
        while j > 0 and rank < item(ranks, j - 1):
            put(xs, j, item(xs, j - 1))
            put(ranks, j, item(ranks, j - 1))
            j -= 1
        put(xs, j, x)
        put(ranks, j, rank)
    if reverse:
        list_reverse(xs)


def shortest(rows):
    return min([len(row) for row in rows], default=0)


def column(rows, i):
    return tuple([item(row, i) for row in rows])


def slice_start(lower, step, length):
    if lower is None:
        return length - 1 if step < 0 else 0
    return slice_bound(lower, step, length)


def slice_stop(upper, step, length):
    if upper is None:
        return -1 if step < 0 else length
    return slice_bound(upper, step, length)


def slice_bound(i, step, length):
    if step == 0:
        raise ValueError
    if i < 0:
        i += length
        if i < 0:
            return -1 if step < 0 else 0
    if i >= length:
        return length - 1 if step < 0 else length
    return i


def range_length(start, stop, step):
    if step > 0:
        return (stop - start + step - 1) // step if stop > start else 0
    return (start - stop - step - 1) // -step if start > stop else 0


def range_contains(start, stop, step, x):
    if step > 0:
        return start <= x and x < stop and (x - start) % step == 0
    return stop < x and x <= start and (start - x) % -step == 0
