"""Othello: rules, sets of squares, notation and pictures."""

from outplay.games.othello.rules import PASS, Othello, State

__all__ = ["PASS", "Othello", "State"]
