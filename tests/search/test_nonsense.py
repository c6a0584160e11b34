"""Answers of the rules that make no sense are refused by every search, in the checker's words."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any, ClassVar, cast

import pytest
from planted_games import SENTENCES, Dice, Ordered, Planted, start

import outplay
from outplay import Engine, Game, Playouts, RulesError
from outplay.arena import play_game
from outplay.arena.levels import LevelPlayer, step_of
from outplay.arena.openings import random_openings
from outplay.arena.players import AlgorithmPlayer, EnginePlayer, RandomPlayer
from outplay.engine.exact import narrow_root
from outplay.engine.root import RootMove

SPEEDS = ("python", "native")

ROOT, BELOW = 1, 1 * 9 + 0 * 3 + 1
"""The start, and the state after the actions 0 and 1; and one ply on, where chance moves."""
CHANCE_BELOW = BELOW * 3
END = 1 * 81
"""After the first action, four times: every search comes there."""


@pytest.fixture(autouse=True)
def _no_hang() -> Iterator[None]:
    """A search that does not end fails here, and not the whole run."""

    def late(*_: object) -> None:
        raise AssertionError("it does not end")

    before = signal.signal(signal.SIGALRM, late)
    signal.alarm(120)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


def engine(**asked: Any) -> Callable[..., Any]:
    return lambda game, state, speed: Engine(game, speed=speed).analyse(state, **asked)


def by(name: str, **options: Any) -> Callable[..., Any]:
    return lambda game, state, speed: getattr(outplay, name)(game, state, speed=speed, **options)


SEARCHES: dict[str, Callable[..., Any]] = {
    "minimax": by("minimax"),
    "negamax": by("negamax"),
    "alphabeta": by("alphabeta"),
    "minimax to a depth": by("minimax", depth=4),
    "deepening": lambda g, s, speed: outplay.analyse(g, s, algorithm="deepening", speed=speed),
    "strategy": by("strategy"),
    "count": by("count"),
    "perft": lambda g, s, speed: outplay.perft(g, 4, s, speed=speed),
    "playouts": by("minimax", depth=1, evaluate=Playouts(99)),
    "engine": engine(),
    "engine by depth": engine(depth=6),
    "engine by nodes": engine(nodes=500),
    "exact": engine(exact=True),
    "exact, one line": engine(exact=True, lines=1),
    "lines": engine(depth=6, lines=2),
    "trace": lambda g, s, speed: outplay.trace(g, s),
    "explain": lambda g, s, speed: outplay.explain(g, s, nodes=500, speed=speed),
    "review": lambda g, s, speed: outplay.review(g, [0], s, nodes=500, speed=speed),
}


COUNTING = ("count", "perft", "playouts", "review")
"""Where it does not matter whose turn it is, or (a review) only in the positions of the record."""


def refused(search: Callable[..., Any], game: Game[Any, Any], kind: int, at: int) -> str:
    with pytest.raises(RulesError) as caught:
        search(game, start(kind, at), "python")
    sentence = str(caught.value)
    assert SENTENCES[kind] in sentence
    assert "\n" not in sentence
    return sentence


@pytest.mark.parametrize("name", [name for name in SEARCHES if name != "review"])
def test_no_actions_at_the_root(name: str) -> None:
    told = refused(SEARCHES[name], Planted(), 1, ROOT)
    assert told == (
        "planted: `actions` gives none, but `is_terminal` says that the game is not over"
        " in the position (1, 0, 1, 1, 1)."
    )


@pytest.mark.parametrize("name", [name for name in SEARCHES if name != "review"])
def test_no_actions_further_down(name: str) -> None:
    told = refused(SEARCHES[name], Planted(), 1, BELOW)
    assert "in the position (10, 2, 1, 1, 10), reached by 0 1." in told


@pytest.mark.parametrize("kind", [3, 4])
@pytest.mark.parametrize("name", [name for name in SEARCHES if name not in COUNTING])
def test_nobody_moves(name: str, kind: int) -> None:
    for at in (ROOT, BELOW):
        refused(SEARCHES[name], Planted(), kind, at)


@pytest.mark.parametrize("name", ["minimax", "negamax", "playouts", "engine", "exact", "explain"])
def test_a_utility_that_is_no_number(name: str) -> None:
    refused(SEARCHES[name], Planted(), 2, END)


CHANCE_SEARCHES = {
    "expectiminimax": by("expectiminimax"),
    "star1": by("expectiminimax", pruning="star1"),
    "star2": by("expectiminimax", pruning="star2"),
    "to a depth": by("expectiminimax", depth=4),
    "playouts": by("expectiminimax", depth=1, evaluate=Playouts(99)),
    "deepening": lambda g, s, speed: outplay.analyse(g, s, algorithm="deepening", speed=speed),
    "engine": engine(depth=6),
    "exact": engine(exact=True),
    "explain": lambda g, s, speed: outplay.explain(g, s, nodes=500, speed=speed),
}


@pytest.mark.parametrize("kind", [20, 21, 22, 23, 25])
@pytest.mark.parametrize("name", CHANCE_SEARCHES)
def test_probabilities_that_are_none(name: str, kind: int) -> None:
    told = refused(CHANCE_SEARCHES[name], Dice(), kind, 3)
    assert "reached by 0." in told
    refused(CHANCE_SEARCHES[name], Dice(), kind, CHANCE_BELOW)


@pytest.mark.parametrize("kind", [1, 3])
@pytest.mark.parametrize("name", CHANCE_SEARCHES)
def test_nonsense_between_the_dice(name: str, kind: int) -> None:
    refused(CHANCE_SEARCHES[name], Dice(), kind, BELOW)


@pytest.mark.parametrize("kind", [12, 13, 14])
def test_optional_answers_that_make_no_sense(kind: int) -> None:
    refused(engine(depth=6), Ordered(), kind, BELOW)
    refused(by("alphabeta", order="priority", candidates=True, memory=True), Ordered(), kind, BELOW)


@pytest.mark.parametrize(
    ("game", "search", "kinds", "estimated"),
    [
        (Planted(), by("minimax", depth=3), (1, 3, 4, 8, 9), END // 3),
        (Ordered(), engine(depth=6), (2, 3, 4, 8, 9, 12, 13, 14), 3),
        (Dice(), by("expectiminimax"), (1, 2, 3, 9, 20, 21, 22, 23, 25), 0),
        (Dice(), engine(exact=True), (1, 2, 3, 20, 21, 22, 23, 25), 0),
    ],
    ids=["minimax", "engine", "expectiminimax", "engine with dice"],
)
def test_both_speeds_say_the_same(
    game: Any, search: Callable[..., Any], kinds: tuple[int, ...], estimated: int
) -> None:
    """`estimated`: a state that is evaluated for certain."""
    for kind in kinds:
        at = END if kind == 2 else CHANCE_BELOW if kind in range(20, 30) else BELOW
        at = {8: estimated, 9: END // 9}.get(kind, at)
        told = {}
        for speed in SPEEDS:
            with pytest.raises(RulesError) as caught:
                search(game, start(kind, at), speed)
            told[speed] = str(caught.value)
            assert SENTENCES[kind] in told[speed]
        assert told["python"] == told["native"]


# --- rules that are wrong from the start ----------------------------------------------------------


def wrong(**rules: Any) -> Game[Any, Any]:
    return type("Wrong", (Planted,), rules)()


@pytest.mark.parametrize(
    ("rules", "sentence"),
    [
        ({"to_move": lambda self, s: "X"}, "`to_move` gives 'X', not MAX (1), MIN (-1)"),
        ({"to_move": lambda self, s: None}, "`to_move` gives None, not MAX (1), MIN (-1)"),
        (
            {"is_terminal": lambda self, s: None},
            "`is_terminal` gives None, which is neither True nor False",
        ),
        (
            {"is_terminal": lambda self, s: "no"},
            "`is_terminal` gives 'no', which is neither True nor False",
        ),
        ({"actions": lambda self, s: None}, "`actions` gives None; is a `return` or `yield`"),
        ({"actions": lambda self, s: 5}, "`actions` gives 5, which is not a list or a generator"),
        ({"result": lambda self, s, a: None}, "`result` gives None; is a `return` missing?"),
        ({"utility": lambda self, s: None}, "`utility` gives None; is a `return` missing?"),
        ({"utility": lambda self, s: "won"}, "`utility` gives 'won', which is not a number"),
        ({"utility": lambda self, s: 10**400}, "which is not a finite number"),
        ({"evaluate": lambda self, s: None}, "`evaluate` gives None; is a `return` missing?"),
        ({"evaluate": lambda self, s: "good"}, "`evaluate` gives 'good', which is not a number"),
    ],
)
def test_rules_that_are_wrong_everywhere(rules: dict[str, Any], sentence: str) -> None:
    game = wrong(**rules)
    searches = ["minimax to a depth", "engine by depth", "explain"]
    if "evaluate" not in rules:
        searches += ["minimax", "negamax", "alphabeta", "exact"]
    for name in searches:
        depth = {"minimax to a depth": by("minimax", depth=2), "engine by depth": engine(depth=2)}
        search = depth.get(name, SEARCHES[name]) if "evaluate" in rules else SEARCHES[name]
        with pytest.raises(RulesError) as caught:
            search(game, None, "python")
        assert sentence in str(caught.value)


def test_an_evaluation_of_ones_own_is_named_too() -> None:
    for search in (outplay.minimax, outplay.analyse):
        with pytest.raises(RulesError, match="`evaluate` gives nan, which is not a finite number"):
            search(Planted(), depth=2, evaluate=lambda s: float("nan"), speed="python")
        with pytest.raises(RulesError, match=r"`evaluate` raised ZeroDiv.*test_nonsense\.py, line"):
            search(Planted(), depth=2, evaluate=lambda s: 1 / 0, speed="python")


class InPlace(Game[list[int], int]):
    """Its states are lists, and `result` changes the one that it is given."""

    def initial(self) -> list[int]:
        return [0, 0, 0]

    def to_move(self, s: Any) -> int:
        return 1 if s.count(0) % 2 else -1

    def actions(self, s: Any) -> Any:
        return [n for n in range(3) if s[n] == 0]

    def result(self, s: Any, a: int) -> Any:
        s[a] = self.to_move(s)
        return s

    def is_terminal(self, s: Any) -> bool:
        return 0 not in s

    def utility(self, s: Any) -> int:
        return int(s[0])

    def key(self, s: Any) -> Any:
        return tuple(s)


@pytest.mark.parametrize("name", ["minimax", "alphabeta", "count", "engine", "exact", "explain"])
def test_rules_that_change_the_state_they_are_given_do_no_harm(name: str) -> None:
    class Copied(InPlace):
        def result(self, s: Any, a: int) -> Any:
            return super().result(list(s), a)

    changing, right = (SEARCHES[name](game(), None, "python") for game in (InPlace, Copied))
    for told in ("value", "nodes", "action", "states", "reasons"):
        assert getattr(changing, told, None) == getattr(right, told, None)


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("win", float("nan"), "`win` gives nan, which is not a finite number"),
        ("win", -1, "`win` is -1: a win must be worth more than a draw"),
        ("futility_margin", -2, "`futility_margin` is -2: it cannot be less than 0"),
        ("repetition", "draw", "`repetition` gives 'draw', which is not a number"),
    ],
)
def test_settings_that_make_no_sense(name: str, value: Any, sentence: str) -> None:
    with pytest.raises(RulesError) as caught:
        Engine(wrong(**{name: value}))
    assert str(caught.value) == f"wrong: {sentence}."


# --- players --------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", [1, 3])
@pytest.mark.parametrize(
    "player",
    [
        RandomPlayer(),
        EnginePlayer(depth=2, speed="python"),
        AlgorithmPlayer("alphabeta", depth=1, speed="python"),
        LevelPlayer("beginner", speed="python"),
    ],
    ids=lambda player: player.name,
)
def test_players_say_where_the_rules_fail(player: Any, kind: int) -> None:
    def first(at: int) -> Game[Any, Any]:
        return type("Planted", (Planted,), {"initial": lambda self: start(kind, at)})()

    with pytest.raises(RulesError) as caught:
        play_game(first(BELOW), {1: player, -1: player}, opening=[0, 1])
    assert SENTENCES[kind] in str(caught.value)
    with pytest.raises(RulesError) as caught:
        play_game(first(ROOT), {1: player, -1: player})
    assert SENTENCES[kind] in str(caught.value)


def test_openings_and_steps_say_it_too() -> None:
    game = type("Planted", (Planted,), {"initial": lambda self: start(1, 3)})()
    for ask in (lambda: random_openings(game, 50, 2), lambda: step_of(game)):
        with pytest.raises(RulesError, match=r"`actions` gives none.*, reached by 0"):
            ask()


# --- searches that must end ---------------------------------------------------------------------


class AllTheSame(Planted):
    """Every state has the same key, so every entry of a table is about every state."""

    def key(self, s: Any) -> int:
        return 0


def test_a_key_that_tells_nothing_apart_ends_all_the_same() -> None:
    assert outplay.minimax(AllTheSame(), memory=True, speed="python").stopped_by == "end"
    assert Engine(AllTheSame(), speed="python").analyse(depth=4).depth <= 4


@pytest.mark.parametrize("value", [float("inf"), float("-inf")])
def test_infinite_values(value: float) -> None:
    """They are values like others unless a mean is taken, or windows have to hold them."""
    assert outplay.minimax(Planted(), depth=2, evaluate=lambda s: value, speed="python").depth == 2
    none = f"`evaluate` gives {value}, which is not a finite number"
    for game in (Planted(), Dice()):
        with pytest.raises(RulesError, match=none):
            Engine(game, speed="python", evaluate=lambda s: value).analyse(depth=3)
    with pytest.raises(RulesError, match=none):
        outplay.expectiminimax(Dice(), depth=2, evaluate=lambda s: value, speed="python")
    won = wrong(utility=lambda self, s: value)
    assert Engine(won, speed="python").analyse(exact=True).value == value


class Fickle:
    """A root whose value is 5, though both its actions lead to 0 when they are asked about."""

    game, state, decisive, step = Planted(), start(), False, 1
    moves: ClassVar = [RootMove(0, 0), RootMove(1, 1)]
    searcher = SimpleNamespace(table_move=lambda state: None, get=lambda name: 0)

    def ask(self, state: Any, line: list[Any], low: Any, high: Any, depth: int) -> Any:
        return (0 if line else 5), True

    def above(self, score: int) -> int:
        return score + 1

    def below(self, score: int) -> int:
        return score - 1

    def after(self, move: RootMove) -> None:
        return None

    def record(self, *told: Any) -> None:
        return None


def test_rules_that_change_their_mind_are_said_to() -> None:
    with pytest.raises(RulesError, match="the rules answer differently when asked again"):
        narrow_root(cast(Any, Fickle()))


class Listed(Game[list[int], int]):
    """Its states are lists that nothing changes, and there is no `key`."""

    def initial(self) -> list[int]:
        return [1, 0]

    def to_move(self, s: list[int]) -> int:
        return s[0]

    def actions(self, s: list[int]) -> range:
        return range(2)

    def result(self, s: list[int], a: int) -> list[int]:
        return [-s[0], s[1] + 1]

    def is_terminal(self, s: list[int]) -> bool:
        return s[1] == 3

    def utility(self, s: list[int]) -> float:
        return s[0]


class Sealed:
    """Cannot be hashed, and nobody sees what it holds."""

    __slots__ = ()
    __hash__ = None  # type: ignore[assignment]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sealed)


class Unknown(Listed):
    def result(self, s: list[Any], a: int) -> list[Any]:
        return [-s[0], s[1] + 1, Sealed()]


def test_states_that_no_table_can_know_are_named_as_the_checker_names_them() -> None:
    words = r"cannot be hashed \(Sealed\), and there is no `key\(s\)`: make it of what"
    with pytest.raises(RulesError, match=f"`result` gives a state that {words}.* reached by 0"):
        outplay.analyse(Unknown(), depth=2)
    assert outplay.minimax(Unknown()).value == -1  # which has no table
    assert outplay.analyse(Listed(), depth=2).nodes > 1
