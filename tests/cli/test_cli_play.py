"""`outplay play`, with what a person would type on stdin."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest
from cli_tools import Done, outplay

import outplay as package
from outplay.arena.playing import roll
from outplay.cli.players import Player, both, format_clock, player, read_clock
from outplay.cli.screen import broken
from outplay.cli.thinking import Settings, Thinker
from outplay.engine.engine import Engine
from outplay.games import BUILT_IN
from outplay.search.error_context import refuse_nonsense

QUICK = ("--depth", "9")


def play(capsys: pytest.CaptureFixture[str], *argv: str, typed: str = "") -> Done:
    done = outplay(capsys, "play", *argv, stdin=typed)
    assert done.code == 0, done.err
    assert done.err == ""
    return done


def test_a_whole_game_of_two_persons(capsys: pytest.CaptureFixture[str]) -> None:
    argv = ["tic-tac-toe", "--max", "human", "--min", "human"]
    done = play(capsys, *argv, typed="a1\nb2\na2\nb1\na3\n")
    assert "X: you. O: you." in done.out
    assert "O to move: b2" in done.out
    assert "1 X O ." in done.out
    assert "The game is over: X wins (3 in a row)." in done.out
    assert "Moves: a1 b2 a2 b1 a3" in done.out


def test_the_algorithm_plays_well_and_says_what_it_thinks(
    capsys: pytest.CaptureFixture[str],
) -> None:
    argv = ["tic-tac-toe", "--moves", "a1 b2 b1", "--min", "alphabeta"]
    done = play(capsys, *argv, typed="")
    assert "Played so far: a1 b2 b1" in done.out
    assert "O (alphabeta) plays c1" in done.out
    assert "value = 0 for X, the game ends in 6 plies" in done.out


def test_losing_is_said_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    argv = ["nim", "--with", "heaps=(1,1)", "--min", "minimax"]
    assert "minimax wins as second" in play(capsys, *argv, typed="a1\n").out
    argv = ["nim", "--with", "heaps=(1,)", "--min", "minimax"]
    assert "you win as first" in play(capsys, *argv, typed="a1\n").out


def test_other_values_than_win_and_loss_are_said(capsys: pytest.CaptureFixture[str]) -> None:
    done = play(capsys, "tree", "--max", "minimax", "--min", "minimax")
    assert "The game is over: +3 for MAX (minimax)." in done.out


def test_a_draw_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    done = play(capsys, "tic-tac-toe", "XOX/XOO/OX.", "--min", "human", "--max", "random")
    assert "The game is over: a draw (the board is full)." in done.out


def test_commands(capsys: pytest.CaptureFixture[str]) -> None:
    argv = ["nim", "--with", "heaps=(1,2)", "--min", "minimax"]
    done = play(capsys, *argv, typed="m\nhint\n?\nb\nz9\n:moves\na1\nu\nundo\nb1\nq\n")
    assert done.out.count("a1 b1 b2\n") == 2
    assert "Hint: b1\n  value = +1 for first" in done.out
    assert "q, quit" in done.out
    assert "There is no heap z; the heaps are a to b. (? for help)" in done.out
    assert "a1 is taken back." in done.out
    assert "You have not moved yet; there is nothing to take back." in done.out
    assert "outplay play nim --with 'heaps=(1,2)' --max human --min minimax --moves" in done.out


def test_swap_hands_the_side_over(capsys: pytest.CaptureFixture[str]) -> None:
    argv = ["nim", "--with", "heaps=(1,2)", "--min", "minimax"]
    done = play(capsys, *argv, typed="s\n")
    assert "You are second now." in done.out
    assert "first (minimax) plays b1" in done.out
    assert "--max minimax --min human" in done.out


def test_undo_after_the_end_and_a_new_game(capsys: pytest.CaptureFixture[str]) -> None:
    argv = ["nim", "--with", "heaps=(1,1)", "--min", "minimax"]
    done = play(capsys, *argv, typed="a1\nu\nb1\nx\nn\na1\n\n")
    assert done.out.count("The game is over") == 3
    assert "'x' is neither u nor n" in done.out


def test_resuming_goes_on_where_it_stopped(capsys: pytest.CaptureFixture[str]) -> None:
    first = play(capsys, "pig", "--seed", "7", "--depth", "2", typed="roll\nroll\nhold\n")
    resume = first.out.rstrip().splitlines()[-1].strip()
    argv = shlex.split(resume)
    assert argv[:2] == ["outplay", "play"]
    again = play(capsys, *argv[2:], typed="q\n")
    assert again.out.rstrip().splitlines()[-1].strip() == resume


def test_leaving_before_the_first_move_says_goodbye_only(
    capsys: pytest.CaptureFixture[str],
) -> None:
    for typed in ("q\n", "quit\n", ":q\n", ""):
        assert play(capsys, "tic-tac-toe", typed=typed).out.endswith("Goodbye.\n")


def test_the_dice_depend_on_seed_and_ply_alone(capsys: pytest.CaptureFixture[str]) -> None:
    argv = ["pig", "--seed", "3", "--max", "human", "--min", "human"]
    one = play(capsys, *argv, typed="roll\nq\n").out
    two = play(capsys, *argv, typed="roll\nu\nroll\nq\n").out
    assert one.splitlines()[-1] == two.splitlines()[-1]
    game = package.load("pig")
    s = game.play(["roll"])
    found = refuse_nonsense(game, s)
    faces = [roll(found, seed, 1)[0] for seed in range(600)]
    assert {faces.count(face) > 60 for face in range(1, 7)} == {True}


def test_two_algorithms_play_the_same_game_for_the_same_seed(
    capsys: pytest.CaptureFixture[str],
) -> None:
    argv = ["nim", "--max", "random", "--min", "random", "--seed", "5"]
    one, two = play(capsys, *argv), play(capsys, *argv)
    assert one.out == two.out
    assert "first (random) plays" in one.out
    assert "Type a move" not in one.out


def test_the_menu(capsys: pytest.CaptureFixture[str]) -> None:
    assert "tic-tac-toe. X: you." in play(capsys, typed="\nq\n").out
    number = 1 + list(BUILT_IN).index("nim")
    assert "nim. first: you." in play(capsys, typed=f"99\nnimm\n{number}\nq\n").out
    assert "pig. first: you." in play(capsys, typed="Pig\nq\n").out
    assert "2048. player: you." in play(capsys, typed="2048\nq\n").out
    assert "There is no number 99" in play(capsys, typed=f"{'9' * 5_000}\n").out
    assert play(capsys, typed="").out.endswith("Goodbye.\n")


def test_the_menu_in_a_narrow_terminal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for columns in (30, 50, 80):
        monkeypatch.setenv("COLUMNS", str(columns))
        lines = play(capsys, typed="q\n").out.splitlines()
        assert max(map(len, lines[:-2])) <= columns


def test_lines_break_between_words() -> None:
    text = "  value ~ 0 for X, depth 20, 2,090,512 nodes, 1.01 s"
    lines = broken(text, 20)
    assert max(map(len, lines)) <= 20 and all(line.startswith("  ") for line in lines)
    assert " ".join(" ".join(lines).split()) == text.strip()
    assert broken("a-long-word-of-24-letters", 8) == ["a-long-word-of-24-letters"]
    assert broken("", 20) == [""]


def test_ctrl_c_while_a_hint_is_looked_for_goes_on(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(*args: object, **options: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Thinker, "think", interrupt)
    done = play(capsys, "nim", "--max", "human", "--min", "human", typed="h\na1\nq\n")
    assert "No hint has been found yet." in done.out
    assert "--moves a1" in done.out


def test_the_side_that_is_not_named() -> None:
    def specs(*named: str | None) -> list[str]:
        return [player.spec for player in both(*named, Settings())]

    assert specs(None, None) == ["human", "engine"]
    assert specs("human", None) == ["human", "engine"]
    assert specs("alphabeta:4", None) == ["alphabeta:4", "human"]
    assert specs(None, "human") == ["engine", "human"]
    assert specs(None, "random") == ["human", "random"]
    assert specs("random", "minimax") == ["random", "minimax"]


CLASH = '''
from outplay import MAX, MIN, Game

class Lift(Game):
    """u goes up, q quits the lift; whoever reaches floor 2 wins."""
    def initial(self): return (0, MAX)
    def to_move(self, s): return s[1]
    def actions(self, s): return [1]
    def result(self, s, a): return (s[0] + 1, -s[1])
    def is_terminal(self, s): return s[0] == 2
    def utility(self, s): return -s[1]
    def format_action(self, s, a): return "u"
    def parse_action(self, s, text): return {"u": 1}[text]
'''


def test_a_legal_move_is_the_move_and_a_colon_makes_the_command(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "lift.py"
    file.write_text(CLASH)
    argv = [str(file), "--max", "human", "--min", "human"]
    done = play(capsys, *argv, typed="u\n:u\nwhat\nu\nu\n")
    assert "u is taken back." in done.out
    assert "'what' is not a move here; legal: u." in done.out
    assert "The game is over: MIN wins." in done.out


def test_ctrl_c_at_the_prompt_leaves_politely(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(prompt: str) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("builtins.input", interrupt)
    done = play(capsys, "tic-tac-toe", "--moves", "a1 b2")
    assert "outplay play tic-tac-toe --moves 'a1 b2'" in done.out


def test_ctrl_c_while_thinking_plays_the_best_so_far(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(engine: Engine, state: object = None, **options: object) -> package.Result:
        if options.get("nodes") == 1:  # the question whether the algorithm fits
            return real(engine, state, **options)  # type: ignore[arg-type]
        tell = options["progress"]
        assert callable(tell)
        tell(real(engine, state, depth=2))
        raise KeyboardInterrupt

    real = Engine.analyse
    monkeypatch.setattr(Engine, "analyse", interrupted)
    done = play(capsys, "tic-tac-toe", *QUICK, typed="a1\n")
    assert "O (engine) plays" in done.out
    assert "stopped by Ctrl-C" in done.out


# --- the engine as a player ------------------------------------------------------------------


def test_the_engine_plays_with_its_names(capsys: pytest.CaptureFixture[str]) -> None:
    done = play(capsys, "nim", "--with", "heaps=(1,2)", "--max", "engine:4", "--min", "engine")
    assert "first: engine, depth 4. second: engine, 1 s a move." in done.out
    assert "first (engine:4) plays b1" in done.out
    assert "The game is over: first wins." in done.out


def test_each_engine_keeps_its_table_for_the_whole_game(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[Engine] = []
    real = Engine.analyse

    def watched(engine: Engine, state: object = None, **options: object) -> package.Result:
        if options.get("nodes") != 1:
            seen.append(engine)
        return real(engine, state, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(Engine, "analyse", watched)
    argv = ["nim", "--with", "heaps=(2,2)", "--max", "engine:3", "--min", "engine:4"]
    play(capsys, *argv)
    assert len(seen) >= 4
    assert len({id(engine) for engine in seen}) == 2
    assert seen[0] is seen[2]


def test_a_clock_runs_down_and_gains_its_increment() -> None:
    clock = read_clock("2+0.5")
    someone = player("engine", Settings(), clock)
    assert someone.describe() == "engine, 2+0.5 s on the clock"
    assert someone.settings is not None
    assert someone.settings.time is None
    thinker = Thinker(package.load("tic-tac-toe"), someone.settings, someone.clock)
    result = thinker.think(None, "thinking")
    assert thinker.clock is not None
    assert thinker.clock.remaining == pytest.approx(2.5 - result.elapsed)
    thinker.start_again()
    assert thinker.clock == clock
    assert format_clock(read_clock("90")) == "90"


def test_a_clock_is_shown_and_resumed(capsys: pytest.CaptureFixture[str]) -> None:
    argv = ["nim", "--with", "heaps=(2,2)", "--clock", "60+1", "--memory", "8"]
    done = play(capsys, *argv, typed="a1\nq\n")
    assert "second: engine, 60+1 s on the clock." in done.out
    assert "s left\n" in done.out
    assert "outplay play nim --with 'heaps=(2,2)' --clock 60+1 --memory 8" in done.out


def test_the_clock_is_the_engines_alone() -> None:
    one, two = both("engine", "alphabeta", Settings(), read_clock("60"))
    assert one.clock is not None
    assert two == Player("alphabeta", Settings("alphabeta", time=10.0))
