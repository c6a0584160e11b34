"""Quoridor on a small board, as one would write it down: rules, check, and who wins.

Two pawns start in the middle of opposite rows, and want to reach the row of the other one. A turn
is a step of the pawn, or a wall, which is two squares long and must leave both pawns a way. A pawn
that stands before the other one jumps over it, or beside it if it cannot jump straight on.
"""

from collections.abc import Iterator
from typing import NamedTuple

import outplay
from outplay import MAX, MIN, Game

UP, RIGHT, DOWN, LEFT = range(4)


class State(NamedTuple):
    """Squares and walls, numbered row by row from the top; see `Quoridor`."""

    white: int
    """Where the pawn of White (MAX) stands; it wants to reach the first row."""
    black: int
    """Where Black's pawn stands; it wants to reach the last row."""
    flat: int
    """Walls between rows, one bit each: the upper left one of the four squares that it touches."""
    upright: int
    """Walls between columns, in the same way."""
    white_walls: int
    black_walls: int
    """How many they have left."""
    player: int


class Quoridor(Game[State, int]):
    """A board of `size` by `size` squares, and `walls` for each side.

    An action is the square that the pawn goes to; or the corner that a wall crosses, numbered as
    its upper left square, plus the number of squares (a flat wall) or twice that (an upright one).
    """

    may_cycle = True
    win = 1
    player_names = ("White", "Black")

    def __init__(self, size: int = 3, walls: int = 1) -> None:
        self.size = size
        self.walls = walls
        self.squares = size * size

    def initial(self) -> State:
        middle = self.size // 2
        start = self.squares - self.size + middle
        return State(start, middle, 0, 0, self.walls, self.walls, MAX)

    def to_move(self, s: State) -> int:
        return s.player

    def actions(self, s: State) -> Iterator[int]:
        moves = self.pawn_moves(s)
        yield from moves
        found = len(moves)
        if (s.white_walls if s.player == MAX else s.black_walls) > 0:
            for corner in range(self.squares - self.size):
                if corner % self.size < self.size - 1:
                    for a in (corner + self.squares, corner + 2 * self.squares):
                        if self.wall_fits(s, a) and self.both_have_a_way(self.result(s, a)):
                            yield a
                            found += 1
        if found == 0:  # hemmed in by the other pawn: stay
            yield s.white if s.player == MAX else s.black

    def result(self, s: State, a: int) -> State:
        white = s.player == MAX
        if a < self.squares:
            moved = s._replace(white=a) if white else s._replace(black=a)
            return moved._replace(player=-s.player)
        wall = 1 << a % self.squares
        if a < 2 * self.squares:
            s = s._replace(flat=s.flat | wall)
        else:
            s = s._replace(upright=s.upright | wall)
        if white:
            return s._replace(white_walls=s.white_walls - 1, player=MIN)
        return s._replace(black_walls=s.black_walls - 1, player=MAX)

    def is_terminal(self, s: State) -> bool:
        return s.white < self.size or s.black >= self.squares - self.size

    def utility(self, s: State) -> int:
        return MAX if s.white < self.size else MIN

    def evaluate(self, s: State) -> float:
        """Whose way is shorter."""
        longest = self.squares
        return (self.way(s, s.black, MIN) - self.way(s, s.white, MAX)) / (2 * longest)

    # --- pawns ------------------------------------------------------------------------

    def step(self, s: State, square: int, way: int) -> int:
        """The square beside, or -1 where a wall or the edge is in between."""
        y, x = divmod(square, self.size)
        if way in (UP, DOWN):
            y += 1 if way == DOWN else -1
            above = min(square, square + self.size * (1 if way == DOWN else -1))
            walls, near = s.flat, (above, above - 1 if x > 0 else -1)
        else:
            x += 1 if way == RIGHT else -1
            before = min(square, square + (1 if way == RIGHT else -1))
            walls, near = s.upright, (before, before - self.size)
        if not (0 <= x < self.size and 0 <= y < self.size):
            return -1
        for wall in near:
            if wall >= 0 and walls >> wall & 1:
                return -1
        return y * self.size + x

    def pawn_moves(self, s: State) -> list[int]:
        """The squares that the pawn of the side to move can go to."""
        mine, theirs = (s.white, s.black) if s.player == MAX else (s.black, s.white)
        found = []
        for way in (UP, RIGHT, DOWN, LEFT):
            end = self.step(s, mine, way)
            if end == theirs:
                behind = self.step(s, theirs, way)
                if behind >= 0:
                    found.append(behind)
                    continue
                for aside in ((way + 1) % 4, (way + 3) % 4):
                    end = self.step(s, theirs, aside)
                    if end >= 0:
                        found.append(end)
            elif end >= 0:
                found.append(end)
        return found

    def way(self, s: State, square: int, player: int) -> int:
        """How many steps the pawn of a player has to go, the other one not in its way; -1: none."""
        reached, level, steps = 1 << square, [square], 0
        while level:
            following = []
            for here in level:
                if here < self.size if player == MAX else here >= self.squares - self.size:
                    return steps
                for way in (UP, RIGHT, DOWN, LEFT):
                    end = self.step(s, here, way)
                    if end >= 0 and not reached >> end & 1:
                        reached |= 1 << end
                        following.append(end)
            level = following
            steps += 1
        return -1

    # --- walls ------------------------------------------------------------------------

    def wall_fits(self, s: State, a: int) -> bool:
        """Does this wall cross no other one, and lie on none?"""
        corner = a % self.squares
        walls, step = (s.flat, 1) if a < 2 * self.squares else (s.upright, self.size)
        beside = 1 << corner + step | 1 << corner
        if corner >= step and (step > 1 or corner % self.size > 0):
            beside |= 1 << corner - step
        return not walls & beside and not (s.flat | s.upright) >> corner & 1

    def both_have_a_way(self, s: State) -> bool:
        return self.way(s, s.white, MAX) >= 0 and self.way(s, s.black, MIN) >= 0

    # --- for people -------------------------------------------------------------------

    def symmetries(self, s: State) -> Iterator[State]:
        """Left and right exchanged."""
        yield s._replace(
            white=self.mirrored(s.white, self.size - 1),
            black=self.mirrored(s.black, self.size - 1),
            flat=self.mirrored_walls(s.flat),
            upright=self.mirrored_walls(s.upright),
        )

    def mirrored(self, square: int, last: int) -> int:
        return square + last - 2 * (square % self.size)

    def mirrored_walls(self, walls: int) -> int:
        found = 0
        for corner in range(self.squares):
            if walls >> corner & 1:
                found |= 1 << self.mirrored(corner, self.size - 2)
        return found

    def format_action(self, s: State, a: int) -> str:
        y, x = divmod(a % self.squares, self.size)
        return f"{'abcdefghi'[x]}{y + 1}" + ("", "-", "|")[a // self.squares]

    def show(self, s: State) -> str:
        lines = []
        for y in range(self.size):
            squares, below = "", ""
            for x in range(self.size):
                at = y * self.size + x
                squares += "W" if at == s.white else "B" if at == s.black else "."
                squares += "|" if x + 1 < self.size and self.step(s, at, RIGHT) < 0 else " "
                below += "- " if y + 1 < self.size and self.step(s, at, DOWN) < 0 else "  "
            lines += [squares.rstrip(), below.rstrip()]
        return "\n".join(lines[:-1])


def main() -> None:
    game = Quoridor()
    print(outplay.check(game, lines=100, native=False))
    for walls in (0, 1):
        game = Quoridor(3, walls)
        r = outplay.Engine(game, speed="python").analyse(exact=True, lines=1)
        winner = game.player_name(int(r.value)) if r.value else "nobody"
        print(f"3 by 3, {walls} each: {winner} wins, after {r.distance} plies.")


if __name__ == "__main__":
    main()
