"""Hex on 4 x 4, as functions and without a class: a state is two sets and a letter."""

from outplay import MAX, MIN, Game

SIZE = 4
ALL = frozenset((q, r) for q in range(SIZE) for r in range(SIZE))
AROUND = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))


def initial():
    return frozenset(), frozenset(), "red"


def to_move(state):
    return MAX if state[2] == "red" else MIN


def actions(state):
    red, blue, _ = state
    return sorted(ALL - red - blue)


def result(state, cell):
    red, blue, colour = state
    if colour == "red":
        return red | {cell}, blue, "blue"
    return red, blue | {cell}, "red"


def reaches(stones, cell, axis, seen):
    """Does a chain of these stones lead from the cell to the far side?"""
    if cell[axis] == SIZE - 1:
        return True
    seen.add(cell)
    return any(
        reaches(stones, near, axis, seen)
        for near in ((cell[0] + dq, cell[1] + dr) for dq, dr in AROUND)
        if near in stones and near not in seen
    )


def joined(stones, axis):
    seen = set()
    return any(
        reaches(stones, cell, axis, seen)
        for cell in sorted(stones)
        if cell[axis] == 0 and cell not in seen
    )


def is_terminal(state):
    return joined(state[0], 0) or joined(state[1], 1)


def utility(state):
    return 1 if joined(state[0], 0) else -1


game = Game.from_functions(
    initial=initial,
    to_move=to_move,
    actions=actions,
    result=result,
    is_terminal=is_terminal,
    utility=utility,
)
