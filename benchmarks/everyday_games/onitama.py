"""Onitama: five cards say how pieces move; the card that was used goes to the other player."""

from typing import Dict, List, NamedTuple, Optional, Tuple

from outplay import MAX, MIN, Game

CARDS: Dict[str, List[Tuple[int, int]]] = {
    "tiger": [(-2, 0), (1, 0)],
    "crab": [(-1, 0), (0, -2), (0, 2)],
    "frog": [(0, -2), (-1, -1), (1, 1)],
    "goose": [(-1, -1), (0, -1), (0, 1), (1, 1)],
    "ox": [(-1, 0), (0, 1), (1, 0)],
}


class Side(NamedTuple):
    master: Optional[Tuple[int, int]]
    students: Tuple[Tuple[int, int], ...]
    cards: Tuple[str, str]

    def pieces(self):
        if self.master is None:
            return list(self.students)
        return [self.master, *self.students]

    def without(self, square):
        if square == self.master:
            return self._replace(master=None)
        return self._replace(students=tuple(p for p in self.students if p != square))

    def moved(self, start, end):
        if start == self.master:
            return self._replace(master=end)
        return self._replace(students=tuple(end if p == start else p for p in self.students))


class State(NamedTuple):
    red: Side
    blue: Side
    spare: str
    player: int
    moves: int = 0

    @property
    def sides(self):
        return (self.red, self.blue) if self.player == MAX else (self.blue, self.red)


class Move(NamedTuple):
    card: str
    start: Optional[Tuple[int, int]] = None
    end: Optional[Tuple[int, int]] = None


class Onitama(Game):
    size = 5

    def initial(self):
        names = list(CARDS)
        red = Side((4, 2), ((4, 0), (4, 1), (4, 3), (4, 4)), (names[0], names[1]))
        blue = Side((0, 2), ((0, 0), (0, 1), (0, 3), (0, 4)), (names[2], names[3]))
        return State(red, blue, names[4], MAX)

    def to_move(self, s):
        return s.player

    def actions(self, s):
        me, _ = s.sides
        moves = []
        for card in me.cards:
            for piece in me.pieces():
                for dr, dc in CARDS[card]:
                    end = piece[0] + s.player * dr, piece[1] + s.player * dc
                    if all(0 <= x < self.size for x in end) and end not in me.pieces():
                        moves.append(Move(card, piece, end))
        return moves or [Move(card) for card in me.cards]

    def result(self, s, a):
        me, you = s.sides
        if a.start is not None:
            me = me.moved(a.start, a.end)
            you = you.without(a.end)
        first, second = me.cards
        me = me._replace(cards=(s.spare, second) if a.card == first else (first, s.spare))
        red, blue = (me, you) if s.player == MAX else (you, me)
        return State(red, blue, a.card, -s.player, s.moves + 1)

    def winner(self, s):
        if s.blue.master is None or s.red.master == (0, 2):
            return MAX
        if s.red.master is None or s.blue.master == (4, 2):
            return MIN
        return None

    def is_terminal(self, s):
        return self.winner(s) is not None or s.moves >= 60

    def utility(self, s):
        return self.winner(s) or 0

    def evaluate(self, s):
        return (len(s.red.students) - len(s.blue.students)) / 10
