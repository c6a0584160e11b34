"""What stays interpreted: rules that change something, or that answer anew each time."""

from __future__ import annotations

import random
from typing import Any

from construct_base import Board

ASKED = 0


def changes_a_global(s: Any) -> Any:
    """global ASKED; ASKED += 1"""
    global ASKED
    ASKED += 1
    return s.board[0]


class ChangesItself(Board):
    """self.asked += 1"""

    def __init__(self) -> None:
        self.asked = 0

    def evaluate(self, s: Any) -> Any:
        self.asked += 1
        return s.board[0]


def draws_at_random(s: Any) -> Any:
    """random.random() in a rule"""
    return s.board[0] + 0 * int(random.random())
