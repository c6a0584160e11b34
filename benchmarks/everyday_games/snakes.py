"""Two snakes on a 5 x 5 board that grow a square a move; who cannot move has lost.

The board is an object that knows how to copy itself and to move.
"""

from dataclasses import dataclass, field

from outplay import MAX, MIN, Game

SIZE = 5


@dataclass
class Arena:
    snakes: dict = field(default_factory=lambda: {MAX: [(0, 0)], MIN: [(4, 4)]})
    turn: int = MAX

    def copy(self):
        return Arena({who: list(body) for who, body in self.snakes.items()}, self.turn)

    @property
    def head(self):
        return self.snakes[self.turn][-1]

    def free(self, square):
        r, c = square
        if not (0 <= r < SIZE and 0 <= c < SIZE):
            return False
        return all(square not in body for body in self.snakes.values())

    def moves(self):
        r, c = self.head
        near = {"N": (r - 1, c), "S": (r + 1, c), "W": (r, c - 1), "E": (r, c + 1)}
        return [name for name, square in near.items() if self.free(square)]

    def go(self, way):
        r, c = self.head
        dr, dc = {"N": (-1, 0), "S": (1, 0), "W": (0, -1), "E": (0, 1)}[way]
        self.snakes[self.turn].append((r + dr, c + dc))
        self.turn = -self.turn

    def room(self, who):
        """How many squares a snake can still reach."""
        seen, todo = set(), [self.snakes[who][-1]]
        while todo:
            r, c = todo.pop()
            for square in ((r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)):
                if square not in seen and self.free(square):
                    seen.add(square)
                    todo.append(square)
        return len(seen)


class Snakes(Game):
    def initial(self):
        return Arena()

    def to_move(self, arena):
        return arena.turn

    def actions(self, arena):
        return arena.moves()

    def result(self, arena, way):
        after = arena.copy()
        after.go(way)
        return after

    def is_terminal(self, arena):
        return not arena.moves()

    def utility(self, arena):
        return -arena.turn

    def evaluate(self, arena):
        return (arena.room(MAX) - arena.room(MIN)) / 100
