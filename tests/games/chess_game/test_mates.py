"""Chess: mates in one and in two, found with the right distance (sources: sunfish's tests)."""

from __future__ import annotations

from typing import Any

import pytest

import outplay
from outplay.engine import helper_threads
from outplay.games.chess import Chess

IN_ONE = (
    "8/6p1/5pk1/7R/B7/8/8/7K w - - 0 1",
    "5K2/8/2qk4/2nPp3/3r4/6B1/B7/3R4 w - e6 0 1",
    "7n/BBP2P1P/8/P1PpK3/P5RR/5k2/Pn2NPN1/3Q2b1 w - d6 0 1",
    "8/2N3p1/5b2/k1B2P2/pP4R1/8/K1nn4/8 b - b3 0 1",
    "rb6/k1p4R/P1P5/PpK5/8/8/8/5B2 w - b6 0 1",
    "r1b3k1/2p2rpp/p7/1p6/3P3q/1BP3bP/PP4P1/RNB1R1K1 w - - 0 1",
    "2n3rr/Pk3p2/3q4/3N4/3Pp2p/4P1p1/3B1PP1/R4RK1 w - - 0 1",
    "8/pp6/2p2p2/6p1/1P6/2Q1P3/k1K2PPP/5B1R w - - 0 38",
)

IN_TWO = (
    "8/1p3Qb1/p5pk/P1p1p1p1/1P2P1P1/2P1N2n/5P1P/4qB1K w - - 1 0",
    "3n4/1R6/p5k1/2B5/1P3PK1/r7/8/8 w - - 1 0",
    "r4rk1/4bp2/1Bppq1p1/4p1n1/2P1Pn2/3P2N1/P2Q1PBK/1R5R b - - 0 1",
    "2Q5/pp2rk1p/3p2pq/2bP1r2/5RR1/1P2P3/PB3P1P/7K w - - 1 0",
    "5b2/q4r1p/p3k1p1/2pNppP1/1P6/3Q1P1P/P7/1K1R4 w - - 1 0",
    "r1b1k2r/pp3ppp/2n1p3/6B1/2p1q3/Q7/PP2PPPP/3RKB1R w Kkq - 1 0",
    "3q2r1/p2b1k2/1pnBp1N1/3p1pQP/6P1/5R2/2r2P2/4RK2 w - - 1 0",
    "6R1/5r1k/p6b/1pB1p2q/1P6/5rQP/5P1K/6R1 w - - 1 0",
    "3nk1r1/1pq4p/p3PQpB/5p2/2r5/8/P4PPP/3RR1K1 w - - 1 0",
    "8/5prk/p5rb/P3N2R/1p1PQ2p/7P/1P3RPq/5K2 w - - 1 0",
    "8/p4q2/6k1/1p3rP1/3Q4/8/PPP5/K6R w - - 1 0",
    "r1b2k2/1p1p1r1B/n4p2/p1qPp3/2P4N/4P1R1/PPQ3PP/R5K1 w - - 1 0",
)


@pytest.mark.parametrize("fen", IN_ONE)
def test_mate_in_one(fen: str) -> None:
    game = Chess()
    result = outplay.analyse(game, game.parse_state(fen), depth=2, speed="python")
    assert (result.distance, result.proven) == (1, True)
    assert abs(result.value) == game.win


@pytest.mark.long
@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("asked", [{"exact": True, "lines": 1}, {"depth": 12}])
def test_mate_in_two(asked: dict[str, Any], threads: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(helper_threads, "START_NODES", 0)
    game = Chess()
    engine = outplay.Engine(game, speed="native", threads=threads)
    for fen in IN_TWO:
        s = game.parse_state(fen)
        result = engine.analyse(s, **asked)
        assert (result.distance, result.proven) == (3, True), fen
        assert result.value == game.win * game.to_move(s)
        for action in result.line:
            s = game.result(s, action)
        assert game.utility(s) == result.value
