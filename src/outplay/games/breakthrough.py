"""Breakthrough, by Dan Troyka (2000), on boards of up to 64 squares."""

from __future__ import annotations

from typing import ClassVar

from outplay.games.pawns import PawnGame, State


class Breakthrough(PawnGame):
    """Each side has two rows of pawns, which step ahead, straight or diagonally, to a free square.

    A pawn captures diagonally ahead only, and need not. Whoever reaches the far row wins, and so
    does whoever captures all pawns of the other side (+1 if White wins, -1 if Black does). The
    foremost pawn can always step, so there is always a move, and no game is drawn.
    """

    rows: ClassVar[int] = 2
    least_width: ClassVar[int] = 2
    least_height: ClassVar[int] = 4

    def __init__(self, width: int = 8, height: int = 8) -> None:
        super().__init__(width, height)

    def movers(self, s: State) -> tuple[int, int, int]:
        """The pawns that can step or capture to the left, step straight, and to the right."""
        leftward, _, rightward = self.ahead(self.board & ~s.mine)
        _, straight, _ = self.ahead(self.board & ~(s.mine | s.theirs))
        return s.mine & leftward, s.mine & straight, s.mine & rightward
