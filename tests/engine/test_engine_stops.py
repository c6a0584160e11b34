"""Stopping at any moment: a legal move, true statements, and a table that is still right."""

from __future__ import annotations

import threading
import time
from typing import Any

import engine_games as small
import pytest
from engine_oracle import Oracle, check

from outplay import Clock, Engine, Game, UsageError
from outplay.games.connect_four import ConnectFour
from outplay.games.random_tree import RandomTree
from outplay.games.tic_tac_toe import TicTacToe

SLACK = 2.0
"""Seconds that a search may go on beyond its time; of three tries, one must keep it."""

PLACES: dict[str, tuple[Game[Any, Any], float | None, str]] = {
    "tic-tac-toe": (TicTacToe(), 1, "X.O/.../..."),
    "connect-four": (ConnectFour(4, 4, 4), 1, "1223"),
    "piles": (small.DeclaredPiles(), 1, "(3, 4, 5, -1)"),
    "tree": (RandomTree(branch=4, depth=6, vary=True, values=(-9, 9)), None, ""),
}


def place(name: str) -> tuple[Game[Any, Any], Any, Oracle]:
    game, win, text = PLACES[name]
    return game, game.parse_state(text) if text else game.initial(), Oracle(game, win)


def after_each_node(name: str, speed: str, nodes: range, exact: bool, memory: float) -> None:
    game, s, oracle = place(name)
    engine = Engine(game, memory=memory, speed=speed)
    stopped = 0
    for limit in nodes:
        result = engine.analyse(s, nodes=limit, exact=exact, lines=1 + limit % 2)
        assert result.nodes <= limit + 1, (limit, result)
        check(oracle, s, result, done=result.stopped_by == "end", whole=False)
        assert result.stopped_by in ("nodes", "end")
        stopped += result.stopped_by == "nodes"
        engine.clear()
    assert stopped
    for limit in nodes:  # and now without forgetting: the table must not have been harmed
        engine.analyse(s, nodes=limit, exact=exact)
    check(oracle, s, engine.analyse(s, exact=True))
    check(oracle, s, engine.analyse(s, nodes=10**6))
    for a in game.legal(s):
        t = game.result(s, a)
        if not game.is_terminal(t):
            check(oracle, t, engine.analyse(t, exact=True, lines=1))


@pytest.mark.parametrize("exact", [False, True])
@pytest.mark.parametrize(
    "name",
    [pytest.param(n, marks=[pytest.mark.long] if n == "connect-four" else []) for n in PLACES],
)
def test_interpreted(name: str, exact: bool) -> None:
    after_each_node(name, "python", range(1, 151), exact, 1 / 64)


@pytest.mark.parametrize("exact", [False, True])
@pytest.mark.parametrize(
    "name", ["tic-tac-toe", *(pytest.param(n, marks=pytest.mark.long) for n in ("piles", "tree"))]
)
def test_native(name: str, exact: bool) -> None:
    after_each_node(name, "native", range(1, 301), exact, 1 / 64)


def test_stop_from_another_thread() -> None:
    game = ConnectFour()
    engine = Engine(game, memory=16, speed="native")
    engine.analyse(depth=2)  # compiled from here on
    late = []
    for exact in (False, True):
        for _ in range(3):
            told: list[float] = []

            def stop(told: list[float] = told) -> None:
                told.append(time.perf_counter())
                engine.stop()

            timer = threading.Timer(0.3, stop)
            if exact:
                engine.analyse(game.play("4444443222226"), exact=True, nodes=10)
                timer = threading.Timer(0.3, stop)
            timer.start()
            result = engine.analyse(exact=exact, lines=1, time=20)
            timer.join()
            late.append(time.perf_counter() - told[0])
            assert result.action in range(7)
            assert result.elapsed < 15
            engine.clear()
    assert min(late) < SLACK, late


@pytest.mark.parametrize("speed", ["native", "python"])
@pytest.mark.parametrize("exact", [False, True])
def test_time_is_kept(speed: str, exact: bool) -> None:
    game = ConnectFour()
    engine = Engine(game, memory=4, speed=speed)
    engine.analyse(nodes=10, exact=exact)  # compiled from here on
    for limit in (0.05, 0.3):
        late = []
        for _ in range(3):
            start = time.perf_counter()
            result = engine.analyse(time=limit, exact=exact, lines=1)
            late.append(time.perf_counter() - start - limit)
            assert result.stopped_by == "time"
            assert result.action in range(7)
            if late[-1] < SLACK:
                break
        assert min(late) < SLACK, late


@pytest.mark.parametrize(
    ("clock", "most"),
    [
        (Clock(1.0), 0.25),
        (Clock(0.2), 0.1),
        (Clock(0.0), 0.0),
        (Clock(0.3, moves_to_go=1), 0.3),
        (Clock(0.1, increment=0.2), 0.3),
    ],
)
def test_clock(clock: Clock, most: float) -> None:
    game = ConnectFour()
    engine = Engine(game, memory=4, speed="native")
    engine.analyse(nodes=10)
    took = []
    for _ in range(3):
        start = time.perf_counter()
        result = engine.analyse(clock=clock)
        took.append(time.perf_counter() - start)
        assert result.action in range(7)
        if took[-1] < most + SLACK:
            break
    assert min(took) < most + SLACK, took
    assert clock.aim <= clock.most <= max(0.0, clock.remaining)


@pytest.mark.parametrize(
    "wrong",
    [
        {"remaining": -1},
        {"remaining": "x"},
        {"remaining": 1, "moves_to_go": 0},
        {"remaining": 1, "increment": float("nan")},
        {"remaining": True},
    ],
)
def test_clocks_that_are_none(wrong: dict[str, Any]) -> None:
    with pytest.raises(UsageError):
        Clock(**wrong)


def test_progress_tells_true_things() -> None:
    game, s, oracle = place("tic-tac-toe")
    engine = Engine(game, memory=1, speed="python")
    told: list[Any] = []
    engine.analyse(s, exact=True, progress=told.append)
    for result in told:
        check(oracle, s, result, done=False)


def test_wrong_questions() -> None:
    engine = Engine(TicTacToe(), memory=1)
    for wrong in (
        {"depth": 3, "exact": True},
        {"lines": 0},
        {"nodes": -1},
        {"time": "x"},
        {"depth": True},
    ):
        with pytest.raises(UsageError):
            engine.analyse(**wrong)
