"""Evaluations that do a long series of random operations on a container and watch it.

Which operations is drawn from a number in the state, so one compiled evaluation goes through as
many different histories of a set, a dict, a list or a text as there are states.
"""

from __future__ import annotations

from collections import Counter, deque
from typing import Any

STEPS = 30


def drawn(seed: int) -> int:
    """The next number of a simple generator, in 31 bits."""
    return (1103515245 * seed + 12345) % 2147483648


def folded(total: int, number: int) -> int:
    return (31 * total + number) % 1000003


def code(text: str) -> int:
    total = 7
    for letter in text:
        total = folded(total, ord(letter))
    return total


def sets_of_ints(s: Any) -> Any:
    """Sets grow, shrink, are copied and combined; their order is watched at each step."""
    seed, total = s.seed, 0
    cells: set[int] = set()
    other = {1, 2, 3}
    for _ in range(STEPS):
        seed = drawn(seed)
        kind, x = seed % 11, (seed >> 8) % 50 - 10
        if kind < 4:
            cells.add(x * (1 + seed % 7))
        elif kind == 4:
            cells.discard(x)
        elif kind == 5:
            cells |= {x, x + 64, x - 64}
        elif kind == 6:
            cells -= other
        elif kind == 7:
            cells, other = cells ^ other, cells
        elif kind == 8:
            other = {n // 2 for n in cells}
        elif kind == 9:
            cells = set(sorted(cells)[:12])
        elif cells:
            total = folded(total, cells.pop())
        for n in cells:
            total = folded(total, n)
    return total


def sets_of_pairs(s: Any) -> Any:
    """The same with pairs of small numbers, and frozensets."""
    seed, total = s.seed, 0
    places: frozenset[tuple[int, int]] = frozenset()
    seen: set[tuple[int, int]] = set()
    for _ in range(STEPS):
        seed = drawn(seed)
        kind, r, c = seed % 7, (seed >> 6) % 9 - 2, (seed >> 12) % 9 - 2
        if kind < 3:
            places = places | {(r, c)}
        elif kind == 3:
            places = places - {(r, c), (c, r)}
        elif kind == 4:
            seen.update(places)
        elif kind == 5:
            seen = {(c, r) for r, c in seen if r != c}
        else:
            places = frozenset(seen) & places | {(r, r)}
        for r, c in places:
            total = folded(total, 10 * r + c)
        for r, c in seen:
            total = folded(total, 10 * c + r)
    return total


def sets_of_texts(s: Any) -> Any:
    """Sets of texts have the order that this process gives them."""
    seed, total = s.seed, 0
    words: set[str] = set()
    for _ in range(STEPS):
        seed = drawn(seed)
        word = "abcdefgh"[(seed >> 5) % 8] * (1 + (seed >> 9) % 3)
        kind = seed % 5
        if kind < 3:
            words.add(word)
        elif kind == 3:
            words.discard(word)
        else:
            words = {w.upper() if len(w) == 1 else w[:-1] for w in words}
        for w in words:
            total = folded(total, code(w))
    return total


def sets_of_mixed_numbers(s: Any) -> Any:
    """Large and negative numbers, whose hashes are not themselves."""
    seed, total = s.seed, 0
    cells: set[int] = set()
    for _ in range(STEPS):
        seed = drawn(seed)
        x = (seed - 2**30) * (1 << (seed % 40))
        cells.add(x)
        cells.add(-1 - seed % 2)
        if seed % 6 == 0:
            cells = {n // 3 for n in cells}
        for n in cells:
            total = folded(total, n)
    return total


def dicts(s: Any) -> Any:
    """Dicts keep the order of insertion, through deletions and updates."""
    seed, total = s.seed, 0
    cells: dict[int, int] = {}
    for _ in range(STEPS):
        seed = drawn(seed)
        kind, key, value = seed % 10, (seed >> 7) % 12, (seed >> 13) % 100
        if kind < 4:
            cells[key] = value
        elif kind == 4:
            total = folded(total, cells.pop(key, -1))
        elif kind == 5 and key in cells:
            del cells[key]
        elif kind == 6:
            cells = cells | {key: value, key + 1: 0}
        elif kind == 7:
            cells.setdefault(key, value)
        elif kind == 8:
            cells = {v % 12: k for k, v in cells.items()}
        elif cells:
            k, v = cells.popitem()
            total = folded(total, k + v)
        for k, v in cells.items():
            total = folded(total, 100 * k + v)
    return total


def dicts_of_lists(s: Any) -> Any:
    """Lists in dicts by text: shared, moved and changed."""
    seed, total = s.seed, 0
    groups: dict[str, list[int]] = {"a": []}
    for _ in range(STEPS):
        seed = drawn(seed)
        kind, name, x = seed % 6, "abc"[(seed >> 7) % 3], (seed >> 11) % 20
        if kind < 3:
            groups.setdefault(name, []).append(x)
        elif kind == 3:
            groups[name] = groups["a"]
        elif kind == 4:
            groups["a"] = [*groups.get(name, [1, 2])][-4:]
        else:
            groups.pop(name, None)
            groups.setdefault("a", [x])
        for key, numbers in groups.items():
            total = folded(total, ord(key))
            for n in numbers:
                total = folded(total, n)
    return total


def lists(s: Any) -> Any:
    """Every method of a list, with indices from both ends."""
    seed, total = s.seed, 0
    cells = [3, 1, 2]
    for _ in range(STEPS):
        seed = drawn(seed)
        kind, x, where = seed % 14, (seed >> 8) % 10, (seed >> 14) % 15 - 7
        if kind < 3:
            cells.append(x)
        elif kind == 3:
            cells.insert(where, x)
        elif kind == 4 and -len(cells) <= where < len(cells):
            total = folded(total, cells.pop(where))
        elif kind == 5 and x in cells:
            cells.remove(x)
        elif kind == 6:
            cells.reverse()
        elif kind == 7:
            cells.sort(key=lambda n: (n % 3, -n))
        elif kind == 8:
            cells.extend(cells[:3])
        elif kind == 9:
            cells[where : where + 2] = [x, x]
        elif kind == 10:
            del cells[where:]
        elif kind == 11:
            cells = sorted(cells, reverse=x > 4)
        elif kind == 12:
            cells = cells * 2
        elif cells:
            cells[where % len(cells)] += x
        cells = cells[-9:]
        for n in cells:
            total = folded(total, n)
    return total


def slices(s: Any) -> Any:
    """Slices of lists, tuples and texts with any bounds and steps."""
    seed, total = s.seed, 0
    numbers, fixed, text = [5, 6, 7, 8, 9], (1, 2, 3, 4), "abcdef"
    for _ in range(STEPS):
        seed = drawn(seed)
        a, b = (seed >> 5) % 17 - 8, (seed >> 10) % 17 - 8
        step = (seed >> 15) % 7 - 3 or 2
        for n in numbers[a:b:step]:
            total = folded(total, n)
        for n in fixed[a:b]:
            total = folded(total, n)
        total = folded(total, code(text[b::step]) + code(text[:a]))
        if seed % 3 == 0:
            numbers = numbers[b:] + numbers[:b]
            fixed = fixed[::-1] + fixed[a:b:2][:1]
            fixed = fixed[-6:]
        if seed % 4 == 0:
            numbers[1::2] = [seed % 10] * len(numbers[1::2])
    return total


def texts(s: Any) -> Any:
    """Methods of texts on texts that change."""
    seed, total = s.seed, 0
    text = "a.b"
    for _ in range(STEPS):
        seed = drawn(seed)
        kind, letter = seed % 13, "abX."[(seed >> 7) % 4]
        if kind < 3:
            text += letter
        elif kind == 3:
            text = text.replace(letter, "ab", 1)
        elif kind == 4:
            text = text.strip(letter)
        elif kind == 5:
            text = letter.join(text.split("."))
        elif kind == 6:
            text = text.upper() if seed % 2 else text.lower()
        elif kind == 7:
            text = text[::-1]
        elif kind == 8:
            text = "".join(sorted(text))
        elif kind == 9:
            text = letter * 2 + text[1:]
        elif kind == 10:
            text = text.title()
        elif kind == 11:
            text = text.lstrip("a").rjust(3, "b")
        else:
            text = text.zfill(4).removeprefix("0")
        text = text[-10:]
        total = folded(total, code(text) + text.count(letter) + text.find(letter))
        total = folded(total, text.startswith(letter) + 2 * (letter in text) + 4 * (text < "b"))
    return total


def queues(s: Any) -> Any:
    """Deques with and without a longest length."""
    seed, total = s.seed, 0
    line: deque[int] = deque([1, 2])
    short: deque[int] = deque(maxlen=4)
    for _ in range(STEPS):
        seed = drawn(seed)
        kind, x = seed % 8, (seed >> 9) % 30
        if kind < 2:
            line.append(x)
        elif kind == 2:
            line.appendleft(x)
        elif kind == 3 and line:
            short.append(line.popleft())
        elif kind == 4 and line:
            short.appendleft(line.pop())
        elif kind == 5:
            line.rotate(x % 5 - 2)
        elif kind == 6:
            line.extend(short)
        else:
            line.reverse()
        while len(line) > 8:
            total = folded(total, line.pop())
        for n in line:
            total = folded(total, n)
        for n in short:
            total = folded(total, n)
    return total


def counters(s: Any) -> Any:
    """Counters of numbers; the most common ones, first come first of equals."""
    seed, total = s.seed, 0
    counts: Counter[int] = Counter()
    for _ in range(STEPS):
        seed = drawn(seed)
        x = (seed >> 9) % 6
        if seed % 3:
            counts[x] += 1
        else:
            counts.update([x, x + 1, x])
        for value, times in counts.most_common(3):
            total = folded(total, 10 * value + times)
        total = folded(total, counts[7] + len(counts))
    return total


def sorting(s: Any) -> Any:
    """Sorts by keys that are equal for many: the order of equals stays."""
    seed, total = s.seed, 0
    items: list[tuple[int, str]] = []
    for number in range(12):
        seed = drawn(seed)
        items.append(((seed >> 8) % 4, "abcd"[(seed >> 12) % 4] + str(number)))
    for way in range(4):
        if way == 0:
            items = sorted(items, key=lambda item: item[0])
        elif way == 1:
            items.sort(key=lambda item: item[1][0], reverse=True)
        elif way == 2:
            items = sorted(items, reverse=True)
        else:
            items.sort(key=lambda item: -item[0])
        for value, name in items:
            total = folded(total, 7 * value + code(name))
    best = max(items, key=lambda item: item[0])
    return folded(total, code(best[1]) + code(min(items)[1]))
