"""The engine against minimax: the value, the distance, and every statement about every move.

Each game is searched at both speeds, with tables from one kilobyte up that many positions
share, with all that it declares and with each of that switched off.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import engine_games as small
import pytest
from engine_oracle import TALLY, Oracle, check, exact_values, positions

from outplay import MAX, MIN, Engine, Game
from outplay.bits import mix
from outplay.games.connect_four import ConnectFour
from outplay.games.nim import Nim
from outplay.games.random_tree import RandomTree, State
from outplay.games.tic_tac_toe import TicTacToe
from outplay.games.tree import Tree

THREADS = [1]
"""How many threads the native engine is tried with."""

SIZES = [1 / 1024, 1 / 64, 1]
"""Megabytes: in the first, entries are overwritten all the time."""

FEATURES = ("symmetries", "priority", "candidates", "bounds", "outcome_bounds")
PLENTY = 1_000_000
"""Nodes: more than any search here takes."""


@dataclass(frozen=True)
class Case:
    """A game and some of its positions."""

    game: Game[Any, Any]
    win: float | None = 1
    count: int = 100
    least: int = 0
    """Plies from the start, at least."""
    native: int = 0
    """Positions to try natively, with each of a few sets of features."""
    states: Callable[[int], list[Any]] | None = None

    def positions(self, count: int, seed: int = 0) -> list[Any]:
        if self.states is not None:
            return self.states(count)
        return positions(self.game, count, seed, self.least)

    def declared(self) -> list[str]:
        return [name for name in FEATURES if self.game.answers(name)]


def roots(count: int) -> list[Any]:
    return [State(mix(number), 0) for number in range(count)]


def tree(kind: type[RandomTree] = RandomTree, **options: Any) -> RandomTree:
    return kind(**{"branch": 3, "depth": 5, "vary": True, "early": 0.1, **options})


CASES: dict[str, Case] = {
    "tic-tac-toe": Case(TicTacToe(), 1, 60, 3, native=300),
    "4,3,3": Case(TicTacToe(4, 3, 3), 1, 30, 6, native=100),
    "4,4,4": Case(TicTacToe(4, 4, 4), 1, 12, 11),
    "5,1,2": Case(TicTacToe(5, 1, 2), 1, 60),
    "connect-four 4x4": Case(ConnectFour(4, 4, 4), 1, 30, 9, native=150),
    "connect-four 5x4, 3": Case(ConnectFour(5, 4, 3), 1, 40, 8, native=150),
    "connect-four 4x5, 3": Case(ConnectFour(4, 5, 3), 1, 40, 8),
    "connect-four 7x6": Case(ConnectFour(), 1, 20, 34, native=100),
    "nim": Case(Nim((2, 3, 4)), 1, 60, native=100),
    "nim misere": Case(Nim((1, 2, 2, 3), misere=True), 1, 40),
    "piles": Case(small.DeclaredPiles(), 1, 60, native=150),
    "piles of 10": Case(small.DeclaredPiles(4, 4, 4, win=10), 10, 30, native=100),
    "piles of halves": Case(small.DeclaredPiles(win=0.5), 0.5, 30, native=100),
    "zero or one": Case(small.ZeroOne(2, 3, 4), 1, 40, native=100),
    "ends": Case(small.DeclaredEnds(), None, 60, native=150),
    "wide ends": Case(small.WideEnds(), None, 40, native=150),
    "huge ends": Case(small.HugeEnds(), None, 40, native=150),
    "hashed ends": Case(small.HashedEnds(), None, 40, native=150),
    "float ends": Case(small.FloatEnds(), None, 40, native=150),
    "forgetful": Case(small.Forgetful(), 10, 100, native=100),
    "rare": Case(small.Rare(), None, 60, native=60),
    "tree of ints": Case(tree(values=(-9, 9)), None, 60, native=400, states=roots),
    "tree of wins": Case(tree(values=(-1, 1)), 1, 60, native=400, states=roots),
    "tree of wide ints": Case(tree(small.Wider), None, 40, native=300, states=roots),
    "tree beyond 300,000": Case(
        tree(values=(-900_000, -200_000)), None, 40, native=300, states=roots
    ),
    "tree of floats": Case(tree(small.Halves), None, 40, native=300, states=roots),
    "tree of turns": Case(tree(small.Turns, values=(-9, 9)), None, 60, native=300, states=roots),
    "tree of turns and wins": Case(
        tree(small.Turns, values=(-1, 1)), 1, 60, native=300, states=roots
    ),
    "tree for MIN": Case(tree(values=(-9, 9), root=MIN), None, 80, states=roots),
    "words": Case(small.Words(), 0.5, 30, 3),
    "sets": Case(small.Chomp(), 1, 30, 1),
}

LONG = (
    "4,3,3",
    "connect-four 5x4, 3",
    "piles of 10",
    "zero or one",
    "huge ends",
    "tree of turns",
    "tree of wide ints",
    "connect-four 7x6",
    "wide ends",
    "tree of wins",
    "nim",
    "float ends",
    "piles of halves",
    "tree of turns and wins",
    "forgetful",
    "tree beyond 300,000",
    "tree of ints",
    "rare",
    "hashed ends",
    "tic-tac-toe",
    "ends",
    "tree of floats",
)
"""Compiled in the long tests only: others are nearly the same."""

NATIVE = [
    pytest.param(name, marks=[pytest.mark.long] if name in LONG else [])
    for name, case in CASES.items()
    if case.native
]


def oracles(case: Case, off: dict[str, bool]) -> Oracle:
    """Nim's candidates win, but not the fastest way: distances are those among candidates."""
    fewer = isinstance(case.game, Nim) and off.get("candidates", True)
    return Oracle(case.game, case.win, candidates=fewer)


def compare(engine: Engine, oracle: Oracle, states: list[Any], name: str, kinds: int = 7) -> None:
    """Three kinds of search from every state, all with one table."""
    for number, s in enumerate(states):
        if kinds & 1:
            result = engine.analyse(s, exact=True)
            check(oracle, s, result)
            exact_values(oracle, s, result, 1000)
        if kinds & 2:
            lines = 1 if number % 3 else 1 + number % 4
            result = engine.analyse(s, exact=True, lines=lines)
            check(oracle, s, result)
            exact_values(oracle, s, result, lines)
        if kinds & 4:
            check(oracle, s, engine.analyse(s, nodes=PLENTY))
        TALLY.add(name)


@pytest.mark.parametrize("memory", SIZES)
@pytest.mark.parametrize("name", CASES)
def test_interpreted(name: str, memory: float) -> None:
    case = CASES[name]
    engine = Engine(case.game, memory=memory, speed="python")
    count = case.count if memory == SIZES[0] else case.count // 3
    compare(engine, oracles(case, {}), case.positions(count), name)


@pytest.mark.parametrize("name", [name for name, case in CASES.items() if case.declared()])
def test_interpreted_without_a_feature(name: str) -> None:
    case = CASES[name]
    features = case.declared()
    for off in [[feature] for feature in features] + [features]:
        switched: dict[str, Any] = dict.fromkeys(off, False)
        engine = Engine(case.game, memory=SIZES[len(off) % 3], speed="python", **switched)
        oracle = oracles(case, switched)
        compare(engine, oracle, case.positions(case.count // 5, seed=len(off)), name)


@pytest.mark.usefixtures("early_helpers")
@pytest.mark.parametrize("threads", THREADS)
@pytest.mark.parametrize("name", NATIVE)
def test_native(name: str, threads: int) -> None:
    case = CASES[name]
    oracle = oracles(case, {})
    for memory in SIZES:
        engine = Engine(case.game, memory=memory, speed="native", threads=threads)
        count = case.native if memory == SIZES[0] else case.native // 3
        compare(engine, oracle, case.positions(count, seed=7), name)


OFF = ["piles", *(pytest.param(name, marks=pytest.mark.long) for name in ("tic-tac-toe", "ends"))]
"""Games whose features are switched off one by one at native speed: each takes compiling."""


@pytest.mark.parametrize("threads", THREADS)
@pytest.mark.parametrize("name", OFF)
def test_native_without_features(name: str, threads: int) -> None:
    case = CASES[name]
    switched: dict[str, Any] = dict.fromkeys(case.declared(), False)
    engine = Engine(case.game, memory=SIZES[0], speed="native", threads=threads, **switched)
    compare(engine, oracles(case, switched), case.positions(case.native, seed=3), name, kinds=5)


@pytest.mark.long
@pytest.mark.parametrize("feature", ["symmetries", "candidates", "bounds", "outcome_bounds"])
def test_native_without_a_feature(feature: str) -> None:
    case = CASES["piles"]
    off: dict[str, Any] = {feature: False}
    engine = Engine(case.game, memory=SIZES[0], speed="native", **off)
    compare(engine, oracles(case, {}), case.positions(120, seed=5), "piles", kinds=3)


def test_literal_trees() -> None:
    chosen = random.Random(4)

    def grown(depth: int) -> Any:
        if depth == 0 or chosen.random() < 0.15:
            return chosen.choice([-2, -1, 0, 1, 2, 0.5])
        return [grown(depth - 1) for _ in range(chosen.randint(1, 3))]

    for number in range(400):
        game = Tree([grown(4) for _ in range(1 + number % 3)], root=MAX if number % 2 else MIN)
        ends = {abs(u) for u in _leaves(game, game.initial())} - {0}
        win = None if len(ends) > 1 else ends.pop() if ends else 1
        for memory in (SIZES[0], SIZES[2]):
            compare(Engine(game, memory=memory), Oracle(game, win), [game.initial()], "trees")


def _leaves(game: Game[Any, Any], s: Any) -> list[Any]:
    if game.is_terminal(s):
        return [game.utility(s)]
    return [u for a in game.actions(s) for u in _leaves(game, game.result(s, a))]
