"""Is what a trace says true? Checked step by step against the plainest search there is."""

from __future__ import annotations

import math
from typing import Any

from small_trees import Plain

from outplay import CHANCE, Bound
from outplay.explain.trace import ENTER, LEAF, RETURN, UPDATE, Step, Trace
from outplay.explain.tree import SKIPPED, UNVISITED, VISITED, tree_of_trace

NEAR = 1e-9


def holds(bound: Bound | None, said: float | None, value: float) -> bool:
    assert said is not None
    return {
        Bound.EXACT: abs(said - value) < NEAR,
        Bound.ESTIMATE: abs(said - value) < NEAR,
        Bound.LOWER: said <= value + NEAR,
        Bound.UPPER: said >= value - NEAR,
        None: False,
    }[bound]


def check(found: Trace, plain: Plain, *, recalls: bool = False, probes: bool = False) -> None:
    """Everything that must hold of every trace."""
    game, whole = found.game, Plain(found.game)
    open_: list[tuple[Any, ...]] = []
    estimated: list[bool] = []
    entered: set[tuple[Any, ...]] = set()
    last: Step | None = None
    for number, step in enumerate(found.steps, start=1):
        assert step.number == number
        state = found.state
        for action in step.path:
            assert action in game.legal(state)
            state = game.result(state, action)
        assert state == step.state
        if not game.is_terminal(state):
            assert step.player == game.to_move(state)
        if step.kind == ENTER:
            assert step.path not in entered
            entered.add(step.path)
            if open_ and not probes:
                assert open_[-1] == step.path[:-1]
            open_.append(step.path)
            estimated.append(False)
            last = step
            continue
        assert open_[-1] == step.path
        assert step.bound is not None
        if step.kind == UPDATE:
            child = (*step.path, step.action)
            assert child in entered
            if not probes:
                assert last is not None
                assert last.path == child and last.value == step.value
                assert last.bound == step.bound
            value = plain.value(game.result(state, step.action), step.ply + 1)
        else:
            value = plain.value(state, step.ply)
        assert holds(step.bound, step.value, value), (step, value)
        if step.bound is Bound.ESTIMATE:
            below = game.result(state, step.action) if step.kind == UPDATE else state
            assert plain.of(below, step.ply + (step.kind == UPDATE))[1]
        if step.kind in (LEAF, RETURN):
            own = step.kind == LEAF and not step.terminal
            seen = estimated.pop() or own
            if step.recalled:
                assert recalls and last is not None and last.kind == ENTER
                seen = seen or step.bound is Bound.ESTIMATE
            open_.pop()
            if estimated:
                estimated[-1] |= seen
            if step.bound is Bound.EXACT:  # of the game itself, not of its first plies
                assert not seen
                assert holds(Bound.EXACT, step.value, whole.value(state, step.ply))
            if seen and step.value is not None and step.kind == LEAF:
                assert step.bound is Bound.ESTIMATE
        last = step
    assert found.result is not None
    if not found.truncated:
        assert not open_
        assert len(entered) == found.result.nodes
        assert len(found.cuts()) == found.result.counts.get("cuts", 0)
        first, end = found.steps[0], found.steps[-1]
        assert first.path == end.path == ()
        assert end.value == found.result.value and end.bound == found.result.bound
    check_tree(found, plain)


def check_tree(found: Trace, plain: Plain) -> None:
    """The tree of a trace has its nodes and values, and every other move marked."""
    game, tree = found.game, tree_of_trace(found, skipped="one")
    assert tree.convention == found.convention and tree.truncated == found.truncated
    visited = [node for node in tree if node.status == VISITED]
    paths = {step.path for step in found.steps if step.kind == ENTER}
    assert {node.path for node in visited} == paths
    assert len(visited) == len(paths) == tree.visited == tree.root.nodes
    for node in tree:
        if node.value is not None and node.leaf and node.status != VISITED:
            assert node.bound is Bound.EXACT and node.value == game.utility(node.state)
        elif node.value is not None:
            assert holds(node.bound, node.value, plain.value(node.state, len(node.path)))
        if node.status in (SKIPPED, UNVISITED):
            assert node.alpha is None and not node.chosen
        finished = node.value is not None or found.truncated
        if node.status == VISITED and not node.leaf and node.children:
            assert finished
            assert sorted(c.path[-1] for c in node.children) == sorted(game.legal(node.state))
        if node.player == CHANCE and node.status == VISITED and node.children:
            shares = [child.probability for child in node.children]
            assert math.isclose(math.fsum(shares), 1)
    skipped = {(*step.path, action) for step in found.cuts() for action in step.skipped}
    assert {node.path for node in tree if node.status == SKIPPED} == skipped
    if not found.truncated and found.result is not None:
        chosen = [node.path for node in tree if node.chosen]
        line = found.result.line
        assert chosen == [line[:length] for length in range(len(chosen))]
