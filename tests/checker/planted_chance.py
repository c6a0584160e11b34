"""Faults planted in chance, and in the other ways to state a game."""

from __future__ import annotations

import itertools
from collections import deque
from dataclasses import dataclass
from typing import Any

import everyday_games as everyday
import numpy as np
from everyday_games import Bones, Chase, Nim, Race, Sowing
from planted_rules import plant

from outplay import CHANCE, MAX, MIN, Game

# --- chance --------------------------------------------------------------------------------------


@plant("outcomes")
class ChancesOf099(Race):
    def outcomes(self, s: Any) -> Any:
        return [(side, 0.33) for side in (1, 2, 3)]


@plant("outcomes")
class ChancesThatAreNegative(Race):
    def outcomes(self, s: Any) -> Any:
        return [(1, 0.75), (2, 0.5), (3, -0.25)]


@plant("outcomes")
class ChancesThatAreNaN(Race):
    def outcomes(self, s: Any) -> Any:
        return [(1, float("nan")), (2, 0.5), (3, 0.5)]


@plant("outcomes")
class ChancesTheOtherWayRound(Race):
    def outcomes(self, s: Any) -> Any:
        return [(1 / 3, side) for side in (1, 2, 3)]


@plant("outcomes")
class ChancesInPercent(Race):
    def outcomes(self, s: Any) -> Any:
        return [(1, 25), (2, 25), (3, 50)]


@plant("to_move")
class ChanceWithoutOutcomes(Nim):
    def to_move(self, s: Any) -> Any:
        return CHANCE if sum(s[0]) == 3 else s[1]


@plant("to_move")
class ChanceIsNeverAsked(Race):
    def to_move(self, s: Any) -> Any:
        return s[2]

    def actions(self, s: Any) -> Any:
        return [1, 2, 3] if not s[3] else super().actions(s)


# --- states of other kinds -----------------------------------------------------------------------


@dataclass(frozen=True)
class Card:
    """Frozen, and yet what it holds can change."""

    cells: list[int]
    player: int


class Cards(Nim):
    """Nim on such cards."""

    def initial(self) -> Any:
        return Card([1, 2, 3], MAX)

    def key(self, s: Any) -> Any:
        return tuple(s.cells), s.player

    def to_move(self, s: Any) -> Any:
        return s.player

    def actions(self, s: Any) -> Any:
        return [(heap, n) for heap in range(3) for n in range(1, s.cells[heap] + 1)]

    def result(self, s: Any, a: Any) -> Any:
        cells = s.cells.copy()
        cells[a[0]] -= a[1]
        return Card(cells, -s.player)

    def is_terminal(self, s: Any) -> Any:
        return sum(s.cells) == 0

    def utility(self, s: Any) -> Any:
        return -s.player


@plant("result")
class ResultWritesOnTheCard(Cards):
    def result(self, s: Any, a: Any) -> Any:
        s.cells[a[0]] -= a[1]
        return Card(s.cells, -s.player)


@plant("result")
class ResultWritesIntoTheArray(Cards):
    def initial(self) -> Any:
        return Card(np.array([1, 2, 3]), MAX)  # type: ignore[arg-type]

    def result(self, s: Any, a: Any) -> Any:
        s.cells[a[0]] -= a[1]
        return Card(s.cells.copy(), -s.player)


@plant("utility")
class UtilitySortsTheDeque(Cards):
    def initial(self) -> Any:
        return Card(deque([1, 2, 3]), MAX)  # type: ignore[arg-type]

    def utility(self, s: Any) -> Any:
        s.cells.append(0)
        return -s.player


# --- the other ways to state a game --------------------------------------------------------------


@plant("pop")
class UnmakeForgetsThePlayer(Game[Any, Any]):
    def __new__(cls) -> Any:
        class Wrong(Bones):
            def unmake_move(self, n: int) -> None:
                self.left += n

        return everyday.on_board(Wrong())


@plant("pop")
class UnmakeTakesOneTooMany(Game[Any, Any]):
    def __new__(cls) -> Any:
        class Wrong(Bones):
            def unmake_move(self, n: int) -> None:
                super().unmake_move(n)
                self.left += n == 3

        return everyday.on_board(Wrong())


@plant("actions")
class MovesPlayedInTheList(Game[Any, Any]):
    def __new__(cls) -> Any:
        class Wrong(Bones):
            def possible_moves(self) -> list[int]:
                found = super().possible_moves()
                if self.left == 4:
                    self.make_move(found[0])
                return found

        return everyday.on_board(Wrong())


@plant("successors")
class SuccessorsForEver(Game[Any, Any]):
    def __new__(cls) -> Any:
        return everyday.successors(successors=lambda p: itertools.repeat((p[0] - 1, -p[1])))


@plant("static_value")
class StaticValueOfNothing(Game[Any, Any]):
    def __new__(cls) -> Any:
        return everyday.successors(static_value=lambda p: None if p[0] == 1 else 0)


@plant("static_value")
class StaticValueOfTheMover(Game[Any, Any]):
    def __new__(cls) -> Any:
        return everyday.successors(static_value=lambda p: -1 if p[0] == 1 else 0)


# --- seen over many lines ------------------------------------------------------------------------


@plant("is_terminal", max_plies=60)
class ACaptureIsNeverSeen(Chase):
    def is_terminal(self, s: Any) -> Any:
        return s[0] == s[1] + 7


@plant("utility")
class NobodyEverWins(Sowing):
    def utility(self, s: Any) -> Any:
        return 0 * super().utility(s)


@plant("to_move")
class TheTurnComesBackAtOnce(Chase):
    def result(self, s: Any, a: int) -> Any:
        if s[2] != MAX:
            return (s[0] + a) % 7, s[1], MIN
        return s[0], (s[1] + a) % 7, MAX


@plant("to_move")
class TheOtherSideNeverSows(Sowing):
    def result(self, s: Any, a: int) -> Any:
        return super().result(s, a)[0], s[1]
