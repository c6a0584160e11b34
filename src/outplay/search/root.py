"""The root of a search: every action's value, the best one, and what to say if stopped."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from outplay.game import CHANCE, MAX
from outplay.native.layout import Nonsense
from outplay.native.state import Value
from outplay.result import AnyMove, Bound, Move
from outplay.search.one_ply import OnePlySearch
from outplay.search.searchers import Searcher
from outplay.search.state import INFINITY
from outplay.search.view import View, members

if TYPE_CHECKING:
    from outplay.search.textbook_search import Question


@dataclass
class Root:
    """What is known at the root so far; grows while the search goes on."""

    mover: int
    view: View
    """The rules as the search asks them."""
    actions: Sequence[object] = ()
    """In the order of the search, if they are known already."""
    moves: list[AnyMove] = field(default_factory=list)
    best: AnyMove | None = None
    value: Value = None
    complete: bool = False
    seen_one_ply: int = 0
    """Moves of which one ply is known and no more: see `fill_in`."""
    by_one_ply: bool = False
    """Is the value an estimate of one ply?"""
    searching: list[object] = field(default_factory=list)
    """The action that is being searched, if one is."""


def search_root(question: Question, searcher: Searcher, root: Root) -> None:
    """Fills `root`, one action after the other; raises what stops it in between.

    A node of a search that is looked at again has the window that it had there.
    """
    state, watch, strict = question.state, question.plan.watch, question.plan.is_strict
    alpha, beta = question.window
    if watch is not None:
        watch.enter(state, 0, alpha, beta)
    if root.mover == CHANCE:
        _chance(question, searcher, root)
    else:
        for a in root.actions or root.view.actions(state):
            nodes, estimates = searcher.get("nodes"), searcher.get("estimates")
            root.searching = [a]
            answer = searcher.search_after(state, a, question.arguments(alpha, beta, root.mover))
            root.searching = []
            value = question.about.value(answer, root.mover)
            bound = _bound(question, value, alpha, beta, root.mover)
            move = _move(searcher, a, value, bound, nodes, estimates)
            root.moves.append(move)
            if root.value is None or value * root.mover > root.value * root.mover:
                root.best, root.value = move, value
            if watch is not None:
                watch.update(state, 0, a, value, root.value, alpha, beta)
            if root.mover == MAX:
                if beta < INFINITY and (root.value > beta or (root.value == beta and not strict)):
                    break
                alpha = max(alpha, value)
            else:
                if alpha > -INFINITY and (
                    root.value < alpha or (root.value == alpha and not strict)
                ):
                    break
                beta = min(beta, value)
    if watch is not None and root.value is not None:
        watch.leave(state, 0, root.value)
    root.complete = True


def _chance(question: Question, searcher: Searcher, root: Root) -> None:
    total = 0.0
    state, watch, result = question.state, question.plan.watch, root.view.result
    for a, probability in question.game.outcomes(state):
        nodes, estimates = searcher.get("nodes"), searcher.get("estimates")
        root.searching = [a]
        arguments = question.arguments(-INFINITY, INFINITY, CHANCE)
        value = question.about.value(searcher.search(result(state, a), arguments), CHANCE)
        root.searching = []
        total += probability * value
        root.moves.append(_move(searcher, a, value, Bound.EXACT, nodes, estimates))
        if watch is not None:
            watch.update(state, 0, a, value, total, -INFINITY, INFINITY)
    if root.moves:
        root.value = total


def _bound(question: Question, value: Value, alpha: Value, beta: Value, mover: int) -> Bound:
    """What the value of a root action is, given the window it was searched with."""
    if not question.about.windowed:
        return Bound.EXACT
    strict = question.plan.is_strict
    if mover == MAX:
        outside = value < alpha or (not strict and value == alpha)
        return Bound.UPPER if outside else Bound.EXACT
    outside = value > beta or (not strict and value == beta)
    return Bound.LOWER if outside else Bound.EXACT


def _move(
    searcher: Searcher, a: object, value: Value, bound: Bound, nodes: int, estimates: int
) -> AnyMove:
    proven = searcher.get("estimates") == estimates
    if bound is Bound.EXACT and not proven:
        bound = Bound.ESTIMATE
    line = (a, *searcher.line(1))
    return Move(a, value, bound, proven, None, line, searcher.get("nodes") - nodes)


def fill_in(root: Root, one_ply: OnePlySearch, chances: list[float] | None, stopped: str) -> str:
    """One ply of the moves that a search did not come to before it was `stopped`.

    If the time has stopped it, they are looked at now. Gives what has stopped it in the end.
    """
    if stopped == "nodes" and not one_ply.interrupted:
        return stopped
    is_searched = members([move.action for move in root.moves])
    missing = [number for number, a in enumerate(one_ply.actions) if not is_searched(a)]
    if stopped == "time" and not one_ply.interrupted:
        one_ply.look(missing)
    best = root.best
    for number in missing:
        seen = one_ply.at(number)
        if seen is None:
            continue
        a, bound = one_ply.actions[number], Bound.EXACT if seen.over else Bound.ESTIMATE
        distance = 1 if seen.over else None
        move = Move(a, seen.value, bound, seen.over, distance, (a,), 1)
        root.moves.append(move)
        root.seen_one_ply += 1
        # What was searched deeper stands, unless this is certain.
        tried = root.best is None or seen.over
        if root.mover != CHANCE and tried and _is_better(move, best, root.mover):
            best, root.value, root.by_one_ply = move, seen.value, not seen.over
    root.best = best
    if chances is not None and len(root.moves) == len(chances):
        values = [move.value for move in root.moves]
        root.value = sum(chance * value for chance, value in zip(chances, values, strict=True))
        root.by_one_ply = True
    return "interrupt" if one_ply.interrupted else stopped


def _is_better(move: AnyMove, best: AnyMove | None, mover: int) -> bool:
    if move.value != move.value:
        raise Nonsense
    return best is None or move.value * mover > best.value * mover
