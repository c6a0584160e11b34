"""Loops that are written out, and helpers made for constant arguments: the same at both speeds."""

from __future__ import annotations

from typing import Any, NamedTuple

import outplay
from outplay import MAX, Game

STEPS = (1, 3, 5)
NOTHING: tuple[int, ...] = ()


class State(NamedTuple):
    board: int
    player: int
    plies: int


class Loops(Game[Any, Any]):
    """Bits are set in turn; what they are worth is told by loops of every kind."""

    def __init__(self, steps: tuple[int, ...] = (2, 4), rounds: int = 3) -> None:
        self.steps = steps
        self.rounds = rounds

    def initial(self) -> Any:
        return State(0b1001, MAX, 0)

    def to_move(self, s: Any) -> Any:
        return s.player

    def actions(self, s: Any) -> Any:
        for step in (1, 2, 3):
            for number in range(2):
                if not s.board >> (step * 5 + number) & 1:
                    yield step * 5 + number

    def result(self, s: Any, a: Any) -> Any:
        return State(s.board | 1 << a, -s.player, s.plies + 1)

    def is_terminal(self, s: Any) -> Any:
        return s.plies == 5

    def utility(self, s: Any) -> Any:
        return (
            nested(s.board)
            + empty(s.board)
            + kept(s.board)
            + first_of(s.board, self.steps, 3)
            + first_of(s.board, STEPS, self.rounds)
            + twice(s.board, self.steps)
            + returns(s.board, self.steps)
            + stays(s.board, self.rounds)
        )


def nested(board: int) -> int:
    total = 0
    for step in STEPS:
        for number in range(step):
            total += (board >> number & 1) * step - number
    return total


def empty(board: int) -> int:
    total = 7
    if board & 1:
        for step in NOTHING:
            total += step
    else:
        for _ in range(0):
            total -= 100
    return total


def kept(board: int) -> int:
    """The variable of a loop lives on after it."""
    step = 9
    for step in (1, 2):  # noqa: B007
        board += 1
    for number in range(2, 5):
        board ^= number
    return board + step * 10 + number


def first_of(board: int, steps: tuple[int, ...], rounds: int) -> int:
    found = 0
    for step in steps:
        for _ in range(rounds):
            board >>= 1
        found = found * 3 + (board >> step & 1)
    return found


def twice(board: int, steps: tuple[int, ...]) -> int:
    """A helper that hands its constants on, and one that stores into an argument."""
    return first_of(board, steps, 1) - grown(board, steps)


def grown(board: int, steps: tuple[int, ...]) -> int:
    steps = (*steps, 1)
    return sum(board >> step & 1 for step in steps)


def returns(board: int, steps: tuple[int, ...]) -> int:
    for step in steps:
        if board >> step & 1:
            return step
    return -1


def stays(board: int, rounds: int) -> int:
    """Loops that cannot be written out: a break, a while, a variable that is changed."""
    total = 0
    for number in range(rounds):
        if board >> number & 1:
            break
        total += number
    for number in range(4):
        number += board & 1
        total += number
    for number in range(3):
        while number < 3:
            total += number
            number += 2
    return total


def test_both_speeds_agree() -> None:
    for game in (Loops(), Loops((1, 6, 7), 0)):
        for depth in (1, 5):
            slow = outplay.minimax(game, depth=depth, speed="python")
            fast = outplay.minimax(game, depth=depth, speed="native")
            assert (fast.value, fast.action, fast.nodes) == (slow.value, slow.action, slow.nodes)
