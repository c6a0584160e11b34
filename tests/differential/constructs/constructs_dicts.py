"""Dicts, Counters and defaultdicts that rules make for themselves."""

from __future__ import annotations

from collections import Counter, OrderedDict, defaultdict
from typing import Any


def dict_in_the_rule(s: Any) -> Any:
    """{1: 5, …}[x]"""
    points = {0: 0, 1: 5, -1: -4, 2: 7, -2: 1, 3: 2, -3: 3}
    return points[s.board[0]] - points[s.board[3]]


def dict_comprehension(s: Any) -> Any:
    """{n: board[n] for n in range(8) if …}; d[4], len(d)"""
    cells = {n: s.board[n] for n in range(8) if n % 3 != 1}
    return cells[3] * 10 + len(cells) + sum(cells.values())


def dict_by_pairs(s: Any) -> Any:
    """d = {}; d[(r, c)] = x; d[r, c]"""
    cells = {}
    for n in range(8):
        cells[(n // 4, n % 4)] = s.board[n]
    return cells[(1, 1)] * 10 + cells[0, 2] + ((2, 0) in cells)


def dict_get(s: Any) -> Any:
    """d.get(k), d.get(k, default)"""
    first = {x: n for n, x in enumerate(s.board)}
    missing = first.get(7)
    return first.get(1, -5) * 10 + first.get(0, 9) + (missing is None)


def dict_setdefault(s: Any) -> Any:
    """d.setdefault(k, []).append(n)"""
    places: dict[int, list[int]] = {}
    for n, x in enumerate(s.board):
        places.setdefault(x, []).append(n)
    return sum(k * len(v) + v[-1] for k, v in places.items())


def dict_pop(s: Any) -> Any:
    """d.pop(k), d.pop(k, default), del d[k], popitem"""
    cells = {n: x for n, x in enumerate(s.board)}
    a = cells.pop(0)
    b = cells.pop(20, -3)
    del cells[2]
    key, value = cells.popitem()
    return 1000 * a + 100 * b + len(cells) + key + value


def dict_views(s: Any) -> Any:
    """keys(), values(), items(), in the order of insertion"""
    cells = {}
    for n in (5, 2, 7, 0):
        cells[n] = s.board[n]
    cells[2] = 1
    total = 0
    for key in cells.keys():
        total = 3 * total + key
    for key, value in cells.items():
        total += key * value
    return total + sum(cells.values()) + list(cells)[1]


def dict_reinserted(s: Any) -> Any:
    """a key that is taken out and put in again comes last"""
    order = {"a": 1, "b": 2, "c": 3}
    if s.board[0]:
        del order["a"]
        order["a"] = 4
    total = 0
    for value in order.values():
        total = 10 * total + value
    return total


def dict_update(s: Any) -> Any:
    """update, |, |=, {**a, **b}"""
    one = {0: s.board[0], 1: s.board[1]}
    two = {1: 5, 2: 6}
    both = one | two
    one.update(two)
    one |= {9: 9}
    three = {**two, 2: 0}
    return (
        sum(k * v for k, v in both.items())
        + 100 * len(one)
        + three[2]
        + (both == {0: 0, 1: 5, 2: 6})
    )


def dict_membership(s: Any) -> Any:
    """k in d, k not in d, len, if d"""
    seen: dict[int, bool] = {}
    again = 0
    for x in s.board:
        if x in seen:
            again += 1
        seen[x] = True
    return 10 * len(seen) + again + (3 not in seen) + (1 if seen else 0)


def dict_increments(s: Any) -> Any:
    """d[k] = d.get(k, 0) + 1; d[k] += 1"""
    counts: dict[int, int] = {}
    for x in s.board:
        counts[x] = counts.get(x, 0) + 1
    counts[0] += 5
    return sum(k * v * v for k, v in counts.items()) + counts[0]


def dict_of_dicts(s: Any) -> Any:
    """d[row][column], made by a nested comprehension"""
    rows = {r: {c: s.board[4 * r + c] for c in range(4)} for r in range(2)}
    rows[1][2] += 3
    return rows[1][2] * 10 + sum(sum(row.values()) for row in rows.values())


def dict_of_lists(s: Any) -> Any:
    """a dict of lists by letter"""
    groups: dict[str, list[int]] = {"low": [], "high": []}
    for n, x in enumerate(s.board):
        groups["high" if x > 0 else "low"].append(n)
    return len(groups["high"]) * 100 + sum(groups["low"])


def dict_inverted(s: Any) -> Any:
    """{value: key for key, value in d.items()}; max(d, key=d.get)"""
    where = {"a": s.board[0], "b": s.board[1], "c": 2}
    names = {value: name for name, value in where.items()}
    best = max(where, key=lambda name: where[name])
    return len(names) * 10 + ord(best) - 97


def dict_sorted(s: Any) -> Any:
    """sorted(d), sorted(d.items(), key=lambda item: …)"""
    counts = {x: n for n, x in enumerate(s.board)}
    first = sorted(counts)[0]
    least = sorted(counts.items(), key=lambda item: (-item[1], item[0]))[0]
    return first * 10 + least[0]


def dict_from_zip(s: Any) -> Any:
    """dict(zip(…)), dict([(k, v)]), dict.fromkeys"""
    named = dict(zip("abcd", s.board))
    more = dict([("z", 4), ("a", 1)])
    empty = dict.fromkeys(range(3), 2)
    return named["b"] * 10 + named["a"] + more["a"] + sum(empty.values()) + dict(x=3)["x"]


def dict_compared(s: Any) -> Any:
    """d == e whatever the order"""
    one = {0: s.board[0], 1: s.board[1]}
    two = {1: s.board[1], 0: 1}
    return (one == two) + 2 * (one != {0: 0, 1: 0})


def dict_copied(s: Any) -> Any:
    """d.copy(), dict(d); a change of the copy"""
    one = {"x": s.board[0]}
    two = one.copy()
    two["x"] += 5
    two["y"] = 1
    return one["x"] * 10 + two["x"] + len(one) + len(dict(two))


def dict_of_none(s: Any) -> Any:
    """values that are None or a pair"""
    last: dict[int, tuple[int, int] | None] = {-1: None, 1: None}
    for n, x in enumerate(s.board):
        if x:
            last[1 if x > 0 else -1] = divmod(n, 4)
    total = 0
    for side, place in last.items():
        if place is not None:
            total += side * (10 * place[0] + place[1] + 1)
    return total


def counter_of_cells(s: Any) -> Any:
    """Counter(board)[x], 0 where missing"""
    counts = Counter(s.board)
    return counts[0] * 10 + counts[1] - counts[99]


def counter_most_common(s: Any) -> Any:
    """most_common(1)[0], most_common()"""
    counts = Counter(s.board)
    value, times = counts.most_common(1)[0]
    return value * 10 + times + 100 * len(counts.most_common()) + counts.most_common()[-1][0]


def counter_updated(s: Any) -> Any:
    """counter[x] += 1, update, total, values"""
    counts: Counter[int] = Counter()
    for x in s.board:
        counts[abs(x)] += 1
    counts.update([1, 1, 4])
    return counts[1] * 10 + counts.total() + max(counts.values()) + len(counts)


def counter_arithmetic(s: Any) -> Any:
    """Counter - Counter, Counter of a text"""
    left = Counter(s.board[:4]) - Counter(s.board[4:])
    letters = Counter("banana")
    return sum(left.values()) * 10 + letters["a"] + len(left)


def default_of_int(s: Any) -> Any:
    """defaultdict(int); d[k] += 1"""
    counts: defaultdict[int, int] = defaultdict(int)
    for n, x in enumerate(s.board):
        counts[x] += n
    return counts[0] * 10 + counts[1] + len(counts)


def default_of_list(s: Any) -> Any:
    """defaultdict(list); d[k].append(n); a lookup inserts"""
    places: defaultdict[int, list[int]] = defaultdict(list)
    for n, x in enumerate(s.board):
        places[x].append(n)
    missing = len(places[77])
    return len(places) * 100 + len(places[0]) * 10 + missing + (77 in places)


def default_of_lambda(s: Any) -> Any:
    """defaultdict(lambda: 3)"""
    worth: defaultdict[int, int] = defaultdict(lambda: 3)
    worth[0] = 1
    return sum(worth[x] for x in s.board) + len(worth)


def ordered_dict(s: Any) -> Any:
    """OrderedDict, move_to_end"""
    order: OrderedDict[int, int] = OrderedDict()
    for n in range(4):
        order[n] = s.board[n]
    order.move_to_end(1)
    total = 0
    for key in order:
        total = 4 * total + key
    return total + order[0]
