"""What only solving asks of a game: whole games, and endgames by their names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Generic

from outplay.tactics import State, unanswered

if TYPE_CHECKING:
    from outplay.game import Game


@dataclass(frozen=True)
class Endgame(Generic[State]):
    """All positions of some material, by numbers: what `endgame` may give in place of a list.

    The game's rule `placed(material, number)` says what each number stands for. Solving asks it
    natively, on all cores; going through an endgame asks it here.
    """

    game: Game[State, Any]
    material: State
    """A state that says which pieces there are; it need not be legal."""
    placements: int
    """The numbers are those below."""
    up_to_symmetry: int | None = None
    """The first so many are enough where `symmetries` are used: all others are images of them."""

    def __iter__(self) -> Iterator[State]:
        for number in range(self.placements):
            yield from self.game.placed(self.material, number)


class WholeGames(Generic[State]):
    """Questions that searches do not ask; none needs an answer."""

    symmetric_searches: ClassVar[bool] = True
    """False if `symmetries` are for whole games alone: mirror images seldom meet in a search, or
    `evaluate` tells them apart."""

    def exchanged(self, s: State) -> State:
        """The same position with the sides exchanged: MAX's pieces are MIN's, and MIN is to move.

        Promise: the value is that of `s` with the other sign, the distance the same, and exchanged
        twice it is `s`. Used where whole games are solved: one of the two is.
        """
        raise unanswered(self, "exchanged(self, s)", "a state")

    def without_history(self, s: State) -> State:
        """The state without what only tells of the past: the number of the move, say.

        Promise: what can be done from there, and what it is worth, is the same. Used where whole
        games are solved: states that differ in nothing else are one. (Counters that can end a game
        do matter.)
        """
        raise unanswered(self, "without_history(self, s)", "a state")

    def predecessors(self, s: State) -> Iterable[State]:
        """Yields the states from which one move leads to `s`: moves taken back.

        Promise: all such states that can be reached are among them, and none from which no move
        leads to `s`. Used where whole games are solved whose edges do not fit in memory.
        """
        raise unanswered(self, "predecessors(self, s)", "states")

    def placed(self, material: State, number: int) -> Iterable[State]:
        """Yields the positions that placement `number` of the pieces of `material` stands for.

        None if the pieces cannot stand so; several if either side may be to move. A position may
        come back under another number.
        """
        raise unanswered(self, "placed(self, material, number)", "positions")
