"""Why a game is over: what `ending` says, in all the ways in which each game can end."""

import random
import re

import pytest

import outplay
from outplay.game import Game
from outplay.games import BUILT_IN

ENDINGS = [
    ("chess", {}, "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", "checkmate"),
    ("chess", {}, "k7/2Q5/1K6/8/8/8/8/8 b - - 0 1", "stalemate"),
    ("chess", {}, "k7/8/1K6/8/8/8/8/6N1 b - - 0 1", "insufficient material"),
    ("chess", {}, "k7/8/1K6/8/8/8/8/6R1 b - - 100 90", "50-move rule"),
    ("chess", {"quiet_limit": 75}, "k7/8/1K6/8/8/8/8/6R1 b - - 150 90", "75-move rule"),
    ("chess", {}, "k7/1Q6/1K6/8/8/8/8/8 b - - 100 90", "checkmate"),
    ("checkers", {}, "W:W:B1", "White has no pieces left"),
    ("checkers", {}, "B:W5,9:B1", ""),
    ("checkers", {}, "W:W12:B3,8", "White cannot move"),
    ("checkers", {}, "W:WK1:BK32:H80", "40-move rule"),
    ("tic-tac-toe", {}, "XXX/OO./...", "3 in a row"),
    ("tic-tac-toe", {}, "XOX/XOO/OXX", "the board is full"),
    ("connect-four", {}, "1213141", "4 in a row"),
    ("connect-four", {"width": 4, "height": 4, "connect": 3}, "12131", "3 in a row"),
    ("kalah", {"pits": 2, "seeds": 1}, "0,0,2/0,1,1 north", "South's pits are empty"),
    ("kalah", {"pits": 2, "seeds": 1}, "0,1,2/0,0,1 north", "North's pits are empty"),
    ("morris", {}, "W../..W/.../....../.../.../BBB W 0 0", "White has two men left"),
    ("morris", {"men": 3}, "WWW/BB./... B 0 1", "a mill"),
    ("dobutsu", {}, "l2/1L1/3/3 w 2C2E2G", "Gote can capture the lion"),
    ("dobutsu", {}, "2L/l2/3/3 w 2C2E2G", "Sente's lion has reached the far row"),
    ("hexapawn", {}, "B../W../... black", "Black cannot move"),
    (
        "breakthrough",
        {"width": 2, "height": 4},
        "../../../BW white",
        "Black has reached the far row",
    ),
    ("othello", {"size": 4}, "XXXX-XX--XX----- O", "White has no discs left"),
    ("othello", {"size": 4}, "XXXXXOOXXOOXXXXO X", "the board is full"),
    ("domineering", {"rows": 2, "columns": 2}, "##/.. vertical", "Vertical cannot move"),
    ("2048", {}, "2,4,2,4/4,2,4,2/2,4,2,4/4,2,4,2 slide", "no move is left"),
]


@pytest.mark.parametrize(("name", "given", "position", "why"), ENDINGS)
def test_why_it_is_over(name: str, given: dict[str, object], position: str, why: str) -> None:
    game = outplay.load(name, **given)
    s = game.parse_state(position)
    assert game.is_terminal(s) == bool(why)
    assert not why or game.ending(s) == why


@pytest.mark.parametrize("name", BUILT_IN)
def test_a_finished_game_says_that_nobody_is_to_move(name: str) -> None:
    """In letters and in the picture, however it ended; and `ending` is a line of text."""
    game = outplay.load(name)
    for seed in range(3):
        chosen, s = random.Random(seed), game.initial()
        while not game.is_terminal(s):
            s = game.result(s, chosen.choice(game.legal(s)))
        seen = game.show(s) + re.sub("<title>.*?</title>|<[^>]*>", " ", str(game.draw(s)))
        assert not re.search("to move|in check", seen)
        assert isinstance(game.ending(s), str) and "\n" not in game.ending(s)


def test_mate_stands_below_the_board() -> None:
    game = outplay.load("chess")
    s = game.play(["f3", "e5", "g4", "Qh4"])
    assert game.show(s).endswith("\nCheckmate")
    assert ">Checkmate</text>" in game.draw(s)


def test_a_game_need_not_say_why() -> None:
    rules = {
        "initial": 1,
        "to_move": lambda s: 1,
        "actions": lambda s: [0],
        "result": lambda s, a: 0,
        "is_terminal": lambda s: s == 0,
        "utility": lambda s: 1,
    }
    assert Game.from_functions(**rules).ending(0) == ""
    assert Game.from_functions(**rules, ending=lambda s: "no match left").ending(0) == (
        "no match left"
    )
