"""One function, compiled for the types of its arguments, run, and compared with Python."""

from __future__ import annotations

import copy
import os
from collections.abc import Callable
from typing import Any

import numpy as np

from outplay.native.front import backend, intrinsics
from outplay.native.front.library_sources import generated
from outplay.native.front.module import Module
from outplay.native.front.packed import pack, unpack
from outplay.native.front.scopes import Source
from outplay.native.layout import OFFSET

ARGUMENTS, RESULT = 80, 8192
"""Words of the block where they lie."""

LEVEL = 3 if "OUTPLAY_TESTS_OPTIMISED" in os.environ else 0
"""How much LLVM optimises; `make test-long` has it do all it can."""


class Refused(Exception):
    """Native code leaves it to Python, and says why."""


class Native:
    """`Native(f)(*arguments)`: what machine code makes of it."""

    def __init__(self, f: Callable[..., Any], *arguments: Any) -> None:
        self.module = Module()
        self.module.strict = True
        self.f, self.arguments = f, arguments
        self.types = [
            self.module.typing.type_of(a, ("argument", n)) for n, a in enumerate(arguments)
        ]

    def text(self) -> str:
        """The program in LLVM's language."""

        def marker() -> None:
            pass

        intrinsics.NATIVE[marker] = self._write
        try:
            return self.module.build(self._entry(marker))
        finally:
            del intrinsics.NATIVE[marker]

    def _entry(self, marker: Callable[[], None]) -> Source:
        return generated("def entry(run):\n    marker()\n", {"marker": marker})["entry"]

    def _write(self, f: Any, arguments: list[Any], keywords: dict[str, Any]) -> Any:
        at = f.op(f"add i64 %run, {8 * ARGUMENTS}")
        values = []
        for t in self.types:
            v, at = f.unpacked(t, at)
            values.append(v)
        found = f.call_constant(self.f, values, {})
        if not f.dead:
            found = f.materialise(found)
            self.result = found.t
            f.packed(found, f.op(f"add i64 %run, {8 * RESULT}"))
        return f.const(None)

    def answer(self) -> Any:
        """What it returns; raises what it raises, or Refused."""
        entry = backend.load(backend.object_code(self.text(), LEVEL))
        words = [w for a, t in zip(self.arguments, self.types, strict=True)
                 for w in pack(a, t, self.module.char)]  # fmt: skip
        block, arena = np.zeros(1 << 16, np.int64), np.zeros(1 << 18, np.int64)
        block[ARGUMENTS : ARGUMENTS + len(words)] = words
        block[OFFSET["check_at"]] = 1
        block[OFFSET["arena_top"]] = arena.ctypes.data
        block[OFFSET["arena_end"]] = arena.ctypes.data + arena.nbytes
        status = entry(block.ctypes.data)
        assert block[OFFSET["calls"]] == 0
        if not status:
            return unpack(block.tolist(), RESULT, self.result, self.module.char)[0]
        error = next(e for e, number in self.module.statuses.items() if number == status)
        if isinstance(error, tuple) and error[0] == "overflow" and len(self.module.wide) < 20:
            again = Native(self.f, *self.arguments)
            again.module.wide = {*self.module.wide, error[1]}
            return again.answer()
        if isinstance(error, type):
            raise error
        raise Refused(error[1] if isinstance(error, tuple) else error)


def native(f: Callable[..., Any], *arguments: Any) -> Any:
    return Native(f, *copy.deepcopy(arguments)).answer()


def both(f: Callable[..., Any], *arguments: Any) -> tuple[str, str]:
    """What Python gives or raises, and what native code does."""
    return _said(lambda: f(*copy.deepcopy(arguments))), _said(lambda: native(f, *arguments))


def _said(run: Callable[[], Any]) -> str:
    try:
        return repr(run())
    except Refused:
        raise
    except Exception as error:
        return type(error).__name__
