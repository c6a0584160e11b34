"""Rules at fault, at both speeds: never a crash, a hang or a traceback of ours."""

from typing import Any

import numpy as np
import pytest
from take_away import State, Take

import outplay
from outplay import MAX, EndlessGame, Game, RulesError

SPEEDS = ("native", "python")


class Circle(Take):
    """Whatever is taken comes back: the same two positions for ever."""

    def result(self, s: Any, n: Any) -> Any:
        return State(9, -s.player)


class Growing(Take):
    """Never the same position, and never an end."""

    def result(self, s: Any, n: Any) -> Any:
        return State(s.left + n, -s.player)


class Forbidden(Take):
    def result(self, s: Any, n: Any) -> Any:
        if s.left - n == 3:
            raise ValueError("three is not allowed")
        return State(s.left - n, -s.player)


class Divides(Take):
    def utility(self, s: Any) -> Any:
        return 1 // (s.player - 1)


class Reaches(Take):
    TABLE = np.array([1, 2, 3])
    ROW = (1, 2, 3)

    def utility(self, s: Any) -> Any:
        return int(self.TABLE[s.left + 5])


class ReachesTuple(Reaches):
    def utility(self, s: Any) -> Any:
        return self.ROW[s.left + 5]


class Stuck(Take):
    def actions(self, s: Any) -> Any:
        for n in range(1, 4):
            if n <= s.left - 2:
                yield n


class Forever(Take):
    def actions(self, s: Any) -> Any:
        while True:
            yield 1


class ForeverLater(Take):
    """The endless state lies deeper than any look ahead."""

    def initial(self) -> Any:
        return State(400, MAX)

    def actions(self, s: Any) -> Any:
        yield 1
        if s.left == 20:
            while True:
                yield 2


class RaisesAtOnce(Take):
    def is_terminal(self, s: Any) -> bool:
        raise KeyError("nobody knows")


class NoStart(Take):
    def initial(self) -> Any:
        raise OSError("no such board")


class Unfinished(Game[Any, Any]):
    def initial(self) -> Any:
        return (1, 1)


@pytest.mark.parametrize("speed", SPEEDS)
@pytest.mark.parametrize("search", [outplay.minimax, outplay.negamax, outplay.alphabeta])
def test_an_endless_game_is_named(search: Any, speed: str) -> None:
    with pytest.raises(EndlessGame) as caught:
        search(Circle(), speed=speed)
    message = str(caught.value)
    assert "10,000 plies" in message
    assert "(9, 1) comes back after 2 plies (1 1)" in message
    assert "\n" not in message


@pytest.mark.parametrize("speed", SPEEDS)
def test_an_endless_game_without_a_cycle(speed: str) -> None:
    with pytest.raises(EndlessGame, match="the line 1 1 1 1 1 1 … 1 1 1 1 1 1 goes on beyond"):
        outplay.alphabeta(Growing(), speed=speed)
    with pytest.raises(EndlessGame):
        outplay.count(Growing(), speed=speed)
    assert outplay.alphabeta(Growing(), depth=5, speed=speed).stopped_by == "depth"


@pytest.mark.parametrize("speed", SPEEDS)
def test_a_rule_that_raises(speed: str) -> None:
    with pytest.raises(RulesError) as caught:
        outplay.alphabeta(Forbidden(), speed=speed)
    assert "`result` raised ValueError: three is not allowed" in str(caught.value)
    assert "in the position (4, -1), reached by 1 1 1 1 1" in str(caught.value)
    assert caught.value.__cause__ is not None


@pytest.mark.parametrize("speed", SPEEDS)
@pytest.mark.parametrize(
    ("cls", "error"),
    [(Divides, "ZeroDivisionError"), (Reaches, "IndexError"), (ReachesTuple, "IndexError")],
)
def test_errors_of_python_stay_errors(cls: type[Take], error: str, speed: str) -> None:
    with pytest.raises(RulesError, match=rf"`utility` raised {error}.*in the position \(0, "):
        outplay.minimax(cls(), speed=speed)


@pytest.mark.parametrize("speed", SPEEDS)
def test_a_live_state_without_actions(speed: str) -> None:
    none = r"`actions` gives none, but `is_terminal` says that the game is not over"
    none += r" in the position \(., "
    for depth in (None, 9):
        with pytest.raises(RulesError, match=none + ".*reached by 1 1 1"):
            outplay.alphabeta(Stuck(), depth=depth, speed=speed)


@pytest.mark.parametrize("speed", SPEEDS)
def test_actions_that_never_end(speed: str) -> None:
    with pytest.raises(RulesError, match="`actions` goes on beyond 65,536 items"):
        outplay.alphabeta(Forever(), depth=3, speed=speed)


def test_actions_that_never_end_far_away() -> None:
    with pytest.raises(RulesError, match="`actions` goes on beyond 65,536 items"):
        outplay.alphabeta(ForeverLater(), speed="native")


@pytest.mark.parametrize("speed", ["auto", *SPEEDS])
def test_a_rule_that_raises_at_the_root(speed: str) -> None:
    with pytest.raises(RulesError, match="`is_terminal` raised KeyError"):
        outplay.minimax(RaisesAtOnce(), speed=speed)
    with pytest.raises(RulesError, match="`initial` raised OSError: no such board"):
        outplay.minimax(NoStart(), speed=speed)


def test_a_question_without_an_answer() -> None:
    with pytest.raises(RulesError, match=r"Unfinished does not answer is_terminal\(self, s\)"):
        outplay.minimax(Unfinished())


def test_the_process_lives_on() -> None:
    for _ in range(3):
        with pytest.raises(EndlessGame):
            outplay.minimax(Circle(), speed="native")
    assert outplay.minimax(Take(), speed="native").value == 1


def test_not_a_game() -> None:
    with pytest.raises(outplay.UsageError, match="needs a Game, not list"):
        outplay.minimax([1, 2])  # type: ignore[arg-type]
