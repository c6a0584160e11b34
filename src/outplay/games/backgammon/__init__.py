"""Backgammon: the board, the rules, the estimate, and how people write it."""

from outplay.games.backgammon.board import Side
from outplay.games.backgammon.notation import Play
from outplay.games.backgammon.rules import Backgammon, State

__all__ = ["Backgammon", "Play", "Side", "State"]
