"""Playing a proven line on to the end of the game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from outplay.game import CHANCE, MAX
from outplay.keys import same
from outplay.native.layout import LINE, MAX_PLY, Stop
from outplay.native.state import Value
from outplay.search.view import few, members

if TYPE_CHECKING:
    from outplay.engine.root import Root

EFFORT = 200_000
"""Nodes that completing a line may cost; then it stays as short as it is."""


def completed(root: Root, score: Value, line: list[object], start: int) -> list[object]:
    """The line and, after it, moves that keep the score, until the game ends.

    Both sides are asked: no move of either changes a score that is exact. `start` is the
    number of nodes from which the effort is counted.
    """
    game, searcher = root.game, root.searcher
    states = [root.state]
    for a in line:
        states.append(game.result(states[-1], a))
    for ply, s in enumerate(states[:-1]):
        searcher.place(ply, s)
    line, s = list(line), states[-1]
    end = root.distance_of(score)
    while not game.is_terminal(s) and game.to_move(s) != CHANCE and len(line) < LINE:
        if game.may_cycle and any(same(s, earlier) for earlier in states[:-1]):
            break  # it would go round for ever
        searcher.place(len(line), s)
        left = EFFORT - (searcher.get("nodes") - start)
        # A win in so many plies is seen with that depth; what has no end in it is asked to the end.
        depth = MAX_PLY if end is None else max(0, end - len(line) - 1)
        with searcher.within(max(0, left)):
            kept = _kept(root, score, s, line, depth)
        if kept is None:
            break
        line.append(kept)
        s = game.result(s, kept)
        states.append(s)
    return line


def _kept(root: Root, score: Value, s: object, line: list[object], depth: int) -> object:
    """An action of `s` after which the score is still what it was; None if none is found."""
    mine = (root.game.to_move(s) == MAX) == (root.mover == MAX)
    for a in _ordered(root, s, len(line)):
        t = root.game.result(s, a)
        try:
            if mine:
                kept = root.ask(t, [*line, a], root.below(score), score, depth)[0] >= score
            else:
                kept = root.ask(t, [*line, a], score, root.above(score), depth)[0] <= score
        except Stop:
            return None
        if kept:
            return a
    return None


def _ordered(root: Root, s: object, ply: int) -> Iterator[object]:
    """The actions of `s`: the one that the table remembers, then candidates, then others."""
    actions = few(root.game.actions(s))
    first = root.searcher.table_move(s, ply) if len(actions) > 1 else None
    if first is not None:
        yield first
        actions = [a for a in actions if not same(a, first)]
    if len(actions) > 1 and root.searcher.setup.choices.candidates:
        is_good = members(few(root.game.candidates(s)))
        actions.sort(key=lambda a: not is_good(a))
    yield from actions
