"""Matches: both sides, the same dice, endings, the same again, processes, Ctrl-C."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any

import pytest

from outplay import MAX, MIN, Game, load
from outplay.arena import (
    EnginePlayer,
    Player,
    RandomPlayer,
    Score,
    ending,
    match,
    play_game,
    random_openings,
    read_player,
)
from outplay.arena.players import Forfeit
from outplay.arena.playing import roll
from outplay.errors import IllegalAction, UsageError
from outplay.search.error_context import refuse_nonsense


class First(Player):
    """Plays the first legal move, and notes what it was told."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.told: list[tuple[Any, list[Any]]] = []
        self.seeds: list[int] = []

    def begin(self, game: Game[Any, Any], seed: int) -> None:
        self.game = game
        self.seeds.append(seed)

    def choose(self, state: Any, history: Sequence[Any]) -> Any:
        self.told.append((state, list(history)))
        return self.game.legal(state)[0]


class Circle(Game[Any, Any]):
    """Round and round: it never ends by itself."""

    may_cycle = True

    def initial(self) -> Any:
        return (0, MAX)

    def to_move(self, s: Any) -> int:
        return int(s[1])

    def actions(self, s: Any) -> Any:
        return [1]

    def result(self, s: Any, a: Any) -> Any:
        return ((s[0] + 1) % 4, -s[1])

    def is_terminal(self, s: Any) -> bool:
        return False

    def utility(self, s: Any) -> float:
        raise AssertionError


class Count(Circle):
    """It ends by nothing at all."""

    may_cycle = False

    def result(self, s: Any, a: Any) -> Any:
        return (s[0] + 1, -s[1])


def test_a_player_is_told_the_states_before() -> None:
    game, one, two = load("tic-tac-toe"), First("one"), First("two")
    opening = game.legal(game.initial())[:1]
    played = play_game(game, {MAX: one, MIN: two}, opening)
    state, history = two.told[0]
    assert history == [game.initial()] and state == game.result(game.initial(), opening[0])
    s = game.initial()
    for action in played.actions:
        s = game.result(s, action)
    assert game.is_terminal(s) and played.ending.value == game.utility(s)
    assert played.ending.reason == "rules"


def test_a_position_that_stands_for_the_third_time_ends_it() -> None:
    played = play_game(Circle(), {MAX: First("a"), MIN: First("b")})
    assert played.ending.reason == "repetition" and len(played.actions) == 8
    assert ending(Circle(), [(0, MAX)] * 2) is None
    assert ending(Circle(), [(0, MAX)] * 3) is not None


def test_a_game_that_is_too_long_is_a_draw() -> None:
    played = play_game(Count(), {MAX: First("a"), MIN: First("b")}, most_plies=30)
    assert (played.ending.reason, played.ending.value, len(played.actions)) == ("length", 0, 30)


def test_an_illegal_move_is_refused() -> None:
    class Wrong(First):
        def choose(self, state: Any, history: Sequence[Any]) -> Any:
            return 99

    with pytest.raises(IllegalAction, match=r"^wrong played 99, which is not legal in "):
        play_game(load("tic-tac-toe"), {MAX: Wrong("wrong"), MIN: First("b")})


def test_sides_are_changed_and_dice_fall_alike() -> None:
    game = load("pig", target=12)
    one, two = First("one"), First("two")
    score = match(game, one, two, games=6, plies=0)
    # First moves only: the two games of a pair are the same game with names exchanged.
    assert all(a == -b for a, b in score.pairs)
    assert one.seeds == two.seeds and one.seeds[0] == one.seeds[1] != one.seeds[2]
    found = refuse_nonsense(game, game.play(["roll"]))
    assert {roll(found, seed, 0)[0] for seed in range(60)} == set(range(1, 7))


def test_the_stronger_one_wins_from_both_sides() -> None:
    game = load("connect-four", width=5, height=4)
    score = match(game, EnginePlayer(depth=5), RandomPlayer(), games=12, plies=2)
    assert score.mean > 0.8 and score.games == 12
    back = match(game, RandomPlayer(), EnginePlayer(depth=5), games=12, plies=2)
    assert back.mean < 0.2


def test_the_same_match_again() -> None:
    game = load("tic-tac-toe")
    played = [match(game, EnginePlayer(nodes=50), RandomPlayer(), games=8) for _ in range(2)]
    assert played[0] == played[1]
    other = match(game, EnginePlayer(nodes=50), RandomPlayer(), games=8, seed=1)
    assert other.pairs != played[0].pairs


def test_processes_play_the_same_games() -> None:
    game = load("tic-tac-toe")
    alone = match(game, EnginePlayer(depth=1), RandomPlayer(), games=8)
    maker = functools.partial(load, "tic-tac-toe")
    assert match(maker, EnginePlayer(depth=1), RandomPlayer(), games=8, workers=2) == alone


def test_what_cannot_be_sent_is_refused() -> None:
    with pytest.raises(UsageError, match="cannot be sent to other processes"):
        match(lambda: load("nim"), RandomPlayer(), RandomPlayer(), games=2, workers=2)


def test_ctrl_c_keeps_the_score_so_far() -> None:
    def stop(score: Score) -> None:
        if score.games == 4:
            raise KeyboardInterrupt

    score = match(load("nim"), RandomPlayer(), RandomPlayer(), games=20, plies=1, progress=stop)
    assert score.stopped and score.games == 4


def test_openings_differ_and_are_not_over() -> None:
    game = load("connect-four")
    lines = random_openings(game, 30, 6, seed=3)
    ends = set()
    for line in lines:
        s = game.initial()
        for action in line:
            assert action in game.legal(s)
            s = game.result(s, action)
        assert len(line) == 6 and not game.is_terminal(s)
        ends.add(s)
    assert len(ends) == 30
    assert lines == random_openings(game, 30, 6, seed=3) != random_openings(game, 30, 6, seed=4)


def test_few_openings_come_again() -> None:
    assert len(set(random_openings(load("tic-tac-toe"), 20, 1))) == 9
    with pytest.raises(UsageError, match="is over within 9 random moves"):
        random_openings(load("tic-tac-toe"), 3, 9)


@pytest.mark.parametrize(
    ("text", "limits"),
    [
        ("engine:6", {"depth": 6, "time": None, "nodes": None}),
        ("engine:0.5s", {"depth": None, "time": 0.5, "nodes": None}),
        ("engine:5000n", {"depth": None, "time": None, "nodes": 5000}),
        ("engine", {"depth": None, "time": 1.0, "nodes": None}),
        ("alphabeta:3", {"depth": 3, "time": None, "nodes": None}),
    ],
)
def test_players_by_name(text: str, limits: dict[str, Any]) -> None:
    player = read_player(text)
    assert player.limits == limits  # type: ignore[attr-defined]
    assert read_player(player.name).name == player.name


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("human", "There is no player 'human'; there are engine, random"),
        ("random:3", "random does not search; leave out ':3'."),
        ("engine:x", "after the colon comes a depth (engine:6), a time (engine:0.5s)"),
    ],
)
def test_wrong_players(text: str, sentence: str) -> None:
    with pytest.raises(UsageError) as error:
        read_player(text)
    assert sentence in str(error.value)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"games": 3}, "A match has an even number of games, at least 2, not 3."),
        ({"workers": 0}, "workers must be a whole number from 1 to 256, not 0."),
        ({"openings": []}, "There is no opening to play from."),
    ],
)
def test_wrong_matches(options: dict[str, Any], sentence: str) -> None:
    with pytest.raises(UsageError) as error:
        match(load("nim"), RandomPlayer(), RandomPlayer(), **options)
    assert str(error.value) == sentence


class Quitter(First):
    """Does not play on."""

    def choose(self, state: Any, history: Sequence[Any]) -> Any:
        raise Forfeit("It has had enough.", "a quitter")


def test_who_forfeits_has_lost() -> None:
    score = match(load("nim"), First("first"), Quitter("second"), games=2, plies=0)
    assert (score.wins, score.losses) == (2, 0)
    assert score.reasons == {"a quitter": 2}
