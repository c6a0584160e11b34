"""Where compiled programs run: the seam between the front end and a machine.

The front end writes a program in LLVM's language, `entry(address) -> status`, and knows nothing of
the machine but what a `Target` says:

- which intrinsics and function attributes there are (`attributes`, `prelude`);
- how constants travel: as arrays of words in the program itself (`front/static.py`), so that a
  target gets them with the code and needs no memory of the host's;
- how errors come back: as the status that `entry` returns, 0 if there was none. Which status stands
  for what is the program's (`Built.errors`), and `errors.py` makes exceptions of it.

The CPU is one (`cpu.py`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol


class Target(Protocol):
    """A machine that programs are compiled for."""

    name: str
    """Stands in the names of saved code."""
    attributes: str
    """LLVM's attributes of all functions of a program, as group `#0`."""

    def prelude(self, char: int, short: int, allocates: bool) -> str:
        """Functions that all programs share."""

    def compile(self, text: str, level: int = 3) -> bytes:
        """Machine code; raises RuntimeError where LLVM does not take the text."""

    def load(self, code: bytes) -> Callable[[int], int]:
        """`entry(address) -> status` of compiled code."""
