"""Reading tuples and constants: indices, slices, `in`, and the functions that count and choose."""

from __future__ import annotations

import math
from typing import Any

from construct_base import Board

LINES = ((0, 1, 2), (1, 2, 3), (4, 5, 6), (5, 6, 7), (0, 5), (3, 6))
LINES_LISTED = [list(line) for line in LINES if len(line) == 3]
LINES_IN_LIST = [line for line in LINES if len(line) == 3]
NEAR = ((1, 4), (0, 2, 5), (1, 3, 6), (2, 7), (0, 5), (1, 4, 6), (2, 5, 7), (3, 6))
WEIGHTS = [3, -1, 4, 1, -5, 9, 2, -6]
SQUARES = {n: n * n for n in range(-4, 5)}
CORNERS = {0, 3, 4, 7}
NAMES = {"top": {"left": 0, "right": 3}, "bottom": {"left": 4, "right": 7}}
STEPS = {(0, 1): "east", (1, 0): "south", (0, -1): "west"}
WIDE = 4 if len(WEIGHTS) > 6 else 3


def in_tuple(s: Any) -> Any:
    """0 in board, 3 not in board"""
    return 2 * (1 in s.board) + (3 not in s.board)


def count_in_tuple(s: Any) -> Any:
    """board.count(x)"""
    return s.board.count(0) - 3 * s.board.count(2)


def index_in_tuple(s: Any) -> Any:
    """board.index(x), guarded"""
    return s.board.index(-1) if -1 in s.board else 20


def sum_of_tuple(s: Any) -> Any:
    """sum(board), sum(board, start)"""
    return sum(s.board) + sum(s.board[2:5], 7)


def extremes(s: Any) -> Any:
    """max(board) - min(board); max of several"""
    return 10 * max(s.board) - min(s.board) + max(s.board[0], s.board[1], 1)


def max_with_default(s: Any) -> Any:
    """max((… for …), default=…) and min of an empty list"""
    least = min([n for n in range(8) if s.board[n] < -2], default=-9)
    return max((n for n in range(8) if s.board[n] == 2), default=-1) + least


def max_with_key(s: Any) -> Any:
    """max(range(8), key=lambda n: …), min likewise; the first of equals"""
    return max(range(8), key=lambda n: s.board[n]) * 10 + min(range(8), key=lambda n: s.board[n])


def max_of_pairs(s: Any) -> Any:
    """max of tuples"""
    value, where = max((abs(x), n) for n, x in enumerate(s.board))
    return 10 * value + where


def module_list_of_tuples(s: Any) -> Any:
    """for a, b, c in LINES, a list at the top of the file"""
    total = 0
    for a, b, c in LINES_IN_LIST:
        if s.board[a] == s.board[b] or s.board[b] != s.board[c]:
            total += s.board[a] + 1
    return total


def module_list_of_lists(s: Any) -> Any:
    """for line in LINES: line[0], len(line)"""
    return sum(s.board[line[0]] * line[-1] for line in LINES_LISTED) + len(LINES_LISTED[1])


def module_tuple_of_tuples(s: Any) -> Any:
    """tuples of different lengths at the top of the file"""
    total = 0
    for line in LINES:
        total += len(line) * s.board[line[-1]]
    return total


def any_of_all(s: Any) -> Any:
    """any(all(board[n] > 0 for n in line) for line in LINES)"""
    won = any(all(s.board[n] > 0 for n in line) for line in LINES)
    lost = any(all(s.board[n] < 0 for n in line) for line in LINES)
    return won - lost


def all_of_any(s: Any) -> Any:
    """all(any(…) for …), with the outer name used inside"""
    return all(any(s.board[n] >= k for n in line) for k, line in enumerate(LINES[:2]))


def list_in_the_rule(s: Any) -> Any:
    """for dr, dc in [(0, 1), (1, 0)]"""
    total = 0
    for dr, dc in [(0, 1), (1, 0), (1, -1)]:
        total += s.board[1 + 4 * dr + dc] * (2 * dr + 1)
    return total


def tuple_in_the_rule(s: Any) -> Any:
    """for dr, dc in ((0, 1), (1, 0))"""
    total = 0
    for dr, dc in ((0, 1), (1, 0), (1, 1)):
        total += s.board[1 + 4 * dr + dc] * (dc + 2)
    return total


class ListMadeInInit(Board):
    """self.lines = […] made in __init__"""

    def __init__(self) -> None:
        self.lines = [list(line) for line in LINES]
        self.weights_of = {n: w for n, w in enumerate(WEIGHTS)}

    def evaluate(self, s: Any) -> Any:
        return sum(self.weights_of[line[0]] * s.board[line[-1]] for line in self.lines)


def module_list(s: Any) -> Any:
    """WEIGHTS[n] of a list at the top of the file"""
    return sum(WEIGHTS[n] * s.board[n] for n in range(8)) + len(WEIGHTS) + max(WEIGHTS)


def module_dict(s: Any) -> Any:
    """SQUARES[x] of a dict at the top of the file"""
    return SQUARES[s.board[0]] + 3 * SQUARES[s.board[1] + 1]


def module_dict_get(s: Any) -> Any:
    """SQUARES.get(x, default), x in SQUARES"""
    return SQUARES.get(s.board[0] * 2, -7) + (s.board[1] * 3 in SQUARES)


def nested_dict(s: Any) -> Any:
    """NAMES["top"]["left"]; for side, ends in NAMES.items()"""
    total = s.board[NAMES["top"]["left"]]
    for side, ends in NAMES.items():
        for end, n in ends.items():
            total += s.board[n] * (len(side) if end == "left" else 2)
    return total


def dict_of_tuples(s: Any) -> Any:
    """for (dr, dc), name in STEPS.items()"""
    total = 0
    for (dr, dc), name in STEPS.items():
        total += s.board[1 + 4 * dr + dc] * len(name)
    return total + ((1, 0) in STEPS)


def module_set(s: Any) -> Any:
    """n in CORNERS, a set at the top of the file"""
    return sum(s.board[n] for n in range(8) if n in CORNERS) * 2 + len(CORNERS)


def chosen_constant(s: Any) -> Any:
    """a constant that is chosen when the file is imported"""
    return s.board[WIDE] - s.board[WIDE - 1]


def set_in_the_rule(s: Any) -> Any:
    """n in {0, 2, 5}"""
    return sum(s.board[n] for n in range(8) if n in {0, 2, 5})


def tuple_membership(s: Any) -> Any:
    """x in (…), x not in […], (x, y) in …"""
    hits = sum(x in (1, 2) for x in s.board) - sum(x not in [0, -1, 3] for x in s.board)
    return hits + ((s.board[0], s.board[1]) in ((1, -2), (0, 0)))


def slice_of_constants(s: Any) -> Any:
    """board[0:3] == (…), board[5:]"""
    return (s.board[0:3] == (1, 0, 0)) + 2 * (s.board[5:] != (0, 0, 0)) + len(s.board[:-2])


def slice_by_variables(s: Any) -> Any:
    """sum(board[n:n + 3]) with a variable n"""
    best = -99
    for n in range(6):
        best = max(best, sum(s.board[n : n + 3]) * (n + 1))
    return best


def slice_with_step(s: Any) -> Any:
    """board[n::4], board[::-1], board[6:1:-2]"""
    columns = [sum(s.board[n::4]) for n in range(4)]
    turned = s.board[::-1]
    return max(columns) * 10 + turned[0] - sum(s.board[6:1:-2])


def slice_out_of_range(s: Any) -> Any:
    """slices beyond both ends: board[-20:3], board[5:99], board[6:2]"""
    k = s.board[0] + 3
    return (
        len(s.board[-20:k]) + 3 * len(s.board[k : 99 * k]) + len(s.board[6:2]) + sum(s.board[-k:])
    )


def index_from_the_end(s: Any) -> Any:
    """board[-1], board[-n]"""
    return s.board[-1] + sum(n * s.board[-n] for n in range(1, 5))


def enumerated(s: Any) -> Any:
    """for n, x in enumerate(board), with a start"""
    total = 0
    for n, x in enumerate(s.board, 1):
        total += n * x
    return total


def zipped(s: Any) -> Any:
    """for x, w in zip(board, WEIGHTS), of different lengths"""
    return sum(x * w for x, w in zip(s.board, WEIGHTS)) + len(list(zip(s.board, WEIGHTS[:3])))


def zipped_three(s: Any) -> Any:
    """zip of three; nested targets"""
    total = 0
    for (a, b), c, d in zip(((0, 1), (2, 3)), (4, 5), s.board):
        total += s.board[a] * 3 + s.board[b] - s.board[c] + d
    return total


def reversed_range(s: Any) -> Any:
    """for n in reversed(range(8)), reversed(board)"""
    total = 0
    for n in reversed(range(8)):
        total = 2 * total + s.board[n]
    for x in reversed(s.board):
        total = 2 * total - x
    return total


def ragged_table(s: Any) -> Any:
    """for m in NEAR[n], of different lengths"""
    total = 0
    for n in range(8):
        for m in NEAR[n]:
            if s.board[n] == s.board[m]:
                total += n
    return total


def sorted_tuple(s: Any) -> Any:
    """sorted(board)[k]"""
    ordered = sorted(s.board)
    return ordered[0] * 10 + ordered[-2]


def compared_tuples(s: Any) -> Any:
    """board[:4] < board[4:], max of two tuples"""
    return (s.board[:4] < s.board[4:]) * 2 + max(s.board[:4], s.board[4:])[0]


def repeated_tuple(s: Any) -> Any:
    """(0, 1) * n + board[:2]"""
    made = (0, 1) * (s.board[0] + 3) + s.board[:2]
    return len(made) + sum(made)


def summed_bools(s: Any) -> Any:
    """sum(x == 1 for x in board), len([… if …]), sum(1 for …)"""
    ones = sum(x == 1 for x in s.board)
    return ones + 2 * len([x for x in s.board if x < 0]) + 5 * sum(1 for x in s.board if x == 2)


def infinite_floor(s: Any) -> Any:
    """best = -math.inf, float("inf")"""
    best, least = -math.inf, float("inf")
    for n, x in enumerate(s.board):
        best = max(best, x * n)
        least = min(least, x)
    return best - least
