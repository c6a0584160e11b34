"""A search of the textbook: from a question to a `Result`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from outplay.asking import Answers
from outplay.copies import with_copies
from outplay.errors import OutplayError
from outplay.game import AnyGame
from outplay.native.layout import NoActions
from outplay.native.searcher import NativeSearcher
from outplay.native.source import Unsupported
from outplay.native.state import Value
from outplay.result import COMPILING, AnyResult, Limit
from outplay.search import runner
from outplay.search.algorithms import ALGORITHMS, Algorithm
from outplay.search.compile_policy import check_compile
from outplay.search.error_context import Evaluate, explain, refuse_nonsense
from outplay.search.one_ply import OnePlySearch, is_answered
from outplay.search.playouts import Playouts
from outplay.search.report import over, result_of, unsearched
from outplay.search.root import Root, fill_in, search_root
from outplay.search.runner import NO_TIME, Attempt
from outplay.search.searchers import Plan, PythonSearcher, check_speed, not_native, python_searcher
from outplay.search.state import INFINITY
from outplay.search.supervise import Deadline
from outplay.search.view import View, bounded_list

NOT_YET = (NO_TIME, COMPILING)
"""Reasons for an interpreted search of rules that may be compiled another time."""


@dataclass(frozen=True)
class Question:
    """All that a search is asked."""

    algorithm: str
    game: AnyGame
    state: object
    plan: Plan
    limit: Limit
    convention: str
    speed: str = "auto"
    compile: str | None = None
    window: tuple[float, float] = (-INFINITY, INFINITY)
    """What the root is asked within."""

    @property
    def about(self) -> Algorithm:
        return ALGORITHMS[self.algorithm]

    def arguments(self, alpha: Value, beta: Value, mover: int) -> tuple[Value, ...]:
        """What the kernel is given for a child of the root, besides its state."""
        return self.about.arguments(max(alpha, self.plan.low), min(beta, self.plan.high), mover)


def answer(question: Question) -> AnyResult:
    """Searches at the speed that was asked for, or the one that pays."""
    check_speed(question.speed)
    check_compile(question.compile)
    deadline = Deadline(question.limit.time)
    plan = question.plan

    def forget() -> None:
        nonlocal plan
        if plan.memory is not None and not plan.shared_memory:
            plan = replace(plan, memory=plan.memory.another())

    def work(game: AnyGame, state: object) -> AnyResult:
        return _answer(replace(question, game=game, state=state, plan=plan), deadline)

    watched = plan.watch is not None  # nobody is to see a search begin twice
    return runner.run_protected(
        question.game,
        question.state,
        work,
        forget=forget,
        evaluate=_evaluation(plan),
        always_copies=watched,
    )


def _answer(question: Question, deadline: Deadline) -> AnyResult:
    game, state, plan = question.game, question.state, question.plan
    found = refuse_nonsense(game, state)
    if found.over:
        return over(game, state, question.algorithm, question.convention)
    if plan.horizon == "depth" and plan.limit == 0:
        value = _estimate(game, plan)(state)
        return unsearched(game, state, value, question.algorithm, question.convention)
    search = TextbookSearch(question, deadline, found)
    if plan.watch is not None and question.speed != "python":
        if question.speed == "native":
            raise not_native(game, Unsupported("an observer needs an interpreted search."))
        return search.python("an observer watches")[0]
    return runner.run(search)


def _estimate(game: AnyGame, plan: Plan) -> Callable[[object], Value]:
    """How the search estimates a state."""
    if not plan.choices.playouts:
        return with_copies(game, plan.choices.evaluate) or game.evaluate
    return python_searcher(game, replace(plan, memory=None)).view.evaluate


class TextbookSearch(runner.Search[AnyResult]):
    """A search of the textbook at either speed."""

    def __init__(self, question: Question, deadline: Deadline, found: Answers) -> None:
        limit = question.limit
        super().__init__(
            question.game, question.state, question.speed, deadline, limit.nodes, question.compile
        )
        self._question, self._found = question, found
        self._one_ply = self._one_ply_search()
        self._moves = len(found.actions if self._one_ply is None else self._one_ply.actions)

    def _one_ply_search(self) -> OnePlySearch | None:
        """One ply of the root, for a search that the clock may end before it knows all moves."""
        left = self.left()
        if left is None or is_answered():
            return None
        game, state, plan = self.game, self.state, self.plan
        actions = (
            bounded_list(game.candidates(state)) if plan.choices.candidates else self._found.actions
        )
        one_ply = OnePlySearch(game, state, actions, _estimate(game, plan))
        if not self.code.is_loaded():
            one_ply.hurry(left)
        return one_ply

    @property
    def plan(self) -> Plan:
        return self._question.plan

    def is_hurried(self) -> bool:
        return super().is_hurried() or (self._one_ply is not None and self._one_ply.interrupted)

    def begins_small(self) -> bool:
        return not self.plan.shared_memory and super().begins_small()

    def interpreted(self, reason: str = "", *, small: bool = False) -> PythonSearcher:
        plan, memory = self.plan, self.plan.memory
        if memory is not None and small:  # what is remembered there is not for the real search
            plan = replace(plan, memory=memory.another())
        elif memory is not None and (reason in NOT_YET or memory.is_native):
            plan = replace(plan, memory=memory.meanwhile())  # itself, it is for native code
        return python_searcher(self.game, plan)

    def is_answer(self, found: AnyResult, attempt: Attempt) -> bool:
        done = found.stopped_by in ("end", "depth", "interrupt")
        return done or (found.stopped_by == "nodes" and attempt.nodes == self.nodes)

    def ended_by(self, found: AnyResult) -> str:
        return found.stopped_by

    def rank(self, found: AnyResult) -> tuple[object, ...]:
        if not found.moves:
            return ()
        deep = sum(move.nodes > 1 for move in found.moves)
        return (found.stopped_by in ("end", "depth"), deep, len(found.moves))

    def knows_all(self, found: AnyResult) -> bool:
        return found.stopped_by in ("end", "depth") or len(found.moves) >= self._moves

    def annotated(self, found: AnyResult, **more: Any) -> AnyResult:
        return replace(found, elapsed=self.deadline.elapsed(), **more)

    def attempt(self, attempt: Attempt) -> AnyResult:
        game, state, question = self.game, self.state, self._question
        plan, searcher = question.plan, attempt.searcher
        one_ply = None if attempt.small else self._one_ply
        view = searcher.view if isinstance(searcher, PythonSearcher) else None
        root = Root(game.to_move(state), view or View(game, plan.choices, plan.limit, plan.seed))
        if isinstance(searcher, NativeSearcher) and plan.choices.actions_as_given:
            root.actions = self._found.actions  # rules may take long to list them
        searcher.begin(max(1, attempt.nodes))

        def work() -> None:
            search_root(question, searcher, root)
            if not root.moves:
                raise NoActions

        if one_ply is not None and one_ply.interrupted:
            searcher.stop()
        try:
            stopped = self.supervised(attempt, work)
        except (KeyboardInterrupt, OutplayError):
            raise
        except Exception as error:
            line = [*root.searching, *searcher.path(1, error)] if root.searching else []
            raise explain(game, state, line, error, _evaluation(plan)) from error
        if one_ply is not None and stopped:
            stopped = fill_in(root, one_ply, self._found.chances, stopped)
        return result_of(question, attempt, root, stopped)


def _evaluation(plan: Plan) -> Evaluate | None:
    """How the search estimates, if not by the game's own evaluation."""
    return Playouts(plan.playouts, plan.seed) if plan.choices.playouts else plan.choices.evaluate
