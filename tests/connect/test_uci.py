"""`outplay uci` as a process, at native speed, driven by python-chess; and by bare pipes."""

from __future__ import annotations

import asyncio
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from typing import Any

import pytest

chess = pytest.importorskip("chess", reason="python-chess drives these tests")
pytest.importorskip("chess.engine")

COMMAND = [sys.executable, "-m", "outplay", "uci"]
SLOW = 300
"""Seconds: the rules may have to be compiled first."""

QUICK = chess.engine.Limit(time=0.1)
BACK_RANK = "6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1"


@pytest.fixture(scope="module")
def engine() -> Iterator[Any]:
    with chess.engine.SimpleEngine.popen_uci(COMMAND, timeout=SLOW) as engine:
        engine.ping()
        yield engine
    # python-chess leaves a policy of its own behind, with which Playwright starts no browser.
    asyncio.set_event_loop_policy(None)


def test_it_says_who_it_is(engine: Any) -> None:
    assert engine.id["name"].startswith("Outplay")
    assert engine.options["UCI_Elo"].min < 1000 < 2000 < engine.options["UCI_Elo"].max
    assert engine.options["Hash"].type == "spin"


@pytest.mark.parametrize(
    "limit",
    [
        {"depth": 3},
        {"nodes": 2000},
        {"time": 0.1},
        {"white_clock": 1, "black_clock": 1, "white_inc": 0.1, "black_inc": 0.1},
        {"white_clock": 1, "black_clock": 1, "remaining_moves": 1},
        {"white_clock": 0.01, "black_clock": 0.01},
        {"mate": 1, "time": 0.2},
    ],
)
def test_every_kind_of_limit(engine: Any, limit: dict[str, float]) -> None:
    board = chess.Board()
    start = time.perf_counter()
    result = engine.play(board, chess.engine.Limit(**limit), info=chess.engine.INFO_ALL)
    assert result.move in board.legal_moves
    assert time.perf_counter() - start < 30
    if "depth" in limit:
        assert result.info["depth"] == 3
    if "nodes" in limit:
        assert result.info["nodes"] < 4000


def test_what_the_info_lines_say(engine: Any) -> None:
    info = engine.analyse(chess.Board(), chess.engine.Limit(time=0.5))
    for name in ("depth", "seldepth", "score", "nodes", "nps", "hashfull", "time", "pv"):
        assert name in info, name
    assert info["seldepth"] >= info["depth"] >= 2
    assert 0 < info["time"] < 5
    board = chess.Board()
    for move in info["pv"]:
        assert move in board.legal_moves
        board.push(move)


def test_scores_are_from_the_side_to_move(engine: Any) -> None:
    for fen, sign in (
        ("4k3/8/8/8/8/8/8/Q3K3 b - - 0 1", -1),
        ("q3k3/8/8/8/8/8/8/4K3 b - - 0 1", 1),
    ):
        info = engine.analyse(chess.Board(fen), chess.engine.Limit(depth=3))
        assert info["score"].relative.score(mate_score=100_000) * sign > 300


@pytest.mark.parametrize(
    ("fen", "mate"),
    [
        (BACK_RANK, 1),
        ("7k/8/8/8/8/8/R7/1R2K3 w - - 0 1", 2),
        ("7k/R7/8/8/8/8/8/1R2K3 b - - 0 1", -1),
    ],
)
def test_mates_in_moves(engine: Any, fen: str, mate: int) -> None:
    info = engine.analyse(chess.Board(fen), chess.engine.Limit(depth=10))
    assert info["score"].relative.mate() == mate


def test_several_lines(engine: Any) -> None:
    lines = engine.analyse(chess.Board(), chess.engine.Limit(depth=4), multipv=4)
    assert [line["multipv"] for line in lines] == [1, 2, 3, 4]
    assert len({line["pv"][0] for line in lines}) == 4
    scores = [line["score"].relative for line in lines]
    assert scores == sorted(scores, reverse=True)


def test_searchmoves(engine: Any) -> None:
    board = chess.Board()
    for text in ("a2a3", "h2h4"):
        move = chess.Move.from_uci(text)
        assert engine.play(board, QUICK, root_moves=[move]).move == move


def test_infinite_until_stopped(engine: Any) -> None:
    with engine.analysis(chess.Board()) as analysis:
        for info in analysis:
            if info.get("depth", 0) >= 4:
                break
        analysis.stop()
        assert analysis.wait().move in chess.Board().legal_moves


def test_pondering(engine: Any) -> None:
    board = chess.Board()
    for _ in range(3):
        result = engine.play(board, chess.engine.Limit(time=0.1), ponder=True)
        board.push(result.move)
        board.push(result.ponder or next(iter(board.legal_moves)))
    engine.play(board, QUICK)


def test_options_in_the_middle(engine: Any) -> None:
    engine.configure({"Hash": 16, "Move Overhead": 50})
    assert engine.play(chess.Board(), QUICK).move
    engine.configure({"Clear Hash": None})
    engine.configure({"UCI_LimitStrength": True, "UCI_Elo": 1000})
    start = time.perf_counter()
    assert engine.play(chess.Board(), chess.engine.Limit(time=60)).move  # its limit is its own
    assert time.perf_counter() - start < 45
    engine.configure({"UCI_LimitStrength": False, "Hash": 64, "Move Overhead": 30})


def test_chess960(engine: Any) -> None:
    board = chess.Board.from_chess960_pos(0)
    for _ in range(4):
        board.push(engine.play(board, chess.engine.Limit(depth=2)).move)
    castles = chess.Board("4k3/8/8/8/8/8/8/1R2K2R w HB - 0 1", chess960=True)
    move = castles.parse_san("O-O-O")
    assert engine.play(castles, QUICK, root_moves=[move]).move == move


def test_it_does_not_give_a_won_game_away_by_repetition(engine: Any) -> None:
    board = chess.Board("7k/8/8/8/8/8/6Q1/K7 w - - 0 1")
    for text in ["g2g3", "h8h7", "g3g2", "h7h8", "g2g3", "h8h7", "g3g2", "h7h8"]:
        board.push_uci(text)
    board.push(engine.play(board, chess.engine.Limit(time=0.3)).move)
    assert not board.is_repetition(3)


def test_a_game_on_a_short_clock(engine: Any) -> None:
    """No time is lost; the whole match of 200 games is in benchmarks/chess_matches.py.

    A busy machine may stop for as long as there is on the clock: one game of three is enough.
    """
    assert any(least_time_left(engine) > 0 for _ in range(3))


def least_time_left(engine: Any) -> float:
    """Seconds on the clock of whoever had the fewest, after one of the moves of a game."""
    board, left = chess.Board(), {chess.WHITE: 0.6, chess.BLACK: 0.6}
    least = 0.6
    for _ in range(60):
        if board.is_game_over(claim_draw=True) or least <= 0:
            break
        limit = chess.engine.Limit(
            white_clock=left[chess.WHITE],
            black_clock=left[chess.BLACK],
            white_inc=0.05,
            black_inc=0.05,
        )
        start = time.perf_counter()
        move = engine.play(board, limit).move
        left[board.turn] -= time.perf_counter() - start
        least = min(least, left[board.turn])
        left[board.turn] += 0.05
        board.push(move)
    return least


# --- bare pipes -----------------------------------------------------------------------------------


def started(*words: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [*COMMAND, *words], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )


def heard(process: subprocess.Popen[bytes], start: bytes) -> None:
    assert process.stdout is not None
    for line in process.stdout:
        if line.startswith(start):
            return
    raise AssertionError(f"{start!r} was not said")


def test_lines_that_are_no_text_and_the_end_of_input() -> None:
    process = started("--speed", "python")
    out, error = process.communicate(b"\xff\xfe\x00 uci\nposition fen \xff\nisready\nuci", 60)
    assert out.count(b"uciok\n") == 2
    assert error == b"" and process.returncode == 0


def test_quit_while_the_rules_are_compiled() -> None:
    process = started()
    start = time.perf_counter()
    out, error = process.communicate(b"uci\nquit\n", 60)
    assert b"uciok" in out and error == b"" and process.returncode == 0
    assert time.perf_counter() - start < 30


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C is sent in another way there")
def test_ctrl_c_ends_it() -> None:
    process = started("--speed", "python")
    assert process.stdin is not None
    process.stdin.write(b"go infinite\n")
    process.stdin.flush()
    heard(process, b"info depth")
    process.send_signal(signal.SIGINT)
    _, error = process.communicate(timeout=30)
    assert error == b"" and process.returncode == 0


def test_nobody_reads_any_more() -> None:
    process = started("--speed", "python")
    assert process.stdin is not None and process.stdout is not None
    process.stdin.write(b"go infinite\n")
    process.stdin.flush()
    heard(process, b"info depth")
    process.stdout.close()
    time.sleep(0.3)
    process.stdin.close()
    assert process.wait(30) in (0, 120, 141)
    assert process.stderr is not None
    assert b"Traceback" not in process.stderr.read()
