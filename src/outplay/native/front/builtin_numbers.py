"""Built-in functions of numbers and letters."""

from __future__ import annotations

import builtins
import operator
from typing import TYPE_CHECKING, Any

from outplay.native.front.special import over_union, simple
from outplay.native.front.types import BIG, BOOL, FLOAT, INT, NEVER, NONE, STR, ArrayT, StrT
from outplay.native.front.values import FALSE, ZERO, V

if TYPE_CHECKING:
    from outplay.native.front.function import FunctionCompiler


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
    if v.t in (INT, BIG):
        return v
    if v.t is BOOL:
        return f.to_int(v)
    if v.t is FLOAT:
        size = f.op(f"call double @llvm.fabs.f64(double {v.p[0]})")
        inside = f.op(f"fcmp olt double {size}, 0x43E0000000000000")
        f.fail_if(f.op(f"xor i1 {inside}, true"), "overflow")
        return V(INT, (f.op(f"fptosi double {v.p[0]} to i64"),))
    if isinstance(v.t, StrT):
        base = f.const(10) if base is None else f.to_int(f.number(base))
        return f.call_library("str_to_int", v, base)
    return f.unsupported("`int` of this")


@simple(builtins.float)
@over_union
def _float(f: FunctionCompiler, v: V = ZERO) -> V:
    v = f.number(v)
    if v.known and isinstance(v.k, int | float | str):
        try:
            return f.const(float(v.k))
        except ValueError:
            return f.fail(ValueError)
    if v.t in (INT, BOOL, FLOAT, BIG):
        return f.to_float(v)
    return f.unsupported("`float` of this")


@simple(builtins.abs, operator.abs)
@over_union
def _abs(f: FunctionCompiler, v: V) -> V:
    if v.known and isinstance(v.k, int | float):
        return f.const(abs(v.k))
    v = f.number(v)
    if v.t is FLOAT:
        return V(FLOAT, (f.op(f"call double @llvm.fabs.f64(double {v.p[0]})"),))
    if isinstance(v.t, ArrayT):
        return f.mapped(v, v.t.dtype, lambda x: _abs(f, x))
    if v.t is BOOL:
        v = f.to_int(v)
    if v.t not in (INT, BIG):
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
    return f.tuple_of([q, r]) if not f.dead else V(NEVER)


@simple(builtins.pow)
def _pow(f: FunctionCompiler, *arguments: V) -> V:
    if len(arguments) == 3:
        if all(v.known for v in arguments):
            return f.const(pow(*(v.k for v in arguments)))
        values = [f.to_int(f.number(v)) for v in arguments]
        return f.call_library("int_power_modulo", *values)
    return f.binary("Pow", *arguments)


@simple(builtins.round)
@over_union
def _round(f: FunctionCompiler, v: V, digits: V | None = None) -> V:
    if v.known and isinstance(v.k, int | float) and (digits is None or digits.known):
        return f.const(round(v.k) if digits is None else round(v.k, digits.k))
    v = f.number(v)
    if digits is None and v.t in (INT, BOOL):
        return f.to_int(v)
    if digits is None and v.t is FLOAT:
        even = f.op(f"call double @llvm.roundeven.f64(double {v.p[0]})")
        return _int(f, V(FLOAT, (even,)))
    if digits is not None and digits.t is NONE:
        return _round(f, v)
    if digits is not None and v.t is FLOAT:
        return f.call_library("float_rounded", v, f.to_int(f.number(digits)))
    if digits is not None and v.t in (INT, BOOL) and digits.known and digits.k >= 0:
        return f.to_int(v)
    return f.unsupported("`round` to digits")


@simple(builtins.ord)
@over_union
def _ord(f: FunctionCompiler, v: V) -> V:
    if not isinstance(v.t, StrT):
        return f.fail(TypeError)
    if v.known and len(v.k) == 1:
        return f.const(ord(v.k))
    length = f.length(v)
    f.fail_if(f.op(f"icmp ne i64 {length.p[0]}, 1"), TypeError)
    return V(INT, (f.op(f"call i64 @str_code(i64 {v.p[0]}, i64 0)"),))


@simple(builtins.chr)
@over_union
def _chr(f: FunctionCompiler, v: V) -> V:
    v = f.to_int(f.number(v))
    if v.known:
        return f.const(chr(v.k))
    most = (1 << 8) - 1 if f.module.data.char == 1 else 0x10FFFF
    f.fail_if(f.op(f"icmp ugt i64 {v.p[0]}, {most}"), "character")
    return V(STR, (f.op(f"call i64 @str_of_code(i64 {v.p[0]})"),))


@simple(builtins.bin)
@over_union
def _bin(f: FunctionCompiler, v: V) -> V:
    return f.call_library("int_bin", f.whole_number(v))
