"""One function, compiled for the types of its arguments, run, and compared with Python."""

from __future__ import annotations

import copy
import os
from collections.abc import Callable
from typing import Any

from native_functions import Compiled

from outplay.native.front.module import Module
from outplay.native.targets.cpu import CPU

LEVEL = 3 if "OUTPLAY_TESTS_OPTIMISED" in os.environ else 0
"""How much LLVM optimises; `make test-long` has it do all it can."""


class Refused(Exception):
    """Native code leaves it to Python, and says why."""


class Native:
    """A function, and the arguments that machine code of it is called with."""

    def __init__(self, f: Callable[..., Any], *arguments: Any) -> None:
        self.f, self.arguments = f, arguments
        self.module = Module(CPU)
        self.module.strict = True

    def text(self) -> str:
        """The program in LLVM's language."""
        return Compiled(self.f, [self.arguments], self.module).text

    def answer(self) -> Any:
        """What it returns; raises what it raises, or Refused."""
        compiled = Compiled(self.f, [self.arguments], self.module)
        compiled.load(LEVEL)
        status, value = compiled.run(self.arguments)
        if not status:
            return value
        error = compiled.error(status)
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
