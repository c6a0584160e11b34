"""What a kernel works on, as the compiler sees it: its search state, and words on the stack.

The search state has no value of its own, since every native function is given the address of the
block. `run.nodes` is a word of the block, `run.history[k]` a word at an address that stands there,
`run.limited` a constant, and `run.visit(ply)` a call of the method.
"""

from __future__ import annotations

import ast
import types
from collections import ChainMap
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from outplay.native.front import types as T
from outplay.native.front.scopes import Bound, Source, source_of
from outplay.native.front.values import V
from outplay.native.state import MEMORY

if TYPE_CHECKING:
    from outplay.native.forms import Form
    from outplay.native.front.function import FunctionCompiler


class Memory(T.Type):
    """Words at an address."""

    kinds: tuple[str, ...] = ("i64",)

    def item(self, f: FunctionCompiler, v: V, i: V) -> V:
        raise NotImplementedError

    def set_item(self, f: FunctionCompiler, v: V, i: V, value: V) -> None:
        raise NotImplementedError

    def length(self, f: FunctionCompiler, v: V) -> V:
        raise NotImplementedError


def _index(f: FunctionCompiler, i: V) -> int | str:
    return i.k if i.known else f.to_int(i).p[0]


@dataclass(frozen=True)
class WordsT(Memory):
    """A row of ints or floats. Indices are trusted."""

    elem: T.Type

    def item(self, f: FunctionCompiler, v: V, i: V) -> V:
        return f.load(self.elem, v.p[0], _index(f, i))

    def set_item(self, f: FunctionCompiler, v: V, i: V, value: V) -> None:
        f.store(as_number(f, value, self.elem), v.p[0], _index(f, i))

    def __str__(self) -> str:
        return f"row of {self.elem}"


@dataclass(frozen=True)
class ListedT(Memory):
    """The moves of a position, on the stack: their address, their number, the arena after them."""

    form: Form
    kinds = ("i64", "i64", "i64")

    def item(self, f: FunctionCompiler, v: V, i: V) -> V:
        from outplay.native.written import load

        return load(f, self.form, V(T.INT, (self.address(f, v, i),)))

    def address(self, f: FunctionCompiler, v: V, i: V) -> str:
        """Where move `i` stands."""
        distance = f.op(f"mul i64 {i.p[0]}, {8 * self.form.words}")
        return f.op(f"add i64 {v.p[0]}, {distance}")

    def length(self, f: FunctionCompiler, v: V) -> V:
        return V(T.INT, (v.p[1],))

    def __str__(self) -> str:
        return "list of moves"


@dataclass(frozen=True)
class LinesT(Memory):
    """Principal variations: row `ply` is a length and the words of so many actions.

    `lines[ply] = None` makes a row empty; `lines[ply] = (a, lines[ply + 1])` is `a` and then the
    line of the ply below.
    """

    form: Form
    most: int
    """Actions that are kept of a line."""

    @property
    def row(self) -> int:
        return 8 * (1 + self.most * self.form.words)

    def _row(self, f: FunctionCompiler, v: V, ply: V) -> str:
        return f.op(f"add i64 {v.p[0]}, {f.op(f'mul i64 {f.to_int(ply).p[0]}, {self.row}')}")

    def item(self, f: FunctionCompiler, v: V, i: V) -> V:
        row = Row(V(T.INT, (self._row(f, v, i),)))
        return V(T.Const(row), (), row)

    def set_item(self, f: FunctionCompiler, v: V, i: V, value: V) -> None:
        row = self._row(f, v, i)
        if value.known and value.k is None:
            f.poke(row, 0, "0")
            return
        a, below = value.k.items
        store = f.const(f.module.own["store_action"])
        arguments = [V(T.INT, (row,)), f.value_of(a), below.k.at, f.const(self.form.words)]
        f.call_library("keep_line", store, *arguments, f.const(self.most))


class Row:
    """One line, while compiling."""

    def __init__(self, at: V) -> None:
        self.at = at


def as_number(f: FunctionCompiler, v: V, t: T.Type) -> V:
    """A number as the type that a field or an annotation declares."""
    if t is T.FLOAT:
        return f.to_float(f.number(v))
    return f.convert(f.to_int(f.number(v)), T.INT)


class RulesRef:
    """The rules as a kernel asks them: `game.result(s, a)`."""

    def attribute(self, f: FunctionCompiler, name: str) -> V:
        """The function that a question stands for."""
        raise NotImplementedError


class StateRef:
    """The search state of a program."""

    def __init__(
        self,
        cls: type,
        fields: dict[str, tuple[int, str]],
        flags: dict[str, bool],
        numbers: dict[str, T.Type],
        lines: LinesT,
    ) -> None:
        """`numbers`: the types of Value and Utility, which are the program's."""
        self.cls, self.flags, self._fields, self._lines = cls, flags, fields, lines
        self._numbers = {"int": T.INT, "float": T.FLOAT, **numbers}

    def declared(self, annotation: str) -> T.Type | None:
        """The type that an annotation stands for; None where it is to be inferred."""
        return self._numbers.get(annotation)

    def attribute(self, f: FunctionCompiler, name: str) -> V:
        if name in self.flags:
            return f.const(self.flags[name])
        if name in self._fields:
            offset, kind = self._fields[name]
            if kind == "Lines":
                return V(self._lines, (f.peek("%run", offset),))
            if kind in MEMORY:
                elem = self._numbers["Value"] if kind == "Values" else T.INT
                return V(WordsT(elem), (f.peek("%run", offset),))
            return f.load(self._numbers[kind], "%run", offset)
        found = getattr(self.cls, name)
        if isinstance(found, types.FunctionType):
            return f.const(Bound(found, f.const(self)))
        return f.const(found)

    def set_attribute(self, f: FunctionCompiler, name: str, value: V) -> None:
        offset, kind = self._fields[name]
        f.store(as_number(f, value, self._numbers[kind]), "%run", offset)


def kernel_source(function: types.FunctionType, own: dict[str, Any], state: StateRef) -> Source:
    """A function of a search: names of the program come first, annotations are types."""

    def declared(annotation: ast.expr | None) -> T.Type | None:
        return None if annotation is None else state.declared(ast.unparse(annotation))

    source = source_of(function, checked=False, library=True)
    source.kernel, source.scope = True, ChainMap(own, function.__globals__)
    assert isinstance(source.node, ast.FunctionDef)
    found = {a.arg: declared(a.annotation) for a in source.node.args.args}
    source.declared = {name: t for name, t in found.items() if t is not None}
    source.result = declared(source.node.returns)
    return source
