"""From a question to a `Result`: chooses the speed, runs the root, and tells what was found."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from typing import Any

from outplay.copies import Changeable, copier, handed
from outplay.errors import OutplayError
from outplay.game import CHANCE, MAX, MIN, Game
from outplay.native.layout import MAX_PLY, NoActions, Stop
from outplay.native.source import Unsupported
from outplay.result import Bound, Limit, Move, Result
from outplay.search.playouts import Playouts
from outplay.search.root import Asking, Root, search_root
from outplay.search.run import EXACT, INFINITY
from outplay.search.searchers import (
    NativePlan,
    Plan,
    Searcher,
    check_speed,
    is_loaded,
    native_searcher,
    not_native,
    python_searcher,
    supervised,
)
from outplay.search.trouble import Evaluate, explain, left_as_found, own_action, refuse_nonsense
from outplay.search.view import canonical_key

NO_TIME = "the time was over before the rules were looked at"

SURE_LINES = 32
"""Moves that are told with their lines, however late it is; others while there is time."""

SMALL_NODES, SMALL_SECONDS = 2_000, 0.05
"""A search that ends within both is not worth compiling: `auto` runs it interpreted."""


@dataclass(frozen=True)
class Question:
    """All that a search is asked."""

    algorithm: str
    game: Game[Any, Any]
    state: Any
    plan: Plan
    asking: Asking
    limit: Limit
    convention: str
    speed: str = "auto"
    window: tuple[float, float] = (-INFINITY, INFINITY)
    """What the root is asked within."""


def answer(question: Question) -> Result:
    """Searches at the speed that was asked for, or the one that pays."""
    check_speed(question.speed)
    deadline = Deadline(question.limit.time)
    try:
        return _asked(question, deadline)
    except Changeable:
        plan = question.plan
        if plan.memory is not None and not plan.shared_memory:
            plan = replace(plan, memory=plan.memory.another())
        return _asked(replace(question, plan=plan), deadline)


def _asked(question: Question, deadline: Deadline) -> Result:
    """The answer; raises Changeable if a later state can be changed, and the first one cannot."""
    watched = question.plan.watch is not None  # nobody is to see a search begin twice
    game = handed(question.game, question.state, always=watched)
    state = copier(game)(question.state)
    question = replace(question, game=game, state=state)
    with left_as_found(game):
        try:
            return _answer(question, deadline)
        except (KeyboardInterrupt, OutplayError):
            raise
        except Exception as error:  # a rule raised at the root itself
            raise explain(game, state, [], error, _evaluation(question.plan)) from error


class Deadline:
    """How long a search may go on, from the call on."""

    def __init__(self, seconds: float | None) -> None:
        self.start, self.seconds = time.perf_counter(), seconds

    def left(self) -> float | None:
        """Seconds; None without a limit."""
        if self.seconds is None:
            return None
        return max(0.0, self.start + self.seconds - time.perf_counter())

    def expired(self) -> bool:
        return self.left() == 0

    def is_late(self) -> bool:
        """Has the time been over for a while?"""
        if self.seconds is None:
            return False
        return time.perf_counter() - self.start > 1.05 * self.seconds + 0.05

    def put_off(self, seconds: float) -> None:
        """Compiling is not searching."""
        self.start += seconds


def _answer(question: Question, deadline: Deadline) -> Result:
    game, state, plan = question.game, question.state, question.plan
    if refuse_nonsense(game, state).over:
        return over(game, state, question.algorithm, question.convention)
    if plan.horizon == "depth" and plan.limit == 0:
        view = python_searcher(game, replace(plan, memory=None)).view
        value = view.evaluate(state)
        return unsearched(game, state, value, question.algorithm, question.convention)
    if question.speed == "python":
        return _attempt(question, deadline, python_searcher(game, plan), "asked for")
    if plan.watch is not None:
        if question.speed == "native":
            raise not_native(game, Unsupported("an observer needs an interpreted search."))
        return _attempt(question, deadline, python_searcher(game, plan), "an observer watches")
    small = None
    if question.speed == "auto" and not plan.shared_memory and not is_loaded(game, plan):
        small, answers = _small(question, deadline)
        if answers:
            return small
    try:
        native = native_searcher(game, state, plan, deadline.expired)
        deadline.put_off(native.compile_time)
        return _attempt(question, deadline, native, "")
    except Unsupported as error:
        if question.speed == "native":
            raise not_native(game, error) from None
        deadline.put_off(error.compile_time)
        if plan.memory is not None and plan.memory.is_native:  # what it holds is no use here
            plan = replace(plan, memory=plan.memory.another())
            question = replace(question, plan=plan)
        result = _attempt(question, deadline, python_searcher(game, plan), str(error))
        return replace(result, compile_time=error.compile_time)
    except Stop:  # no time was left to look at the states
        if small is None:
            return _attempt(question, deadline, python_searcher(game, plan), NO_TIME)
        return replace(small, stopped_by="time", speed_reason=NO_TIME)


def _small(question: Question, deadline: Deadline) -> tuple[Result, bool]:
    """What an interpreted search of a few nodes finds, and whether that is the answer."""
    limit = question.limit
    nodes = SMALL_NODES if limit.nodes is None else min(limit.nodes, SMALL_NODES)
    left = deadline.left()
    short = Deadline(SMALL_SECONDS if left is None else min(left, SMALL_SECONDS))
    plan = question.plan
    if plan.memory is not None:  # what a stopped attempt remembers is not for the real search
        plan = replace(plan, memory=plan.memory.another())
    small = replace(question, plan=plan, limit=Limit(limit.depth, short.seconds, nodes))
    result = _attempt(small, short, python_searcher(question.game, plan), "a small search")
    answers = (
        result.stopped_by in ("end", "depth", "interrupt")
        or (result.stopped_by == "nodes" and nodes == limit.nodes)
        or (result.stopped_by == "time" and deadline.expired())
    )
    return result, answers


def _attempt(question: Question, deadline: Deadline, searcher: Searcher, reason: str) -> Result:
    """One search with one searcher."""
    game, state, plan = question.game, question.state, question.plan
    limit = question.limit
    root = Root(game.to_move(state))
    searcher.begin(INFINITY if limit.nodes is None else max(1, limit.nodes))
    flags = dict(plan.flags)
    # Fail-hard moves a value to the end of the window: equal to it is then no exact value.
    strict = flags.get("strict", False) and not flags.get("fail_hard", False)

    def work() -> None:
        search_root(
            game, state, searcher, question.asking, root, plan.watch, strict, question.window
        )
        if not root.moves:
            raise NoActions

    start = time.perf_counter()
    try:
        stopped = supervised(searcher, work, deadline.left())
    except (KeyboardInterrupt, OutplayError):
        raise
    except Exception as error:
        raise _trouble(question, searcher, error) from error
    elapsed = time.perf_counter() - start
    return _result(question, deadline, searcher, root, stopped, elapsed, reason)


def _trouble(
    question: Question, searcher: Searcher, error: Exception
) -> OutplayError | Unsupported:
    """What went wrong as a sentence; the line is the root's action and the kernel's below it."""
    line = _root_action(error)
    if line:
        line += searcher.path(1, error)
    return explain(question.game, question.state, line, error, _evaluation(question.plan))


def _evaluation(plan: Plan) -> Evaluate | None:
    """How the search estimates, if not by the game's own evaluation."""
    return Playouts(plan.playouts, plan.seed) if plan.choices.playouts else plan.choices.evaluate


def _root_action(error: BaseException) -> list[Any]:
    """The action of the root that was being searched, from the traceback."""
    trace = error.__traceback__
    while trace is not None:
        frame = trace.tb_frame
        if frame.f_code is search_root.__code__ or frame.f_code.co_name == "_chance":
            inner = trace.tb_next
            names = {"search", "result"}
            if inner is not None and inner.tb_frame.f_code.co_name in names:
                return [frame.f_locals["a"]]
            return []
        trace = trace.tb_next
    return []


def _result(
    question: Question, deadline: Deadline, searcher: Searcher, root: Root, stopped: str,
    elapsed: float, reason: str,
) -> Result:  # fmt: skip
    game, state, plan = question.game, question.state, question.plan
    if stopped == "interrupt" and root.value is None:
        raise KeyboardInterrupt
    counters = searcher.counters()
    searcher.finish()
    estimates = counters["estimates"] > 0
    if not stopped:
        stopped = "depth" if estimates else "end"
    moves: list[Move] = []
    best = None
    for known in root.moves:
        chosen = known is root.best
        if chosen or len(moves) < SURE_LINES or not deadline.is_late():
            moves.append(_finished(question, searcher, known, deadline, own=chosen))
        else:
            moves.append(replace(known, line=known.line[:1]))
        if chosen:
            best = moves[-1]
    value, bound, proven = root.value, Bound.EXACT, root.complete and not estimates
    if value is None:
        value = (plan.choices.evaluate or game.evaluate)(copier(game)(state))
        bound, proven = Bound.ESTIMATE, False
        best = _first(searcher, state, root, value)
    elif root.complete and not question.window[0] < value < question.window[1]:
        bound = Bound.UPPER if value <= question.window[0] else Bound.LOWER
    elif estimates:
        bound = Bound.ESTIMATE
    elif not root.complete:
        bound = Bound.LOWER if root.mover == 1 else Bound.UPPER
    if best is not None and best.value == value:
        value = best.value  # as the rules gave it
    depth = counters["deepest"] if plan.horizon != "depth" else plan.limit
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
        elapsed=elapsed,
        compile_time=searcher.compile_time,
        stopped_by=stopped,
        speed=searcher.speed,
        speed_reason=reason,
        convention=question.convention,
        counts={k: v for k, v in counters.items() if k not in ("nodes", "deepest") and v},
        question=question,
    )


def _first(searcher: Searcher, state: Any, root: Root, value: Any) -> Move | None:
    """Stopped before anything was known: the first legal action, honestly an estimate."""
    if root.mover == CHANCE:
        return None
    action = next(iter(searcher.view.actions(state)), None)
    if action is None:
        return None
    return Move(action, value, Bound.ESTIMATE, False, None, (action,), 0)


def _finished(
    question: Question, searcher: Searcher, move: Move, deadline: Deadline, *, own: bool
) -> Move:
    """The move with its line completed from memory, and how far away the end is.

    With `own`, the line is in the very actions that the rules give: native code knows numbers
    only. They are those anyway unless the game has types of its own for them.
    """
    game, plan = question.game, question.plan
    own = isinstance(searcher, NativePlan) and (own or not searcher.forms.own_actions)
    s, line, chance = question.state, list(move.line), False
    for ply, action in enumerate(line):
        if own and ply > 0:
            real = own_action(game, s, action)
            action = line[ply] = action if real is None else real
        s = game.result(s, action)
        chance = chance or not (game.is_terminal(s) or game.to_move(s) != CHANCE)
    value = move.value if chance else _own_number(game, searcher, s, move.value)
    if plan.memory is not None:
        s = _lengthen(question, searcher, s, line, deadline)
    # A bound has no distance: its line is a refutation, not the best play.
    known = move.bound in (Bound.EXACT, Bound.ESTIMATE)
    ends = len(line) if known and game.is_terminal(s) else None
    return replace(move, value=value, line=tuple(line), distance=ends)


def _own_number(game: Game[Any, Any], searcher: Searcher, s: Any, value: Any) -> Any:
    """The value as the rules gave it at the end of its line: 1, where native code has 1.0."""
    if not isinstance(searcher, NativePlan) or type(value) is not float or value % 1:
        return value
    given = game.utility(s) if game.is_terminal(s) else searcher.view.evaluate(s)
    return given if given == value and type(given) is int else value


def _lengthen(
    question: Question, searcher: Searcher, s: Any, line: list[Any], deadline: Deadline
) -> Any:
    """Completes a line that ended where the table knew the rest; gives its last state.

    The table holds values of states (up to symmetry), not actions: the first action that
    leads to the value of its parent is a best one in this very state.
    """
    game = question.game
    value = _known(question, searcher, s, len(line))
    while value is not None and not game.is_terminal(s) and game.to_move(s) != CHANCE:
        if len(line) >= MAX_PLY or deadline.is_late():
            break
        for a in searcher.view.actions(s):
            t = game.result(s, a)
            if _known(question, searcher, t, len(line) + 1) == value:
                line.append(a)
                s = t
                break
        else:
            break
    return s


def _known(question: Question, searcher: Searcher, s: Any, ply: int) -> Any:
    """The exact value that the search had for `s` at `ply`, or None."""
    game, plan = question.game, question.plan
    if game.is_terminal(s):
        return game.utility(s)
    if plan.horizon != "end" and searcher.view.is_cutoff(s, ply):
        return None
    horizon = {"end": 0, "depth": plan.limit - ply, "function": ply}[plan.horizon]
    native = isinstance(searcher, NativePlan)
    key = canonical_key(game, dict(plan.flags).get("symmetric", False), native=native)
    table = searcher.table if isinstance(searcher, NativePlan) else searcher.run.table
    assert table is not None
    found = table.find(key(s), horizon)
    return found[0] if found is not None and found[1] == EXACT else None


def last_mover(game: Game[Any, Any], state: Any) -> int:
    """Whose turn a finished game says it is; games need not say, and then nobody's."""
    try:
        mover = int(game.to_move(state))
    except Exception:
        return CHANCE
    return mover if mover in (MAX, MIN) else CHANCE


def unsearched(
    game: Game[Any, Any], state: Any, value: float, algorithm: str, convention: str = ""
) -> Result:
    """The answer to a depth of 0: the estimate of the state itself, and no action."""
    return Result(
        game=game, state=state, to_move=game.to_move(state), algorithm=algorithm, action=None,
        value=value, bound=Bound.ESTIMATE, proven=False, distance=None, line=(), moves=(), depth=0,
        nodes=1, elapsed=0.0, compile_time=0.0, stopped_by="depth", speed="python",
        speed_reason="nothing to search", convention=convention, counts={"estimates": 1},
    )  # fmt: skip


def over(game: Game[Any, Any], state: Any, algorithm: str, convention: str = "") -> Result:
    """The answer where the game has ended: nothing to do, the utility is the value."""
    return Result(
        game=game, state=state, to_move=last_mover(game, state), algorithm=algorithm, action=None,
        value=game.utility(state), bound=Bound.EXACT, proven=True, distance=0, line=(), moves=(),
        depth=0, nodes=1, elapsed=0.0, compile_time=0.0, stopped_by="end", speed="python",
        speed_reason="the game is over", convention=convention, counts={},
    )  # fmt: skip
