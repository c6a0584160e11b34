"""Small games that the unit tests of the searches share."""

from typing import Any, NamedTuple

from outplay import MAX, Game


class Pile(NamedTuple):
    left: int
    player: int


class Take(Game[Any, Any]):
    """Take one to three of five; whoever takes the last one wins."""

    START = 5

    def initial(self) -> Any:
        return Pile(self.START, MAX)

    def to_move(self, s: Any) -> int:
        return s.player

    def actions(self, s: Any) -> Any:
        for n in range(1, 4):
            if n <= s.left:
                yield n

    def result(self, s: Any, n: Any) -> Any:
        return Pile(s.left - n, -s.player)

    def is_terminal(self, s: Any) -> bool:
        return s.left == 0

    def utility(self, s: Any) -> Any:
        return -s.player


class Countdown(Take):
    """One action everywhere: a line of START plies."""

    def actions(self, s: Any) -> Any:
        yield 1


class Twice(Take):
    """Whoever takes two moves again: turns do not alternate."""

    START = 7

    def result(self, s: Any, n: Any) -> Any:
        return Pile(s.left - n, s.player if n == 2 else -s.player)


AIMA = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]
"""Russell and Norvig, figure 5.2."""
