"""Iterative deepening: depth 1, 2, 3 …, each with what the one before it learned.

The first move of an iteration is the best one of the last. A narrow window around its score
(aspiration) makes the search ask less; where the score falls outside, it is asked again.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from outplay.engine.exact import narrow_root
from outplay.engine.root import EXACT, LOWER, UPPER, Answer, Root, RootMove
from outplay.native.layout import MAX_PLY
from outplay.search.run import INFINITY

ASPIRATION_DEPTH = 4
MOST_ESTIMATES = 4
"""The rest is solved, not deepened, when so many times more lines end than are cut short."""


class Deepening:
    """One search of growing depth; what it knows can be read at any moment."""

    def __init__(self, root: Root, lines: int) -> None:
        self.root, self.lines = root, lines
        self.depth = 0
        """The last depth that was finished."""
        self.answer: Answer | None = None
        self._scores: list[Any] = []

    def run(self, deepest: int, go_on: Callable[[], bool]) -> str:
        """Deepens until `deepest`, the end, or `go_on` says no; says which. Raises Stop."""
        for depth in range(1, deepest + 1):
            if depth > 1 and not go_on():
                return "time"
            counted = [self.root.searcher.get(name) for name in ("leaves", "estimates")]
            try:
                self._iterate(depth)
            finally:
                self._conclude(depth)
            self.depth = depth
            if self._settled():
                return "end"
            leaves, estimates = (
                self.root.searcher.get(name) - before
                for name, before in zip(("leaves", "estimates"), counted, strict=True)
            )
            if deepest == MAX_PLY and self._is_worth_solving(leaves, estimates):
                self._solve()
                return "end"
        return "depth"

    def _is_worth_solving(self, leaves: int, estimates: int) -> bool:
        """Did nearly all lines of the last iteration end?"""
        return self.lines == 1 and estimates * MOST_ESTIMATES < leaves

    def _settled(self) -> bool:
        """Would a greater depth change anything?"""
        assert self.answer is not None
        root = self.root
        if self.answer.kind != EXACT or not self.answer.proven:
            return False
        best = root.moves[: self.lines]
        for move in best:
            if move.kind != EXACT or not move.told:
                return False
        return root.is_soonest(best[-1], self.depth)

    def _iterate(self, depth: int) -> None:
        floor, roof = -INFINITY, INFINITY
        width = 0.0
        if self.lines == 1 and depth >= ASPIRATION_DEPTH and len(self._scores) > 1:
            last, before = self._scores[-1], self._scores[-2]
            if not (self.root.is_win(last) or self.root.is_win(-last)):
                width = max(2 * abs(last - before), abs(last) / 8, 16 * self.root.step)
                floor, roof = last - width, last + width
        while True:
            score = self._pass(depth, floor, roof)
            width *= 4
            if score <= floor:
                floor = score - width if width < abs(score) + 1e6 * self.root.step else -INFINITY
                floor = floor if floor < score else -INFINITY
            elif score >= roof:
                roof = score + width if width < abs(score) + 1e6 * self.root.step else INFINITY
                roof = roof if roof > score else INFINITY
            else:
                break
        self._scores.append(score)

    def _pass(self, depth: int, floor: Any, roof: Any) -> Any:
        """All moves once, inside a window; gives the best score (a bound if outside)."""
        root = self.root
        best: list[Any] = []
        most = -INFINITY
        for move in list(root.moves):
            bar = best[self.lines - 1] if len(best) >= self.lines else floor
            if len(best) < self.lines:
                score = root.ask_move(move, bar, roof, depth - 1)
            else:
                score = root.ask_move(move, bar, root.above(bar), depth - 1)
                if bar < score < roof:
                    score = root.ask_move(move, bar, roof, depth - 1)
            most = max(most, score)
            if score >= roof:
                self._to_front(move)
                return score
            if score > bar:
                best = sorted([*best, score], reverse=True)
        order = {id(move): number for number, move in enumerate(root.moves)}
        root.moves = sorted(
            root.moves,
            key=lambda m: (m.kind == UPPER, -m.score if m.kind != UPPER else 0, order[id(m)]),
        )
        return best[0] if best else most

    def _to_front(self, move: RootMove) -> None:
        self.root.moves = [move, *(other for other in self.root.moves if other is not move)]

    def _conclude(self, depth: int) -> None:
        """Reads the root's score off its moves; also in the middle of an iteration."""
        tried = [move for move in self.root.moves if move.depth == depth - 1 and move.kind]
        best = self.root.best(tried)
        if best is None:  # nothing of this depth is known yet: the last depth stands
            return
        done = len(tried) == len(self.root.moves)
        kind = best.kind if best.kind == LOWER or done else LOWER
        proven = best.proven and all(move.proven for move in tried)
        if best.proven and (self.root.is_win(best.score) or kind == LOWER):
            proven = True
        self.answer = Answer(best, best.score, kind, proven)

    def _solve(self) -> None:
        """The lines nearly all end: asks for the exact score at any depth."""
        score, move = narrow_root(self.root)
        self._to_front(move)
        self.answer = Answer(move, score, EXACT, True)
        self.depth = max(self.depth, self.root.searcher.get("deepest"))
