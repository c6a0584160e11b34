"""From what a search of the textbook knows to a `Result`."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from outplay.copies import copier
from outplay.freeze import text_of
from outplay.game import CHANCE, MAX, MIN, AnyGame
from outplay.native.layout import MAX_PLY
from outplay.native.searcher import NativeSearcher
from outplay.native.state import Value
from outplay.result import AnyMove, AnyResult, Bound, Move, Result
from outplay.search.error_context import own_action
from outplay.search.root import Root
from outplay.search.searchers import Doubt, Searcher, doubt_about, table_of
from outplay.search.state import EXACT
from outplay.search.supervise import Unanswered
from outplay.search.view import View, canonical_key

if TYPE_CHECKING:
    from outplay.search.runner import Attempt
    from outplay.search.supervise import Deadline
    from outplay.search.textbook_search import Question

SURE_LINES = 32
"""Moves that are told with their lines, however late it is; others while there is time."""


def result_of(question: Question, attempt: Attempt, root: Root, stopped: str) -> AnyResult:
    """What is known; `stopped` is empty if the search came to its end."""
    searcher, deadline = attempt.searcher, attempt.deadline
    game, state, plan = question.game, question.state, question.plan
    if stopped == "interrupt" and root.value is None:
        raise Unanswered
    counters = searcher.counters()
    counters["nodes"] += root.seen_one_ply
    estimates = counters["estimates"] > 0
    if not stopped:
        stopped = "depth" if estimates else "end"
    moves: list[AnyMove] = []
    best, actions, numbers = root.best, False, False
    searched = len(root.moves) - root.seen_one_ply
    if best is not None and not any(best is move for move in root.moves[searched:]):
        doubt = doubt_about(searcher, plan, counters, actions=True, numbers=True)
        before, best = best, _finished(question, searcher, root.view, best, deadline, doubt)
        # A surprise there makes one doubt the others.
        if doubt.actions:
            pairs = zip(best.line, before.line, strict=False)
            actions = any(text_of(one) != text_of(other) for one, other in pairs)
        numbers = type(best.value) is not type(before.value)
    doubt = doubt_about(searcher, plan, counters, actions=actions, numbers=numbers)
    for number, known in enumerate(root.moves):
        if known is root.best and best is not None:
            moves.append(best)
        elif number >= searched:
            moves.append(known)
        elif number < SURE_LINES or not deadline.is_late():
            moves.append(_finished(question, searcher, root.view, known, deadline, doubt))
        else:
            moves.append(replace(known, line=known.line[:1]))
    value, bound, proven = root.value, Bound.EXACT, root.complete and not estimates
    if value is None:
        value = (plan.choices.evaluate or game.evaluate)(copier(game)(state))
        bound, proven = Bound.ESTIMATE, False
        best = _first(state, root, value)
    elif root.complete and not question.window[0] < value < question.window[1]:
        bound = Bound.UPPER if value <= question.window[0] else Bound.LOWER
    elif estimates or root.by_one_ply:
        bound = Bound.ESTIMATE
    elif not root.complete:
        bound = Bound.LOWER if root.mover == 1 else Bound.UPPER
    if best is not None and best.value == value:
        value = best.value  # as the rules gave it
    depth = (
        plan.limit if plan.horizon == "depth" else max(counters["deepest"], bool(root.seen_one_ply))
    )
    return Result(
        game=game,
        state=state,
        to_move=root.mover,
        algorithm=question.algorithm,
        action=None if best is None else best.action,
        value=value,
        bound=bound,
        proven=proven,
        distance=None if best is None else best.distance,
        line=() if best is None else best.line,
        moves=tuple(moves),
        depth=depth,
        nodes=counters["nodes"],
        elapsed=deadline.elapsed(),
        compile_time=searcher.compile_time,
        stopped_by=stopped,
        speed=searcher.speed,
        speed_reason=attempt.reason,
        convention=question.convention,
        counts={k: v for k, v in counters.items() if k not in ("nodes", "deepest") and v},
        question=question,
    )


def _first(state: object, root: Root, value: Value) -> AnyMove | None:
    """Stopped before anything was known: the first legal action, honestly an estimate."""
    if root.mover == CHANCE:
        return None
    action = next(iter(root.view.actions(state)), None)
    if action is None:
        return None
    return Move(action, value, Bound.ESTIMATE, False, None, (action,), 0)


def _finished(
    question: Question,
    searcher: Searcher,
    view: View,
    move: AnyMove,
    deadline: Deadline,
    doubt: Doubt,
) -> AnyMove:
    """The move with its line completed from memory, and how far away the end is.

    What is in doubt becomes what the rules themselves give there.
    """
    game, plan = question.game, question.plan
    # A bound has no distance: its line is a refutation, not the best play.
    known = move.bound in (Bound.EXACT, Bound.ESTIMATE)
    renamed = doubt.actions and len(move.line) > 1
    doubtful = doubt.of(move.value)
    if not known and not renamed and not doubtful and plan.memory is None:
        return move
    s, line = question.state, list(move.line)
    for ply, action in enumerate(line):
        if renamed and ply > 0:
            real = own_action(game, s, action)
            action = line[ply] = action if real is None else real
        s = game.result(s, action)
    if plan.memory is not None:
        s = _lengthen(question, searcher, view, s, line, deadline)
    value = move.value
    if doubtful:
        value = _own_number(question, searcher, view, s, len(line), value)
    ends = len(line) if known and game.is_terminal(s) else None
    return replace(move, value=value, line=tuple(line), distance=ends)


def _own_number(
    question: Question, searcher: Searcher, view: View, s: object, ply: int, value: Value
) -> Any:
    """The value as the rules gave it at the end of its line, `s`: 1, True or a number of NumPy's.

    Native code knows ints and floats only. Where the line ends before the game or the search did,
    at a throw of dice or where the table knew the rest, the value is its own.
    """
    game, plan = question.game, question.plan
    if game.is_terminal(s):
        own = game.utility(s)
    elif plan.horizon != "end" and view.is_cutoff(s, ply):
        own = view.evaluate(s)
    else:
        return value
    if plan.kernel.name == "negamax":
        own = 1 * own  # so it is seen from a player there: True becomes 1
    return own if own == value else value


def _lengthen(
    question: Question,
    searcher: Searcher,
    view: View,
    s: object,
    line: list[object],
    deadline: Deadline,
) -> Any:
    """Completes a line that ended where the table knew the rest; gives its last state.

    The table holds values of states (up to symmetry), not actions: the first action that
    leads to the value of its parent is a best one in this very state.
    """
    game = question.game
    value = _known(question, searcher, view, s, len(line))
    while value is not None and not game.is_terminal(s) and game.to_move(s) != CHANCE:
        if len(line) >= MAX_PLY or deadline.is_late():
            break
        for a in view.actions(s):
            t = game.result(s, a)
            if _known(question, searcher, view, t, len(line) + 1) == value:
                line.append(a)
                s = t
                break
        else:
            break
    return s


def _known(question: Question, searcher: Searcher, view: View, s: object, ply: int) -> Any:
    """The exact value that the search had for `s` at `ply`, or None."""
    game, plan = question.game, question.plan
    if game.is_terminal(s):
        return game.utility(s)
    if plan.horizon != "end" and view.is_cutoff(s, ply):
        return None
    horizon = {"end": 0, "depth": plan.limit - ply, "function": ply}[plan.horizon]
    native = isinstance(searcher, NativeSearcher)
    key = canonical_key(game, dict(plan.flags).get("symmetric", False), native=native)
    table = table_of(searcher, plan)
    assert table is not None
    found = table.find(key(s), horizon)
    return found[0] if found is not None and found[1] == EXACT else None


def last_mover(game: AnyGame, state: object) -> int:
    """Whose turn it is; games that are over need not say, and then it is nobody's."""
    try:
        mover = int(game.to_move(state))
    except Exception:
        return CHANCE
    return mover if mover in (MAX, MIN) else CHANCE


def over(game: AnyGame, state: object, algorithm: str, convention: str = "") -> AnyResult:
    """The answer where the game has ended: nothing to do, the utility is the value."""
    estimate = unsearched(game, state, game.utility(state), algorithm, convention)
    return replace(
        estimate,
        bound=Bound.EXACT,
        proven=True,
        distance=0,
        stopped_by="end",
        speed_reason="the game is over",
        counts={},
    )


def unsearched(
    game: AnyGame, state: object, value: float, algorithm: str, convention: str = ""
) -> AnyResult:
    """The answer to a depth of 0: the estimate of the state itself, and no action."""
    return Result(
        game=game,
        state=state,
        to_move=last_mover(game, state),
        algorithm=algorithm,
        action=None,
        value=value,
        bound=Bound.ESTIMATE,
        proven=False,
        distance=None,
        line=(),
        moves=(),
        depth=0,
        nodes=1,
        elapsed=0.0,
        compile_time=0.0,
        stopped_by="depth",
        speed="python",
        speed_reason="nothing to search",
        convention=convention,
        counts={"estimates": 1},
    )
