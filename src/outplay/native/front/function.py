"""One function, compiled for the types that it is called with."""

from __future__ import annotations

import sys
import threading
import types as pytypes
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from outplay.native.front import types as T
from outplay.native.front.closures import Closures
from outplay.native.front.emit import Join
from outplay.native.front.lazy import Lazy
from outplay.native.front.packing import Packing
from outplay.native.front.scopes import Bound, Closure, Partial, Source
from outplay.native.front.values import UNKNOWN, V
from outplay.native.layout import OFFSET

if TYPE_CHECKING:
    from outplay.native.front.module import Module

TOO_DEEP = ("raise", "RecursionError")
"""No exception for the rules to catch: Python's own calls are not as deep as those here."""


def shape_of(kinds: tuple[str, ...]) -> str:
    """What a function returns: a status, and the scalars of a value."""
    return "{ i64, " + ", ".join(kinds) + " }" if kinds else "i64"


class Spec:
    """A function for certain types of arguments."""

    def __init__(self, name: str, source: Source, types: list[T.Type]) -> None:
        self.name, self.source, self.types = name, source, types
        self.result: T.Type = T.NEVER
        self.constant: Any = UNKNOWN
        self.text: list[Any] = []
        self.callees: set[Spec] = set()
        self.done = False
        self.recursive = False
        self.apart = False
        """Is it never written into those that call it?"""
        self.guarded = False
        """Does it count how deep its calls are?"""
        self.once = False
        """Does it return an iterator? What that would give is a list here."""

    @property
    def shape(self) -> str:
        return shape_of(self.result.kinds)


Way = tuple[str, str, tuple[str, ...]]
"""From which block, with which status, and what is returned."""


class FunctionCompiler(Closures, Packing):
    """Writes one function."""

    def __init__(self, module: Module, spec: Spec, arguments: dict[str, V], collect: bool) -> None:
        super().__init__(module, spec)
        self.collect, self.source = collect, spec.source
        self.calls: str | None = None
        self.left: dict[str, list[Way]] = {}
        """The ways to each block that it is left from."""
        self.given = arguments

    def compile(self) -> None:
        parameters = ["i64 %run", "i64 %top"]
        self.env["#top"] = V(T.INT, ("%top",))
        number = 0
        for (name, v), t in zip(self.given.items(), self.spec.types, strict=True):
            if isinstance(t, T.Const) or (v.known and self.module.is_version(v)):
                self.env[name] = V(v.t, v.p, v.k)
            else:
                parts = [f"%p{number + n}" for n in range(len(t.kinds))]
                parameters += [f"{kind} {part}" for kind, part in zip(t.kinds, parts, strict=True)]
                number += len(parts)
                self.env[name] = V(t, tuple(parts))
        self.returns = self.scope.returns = Join(self)
        if self.spec.guarded:
            self._enter()
        if self.collect:
            self._collect()
        self.block(self.source.body)
        if not self.dead:
            self.jump(self.returns, self.env["#all"] if self.collect else self.const(None))
        found = self.land(self.returns)
        self.result: T.Type = T.NEVER
        self.constant: Any = UNKNOWN
        if found:
            v = found[0]
            self.spec.once = isinstance(v.k, Lazy) and v.k.once
            if isinstance(v.t, T.Const):
                self._written_in(v)
                v = self.materialise(v)
            if self.source.result is not None:
                v = self.declared(v, self.source.result)
            if isinstance(v.t, T.Const):
                self.unsupported("returning this")
            else:
                self.result = v.t
                if v.known and not isinstance(v.k, tuple):
                    self.constant = v.k
                self._return(v)
        self._finish(parameters)

    def _written_in(self, v: V) -> None:
        """A function that returns a function or an iterator is written into those that call it."""
        kinds = (Lazy, Closure, Bound, Partial, pytypes.FunctionType, type)
        if isinstance(v.k, kinds) and self.source.key not in self.module.inline:
            self.module.inline.add(self.source.key)
            self.types.changed = True

    def _collect(self) -> None:
        var = self.types.var(("collect", self.source.key))
        xs = self.new_list(var)
        self.env["#all"] = xs
        self.scope.yields = lambda v: self.append(xs, self.value_of(v))
        self.scope.returns = self.returns

    def _enter(self) -> None:
        """Counts the calls of functions that call themselves: the machine's stack is finite."""
        word = OFFSET["calls"]
        self.calls = self.peek("%run", word)
        deep = self.op(f"icmp sge i64 {self.calls}, {sys.getrecursionlimit()}")
        self.fail_if(deep, TOO_DEEP)
        self.poke("%run", word, self.op(f"add i64 {self.calls}, 1"))

    def _return(self, v: V) -> None:
        if not self.dead:
            self.left["return"] = [(self.label, "0", v.p)]
            self.br("return")

    def _finish(self, parameters: list[str]) -> None:
        spec, kinds = self.spec, self.result.kinds
        shape = shape_of(kinds)
        attributes = self.module.attributes(spec)
        if self.fails:
            self.start("fail")
            incoming = ", ".join(f"[ {status}, %{label} ]" for status, label in self.fails)
            self.out.append(f"  %status = phi i64 {incoming}")
            inside = spec.source.library and not spec.recursive and "noinline" not in attributes
            out = "return" if inside else "raise"
            nothing = ("poison",) * len(kinds)
            self.left.setdefault(out, []).append(("fail", "%status", nothing))
            self.br(out)
        for label, ways in self.left.items():
            self._leave(label, ways, kinds, shape)
        head = f"define internal {shape} {spec.name}({', '.join(parameters)}) {attributes} {{"
        spec.text = [head, "start:", *self.hoisted, "  br label %entry", "entry:"]
        for line in self.out:
            spec.text += line if isinstance(line, list) else [line]
        spec.text.append("}")
        spec.callees = self.callees

    def _leave(self, label: str, ways: list[Way], kinds: tuple[str, ...], shape: str) -> None:
        """A way out, with a status and what is returned.

        Of a function of the library that may be written into others it is the only one, and both
        are put together last: so LLVM follows a status to where it is tested.
        """
        self.start(label)
        parts = []
        for number, kind in enumerate(("i64", *kinds)):
            incoming = ", ".join(f"[ {(way[1], *way[2])[number]}, %{way[0]} ]" for way in ways)
            parts.append(self.op(f"phi {kind} {incoming}"))
        if self.calls is not None:
            self.poke("%run", OFFSET["calls"], self.calls)
        total = "undef" if kinds else parts[0]
        for number, kind in enumerate(("i64", *kinds) if kinds else ()):
            total = self.op(f"insertvalue {shape} {total}, {kind} {parts[number]}, {number}")
        self.do(f"ret {shape} {total}")

    # --- places and errors --------------------------------------------------------------------

    def unsupported(self, what: str) -> V:
        """Code that only Python can run: the search goes on there when it comes here."""
        if not self.dead:
            filename, line, _ = self.place()
            library = self.scope.source.library and self.scope.function().used_at is None
            if library or filename == "<outplay>":
                filename, line = "", 0
            self.fail(("unsupported", what, filename, line))
        return V(T.NEVER)

    def unsupported_if(self, condition: str, what: str) -> None:
        self.leave_if(condition, lambda: self.unsupported(what), unlikely=True)

    def reraise(self, status: V) -> None:
        if self.dead:
            return
        if self.handlers:
            self.jump(self.handlers[-1][1], V(T.INT, status.p))
            return
        self.fails.append((status.p[0], self.label))
        self.br("fail")

    def check_status(self, status: str) -> None:
        """Passes an error on."""
        test = self.op(f"icmp ne i64 {status}, 0")
        self.leave_if(test, lambda: self.reraise(V(T.NONE, (status,))), unlikely=True)

    def status_is(self, status: V, classes: tuple[type, ...]) -> str:
        test = "false"
        for error, number in self.module.statuses.items():
            if isinstance(error, type) and any(issubclass(error, c) for c in classes):
                one = self.op(f"icmp eq i64 {status.p[0]}, {number}")
                test = self.op(f"or i1 {test}, {one}")
        return test

    def call_library(self, name: str, *arguments: V, **keywords: V) -> V:
        if self.dead:
            return V(T.NEVER)
        function = self.module.library(name)
        assert function is not None, name
        values = [
            a if isinstance(a.t, T.Const) and callable(a.k) else self.value_of(a) for a in arguments
        ]
        if self.refuses_key(name, values):
            return V(T.NEVER)
        return self.call_function(function, values, keywords)


def largest(needed: Iterable[Spec]) -> str:
    """The function of the rules that most of a program is made of, in words."""
    sizes: dict[Source, int] = {}
    for spec in needed:
        sizes[spec.source] = sizes.get(spec.source, 0) + len(spec.text)
    own = [source for source in sizes if source.function is not None and not source.library]
    if not own:
        return ""
    source = max(own, key=lambda one: sizes[one])
    share = 100 * sizes[source] // sum(sizes.values())
    place = f"{source.filename}, line {source.node.lineno}"
    return (
        f"{share} % of the program is `{source.title}` ({place}), for all types it is called with"
    )


# --- functions that call each other are compiled one inside of the other -----------------------

DEEP = 20
"""So many functions, each called by the one before it, are compiled on one thread."""

APART = 40
"""Each function that is so deep is no part of the one that calls it: LLVM takes longer the more
functions are written into each other."""


def deeply(work: Callable[[], None], depth: int) -> None:
    """Does it; now and then on a thread of its own: on one, Python's calls are only so deep."""
    if depth % DEEP:
        work()
        return
    failed: list[BaseException] = []

    def run() -> None:
        try:
            work()
        except BaseException as error:
            failed.append(error)

    thread = threading.Thread(target=run, name="outplay-compile-deeper", daemon=True)
    thread.start()
    thread.join()
    if failed:
        raise failed.pop()
