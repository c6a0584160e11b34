"""Modules of functions on a board, as CS50 has them, through `Game.from_module` and by file."""

from __future__ import annotations

import subprocess
import sys
import types
from pathlib import Path
from typing import Any

import course_tic_tac_toe as course
import pytest

import outplay
from outplay import MAX, MIN, Game, UnknownGame, UsageError

FILE = Path(course.__file__)
BOARD = [["X", "O", None], [None, "X", None], [None, None, "O"]]


def module(**functions: Any) -> types.ModuleType:
    """The course's module with some of its names exchanged, or without them if None."""
    found = types.ModuleType("nameless")
    names = ("X", "O", "initial_state", "player", "actions", "result", "terminal", "utility")
    held = {name: getattr(course, name) for name in names}
    vars(found).update({k: v for k, v in {**held, **functions}.items() if v is not None})
    return found


def test_it_is_tic_tac_toe() -> None:
    game = Game.from_module(course)
    assert (game.name, game.player_names) == ("course_tic_tac_toe", ("X", "O"))
    ours = outplay.load("tic-tac-toe")
    for options in ({}, {"memory": True}):
        theirs = outplay.alphabeta(game, speed="python", **options)
        assert theirs.value == 0
        assert theirs.nodes == outplay.alphabeta(ours, speed="python", **options).nodes or options
    assert outplay.count(game, tree=False).states == 5478
    won = outplay.analyse(game, BOARD, exact=True)
    assert (won.value, won.distance, won.to_move) == (1, 3, MAX)
    assert BOARD == [["X", "O", None], [None, "X", None], [None, None, "O"]]


def test_the_order_of_actions_is_fixed() -> None:
    game = Game.from_module(course)
    cells = [(i, j) for i in range(3) for j in range(3)]
    assert game.legal(game.initial()) == cells
    listed = Game.from_module(module(actions=lambda board: [(2, 2), (0, 0)]))
    assert listed.legal(listed.initial()) == [(2, 2), (0, 0)]
    mixed = Game.from_module(module(actions=lambda board: {"pass", (0, 1), (0, 0)}))
    assert mixed.legal(mixed.initial()) == ["pass", (0, 0), (0, 1)]


def test_texts_do_not_make_the_order_depend_on_the_process() -> None:
    """Texts have another hash in each process."""
    code = (
        f"import sys; sys.path.insert(0, {str(FILE.parent)!r}); import test_modules as t\n"
        "g = t.Game.from_module(t.module(actions=lambda b: set('abcdefgh')))\n"
        "print(g.legal(g.initial()))"
    )
    told = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": _path()},
            capture_output=True,
            text=True,
            check=True,
            timeout=60,
        ).stdout
        for seed in ("1", "2")
    }
    assert told == {f"{list('abcdefgh')}\n"}


def _path() -> str:
    return ":".join(path for path in sys.path if path)


def test_who_is_max() -> None:
    assert Game.from_module(module(X=None)).to_move(course.initial_state()) == MAX
    game = Game.from_module(course, max_player="O")
    assert (game.to_move(course.initial_state()), game.player_names) == (MIN, ("O", "X"))
    signs = module(X=None, player=lambda board: -1)
    assert Game.from_module(signs).to_move(course.initial_state()) == MIN


def test_optional_rules_and_settings_are_given_by_name() -> None:
    game = Game.from_module(course, evaluate=lambda board: 0.25, name="noughts", may_cycle=True)
    assert outplay.alphabeta(game, depth=1).value == 0.25
    assert (game.name, game.may_cycle, game.answers("evaluate")) == ("noughts", True, True)
    with pytest.raises(UsageError, match=r"has no rule 'evaluat'\. Did you mean evaluate"):
        Game.from_module(course, evaluat=len)


def test_rules_that_change_the_board() -> None:
    def in_place(board: Any, action: Any) -> Any:
        board[action[0]][action[1]] = course.player(board)
        return board

    game = Game.from_module(module(result=in_place))
    right = outplay.alphabeta(Game.from_module(course), BOARD, speed="python")
    found = outplay.alphabeta(game, BOARD, speed="python")
    assert (found.value, found.nodes, found.line) == (right.value, right.nodes, right.line)
    failure = outplay.check(game, lines=10, native=False).failure
    assert failure is not None and (failure.rule, failure.kind) == ("in_place", "changes")
    assert f"(test_modules.py, line {in_place.__code__.co_firstlineno})" in failure.what


def test_faults_have_the_names_of_their_author() -> None:
    def player(board: Any) -> str:
        raise KeyError("turn")

    failure = outplay.check(Game.from_module(module(player=player)), native=False).failure
    assert failure is not None and failure.what.startswith("`player` raises KeyError")
    with pytest.raises(UsageError, match="nameless has no function player, terminal"):
        Game.from_module(module(player=None, terminal=None))
    with pytest.raises(UsageError, match="needs a module or the path of one, not 3"):
        Game.from_module(3)  # type: ignore[arg-type]


def test_check_finds_no_fault() -> None:
    report = outplay.check(Game.from_module(FILE), lines=100, native=False)
    assert report.ok and not report.warnings, str(report)


def test_a_rules_file_of_functions(tmp_path: Path) -> None:
    game = outplay.load(str(FILE))
    assert outplay.alphabeta(game).value == 0
    assert game.show(BOARD).splitlines() == ["X O .", ". X .", ". . O"]
    with pytest.raises(UsageError, match="a game of functions, which takes no parameters"):
        outplay.load(str(FILE), size=3)
    part = tmp_path / "part.py"
    part.write_text("def initial_state(): return [0]\ndef player(board): return 'X'\n")
    with pytest.raises(UnknownGame, match="a variable `game`, or the functions initial_state, pla"):
        outplay.load(str(part))
