"""Ultimate tic-tac-toe: nine boards, and your move says which one your opponent plays on."""

import copy

from outplay import MAX, MIN, Game

LINES = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]]


def winner(cells):
    for a, b, c in LINES:
        if cells[a] is not None and cells[a] == cells[b] == cells[c]:
            return cells[a]
    if None not in cells:
        return "draw"
    return None


class UltimateTicTacToe(Game):
    def initial(self):
        return {
            "boards": [[None for _ in range(9)] for _ in range(9)],
            "won": [None] * 9,
            "active": None,
            "turn": "X",
        }

    def to_move(self, state):
        return {"X": MAX, "O": MIN}[state["turn"]]

    def actions(self, state):
        if state["active"] is None:
            open_boards = [n for n in range(9) if state["won"][n] is None]
        else:
            open_boards = [state["active"]]
        return [
            (n, cell) for n in open_boards for cell in range(9) if state["boards"][n][cell] is None
        ]

    def result(self, state, action):
        n, cell = action
        after = copy.deepcopy(state)
        after["boards"][n][cell] = state["turn"]
        after["won"][n] = winner(after["boards"][n])
        after["active"] = cell if after["won"][cell] is None else None
        after["turn"] = "O" if state["turn"] == "X" else "X"
        return after

    def is_terminal(self, state):
        return winner(state["won"]) is not None

    def utility(self, state):
        scores = {"X": 1, "O": -1, "draw": 0}
        return scores[winner(state["won"])]

    def evaluate(self, state):
        won = state["won"]
        return (won.count("X") - won.count("O")) / 10
