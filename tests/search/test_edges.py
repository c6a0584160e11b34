"""Sizes, numbers and circumstances at the edge of what a search takes."""

import math
import sys
import threading
from typing import Any, NamedTuple

import pytest
import same_name_one
import same_name_two
from take_games import Countdown, Pile, Take

import outplay
from outplay import MAX, EndlessGame, Game, Playouts
from outplay.native.layout import LINE, MAX_PLY
from outplay.tuples import replace_at

SPEEDS = ("native", "python")
PLAIN = [outplay.minimax, outplay.negamax, outplay.alphabeta]


def both(search: Any, game: Game[Any, Any], state: Any = None, **options: Any) -> Any:
    """The interpreted result, after comparing it with the native one."""
    native, python = (search(game, state, speed=speed, **options) for speed in SPEEDS)
    assert native.speed == "native"
    for name in ("value", "action", "nodes", "line", "moves", "distance", "bound"):
        assert getattr(native, name) == getattr(python, name), name
    return python


def test_a_root_with_one_action() -> None:
    result = outplay.alphabeta(Countdown(), speed="python")
    assert (result.action, len(result.moves), result.distance) == (1, 1, 5)


def test_the_longest_line_at_both_speeds() -> None:
    game = Countdown()
    result = both(outplay.minimax, game, Pile(MAX_PLY, MAX))
    assert (result.value, result.nodes) == (-1, MAX_PLY + 1)
    assert len(result.line) == LINE + 1
    assert result.distance is None  # the line that is kept does not reach the end
    for speed in SPEEDS:
        with pytest.raises(EndlessGame, match="10,000 plies"):
            outplay.minimax(game, Pile(MAX_PLY + 1, MAX), speed=speed)


def test_a_line_that_just_fits() -> None:
    result = outplay.minimax(Countdown(), Pile(LINE + 1, MAX), speed="python")
    assert result.distance == len(result.line) == LINE + 1


class Huge(Take):
    SIZE = 2**63 - 3

    def utility(self, s: Any) -> Any:
        return -s.player * (self.SIZE - s.player)


@pytest.mark.parametrize("search", PLAIN)
def test_ints_stay_exact_to_64_bits(search: Any) -> None:
    value = both(search, Huge()).value
    assert value == 2**63 - 2
    assert isinstance(value, int)


class Infinite(Take):
    def utility(self, s: Any) -> Any:
        return math.inf * -s.player


@pytest.mark.parametrize("search", PLAIN)
def test_infinite_utilities(search: Any) -> None:
    assert both(search, Infinite(), memory=True).value == math.inf


class Scored(NamedTuple):
    left: int
    score: float
    player: int


class NegativeZero(Take):
    START = 6

    def initial(self) -> Any:
        return Scored(6, 0.0, MAX)

    def result(self, s: Any, n: Any) -> Any:
        return Scored(s.left - n, -0.0 if n == 2 else 0.0, -s.player)


class SometimesInt(Take):
    def initial(self) -> Any:
        return Scored(8, 2, MAX)

    def result(self, s: Any, n: Any) -> Any:
        return Scored(s.left - n, 3 if n == 2 else (s.score + n) / 2, -s.player)

    def utility(self, s: Any) -> Any:
        return s.score


def test_zero_is_one_state_whatever_its_sign() -> None:
    both(outplay.minimax, NegativeZero(), memory=True)


def test_equal_states_are_equally_random() -> None:
    for seed in range(3):
        both(outplay.alphabeta, SometimesInt(), order="random", seed=seed)
        both(outplay.minimax, SometimesInt(), depth=2, evaluate=Playouts(3, seed=seed))


class Forty(NamedTuple):
    cells: tuple[int, ...]
    player: int


class FortyCells(Take):
    def initial(self) -> Any:
        return Forty((1,) * 3 + (0,) * 37, MAX)

    def actions(self, s: Any) -> Any:
        for i in range(40):
            if s.cells[i]:
                yield i

    def result(self, s: Any, i: Any) -> Any:
        return Forty(replace_at(s.cells, i, 0), -s.player)

    def is_terminal(self, s: Any) -> bool:
        return sum(s.cells) == 0


def test_a_state_of_forty_numbers() -> None:
    assert both(outplay.alphabeta, FortyCells(), memory=True).value == 1


class Wide(Take):
    def actions(self, s: Any) -> Any:
        return range(300)

    def result(self, s: Any, n: Any) -> Any:
        return Pile(s.left * 300 + n, -s.player)

    def is_terminal(self, s: Any) -> bool:
        return s.left >= 300

    def utility(self, s: Any) -> Any:
        return s.left * 7919 % 1009


def test_three_hundred_actions() -> None:
    result = both(outplay.alphabeta, Wide(), Pile(1, MAX))
    assert len(result.moves) == 300


class TwoTables(Take):
    def evaluate(self, s: Any) -> float:
        return same_name_one.first(s.left % 3) + same_name_two.second(s.left % 3)


def test_constants_of_one_name_in_two_modules() -> None:
    both(outplay.minimax, TwoTables(), depth=2)


class LateFloat(Take):
    """The first half that is taken lies beyond the states that are looked at."""

    def initial(self) -> Any:
        return Scored(300, 0.0, MAX)

    def actions(self, s: Any) -> Any:
        if s.left > 5:
            yield 1
        else:
            yield 0.75

    def result(self, s: Any, a: Any) -> Any:
        return Scored(s.left - 1, s.score + a, -s.player)

    def utility(self, s: Any) -> Any:
        return s.score


class LateInt(LateFloat):
    """A field that is a bool at first."""

    def initial(self) -> Any:
        return Pile(300, False)

    def to_move(self, s: Any) -> int:
        return MAX

    def actions(self, s: Any) -> Any:
        yield 1

    def result(self, s: Any, a: Any) -> Any:
        return Pile(s.left - 1, s.left == 9 if s.left > 5 else 7)

    def utility(self, s: Any) -> Any:
        return s.player


@pytest.mark.parametrize("cls", [LateFloat, LateInt])
def test_a_number_is_not_cut_to_fit(cls: type[Take]) -> None:
    """The rules are compiled anew for what was not seen at first."""
    game = cls()
    found, wanted = (outplay.minimax(game, speed=speed) for speed in ("native", "python"))
    assert wanted.value in (298.75, 7)
    assert (found.speed, found.value, type(found.value)) == (
        "native",
        wanted.value,
        type(wanted.value),
    )
    assert (found.nodes, found.line) == (wanted.nodes, wanted.line)


# --- what changes between searches --------------------------------------------------------------

FACTOR = 3


class Settings:
    def __init__(self, bonus: int) -> None:
        self.bonus = bonus


class Changing(Take):
    SCALE = 1

    def __init__(self) -> None:
        self.settings = Settings(0)

    def evaluate(self, s: Any) -> float:
        return FACTOR * self.SCALE * s.left + self.settings.bonus


def test_a_changed_constant_is_seen_by_the_next_search(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Changing()
    seen = [both(outplay.minimax, game, depth=1).value]
    monkeypatch.setattr(f"{__name__}.FACTOR", 5)
    seen.append(both(outplay.minimax, game, depth=1).value)
    monkeypatch.setattr(Changing, "SCALE", 2)
    seen.append(both(outplay.minimax, game, depth=1).value)
    game.settings = Settings(100)
    seen.append(both(outplay.minimax, game, depth=1).value)
    game.settings.bonus = 200
    seen.append(both(outplay.minimax, game, depth=1).value)
    assert seen == [12, 20, 40, 140, 240]


# --- company ------------------------------------------------------------------------------------


@pytest.mark.parametrize("speed", SPEEDS)
def test_threads_search_the_same_game(speed: str) -> None:
    game = Countdown()
    lengths = (50, 6_000, 3_000, 100, 9_000, 30)
    found: dict[int, Any] = {}

    def work(left: int) -> None:
        found[left] = outplay.minimax(game, Pile(left, MAX), speed=speed).value

    before = sys.getrecursionlimit()
    threads = [threading.Thread(target=work, args=(left,)) for left in lengths]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == dict.fromkeys(lengths, -1)
    assert sys.getrecursionlimit() == before


class Nested(Take):
    """An estimate that is a search of another game."""

    def evaluate(self, s: Any) -> float:
        return outplay.minimax(Take(), Pile(s.left, s.player), speed="python").value


def test_a_search_inside_a_search() -> None:
    before = sys.getrecursionlimit()
    result = outplay.alphabeta(Nested(), Pile(6, MAX), depth=2)
    assert result.speed == "python"
    assert result.value == outplay.minimax(Take(), Pile(6, MAX), speed="python").value
    assert sys.getrecursionlimit() == before


def test_an_error_inside_the_inner_search_is_told() -> None:
    class Broken(Take):
        def utility(self, s: Any) -> Any:
            raise ValueError("no idea")

    class Outer(Take):
        def evaluate(self, s: Any) -> float:
            return outplay.minimax(Broken(), s, speed="python").value

    with pytest.raises(outplay.RulesError, match="broken: `utility` raised ValueError: no idea"):
        outplay.alphabeta(Outer(), depth=1, speed="python")


def test_results_of_functions_with_any_name_are_blamed() -> None:
    game = Game.from_functions(
        initial=Pile(5, MAX),
        to_move=lambda s: s.player,
        actions=lambda s: [1, 2],
        result=lambda s, a: 1 // (s.left - 5),
        is_terminal=lambda s: s.left == 0,
        utility=lambda s: 0,
    )
    with pytest.raises(outplay.RulesError) as caught:
        outplay.minimax(game, speed="python")
    assert "`result` raised ZeroDivisionError" in str(caught.value)
    assert "native" not in str(caught.value)
