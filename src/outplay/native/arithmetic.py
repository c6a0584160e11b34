"""Numbers in rules as Python has them: what 64 bits cannot hold is noticed, never wrapped.

Python's ints do not overflow, shift by any number of places, and compare with floats exactly;
machine words do none of it. Rules are compiled with the error model `checked` (Numba's own are
`python` and `numpy`). In such code each operation on ints is followed by a test, a jump that
is never taken, and where native numbers and Python's would part, `Overflow` is raised: the
search then goes on in Python. Functions of Numba's that rules call inherit the error model, and
so the tests: `sum` of a tuple, say. Kernels, whose numbers we know, have none, nor have games
that promise to need none (`Game.fits_64_bits`).

Here is how each operation is written; `checked.py` tells Numba.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.callconv import PythonErrorModel, error_models
from numba.core.compiler import Flags
from numba.extending import intrinsic

from outplay.native.layout import Overflow

CHECKED = "checked"
"""The name of the error model."""

CHECKED_WITH_NUMPY = "checked, with NumPy"
"""Where rules use NumPy: the sum of two of its truth values is one, not a number."""

EXACT = 1 << 53
"""Up to it, every int is a float exactly."""

POWER = "outplay_pow"
"""The C library's `pow`, which Python calls. LLVM would take its own to pieces: x * x for x ** 2,
which is another number once in a thousand times."""

TRUTHS = "truth values counted with"
"""Said where a bool becomes a number in rules that use NumPy."""

FLOAT = "a float for an int"
"""Said where a call takes an int and gets a float."""

MIXED = "ints and floats in one tuple"
"""Said where a tuple of both is looked up by a variable index."""

Emit = Callable[..., Any]
"""Writes an operation: (context, builder, signature, values) to a value."""

_I64 = ir.IntType(64)
_F64 = ir.DoubleType()


class CheckedErrorModel(PythonErrorModel):
    """Python's errors, and `Overflow` where native numbers end."""


class CheckedErrorModelWithNumpy(CheckedErrorModel):
    """The same, and truth values are not counted with."""


error_models[CHECKED] = CheckedErrorModel
error_models[CHECKED_WITH_NUMPY] = CheckedErrorModelWithNumpy


def _word(value: int) -> Any:
    return ir.Constant(_I64, value)


def is_int(kind: Any) -> bool:
    """Unsigned ints occur in functions of Numba's alone."""
    return isinstance(kind, types.Boolean) or kind in types.signed_domain or (
        isinstance(kind, types.IntegerLiteral) and kind.literal_type in types.signed_domain
    )  # fmt: skip


def is_checked(context: Any) -> bool:
    return isinstance(context.error_model, CheckedErrorModel)


def leave_if(context: Any, builder: Any, condition: Any) -> None:
    """Raises Overflow where `condition` holds, in checked code."""
    if not is_checked(context):
        return
    function = builder.function
    leave = getattr(function, "_outplay_leave", None)  # one place for all of a function's tests
    if leave is None:
        leave = function._outplay_leave = function.append_basic_block("overflow")
        with builder.goto_block(leave):
            context.call_conv.return_user_exc(builder, Overflow, ())
    go_on = builder.append_basic_block("fits")
    branch = builder.cbranch(condition, leave, go_on)
    branch.set_weights([1, 99_999])
    builder.position_at_end(go_on)


# --- ints -----------------------------------------------------------------------------------


def _to_words(context: Any, builder: Any, signature: Any, values: Any) -> list[Any]:
    return [
        context.cast(builder, value, kind, types.int64)
        for value, kind in zip(values, signature.args, strict=True)
    ]


def with_overflow(instruction: str) -> Emit:
    """sadd, ssub or smul, which say whether the result fits."""

    def emit(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        both = getattr(builder, instruction)(*_to_words(context, builder, signature, values))
        leave_if(context, builder, builder.extract_value(both, 1))
        return builder.extract_value(both, 0)

    return emit


def negative(context: Any, builder: Any, signature: Any, values: Any) -> Any:
    (x,) = _to_words(context, builder, signature, values)
    both = builder.ssub_with_overflow(_word(0), x)
    leave_if(context, builder, builder.extract_value(both, 1))
    return builder.extract_value(both, 0)


def absolute(context: Any, builder: Any, signature: Any, values: Any) -> Any:
    (x,) = _to_words(context, builder, signature, values)
    leave_if(context, builder, builder.icmp_signed("==", x, _word(-(1 << 63))))
    return builder.select(builder.icmp_signed("<", x, _word(0)), builder.neg(x), x)


def _is_place(count: Any) -> bool:
    """Is it known to be a count from 0 to 63?"""
    return isinstance(count, ir.Constant) and 0 <= count.constant < 64


def shift_left(context: Any, builder: Any, signature: Any, values: Any) -> Any:
    x, count = _to_words(context, builder, signature, values)
    if isinstance(x, ir.Constant) and x.constant > 0:
        most = 63 - int(x.constant).bit_length()
        leave_if(context, builder, builder.icmp_unsigned(">", count, _word(most)))
        return builder.shl(x, count)
    if not _is_place(count):
        leave_if(context, builder, builder.icmp_unsigned(">", count, _word(63)))
    shifted = builder.shl(x, count)
    leave_if(context, builder, builder.icmp_signed("!=", builder.ashr(shifted, count), x))
    return shifted


def _masked(context: Any, builder: Any, mask: Any, x: Any, count: Any, inverted: bool) -> Any:
    """mask & (x << count): what is shifted out matters only if the mask is negative."""
    if not _is_place(count):
        leave_if(context, builder, builder.icmp_unsigned(">", count, _word(63)))
    shifted = builder.shl(x, count)
    with builder.if_then(builder.icmp_signed("<", mask, _word(0)), likely=False):
        leave_if(context, builder, builder.icmp_signed("!=", builder.ashr(shifted, count), x))
    return builder.and_(mask, builder.not_(shifted) if inverted else shifted)


def _masked_shift(inverted: bool) -> Any:
    def masked(typingctx: Any, mask: Any, x: Any, count: Any) -> Any:
        if not all(is_int(kind) for kind in (mask, x, count)):
            return None

        def codegen(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            mask, x, count = values
            return _masked(context, builder, mask, x, count, inverted)

        return types.int64(types.int64, types.int64, types.int64), codegen

    return intrinsic(masked)


masked_shift = _masked_shift(False)
"""mask & (x << count), for boards of which squares may drop off."""

masked_not_shift = _masked_shift(True)
"""mask & ~(x << count)"""


def shift_right(context: Any, builder: Any, signature: Any, values: Any) -> Any:
    x, count = _to_words(context, builder, signature, values)
    if not _is_place(count):
        leave_if(context, builder, builder.icmp_signed("<", count, _word(0)))
        large = builder.icmp_signed(">", count, _word(63))
        count = builder.select(large, _word(63), count)
    return builder.ashr(x, count)


def floor_divided(original: Any) -> Emit:
    """-2**63 // -1 alone does not fit."""

    def emit(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        x, y = _to_words(context, builder, signature, values)
        lowest = builder.icmp_signed("==", x, _word(-(1 << 63)))
        minus_one = builder.icmp_signed("==", y, _word(-1))
        leave_if(context, builder, builder.and_(lowest, minus_one))
        return original(builder, values)

    return emit


def divisor(original: Any) -> Emit:
    """`gcd`: 2**63 alone does not fit."""

    def emit(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        result = original(builder, values)
        leave_if(context, builder, builder.icmp_signed("<", result, _word(0)))
        return result

    return emit


def _power(x: int, n: int) -> int:
    """x ** n of ints; compiled with checks of its own."""
    if n < 0:
        raise Overflow  # Python answers with a float
    result = 1
    while True:
        if n & 1:
            result *= x
        n >>= 1
        if n == 0:
            return result
        x *= x


def int_power(context: Any, builder: Any, signature: Any, values: Any) -> Any:
    words = _to_words(context, builder, signature, values)
    typed = types.int64(types.int64, types.int64)
    flags: Any = Flags()
    flags.error_model = CHECKED
    compiled = context.compile_subroutine(builder, _power, typed, flags=flags)
    return context.call_internal(builder, compiled.fndesc, typed, words)


# --- floats ---------------------------------------------------------------------------------


def _is_finite(builder: Any, x: Any) -> Any:
    """x - x is 0 of every number but infinities and NaN."""
    return builder.fcmp_ordered("==", builder.fsub(x, x), ir.Constant(_F64, 0.0))


def _leave_unless_finite(context: Any, builder: Any, x: Any) -> None:
    leave_if(context, builder, builder.not_(_is_finite(builder, x)))


def float_power(context: Any, builder: Any, signature: Any, values: Any) -> Any:
    """Python raises, or answers with a complex number, where `pow` has no finite answer."""
    floats = [
        context.cast(builder, value, kind, types.float64)
        for value, kind in zip(values, signature.args, strict=True)
    ]
    kind = ir.FunctionType(_F64, [_F64, _F64])
    function = cgutils.get_or_insert_function(builder.module, kind, POWER)
    result = builder.call(function, floats)
    _leave_unless_finite(context, builder, result)
    return result


def finite_only(original: Any) -> Emit:
    """Functions of `math`: Python raises an error where they have no finite answer."""

    def emit(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        result = original(builder, values)
        _leave_unless_finite(context, builder, result)
        return result

    return emit


def leave_unless_int(context: Any, builder: Any, x: Any) -> None:
    """Raises Overflow unless the float `x` becomes an int of 64 bits."""
    inside = builder.and_(
        builder.fcmp_ordered(">=", x, ir.Constant(_F64, -(2.0**63))),
        builder.fcmp_ordered("<", x, ir.Constant(_F64, 2.0**63)),
    )
    leave_if(context, builder, builder.not_(inside))


def leave_unless_float(context: Any, builder: Any, x: Any) -> None:
    """Raises Overflow unless the int `x` is a float exactly, for Python compares exactly."""
    if x.type.width < 64:
        return
    distance = builder.add(x, _word(EXACT))
    leave_if(context, builder, builder.icmp_unsigned(">", distance, _word(2 * EXACT)))


def whole(original: Any) -> Emit:
    """`round`, `floor`, `ceil` and `trunc`: the answer is an int."""

    def emit(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        leave_unless_int(context, builder, values[0])
        return original(builder, values)

    return emit
