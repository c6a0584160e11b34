"""Places and gestures of the small games' pictures: what can be pointed at, and what it means."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest

from outplay import load
from outplay.drawing import Picture, Place, pointed_at
from outplay.game import CHANCE, Game

GAMES: list[tuple[str, dict[str, Any]]] = [
    ("tic-tac-toe", {}),
    ("tic-tac-toe", {"width": 9, "height": 7, "connect": 5}),
    ("connect-four", {}),
    ("connect-four", {"width": 31, "height": 1}),
    ("kalah", {}),
    ("kalah", {"pits": 3, "seeds": 2}),
    ("dots-and-boxes", {}),
    ("dots-and-boxes", {"width": 7, "height": 2}),
    ("domineering", {}),
    ("domineering", {"rows": 2, "columns": 30}),
    ("hexapawn", {}),
    ("hexapawn", {"width": 1, "height": 8}),
    ("breakthrough", {}),
    ("hex", {"size": 5, "swap": True}),
    ("hex", {}),
    ("ur", {}),
    ("2048", {}),
    ("2048", {"placer": "adversary", "size": 3}),
    ("nim", {}),
    ("nim", {"heaps": (0, 40, 2)}),
    ("pig", {"target": 20}),
    ("tree", {}),
    ("tree", {"tree": [[1, [2, 3], 4], 5]}),
    ("random-tree", {"chance": True}),
]

BY_NAME = {
    "hex": {"swap"},
    "ur": {"pass", "0", "1", "2", "3", "4"},
    "2048": {"left", "right", "up", "down"},
    "pig": {"roll", "hold", "1", "2", "3", "4", "5", "6"},
}
"""What is chosen by its name: of ur's numbers only the rolls, which chance makes."""


def walk(game: Game[Any, Any], seed: int, most: int = 60) -> Iterator[Any]:
    """The states of a random game."""
    luck = random.Random(seed)
    s = game.initial()
    for _ in range(most):
        yield s
        if game.is_terminal(s):
            return
        s = game.result(s, luck.choice(game.legal(s)))
    yield s


def drawn(game: Game[Any, Any], s: Any) -> tuple[Picture, dict[str, Place]]:
    picture = game.draw(s)
    assert isinstance(picture, Picture)
    names = {place.name: place for place in picture.places}
    assert len(names) == len(picture.places), "names are unique"
    return picture, names


@pytest.mark.parametrize(("name", "parameters"), GAMES)
def test_gestures_lead_to_places_and_mean_one_action(name: str, parameters: Any) -> None:
    game = load(name, **parameters)
    for seed in range(2):
        for s in islice(walk(game, seed), 0, 60, 3):
            picture, places = drawn(game, s)
            own = game.answers("gestures")
            ways: dict[tuple[str, ...], str] = {}
            for a in game.legal(s):
                text = game.format_action(s, a)
                found = list(game.gestures(s, a)) if own else pointed_at(picture, text)
                assert found or named(game, s, text), text
                for way in found:
                    assert isinstance(way, tuple) and way and set(way) <= set(places), way
                    shared = ways.setdefault(way, text)
                    # A new tile of 2048 is a 2 or a 4: the page asks which.
                    assert shared == text or (name == "2048" and shared[:2] == text[:2])
            for way in ways:
                assert not any(way[:n] in ways for n in range(1, len(way))), "begins like another"


def named(game: Game[Any, Any], s: Any, text: str) -> bool:
    """Is this one of the actions that no place is good for?"""
    if game.name == "ur" and text != "pass" and game.to_move(s) != CHANCE:
        return False
    if game.name == "nim":
        return int(text[1:]) > 30
    return game.name == "random-tree" or text in BY_NAME.get(game.name, ())


@pytest.mark.parametrize(("name", "parameters"), GAMES)
def test_places_lie_on_the_sheet_and_beside_each_other(name: str, parameters: Any) -> None:
    game = load(name, **parameters)
    for s in islice(walk(game, 3), 0, 60, 12):
        picture, places = drawn(game, s)
        box = re.search(r'viewBox="0 0 (\S+) (\S+)"', picture)
        assert box is not None
        wide, high = float(box[1]) + 1e-3, float(box[2]) + 1e-3
        for place in places.values():
            assert place.x >= 0 and place.y >= 0 and place.width > 0 and place.height > 0
            assert place.x + place.width <= wide and place.y + place.height <= high, place
        listed = list(places.values())
        for number, one in enumerate(listed):
            for two in listed[:number]:
                assert not overlap(one, two), (one, two)


def overlap(one: Place, two: Place) -> bool:
    small = 1e-6
    across = min(one.x + one.width, two.x + two.width) - max(one.x, two.x)
    down = min(one.y + one.height, two.y + two.height) - max(one.y, two.y)
    return across > small and down > small


def whats(name: str, position: str | None = None, **parameters: Any) -> dict[str, str]:
    game = load(name, **parameters)
    s = game.initial() if position is None else game.parse_state(position)
    return {place.name: place.what for place in drawn(game, s)[1].values()}


def held(found: dict[str, str]) -> dict[str, str]:
    return {name: what for name, what in found.items() if what}


def test_what_stands_on_boards_of_squares() -> None:
    assert held(whats("tic-tac-toe", "X.O/.X./...")) == {"a1": "X", "c1": "O", "b2": "X"}
    assert held(whats("connect-four", "445")) == {"d1": "X", "d2": "O", "e1": "X"}
    assert held(whats("hex", ".B./.R./... red", size=3)) == {"b1": "blue", "b2": "red"}
    taken = held(whats("domineering", "#../#../... horizontal", rows=3, columns=3))
    assert taken == {"a1": "taken", "a2": "taken"}
    pawns = held(whats("hexapawn", "B../W../... white"))
    assert pawns == {"a3": "black pawn", "a2": "white pawn"}
    tiles = held(whats("2048", "2,.,4/.,.,./.,.,16 slide", size=3))
    assert tiles == {"a1": "2", "c1": "4", "c3": "16"}


def test_what_stands_along_random_games() -> None:
    """A square is held by whoever holds it, all through a game."""
    game: Any = load("tic-tac-toe")
    for s in walk(game, 5):
        found = {place.name: place.what for place in drawn(game, s)[1].values()}
        for square in range(9):
            sign = "X" if s.crosses >> square & 1 else "O" if s.noughts >> square & 1 else ""
            assert found[game.format_action(s, square)] == sign
    game = load("ur")
    for s in walk(game, 6, 80):
        found = {place.name: place.what for place in drawn(game, s)[1].values()}
        light = [n for n in range(1, 15) if s.light >> n & 1]
        told = [int(name.split()[-1]) for name, what in found.items() if what.startswith("light")]
        assert sorted(told) == light
        home = f"{s.dark_home} piece{'s' * (s.dark_home != 1)}" if s.dark_home else ""
        assert found["dark home"] == home


def test_what_stands_elsewhere() -> None:
    kalah = whats("kalah", "0,1,2,1/2,2,2,2 south", pits=3, seeds=2)
    assert kalah["South 1"] == "" and kalah["South 2"] == "1 seed" and kalah["North 3"] == "2 seeds"
    assert kalah["South store"] == "1 seed" and kalah["North store"] == "2 seeds"
    box = whats("dots-and-boxes", "-./|A|../-. A", width=2, height=1)
    assert held(box) == {
        "a1-b1": "drawn",
        "a1-a2": "drawn",
        "b1-b2": "drawn",
        "a2-b2": "drawn",
        "box a1": "A",
    }
    assert len(whats("nim", "3 0 2 first")) == 5
    assert whats("pig", "20 35 8 second") == {
        "first": "20 points",
        "second": "35 points, 8 in this turn",
    }
    tree = whats("tree", tree=[[3, 12], 5])
    assert tree == {"1": "MIN", "1.1": "3", "1.2": "12", "2": "5"}


def ways(name: str, text: str, position: str | None = None, **parameters: Any) -> list[Any]:
    game = load(name, **parameters)
    s = game.initial() if position is None else game.parse_state(position)
    return list(game.gestures(s, game.parse_action(s, text)))


def test_how_to_point() -> None:
    assert ways("tic-tac-toe", "b2") == [("b2",)]
    column = ways("connect-four", "4", "44")
    assert column[0] == ("d3",), "the first is where the disc lands"
    assert sorted(column) == [(f"d{level}",) for level in range(1, 7)]
    assert ways("kalah", "3") == [("South 3",)]
    assert ways("dots-and-boxes", "a1-b1") == [("a1-b1",)]
    assert ways("domineering", "a1") == [("a1", "a2"), ("a2", "a1")]
    assert ways("ur", "0", "4+0 -+0 light 2") == [("light waiting", "light 2")]
    assert ways("ur", "4", "4+0 -+0 light 2") == [("light 4", "6")]
    assert ways("ur", "14", "14+0 -+0 dark".replace("dark", "light 1")) == [
        ("light 14", "light home")
    ]
    assert ways("nim", "b2") == [("match 3 of b",)], "it and those after it: two of four"
    assert ways("nim", "a3", "40 first", heaps=(40,)) == [("match 28 of a",)]
    assert ways("2048", "left", "2,2/4,. slide", size=2) == []
    assert ways("2048", "b2=4", "2,2/4,. place", size=2) == [("b2",)]
    assert ways("tree", "2") == [("2",)]


def test_which_boards_turn() -> None:
    for name, _ in GAMES:
        game = load(name)
        assert drawn(game, game.initial())[0].turns == (name in ("hex", "hexapawn", "breakthrough"))
