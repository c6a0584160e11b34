"""Matches against other programs, at equal time a move: `python -m benchmarks --rivals`.

Each game has a module `rivals_<game>` with `make_player(seconds)`, which gives somebody who
chooses: `choose(game, state)`. Where the other program is not installed, the match is left out
and a sentence says so.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, NamedTuple

from benchmarks.matches import Matched
from outplay import load
from outplay.arena import EnginePlayer, Player, match
from outplay.game import Game

SECONDS = 0.5
"""For each move of either side."""


class Rival(Player):
    """Another program as a player; it is started when its first game begins."""

    def __init__(self, name: str, module: str, seconds: float) -> None:
        self.name, self._module, self._seconds = name, module, seconds
        self._other: Any = None

    def begin(self, game: Game[Any, Any], seed: int) -> None:
        self._game = game
        if self._other is None:
            self._other = importlib.import_module(self._module).make_player(self._seconds)

    def choose(self, state: Any, history: Sequence[Any]) -> Any:
        return self._other.choose(self._game, state)


class Meeting(NamedTuple):
    """One match to be played."""

    game: str
    rival: str
    module: str
    ours: Callable[[], Player]
    plies: int
    games: int
    must_win: bool = True


MEETINGS = (
    Meeting(
        "othello",
        "rust-reversi",
        "benchmarks.rivals_othello",
        partial(EnginePlayer, time=SECONDS),
        8,
        60,
    ),
    Meeting(
        "checkers",
        "py-draughts",
        "benchmarks.rivals_checkers",
        partial(EnginePlayer, time=SECONDS),
        6,
        60,
    ),
    Meeting(
        "backgammon",
        "gnubg, 0 ply",
        "benchmarks.rivals_backgammon",
        partial(EnginePlayer, depth=3),
        0,
        400,
        must_win=False,
    ),
)


def lines(names: tuple[str, ...] = (), workers: int = 1) -> Iterator[Matched]:
    for meeting in MEETINGS:
        if names and meeting.game not in names:
            continue
        rival = Rival(meeting.rival, meeting.module, SECONDS)
        game = partial(load, meeting.game)
        try:
            rival.begin(game(), 0)
        except (ImportError, FileNotFoundError) as error:
            print(f"{meeting.game}: no match against {meeting.rival}: {error}", file=sys.stderr)
            continue
        ours = meeting.ours()
        print(f"{meeting.game} against {meeting.rival} …", file=sys.stderr, flush=True)
        score = match(
            game,
            ours,
            Rival(meeting.rival, meeting.module, SECONDS),
            games=meeting.games,
            plies=meeting.plies,
            workers=workers,
        )
        yield Matched(f"{meeting.game}, {ours.name}", score, meeting.must_win)
