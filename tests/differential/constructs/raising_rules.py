"""Evaluations that raise once the fourth cell is filled, each as everyday code does."""

from __future__ import annotations

import math
from collections import deque
from typing import Any, NamedTuple

WORTH = {0: 1, 5: 2}
NAMES = {"a": 1}
LINES = [[0, 1], [2, 3]]


class Pair(NamedTuple):
    one: int
    two: int


def index_of_tuple(s: Any) -> Any:
    """tuple index out of range"""
    return s.board[8 if s.board[3] else 1]


def index_of_list(s: Any) -> Any:
    """list index out of range"""
    cells = list(s.board)
    return cells[-9 if s.board[3] else -1]


def index_of_constant(s: Any) -> Any:
    """list index out of range, in a constant"""
    return LINES[2 if s.board[3] else 1][0]


def index_assigned(s: Any) -> Any:
    """list assignment index out of range"""
    cells = [0, 0]
    cells[2 if s.board[3] else 1] = 5
    return sum(cells)


def index_of_text(s: Any) -> Any:
    """string index out of range"""
    return ord("abc"[3 if s.board[3] else 1])


def key_of_dict(s: Any) -> Any:
    """KeyError of an int"""
    return WORTH[7 if s.board[3] else 0]


def key_of_text(s: Any) -> Any:
    """KeyError of a text"""
    return NAMES["b" if s.board[3] else "a"]


def key_of_pair(s: Any) -> Any:
    """KeyError of a tuple"""
    places = {(0, 0): 1}
    return places[0, 1 if s.board[3] else 0]


def key_deleted(s: Any) -> Any:
    """KeyError of del"""
    cells = {1: 2}
    del cells[3 if s.board[3] else 1]
    return len(cells)


def key_popped(s: Any) -> Any:
    """KeyError of pop"""
    return dict(WORTH).pop(3 if s.board[3] else 5)


def removed_from_set(s: Any) -> Any:
    """KeyError of set.remove"""
    cells = {1, 2}
    cells.remove(9 if s.board[3] else 2)
    return len(cells)


def removed_from_list(s: Any) -> Any:
    """ValueError of list.remove"""
    cells = [1, 2]
    cells.remove(9 if s.board[3] else 2)
    return len(cells)


def index_not_found(s: Any) -> Any:
    """ValueError of index, of a list"""
    return [1, 2, 3].index(9 if s.board[3] else 2)


def index_not_in_tuple(s: Any) -> Any:
    """ValueError of index, of a tuple"""
    return s.board.index(9 if s.board[3] else 0)


def index_not_in_text(s: Any) -> Any:
    """ValueError of index, of a text"""
    return "abc".index("x" if s.board[3] else "c")


def no_number(s: Any) -> Any:
    """ValueError of int"""
    return int("4x" if s.board[3] else "42")


def popped_empty_list(s: Any) -> Any:
    """pop from empty list"""
    cells = [1] if s.board[3] == 0 else []
    return cells.pop()


def popped_too_far(s: Any) -> Any:
    """pop index out of range"""
    return [1, 2].pop(5 if s.board[3] else 0)


def popped_empty_set(s: Any) -> Any:
    """pop from an empty set"""
    cells = {3} if s.board[3] == 0 else set()
    return cells.pop()


def popped_empty_dict(s: Any) -> Any:
    """popitem of an empty dict"""
    cells = {3: 4} if s.board[3] == 0 else {}
    return cells.popitem()[1]


def popped_empty_deque(s: Any) -> Any:
    """pop from an empty deque"""
    line = deque([1] if s.board[3] == 0 else [])
    return line.popleft()


def divided_by_zero(s: Any) -> Any:
    """// and 0"""
    return 6 // (1 - (s.board[3] != 0))


def remainder_of_zero(s: Any) -> Any:
    """% and 0"""
    return 6 % (1 - (s.board[3] != 0))


def true_division_by_zero(s: Any) -> Any:
    """/ and 0"""
    return 6 / (1 - (s.board[3] != 0))


def float_divided_by_zero(s: Any) -> Any:
    """/ and 0.0"""
    return 0.5 / (1.0 - (s.board[3] != 0))


def empty_maximum(s: Any) -> Any:
    """max of nothing"""
    return max([x for x in s.board if x == 0 and s.board[3] == 0])


def empty_minimum(s: Any) -> Any:
    """min of a generator of nothing"""
    return min(x + 1 for x in s.board if s.board[3] == 0)


def too_few_to_unpack(s: Any) -> Any:
    """not enough values to unpack"""
    a, b = [1, 2] if s.board[3] == 0 else [1]
    return a + b


def too_many_to_unpack(s: Any) -> Any:
    """too many values to unpack"""
    a, b = s.board[: 3 if s.board[3] else 2]
    return a + b


def nothing_for_star(s: Any) -> Any:
    """not enough values to unpack, with a star"""
    a, b, *rest = s.board[: 1 if s.board[3] else 4]
    return a + b + len(rest)


def none_in_a_sum(s: Any) -> Any:
    """None + int"""
    found = None if s.board[3] else 4
    return found + 1


def none_compared(s: Any) -> Any:
    """None < int"""
    found = None if s.board[3] else 4
    return 1 if found < 5 else 0


def none_indexed(s: Any) -> Any:
    """None[0]"""
    found = None if s.board[3] else (4, 5)
    return found[0]


def attribute_of_none(s: Any) -> Any:
    """None.one"""
    found = None if s.board[3] else Pair(4, 5)
    return found.one


def text_and_number(s: Any) -> Any:
    """int + str"""
    thing: Any = "x" if s.board[3] else 3
    return 2 + thing


def asserted(s: Any) -> Any:
    """assert with a message"""
    assert s.board[3] == 0, f"cell 3 holds {s.board[3]}"
    return 1


def asserted_without_words(s: Any) -> Any:
    """assert without one"""
    assert s.board[3] == 0
    return 1


def raised_with_format(s: Any) -> Any:
    """raise ValueError with numbers in it"""
    if s.board[3]:
        raise ValueError(f"{s.board[3]:>4}|{len(s.board):03d}|{s.board[3] / 4:.2f}|{s.turn!r}")
    return 1


def raised_anew(s: Any) -> Any:
    """raise inside of except"""
    try:
        return WORTH[s.board[3]]
    except KeyError as error:
        raise ValueError("no such piece") from error


def raised_again(s: Any) -> Any:
    """a bare raise, after other errors were handled"""
    total = 0
    for n in (5, s.board[3]):
        try:
            total += WORTH[n]
        except IndexError:
            total += 100
        except KeyError:
            if s.board[3] > 0:
                total += 10
            else:
                raise
    return total


def raised_in_helper(s: Any) -> Any:
    """an error two calls down"""

    def inner(n: int) -> int:
        return s.board[n]

    return sum(inner(n) for n in range(8 + (s.board[3] != 0)))


def next_of_nothing(s: Any) -> Any:
    """next without a default"""
    return next(x for x in (1, 2) if s.board[3] == 0)


def unbound_name(s: Any) -> Any:
    """a name that was not set"""
    if s.board[3] == 0:
        found = 1
    return found


def negative_shift(s: Any) -> Any:
    """1 << -1"""
    return 1 << (-1 if s.board[3] else 2)


def root_of_negative(s: Any) -> Any:
    """math.sqrt(-1)"""
    return math.sqrt(-1 if s.board[3] else 4)


def step_of_zero(s: Any) -> Any:
    """a slice whose step is 0; a range too"""
    step = 0 if s.board[3] else 2
    return len(s.board[::step]) + len(range(0, 5, step))


def strict_zip(s: Any) -> Any:
    """zip(…, strict=True) of different lengths"""
    return sum(a * b for a, b in zip((1, 2), s.board[: 3 if s.board[3] else 2], strict=True))
