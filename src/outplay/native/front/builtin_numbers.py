"""Functions of numbers and letters: Python's own, `math`, `operator`, our bits and tuples."""

from __future__ import annotations

import builtins
import functools
import math
import operator
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from outplay import bits, tuples
from outplay.native.front import types as T
from outplay.native.front.compare import COMPARED
from outplay.native.front.numbers import FOLD
from outplay.native.front.special import SPECIAL, Write, over_union, simple, special
from outplay.native.front.types import WIDE
from outplay.native.front.values import FALSE, ONE, ZERO, V

if TYPE_CHECKING:
    from outplay.native.front.function import FunctionCompiler


def pure(*functions: Any, kinds: Any = int | float) -> Callable[[Write], Write]:
    """For functions of numbers: of constants of these kinds, the answer is Python's own."""

    def register(write: Write) -> Write:
        for function in functions:
            simple(function)(functools.partial(_folded, function, kinds, write))
        return write

    return register


def _folded(function: Any, kinds: Any, write: Write, f: FunctionCompiler, *given: V) -> V:
    if all(v.known and isinstance(v.k, kinds) for v in given):
        try:
            return f.const(function(*(v.k for v in given)))
        except (ValueError, OverflowError, TypeError) as error:
            return f.fail(type(error))
    found: V = write(f, *given)
    return found


simple(builtins.bool)(lambda f, v=FALSE: f.truth(v))


@simple(builtins.int, keywords=True)
@over_union
def _int(f: FunctionCompiler, v: V = ZERO, base: V | None = None) -> V:
    v = f.number(v)
    if v.known and isinstance(v.k, int | float | str) and (base is None or base.known):
        value: Any = v.k
        try:
            return f.const(int(value) if base is None else int(value, base.k))
        except ValueError:
            return f.fail(ValueError)
    if v.t in (T.INT, T.BIG):
        return v
    if v.t is T.BOOL:
        return f.to_int(v)
    if v.t is T.FLOAT:
        size = f.op(f"call double @llvm.fabs.f64(double {v.p[0]})")
        inside = f.op(f"fcmp olt double {size}, 0x43E0000000000000")
        f.fail_if(f.op(f"xor i1 {inside}, true"), "overflow")
        return V(T.INT, (f.op(f"fptosi double {v.p[0]} to i64"),))
    if isinstance(v.t, T.Str):
        base = f.const(10) if base is None else f.to_int(f.number(base))
        return f.call_library("str_to_int", v, base)
    return f.unsupported("`int` of this")


@pure(builtins.float, kinds=int | float | str)
@over_union
def _float(f: FunctionCompiler, v: V) -> V:
    v = f.number(v)
    if v.t in (T.INT, T.BOOL, T.FLOAT, T.BIG):
        return f.to_float(v)
    return f.unsupported("`float` of this")


@pure(builtins.abs, operator.abs)
@over_union
def _abs(f: FunctionCompiler, v: V) -> V:
    v = f.number(v)
    if v.t is T.FLOAT:
        return V(T.FLOAT, (f.op(f"call double @llvm.fabs.f64(double {v.p[0]})"),))
    if isinstance(v.t, T.Array):
        return f.mapped(v, v.t.dtype, lambda x: _abs(f, x))
    if v.t is T.BOOL:
        v = f.to_int(v)
    if v.t not in (T.INT, T.BIG):
        return f.fail(TypeError)
    kind = v.t.kinds[0]
    minus = f.negate(v)
    assert minus is not None
    if minus.t is not v.t:
        v = f.convert(v, minus.t)
        kind = minus.t.kinds[0]
    negative = f.op(f"icmp slt {kind} {v.p[0]}, 0")
    return V(v.t, (f.op(f"select i1 {negative}, {kind} {minus.p[0]}, {kind} {v.p[0]}"),))


@simple(builtins.divmod)
def _divmod(f: FunctionCompiler, a: V, b: V) -> V:
    q, r = f.binary("FloorDiv", a, b), f.binary("Mod", a, b)
    return f.tuple_of([q, r]) if not f.dead else V(T.NEVER)


@simple(builtins.pow)
def _pow(f: FunctionCompiler, *arguments: V) -> V:
    if len(arguments) == 3:
        return _folded(pow, int, _power_modulo, f, *arguments)
    return f.binary("Pow", *arguments)


def _power_modulo(f: FunctionCompiler, *arguments: V) -> V:
    return f.call_library("int_power_modulo", *(f.to_int(f.number(v)) for v in arguments))


@pure(builtins.round)
@over_union
def _round(f: FunctionCompiler, v: V, digits: V | None = None) -> V:
    v = f.number(v)
    if digits is None and v.t in (T.INT, T.BOOL):
        return f.to_int(v)
    if digits is None and v.t is T.FLOAT:
        even = f.op(f"call double @llvm.roundeven.f64(double {v.p[0]})")
        return _int(f, V(T.FLOAT, (even,)))
    if digits is not None and digits.t is T.NONE:
        return _round(f, v)
    if digits is not None and v.t is T.FLOAT:
        return f.call_library("float_rounded", v, f.to_int(f.number(digits)))
    if digits is not None and v.t in (T.INT, T.BOOL) and digits.known and digits.k >= 0:
        return f.to_int(v)
    return f.unsupported("`round` to digits")


@pure(builtins.ord, kinds=str)
@over_union
def _ord(f: FunctionCompiler, v: V) -> V:
    if not isinstance(v.t, T.Str):
        return f.fail(TypeError)
    length = f.length(v)
    f.fail_if(f.op(f"icmp ne i64 {length.p[0]}, 1"), TypeError)
    return V(T.INT, (f.op(f"call i64 @str_code(i64 {v.p[0]}, i64 0)"),))


@pure(builtins.chr)
@over_union
def _chr(f: FunctionCompiler, v: V) -> V:
    v = f.to_int(f.number(v))
    most = (1 << 8) - 1 if f.module.data.char == 1 else 0x10FFFF
    f.fail_if(f.op(f"icmp ugt i64 {v.p[0]}, {most}"), "character")
    return V(T.STR, (f.op(f"call i64 @str_of_code(i64 {v.p[0]})"),))


_function: Any
for _function in (builtins.bin, builtins.oct, builtins.hex):
    simple(_function)(
        over_union(
            lambda f, v, name=_function.__name__: f.call_library(f"int_{name}", f.whole_number(v))
        )
    )


def _math(function: Any) -> None:
    name = function.__name__

    @pure(function)
    @over_union
    def write(f: FunctionCompiler, v: V) -> V:
        v = f.to_float(f.number(v))
        if name == "sqrt":
            f.fail_if(f.op(f"fcmp olt double {v.p[0]}, 0.0"), ValueError)
        found = V(T.FLOAT, (f.op(f"call double @llvm.{name}.f64(double {v.p[0]})"),))
        if name in ("floor", "ceil", "trunc"):
            return _int(f, found)
        return found if name == "fabs" else f.finite(found)


for _function in (math.floor, math.ceil, math.trunc, math.sqrt, math.fabs):
    _math(_function)


def _from_libm(function: Any, arity: int) -> None:
    @pure(function)
    def write(f: FunctionCompiler, *arguments: V) -> V:
        if len(arguments) != arity:
            return f.unsupported(f"`math.{function.__name__}` so")
        return f.call_math(function.__name__, *(f.to_float(f.number(v)) for v in arguments))


LOGARITHMS = (math.exp, math.expm1, math.log, math.log1p, math.log2, math.log10)
TRIGONOMETRY = (math.sin, math.cos, math.tan, math.asin, math.acos, math.atan)
HYPERBOLIC = (math.sinh, math.cosh, math.tanh)
for _function in (*LOGARITHMS, *TRIGONOMETRY, *HYPERBOLIC):
    _from_libm(_function, 1)
for _function in (math.atan2, math.pow):
    _from_libm(_function, 2)


simple(math.gcd)(lambda f, a, b: f.call_library("int_gcd", a, b))


for _function in (math.isqrt, math.comb, math.factorial, math.lcm, math.perm):
    pure(_function, kinds=int)(
        lambda f, *given, name=_function.__name__: f.call_library(
            f"int_{name}", *(f.to_int(f.number(v)) for v in given)
        )
    )


@simple(math.prod, keywords=True)
def _prod(f: FunctionCompiler, v: V, *, start: V = ONE) -> V:
    return f.folded(v, start, lambda total, item: f.binary("Mult", total, item))


@simple(math.copysign)
def _copysign(f: FunctionCompiler, a: V, b: V) -> V:
    x, y = f.to_float(f.number(a)), f.to_float(f.number(b))
    return V(T.FLOAT, (f.op(f"call double @llvm.copysign.f64(double {x.p[0]}, double {y.p[0]})"),))


@simple(math.fmod)
def _fmod(f: FunctionCompiler, a: V, b: V) -> V:
    x, y = f.to_float(f.number(a)), f.to_float(f.number(b))
    f.fail_if(f.op(f"fcmp oeq double {y.p[0]}, 0.0"), ValueError)
    return V(T.FLOAT, (f.op(f"frem double {x.p[0]}, {y.p[0]}"),))


for _function, _test in ((math.isfinite, "olt"), (math.isnan, "uno"), (math.isinf, "oeq")):
    simple(_function)(lambda f, v, test=_test: f.beside_infinity(test, f.to_float(v)))

for _op, _function in FOLD.items():
    simple(_function)(lambda f, a, b, op=_op: f.binary(op, a, b))

for _op, _function in COMPARED.items():
    simple(_function)(lambda f, a, b, op=_op: f.compare(op, a, b))


SPECIAL[operator.neg] = lambda f, a, k: f.unary("USub", *a)
SPECIAL[operator.not_] = lambda f, a, k: f.negation(f.truth(a[0]))


special(math.hypot)(lambda f, arguments, keywords: f.unsupported("`math.hypot`"))
special(operator.itemgetter, operator.attrgetter)(
    lambda f, arguments, keywords: f.unsupported("this")
)


def _bit(function: Any, text: str) -> None:
    """A function of `outplay.bits`, as the prelude has it."""

    @pure(function, kinds=int)
    def call(f: FunctionCompiler, *arguments: V) -> V:
        values = [f.convert(f.to_int(f.number(v)), T.INT) for v in arguments]
        for v in values[1:]:
            if "shift" in text and not (v.known and v.k >= 0):
                f.fail_if(f.op(f"icmp slt i64 {v.p[0]}, 0"), ValueError)
        given = ", ".join(f"i64 {v.p[0]}" for v in values)
        return V(T.INT, (f.op(f"call i64 @{text}({given})"),))


ARITHMETIC = ("add", "subtract", "multiply", "shift_left", "shift_right")
BITS = ("popcount", "lowest_bit", "lowest_index", "highest_index")
FLIPS = ("flip_vertical", "flip_horizontal", "flip_diagonal", "flip_antidiagonal")
TURNS = ("rotate_90", "rotate_180", "rotate_270")
for _name in (*ARITHMETIC, *BITS, *FLIPS, *TURNS):
    _bit(getattr(bits, _name), f"bits_{_name}")
_bit(bits.mix, "mix")

for _function in (bits.indices, bits.indices_down, bits.single_bits):
    simple(_function)(
        lambda f, x, name=f"bits_{_function.__name__}": f.call_function(
            f.module.library(name), [x], {}
        )
    )


@pure(bits.wrap, kinds=int)
def _wrap(f: FunctionCompiler, v: V) -> V:
    if v.t is T.BIG:
        return V(T.INT, (f.op(f"trunc {WIDE} {v.p[0]} to i64"),))
    return f.to_int(v)


@simple(tuples.replace_at)
@over_union
def _replace_at(f: FunctionCompiler, items: V, index: V, value: V) -> V:
    items = f.materialise(items)
    value = f.value_of(value)
    index = f.to_int(f.number(index))
    if isinstance(items.t, T.Tuple):
        if index.known and 0 <= index.k < len(items.t.items):
            parts = f.items_of(items)
            parts[index.k] = value
            return f.tuple_of(parts)
        t = f.types.element(items.t)
        items = f.convert(items, T.Seq(t))
    if not isinstance(items.t, T.Seq):
        return f.fail(TypeError)
    elem = f.types.join(items.t.elem, value.t)
    items = f.convert(items, T.Seq(elem))
    length = f.length(items)
    f.fail_if(f.op(f"icmp uge i64 {index.p[0]}, {length.p[0]}"), IndexError)
    words = f.op(f"add i64 1, {f.op(f'mul i64 {length.p[0]}, {elem.words}')}")
    address = f.allocate(words)
    f.copy_words(address, items.p[0], words)
    f.store(f.convert(value, elem), f.element(address, index.p[0], elem, 1))
    return V(T.Seq(elem), (address,))
