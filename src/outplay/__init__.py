"""Outplay: rules in plain Python; an opponent at native speed, a proof, and a picture of why."""

from outplay.game import CHANCE, MAX, MIN, Game
