"""The engine where chance has a turn: what it uses of a game, and how its root is searched."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from outplay.engine.deepening import Deepening
from outplay.engine.root import EXACT, Answer, Root
from outplay.engine.searcher import Setup
from outplay.engine.setup import Features, setup_of
from outplay.errors import UnfitGame
from outplay.game import CHANCE, AnyGame
from outplay.native.layout import MAX_PLY
from outplay.search.state import INFINITY

NOT_FOR_CHANCE = (
    "has_outcome_bounds",
    "cyclic",
    "has_repetition_key",
    "has_reversible_plies",
    "shared",
    "extends_until_quiet",
    "has_tactics",
    "selective",
)
"""What the engine does in other games only. A position may come back: it is no draw here."""


def chance_setup(
    game: AnyGame,
    state: object,
    features: Features,
    *,
    limited: bool,
    evaluate: Callable[..., Any] | None,
    threads: int,
) -> Setup:
    """The engine for a game with chance; raises UnfitGame where its whole tree has no end."""
    if not limited and game.properties.may_cycle:
        raise UnfitGame(
            f"{game.name} can come back to a position, so its whole tree is endless:"
            " leave out `exact`."
        )
    setup = setup_of(game, features, None, limited=limited, evaluate=evaluate, threads=threads)
    flags = {**setup.on, **dict.fromkeys(NOT_FOR_CHANCE, False), "chance": True}
    # The bounds are a promise about the game's own estimates, not about another's.
    if flags["has_bounds"] and (evaluate is not None or not math.isfinite(_width(game, state))):
        flags["has_bounds"] = False
    return replace(setup, flags=tuple(flags.items()))


def _width(game: AnyGame, state: object) -> float:
    low, high = game.bounds(state)
    return float(high) - float(low)


def chance_thinking(root: Root, lines: int) -> Deepening:
    """Sets the searcher up for this root, and gives what is to be run."""
    if root.searcher.setup.on["has_bounds"]:
        low, high = root.game.bounds(root.state)
        root.searcher.promise(float(low), float(high))
    return Outcomes(root, lines) if root.mover == CHANCE else Decisions(root, lines)


class Decisions(Deepening):
    """Growing depth, or in an exact search all of it at once."""

    def run(self, deepest: int, go_on: Callable[[int], bool]) -> str:
        if self.root.searcher.setup.on["limited"]:
            return super().run(deepest, go_on)
        try:
            self._iterate(MAX_PLY)
        finally:
            self._conclude(MAX_PLY)
        self.depth = self.root.searcher.get("deepest")
        return "end"

    def _is_worth_solving(self, leaves: int, estimates: int) -> bool:
        """Never: in a game of luck, most lines that end are not the long ones."""
        return False


class Outcomes(Decisions):
    """The same where chance moves: every outcome to the same depth, and the mean of them."""

    def _iterate(self, depth: int) -> None:
        for move in self.root.moves:
            self.root.ask_move(move, -INFINITY, INFINITY, depth - 1)

    def _conclude(self, depth: int) -> None:
        """The mean of what is known of each outcome, some maybe a ply deeper than others."""
        moves = self.root.moves
        if not all(move.kind for move in moves):
            return
        score = 0.0
        for move, (_, probability) in zip(
            moves, self.root.game.outcomes(self.root.state), strict=True
        ):
            score += probability * move.score
        self.answer = Answer(None, score, EXACT, all(move.proven for move in moves))
