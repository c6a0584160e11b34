"""The tuner of chess's weights, and the games it learns from: small cases of each."""

from __future__ import annotations

import importlib.util
import random
import sys
from pathlib import Path
from typing import Any

import pytest

from outplay import Engine
from outplay.game import MIN
from outplay.games.chess import weights
from outplay.games.chess.evaluation import evaluate
from outplay.games.chess.rules import Chess

ROOT = Path(__file__).parents[3]
GAME = Chess()

FENS = (
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r1bq1rk1/pp3ppp/2n1pn2/3p4/3P4/2NBPN2/PP3PPP/R2Q1RK1 w - - 0 1",
    "r2q1r2/pp3pk1/2n1b1pQ/3p4/3P2N1/2PB4/PP3PPP/R4RK1 b - - 0 1",
    "2r3k1/5ppp/p3p3/1p1bP3/8/1P1R1P2/P5PP/3B2K1 w - - 0 1",
    "8/1P3k2/5p2/3p4/p2P4/P4PR1/1r5P/6K1 b - - 0 1",
    "8/8/P7/8/8/6k1/8/K7 b - - 0 1",
    "8/2b5/5k2/4p3/8/3BP3/4KP2/8 w - - 0 1",
    "8/8/8/4k3/8/2N5/3BK3/8 w - - 0 1",
)
POSITIONS = [GAME.parse_state(fen) for fen in FENS]


def script(name: str) -> Any:
    """A module of `benchmarks/`, which is not installed."""
    spec = importlib.util.spec_from_file_location(name, ROOT / "benchmarks" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # a dataclass looks there
    spec.loader.exec_module(module)
    return module


@pytest.fixture(name="tuner", scope="module")
def tuner_fixture() -> Any:
    return script("tune_chess")


@pytest.fixture(name="maker", scope="module")
def maker_fixture() -> Any:
    return script("chess_positions")


def test_symbols_say_what_numbers_say(tuner: Any) -> None:
    values = [evaluate(s) for s in POSITIONS]
    numbers = tuner.start()
    with tuner.Symbols():
        sums = [tuner.coefficients(s) for s in POSITIONS]
    for s, total, known in zip(POSITIONS, sums, values, strict=True):
        worth = sum(numbers[i] * times for i, times in total.terms)
        assert abs(worth - known) < 2, GAME.format_state(s)  # numbers are rounded twice
    assert [evaluate(s) for s in POSITIONS] == values


def test_the_tuner_writes_the_file_as_it_is(tuner: Any) -> None:
    source = Path(weights.__file__).read_text(encoding="utf-8")
    values = {name: value for name, (_, value) in tuner.written().items()}
    assert tuner.rewritten(source, values) == source
    values["TEMPO"] = (7, 8)
    assert "TEMPO = pair(7, 8)\n" in tuner.rewritten(source, values)


def test_the_fit_finds_the_weights_that_made_the_results(tuner: Any) -> None:
    import numpy as np

    numbers = np.random.default_rng(1)
    table = numbers.integers(-2, 3, (4000, 3)).astype(np.float32)
    true = np.array([100.0, 30.0, 0.0])
    results = tuner.chance(table @ true, 150)
    data = tuner.Data(table, results, results)
    found = tuner.fit(data, results, np.array([60.0, 60.0, 10.0]), 150, 1e6, 1)
    assert np.abs(found - true).max() < 0.5


def test_positions_are_used_once(tuner: Any) -> None:
    lines = [f"{fen}; {number % 2}; {20 * number}" for number, fen in enumerate(FENS)]
    again, torn = lines[0].replace("; 0;", "; 1;"), FENS[1] + "; 0."
    assert tuner.chosen_lines([*lines, again, torn], 100) == lines
    assert len(tuner.chosen_lines(lines, 3)) == 3


def test_coefficients_of_lines(tuner: Any) -> None:
    chunk = tuner.extract([f"{fen}; 0.5; 17" for fen in FENS])
    worth = [0.0] * len(FENS)
    for row, column, times in zip(chunk.rows, chunk.columns, chunk.times, strict=True):
        worth[row] += times * tuner.start()[column]
    assert worth == pytest.approx([evaluate(s) for s in POSITIONS], abs=2)
    assert set(chunk.results) == {0.5}
    assert set(chunk.scores) == {17}


# --- games --------------------------------------------------------------------------------------


def test_how_games_end(maker: Any) -> None:
    start = GAME.initial()
    assert maker.ending(GAME, [start], []) is None
    assert maker.ending(GAME, [start], [950] * 6) == 1
    assert maker.ending(GAME, [start], [-950] * 6) == 0
    assert maker.ending(GAME, [start], [950] * 5 + [-950]) is None
    assert maker.ending(GAME, [start] * 80, [0] * 16) == 0.5
    assert maker.ending(GAME, [start] * 60, [0] * 16) is None
    mated = GAME.parse_state("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3")
    assert maker.ending(GAME, [start, mated], []) == 0
    shuffled = [start._replace(quiet=ply) for ply in range(9)]
    assert maker.ending(GAME, shuffled, []) == 0.5


def test_openings_are_random_and_repeatable(maker: Any) -> None:
    one, again, other = (maker.opening(GAME, random.Random(seed))[-1] for seed in (1, 1, 2))
    assert one == again != other


def test_a_game_gives_quiet_positions(maker: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(maker, "LONGEST", 14)
    engine = Engine(GAME, memory=1, speed="python")
    lines = list(maker.game_lines(engine, random.Random(3), 30))
    assert lines
    for line in lines:
        fen, result, score = line.split("; ")
        state = GAME.parse_state(fen)
        assert not GAME.in_check(state)
        assert result in ("0", "0.5", "1")
        assert abs(int(score)) <= maker.USEFUL
    assert any(GAME.parse_state(line.split(";")[0]).player == MIN for line in lines)
