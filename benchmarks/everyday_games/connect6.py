"""Connect6 on 19 x 19: six in a row, two stones a turn. Each colour is one big int."""

from dataclasses import dataclass, replace

from outplay import MAX, MIN, Game

N = 19
W = N + 1  # an empty column keeps rows apart
CELLS = [r * W + c for r in range(N) for c in range(N)]
FULL = sum(1 << i for i in CELLS)


@dataclass(frozen=True)
class State:
    black: int
    white: int
    left: int  # stones that the side to move still has to place
    turn: int

    @property
    def taken(self):
        return self.black | self.white


def six(stones):
    for step in (1, W, W + 1, W - 1):
        x = stones
        for _ in range(5):
            x &= x >> step
        if x:
            return True
    return False


def around(stones):
    wide = stones | stones << 1 | stones >> 1
    wide = wide | wide << W | wide >> W
    return wide & FULL


class Connect6(Game):
    def initial(self):
        return State(black=1 << 9 * W + 9, white=0, left=2, turn=MIN)

    def to_move(self, s):
        return s.turn

    def actions(self, s):
        free = around(s.taken) & ~s.taken
        return [cell for cell in CELLS if free >> cell & 1]

    def result(self, s, cell):
        bit = 1 << cell
        if s.turn == MAX:
            after = replace(s, black=s.black | bit, left=s.left - 1)
        else:
            after = replace(s, white=s.white | bit, left=s.left - 1)
        if after.left == 0:
            return replace(after, left=2, turn=-s.turn)
        return after

    def is_terminal(self, s):
        return six(s.black) or six(s.white) or s.taken == FULL

    def utility(self, s):
        if six(s.black):
            return 1
        return -1 if six(s.white) else 0

    def evaluate(self, s):
        score = 0
        for step in (1, W, W + 1, W - 1):
            score += (s.black & s.black >> step).bit_count()
            score -= bin(s.white & s.white >> step).count("1")
        return score / 100
