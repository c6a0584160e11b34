"""One program: its functions for the types that they are called with, its constants, its errors."""

from __future__ import annotations

import importlib
import re
import sys
import types as pytypes
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Literal

from outplay.native.front import types as T
from outplay.native.front.constant_types import Typing
from outplay.native.front.function import APART, FunctionCompiler, Spec, deeply, largest
from outplay.native.front.joining import Types
from outplay.native.front.library_sources import CHECKED, OFTEN, SELDOM, library_functions
from outplay.native.front.scopes import Closure, Source, source_of
from outplay.native.front.search_memory import RulesRef, StateRef, kernel_source
from outplay.native.front.special import SPECIAL, Written
from outplay.native.front.static import Data
from outplay.native.front.tables import has_python_order, hash_keys
from outplay.native.front.values import UNKNOWN, V
from outplay.native.layout import OFFSET
from outplay.native.source import Unsupported

if TYPE_CHECKING:
    from outplay.native.targets.cpu import Cpu

KNOWN = (
    *("builtin", "builtin_copies", "builtin_folds", "builtin_numbers"),
    *("iterators", "itertools_calls", "methods", "numpy_calls", "numpy_folds", "numpy_more"),
    *("numpy_shapes", "texts"),
)
"""Modules of functions and methods that are written where they are called; they register them."""

for _known in KNOWN:
    importlib.import_module(f"outplay.native.front.{_known}")

BAIL = 1000
"""Statuses from here on are no exceptions of the rules: only Python can go on."""

MOST_VERSIONS = 8
"""Versions of a function for constant arguments."""


class NoRecord(Exception):
    """A dict or list that was taken for a record is none: all begins anew."""


class PythonHashes(Exception):
    """The order of a set of strings matters: hashes are those of this process."""


class WiderCharacters(Exception):
    """A string has characters that do not fit one byte: all are made of four."""


class Module:
    """Compiles functions on demand, until all types are settled."""

    def __init__(
        self, target: Cpu, *, checked: Callable[[pytypes.FunctionType], bool] = lambda f: True
    ) -> None:
        self.target = target
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
        """Are mistakes of the compiler's to be raised? Otherwise only Python runs such a line."""
        self.uses_numpy = False
        """Are arrays about? Truth values are not counted with then: NumPy does it differently."""
        self.big = False
        """Are ints beyond 64 bits about? Shifts give them then."""
        self.own: dict[str, Any] = {}
        """Names that belong to the program: what was generated for the shapes of its game."""
        self.searches: set[str] = set()
        """Modules of the kernel and its search state."""
        self.state: StateRef | None = None
        self.rules: RulesRef | None = None
        self.read: Callable[[Any, str, Callable[[], Any]], Any] = lambda where, name, get: get()
        self._sources: dict[Any, Source] = {}
        self.read_objects: list[Any] = []
        """Kept alive: they are known by their addresses."""
        self.inline: set[Any] = set()
        """Functions that are written into those that call them."""
        self.closures: dict[Any, Closure] = {}
        self.at_work: list[FunctionCompiler] = []
        """Functions that are being compiled, each called by the one before it."""
        self.most_written_out = 600
        self.too_long: set[Any] = set()
        self.largest = ""
        self.ordered = False
        """Does the order of a set of small ints matter anywhere? States have to know it then."""
        self.reset()

    def reset(self) -> None:
        """Before each pass."""
        self.at_work.clear()
        self.specs: dict[Any, Spec] = {}
        self.finished: list[Any] = []
        self.data = Data(self.short, self.char, self.python_hashes)
        self.statuses: dict[Any, int] = {}
        self.allocates = False
        self.written: dict[Any, int] = {}
        self.versions: dict[Any, int] = {}
        self.math: dict[str, int] = {}
        self.answers: set[tuple[str, str]] = set()
        """The types of what rules answer where a number is needed."""
        self._constants: dict[int, T.Type] = {}

    @property
    def last_place(self) -> tuple[str, int]:
        """File and line of the user's where the compiler is; ("", 0) if it is in none."""
        for compiler in reversed(self.at_work):
            filename, line, _ = compiler.place()
            if not compiler.scope.source.library and filename != "<outplay>":
                return filename, line
        return "", 0

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

    def special(self, f: Any) -> Any:
        try:
            found = SPECIAL.get(f)
        except TypeError:
            return None
        return f if isinstance(f, Written) else found

    def library(self, name: str) -> Any:
        return library_functions().get(name)

    def may_compile(self, function: pytypes.FunctionType) -> bool:
        """Is it somebody's rules, and not part of Python or NumPy?"""
        package = (function.__module__ or "").split(".")[0]
        return package not in sys.stdlib_module_names and package != "numpy"

    def source(self, function: pytypes.FunctionType) -> Source:
        if function not in self._sources:
            module = function.__module__ or ""
            library = module.startswith("outplay.native.library")
            checked = function.__name__ in CHECKED if library else self.is_checked(function)
            if module in self.searches:
                assert self.state is not None
                self._sources[function] = kernel_source(function, self.own, self.state)
            else:
                self._sources[function] = source_of(function, checked=checked, library=library)
        return self._sources[function]

    def type_of(self, value: Any) -> T.Type:
        key = id(value)
        if key not in self._constants:
            self.read_objects.append(value)
            self._constants[key] = self.typing.type_of(value, ("constant", key))
        return self._constants[key]

    def no_record(self, cls: Any) -> None:
        """A dict or list that was taken for a record is none."""
        raise NoRecord(cls)

    def needs_python_hashes(self, elem: T.Type) -> None:
        """The order of a set of these matters: begins anew with the hashes of this process."""
        if not self.python_hashes and has_python_order(elem, True) and hash_keys() is not None:
            self.python_hashes = True
            raise PythonHashes

    def widen_characters(self) -> None:
        self.char, self.short = 4, 1
        raise WiderCharacters

    def is_version(self, v: V) -> bool:
        return v.k is None or isinstance(v.k, bool | int | str)

    def may_write_out(self, where: Any, size: int) -> bool:
        """Is there room for a loop that becomes so many statements? Each counts once."""
        if where in self.too_long:
            return False
        if where not in self.written:
            if sum(self.written.values()) + size > self.most_written_out:
                return False
            self.written[where] = size
        return True

    def write_as_loop(self, where: Any) -> None:
        """A loop has become longer than could be foreseen: it is not written out any more."""
        if where not in self.too_long:
            self.too_long.add(where)
            self.types.changed = True

    def note(self, fact: Literal["big", "uses_numpy", "ordered"]) -> None:
        """Something holds for the whole program: if that is new, it is written once more."""
        if not getattr(self, fact):
            setattr(self, fact, True)
            self.types.changed = True

    def status(self, error: Any) -> int:
        first = 1 if isinstance(error, type) else BAIL
        return self.statuses.setdefault(error, first + len(self.statuses))

    def attributes(self, spec: Spec) -> str:
        library, title = spec.source.library, spec.source.title
        function = spec.source.function
        seldom = library and title in SELDOM and not spec.recursive
        if spec.apart or seldom or hasattr(function, "never_inlined"):
            return "noinline nounwind #0"
        often = self.inlined if spec.source.kernel or not library else title in OFTEN
        if not spec.recursive and (often or hasattr(function, "always_inlined")):
            return "alwaysinline nounwind #0"
        return "nounwind #0"

    def spec(self, source: Source, arguments: dict[str, V], collect: bool = False) -> Spec:
        """The function for arguments of these types, compiled now unless it was before."""
        plain = [v if isinstance(v.t, T.Const) else V(v.t, v.p) for v in arguments.values()]
        given = plain
        if source.function is not None and not source.library:
            pairs = zip(arguments.values(), plain, strict=True)
            given = [v if self.is_version(v) else other for v, other in pairs]

        def key_of(given: list[V]) -> Any:
            pairs = zip(given, plain, strict=True)
            parts = [(v.t,) if v is other else (v.t, repr(v.k)) for v, other in pairs]
            return (source.key, tuple(arguments), tuple(parts), collect)

        key = key_of(given)
        if given != plain and key not in self.specs:
            number = self.versions.get(source.key, 0)
            at_work = any(s.source.key == source.key for s in self.specs.values() if not s.done)
            if number < MOST_VERSIONS and not at_work:
                self.versions[source.key] = number + 1
            else:
                given = plain
                key = key_of(plain)
        spec = self.specs.get(key)
        if spec is not None:
            if not spec.done:
                spec.recursive = True
            return spec
        types = [T.Const(v.k) if v.known else v.t for v in given]
        title = re.sub(r"[^0-9A-Za-z_]", "_", source.title)
        spec = Spec(f"@f{len(self.specs)}_{title}", source, types)
        if source.result is not None:
            spec.result = source.result
        self.specs[key] = spec
        for _ in range(20):
            mark = len(self.finished)
            compiler = FunctionCompiler(
                self, spec, dict(zip(arguments, given, strict=True)), collect
            )
            self.at_work.append(compiler)
            spec.apart = len(self.at_work) % APART == 0
            self._made.append(compiler)
            deeply(compiler.compile, len(self.at_work))
            self.at_work.pop()
            settled = not spec.recursive or T.same(compiler.result, spec.result)
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
        for held in (self.rules, self.state):
            if held is not None:
                vars(held).clear()
        self.own.clear()
        vars(self).clear()

    def build(self, entry: Source) -> str:
        """The text of the whole program, `entry(run) -> status`."""
        for _ in range(40):
            self.reset()
            self.types.changed = False
            try:
                spec = self.spec(entry, {})
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
        self.largest = largest(needed)
        shared = self.target.prelude(self.data.char, self.data.short, self.allocates)
        lines = [shared, *self.data.lines]
        lines.append(f"attributes #0 = {self.target.attributes}")
        for name, arity in self.math.items():
            types = ", ".join(["double"] * arity)
            lines.append(f"declare double @{name}({types}) nounwind willreturn memory(none)")
        for spec in needed:
            lines += spec.text
        leave = ["  ret i64 %r"]
        if entry.result.kinds:
            leave = [f"  %s = extractvalue {entry.shape} %r, 0", "  ret i64 %s"]
        lines += [
            "define i64 @entry(i64 %run) nounwind #0 {",
            "  %block = inttoptr i64 %run to ptr",
            f"  %stack = getelementptr i64, ptr %block, i64 {OFFSET['stack']}",
            "  %top = load i64, ptr %stack, align 8",
            f"  %r = call {entry.shape} {entry.name}(i64 %run, i64 %top)",
            *leave,
            "}",
        ]
        return "\n".join(lines)
