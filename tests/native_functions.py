"""One function in machine code, called with values of Python's: for tests of the front end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from outplay.native.building import errors_of
from outplay.native.front import types as T
from outplay.native.front.library_sources import generated
from outplay.native.front.module import Module
from outplay.native.front.packed import pack, unpack
from outplay.native.front.special import Written
from outplay.native.layout import OFFSET, Overflow
from outplay.native.targets.cpu import CPU
from outplay.native.targets.errors import raised

ARGUMENTS, ANSWER, WORDS = 80, 1 << 15, 1 << 16
"""Where the words of the arguments and of the answer begin; how many words there are."""


class Compiled:
    """A function compiled for the types of all arguments that it will be called with."""

    def __init__(
        self, function: Callable[..., Any], inputs: Sequence[tuple[Any, ...]], module: Module
    ) -> None:
        self.module = module
        self.types: list[T.Type] = [T.NEVER] * len(inputs[0])
        for one in inputs:
            for n, value in enumerate(one):
                found = module.typing.type_of(value, ("argument", n))
                self.types[n] = module.types.join(self.types[n], found)
        self.answer: T.Type = T.NEVER

        def write(f: Any) -> None:
            at = f.op(f"add i64 %run, {8 * ARGUMENTS}")
            values = []
            for t in self.types:
                v, at = f.unpacked(t, at)
                values.append(v)
            found = f.call_constant(function, values, {})
            if not f.dead:
                found = f.materialise(found)
                self.answer = found.t
                f.packed(found, f.op(f"add i64 %run, {8 * ANSWER}"))

        scope = {"function": Written(write)}
        self.text = module.build(generated("def entry():\n    function()\n", scope)["entry"])
        """The program in LLVM's language."""

    def load(self, level: int) -> None:
        """Makes machine code of it; at level 0 LLVM optimises nothing."""
        self._entry = CPU.load(CPU.compile(self.text, level))
        self._block, self._arena = np.zeros(WORDS, np.int64), np.empty(1 << 18, np.int64)
        self._words = memoryview(self._block)
        self._block[OFFSET["arena_end"]] = self._arena.ctypes.data + self._arena.nbytes

    def run(self, arguments: tuple[Any, ...]) -> tuple[int, Any]:
        """The status, and what it gives where that is 0."""
        words: list[int] = []
        for value, t in zip(arguments, self.types, strict=True):
            words += pack(value, t, self.module.char)
        block = self._block
        block[ARGUMENTS : ARGUMENTS + len(words)] = words
        block[OFFSET["check_at"]] = 1
        block[OFFSET["arena_top"]] = self._arena.ctypes.data
        status = self._entry(block.ctypes.data)
        assert block[OFFSET["calls"]] == 0
        if status:
            return status, None
        return 0, unpack(self._words, ANSWER, self.answer, self.module.char)[0]

    def error(self, status: int) -> Any:
        """What a status stands for: an exception's class, or why only Python can go on."""
        return next(e for e, number in self.module.statuses.items() if number == status)


class Native:
    """A function compiled for the types of its first arguments; called, it answers as Python does.

    It raises `Overflow` where only Python can go on.
    """

    def __init__(self, function: Callable[..., Any], *examples: Any, checked: bool = True) -> None:
        module = Module(CPU, checked=lambda _: checked)
        self._compiled = Compiled(function, [examples], module)
        self.text, self.errors = self._compiled.text, errors_of(module)
        self._compiled.load(1)

    def __call__(self, *arguments: Any) -> Any:
        status, value = self._compiled.run(arguments)
        if status:
            raise raised(self.errors[status])
        return value


def answer(function: Callable[..., Any], *arguments: Any) -> Any:
    """What a function gives, or the class of what it raises."""
    try:
        return function(*arguments)
    except Overflow:
        return Overflow
    except Exception as error:
        return type(error)
