"""The evaluation of chess: fair to both sides, the same at both speeds, and not against sense."""

from __future__ import annotations

import random

import pytest

import outplay
from outplay import Engine, Game
from outplay.bits import flip_vertical
from outplay.game import MAX, MIN
from outplay.games.chess import evaluation, weights
from outplay.games.chess.board import State
from outplay.games.chess.evaluation import MOST, THEMES, evaluate, themes
from outplay.games.chess.packed import split
from outplay.games.chess.rules import Chess

GAME = Chess()

ENDINGS = (
    "8/8/8/4k3/8/8/3QK3/8 w - - 0 1",
    "8/8/8/4k3/8/8/3RK3/8 b - - 0 1",
    "8/8/8/4k3/8/2N5/3BK3/8 w - - 0 1",
    "7k/8/8/8/8/3N4/3BK3/8 b - - 0 1",
    "8/2b5/5k2/4p3/8/3BP3/4KP2/8 w - - 0 1",
    "8/8/5k2/8/P7/8/2B1K3/8 b - - 0 1",
    "8/5k2/8/8/8/2R1b3/4K3/8 w - - 0 1",
    "8/8/P7/8/8/6k1/8/K7 b - - 0 1",
    "4k3/4P3/8/3B4/8/4r3/8/4K2R w K - 0 1",
)


def walk(seed: int, plies: int) -> list[State]:
    """The positions of a game of random moves."""
    dice = random.Random(seed)
    states = [GAME.initial()]
    while len(states) <= plies and not GAME.is_terminal(states[-1]):
        states.append(GAME.result(states[-1], dice.choice(GAME.legal(states[-1]))))
    return states


POSITIONS = [
    *(state for seed in range(12) for state in walk(seed, 120)[3::3]),
    *map(GAME.parse_state, ENDINGS),
]


def mirrored(s: State) -> State:
    """The same position with the colours exchanged."""
    boards = (flip_vertical(board) for board in s[2:9])
    return State(
        flip_vertical(s.black), flip_vertical(s.white), *boards, -s.player, s.quiet, s.number
    )


def value(fen: str) -> int:
    return evaluate(GAME.parse_state(fen))


def theme(fen: str, name: str) -> int:
    return themes(GAME.parse_state(fen))[THEMES.index(name)]


# --- always so ----------------------------------------------------------------------------------


def test_both_sides_are_judged_alike() -> None:
    for s in POSITIONS:
        assert themes(mirrored(s)) == tuple(-lead for lead in themes(s)), GAME.format_state(s)


def test_the_themes_add_up() -> None:
    for s in POSITIONS:
        assert sum(themes(s)) == evaluate(s), GAME.format_state(s)
        assert len(themes(s)) == len(THEMES)


def test_the_start_is_worth_the_move_alone() -> None:
    s = GAME.initial()
    tempo, _ = split(weights.TEMPO)
    assert evaluate(s) == tempo
    assert evaluate(s._replace(player=MIN)) == -tempo


def test_no_value_reaches_a_won_game() -> None:
    s = GAME.parse_state("QQQQQQQQ/Q7/8/8/8/8/8/R1K2R1k b - - 0 1")
    assert evaluate(s) == MOST < 10_000
    assert evaluate(mirrored(s)) == -MOST


class Gallery(Game[State, int]):
    """One move to any of the positions, where the game is looked at and left."""

    shown = tuple(tuple(s) for s in POSITIONS)

    def initial(self) -> State:
        return State(0, 0, 0, 0, 0, 0, 0, 0, 0, MAX, 0, -1)

    def to_move(self, s: State) -> int:
        return s.player

    def actions(self, s: State) -> range:
        return range(len(self.shown))

    def result(self, s: State, a: int) -> State:
        return State(*self.shown[a])

    def is_terminal(self, s: State) -> bool:
        return False

    def utility(self, s: State) -> int:
        return 0

    def evaluate(self, s: State) -> int:
        return evaluation.evaluate(s)


@pytest.mark.long
def test_native_code_judges_the_same() -> None:
    found = outplay.minimax(Gallery(), depth=1, speed="native")
    assert [move.value for move in found.moves] == [evaluate(s) for s in POSITIONS]


# --- what players know --------------------------------------------------------------------------


def test_material() -> None:
    start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
    without = [
        value(start.replace("/RNBQKBNR", f"/{row}").replace("KQkq", "-"))
        for row in ("RNBQKBNR", "RNBQKB1R", "1NBQKBNR", "RNB1KBNR")
    ]
    full, no_knight, no_rook, no_queen = without
    assert full - no_knight > 200
    assert full - no_rook > 350
    assert full - no_queen > 700
    assert no_knight > no_rook > no_queen


@pytest.mark.parametrize(
    ("name", "better", "worse"),
    [
        ("passed", "4k3/8/P7/8/8/8/8/4K3 w - - 0 1", "4k3/8/8/8/P7/8/8/4K3 w - - 0 1"),
        ("passed", "8/8/1P6/8/8/8/6k1/K7 w - - 0 1", "1k6/8/1P6/8/8/8/8/K7 w - - 0 1"),
        ("pawns", "4k3/8/8/8/8/8/PP6/4K3 w - - 0 1", "4k3/8/8/8/8/P7/P7/4K3 w - - 0 1"),
        ("pawns", "4k3/8/8/8/3PP3/8/8/4K3 w - - 0 1", "4k3/8/8/8/2P1P3/8/8/4K3 w - - 0 1"),
        (
            "king",
            "r1bq1rk1/pppp1ppp/8/8/8/8/PPPP1PPP/R1BQ1RK1 w - - 0 1",
            "r1bq1rk1/pppp1ppp/8/8/6PP/5P2/PPPP4/R1BQ1RK1 w - - 0 1",
        ),
        (
            "pieces",
            "6k1/pppp1ppp/8/8/8/8/PPPP1PPP/4R1K1 w - - 0 1",
            "6k1/pppp1ppp/8/8/8/8/PPPP1PPP/3R2K1 w - - 0 1",
        ),
        ("threats", "4k3/8/8/3n4/2P5/8/8/4K3 w - - 0 1", "4k3/8/8/3n4/1P6/8/8/4K3 w - - 0 1"),
        ("mobility", "4k3/8/8/8/3B4/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/8/8/B3K3 w - - 0 1"),
        ("placement", "4k3/8/8/8/3N4/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/8/8/N3K3 w - - 0 1"),
        ("ending", "k7/8/2K5/8/8/8/8/7R w - - 0 1", "8/8/8/3k4/8/8/8/K6R w - - 0 1"),
        # a8 is a light corner
        ("ending", "k7/8/2K5/8/3N4/3B4/8/8 w - - 0 1", "k7/8/2K5/8/3N4/4B3/8/8 w - - 0 1"),
    ],
)
def test_better_and_worse(name: str, better: str, worse: str) -> None:
    assert theme(better, name) > theme(worse, name)


@pytest.mark.parametrize(
    "fen",
    [
        "8/8/8/4k3/8/8/3NK3/8 w - - 0 1",
        "8/8/8/4k3/8/8/2NNK3/8 w - - 0 1",
        "8/8/8/4k3/8/8/3BK3/8 b - - 0 1",
    ],
)
def test_what_cannot_mate_is_worth_nothing(fen: str) -> None:
    assert value(fen) == 0


@pytest.mark.parametrize(
    ("drawish", "most"),
    [
        ("8/5k2/8/8/8/2R1b3/4K3/8 w - - 0 1", 50),  # a rook against a bishop
        ("8/8/5b2/4k3/4P3/3BK3/8/8 w - - 0 1", 70),  # bishops of different colours
        ("k7/8/8/P7/8/8/3BK3/8 w - - 0 1", 30),  # the bishop does not hold a8
    ],
)
def test_drawish_endings(drawish: str, most: int) -> None:
    assert theme(drawish, "drawish") < 0
    assert 0 <= value(drawish) <= most


def test_the_right_bishop_wins() -> None:
    """The pawn ends on a8, a light square, as d3 is one."""
    assert value("k7/8/8/P7/8/3B4/4K3/8 w - - 0 1") > 300


# --- won endings are won ------------------------------------------------------------------------


@pytest.mark.long
@pytest.mark.parametrize(
    ("fen", "plies"),
    [
        ("8/8/8/4k3/8/8/3QK3/8 w - - 0 1", 30),
        ("8/8/8/4k3/8/8/3RK3/8 w - - 0 1", 50),
        ("8/8/8/4k3/8/8/2BBK3/8 w - - 0 1", 60),
        ("8/8/8/4k3/8/8/2NBK3/8 w - - 0 1", 99),
    ],
)
def test_lone_kings_are_mated(fen: str, plies: int) -> None:
    engine = Engine(GAME, memory=16, speed="native")
    state = GAME.parse_state(fen)
    for _ in range(plies):
        if GAME.is_terminal(state):
            break
        state = GAME.result(state, engine.analyse(state, nodes=40_000).action)
    assert GAME.is_terminal(state) and GAME.utility(state) > 0, GAME.format_state(state)
