"""Chess: rules, notation and evaluation."""

from outplay.games.chess.rules import Chess

__all__ = ["Chess"]
