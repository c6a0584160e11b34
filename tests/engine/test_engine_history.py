"""Positions that come back although states count moves, and positions from before the root."""

from __future__ import annotations

import random
from typing import Any, NamedTuple

import pytest

from outplay import MAX, Engine, Game


class Step(NamedTuple):
    place: int
    player: int
    quiet: int


class Shuttle(Game[Any, Any]):
    """A token on a row of places, moved by both in turn; each move counts, up to a limit.

    The further right, the better for MAX; nobody ever wins before the limit, which is a draw.
    """

    may_cycle = True
    LAST, LIMIT = 8, 60

    def initial(self) -> Any:
        return Step(4, MAX, 0)

    def to_move(self, s: Any) -> Any:
        return s.player

    def actions(self, s: Any) -> Any:
        for step in (-2, -1, 1, 2):
            if 0 <= s.place + step <= self.LAST:
                yield step

    def result(self, s: Any, step: Any) -> Any:
        return Step(s.place + step, -s.player, s.quiet + 1)

    def is_terminal(self, s: Any) -> Any:
        return s.quiet >= self.LIMIT

    def utility(self, s: Any) -> Any:
        return 0

    def evaluate(self, s: Any) -> Any:
        return s.place / 100


class Placed(Shuttle):
    """The same, and it says what a position is without the counter."""

    def repetition_key(self, s: Any) -> Any:
        return s.place, s.player


class Mirrored(Placed):
    """MIN's side of the row is MAX's too, and the estimate says so."""

    def symmetries(self, s: Any) -> Any:
        yield Step(self.LAST - s.place, s.player, s.quiet)

    def evaluate(self, s: Any) -> Any:
        return abs(s.place - self.LAST // 2) / 100


def truth(game: Game[Any, Any], s: Any, depth: int, seen: tuple[Any, ...], images: bool) -> float:
    """Minimax of the rules in which a position that was seen before is a draw."""

    def spot(t: Any) -> Any:
        mirror = (game.LAST - t.place, t.player)  # type: ignore[attr-defined]
        return min((t.place, t.player), mirror) if images else (t.place, t.player)

    if game.is_terminal(s):
        return game.utility(s)
    if depth == 0:
        return game.evaluate(s)
    if spot(s) in seen:
        return 0
    best = max if s.player == MAX else min
    seen = (*seen, spot(s))
    return best(truth(game, game.result(s, a), depth - 1, seen, images) for a in game.actions(s))


@pytest.mark.parametrize("speed", ["python", "native"])
@pytest.mark.parametrize("game", [Placed(), Mirrored()], ids=["placed", "mirrored"])
def test_a_counter_does_not_hide_a_repetition(game: Any, speed: str) -> None:
    for place in range(9):
        for depth in range(1, 8):
            s = Step(place, MAX, place)
            found = Engine(game, speed=speed, memory=1).analyse(s, depth=depth)
            assert found.value == pytest.approx(
                truth(game, s, depth, (), isinstance(game, Mirrored))
            ), (place, depth)


def test_without_position_the_counter_hides_it() -> None:
    """The test above could fail: it does for a game that does not answer `position`."""
    s = Step(4, MAX, 0)
    hidden = Engine(Shuttle(), speed="python").analyse(s, depth=5).value
    assert hidden != truth(Placed(), s, 5, (), False)


@pytest.mark.parametrize("speed", ["python", "native"])
def test_coming_back_to_the_past_is_a_repetition(speed: str) -> None:
    game, chance, differ = Placed(), random.Random(1), 0
    for _ in range(60):
        s = Step(chance.randrange(9), MAX, 10)
        past = [Step(chance.randrange(9), chance.choice((MAX, -MAX)), n) for n in range(10)]
        depth = chance.randrange(2, 7)
        told = Engine(game, speed=speed, memory=1).analyse(s, depth=depth, history=past)
        seen = tuple((t.place, t.player) for t in past if (t.place, t.player) != (s.place, MAX))
        assert told.value == pytest.approx(truth(game, s, depth, seen, False)), (s, past, depth)
        differ += told.value != pytest.approx(truth(game, s, depth, (), False))
    assert differ >= 3
