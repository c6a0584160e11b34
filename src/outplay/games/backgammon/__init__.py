"""Backgammon: the board, the rules, the estimate, and how people write it."""

from outplay.games.backgammon.board import Side
from outplay.games.backgammon.rules import Backgammon, Play, State

__all__ = ["Backgammon", "Play", "Side", "State"]
