"""The move of a perfect player, from a solution.

It is one of those with the best value: of wins the nearest, of losses the farthest. Where several
are as good and the game does not end by them (draws, and values that are points), it is one that
leaves the opponent the smallest share of replies that keep the value: the most ways to go wrong.
What is still equal is chosen by the seed.
"""

from __future__ import annotations

from random import Random

from outplay.game import CHANCE
from outplay.result import AnyMove, AnyResult
from outplay.solve.solution import ALGORITHM as SOLUTION
from outplay.solve.solution import AnySolution

__all__ = ["SOLUTION", "perfect_move"]


def perfect_move(solution: AnySolution, result: AnyResult, random: Random) -> object:
    """The action to play where `result` was looked up in the solution; None if there is none."""
    if result.action is None:
        return None
    best = result.moves[0]
    equal = [m for m in result.moves if (m.value, m.distance) == (best.value, best.distance)]
    if best.distance is None and len(equal) > 1:
        shares = [_keeping(solution, result, move) for move in equal]
        least = min(shares)
        equal = [move for move, share in zip(equal, shares, strict=True) if share == least]
    return random.choice(equal).action


def _keeping(solution: AnySolution, result: AnyResult, move: AnyMove) -> float:
    """The share of the opponent's replies that keep the value; 1 where it is not their turn."""
    after = result.game.result(result.state, move.action)
    replies = solution.moves(after)
    if not replies or result.game.to_move(after) in (CHANCE, result.to_move):
        return 1.0
    return sum(reply.value == replies[0].value for reply in replies) / len(replies)
