"""Words in memory by address: what native kernels keep their books with.

Reading and writing by address compiles faster than NumPy indexing and passes one register
instead of seven. Only generated code uses it, on blocks that `searcher.py` allocates.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
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


peek = _reader(types.int64, ir.IntType(64))
"""peek(address, i): the int in word `i`."""
poke = _writer(types.int64, ir.IntType(64))
"""poke(address, i, value)"""
peek_float = _reader(types.float64, ir.DoubleType())
"""peek_float(address, i): word `i` as a float."""
poke_float = _writer(types.float64, ir.DoubleType())
"""poke_float(address, i, value)"""
