"""Clobber: move onto a neighbouring piece of the other colour. The board is a tuple of strings."""

from outplay import MAX, Game


class Clobber(Game):
    def __init__(self, rows=5, columns=4):
        self.rows = rows
        self.columns = columns

    def initial(self):
        return (
            tuple(
                "".join("xo"[(r + c) % 2] for c in range(self.columns)) for r in range(self.rows)
            ),
            MAX,
        )

    def to_move(self, s):
        _, player = s
        return player

    def actions(self, s):
        board, player = s
        me, you = ("x", "o") if player == MAX else ("o", "x")
        found = []
        for r, row in enumerate(board):
            for c, piece in enumerate(row):
                if piece == me:
                    for dr, dc in ((-1, 0), (0, -1), (0, 1), (1, 0)):
                        try:
                            if r + dr >= 0 and c + dc >= 0 and board[r + dr][c + dc] == you:
                                found.append(((r, c), (r + dr, c + dc)))
                        except IndexError:
                            pass
        return found

    def result(self, s, a):
        board, player = s
        (r1, c1), (r2, c2) = a
        rows = [list(row) for row in board]
        rows[r2][c2] = rows[r1][c1]
        rows[r1][c1] = "."
        return tuple(map("".join, rows)), -player

    def is_terminal(self, s):
        return len(self.actions(s)) == 0

    def utility(self, s):
        return -s[1]

    def evaluate(self, s):
        board, player = s
        return (len(self.actions((board, 1))) - len(self.actions((board, -1)))) / 100
