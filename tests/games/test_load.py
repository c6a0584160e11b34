"""`load`: built-in games by name, rules files by path, and a sentence for each failure."""

from __future__ import annotations

import inspect
import linecache
import sys
from pathlib import Path
from typing import Any

import pytest

from outplay.errors import OutplayError, RulesError, UnknownGame, UsageError
from outplay.games import BUILT_IN, find, load

RULES = """\
from outplay.game import MAX, Game

class TakeAway(Game):
    "Take one or two of some matches; whoever takes the last one wins."
    def __init__(self, matches=5):
        self.matches = matches
    def initial(self):
        return (self.matches, MAX)
    def to_move(self, s):
        return s[1]
    def actions(self, s):
        return range(1, min(2, s[0]) + 1)
    def result(self, s, taken):
        return (s[0] - taken, -s[1])
    def is_terminal(self, s):
        return s[0] == 0
    def utility(self, s):
        return -s[1]
"""


@pytest.fixture(autouse=True)
def leave_no_trace() -> Any:
    path, modules = list(sys.path), set(sys.modules)
    yield
    sys.path[:] = path
    for name in set(sys.modules) - modules:
        if name.startswith("outplay_rules_") or name in ("helper", "package", "package.inner"):
            del sys.modules[name]


def write(folder: Path, text: str, name: str = "my_game.py") -> str:
    (folder / name).write_text(text)
    return str(folder / name)


# --- built-in games ---------------------------------------------------------------------


@pytest.mark.parametrize("name", BUILT_IN)
def test_every_built_in_game_loads(name: str) -> None:
    game = load(name)
    assert game.name == name
    assert type(game) is find(name)
    assert game.legal(game.initial())
    assert type(game).__doc__
    assert BUILT_IN[name].endswith(".")


def test_names_are_read_kindly() -> None:
    for name in ("Connect Four", "connect_four", "connectfour", "CONNECT-FOUR"):
        assert load(name).name == "connect-four"


def test_parameters() -> None:
    assert load("connect-four", width=5, height=4).legal(load("connect-four", width=5).initial())
    assert load("nim", heaps=[1, 2], misere=True).initial().heaps == (1, 2)
    game = load("tree", tree="[[2, 4], [5, 7]]", root=-1)
    assert game.to_move(game.initial()) == -1


@pytest.mark.parametrize(
    ("name", "parameters", "kind", "sentence"),
    [
        ("conect-four", {}, UnknownGame, "Did you mean connect-four?"),
        ("go", {}, UnknownGame, "There is no game called 'go'. There are tic-tac-toe, "),
        ("", {}, UnknownGame, "There is no game called ''."),
        (
            "nim",
            {"heap": (1,)},
            UsageError,
            "nim has no parameter 'heap'; its parameters are heaps,",
        ),
        ("nim", {"heap": (1,)}, UsageError, "Did you mean heaps?"),
        ("pig", {"goal": 1}, UsageError, "pig has no parameter 'goal'; its parameters are target."),
        ("connect-four", {"width": "7"}, UsageError, "width must be a whole number"),
        ("connect-four", {"width": 9, "height": 7}, UsageError, "there is room for 63"),
    ],
)
def test_sentences(
    name: str, parameters: dict[str, Any], kind: type[OutplayError], sentence: str
) -> None:
    with pytest.raises(kind) as caught:
        load(name, **parameters)
    assert sentence in str(caught.value)


# --- rules files --------------------------------------------------------------------------


def test_a_rules_file(tmp_path: Path) -> None:
    path = write(tmp_path, RULES)
    game = load(path, matches=7)
    assert game.name == "take-away"
    assert game.initial() == (7, 1)
    assert load(Path(path)).initial() == (5, 1)
    assert load(f"{path}:TakeAway").initial() == (5, 1)
    assert type(load(path)) is type(game)
    assert "whoever takes the last one wins" in inspect.getsource(type(game))
    assert sys.modules[type(game).__module__].__file__ == path


def test_a_relative_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, RULES)
    monkeypatch.chdir(tmp_path)
    assert load("my_game.py").name == load("./my_game.py:TakeAway").name == "take-away"
    with pytest.raises(UnknownGame, match=r"Did you mean the rules file my_game\.py\?"):
        load("my_game")


def test_a_changed_file_is_read_again(tmp_path: Path) -> None:
    path = write(tmp_path, RULES)
    old = load(path)
    write(tmp_path, RULES.replace("matches=5", "matches=8"))
    assert load(path).initial() == (8, 1)
    assert old.initial() == (5, 1)
    assert "matches=8" in inspect.getsource(type(load(path)))


def test_the_source_stays_what_was_loaded(tmp_path: Path) -> None:
    path = write(tmp_path, RULES)
    game = load(path)
    write(tmp_path, "# gone\n")
    linecache.checkcache()
    assert "def utility" in inspect.getsource(type(game))


def test_a_helper_beside_the_file(tmp_path: Path) -> None:
    (tmp_path / "package").mkdir()
    write(tmp_path, "", "package/__init__.py")
    write(tmp_path, "START = 6\n", "package/inner.py")
    write(tmp_path, "from package.inner import START\ndef first(): return START\n", "helper.py")
    text = "import helper\n" + RULES.replace("(self.matches, MAX)", "(helper.first(), MAX)")
    path = write(tmp_path, text)
    assert load(path).initial() == (6, 1)
    write(tmp_path, "START = 7\n", "package/inner.py")
    assert load(path).initial() == (7, 1)
    write(tmp_path, "def first(): return 9\n", "helper.py")
    assert load(path).initial() == (9, 1)
    assert not list(tmp_path.rglob("__pycache__"))


def test_helpers_of_the_same_name_in_two_folders(tmp_path: Path) -> None:
    text = "import helper\n" + RULES.replace("matches=5", "matches=helper.START")
    games = []
    for start in (3, 4):
        folder = tmp_path / str(start)
        folder.mkdir()
        write(folder, f"START = {start}\n", "helper.py")
        games.append(load(write(folder, text)))
    assert [game.initial()[0] for game in games] == [3, 4]
    assert load(str(tmp_path / "3" / "my_game.py")).initial()[0] == 3


def test_a_ready_game(tmp_path: Path) -> None:
    path = write(tmp_path, RULES + "game = TakeAway(9)\n")
    assert load(path).initial() == (9, 1)
    assert load(path, matches=2).initial() == (2, 1)
    path = write(tmp_path, "from outplay.games.nim import Nim\ngame = Nim((1, 2))\n", "other.py")
    assert load(path).initial().heaps == (1, 2)
    with pytest.raises(UsageError, match=r"^other\.py defines `game`, which takes no"):
        load(path, heaps=(1,))
    path = write(tmp_path, "from outplay.games.nim import Nim\ngame = Nim\n", "third.py")
    assert load(path, heaps=(4,)).initial().heaps == (4,)


def test_several_games(tmp_path: Path) -> None:
    path = write(tmp_path, RULES + "class Other(TakeAway): pass\nclass _Private(Other): pass\n")
    with pytest.raises(UsageError) as caught:
        load(path)
    assert str(caught.value) == (
        "my_game.py holds several games: TakeAway, Other. Choose one as my_game.py:TakeAway,"
        " or set a variable `game`."
    )
    assert load(f"{path}:Other").name == "other"
    with pytest.raises(UnknownGame, match="has no game called Third; its games: TakeAway, Other"):
        load(f"{path}:Third")


def test_an_unfinished_base_class_is_no_choice(tmp_path: Path) -> None:
    text = RULES.replace("(Game)", "(Base)").replace("class", "class Base(Game): pass\nclass", 1)
    assert load(write(tmp_path, text)).name == "take-away"


@pytest.mark.parametrize(
    ("text", "kind", "sentence"),
    [
        ("x = (\n", RulesError, "my_game.py, line 1: '(' was never closed."),
        ("\n\ndef f()\n", RulesError, "my_game.py, line 3: expected ':'."),
        (
            "a = 1\nb = a / 0\n",
            RulesError,
            "my_game.py, line 2: ZeroDivisionError: division by zero.",
        ),
        (
            "import no_such_module\n",
            RulesError,
            "my_game.py, line 1: ModuleNotFoundError: No module",
        ),
        ("import json\njson.loads('{')\n", RulesError, "my_game.py, line 2: JSONDecodeError"),
        ("import sys\nsys.exit(3)\n", RulesError, "my_game.py, line 2: it calls exit()."),
        ("x = 1\x00\n", RulesError, "my_game.py"),
        ("", UnknownGame, "my_game.py holds no game: define a class of outplay.Game"),
        ("game = 5\n", UnknownGame, "my_game.py holds no game"),
        (
            "from outplay.game import Game\nclass Mine(Game):\n    def initial(self): return 0\n",
            RulesError,
            "my_game.py: Mine does not answer to_move, actions, result, is_terminal, utility;",
        ),
        (
            "from outplay.game import Game\ngame = Game()\n",
            RulesError,
            "my_game.py: Game does not answer initial, to_move,",
        ),
        (
            RULES.replace("self.matches = matches", "self.matches = matches // 0"),
            RulesError,
            "TakeAway cannot be made: my_game.py, line 6: ZeroDivisionError",
        ),
        (
            RULES.replace("matches=5", "matches"),
            UsageError,
            "missing a required argument: 'matches'",
        ),
        (
            "from outplay.game import Game\nimport helper\n",
            RulesError,
            "helper.py, line 2: NameError: name 'y' is not defined.",
        ),
    ],
)
def test_files_that_do_not_load(
    tmp_path: Path, text: str, kind: type[OutplayError], sentence: str
) -> None:
    write(tmp_path, "x = 1\ny\n", "helper.py")
    with pytest.raises(kind) as caught:
        load(write(tmp_path, text))
    assert sentence in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_file_that_failed_loads_once_it_is_mended(tmp_path: Path) -> None:
    path = write(tmp_path, "import helper\n" + RULES)
    for broken in ("x =\n", "raise KeyError('x')\n"):
        write(tmp_path, broken, "helper.py")
        with pytest.raises(RulesError, match=r"^helper\.py, line 1"):
            load(path)
    write(tmp_path, "", "helper.py")
    assert load(path).initial() == (5, 1)


def test_wrong_parameters_of_a_rules_file(tmp_path: Path) -> None:
    path = write(tmp_path, RULES)
    with pytest.raises(UsageError, match=r"^my_game\.py has no parameter 'match'; .* mean matches"):
        load(path, match=3)
    bad = write(tmp_path, RULES.replace("= matches\n", "= matches + 1\n"), "bad.py")
    with pytest.raises(UsageError, match=r"^TakeAway cannot be made: bad\.py, line 6: TypeError"):
        load(bad, matches="x")


def test_files_that_are_not_there(tmp_path: Path) -> None:
    write(tmp_path, RULES)
    with pytest.raises(
        UnknownGame, match=r"^There is no rules file .*\. Did you mean my_game\.py\?"
    ):
        load(str(tmp_path / "my_gane.py"))
    with pytest.raises(UnknownGame, match=r"is a folder; name the rules file in it"):
        load(f"{tmp_path}/")
    (tmp_path / "folder.py").mkdir()
    with pytest.raises(UnknownGame, match=r"is a folder"):
        load(str(tmp_path / "folder.py"))
    (tmp_path / "latin.py").write_bytes(b"# caf\xe9\n")
    with pytest.raises(RulesError, match=r"^latin\.py"):
        load(str(tmp_path / "latin.py"))
    with pytest.raises(RulesError, match="cannot be read"):
        load("a\x00b.py")
