"""Tells Numba how checked code does arithmetic: see `arithmetic.py`.

There are two places for it: `get_function` finds how an operation is written, `cast` how a number
becomes one of another type.
"""

from __future__ import annotations

import ctypes
import ctypes.util
import math
import operator
from typing import Any

import llvmlite.binding as llvm
from numba import types
from numba.core import errors
from numba.core.cpu import CPUContext
from numba.cpython.builtins import cast_int

from outplay.native import arithmetic as ar
from outplay.native.arithmetic import Emit, is_checked, is_int

_INTS: dict[Any, Emit] = {
    operator.add: ar.with_overflow("sadd_with_overflow"),
    operator.sub: ar.with_overflow("ssub_with_overflow"),
    operator.mul: ar.with_overflow("smul_with_overflow"),
    operator.neg: ar.negative,
    operator.lshift: ar.shift_left,
    operator.rshift: ar.shift_right,
    operator.pow: ar.int_power,
    pow: ar.int_power,
    abs: ar.absolute,
}
_WHOLE = (round, math.floor, math.ceil, math.trunc)

_IN_PLACE = {
    operator.iadd: operator.add, operator.isub: operator.sub, operator.imul: operator.mul,
    operator.ilshift: operator.lshift, operator.irshift: operator.rshift,
    operator.ipow: operator.pow, operator.ifloordiv: operator.floordiv,
}  # fmt: skip

_context: Any = CPUContext
_get_function = _context.get_function
_cast = _context.cast


def _emit_for(context: Any, fn: Any, signature: Any) -> Emit | None:
    """How checked code does `fn`; None if as ever."""
    fn = _IN_PLACE.get(fn, fn)
    if not all(isinstance(kind, types.Float) or is_int(kind) for kind in signature.args):
        return None
    ints = all(is_int(kind) for kind in signature.args)
    if ints and fn in _INTS:
        return _INTS[fn]
    if fn in (operator.pow, pow, math.pow):
        return ar.float_power
    if ints and fn in (operator.floordiv, divmod):
        return ar.floor_divided(_get_function(context, fn, signature))
    if fn is math.gcd:
        return ar.divisor(_get_function(context, fn, signature))
    floats = isinstance(signature.return_type, types.Float)
    if fn in _WHOLE:  # those that give floats are called by Numba itself
        return (
            None if ints or floats else ar.whole(_converted(_get_function(context, fn, signature)))
        )
    if floats and getattr(fn, "__module__", "") == "math":
        return ar.finite_only(_get_function(context, fn, signature))
    return None


_explicit = [0]
"""Calls of `int` and its like that are being written: a float may become an int there."""


def _converted(original: Any) -> Emit:
    """`int(x)`, `floor(x)` …: what else makes an int of a float is an error in Python."""

    def emit(builder: Any, values: Any, loc: Any = None) -> Any:
        _explicit[0] += 1
        try:
            return original(builder, values, loc=loc)
        finally:
            _explicit[0] -= 1

    return emit


def _checked_function(context: Any, fn: Any, sig: Any, _firstcall: bool = True) -> Any:
    if is_checked(context):
        signature = sig.as_function()
        key = fn.get_impl_key(signature) if isinstance(fn, types.Callable) else fn
        emit = _emit_for(context, key, signature)
        if emit is not None:
            return lambda builder, values, loc=None: emit(context, builder, signature, values)
        called = getattr(fn, "typing_key", fn)
        if called is cast_int or isinstance(called, types.NumberClass):
            return _converted(_get_function(context, fn, sig, _firstcall))
    return _get_function(context, fn, sig, _firstcall)


def _checked_cast(context: Any, builder: Any, value: Any, fromty: Any, toty: Any) -> Any:
    if is_checked(context):
        if is_int(fromty) and isinstance(toty, types.Float):
            if builder.block.name.startswith("typed_switch"):  # where no test can stand
                raise errors.TypingError(ar.MIXED)
            ar.leave_unless_float(context, builder, value)
        elif isinstance(fromty, types.Float) and isinstance(toty, types.Integer):
            if not _explicit[0]:
                raise errors.TypingError(ar.FLOAT)
            ar.leave_unless_int(context, builder, value)
        elif (
            isinstance(fromty, types.Boolean) and isinstance(toty, types.Integer)
            and isinstance(context.error_model, ar.CheckedErrorModelWithNumpy)
        ):  # fmt: skip
            raise errors.TypingError(ar.TRUTHS)
    return _cast(context, builder, value, fromty, toty)


def ready() -> None:
    """Tells Numba, and names what checked code calls: before code that was saved is loaded."""
    _context.get_function = _checked_function
    _context.cast = _checked_cast
    llvm.add_symbol(ar.POWER, ctypes.cast(_power(), ctypes.c_void_p).value)


def _power() -> Any:
    """The C library's `pow`, which Python has loaded."""
    try:
        return ctypes.CDLL(None).pow
    except (TypeError, OSError, AttributeError):  # on Windows, no process has all its symbols
        return ctypes.CDLL(ctypes.util.find_library("m") or "ucrtbase").pow
