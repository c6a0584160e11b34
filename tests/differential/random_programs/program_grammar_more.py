"""More expressions: dataclasses, Counters, defaultdicts, walrus, stars, caches, formats."""

from __future__ import annotations

LEAVES: dict[str, tuple[str, ...]] = {
    "crate": ("Crate()", "Crate(ply, [1, ply])", "Crate(n=3)"),
    "spot": ("Spot(0, 1)", "Spot(ply, ply % 3)", "Spot(column=2, row=ply)"),
    "counter": ("Counter()", "Counter([ply, 1, ply])", "Counter({1: 2, ply: 3})"),
    "tally": ("defaultdict(int)", "defaultdict(int, {ply: 1})"),
    "level": ("Level.LOW", "Level.HIGH", "Level(ply % 2 + 1)"),
}

GRAMMAR: dict[str, tuple[str, ...]] = {
    "int": (
        "{crate}.n",
        "{crate}.size",
        "mixed({crate}.items)",
        "{crate}.added({int}).n",
        "{spot}.row",
        "{spot}.distance({spot})",
        "{counter}[{int}]",
        "{counter}.total()",
        "len({counter})",
        "max({counter}.values(), default={int})",
        "{counter}.most_common(1)[0][1] if {bool} and {counter} else 4",
        "{tally}[{int}]",
        "sum({tally}.values())",
        "({level} + {int})",
        "{level} * 2",
        "weigh(*{list}[:3])",
        "weigh({int}, *{ints}[:2], scale={small})",
        "weigh(*{pair}, **{{'scale': {small}}})",
        "cached({int} % 9)",
        "cached({small})",
        "fibonacci({small} + 4)",
        "len(list(permutations({ints}[:3])))",
        "{str}.rfind({str})",
        "len({str}.split())",
        "(lambda a, b, c: len(f'{{a:>5}}|{{b:<4}}|{{c:03d}}'))({int}, {str}, {int})",
        "sum(1 for _ in {rows})",
        "{list}[-1] if {list} else {int}",
        "sum(a[0] * b for a, b in zip(sorted({pairs}), {list}))",
        "(lambda *a: len(a))(*{list}[:3])",
        "(lambda a, b=2: a * b)({int} % 99)",
        "int(str({int} % 1000)[::-1].strip('-') or 0)",
        "min(enumerate({list} or [0]), key=lambda {v:pair}: {v}[1])[0]",
        "math.gcd({int}, 12)",
        "math.isqrt(abs({int}))",
        "len({set} - {set})",
        "len([*{set}, *{frozen}])",
        "sum(row.count({int}) for row in {rows})",
        "sorted({pairs})[0][1] if {pairs} else 0",
        "ord(({str} or 'q')[0])",
        "{ints}[-1] if {ints} else 3",
        "max({rows} or [[1]], key=len)[0] if {bool} and {rows} and max({rows}, key=len) else 2",
        "sum(v * len(k) for k, v in {dict}.items())",
        "len(set(map(str, {list})))",
        "({int}, {int})[{bool}]",
    ),
    "bool": (
        "{crate} == {crate}",
        "{spot} == {spot}",
        "{spot} in {{{spot}, {spot}}}",
        "{counter} == {counter}",
        "{int} in {counter}",
        "{level} is Level.LOW",
        "{level} > 1",
        "{spot} < {spot}",
        "{int} in {tally}",
        "{str}.endswith(('a', 'c'))",
        "{str}.isdigit()",
        "{set} > {frozen}",
        "all(x < y for x, y in zip({list}, {list}[1:]))",
        "{int} == {float}",
        "{str} not in {strs}",
        "any(x in {set} for x in {list})",
        "not any({bool+v} for {v:list} in {rows})",
        "bool({counter})",
    ),
    "float": (
        "math.sqrt(abs({int}))",
        "math.hypot({float}, 1.5)",
        "sum({list}) / max(1, len({list}))",
        "float({bool})",
        "math.floor({float}) + 0.5",
        "{float} * {level}",
        "abs({float} - {int})",
    ),
    "str": (
        "{str}.title()",
        "{str}.partition('b')[2]",
        "{str}.rjust(4, '.')",
        "{str}.center(5)",
        "{str}.removeprefix('a')",
        "'{{:>3}}|{{}}'.format({int}, {str})",
        "'%d-%s' % ({int}, {str})",
        "(lambda a, b: f'{{a:+d}}{{b!s}}')({int}, {str})",
        "(lambda a: f'{{a}}')({colour})",
        "{colour}.name.lower()",
        "''.join(reversed({str}))",
        "{str}.join(['x', 'y', 'z'])",
        "str({wide})",
        "hex(abs({int}))",
        "format({int}, 'b')",
        "'abc'[{int} % 3]",
        "{str}.swapcase()",
        "''.join(f'{{x}}' for x in {ints})",
        "repr({int})",
        "{str}.rstrip('c').lstrip('a')",
    ),
    "opt": (
        "next(iter({list}), None)",
        "next(iter({set}), None) if len({set}) == 1 else None",
        "{table}.get({int}, None)",
    ),
    "pair": (
        "astuple({spot})",
        "tuple(sorted(({int}, {int})))",
        "next(iter(sorted({pairs})), (0, 0))",
        "(*{pair},)",
    ),
    "ints": (
        "tuple(x for row in {rows} for x in row)",
        "sum(({ints}, {ints}), ())",
        "tuple(zip({ints}, {list}))[0] if {ints} and {list} else ()",
        "tuple({queue})",
        "tuple(divmod({int}, {nonzero}))",
        "tuple(sorted({set}, reverse=True))",
        "({int},) * {small}",
    ),
    "list": (
        "{crate}.items",
        "[*map(lambda {v:int}: {int+v}, {list})]",
        "sorted({list}, key=lambda x: -x)",
        "list({counter}.elements())",
        "sorted({counter})",
        "[sum(column) for column in zip(*{rows})]",
        "list(zip(*[{list}, {list}]))[0:1] and [1]",
        "list(map(len, {rows}))",
        "[p[0] for p in sorted({pairs})]",
        "list(dict.fromkeys({list}))",
        "[*range({small}), *{set}]",
        "[v for _, v in sorted({tally}.items())]",
        "list(takewhile(lambda x: x > 0, {list}))",
        "[x for x in {queue} if x]",
        "[a if a > b else b for a, b in zip({list}, {ints})]",
        "list(countdown({small}))",
    ),
    "rows": (
        "[list(row) for row in combinations({list}[:4], 2)]",
        "[[*row, 1] for row in {rows}]",
        "[{list}] * {small}",
    ),
    "table": (
        "dict({counter})",
        "dict({tally})",
        "{{k: len(list(g)) for k, g in groupby(sorted({list}))}}",
        "dict(sorted({table}.items(), key=lambda kv: -kv[1]))",
    ),
    "set": (
        "{{*{list}, *{ints}}}",
        "set().union(*{rows})",
        "{set}.symmetric_difference({list})",
        "set({counter})",
        "{set}.difference({list}, {ints})",
    ),
    "words": ("{{*{strs}}}", "set(map(str.upper, {strs}))"),
    "frozen": ("frozenset().union({set}, {list})", "{frozen} ^ {frozen}"),
    "crate": (
        "Crate({int}, {list})",
        "{crate}.added({int})",
        "copy.deepcopy({crate})",
        "replace({crate}, n={int})",
        "({crate} if {bool} else {crate})",
    ),
    "spot": (
        "Spot({int}, {int})",
        "replace({spot}, row={int})",
        "{spot}.turned()",
        "min({spot}, {spot})",
        "Spot(*{pair})",
    ),
    "counter": (
        "Counter({list})",
        "Counter({ints})",
        "{counter} + {counter}",
        "{counter} - {counter}",
        "{counter}.copy()",
        "{counter} | {counter}",
    ),
    "tally": ("tally({list})", "{tally}.copy()", "tally({ints})"),
    "level": (
        "({level} if {bool} else {level})",
        "Level({small} % 2 + 1)",
        "max({level}, {level})",
    ),
    "union": ("{spot} if {bool} else {int}", "[None, {str}][{bool}] or {int}"),
}

CHANGES: dict[str, tuple[str, ...]] = {
    "crate": (
        "{name}.n += {int}",
        "{name}.items.append({int})",
        "{name}.items = {list}",
        "{name}.n = {name}.n % 99",
    ),
    "counter": (
        "{name}[{int}] += 1",
        "{name}.update({list})",
        "{name}.subtract({ints})",
        "{name}.pop({int}, None)",
    ),
    "tally": ("{name}[{int}] += {int}", "{name}[{int}] = {int}", "{name}.pop({int}, 0)"),
    "list": (
        "{name}.extend(x for x in {ints} if x > 0)",
        "{name}[:] = sorted({name})",
        "{name}[::2] = {name}[::2]",
        "if {name}:\n    *{name}, _ = {name}",
        "while len({name}) > 5:\n    {name}.pop(0)",
        "{name}.clear()",
        "{name}[-1:] = [{int}, {int}]",
        "if {int} in {name}:\n    del {name}[{name}.index({name}[-1])]",
    ),
    "dict": (
        "if {name}:\n    {name}.popitem()",
        "for k in sorted({name}):\n    {name}[k] += 1",
        "{name} = dict(sorted({name}.items()))",
    ),
    "set": (
        "if {name}:\n    {name}.remove(min({name}))",
        "{name}.difference_update({list})",
        "{name}.symmetric_difference_update({ints})",
        "{name} ^= {{{int}}}",
    ),
    "rows": (
        "if {name}:\n    {name}[0], {name}[-1] = {name}[-1], {name}[0]",
        "for row in {name}:\n    row.sort(reverse=True)",
    ),
    "queue": ("{name}.extend({list})", "{name}.extendleft({ints})", "{name}.clear()"),
    "str": ("{name} = {name}[:4].replace('a', {str})", "{name} = {name} or 'z'"),
}

BOUNDED = {
    "crate": "Crate.cut({})",
    "counter": "Counter(list({})[:5])",
    "tally": "tally(list({})[:5])",
    "spot": "{}.near()",
}

SEEN = {
    "crate": "{0}.n + mixed({0}.items)",
    "spot": "{0}.row * 3 + {0}.column",
    "counter": "mixed({0}) + mixed({0}.values())",
    "tally": "mixed({0}) + mixed({0}.values())",
    "level": "int({})",
}

PRELUDE = """
import math
from collections import defaultdict
from dataclasses import astuple
from enum import IntEnum
from functools import cache
from itertools import groupby, permutations, takewhile


class Level(IntEnum):
    LOW = 1
    HIGH = 2


@dataclass
class Crate:
    n: int = 0
    items: list = field(default_factory=list)

    @property
    def size(self):
        return len(self.items) + self.n

    def added(self, n):
        return Crate(self.n + n, [*self.items, n])

    def cut(self):
        return Crate(self.n % 99, self.items[:4])


@dataclass(frozen=True, order=True)
class Spot:
    row: int
    column: int

    def distance(self, other):
        return abs(self.row - other.row) + abs(self.column - other.column)

    def near(self):
        return Spot(self.row % 50, 1)

    def turned(self):
        return Spot(self.column, -self.row)


def weigh(first=1, *others, scale=1):
    return first * scale + sum(others) * 10 + len(others)


@cache
def cached(n):
    return n * n % 7


def fibonacci(n):
    return n if n < 2 else fibonacci(n - 1) + fibonacci(n - 2)


def countdown(n):
    while n > 0:
        yield n
        n -= 1


def tally(items):
    counts = defaultdict(int)
    for item in items:
        counts[item] += 1
    return counts
"""
