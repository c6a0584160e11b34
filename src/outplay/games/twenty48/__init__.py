"""2048: rules, and the tables of its rows."""

from outplay.games.twenty48.rules import MOVES, State, Twenty48

__all__ = ["MOVES", "State", "Twenty48"]
