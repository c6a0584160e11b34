"""`outplay uci`: chess for any program that talks to engines."""

from __future__ import annotations

import os
import sys
from typing import Literal

from outplay.cli import finishing


def uci(*, speed: Literal["auto", "python"] = "auto") -> None:
    """Play chess for another program, which talks UCI.

    Commands are read from stdin and answered on stdout, until quit or Ctrl-C. Give a chess
    program the command `outplay uci` as its engine.

    Args:
        speed: python: interpreted, which is slow.
    """
    from outplay.connect.uci.loop import Loop

    def say(line: str) -> None:
        sys.stdout.write(line + "\n")
        sys.stdout.flush()

    loop = Loop(say, speed)
    finishing.opened.append((loop.game, "chess", ()))
    if not loop.run(iter(sys.stdin.readline, "")):
        os._exit(0)  # something is still being compiled, and cannot be ended in another way
