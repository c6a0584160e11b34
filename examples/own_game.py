"""A game of one's own: rules, check, search, and a game against oneself.

Two players move a pawn on a strip, one, two or three squares at a time, never past the end.
Some squares are slippery, and carry it one square further. Whoever reaches the end wins.
"""

from collections.abc import Iterator
from typing import NamedTuple

import outplay
from outplay import MAX, Game


class State(NamedTuple):
    """Where the pawn stands, and whose turn it is."""

    square: int
    player: int


class Dash(Game[State, int]):
    """One pawn, two players, `length` squares; every `slip`-th square is slippery."""

    player_names = ("Ada", "Bob")

    def __init__(self, length: int = 20, slip: int = 5) -> None:
        self.length = length
        self.slip = slip

    def initial(self) -> State:
        return State(0, MAX)

    def to_move(self, s: State) -> int:
        return s.player

    def actions(self, s: State) -> Iterator[int]:
        for steps in (1, 2, 3):
            if s.square + steps <= self.length:
                yield steps

    def result(self, s: State, steps: int) -> State:
        return State(landing(s.square + steps, self.slip, self.length), -s.player)

    def is_terminal(self, s: State) -> bool:
        return s.square == self.length

    def utility(self, s: State) -> int:
        return -s.player

    def show(self, s: State) -> str:
        return "." * s.square + "P" + "." * (self.length - s.square)


def landing(square: int, slip: int, length: int) -> int:
    """Where a pawn comes to rest; a slippery square carries it on."""
    return square + 1 if square % slip == 0 and square < length else square


def main() -> None:
    game = Dash()
    print(outplay.check(game, lines=500, native=False))
    print(outplay.alphabeta(game))
    s = game.initial()
    while not game.is_terminal(s):
        s = game.result(s, outplay.alphabeta(game, s, depth=6).action)
        print(game.show(s))
    print(f"{game.player_name(int(game.utility(s)))} wins.")


if __name__ == "__main__":
    main()
