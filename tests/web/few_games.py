"""The jobs `look` and `step` without a process: a context of a few games."""

from __future__ import annotations

import json
from typing import Any

import outplay
from outplay.game import MAX, Game
from outplay.web.jobs import look as jobs


class FewGames:
    """A context of a few games, without a process."""

    def __init__(self, own: dict[str, str] | None = None, **ready: Game[Any, Any]) -> None:
        self.own, self.ready = own or {}, ready
        self.trails: list[Any] = []

    def game(self, key: str, parameters: dict[str, Any], /) -> Game[Any, Any]:
        return self.ready.get(key) or outplay.load(self.own.get(key, key), **parameters)


def few(own: dict[str, str] | None = None, **ready: Game[Any, Any]) -> Any:
    """A stand-in for JobContext."""
    return FewGames(own, **ready)


def quiet(progress: dict[str, Any]) -> None:
    raise AssertionError("a quick job tells nothing on its way")


def look(game: str, *moves: str, context: Any = None, **spot: Any) -> dict[str, Any]:
    asked = {"spot": {"game": game, "moves": list(moves), **spot}}
    found = jobs.look(context or few(), asked, quiet)
    json.dumps(found, allow_nan=False)
    return found


def step(game: str, *moves: str, context: Any = None, **spot: Any) -> dict[str, Any]:
    *before, move = moves
    asked = {"spot": {"game": game, "moves": before, **spot}, "move": move}
    return jobs.step(context or few(), asked, quiet)


class Take(Game[Any, int]):
    """Take one or two of five; the last one wins."""

    def initial(self) -> Any:
        return 5, MAX

    def to_move(self, s: Any) -> Any:
        return s[1]

    def actions(self, s: Any) -> Any:
        return range(1, min(2, s[0]) + 1)

    def result(self, s: Any, taken: int) -> Any:
        return s[0] - taken, -s[1]

    def is_terminal(self, s: Any) -> Any:
        return s[0] == 0

    def utility(self, s: Any) -> Any:
        return -s[1]
