"""Random openings, so that deterministic players do not play the same game again and again."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from outplay.asking import Answers
from outplay.copies import protected
from outplay.errors import UsageError
from outplay.game import AnyGame
from outplay.lines import states_along
from outplay.native.layout import MAX_PLY
from outplay.parameters import whole_number
from outplay.search.error_context import refuse_nonsense

TRIES = 100
"""Random openings that are tried for each one needed."""


def random_openings(
    game: AnyGame, count: int, plies: int, seed: int = 0
) -> list[tuple[object, ...]]:
    """`count` random openings of `plies` moves that lead to different positions.

    None of them ends the game. Where there are fewer than `count`, they are repeated. Chance
    moves are played too, and do not count as moves.
    """
    whole_number("count", count, 0)
    whole_number("plies", plies, 0)
    game = protected(game, game.initial(), always=True)
    random = Random(f"{seed}/openings")
    found: dict[object, tuple[object, ...]] = {}
    for _ in range(TRIES * count):
        if len(found) == count:
            break
        opening = _random_line(game, plies, random)
        if opening is not None:
            found.setdefault(game.key(states_along(game, game.initial(), opening)[-1]), opening)
    if count and not found:
        raise UsageError(f"{game.name} is over within {plies} random moves: use a shorter opening.")
    lines = list(found.values())
    return [lines[number % len(lines)] for number in range(count)]


def random_walk(game: AnyGame, random: Random) -> Iterator[tuple[object, Answers, list[object]]]:
    """A random game, until it is over: each state, what its rules say, the actions before it."""
    s = start = game.initial()
    line: list[object] = []
    while not (found := refuse_nonsense(game, s, (start, line))).over:
        yield s, found, line
        if found.chances is None:
            line.append(random.choice(found.actions))
        else:
            line.append(random.choices(found.actions, found.chances)[0])
        s = game.result(s, line[-1])


def _random_line(game: AnyGame, plies: int, random: Random) -> tuple[object, ...] | None:
    """A random opening; None if the game was over in it."""
    moves = 0
    for _, found, line in random_walk(game, random):
        if moves == plies:
            return tuple(line)
        if len(line) > MAX_PLY:
            return None
        moves += found.chances is None
    return None
