"""The engine on games with chance, against the textbook's expectiminimax.

What a search of depth d says must be what expectiminimax says at depth d, whatever is switched
on or off and however small the table is; what it calls proven must be true of the whole game.
"""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest

import outplay
from outplay import CHANCE, MAX, MIN, Engine, Game
from outplay.bits import mix
from outplay.engine.clock import Clock
from outplay.errors import RulesError, UnfitGame
from outplay.games.pig import Pig
from outplay.games.pig import State as PigState
from outplay.games.random_tree import RandomTree, State
from outplay.games.tree import Chance
from outplay.result import Bound, Move, Result

KILOBYTE = 1 / 1024
OFF: list[dict[str, Any]] = [
    {},
    {"bounds": False},
    {"memory": KILOBYTE},
    {"memory": KILOBYTE, "bounds": False},
    {"symmetries": False, "priority": False},
    {"candidates": False},
]


class Heaps(NamedTuple):
    a: int
    b: int
    player: int
    heap: int
    """Which heap the die is thrown for, 1 or 2; 0 while a player chooses."""


class DiceHeaps(Game[Any, Any]):
    """Choose a heap and throw a die of 1 to 3 for it: so many are taken away, if they are there.

    Whoever takes the last one wins. A throw of 3 gives another turn, so turns do not
    alternate; one outcome has no chance at all.
    """

    def __init__(self, a: int = 3, b: int = 4) -> None:
        self.start = (a, b)

    def initial(self) -> Any:
        return Heaps(self.start[0], self.start[1], MAX, 0)

    def to_move(self, s: Any) -> int:
        return s.player if s.heap == 0 else CHANCE

    def actions(self, s: Any) -> Iterator[int]:
        if s.a > 0:
            yield 1
        if s.b > 0:
            yield 2

    def outcomes(self, s: Any) -> Iterator[tuple[int, float]]:
        yield 1, 0.5
        yield 2, 0.3
        yield 4, 0.0
        yield 3, 0.2

    def result(self, s: Any, a: int) -> Any:
        if s.heap == 0:
            return Heaps(s.a, s.b, s.player, a)
        player = s.player if a == 3 else -s.player
        if s.heap == 1:
            return Heaps(max(0, s.a - a), s.b, player, 0)
        return Heaps(s.a, max(0, s.b - a), player, 0)

    def is_terminal(self, s: Any) -> bool:
        return s.a + s.b == 0

    def utility(self, s: Any) -> Any:
        return -s.player

    def evaluate(self, s: Any) -> float:
        return s.player * ((s.a * s.b + s.a + s.b) % 5 - 2) / 4

    def bounds(self, s: Any) -> tuple[int, int]:
        return -1, 1

    def symmetries(self, s: Any) -> Iterator[Any]:
        yield Heaps(s.b, s.a, s.player, (3 - s.heap) % 3)

    def candidates(self, s: Any) -> Iterator[int]:
        """Of heaps of one size, one."""
        if s.a > 0:
            yield 1
        if s.b > 0 and s.a != s.b:
            yield 2

    def priority(self, s: Any, a: int) -> int:
        return -s.a if a == 1 else -s.b


TREE = RandomTree(3, 7, chance=True, vary=True, early=0.1, values=(-9, 9))
HEAPS = DiceHeaps()
LITERAL = Game.from_tree(
    [
        Chance((0.25, [3, [7, 2]]), (0.75, [Chance((0.5, 8), (0.5, -8)), 4])),
        Chance((0.1, [1, 9]), (0.9, [2.5, [6, 0]])),
        [5, Chance((1.0, [1, 2]))],
    ]
)
LUCK = Game.from_tree(Chance((0.3, [1, [2, 3]]), (0.7, [Chance((0.5, 0), (0.5, 6)), 4])), MIN)

SAMPLES: list[tuple[Game[Any, Any], list[Any], int]] = [
    (Pig(), [Pig().initial(), PigState(80, 85, 8, MIN, 0), PigState(96, 91, 0, MAX, 1)], 6),
    (TREE, [State(mix(n), n % 2) for n in range(8)], 8),
    (RandomTree(3, 5, chance=True, root=MIN), [State(mix(n), n % 4) for n in range(8)], 6),
    (HEAPS, [HEAPS.initial(), Heaps(3, 3, MIN, 0), Heaps(2, 5, MAX, 2)], 8),
    (LITERAL, [LITERAL.initial(), LITERAL.play(["1"])], 6),
    (LUCK, [LUCK.initial()], 4),
]


def near(one: float, other: float) -> bool:
    return abs(one - other) <= 1e-9 * max(1.0, abs(other))


def holds(bound: Bound, value: float, truth: float) -> bool:
    """Is it true of `truth` what `bound` says of it?"""
    if bound is Bound.LOWER:
        return value <= truth + 1e-9
    if bound is Bound.UPPER:
        return value >= truth - 1e-9
    return near(value, truth)


def textbook(game: Game[Any, Any], s: Any, depth: int | None) -> Result:
    return outplay.expectiminimax(game, s, depth=depth, speed="python")


def value_of(result: Result, action: Any) -> float:
    return next(move.value for move in result.moves if move.action == action)


def check_move(move: Move, at_depth: list[Result], whole: Result | None) -> None:
    """What is said of a move is true at one of these depths, and if proven, of the game."""
    assert any(holds(move.bound, move.value, value_of(r, move.action)) for r in at_depth), move
    if move.proven and whole is not None:
        assert holds(move.bound, move.value, value_of(whole, move.action))


def check(found: Result, right: Result, whole: Result | None) -> None:
    """A finished search of the depth at which expectiminimax said `right`."""
    assert near(found.value, right.value)
    assert found.bound in (Bound.EXACT, Bound.ESTIMATE)
    assert (found.bound is Bound.EXACT) == found.proven
    assert found.to_move == right.to_move
    if found.to_move == CHANCE:
        assert found.action is None and found.line == ()
        assert [m.action for m in found.moves] == [m.action for m in right.moves]
    else:
        assert near(value_of(right, found.action), right.value)
    if right.proven:
        assert found.proven
    if found.proven and whole is not None:
        assert near(found.value, whole.value)
    for move in found.moves:
        check_move(move, [right], whole)


@pytest.mark.parametrize(
    ("game", "states", "deepest"), SAMPLES, ids=lambda x: getattr(x, "name", "")
)
def test_every_depth_is_the_textbooks(
    game: Game[Any, Any], states: list[Any], deepest: int
) -> None:
    cyclic = game.properties.may_cycle
    kept = Engine(game, speed="python")
    for s in states:
        whole = None if cyclic else textbook(game, s, None)
        for depth in range(1, deepest + 1):
            right = textbook(game, s, depth)
            for options in OFF:
                found = Engine(game, speed="python", **options).analyse(s, depth=depth)
                check(found, right, whole)
            check(kept.analyse(s, depth=depth), right, whole)
            check(kept.analyse(s, depth=depth, lines=9), right, whole)


@pytest.mark.parametrize(
    ("game", "states", "deepest"), SAMPLES, ids=lambda x: getattr(x, "name", "")
)
def test_exact_is_the_whole_tree(game: Game[Any, Any], states: list[Any], deepest: int) -> None:
    for s in states:
        if game.properties.may_cycle:
            with pytest.raises(UnfitGame, match="endless"):
                Engine(game).analyse(s, exact=True)
            continue
        whole = textbook(game, s, None)
        for options in OFF:
            found = Engine(game, speed="python", **options).analyse(s, exact=True)
            check(found, whole, whole)
            assert found.stopped_by == "end" and found.proven
            assert all(move.bound is Bound.EXACT for move in found.moves)
            check(Engine(game, speed="python").analyse(s, exact=True, lines=1), whole, whole)


NATIVE: list[tuple[Game[Any, Any], dict[str, Any], int]] = [
    (Pig(), {}, 9),
    (TREE, {}, 7),
    (HEAPS, {}, 9),
]


@pytest.mark.parametrize(("game", "options", "depth"), NATIVE)
def test_native_is_the_same(
    game: Game[Any, Any], options: dict[str, Any], depth: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("outplay.engine.table.START", 1 << 28)  # so that it forgets nothing
    states = next(found for sample, found, _ in SAMPLES if sample.name == game.name)
    for s in states:
        right = textbook(game, s, depth)
        slow = Engine(game, speed="python", **options).analyse(s, depth=depth)
        fast = Engine(game, speed="native", **options).analyse(s, depth=depth)
        small = Engine(game, speed="native", memory=KILOBYTE, **options).analyse(s, depth=depth)
        check(fast, right, None)
        check(small, right, None)
        assert fast.speed == "native"
        assert (fast.action, fast.nodes, fast.line) == (slow.action, slow.nodes, slow.line)
        assert fast.proven == slow.proven
        again = Engine(game, speed="native", **options).analyse(s, depth=depth)
        assert (again.nodes, again.value) == (fast.nodes, fast.value)


@pytest.mark.parametrize("memory", [KILOBYTE, 64])
def test_native_exact(memory: float) -> None:
    for number in range(20):
        s = State(mix(number), number % 3)
        found = Engine(TREE, speed="native", memory=memory, bounds=False).analyse(s, exact=True)
        check(found, textbook(TREE, s, None), textbook(TREE, s, None))


@pytest.mark.usefixtures("early_helpers")
def test_threads_find_the_same() -> None:
    for s in (Pig().initial(), PigState(80, 85, 8, MIN, 0), PigState(96, 91, 0, MAX, 1)):
        found = Engine(Pig(), speed="native", threads=2).analyse(s, depth=9)
        check(found, textbook(Pig(), s, 9), None)


@pytest.mark.parametrize("speed", ["python", "native"])
@pytest.mark.parametrize(
    ("game", "s"), [(TREE, State(mix(3), 0)), (TREE, State(mix(5), 1)), (HEAPS, HEAPS.initial())]
)
def test_stopped_at_every_node(game: Game[Any, Any], s: Any, speed: str) -> None:
    """What a stopped search says is true at the last depth it finished, or at the next one."""
    rights = [textbook(game, s, depth) for depth in range(1, 10)]
    whole = textbook(game, s, None)
    for nodes in range(1, 201):
        found = Engine(game, speed=speed).analyse(s, nodes=nodes)
        assert found.nodes <= nodes
        if found.stopped_by == "end":
            check(found, whole, whole)
            continue
        assert found.stopped_by == "nodes"
        if found.to_move != CHANCE:
            assert found.action in game.legal(s)
        known = rights[max(0, found.depth - 1) : found.depth + 1]
        for move in found.moves:
            check_move(move, known, whole)
        if found.moves and found.to_move == CHANCE:
            chances = dict(game.outcomes(s))
            mean = sum(chances[m.action] * m.value for m in found.moves)
            assert near(found.value, mean)
        elif found.moves:  # the moves tried so far: the mover can have so much, or more
            side = Bound.LOWER if found.to_move == MAX else Bound.UPPER
            assert any(holds(side, found.value, r.value) for r in known)
        if found.proven:
            assert holds(found.bound, found.value, whole.value)


def test_lines_are_exact() -> None:
    s = Heaps(3, 5, MAX, 0)
    right = textbook(HEAPS, s, 6)
    found = Engine(HEAPS, speed="python").analyse(s, depth=6, lines=2)
    for move in found.moves:
        assert move.bound is Bound.ESTIMATE
        assert near(move.value, value_of(right, move.action))
        assert move.line == (move.action,)  # chance moves after it


def test_an_estimate_of_ones_own_may_lie_outside_the_bounds() -> None:
    def lead(s: Any) -> float:
        return s.first - s.second + s.player * s.turn

    right = outplay.expectiminimax(Pig(), depth=6, evaluate=lead)
    found = Engine(Pig(), speed="python", evaluate=lead).analyse(depth=6)
    assert near(found.value, right.value)


def test_a_utility_outside_the_bounds_is_an_error() -> None:
    class Wrong(DiceHeaps):
        def bounds(self, s: Any) -> tuple[int, int]:
            return 0, 1

    with pytest.raises(RulesError, match="outside the given bounds"):
        Engine(Wrong(1, 1), speed="python").analyse(depth=8)
    assert Engine(Wrong(1, 1), speed="python", bounds=False).analyse(depth=8).nodes > 1


def test_a_rule_that_raises_is_told_with_its_line() -> None:
    class Broken(DiceHeaps):
        def utility(self, s: Any) -> Any:
            raise ValueError("no")

    with pytest.raises(RulesError, match=r"`utility` raised ValueError: no .* reached by 1 1"):
        Engine(Broken(1, 0), speed="python").analyse(depth=3)


# --- clocks --------------------------------------------------------------------------------


@pytest.mark.parametrize("speed", ["python", "native"])
def test_time_is_kept(speed: str) -> None:
    engine = Engine(Pig(), speed=speed)
    engine.analyse(depth=2)  # compiles
    start = time.perf_counter()
    found = engine.analyse(time=0.2)
    assert found.stopped_by == "time" and found.depth > 0
    assert time.perf_counter() - start < 15
    found = engine.analyse(clock=Clock(1.0))
    assert found.elapsed < 15 and found.action is not None


@pytest.mark.parametrize("speed", ["python", "native"])
def test_stop_and_interrupt(speed: str) -> None:
    engine = Engine(Pig(), speed=speed)
    engine.analyse(depth=2)
    for end in (engine.stop, lambda: os.kill(os.getpid(), signal.SIGINT)):
        timer = threading.Timer(0.15, end)
        timer.start()
        start = time.perf_counter()
        found = engine.analyse(time=60)
        assert time.perf_counter() - start < 30
        assert found.depth > 0 and found.action is not None
        assert found.stopped_by in ("stop", "interrupt")
        timer.join()


def test_progress() -> None:
    told: list[Result] = []
    Engine(Pig(), speed="python").analyse(time=2.5, progress=told.append)
    assert told and all(t.stopped_by == "" and t.depth > 0 for t in told)


def test_auto_and_the_general_calls() -> None:
    s = PigState(75, 95, 20, MAX, 0)
    assert outplay.best_move(Pig(), s, depth=3) is not None
    assert outplay.analyse(Pig(), s, depth=3).algorithm == "engine"
    over = outplay.analyse(Pig(), PigState(100, 3, 0, MAX, 0))
    assert over.proven and over.value == 1
