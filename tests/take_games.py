"""Small games that the unit tests of the searches share."""

from typing import Any

import take_away
from take_away import State as Pile


class Take(take_away.Take):
    """Take one to three of five; whoever takes the last one wins."""

    START = 5


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
