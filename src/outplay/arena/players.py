"""Who can play a match: the engine, a level of it, an algorithm of the textbook, or chance.

A player is small and can be sent to another process; what it needs for playing is made when its
first game begins. A program from elsewhere becomes a player by a subclass of `Player`, as chess
engines do in `outplay.connect.uci_player`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from random import Random
from typing import Any, NamedTuple

from outplay.copies import own
from outplay.engine.analyse import ALGORITHMS, analyse
from outplay.engine.engine import Engine
from outplay.errors import OutplayError, UsageError
from outplay.game import Game
from outplay.lazy import fetch
from outplay.result import Limit
from outplay.search.trouble import refuse_nonsense
from outplay.wording import did_you_mean

ENGINE, RANDOM, LEVEL, UCI = "engine", "random", "level", "uci"
ELSEWHERE = {UCI: "outplay.connect.uci_player:read_uci_player"}
"""Who reads players that come later in the order of packages; fetched when one is named."""
SECONDS = 1.0
"""What a move takes where nothing else is said."""


class Forfeit(OutplayError):
    """A player from elsewhere that does not play on, or not by the rules: it has lost."""

    def __init__(self, sentence: str, reason: str) -> None:
        super().__init__(sentence)
        self.reason = reason
        """What ended the game, in short: `an illegal move of Fake 1.0`."""


class Player:
    """A player of any game."""

    name = "player"

    def begin(self, game: Game[Any, Any], seed: int) -> None:
        """A new game begins."""

    def choose(self, state: Any, history: Sequence[Any]) -> Any:
        """The action to play; `history` are the states before this one."""
        raise NotImplementedError

    def close(self) -> None:
        """Ends at once what it has started outside of this process."""


class RandomPlayer(Player):
    """Plays any legal move."""

    name = RANDOM

    def begin(self, game: Game[Any, Any], seed: int) -> None:
        self._game = game
        self._random = Random(seed)

    def choose(self, state: Any, history: Sequence[Any]) -> Any:
        return self._random.choice(refuse_nonsense(self._game, state).actions)


class EnginePlayer(Player):
    """The engine, with limits for each move and any options of `Engine`.

    Its table is empty when a game begins, so a game does not depend on those before it.
    """

    def __init__(
        self, *, depth: int | None = None, time: float | None = None, nodes: int | None = None,
        name: str = "", **options: Any,
    ) -> None:  # fmt: skip
        Limit(depth, time, nodes)
        if depth is None and time is None and nodes is None:
            time = SECONDS
        self.limits: dict[str, Any] = {"depth": depth, "time": time, "nodes": nodes}
        self.options = options
        self.name = name or spec_of(ENGINE, depth, time, nodes)
        self._engine: Engine | None = None

    def begin(self, game: Game[Any, Any], seed: int) -> None:
        if self._engine is None or own(self._engine.game) is not own(game):
            self._engine = Engine(game, **self.options)
        self._engine.clear()

    def choose(self, state: Any, history: Sequence[Any]) -> Any:
        assert self._engine is not None, "the game has not begun"
        found = self._engine.analyse(state, history=history, **self.limits).action
        return self._engine.game.legal(state)[0] if found is None else found

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_engine": None}


class AlgorithmPlayer(Player):
    """An algorithm of the textbook, with limits for each move and options of its own."""

    def __init__(
        self, algorithm: str, *, depth: int | None = None, time: float | None = None,
        nodes: int | None = None, name: str = "", **options: Any,
    ) -> None:  # fmt: skip
        if algorithm not in ALGORITHMS:
            raise UsageError(
                f"There is no algorithm {algorithm!r}; there are {', '.join(ALGORITHMS)}."
                f"{did_you_mean(algorithm, ALGORITHMS)}"
            )
        Limit(depth, time, nodes)
        if depth is None and time is None and nodes is None:
            time = SECONDS
        self.algorithm, self.options = algorithm, options
        self.limits: dict[str, Any] = {"depth": depth, "time": time, "nodes": nodes}
        self.name = name or spec_of(algorithm, depth, time, nodes)

    def begin(self, game: Game[Any, Any], seed: int) -> None:
        self._game = game

    def choose(self, state: Any, history: Sequence[Any]) -> Any:
        found = analyse(
            self._game, state, algorithm=self.algorithm, **self.limits, **self.options
        ).action
        return self._game.legal(state)[0] if found is None else found


class Spec(NamedTuple):
    """A player as people write it: `engine:6`, `alphabeta:2000n`, `engine:0.5s`."""

    name: str
    depth: int | None = None
    time: float | None = None
    nodes: int | None = None


def read_spec(text: str, names: Sequence[str]) -> Spec:
    """The parts of a player's name; raises UsageError with one sentence."""
    name, colon, own = text.strip().partition(":")
    if name not in names:
        raise UsageError(
            f"There is no player {text!r}; there are {', '.join(names)}.{did_you_mean(name, names)}"
        )
    if not colon:
        return Spec(name)
    if name in (RANDOM, "human"):
        raise UsageError(f"{name} looks no plies ahead; leave out {':' + own!r}.")
    limits = read_limits(own)
    if limits is not None:
        return Spec(name, **limits)
    raise UsageError(
        f"{text!r}: after the colon comes a depth ({name}:6), a time ({name}:0.5s) or a number"
        f" of nodes ({name}:5000n)."
    )


def read_limits(text: str) -> dict[str, Any] | None:
    """`6`: a depth, `0.5s`: a time, `5000n`: a number of nodes; None if it is none of them."""
    if re.fullmatch(r"[0-9]{1,6}", text):
        return {"depth": int(text)}
    if re.fullmatch(r"[0-9]{1,15}n", text):
        return {"nodes": int(text[:-1])}
    if re.fullmatch(r"([0-9]{1,9}(\.[0-9]{0,9})?|\.[0-9]{1,9})s", text):
        return {"time": float(text[:-1])}
    return None


def spec_of(name: str, depth: int | None, time: float | None, nodes: int | None) -> str:
    """The shortest name of a player with these limits."""
    own = [
        str(depth) if depth is not None else "",
        f"{time:g}s" if time is not None else "",
        f"{nodes}n" if nodes is not None else "",
    ]
    return ":".join([name, *(part for part in own if part)])


def read_player(text: str, **options: Any) -> Player:
    """The player that `text` names; `options` are the engine's. Raises UsageError."""
    kind, _, rest = text.strip().partition(":")
    if kind == LEVEL:
        from outplay.arena.levels import LevelPlayer

        return LevelPlayer(rest, **options)
    if kind in ELSEWHERE:
        player: Player = fetch(ELSEWHERE[kind])(rest)
        return player
    spec = read_spec(text, (ENGINE, RANDOM, LEVEL, UCI, *ALGORITHMS))
    limits: dict[str, Any] = {"depth": spec.depth, "time": spec.time, "nodes": spec.nodes}
    if spec.name == RANDOM:
        return RandomPlayer()
    if spec.name == ENGINE:
        return EnginePlayer(**limits, **options)
    return AlgorithmPlayer(spec.name, **limits)
