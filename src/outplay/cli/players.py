"""Who plays a side: a person, an algorithm, or the dice."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from random import Random
from typing import get_args

from outplay.arena.players import LEVEL, SOLUTION, UCI, read_player, read_spec
from outplay.arena.players import Player as MatchPlayer
from outplay.cli.thinking import ENGINE, Algorithm, Settings, Thinker
from outplay.engine.clock import Clock
from outplay.errors import UsageError
from outplay.game import AnyGame
from outplay.search.error_context import refuse_nonsense

HUMAN, RANDOM = "human", "random"

NAMES = (HUMAN, RANDOM, LEVEL, SOLUTION, UCI, *get_args(Algorithm))

SECONDS, WHOLE_TREE_SECONDS = 1.0, 10.0
"""What a move may take where no limit is given: those that deepen always have an answer, the
others search the whole tree and need longer before they do."""


@dataclass
class Player:
    """One side of a game in the terminal."""

    spec: str
    """As it was given: `human`, `random`, `alphabeta`, `alphabeta:6`, `level:3`."""
    settings: Settings | None = None
    """How it searches; None for a person, for random play, and for who plays by itself."""
    clock: Clock | None = None
    """What it has for a whole game."""
    by_itself: MatchPlayer | None = None
    """A level or another program, as matches have them."""
    thinker: Thinker | None = field(default=None, init=False, compare=False)
    """What searches by the settings, with a table and a clock of its own."""

    def begin(self, game: AnyGame, seed: int) -> None:
        """A new game begins."""
        if self.by_itself is not None:
            self.by_itself.begin(game, seed)
        elif self.thinker is not None:
            self.thinker.start_again()
        elif self.settings is not None:
            self.thinker = Thinker(game, self.settings, self.clock)

    @property
    def is_human(self) -> bool:
        return self.spec == HUMAN

    def __str__(self) -> str:
        return "you" if self.is_human else self.spec

    def describe(self) -> str:
        """`engine, 1 s a move`."""
        if self.by_itself is not None and self.by_itself.name != self.spec:
            return f"{self.spec} ({self.by_itself.name.removeprefix('level:')})"
        if self.settings is None:
            return str(self)
        limits = self.settings
        parts = [
            f"depth {limits.depth}" if limits.depth is not None else "",
            f"{limits.nodes:,} nodes" if limits.nodes is not None else "",
            f"{limits.time:g} s a move" if limits.time is not None else "",
            f"{format_clock(self.clock)} s on the clock" if self.clock is not None else "",
        ]
        return ", ".join([self.settings.algorithm, *filter(None, parts)])


def player(spec: str, limits: Settings, clock: Clock | None = None) -> Player:
    """The player that `spec` names; `alphabeta:6` and `engine:0.5s` have a limit of their own.

    `limits` are those of both players, with the options of the engine.
    """
    spec = spec.strip()
    kind = spec.partition(":")[0]
    if kind in (LEVEL, SOLUTION):
        own = {} if limits.time is None else {"time": limits.time}
        return Player(spec, by_itself=read_player(spec, **limits.options, **own))
    if kind == UCI:
        return Player(spec, by_itself=read_player(spec))
    name, read = read_spec(spec, NAMES)
    if name in (HUMAN, RANDOM):
        return Player(name)
    settings = replace(limits, algorithm=name, **read)
    if name != ENGINE:
        settings, clock = replace(settings, options={}), None
    if clock is None and not any(limit is not None for limit in settings.limits.values()):
        deepens = name in (ENGINE, "deepening")
        settings = replace(settings, time=SECONDS if deepens else WHOLE_TREE_SECONDS)
    return Player(spec, settings, clock)


def both(
    largest: str | None, smallest: str | None, limits: Settings, clock: Clock | None = None
) -> tuple[Player, Player]:
    """MAX's player and MIN's; a side that is not named is the person's, or the engine's.

    Where there is a solution, it plays in place of the engine.
    """
    solution = limits.options.get("solution")
    usual = ENGINE if solution is None else f"{SOLUTION}:{solution}"
    if largest is None:
        largest = usual if smallest == HUMAN else HUMAN
    if smallest is None:
        smallest = usual if largest == HUMAN else HUMAN
    players = player(largest, limits, clock), player(smallest, limits, clock)
    engine = any(p.settings is not None and p.settings.algorithm == ENGINE for p in players)
    level = any(p.spec.startswith((LEVEL, SOLUTION)) for p in players)
    flags = () if engine or level else tuple(o for o in limits.options if o != "solution")
    for flag in ("clock", *flags) if clock is not None and not engine else flags:
        raise UsageError(f"--{flag} is for the engine, and the engine does not play.")
    return players


def read_clock(text: str) -> Clock:
    """`60+1`: 60 seconds, and one more after each move; `60`: no more."""
    seconds, plus, increment = text.partition("+")
    try:
        return Clock(float(seconds), float(increment) if plus else 0.0)
    except ValueError as error:
        why = f" ({error})" if isinstance(error, UsageError) else ""
        raise UsageError(
            f"A clock is written SECONDS+INCREMENT, such as 60+1, not {text!r}.{why}"
        ) from None


def format_clock(clock: Clock) -> str:
    """A clock as `read_clock` reads it."""
    return f"{clock.remaining:g}" + (f"+{clock.increment:g}" if clock.increment else "")


def refuse_unfit(game: AnyGame, state: object, someone: Player) -> None:
    """Raises the sentence that the algorithm has for a game that it does not fit."""
    from outplay.engine.analyse import analyse

    settings = someone.settings
    if settings is not None and not game.is_terminal(state):
        limits = replace(settings, nodes=1).limits
        analyse(game, state, algorithm=settings.algorithm, speed="python", **limits)


def random_move(game: AnyGame, state: object, seed: int, ply: int) -> object:
    """Any legal action; the same for the same seed and ply."""
    return Random(f"{seed}/{ply}/move").choice(refuse_nonsense(game, state).actions)
