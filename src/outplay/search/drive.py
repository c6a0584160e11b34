"""From a question to a `Result`: chooses the speed, runs the root, and tells what was found."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from outplay.asking import Answers
from outplay.copies import Changeable, copier, given_copies, handed
from outplay.errors import OutplayError
from outplay.game import Game
from outplay.native.layout import NoActions
from outplay.native.source import Unsupported
from outplay.result import COMPILING, Limit, Result
from outplay.search import speeds
from outplay.search.glance import Glance, is_answered
from outplay.search.playouts import Playouts
from outplay.search.ready import Coming, is_loaded
from outplay.search.report import over, result_of, unsearched
from outplay.search.root import Asking, Root, fill_in, search_root
from outplay.search.searchers import (
    NativePlan,
    Plan,
    Searcher,
    check_speed,
    native_searcher,
    not_native,
    python_searcher,
    supervised,
)
from outplay.search.speeds import NO_TIME, SMALL_NODES, SMALL_SECONDS
from outplay.search.state import INFINITY
from outplay.search.trouble import Evaluate, explain, left_as_found, refuse_nonsense
from outplay.search.view import few

NOT_YET = (NO_TIME, COMPILING)
"""Reasons for an interpreted search of rules that may be compiled another time."""


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

    def elapsed(self) -> float:
        return time.perf_counter() - self.start

    def left(self) -> float | None:
        """Seconds; None without a limit."""
        if self.seconds is None:
            return None
        return max(0.0, self.seconds - self.elapsed())

    def expired(self) -> bool:
        return self.left() == 0

    def is_late(self) -> bool:
        """Has the time been over for a while?"""
        return self.seconds is not None and self.elapsed() > 1.05 * self.seconds + 0.05

    def put_off(self, seconds: float) -> None:
        """The search has waited for the compiler, which is not searching."""
        self.start += seconds


def _answer(question: Question, deadline: Deadline) -> Result:
    game, state, plan = question.game, question.state, question.plan
    found = refuse_nonsense(game, state)
    if found.over:
        return over(game, state, question.algorithm, question.convention)
    if plan.horizon == "depth" and plan.limit == 0:
        value = _estimate(game, plan)(state)
        return unsearched(game, state, value, question.algorithm, question.convention)
    glance = _glance(question, found)
    left = deadline.left()
    if glance is not None and left is not None and not is_loaded(game, plan):
        glance.hurry(left)
    ways = TextbookWays(question, deadline, found, glance)
    if plan.watch is not None and question.speed != "python":
        if question.speed == "native":
            raise not_native(game, Unsupported("an observer needs an interpreted search."))
        return ways.python("an observer watches")[0]
    return speeds.run(ways)


def _estimate(game: Game[Any, Any], plan: Plan) -> Callable[[Any], Any]:
    """How the search estimates a state."""
    if not plan.choices.playouts:
        return given_copies(game, plan.choices.evaluate) or game.evaluate
    return python_searcher(game, replace(plan, memory=None)).view.evaluate


def _glance(question: Question, found: Answers) -> Glance | None:
    """One ply of the root, for a search that the clock may end before it has come to all moves."""
    if question.limit.time is None or is_answered():
        return None
    game, state, plan = question.game, question.state, question.plan
    actions = few(game.candidates(state)) if plan.choices.candidates else found.actions
    return Glance(game, state, actions, _estimate(game, plan))


class TextbookWays(speeds.Ways[Result]):
    """A search of the textbook at either speed."""

    def __init__(
        self, question: Question, deadline: Deadline, found: Answers, glance: Glance | None
    ) -> None:
        self.game, self.state, self.speed = question.game, question.state, question.speed
        self._question, self._deadline = question, deadline
        self._found, self._glance = found, glance
        self._moves = len(found.actions if glance is None else glance.actions)

    @property
    def plan(self) -> Plan:
        return self._question.plan

    def left(self) -> float | None:
        return self._deadline.left()

    def put_off(self, seconds: float) -> None:
        self._deadline.put_off(seconds)

    def small(self) -> tuple[Result | None, bool]:
        question, plan = self._question, self.plan
        if plan.shared_memory or is_loaded(self.game, plan):
            return None, False
        limit, left = question.limit, self.left()
        nodes = SMALL_NODES if limit.nodes is None else min(limit.nodes, SMALL_NODES)
        late = left is not None and left <= SMALL_SECONDS  # there is no time for another one
        if late or (self._glance is not None and self._glance.interrupted):
            return self.python("a small search")[0], True
        if plan.memory is not None:  # what a stopped attempt remembers is not for the real search
            plan = replace(plan, memory=plan.memory.another())
        small = replace(question, plan=plan, limit=Limit(limit.depth, SMALL_SECONDS, nodes))
        searcher = python_searcher(self.game, plan)
        result = self._attempt(small, Deadline(SMALL_SECONDS), searcher, "a small search")
        result = self.told(result)
        answers = result.stopped_by in ("end", "depth", "interrupt") or (
            result.stopped_by == "nodes" and nodes == limit.nodes
        )
        return result, answers

    def python(self, reason: str, coming: Coming | None = None) -> tuple[Result, bool]:
        plan = self.plan
        if plan.memory is not None and (reason in NOT_YET or plan.memory.is_native):
            plan = replace(plan, memory=plan.memory.meanwhile())  # itself, it is for native code
        question = replace(self._question, plan=plan)
        searcher = python_searcher(self.game, plan)
        result = self._attempt(question, self._deadline, searcher, reason, self._glance, coming)
        return result, coming is not None and result.stopped_by == "nodes" and searcher.is_stopped

    def native(self, known: Result | None = None) -> Result:
        native = native_searcher(self.game, self.state, self.plan, self._deadline.expired)
        self.put_off(native.compile_time)
        return self._attempt(self._question, self._deadline, native, native.slow, self._glance)

    def begin_anew(self) -> None:
        if self.plan.memory is not None:
            self.plan.memory.take_back()

    def rank(self, found: Result) -> tuple[Any, ...]:
        if not found.moves:
            return ()
        deep = sum(move.nodes > 1 for move in found.moves)
        return (found.stopped_by in ("end", "depth"), deep, len(found.moves))

    def knows_all(self, found: Result) -> bool:
        return found.stopped_by in ("end", "depth") or len(found.moves) >= self._moves

    def told(self, found: Result, **more: Any) -> Result:
        return replace(found, elapsed=self._deadline.elapsed(), **more)

    def _attempt(
        self, question: Question, deadline: Deadline, searcher: Searcher, reason: str,
        glance: Glance | None = None, coming: Coming | None = None,
    ) -> Result:  # fmt: skip
        """One search with one searcher."""
        game, state, plan = question.game, question.state, question.plan
        limit = question.limit
        root = Root(game.to_move(state))
        if isinstance(searcher, NativePlan) and plan.choices.actions_as_given:
            root.actions = self._found.actions  # rules may take long to list them
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

        if coming is not None:
            coming.when_there(searcher.stop)
        if glance is not None and glance.interrupted:
            searcher.stop()
        try:
            stopped = supervised(searcher, work, deadline.left())
        except (KeyboardInterrupt, OutplayError):
            raise
        except Exception as error:
            raise _trouble(question, searcher, error) from error
        if glance is not None and stopped:
            stopped = fill_in(root, glance, self._found.chances, stopped)
        return result_of(question, deadline, searcher, root, stopped, reason)


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
            names = {"search", "search_after", "result"}
            if inner is not None and inner.tb_frame.f_code.co_name in names:
                return [frame.f_locals["a"]]
            return []
        trace = trace.tb_next
    return []
