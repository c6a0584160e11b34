"""A match: pairs of games from one opening with sides reversed, in one process or several."""

from __future__ import annotations

import os
import pickle
import signal
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import as_completed
from concurrent.futures.process import BrokenProcessPool
from typing import NamedTuple, NoReturn

from outplay.adapters.interrupts import interrupts_blocked
from outplay.arena.openings import random_openings
from outplay.arena.players import Player
from outplay.arena.playing import MOST_PLIES, Ending, play_game
from outplay.arena.score import Score
from outplay.errors import OutplayError, UsageError
from outplay.game import MAX, MIN, AnyGame, Game
from outplay.parameters import whole_number
from outplay.process_pool import process_pool

GAMES, OPENING_PLIES = 50, 4

GameMaker = Callable[[], AnyGame]


class Pair(NamedTuple):
    """Two games to play: one opening, one seed for the dice, sides reversed."""

    number: int
    opening: tuple[object, ...]
    seed: int
    most_plies: int


MOST_GAMES = 1_000_000
"""Of one match: all openings are chosen before the first game."""

MOST_WORKERS = 256


def match(
    game: AnyGame | GameMaker,
    first: Player,
    second: Player,
    *,
    games: int = GAMES,
    plies: int = OPENING_PLIES,
    openings: Sequence[Sequence[object]] | None = None,
    seed: int = 0,
    workers: int = 1,
    most_plies: int = MOST_PLIES,
    progress: Callable[[Score], None] | None = None,
) -> Score:
    """Plays `games` games and gives the score of `first`.

    Each opening is played twice with sides reversed, and with the same dice. Openings are `plies`
    random moves, unless you pass `openings`. `workers` processes play at the same time; pass a
    function that makes the game if the game cannot be sent to them. Ctrl-C ends the match with
    the score so far.
    """
    if games < 2 or games % 2:
        raise UsageError(f"A match has an even number of games, at least 2, not {games}.")
    if games > MOST_GAMES:
        raise UsageError(f"A match has at most {MOST_GAMES:,} games.")
    whole_number("workers", workers, 1, MOST_WORKERS)
    whole_number("plies", plies, 0, MOST_PLIES)
    rules = game if isinstance(game, Game) else game()
    if openings is None:
        openings = random_openings(rules, games // 2, plies, seed)
    if not openings:
        raise UsageError("There is no opening to play from.")
    jobs = [
        Pair(n, tuple(openings[n % len(openings)]), seed * 1_000_003 + n, most_plies)
        for n in range(games // 2)
    ]
    endings: dict[int, tuple[Ending, Ending]] = {}
    stopped = False
    work = (
        ((job.number, _play(rules, first, second, job)) for job in jobs)
        if workers == 1
        else _in_workers(game, first, second, jobs, workers)
    )
    try:
        for number, ends in work:
            endings[number] = ends
            if progress is not None:
                progress(_score(first, second, endings))
    except KeyboardInterrupt:
        if not endings:
            raise
        stopped = True
    return _score(first, second, endings, stopped)


def _score(
    first: Player, second: Player, endings: dict[int, tuple[Ending, Ending]], stopped: bool = False
) -> Score:
    ordered = [endings[number] for number in sorted(endings)]
    reasons = Counter(end.reason for ends in ordered for end in ends)
    pairs = tuple((as_max.value, -as_min.value) for as_max, as_min in ordered)
    return Score(first.name, second.name, pairs, dict(reasons), stopped)


def _play(game: AnyGame, first: Player, second: Player, job: Pair) -> tuple[Ending, Ending]:
    """Both games of a pair; the first player is MAX in the first one."""
    options = {"seed": job.seed, "most_plies": job.most_plies}
    as_max = play_game(game, {MAX: first, MIN: second}, job.opening, **options)
    as_min = play_game(game, {MAX: second, MIN: first}, job.opening, **options)
    return as_max.ending, as_min.ending


Found = Iterator[tuple[int, tuple[Ending, Ending]]]


# --- several processes ------------------------------------------------------------------------

_in_worker: list[tuple[AnyGame, Player, Player]] = []
"""In a worker: the game and its two players."""


def _in_workers(
    game: AnyGame | GameMaker, first: Player, second: Player, jobs: list[Pair], workers: int
) -> Found:
    try:
        pickled = pickle.dumps((game, first, second))
    except Exception:
        raise UsageError(
            "The game or a player cannot be sent to other processes; use one process, or give a"
            " function that makes the game."
        ) from None
    try:
        with process_pool(min(workers, len(jobs)), _start_worker, pickled) as pool:
            with interrupts_blocked():
                futures = {pool.submit(_play_in_worker, job): job.number for job in jobs}
            for future in as_completed(futures):
                yield futures[future], future.result()
    except BrokenProcessPool:
        raise OutplayError("A process of the match ended before its game did.") from None
    except OSError as error:
        raise OutplayError(f"The match cannot start a process: {error.strerror}.") from None


def _start_worker(pickled: bytes) -> None:
    """Runs first in each worker process, which ignores Ctrl-C: the parent handles it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    game, first, second = pickle.loads(pickled)
    _in_worker[:] = [(game if isinstance(game, Game) else game(), first, second)]
    if any(type(player).close is not Player.close for player in (first, second)):
        signal.signal(signal.SIGTERM, _end_worker)


def _end_worker(number: int, frame: object) -> NoReturn:
    """The match is over: ends what the players of this worker have started."""
    for player in _in_worker[0][1:]:
        player.close()
    os._exit(0)


def _play_in_worker(job: Pair) -> tuple[Ending, Ending]:
    return _play(*_in_worker[0], job)
