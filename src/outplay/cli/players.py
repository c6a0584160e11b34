"""Who plays a side: a person, an algorithm, or the dice."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any, get_args

from outplay.cli.thinking import Algorithm, Settings
from outplay.errors import UsageError
from outplay.game import Game

HUMAN, RANDOM = "human", "random"

NAMES = (HUMAN, RANDOM, *get_args(Algorithm))

SECONDS, WHOLE_TREE_SECONDS = 1.0, 10.0
"""What a move may take where no limit is given: deepening always has an answer, the others
search the whole tree and need longer before they do."""


@dataclass(frozen=True)
class Player:
    """One side of a game in the terminal."""

    spec: str
    """As it was given: `human`, `random`, `alphabeta`, `alphabeta:6`."""
    settings: Settings | None = None
    """How it searches; None for a person and for random play."""

    @property
    def is_human(self) -> bool:
        return self.spec == HUMAN

    def __str__(self) -> str:
        return "you" if self.is_human else self.spec

    def describe(self) -> str:
        """`deepening, 1 s a move`."""
        if self.settings is None:
            return str(self)
        limits = self.settings
        told = [
            f"depth {limits.depth}" if limits.depth is not None else "",
            f"{limits.nodes:,} nodes" if limits.nodes is not None else "",
            f"{limits.time:g} s a move" if limits.time is not None else "",
        ]
        return ", ".join([self.settings.algorithm, *(part for part in told if part)])


def player(spec: str, depth: int | None, time: float | None, nodes: int | None) -> Player:
    """The player that `spec` names; `alphabeta:6` has a depth of its own."""
    name, colon, own = spec.strip().partition(":")
    if name not in NAMES:
        raise UsageError(f"There is no player {spec!r}; there are {', '.join(NAMES)}.")
    if name in (HUMAN, RANDOM):
        if colon:
            raise UsageError(f"{name} looks no plies ahead; leave out {':' + own!r}.")
        return Player(name)
    if colon:
        if not (own.isascii() and own.isdigit()) or len(own) > 6:
            raise UsageError(f"{spec!r}: after the colon comes a depth, such as {name}:6.")
        depth = int(own)
    if depth is None and time is None and nodes is None:
        time = SECONDS if name == "deepening" else WHOLE_TREE_SECONDS
    return Player(spec.strip(), Settings(name, depth, time, nodes))


def both(largest: str | None, smallest: str | None, *limits: Any) -> tuple[Player, Player]:
    """MAX's player and MIN's; a side that is not named is the person or, against one, deepening."""
    if largest is None:
        largest = HUMAN if smallest not in (None, HUMAN) else "deepening" if smallest else HUMAN
    if smallest is None:
        smallest = "deepening" if largest == HUMAN else HUMAN
    return player(largest, *limits), player(smallest, *limits)


def refuse_unfit(game: Game[Any, Any], state: Any, someone: Player) -> None:
    """Raises the sentence that the algorithm has for a game that it does not fit."""
    from outplay.search.analyse import analyse

    settings = someone.settings
    if settings is not None and not game.is_terminal(state):
        analyse(
            game, state, algorithm=settings.algorithm, depth=settings.depth, nodes=1,
            time=settings.time, speed="python",
        )  # fmt: skip


def roll(game: Game[Any, Any], state: Any, seed: int, ply: int) -> tuple[Any, float]:
    """What chance does at that ply, and how likely it was.

    The same seed and ply have the same luck: taking a move back does not change the dice.
    """
    outcomes = list(game.outcomes(state))
    chosen = Random(f"{seed}/{ply}").choices(outcomes, [p for _, p in outcomes])[0]
    return chosen


def random_move(game: Game[Any, Any], state: Any, seed: int, ply: int) -> Any:
    """Any legal action; the same for the same seed and ply."""
    return Random(f"{seed}/{ply}/move").choice(game.legal(state))
