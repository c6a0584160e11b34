"""Facts from books and papers about trees, tic-tac-toe, Connect Four, Nim and Pig."""

import itertools
import math
from functools import reduce
from operator import xor
from typing import Any

import numpy as np
import pytest

import outplay
from outplay import MAX, MIN, Bound, Game, Recorder
from outplay.games.connect_four import ConnectFour
from outplay.games.nim import Nim
from outplay.games.pig import Pig
from outplay.games.random_tree import RandomTree
from outplay.games.tic_tac_toe import TicTacToe

BRATKO = [[[2, 4], [5, 7]], [[2, 1], [1, 1]]]
"""Bratko, Prolog Programming for Artificial Intelligence, the tree of the minimax figure."""

AIMA = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]
"""Russell and Norvig, Artificial Intelligence: A Modern Approach, figure 5.2."""

SPEEDS = ("native", "python")


def leaves_of(recorder: Recorder) -> list[float | None]:
    return [event.value for event in recorder.events if event.kind == "leaf"]


def returns_of(recorder: Recorder) -> dict[str, float | None]:
    """What each inner node returned, by its path."""
    return {str(e.state): e.value for e in recorder.events if e.kind == "return"}


def test_bratko_tree_by_minimax() -> None:
    recorder = Recorder()
    result = outplay.minimax(Game.from_tree(BRATKO), observer=recorder)
    assert (result.value, result.bound, result.action) == (4, Bound.EXACT, 0)
    by_ply: dict[int, list[float | None]] = {}
    for event in recorder.events:
        if event.kind == "return":
            by_ply.setdefault(event.ply, []).append(event.value)
    assert by_ply == {0: [4], 1: [4, 1], 2: [4, 7, 2, 1]}


def test_bratko_tree_by_alphabeta() -> None:
    # Inner values 4 and 2: the right node returns 2, a bound, since its first reply cuts it.
    recorder = Recorder()
    result = outplay.alphabeta(Game.from_tree(BRATKO), observer=recorder)
    assert (result.value, result.action) == (4, 0)
    assert leaves_of(recorder) == [2, 4, 5, 2, 1]
    returned = [(e.ply, e.value) for e in recorder.events if e.kind == "return" and e.ply == 1]
    assert returned == [(1, 4), (1, 2)]
    assert [(m.value, m.bound) for m in result.moves] == [(4, Bound.EXACT), (2, Bound.UPPER)]


def test_aima_figure() -> None:
    recorder = Recorder()
    result = outplay.alphabeta(Game.from_tree(AIMA), observer=recorder)
    assert (result.value, result.action) == (3, 0)
    assert leaves_of(recorder) == [3, 12, 8, 2, 14, 5, 2]  # 4 and 6 are never visited
    assert [m.bound for m in result.moves] == [Bound.EXACT, Bound.UPPER, Bound.UPPER]
    assert outplay.minimax(Game.from_tree(AIMA)).value == 3


@pytest.mark.parametrize("speed", SPEEDS)
def test_tic_tac_toe_counts(speed: str) -> None:
    counts = outplay.count(TicTacToe(), speed=speed)
    assert counts.nodes == 549_946
    assert counts.games == 255_168
    assert counts.states == 5_478
    assert counts.states_up_to_symmetry == 765
    assert counts.terminal_states == 958


@pytest.mark.parametrize("speed", SPEEDS)
def test_tic_tac_toe_searches(speed: str) -> None:
    game = TicTacToe()
    full = outplay.minimax(game, speed=speed)
    assert (full.value, full.nodes, full.proven) == (0, 549_946, True)
    loose = outplay.alphabeta(game, speed=speed)
    assert (loose.value, loose.nodes) == (0, 18_297)
    strict = outplay.alphabeta(game, strict=True, speed=speed)
    assert (strict.value, strict.nodes) == (0, 146_120)
    assert math.factorial(9) == 362_880 > counts_of_leaves(full)


def counts_of_leaves(result: outplay.Result) -> int:
    return result.counts["leaves"]


@pytest.mark.parametrize(
    ("width", "height", "connect", "value"),
    [(3, 3, 3, 0), (4, 3, 3, 1), (4, 4, 3, 1), (5, 3, 3, 1)],
)
def test_mnk_values(width: int, height: int, connect: int, value: int) -> None:
    # Uiterwijk and van den Herik 2000.
    game = TicTacToe(width=width, height=height, connect=connect)
    result = outplay.alphabeta(game, memory=True, order="priority", speed="native")
    assert (result.value, result.proven) == (value, True)


def test_connect_four_perft() -> None:
    game = ConnectFour()
    counts = [outplay.perft(game, depth) for depth in range(1, 9)]
    assert counts == [7, 49, 343, 2_401, 16_807, 117_649, 823_536, 5_673_234]


@pytest.mark.parametrize(("width", "height", "value"), [(4, 4, 0), (5, 4, 0), (4, 5, 0), (4, 6, 0)])
def test_small_connect_four_values(width: int, height: int, value: int) -> None:
    # Tromp; Steininger's table of board sizes.
    game = ConnectFour(width=width, height=height)
    result = outplay.alphabeta(game, memory=True, order="priority", speed="native")
    assert (result.value, result.proven) == (value, True)


def test_nim_is_won_exactly_when_the_xor_is_not_zero() -> None:
    # Bouton 1901; all positions of up to three heaps of up to four.
    for heaps in itertools.product(range(5), repeat=3):
        if not any(heaps):
            continue
        result = outplay.minimax(Nim(heaps=heaps), memory=True, speed="python")
        assert result.value == (1 if reduce(xor, heaps) else -1)


def test_nim_natively() -> None:
    game = Nim(heaps=(5, 5, 5))
    for heaps in itertools.product(range(6), repeat=3):
        state = game.initial()._replace(heaps=heaps)
        if not game.is_terminal(state):
            result = outplay.alphabeta(game, state, memory=True, speed="native")
            assert result.value == (1 if reduce(xor, heaps) else -1)


def test_misere_nim() -> None:
    # The same rule, turned round once no heap has two: the last stone loses.
    for heaps in itertools.product(range(4), repeat=3):
        if any(heaps):
            result = outplay.minimax(Nim(heaps=heaps, misere=True), memory=True, speed="python")
            nimsum = reduce(xor, heaps)
            wins = nimsum == 0 if max(heaps) < 2 else nimsum != 0
            assert result.value == (1 if wins else -1)


def pig_win_probability(target: int) -> float:
    """Neller and Presser's equations, iterated: the first player's chance of winning."""
    chances = np.zeros((target, target, target + 1))
    for _ in range(400):
        other = 1 - chances[:, :, 0].T  # the one who moved now waits
        before = chances.copy()
        for total in range(target - 1, -1, -1):
            roll = np.zeros((target, target))
            for face in range(2, 7):
                for mine in range(target):
                    reached = mine + total + face
                    roll[mine] += 1.0 if reached >= target else chances[mine, :, total + face]
            roll = (roll + other) / 6
            hold = np.zeros((target, target))
            for mine in range(target):
                banked = mine + total
                hold[mine] = 1.0 if banked >= target else other_at(chances, banked)
            chances[:, :, total] = roll if total == 0 else np.maximum(roll, hold)
        if np.abs(chances - before).max() < 1e-13:
            break
    return float(chances[0, 0, 0])


def other_at(chances: Any, banked: int) -> Any:
    return 1 - chances[:, banked, 0]


@pytest.mark.parametrize("target", [6, 10])
def test_small_pig_by_expectiminimax(target: int) -> None:
    # A horizon counted as lost and as won bounds the value from both sides; they meet.
    game = Pig(target=target)
    low = outplay.expectiminimax(
        game, depth=100, evaluate=surely_lost, memory=True, speed="native"
    ).value
    high = outplay.expectiminimax(
        game, depth=100, evaluate=surely_won, memory=True, speed="native"
    ).value
    assert low <= high
    assert high - low < 1e-6
    assert (low + high) / 4 + 0.5 == pytest.approx(pig_win_probability(target), abs=1e-6)


def surely_lost(state: Any) -> float:
    return -1.0


def surely_won(state: Any) -> float:
    return 1.0


@pytest.mark.long
def test_pig_to_100() -> None:
    # Neller and Presser 2004: the first player wins 53.06 % under optimal play. Solved over
    # all states of our rules, by value iteration.
    game = Pig(target=100)
    states, index = [game.initial()], {game.initial(): 0}
    rows: list[tuple[int, list[int], list[float]]] = []
    for s in states:
        if game.is_terminal(s):
            rows.append((2, [], [game.utility(s)]))
            continue
        player = game.to_move(s)
        pairs = list(game.outcomes(s)) if player == 0 else [(a, 1.0) for a in game.actions(s)]
        children = []
        for a, _ in pairs:
            t = game.result(s, a)
            if t not in index:
                index[t] = len(states)
                states.append(t)
            children.append(index[t])
        rows.append((player, children, [p for _, p in pairs]))
    values = np.zeros(len(states))
    for n, (kind, _, numbers) in enumerate(rows):
        if kind == 2:
            values[n] = numbers[0]
    chance = [n for n, row in enumerate(rows) if row[0] == 0]
    choice = {k: [n for n, row in enumerate(rows) if row[0] == k] for k in (MAX, MIN)}
    chance_children = np.array([rows[n][1] for n in chance])
    chance_p = np.array([rows[n][2] for n in chance])
    padded = {k: np.array([(rows[n][1] * 2)[:2] for n in choice[k]]) for k in choice}
    for _ in range(2_000):
        before = values[0]
        for _ in range(20):
            values[chance] = (values[chance_children] * chance_p).sum(axis=1)
            values[choice[MAX]] = values[padded[MAX]].max(axis=1)
            values[choice[MIN]] = values[padded[MIN]].min(axis=1)
        if abs(values[0] - before) < 1e-12:
            break
    assert (values[0] + 1) / 2 == pytest.approx(0.5306, abs=5e-5)


@pytest.mark.parametrize(("branch", "depth"), [(2, 4), (3, 3), (3, 4), (4, 6)])
def test_knuth_and_moore_minimum(branch: int, depth: int) -> None:
    # With the best action first everywhere, alpha-beta visits exactly the minimal tree.
    best_first = Game.from_tree(_ordered_tree(branch, depth))
    result = outplay.alphabeta(best_first, speed="python")
    report = outplay.order_report(result, branching=branch)
    assert report.leaves == report.minimal_leaves
    assert report.first_cut_share == 1
    drawn = outplay.alphabeta(RandomTree(branch=branch, depth=depth, seed=1), speed="python")
    assert outplay.order_report(drawn, branching=branch).leaves >= (report.minimal_leaves or 0)


def _ordered_tree(branch: int, depth: int, value: int = 0, maximiser: bool = True) -> Any:
    """A uniform tree of that value in which the first child is always the best."""
    if depth == 0:
        return value
    sign = -1 if maximiser else 1
    return [
        _ordered_tree(branch, depth - 1, value + sign * n * (depth * 10 if n else 1), not maximiser)
        for n in range(branch)
    ]
