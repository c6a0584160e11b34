"""Why, in words: of a position, of a move, of a game."""

from outplay.explain.reasons.explanation import Explanation, Reason, explain
from outplay.explain.reasons.game_review import Review, review

__all__ = ["Explanation", "Reason", "Review", "explain", "review"]
