"""Arithmetic as Python has it: ints that never wrap, floor division, floats."""

from __future__ import annotations

import operator
from typing import Any, TypeGuard, cast

from outplay.native.front import types as T
from outplay.native.front.raised import division_by_zero
from outplay.native.front.types import WIDE
from outplay.native.front.values import V, constant, int_value
from outplay.native.front.wide_numbers import BITWISE, WideNumbers

FOLD: dict[str, Any] = {
    "Add": operator.add,
    "Sub": operator.sub,
    "Mult": operator.mul,
    "MatMult": operator.matmul,
    "FloorDiv": operator.floordiv,
    "Mod": operator.mod,
    "Div": operator.truediv,
    "Pow": operator.pow,
    "LShift": operator.lshift,
    "RShift": operator.rshift,
    "BitAnd": operator.and_,
    "BitOr": operator.or_,
    "BitXor": operator.xor,
}

RING = {"Add": "add", "Sub": "sub", "Mult": "mul"}
"""LLVM's instructions."""

EXACT = 1 << 53
"""Ints up to here are floats exactly."""


def is_small_int(t: T.Type) -> TypeGuard[T.Simple]:
    """Is it the type of a small int of NumPy's?"""
    return type(t) is T.Simple and t.name in T.SMALL_INTS


class Numbers(WideNumbers):
    """Operators on numbers."""

    def number(self, v: V) -> V:
        """The value as a number: members of an IntEnum are ints, and so are NumPy's small ints."""
        if is_small_int(v.t):
            return V(T.INT, v.p, v.k)
        if isinstance(v.t, T.Enum) and issubclass(v.t.cls, int):
            return self.enum_value(v)
        return v

    def arithmetic(self, name: str, a: V, b: V) -> V | None:
        """`a name b` of two numbers; None if they are none."""
        if a.known and b.known and _foldable(a.k) and _foldable(b.k):
            folded = self.fold(name, a.k, b.k)
            if folded is not None:
                return folded
        if any(isinstance(v.t, T.Enum) and v.t.is_flags for v in (a, b)):
            flags = self.flag_arithmetic(name, a, b)
            if flags is not None:
                return flags
        small = [v.t for v in (a, b) if is_small_int(v.t)]
        if isinstance(a.t, T.Array) or isinstance(b.t, T.Array):
            return None
        if small and name != "Div" and T.FLOAT not in (a.t, b.t):
            found = self.arithmetic(name, self.number(a), self.number(b))
            if found is None or self.dead or len({t.name for t in small}) > 1:
                return found if self.dead else self.unsupported("small ints of different types")
            return self.small_int(self.to_int(found), small[0].name)
        a, b = self.number(a), self.number(b)
        kinds = {a.t, b.t}
        if not kinds <= {T.BOOL, T.INT, T.BIG, T.FLOAT} or name == "MatMult":
            return None
        if name in BITWISE and kinds == {T.BOOL}:
            return V(T.BOOL, (self.op(f"{BITWISE[name]} i1 {a.p[0]}, {b.p[0]}"),))
        if kinds == {T.BOOL} and self.module.uses_numpy:
            return self.unsupported(
                "counting with truth values, which Python and NumPy do differently;"
                " write `1 if … else 0`,"
            )
        if T.FLOAT in kinds:
            if name in BITWISE or name in ("LShift", "RShift"):
                return None
            return self.float_arithmetic(name, self.to_float(a), self.to_float(b))
        if name == "Div":
            return self.divide(a, b)
        if T.BIG in kinds:
            found = self.big_arithmetic(name, self.to_big(a), self.to_big(b))
            return self._narrowed(name, a, b, found)
        return self.int_arithmetic(name, self.to_int(a), self.to_int(b))

    def calculated(self, name: str, a: V, b: V) -> V:
        """`a name b` of what is known to be numbers."""
        return cast("V", self.arithmetic(name, a, b))

    def _narrowed(self, name: str, a: V, b: V, found: V) -> V:
        """A result that cannot be wide: a remainder by a plain int, or bits of a positive one."""
        masks = [v for v in (a, b) if v.t is T.INT and v.known and v.k >= 0]
        if (name == "Mod" and b.t is not T.BIG) or (name == "BitAnd" and masks):
            return V(T.INT, (self.op(f"trunc {WIDE} {found.p[0]} to i64"),))
        return found

    def flag_arithmetic(self, name: str, a: V, b: V) -> V | None:
        """`|`, `&` and `^` of flags give flags."""
        kinds = [v.t for v in (a, b) if isinstance(v.t, T.Enum)]
        cls = kinds[0].cls
        other = [v for v in (a, b) if not isinstance(v.t, T.Enum)]
        fits = not other or (issubclass(cls, int) and other[0].t in (T.INT, T.BOOL))
        if name not in BITWISE or any(t.cls is not cls for t in kinds) or not fits:
            return None if issubclass(cls, int) else self.unsupported("flags so")
        x, y = (v.p[0] if isinstance(v.t, T.Enum) else self.to_int(v).p[0] for v in (a, b))
        found = self.op(f"{BITWISE[name]} i64 {x}, {y}")
        if other:
            most = len(kinds[0].members)
            self.fail_if(self.op(f"icmp uge i64 {found}, {most}"), "other type")
        return V(kinds[0], (found,))

    def fold(self, name: str, a: Any, b: Any) -> V | None:
        if name in ("LShift", "Pow") and isinstance(b, int) and abs(b) > 4096:
            return None
        try:
            found = FOLD[name](a, b)
        except Exception:
            return None
        if isinstance(found, str) and len(found) > 1 << 16:
            return None
        return self.const(found)

    def small_int(self, v: V, dtype: str) -> V:
        """An int that one of NumPy's small types must hold."""
        low, high = T.SMALL[dtype]
        below = self.op(f"icmp slt i64 {v.p[0]}, {low}")
        above = self.op(f"icmp sgt i64 {v.p[0]}, {high}")
        self.fail_if(self.op(f"or i1 {below}, {above}"), "overflow")
        return V(T.SMALL_INTS[dtype], v.p)

    def to_int(self, v: V) -> V:
        if v.t is T.BOOL:
            if v.known:
                return int_value(int(v.k))
            return V(T.INT, (self.op(f"zext i1 {v.p[0]} to i64"),))
        if v.t is T.INT:
            return v
        if is_small_int(v.t):
            return V(T.INT, v.p)
        if isinstance(v.t, T.Union):
            return self.dispatch(v, lambda arm: self.to_int(self.number(arm)))
        if v.t is T.BIG:
            return self.convert(v, T.INT)
        self.fail(TypeError)
        return V(T.INT, ("poison",))

    def whole_number(self, v: V) -> V:
        """An int of either width."""
        v = self.number(v)
        return v if v.t is T.BIG else self.to_int(v)

    def to_big(self, v: V) -> V:
        v = self.to_int(v) if v.t is T.BOOL else v
        return V(T.BIG, (str(v.k),), v.k) if v.known else self.convert(v, T.BIG)

    def to_float(self, v: V) -> V:
        """float(x), rounded as Python rounds it."""
        if v.t is T.FLOAT:
            return v
        if isinstance(v.t, T.Union):
            return self.dispatch(v, lambda arm: self.to_float(self.number(arm)))
        v = self.to_int(v)
        if v.known:
            return constant(float(v.k))
        return V(T.FLOAT, (self.op(f"sitofp i64 {v.p[0]} to double"),))

    # --- ints ---------------------------------------------------------------------------------

    def int_arithmetic(self, name: str, a: V, b: V) -> V:
        x, y = a.p[0], b.p[0]
        if name in RING:
            return self._ring(name, x, y)
        if name in BITWISE:
            return V(T.INT, (self.op(f"{BITWISE[name]} i64 {x}, {y}"),))
        if name in ("FloorDiv", "Mod"):
            return self._floor(name, a, b)
        if name == "LShift":
            return self._left(a, b)
        if name == "RShift":
            return self._right(a, b)
        return self._power(a, b)

    def _ring(self, name: str, x: str, y: str) -> V:
        if not self.checked:
            return V(T.INT, (self.op(f"{RING[name]} i64 {x}, {y}"),))
        if self.widened():
            a, b = self.convert(V(T.INT, (x,)), T.BIG), self.convert(V(T.INT, (y,)), T.BIG)
            return self.big_arithmetic(name, a, b)
        return V(T.INT, (self.noticed(RING[name], "i64", x, y, self.overflow_here()),))

    def _floor(self, name: str, a: V, b: V) -> V:
        x, y = a.p[0], b.p[0]
        if b.known and b.k > 0 and b.k & (b.k - 1) == 0:
            if name == "FloorDiv":
                return V(T.INT, (self.op(f"ashr i64 {x}, {b.k.bit_length() - 1}"),))
            return V(T.INT, (self.op(f"and i64 {x}, {b.k - 1}"),))
        if self.checked and self.widened():
            found = self.big_arithmetic(name, self.convert(a, T.BIG), self.convert(b, T.BIG))
            return self._narrowed(name, a, b, found)
        if not b.known or b.k == 0:
            self.fail_if(self.op(f"icmp eq i64 {y}, 0"), division_by_zero(name, 0))
        if self.checked and not (b.known and b.k != -1):  # -2**63 // -1 is 2**63
            least = self.op(f"icmp eq i64 {x}, {-(2**63)}")
            minus = self.op(f"icmp eq i64 {y}, -1")
            self.fail_if(self.op(f"and i1 {least}, {minus}"), self.overflow_here())
        remainder = self.op(f"srem i64 {x}, {y}")
        if b.known and b.k > 0:
            wrong = self.op(f"icmp slt i64 {remainder}, 0")
        else:
            wrong = self.has_other_sign("i64", remainder, y)
        if name == "Mod":
            return V(T.INT, (self.floored_remainder("i64", wrong, remainder, y),))
        quotient = self.op(f"sdiv i64 {x}, {y}")
        return V(T.INT, (self.op(f"sub i64 {quotient}, {self.op(f'zext i1 {wrong} to i64')}"),))

    def _left(self, a: V, b: V) -> V:
        x, n = a.p[0], b.p[0]
        if not self.checked:  # the rules promise that it fits
            return V(T.INT, ("0" if b.known and b.k > 63 else self.op(f"shl i64 {x}, {n}"),))
        if not (b.known and b.k >= 0):
            self.fail_if(self.op(f"icmp slt i64 {n}, 0"), ValueError)
        if self.checked and (self.widened() or (self.module.big and not (a.known and b.known))):
            return self.big_arithmetic("LShift", self.convert(a, T.BIG), self.convert(b, T.BIG))
        if not (b.known and b.k < 63):
            far = self.op(f"icmp ugt i64 {n}, 62")
            some = self.op(f"icmp ne i64 {x}, 0")
            self.fail_if(self.op(f"and i1 {far}, {some}"), self.overflow_here())
            n = self.op(f"and i64 {n}, 63")
        shifted = self.op(f"shl i64 {x}, {n}")
        again = self.op(f"ashr i64 {shifted}, {n}")
        self.fail_if(self.op(f"icmp ne i64 {again}, {x}"), self.overflow_here())
        return V(T.INT, (shifted,))

    def _right(self, a: V, b: V) -> V:
        x, n = a.p[0], b.p[0]
        if not self.checked or (b.known and 0 <= b.k < 64):
            return V(T.INT, (self.op(f"ashr i64 {x}, {n}"),))
        self.fail_if(self.op(f"icmp slt i64 {n}, 0"), ValueError)
        far = self.op(f"icmp ugt i64 {n}, 63")
        most = self.op(f"select i1 {far}, i64 63, i64 {n}")
        return V(T.INT, (self.op(f"ashr i64 {x}, {most}"),))

    def _power(self, a: V, b: V) -> V:
        if b.known and 0 <= b.k <= 4:
            total: V = self.const(1)
            for _ in range(b.k):
                total = a if total.known and total.k == 1 else self.calculated("Mult", total, a)
            return total
        return self.call_library("int_power", a, b)

    def divide(self, a: V, b: V) -> V:
        """a / b of ints: right as long as both are floats exactly."""
        a, b = self.to_int(a), self.to_int(b)
        if not b.known or b.k == 0:
            self.fail_if(self.op(f"icmp eq i64 {b.p[0]}, 0"), division_by_zero("Div", 0))
        for v in (a, b):
            self.exact_float(v)
        x, y = self.to_float(a), self.to_float(b)
        return V(T.FLOAT, (self.op(f"fdiv double {x.p[0]}, {y.p[0]}"),))

    def exact_float(self, v: V) -> None:
        """An int that is no float exactly is Python's business."""
        if v.t is T.FLOAT or v.t is T.BOOL or (v.known and abs(v.k) <= EXACT) or not self.checked:
            return
        moved = self.op(f"add i64 {v.p[0]}, {EXACT}")
        self.fail_if(self.op(f"icmp ugt i64 {moved}, {2 * EXACT}"), "overflow")

    # --- floats -------------------------------------------------------------------------------

    def float_arithmetic(self, name: str, a: V, b: V) -> V | None:
        x, y = a.p[0], b.p[0]
        words = {"Add": "fadd", "Sub": "fsub", "Mult": "fmul", "Div": "fdiv"}
        if name in ("Div", "FloorDiv", "Mod"):
            self.fail_if(self.op(f"fcmp oeq double {y}, 0.0"), division_by_zero(name, 0.0))
        if name in words:
            return V(T.FLOAT, (self.op(f"{words[name]} double {x}, {y}"),))
        functions = {"FloorDiv": "float_floordiv", "Mod": "float_mod", "Pow": "float_power"}
        return self.call_library(functions[name], a, b) if name in functions else None

    def finite(self, v: V) -> V:
        """A float; what is not finite, or wrong by a bit elsewhere, is Python's business."""
        self.fail_if(self.beside_infinity("uge", v).p[0], "overflow")
        return v

    def beside_infinity(self, test: str, v: V) -> V:
        """How a float, without its sign, compares with infinity."""
        size = self.op(f"call double @llvm.fabs.f64(double {v.p[0]})")
        return V(T.BOOL, (self.op(f"fcmp {test} double {size}, 0x7FF0000000000000"),))

    def call_math(self, name: str, *given: V) -> V:
        """The very function of C's that CPython calls."""
        self.module.math[name] = len(given)
        words = ", ".join(f"double {v.p[0]}" for v in given)
        return self.finite(V(T.FLOAT, (self.op(f"call double @{name}({words}) nobuiltin"),)))

    # --- one operand --------------------------------------------------------------------------

    def negate(self, v: V) -> V | None:
        v = self.number(v)
        if v.t is T.FLOAT:
            return V(T.FLOAT, (self.op(f"fneg double {v.p[0]}"),))
        if v.t in (T.BOOL, T.INT, T.BIG):
            return self.arithmetic("Sub", self.const(0), v)
        return None

    def invert(self, v: V) -> V | None:
        v = self.number(v)
        if v.t is T.BIG:
            return V(T.BIG, (self.op(f"xor {WIDE} {v.p[0]}, -1"),))
        if v.t in (T.BOOL, T.INT):
            return V(T.INT, (self.op(f"xor i64 {self.to_int(v).p[0]}, -1"),))
        return None

    def widened(self) -> bool:
        """Was the operation at this place found to need more than 64 bits?"""
        return self.place() in self.module.wide

    def overflow_here(self) -> Any:
        return ("overflow", self.place())


def _foldable(k: Any) -> bool:
    return isinstance(k, bool | int | float | str | tuple) or k is None
