"""The functions of `outplay.bits` as native code: `NATIVE` says which is whose.

Everything is an int64 from end to end, since Numba turns a uint64 and a literal into a float.
Each function writes its instructions straight into its caller: as Numba functions they
would be as fast, but each would add a tenth of a second to the first call of a process.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from outplay import bits

INT64 = types.int64

Emit = Callable[..., Any]
"""Writes instructions: (builder, *values) to a value, all of them 64-bit integers."""


def _native(emit: Emit, arity: int = 1) -> Any:
    """The native function of `arity` integers that does what `emit` writes."""
    return _native_in_context(lambda context, builder, *values: emit(builder, *values), arity)


def _native_in_context(emit: Emit, arity: int) -> Any:
    """The same for an `emit` that can raise: it gets Numba's context first."""

    def typed(*arguments: Any) -> tuple[Any, Any] | None:
        if not all(isinstance(a, types.Integer | types.Boolean) for a in arguments):
            return None

        def codegen(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            return emit(context, builder, *values)

        return INT64(*[INT64] * arity), codegen

    # Numba reads the names of the arguments off the function, so `*arguments` will not do.
    if arity == 1:
        return intrinsic(lambda typingctx, x: typed(x))
    return intrinsic(lambda typingctx, x, y: typed(x, y))


def _word(value: int) -> Any:
    return ir.Constant(ir.IntType(64), value)


# --- arithmetic ----------------------------------------------------------------------------


def _shift(instruction: str) -> Emit:
    """shl or lshr, whose own answer is anything if the count is not from 0 to 63."""

    def emit(context: Any, builder: Any, x: Any, n: Any) -> Any:
        with builder.if_then(builder.icmp_signed("<", n, _word(0)), likely=False):
            context.call_conv.return_user_exc(builder, ValueError, (bits.NEGATIVE_SHIFT,))
        inside = builder.icmp_signed("<", n, _word(64))
        return builder.select(inside, getattr(builder, instruction)(x, n), _word(0))

    return emit


def _mix(builder: Any, x: Any) -> Any:
    for distance, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
        x = builder.xor(x, builder.lshr(x, _word(distance)))
        x = builder.mul(x, _word(bits.wrap(factor)))
    return builder.xor(x, builder.lshr(x, _word(31)))


# --- squares -------------------------------------------------------------------------------


def _leading_zeros(builder: Any, x: Any) -> Any:
    """64 for 0: the flag says that 0 may come."""
    return builder.ctlz(x, ir.Constant(ir.IntType(1), 0))


def _trailing_zeros(builder: Any, x: Any) -> Any:
    """64 for 0, likewise."""
    return builder.cttz(x, ir.Constant(ir.IntType(1), 0))


# --- symmetries: rows are bytes, so some are instructions of the processor -----------------


def _vertical(builder: Any, x: Any) -> Any:
    return builder.bswap(x)


def _half_turn(builder: Any, x: Any) -> Any:
    return builder.bitreverse(x)


def _horizontal(builder: Any, x: Any) -> Any:
    return _vertical(builder, _half_turn(builder, x))


def _diagonal(builder: Any, x: Any) -> Any:
    """Exchanges single squares, then 2 by 2 blocks, then 4 by 4 blocks across the diagonal."""
    steps = ((7, 0x00AA00AA00AA00AA), (14, 0x0000CCCC0000CCCC), (28, 0x00000000F0F0F0F0))
    for distance, squares in steps:
        changed = builder.xor(x, builder.lshr(x, _word(distance)))
        changed = builder.and_(changed, _word(squares))
        x = builder.xor(builder.xor(x, changed), builder.shl(changed, _word(distance)))
    return x


NATIVE: dict[Callable[..., int], Any] = {
    bits.wrap: _native(lambda builder, x: x),
    bits.add: _native(lambda builder, x, y: builder.add(x, y), 2),
    bits.subtract: _native(lambda builder, x, y: builder.sub(x, y), 2),
    bits.multiply: _native(lambda builder, x, y: builder.mul(x, y), 2),
    bits.shift_left: _native_in_context(_shift("shl"), 2),
    bits.shift_right: _native_in_context(_shift("lshr"), 2),
    bits.mix: _native(_mix),
    bits.popcount: _native(lambda builder, x: builder.ctpop(x)),
    bits.lowest_bit: _native(lambda builder, x: builder.and_(x, builder.neg(x))),
    bits.lowest_index: _native(_trailing_zeros),
    bits.highest_index: _native(lambda b, x: b.sub(_word(63), _leading_zeros(b, x))),
    bits.flip_vertical: _native(_vertical),
    bits.flip_horizontal: _native(_horizontal),
    bits.flip_diagonal: _native(_diagonal),
    bits.flip_antidiagonal: _native(lambda b, x: _half_turn(b, _diagonal(b, x))),
    bits.rotate_90: _native(lambda b, x: _vertical(b, _diagonal(b, x))),
    bits.rotate_180: _native(_half_turn),
    bits.rotate_270: _native(lambda b, x: _diagonal(b, _vertical(b, x))),
}
"""What to call in native code in place of each function of `outplay.bits`."""


# --- methods of Python's ints: of the absolute value, as Python has them -------------------


def _absolute(builder: Any, x: Any) -> Any:
    """|x| as 64 unsigned bits: right for -2**63 too."""
    return builder.select(builder.icmp_signed("<", x, _word(0)), builder.neg(x), x)


bit_count = _native(lambda builder, x: builder.ctpop(_absolute(builder, x)))
"""`x.bit_count()`"""

bit_length = _native(lambda b, x: b.sub(_word(64), _leading_zeros(b, _absolute(b, x))))
"""`x.bit_length()`"""
