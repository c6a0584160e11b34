"""Comprehensions, generators, itertools and functools."""

from __future__ import annotations

import functools
import itertools
import operator
from collections.abc import Iterator
from itertools import chain, combinations, permutations, product
from typing import Any

LINES = ((0, 1, 2), (1, 2, 3), (4, 5, 6), (5, 6, 7))


def near(n: int) -> Iterator[int]:
    r, c = divmod(n, 4)
    if r > 0:
        yield n - 4
    if r < 1:
        yield n + 4
    if c > 0:
        yield n - 1
    if c < 3:
        yield n + 1


def near_listed(n: int) -> list[int]:
    r, c = divmod(n, 4)
    found = []
    for nr, nc in ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)):
        if 0 <= nr < 2 and 0 <= nc < 4:
            found.append(nr * 4 + nc)
    return found


def for_in_generator(s: Any) -> Any:
    """for m in near(n), which yields"""
    total = 0
    for m in near(5):
        total = 2 * total + s.board[m]
    return total


def sum_over_generator(s: Any) -> Any:
    """sum(board[m] for m in near(n))"""
    return sum(s.board[m] for m in near(2)) * 10 + max(near(0))


def for_in_list_function(s: Any) -> Any:
    """for m in near_listed(n), which returns a list"""
    total = 0
    for n in range(8):
        for m in near_listed(n):
            total += s.board[m] * n
    return total


def several_conditions(s: Any) -> Any:
    """[… for … if … for … if …]"""
    pairs = [(a, b) for a in range(8) if s.board[a] for b in range(a) if b % 2 if s.board[b] <= 0]
    return len(pairs) * 10 + sum(a * b for a, b in pairs)


def comprehension_in_comprehension(s: Any) -> Any:
    """[[… for c in …] for r in …] and back"""
    grid = [[s.board[4 * r + c] * (c + 1) for c in range(4)] for r in range(2)]
    columns = [[row[c] for row in grid] for c in range(4)]
    return max(sum(column) for column in columns) * 10 + min(sum(row) for row in grid)


def walrus_in_comprehension(s: Any) -> Any:
    """[y for x in board if (y := x * x) > 1]"""
    large = [y for x in s.board if (y := x * x) > 1]
    return sum(large) + len(large)


def generator_with_next(s: Any) -> Any:
    """next((n for n in … if …), -1)"""
    return next((n for n in range(8) if s.board[n] < 0), -1) * 10 + next(
        n for n in range(8) if s.board[n] == 0
    )


def iterator_by_hand(s: Any) -> Any:
    """it = iter(board); next(it); for x in it"""
    it = iter(s.board)
    total = 10 * next(it)
    next(it)
    for x in it:
        total = total * 2 + x
    return total


def doubled(numbers: Any) -> Iterator[int]:
    for x in numbers:
        yield 2 * x
        if x < 0:
            return


def generators_in_a_chain(s: Any) -> Any:
    """a generator that reads another one, ended early by return"""
    evens = (x + 1 for x in s.board)
    return sum((n + 1) * x for n, x in enumerate(doubled(evens)))


def descend(n: int, depth: int) -> Iterator[int]:
    yield n
    if depth > 0:
        for m in near(n):
            if m > n:
                yield from descend(m, depth - 1)


def recursive_generator(s: Any) -> Any:
    """yield from descend(m, depth - 1), inside of itself"""
    return sum(k * s.board[n] for k, n in enumerate(descend(0, 3)))


def runs(board: Any, start: int = 0) -> Iterator[tuple[int, int]]:
    n = start
    while n < len(board):
        m = n
        while m < len(board) and board[m] == board[n]:
            m += 1
        yield board[n], m - n
        n = m


def generator_with_while(s: Any) -> Any:
    """a generator with its own loops that yields pairs"""
    return sum(value * length * (k + 1) for k, (value, length) in enumerate(runs(s.board)))


def product_repeated(s: Any) -> Any:
    """product(range(-1, 2), repeat=2), product of three"""
    total = 0
    for dr, dc in product(range(-1, 2), repeat=2):
        if (dr, dc) != (0, 0):
            total = (3 * total + s.board[(2 + 4 * dr + dc) % 8]) % 1009
    return total + sum(a * b * c for a, b, c in product((1, 2), s.board[:2], (3,)))


def chained(s: Any) -> Any:
    """chain(a, b), chain.from_iterable(rows)"""
    rows = [s.board[:4], s.board[4:]]
    flat = list(chain.from_iterable(rows))
    return sum(n * x for n, x in enumerate(chain(range(3), flat, [s.turn])))


def combined(s: Any) -> Any:
    """combinations(range(8), 2) and of three"""
    same = sum(1 for a, b in combinations(range(8), 2) if s.board[a] == s.board[b])
    zero = [trio for trio in combinations(s.board, 3) if sum(trio) == 0]
    return same * 100 + len(zero)


def permuted(s: Any) -> Any:
    """permutations(board[:3]), permutations(…, 2)"""
    best = max(4 * a + 2 * b + c for a, b, c in permutations(s.board[:3]))
    return best * 10 + sum(a > b for a, b in permutations(s.board[:4], 2))


def accumulated(s: Any) -> Any:
    """accumulate(board), with a function, with initial"""
    sums = list(itertools.accumulate(s.board))
    tops = list(itertools.accumulate(s.board, max))
    more = list(itertools.accumulate(s.board[:2], initial=5))
    return max(sums) * 100 + tops[-1] * 10 + more[-1] + len(more)


def counted_and_sliced(s: Any) -> Any:
    """islice(count(3, 2), 4), islice(board, 1, 6, 2)"""
    total = 0
    for n in itertools.islice(itertools.count(3, 2), 4):
        total += n * s.board[n % 8]
    return total * 10 + sum(itertools.islice(s.board, 1, 6, 2))


def grouped(s: Any) -> Any:
    """groupby(board): key and length of each run"""
    total = 0
    for key, group in itertools.groupby(s.board, key=lambda x: x > 0):
        total = 3 * total + len(list(group)) * (2 if key else 1)
    return total


def paired(s: Any) -> Any:
    """pairwise(board)"""
    return sum(abs(a - b) for a, b in itertools.pairwise(s.board))


def zipped_longest(s: Any) -> Any:
    """zip_longest(a, b, fillvalue=7)"""
    return sum(a * b for a, b in itertools.zip_longest(s.board, (1, 2, 3), fillvalue=7))


def taken_while(s: Any) -> Any:
    """takewhile, dropwhile, starmap, cycle with zip, repeat"""
    some = list(itertools.takewhile(lambda x: x >= 0, s.board))
    rest = list(itertools.dropwhile(lambda x: x == 0, s.board))
    signed = sum(x * sign for x, sign in zip(s.board, itertools.cycle((1, -1))))
    many = sum(itertools.starmap(operator.mul, zip(s.board, itertools.repeat(2))))
    return len(some) * 1000 + len(rest) * 100 + signed * 10 + many


def reduced(s: Any) -> Any:
    """functools.reduce(lambda …, board, start), operator.xor"""
    mixed = functools.reduce(lambda a, b: (3 * a + b) % 97, s.board, 1)
    return mixed * 10 + functools.reduce(operator.xor, [abs(x) for x in s.board])


def mapped_and_filtered(s: Any) -> Any:
    """sum(map(abs, board)), list(filter(None, board)), map of two"""
    both = list(map(lambda a, b: a * b, s.board[:4], s.board[4:]))
    return sum(map(abs, s.board)) * 100 + len(list(filter(None, s.board))) * 10 + sum(both)


def map_of_function(s: Any) -> Any:
    """max(map(score, range(8)))"""
    weights = [n * n % 5 for n in range(8)]

    def score(n: int) -> int:
        return weights[n] * s.board[n]

    return max(map(score, range(8)))


@functools.cache
def lines_through(n: int) -> tuple[tuple[int, ...], ...]:
    return tuple(line for line in LINES if n in line)


@functools.lru_cache(maxsize=None)
def squared(n: int) -> int:
    return n * n


def cached_helpers(s: Any) -> Any:
    """helpers under functools.cache and lru_cache"""
    return sum(squared(s.board[n]) * len(lines_through(n)) for n in range(8))


@functools.cache
def paths(n: int) -> int:
    return 1 if n < 2 else paths(n - 1) + paths(n - 2)


def cached_recursion(s: Any) -> Any:
    """a cached function that calls itself"""
    return paths(abs(s.board[0]) * 7 + 3) + s.board[1]


def weighed(weight: int, n: int, board: Any) -> int:
    return weight * n * board[n]


def partial_function(s: Any) -> Any:
    """functools.partial(f, 3)"""
    three = functools.partial(weighed, 3, board=s.board)
    return sum(three(n) for n in range(8))


def range_things(s: Any) -> Any:
    """n in range(…), len(range), range(a, b, -2), range(8)[k]"""
    k = s.board[0] + 4
    steps = range(10, 0, -k)
    return (k in range(2, 9, 2)) + 10 * len(steps) + sum(steps) * 100 + range(8)[k]
