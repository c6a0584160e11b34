"""What every native kernel calls: counting, the line, items on the stack, the table.

Written as source text, since the numbers of words of a state, a key and an action are
constants in it. `run` is the address of the block that `layout.py` describes.
"""

from __future__ import annotations

from sys import float_info

from outplay.native.forms import Form
from outplay.native.layout import INFINITY_INT, LINE, NOTES, OFFSET
from outplay.native.program import Program

WORD = 8

LARGEST = float_info.max


def field(name: str) -> str:
    """Source of a read of a field."""
    return f"peek(run, {OFFSET[name]})"


def increase(name: str) -> str:
    """Source of a statement that adds one to a counter."""
    return f"poke(run, {OFFSET[name]}, {field(name)} + 1)"


def function(name: str, arguments: str, lines: list[str]) -> str:
    """Source of a function."""
    body = "\n".join(f"    {line}" for line in lines)
    return f"def {name}({arguments}):\n{body}\n"


def line_bytes(action: Form) -> int:
    """Bytes of memory for the line from one ply on: its length and its actions."""
    return (1 + LINE * action.words) * WORD


def inline(method: str, action: Form) -> str:
    """Source of `run.method(_p0, _p1, …)` written out, as statements; empty if it is a call."""
    lines = {
        "visit": [
            f"_nodes = {field('nodes')}",
            f"if _nodes >= {field('check_at')}:",
            "    raise Stop",
            f"poke(run, {OFFSET['nodes']}, _nodes + 1)",
            f"if _p0 > {field('deepest')}:",
            f"    if _p0 > {field('max_ply')}:",
            "        raise TooDeep",
            f"    poke(run, {OFFSET['deepest']}, _p0)",
            f"poke({field('lines')} + _p0 * {line_bytes(action)}, 0, 0)",
        ],
        "follow": [
            f"if {field('nodes')} > {field('check_at')}:",
            "    raise Stop",
            f"if _p0 > {field('max_ply')}:",
            "    raise TooDeep",
        ],
        "stuck": ["raise NoActions"],
        "nobody": ["raise Nonsense"],
        "check": ["pass"],  # the rule's answer was: see `add_checks`
        "defer": ["poke(_order, _n, peek(_order, _i - 1))", "_n += 1"],
        "out_of_bounds": ["raise OutOfBounds"],
        "note": [f"poke_float({field('notes')}, _p0 * {NOTES} + _p1, _p2)"],
    }
    return "\n".join(lines.get(method, []))


def add_books(program: Program, action: Form) -> None:
    """improve and noted: what kernels call to keep the line and the notes of Star2."""
    row = line_bytes(action)
    program.add_source(
        function("run_improve", "run, ply, a", [
            f"row = {field('lines')} + ply * {row}",
            f"below = row + {row}",
            "length = peek(below, 0)",
            f"if length > {LINE - 1}:",
            f"    length = {LINE - 1}",
            "poke(row, 0, length + 1)",
            *action.flatten_text("a", f"row + {WORD}"),
            f"for k in range(1, 1 + length * {action.words}):",
            f"    poke(row, k + {action.words}, peek(below, k))",
        ])
        + function("run_noted", "run, ply, index", [
            f"return peek_float({field('notes')}, ply * {NOTES} + index)",
        ])
    )  # fmt: skip


def finite(name: str, floats: bool) -> list[str]:
    """Statements that raise where a value is infinite, or no number at all."""
    if not floats:
        return []
    return [f"if not ({name} >= -{LARGEST!r} and {name} <= {LARGEST!r}):", "    raise Nonsense"]


def add_checks(program: Program, *, mean: bool) -> None:
    """as_float_checked and as_int_checked: the value itself, unless it is no number.

    An int is one unless it is what stands for infinity. Where the `mean` of values is taken, they
    must be finite.
    """
    number = finite("x", True) if mean else ["if x != x:", "    raise Nonsense"]
    whole = [f"if x <= -{INFINITY_INT} or x == {INFINITY_INT}:", "    raise Nonsense"]
    program.add_source(
        function("as_float_checked", "x", [*number, "return x"])
        + function("as_int_checked", "x", [*whole, "return x"])
    )


BY_RANK = (
    "peek_float(rank, {one}) < peek_float(rank, {two})"
    " or (peek_float(rank, {one}) == peek_float(rank, {two}) and {one} > {two})"
)
"""Does number `one` come after number `two`? By falling rank; those of one rank as they came."""


def heap_sort(name: str, arguments: str, after: str) -> str:
    """Source of a function that sorts the `n` words at `order`, however many there are.

    `after` says of two of them, {one} and {two}, whether the first comes later.
    """
    top = "peek(order, {})".format

    def comes_after(one: str, two: str) -> str:
        return f"({after.format(one=one, two=two)})"

    return function(name, arguments, [
        "start = n // 2",
        "end = n",
        "while end > 1:",
        "    if start > 0:",  # first it is made a heap, the last one on top
        "        start -= 1",
        "    else:",
        "        end -= 1",
        f"        last = {top('end')}",
        f"        poke(order, end, {top(0)})",
        "        poke(order, 0, last)",
        f"    item = {top('start')}",
        "    at = start",
        "    child = 2 * at + 1",
        "    while child < end:",
        f"        below = {top('child')}",
        "        if child + 1 < end:",
        f"            other = {top('child + 1')}",
        f"            if {comes_after('other', 'below')}:",
        "                below = other",
        "                child += 1",
        f"        if not {comes_after('below', 'item')}:",
        "            break",
        "        poke(order, at, below)",
        "        at = child",
        "        child = 2 * at + 1",
        "    poke(order, at, item)",
    ])  # fmt: skip


def add_order(program: Program, action: Form, kind: str, into: str, priority: str) -> str:
    """`actions_ordered(s, out)`: the actions, by priority or in a seeded random order."""
    words, stride = action.words, action.words * WORD
    swap = [
        f"for w in range({words}):",
        f"    x = peek(out, i * {words} + w)",
        f"    poke(out, i * {words} + w, peek(out, j * {words} + w))",
        f"    poke(out, j * {words} + w, x)",
    ]
    if kind == "random":
        lines = [
            f"n = {into}(s, out)",
            f"h = bits_mix({field('seed')} ^ hash_of(s))",
            "for i in range(n - 1, 0, -1):",
            "    h = bits_mix(h + 1)",
            "    j = bits_shift_right(h, 1) % (i + 1)",
            *(f"    {line}" for line in swap),
            "return n",
        ]
    else:
        lines = [
            f"n = {into}(s, out)",
            f"rank = out + n * {stride}",
            f"order = rank + n * {WORD}",
            f"copy = order + n * {WORD}",
            "for k in range(n):",
            f"    a = {action.build_text(f'(out + k * {stride})')}",
            f"    p = as_float({priority}(s, a))",
            "    if p != p:",
            "        raise Nonsense",
            "    poke_float(rank, k, p)",
            "    poke(order, k, k)",
            "sort_by_rank(rank, order, n)",
            f"for k in range(n * {words}):",
            "    poke(copy, k, peek(out, k))",
            "for k in range(n):",
            "    j = peek(order, k)",
            f"    for w in range({words}):",
            f"        poke(out, k * {words} + w, peek(copy, j * {words} + w))",
            "return n",
        ]
        program.add_source(heap_sort("sort_by_rank", "rank, order, n", BY_RANK))
    program.add_source(function("actions_ordered", "run, s, out", lines))
    return "actions_ordered"
