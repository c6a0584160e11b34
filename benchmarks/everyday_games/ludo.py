"""A small ludo for two: a die, two pieces each, and a lap of sixteen squares.

Pieces are None before they have entered and "home" at the end; a turn may be a pass.
"""

from typing import NamedTuple, Optional, Union

from outplay import CHANCE, MAX, MIN, Game

Place = Union[int, str, None]
LAP = 16
OFFSET = {MAX: 0, MIN: 8}


class State(NamedTuple):
    pieces: dict
    player: int
    die: Optional[int] = None
    turns: int = 0


class Ludo(Game):
    def __init__(self, sides: int = 3):
        self.sides = sides

    def initial(self):
        return State({MAX: (None, None), MIN: (None, None)}, MAX)

    def to_move(self, s):
        return CHANCE if s.die is None else s.player

    def outcomes(self, s):
        for face in range(1, self.sides + 1):
            yield face, 1 / self.sides

    def moved(self, place: Place, die: int) -> Place:
        if place is None:
            return 0
        if place == "home":
            raise ValueError("that piece is at home")
        return place + die if place + die < LAP else "home"

    def actions(self, s):
        mine = s.pieces[s.player]
        moves = []
        for number, place in enumerate(mine):
            if place == "home" or (place is None and s.die != self.sides):
                continue
            if self.moved(place, s.die) not in mine or self.moved(place, s.die) == "home":
                moves.append(("enter", number) if place is None else number)
        return moves if moves else [None]

    def square(self, player, place):
        return (place + OFFSET[player]) % LAP

    def result(self, s, a):
        if s.die is None:
            return s._replace(die=a)
        pieces = dict(s.pieces)
        if a is not None:
            number = a[1] if isinstance(a, tuple) else a
            mine = list(pieces[s.player])
            mine[number] = self.moved(mine[number], s.die)
            pieces[s.player] = tuple(mine)
            if mine[number] != "home":
                here = self.square(s.player, mine[number])
                pieces[-s.player] = tuple(
                    None if isinstance(p, int) and self.square(-s.player, p) == here else p
                    for p in pieces[-s.player]
                )
        return State(pieces, -s.player, None, s.turns + 1)

    def is_terminal(self, s):
        return s.turns >= 200 or any(
            all(place == "home" for place in places) for places in s.pieces.values()
        )

    def utility(self, s):
        for player in (MAX, MIN):
            if s.pieces[player].count("home") == 2:
                return player
        return 0

    def evaluate(self, s):
        worth = lambda place: 0 if place is None else LAP if place == "home" else place
        return (sum(map(worth, s.pieces[MAX])) - sum(map(worth, s.pieces[MIN]))) / (3 * LAP)
