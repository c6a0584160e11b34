"""Games between players, one or many: `match`, and what it needs."""

from __future__ import annotations

from outplay.arena.course import Ending, Played, ending, play_game
from outplay.arena.match import match
from outplay.arena.openings import random_openings
from outplay.arena.players import AlgorithmPlayer, EnginePlayer, Player, RandomPlayer, read_player
from outplay.arena.score import Score

__all__ = [
    "AlgorithmPlayer",
    "Ending",
    "EnginePlayer",
    "Played",
    "Player",
    "RandomPlayer",
    "Score",
    "ending",
    "match",
    "play_game",
    "random_openings",
    "read_player",
]
