"""Exact scores by null windows: each asks one question, better than this or not, and the
answers close in on the score from both ends.

A null window visits far fewer positions than a wide one, and the table carries what one
question found over to the next.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable

from outplay.engine.root import EXACT, LOWER, UPPER, Answer, Root, RootMove
from outplay.engine.scores import MATE_BOUND, WIN
from outplay.errors import RulesError
from outplay.native.layout import MAX_PLY
from outplay.native.state import Value
from outplay.search.state import INFINITY

NEAR = range(10, 32, 6)
"""Wins and losses within so many plies are looked for first.

Measured on Connect Four: to ask at once who wins visits up to ten times as many positions
where the end is near, and a tenth more where it is far."""


def narrow(
    root: Root,
    state: object,
    line: list[object],
    low: Value = -INFINITY,
    high: Value = INFINITY,
    learned: Callable[[Value, str], None] = lambda score, kind: None,
) -> Value:
    """The exact score, in [low, high], of the state after `line` for the root's mover.

    `learned` is told each bound on the way.
    """

    def ask(above: Value) -> Value:
        """Is it more than `above`? A score beyond it on the side where the truth lies."""
        score = root.ask(state, line, above, root.above(above), MAX_PLY)[0]
        learned(score, LOWER if score > above else UPPER)
        return score

    if root.decisive:
        return _narrow_decisive(ask, max(low, -WIN), min(high, WIN), root.step)
    if root.step == 1:
        return _narrow_integers(ask, low, high)
    return root.ask(state, line, low, high, MAX_PLY)[0]


def _narrow_decisive(ask: Callable[[Value], Value], low: Value, high: Value, step: Value) -> Value:
    """First whether it ends soon, then who wins, then how soon."""
    soon = [above for plies in NEAR for above in (plies - WIN, WIN - plies - 1)]
    while low < high:
        soon = [above for above in soon if low <= above < high]
        if soon:
            above = soon.pop(0)
        elif low <= 0 < high:
            above = 0
        elif low < 0 <= high:
            above = 0 - step if low < -MATE_BOUND and high == 0 else (low + high) // 2
        else:
            above = (low + high) // 2
        score = ask(above)
        if score > above:
            low = max(low, score)
        else:
            high = min(above, score)
    return low


def _narrow_integers(ask: Callable[[Value], Value], low: Value, high: Value) -> Value:
    """From a guess outwards in growing steps, then by halves."""
    guess, stride = 0, 1
    while low < high:
        open_ended = low == -INFINITY or high == INFINITY
        above = guess if open_ended else (low + high) // 2
        score = ask(above)
        if score > above:
            low, guess = max(low, score), score + stride
        else:
            high, guess = min(high, score), score - stride - 1
        stride *= 2
    return low


def narrow_root(
    root: Root, learned: Callable[[Value, str], None] = lambda score, kind: None
) -> tuple[Value, RootMove]:
    """The exact score of the root, and a move that has it."""
    score = narrow(root, root.state, [], learned=learned)
    first = root.searcher.table_move(root.state)
    for move in sorted(root.moves, key=lambda move: move.action != first):
        nodes = root.searcher.get("nodes")
        found, _ = root.ask(root.after(move), [move.action], root.below(score), score, MAX_PLY)
        move.nodes += root.searcher.get("nodes") - nodes
        if found >= score:
            root.record(move, score, EXACT, MAX_PLY, True)
            for other in root.moves:
                if other is not move and other.kind != UPPER:
                    root.record(other, score, UPPER, MAX_PLY, True)
            return score, move
        root.record(move, found, UPPER, MAX_PLY, True)
    raise RulesError(
        f"{root.game.name}: no action of the position {root.game.format_state(root.state)} has its"
        " value: the rules answer differently when asked again; `outplay check` shows where."
    )


class Solving:
    """The exact scores of the best `lines` moves, or of all; can be read at any moment."""

    def __init__(self, root: Root, lines: int) -> None:
        self.root, self.lines = root, lines
        self.depth = 0
        self.answer: Answer | None = None

    def run(self) -> str:
        """Solves; raises Stop."""
        if self.lines == 1 and len(self.root.moves) > 1 and self.root.all_actions:
            score, move = narrow_root(self.root, self._learn)
            self.answer = Answer(move, score, EXACT, True)
        else:
            self._each()
        self.depth = self.root.searcher.get("deepest")
        self.root.moves = sorted(self.root.moves, key=lambda m: (m.kind == UPPER, -m.score))
        return "end"

    def fill_in(self) -> None:
        """Has an answer, if only by moves that are known one ply deep."""
        root = self.root
        best = root.best(root.moves)
        if self.answer is None and best is not None:
            proven = best.proven and root.is_win(best.score)
            self.answer = Answer(best, best.score, EXACT, proven)
        if all(move.kind for move in root.moves):
            self.depth = max(1, self.depth)

    def _learn(self, score: Value, kind: str) -> None:
        """A bound that is proven is an answer too, if the search is stopped now."""
        if kind != LOWER:
            return
        best = self.root.searcher.table_move(self.root.state)
        for move in self.root.moves:
            if move.action == best:
                self.root.record(move, score, LOWER, MAX_PLY, True)
                self.answer = Answer(move, score, LOWER, True)

    def _each(self) -> None:
        """The moves one by one; those that cannot be among the best are only bounded."""
        root = self.root
        solved: list[Value] = []
        """The best scores, as many as `lines`, the least of them first."""
        best: RootMove | None = None
        for done, move in enumerate(root.moves, start=1):
            nodes = root.searcher.get("nodes")
            low = -INFINITY
            full = len(solved) == self.lines
            if full:
                low, _ = root.ask(
                    root.after(move), [move.action], solved[0], root.above(solved[0]), MAX_PLY
                )
            if full and low <= solved[0]:
                root.record(move, low, UPPER, MAX_PLY, True)
            else:
                score = narrow(root, root.after(move), [move.action], low)
                root.record(move, score, EXACT, MAX_PLY, True)
                heapq.heapreplace(solved, score) if full else heapq.heappush(solved, score)
                if best is None or score > best.score:
                    best = move
            move.nodes += root.searcher.get("nodes") - nodes
            assert best is not None
            kind = EXACT if done == len(root.moves) else LOWER
            self.answer = Answer(best, best.score, kind, True)
