"""Faults planted in the six questions: each game is wrong, and these rules are to blame."""

from __future__ import annotations

import itertools
import random
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import everyday_games as everyday
from everyday_games import Bones, Chase, Columns, Lists, Nim, Race, Sowing, Strings, Tuples

from outplay import MAX, MIN, Game


@dataclass(frozen=True)
class Planted:
    """One fault: the game that has it, and the rules that a sentence may blame for it."""

    make: Callable[[], Game[Any, Any]]
    rules: tuple[str, ...]
    options: dict[str, Any] = field(default_factory=dict)


PLANTED: dict[str, Planted] = {}


def plant(*rules: str, **options: Any) -> Callable[[Any], Any]:
    """Adds a game, or a function that makes one, to the faults."""

    def add(make: Any) -> Any:
        assert make.__name__ not in PLANTED
        PLANTED[make.__name__] = Planted(make, rules, options)
        return make

    return add


# --- states that change -----------------------------------------------------------------------


@plant("result")
class ResultWritesIntoTheBoard(Lists):
    def result(self, s: Any, a: int) -> Any:
        s.cells[a] = s.turn
        s.turn = "O" if s.turn == "X" else "X"
        return s


@plant("result")
class ResultSharesTheCells(Lists):
    def result(self, s: Any, a: int) -> Any:
        cells = s.cells
        cells[a] = s.turn
        return everyday.Board(cells, "O" if s.turn == "X" else "X")


@plant("result")
class ResultTurnsTheGivenState(Lists):
    def result(self, s: Any, a: int) -> Any:
        after = super().result(s, a)
        s.turn = after.turn
        return after


@plant("actions")
class ActionsPopsACell(Lists):
    def actions(self, s: Any) -> Any:
        free = super().actions(s)
        if len(free) == 4:
            s.cells[free[0]] = "-"
        return free


@plant("utility")
class UtilityEndsTheBoard(Lists):
    def utility(self, s: Any) -> Any:
        found = super().utility(s)
        s.cells[:] = ["-"] * 9
        return found


@plant("is_terminal")
class TerminalCountsInTheState(Lists):
    def is_terminal(self, s: Any) -> Any:
        s.asked = getattr(s, "asked", 0) + 1
        s.turn = s.turn if s.asked < 3 else "X"
        return super().is_terminal(s)


@plant("to_move", "result", "actions", "is_terminal")
class TheTurnIsKeptInTheGame(Tuples):
    turn = MAX

    def to_move(self, s: Any) -> Any:
        return self.turn

    def result(self, s: Any, a: int) -> Any:
        board = (*s[0][:a], self.turn, *s[0][a + 1 :])
        self.turn = -self.turn
        return board, s[1]


@plant("result", "actions", "is_terminal", "initial", "utility")
class TheHeapsAreKeptInTheGame(Nim):
    def __init__(self) -> None:
        self.heaps = [1, 2, 3]

    def actions(self, s: Any) -> Any:
        return [(heap, n) for heap in range(3) for n in range(1, self.heaps[heap] + 1)]

    def result(self, s: Any, a: Any) -> Any:
        self.heaps[a[0]] -= a[1]
        return tuple(self.heaps), -s[1]


@plant("actions")
class ActionsCollectsInADefault(Strings):
    def actions(self, s: Any, found: list[int] = []) -> Any:  # noqa: B006 - the fault
        found.extend(cell for cell in range(9) if s[cell] == ".")
        return found


@plant("initial", "result")
class StatesWithoutEquality(Lists):
    key = Game.key


# --- actions ------------------------------------------------------------------------------------


@plant("actions")
class ActionsAreShuffled(Tuples):
    def actions(self, s: Any) -> Any:
        return random.sample(super().actions(s), s[0].count(0))


@plant("actions")
class ActionsOfASetOfTexts(Strings):
    def actions(self, s: Any) -> Any:
        return super().actions(s) if s.count(".") > 5 else [0, *super().actions(s), 0]


@plant("actions")
class ActionsTwice(Nim):
    def actions(self, s: Any) -> Any:
        return [(heap, max(1, n)) for heap in range(3) for n in range(s[0][heap] + 1) if s[0][heap]]


@plant("actions")
class NoMoveYetNotOver(Columns):
    def is_terminal(self, s: Any) -> Any:
        return self.has(s, "x") or self.has(s, "o")


@plant("result", "may_cycle")
class ActionsOnTakenCells(Strings):
    def actions(self, s: Any) -> Any:
        return range(9)


@plant("result")
class ActionsBeyondTheBoard(Lists):
    def actions(self, s: Any) -> Any:
        return [cell for cell in range(10) if cell == 9 or s.cells[cell] == " "]


@plant("actions")
class ActionsForgetsToReturn(Tuples):
    def actions(self, s: Any) -> Any:
        _ = [cell for cell in range(9) if s[0][cell] == 0]


@plant("actions")
class ActionsNeverEnd(Strings):
    def actions(self, s: Any) -> Any:
        return (cell % 9 for cell in itertools.count() if s[cell % 9] == ".")


@plant("actions", time=0.2)
class ActionsAreEndlessAndSlow(Strings):
    def actions(self, s: Any) -> Any:
        for n in itertools.count():
            time.sleep(0.0005)
            yield n


@plant("actions")
class OneActionIsTheCellItself(Strings):
    def actions(self, s: Any) -> Any:
        return s.index(".")


# --- result --------------------------------------------------------------------------------------


@plant("result", "may_cycle")
class ResultIgnoresTheAction(Tuples):
    def result(self, s: Any, a: int) -> Any:
        return super().result(s, self.actions(s)[0])


@plant("result", "may_cycle")
class ResultForgetsTheHeap(Nim):
    def result(self, s: Any, a: Any) -> Any:
        return s[0], -s[1]


@plant("result")
class ResultRollsByItself(Race):
    def result(self, s: Any, a: int) -> Any:
        one, two, player, thrown = s
        if not thrown:
            return one, two, player, random.randint(1, 3)
        return super().result(s, a)


@plant("result")
class ResultFailsDeepDown(Columns):
    def result(self, s: Any, a: int) -> Any:
        if sum(map(len, s[0])) == 10:
            return {}["eleven"]
        return super().result(s, a)


@plant("result")
class ResultGivesNothingForTheLast(Nim):
    def result(self, s: Any, a: Any) -> Any:
        if sum(s[0]) > a[1]:
            return super().result(s, a)
        return None


# --- turns ---------------------------------------------------------------------------------------


@plant("to_move")
class TheTurnNeverChanges(Tuples):
    def to_move(self, s: Any) -> Any:
        return MAX


@plant("to_move")
class TheTurnNeverChangesInTheState(Tuples):
    def result(self, s: Any, a: int) -> Any:
        return super().result(s, a)[0], s[1]


@plant("to_move")
class OnlyMinMoves(Nim):
    def to_move(self, s: Any) -> Any:
        return MIN


@plant("to_move")
class TheTurnIsALetter(Strings):
    def to_move(self, s: Any) -> Any:
        return "X" if s.count("X") == s.count("O") else "O"


@plant("to_move")
class TheTurnIsOneOrTwo(Strings):
    def to_move(self, s: Any) -> Any:
        return 1 if s.count("X") == s.count("O") else 2


@plant("to_move")
class TheTurnIsZeroOrOne(Columns):
    def to_move(self, s: Any) -> Any:
        return sum(map(len, s[0])) % 2


@plant("to_move")
class TheTurnIsABool(Columns):
    def to_move(self, s: Any) -> Any:
        return bool(s[1] == MAX)


# --- the end -------------------------------------------------------------------------------------


@plant("is_terminal")
class OverBeforeItBegins(Tuples):
    def is_terminal(self, s: Any) -> Any:
        return True


@plant("is_terminal")
class OverAfterAnyMove(Strings):
    def is_terminal(self, s: Any) -> Any:
        return s.count(".") < 9


@plant("is_terminal", "result", "may_cycle")
class NeverOver(Race):
    def is_terminal(self, s: Any) -> Any:
        return s[0] == s[1] == 10


@plant("is_terminal")
class TerminalForgetsToReturn(Tuples):
    def is_terminal(self, s: Any) -> Any:
        if self.winner(s):
            return True


@plant("is_terminal")
class TerminalGivesTheWinnersName(Strings):
    def is_terminal(self, s: Any) -> Any:
        return "X" if self.has(s, "X") else "O" if self.has(s, "O") else "." not in s


@plant("may_cycle")
class CyclesNotDeclared(Chase):
    may_cycle = False


# --- utility -------------------------------------------------------------------------------------


@plant("utility")
class UtilityOfTheMoverInNim(Nim):
    def utility(self, s: Any) -> Any:
        return -1


@plant("utility")
class UtilityOfTheMoverInTicTacToe(Tuples):
    def utility(self, s: Any) -> Any:
        return self.winner(s) * s[1]


@plant("utility")
class UtilityOfTheMoverInColumns(Columns):
    def utility(self, s: Any) -> Any:
        mine, theirs = ("x", "o") if s[1] == MAX else ("o", "x")
        return 100 if self.has(s, mine) else -100 if self.has(s, theirs) else 0


@plant("utility")
class UtilityOfTheLastMover(Strings):
    def utility(self, s: Any) -> Any:
        return 1 if self.has(s, "X") or self.has(s, "O") else 0


@plant("utility")
class UtilityOfTheMoverOnABoard(Game[Any, Any]):
    def __new__(cls) -> Any:
        return everyday.on_board(Bones(), utility=lambda board: -1)


@plant("utility", lines=1_000)
class UtilityOfTheMoverInSeeds(Sowing):
    def utility(self, s: Any) -> Any:
        return super().utility(s) * s[1]


@plant("utility")
class UtilityIsAPair(Nim):
    def utility(self, s: Any) -> Any:
        return (-s[1], s[1])


@plant("utility")
class UtilityForgetsTheDraw(Strings):
    def utility(self, s: Any) -> Any:
        if self.has(s, "X"):
            return 1
        if self.has(s, "O"):
            return -1


@plant("utility")
class UtilityOfADrawIsNaN(Sowing):
    def utility(self, s: Any) -> Any:
        one, two = sum(s[0][:4]), sum(s[0][4:])
        return float("nan") if one == two else one - two


@plant("utility")
class UtilityIsAText(Strings):
    def utility(self, s: Any) -> Any:
        return "win" if self.has(s, "X") else "loss"
