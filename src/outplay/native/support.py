"""What every native kernel calls: counting, the line, items on the stack, the table.

Written as source text, since the numbers of words of a state, a key and an action are
constants in it. `run` is the address of the block that `layout.py` describes.
"""

from __future__ import annotations

from outplay.native.layout import LINE, MAX_ITEMS, NOTES, OFFSET
from outplay.native.program import Program
from outplay.native.shapes import Shape

WORD = 8


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


def add_books(program: Program, action: Shape) -> None:
    """visit, descend, improve, stuck, room: the books of one search."""
    row = (1 + LINE * action.words) * WORD
    program.add_source(
        function("run_visit", "run, ply", [
            f"nodes = {field('nodes')}",
            f"if nodes >= {field('check_at')}:",
            "    raise Stop",
            f"poke(run, {OFFSET['nodes']}, nodes + 1)",
            f"if ply > {field('deepest')}:",
            f"    if ply > {field('max_ply')}:",
            "        raise TooDeep",
            f"    poke(run, {OFFSET['deepest']}, ply)",
            f"poke({field('lines')} + ply * {row}, 0, 0)",
        ])
        + function("descend", "run, ply, item", [
            f"path = {field('path')}",
            "poke(path, ply, item)",
            "poke(path, ply + 1, 0)",
        ])
        + function("run_improve", "run, ply, a", [
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
        + function("run_stuck", "run", ["raise NoActions"])
        + function("run_follow", "run, ply", [
            f"if {field('nodes')} > {field('check_at')}:",
            "    raise Stop",
            f"if ply > {field('max_ply')}:",
            "    raise TooDeep",
        ])
        + function("run_note", "run, ply, index, bound", [
            f"if index < {NOTES}:",
            f"    poke_float({field('notes')}, ply * {NOTES} + index, bound)",
        ])
        + function("run_noted", "run, ply, index", [
            f"return peek_float({field('notes')}, ply * {NOTES} + index)",
        ])
        + function("run_out_of_bounds", "run", ["raise OutOfBounds"])
        + function("room", "run, top", [
            f"if top >= {field('stack_end')}:",
            "    raise TooMany",
            "return top",
        ])
    )  # fmt: skip


def add_put(program: Program, name: str, shape: Shape, with_probability: bool = False) -> int:
    """`put(out, n, item) -> n + 1`: stores item `n`. Returns the bytes that one item takes."""
    stride = (shape.words + with_probability) * WORD
    lines = [f"if n >= {MAX_ITEMS}:", "    raise TooMany", f"at = out + n * {stride}"]
    if with_probability:
        lines += ["(action, probability) = item", *shape.flatten_text("action", "at")]
        lines += [f"poke_float(at, {shape.words}, float(probability))"]
    else:
        lines += shape.flatten_text("item", "at")
    program.add_source(function(name, "out, n, item", [*lines, "return n + 1"]))
    return stride


def add_state_hash(program: Program, shape: Shape) -> None:
    """`hash_state(s, scratch)`: the same number as `searcher.state_hash` at Python speed."""
    lines = [*shape.flatten_text("s", "scratch"), "h = 0"]
    lines += [f"h = bits_mix(h ^ peek(scratch, {w}))" for w in range(shape.words)]
    program.add_source(function("hash_state", "s, scratch", [*lines, "return h"]))


def add_order(program: Program, action: Shape, kind: str, into: str, priority: str) -> str:
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
            f"h = bits_mix({field('seed')} ^ hash_state(s, out + n * {stride}))",
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
            "for k in range(n):",
            f"    a = {action.build_text(f'(out + k * {stride})')}",
            f"    poke_float(rank, k, float({priority}(s, a)))",
            "for k in range(1, n):",
            "    j = k",
            "    while j > 0 and peek_float(rank, j - 1) < peek_float(rank, j):",
            "        i = j - 1",
            "        y = peek_float(rank, i)",
            "        poke_float(rank, i, peek_float(rank, j))",
            "        poke_float(rank, j, y)",
            *(f"        {line}" for line in swap),
            "        j = i",
            "return n",
        ]
    program.add_source(function("actions_ordered", "run, s, out", lines))
    return "actions_ordered"
