"""What the library needs for numbers and their bits."""

from __future__ import annotations

from typing import TYPE_CHECKING

from outplay.native.front import types as T
from outplay.native.front.intrinsics import _native, _one
from outplay.native.front.special import over_union
from outplay.native.front.types import WIDE
from outplay.native.front.values import V

if TYPE_CHECKING:
    from outplay.native.front.function import FunctionCompiler


@_native
@over_union
def as_int(f: FunctionCompiler, v: V) -> V:
    v = f.number(v)
    if v.t is T.FLOAT:
        return V(T.INT, (f.op(f"fptosi double {v.p[0]} to i64"),))
    if v.t in (T.INT, T.BOOL, T.BIG):
        return f.convert(f.to_int(v), T.INT)
    f.fail("other type")
    return V(T.INT, ("poison",))


float_bits = _one(T.INT, "bitcast double {} to i64")
"""The word of a float."""


float_floor = _one(T.FLOAT, "call double @llvm.floor.f64(double {})")


@_native
def square_root(f: FunctionCompiler, v: V) -> V:
    return V(T.FLOAT, (f.op(f"call double @llvm.sqrt.f64(double {f.to_float(v).p[0]})"),))


float_rest = _one(T.FLOAT, "frem double {}, {}")
"""C's fmod."""


with_sign = _one(T.FLOAT, "call double @llvm.copysign.f64(double {}, double {})")


libm_power = _native(lambda f, x, y: f.call_math("pow", x, y))


@_native
def product_modulo(f: FunctionCompiler, x: V, y: V, m: V) -> V:
    """x * y % m, which may leave 64 bits on the way."""
    a, b, modulus = (f.to_big(v) for v in (x, y, m))
    product = V(T.BIG, (f.op(f"mul {WIDE} {a.p[0]}, {b.p[0]}"),))
    rest = f.big_arithmetic("Mod", product, modulus)
    return V(T.INT, (f.op(f"trunc {WIDE} {rest.p[0]} to i64"),))


shift_right = _one(T.INT, "lshr i64 {}, {}")


def _counted(f: FunctionCompiler, x: V, name: str, more: str = "") -> V:
    """What one of LLVM's functions counts of an int of either width."""
    kind = x.t.kinds[0] if x.t in (T.INT, T.BIG) else "i64"
    found = f.op(f"call {kind} @llvm.{name}.{kind}({kind} {x.p[0]}{more})")
    return V(T.INT, (found if kind == "i64" else f.op(f"trunc {WIDE} {found} to i64"),))


bits_set = _native(lambda f, x: _counted(f, x, "ctpop"))
leading_zeros = _native(lambda f, x: _counted(f, x, "ctlz", ", i1 false"))
