"""Sets and frozensets: their operators, methods, comparison and order."""

from __future__ import annotations

from typing import Any

EVEN = frozenset({0, 2, 4, 6})
PLACES = {(0, 0), (1, 3), (0, 2), (1, 1), (0, 3)}
WORDS = {"north", "east", "south", "west"}


def taken(board: Any) -> set[int]:
    return {n for n, x in enumerate(board) if x}


def set_grows(s: Any) -> Any:
    """seen = set(); seen.add(x); x in seen"""
    seen = set()
    for x in s.board:
        if x not in seen:
            seen.add(x)
    return len(seen)


def set_of_pairs(s: Any) -> Any:
    """seen = {(0, 0)}; seen.add((r, c))"""
    seen = {(0, 0)}
    for n, x in enumerate(s.board):
        if x > 0:
            seen.add((n // 4, n % 4))
    return 10 * len(seen) + ((1, 1) in seen)


def set_of_tuple(s: Any) -> Any:
    """len(set(board)), max(set(board))"""
    return len(set(s.board)) * 10 + max(set(s.board))


def set_operators(s: Any) -> Any:
    """| & - ^"""
    mine, even = taken(s.board), set(range(0, 8, 2))
    return (
        len(mine | even) * 1000 + len(mine & even) * 100 + len(mine - even) * 10 + len(mine ^ even)
    )


def set_operators_in_place(s: Any) -> Any:
    """|= &= -= ^="""
    cells = taken(s.board)
    cells |= {1, 2}
    cells &= {0, 1, 2, 3, 4}
    cells -= {2}
    cells ^= {0, 7}
    return sum(cells) * 10 + len(cells)


def set_methods(s: Any) -> Any:
    """union of several, intersection, difference, symmetric_difference"""
    cells = taken(s.board)
    wide = cells.union([1, 2], (3,), range(2))
    near = cells.intersection(EVEN)
    return (
        sum(wide)
        + 50 * sum(near)
        + len(cells.difference(EVEN, {1})) * 7
        + len(cells.symmetric_difference([0, 1]))
    )


def set_subsets(s: Any) -> Any:
    """<= < >= issubset, issuperset, isdisjoint"""
    cells = taken(s.board)
    return (
        (cells <= {0, 1, 2, 3})
        + 2 * (cells < EVEN)
        + 4 * (cells >= {1})
        + 8 * cells.issubset(EVEN)
        + 16 * cells.isdisjoint(EVEN)
        + 32 * EVEN.issuperset(cells)
    )


def set_discard_and_remove(s: Any) -> Any:
    """discard, remove, pop from a set of one, clear"""
    cells = taken(s.board) | {5}
    cells.discard(99)
    cells.remove(5)
    alone = {s.board[0]}
    only = alone.pop()
    cells.add(3)
    total = sum(cells)
    cells.clear()
    return 10 * total + only + len(cells) + len(alone)


def set_update(s: Any) -> Any:
    """update, difference_update, intersection_update"""
    cells = taken(s.board)
    cells.update([1, 2], {3})
    cells.difference_update([2])
    cells.intersection_update(range(6))
    return sum(cells) * 10 + len(cells)


def set_order_of_ints(s: Any) -> Any:
    """for n in set, in the order that Python has: large, negative and colliding ones"""
    numbers = {x * 8 + 3 for x in s.board} | {-1, -2, 64, 8, 0, 1000 * s.board[0]}
    total = 0
    for n in numbers:
        total = (31 * total + n) % 10007
    return total


def set_order_of_pairs(s: Any) -> Any:
    """for r, c in a set of pairs, in the order that Python has"""
    total = 0
    for r, c in PLACES | {(n // 4, n % 4) for n in taken(s.board)}:
        total = (17 * total + 5 * r + c + 1) % 10007
    return total


def set_order_of_words(s: Any) -> Any:
    """for word in a set of texts, in the order that Python has in this process"""
    total = 0
    for word in WORDS:
        total = (7 * total + ord(word[0])) % 1009
    for letter in {"abcdefg"[x + 3] for x in s.board}:
        total = (3 * total + ord(letter)) % 1009
    return total


def set_order_after_removal(s: Any) -> Any:
    """the order of a set that numbers were put into and taken out of"""
    cells = set(range(20))
    for n in range(0, 20, 3):
        cells.discard(n)
    for x in s.board:
        cells.add(40 + x)
    total = 0
    for n in cells:
        total = (13 * total + n) % 10007
    return total + list(cells)[0]


def set_comprehension(s: Any) -> Any:
    """{abs(x) for x in board if x}, {… for … for …}"""
    sums = {s.board[a] + s.board[b] for a in range(4) for b in range(a) if a != 2}
    return len({abs(x) for x in s.board if x}) * 10 + len(sums) + sum(sums)


def frozen_set_of(s: Any) -> Any:
    """frozenset(… for …); as a member of a set; as a key"""
    one = frozenset(n for n, x in enumerate(s.board) if x > 0)
    two = frozenset([0, 1])
    groups = {one, two, frozenset()}
    names = {one: 3, frozenset({9}): 4}
    return len(groups) * 10 + sum(one) * 100 + names[one] + (one == {0}) + names.get(two, 0)


def set_copied(s: Any) -> Any:
    """set(cells), cells.copy(); a change of the copy"""
    cells = taken(s.board)
    other = set(cells)
    other.add(7)
    third = cells.copy()
    third.add(6)
    return len(cells) * 100 + len(other) * 10 + len(third) + (cells == other)


def set_min_max_sorted(s: Any) -> Any:
    """sorted(set), min, max, sum, tuple(sorted(…))"""
    cells = taken(s.board) | {2}
    ordered = tuple(sorted(cells))
    return ordered[0] * 100 + max(cells) * 10 + min(cells) + sorted(cells, reverse=True)[0]


def set_first(s: Any) -> Any:
    """next(iter(set)), list(set)[0]"""
    cells = {n * 5 for n in taken(s.board)} | {3}
    return next(iter(cells)) * 10 + len(list(cells))


def set_truth(s: Any) -> Any:
    """if not cells; any(n in cells for …)"""
    cells = taken(s.board[2:])
    if not cells:
        return -1
    return any(n in cells for n in (1, 2)) + 2 * bool(cells & {0, 5})


def flood_with_sets(s: Any) -> Any:
    """frontier = {n}; while frontier: frontier = {…} - seen"""
    seen: set[int] = set()
    frontier = {0}
    while frontier:
        seen |= frontier
        near = {m for n in frontier for m in (n - 1, n + 1, n - 4, n + 4) if 0 <= m < 8}
        frontier = {m for m in near if s.board[m] == s.board[0]} - seen
    return len(seen)


def set_of_mixed(s: Any) -> Any:
    """1, 1.0 and True are one member"""
    mixed = {1, 1.0, True, 0, s.board[0]}
    return len(mixed)


def membership_of_constants(s: Any) -> Any:
    """(r, c) in PLACES, word in WORDS, n in EVEN"""
    total = 0
    for n, x in enumerate(s.board):
        if divmod(n, 4) in PLACES or n in EVEN:
            total += x * n
    return total + ("north" in WORDS) - ("up" in WORDS)
