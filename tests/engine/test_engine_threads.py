"""Several threads on one table: the same answers, sooner."""

from __future__ import annotations

import threading
import time
from random import Random

import pytest
from test_engine_guesses import Skirmish
from test_engine_guesses import State as Men

from outplay import MAX, MIN, Engine, minimax
from outplay.engine import helper_threads
from outplay.games.connect_four import ConnectFour, State
from outplay.games.random_tree import RandomTree
from outplay.games.tic_tac_toe import TicTacToe

pytestmark = pytest.mark.usefixtures("early_helpers")


def late_positions(game: ConnectFour, number: int, plies: int) -> list[State]:
    random, found = Random(3), []
    while len(found) < number:
        s = game.initial()
        for _ in range(plies):
            if game.is_terminal(s):
                break
            s = game.result(s, random.choice(game.legal(s)))
        if not game.is_terminal(s):
            found.append(s)
    return found


@pytest.mark.parametrize("memory", [1 / 1024, 1 / 16, 64])
def test_two_threads_find_what_one_finds(memory: float) -> None:
    game = ConnectFour()
    one = Engine(game, memory=memory, speed="native")
    two = Engine(game, memory=memory, speed="native", threads=2)
    for s in late_positions(game, 25, 24):
        exact, shared = one.analyse(s, exact=True), two.analyse(s, exact=True)
        assert {m.action: (m.value, m.distance) for m in exact.moves} == {
            m.action: (m.value, m.distance) for m in shared.moves
        }
        assert shared.proven and shared.distance == len(shared.line)
        best = two.analyse(s, exact=True, lines=1)
        assert (best.value, best.distance) == (exact.value, exact.distance)


@pytest.mark.parametrize("memory", [pytest.param(1 / 1024, marks=pytest.mark.long), 1])
def test_two_threads_on_a_random_tree(memory: float) -> None:
    game, random = RandomTree(4, 7, seed=1), Random(2)
    shared = Engine(game, memory=memory, speed="native", threads=2)
    for _ in range(40):
        s = game.initial()
        for _ in range(random.randrange(3)):
            s = game.result(s, random.choice(game.legal(s)))
        values = {m.action: m.value for m in shared.analyse(s, exact=True).moves}
        assert values == {m.action: m.value for m in minimax(game, s).moves}


def test_deepening_on_three_threads_proves_tic_tac_toe() -> None:
    result = Engine(TicTacToe(), speed="native", threads=3).analyse()
    assert (result.value, result.proven, result.stopped_by) == (0, True, "end")


@pytest.mark.long
def test_two_threads_that_guess_prove_nothing_wrong() -> None:
    """They leave states that the other has answered meanwhile, from whatever depth."""
    game, random, seen = Skirmish(), Random(5), 0
    guessing = Engine(game, speed="native", threads=2, memory=1)
    exact = Engine(game, speed="native")
    for number in range(60):
        squares, men = random.sample(range(16), 6), 3 + number % 2
        white, black = (sum(1 << at for at in part) for part in (squares[:men], squares[men:]))
        s = Men(white, black, random.choice((MAX, MIN)), 0)
        guessing.clear()
        result = guessing.analyse(s, depth=13)
        assert result.action in game.legal(s)
        if result.proven:
            seen += 1
            assert result.value == exact.analyse(s, exact=True, lines=1).value
    assert seen > 20


def test_small_searches_are_done_by_one_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(helper_threads, "START_NODES", 10_000)
    game = ConnectFour()
    runs = [Engine(game, speed="native", threads=n).analyse(depth=7) for n in (1, 2, 2)]
    assert runs[0].nodes < 10_000
    assert len({(r.nodes, r.value, r.action) for r in runs}) == 1


def test_the_engine_says_what_a_win_counts() -> None:
    engine = Engine(TicTacToe(), speed="python")
    assert engine.win is None
    engine.analyse(depth=1)
    assert engine.win == 1
    engine = Engine(RandomTree(2, 2, values=(-9, 9)), speed="python")
    engine.analyse(depth=1)
    assert engine.win is None


def test_one_thread_is_reproducible() -> None:
    game = ConnectFour()
    runs = [Engine(game, speed="native").analyse(depth=14) for _ in range(2)]
    assert len({(r.nodes, r.value, r.action, r.line) for r in runs}) == 1


def test_stop_reaches_all_threads() -> None:
    engine = Engine(ConnectFour(), speed="native", threads=2)
    engine.analyse(depth=6)  # loaded by now
    timer = threading.Timer(0.3, engine.stop)
    timer.start()
    start = time.perf_counter()
    result = engine.analyse(time=60)
    assert time.perf_counter() - start < 30
    assert result.action in range(7) and result.stopped_by == "stop"
    before = threading.active_count()
    time.sleep(0.2)
    assert threading.active_count() <= before
    again = engine.analyse(depth=8)
    assert again.stopped_by == "depth"


def test_limits_hold_for_all_threads_together() -> None:
    result = Engine(ConnectFour(), speed="native", threads=2).analyse(nodes=100_000)
    assert result.nodes <= 100_000
    assert result.stopped_by == "nodes"
