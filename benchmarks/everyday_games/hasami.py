"""Hasami shogi on 7 x 7: pieces move as rooks and take by sandwiching. The board is a string."""

from outplay import MAX, MIN, Game

SIZE = 7
START = "o" * SIZE + "." * SIZE * (SIZE - 2) + "x" * SIZE


def neighbour(square, d):
    """The next square in a direction, or None at the edge."""
    row, col = divmod(square, SIZE)
    if d == "up":
        return square - SIZE if row > 0 else None
    if d == "down":
        return square + SIZE if row < SIZE - 1 else None
    if d == "left":
        return square - 1 if col > 0 else None
    return square + 1 if col < SIZE - 1 else None


class HasamiShogi(Game):
    may_cycle = True
    directions = ["up", "down", "left", "right"]

    def initial(self):
        return START + " x"

    def to_move(self, s):
        return MAX if s[-1] == "x" else MIN

    def actions(self, s):
        board, who = s.split()
        moves = []
        for square, piece in enumerate(board):
            if piece != who:
                continue
            for d in self.directions:
                to = neighbour(square, d)
                while to is not None and board[to] == ".":
                    moves.append((square, to))
                    to = neighbour(to, d)
        return moves or [None]

    def result(self, s, a):
        board, who = s.split()
        other = "o" if who == "x" else "x"
        if a is None:
            return f"{board} {other}"
        start, end = a
        cells = list(board)
        cells[start], cells[end] = ".", who
        for d in self.directions:
            line = []
            square = neighbour(end, d)
            while square is not None and cells[square] == other:
                line.append(square)
                square = neighbour(square, d)
            if square is not None and cells[square] == who:
                for taken in line:
                    cells[taken] = "."
        return "".join(cells) + " " + other

    def is_terminal(self, s):
        return s[:-2].count("x") <= 2 or s[:-2].count("o") <= 2

    def utility(self, s):
        return 1 if s.split()[0].count("o") <= 2 else -1

    def evaluate(self, s):
        return (s[:-2].count("x") - s[:-2].count("o")) / 10
