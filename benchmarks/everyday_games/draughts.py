"""Draughts on 6 x 6: taking is compulsory, and goes on as long as it can. A list of lists."""

import copy

from outplay import MAX, Game

SIZE = 6


def inside(r, c):
    return 0 <= r < SIZE and 0 <= c < SIZE


class Draughts(Game):
    """0 empty, 1 and 2 MAX's men and kings, -1 and -2 those of MIN."""

    def initial(self):
        board = [[0] * SIZE for _ in range(SIZE)]
        for r in range(2):
            for c in range(SIZE):
                if (r + c) % 2 == 1:
                    board[r][c] = -1
                    board[SIZE - 1 - r][SIZE - 1 - c] = 1
        return {"board": board, "player": MAX, "idle": 0}

    def to_move(self, s):
        return s["player"]

    def ways(self, piece):
        forward = -1 if piece > 0 else 1
        ways = [(forward, -1), (forward, 1)]
        if abs(piece) == 2:
            ways += [(-forward, -1), (-forward, 1)]
        return ways

    def jumps(self, board, r, c, piece, path):
        """All ways to go on taking from (r, c), each a list of squares."""
        found = []
        for dr, dc in self.ways(piece):
            over = r + dr, c + dc
            to = r + 2 * dr, c + 2 * dc
            if inside(*to) and board[over[0]][over[1]] * piece < 0 and board[to[0]][to[1]] == 0:
                after = copy.deepcopy(board)
                after[over[0]][over[1]] = 0
                after[r][c] = 0
                further = self.jumps(after, *to, piece, path + [to])
                found.extend(further if further else [path + [to]])
        return found

    def actions(self, s):
        board, player = s["board"], s["player"]
        steps, takes = [], []
        for r in range(SIZE):
            for c in range(SIZE):
                piece = board[r][c]
                if piece * player > 0:
                    takes += [tuple(path) for path in self.jumps(board, r, c, piece, [(r, c)])]
                    for dr, dc in self.ways(piece):
                        if inside(r + dr, c + dc) and not board[r + dr][c + dc]:
                            steps.append(((r, c), (r + dr, c + dc)))
        return takes or steps

    def result(self, s, path):
        board = [row[:] for row in s["board"]]
        start, *rest = path
        piece = board[start[0]][start[1]]
        taken = 0
        here = start
        for there in rest:
            if abs(there[0] - here[0]) == 2:
                board[(here[0] + there[0]) // 2][(here[1] + there[1]) // 2] = 0
                taken += 1
            here = there
        board[start[0]][start[1]] = 0
        if here[0] in (0, SIZE - 1) and abs(piece) == 1:
            piece *= 2
        board[here[0]][here[1]] = piece
        return {"board": board, "player": -s["player"], "idle": 0 if taken else s["idle"] + 1}

    def is_terminal(self, s):
        return s["idle"] >= 20 or len(self.actions(s)) == 0

    def utility(self, s):
        return 0 if s["idle"] >= 20 else -s["player"]

    def evaluate(self, s):
        return sum(sum(row) for row in s["board"]) / 50
