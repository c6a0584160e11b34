"""States that can be changed, searched in every way: as if they were tuples, whatever rules do."""

from __future__ import annotations

import copy
import gc
import pickle
import weakref
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from kinds_of_states import KINDS, SPOILING, Row, Written

import outplay
from outplay import Game, Memory, NotNative, Playouts
from outplay.arena import AlgorithmPlayer, EnginePlayer, LevelPlayer, RandomPlayer, match
from outplay.arena.playing import play_game
from outplay.explain.behaviour import nodes_by_depth, order_effect, value_by_move
from outplay.web.jobs import find
from outplay.web.worker import JobContext

SLOW: dict[str, Any] = {"speed": "python"}
BARE = ("bare object",)
"""Kinds whose states are equal to nothing but themselves: no table finds one again."""


def told(result: Any) -> Any:
    """What a search found, and by how many nodes."""
    moves = [(m.action, m.value, str(m.bound), m.line, m.nodes) for m in result.moves]
    return result.value, result.action, result.line, result.distance, result.nodes, moves


def search(name: str, **options: Any) -> Callable[[Game[Any, Any]], Any]:
    return lambda game: told(getattr(outplay, name)(game, speed="python", **options))


def engine(**options: Any) -> Callable[[Game[Any, Any]], Any]:
    return lambda game: told(outplay.analyse(game, speed="python", **options))


def decisions(game: Game[Any, Any]) -> Any:
    found = outplay.strategy(game, speed="python")
    return len(found), found[game.initial()], found.value, found.verify()


def games(game: Game[Any, Any]) -> Any:
    players = EnginePlayer(nodes=200, **SLOW), AlgorithmPlayer("alphabeta", depth=2, **SLOW)
    score = match(game, *players, games=2, plies=1)
    played = play_game(game, {1: LevelPlayer("club", **SLOW), -1: RandomPlayer()}, seed=3)
    return score.pairs, played.actions, played.ending


def drawn(game: Game[Any, Any]) -> Any:
    result = outplay.alphabeta(game, speed="python")
    return result.report().splitlines()[:-1][1:], str(result.tree()).splitlines()[1:]


class Bounded(Written):
    def bounds(self, s: Any) -> tuple[int, int]:
        self._read("bounds", s)
        return -1, 1


def page(game: Any) -> Any:
    """What the page's workers tell of a rules file."""
    place = JobContext({"kind": f"{Path(__file__).parent / 'kinds_of_states.py'}:Written"})
    given = {"kind": game.kind, "spoils": list(game.spoils)}
    spot = {"game": "kind", "with": given, "position": None, "moves": ["0", "2"]}
    found = []
    for name, asked in (("look", {}), ("analyse", {"nodes": 100}), ("tree", {"depth": 2})):
        place.begin(1, 20.0)
        answer = find(name)(place, {"spot": spot, **asked}, lambda told: None)
        shown = {part: answer.get(part) for part in ("position", "actions", "nodes", "root")}
        found.append((shown, answer.get("analysis", {}).get("moves")))
    return found


LIKE_TUPLES: dict[str, Callable[[Game[Any, Any]], Any]] = {
    "minimax": search("minimax"),
    "negamax": search("negamax", depth=3),
    "alphabeta": search("alphabeta", order="priority"),
    "an evaluation": search("alphabeta", depth=2),
    "perft": lambda game: outplay.perft(game, 3, speed="python"),
    "trace": lambda game: str(outplay.trace(game, depth=3)).splitlines()[1:],
    "drawn": drawn,
    "expectiminimax": search("expectiminimax", pruning="star2", bounds=(-1, 1)),
}
WITH_A_TABLE: dict[str, Callable[[Game[Any, Any]], Any]] = {
    "memory": search("minimax", memory=True),
    "memory without symmetries": lambda game: search(
        "alphabeta", memory=Memory(1000, symmetries=False)
    )(game),
    "deepening": lambda g: told(outplay.analyse(g, algorithm="deepening", memory=True, **SLOW)),
    "count": lambda game: outplay.count(game, speed="python"),
    "strategy": decisions,
    "engine": engine(nodes=300, symmetries=False),
    "exact": engine(exact=True, symmetries=False),
    "the value": lambda game: outplay.analyse(game, exact=True, **SLOW).value,
}
LIKE_ITSELF: dict[str, Callable[[Game[Any, Any]], Any]] = {
    "symmetries": engine(nodes=300),
    "playouts": search("minimax", depth=2, evaluate=Playouts(20)),
    "in random order": search("alphabeta", order="random"),
    "games": games,
    "star1": lambda g: search("expectiminimax", pruning="star1")(Bounded(g.kind, g.spoils)),
    "nodes by depth": lambda g: nodes_by_depth(g, depths=(1, 2), **SLOW).rows,
    "value by move": lambda g: value_by_move(g, [0, 1], nodes=100, **SLOW).rows,
    "orders": lambda g: order_effect(g, depth=3, seeds=(1,), **SLOW).rows,
    "the page": page,
    "review": lambda g: str(outplay.review(g, [0, 1, 3], nodes=300, **SLOW)).splitlines()[1:],
    "explain": lambda g: [r.text for r in outplay.explain(g, nodes=2000, speed="python").reasons],
}
"""What also depends on the states' texts, and on the order of their keys."""


@pytest.mark.parametrize("kind", KINDS)
def test_states_of_any_kind_are_searched_like_tuples(kind: str) -> None:
    for name, ask in {**LIKE_TUPLES, **({} if kind in BARE else WITH_A_TABLE)}.items():
        assert ask(Written(kind)) == ask(Row()), name


@pytest.mark.parametrize("kind", KINDS)
def test_rules_that_spoil_their_states_do_no_harm(kind: str) -> None:
    for name, ask in {**LIKE_TUPLES, **WITH_A_TABLE, **LIKE_ITSELF}.items():
        if kind in BARE and name == "strategy":  # it could not find its own states
            continue
        assert ask(Written(kind, SPOILING)) == ask(Written(kind)), name


@pytest.mark.parametrize("kind", KINDS)
def test_a_state_that_a_search_is_given_stays_as_it_is(kind: str) -> None:
    game = Written(kind, SPOILING)
    state = KINDS[kind].write((1, 0, 0, -1))
    for ask in (
        lambda: outplay.alphabeta(game, state, **SLOW),
        lambda: outplay.analyse(game, state, nodes=50, **SLOW),
        lambda: outplay.count(game, state, **SLOW),
        lambda: outplay.trace(game, state),
        lambda: outplay.explain(game, state, nodes=50, **SLOW),
    ):
        ask()
        assert KINDS[kind].read(state) == (1, 0, 0, -1)
    found = outplay.alphabeta(game, state, **SLOW)
    KINDS[kind].spoil(state)
    assert found.game.format_state(found.state) == "(1, 0, 0, -1)"


@pytest.mark.parametrize("rule", [rule for rule in SPOILING if rule not in ("utility", "bounds")])
@pytest.mark.parametrize("kind", ["rows", "dict of sets", "array", "plain dataclass", "shared"])
def test_check_names_the_rule_that_changes_its_state(kind: str, rule: str) -> None:
    report = outplay.check(Written(kind, (rule,)), lines=20, native=False)
    assert report.failure is not None, rule
    assert (report.failure.rule, report.failure.kind) == (rule, "changes"), str(report)


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind not in BARE])
def test_check_finds_no_fault_in_states_of_any_kind(kind: str) -> None:
    report = outplay.check(Written(kind), lines=50, native=False)
    assert report.ok, str(report)


def test_the_game_of_a_result_is_the_game_in_all_but_its_copies() -> None:
    game = Written("list")
    found = outplay.alphabeta(game).game
    assert isinstance(found, Written)
    assert (found.name, found.kind, found.answers("key")) == ("written", "list", False)
    game.kind = "rows"
    assert found.kind == "rows"
    assert pickle.loads(pickle.dumps(found)).kind == copy.deepcopy(found).kind == "rows"
    assert outplay.alphabeta(Row()).game.__class__ is Row


class Long(Game[Any, int]):
    """States are ints, and lists after 2,500 moves; two pairs of actions lead to the same state."""

    last = 2_510

    def initial(self) -> Any:
        return 0

    def number(self, s: Any) -> int:
        return s if isinstance(s, int) else s[0]

    def to_move(self, s: Any) -> int:
        return 1

    def actions(self, s: Any) -> Any:
        return [1] if self.number(s) < 2_500 else [1, 2]

    def result(self, s: Any, a: int) -> Any:
        n = self.number(s) + a
        return [n] if n >= 2_500 else n

    def is_terminal(self, s: Any) -> bool:
        return self.number(s) >= self.last

    def utility(self, s: Any) -> int:
        return self.number(s) - self.last


def test_a_table_knows_lists_that_come_late() -> None:
    found = outplay.count(Long(), speed="python")
    assert (found.states, found.terminal_states) == (2_512, 2)
    assert outplay.minimax(Long(), memory=True, speed="python").value == 1
    assert outplay.analyse(Long(), exact=True, speed="python").value == 1


def test_nothing_is_kept_of_a_game_that_is_gone() -> None:
    def searched() -> list[Any]:
        class Gone(Written):
            def __del__(self) -> None:
                ended.append(self.kind)

        for kind in ("list", "bare object"):
            game = Gone(kind, SPOILING)
            outplay.alphabeta(game, depth=2, **SLOW)
            refs.append(weakref.ref(game))
        return [*refs, weakref.ref(Gone)]

    ended: list[str] = []
    refs: list[Any] = []
    held = searched()
    gc.collect()
    assert [ref() for ref in held] == [None] * 3
    assert ended == ["list", "bare object"]


class Filling(Game[Any, int]):
    """Six places, filled in turn; each rule that may change the list that it is given is marked."""

    def initial(self) -> Any:
        return [0] * 6

    def to_move(self, s: Any) -> int:
        return 1 if s.count(0) % 2 == 0 else -1

    def actions(self, s: Any) -> Any:
        return [n for n in range(6) if s[n] == 0]

    def result(self, s: Any, a: int) -> Any:
        t = list(s)
        t[a] = self.to_move(s)
        return t

    def is_terminal(self, s: Any) -> bool:
        return 0 not in s

    def utility(self, s: Any) -> int:
        return int(s[0] * 3 + s[1] * s[2] - s[3] * s[4] * s[5])

    def evaluate(self, s: Any) -> int:
        return int(min(s) + s[2])


class InPlace(Filling):
    def result(self, s: Any, a: int) -> Any:  # changes it
        s[a] = self.to_move(s)
        return s


class Sorting(Filling):
    def evaluate(self, s: Any) -> int:  # changes it
        third = s[2]
        s.sort()
        return int(s[0] + third)


@pytest.mark.parametrize("speed", ["native", "auto"])
@pytest.mark.parametrize("kind", [Filling, InPlace, Sorting])
def test_native_searches_are_right_or_refused(kind: type[Filling], speed: str) -> None:
    for options in ({}, {"depth": 4}, {"memory": True}):
        right = outplay.alphabeta(Filling(), **options, **SLOW)
        try:
            found = outplay.alphabeta(kind(), speed=speed, **options)
        except NotNative:
            assert speed == "native"
            continue
        assert (found.value, found.nodes, found.line) == (right.value, right.nodes, right.line)
