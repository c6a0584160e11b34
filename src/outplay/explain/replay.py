"""Searches that were done are done again: whole, to be traced, or a part of them, to be opened."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from outplay.engine.engine import Engine
from outplay.engine.report import Asked
from outplay.explain.trace import Trace
from outplay.explain.tracer import SearchSettings, Tracer
from outplay.result import Limit, Result
from outplay.search.drive import Question, answer
from outplay.search.run import INFINITY

STEPS_EACH = 4
"""Steps of a trace that a node has at most, besides an update for each child."""

MEMORY = 16
"""Megabytes for an engine that looks at a part again."""

MOST_NODES = 2_000_000
"""States that one look again may visit."""


def is_textbook_search(result: Result) -> bool:
    """Was it a textbook search, which can be watched?"""
    return isinstance(result.question, Question)


def replay_trace(result: Result) -> Trace:
    """The trace of a textbook search that has been done."""
    question = result.question
    assert isinstance(question, Question)
    plan, game = question.plan, question.game
    flags = {**dict(plan.flags), "watch": True}
    exact_at_ends = flags.get("strict", False) and not flags.get("fail_hard", False)
    windowed = question.asking.windowed
    tracer = Tracer(
        game, windowed=windowed, exact_at_ends=exact_at_ends,
        limit=10 + (STEPS_EACH + 1) * result.nodes, settings=SearchSettings.of_plan(game, plan),
    )  # fmt: skip
    nodes = None if result.stopped_by in ("end", "depth") else result.nodes
    again = replace(
        question,
        plan=replace(
            plan,
            watch=tracer,
            flags=tuple(sorted(flags.items())),
            memory=None if plan.memory is None else plan.memory.another(),
        ),
        limit=Limit(question.limit.depth, None, nodes),
        speed="python",
    )
    found = answer(again)
    return Trace(
        game, question.state, found.algorithm, found.convention, tuple(tracer.steps), found,
        nodes is not None,
    )  # fmt: skip


def replay_below(
    result: Result, state: Any, path: Sequence[Any], window: tuple[float, float],
    actions: Sequence[Any],
) -> Result:  # fmt: skip
    """A state replay_below the root, searched as the search of the root would have, in its window.

    An engine's search is asked about `actions` only; a textbook's tries all, until it cuts.
    """
    question, ply = result.question, len(path)
    if isinstance(question, Asked):
        history = [*question.history, *_states(result, path)]
        engine = Engine(result.game, memory=MEMORY, **question.options)
        if question.exact:
            return engine.analyse(
                state, exact=True, lines=1, nodes=MOST_NODES, history=history, moves=actions
            )
        depth = max(1, result.depth - ply)
        return engine.analyse(state, depth=depth, nodes=MOST_NODES, history=history, moves=actions)
    assert isinstance(question, Question)
    plan = question.plan
    if plan.horizon == "depth":
        plan = replace(plan, limit=max(1, plan.limit - ply))
    elif plan.horizon == "function":
        cutoff = plan.choices.cutoff
        assert cutoff is not None
        choices = replace(plan.choices, cutoff=lambda s, at: cutoff(s, at + ply))
        plan = replace(plan, choices=choices)
    if plan.memory is not None:
        plan = replace(plan, memory=plan.memory.another())
    low, high = window if question.asking.windowed else (-INFINITY, INFINITY)
    return answer(
        replace(question, state=state, plan=plan, limit=Limit(nodes=MOST_NODES), window=(low, high))
    )


def _states(result: Result, path: Sequence[Any]) -> list[Any]:
    """The states from the root to the one before the last."""
    state, found = result.state, []
    for action in path:
        found.append(state)
        state = result.game.result(state, action)
    return found
