"""One function in machine code, called with values of Python's: for tests of the front end."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from outplay.native.building import _errors, raised
from outplay.native.front import backend
from outplay.native.front.library_sources import generated
from outplay.native.front.module import Module
from outplay.native.front.packed import pack, unpack
from outplay.native.front.types import Type
from outplay.native.layout import OFFSET, Overflow
from outplay.native.written import Written

ARGUMENTS, ANSWER, WORDS = 80, 1 << 15, 1 << 16
"""Where the words of the arguments and of the answer begin; how many words there are."""


class Native:
    """A function compiled for the types of its first arguments; called, it answers as Python does.

    It raises `Overflow` where only Python can go on.
    """

    def __init__(self, function: Callable[..., Any], *examples: Any, checked: bool = True) -> None:
        self.module = module = Module(checked=lambda _: checked)
        self.types = [module.typing.type_of(a, ("argument", n)) for n, a in enumerate(examples)]
        self.answer: Type | None = None

        def write(f: Any, run: Any) -> None:
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
        source = generated("def entry(run):\n    function(run)\n", scope)["entry"]
        self.text = module.build(source)
        self.errors = _errors(module)
        self._entry = backend.load(backend.object_code(self.text, 1))
        self._block = np.zeros(WORDS, np.int64)
        self._arena = np.empty(1 << 18, np.int64)
        self._block[OFFSET["arena_end"]] = self._arena.ctypes.data + self._arena.nbytes

    def __call__(self, *arguments: Any) -> Any:
        words: list[int] = []
        for value, t in zip(arguments, self.types, strict=True):
            words += pack(value, t, self.module.char)
        self._block[ARGUMENTS : ARGUMENTS + len(words)] = words
        self._block[OFFSET["arena_top"]] = self._arena.ctypes.data
        status = self._entry(self._block.ctypes.data)
        if status:
            raise raised(self.errors[status])
        assert self.answer is not None
        return unpack(self._block, ANSWER, self.answer, self.module.char)[0]


def answer(function: Callable[..., Any], *arguments: Any) -> Any:
    """What a function gives, or the class of what it raises."""
    try:
        return function(*arguments)
    except Overflow:
        return Overflow
    except Exception as error:
        return type(error)
