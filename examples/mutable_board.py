"""A board that is changed in place, with push and pop, searched without a copy of it.

Two players in turn write their letter into a row, never next to a letter of their own.
Whoever cannot move loses.
"""

import outplay
from outplay import Game


class Row:
    """A row of cells; MAX writes A, MIN writes B, never next to one's own letter."""

    def __init__(self, size: int) -> None:
        self.cells = ["."] * size
        self.played: list[int] = []

    def letter(self) -> str:
        """What the player to move writes."""
        return "AB"[len(self.played) % 2]

    def moves(self) -> list[int]:
        """The free cells that do not touch the mover's letter."""
        mine = self.letter()
        return [
            cell
            for cell, content in enumerate(self.cells)
            if content == "." and mine not in self.cells[max(0, cell - 1) : cell + 2]
        ]

    def push(self, cell: int) -> None:
        self.cells[cell] = self.letter()
        self.played.append(cell)

    def pop(self) -> None:
        self.cells[self.played.pop()] = "."

    def max_to_move(self) -> bool:
        return len(self.played) % 2 == 0

    def __str__(self) -> str:
        return "".join(self.cells)


def main() -> None:
    row = Row(6)
    game = Game.from_board(
        row,
        name="row",
        to_move="max_to_move",
        actions="moves",
        push="push",
        pop="pop",
        is_terminal=lambda board: not board.moves(),
        utility=lambda board: -1 if board.max_to_move() else 1,
        key=lambda board: (str(board), board.max_to_move()),
    )
    print(outplay.check(game, lines=300))
    print(outplay.alphabeta(game, memory=True))
    print(f"The board is as it was: {row}")


if __name__ == "__main__":
    main()
