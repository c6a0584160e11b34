"""Chess: lines of so many plies, as others counted them, at both speeds."""

from __future__ import annotations

import pytest

import outplay
from outplay.games.chess import Chess
from outplay.games.chess.board import State

GAME = Chess(draws=False)
"""Only mate and stalemate end the game, as everybody counts."""
GAME_960 = Chess(chess960=True, draws=False)

STANDARD = (
    (
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        {1: 20, 2: 400, 3: 8902, 4: 197_281, 5: 4_865_609, 6: 119_060_324, 7: 3_195_901_860},
    ),
    (
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        {1: 48, 2: 2039, 3: 97_862, 4: 4_085_603, 5: 193_690_690},
    ),
    (
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        {1: 14, 2: 191, 3: 2812, 4: 43_238, 7: 178_633_661},
    ),
    (
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        {1: 6, 2: 264, 3: 9467, 6: 706_045_033},
    ),
    (
        "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
        {1: 44, 2: 1486, 3: 62_379, 5: 89_941_194},
    ),
    (
        "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        {1: 46, 2: 2079, 3: 89_890, 5: 164_075_551},
    ),
    ("r7/4p3/5p1q/3P4/4pQ2/4pP2/6pp/R3K1kr w Q - 1 3", {5: 11_609_488}),
)
"""The seven positions of Stockfish's `perft.sh`; the counts are those of
chessprogramming.org/Perft_Results, the last one's Stockfish's."""

TRICKY = (
    ("r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ -", (6, 264, 9467)),
    ("8/ppp3p1/8/8/3p4/5Q2/1ppp2K1/brk4n w - -", (27, 390, 9354, 134_167)),
    ("8/6kR/8/8/8/bq6/1rqqqqqq/K1nqnbrq b - -", (7, 52, 4593, 50_268)),
    ("3R4/8/q4k2/2B5/1NK5/3b4/8/8 w - -", (4, 125, 2854)),
    ("2Nq4/2K5/1b6/8/7R/3k4/7P/8 w - -", (3, 81, 1217)),
    ("5R2/2P5/8/4k3/8/3rK2r/8/8 w - -", (2, 56, 1030)),
    ("8/8/8/1k6/3Pp3/8/8/4KQ2 b - d3", (6, 121, 711)),
    ("1b1k4/8/8/1rPpK3/8/8/8/8 w - d6", (5, 100, 555)),
)
"""Positions of python-chess' `tricky.perft`: pawns that may not capture en passant, three pieces
that give check in a line … The other positions there are below, or among the seven."""

CHESS960 = (
    ("r1k1r2q/p1ppp1pp/8/8/8/8/P1PPP1PP/R1K1R2Q w KQkq -", (23, 522, 12_333, 285_754)),
    ("r1k2r1q/p1ppp1pp/8/8/8/8/P1PPP1PP/R1K2R1Q w KQkq -", (28, 738, 20_218, 541_480)),
    ("8/8/8/4B2b/6nN/8/5P2/2R1K2k w Q -", (34, 318, 9002, 118_388)),
    ("2r5/8/8/8/8/8/6PP/k2KR3 w K -", (17, 242, 3931, 57_700)),
    ("4r3/3k4/8/8/8/8/6PP/qR1K1R2 w KQ -", (19, 628, 12_858, 405_636)),
    ("r2r3k/p7/3p4/8/8/P6P/8/R3K2R b KQq -", (14, 206, 3672, 64_639, 1_320_962)),
)
"""The same for castling in Chess960 (talkchess.com, thread 55274)."""

QUICK = 5_000_000


def perft(game: Chess, depth: int, s: State) -> int:
    """The lines of `depth` plies, counted one by one."""
    if depth == 0:
        return 1
    return sum(perft(game, depth - 1, game.result(s, a)) for a in game.legal(s))


def cases(least: int, most: int) -> list[tuple[str, int, int]]:
    return [
        (text, depth, lines)
        for text, counts in STANDARD
        for depth, lines in counts.items()
        if least <= lines < most
    ]


@pytest.mark.parametrize(("text", "depth", "lines"), cases(0, 5000))
def test_interpreted(text: str, depth: int, lines: int) -> None:
    assert perft(GAME, depth, GAME.parse_state(text)) == lines


@pytest.mark.parametrize(("text", "depth", "lines"), cases(5000, QUICK))
def test_native(text: str, depth: int, lines: int) -> None:
    assert outplay.perft(GAME, depth, GAME.parse_state(text), speed="native") == lines


@pytest.mark.long
@pytest.mark.parametrize(("text", "depth", "lines"), cases(QUICK, 10**10))
def test_native_to_the_full_depth(text: str, depth: int, lines: int) -> None:
    assert outplay.perft(GAME, depth, GAME.parse_state(text), speed="native") == lines


@pytest.mark.parametrize(("text", "counts"), TRICKY + CHESS960)
def test_tricky_positions(text: str, counts: tuple[int, ...]) -> None:
    s = GAME_960.parse_state(text)  # both games move alike, so one is compiled
    assert perft(GAME_960, 2, s) == counts[1]
    for depth, lines in enumerate(counts, start=1):
        assert outplay.perft(GAME, depth, s, speed="native") == lines


def test_draws_end_lines() -> None:
    # With the fifty-move rule, nothing is left to play in two plies.
    text = "4k3/8/8/8/8/8/8/R3K3 w - - 99 80"
    assert outplay.perft(GAME, 2, GAME.parse_state(text), speed="python") > 0
    assert outplay.perft(Chess(), 2, Chess().parse_state(text), speed="python") == 0
