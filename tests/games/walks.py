"""What the tests of games share: counting, random walks, and minimax as the books have it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from outplay.game import CHANCE, MAX, Game


def perft(game: Game[Any, Any], depth: int, s: Any = None) -> int:
    """The number of lines of `depth` plies (a game that ends before counts for nothing)."""
    s = game.initial() if s is None else s
    if depth == 0:
        return 1
    return sum(perft(game, depth - 1, game.result(s, a)) for a in game.legal(s))


def nodes(game: Game[Any, Any], s: Any) -> int:
    """All nodes of the whole tree below `s`, itself included."""
    if game.is_terminal(s):
        return 1
    return 1 + sum(nodes(game, game.result(s, a)) for a in game.actions(s))


def value(game: Game[Any, Any], s: Any, depth: int = 99) -> float:
    """Expectiminimax, with `evaluate` at the depth."""
    if game.is_terminal(s):
        return game.utility(s)
    if depth == 0:
        return game.evaluate(s)
    player = game.to_move(s)
    if player == CHANCE:
        return sum(p * value(game, game.result(s, a), depth - 1) for a, p in game.outcomes(s))
    best = max if player == MAX else min
    return best(value(game, game.result(s, a), depth - 1) for a in game.actions(s))


def ends(game: Game[Any, Any], s: Any, known: dict[Any, int]) -> int:
    """1000 - plies for a win of MAX under best play, plies - 1000 for one of MIN."""
    if game.is_terminal(s):
        return int(1000 * game.utility(s))
    if s not in known:
        after = [ends(game, game.result(s, a), known) for a in game.actions(s)]
        best = max(after) if game.to_move(s) == MAX else min(after)
        known[s] = best - 1 if best > 0 else best + 1
    return known[s]


def reachable(
    game: Game[Any, Any], seed: int, walks: int = 30, plies: int = 80
) -> Iterator[tuple[Any, Any]]:
    """(state, an action in it) along random lines; the action is None where the game is over."""
    chosen = random.Random(seed)
    for _ in range(walks):
        s = game.initial()
        for _ in range(plies):
            legal = game.legal(s)
            if not legal:
                yield s, None
                break
            a = chosen.choice(legal)
            yield s, a
            s = game.result(s, a)


def check_notation(game: Game[Any, Any], seed: int = 1, walks: int = 30) -> None:
    """Every state and every action met on random lines survives its own notation."""
    for s, _ in reachable(game, seed, walks):
        text = game.format_state(s)
        assert "\n" not in text
        assert game.parse_state(text) == s
        assert game.show(s)
        legal = game.legal(s)
        assert len({game.format_action(s, a) for a in legal}) == len(legal)
        for a in legal:
            assert game.parse_action(s, game.format_action(s, a)) == a


def check_symmetries(game: Game[Any, Any], seed: int = 2) -> None:
    """A state's orbit is its members' orbit too; they share turn, end and number of moves."""
    for s, _ in reachable(game, seed, walks=10):
        orbit = {s, *game.symmetries(s)}
        for t in orbit:
            assert {t, *game.symmetries(t)} == orbit
            assert game.to_move(t) == game.to_move(s)
            assert game.is_terminal(t) == game.is_terminal(s)
            assert len(game.legal(t)) == len(game.legal(s))
            if game.is_terminal(s):
                assert game.utility(t) == game.utility(s)
