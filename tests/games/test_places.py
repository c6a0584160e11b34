"""Pointing at the boards of chess, checkers, Othello, morris and (the rest is in
`test_backgammon_gestures.py`) backgammon."""

from __future__ import annotations

import base64
import random
import re
from collections.abc import Callable
from itertools import combinations
from typing import Any

import pytest
from walks import reachable

from outplay.drawing import BLACK, WHITE, Picture, Place
from outplay.game import CHANCE, Game
from outplay.games.backgammon import Backgammon
from outplay.games.checkers import Checkers
from outplay.games.chess import Chess
from outplay.games.chess.san import uci
from outplay.games.dobutsu import Dobutsu
from outplay.games.morris import Morris
from outplay.games.othello import Othello

GAMES: list[Game[Any, Any]] = [
    Chess(),
    Chess(chess960=True, start=13),
    Chess(chess960=True, start=959),
    Checkers(),
    Backgammon(),
    Backgammon("hypergammon"),
    Othello(),
    Othello(size=4),
    Morris(),
    Morris(men=3),
    Morris(men=5),
    Morris(men=12),
    Dobutsu(),
]
each_game = pytest.mark.parametrize(
    "game", GAMES, ids=lambda game: f"{game.name}-{GAMES.index(game)}"
)
PIECES = dict(zip("pnbrqk", ("pawn", "knight", "bishop", "rook", "queen", "king"), strict=True))


def drawn(game: Game[Any, Any], s: Any) -> Picture:
    picture = game.draw(s)
    assert isinstance(picture, Picture)
    return picture


def by_name(game: Game[Any, Any], s: Any) -> dict[str, str]:
    """What stands on each place."""
    return {place.name: place.what for place in drawn(game, s).places}


def pointing(game: Game[Any, Any], position: str) -> dict[str, list[tuple[str, ...]]]:
    """The gestures of each move of a position, by its notation."""
    s = game.parse_state(position)
    return {game.format_action(s, a): list(game.gestures(s, a)) for a in game.legal(s)}


def ways(*lines: str) -> list[tuple[str, ...]]:
    return [tuple(re.findall(r"[XO] \w+|\w+", line)) for line in lines]


# --- every game, along random lines -------------------------------------------------------------


@each_game
def test_places_are_apart_and_on_the_sheet(game: Game[Any, Any]) -> None:
    picture = drawn(game, game.initial())
    box = re.search(r'viewBox="0 0 ([0-9.]+) ([0-9.]+)"', picture)
    assert box is not None and picture.places
    width, height = float(box[1]), float(box[2])
    for place in picture.places:
        assert 0 <= place.x < place.x + place.width <= width
        assert 0 <= place.y < place.y + place.height <= height
        assert min(place.width, place.height) >= 0.9
    for one, other in combinations(picture.places, 2):
        assert one.name != other.name
        assert not overlap(one, other)
    assert picture.turns == isinstance(game, Chess | Checkers | Backgammon | Dobutsu)


def overlap(one: Place, other: Place) -> bool:
    slack = 1e-9
    beside = one.x + one.width <= other.x + slack or other.x + other.width <= one.x + slack
    return not (
        beside or one.y + one.height <= other.y + slack or other.y + other.height <= one.y + slack
    )


@each_game
def test_places_stay_and_are_read_row_by_row(game: Game[Any, Any]) -> None:
    names = [place[:5] for place in drawn(game, game.initial()).places]
    for s, _ in reachable(game, seed=4, walks=1, plies=40):
        places = drawn(game, s).places
        assert [place[:5] for place in places] == names
        corners = [(round(place.y, 3), place.x) for place in places]
        assert corners == sorted(corners)


@each_game
def test_every_move_can_be_pointed_at_and_told_apart(game: Game[Any, Any]) -> None:
    for number, (s, _) in enumerate(reachable(game, seed=7, walks=2, plies=120)):
        if number % 3 == 0 or isinstance(game, Checkers):
            check_gestures(game, s)


def check_gestures(game: Game[Any, Any], s: Any) -> None:
    places = set(by_name(game, s))
    meant: dict[tuple[str, ...], Any] = {}
    legal = game.legal(s)
    for a in legal:
        found = list(game.gestures(s, a))
        assert len(set(found)) == len(found) <= 64
        text = game.format_action(s, a)
        if game.to_move(s) == CHANCE or text in ("pass", "no move"):
            assert not found
            continue
        assert found
        for gesture in found:
            assert set(gesture) <= places
            assert all(
                one != other for one, other in zip(gesture[::2], gesture[1::2], strict=False)
            )
            # The four pieces that a pawn can become share one; nothing else does.
            if isinstance(game, Chess):
                text = text.split("=")[0]
            assert meant.setdefault(gesture, text) == text
    for gesture in meant:
        assert not any(gesture[:length] in meant for length in range(1, len(gesture)))


# --- what stands there, read from the position's text -----------------------------------------


@each_game
def test_what_stands_there(game: Game[Any, Any]) -> None:
    for number, (s, _) in enumerate(reachable(game, seed=8, walks=2, plies=100)):
        if number % 4 == 0:
            found = {name: what for name, what in by_name(game, s).items() if what}
            assert found == read(game, game.format_state(s))


def read(game: Game[Any, Any], text: str) -> dict[str, str]:
    if isinstance(game, Backgammon):
        return backgammon_board(text, game.checkers)
    readers: dict[type, Callable[[str], dict[str, str]]] = {
        Chess: chess_board,
        Checkers: checkers_board,
        Othello: othello_board,
        Morris: morris_board,
        Dobutsu: dobutsu_board,
    }
    return readers[type(game)](text)


def chess_board(text: str) -> dict[str, str]:
    found = {}
    for rank, row in zip("87654321", text.split()[0].split("/"), strict=True):
        signs = re.sub("[1-8]", lambda gap: " " * int(gap[0]), row)
        for file, sign in zip("abcdefgh", signs, strict=True):
            if sign != " ":
                side = "white" if sign.isupper() else "black"
                found[file + rank] = f"{side} {PIECES[sign.lower()]}"
    return found


def checkers_board(text: str) -> dict[str, str]:
    found = {}
    for field in text.split(":")[1:3]:
        side = {"W": "white", "B": "black"}[field[0]]
        for piece in filter(None, field[1:].split(",")):
            found[piece.lstrip("K")] = f"{side} {'king' if piece[0] == 'K' else 'man'}"
    return found


def othello_board(text: str) -> dict[str, str]:
    board = text.split()[0]
    size = 8 if len(board) == 64 else 4
    discs = {"X": "black disc", "O": "white disc"}
    return {
        "abcdefgh"[at % size] + str(at // size + 1): discs[sign]
        for at, sign in enumerate(board)
        if sign in discs
    }


def dobutsu_board(text: str) -> dict[str, str]:
    names = {"C": "chick", "E": "elephant", "G": "giraffe", "L": "lion", "H": "hen"}
    board, _, held = text.split()
    rows = board.replace("+C", "H").replace("+c", "h").split("/")
    found = {}
    for row, signs in enumerate(rows, start=1):
        signs = re.sub("[1-3]", lambda gap: " " * int(gap[0]), signs)
        for column, sign in zip("abc", signs, strict=True):
            if sign != " ":
                side = "Sente" if sign.isupper() else "Gote"
                found[f"{column}{row}"] = f"{side}'s {names[sign.upper()]}"
    for many, sign in re.findall("([12]?)([CEGceg])", held):
        side, name = "Sente" if sign.isupper() else "Gote", names[sign.upper()]
        found[f"{side} {name}"] = f"{many or 1} {name}{'s' * (many == '2')}"
    return found


def morris_board(text: str) -> dict[str, str]:
    rows = text.split()[0].split("/")
    rings = {3: 1, 5: 2, 7: 3}[len(rows)]
    found = {}
    for number, row in enumerate(rows):
        up = rings - number
        reach = abs(up) if up else rings
        files = [-reach, 0, reach] if up else [x for x in range(-rings, rings + 1) if x]
        files = [-1, 0, 1] if rings == 1 else files
        for file, sign in zip(files, row, strict=True):
            if sign != ".":
                name = "abcdefg"[file + rings] + str(up + rings + 1)
                found[name] = {"W": "white man", "B": "black man"}[sign]
    return found


def backgammon_board(text: str, total: int) -> dict[str, str]:
    """From GNU Backgammon's ID: the other side's points 1 to 24 and bar, then the mover's."""
    words = text.split()
    bits = "".join(f"{byte:08b}"[::-1] for byte in base64.b64decode(words[0] + "=="))
    runs = [len(run) for run in bits.split("0")]
    mover, other = ("O", "X") if words[-1] == "O" else ("X", "O")
    found: dict[str, str] = {}
    for side, counts in ((other, runs[:25]), (mover, runs[25:50])):
        for point, count in enumerate(counts, start=1):
            name = f"{side} bar" if point == 25 else str(point if side == "X" else 25 - point)
            if count:
                found[name] = words_of(count, side)
        if total - sum(counts):
            found[f"{side} off"] = words_of(total - sum(counts), side)
    return found


def words_of(count: int, side: str) -> str:
    return f"{count} {side} checker" + ("s" if count > 1 else "")


@pytest.mark.parametrize("game", [game for game in GAMES if not isinstance(game, Dobutsu)])
def test_places_lie_where_things_are_drawn(game: Game[Any, Any]) -> None:
    for number, (s, _) in enumerate(reachable(game, seed=9, walks=1, plies=100)):
        if number % 8 == 0:
            picture = drawn(game, s)
            pieces = [(float(x), float(y), fill) for x, y, fill in PIECE.findall(picture)]
            pieces += [(float(x) + 0.5, float(y) + 0.5, f) for x, y, f in SHAPE.findall(picture)]
            for place in picture.places:
                across = place.x, place.x + place.width
                down = place.y, place.y + place.height
                there = {
                    fill
                    for x, y, fill in pieces
                    if across[0] < x < across[1] and down[0] < y < down[1]
                }
                light = re.search(r"white|X", place.what)
                expected = {WHITE if light else BLACK} if place.what else set()
                if not place.name.endswith("off"):
                    assert there == expected, (place, there)


PIECE = re.compile(
    rf'<circle cx="([0-9.]+)" cy="([0-9.]+)" r="0\.[345][0-9]*" fill="({WHITE}|{BLACK})"'
)
SHAPE = re.compile(
    rf'<path transform="translate\(([0-9.]+) ([0-9.]+)\)scale.*fill="({WHITE}|{BLACK})"'
)
"""Men, discs and checkers; the pieces of chess."""


# --- chess --------------------------------------------------------------------------------------


def test_chess_is_pointed_at_as_uci_writes_it() -> None:
    game = Chess()
    for s, _ in reachable(game, seed=3, walks=2, plies=60):
        for a in game.legal(s):
            text = uci(s, a)
            assert next(iter(game.gestures(s, a))) == (text[:2], text[2:4])


def test_castling_goes_two_squares_or_to_the_rook() -> None:
    found = pointing(Chess(), "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
    assert found["O-O"] == ways("e1 g1", "e1 h1")
    assert found["O-O-O"] == ways("e1 c1", "e1 a1")
    found = pointing(Chess(), "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1")
    assert found["O-O-O"] == ways("e8 c8", "e8 a8")


@pytest.mark.parametrize(
    ("row", "short", "long"),
    [
        ("R4K1R", ["f1 h1"], ["f1 c1", "f1 a1"]),  # f1 g1 is a step
        ("R5KR", ["g1 h1"], ["g1 c1", "g1 a1"]),  # the king stays
        ("1R2K1R1", ["e1 g1"], ["e1 c1", "e1 b1"]),  # to the rook's own square
        ("RK5R", ["b1 g1", "b1 h1"], ["b1 a1"]),
    ],
)
def test_castling_in_chess960(row: str, short: list[str], long: list[str]) -> None:
    found = pointing(Chess(chess960=True), f"4k3/8/8/8/8/8/8/{row} w KQ - 0 1")
    assert found["O-O"] == ways(*short)
    assert found["O-O-O"] == ways(*long)


def test_promotions_share_a_gesture() -> None:
    found = pointing(Chess(), "3n2k1/4P3/8/8/8/8/8/4K3 w - - 0 1")
    becoming = [text for text, gestures in found.items() if gestures == ways("e7 d8")]
    assert sorted(becoming) == ["exd8=B", "exd8=N", "exd8=Q+", "exd8=R+"]


# --- checkers -----------------------------------------------------------------------------------


def test_jumps_are_pointed_at_square_by_square() -> None:
    game = Checkers()
    assert pointing(game, "B:W18,26:B15") == {"15x22x31": ways("15 22 31", "15 31")}
    # Around a diamond, either way: only every square tells them apart.
    both = pointing(game, "B:W6,7,14,15:BK2")
    assert both == {text: ways(text.replace("x", " ")) for text in both}
    assert set(both) == {"2x9x18x11x2", "2x11x18x9x2"}
    two = pointing(game, "B:W6,7,14,15:B2,K29")
    assert two == {"2x9x18": ways("2 9 18"), "2x11x18": ways("2 11 18")}


def test_the_short_way_is_no_part_of_another() -> None:
    """From where it starts, a jump to the end of another one's jumps."""
    shortcuts = 0
    chosen = random.Random(2)
    game = Checkers()
    for _ in range(300):
        squares = chosen.sample(range(5, 29), 12)
        white = ",".join(map(str, squares[:9]))
        black = ",".join(f"K{square}" for square in squares[9:])
        found = pointing(game, f"B:W{white}:B{black}")
        check_gestures(game, game.parse_state(f"B:W{white}:B{black}"))
        for text, gestures in found.items():
            assert gestures[0] == tuple(re.split("[-x]", text))
            for start, end in gestures[1:]:
                shortcuts += 1
                s = game.parse_state(f"B:W{white}:B{black}")
                assert game.format_action(s, game.parse_action(s, f"{start}x{end}")) == text
    assert shortcuts > 50


# --- Othello and morris -------------------------------------------------------------------------


def test_othello() -> None:
    game = Othello()
    s = game.initial()
    assert {game.format_action(s, a): list(game.gestures(s, a)) for a in game.legal(s)} == {
        name: [(name,)] for name in ("d3", "c4", "f5", "e6")
    }
    assert pointing(Othello(size=4), "XXXOXXXXXXXXXX-- X") == {"pass": []}


def test_morris() -> None:
    placing = pointing(Morris(), "WW./.B./B../....../.../.../... W 7 7 0")
    assert placing["f6"] == ways("f6")
    assert placing["g7xd6"] == ways("g7 d6") and placing["g7xc5"] == ways("g7 c5")
    moving = pointing(Morris(), "WW./.../B../....W./B../B../B.. W 0 0 0")
    assert moving["a7-a4"] == ways("a7 a4")
    flying = pointing(Morris(), "WW./.../.../....W./.../.B./BB. W 0 0 0")
    assert flying["f4-g7xa1"] == ways("f4 g7 a1")
