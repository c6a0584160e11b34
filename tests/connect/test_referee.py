"""The referee of the chess matches: rules, clocks, engines that misbehave, adjudication."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path
from random import Random

import pytest

from outplay.connect.uci_client import UciEngine

sys.path.insert(0, str(Path(__file__).parent.parent.parent))  # benchmarks are not installed

from benchmarks.chess_matches import Plan, Seat, Tally
from benchmarks.chess_openings import OPENINGS
from benchmarks.chess_referee import (
    BLACK,
    DRAW_FROM,
    WHITE,
    OwnBoard,
    Pace,
    PythonChessBoard,
    judged,
    play,
)

FAKE = [sys.executable, str(Path(__file__).with_name("fake_engine.py"))]
DEPTH = Pace(depth=1)


def fake(*words: str) -> UciEngine:
    return UciEngine([*FAKE, *words])


def test_every_opening_is_legal_and_leads_elsewhere() -> None:
    ends = set()
    for name, moves in OPENINGS:
        board = OwnBoard()
        assert all(board.push(move) for move in moves.split()), name
        assert board.end() is None
        assert 4 <= len(moves.split()) <= 8
        ends.add(board._states[-1])
    assert len(ends) == len(OPENINGS) >= 30


def test_both_kinds_of_rules_agree() -> None:
    chess = pytest.importorskip("chess", "1")
    for seed in range(6):
        random, outside, own, theirs = Random(seed), chess.Board(), OwnBoard(), PythonChessBoard()
        moves = []
        for _ in range(200):
            move = random.choice(sorted(m.uci() for m in outside.legal_moves))
            outside.push_uci(move)
            moves.append(move)
            assert own.push(move) and theirs.push(move)
            ends = own.end(), theirs.end()
            assert (ends[0] is None) == (ends[1] is None)
            if ends[0] is not None and ends[1] is not None:
                assert ends[0][0] == ends[1][0]
                break
        assert own.san(moves) == theirs.san(moves)
        assert not own.push("a1a1") and not theirs.push("a1a1")


def test_a_game_to_its_end() -> None:
    with fake("plays", "f2f3", "g2g4") as white, fake("plays", "e7e5", "d8h4") as black:
        game = play({WHITE: white, BLACK: black}, (), DEPTH, True)
    assert (game.value, game.reason, game.guilty) == (BLACK, "checkmate", 0)
    assert game.moves == ("f2f3", "e7e5", "g2g4", "d8h4")
    assert game.habits[BLACK].moves == 2


@pytest.mark.parametrize(
    ("words", "reason", "told"),
    [
        (("plays", "e7e5"), "illegal move", "Fake 1.0 played e7e5 after position startpos"),
        (("plays",), "illegal move", "Fake 1.0 played None"),
        (("dies",), "crash", "exited unexpectedly with code 3"),
        (("slow", "f2f3"), "time", "over its time"),
    ],
)
def test_who_misbehaves_loses(words: tuple[str, ...], reason: str, told: str) -> None:
    pace = Pace(clock=(0.2, 0.0)) if reason == "time" else DEPTH
    with fake(*words) as white, fake("plays") as black:
        game = play({WHITE: white, BLACK: black}, (), pace, True)
    assert (game.value, game.reason, game.guilty) == (BLACK, reason, WHITE)
    assert told in game.trouble
    seat = Seat(shlex.join(FAKE), (), "fake")
    plan = Plan(seat, Seat(shlex.join(FAKE), (), "other", 1000), pace, True)
    report = "\n".join(Tally(plan, [(game, game)]).report())
    assert f"1 lost by {reason}" in report
    assert "trouble, fake: " in report and "performance" in report


def test_late_moves_are_counted() -> None:
    with fake("slow", "f2f3", "g2g4") as white, fake("plays", "e7e5", "d8h4") as black:
        game = play({WHITE: white, BLACK: black}, (), Pace(time=0.05), True)
    assert game.habits[WHITE].late == 2 and game.habits[BLACK].late == 0


def test_adjudication() -> None:
    assert judged([950] * 6, 12) == (WHITE, "adjudged won")
    assert judged([-2000] * 6, 12) == (BLACK, "adjudged won")
    assert judged([950, 950, 950, 950, 950, 800], 12) is None
    assert judged([950] * 5, 12) is None
    assert judged([3, -5] * 8, DRAW_FROM) == (0, "adjudged drawn")
    assert judged([3, -5] * 8, DRAW_FROM - 1) is None
    assert judged([3, -50] * 8, DRAW_FROM) is None


def test_paces_as_text() -> None:
    assert str(Pace(time=0.5)) == "0.5 s a move"
    assert str(Pace(clock=(1, 0.1))) == "1 s + 0.1 s"
    assert Pace(clock=(1, 0.1)).go({WHITE: 0.5, BLACK: 0.25}).text() == (
        "go wtime 500 btime 250 winc 100 binc 100"
    )
