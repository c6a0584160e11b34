"""Tablut on 7 x 7, a small hnefatafl: a king and his guards against twice as many.

The pieces that are there are in a dict by their square.
"""

import enum

from outplay import MAX, MIN, Game


class Piece(enum.Enum):
    ATTACKER = "a"
    GUARD = "g"
    KING = "k"

    @property
    def side(self):
        return MIN if self is Piece.ATTACKER else MAX


SIZE = 7
THRONE = (3, 3)
CORNERS = {(0, 0), (0, 6), (6, 0), (6, 6)}
PICTURE = """
...a...
...a...
...g...
aagkgaa
...g...
...a...
...a...
"""


def read(picture):
    pieces = {}
    for r, line in enumerate(picture.strip().splitlines()):
        for c, letter in enumerate(line):
            if letter != ".":
                pieces[r, c] = Piece(letter)
    return pieces


class Tablut(Game):
    may_cycle = True

    def initial(self):
        return {"pieces": read(PICTURE), "turn": MIN, "quiet": 0}

    def to_move(self, state):
        return state["turn"]

    def slides(self, pieces, square):
        is_king = pieces[square] is Piece.KING
        for dr, dc in [(0, 1), (1, 0), (0, -1), (-1, 0)]:
            r, c = square
            while True:
                r, c = r + dr, c + dc
                if not (0 <= r < SIZE and 0 <= c < SIZE) or (r, c) in pieces:
                    break
                if (r, c) in CORNERS and not is_king:
                    break
                if (r, c) != THRONE:
                    yield (r, c)

    def actions(self, state):
        pieces = state["pieces"]
        for square in sorted(pieces):
            if pieces[square].side == state["turn"]:
                for target in self.slides(pieces, square):
                    yield square, target

    def result(self, state, action):
        start, end = action
        pieces = dict(state["pieces"])
        piece = pieces.pop(start)
        pieces[end] = piece
        quiet = state["quiet"] + 1
        for dr, dc in ((0, 1), (1, 0), (0, -1), (-1, 0)):
            near = (end[0] + dr, end[1] + dc)
            far = (end[0] + 2 * dr, end[1] + 2 * dc)
            victim = pieces.get(near)
            if victim is None or victim.side == piece.side:
                continue
            if victim is Piece.KING:
                caught = all(
                    pieces.get((near[0] + a, near[1] + b)) == Piece.ATTACKER
                    for a, b in ((0, 1), (1, 0), (0, -1), (-1, 0))
                )
            else:
                helper = pieces.get(far)
                caught = far in CORNERS or (helper is not None and helper.side == piece.side)
            if caught:
                del pieces[near]
                quiet = 0
        return {"pieces": pieces, "turn": -state["turn"], "quiet": quiet}

    def king(self, state):
        for square, piece in state["pieces"].items():
            if piece is Piece.KING:
                return square
        return None

    def is_terminal(self, state):
        where = self.king(state)
        if where is None or where in CORNERS or state["quiet"] >= 30:
            return True
        return next(self.actions(state), None) is None

    def utility(self, state):
        where = self.king(state)
        if where is None:
            return -1
        if where in CORNERS:
            return 1
        return 0 if state["quiet"] >= 30 else -state["turn"]

    def evaluate(self, state):
        guards = sum(1 for p in state["pieces"].values() if p is Piece.GUARD)
        attackers = len([p for p in state["pieces"].values() if p == Piece.ATTACKER])
        return (2 * guards - attackers) / 20
