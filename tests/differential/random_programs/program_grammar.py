"""What expressions there are, by the kind of their value.

In a template, `{kind}` is an expression of that kind, one level less deep. `{v:kind}` is a new
name that stands for a value of that kind; `{kind+v}` may use that name.
"""

from __future__ import annotations

import program_grammar_more as more

LEAVES: dict[str, tuple[str, ...]] = {
    "int": ("0", "1", "2", "3", "5", "-1", "-4", "7", "ply", "LIMIT", "WEIGHTS[1]", "12"),
    "small": ("ply % 3", "0", "1", "2", "3"),
    "nonzero": ("(ply | 1)", "2", "3", "-4", "7", "-1"),
    "wide": (
        "1 << (ply % 70)",
        "2**62 + ply",
        "2**62",
        "2**63",
        "-(2**63)",
        "2**64 + 5",
        "3**41",
        "1 << 224",
        "2**31",
    ),
    "bool": ("True", "False", "ply > 1", "ply % 2 == 0"),
    "float": ("0.5", "-1.25", "2.0", "0.1", "ply / 2"),
    "str": (
        "WORDS[ply % 3]",
        "str(ply)",
        "'abc'[ply % 3 :]",
        '""',
        '"a"',
        '"x.o"',
        '"bca"',
        "WORDS[0]",
        "WORDS[-1]",
        '"."',
        '"ab" "c"',
    ),
    "opt": ("None", "(ply if ply % 2 else None)", "WEIGHTS[2]", "LIMIT", "SCORES.get('z')", "ply"),
    "pair": ("divmod(ply, 3)", "(1, -ply)", "(0, 1)", "(2, -1)", "STEPS[0]", "(ply, 1)", "(1, 1)"),
    "ints": (
        "(ply, 1, -ply)",
        "(4, ply)",
        "()",
        "(1, 2, 3)",
        "(0,) * 4",
        "(ply,)",
        "tuple(WEIGHTS)",
    ),
    "list": (
        "[ply, 2, ply]",
        "[5] * (ply % 3)",
        "[]",
        "[3, 1, 2]",
        "[0] * 3",
        "[ply, -ply]",
        "list(WEIGHTS)",
    ),
    "rows": ("[[1, 2], [3]]", "[[0] * 2 for _ in range(2)]", "[[ply], [], [5, 4]]"),
    "strs": ("WORDS[ply % 2 :]", '["a", "bc"]', "list(WORDS)", '["x"]', '"b.a".split(".")'),
    "dict": ("{'a': ply, 'o': 3}", "{}", '{"a": 1, "b": -2}', "dict(SCORES)", '{"x": ply}'),
    "table": (
        "{ply: 1, -1: ply}",
        "{}",
        "{0: 1, 3: 2}",
        "{ply: 5}",
        "{n: n * n for n in range(3)}",
    ),
    "places": ("{(ply, 0): ply}", "{}", "{(0, 1): 2}", "{step: n for n, step in enumerate(STEPS)}"),
    "set": ("{ply, 8 * ply, -3}", "set()", "{1, 2, 8}", "set(WEIGHTS)", "{ply, 16}"),
    "pairs": ("{(0, ply), (ply, 3)}", "set()", "{(0, 1), (1, 0)}", "set(STEPS)", "{(ply, ply)}"),
    "words": ("set(WORDS[: ply % 4])", "set()", '{"a", "b"}', "set(WORDS)", 'set("hello")'),
    "frozen": (
        "frozenset({ply, ply + 8})",
        "frozenset()",
        "frozenset({1, 9})",
        "NEAR[0]",
        "NEAR[1]",
    ),
    "item": ('Item(1, "a")', "Item(ply, WORDS[0], 2)", 'Item(tag="q", n=4, last=None)'),
    "colour": ("Colour(ply % 3 + 1)", "Colour.RED", "Colour.BLUE", "Colour(2)", 'Colour["GREEN"]'),
    "options": ("[None, 1]", "[ply, None, 2]", "[None] * (ply % 3)", "[]"),
    "groups": ("{'a': [ply]}", "{}", "{'b': [1, 2], 'a': []}"),
    "queue": ("deque()", "deque([ply, 1])", "deque([1, 2, 3], maxlen=4)"),
    "array": ("np.array([ply % 50, 1, 0, -2])", "np.zeros(4, dtype=int)", "np.arange(4)"),
    "grid": ("np.zeros((2, 3), dtype=int)", "np.array([[1, ply % 9, 0], [2, 0, ply % 7]])"),
    "risky": ("WEIGHTS[ply]", "WORDS.index('o')", "SCORES['ab']"),
    "union": ("(ply, 2)", "WORDS[ply % 3]", "4", '"u"', "(1, 2)", "ply"),
}

GRAMMAR: dict[str, tuple[str, ...]] = {
    "int": (
        "({int} + {int})",
        "({int} - {int})",
        "{int} * {small}",
        "({int} * {int} % 1009)",
        "({int} // {nonzero})",
        "({int} % {nonzero})",
        "(-{int})",
        "(~{int})",
        "abs({int})",
        "({int} & {int})",
        "({int} | {int})",
        "({int} ^ {int})",
        "({int} >> {small})",
        "(({int} % 97) << {small})",
        "({int} if {bool} else {int})",
        "min({int}, {int})",
        "max({int}, {int}, {int})",
        "int({bool})",
        "int({float})",
        "round({float})",
        "({bool} + {bool})",
        "divmod({int}, {nonzero})[1]",
        "({int} % 50).bit_length()",
        "({wide} % 1009)",
        "{wide}.bit_count()",
        "({wide} >> 40) % 77",
        "bin({int} % 64).count('1')",
        "len({str})",
        "len({list})",
        "len({ints})",
        "len({dict})",
        "len({set})",
        "len({pairs})",
        "len({words})",
        "len({rows})",
        "sum({list})",
        "sum({ints})",
        "sum({set})",
        "sum({frozen})",
        "at({list}, {int})",
        "at({ints}, {int})",
        "code({str})",
        "{str}.count({str})",
        "{str}.find({str})",
        "{list}.count({int})",
        "{ints}.count({int})",
        "{pair}[0]",
        "{pair}[{bool}]",
        "(lambda {v:int}: {int+v})({int})",
        "{dict}.get({str}, {int})",
        "{table}.get({int}, {int})",
        "{places}.get({pair}, {int})",
        "mixed({list})",
        "mixed({set})",
        "mixed({frozen})",
        "mixed({table})",
        "mixed({ints})",
        "spread({pairs})",
        "spell({words})",
        "spell({strs})",
        "({opt} or {int})",
        "given({opt})",
        "max({list}, default={int})",
        "min({ints}, default={int})",
        "sum({int+v} for {v:int} in {list})",
        "sum({int+v} for {v:int} in range({small}) if {bool+v})",
        "sum({bool+v} for {v:int} in {ints})",
        "sum(len({v:list}) for {v} in {rows})",
        "sum(map(abs, {list}))",
        "max(({int+v} for {v:int} in {ints}), default={int})",
        "max(range(4), key=lambda {v:int}: {int+v})",
        "min({ints} or (0,), key=lambda {v:int}: ({int+v} % 3, {v}))",
        "next(({v:int} for {v} in {list} if {bool+v}), {int})",
        "digest({union})",
        "{item}.n",
        "{item}.total()",
        "given({item}.last)",
        "{colour}.value",
        "len({colour}.name)",
        "Item.of({int}).n",
        "sum({table}.values())",
        "sum({dict}.values())",
        "len({item}.tag)",
        "sum(n * x for n, x in enumerate({list}))",
        "sum(x * y for x, y in zip({ints}, {list}))",
        "given(at({options}, {int}))",
        "{options}.count(None)",
        "sum(x for x in {options} if x is not None)",
        "len({groups})",
        "mixed({groups}.get({str}, [3]))",
        "sum(len(v) for v in {groups}.values())",
        "len({queue})",
        "mixed({queue})",
        "int({array}.sum())",
        "int({array}.max())",
        "int({grid}.min())",
        "int({array}[{int} % 4])",
        "int({grid}[{int} % 2, {int} % 3])",
        "int(({array} > {int}).sum())",
        "int(np.count_nonzero({grid} == {int}))",
        "int({array}.argmax())",
        "mixed({array}.tolist())",
        "int({grid}.sum(axis=0)[{int} % 3])",
        "int({grid}[{int} % 2].max())",
        "len(np.argwhere({grid} == 0))",
        "len(list(combinations({ints}, 2)))",
        "sum(a * b for a, b in pairwise({list}))",
        "sum(x + 2 * y for x, y in product({ints}, repeat=2))",
        "reduce(lambda x, y: x ^ y, {list}, 0)",
        "Counter({list})[{int}]",
        "sum(chain({list}, {ints}))",
        "int('0' + '7' * {small})",
    ),
    "risky": (
        "{list}[{int}]",
        "WEIGHTS[{int}]",
        "{table}[{int}]",
        "{strs}.index({str})",
        "SCORES[{str}]",
        "{ints}.index({int})",
        "{int} // {int}",
        "int({str})",
        "{ints}[{small}]",
        "{places}[{pair}]",
        "max({list})",
        "{list}.pop({small})",
        "min({set})",
        "{dict}.pop({str})",
        "{rows}[1][0]",
    ),
    "small": ("len({str}) % 4", "{int} % 4", "abs({int}) % 3", "len({set}) % 3"),
    "nonzero": ("({int} | 1)", "(abs({int}) + 1)", "-(abs({int}) + 2)"),
    "wide": (
        "({wide} + {int})",
        "({wide} - {wide})",
        "({wide} * {small})",
        "({wide} << {small})",
        "({wide} >> {small})",
        "({wide} & {wide})",
        "({wide} | {int})",
        "({wide} ^ {wide})",
        "({wide} // {nonzero})",
        "abs({wide})",
        "-{wide}",
        "({wide} if {bool} else {int})",
        "max({wide}, {wide})",
        "(1 << ({int} % 70))",
        "({int} * {wide})",
    ),
    "bool": (
        "{int} < {int}",
        "{int} >= {int}",
        "{int} == {int}",
        "{int} != {int}",
        "{int} <= {int} < {int}",
        "not {bool}",
        "({bool} and {bool})",
        "({bool} or {bool})",
        "{wide} > {wide}",
        "{float} < {int}",
        "{int} in {list}",
        "{int} in {ints}",
        "{int} not in {set}",
        "{pair} in {pairs}",
        "{pair} in {places}",
        "{str} in {str}",
        "{str} in {words}",
        "{str} in {dict}",
        "{str} == {str}",
        "{str} < {str}",
        "{str}.startswith({str})",
        "{str}.isalpha()",
        "{ints} == {ints}",
        "{ints} < {ints}",
        "{list} == {list}",
        "{pair} == {pair}",
        "{pair} <= {pair}",
        "{set} <= {set}",
        "{set} == {frozen}",
        "{set}.isdisjoint({set})",
        "{dict} == {dict}",
        "{opt} is None",
        "{opt} is not None",
        "{opt} == {int}",
        "bool({list})",
        "bool({str})",
        "not {dict}",
        "any({bool+v} for {v:int} in {list})",
        "all({bool+v} for {v:int} in {ints})",
        "any(all({bool+v} for {v:int} in row) for row in {rows})",
        "isinstance({union}, int)",
        "isinstance({union}, (str, tuple))",
        "{union} == {union}",
        "{colour} is Colour.RED",
        "{colour} == {colour}",
        "{colour} in (Colour.RED, Colour.BLUE)",
        "{item} == {item}",
        "None in {options}",
        "{options} == {options}",
        "{str} in {groups}",
        "{queue} == {queue}",
        "bool(({array} == {int}).any())",
        "bool(({grid} >= 0).all())",
        "np.array_equal({array}, {array})",
        "{item}.last is None",
        "{rows} == {rows}",
        "{str} > {str} != {str}",
        "any({ints})",
    ),
    "float": (
        "({float} + {float})",
        "({float} - {int})",
        "({float} * {float})",
        "{int} % 1009 / {nonzero}",
        "(-{float})",
        "abs({float})",
        "max({float}, {int})",
        "({float} if {bool} else {int})",
        "({float} // 0.75)",
        "({float} % 1.5)",
        "float({int} % 1009)",
        "sum([{float}, {int} % 99])",
        "(abs({float}) % 100) ** 0.5",
        "min([{float}, {float}])",
        "round({float}, 1)",
    ),
    "str": (
        "({str} + {str})",
        "{str} * {small}",
        "{str}[{small}:]",
        "{str}[:{int}]",
        "{str}[::-1]",
        "{str}[{int}:{int}:2]",
        "{str}.upper()",
        "{str}.strip({str})",
        "{str}.replace({str}, 'k')",
        "str({int})",
        "'-'.join({strs})",
        "''.join({str+v}[0:1] for {v:str} in {strs})",
        "''.join(sorted({str}))",
        "''.join(c for c in {str} if c in {str})",
        "chr(97 + {int} % 26)",
        "({str} if {bool} else {str})",
        "f'{{ply}}:{{LIMIT:>3}}'",
        "{str}.zfill(4)",
        "{item}.tag",
        "{colour}.name",
        "max({str}, {str})",
        "str({bool})[0]",
        "{str}.ljust(3, '_')",
        "'xo'[{bool}]",
        "at({strs} or ['n'], {int})",
        "({str} or {str})",
        "str({opt})",
        "{str}.lower()",
    ),
    "opt": (
        "({int} if {bool} else None)",
        "{dict}.get({str})",
        "{table}.get({int})",
        "first({list})",
        "{item}.last",
        "(None if {opt} is None else {int})",
        "next(({v:int} for {v} in {ints} if {bool+v}), None)",
    ),
    "pair": (
        "({int}, {int})",
        "divmod({int}, {nonzero})",
        "({pair} if {bool} else {pair})",
        "({pair}[1], {pair}[0])",
        "max({pair}, {pair})",
        "shifted({pair}, {int})",
        "min(STEPS, key=lambda {v:pair}: {v}[0] * {int})",
    ),
    "ints": (
        "({ints} + {ints})",
        "({ints} + ({int},))",
        "{ints}[{int}:]",
        "{ints}[:{int}]",
        "{ints}[::-1]",
        "{ints}[{int}:{int}:{nonzero}]",
        "tuple({list})",
        "tuple(sorted({ints}))",
        "tuple({int+v} for {v:int} in {ints})",
        "(*{ints}, {int})",
        "({int}, *{ints}[1:])",
        "replaced({ints}, {int}, {int})",
        "({ints} if {bool} else {ints})",
        "{pair}",
        "tuple({set})",
        "tuple(map(abs, {ints}))",
        "tuple({v:int} for {v} in {ints} if {bool+v})",
    ),
    "list": (
        "({list} + {list})",
        "[{int}, {int}]",
        "list({ints})",
        "{list}[{int}:{int}]",
        "{list}[::-1]",
        "{list}[{int}::2]",
        "sorted({list})",
        "sorted({list}, reverse=True)",
        "sorted({ints}, key=lambda {v:int}: ({v} % 3, -{v}))",
        "[{int+v} for {v:int} in {list}]",
        "[{v:int} for {v} in {list} if {bool+v}]",
        "[*{list}, *{ints}]",
        "list(reversed({list}))",
        "[x for row in {rows} for x in row]",
        "list(range({small}, 6, {small} + 1))",
        "list({set})",
        "sorted({set})",
        "list({table})",
        "list({table}.values())",
        "{list} * {small}",
        "[x + y for x in {ints} for y in {list} if x != y][:5]",
        "grown({list}, {int})",
        "list(accumulate({list}))",
        "list(islice(chain({list}, {ints}), 4))",
        "[len(w) for w in {strs}]",
        "list(filter(None, {list}))",
        "[x for x in {frozen}]",
        "copy.copy({list})",
        "list(odd({list}))",
    ),
    "rows": (
        "[{list}, {list}]",
        "[row[:] for row in {rows}]",
        "{rows}[{small}:]",
        "({rows} + [{list}])",
        "[[{int+v} for _ in range(2)] for {v:int} in {list}][:3]",
        "copy.deepcopy({rows})",
        "[list(column) for column in zip(*{rows})]",
        "sorted({rows})",
        "[list(p) for p in {pairs}]",
    ),
    "strs": (
        "[{str}, {str}]",
        "({strs} + [{str}])",
        "sorted({strs})",
        "sorted({words})",
        "list({str})",
        "{strs}[{small}:]",
        "[w + 'z' for w in {strs}]",
        "{str}.split('.')",
        "list({dict})",
        "sorted({strs}, key=len)",
        "[w for w in {strs} if w in {words}]",
        "[str(x) for x in {ints}]",
    ),
    "dict": (
        "{{'a': {int}, 'k': {int}}}",
        "({dict} | {dict})",
        "{{**{dict}, 'b': {int}}}",
        "{{w: {int} for w in {strs}}}",
        "dict(zip({strs}, {list}))",
        "{dict}.copy()",
        "{{w: n for n, w in enumerate({strs})}}",
        "{{k: v for k, v in {dict}.items() if v > {int}}}",
    ),
    "table": (
        "{{{int}: {int}, {int}: 1}}",
        "{{{v:int}: {int+v} for {v} in {list}}}",
        "({table} | {table})",
        "dict(enumerate({list}))",
        "{{v: k for k, v in {table}.items()}}",
        "dict(Counter({list}))",
        "{{k: v for k, v in sorted({table}.items())}}",
        "tallied({ints})",
    ),
    "places": (
        "{{{pair}: {int}}}",
        "({places} | {{{pair}: {int}}})",
        "{{p: p[0] for p in {pairs}}}",
        "{{(x, y): x * y for x in {ints}[:3] for y in {list}[:2]}}",
    ),
    "set": (
        "{{{int}, {int}}}",
        "({set} | {set})",
        "({set} & {set})",
        "({set} - {frozen})",
        "set({list})",
        "({set} ^ {set})",
        "{{{int+v} for {v:int} in {ints}}}",
        "{set}.union({list}, {ints})",
        "{{x * 8 for x in {list}}}",
        "{set} | {frozen}",
        "set({table})",
        "set(range({small}, 20, 5))",
    ),
    "pairs": (
        "{{{pair}, {pair}}}",
        "({pairs} | {{{pair}}})",
        "({pairs} - {pairs})",
        "set({places})",
        "{{(x, y) for x in range({small}) for y in range(2)}}",
        "{{(y, x) for x, y in {pairs}}}",
    ),
    "words": (
        "{{{str}, {str}}}",
        "set({strs})",
        "({words} | {words})",
        "({words} & {words})",
        "set({dict})",
        "{{w[:1] for w in {words}}}",
        "set({str})",
    ),
    "frozen": (
        "frozenset({list})",
        "({frozen} | {frozen})",
        "({frozen} - {{{int}}})",
        "frozenset({set})",
        "frozenset(x for x in {ints} if x > {int})",
        "{frozen} & {set}",
    ),
    "item": (
        "Item({int}, {str})",
        "Item({int}, {str}, {opt})",
        "{item}._replace(n={int})",
        "({item} if {bool} else {item})",
        "{item}.older({int})",
        "Item.of({int})",
        "max({item}, {item}, key=lambda i: i.n)",
    ),
    "colour": (
        "({colour} if {bool} else {colour})",
        "list(Colour)[{int} % 3]",
        "{colour}.other",
        "Colour(1 + {small} % 3)",
    ),
    "options": (
        "[{opt}, {opt}]",
        "({options} + [{opt}])",
        "{options}[::-1]",
        "[x if x > {int} else None for x in {list}]",
        "[None if x is None else x + 1 for x in {options}]",
        "{options}[:{int}]",
        "[x for x in {options} if x]",
    ),
    "groups": (
        "{{'a': {list}, 'b': {list}}}",
        "{{w: [n] for n, w in enumerate({strs})}}",
        "({groups} | {groups})",
        "{{k: v[:2] for k, v in {groups}.items()}}",
        "copy.deepcopy({groups})",
        "gathered({strs})",
    ),
    "queue": (
        "deque({list})",
        "deque({ints}, maxlen=3)",
        "{queue}.copy()",
        "deque(reversed({queue}))",
    ),
    "array": (
        "{array} * {small} % 50",
        "{array} + {array}",
        "{array} - {int} % 20",
        "{array}[::-1]",
        "-{array}",
        "np.where({array} > {int}, {array}, 1)",
        "np.roll({array}, {small})",
        "abs({array})",
        "{array}.copy()",
        "put({array}, {int}, {int} % 50)",
        "np.sort({array})",
        "({array} > {int}) * 3",
    ),
    "grid": (
        "{grid} + {grid}",
        "{grid} * {small} % 50",
        "{grid}[::-1]",
        "{grid}[:, ::-1]",
        "np.fliplr({grid})",
        "np.where({grid} == {int}, 5, {grid})",
        "np.roll({grid}, 1, axis=1)",
        "np.flip({grid}, axis=0)",
        "{grid} % 3",
        "np.array([{array}[:3], {array}[1:]])",
        "np.rot90({grid}, 2)",
    ),
    "union": (
        "{int}",
        "{str}",
        "{pair}",
        "({int} if {bool} else {str})",
        "({pair} if {bool} else {int})",
        "({union} if {bool} else {pair})",
        "[{int}, {str}, {pair}][{small} % 3]",
    ),
}

LEAVES |= more.LEAVES
for kind, templates in more.GRAMMAR.items():
    GRAMMAR[kind] = (*GRAMMAR.get(kind, ()), *templates)

ALWAYS = ("int", "bool", "small", "nonzero", "risky")
"""What every program has, whatever it is restricted to."""
KINDS = tuple(kind for kind in GRAMMAR if kind not in ALWAYS[2:])
NUMBERS = ("int", "int", "float", "bool")

PRELUDE = """
import copy
from collections import Counter, deque
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import reduce
from itertools import accumulate, chain, combinations, islice, pairwise, product
from typing import NamedTuple, Optional

import numpy as np

from outplay import MAX, MIN, Game

WEIGHTS = [3, -1, 4, 8]
WORDS = ["ab", "o", "xyz"]
STEPS = [(0, 1), (1, 0), (-1, 2)]
SCORES = {"a": 2, "b": -3, "ab": 7}
NEAR = {0: frozenset({1, 3}), 1: frozenset({0, 4, 8})}
LIMIT = 4


class Colour(Enum):
    RED = 1
    GREEN = 2
    BLUE = 3

    @property
    def other(self):
        return Colour.BLUE if self is Colour.RED else Colour.RED


class Item(NamedTuple):
    n: int
    tag: str
    last: Optional[int] = None

    def total(self):
        return self.n + len(self.tag) + (self.last or 0)

    def older(self, last):
        return self._replace(last=last)

    @classmethod
    def of(cls, n):
        return cls(n, "i" * (n % 3), n if n > 2 else None)


def at(items, n):
    return items[n % len(items)] if items else 0


def given(value):
    return -1 if value is None else value


def code(text):
    total = 0
    for letter in text:
        total = (31 * total + ord(letter)) % 997
    return total


def mixed(numbers):
    total = 7
    for n in numbers:
        total = (total * 13 + n) % 1009
    return total


def spread(places):
    total = 1
    for r, c in places:
        total = (total * 5 + 3 * r + c) % 1013
    return total


def spell(words):
    total = 2
    for word in words:
        total = (total * 11 + code(word)) % 1019
    return total


def first(items):
    for item in items:
        if item > 0:
            return item
    return None


def shifted(place, by):
    r, c = place
    return r + by, c - by


def replaced(cells, n, x):
    if not cells:
        return (x,)
    n %= len(cells)
    return cells[:n] + (x,) + cells[n + 1 :]


def grown(items, x):
    items.append(x)
    return items[-5:]


def odd(items):
    for item in items:
        if item % 2:
            yield item


def tallied(items):
    counts = {}
    for item in items:
        counts[item] = counts.get(item, 0) + 1
    return counts


def gathered(words):
    places = {}
    for n, word in enumerate(words):
        places.setdefault(word[:1], []).append(n)
    return places


def put(cells, n, x):
    cells = cells.copy()
    cells[n % len(cells)] = x
    return cells


def digest(thing):
    if thing is None:
        return 5
    if isinstance(thing, str):
        return len(thing) * 7
    if isinstance(thing, tuple):
        return thing[0] - thing[1]
    if isinstance(thing, Colour):
        return thing.value * 3
    if isinstance(thing, Spot):
        return thing.distance(Spot(1, 2))
    return thing * 2
"""
"""What every program has: constants, an Enum, a NamedTuple and helpers that work on any kind."""
PRELUDE += more.PRELUDE
