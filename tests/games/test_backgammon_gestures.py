"""Pointing at the plays of backgammon: in every order, at once, and nothing else."""

from __future__ import annotations

import random

from test_backgammon import as_list, move, random_position, single_moves
from test_places import check_gestures, pointing, ways

from outplay.game import MAX
from outplay.games.backgammon import Backgammon, State
from outplay.games.backgammon import gestures as backgammon_gestures
from outplay.games.backgammon.board import side_of

START = "4HPwATDgc/ABMA"


def test_points_are_called_as_on_the_picture() -> None:
    x, o = (pointing(Backgammon(), f"{START} 3-1 {side}") for side in "XO")
    assert x["8/5 6/5"] == ways("8 5 6 5", "6 5 8 5")
    assert o["8/5 6/5"] == ways("17 20 19 20", "19 20 17 20")
    assert x["24/20"] == ways("24 20", "24 23 23 20", "24 21 21 20")
    assert o["24/20"] == ways("1 5", "1 2 2 5", "1 4 4 5")


def test_steps_of_a_double_in_any_order_or_at_once() -> None:
    found = pointing(Backgammon(), f"{START} 3-3 X")
    assert found["24/21 13/10(3)"] == ways(
        "24 21 13 10 13 10 13 10",
        "13 10 24 21 13 10 13 10",
        "13 10 13 10 24 21 13 10",
        "13 10 13 10 13 10 24 21",
    )
    assert found["13/4 8/5"][0] == ("13", "4", "8", "5")
    assert set(found["24/15 6/3"]) >= set(ways("6 3 24 15", "24 18 6 3 18 15", "24 18 18 15 6 3"))


def place(x: dict[int, int], o: dict[int, int], dice: str, side: int = MAX) -> str:
    x, o = ({0: 15 - sum(checkers.values()), **checkers} for checkers in (x, o))
    s = State(side_of(x), side_of(o), int(dice[0]), int(dice[1]), side)
    return Backgammon().format_state(s)


def test_two_ways_of_one_checker_with_and_without_a_hit() -> None:
    # O's lone checker on X's point 10, hit on the way from 13 by the 3 but not by the 1.
    found = pointing(Backgammon(), place({13: 1}, {15: 1, 1: 2}, "31"))
    assert found == {"13/10*/9": ways("13 10 10 9"), "13/9": ways("13 12 12 9")}
    # If X's 12 is closed there is one way, and it may be taken at once.
    found = pointing(Backgammon(), place({13: 1}, {15: 1, 13: 2}, "31"))
    assert found == {"13/10*/9": ways("13 9", "13 10 10 9")}


def test_bar_and_off() -> None:
    found = pointing(Backgammon(), place({25: 1, 6: 2}, {24: 2}, "62"))
    assert found["bar/19 6/4"] == ways("X bar 19 6 4")
    assert found["bar/17"] == ways("X bar 17", "X bar 23 23 17", "X bar 19 19 17")
    mirror = pointing(Backgammon(), place({24: 2}, {25: 1, 6: 2}, "62", -1))
    assert mirror["bar/19 6/4"] == ways("O bar 6 19 21")
    found = pointing(Backgammon(), place({3: 1}, {24: 2}, "61"))
    assert found == {"3/off": ways("3 X off", "3 2 2 X off")}
    # Here the 6 alone could take 5 off: that is the start of another play.
    found = pointing(Backgammon(), place({5: 1, 3: 1}, {24: 2}, "61"))
    assert found == {"5/off": ways("5 4 4 X off"), "5/off 3/2": ways("5 X off 3 2", "3 2 5 X off")}
    mirror = pointing(Backgammon(), place({24: 2}, {3: 1}, "61", -1))
    assert mirror == {"3/off": ways("22 O off", "22 23 23 O off")}


def test_nothing_to_point_at() -> None:
    game = Backgammon()
    blocked = place({25: 1}, {1: 2, 2: 2, 3: 2, 4: 2, 5: 2, 6: 2}, "61")
    assert pointing(game, blocked) == {"no move": []}
    assert not any(pointing(game, f"{START} X").values())


def naive_ways(s: State) -> set[tuple[str, ...]]:
    """All ways to play the dice step by step, by trying every order, named for X or for O."""
    mine, theirs = (s.x, s.o) if s.player == MAX else (s.o, s.x)
    ends: list[tuple[int, int, tuple[str, ...]]] = []
    side = "X" if s.player == MAX else "O"
    names = [f"{side} off", *map(str, range(1, 25)), f"{side} bar"]
    if s.player != MAX:
        names[1:25] = reversed(names[1:25])

    def play(mine: list[int], theirs: list[int], dice: list[int], way: tuple[str, ...]) -> None:
        played = len(way) // 2
        ends.append((played, dice[played - 1] if way else 0, way))
        if played < len(dice):
            die = dice[played]
            for start in single_moves(mine, theirs, die):
                step = names[start], names[max(start - die, 0)]
                play(*move(mine, theirs, start, die), dice, way + step)

    orders = [[s.high] * 4] if s.high == s.low else [[s.high, s.low], [s.low, s.high]]
    for dice in orders:
        play(as_list(mine), as_list(theirs), dice, ())
    longest = max(ends)[0]
    best = max(die for length, die, _ in ends if length == longest)
    return {
        way for length, die, way in ends if length == longest and (length != 1 or die == best)
    } - {()}


def leads_to(s: State, way: tuple[str, ...]) -> tuple[list[int], list[int]]:
    """(mover, other) after steps on the picture, each by one die."""
    mine, theirs = (as_list(s.x), as_list(s.o)) if s.player == MAX else (as_list(s.o), as_list(s.x))
    for start, end in zip(way[::2], way[1::2], strict=True):
        points = []
        for name in (start, end):
            if name.endswith(("bar", "off")):
                points.append(25 if name.endswith("bar") else 0)
            else:
                points.append(int(name) if s.player == MAX else 25 - int(name))
        mine, theirs = move(mine, theirs, points[0], points[0] - points[1])
    return mine, theirs


def test_the_ways_are_those_of_a_naive_generator() -> None:
    game, chosen = Backgammon(), random.Random(11)
    doubles = joined = 0
    for _ in range(250):
        s = random_position(chosen)
        if game.is_terminal(s):
            continue
        expected = naive_ways(s)
        if len(expected) > 600:  # the naive one is slow
            continue
        check_gestures(game, s)
        doubles += s.high == s.low
        length = max(map(len, expected), default=0)
        found: set[tuple[str, ...]] = set()
        for a in game.legal(s):
            t = game.result(s, a)
            mine, theirs = (t.x, t.o) if s.player == MAX else (t.o, t.x)
            for way in game.gestures(s, a):
                if len(way) == length:
                    found.add(way)
                    assert leads_to(s, way) == (as_list(mine), as_list(theirs))
                else:
                    joined += 1
                    # It is the same as some way of this play, with points in between left out.
                    longer = [w for w in game.gestures(s, a) if len(w) == length]
                    assert any(is_joined(way, w) for w in longer)
        assert found == expected
    assert doubles > 20 and joined > 300


def is_joined(short: tuple[str, ...], way: tuple[str, ...]) -> bool:
    """Is it the same way, but for places where a checker goes on at once?"""
    left = list(short)
    at = 0
    while left and at < len(way):
        end = at + 1
        while way[end] != left[1] and end + 2 < len(way) and way[end] == way[end + 1]:
            end += 2
        if [way[at], way[end]] != left[:2]:
            return False
        left, at = left[2:], end + 1
    return not left and at == len(way)


def test_too_many_orders_leave_one() -> None:
    game = Backgammon()
    s = State(side_of(dict.fromkeys(range(10, 25), 1)), side_of({25: 2, 0: 13}), 2, 2, MAX)
    gestures = [list(game.gestures(s, a)) for a in game.legal(s)]
    assert len(gestures) > 1_000 and all(gestures)
    assert sum(map(len, gestures)) < 2 * backgammon_gestures.MOST
    assert len({gesture for found in gestures for gesture in found}) == sum(map(len, gestures))
    for found in gestures:
        first = max(found, key=len)
        sources = [int(name) for name in first[::2]]
        assert sources == sorted(sources, reverse=True)
