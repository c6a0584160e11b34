"""One program: its functions for the types that they are called with, its constants, its errors."""

from __future__ import annotations

import ast
import functools
import importlib
import sys
import types as pytypes
from collections.abc import Callable
from typing import Any

from outplay.native.front import (
    builtin,
    collected,
    intrinsics,
    iterators,
    itertools_calls,
    methods,
    numpy_calls,
    numpy_more,
    texts,
)
from outplay.native.front.array_indices import ArrayIndices
from outplay.native.front.arrays import Arrays
from outplay.native.front.closures import Closures
from outplay.native.front.emit import Join
from outplay.native.front.iterate import Lazy, Pack
from outplay.native.front.methods import SetsAndDicts
from outplay.native.front.packing import Packing
from outplay.native.front.prelude import LONG_DIVISION, prelude
from outplay.native.front.scopes import Bound, Closure, Partial, Scope, Source, source_of
from outplay.native.front.statements import Statements, weigh
from outplay.native.front.static import Data, NoType, Typing
from outplay.native.front.tables import has_python_order, hash_keys
from outplay.native.front.types import (
    INT,
    NEVER,
    NONE,
    RANGE,
    WIDE,
    ConstT,
    Type,
    Types,
    UnionT,
    same,
)
from outplay.native.front.values import UNKNOWN, V
from outplay.native.layout import OFFSET
from outplay.native.source import Unsupported

LIBRARY = (
    "sets",
    "bitsets",
    "packed_sets",
    "dicts",
    "lists",
    "strings",
    "letters",
    "formats",
    "numbers",
    "tables",
    "choices",
    "hashes",
)
"""Modules of `outplay.native.library`."""

CHECKED = (
    "int_power", "int_gcd", "counter_add", "counter_sub", "counter_count", "counter_merge",
    "counter_take", "counter_take_items", "Counter_total", "int_comb", "int_perm",
    "int_factorial", "int_lcm",
)  # fmt: skip
"""Functions of the library that compute with the user's numbers."""

OFTEN = ("set_contains", "bits_have", "packed_place", "packed_put")
"""Functions of the library that are written where they are called."""

SELDOM = ("set_searched", "set_put", "set_open", "set_opened", "settled_copy", "longer_log")
"""Functions of the library that never are."""

BAIL = 1000
"""Statuses from here on are no exceptions of the rules: only Python can go on."""

MOST_VERSIONS = 8
"""Versions of a function for constant arguments."""

MOST_PASSES = 40

TOO_DEEP = ("raise", "RecursionError")
"""No exception for the rules to catch: Python's own calls are not as deep as those here."""


class Spec:
    """A function for certain types of arguments."""

    def __init__(self, name: str, source: Source, types: list[Type]) -> None:
        self.name, self.source, self.types = name, source, types
        self.result: Type = NEVER
        self.constant: Any = UNKNOWN
        self.text: list[Any] = []
        self.callees: set[Spec] = set()
        self.done = False
        self.recursive = False
        self.guarded = False
        """Does it count how deep its calls are?"""
        self.once = False
        """Does it return an iterator? What that would give is a list here."""

    @property
    def shape(self) -> str:
        kinds = self.result.kinds
        return "{ i64, " + ", ".join(kinds) + " }" if kinds else "i64"


class FunctionCompiler(Closures, ArrayIndices, SetsAndDicts, Arrays, Packing, Statements):  # type: ignore[misc]
    """Writes one function."""

    range_type = RANGE

    def __init__(
        self, module: Module, spec: Spec, names: list[str], values: list[V], collect: bool
    ) -> None:
        super().__init__()
        self.module, self.types = module, module.types
        self.spec, self.collect = spec, collect
        self.source = spec.source
        self.checked = spec.source.checked
        self.loops, self.handlers, self.carried = {}, [], []
        self.caught: list[V] = []
        self.kept = module.kept.setdefault(spec.source.key, set())
        self.callees: set[Spec] = set()
        self.inlining: list[Any] = []
        self.call_sites: list[Any] = []
        self.weight, self.any_order, self.peeking, self.depth = 1, False, False, 0
        self.loose = False
        self.plain = False
        self.pack_end: str | None = None
        self.calls: str | None = None
        self.node: Any = spec.source.node
        self.scope = Scope("", spec.source.locals, spec.source)
        self.names, self.values = names, values

    def compile(self) -> None:
        parameters = ["i64 %run"]
        number = 0
        for name, v, t in zip(self.names, self.values, self.spec.types, strict=True):
            if isinstance(t, ConstT) or (v.known and self.module.is_version(v)):
                self.env[name] = V(v.t, v.p, v.k)
            else:
                parts = []
                for kind in t.kinds:
                    parts.append(f"%p{number}")
                    parameters.append(f"{kind} %p{number}")
                    number += 1
                self.env[name] = V(t, tuple(parts))
        self.returns = self.scope.returns = Join(self)
        if self.spec.guarded:
            self._enter()
        if self.collect:
            self._collect()
        self.block(self.source.body)
        if not self.dead:
            if self.collect:
                self.jump(self.returns, self.env["#all"])
            else:
                self.jump(self.returns, self.const(None))
        found = self.land(self.returns)
        result: Type = NEVER
        constant: Any = UNKNOWN
        if found:
            v = found[0]
            self.spec.once = isinstance(v.k, Lazy) and v.k.once
            if isinstance(v.t, ConstT):
                self._written_in(v)
                v = self.materialise(v)
            if self.source.result is not None:
                v = self.declared(v, self.source.result)
            if isinstance(v.t, ConstT):
                self.unsupported("returning this")
            else:
                result = v.t
                if v.known and not isinstance(v.k, tuple):
                    constant = v.k
                self._return(v)
        self._finish(result, constant, parameters)

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
        outer = self

        class _Returns(Join):
            pass

        del outer, _Returns

    def _enter(self) -> None:
        """Counts the calls of functions that call themselves: the machine's stack is finite."""
        word = OFFSET["calls"]
        self.calls = self.peek("%run", word)
        deep = self.op(f"icmp sge i64 {self.calls}, {sys.getrecursionlimit()}")
        self.fail_if(deep, TOO_DEEP)
        self.poke("%run", word, self.op(f"add i64 {self.calls}, 1"))

    def _return(self, v: V) -> None:
        if self.calls is not None:
            self.poke("%run", OFFSET["calls"], self.calls)
        kinds = v.t.kinds
        if not kinds:
            self.do("ret i64 0")
            self.dead = True
            return
        shape = "{ i64, " + ", ".join(kinds) + " }"
        total = "{ i64 0, " + ", ".join(f"{kind} undef" for kind in kinds) + " }"
        for number, (kind, part) in enumerate(zip(kinds, v.p, strict=True)):
            total = self.op(f"insertvalue {shape} {total}, {kind} {part}, {number + 1}")
        self.do(f"ret {shape} {total}")
        self.dead = True

    def _finish(self, result: Type, constant: Any, parameters: list[str]) -> None:
        spec = self.spec
        self.result, self.constant = result, constant
        kinds = result.kinds
        shape = "{ i64, " + ", ".join(kinds) + " }" if kinds else "i64"
        if self.fails:
            self.start("fail")
            incoming = ", ".join(f"[ {status}, %{label} ]" for status, label in self.fails)
            self.out.append(f"  %status = phi i64 {incoming}")
            if self.calls is not None:
                self.poke("%run", OFFSET["calls"], self.calls)
            if kinds:
                self.out.append(f"  %failed = insertvalue {shape} undef, i64 %status, 0")
                self.out.append(f"  ret {shape} %failed")
            else:
                self.out.append("  ret i64 %status")
        attributes = self.module.attributes(spec)
        head = f"define internal {shape} {spec.name}({', '.join(parameters)}) {attributes} {{"
        body: list[str] = [head, "start:", *self.hoisted, "  br label %entry", "entry:"]
        for line in self.out:
            if isinstance(line, list):
                body += line
            else:
                body.append(line)
        body.append("}")
        spec.text = body
        spec.callees = self.callees

    # --- places and errors --------------------------------------------------------------------

    def place(self) -> Any:
        node = self.node
        return (
            self.scope.source.filename,
            getattr(node, "lineno", 0),
            getattr(node, "col_offset", 0),
        )

    def place_of_node(self) -> Any:
        node = self.node
        return (
            self.scope.source.key, getattr(node, "lineno", 0), getattr(node, "col_offset", 0),
            getattr(node, "end_col_offset", 0), type(node).__name__,
        )  # fmt: skip

    def loop_site(self, name: str) -> Any:
        return (self.place_of_node(), len(self.inlining), self.scope.prefix)

    def unsupported(self, what: str) -> V:
        """Code that only Python can run: the search goes on there when it comes here."""
        if not self.dead:
            filename, line, _ = self.place()
            if self.scope.source.library or filename == "<outplay>":
                filename, line = "", 0
            self.fail(("unsupported", what, filename, line))
        return V(NEVER)

    def handler_of(self, error: Any) -> Join | None:
        if not isinstance(error, type):
            return None
        for classes, join, _ in reversed(self.handlers):
            if any(issubclass(error, c) for c in classes):
                return join  # type: ignore[no-any-return]
        return None

    def reraise(self, status: V) -> None:
        if self.dead:
            return
        if self.handlers:
            self.jump(self.handlers[-1][1], V(INT, status.p))
            return
        self.fails.append((status.p[0], self.label))
        self.br("fail")

    def status_is(self, status: V, classes: tuple[type, ...]) -> str:
        test = "false"
        for error, number in self.module.statuses.items():
            if isinstance(error, type) and any(issubclass(error, c) for c in classes):
                one = self.op(f"icmp eq i64 {status.p[0]}, {number}")
                test = self.op(f"or i1 {test}, {one}")
        return test

    def lookup_hidden(self, name: str) -> V:
        v = self.env[name]
        if isinstance(v.t, UnionT) and str(v.t.members[0]) == "unbound":
            return self._bound(name, v)
        return v

    def call_library(self, name: str, *arguments: V) -> V:
        function = self.module.library(name)
        assert function is not None, name
        values = [
            a if isinstance(a.t, ConstT) and callable(a.k) else self.value_of(a) for a in arguments
        ]
        return self.call_function(function, values, {})


class Module:
    """Compiles functions on demand, until all types are settled."""

    def __init__(self, *, checked: Callable[[pytypes.FunctionType], bool] = lambda f: True) -> None:
        self.types = Types()
        self.is_checked = checked
        self.kept: dict[Any, set[str]] = {}
        self.wide: set[Any] = set()
        self._made: list[FunctionCompiler] = []
        self.typing = Typing(self.types, records=True)
        self.records = self.typing.seen
        self.char, self.short = 1, 7
        self.python_hashes = False
        self.inlined = False
        self.strict = False
        """Is a mistake of the compiler's to be raised? Otherwise it is a line that only Python runs."""
        self.uses_numpy = False
        self.big = False
        self.apart: set[str] = set()
        self.read: Callable[[Any, str, Callable[[], Any]], Any] = lambda where, name, get: get()
        self._sources: dict[Any, Source] = {}
        self._keep: list[Any] = []
        self.inline: set[Any] = set()
        """Functions that are written into those that call them."""
        self.closures: dict[Any, Closure] = {}
        self.at_work: list[FunctionCompiler] = []
        """Functions that are being compiled, each called by the one before it."""
        self.most_written_out = 600
        self.ordered = False
        """Does the order of a set of small ints matter anywhere?"""
        self.reset()

    def reset(self) -> None:
        """Before each pass."""
        self.at_work.clear()
        self.specs: dict[Any, Spec] = {}
        self.finished: list[Any] = []
        self.data = Data(self.short, self.char, self.python_hashes)
        self.statuses: dict[Any, int] = {}
        self.bails: dict[int, Any] = {}
        self.allocates = False
        self.written: dict[Any, int] = {}
        self.versions: dict[Any, int] = {}
        self.math: dict[str, int] = {}
        self._constants: dict[int, Type] = {}

    @property
    def last_place(self) -> tuple[str, int]:
        """File and line of the user's where the compiler is; ("", 0) if it is in none."""
        for compiler in reversed(self.at_work):
            filename, line, _ = compiler.place()
            if not compiler.scope.source.library and filename != "<outplay>":
                return filename, line
        return "", 0

    # --- names --------------------------------------------------------------------------------

    def global_value(self, source: Source, name: str) -> tuple[bool, Any]:
        found, value = source.find(name)
        if found and not source.library and source.filename != "<outplay>":
            self.read(source.scope, name, lambda: source.find(name)[1])
        return found, value

    def attribute_value(self, value: Any, name: str) -> tuple[bool, Any]:
        if name == "__class__":
            return True, type(value)
        if not hasattr(value, name):
            return False, None
        return True, self.read(value, name, lambda: getattr(value, name))

    def reads_object(self, value: Any) -> None:
        self._keep.append(value)

    def special(self, f: Any) -> Any:
        try:
            found = builtin.SPECIAL.get(f) or intrinsics.NATIVE.get(f)
        except TypeError:
            return None
        if found is None and isinstance(f, Source):
            return functools.partial(_call_source, f)
        if found is None and hasattr(f, "write"):
            return f
        return found

    def method(self, v: V, name: str) -> Any:
        return methods.find(v, name)

    def library(self, name: str) -> Any:
        return _library().get(name)

    def may_compile(self, function: pytypes.FunctionType) -> bool:
        """Is it somebody's rules, and not part of Python or NumPy?"""
        package = (function.__module__ or "").split(".")[0]
        return package not in sys.stdlib_module_names and package != "numpy"

    def source(self, function: pytypes.FunctionType) -> Source:
        key = function
        if key not in self._sources:
            library = (function.__module__ or "").startswith("outplay.native.library")
            checked = function.__name__ in CHECKED if library else self.is_checked(function)
            self._sources[key] = source_of(function, checked=checked, library=library)
        return self._sources[key]

    # --- constants ----------------------------------------------------------------------------

    def type_of(self, value: Any) -> Type:
        key = id(value)
        if key not in self._constants:
            self._keep.append(value)
            self._constants[key] = self.typing.type_of(value, ("constant", key))
        return self._constants[key]

    def no_record(self, cls: Any) -> None:
        """A dict or list that was taken for a record is none."""
        raise NoRecord(cls)

    def needs_python_hashes(self, elem: Type) -> None:
        """The order of a set of these matters: begins anew with the hashes of this process."""
        if not self.python_hashes and has_python_order(elem, True) and hash_keys() is not None:
            self.python_hashes = True
            raise PythonHashes

    def widen_characters(self) -> None:
        self.char, self.short = 4, 1
        raise WiderCharacters

    def is_argument(self, v: V) -> bool:
        """Is it passed on as a constant, for which there is a version of its own?"""
        value = v.k
        if isinstance(value, Lazy | Pack | Closure | Bound | Partial):
            return True
        kinds = (tuple, list, dict, set, frozenset, range)
        return not isinstance(value, kinds) or (hasattr(value, "_fields") and False)

    def is_version(self, v: V) -> bool:
        return v.k is None or isinstance(v.k, bool | int | str)

    def may_write_out(self, where: Any, size: int) -> bool:
        """Is there room for a loop that becomes so many statements? One that was asked for counts once."""
        if where not in self.written:
            if sum(self.written.values()) + size > self.most_written_out:
                return False
            self.written[where] = size
        return True

    def meets_big(self) -> None:
        """Ints beyond 64 bits are about: shifts give them."""
        if not self.big:
            self.big = True
            self.types.changed = True

    def meets_numpy(self) -> None:
        """Arrays are about: truth values are not counted with, since NumPy does it differently."""
        if not self.uses_numpy:
            self.uses_numpy = True
            self.types.changed = True

    # --- errors -------------------------------------------------------------------------------

    def status(self, error: Any) -> int:
        if error not in self.statuses:
            if isinstance(error, type):
                self.statuses[error] = 1 + len(self.statuses)
            else:
                number = BAIL + len(self.statuses)
                self.statuses[error] = number
                self.bails[number] = error
        return self.statuses[error]

    def calls_math(self, name: str, arity: int) -> None:
        self.math[name] = arity

    # --- functions ----------------------------------------------------------------------------

    def order_matters(self) -> None:
        """States have to know the order of their sets."""
        if not self.ordered:
            self.ordered = self.types.changed = True

    def attributes(self, spec: Spec) -> str:
        if spec.recursive or spec.source.title in self.apart:
            return "nounwind noinline" if spec.source.title in self.apart else "nounwind"
        if spec.source.library and spec.source.title in SELDOM:
            return "nounwind noinline"
        if spec.source.library and spec.source.title in OFTEN:
            return "nounwind alwaysinline"
        if self.inlined and not spec.source.library:
            return "nounwind alwaysinline"
        return "nounwind"

    def spec(
        self, source: Source, names: list[str], values: list[V], caller: Any, collect: bool = False
    ) -> Spec:
        values = list(values)
        key_parts: list[Any] = []
        versions = source.function is not None and not source.library
        wanted = [
            versions and v.known and self.is_version(v) and not isinstance(v.t, ConstT)
            for v in values
        ]
        use_versions = any(wanted)
        for attempt in (True, False):
            key_parts = []
            for v, want in zip(values, wanted, strict=True):
                if want and use_versions:
                    key_parts.append((v.t, "is", repr(v.k)))
                else:
                    key_parts.append((v.t,))
            key = (source.key, tuple(names), tuple(key_parts), collect)
            if not use_versions or key in self.specs:
                break
            if (
                not attempt
                or self.versions.get(source.key, 0) >= MOST_VERSIONS
                or (source.key in [s.source.key for s in self.specs.values() if not s.done])
            ):
                use_versions = False
                continue
            self.versions[source.key] = self.versions.get(source.key, 0) + 1
            break
        spec = self.specs.get(key)
        if spec is not None:
            if not spec.done:
                spec.recursive = True
            return spec
        given = [
            v if (w and use_versions) or isinstance(v.t, ConstT) else V(v.t, v.p)
            for v, w in zip(values, wanted, strict=True)
        ]
        types: list[Type] = [
            ConstT(v.k) if v.known and not isinstance(v.t, ConstT) else v.t for v in given
        ]
        spec = Spec(f"@f{len(self.specs)}_{_safe(source.title)}", source, types)
        if source.result is not None:
            spec.result = source.result
        self.specs[key] = spec
        for _ in range(20):
            mark = len(self.finished)
            compiler = FunctionCompiler(self, spec, names, given, collect)
            self.at_work.append(compiler)
            self._made.append(compiler)
            compiler.compile()
            self.at_work.pop()
            settled = not spec.recursive or same(compiler.result, spec.result)
            if spec.recursive and not spec.guarded and source.function and not source.library:
                spec.guarded, settled = True, False
            if settled:
                spec.result, spec.constant = compiler.result, compiler.constant
                break
            spec.result = self.types.join(spec.result, compiler.result)
            for other in self.finished[mark:]:
                self.specs.pop(other, None)
            del self.finished[mark:]
        if spec.recursive:
            spec.constant = UNKNOWN
        spec.done = True
        self.finished.append(key)
        return spec

    def leave(self) -> None:
        """All is written: takes apart what holds itself, and the game, until it is collected."""
        for compiler in self._made:
            vars(compiler.spec).clear()
            vars(compiler).clear()
        vars(self).clear()

    def build(self, entry: Source) -> str:
        """The text of the whole program, `entry(run) -> status`."""
        for _ in range(MOST_PASSES):
            self.reset()
            self.types.changed = False
            try:
                spec = self.spec(entry, ["run"], [V(INT, ("%run",))], None)
            except (WiderCharacters, PythonHashes):
                continue
            if not self.types.changed:
                break
        else:
            raise Unsupported("the types of its values do not settle.")
        return self._text(spec)

    def _text(self, entry: Spec) -> str:
        needed: dict[Spec, None] = {}

        def visit(spec: Spec) -> None:
            if spec not in needed:
                needed[spec] = None
                for callee in sorted(spec.callees, key=lambda s: s.name):
                    visit(callee)

        visit(entry)
        lines = [prelude(self.data.char, self.data.short, self.allocates), *self.data.lines]
        for name, arity in self.math.items():
            lines.append(f"declare double @{name}({', '.join(['double'] * arity)})")
        for spec in needed:
            lines += spec.text
        if any(f" {op} {WIDE} " in line for line in lines for op in ("srem", "sdiv")):
            lines.append(LONG_DIVISION)
        lines += [
            "define i64 @entry(i64 %run) nounwind {",
            f"  %r = call {entry.shape} {entry.name}(i64 %run, i64 %run)",
            *([f"  %s = extractvalue {entry.shape} %r, 0", "  ret i64 %s"] if entry.result.kinds else ["  ret i64 %r"]),
            "}",
        ]  # fmt: skip
        return "\n".join(lines)


class NoRecord(Exception):
    """A dict or list that was taken for a record is none: all begins anew."""


class PythonHashes(Exception):
    """The order of a set of strings matters: hashes are those of this process."""


class WiderCharacters(Exception):
    """A string has characters that do not fit one byte: all are made of four."""


def _call_source(source: Source, f: Any, arguments: list[V], keywords: dict[str, V]) -> V:
    given = f.parameters(source, arguments, keywords)
    return f.call_compiled(source, given) if given is not None else V(NEVER)


@functools.cache
def _library() -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name in LIBRARY:
        module = importlib.import_module(f"outplay.native.library.{name}")
        for key, value in vars(module).items():
            if isinstance(value, pytypes.FunctionType) and value.__module__ == module.__name__:
                found[key] = value
    return found


def _safe(text: str) -> str:
    return "".join(c if c.isascii() and (c.isalnum() or c == "_") else "_" for c in text)


def generated(text: str, scope: dict[str, Any], *, checked: bool = False) -> dict[str, Source]:
    """Functions that were written by us as text, by name."""
    found = {}
    for node in ast.parse(text).body:
        assert isinstance(node, ast.FunctionDef)
        found[node.name] = Source(node, "<outplay>", node.name, scope, checked=checked)
    return found


__all__ = [
    "NONE",
    "Module",
    "NoType",
    "collected",
    "generated",
    "iterators",
    "itertools_calls",
    "numpy_calls",
    "numpy_more",
    "texts",
    "weigh",
]
