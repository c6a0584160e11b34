"""Ways to list the actions, and ways to say that there are none."""

from __future__ import annotations

import itertools
from typing import Any, NamedTuple

from construct_base import Board, Rows, State

from outplay.tuples import replace_at


class ListComprehension(Board):
    """return [cell for cell in range(8) if …]"""

    def actions(self, s: Any) -> Any:
        return [cell for cell in range(8) if s.board[cell] == 0]


class ListOfEnumerate(Board):
    """return [n for n, x in enumerate(board) if not x]"""

    def actions(self, s: Any) -> Any:
        return [n for n, x in enumerate(s.board) if not x]


class Appended(Board):
    """moves = []; moves.append(cell); return moves"""

    def actions(self, s: Any) -> Any:
        moves = []
        for cell in range(8):
            if s.board[cell] == 0:
                moves.append(cell)
        return moves


class AppendedAnnotated(Board):
    """moves: list[int] = []; moves += [cell]"""

    def actions(self, s: Any) -> Any:
        moves: list[int] = []
        for cell in (3, 4, 0, 7, 1, 2, 6, 5):
            if s.board[cell] == 0:
                moves += [cell]
        return moves


class AppendedPairs(Rows):
    """moves.append((row, column))"""

    def actions(self, s: Any) -> Any:
        moves = []
        for row in range(self.HIGH):
            for column in range(self.WIDE):
                if s.board[row][column] == 0:
                    moves.append((row, column))
        return moves


class NestedPairs(Rows):
    """an action is ((row, column), (row, column))"""

    def actions(self, s: Any) -> Any:
        return [((r, c), (1 - r, c)) for r in (0, 1) for c in range(4) if not s.board[r][c]]

    def result(self, s: Any, a: Any) -> Any:
        (r, c), (r2, _) = a
        return State(replace_at(s.board, r, replace_at(s.board[r], c, s.turn + r2)), -s.turn)


class Move(NamedTuple):
    where: int
    how: int = 1


class NamedActions(Board):
    """actions are NamedTuples, one field with a default"""

    def actions(self, s: Any) -> Any:
        for cell in range(8):
            if s.board[cell] == 0:
                yield Move(cell) if cell % 2 else Move(cell, how=2)

    def result(self, s: Any, a: Any) -> Any:
        return State(replace_at(s.board, a.where, s.turn * a.how), -s.turn)


class OrElsePass(Board):
    """return moves or [-1]"""

    def actions(self, s: Any) -> Any:
        moves = [cell for cell in range(2) if s.board[cell] == 0]
        return moves or [-1]

    def result(self, s: Any, a: Any) -> Any:
        return State(replace_at(s.board, a % 8, s.turn), -s.turn)

    def evaluate(self, s: Any) -> Any:
        return sum((cell + 1) * x for cell, x in enumerate(s.board))


class IfNoneThenPass(Board):
    """if not moves: return [-1]"""

    def actions(self, s: Any) -> Any:
        moves = [cell for cell in range(2) if s.board[cell] == 0]
        if not moves:
            return [-1, -2]
        return moves

    def result(self, s: Any, a: Any) -> Any:
        return State(replace_at(s.board, a % 8, s.turn), -s.turn)

    def evaluate(self, s: Any) -> Any:
        return sum((cell + 1) * x for cell, x in enumerate(s.board))


class ReturnedGenerator(Board):
    """return (cell for cell in …)"""

    def actions(self, s: Any) -> Any:
        return (cell for cell in range(8) if s.board[cell] == 0)


class ReturnedSet(Board):
    """return {cell for cell in …}"""

    def actions(self, s: Any) -> Any:
        return {cell for cell in range(8) if s.board[cell] == 0}


class ReturnedSetOfPairs(Rows):
    """return a set of tuples"""

    def actions(self, s: Any) -> Any:
        moves = set()
        for r in range(2):
            for c in range(4):
                if s.board[r][c] == 0:
                    moves.add((r, c))
        return moves


class ReturnedTuple(Board):
    """return tuple(…)"""

    def actions(self, s: Any) -> Any:
        return tuple(cell for cell in range(8) if s.board[cell] == 0)


class ReturnedDict(Board):
    """return the keys of a dict"""

    def actions(self, s: Any) -> Any:
        found = {7 - cell: s.board[cell] for cell in range(8) if s.board[7 - cell] == 0}
        return found.keys()


class ReturnedFilter(Board):
    """return filter(lambda cell: …, range(8))"""

    def actions(self, s: Any) -> Any:
        return filter(lambda cell: s.board[cell] == 0, range(8))


class ReturnedMap(Rows):
    """return map(…)"""

    def actions(self, s: Any) -> Any:
        empty = [n for n in range(8) if s.board[n // 4][n % 4] == 0]
        return map(lambda n: divmod(n, 4), empty)


class YieldFromList(Board):
    """yield from [… for …]"""

    def actions(self, s: Any) -> Any:
        yield from [cell for cell in range(8) if s.board[cell] == 0]


class YieldFromGenerator(Board):
    """yield from (… for …), twice"""

    def actions(self, s: Any) -> Any:
        yield from (cell for cell in range(4, 8) if s.board[cell] == 0)
        yield from (cell for cell in range(4) if s.board[cell] == 0)


class HelperThatYields(Board):
    """for cell in self.empty(s): yield cell"""

    def empty(self, s: Any) -> Any:
        for cell in range(8):
            if s.board[cell] == 0:
                yield cell

    def actions(self, s: Any) -> Any:
        for cell in self.empty(s):
            if cell != 3 or s.turn < 0:
                yield cell


class HelperThatLists(Board):
    """for cell in self.empty(s), which returns a list"""

    def empty(self, s: Any) -> Any:
        return [cell for cell in range(8) if s.board[cell] == 0]

    def actions(self, s: Any) -> Any:
        for cell in self.empty(s):
            yield cell


class ListOfHelper(HelperThatYields):
    """list(self.empty(s)) of a generator"""

    def actions(self, s: Any) -> Any:
        return list(self.empty(s))


class OverByList(Board):
    """is_terminal: not list(self.actions(s))"""

    def is_terminal(self, s: Any) -> Any:
        return not list(self.actions(s))


class OverByLength(ListComprehension):
    """is_terminal: len(self.actions(s)) == 0"""

    def is_terminal(self, s: Any) -> Any:
        return len(self.actions(s)) == 0


class OverByAny(Board):
    """is_terminal: not any(True for _ in self.actions(s))"""

    def is_terminal(self, s: Any) -> Any:
        return not any(True for _ in self.actions(s))


class OverByNext(Board):
    """is_terminal: next(self.actions(s), None) is None"""

    def is_terminal(self, s: Any) -> Any:
        return next(self.actions(s), None) is None


class OverByFew(Board):
    """is_terminal: len(list(…)) <= 6, in the middle of the search"""

    def is_terminal(self, s: Any) -> Any:
        return len(list(self.actions(s))) <= 6

    def utility(self, s: Any) -> Any:
        return sum(cell * x for cell, x in enumerate(s.board))


class SortedActions(Board):
    """return sorted(moves)"""

    def actions(self, s: Any) -> Any:
        return sorted([(5 * cell) % 8 for cell in range(8) if s.board[(5 * cell) % 8] == 0])


class SortedByKey(Board):
    """return sorted(moves, key=lambda …)"""

    def actions(self, s: Any) -> Any:
        return sorted((c for c in range(8) if not s.board[c]), key=lambda c: (-(c % 3), c))


class SortedBackwards(Board):
    """return sorted(moves, reverse=True)"""

    def actions(self, s: Any) -> Any:
        return sorted([c for c in range(8) if s.board[c] == 0], reverse=True)


class ProductOfRanges(Rows):
    """for r, c in itertools.product(range(2), range(4))"""

    def actions(self, s: Any) -> Any:
        for r, c in itertools.product(range(2), range(4)):
            if s.board[r][c] == 0:
                yield r, c
