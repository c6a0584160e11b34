"""Lists and tuples that rules make for themselves, and their methods; deques."""

from __future__ import annotations

import copy
from collections import deque
from typing import Any


def appended_and_popped(s: Any) -> Any:
    """append, pop(), pop(0), pop(k)"""
    cells = list(s.board)
    cells.append(9)
    last = cells.pop()
    first = cells.pop(0)
    middle = cells.pop(s.board[0] + 3)
    return 100 * last + 10 * first + middle + len(cells)


def inserted_and_removed(s: Any) -> Any:
    """insert, remove, extend, [1] + [2]"""
    numbers = [1, 2] + [s.board[0]]
    numbers.extend([5, 6, 2])
    numbers.insert(1, 30)
    numbers.insert(-1, 40)
    numbers.insert(99, 50)
    numbers.remove(2)
    return sum(n * x for n, x in enumerate(numbers))


def extended_by_others(s: Any) -> Any:
    """extend by a range, a tuple and a generator; +="""
    numbers: list[int] = []
    numbers.extend(range(3))
    numbers.extend(s.board[:2])
    numbers.extend(x * x for x in s.board)
    numbers += (7, 8)
    return sum((n % 5) * x for n, x in enumerate(numbers))


def list_reversed(s: Any) -> Any:
    """reverse(), reversed(list), list[::-1]"""
    cells = list(s.board)
    cells.reverse()
    again = list(reversed(cells))
    return cells[0] * 100 + again[0] * 10 + cells[::-1][1]


def list_sorted_in_place(s: Any) -> Any:
    """sort(), sort(reverse=True)"""
    cells = list(s.board)
    cells.sort()
    low = cells[0]
    cells.sort(reverse=True)
    return 10 * low + cells[0]


def list_sorted_by_key(s: Any) -> Any:
    """sort(key=lambda …), stable; sorted with key and reverse"""
    order = list(range(8))
    order.sort(key=lambda n: -abs(s.board[n]))
    down = sorted(order, key=lambda n: s.board[n], reverse=True)
    return sum(n * x for n, x in enumerate(order)) * 100 + sum(n * x for n, x in enumerate(down))


def sorted_by_several(s: Any) -> Any:
    """sorted by a key that is a tuple; sorted pairs"""
    pairs = sorted([(x, -n) for n, x in enumerate(s.board)])
    order = sorted(range(8), key=lambda n: (s.board[n] % 2, -n))
    return pairs[0][1] * 10 + order[0] + order[-1] * 100


def list_index_and_count(s: Any) -> Any:
    """index, index with a start, count"""
    cells = [*s.board, 0, 0]
    return cells.index(0) * 100 + cells.index(0, 4) * 10 + cells.count(0)


def slice_assigned(s: Any) -> Any:
    """cells[a:b] = […], of another length too"""
    cells = list(s.board)
    cells[1:3] = [7, 8, 9]
    cells[5:] = [1]
    cells[0:0] = [4, 4]
    return sum((n + 1) * x for n, x in enumerate(cells))


def deleted(s: Any) -> Any:
    """del cells[n], del cells[a:b]"""
    cells = list(s.board)
    del cells[s.board[0] + 3]
    del cells[1:3]
    return sum((n + 1) * x for n, x in enumerate(cells)) + 10 * len(cells)


def grid_of_zeros(s: Any) -> Any:
    """[[0] * 4 for _ in range(2)]; grid[r][c] = x"""
    grid = [[0] * 4 for _ in range(2)]
    for n in range(8):
        grid[n // 4][n % 4] = s.board[n]
    return grid[1][1] * 10 + grid[0][2] - sum(grid[1])


def shared_rows(s: Any) -> Any:
    """[[0] * 3] * 2 is the same row twice"""
    grid = [[0] * 3] * 2
    grid[0][1] = s.board[0]
    grid[1][2] += s.board[1]
    return sum(grid[0]) * 10 + sum(grid[1])


def aliased(s: Any) -> Any:
    """two names for one list"""
    one = [s.board[0], 2]
    two = one
    two.append(5)
    three = one[:]
    three.append(7)
    return sum(one) * 10 + len(three) + (one is two) + (one == three)


def counted_by_index(s: Any) -> Any:
    """counts = [0] * 7; counts[x] += 1, with negative x"""
    counts = [0] * 7
    for x in s.board:
        counts[x] += 1
    return sum(n * n * k for n, k in enumerate(counts))


def list_compared(s: Any) -> Any:
    """[a, b] == [1, 0], list < list, x in list"""
    pair = [s.board[0], s.board[1]]
    return (pair == [1, 0]) + 2 * (pair < [1, -1]) + 4 * (2 in pair) + 8 * (pair != [0, 0])


def list_truth(s: Any) -> Any:
    """while stack: stack.pop(); if not found"""
    stack = [n for n, x in enumerate(s.board) if x]
    total = 0
    while stack:
        total = 3 * total + stack.pop()
    return total if stack else total + 1


def list_unpacked(s: Any) -> Any:
    """first, *rest; *init, last; first, *middle, last"""
    first, *rest = s.board
    *start, last = rest
    a, b, *middle, z = s.board
    return first * 1000 + last * 100 + sum(start) * 10 + len(middle) + a - b + z


def nested_lists(s: Any) -> Any:
    """a list of lists that grows; rows of different length"""
    groups: list[list[int]] = [[], [], []]
    for n, x in enumerate(s.board):
        groups[x % 3].append(n)
    return sum(len(group) * sum(group) * (k + 1) for k, group in enumerate(groups))


def list_of_tuples(s: Any) -> Any:
    """pairs.append((n, x)); for n, x in pairs"""
    pairs = []
    for n, x in enumerate(s.board):
        if x != 0:
            pairs.append((n, x))
    pairs.append((9, 9))
    return sum(n * x for n, x in pairs) + pairs[0][1]


def list_copies(s: Any) -> Any:
    """cells.copy(), copy.copy, copy.deepcopy, list(cells)"""
    rows = [list(s.board[:4]), list(s.board[4:])]
    shallow, deep = copy.copy(rows), copy.deepcopy(rows)
    third = rows.copy()
    rows[0][0] = 50
    third.append([1])
    return shallow[0][0] * 100 + deep[0][0] + len(third) + len(rows)


def list_cleared(s: Any) -> Any:
    """clear(), then used again"""
    cells = list(s.board)
    cells.clear()
    cells.append(s.board[1])
    return len(cells) * 10 + cells[0]


def list_changed_in_loop(s: Any) -> Any:
    """a list that grows while a for loop walks through it"""
    queue = [0]
    for n in queue:
        if n < 8 and s.board[n] == 0:
            queue.append(n + 1)
    return len(queue)


def flattened(s: Any) -> Any:
    """[x for row in rows for x in row if …]"""
    rows = [s.board[:4], s.board[4:]]
    return sum((n + 1) * x for n, x in enumerate([x for row in rows for x in row if x > -2]))


def tuple_methods(s: Any) -> Any:
    """board + (x,), board * 2, index and count of a slice"""
    longer = s.board + (s.turn, 5)
    return longer.index(5) * 100 + (longer * 2).count(0) + len(longer)


def tuple_positions(s: Any) -> Any:
    """place = (r + dr, c + dc); place == (1, 1); place in (…)"""
    total = 0
    for n, x in enumerate(s.board):
        r, c = divmod(n, 4)
        place = (r + 1, c - 1)
        if place == (1, 1) or place in ((2, 2), (1, -1)):
            total += x * (c + 1)
    return total


def queue_of_cells(s: Any) -> Any:
    """deque([n]); append, popleft"""
    seen = {0}
    queue = deque([0])
    while queue:
        n = queue.popleft()
        for m in (n - 4, n + 4, n - 1, n + 1):
            if 0 <= m < 8 and m not in seen and s.board[m] == s.board[n]:
                seen.add(m)
                queue.append(m)
    return len(seen)


def deque_both_ends(s: Any) -> Any:
    """appendleft, pop, extend, rotate, indexing"""
    line = deque(s.board)
    line.appendleft(9)
    line.extend([4, 5])
    line.rotate(s.board[0])
    tail = line.pop()
    return line[0] * 1000 + line[-1] * 100 + tail * 10 + len(line)


def deque_with_maxlen(s: Any) -> Any:
    """deque(maxlen=3) forgets the oldest"""
    last: deque[int] = deque(maxlen=3)
    for x in s.board:
        last.append(x)
    return sum((n + 1) * x for n, x in enumerate(last)) + 10 * len(last)


def any_of_list(s: Any) -> Any:
    """any([…]), all([…]), any of the list itself"""
    positive = [x > 0 for x in s.board]
    return any(positive) + 2 * all([x < 3 for x in s.board]) + 4 * any(s.board)


def mixed_numbers(s: Any) -> Any:
    """a list of ints and floats: [0, 0.5]"""
    numbers = [0, 0.5, s.board[0]]
    numbers[1] += 1
    return sum(numbers) + max(numbers)


def none_in_list(s: Any) -> Any:
    """a list of numbers and None"""
    found = [x if x else None for x in s.board]
    return found.count(None) * 10 + sum(x for x in found if x is not None) + (found[0] is None)
