"""Words in memory by address: what native kernels keep their books with.

Reading and writing by address compiles faster than NumPy indexing and passes one register
instead of seven. Only generated code uses it, on blocks that `searcher.py` allocates.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.errors import TypingError
from numba.extending import intrinsic


def _pointer(builder: Any, address: Any, index: Any, kind: Any) -> Any:
    offset = builder.shl(index, ir.Constant(ir.IntType(64), 3))
    return builder.inttoptr(builder.add(address, offset), kind.as_pointer())


def _reader(kind: Any, llvm: Any) -> Any:
    def peek(typingctx: Any, address: Any, index: Any) -> Any:
        def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return builder.load(_pointer(builder, args[0], args[1], llvm))

        return kind(types.int64, types.int64), codegen

    return intrinsic(peek)


def _writer(kind: Any, llvm: Any) -> Any:
    def poke(typingctx: Any, address: Any, index: Any, value: Any) -> Any:
        def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            builder.store(args[2], _pointer(builder, args[0], args[1], llvm))
            return context.get_dummy_value()

        return types.void(types.int64, types.int64, kind), codegen

    return intrinsic(poke)


def _converter(kind: Any) -> Any:
    def convert(typingctx: Any, value: Any) -> Any:
        if not isinstance(value, types.Number | types.Boolean):
            return None

        def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return context.cast(builder, args[0], value, kind)

        return kind(value), codegen

    return intrinsic(convert)


def _keeper(kind: Any, accepted: tuple[Any, ...]) -> Any:
    """Like a converter, but of numbers only that it does not change."""

    def keep(typingctx: Any, value: Any) -> Any:
        if not isinstance(value, accepted):
            raise TypingError(f"Cannot unify {value} and {kind} for all states.")

        def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return context.cast(builder, args[0], value, kind)

        return kind(value), codegen

    return intrinsic(keep)


def recursion(result: Any, arguments: tuple[Any, ...]) -> Any:
    """A call of the very function that the call stands in, whose types are known.

    Numba's own recursion infers the types of the function anew at every such call, which
    takes longer than all the rest of compiling a kernel.
    """

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        status, value = context.call_conv.call_function(
            builder, builder.function, result, arguments, args
        )
        with cgutils.if_unlikely(builder, status.is_error):
            context.call_conv.return_status_propagate(builder, status)
        return value

    # Numba reads the number of arguments off the function, so `*given` will not do.
    names = ", ".join(f"a{number}" for number in range(len(arguments)))
    scope: dict[str, Any] = {"answer": (result(*arguments), codegen)}
    exec(f"def recurse(typingctx, {names}):\n    return answer", scope)
    return intrinsic(scope["recurse"])


@intrinsic
def prefetch(typingctx: Any, address: Any) -> Any:
    """Starts to bring the memory at an address nearer; changes nothing."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        byte, i32 = ir.IntType(8).as_pointer(), ir.IntType(32)
        kind = ir.FunctionType(ir.VoidType(), [byte, i32, i32, i32])
        call = builder.module.declare_intrinsic("llvm.prefetch", [byte], kind)
        pointer = builder.inttoptr(args[0], byte)
        builder.call(call, [pointer, i32(0), i32(3), i32(1)])  # to read, near, data
        return context.get_dummy_value()

    return types.void(types.int64), codegen


as_int = _converter(types.int64)
"""int(x) of a number; without a function call to compile."""
as_float = _converter(types.float64)
"""float(x) of a number."""
as_bool = _converter(types.boolean)
"""bool(x) of a number."""
keep_int = _keeper(types.int64, (types.Integer, types.Boolean))
"""as_int(x), but a float is refused when it compiles."""
keep_float = _keeper(types.float64, (types.Number, types.Boolean))
"""as_float(x)"""
keep_bool = _keeper(types.boolean, (types.Boolean,))
"""x, if it is a bool."""
peek = _reader(types.int64, ir.IntType(64))
"""peek(address, i): the int in word `i`."""
poke = _writer(types.int64, ir.IntType(64))
"""poke(address, i, value)"""
peek_float = _reader(types.float64, ir.DoubleType())
"""peek_float(address, i): word `i` as a float."""
poke_float = _writer(types.float64, ir.DoubleType())
"""poke_float(address, i, value)"""
