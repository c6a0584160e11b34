"""All that Outplay knows of Numba's compiler: options, signatures, what is saved and loaded."""

from __future__ import annotations

import ast
import ctypes
import math
import re
import warnings
from collections.abc import Callable
from typing import Any

import llvmlite.binding as llvm
from numba import njit, types
from numba.core import errors
from numba.core.caching import NullCache
from numba.core.compiler import CompileResult
from numba.core.runtime.nrt import rtsys
from numba.core.serialize import dumps

from outplay.native import bits as native_bits
from outplay.native import cache, checked, layout
from outplay.native import tuples as native_tuples
from outplay.native.arithmetic import (
    CHECKED,
    CHECKED_WITH_NUMPY,
    masked_not_shift,
    masked_shift,
)
from outplay.native.diagnose import explain
from outplay.native.kernels import Kernel
from outplay.native.linking import only_linked
from outplay.native.memory import (
    as_bool,
    as_float,
    as_int,
    keep_bool,
    keep_float,
    keep_int,
    peek,
    peek_float,
    poke,
    poke_float,
    prefetch,
    recursion,
)
from outplay.native.names import TWINS
from outplay.native.program import Function, Program
from outplay.native.rules import TRUTHS, Rules
from outplay.native.shapes import Shape
from outplay.native.source import Unsupported

APART = (
    "run_grow", "run_store", "run_image", "run_improve", "run_learn", "run_foreseen",
    "prepare_many", "sort_words",
)  # fmt: skip
"""Functions that are seldom called, or long: not written into a kernel that all others are."""

MODULE = "outplay.native"
"""Compiled functions say they live here: Numba imports it when it loads them."""

OURS: dict[str, Any] = {"nogil": True, "error_model": "numpy", "boundscheck": False}
USERS: dict[str, Any] = {"nogil": True, "error_model": CHECKED, "boundscheck": True}
"""Rules keep Python's errors (division by zero, index out of range); kernels need none."""

INNER: dict[str, Any] = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
"""Functions that only native code calls need no way in from Python."""


def numba_type(shape: Shape) -> Any:
    """The Numba type of values of that shape."""
    if shape.kind != "tuple":
        return {"int": types.int64, "float": types.float64, "bool": types.boolean}[shape.kind]
    items = [numba_type(item) for item in shape.items]
    alike = items and all(item == items[0] for item in items)
    if shape.cls is None:
        return types.UniTuple(items[0], len(items)) if alike else types.Tuple(items)
    if alike:
        return types.NamedUniTuple(items[0], len(items), shape.cls)
    return types.NamedTuple(items, shape.cls)


checked.ready()

_COMPILER_ERRORS = (
    errors.NumbaError, errors.UnsupportedBytecodeError, NotImplementedError, AssertionError,
    KeyError, IndexError, TypeError, ValueError,
)  # fmt: skip
"""What Numba raises on code that it cannot compile: its own errors, and stumbles over it."""

_entries: dict[str, Callable[[int], None]] = {}
"""What this process has loaded or compiled, by the name of its file.

For good: Numba never unloads machine code, so whoever forgot it here and loaded it again would only
have it twice."""


class NeedsFloats(Exception):
    """A value turned out to be a float in a program that was translated for ints."""


def load(program: Program, title: str) -> Callable[[int], None] | None:
    """`entry(address)` in machine code, if it was compiled before on this machine."""
    name = cache.file_name(title, program.fingerprint())
    if name not in _entries:
        payload = cache.load(name)
        if payload is None:
            return None
        try:
            _entries[name] = _loaded(payload, program.is_plain)
        except Exception:  # saved by something that only looked like us
            return None
    return _entries[name]


def compile_entry(
    program: Program, rules: Rules, kernel: Kernel, title: str, *, floats: bool
) -> Callable[[int], None]:
    """`entry(address)` in machine code, compiled now and saved for the next process.

    Raises Unsupported, with the user's own file and line, if the rules do not compile.
    """
    fingerprint = program.fingerprint()
    suffix = fingerprint[:16]
    namespace = _namespace(program, suffix)
    entry = namespace["entry"]
    inner = {f"{name}.{suffix}" for name in program.functions if name != "entry"}
    with only_linked(inner):
        _compile_rules(program, rules, namespace, floats)
        try:
            _compile_kernel(kernel, rules, namespace, floats)
            entry.compile((types.int64,))
        except _COMPILER_ERRORS as error:
            raise explain(error, "the search", program, program.functions["entry"]) from None
    result = entry.overloads[(types.int64,)]
    name = cache.file_name(title, fingerprint)
    if program.is_portable:
        cache.save(name, dumps(result._reduce()))
    _entries[name] = entry
    return entry  # type: ignore[no-any-return]


def _compile_kernel(kernel: Kernel, rules: Rules, namespace: dict[str, Any], floats: bool) -> None:
    """Compiles the kernel with the types that it is known to have."""
    value = types.float64 if floats else types.int64
    kinds = {"value": value, "int": types.int64}
    state = numba_type(rules.shapes.state)
    arguments = (state, *(kinds[kind] for kind in kernel.arguments), types.int64, types.int64)
    namespace["recurse"] = recursion(value, arguments)
    namespace[f"kernel_{kernel.name}"].compile(value(*arguments))


def _namespace(program: Program, suffix: str) -> dict[str, Any]:
    """The program's names with a dispatcher for each function, nothing compiled yet."""
    namespace: dict[str, Any] = {
        "__name__": MODULE,
        "as_bool": as_bool,
        "as_float": as_float,
        "as_int": as_int,
        "keep_bool": keep_bool,
        "keep_float": keep_float,
        "keep_int": keep_int,
        "peek": peek,
        "poke": poke,
        "peek_float": peek_float,
        "poke_float": poke_float,
        "prefetch": prefetch,
        "masked_shift": masked_shift,
        "masked_not_shift": masked_not_shift,
        "inf": math.inf,
        "int_bit_count": native_bits.bit_count,
        "int_bit_length": native_bits.bit_length,
        **{name: getattr(layout, name) for name in
           ("Stop", "TooDeep", "NoActions", "TooMany", "Nonsense", "OutOfBounds", "Uneven")},
        **program.constants,
    }  # fmt: skip
    twins: dict[Any, Any] = {**native_bits.NATIVE, **native_tuples.NATIVE}
    for plain, native in twins.items():
        namespace[TWINS[plain]] = native
    for function in program.functions.values():
        namespace[function.name] = _dispatcher(function, namespace, suffix, program)
    return namespace


def _dispatcher(
    function: Function, namespace: dict[str, Any], suffix: str, program: Program
) -> Any:
    module = ast.Module([function.node], [])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # Python said it of the user's own line already
        exec(compile(module, function.filename, "exec"), namespace)
    plain = namespace[function.name]
    # Symbols of separately saved programs meet in one process: the suffix keeps them apart.
    plain.__qualname__ = f"{function.name}.{suffix}"
    plain.__module__ = MODULE
    options = {**(USERS if function.user else OURS), **INNER}
    if function.user and not function.checked:
        options["error_model"] = "python"
    elif function.user and program.uses_numpy:
        options["error_model"] = CHECKED_WITH_NUMPY
    if program.inlined and function.name not in APART:
        options["forceinline"] = True
    if function.name == "entry":
        options = OURS
    return njit(**options)(plain)


def _compile_rules(program: Program, rules: Rules, namespace: dict[str, Any], floats: bool) -> None:
    """Compiles the user's rules one at a time, so that an error points at its own line."""
    kinds = {
        "state": numba_type(rules.shapes.state),
        "action": numba_type(rules.shapes.action),
        "int": types.int64,
    }
    for name, (rule, arguments) in rules.checks.items():
        dispatcher = namespace[name]
        signature = tuple(kinds[kind] for kind in arguments)
        try:
            dispatcher.compile(signature)
        except _COMPILER_ERRORS as error:
            raise explain(error, rule, program, program.functions[name]) from None
        given = dispatcher.overloads[signature].signature.return_type
        _check_answer(rule, given, program.functions[name], rules)
        if rule in ("result", "passed") and given == kinds["state"]:
            namespace[f"call_{rule}"] = dispatcher  # it needs no conversion
        values = ("evaluate", "gain") if rules.decisive else ("utility", "evaluate", "gain")
        if rule in values and isinstance(given, types.Float) and not floats:
            raise NeedsFloats


def _check_answer(rule: str, given: Any, function: Function, rules: Rules) -> None:
    """Is the type that a rule returns one that the kernel can use?"""
    number = isinstance(given, types.Integer | types.Float | types.Boolean)
    if rule in ("utility", "evaluate", "priority", "gain") and not number:
        wanted = "a number"
    elif rule == "to_move" and not isinstance(given, types.Integer | types.Boolean):
        wanted = "MAX, MIN or CHANCE"
    elif rule == "reversible" and not isinstance(given, types.Integer):
        wanted = "a whole number"
    elif rule in TRUTHS and not number:
        wanted = "True or False"
    elif rule in ("bounds", "outlook") and not _is_pair(given):
        wanted = "a pair of numbers"
    elif rule in ("result", "passed") and not _fits(given, rules.shapes.state):
        wanted = f"a state, {rules.shapes.state}"
    else:
        return
    raise Unsupported(
        f"`{rule}` returns {readable(given)} where {wanted} is needed.",
        function.filename,
        function.node.lineno,
    )


def _is_pair(given: Any) -> bool:
    number = types.Integer | types.Float | types.Boolean
    return (
        isinstance(given, types.BaseTuple)
        and len(_parts(given)) == 2
        and all(isinstance(part, number) for part in _parts(given))
    )


def _fits(given: Any, shape: Shape) -> bool:
    if shape.kind == "tuple":
        if not isinstance(given, types.BaseTuple):
            return False
        parts = _parts(given)
        return len(parts) == len(shape.items) and all(
            _fits(part, item) for part, item in zip(parts, shape.items, strict=True)
        )
    allowed = {
        "bool": (types.Boolean,),
        "int": (types.Boolean, types.Integer),
        "float": (types.Boolean, types.Integer, types.Float),
    }
    return isinstance(given, allowed[shape.kind])


def _parts(given: Any) -> list[Any]:
    """The types of a tuple's items."""
    return list(given)


def readable(given: Any) -> str:
    """A Numba type in words."""
    if isinstance(given, types.NoneType):
        return "nothing (None)"
    if isinstance(given, types.Optional):
        return f"sometimes None, sometimes {readable(given.type)}"
    if isinstance(given, types.Integer):
        return "an int"
    if isinstance(given, types.Float):
        return "a float"
    if isinstance(given, types.Boolean):
        return "a bool"
    if isinstance(given, types.List):
        return "a list"
    if isinstance(given, types.BaseTuple):
        return "(" + ", ".join(readable(item) for item in _parts(given)) + ")"
    return str(given)


class _Loaded(NullCache):
    """Hands Numba one compiled function that was saved before."""

    def __init__(self, payload: Any, plain: bool) -> None:
        self.payload = payload
        self.plain = plain

    def load_overload(self, signature: Any, target_context: Any) -> Any:
        # What the code calls in Numba must be there before it is loaded, or it crashes. Code
        # that calls no library needs Numba's memory manager alone, a quarter of a second less.
        if self.plain:
            rtsys.initialize(target_context)
        else:
            target_context.refresh()
        late = _late_symbols(self.payload)
        for name, pointer in late.items():
            llvm.add_symbol(_LATE + name, ctypes.addressof(pointer))
        result = CompileResult._rebuild(target_context, *self.payload)
        for name, pointer in late.items():
            pointer.value = result.library.get_pointer_to_function(name)
            if not pointer.value:
                raise LookupError(name)
        return result


_LATE = ".numba.unresolved$"
"""Numba calls functions that are not compiled yet (mutual recursion) through a pointer of
this name, and does not set the pointer when the code is loaded from disk: a crash, numba
issue 6061."""

_pointers: list[ctypes.c_void_p] = []
"""Loaded code reads them for as long as the process lives."""


def _late_symbols(payload: Any) -> dict[str, ctypes.c_void_p]:
    """The functions that the saved code calls through such pointers."""
    (_name, kind, data) = payload[0]
    found: set[bytes] = set()
    for part in data if isinstance(data, tuple) else (data,):
        found |= set(re.findall(rb"\.numba\.unresolved\$([\w.$]+)\0", part))
    late = {name.decode(): ctypes.c_void_p(0) for name in found}
    _pointers.extend(late.values())
    assert kind == "object"
    return late


def _loaded(payload: Any, plain: bool) -> Callable[[int], None]:
    def entry(run: int) -> None:
        raise AssertionError  # its native code is loaded in its place

    dispatcher = njit(**OURS)(entry)
    dispatcher._cache = _Loaded(payload, plain)
    dispatcher.compile((types.int64,))
    dispatcher._cache = NullCache()  # what was saved is not needed any more
    return dispatcher  # type: ignore[no-any-return]
