"""Teeko, as one would write it down: rules, check, and a look ahead.

Black and Red take turns to place four men each on a board of five by five; after that a turn moves
one man to a free square beside it, diagonally too. Whoever has four men in a row, or in a square of
two by two, wins.
"""

from collections.abc import Iterator
from typing import NamedTuple

import outplay
from outplay import MAX, MIN, Game

SIZE, MEN = 5, 4
SQUARES = range(SIZE * SIZE)


class State(NamedTuple):
    """The men of both sides, one bit a square, row by row; and whose turn it is."""

    black: int
    red: int
    player: int


def square(x: int, y: int) -> int:
    """The number of a square; -1 beside the board."""
    return SIZE * y + x if 0 <= x < SIZE and 0 <= y < SIZE else -1


def shapes() -> list[int]:
    """All that wins: rows, columns, diagonals, and squares."""
    found = []
    for y in range(SIZE):
        for x in range(SIZE):
            for right, down in ((1, 0), (0, 1), (1, 1), (-1, 1)):
                found.append([square(x + n * right, y + n * down) for n in range(MEN)])
            found.append([square(x + n % 2, y + n // 2) for n in range(MEN)])
    return [sum(1 << place for place in shape) for shape in found if -1 not in shape]


def neighbours(place: int) -> list[int]:
    """The squares around one."""
    y, x = divmod(place, SIZE)
    around = [square(x + right, y + down) for down in (-1, 0, 1) for right in (-1, 0, 1)]
    return [other for other in around if other not in (-1, place)]


SHAPES = tuple(shapes())
NEIGHBOURS = tuple(tuple(neighbours(place)) for place in SQUARES)


class Teeko(Game[State, tuple[int, int]]):
    """Four men each: place them, then move them; four in a row or in a square win.

    An action is (from, to); a man that is placed comes from -1.
    """

    may_cycle = True
    win = 1
    player_names = ("Black", "Red")

    def initial(self) -> State:
        return State(0, 0, MAX)

    def to_move(self, s: State) -> int:
        return s.player

    def actions(self, s: State) -> Iterator[tuple[int, int]]:
        mine, taken = s.black if s.player == MAX else s.red, s.black | s.red
        if mine.bit_count() < MEN:
            for end in SQUARES:
                if not taken >> end & 1:
                    yield -1, end
        else:
            for start in SQUARES:
                if mine >> start & 1:
                    for end in NEIGHBOURS[start]:
                        if not taken >> end & 1:
                            yield start, end

    def result(self, s: State, a: tuple[int, int]) -> State:
        start, end = a
        changed = 1 << end
        if start >= 0:
            changed |= 1 << start
        if s.player == MAX:
            return State(s.black ^ changed, s.red, MIN)
        return State(s.black, s.red ^ changed, MAX)

    def is_terminal(self, s: State) -> bool:
        moved = s.red if s.player == MAX else s.black
        return any(moved & shape == shape for shape in SHAPES)

    def utility(self, s: State) -> int:
        return -s.player

    def evaluate(self, s: State) -> float:
        """Shapes that one side alone has men in, and three of them."""
        score = 0
        for shape in SHAPES:
            black, red = (s.black & shape).bit_count(), (s.red & shape).bit_count()
            score += (black == MEN - 1 and not red) - (red == MEN - 1 and not black)
        return score / 100

    def symmetries(self, s: State) -> Iterator[State]:
        """Left and right, or rows and columns exchanged, in turn, until the board is back."""
        for _ in range(4):
            s = State(mirrored(s.black), mirrored(s.red), s.player)
            yield s
            s = State(transposed(s.black), transposed(s.red), s.player)
            yield s

    def format_action(self, s: State, a: tuple[int, int]) -> str:
        start, end = a
        return name(end) if start < 0 else f"{name(start)}-{name(end)}"

    def show(self, s: State) -> str:
        signs = ["B" if s.black >> n & 1 else "R" if s.red >> n & 1 else "." for n in SQUARES]
        rows = [f"{y + 1} {' '.join(signs[SIZE * y :][:SIZE])}" for y in range(SIZE)]
        return "\n".join(["  a b c d e", *rows])


def mirrored(men: int) -> int:
    """The men with left and right exchanged."""
    return sum(1 << n + SIZE - 1 - 2 * (n % SIZE) for n in SQUARES if men >> n & 1)


def transposed(men: int) -> int:
    """The men with rows and columns exchanged."""
    return sum(1 << SIZE * (n % SIZE) + n // SIZE for n in SQUARES if men >> n & 1)


def name(place: int) -> str:
    return f"{'abcde'[place % SIZE]}{place // SIZE + 1}"


def main() -> None:
    game = Teeko()
    print(outplay.check(game, lines=100, native=False))
    s = game.play(["c3", "b2", "c4", "c2", "b3", "b4", "d4"])
    print(game.show(s))
    r = outplay.alphabeta(game, s, depth=3, memory=True, speed="python")
    print(f"Red plays {game.format_action(s, r.line[0])}.")


if __name__ == "__main__":
    main()
