"""Jobs `look`, `step` and `home`: what the page is told of positions and games."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import pytest
from few_games import Take, few, look, quiet, step

import outplay
from outplay.cli.new import TEMPLATE
from outplay.drawing import Sheet
from outplay.errors import IllegalAction
from outplay.games import BUILT_IN
from outplay.web.jobs import look as jobs
from outplay.web.jobs.spots import LONGEST_SENTENCE, follow, stepped

# --- the View -----------------------------------------------------------------------------------


def test_a_view_has_all_that_the_page_needs() -> None:
    view = look("connect-four", "4", " 4 ", **{"with": {"width": 5}})
    assert view["title"] == "Connect Four"
    assert view["with"] == {"width": 5} and view["start"] is None
    assert view["moves"] == ["4", "4"], "as the game writes them"
    assert view["position"] == "...../...../...../...../...O./...X."
    assert (view["ply"], view["players"], view["to_move"], view["mover"]) == (2, ["X", "O"], 1, "X")
    assert view["over"] is None and view["deterministic"] and not view["turns"]
    assert view["svg"].startswith("<svg") and view["box"] == [5.4, 6.9]
    assert len(view["places"]) == 30
    assert {"name": "d2", "x": 3.2, "y": 4.2, "width": 1, "height": 1, "what": "O"} in view[
        "places"
    ]
    assert [action["text"] for action in view["actions"]] == ["1", "2", "3", "4", "5"]
    assert view["actions"][3]["gestures"][0] == ["d3"] and view["more_actions"] == 0
    assert view["last"] == ["d2"]
    assert view["record"] == [{"text": "4", "player": 1}, {"text": "4", "player": -1}]
    assert view["show"].endswith("1 2 3 4 5")
    assert view["copy"]["record"] == "4 4" and view["copy"]["position"] == view["position"]


def test_the_fields_of_a_spot_may_stand_by_themselves() -> None:
    one = jobs.look(few(), {"game": "nim"}, quiet)
    assert one == look("nim", position=None)


def test_a_position_and_moves_from_it() -> None:
    view = look("tic-tac-toe", "a1", position="..O/.X./...")
    assert (view["start"], view["ply"], view["to_move"]) == ("..O/.X./...", 1, -1)
    assert view["position"] == "X.O/.X./..."


def test_step_is_look_with_one_more_move() -> None:
    assert step("tic-tac-toe", "b2", "a1") == look("tic-tac-toe", "b2", "a1")


def test_dice_have_their_probabilities_and_the_move_before_them_is_marked() -> None:
    view = look("ur")
    assert (view["to_move"], view["mover"], view["deterministic"]) == (0, "chance", False)
    assert [(a["text"], a["probability"]) for a in view["actions"]][:2] == [
        ("0", 0.0625),
        ("1", 0.25),
    ]
    moved = look("ur", "1", "0", "0")
    assert moved["actions"] == [{"text": "pass", "gestures": [], "probability": None}]
    assert moved["last"] == ["light waiting", "light 1"]
    assert [ply["player"] for ply in moved["record"]] == [0, 1, 0]


@pytest.mark.parametrize("name", BUILT_IN)
def test_every_game_has_a_view_all_through_a_game(name: str) -> None:
    moves: list[str] = []
    for ply in range(24):
        view = look(name, *moves)
        names = {place["name"] for place in view["places"]}
        ways = [way for action in view["actions"] for way in action["gestures"]]
        assert all(way and set(way) <= names for way in ways) and set(view["last"]) <= names
        assert (view["over"] is None) == bool(view["actions"]) == (view["to_move"] is not None)
        if view["over"]:
            break
        moves.append(view["actions"][7 * ply % len(view["actions"])]["text"])


# --- ends ---------------------------------------------------------------------------------------


def test_the_end_is_said_in_words() -> None:
    won = look("tic-tac-toe", "a1", "a2", "b1", "b2", "c1")
    assert won["over"] == {"value": 1, "reason": "rules", "text": "X wins (3 in a row)."}
    assert won["actions"] == [] and won["to_move"] is None and won["mover"] is None
    drawn = look("tic-tac-toe", "a1", "b1", "c1", "b2", "a2", "c2", "b3", "a3", "c3")
    assert drawn["over"]["text"] == "A draw (the board is full)."
    assert (
        look("kalah", position="0,0,2/0,1,1 north", **{"with": {"pits": 2, "seeds": 1}})["over"][
            "text"
        ]
        == "A draw (South's pits are empty)."
    )
    assert look("tree", "1", "1", **{"with": {"tree": "[[-3, 12]]"}})["over"]["text"] == (
        "+3 for MIN."
    )
    mate = look("chess", "f3", "e5", "g4", "Qh4#")
    assert mate["over"] == {"value": -10_000, "reason": "rules", "text": "Black wins (checkmate)."}


def test_a_position_for_the_third_time_is_the_end() -> None:
    moves = ["Nf3", "Nf6", "Ng1", "Ng8"] * 2
    view = look("chess", *moves)
    assert view["over"]["reason"] == "repetition" and view["over"]["value"] == 0
    assert view["over"]["text"] == "A draw (threefold repetition)."
    assert view["actions"] == []
    assert '[Result "1/2-1/2"]' in view["copy"]["record"]
    with pytest.raises(IllegalAction, match=r"The game is over: a draw \(threefold repetition\)\."):
        step("chess", *moves, "e4")


# --- what can be copied -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "spot"),
    [
        ("tic-tac-toe", {}),
        ("tic-tac-toe", {"moves": ["b2", "a1"]}),
        ("tic-tac-toe", {"position": "X.../..../O...", "with": {"width": 4, "connect": 3}}),
        ("nim", {"with": {"heaps": [1, 2], "misere": True}, "moves": ["b1"]}),
        ("tree", {"with": {"tree": "[[3, 12, 8], [2, 4, 6]]"}, "position": "1", "moves": ["2"]}),
        ("checkers", {"moves": ["11-15", "23-18"], "position": None}),
        ("pig", {"moves": ["roll", "3"], "with": {"target": 12}}),
    ],
)
def test_python_lines_analyse_the_same_position(
    game: str, spot: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    view = look(game, **{"moves": [], **spot})
    text = view["copy"]["python"].replace("time=5", "nodes=50, speed='python'")
    assert text != view["copy"]["python"]
    space: dict[str, Any] = {}
    exec(text, space)
    state = space["states"][-1] if "states" in space else space.get("state", space.get("start"))
    rules = space["game"]
    assert rules.format_state(rules.initial() if state is None else state) == view["position"]
    assert capsys.readouterr().out.startswith(f"{rules.name}, engine")


def test_the_record_of_chess_is_pgn() -> None:
    from outplay.games.chess import pgn

    view = look("chess", "e4", "e5", "Ke2", position=None)
    played = pgn.read_games(view["copy"]["record"])[0]
    assert len(played.actions) == 3 and played.result == "*"
    later = look("chess", "Ra8#", position="6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1")
    again = pgn.read_games(later["copy"]["record"])[0]
    assert (again.result, again.tags["FEN"]) == ("1-0", "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1")


def test_an_own_file_is_named_without_its_folder(tmp_path: Path) -> None:
    file = tmp_path / "take_away.py"
    file.write_text(TEMPLATE.read_text("utf-8"), "utf-8")
    context = few({"take_away.py": str(file)})
    view = look("take_away.py", "3", context=context, **{"with": {"matches": 9}})
    assert "outplay.load('take_away.py', matches=9)" in view["copy"]["python"]
    assert str(tmp_path) not in json.dumps(view)
    assert view["title"] == "Take Away"
    assert view["actions"][1]["gestures"] == [["5"]], "two of six: the fifth and the sixth"
    about = jobs.home(context, {"only": ["take_away.py"]}, quiet)["games"][0]
    assert about["own"] and about["trouble"] is None and about["players"] == ["first", "second"]
    assert about["summary"].startswith("Two players take turns to take 1 to")
    assert about["parameters"][0] == {"name": "matches", "default": 21}


# --- large positions, and the home page ---------------------------------------------------------


def test_thousands_of_actions_need_one_drawing() -> None:
    class Wide(Take):
        """5,000 actions on a board of 900 squares."""

        drawn = 0

        def actions(self, s: Any) -> Any:
            return range(5_000)

        def draw(self, s: Any) -> str:
            self.drawn += 1
            sheet = Sheet(30, 30, "wide")
            for square in range(900):
                sheet.place(f"s{square}", square % 30, square // 30)
            return str(sheet)

        def format_action(self, s: Any, a: int) -> str:
            return f"s{a % 900}-s{a // 900}"

    wide = Wide()
    view = look("wide", context=few(wide=wide))
    assert wide.drawn <= 2, "once for all actions"
    assert len(view["actions"]) == 1_000 and view["more_actions"] == 4_000
    assert view["actions"][901]["gestures"] == [["s1", "s1"]]
    with pytest.raises(IllegalAction) as raised:
        step("wide", "nowhere", context=few(wide=Wide()))
    assert len(str(raised.value)) <= LONGEST_SENTENCE


def test_a_long_game_is_answered_in_time() -> None:
    moves = ["Nf3", "Nf6", "Ng1", "Ng8"] * 490
    begun = time.perf_counter()
    trail = follow(few(), {"game": "chess", "moves": moves, "with": {"draws": False}})
    assert time.perf_counter() - begun < 60
    assert len(trail.history) == 1960
    assert len(stepped(trail, "e4").actions) == 1961


def test_home_lists_every_game(tmp_path: Path) -> None:
    bad = tmp_path / "bad.py"
    bad.write_text("from outplay import Game\nclass Bad(Game):\n    x = 1 / 0\n", "utf-8")
    context = few({"bad.py": str(bad)})
    told = jobs.home(context, {}, quiet)
    json.dumps(told, allow_nan=False)
    games = {game["key"]: game for game in told["games"]}
    assert list(games) == [*BUILT_IN, "bad.py"]
    assert told["version"] == outplay.__version__
    assert told["levels"][0] == {"number": 1, "name": "beginner"}
    for key in BUILT_IN:
        assert games[key]["trouble"] is None, games[key]
        assert games[key]["svg"].startswith("<svg") and games[key]["summary"].endswith(".")
        assert not games[key]["own"]
    assert games["bad.py"]["own"] and games["bad.py"]["svg"] == ""
    assert games["bad.py"]["trouble"] == "bad.py, line 3: ZeroDivisionError: division by zero."
    assert games["nim"]["parameters"][0] == {"name": "heaps", "default": [3, 4, 5]}
    assert [game["key"] for game in jobs.home(context, {"only": ["hex"]}, quiet)["games"]] == [
        "hex"
    ]


@pytest.mark.parametrize(
    ("key", "title"),
    [
        ("connect-four", "Connect Four"),
        ("dots-and-boxes", "Dots and Boxes"),
        ("2048", "2048"),
        ("my_game.py", "My Game"),
        ("my_game.py:TakeAway", "Take Away"),
        ("folder/hexapawn.py", "Hexapawn"),
    ],
)
def test_titles(key: str, title: str) -> None:
    assert jobs.title_of(key) == title


def test_a_game_may_have_a_title_of_its_own() -> None:
    assert look("ur")["title"] == "The Royal Game of Ur"
    assert look("tic-tac-toe")["title"] == "Tic-tac-toe"


class Counted(Take):
    """Counts how often it is asked to make a move."""

    made = 0

    def result(self, s: Any, taken: int) -> Any:
        type(self).made += 1
        return super().result(s, taken)


def test_moves_that_were_played_through_are_not_played_again() -> None:
    context = few(counted=Counted())
    first = look("counted", "1", "1", context=context)
    assert Counted.made == 2
    after = step("counted", "1", "1", "2", context=context)
    assert Counted.made == 3 and after["moves"] == ["1", "1", "2"]
    assert look("counted", "1", "1", context=context) == first  # undo
    assert Counted.made == 3
    assert look("counted", "1", "2", context=context)["moves"] == ["1", "2"]
    assert Counted.made == 4
    assert look("counted", "1", "1", context=few(counted=Counted())) == first
