"""What an observer sees, and that nobody pays for one who is not there."""

import inspect
from typing import Any

import pytest
from take_games import AIMA, Take

import outplay
from outplay import Game, NotNative, Recorder
from outplay.games.tree import Chance
from outplay.search import alphabeta, minimax, negamax
from outplay.search.specialise import pruned, specialised

INF = float("inf")
KERNELS = [minimax.KERNEL, negamax.KERNEL, alphabeta.KERNEL, alphabeta.STAR]


def events(search: Any, tree: Any = AIMA, **options: Any) -> list[tuple[Any, ...]]:
    recorder = Recorder()
    search(Game.from_tree(tree), observer=recorder, **options)
    return [(e.kind, e.state.path, e.value) for e in recorder.events]


def whole(tree: Any = AIMA) -> list[tuple[Any, ...]]:
    """The events of minimax on a tree of two plies, by the book."""
    seen: list[tuple[Any, ...]] = [("enter", (), None)]
    for i, row in enumerate(tree):
        seen.append(("enter", (i,), None))
        for j, leaf in enumerate(row):
            seen += [("enter", (i, j), None), ("leaf", (i, j), leaf), ("update", (i,), leaf)]
        seen += [("return", (i,), min(row)), ("update", (), min(row))]
    return [*seen, ("return", (), max(min(row) for row in tree))]


@pytest.mark.parametrize("search", [outplay.minimax, outplay.negamax, outplay.expectiminimax])
def test_every_event_of_a_whole_search(search: Any) -> None:
    assert events(search) == whole()


def test_events_of_alphabeta() -> None:
    first = whole()[: whole().index(("update", (), 3)) + 1]
    second = [
        ("enter", (1,), None),
        ("enter", (1, 0), None),
        ("leaf", (1, 0), 2),
        ("update", (1,), 2),
        ("cut", (1,), 2),
        ("return", (1,), 2),
        ("update", (), 2),
    ]
    seen = events(outplay.alphabeta)
    assert seen[: len(first) + len(second)] == first + second
    assert seen[-1] == ("return", (), 3)
    assert sum(kind == "cut" for kind, *_ in seen) == 2


def test_the_window_is_shown_as_it_was() -> None:
    recorder = Recorder()
    outplay.alphabeta(Game.from_tree(AIMA), observer=recorder)
    windows = {(e.kind, e.state.path, e.action): (e.alpha, e.beta) for e in recorder.events}
    assert windows["enter", (), None] == (-INF, INF)
    assert windows["enter", (0, 1), None] == (-INF, 3)
    assert windows["enter", (1,), None] == (3, INF)
    assert windows["cut", (1,), 0] == (3, INF)
    assert windows["enter", (2, 1), None] == (3, 14)
    assert windows["update", (), 2] == (3, INF)


@pytest.mark.parametrize("options", [{"depth": 1}, {"depth": 2}])
def test_estimates_are_no_terminal_leaves(options: dict[str, int]) -> None:
    recorder = Recorder()
    outplay.minimax(Game.from_tree(AIMA), observer=recorder, **options)
    leaves = {e.terminal for e in recorder.events if e.kind == "leaf"}
    assert leaves == {options["depth"] == 2}


TWINS = [[[1, 2], [3, 4]], [[1, 2], [3, 4]]]


class Keyed(type(Game.from_tree(AIMA))):  # type: ignore[misc]
    """Both halves of TWINS are one position to a table."""

    def key(self, s: Any) -> Any:
        return (len(s.path), s.path[1:])


@pytest.mark.parametrize(
    "search", [outplay.minimax, outplay.negamax, outplay.alphabeta, outplay.expectiminimax]
)
@pytest.mark.parametrize("memory", [False, True])
def test_every_node_that_is_entered_is_left(search: Any, memory: bool) -> None:
    recorder = Recorder()
    result = search(Keyed(TWINS), observer=recorder, memory=memory)
    kinds = [e.kind for e in recorder.events]
    assert kinds.count("enter") == kinds.count("leaf") + kinds.count("return") == result.nodes
    assert (result.counts.get("hits", 0) > 0) == memory


@pytest.mark.parametrize("pruning", ["star1", "star2"])
def test_cuts_at_chance_nodes_are_seen(pruning: str) -> None:
    dice = [[9, 9], Chance((0.5, [-9, 0]), (0.5, [-9, 0]))]
    recorder = Recorder()
    result = outplay.expectiminimax(
        Game.from_tree(dice), pruning=pruning, bounds=(-9, 9), observer=recorder
    )
    cuts = [e for e in recorder.events if e.kind == "cut"]
    assert result.value == 9
    assert len(cuts) == result.counts["cuts"] > 0
    assert any(e.state.node.chances for e in cuts)


def test_an_observer_needs_an_interpreted_search() -> None:
    with pytest.raises(NotNative, match="an observer needs an interpreted search"):
        outplay.minimax(Take(), observer=Recorder(), speed="native")
    assert outplay.minimax(Take(), observer=Recorder()).speed_reason == "an observer watches"


# --- kernels without the parts that are off ----------------------------------------------------

OFF = tuple(
    (name, False)
    for name in ("chance", "fail_hard", "limited", "memory", "probing", "strict", "watch")
)


@pytest.mark.parametrize("kernel", KERNELS, ids=lambda k: k.name)
def test_an_absent_observer_leaves_no_trace(kernel: Any) -> None:
    for name, function in specialised(kernel.functions, OFF).items():
        code = function.__code__
        assert not {"watch", "memory", "recall", "remember"} & set(code.co_names), name
        assert "watch" in inspect.getsource(kernel.functions[0])
    watching = specialised(kernel.functions, tuple({**dict(OFF), "watch": True}.items()))
    assert "watch" in watching[kernel.name].__code__.co_names


def sample(run: Any, x: int) -> int:
    if run.memory and x > 1:
        return 1
    if not run.memory:
        return 2
    if run.limited or x > 5:
        return 3
    return 4


@pytest.mark.parametrize(
    ("memory", "limited", "answers"),
    [(True, True, [3, 1]), (True, False, [4, 1]), (False, True, [2, 2]), (False, False, [2, 2])],
)
def test_flags_are_settled(memory: bool, limited: bool, answers: list[int]) -> None:
    flags = (("limited", limited), ("memory", memory))
    settled = specialised((sample,), flags)["sample"]
    assert [settled(None, x) for x in (0, 9)] == answers
    assert "run" not in {n.id for n in _names(pruned(sample, flags))}


def _names(node: Any) -> list[Any]:
    import ast

    return [n for n in ast.walk(node) if isinstance(n, ast.Name)]
