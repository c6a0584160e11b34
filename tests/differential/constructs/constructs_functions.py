"""Functions, methods, closures and objects."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import Any

from construct_base import Board

LINES = ((0, 1, 2), (1, 2, 3), (4, 5, 6), (5, 6, 7))


def add(x: int, y: int = 1) -> int:
    return x + y


def spread(first: int, *others: int, scale: int = 1) -> int:
    return scale * (first - sum(others)) + len(others)


def named(**parts: int) -> int:
    return sum(value * len(name) for name, value in parts.items())


def star_in_call(s: Any) -> Any:
    """f(*pair), f(*board[:2])"""
    pair = (s.board[0], s.board[1])
    return add(*pair) * 10 + add(*s.board[2:4])


def default_argument(s: Any) -> Any:
    """f(x) with a default, f(x, y=2)"""
    return add(s.board[0]) * 10 + add(s.board[1], y=2) + add(y=s.board[2], x=5)


def varying_arguments(s: Any) -> Any:
    """def f(first, *others, scale=1)"""
    return spread(s.board[0]) + spread(1, 2, s.board[1], scale=3) + spread(*s.board) * 10


def keyword_arguments(s: Any) -> Any:
    """def f(**parts); f(**{…})"""
    return named(a=s.board[0], bc=2) + named(**{"xyz": s.board[1]})


def fill(board: Any, n: int, seen: set[int]) -> int:
    seen.add(n)
    for m in (n - 1, n + 1, n - 4, n + 4):
        if 0 <= m < 8 and m not in seen and board[m] == board[n]:
            fill(board, m, seen)
    return len(seen)


def recursion_with_set(s: Any) -> Any:
    """a recursive flood fill that changes a set of its caller"""
    return fill(s.board, 5, set())


def depth_of(n: int) -> int:
    return 0 if n <= 0 else 1 + max(depth_of(n - 2), depth_of(n - 3))


def recursion_of_numbers(s: Any) -> Any:
    """1 + max(f(n - 2), f(n - 3))"""
    return depth_of(s.board[0] + 6) * 10 + s.board[1]


def is_even(n: int) -> bool:
    return True if n == 0 else is_odd(n - 1)


def is_odd(n: int) -> bool:
    return False if n == 0 else is_even(n - 1)


def mutual_recursion(s: Any) -> Any:
    """two functions that call each other"""
    return sum(is_even(abs(x) * 3 + 1) * n for n, x in enumerate(s.board))


def subsets(numbers: tuple[int, ...]) -> list[tuple[int, ...]]:
    if not numbers:
        return [()]
    rest = subsets(numbers[1:])
    return rest + [(numbers[0], *part) for part in rest]


def recursion_with_lists(s: Any) -> Any:
    """a recursion that returns lists of tuples"""
    return sum(1 for part in subsets(s.board[:4]) if sum(part) == 0) * 10 + len(subsets(()))


def local_function(s: Any) -> Any:
    """a function inside of a rule that reads its names"""

    def at(r: int, c: int) -> int:
        return s.board[4 * r + c]

    return at(1, 1) * 10 + sum(at(r, 2) for r in range(2))


def local_lambda(s: Any) -> Any:
    """at = lambda r, c: …"""
    at = lambda r, c: s.board[4 * r + c]
    return at(1, 2) * 10 + at(0, 3)


def local_recursion(s: Any) -> Any:
    """a local function that calls itself"""

    def count(n: int, left: int) -> int:
        if left == 0 or n >= 8:
            return 0
        return (s.board[n] == 0) + count(n + left, left - 1) + count(n + 1, left - 1)

    return count(0, 3)


def nonlocal_counter(s: Any) -> Any:
    """nonlocal total; total += x"""
    total = 0

    def add_up(x: int) -> None:
        nonlocal total
        total = 2 * total + x

    for x in s.board:
        add_up(x)
    return total


def captured_late(s: Any) -> Any:
    """a closure sees the last value of a name"""
    k = 1

    def scaled(x: int) -> int:
        return k * x

    first = scaled(s.board[0])
    k = 10
    return first + scaled(s.board[0] + 1)


def captured_list(s: Any) -> Any:
    """a local function appends to a list of its rule"""
    found: list[int] = []

    def visit(n: int) -> None:
        if n < 8:
            found.append(s.board[n])
            visit(2 * n + 1)

    visit(0)
    return sum((n + 1) * x for n, x in enumerate(found)) + len(found)


def maker(k: int) -> Any:
    def scaled(x: int) -> int:
        return k * x

    return scaled


def returned_function(s: Any) -> Any:
    """a function that returns a function"""
    double, triple = maker(2), maker(3)
    return double(s.board[0]) + triple(s.board[1])


def apply(f: Any, numbers: Any) -> int:
    return sum(f(x) for x in numbers)


def function_as_argument(s: Any) -> Any:
    """apply(abs, board), apply(lambda …, board)"""
    return apply(abs, s.board) * 10 + apply(lambda x: x * s.turn, s.board[:3])


def functions_in_a_dict(s: Any) -> Any:
    """{"add": lambda …}[name](…)"""
    ways = {"add": lambda x, y: x + y, "take": lambda x, y: x - y}
    name = "add" if s.board[0] > 0 else "take"
    return ways[name](s.board[1], s.board[2])


def implicit_none(board: Any) -> int | None:
    for a, b, c in LINES:
        if board[a] * board[b] > 0 >= board[c]:
            return board[a]


def falls_off_the_end(s: Any) -> Any:
    """a function without return at its end; `is not None`"""
    winner = implicit_none(s.board)
    return winner * 5 if winner is not None else -1


def first_negative(board: Any) -> int | None:
    for n, x in enumerate(board):
        if x < 0:
            return n
    return None


def none_or_number(s: Any) -> Any:
    """found = f(…); 0 if found is None else found"""
    found = first_negative(s.board)
    return -7 if found is None else found


def none_or_pair(s: Any) -> Any:
    """if (found := …): r, c = found"""

    def find() -> tuple[int, int] | None:
        for n in range(8):
            if s.board[n] == 2:
                return divmod(n, 4)
        return None

    if (place := find()) is None:
        return 0
    r, c = place
    return 10 * r + c


def several_results(board: Any) -> tuple[int, int, bool]:
    return sum(board), max(board), 0 in board


def tuple_of_results(s: Any) -> Any:
    """total, best, open = f(board); f(board)[1]"""
    total, best, is_open = several_results(s.board)
    return total * 10 + best + is_open + several_results(s.board[:3])[1]


def size_of(game: Any, s: Any) -> int:
    return s.board[game.WIDE] + game.HIGH


class PassesItself(Board):
    """f(self, s)"""

    def evaluate(self, s: Any) -> Any:
        return size_of(self, s) * 10 + s.board[0]


class Decorators(Board):
    """static method, class method, property and cached property of the game"""

    @staticmethod
    def first(board: Any) -> int:
        return board[0]

    @classmethod
    def fourth(cls, board: Any) -> int:
        return board[cls.WIDE]

    @property
    def half(self) -> int:
        return self.WIDE // 2

    @functools.cached_property
    def table(self) -> list[int]:
        return [n * n for n in range(8)]

    def evaluate(self, s: Any) -> Any:
        return self.first(s.board) + 10 * self.fourth(s.board) + s.board[self.half] * self.table[3]


class CachedRule(Board):
    """lru_cache on a rule"""

    @functools.lru_cache(maxsize=None)
    def is_terminal(self, s: Any) -> Any:
        return 0 not in s.board


class ClassConstants(Board):
    """Name.LINES and type(self).WIDE, a list and a dict in the class"""

    LINES = [(0, 4), (1, 5)]
    WORTH = {"near": 2, "far": 3}

    def evaluate(self, s: Any) -> Any:
        a, b = ClassConstants.LINES[1]
        return s.board[a] * type(self).WIDE + s.board[b] * self.WORTH["far"] + len(self.LINES)


class Settings:
    def __init__(self, where: int) -> None:
        self.where = where
        self.worth = [3, 1, 4]

    def score(self, board: Any) -> int:
        return board[self.where] * self.worth[0] + self.extra(board)

    def extra(self, board: Any) -> int:
        return sum(board) * self.worth[-1]


class HeldObject(Board):
    """self.settings.where, self.settings.score(board)"""

    def __init__(self) -> None:
        self.settings = Settings(5)

    def evaluate(self, s: Any) -> Any:
        return self.settings.score(s.board) + self.settings.where


class Parameters(Board):
    """parameters of __init__ with defaults, used in all rules"""

    def __init__(self, cells: int = 6, bonus: float = 0.5) -> None:
        self.cells, self.bonus = cells, bonus

    def actions(self, s: Any) -> Any:
        return [n for n in range(self.cells) if s.board[n] == 0]

    def evaluate(self, s: Any) -> Any:
        return self.bonus * s.board[self.cells - 1] + s.board[0]


class BelowAnother(Parameters):
    """super().evaluate(s), super().__init__(…)"""

    def __init__(self) -> None:
        super().__init__(cells=5, bonus=2)

    def evaluate(self, s: Any) -> Any:
        return super().evaluate(s) * 3 + 1


@dataclass
class Tally:
    wins: int = 0
    best: int | None = None

    def see(self, x: int) -> Tally:
        self.wins += x > 0
        if self.best is None or x > self.best:
            self.best = x
        return self


def object_made_in_a_rule(s: Any) -> Any:
    """an object of a plain dataclass made, changed and read in a rule"""
    tally = Tally()
    for x in s.board[1:]:
        tally.see(x)
    again = tally.see(1)
    return tally.wins * 10 + (tally.best or 0) + (again is tally)
