"""`math`, `operator`, and our own modules of bits and tuples."""

from __future__ import annotations

import math
import operator
from typing import TYPE_CHECKING, Any

from outplay import bits, tuples
from outplay.native.front.builtin_numbers import _int
from outplay.native.front.special import SPECIAL, over_union, simple, special
from outplay.native.front.types import BIG, BOOL, FLOAT, INT, WIDE, SeqT, TupleT, UnionT
from outplay.native.front.values import ONE, V

if TYPE_CHECKING:
    from outplay.native.front.function import FunctionCompiler


def _math(function: Any, name: str) -> None:
    @simple(function)
    @over_union
    def write(f: FunctionCompiler, v: V) -> V:
        if v.known and isinstance(v.k, int | float):
            try:
                return f.const(function(v.k))
            except (ValueError, OverflowError) as error:
                return f.fail(type(error))
        v = f.to_float(f.number(v))
        if name in ("floor", "ceil", "trunc"):
            return _int(f, V(FLOAT, (f.op(f"call double @llvm.{name}.f64(double {v.p[0]})"),)))
        if name == "sqrt":
            f.fail_if(f.op(f"fcmp olt double {v.p[0]}, 0.0"), ValueError)
        found = f.op(f"call double @llvm.{name}.f64(double {v.p[0]})")
        if name != "fabs":
            # What is not finite, or wrong by a bit elsewhere, is Python's business.
            size = f.op(f"call double @llvm.fabs.f64(double {found})")
            f.fail_if(f.op(f"fcmp uge double {size}, 0x7FF0000000000000"), "overflow")
        return V(FLOAT, (found,))


for _name in ("floor", "ceil", "trunc", "sqrt", "fabs"):
    _math(getattr(math, _name), _name)


def _from_libm(function: Any, name: str, arity: int) -> None:
    @simple(function)
    def write(f: FunctionCompiler, *arguments: V) -> V:
        if len(arguments) != arity:
            return f.unsupported(f"`math.{name}` so")
        if all(v.known for v in arguments):
            try:
                return f.const(function(*(v.k for v in arguments)))
            except (ValueError, OverflowError) as error:
                return f.fail(type(error))
        values = [f.to_float(f.number(v)) for v in arguments]
        f.module.calls_math(name, arity)
        given = ", ".join(f"double {v.p[0]}" for v in values)
        found = f.op(f"call double @{name}({given}) nobuiltin")
        size = f.op(f"call double @llvm.fabs.f64(double {found})")
        f.fail_if(f.op(f"fcmp uge double {size}, 0x7FF0000000000000"), "overflow")
        return V(FLOAT, (found,))


LOGARITHMS = ("exp", "expm1", "log", "log1p", "log2", "log10")
TRIGONOMETRY = ("sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh")
for _name in (*LOGARITHMS, *TRIGONOMETRY):
    _from_libm(getattr(math, _name), _name, 1)
for _name in ("atan2", "pow"):
    _from_libm(getattr(math, _name), _name, 2)


simple(math.gcd)(lambda f, a, b: f.call_library("int_gcd", a, b))


def _whole(function: Any, name: str) -> None:
    """A function of ints, in the library."""

    @simple(function)
    def write(f: FunctionCompiler, *arguments: V) -> V:
        if all(v.known and isinstance(v.k, int) for v in arguments):
            try:
                return f.const(function(*(v.k for v in arguments)))
            except ValueError:
                return f.fail(ValueError)
        values = [f.to_int(f.number(v)) for v in arguments]
        return f.call_library(name, *values)


for _name in ("isqrt", "comb", "factorial", "lcm", "perm"):
    _whole(getattr(math, _name), f"int_{_name}")


@simple(math.prod, keywords=True)
def _prod(f: FunctionCompiler, v: V, *, start: V = ONE) -> V:
    return f.folded(v, start, lambda total, item: f.binary("Mult", total, item))


@simple(math.copysign)
def _copysign(f: FunctionCompiler, a: V, b: V) -> V:
    x, y = f.to_float(f.number(a)), f.to_float(f.number(b))
    return V(FLOAT, (f.op(f"call double @llvm.copysign.f64(double {x.p[0]}, double {y.p[0]})"),))


@simple(math.fmod)
def _fmod(f: FunctionCompiler, a: V, b: V) -> V:
    x, y = f.to_float(f.number(a)), f.to_float(f.number(b))
    f.fail_if(f.op(f"fcmp oeq double {y.p[0]}, 0.0"), ValueError)
    return V(FLOAT, (f.op(f"frem double {x.p[0]}, {y.p[0]}"),))


@simple(math.isfinite)
def _isfinite(f: FunctionCompiler, v: V) -> V:
    size = f.op(f"call double @llvm.fabs.f64(double {f.to_float(v).p[0]})")
    return V(BOOL, (f.op(f"fcmp olt double {size}, 0x7FF0000000000000"),))


@simple(math.isnan)
def _isnan(f: FunctionCompiler, v: V) -> V:
    v = f.to_float(v)
    return V(BOOL, (f.op(f"fcmp uno double {v.p[0]}, {v.p[0]}"),))


@simple(math.isinf)
def _isinf(f: FunctionCompiler, v: V) -> V:
    size = f.op(f"call double @llvm.fabs.f64(double {f.to_float(v).p[0]})")
    return V(BOOL, (f.op(f"fcmp oeq double {size}, 0x7FF0000000000000"),))


_function: Any
for _function, _op in (
    (operator.add, "Add"),
    (operator.sub, "Sub"),
    (operator.mul, "Mult"),
    (operator.and_, "BitAnd"),
    (operator.or_, "BitOr"),
    (operator.xor, "BitXor"),
    (operator.floordiv, "FloorDiv"),
    (operator.mod, "Mod"),
    (operator.truediv, "Div"),
):
    simple(_function)(lambda f, a, b, op=_op: f.binary(op, a, b))


for _function, _op in (
    (operator.eq, "Eq"),
    (operator.ne, "NotEq"),
    (operator.lt, "Lt"),
    (operator.le, "LtE"),
    (operator.gt, "Gt"),
    (operator.ge, "GtE"),
):
    simple(_function)(lambda f, a, b, op=_op: f.compare(op, a, b))


SPECIAL[operator.neg] = lambda f, a, k: f.unary("USub", *a)
SPECIAL[operator.not_] = lambda f, a, k: f.negation(f.truth(a[0]))


special(math.hypot)(lambda f, arguments, keywords: f.unsupported("`math.hypot`"))
special(operator.itemgetter, operator.attrgetter)(
    lambda f, arguments, keywords: f.unsupported("this")
)


def _bit(function: Any, text: str) -> None:
    """A function of `outplay.bits`: instructions on %0 and %1."""

    @simple(function)
    def call(f: FunctionCompiler, *arguments: V) -> V:
        if all(v.known and isinstance(v.k, int) for v in arguments):
            return f.const(function(*(v.k for v in arguments)))
        values = [f.to_int(f.number(v)) for v in arguments]
        values = [v if v.t is INT else f.convert(v, INT) for v in values]
        for v in values[1:]:
            if "shift" in text and not (v.known and v.k >= 0):
                f.fail_if(f.op(f"icmp slt i64 {v.p[0]}, 0"), ValueError)
        given = ", ".join(f"i64 {v.p[0]}" for v in values)
        return V(INT, (f.op(f"call i64 @{text}({given})"),))


ARITHMETIC = ("add", "subtract", "multiply", "shift_left", "shift_right")
BITS = ("popcount", "lowest_bit", "lowest_index", "highest_index")
FLIPS = ("flip_vertical", "flip_horizontal", "flip_diagonal", "flip_antidiagonal")
TURNS = ("rotate_90", "rotate_180", "rotate_270")
for _name in (*ARITHMETIC, *BITS, *FLIPS, *TURNS):
    _bit(getattr(bits, _name), f"bits_{_name}")
_bit(bits.mix, "mix")


def _yielded(function: Any) -> None:
    """A generator of `outplay.bits`, as the library has it."""

    @special(function)
    def call(f: FunctionCompiler, arguments: list[V], keywords: dict[str, V]) -> V:
        library = f.module.library(f"bits_{function.__name__}")
        return f.call_function(library, arguments, keywords)


for _name in ("indices", "indices_down", "single_bits"):
    _yielded(getattr(bits, _name))


@simple(bits.wrap)
def _wrap(f: FunctionCompiler, v: V) -> V:
    if v.known:
        return f.const(bits.wrap(v.k))
    if v.t is BIG:
        return V(INT, (f.op(f"trunc {WIDE} {v.p[0]} to i64"),))
    return f.to_int(v)


@simple(tuples.replace_at)
def _replace_at(f: FunctionCompiler, items: V, index: V, value: V) -> V:
    items = f.materialise(items)
    value = f.value_of(value)
    if isinstance(items.t, UnionT):
        return f.dispatch(items, lambda arm: _replace_at(f, arm, index, value))
    index = f.to_int(f.number(index))
    if isinstance(items.t, TupleT):
        if index.known and 0 <= index.k < len(items.t.items):
            parts = f.items_of(items)
            parts[index.k] = value
            return f.tuple_of(parts)
        t = f.types.element(items.t)
        items = f.convert(items, SeqT(t))
    if not isinstance(items.t, SeqT):
        return f.fail(TypeError)
    elem = f.types.join(items.t.elem, value.t)
    items = f.convert(items, SeqT(elem))
    length = f.length(items)
    f.fail_if(f.op(f"icmp uge i64 {index.p[0]}, {length.p[0]}"), IndexError)
    words = f.op(f"add i64 1, {f.op(f'mul i64 {length.p[0]}, {elem.words}')}")
    address = f.allocate(words)
    f.copy_words(address, items.p[0], words)
    f.store(f.convert(value, elem), f.element(address, index.p[0], elem, 1))
    return V(SeqT(elem), (address,))
