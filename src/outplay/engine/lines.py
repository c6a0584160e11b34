"""Playing a proven line on to the end of the game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from outplay.game import CHANCE, MAX
from outplay.keys import same
from outplay.native.layout import LINE, MAX_PLY, Stop
from outplay.native.state import Value
from outplay.search.view import bounded_list, members

if TYPE_CHECKING:
    from outplay.engine.root import Root, RootMove

EFFORT = 200_000
"""Nodes that completing a line may cost; then it stays as short as it is."""


def completed(root: Root, move: RootMove, start: int) -> list[object]:
    """The line of a move and, after it, moves that keep its score, until the game ends.

    Both sides are asked: no move of either changes a score that is exact. `start` is the
    number of nodes from which the effort is counted.
    """
    game, searcher, score = root.game, root.searcher, move.score
    line = list(root.line_of(move, own=True))
    states = [root.state, root.after(move)]
    for a in line[1:]:
        states.append(game.result(states[-1], a))
    for ply, s in enumerate(states):
        searcher.place(ply, s)
    s, end = states.pop(), root.distance_of(score)
    most = LINE if end is None else min(end, LINE)  # where the game is over, as the score says
    with searcher.within(max(0, EFFORT - (searcher.get("nodes") - start))):
        while len(line) < most and not game.is_terminal(s) and game.to_move(s) != CHANCE:
            if game.may_cycle and any(same(s, earlier) for earlier in states):
                break  # it would go round for ever
            # A win in so many plies is seen with that depth; what has no end in it is asked to
            # the end.
            depth = MAX_PLY if end is None else max(0, end - len(line) - 1)
            kept = _kept(root, score, s, line, depth)
            if kept is None:
                break
            a, t = kept
            line.append(a)
            states.append(s)
            s = t
            searcher.place(len(line), s)
    return line


def _kept(
    root: Root, score: Value, s: object, line: list[object], depth: int
) -> tuple[object, object] | None:
    """An action of `s` after which the score is still what it was, and where that leads to;
    None if none is found."""
    mine = (root.game.to_move(s) == MAX) == (root.mover == MAX)
    low, high = (root.below(score), score) if mine else (score, root.above(score))
    for a in _ordered(root, s, len(line)):
        t = root.game.result(s, a)
        try:
            found = root.ask(t, [*line, a], low, high, depth)[0]
        except Stop:
            return None
        if found >= score if mine else found <= score:
            return a, t
    return None


def _ordered(root: Root, s: object, ply: int) -> Iterator[object]:
    """The actions of `s`: the one that the table remembers, then candidates, then others."""
    searcher = root.searcher
    if searcher.image(s, ply) is s and len(searcher.listed(s)) == 1:
        first = searcher.listed(s)[0]  # all that the table could remember
    else:
        first = searcher.table_move(s, ply)
    if first is not None:
        yield first
    others = [a for a in bounded_list(root.game.actions(s)) if first is None or not same(a, first)]
    if searcher.setup.choices.candidates:
        is_good = members(searcher.listed(s))
        yield from filter(is_good, others)
        others = [a for a in others if not is_good(a)]
    yield from others
