"""Dots and boxes: rules, notation and pictures."""

from outplay.games.dots_and_boxes.rules import DotsAndBoxes, State

__all__ = ["DotsAndBoxes", "State"]
