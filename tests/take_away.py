"""A small game for tests to change: take one to three of nine; the last one wins."""

from typing import Any, NamedTuple

from outplay import MAX, Game


class State(NamedTuple):
    left: int
    player: int


class Take(Game[Any, Any]):
    """Rules that compile; each test changes one."""

    START = 9

    def initial(self) -> Any:
        return State(self.START, MAX)

    def to_move(self, s: Any) -> int:
        return s.player

    def actions(self, s: Any) -> Any:
        for n in range(1, 4):
            if n <= s.left:
                yield n

    def result(self, s: Any, n: Any) -> Any:
        return State(s.left - n, -s.player)

    def is_terminal(self, s: Any) -> bool:
        return s.left == 0

    def utility(self, s: Any) -> Any:
        return -s.player
