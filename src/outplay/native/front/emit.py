"""Writes one function in LLVM's language: instructions, blocks, joins and loops.

Variables are values by name (`env`). Where ways meet, `Join` gives each variable that differs one
type and a phi. A loop is written as if its variables kept the types that they come in with; where
they do not, what was written is taken back and written again with wider ones.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from outplay.native.front import types as T
from outplay.native.front.parts import Parts
from outplay.native.front.values import NOTHING, V

if TYPE_CHECKING:
    from outplay.native.front.function import FunctionCompiler, Spec
    from outplay.native.front.module import Module

Env = dict[str, V]

MOST_TIMES = 40
"""How often a loop is written until its variables have settled."""


class Edge(NamedTuple):
    label: str
    env: Env
    values: tuple[V, ...]


class Join:
    """A place that several ways lead to."""

    def __init__(self, f: Emitter) -> None:
        self.f = f
        self.edges: list[Edge] = []
        f.joins.append(self)

    def close(self) -> None:
        """No way leads here any more."""
        if self in self.f.joins:
            self.f.joins.remove(self)


class Emitter(Parts):
    """Text of one function, growing."""

    def __init__(self, module: Module, spec: Spec) -> None:
        super().__init__(module, spec)
        self.out: list[Any] = []
        self.count = 0
        self.label = "entry"
        self.dead = False
        self.env: Env = {}
        self.joins: list[Join] = []
        self.fails: list[tuple[str, str]] = []
        """(status, label) of the ways to the exit with an error."""
        self.hoisted: list[str] = []
        """Instructions of the first block."""

    def whole(self) -> FunctionCompiler:
        """All parts together, which is what every part is a part of."""
        return cast("FunctionCompiler", self)

    # --- instructions -------------------------------------------------------------------------

    def op(self, text: str) -> str:
        """An instruction that gives a value."""
        if self.dead:
            return "poison"
        self.count += 1
        name = f"%v{self.count}"
        self.out.append(f"  {name} = {text}")
        return name

    def do(self, text: str) -> None:
        if not self.dead:
            self.out.append("  " + text)

    def fresh(self, hint: str = "b") -> str:
        self.count += 1
        return f"{hint}{self.count}"

    def start(self, label: str) -> None:
        self.out.append(f"{label}:")
        self.label, self.dead = label, False

    def br(self, label: str) -> None:
        self.do(f"br label %{label}")
        self.dead = True

    def cbr(self, condition: str, yes: str, no: str) -> None:
        self.do(f"br i1 {condition}, label %{yes}, label %{no}")
        self.dead = True

    def cbr_unlikely(self, condition: str, yes: str, no: str) -> None:
        self.cbr(condition, yes, f"{no}, !prof !0")

    def alloca(self, words: int) -> str:
        """Memory on the machine's stack, for as long as the function runs."""
        name = self.fresh("%a")
        self.hoisted.append(f"  {name} = alloca [{words} x i64], align 8")
        return name

    # --- joins --------------------------------------------------------------------------------

    def jump(self, join: Join, *values: V) -> None:
        if self.dead:
            return
        label = self.fresh("e")
        self.br(label)
        join.edges.append(Edge(label, self.env, values))
        self.env = dict(self.env)

    def land(self, join: Join) -> tuple[V, ...]:
        """Goes on where all ways to `join` meet; gives the values that they bring."""
        join.close()
        edges = join.edges
        if not edges:
            self.dead = True
            return ()
        if len(edges) == 1:
            self.start(edges[0].label)
            self.env = dict(edges[0].env)
            return edges[0].values
        names = dict.fromkeys(name for edge in edges for name in edge.env)
        first = edges[0].env
        differing = []
        env: Env = {}
        for name in names:
            v = first.get(name)
            if v is not None and all(
                (w := e.env.get(name)) is v or (w is not None and v.equals(w)) for e in edges
            ):
                env[name] = v
            else:
                differing.append(name)
        columns = [[e.env.get(name) or V(T.UNBOUND) for e in edges] for name in differing]
        columns += [list(column) for column in zip(*(e.values for e in edges), strict=True)]
        types = [self.join_types(c, number < len(differing)) for number, c in enumerate(columns)]
        target = self.fresh("j")
        rows: list[tuple[str, list[V]]] = []
        for number, edge in enumerate(edges):
            self.start(edge.label)
            self.env = edge.env
            row = [
                v if t is None else self.convert(v, t)
                for v, t in zip((c[number] for c in columns), types, strict=True)
            ]
            if self.dead:  # it could not be made that type
                continue
            rows.append((self.label, row))
            self.br(target)
        if not rows:
            self.dead = True
            return ()
        self.start(target)
        merged = [
            column[0] if t is None else self._phi(t, [(label, row[number]) for label, row in rows])
            for number, (column, t) in enumerate(zip(columns, types, strict=True))
        ]
        self.env = env | dict(zip(differing, merged, strict=False))
        return tuple(merged[len(differing) :])

    def landed(self, join: Join, default: V = NOTHING) -> V:
        """The one value that all ways to `join` bring; the default, if no way leads there."""
        return next(iter(self.land(join)), default)

    def leave_if(
        self, test: str, go: Callable[[], object], when: bool = True, unlikely: bool = False
    ) -> None:
        """Where the test is (or is not) true, goes another way."""
        out, on = self.fresh("out"), self.fresh("on")
        branch = self.cbr_unlikely if unlikely else self.cbr
        branch(test, *((out, on) if when else (on, out)))
        env = self.env
        self.start(out)
        self.env = dict(env)
        go()
        self.start(on)
        self.env = dict(env)

    def join_types(self, column: list[V], names: bool = False) -> T.Type | None:
        """The type that all have; None where all are the very same value.

        A variable (`names`) that is an iterator on one of the ways is not used after it.
        """
        if all(column[0].equals(v) for v in column[1:]):
            return None
        if names and any(getattr(v.k, "once", False) for v in column):
            return self.spent.t
        return self.types.all_of(self.value_of(v).t for v in column)

    def value_of(self, v: V) -> V:
        """A value that can stand beside others, or be put into a container, with scalars."""
        return self.materialise(v) if isinstance(v.t, T.Const) else v

    def _phi(self, t: T.Type, rows: list[tuple[str, V]]) -> V:
        first = rows[0][1]
        if all(first.equals(v) for _, v in rows[1:]):
            return first
        parts = []
        for number, kind in enumerate(t.kinds):
            incoming = ", ".join(f"[ {v.p[number]}, %{label} ]" for label, v in rows)
            parts.append(self.op(f"phi {kind} {incoming}"))
        return V(t, tuple(parts))

    # --- loops --------------------------------------------------------------------------------

    def repeat(self, site: Any, carried: set[str], body: Callable[[Join], None]) -> None:
        """`body` again and again: it jumps to the join that it is given to start over.

        `carried` are variables that it may set. What leaves the loop jumps elsewhere.
        """
        if self.dead:
            return
        names, wider = self.loops.setdefault(site, (set(), {}))
        names |= carried
        for times in itertools.count():
            if times > MOST_TIMES:
                self.unsupported("this loop")
                return
            mark = self.mark()
            entry = self.env
            types: dict[str, T.Type] = {}
            for name in sorted(names):
                v, expected = entry.get(name) or V(T.UNBOUND), wider.get(name)
                if expected is None:
                    if name in entry:
                        types[name] = v.t
                elif isinstance(expected, T.Const):
                    types[name] = expected
                else:
                    types[name] = self.types.join(self.value_of(v).t, expected)
            head = self.fresh("loop")
            starting = {
                name: self.convert(entry.get(name) or V(T.UNBOUND), t) for name, t in types.items()
            }
            if self.dead:  # what it starts with cannot be made that type
                return
            before = self.label
            self.br(head)
            self.start(head)
            holes: list[Any] = []
            self.out.append(holes)
            env = dict(entry)
            for name, t in types.items():
                if isinstance(t, T.Const):
                    env[name] = starting[name]
                    continue
                env[name] = V(t, tuple(self.fresh("%v") for _ in t.kinds))
            self.env = dict(env)
            again = Join(self)
            body(again)
            again.close()
            if not self._fits(again, env, types, names, wider):
                self.back(mark)
                self.env = entry
                continue
            rows = [(before, starting)]
            for edge in again.edges:
                self.start(edge.label)
                self.env = edge.env
                row = {
                    name: self.convert(edge.env.get(name) or V(T.UNBOUND), t)
                    for name, t in types.items()
                    if not isinstance(t, T.Const)
                }
                if self.dead:
                    continue
                rows.append((self.label, row))
                self.br(head)
            for name, t in types.items():
                if isinstance(t, T.Const):
                    continue
                for number, kind in enumerate(t.kinds):
                    incoming = ", ".join(f"[ {r[name].p[number]}, %{lb} ]" for lb, r in rows)
                    holes.append(f"  {env[name].p[number]} = phi {kind} {incoming}")
            self.dead = True
            return

    def _fits(
        self,
        again: Join,
        head: Env,
        types: dict[str, T.Type],
        names: set[str],
        wider: dict[str, T.Type],
    ) -> bool:
        """Do the ways back bring what the head expects?"""
        fits = True
        for edge in again.edges:
            for name, v in edge.env.items():
                known = head.get(name)
                if known is v or (known is not None and known.equals(v)):
                    continue
                t = types.get(name)
                if known is None:
                    if name not in self.kept:
                        continue
                    wider[name] = self.types.join(wider.get(name, T.NEVER), self.value_of(v).t)
                elif getattr(v.k, "once", False) or getattr(known.k, "once", False):
                    names.add(name)
                    wider[name] = self.spent.t
                    fits = known.equals(self.spent) and fits
                    continue
                elif isinstance(known.t, T.Const):
                    wider[name] = self.types.join(self.value_of(known).t, self.value_of(v).t)
                elif t is not None:
                    both = self.types.join(t, self.value_of(v).t)
                    if both == t:
                        continue
                    wider[name] = self.types.join(wider.get(name, T.NEVER), both)
                names.add(name)
                fits = False
        return fits

    def mark(self) -> tuple[Any, ...]:
        return (
            len(self.out),
            self.label,
            self.dead,
            len(self.fails),
            len(self.hoisted),
            list(self.joins),
            [len(j.edges) for j in self.joins],
        )

    def back(self, mark: tuple[Any, ...]) -> None:
        """Takes back all that was written since."""
        size, self.label, self.dead, fails, hoisted, joins, edges = mark
        del self.out[size:], self.fails[fails:], self.hoisted[hoisted:]
        self.joins = joins
        for join, number in zip(joins, edges, strict=True):
            del join.edges[number:]
