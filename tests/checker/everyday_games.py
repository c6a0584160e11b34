"""Right games as students and hobbyists write them, in several forms: to plant faults in."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from outplay import CHANCE, MAX, MIN, Game

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


class Tuples(Game[Any, int]):
    """Tic-tac-toe on a tuple of nine cells and the player."""

    def initial(self) -> Any:
        return (0,) * 9, MAX

    def to_move(self, s: Any) -> Any:
        return s[1]

    def actions(self, s: Any) -> Any:
        return [cell for cell in range(9) if s[0][cell] == 0]

    def result(self, s: Any, a: int) -> Any:
        board, player = s
        return (*board[:a], player, *board[a + 1 :]), -player

    def winner(self, s: Any) -> int:
        for a, b, c in LINES:
            if s[0][a] and s[0][a] == s[0][b] == s[0][c]:
                return int(s[0][a])
        return 0

    def is_terminal(self, s: Any) -> Any:
        return self.winner(s) != 0 or 0 not in s[0]

    def utility(self, s: Any) -> Any:
        return self.winner(s)


def mirrored(s: Any) -> Any:
    """A board of `Tuples`, left and right exchanged."""
    board, player = s
    return tuple(board[3 * (cell // 3) + 2 - cell % 3] for cell in range(9)), player


class Strings(Game[str, int]):
    """Tic-tac-toe on a text of nine letters: whose turn it is follows from their number."""

    player_names = ("X", "O")

    def initial(self) -> Any:
        return "........."

    def to_move(self, s: str) -> Any:
        return MAX if s.count("X") == s.count("O") else MIN

    def actions(self, s: str) -> Any:
        for cell in range(9):
            if s[cell] == ".":
                yield cell

    def result(self, s: str, a: int) -> Any:
        letter = "X" if self.to_move(s) == MAX else "O"
        return s[:a] + letter + s[a + 1 :]

    def has(self, s: str, letter: str) -> bool:
        return any(all(s[cell] == letter for cell in line) for line in LINES)

    def is_terminal(self, s: str) -> Any:
        return self.has(s, "X") or self.has(s, "O") or "." not in s

    def utility(self, s: str) -> Any:
        return 1 if self.has(s, "X") else -1 if self.has(s, "O") else 0


class Board:
    """A board of lists that knows nothing of equality."""

    def __init__(self, cells: list[str], turn: str) -> None:
        self.cells, self.turn = cells, turn


class Lists(Game[Board, int]):
    """Tic-tac-toe on a mutable board, known to tables by its key."""

    def initial(self) -> Any:
        return Board([" "] * 9, "X")

    def key(self, s: Board) -> Any:
        return "".join(s.cells) + s.turn

    def to_move(self, s: Board) -> Any:
        return MAX if s.turn == "X" else MIN

    def actions(self, s: Board) -> Any:
        return [cell for cell in range(9) if s.cells[cell] == " "]

    def result(self, s: Board, a: int) -> Any:
        cells = list(s.cells)
        cells[a] = s.turn
        return Board(cells, "O" if s.turn == "X" else "X")

    def wins(self, s: Board, letter: str) -> bool:
        return any(all(s.cells[cell] == letter for cell in line) for line in LINES)

    def is_terminal(self, s: Board) -> Any:
        return self.wins(s, "X") or self.wins(s, "O") or " " not in s.cells

    def utility(self, s: Board) -> Any:
        return 1 if self.wins(s, "X") else -1 if self.wins(s, "O") else 0


THREES = tuple(
    (x, y, dx, dy)
    for x in range(4)
    for y in range(3)
    for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1))
    if x + 2 * dx < 4 and 0 <= y + 2 * dy < 3
)
"""Where three in a row may begin, and in which direction they go on."""


class Columns(Game[Any, int]):
    """Connect three on four columns of three, each a text; then the player."""

    wide, high = 4, 3

    def initial(self) -> Any:
        return ("",) * self.wide, MAX

    def to_move(self, s: Any) -> Any:
        return s[1]

    def actions(self, s: Any) -> Any:
        return [column for column in range(self.wide) if len(s[0][column]) < self.high]

    def result(self, s: Any, a: int) -> Any:
        columns = list(s[0])
        columns[a] += "x" if s[1] == MAX else "o"
        return tuple(columns), -s[1]

    def has(self, s: Any, letter: str) -> bool:
        rows = [column.ljust(self.high, ".") for column in s[0]]
        return any(
            all(rows[x + n * dx][y + n * dy] == letter for n in range(3)) for x, y, dx, dy in THREES
        )

    def is_terminal(self, s: Any) -> Any:
        return self.has(s, "x") or self.has(s, "o") or not self.actions(s)

    def utility(self, s: Any) -> Any:
        return 1 if self.has(s, "x") else -1 if self.has(s, "o") else 0


class Nim(Game[Any, Any]):
    """Take as many as you like from one of three heaps; whoever takes the last wins."""

    def initial(self) -> Any:
        return (1, 2, 3), MAX

    def to_move(self, s: Any) -> Any:
        return s[1]

    def actions(self, s: Any) -> Any:
        return [(heap, n) for heap in range(3) for n in range(1, s[0][heap] + 1)]

    def result(self, s: Any, a: Any) -> Any:
        heaps = list(s[0])
        heaps[a[0]] -= a[1]
        return tuple(heaps), -s[1]

    def is_terminal(self, s: Any) -> Any:
        return sum(s[0]) == 0

    def utility(self, s: Any) -> Any:
        return -s[1]


class Sowing(Game[Any, int]):
    """Kalah without captures, three pits of three seeds a side: MAX's, a store, MIN's, a store."""

    def initial(self) -> Any:
        return (3, 3, 3, 0, 3, 3, 3, 0), MAX

    def to_move(self, s: Any) -> Any:
        return s[1]

    def actions(self, s: Any) -> Any:
        first = 0 if s[1] == MAX else 4
        return [pit for pit in range(first, first + 3) if s[0][pit]]

    def result(self, s: Any, a: int) -> Any:
        mine, theirs = (3, 7) if s[1] == MAX else (7, 3)
        board, place = list(s[0]), a
        seeds, board[a] = board[a], 0
        while seeds:
            place = (place + 1) % 8
            if place != theirs:
                board[place] += 1
                seeds -= 1
        return tuple(board), s[1] if place == mine else -s[1]

    def is_terminal(self, s: Any) -> Any:
        return not self.actions(s)

    def utility(self, s: Any) -> Any:
        return sum(s[0][:4]) - sum(s[0][4:])

    def evaluate(self, s: Any) -> Any:
        return s[0][3] - s[0][7]


class Race(Game[Any, int]):
    """Throw a die of three sides, then move so far or one step only; first to ten wins.

    A state is the two places, whose turn it is and what was thrown (0: nothing yet).
    """

    def initial(self) -> Any:
        return 0, 0, MAX, 0

    def to_move(self, s: Any) -> Any:
        return s[2] if s[3] else CHANCE

    def outcomes(self, s: Any) -> Any:
        return [(side, 1 / 3) for side in (1, 2, 3)]

    def actions(self, s: Any) -> Any:
        return [s[3], 1] if s[3] > 1 else [1]

    def result(self, s: Any, a: int) -> Any:
        one, two, player, thrown = s
        if not thrown:
            return one, two, player, a
        return (one + a, two, MIN, 0) if player == MAX else (one, two + a, MAX, 0)

    def is_terminal(self, s: Any) -> Any:
        return s[0] >= 10 or s[1] >= 10

    def utility(self, s: Any) -> Any:
        return 1 if s[0] >= 10 else -1


class Chase(Game[Any, int]):
    """Two pieces on a ring of seven: MIN wins by landing on MAX; moves may go on for ever."""

    may_cycle = True

    def initial(self) -> Any:
        return 0, 3, MAX

    def to_move(self, s: Any) -> Any:
        return s[2]

    def actions(self, s: Any) -> Any:
        return (-1, 1) if s[2] == MAX else (-1, 1, 2)

    def result(self, s: Any, a: int) -> Any:
        if s[2] == MAX:
            return (s[0] + a) % 7, s[1], MIN
        return s[0], (s[1] + a) % 7, MAX

    def is_terminal(self, s: Any) -> Any:
        return s[0] == s[1]

    def utility(self, s: Any) -> Any:
        return s[2] * -1


class Robot:
    """A player that can be called, as those of easyAI."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.taste = lambda n: -n
        self.score = self.judge

    def judge(self, board: Any) -> int:
        return len(self.name) + int(board.left)

    def __call__(self, board: Any) -> int:
        return min(board.possible_moves(), key=self.taste)


class Bones:
    """A heap of ten bones as easyAI has it: players in the board, moves made and unmade."""

    def __init__(self) -> None:
        self.players = [Robot("one"), Robot("two")]
        self.left, self.current_player = 10, 1
        self.rule = lambda n: n <= self.left
        self.on_move = self.make_move

    def possible_moves(self) -> list[int]:
        return [n for n in (1, 2, 3) if self.rule(n)]

    def make_move(self, n: int) -> None:
        self.left -= n
        self.current_player = 3 - self.current_player

    def unmake_move(self, n: int) -> None:
        self.left += n
        self.current_player = 3 - self.current_player
        self.rule = lambda n: n <= self.left
        self.on_move = self.make_move

    def is_over(self) -> bool:
        return self.left <= 0


def on_board(board: Any, **others: Any) -> Game[Any, Any]:
    """`Bones`, or something like it, by the adapter."""
    rules: dict[str, Any] = {
        "to_move": lambda board: MAX if board.current_player == 1 else MIN,
        "actions": "possible_moves",
        "push": "make_move",
        "pop": "unmake_move",
        "is_terminal": "is_over",
        "utility": lambda board: -1 if board.current_player == 1 else 1,
    }
    return Game.from_board(board, **{**rules, **others})


def successors(**others: Any) -> Game[Any, Any]:
    """Divide a number by two or take one away; whoever comes to 1 wins."""

    def steps(p: Any) -> Iterator[Any]:
        if p[0] > 1:
            yield p[0] - 1, -p[1]
            if p[0] > 3:
                yield p[0] // 2, -p[1]

    rules: dict[str, Any] = {
        "initial": (11, MAX),
        "successors": steps,
        "static_value": lambda p: -p[1] if p[0] == 1 else 0,
        "max_to_move": lambda p: p[1] == MAX,
    }
    return Game.from_successors(**{**rules, **others})


EVERYDAY: dict[str, Any] = {
    "tuples": Tuples,
    "strings": Strings,
    "lists": Lists,
    "columns": Columns,
    "nim": Nim,
    "sowing": Sowing,
    "race": Race,
    "chase": Chase,
    "board": lambda: on_board(Bones()),
    "successors": successors,
}
"""The right ones, each made afresh."""
