"""Faults planted in optional answers, in notation and in pictures."""

from __future__ import annotations

import itertools
from typing import Any

from everyday_games import Chase, Columns, Lists, Nim, Race, Sowing, Strings, Tuples, mirrored
from planted_rules import PLANTED, plant

from outplay import MAX, Game, InvalidPosition

__all__ = ["PLANTED"]

# --- symmetries and keys ------------------------------------------------------------------------


@plant("symmetries")
class MirrorOfAShiftedBoard(Tuples):
    def symmetries(self, s: Any) -> Any:
        yield s[0][1:] + s[0][:1], s[1]


@plant("symmetries")
class MirrorThatChangesTheTurn(Tuples):
    def symmetries(self, s: Any) -> Any:
        yield mirrored((s[0], -s[1]))


@plant("symmetries")
class ColoursExchanged(Tuples):
    def symmetries(self, s: Any) -> Any:
        yield tuple(-cell for cell in s[0]), s[1]


@plant("symmetries")
class OneQuarterTurnOnly(Strings):
    def symmetries(self, s: Any) -> Any:
        yield "".join(s[6 - 3 * (cell % 3) + cell // 3] for cell in range(9))


@plant("symmetries")
class MirrorsWithoutEnd(Tuples):
    def symmetries(self, s: Any) -> Any:
        for _ in itertools.count():
            yield mirrored(s)


@plant("symmetries")
class HeapsOfAnotherSize(Nim):
    def symmetries(self, s: Any) -> Any:
        yield (s[0][0], s[0][2], s[0][1]), s[1]
        yield (s[0][0] ^ 1, s[0][1] ^ 1, s[0][2]), s[1]


@plant("key")
class KeyWithoutTheTurn(Sowing):
    def key(self, s: Any) -> Any:
        return s[0]


@plant("key")
class KeyIsASum(Nim):
    def key(self, s: Any) -> Any:
        return sum(s[0]), s[1]


@plant("key")
class KeyIsAList(Lists):
    def key(self, s: Any) -> Any:
        return s.cells


@plant("key")
class KeyIsTheAddress(Lists):
    def key(self, s: Any) -> Any:
        return id(s)


@plant("key")
class KeyCountsTheCells(Lists):
    def key(self, s: Any) -> Any:
        return s.cells.count("X"), s.cells.count("O")


# --- evaluation ----------------------------------------------------------------------------------


@plant("evaluate")
class EvaluateAThousandTimesTooLarge(Tuples):
    def evaluate(self, s: Any) -> Any:
        return 1000 * (s[0][4] + s[0][0])


@plant("evaluate", lines=1_000)
class EvaluateOfTheMover(Sowing):
    def evaluate(self, s: Any) -> Any:
        return (s[0][3] - s[0][7]) * s[1]


@plant("evaluate", lines=300)
class EvaluateOfTheMoverInColumns(Columns):
    def evaluate(self, s: Any) -> Any:
        mine, theirs = ("x", "o") if s[1] == MAX else ("o", "x")
        return (self.threats(s, mine) - self.threats(s, theirs)) / 10

    def threats(self, s: Any, letter: str) -> int:
        """Squares on top of the columns where that letter would win."""
        wins = 0
        for column in self.actions(s):
            columns = list(s[0])
            columns[column] += letter
            wins += self.has((tuple(columns), s[1]), letter)
        return wins


@plant("evaluate", lines=1_000)
class EvaluateUpsideDown(Sowing):
    def evaluate(self, s: Any) -> Any:
        return s[0][7] - s[0][3]


@plant("evaluate")
class EvaluateDividesByNothing(Sowing):
    def evaluate(self, s: Any) -> Any:
        return s[0][3] / (s[0][3] + s[0][7])


@plant("evaluate")
class EvaluateIsNaN(Race):
    def evaluate(self, s: Any) -> Any:
        return float("nan") if s[0] == s[1] == 4 else (s[0] - s[1]) / 10


@plant("evaluate")
class EvaluateRemembers(Sowing):
    best = 0

    def evaluate(self, s: Any) -> Any:
        self.best = max(self.best + 1, s[0][3])
        return self.best


@plant("evaluate")
class EvaluateIsATinyPartOfThePoints(Sowing):
    def evaluate(self, s: Any) -> Any:
        return (s[0][3] - s[0][7]) / 100_000


@plant("features")
class OneFeatureTooMany(Sowing):
    weights = (1, 0.5)
    evaluate = Game.evaluate

    def features(self, s: Any) -> Any:
        return s[0][3] - s[0][7], s[0][0], s[0][1]


# --- promises to searches ------------------------------------------------------------------------


@plant("bounds")
class BoundsOfTheStoresOnly(Sowing):
    def bounds(self, s: Any) -> Any:
        return s[0][3] - s[0][7] - 2, s[0][3] - s[0][7] + 2


@plant("priority")
class PriorityOfAMissingCell(Tuples):
    def priority(self, s: Any, a: int) -> Any:
        return [3, 2, 3, 2, 4, 2, 3, 2][a]


@plant("candidates")
class CandidatesThatAreTaken(Tuples):
    def candidates(self, s: Any) -> Any:
        return [0, 4, 8]


@plant("candidates")
class CandidatesWithoutTheBest(Nim):
    def candidates(self, s: Any) -> Any:
        return self.actions(s)[:1]


@plant("tactical_actions")
class ForcingThatIsIllegal(Chase):
    def tactical_actions(self, s: Any) -> Any:
        return [2]


@plant("null_move")
class PassedToTheSameSide(Tuples):
    def null_move(self, s: Any) -> Any:
        return s


@plant("outcome_bounds")
class OutlookOfAWinAtOnce(Nim):
    def outcome_bounds(self, s: Any) -> Any:
        return (1, 1) if s[1] == MAX else (-1, -1)


@plant("win")
class WinOfTheWrongSize(Columns):
    win = 10


@plant("reversible_plies")
class ReversibleOfNothing(Chase):
    def reversible_plies(self, s: Any) -> Any:
        return 0


@plant("is_quiet")
class QuietIsANone(Chase):
    def is_quiet(self, s: Any) -> Any:
        if abs(s[0] - s[1]) > 2:
            return True


# --- for people ----------------------------------------------------------------------------------


@plant("parse_action")
class ParsedFromOne(Strings):
    def format_action(self, s: Any, a: int) -> str:
        return str(a + 1)

    def parse_action(self, s: Any, text: str) -> Any:
        return int(text)


@plant("parse_action")
class ParsedWithoutALook(Strings):
    def parse_action(self, s: Any, text: str) -> Any:
        return int(text)


@plant("format_action")
class FormattedByTheHeap(Nim):
    def format_action(self, s: Any, a: Any) -> str:
        return f"heap {a[0]}"


@plant("parse_state")
class PositionReadForMax(Tuples):
    def format_state(self, s: Any) -> str:
        return "".join(".XO"[cell] for cell in s[0])

    def parse_state(self, text: str) -> Any:
        if len(text) != 9 or set(text) - set(".XO"):
            raise InvalidPosition("nine of .XO")
        return tuple({".": 0, "X": 1, "O": -1}[letter] for letter in text), MAX


@plant("format_state")
class PositionOfThreeLines(Strings):
    def format_state(self, s: str) -> str:
        return f"{s[:3]}\n{s[3:6]}\n{s[6:]}"


@plant("show")
class ShowPrints(Strings):
    def show(self, s: str) -> Any:
        print(f"{s[:3]}\n{s[3:6]}\n{s[6:]}")


@plant("player_names")
class ThreeNames(Strings):
    player_names = ("X", "O", "nobody")  # type: ignore[assignment]


@plant("player_names")
class OneName(Strings):
    player_names = "XOX"  # type: ignore[assignment]


@plant("draw")
class DrawnAsAWord(Strings):
    def draw(self, s: str) -> str:
        return "<b>" + s + "</b>"


@plant("gestures")
class GesturesToNowhere(Strings):
    def gestures(self, s: str, a: int) -> Any:
        yield (f"cell{a}",)


@plant("actions", "result", "to_move", "is_terminal", "utility", "print")
class ARuleThatPrints(Nim):
    def actions(self, s: Any) -> Any:
        found = super().actions(s)
        print("moves:", found)
        return found
