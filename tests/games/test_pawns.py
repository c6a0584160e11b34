"""Hexapawn and Breakthrough: against a naive second implementation, facts, notation, bad input."""

from __future__ import annotations

import random
from itertools import product
from math import comb
from typing import Any

import pytest
from walks import check_notation, check_symmetries, ends, perft, reachable

import outplay
from outplay.errors import IllegalAction, InvalidPosition, UsageError
from outplay.game import MAX, MIN
from outplay.games.breakthrough import Breakthrough
from outplay.games.hexapawn import Hexapawn
from outplay.games.pawns import PawnGame, State
from outplay.search.counting import count_lines

BOARDS: list[PawnGame] = [
    Hexapawn(),
    Hexapawn(1, 5),
    Hexapawn(4, 4),
    Hexapawn(5, 3),
    Hexapawn(8, 8),
    Breakthrough(),
    Breakthrough(2, 5),
    Breakthrough(4, 6),
    Breakthrough(9, 7),
]
each_board = pytest.mark.parametrize(
    "game", BOARDS, ids=lambda game: f"{game.name}-{game.width}x{game.height}"
)


class Naive:
    """The same on a list of lists, White at the bottom, which is the last row."""

    def __init__(self, game: PawnGame) -> None:
        self.free_diagonals = isinstance(game, Breakthrough)
        rows = 2 if self.free_diagonals else 1
        middle = game.height - 2 * rows
        self.board = [["B"] * game.width for _ in range(rows)]
        self.board += [["."] * game.width for _ in range(middle)]
        self.board += [["W"] * game.width for _ in range(rows)]
        self.side, self.other, self.down = "W", "B", -1

    def moves(self) -> dict[str, tuple[int, int, int, int]]:
        found = {}
        high = len(self.board)
        for y, row in enumerate(self.board):
            for x, sign in enumerate(row):
                for nx in (x - 1, x, x + 1):
                    ny = y + self.down
                    if sign != self.side or not (0 <= ny < high and 0 <= nx < len(row)):
                        continue
                    target = self.board[ny][nx]
                    diagonal = nx != x
                    if (target == "." and (not diagonal or self.free_diagonals)) or (
                        diagonal and target == self.other
                    ):
                        step = "-" if target == "." else "x"
                        found[f"{name(x, high - y)}{step}{name(nx, high - ny)}"] = y, x, ny, nx
        return found

    def winner(self) -> str:
        if "W" in self.board[0]:
            return "W"
        if "B" in self.board[-1]:
            return "B"
        return "" if self.moves() else self.other

    def play(self, y: int, x: int, ny: int, nx: int) -> None:
        self.board[ny][nx], self.board[y][x] = self.side, "."
        self.side, self.other, self.down = self.other, self.side, -self.down

    def text(self) -> str:
        rows = "/".join("".join(row) for row in self.board)
        return f"{rows} {'white' if self.side == 'W' else 'black'}"


def name(column: int, row: int) -> str:
    return f"{'abcdefghi'[column]}{row}"


@each_board
def test_play_like_the_naive_game(game: PawnGame) -> None:
    chosen, winners = random.Random(3), set()
    for _ in range(20):
        s, naive = game.initial(), Naive(game)
        while True:
            assert game.format_state(s) == naive.text()
            assert game.parse_state(naive.text()) == s
            won = naive.winner()
            assert game.is_terminal(s) == bool(won)
            if won:
                assert game.utility(s) == {"W": 1, "B": -1}[won]
                winners.add(won)
                break
            moves = naive.moves()
            legal = {game.format_action(s, a): a for a in game.legal(s)}
            assert set(legal) == set(moves)
            move = chosen.choice(sorted(moves))
            naive.play(*moves[move])
            s = game.result(s, legal[move])
    assert winners == {"W", "B"} or game.width < 3


# --- facts ------------------------------------------------------------------------------------


def states_of(game: PawnGame) -> dict[State, list[State]]:
    """Every state that can be reached, and what follows each."""
    after: dict[State, list[State]] = {}
    waiting = [game.initial()]
    while waiting:
        s = waiting.pop()
        if s not in after:
            after[s] = [game.result(s, a) for a in game.legal(s)]
            waiting += after[s]
    return after


def looks(after: dict[State, list[State]]) -> int:
    """How many states there are as the side to move sees them, whoever that is."""
    return len({(s.mine, s.theirs) for s in after})


# States as the side to move sees them, the winner, and in how many plies: as they are published.
HEXAPAWN = {3: (131, -1, 6), 4: (13_855, 1, 11), 5: (1_875_484, 1, 19)}


@pytest.mark.parametrize("size", [3, 4])
def test_hexapawn(size: int) -> None:
    game = Hexapawn(size, size)
    count, winner, plies = HEXAPAWN[size]
    after = states_of(game)
    assert looks(after) == count
    assert len(after) == {3: 135, 4: 20_286}[size]
    assert ends(game, game.initial(), {}) == winner * (1000 - plies)
    result = outplay.analyse(game, exact=True, lines=1, speed="python")
    assert (result.value, result.distance) == (winner, plies)


@pytest.mark.long
def test_hexapawn_on_5_by_5() -> None:
    game = Hexapawn(5, 5)
    count, winner, plies = HEXAPAWN[5]
    assert seen_by_the_mover(game) == count
    result = outplay.analyse(game, exact=True, lines=1)
    assert (result.value, result.distance) == (winner, plies)


def seen_by_the_mover(game: PawnGame) -> int:
    """The same count as `looks`, for many states: each is expanded once, whoever is to move."""
    start = game.initial()
    seen = {(start.mine, start.theirs)}
    level = list(seen)
    while level:
        following = set()
        for mine, theirs in level:
            s = State(mine, theirs, MAX)
            if not game.is_terminal(s):
                for a in game.actions(s):
                    t = game.result(s, a)
                    following.add((t.mine, t.theirs))
        following -= seen
        seen |= following
        level = list(following)
    return len(seen)


def arrangements(width: int, height: int) -> int:
    """Boards of Breakthrough with pawns on both sides and none on its far row, times two sides."""
    edge, middle, most = width, width * (height - 2), 2 * width
    found = 0
    for home, theirs, white, black in product(
        range(edge + 1), range(edge + 1), range(middle + 1), range(middle + 1)
    ):
        if 1 <= home + white <= most and 1 <= theirs + black <= most and white + black <= middle:
            ways = comb(edge, home) * comb(edge, theirs)
            found += ways * comb(middle, white) * comb(middle - white, black)
    return 2 * found


# A solver with tables of all arrangements, reachable or not, has these sizes and winners.
BREAKTHROUGH = {(4, 4): (3_267_310, -1), (4, 5): (219_211_038, -1), (4, 6): (10_136_535_190, 1)}


def test_arrangements() -> None:
    for (width, height), (count, _) in BREAKTHROUGH.items():
        assert arrangements(width, height) == count


@pytest.mark.long
def test_breakthrough_on_4_by_4() -> None:
    game = Breakthrough(4, 4)
    assert seen_by_the_mover(game) == 1_893_478  # with those that are over
    assert outplay.analyse(game, exact=True, lines=1).value == BREAKTHROUGH[4, 4][1]


def test_breakthrough_on_small_boards() -> None:
    """Every value of the smallest boards, by the book and by the engine."""
    for width, height in ((2, 4), (2, 5), (3, 4)):
        game = Breakthrough(width, height)
        known = ends(game, game.initial(), {})
        result = outplay.analyse(game, exact=True, lines=1, speed="python")
        assert result.value * (1000 - (result.distance or 0)) == known


# --- what else games answer -----------------------------------------------------------------------


def test_counts() -> None:
    hexapawn, breakthrough = Hexapawn(), Breakthrough()
    assert [perft(hexapawn, depth) for depth in range(1, 7)] == [3, 10, 28, 56, 70, 64]
    assert [perft(breakthrough, depth) for depth in (1, 2, 3)] == [22, 484, 11_132]
    counts = [count_lines(breakthrough, depth, speed="native") for depth in range(1, 6)]
    assert counts == [22, 484, 11_132, 256_036, 6_182_818]


@pytest.mark.parametrize("size", [(3, 3), (2, 5), (4, 3)])
def test_outcome_bounds_hold(size: tuple[int, int]) -> None:
    known: dict[Any, int] = {}
    for game in (Hexapawn(*size), Breakthrough(2, 5)):
        for s, a in reachable(game, seed=9, walks=30):
            if a is None:
                continue
            worst, best = (1000 - n if n > 0 else -1000 - n for n in game.outcome_bounds(s))
            assert worst <= ends(game, s, known) <= best, game.format_state(s)
        known.clear()


@each_board
def test_notation_and_symmetries(game: PawnGame) -> None:
    check_notation(game, walks=2)
    check_symmetries(game)


@each_board
def test_sides_are_alike(game: PawnGame) -> None:
    for s, _ in reachable(game, seed=4, walks=4):
        other = State(s.mine, s.theirs, -s.player)
        assert game.legal(other) == game.legal(s)
        assert game.is_terminal(other) == game.is_terminal(s)
        assert game.features(other) == tuple(-lead for lead in game.features(s))
        assert abs(game.evaluate(s)) < 1
        assert game.upturned(game.upturned(s.mine)) == s.mine
        for t in game.symmetries(s):
            assert game.features(t) == game.features(s)


def test_features_and_priority() -> None:
    game = Breakthrough(4, 6)
    assert game.features(game.initial()) == (0, 0, 0)
    s = game.parse_state("BBBB/BB../..B./.W../WW../WW.W white")
    assert game.features(s) == (6 - 7, 2 - 2, (2 + 1 + 1) - (2 + 1 + 1))
    best = max(game.legal(s), key=lambda a: game.priority(s, a))
    assert game.format_action(s, best) == "b3xc4"


def test_both_speeds_agree() -> None:
    for game in (Hexapawn(5, 5), Breakthrough()):
        native = outplay.alphabeta(game, depth=4, speed="native")
        python = outplay.alphabeta(game, depth=4, speed="python")
        assert (native.value, native.action, native.nodes) == (
            python.value,
            python.action,
            python.nodes,
        )


@pytest.mark.long
@each_board
def test_the_checker_finds_no_fault(game: PawnGame) -> None:
    report = outplay.check(game, lines=10, native=False)
    assert report.ok, report


# --- for people -----------------------------------------------------------------------------------


def test_moves_are_understood_in_other_ways_too() -> None:
    game = Hexapawn()
    s = game.play(["b1-b2"])
    assert {game.parse_action(s, text) for text in ("a3xb2", "axb2", "a3b2", "A3 x B2")} == {
        game.parse_action(s, "a3xb2")
    }
    assert game.parse_action(s, "a2") == game.parse_action(s, "a3-a2")
    line = game.play(["b2", "axb2", "cxb2", "c2", "a2", "c1"])  # as on Wikipedia
    assert game.is_terminal(line) and game.utility(line) == MIN
    assert game.ending(line) == "Black has reached the far row"
    assert game.format_state(line) == ".B./WW./..B white"


@pytest.mark.parametrize(
    ("game", "position", "utility", "ending"),
    [
        (Hexapawn(), "BB./W../... black", 0, ""),
        (Hexapawn(), "B../W../... black", 1, "Black cannot move"),
        (Hexapawn(), ".../.B./.W. white", -1, "White cannot move"),
        (Hexapawn(), ".../.B./... white", -1, "White has no pawns left"),
        (Hexapawn(), "W../..B/... black", 1, "White has reached the far row"),
        (Breakthrough(2, 5), "../BB/WW/../.. white", 0, ""),
        (Breakthrough(2, 5), "../../../../BW white", -1, "Black has reached the far row"),
        (Breakthrough(2, 5), "../../W./../.. black", 1, "Black has no pawns left"),
    ],
)
def test_ends(game: PawnGame, position: str, utility: int, ending: str) -> None:
    s = game.parse_state(position)
    assert game.is_terminal(s) == bool(utility)
    if utility:
        assert (game.utility(s), game.ending(s)) == (utility, ending)


def test_illegal_moves() -> None:
    game = Hexapawn()
    for text in ("a1-a3", "b4", "", "axb2", "a3"):
        with pytest.raises(IllegalAction) as caught:
            game.parse_action(game.initial(), text)
        assert str(caught.value) == (f"{text!r} is not a legal move; legal: a1-a2 b1-b2 c1-c2.")


@pytest.mark.parametrize(
    ("position", "sentence"),
    [
        ("BBB/.../WWW red", "ends in 'red'; who is to move is white or black."),
        ("BBB/.../WWX white", "has 'X' in it; a board is written with W, B and . only"),
        ("BBB/... white", "has 2 rows; the board has 3."),
        ("BBB/.../WWWW white", "Row 3 of 'BBB/.../WWWW white' has 4 squares; the board is 3 wide."),
        ("BBB/..W/WWW black", "White has 4 pawns; there are 3 at most."),
        ("W../BB./.W. white", "White has a pawn on the far row and has won"),
        (".../BW./.B. black", "Black has a pawn on the far row and has won"),
    ],
)
def test_impossible_positions(position: str, sentence: str) -> None:
    with pytest.raises(InvalidPosition) as caught:
        Hexapawn().parse_state(position)
    assert sentence in str(caught.value)


@pytest.mark.parametrize(
    ("kind", "parameters", "sentence"),
    [
        (Hexapawn, {"width": 0}, "width must be a whole number from 1 to 26, not 0."),
        (Hexapawn, {"height": 2}, "height must be a whole number from 3 to 26, not 2."),
        (Breakthrough, {"height": 4}, ""),
        (Breakthrough, {"height": 3}, "height must be a whole number from 4 to 26, not 3."),
        (Breakthrough, {"width": 1}, "width must be a whole number from 2 to 26, not 1."),
        (Breakthrough, {"width": 9}, "A board of 9 by 8 has 72 squares; there is room for 64."),
    ],
)
def test_impossible_boards(kind: type[PawnGame], parameters: dict[str, Any], sentence: str) -> None:
    if not sentence:
        kind(**parameters)
        return
    with pytest.raises(UsageError) as caught:
        kind(**parameters)
    assert str(caught.value) == sentence


def test_pictures() -> None:
    game = Hexapawn()
    s = game.play(["b1-b2"])
    assert game.show(s) == "3 B B B\n2 . W .\n1 W . W\n  a b c\nBlack to move"
    assert ">Black to move</text>" in game.draw(s)
    assert list(game.gestures(s, game.parse_action(s, "axb2"))) == [("a3", "b2")]
