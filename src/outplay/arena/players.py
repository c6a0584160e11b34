"""Players of a match: the engine, a level of it, an algorithm of the textbook, or random moves.

A player is small and can be sent to another process; it makes what it needs when its first game
begins. To let another program play, subclass `Player`, as `outplay.connect.uci_player` does for
chess engines.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from random import Random
from typing import Any, TypedDict

from outplay.copies import original
from outplay.engine.analyse import analyse
from outplay.engine.engine import AnyEngine, Engine
from outplay.errors import OutplayError, UsageError
from outplay.game import AnyGame
from outplay.lazy import fetch
from outplay.result import AnyResult, Limit
from outplay.search.algorithms import TEXTBOOK, check_known
from outplay.search.error_context import refuse_nonsense
from outplay.wording import did_you_mean

ENGINE, RANDOM, LEVEL, UCI = "engine", "random", "level", "uci"
SOLUTION = "solution"
ELSEWHERE = {UCI: "outplay.connect.uci_player:read_uci_player"}
"""Who reads players that come later in the order of packages; fetched when one is named."""
SECONDS = 1.0
"""For each move, unless a limit is set."""


class Forfeit(OutplayError):
    """Another program stopped playing, or broke the rules: it loses the game."""

    def __init__(self, sentence: str, reason: str) -> None:
        super().__init__(sentence)
        self.reason = reason
        """What ended the game, in short: `an illegal move by Fake 1.0`."""


class Player:
    """A player of any game."""

    name = "player"

    def begin(self, game: AnyGame, seed: int) -> None:
        """A new game begins."""

    def choose(self, state: object, history: Sequence[object]) -> object:
        """The action to play; `history` are the states before this one."""
        raise NotImplementedError

    def close(self) -> None:
        """Ends at once the processes that it has started."""


class RandomPlayer(Player):
    """Plays any legal move."""

    name = RANDOM

    def begin(self, game: AnyGame, seed: int) -> None:
        self._game = game
        self._random = Random(seed)

    def choose(self, state: object, history: Sequence[object]) -> object:
        return self._random.choice(refuse_nonsense(self._game, state).actions)


class Limits(TypedDict, total=False):
    """For each move, as `Limit` has them."""

    depth: int | None
    time: float | None
    nodes: int | None


class LimitedPlayer(Player):
    """A player that searches each move within limits; one second unless there are any."""

    kind = ""
    """What its name begins with."""

    def __init__(
        self,
        *,
        depth: int | None = None,
        time: float | None = None,
        nodes: int | None = None,
        name: str = "",
        **options: Any,
    ) -> None:
        Limit(depth, time, nodes)
        if depth is None and time is None and nodes is None:
            time = SECONDS
        self.limits = Limits(depth=depth, time=time, nodes=nodes)
        written = {"": depth, "s": None if time is None else f"{time:g}", "n": nodes}
        texts = [f"{limit}{unit}" for unit, limit in written.items() if limit is not None]
        self.name = name or ":".join([self.kind, *texts])
        self.options = options


class EnginePlayer(LimitedPlayer):
    """The engine, with limits for each move and any options of `Engine`.

    Its table is cleared when a game begins, so a game does not depend on those before it.
    """

    kind = ENGINE
    _engine: AnyEngine | None = None

    def begin(self, game: AnyGame, seed: int) -> None:
        if self._engine is None or original(self._engine.game) is not original(game):
            self._engine = Engine(game, **self.options)
        self._engine.clear()

    def choose(self, state: object, history: Sequence[object]) -> object:
        assert self._engine is not None, "the game has not begun"
        return action_of(self._engine.analyse(state, history=history, **self.limits))

    def __getstate__(self) -> dict[str, object]:
        return {**self.__dict__, "_engine": None}


class AlgorithmPlayer(LimitedPlayer):
    """An algorithm of the textbook, with limits for each move and options of its own."""

    def __init__(self, algorithm: str, **settings: Any) -> None:
        """`settings` are `depth`, `time`, `nodes`, `name`, and options of the algorithm."""
        check_known(algorithm, TEXTBOOK)
        self.kind = self.algorithm = algorithm
        super().__init__(**settings)

    def begin(self, game: AnyGame, seed: int) -> None:
        self._game = game

    def choose(self, state: object, history: Sequence[object]) -> object:
        limits = {**self.limits, **self.options}
        return action_of(analyse(self._game, state, algorithm=self.algorithm, **limits))


def action_of(result: AnyResult) -> object:
    """What to play: a search that looks no ply ahead finds nothing, and plays the first action."""
    return result.game.legal(result.state)[0] if result.action is None else result.action


def read_spec(text: str, names: Sequence[str]) -> tuple[str, Limits]:
    """A player as people write it: `engine:6`, `alphabeta:2000n`, `engine:0.5s`.

    Gives its name and limits; raises UsageError with one sentence.
    """
    name, colon, limit = text.strip().partition(":")
    if name not in names:
        raise UsageError(
            f"There is no player {text!r}; there are {', '.join(names)}.{did_you_mean(name, names)}"
        )
    if not colon:
        return name, {}
    if name in (RANDOM, "human"):
        raise UsageError(f"{name} does not search; leave out {':' + limit!r}.")
    limits = read_limits(limit)
    if limits is not None:
        return name, limits
    raise UsageError(
        f"{text!r}: after the colon comes a depth ({name}:6), a time ({name}:0.5s) or a number"
        f" of nodes ({name}:5000n)."
    )


def read_limits(text: str) -> Limits | None:
    """`6`: a depth, `0.5s`: a time, `5000n`: a number of nodes; None if it is none of them."""
    if re.fullmatch(r"[0-9]{1,6}", text):
        return {"depth": int(text)}
    if re.fullmatch(r"[0-9]{1,15}n", text):
        return {"nodes": int(text[:-1])}
    if re.fullmatch(r"([0-9]{1,9}(\.[0-9]{0,9})?|\.[0-9]{1,9})s", text):
        return {"time": float(text[:-1])}
    return None


def read_player(text: str, **options: Any) -> Player:
    """The player that `text` names; `options` are the engine's. Raises UsageError."""
    kind, _, rest = text.strip().partition(":")
    if kind == LEVEL:
        from outplay.arena.levels import LevelPlayer

        return LevelPlayer(rest, **options)
    if kind == SOLUTION:
        from outplay.arena.levels import read_solution_player

        return read_solution_player(rest, **options)
    if kind in ELSEWHERE:
        player: Player = fetch(ELSEWHERE[kind])(rest)
        return player
    name, limits = read_spec(text, (ENGINE, RANDOM, LEVEL, SOLUTION, UCI, *TEXTBOOK))
    if name == RANDOM:
        return RandomPlayer()
    if name == ENGINE:
        return EnginePlayer(**limits, **options)
    return AlgorithmPlayer(name, **limits)
