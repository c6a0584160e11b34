"""How a game ended is said everywhere in the same words; nobody is to move then."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from cli_tools import outplay

import outplay as package
from outplay.games import BUILT_IN

MATE = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3"
STALE = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"
SHUFFLE = "Nf3 Nf6 Ng1 Ng8 " * 2


@pytest.mark.parametrize(
    ("game", "position", "told"),
    [
        ("chess", MATE, "Black wins (checkmate)"),
        ("chess", STALE, "a draw (stalemate)"),
        ("tic-tac-toe", "XXX/OO./...", "X wins (3 in a row)"),
        ("tic-tac-toe", "XOX/XOO/OXX", "a draw (the board is full)"),
        ("checkers", "W:W:BK7", "Black wins (White has no pieces left)"),
        ("dots-and-boxes", "---/|A|A|A|/---/|A|B|A|/---/|A|B|A|/--- A", "+5 for A"),
    ],
)
def test_the_same_words_everywhere(
    capsys: pytest.CaptureFixture[str], game: str, position: str, told: str
) -> None:
    lines = {
        "play": ["--max", "human", "--min", "human"],
        "analyse": ["--depth", "1"],
        "explain": ["--depth", "1"],
    }
    for command, options in lines.items():
        done = outplay(capsys, command, game, position, *options)
        assert done.code == 0, done.err
        who = ", you" if command == "play" and told.startswith("+") else ""
        assert told in done.out or f"{told} (you)" in done.out, (command, done.out, who)
        assert "to move" not in done.out
    for command in ("analyse", "explain"):
        done = outplay(capsys, command, game, position, "--json", "--depth", "1")
        assert json.loads(done.out)["to_move"] is None


def test_a_repetition_is_named_and_nobody_is_to_move(capsys: pytest.CaptureFixture[str]) -> None:
    argv = ["play", "chess", "--max", "human", "--min", "human", "--moves", SHUFFLE.strip()]
    done = outplay(capsys, *argv, stdin="u\n")
    before, after = done.out.split("The game is over: a draw (threefold repetition).")
    assert "to move" not in before
    assert "Black to move" in after


def test_who_won_is_you_or_the_other_with_the_reason(capsys: pytest.CaptureFixture[str]) -> None:
    argv = ["play", "tic-tac-toe", "XX./OO./...", "--min", "random"]
    assert "you win as X (3 in a row)." in outplay(capsys, *argv, stdin="c1\n").out
    argv = ["play", "tic-tac-toe", "XX./OO./...", "--max", "human", "--min", "alphabeta"]
    assert "alphabeta wins as O (3 in a row)." in outplay(capsys, *argv, stdin="a3\n").out


@pytest.mark.parametrize("name", [name for name in BUILT_IN if "tree" not in name])
def test_no_picture_of_a_finished_game_says_that_somebody_is_to_move(name: str) -> None:
    game = package.load(name)
    end = package.arena.play_game(
        game, {side: package.arena.read_player("random") for side in (1, -1)}, seed=5
    )
    s = game.initial()
    for action in end.actions:
        s = game.result(s, action)
    if game.is_terminal(s):
        for told in (game.show(s), game.draw(s)):
            assert "to move" not in told and not any(
                line.startswith(">") for line in told.splitlines()
            )


def test_a_match_says_why_games_ended(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    rules = tmp_path / "round.py"
    rules.write_text(ROUND)
    done = outplay(capsys, "match", str(rules), "random", "random", "--games", "2", "--plies", "0")
    assert "2 of 2 games ended by threefold repetition" in done.out


def test_a_game_without_a_person_does_not_go_on_for_ever(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("outplay.arena.playing.MOST_PLIES", 20)
    rules = tmp_path / "endless.py"
    rules.write_text(ROUND.replace("may_cycle = True", "").replace("% 3", ""))
    done = outplay(capsys, "play", str(rules), "--max", "random", "--min", "random")
    assert "a draw (2,000 plies without an end)" in done.out
    assert done.out.count(" plays ") == 20


ROUND = """
from outplay import MAX, Game


class Round(Game):
    may_cycle = True

    def initial(self):
        return (0, MAX)

    def to_move(self, s):
        return s[1]

    def actions(self, s):
        yield 1

    def result(self, s, a):
        return ((s[0] + a) % 3, -s[1])

    def is_terminal(self, s):
        return False

    def utility(self, s):
        return 0
"""
