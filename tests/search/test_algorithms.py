"""The registry of algorithms: what it says is what happens, and what is added to it works."""

from __future__ import annotations

import inspect
from typing import Any

import pytest

import outplay
from outplay import MAX, MIN, UsageError
from outplay.explain.trace import trace
from outplay.games.tic_tac_toe import TicTacToe
from outplay.native.kernels import Kernel
from outplay.native.state import Value
from outplay.search.algorithms import ALGORITHMS, ANALYSES, COMMON, FUNCTIONS, Algorithm
from outplay.search.state import INFINITY
from outplay.search.word_table import NativeSearchState

TREE = outplay.Game.from_tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]])


def greedy(game: Any, s: Any, ply: int, run: Any) -> Value:
    """MAX takes what is best, MIN whatever comes first."""
    run.visit(ply)
    if run.watch:
        run.watch.enter(s, ply, -INFINITY, INFINITY)
    if game.is_terminal(s):
        run.leaves += 1
        value = game.utility(s)
        run.check(value)
        if run.watch:
            run.watch.leaf(s, ply, value, True)
        return value
    mover = game.to_move(s)
    if mover != MAX and mover != MIN:
        run.nobody()
    best = -INFINITY
    tried = 0
    for a in game.actions(s):
        value = greedy(game, game.result(s, a), ply + 1, run)
        tried += 1
        if tried == 1 or (mover == MAX and value > best):
            best = value
            run.improve(ply, a)
        if run.watch:
            run.watch.update(s, ply, a, value, best, -INFINITY, INFINITY)
    if tried == 0:
        run.stuck()
    if run.watch:
        run.watch.leave(s, ply, best)
    return best


KERNEL = Kernel((greedy,), NativeSearchState, ("int",))


@pytest.fixture
def added(monkeypatch: pytest.MonkeyPatch) -> None:
    algorithm = Algorithm("greedy", f"{__name__}:KERNEL", lambda alpha, beta, mover: (1,))
    monkeypatch.setitem(ALGORITHMS, "greedy", algorithm)
    monkeypatch.setattr("outplay.engine.analyse.ANALYSES", (*ANALYSES, "greedy"))
    monkeypatch.setattr("outplay.explain.trace.FUNCTIONS", (*FUNCTIONS, "greedy"))


@pytest.mark.usefixtures("added")
def test_an_algorithm_that_is_added_runs_at_both_speeds_and_is_traced() -> None:
    """A file with a kernel, and an entry: nothing else knows of it."""
    found = outplay.analyse(TREE, algorithm="greedy", speed="python")
    assert (found.value, found.nodes) == (14, 13)
    values = {}
    for speed in ("python", "native"):
        at = outplay.analyse(TicTacToe(), algorithm="greedy", speed=speed)
        values[speed] = at.value, at.nodes, at.line
        assert at.speed == speed
    assert values["python"] == values["native"]
    seen = trace(TREE, algorithm="greedy")
    assert [step.value for step in seen.leaves()] == [3, 12, 8, 2, 4, 6, 14, 5, 2]
    with pytest.raises(UsageError, match="greedy has no option 'strict'"):
        outplay.analyse(TREE, algorithm="greedy", strict=True)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_function_shows_its_options(name: str) -> None:
    shown = set(inspect.signature(getattr(outplay, name)).parameters)
    assert shown >= {"game", "state", *COMMON, *ALGORITHMS[name].options}


@pytest.mark.parametrize("name", [n for n in ALGORITHMS if n not in ("expectiminimax",)])
def test_an_option_that_an_algorithm_does_not_have(name: str) -> None:
    options = {"bounds": (-1, 1)} if ALGORITHMS[name].needs_bounds else {}
    with pytest.raises(UsageError, match=f"{name} has no option 'dept'. Did you mean depth"):
        outplay.analyse(TREE, algorithm=name, dept=3, **options)
