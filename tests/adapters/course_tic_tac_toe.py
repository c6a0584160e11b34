"""Tic-tac-toe as a course has it: functions of a module, a list of lists, actions in a set."""

import copy

X = "X"
O = "O"  # noqa: E741
EMPTY = None


def initial_state():
    return [[EMPTY, EMPTY, EMPTY], [EMPTY, EMPTY, EMPTY], [EMPTY, EMPTY, EMPTY]]


def player(board):
    crosses = sum(row.count(X) for row in board)
    noughts = sum(row.count(O) for row in board)
    return X if crosses == noughts else O


def actions(board):
    free = set()
    for i, row in enumerate(board):
        for j, cell in enumerate(row):
            if cell == EMPTY:
                free.add((i, j))
    return free


def result(board, action):
    if action not in actions(board):
        raise Exception("Invalid action")
    after = copy.deepcopy(board)
    i, j = action
    after[i][j] = player(board)
    return after


def winner(board):
    lines = [*board, *zip(*board, strict=True)]
    lines.append([board[k][k] for k in range(3)])
    lines.append([board[k][2 - k] for k in range(3)])
    for side in (X, O):
        if any(all(cell == side for cell in line) for line in lines):
            return side
    return None


def terminal(board):
    return winner(board) is not None or not any(EMPTY in row for row in board)


def utility(board):
    return {X: 1, O: -1, None: 0}[winner(board)]
