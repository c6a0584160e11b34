"""Othello: against a naive second implementation, facts, notation, bad input."""

from __future__ import annotations

import random
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from othello_positions import FFO_1_TO_19, FFO_20_TO_39, SIX_BY_SIX_LINE
from walks import check_notation, check_symmetries, perft, reachable, value

import outplay
from outplay.bits import popcount
from outplay.errors import IllegalAction, InvalidPosition, UsageError
from outplay.game import MAX, MIN
from outplay.games.othello import PASS, Othello, State

SIZES = (4, 6, 8)


class Naive:
    """Othello on a dict of squares, written without a thought of the other."""

    def __init__(self, size: int) -> None:
        self.size = size
        half = size // 2
        self.grid = {
            (half - 1, half - 1): "O",
            (half, half): "O",
            (half - 1, half): "X",
            (half, half - 1): "X",
        }
        self.turn = "X"

    def turned(self, x: int, y: int, side: str) -> list[tuple[int, int]]:
        if (x, y) in self.grid:
            return []
        found = []
        for dx in (-1, 0, 1):
            for dy in (-1, 0, 1):
                row = []
                u, v = x + dx, y + dy
                while (u, v) in self.grid and self.grid[u, v] != side:
                    row.append((u, v))
                    u, v = u + dx, v + dy
                if self.grid.get((u, v)) == side:
                    found += row
        return found

    def open(self, side: str) -> list[str]:
        squares = [(x, y) for y in range(self.size) for x in range(self.size)]
        return [f"{'abcdefgh'[x]}{y + 1}" for x, y in squares if self.turned(x, y, side)]

    def legal(self) -> list[str]:
        if self.open("X") or self.open("O"):
            return self.open(self.turn) or ["pass"]
        return []

    def move(self, name: str) -> None:
        if name != "pass":
            x, y = "abcdefgh".index(name[0]), int(name[1]) - 1
            for square in [*self.turned(x, y, self.turn), (x, y)]:
                self.grid[square] = self.turn
        self.turn = "O" if self.turn == "X" else "X"

    def text(self) -> str:
        squares = [(x, y) for y in range(self.size) for x in range(self.size)]
        return f"{''.join(self.grid.get(square, '-') for square in squares)} {self.turn}"

    def score(self, to_winner: bool) -> int:
        signs = list(self.grid.values())
        black, white = signs.count("X"), signs.count("O")
        free = (self.size**2 - black - white) * to_winner
        if black == white:
            return 0
        return black - white + (free if black > white else -free)


@settings(max_examples=25, deadline=None)
@given(st.sampled_from(SIZES), st.booleans(), st.integers(0, 10**9))
def test_play_like_the_naive_game(size: int, to_winner: bool, seed: int) -> None:
    game = Othello(size, empties="winner" if to_winner else "nobody")
    naive, chosen = Naive(size), random.Random(seed)
    s = game.initial()
    while True:
        assert game.format_state(s) == naive.text()
        assert game.to_move(s) == (MAX if naive.turn == "X" else MIN)
        legal = naive.legal()
        assert [game.format_action(s, a) for a in game.legal(s)] == legal
        if not legal:
            assert game.is_terminal(s)
            assert game.utility(s) == naive.score(to_winner)
            return
        name = chosen.choice(legal)
        naive.move(name)
        s = game.result(s, game.parse_action(s, name))


def test_like_open_spiel() -> None:
    pyspiel = pytest.importorskip("pyspiel")
    game, chosen = Othello(), random.Random(3)
    for _ in range(10):
        s, other = game.initial(), pyspiel.load_game("othello").new_initial_state()
        while not game.is_terminal(s):
            theirs = [64 if a == PASS else a for a in game.legal(s)]
            assert theirs == other.legal_actions()
            a = chosen.choice(theirs)
            other.apply_action(a)
            s = game.result(s, PASS if a == 64 else a)
        assert other.is_terminal()
        assert (game.utility(s) > 0) - (game.utility(s) < 0) == other.returns()[0]


# --- facts --------------------------------------------------------------------------------------


def test_perft() -> None:
    # Aart Bik, "Perft for Reversi" (2009): a pass is a ply.
    assert [perft(Othello(), depth) for depth in range(1, 6)] == [4, 12, 56, 244, 1396]
    assert outplay.perft(Othello(), 8, speed="native") == 390_216
    assert outplay.perft(Othello(), 9, speed="native") == 3_005_288


class Endless(Othello):
    """Where a game that is over goes on with passes, so that it counts at every depth."""

    def is_terminal(self, s: State) -> bool:
        return False


@pytest.mark.long
def test_perft_deeper() -> None:
    # The first games end after 9 plies. `perft` counts lines of the full depth only, which is
    # OEIS A124004; Bik's numbers count the games that ended before too.
    game = Othello()
    assert outplay.perft(game, 10, speed="native") == 24_571_056
    assert outplay.perft(game, 11, speed="native") == 212_258_216
    assert outplay.perft(Endless(), 10, speed="native") == 24_571_284
    assert outplay.perft(Endless(), 11, speed="native") == 212_258_800


def test_four_by_four() -> None:
    # The second player wins 11 to 3 with two squares free (full search).
    for empties, lost_by in (("nobody", 8), ("winner", 10)):
        game = Othello(4, empties)
        assert outplay.Engine(game, speed="python").analyse(exact=True, lines=1).value == -lost_by


def test_perfect_play_on_six_by_six_ends_as_published() -> None:
    # Feinstein (1993): White wins 20 to 16, by this line.
    game = Othello(6)
    s = game.parse_state(SIX_BY_SIX_LINE)
    assert game.is_terminal(s)
    assert (popcount(s.black), popcount(s.white)) == (16, 20)


@pytest.mark.long
def test_six_by_six() -> None:
    result = outplay.Engine(Othello(6), speed="native", memory=1024).analyse(exact=True, lines=1)
    assert result.value == -4


def test_the_claimed_draw_on_eight_by_eight_is_one() -> None:
    # Takizawa (2023), arXiv 2310.19387: this line is claimed to be perfect play.
    line = (
        "F5D6C3D3C4F4F6F3E6E7D7C5B6D8C6C7D2B5A5A6A7G5E3B4C8G6G4C2E8D1"
        "F7E2G3H4F1E1F2G1B1F8G8B3H3B2H5B7A3A4A1A2C1H2H1G2B8A8G7H8H7H6"
    )
    game = Othello()
    s = game.parse_state(line)
    assert game.is_terminal(s)
    assert game.utility(s) == 0


def scores(game: Othello, text: str) -> dict[str, float]:
    """The exact score of every move for the side to move."""
    s = game.parse_state(text)
    result = outplay.Engine(game, speed="native").analyse(s, exact=True)
    return {game.format_action(s, move.action): move.value * s.player for move in result.moves}


def check_every_move(number: int) -> None:
    text, listed = FFO_1_TO_19[number - 1]
    found = scores(Othello(), text)
    for word in listed.split():
        name, points = word.split(":")
        assert found[name] == int(points), (number, name)
    assert max(found.values()) == int(listed.split()[0].split(":")[1])


@pytest.mark.parametrize("number", [1, 5, 9])
def test_ffo_every_move(number: int) -> None:
    check_every_move(number)


@pytest.mark.long
def test_ffo_every_move_of_all() -> None:
    for number in range(1, 20):
        check_every_move(number)


def check_best(number: int) -> None:
    text, points = FFO_20_TO_39[number - 20]
    game = Othello()
    s = game.parse_state(text)
    result = outplay.Engine(game, speed="native", memory=256).analyse(s, exact=True, lines=1)
    assert result.value * s.player == points, number


@pytest.mark.parametrize("number", [20, 21])
def test_ffo_best(number: int) -> None:
    check_best(number)


@pytest.mark.long
def test_ffo_best_of_all() -> None:
    for number in range(20, 40):
        check_best(number)


# --- promises -------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES)
def test_notation_and_symmetries(size: int) -> None:
    check_notation(Othello(size), walks=2)
    if size < 8:
        check_symmetries(Othello(size))


def test_symmetries_of_the_full_board() -> None:
    game = Othello()
    s = game.parse_state("f5f6e6d6")
    images = set(game.symmetries(s))
    assert len(images) == 8
    assert all(set(game.symmetries(t)) == images for t in images)
    # Perfect mirrors: the four first moves are one.
    assert (
        len({min(game.symmetries(game.result(game.initial(), a))) for a in (19, 26, 37, 44)}) == 1
    )


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("empties", ["winner", "nobody"])
def test_bounds_hold_to_the_end(size: int, empties: str) -> None:
    game = Othello(size, empties)
    tight = 0
    for seed in range(6):
        line = list(reachable(game, seed, walks=1, plies=200))
        last = line[-1][0]
        assert game.is_terminal(last)
        for s, _ in line:
            low, high = game.bounds(s)
            assert low <= game.utility(last) <= high
            assert low <= game.evaluate(s) <= high
            tight += low > -(size**2)
        free = size**2 - popcount(last.black | last.white)
        if free < 2:
            assert game.bounds(last) == (game.utility(last),) * 2
    assert tight > 20


def test_bounds_hold_for_every_end() -> None:
    game = Othello(4)

    def ends(s: State) -> set[int]:
        if game.is_terminal(s):
            found = {game.utility(s)}
        else:
            found = set().union(*(ends(game.result(s, a)) for a in game.actions(s)))
        low, high = game.bounds(s)
        assert low <= min(found) and max(found) <= high
        return found

    for seed in range(6):
        line = [s for s, _ in reachable(game, seed, walks=1)]
        ends(line[max(0, len(line) - 9)])


def test_stable_discs_are_never_turned() -> None:
    game, seen = Othello(), 0
    for seed in range(12):
        black = white = 0
        for s, _ in reachable(game, seed, walks=1):
            assert black & ~s.black == 0 and white & ~s.white == 0
            black, white = game._stable(s)
            seen += popcount(black | white)
    assert seen > 500


def test_stable_discs_that_anybody_can_see() -> None:
    game = Othello()
    rows = ["XXXX----", "XXX-----", "XX-OO---", "X-OXO---", "-OOXX---", "--------", "--------"]
    s = game.parse_state("".join([*rows, "--------"]).replace("-OOXX", "XOOXX") + "O")
    black, white = game._stable(s)
    assert white == 0
    assert popcount(black) == 4 + 3 + 2 + 1 + 1


def test_keys_tell_states_apart() -> None:
    game = Othello(4)
    seen: dict[tuple[int, int], State] = {}
    for s, _ in reachable(game, seed=4, walks=60):
        for t in (s, s._replace(player=-s.player)):
            other = seen.setdefault(game.key(t), t)
            if other != t:
                assert other[:2] == t[:2] and popcount(t.black | t.white) == 16


@pytest.mark.parametrize("size", SIZES)
def test_estimates_are_the_weighted_features_and_fair(size: int) -> None:
    game = Othello(size)
    for s, _ in reachable(game, seed=5, walks=4):
        features = game.features(s)
        assert len(features) == len(game.weights)
        total = sum(w * f for w, f in zip(game.weights, features, strict=True))
        low, high = game.bounds(s)
        assert game.evaluate(s) == pytest.approx(min(max(total, low), high))
        swapped = State(s.white, s.black, -s.player)
        assert game.evaluate(swapped) == pytest.approx(-game.evaluate(s))


def test_features_by_hand() -> None:
    game = Othello(4)
    # Black holds the corner a1, and b3 and c3 diagonally next to free ones; White c2, and c1
    # and b4 beside free ones.
    s = game.parse_state("XOO- -XO- -XX- -O-- X".replace(" ", ""))
    late, early = game.features(s)[:8], game.features(s)[8:]
    whole = [a + b for a, b in zip(late, early, strict=True)]
    assert early[3] == pytest.approx(8 / 12)  # so many squares of those free at first are free
    assert whole[3:] == pytest.approx([1, -2, 1, 1, 1])
    black = {game.format_action(s, a) for a in game.actions(s)}
    white = {game.format_action(s, a) for a in game.actions(s._replace(player=MIN))}
    lead = len(black) - len(white)
    assert whole[0] == pytest.approx(10 * lead / (len(black) + len(white) + 2))


def test_corners_are_tried_first() -> None:
    game = Othello()
    s = game.parse_state(FFO_1_TO_19[0][0])
    order = sorted(game.actions(s), key=lambda a: -game.priority(s, a))
    assert game.format_action(s, order[0]) in ("g8", "h1")
    assert game.priority(s, PASS) == 0


def test_both_speeds_agree() -> None:
    game = Othello()
    s = game.parse_state(FFO_20_TO_39[0][0])
    native, python = (
        outplay.Engine(game, speed=speed).analyse(s, exact=True) for speed in ("native", "python")
    )
    assert {m.action: m.value for m in native.moves} == {m.action: m.value for m in python.moves}
    assert native.value == value(game, s) == 6


@pytest.mark.long
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("empties", ["winner", "nobody"])
def test_the_checker_finds_nothing(size: int, empties: str) -> None:
    report = outplay.check(Othello(size, empties), lines=100)
    assert report, str(report)


# --- notation ---------------------------------------------------------------------------------


def test_a_position_is_written_in_many_ways() -> None:
    game = Othello()
    s = game.parse_state("f5d6c3")
    assert game.parse_state(" F5 d6, C3 ") == s
    board = game.format_state(s)
    assert board == "------------------X--------XX------OXX-----O-------------------- O"
    assert game.parse_state(board.replace("X", "*").replace("-", ".")) == s
    assert game.parse_state(board + "; c4:+2; e3:-4;") == s
    rows = "/".join(board[k : k + 8] for k in range(0, 64, 8)) + " w"
    assert game.parse_state(rows) == s
    assert game.parse_state("") == game.initial()


def test_passes_may_be_left_out() -> None:
    game = Othello(4)
    s, names = game.initial(), []
    for s, a in reachable(game, seed=8, walks=1):
        names += [] if a is None else [game.format_action(s, a)]
    assert "pass" in names
    assert game.parse_state("".join(names)) == s
    assert game.parse_state(" ".join(n for n in names if n != "pass")) == s
    assert game.parse_state("".join(names).replace("pass", "--")) == s


def test_pictures() -> None:
    game = Othello(4)
    s = game.parse_state("b1")
    assert game.show(s) == (
        "  a b c d\n1 + X + .\n2 . X X .\n3 + X O .\n4 . . . .\n"
        "Black (X) 4, White (O) 1: White to move"
    )
    picture = ElementTree.fromstring(game.draw(s))
    circles = [e for e in picture.iter() if e.tag.endswith("circle")]
    assert len(circles) == 5 + 3 + 2  # discs, squares to move to, the score
    over = Othello(4).parse_state("XXXXXXXXXXXXXXXX X")
    assert game.show(over).endswith("Black (X) 16, White (O) 0: the game is over")
    assert "over" in game.draw(over)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("a1", "Move 1: a1 turns no disc over; legal: d3 c4 f5 e6."),
        ("f5f5", "Move 2: f5 is taken; legal: f4 d6 f6."),
        ("f5 i9", "Move 2: There is no square 'i9'; legal: f4 d6 f6."),
        ("f5pass", "Move 2: You cannot pass while you have a move; legal: f4 d6 f6."),
        ("f5!", "Move 2: There is no square '!'"),
        ("hello", "'hello' has 'H' in it; a board is written with X, O and - only"),
        ("-" * 64, "does not say whose turn it is: X or O must follow the 64 squares."),
        ("XO-", "'XO-' has 3 signs; a board has 64 squares and the side to move after them."),
        ("-" * 65, "must be the side to move, X or O."),
        ("-" * 64 + "X", "d4 is free; the four squares in the middle never are."),
        ("X" + "-" * 26 + "OX------XO" + "-" * 27 + " X", "The disc on a1 is cut off"),
    ],
)
def test_impossible_positions(text: str, sentence: str) -> None:
    with pytest.raises(InvalidPosition) as caught:
        Othello().parse_state(text)
    assert sentence in str(caught.value)


def test_illegal_moves() -> None:
    game = Othello()
    assert game.parse_action(game.initial(), " F5 ") == 37
    for text in ("", "x", "55", "f", "f55", "٣3"):
        with pytest.raises(IllegalAction, match="There is no square"):
            game.parse_action(game.initial(), text)
    over = game.parse_state("X" * 64 + "O")
    with pytest.raises(IllegalAction, match="over"):
        game.parse_action(over, "a1")


@pytest.mark.parametrize("text", ["pass", "PS", " -- "])
def test_passing(text: str) -> None:
    game = Othello(4)
    s = next(s for s, a in reachable(game, seed=8, walks=1) if a == PASS)
    assert game.parse_action(s, text) == PASS
    assert game.result(s, PASS) == s._replace(player=-s.player)
    free = next(n for n in ("a1", "a4", "d1", "d4", "a2", "b1") if not taken(s, n))
    with pytest.raises(IllegalAction, match=r"turns no disc over; legal: pass\."):
        game.parse_action(s, free)


def taken(s: State, name: str) -> int:
    return (s.black | s.white) >> "abcd".index(name[0]) + 8 * (int(name[1]) - 1) & 1


@pytest.mark.parametrize(
    ("parameters", "sentence"),
    [
        ({"size": 2}, "size must be a whole number from 4 to 8, not 2."),
        ({"size": 5}, "size must be even (4, 6 or 8), not 5."),
        ({"size": "8"}, "size must be a whole number from 4 to 8, not '8'."),
        ({"empties": "both"}, "empties must be 'winner' or 'nobody', not 'both'."),
    ],
)
def test_impossible_parameters(parameters: dict[str, object], sentence: str) -> None:
    with pytest.raises(UsageError) as caught:
        Othello(**parameters)  # type: ignore[arg-type]
    assert str(caught.value) == sentence
