"""Games between players, one or many: `match`, and what it needs."""

from __future__ import annotations

from outplay.arena.levels import LEVELS, Level, LevelPlayer
from outplay.arena.match import match
from outplay.arena.openings import random_openings
from outplay.arena.players import (
    AlgorithmPlayer,
    EnginePlayer,
    Forfeit,
    Player,
    RandomPlayer,
    read_player,
)
from outplay.arena.playing import Ending, Played, ending, play_game
from outplay.arena.score import Score

__all__ = [
    "LEVELS",
    "AlgorithmPlayer",
    "Ending",
    "EnginePlayer",
    "Forfeit",
    "Level",
    "LevelPlayer",
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
