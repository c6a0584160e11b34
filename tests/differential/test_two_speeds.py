"""The same source at two speeds: equal values, actions, lines, bounds and node counts."""

from typing import Any

import pytest

import outplay
from outplay import Game, Memory, Playouts, Result
from outplay.games.connect_four import ConnectFour
from outplay.games.nim import Nim
from outplay.games.pig import Pig
from outplay.games.random_tree import RandomTree
from outplay.games.tic_tac_toe import TicTacToe

DETERMINISTIC: dict[str, Game[Any, Any]] = {
    "tic-tac-toe": TicTacToe(),
    "connect-four": ConnectFour(width=5, height=4),
    "nim": Nim(heaps=(2, 3, 4)),
    "random-tree": RandomTree(branch=4, depth=5, seed=3, vary=True, early=0.1),
}
CHANCE_GAMES: dict[str, Game[Any, Any]] = {
    "pig": Pig(target=12),
    "random-chance": RandomTree(branch=3, depth=6, seed=5, chance=True, vary=True),
}


def summary(result: Result) -> dict[str, Any]:
    """All that must not depend on the speed."""
    return {
        "action": result.action,
        "value": result.value,
        "bound": result.bound,
        "proven": result.proven,
        "distance": result.distance,
        "line": result.line,
        "moves": result.moves,
        "depth": result.depth,
        "nodes": result.nodes,
        "counts": dict(result.counts),
        "stopped_by": result.stopped_by,
    }


def assert_same(search: Any, game: Game[Any, Any], state: Any = None, **options: Any) -> None:
    native = search(game, state, speed="native", **options)
    python = search(game, state, speed="python", **options)
    assert native.speed == "native"
    assert python.speed == "python"
    assert summary(native) == summary(python)


@pytest.mark.parametrize(
    ("name", "search"),
    [
        pytest.param(name, search, marks=[] if quick else [pytest.mark.long])
        for search in (outplay.minimax, outplay.negamax, outplay.alphabeta)
        for name in DETERMINISTIC
        for quick in [search is outplay.alphabeta or name == "tic-tac-toe"]
    ],
)
def test_depth_limited(name: str, search: Any) -> None:
    game = DETERMINISTIC[name]
    for depth in (1, 2, 4):
        assert_same(search, game, depth=depth)


@pytest.mark.parametrize("search", [outplay.minimax, outplay.negamax, outplay.alphabeta])
@pytest.mark.parametrize("name", [pytest.param("nim", marks=pytest.mark.long), "random-tree"])
def test_whole_tree(name: str, search: Any) -> None:
    assert_same(search, DETERMINISTIC[name])


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(n, marks=[] if n in ("tic-tac-toe", "random-tree") else [pytest.mark.long])
        for n in DETERMINISTIC
    ],
)
@pytest.mark.parametrize(
    "search", [outplay.alphabeta, pytest.param(outplay.minimax, marks=pytest.mark.long)]
)
def test_memory(name: str, search: Any) -> None:
    assert_same(search, DETERMINISTIC[name], depth=6, memory=True)


@pytest.mark.parametrize(
    "entries", [7, *(pytest.param(n, marks=pytest.mark.long) for n in (1, 40))]
)
def test_memory_that_is_full(entries: int) -> None:
    for speed in ("native", "python"):
        result = outplay.minimax(TicTacToe(), depth=4, memory=Memory(entries), speed=speed)
        assert result.counts["stored"] == entries
        assert result.counts["full"] > 0
        assert result.value == outplay.minimax(TicTacToe(), depth=4, speed="native").value


def test_memory_without_symmetries() -> None:
    results = [
        outplay.minimax(TicTacToe(), memory=Memory(symmetries=False), speed=speed)
        for speed in ("native", "python")
    ]
    assert summary(results[0]) == summary(results[1])
    assert results[0].counts["stored"] > 4_000


@pytest.mark.parametrize(
    "options",
    [{"fail_soft": False}, pytest.param({"strict": True}, marks=pytest.mark.long)],
    ids=str,
)
def test_alphabeta_conventions(options: dict[str, bool]) -> None:
    assert_same(outplay.alphabeta, DETERMINISTIC["tic-tac-toe"], depth=6, **options)
    assert_same(outplay.alphabeta, DETERMINISTIC["tic-tac-toe"], depth=6, memory=True, **options)


@pytest.mark.parametrize(
    "name", ["tic-tac-toe", pytest.param("connect-four", marks=pytest.mark.long)]
)
@pytest.mark.parametrize("order", ["random", "priority"])
def test_orders(name: str, order: str) -> None:
    for seed in (0, 1, -5):
        assert_same(outplay.alphabeta, DETERMINISTIC[name], depth=5, order=order, seed=seed)


def test_candidates() -> None:
    game = DETERMINISTIC["nim"]
    assert_same(outplay.minimax, game, candidates=True)
    fewer = outplay.minimax(game, candidates=True)
    every = outplay.minimax(game)
    assert fewer.value == every.value
    assert fewer.nodes < every.nodes


@pytest.mark.parametrize("name", ["tic-tac-toe", "connect-four"])
def test_playouts(name: str) -> None:
    assert_same(outplay.minimax, DETERMINISTIC[name], depth=2, evaluate=Playouts(7, seed=11))


def stones_first(state: Any, ply: int) -> bool:
    """A cutoff that depends on the state and on the ply."""
    return (ply >= 3 and (state[0] + ply) % 2 == 0) or ply >= 5


def count_left(state: Any) -> float:
    """An evaluation given by hand."""
    return state[0] % 7 / 7


@pytest.mark.parametrize(
    "name", ["tic-tac-toe", pytest.param("connect-four", marks=pytest.mark.long)]
)
@pytest.mark.parametrize("search", [outplay.minimax, outplay.alphabeta])
def test_cutoff_and_evaluate(name: str, search: Any) -> None:
    assert_same(search, DETERMINISTIC[name], cutoff=stones_first, evaluate=count_left)


@pytest.mark.parametrize("name", CHANCE_GAMES)
@pytest.mark.parametrize("pruning", ["none", "star1", "star2"])
def test_chance(name: str, pruning: str) -> None:
    assert_same(outplay.expectiminimax, CHANCE_GAMES[name], depth=5, pruning=pruning)


@pytest.mark.parametrize(
    "pruning", ["star2", *(pytest.param(p, marks=pytest.mark.long) for p in ("none", "star1"))]
)
def test_chance_with_memory(pruning: str) -> None:
    assert_same(outplay.expectiminimax, CHANCE_GAMES["pig"], depth=8, pruning=pruning, memory=True)


def test_chance_playouts() -> None:
    assert_same(
        outplay.expectiminimax, CHANCE_GAMES["random-chance"], depth=2, evaluate=Playouts(5)
    )


def test_expectiminimax_without_chance_is_minimax() -> None:
    game = DETERMINISTIC["tic-tac-toe"]
    assert_same(outplay.expectiminimax, game, depth=5)
    assert outplay.expectiminimax(game, depth=5).value == outplay.minimax(game, depth=5).value


@pytest.mark.parametrize("nodes", [1, 2, 9, 10, 11, 77, 500, 1_999, 2_500])
def test_node_limits(nodes: int) -> None:
    game = DETERMINISTIC["tic-tac-toe"]
    assert_same(outplay.alphabeta, game, nodes=nodes)
    stopped = outplay.alphabeta(game, nodes=nodes)
    assert stopped.nodes == nodes
    assert stopped.stopped_by == "nodes"
    assert stopped.action in game.legal(game.initial())


@pytest.mark.parametrize("name", [*DETERMINISTIC, *CHANCE_GAMES])
def test_perft(name: str) -> None:
    game = {**DETERMINISTIC, **CHANCE_GAMES}[name]
    for depth in (0, 1, 3, 4):
        native = outplay.perft(game, depth, speed="native")
        assert native == outplay.perft(game, depth, speed="python")


@pytest.mark.parametrize("name", ["nim", "pig", "random-tree"])
def test_counts(name: str) -> None:
    game = {**DETERMINISTIC, **CHANCE_GAMES}[name]
    tree = name != "pig"
    native = outplay.count(game, tree=tree, speed="native")
    python = outplay.count(game, tree=tree, speed="python")
    assert (native.nodes, native.games, native.states, native.terminal_states) == (
        python.nodes,
        python.games,
        python.states,
        python.terminal_states,
    )
    assert native.states_up_to_symmetry == python.states_up_to_symmetry


def test_from_every_state_of_a_line() -> None:
    game = DETERMINISTIC["connect-four"]
    s = game.initial()
    for column in (0, 1, 1, 2, 2, 3, 2, 3, 3):
        assert_same(outplay.alphabeta, game, s, depth=4)
        s = game.result(s, column)
    assert_same(outplay.minimax, game, s, depth=3)
