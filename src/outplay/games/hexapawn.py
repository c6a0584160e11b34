"""Hexapawn, by Martin Gardner (Scientific American, March 1962), on boards of up to 64 squares."""

from __future__ import annotations

from outplay.games.pawns import PawnGame, State


class Hexapawn(PawnGame):
    """Each side has a row of pawns, which step straight ahead to a free square, or capture.

    A pawn captures diagonally ahead. Whoever reaches the far row wins, and so does whoever leaves
    the other side without a move, by blocking or capturing all of its pawns (+1 if White wins, -1
    if Black does). A game ends with the move that wins, and nothing is played after it.

    On 3 by 3 there are 135 states; counted by what the side to move sees (`mine` and `theirs`,
    whoever it is), they are 131, the number that is published.
    """

    def __init__(self, width: int = 3, height: int = 3) -> None:
        super().__init__(width, height)

    def movers(self, s: State) -> tuple[int, int, int]:
        """The pawns that can capture to the left, step straight ahead, and capture to the right."""
        leftward, _, rightward = self.ahead(s.theirs)
        _, straight, _ = self.ahead(self.board & ~(s.mine | s.theirs))
        return s.mine & leftward, s.mine & straight, s.mine & rightward
