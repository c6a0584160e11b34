"""Replays searches: all of one, to trace it, or a part, to open what a tree folds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from outplay.engine.engine import Engine
from outplay.engine.report import Asked
from outplay.explain.trace import Trace, traced
from outplay.result import AnyResult, Limit
from outplay.search.searchers import Plan
from outplay.search.state import INFINITY
from outplay.search.textbook_search import Question, answer

STEPS_EACH = 4
"""Steps of a trace that a node has at most, besides an update for each child."""

MEMORY = 16
"""Megabytes for an engine that replays a part."""

MOST_NODES = 2_000_000
"""States that the replay of a part may visit."""


def is_textbook_search(result: AnyResult) -> bool:
    """Was it a textbook search, which can be traced?"""
    return isinstance(result.question, Question)


def replay_trace(result: AnyResult) -> Trace:
    """The trace of a textbook search that has been done."""
    question = result.question
    assert isinstance(question, Question)
    nodes = None if result.stopped_by in ("end", "depth") else result.nodes
    limit = Limit(question.limit.depth, None, nodes)
    question = replace(question, plan=_with_new_memory(question.plan), limit=limit)
    found = traced(question, 10 + (STEPS_EACH + 1) * result.nodes)
    return replace(found, truncated=nodes is not None)


def _with_new_memory(plan: Plan) -> Plan:
    return plan if plan.memory is None else replace(plan, memory=plan.memory.another())


def replay_below(
    result: AnyResult,
    state: object,
    path: Sequence[object],
    window: tuple[float, float],
    actions: Sequence[object],
) -> AnyResult:
    """A state below the root, searched as the search of the root would have, in its window.

    The engine searches `actions` only; a textbook search tries all, until it cuts.
    """
    question, ply = result.question, len(path)
    if isinstance(question, Asked):
        history = [*question.history, *_states(result, path)]
        engine = Engine(result.game, memory=MEMORY, **question.options)
        options: dict[str, Any] = {"exact": True, "lines": 1}
        if not question.exact:
            options = {"depth": max(1, result.depth - ply)}
        return engine.analyse(state, nodes=MOST_NODES, history=history, moves=actions, **options)
    assert isinstance(question, Question)
    plan = _with_new_memory(question.plan)
    if plan.horizon == "depth":
        plan = replace(plan, limit=max(1, plan.limit - ply))
    elif plan.horizon == "function":
        cutoff = plan.choices.cutoff
        assert cutoff is not None
        choices = replace(plan.choices, cutoff=lambda s, at: cutoff(s, at + ply))
        plan = replace(plan, choices=choices)
    ends = window if question.asking.windowed else (-INFINITY, INFINITY)
    limit = Limit(nodes=MOST_NODES)
    return answer(replace(question, state=state, plan=plan, limit=limit, window=ends))


def _states(result: AnyResult, path: Sequence[object]) -> list[object]:
    """The states from the root to the one before the last."""
    state, found = result.state, []
    for action in path:
        found.append(state)
        state = result.game.result(state, action)
    return found
