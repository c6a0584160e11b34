"""Iterative deepening: depth 1, 2, 3 …, each with what the one before it learned.

The first move of an iteration is the best one of the last. A narrow window around its score
(aspiration) makes the search ask less; where the score falls outside, it is asked again.
"""

from __future__ import annotations

import heapq
from collections import deque
from collections.abc import Callable

from outplay.engine.exact import narrow_root
from outplay.engine.move_ordering import REDUCTIONS, late_move_reductions
from outplay.engine.root import EXACT, LOWER, UPPER, Answer, Root, RootMove
from outplay.game import CHANCE
from outplay.native.layout import MAX_PLY, Stop
from outplay.native.state import Value
from outplay.search.state import INFINITY

ASPIRATION_DEPTH = 4
LATE, LATE_DEPTH = 4, 5
"""After how many moves, and from which depth, the others are searched less deep at first."""

MOST_ESTIMATES = 4
"""The rest is solved, not deepened, when so many times more lines end than are cut short."""


class Deepening:
    """One search of growing depth; what it knows can be read at any moment."""

    def __init__(self, root: Root, lines: int) -> None:
        self.root, self.lines = root, lines
        self.depth = 0
        """The last depth that was finished."""
        self.answer: Answer | None = None
        self.finished: Callable[[], None] = lambda: None
        """Called after each iteration."""
        self._scores: list[Value] = []
        self._steady = 0
        """How many iterations in a row had the same best move."""

    def run(self, deepest: int, go_on: Callable[[int], bool]) -> str:
        """Deepens until `deepest`, the end, or `go_on` says no; says which. Raises Stop."""
        for depth in range(1, deepest + 1):
            if depth > 1 and not go_on(self._steady):
                return "time"
            counted = [self.root.searcher.get(name) for name in ("leaves", "estimates")]
            favourite = self._favourite()
            try:
                self._iterate(depth)
            finally:
                self._conclude(depth)
            self.depth = depth
            self.finished()
            self._steady = self._steady + 1 if self._favourite() is favourite else 0
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

    def _favourite(self) -> RootMove | None:
        return None if self.answer is None else self.answer.move

    def follow(self, lead: Deepening, deepest: int, may_resume: Callable[[], bool]) -> None:
        """Searches what another thread, the lead, searches, or the depth after that.

        A search that was stopped, since the lead has gone on, is begun anew if it `may_resume`.
        """
        depth = 0
        while True:
            depth = max(depth, lead.depth) + 1
            if depth > deepest:
                return
            self._scores = list(lead._scores)
            if lead.depth >= depth - 1 and len(lead.root.moves) == len(self.root.moves):
                order = {move.number: place for place, move in enumerate(lead.root.moves)}
                self.root.moves.sort(key=lambda move: order[move.number])
            try:
                self._iterate(depth)
            except Stop:
                if not may_resume():
                    return
                depth = lead.depth

    def _is_worth_solving(self, leaves: int, estimates: int) -> bool:
        """Did nearly all lines of the last iteration end?"""
        if not self.root.all_actions or self.lines > 1 or self.root.searcher.setup.on["selective"]:
            return False
        return estimates * MOST_ESTIMATES < leaves

    def _settled(self) -> bool:
        """Would a greater depth change anything?"""
        assert self.answer is not None
        root = self.root
        if self.answer.kind != EXACT or not self.answer.proven:
            return False
        best = root.moves[: self.lines]
        for move in best:
            if move.kind != EXACT or not move.distance_proven:
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
            if score <= floor and floor > -INFINITY:
                floor = score - width if width < abs(score) + 1e6 * self.root.step else -INFINITY
                floor = floor if floor < score else -INFINITY
            elif score >= roof and roof < INFINITY:
                roof = score + width if width < abs(score) + 1e6 * self.root.step else INFINITY
                roof = roof if roof > score else INFINITY
            else:
                break
        self._scores.append(score)

    def _pass(self, depth: int, floor: Value, roof: Value) -> Value:
        """All moves once, inside a window; gives the best score (a bound if outside)."""
        root = self.root
        best: list[Value] = []
        """The best scores, as many as `lines`, the least of them first."""
        most = top = -INFINITY
        waiting = deque(enumerate(root.moves))
        while waiting:
            first = len(best) < self.lines
            bar = floor if first else best[0]
            number, move = root.splitting.claim(waiting, depth, root.searcher, first=first)
            done = False
            try:
                if first:
                    score = root.ask_move(move, bar, roof, depth - 1)
                else:
                    less = self._less(move, depth, number)
                    score = root.ask_move(move, bar, root.above(bar), depth - 1, less)
                    if less and score > bar:
                        score = root.ask_move(move, bar, root.above(bar), depth - 1)
                    if bar < score < roof:
                        score = root.ask_move(move, bar, roof, depth - 1)
                done = True
            finally:
                root.splitting.release(move, depth, root.searcher, done=done)
            most = max(most, score)
            if score >= roof:
                self._to_front(move)
                return score
            if score > bar:
                top = max(top, score)
                heapq.heappush(best, score) if first else heapq.heapreplace(best, score)
        order = {id(move): number for number, move in enumerate(root.moves)}
        root.moves = sorted(
            root.moves,
            key=lambda m: (m.kind == UPPER, -m.score if m.kind != UPPER else 0, order[id(m)]),
        )
        return top if best else most

    def _less(self, move: RootMove, depth: int, number: int) -> int:
        """Plies by which a late move is searched less deep at first."""
        if number < LATE or depth < LATE_DEPTH or not self.root.is_reducible(move):
            return 0
        less = late_move_reductions()[min(depth, REDUCTIONS - 1), min(number, REDUCTIONS - 1)]
        return int(max(0, min(less - 1, depth - 2)))

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

    def fill_in(self) -> None:
        """Reads the score off moves that are known one ply deep, where no more is known."""
        deeper = self.answer is not None and self.answer.move is not None and self.answer.move.depth
        if self.depth == 0 and not deeper:
            self._conclude(1)
        if all(move.kind for move in self.root.moves):
            self.depth = max(1, self.depth)

    def _solve(self) -> None:
        """The lines nearly all end: asks for the exact score at any depth."""
        score, move = narrow_root(self.root)
        self._to_front(move)
        self.answer = Answer(move, score, EXACT, True)
        self.depth = max(self.depth, self.root.searcher.get("deepest"))


# --- where chance has a turn -----------------------------------------------------------------


def chance_deepening(root: Root, lines: int) -> Deepening:
    """Sets the searcher up for this root, and gives what is to be run."""
    if root.searcher.setup.on["has_bounds"]:
        low, high = root.game.bounds(root.state)
        root.searcher.promise(float(low), float(high))
    return Outcomes(root, lines) if root.mover == CHANCE else Decisions(root, lines)


class Decisions(Deepening):
    """Growing depth, or in an exact search all of it at once."""

    def run(self, deepest: int, go_on: Callable[[int], bool]) -> str:
        if self.root.searcher.setup.on["limited"]:
            return super().run(deepest, go_on)
        try:
            self._iterate(MAX_PLY)
        finally:
            self._conclude(MAX_PLY)
        self.depth = self.root.searcher.get("deepest")
        return "end"

    def _is_worth_solving(self, leaves: int, estimates: int) -> bool:
        """Never: in a game of luck, most lines that end are not the long ones."""
        return False


class Outcomes(Decisions):
    """The same where chance moves: every outcome to the same depth, and the mean of them."""

    def _iterate(self, depth: int) -> None:
        for move in self.root.moves:
            self.root.ask_move(move, -INFINITY, INFINITY, depth - 1)

    def _conclude(self, depth: int) -> None:
        """The mean of what is known of each outcome, some maybe a ply deeper than others."""
        moves = self.root.moves
        if not all(move.kind for move in moves):
            return
        score = 0.0
        for move, (_, probability) in zip(
            moves, self.root.game.outcomes(self.root.state), strict=True
        ):
            score += probability * move.score
        self.answer = Answer(None, score, EXACT, all(move.proven for move in moves))
