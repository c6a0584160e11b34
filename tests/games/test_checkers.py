"""Checkers: counts that others published, a naive second generator, notation, bad input."""

from __future__ import annotations

import random
import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from walks import check_notation, perft, reachable

import outplay
from outplay.errors import IllegalAction, InvalidPosition, UsageError
from outplay.game import MAX, MIN
from outplay.games.checkers.board import BOARD, State
from outplay.games.checkers.notation import bit_of, square_of, squares_of
from outplay.games.checkers.rules import POINTS, Checkers, path_of

GAME = Checkers()

LINES = [1, 7, 49, 302, 1469, 7361, 36768, 179740, 845931, 3963680, 18391564]
"""Lines of so many plies: OEIS A133046."""


# --- a second implementation ------------------------------------------------------------------


class Naive:
    """Checkers on a dict from (row, column) to letters, written without a thought of the other.

    b and w are men, B and W kings; Black moves down, to larger rows.
    """

    def __init__(self, fen: str) -> None:
        turn, white, black = fen.split(":")[:3]
        self.turn = turn.lower()
        self.grid: dict[tuple[int, int], str] = {}
        for letter, field in (("w", white), ("b", black)):
            for item in field[1:].split(",") if field[1:] else ():
                square = self.place(int(item.lstrip("K")))
                self.grid[square] = letter.upper() if item[0] == "K" else letter

    @staticmethod
    def place(square: int) -> tuple[int, int]:
        row, n = (square - 1) // 4, (square - 1) % 4
        return row, 2 * n + (1 if row % 2 == 0 else 0)

    @staticmethod
    def number(row: int, column: int) -> int:
        return 4 * row + column // 2 + 1

    def ways(self, piece: str) -> list[tuple[int, int]]:
        down, up = [(1, -1), (1, 1)], [(-1, -1), (-1, 1)]
        return down if piece == "b" else up if piece == "w" else down + up

    def moves(self) -> list[tuple[int, ...]]:
        steps, jumps = [], []
        for (row, column), piece in self.grid.items():
            if piece.lower() != self.turn:
                continue
            for dy, dx in self.ways(piece):
                to = row + dy, column + dx
                if to not in self.grid and all(0 <= n < 8 for n in to):
                    steps.append((self.number(row, column), self.number(*to)))
            jumps += self.routes(row, column, piece, frozenset(), (self.number(row, column),))
        return [path for path in jumps if len(path) > 1] or steps

    def routes(
        self,
        row: int,
        column: int,
        piece: str,
        taken: frozenset[tuple[int, int]],
        path: tuple[int, ...],
    ) -> list[tuple[int, ...]]:
        start = self.place(path[0])
        found = []
        for dy, dx in self.ways(piece):
            over, to = (row + dy, column + dx), (row + 2 * dy, column + 2 * dx)
            enemy = self.grid.get(over, self.turn).lower() != self.turn and over not in taken
            room = all(0 <= n < 8 for n in to) and (to not in self.grid or to == start)
            if enemy and room:
                further = (*path, self.number(*to))
                if piece.islower() and to[0] in (0, 7):
                    found.append(further)
                else:
                    found += self.routes(*to, piece, taken | {over}, further)
        return found or [path]

    def move(self, path: tuple[int, ...]) -> None:
        piece = self.grid.pop(self.place(path[0]))
        for a, b in pairwise(path):
            (y1, x1), (y2, x2) = self.place(a), self.place(b)
            if abs(y1 - y2) == 2:
                self.grid.pop(((y1 + y2) // 2, (x1 + x2) // 2), None)
        end = self.place(path[-1])
        self.grid[end] = piece.upper() if end[0] in (0, 7) else piece
        self.turn = "w" if self.turn == "b" else "b"

    def fen(self) -> str:
        def pieces(letter: str) -> str:
            mine = sorted(
                (self.number(*at), p) for at, p in self.grid.items() if p.lower() == letter
            )
            return ",".join(("K" if p.isupper() else "") + str(n) for n, p in mine)

        return f"{self.turn.upper()}:W{pieces('w')}:B{pieces('b')}"


def plain(s: State) -> str:
    """The FEN without the counter."""
    return GAME.format_state(s._replace(quiet=0))


def random_position(chosen: random.Random) -> State:
    """Pieces anywhere, many of them kings: captures of many routes."""
    while True:
        squares = chosen.sample(range(1, 33), chosen.randint(2, 18))
        split = chosen.randint(1, max(1, min(12, len(squares) - 1)))
        black, white = squares[:split], squares[split : split + 12]
        kings = [n for n in squares if chosen.random() < 0.5]
        kings += [n for n in black if n > 28] + [n for n in white if n < 5]
        boards = [sum(1 << bit_of(n) for n in set(part)) for part in (black, white, kings)]
        s = State(boards[0], boards[1], boards[2] & (boards[0] | boards[1]), MAX, 0)
        if white:
            return s._replace(player=chosen.choice([MAX, MIN]))


def test_plays_like_the_naive_game() -> None:
    chosen = random.Random(4)
    longest = 0
    for _ in range(600):
        s = random_position(chosen)
        for _ in range(6):
            naive = Naive(plain(s))
            legal = GAME.legal(s)
            assert sorted(map(path_of, legal)) == sorted(naive.moves()), plain(s)
            assert len(set(legal)) == len(legal)
            if not legal:
                assert GAME.is_terminal(s)
                assert GAME.utility(s) == -s.player
                break
            a = chosen.choice(legal)
            longest = max(longest, len(path_of(a)))
            naive.move(path_of(a))
            s = GAME.result(s, a)
            assert plain(s) == naive.fen()
    assert longest > 4


def test_long_routes_like_the_naive_game() -> None:
    """A king of Black among men of White on every second row, so that all landings are free."""
    chosen = random.Random(7)
    longest = 0
    for _ in range(60):
        row = chosen.choice([1, 2])  # the rows of the men, and every second below
        inner = [
            Naive.number(y, x) for y in (row, row + 2, row + 4) for x in (3 - row, 5 - row, 7 - row)
        ]
        start = chosen.choice([n for n in range(1, 33) if Naive.place(n)[0] % 2 != row % 2])
        men = sorted(chosen.sample(inner, chosen.randint(6, 9)))
        fen = f"B:W{','.join(map(str, men))}:BK{start}"
        s = GAME.parse_state(fen)
        paths = list(map(path_of, GAME.legal(s)))
        assert sorted(paths) == sorted(Naive(fen).moves()), fen
        longest = max(longest, *map(len, paths))
    assert longest == 10  # nine jumps: more than a route has bits for


def test_whole_games_like_the_naive_game() -> None:
    for s, a in reachable(GAME, seed=3, walks=12, plies=120):
        naive = Naive(plain(s))
        if a is not None:
            assert sorted(map(path_of, GAME.legal(s))) == sorted(naive.moves())


# --- counts -------------------------------------------------------------------------------------


def test_perft() -> None:
    assert [perft(GAME, depth) for depth in range(6)] == LINES[:6]


def test_perft_native() -> None:
    assert outplay.perft(GAME, 10, speed="native") == LINES[10]


@pytest.mark.long
def test_routes_over_the_same_pieces_are_different_moves() -> None:
    # A133046; with such routes taken for one it would be 388,617,999 (Halbersma's dctl).
    assert outplay.perft(GAME, 12, speed="native") == 388_623_673


def test_first_moves() -> None:
    # Lines of 5 plies after each first move; a public divide of the start of the game.
    s = GAME.initial()
    counts = {
        GAME.format_action(s, a): outplay.perft(GAME, 5, GAME.result(s, a), speed="native")
        for a in GAME.legal(s)
    }
    assert sorted(counts.values()) == sorted([4133, 6638, 4659, 4265, 6805, 4289, 5979])
    assert sum(counts.values()) == LINES[6]


@pytest.mark.parametrize(
    ("fen", "moves", "lines"),
    [
        # Moves and lines of 3 plies: pydraughts 0.6.7 and another generator of rules only.
        ("B:WK9,K14,K15,16,K18,K22,K28:BK11,K12,K13,K24", 3, 14),
        ("B:WK2,K14,23,K25,K26:B10,16,28,K31", 2, 26),
        ("W:W10,15,21:B9,11,12,K17", 2, 24),
        ("W:WK3,15,17,22,28,29,30,31:B4,6,7,14", 2, 16),
        ("W:W19,22,26,28,29,30:B2,3,5,6,14,15", 1, 32),
        ("B:W14,17,18,29:B3,4,5,6,7,11,12,K15,K26", 1, 18),
        ("B:WK2,K7,14,K16,K22,K27,K29:B13,K23,K24,K30", 2, 188),
        ("B:W8,21,24,25,26,28,31,32:B1,2,3,4,5,9,16", 2, 126),
        ("W:W21,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,8,11,12,13,23", 2, 122),
        ("B:WK4,K6,K14,K15,K19,K25,K30:BK1,K17,K21,K31", 2, 61),
        ("W:W20,22,23,24,26,27,29,30,31,32:B1,2,4,5,6,7,8,11,14,19,21", 2, 50),
        ("W:WK6,K16,17,K20,K32:B7,15,K19,21,K28,K30", 1, 55),
        ("W:WK4,K18,K25,K28,K31:BK6", 13, 632),
        ("W:WK1:B9,13,K32", 2, 16),
        ("B:WK11:BK25", 4, 36),
    ],
)
def test_reference_positions(fen: str, moves: int, lines: int) -> None:
    s = GAME.parse_state(fen)
    assert len(GAME.legal(s)) == moves
    assert perft(GAME, 3, s) == lines


def test_king_against_king() -> None:
    # 230 wins, 654 draws and 108 losses for the side to move; the longest win takes 11 plies
    # (Ed Trice, damforum.nl; recomputed by retrograde analysis).
    game = Checkers(quiet_limit=0)
    pairs = [(a, b) for a in range(1, 33) for b in range(1, 33) if a != b]
    states = [
        State(1 << bit_of(a), 1 << bit_of(b), 1 << bit_of(a) | 1 << bit_of(b), player, 0)
        for a, b in pairs
        for player in (MAX, MIN)
    ]
    values: dict[State, int] = {}
    longest = 0
    for plies in range(14):
        known = dict(values)
        for s in states:
            if s in values:
                continue
            if game.is_terminal(s):
                known[s] = game.utility(s)
                continue
            after = [game.result(s, a) for a in game.legal(s)]
            found = [game.utility(t) if game.is_terminal(t) else values.get(t, 0) for t in after]
            if s.player in found or set(found) == {-s.player}:
                known[s] = s.player if s.player in found else -s.player
                longest = plies + 1
        values = known
    mine = [values.get(s, 0) for s in states if s.player == MAX]
    assert (mine.count(1), mine.count(0), mine.count(-1)) == (230, 654, 108)
    assert longest == 11


# --- rules one by one -----------------------------------------------------------------------------


def legal(fen: str) -> list[str]:
    s = GAME.parse_state(fen)
    return [GAME.format_action(s, a) for a in GAME.legal(s)]


def after(fen: str, *moves: str) -> str:
    return GAME.format_state(GAME.play(moves, GAME.parse_state(fen)))


def test_captures_are_forced_but_not_the_longest() -> None:
    assert sorted(legal("B:W6,17,25:B1,13")) == ["13x22x29", "1x10"]


def test_a_capture_goes_on_as_long_as_it_can() -> None:
    assert legal("B:W6,15,24:B1") == ["1x10x19x28"]
    assert after("B:W6,15,24,32:B1", "1x28") == "W:W32:B28"


def test_a_man_that_reaches_the_far_row_stops() -> None:
    assert legal("B:W26,27:B22") == ["22x31"]  # a king would go on over 27
    assert after("B:W26,27:B22", "22x31") == "W:W27:BK31"
    assert legal("B:W26,27:BK22") == ["22x31x24"]
    assert after("W:W6:BK32", "6-2") == "B:WK2:BK32"


def test_kings_step_once_and_jump_once() -> None:
    assert sorted(legal("B:WK1:BK18")) == ["18-14", "18-15", "18-22", "18-23"]
    assert legal("B:WK7:BK16") != ["16x2"]  # 11 lies between: kings do not fly
    assert len(legal("B:WK4:BK29")) == 1  # the single corner has one way out


def test_a_king_may_come_back_to_where_it_started() -> None:
    fen = "B:W6,7,14,15:BK2"
    assert sorted(legal(fen)) == ["2x11x18x9x2", "2x9x18x11x2"]
    assert after(fen, "2x9x18x11x2") == "W:W:BK2"
    with pytest.raises(IllegalAction, match="several ways: write 2x9x18x11x2 or 2x11x18x9x2"):
        GAME.play(["2x2"], GAME.parse_state(fen))


def test_nothing_is_jumped_twice() -> None:
    for path in legal("B:W6,7,14,15,23,24:BK2"):
        squares = path.split("x")
        assert len(set(pairwise(squares))) == len(squares) - 1


def test_whoever_cannot_move_loses() -> None:
    blocked = GAME.parse_state("B:W8,11:B4")  # 8 stands before it, and 11 behind that
    assert GAME.is_terminal(blocked)
    assert GAME.utility(blocked) == -1
    nothing = GAME.parse_state("W:W:B4")
    assert GAME.is_terminal(nothing)
    assert GAME.utility(nothing) == 1
    assert GAME.legal(nothing) == []


# --- draws --------------------------------------------------------------------------------------


def test_quiet_moves_are_counted() -> None:
    game = Checkers(quiet_limit=2)
    s = game.parse_state("B:WK4,21:BK29")
    for text, count in [("29-25", 1), ("4-8", 2), ("25-22", 3)]:
        assert not game.is_terminal(s)
        s = game.play([text], s)
        assert s.quiet == count
    assert game.play(["21-17"], s).quiet == 0  # a man moved
    s = game.play(["8-11"], s)
    assert game.is_terminal(s)
    assert game.utility(s) == 0
    assert game.parse_state(game.format_state(s)) == s
    assert game.format_state(s).endswith(":H4")


def test_a_capture_starts_the_count_again() -> None:
    s = GAME.parse_state("B:WK4,18:BK14:H70")
    assert GAME.play(["14x23"], s).quiet == 0


def test_a_side_that_cannot_move_loses_in_the_last_quiet_ply_too() -> None:
    s = Checkers(quiet_limit=1).parse_state("W:WK4:BK8,K11:H2")
    assert Checkers(quiet_limit=1).utility(s) == MAX


def test_no_limit() -> None:
    game = Checkers(quiet_limit=0)
    s = game.play(["29-25", "4-8"], game.parse_state("B:WK4:BK29"))
    assert s.quiet == 0
    assert not game.is_terminal(s)


def test_the_same_position_has_another_key_if_the_count_differs() -> None:
    s = GAME.parse_state("B:WK4:BK29")
    again = GAME.play(["29-25", "4-8", "25-29", "8-4"], s)
    assert again.quiet == 4
    assert GAME.repetition_key(again) == GAME.repetition_key(s)
    assert GAME.key(again) != GAME.key(s)


def test_keys_tell_states_apart() -> None:
    chosen = random.Random(9)
    states = {random_position(chosen) for _ in range(3000)}
    states |= {s._replace(quiet=n) for s in list(states)[:200] for n in (1, 79)}
    assert len({GAME.key(s) for s in states}) == len(states)
    assert len({GAME.repetition_key(s) for s in states}) == len(
        {s._replace(quiet=0) for s in states}
    )
    for s in states:
        assert all(0 <= word < 1 << 63 for word in GAME.key(s))
    s = GAME.initial()
    for square in range(1, 33):
        bit = 1 << bit_of(square)
        for other in (
            s._replace(black=s.black ^ bit),
            s._replace(white=s.white ^ bit),
            s._replace(kings=s.kings ^ bit),
        ):
            assert GAME.repetition_key(other) != GAME.repetition_key(s)


# --- playing --------------------------------------------------------------------------------------


def turned(s: State) -> State:
    """The board turned round and the colours exchanged."""
    black, white, kings = (
        sum(1 << bit_of(33 - square) for square in squares_of(board))
        for board in (s.white, s.black, s.kings)
    )
    return State(black, white, kings, -s.player, s.quiet)


def test_features_are_fair_to_both_sides() -> None:
    chosen = random.Random(6)
    for _ in range(300):
        s = random_position(chosen)
        t = turned(s)
        assert GAME.features(t) == tuple(-f for f in GAME.features(s))
        assert GAME.is_quiet(t) == GAME.is_quiet(s)
        assert len(GAME.legal(t)) == len(GAME.legal(s))
        assert abs(GAME.evaluate(s)) < 1
    assert len(POINTS) == len(GAME.features(GAME.initial()))


def features(fen: str) -> tuple[int, ...]:
    return GAME.features(GAME.parse_state(fen))


def test_features() -> None:
    assert features("B:WK32:B9,10")[:3] == (2, -1, 33)
    assert features("B:W32:B1,2,3")[3:5] == (2, 1)
    assert features("B:W24:B9")[5] == 0
    assert features("B:W24:B13")[5] == 1
    assert features("B:W32:B14")[6] == 1
    assert features("B:WK32:BK14")[7] == 1
    assert features("B:W28:B4,5,8")[8] == 2 - 1  # 4 cannot step
    assert features("B:W18,32:B10")[8] == 0 - 1  # wherever 10 or 18 step, they are captured
    assert features("B:W5:B21")[9] == 5 - 6
    assert features("B:WK32:BK5,K6")[11] == -1


def test_the_docs_name_the_points() -> None:
    page = Path(__file__).parents[2] / "docs" / "games" / "checkers.md"
    rows = re.findall(r"^\|.*\| (-?[0-9.]+) \|$", page.read_text(encoding="utf-8"), re.M)
    assert tuple(map(float, rows)) == POINTS


def test_who_has_the_move() -> None:
    # Kings that face each other with a row between: whoever is to move must give way.
    assert features("B:WK23:BK15")[10] == -1
    assert features("W:WK23:BK15")[10] == 1


def test_quiet_states_have_nothing_to_capture() -> None:
    for s, a in reachable(GAME, seed=8, walks=6):
        if a is not None:
            capture = "x" in GAME.format_action(s, a)
            assert GAME.is_quiet(s) == (not capture)


def test_priority() -> None:
    s = GAME.parse_state("B:W6,15,K9,25:B1,5,21")
    best = max(GAME.legal(s), key=lambda a: GAME.priority(s, a))
    assert GAME.format_action(s, best) == "1x10x19"
    s = GAME.parse_state("B:W5:B26,9")
    best = max(GAME.legal(s), key=lambda a: GAME.priority(s, a))
    assert GAME.format_action(s, best) in ("26-30", "26-31")


def test_the_engine_wins_with_the_move() -> None:
    # Two kings against one that is not in a double corner.
    engine = outplay.Engine(GAME, speed="native")
    s = GAME.parse_state("B:WK4:BK10,K11")
    found = engine.analyse(s, depth=12)
    assert found.value == 1
    first = GAME.parse_state("B:W32:B23")
    for speed in ("native", "python"):
        result = outplay.Engine(GAME, speed=speed).analyse(first, depth=4)
        assert result.value == outplay.alphabeta(GAME, first, depth=4, speed="python").value


# --- notation -------------------------------------------------------------------------------------


def test_squares() -> None:
    assert [square_of(bit_of(square)) for square in range(1, 33)] == list(range(1, 33))
    assert sum(1 << bit_of(square) for square in range(1, 33)) == BOARD


def test_notation() -> None:
    check_notation(GAME, walks=15)
    chosen = random.Random(5)
    for _ in range(300):
        s = random_position(chosen)
        if s.white and s.black:
            assert GAME.parse_state(GAME.format_state(s)) == s
        for a in GAME.legal(s):
            assert GAME.parse_action(s, GAME.format_action(s, a)) == a


@pytest.mark.parametrize(
    "text",
    [
        "B:W18,24,K27:B1,10",
        "b:b1,10:w18,24,k27.",
        '[FEN "B:W18,24,K27:B1,10"]',
        " 'B : W18, 24, K27 : B1, 10.' ",
        "B:WK27,24,18:B10,1:H0",
        "B:W18,24,K27:B1,10:H0:F12",
    ],
)
def test_positions(text: str) -> None:
    s = GAME.parse_state(text)
    assert GAME.format_state(s) == "B:W18,24,K27:B1,10"
    assert squares_of(s.kings) == [27]


def test_ranges() -> None:
    assert GAME.parse_state("B:W21-32:B1-12") == GAME.initial()
    assert squares_of(GAME.parse_state("W:WK1-K3:B12").kings) == [1, 2, 3]


@pytest.mark.parametrize("text", ["11-15", " 11 15 ", "11 - 15", "11:15", "11X15", "11x15"])
def test_moves(text: str) -> None:
    assert GAME.format_action(GAME.initial(), GAME.parse_action(GAME.initial(), text)) == "11-15"


def test_routes_may_be_written_short() -> None:
    s = GAME.parse_state("B:W6,15,24:B1")
    for text in ("1x10x19x28", "1x28", "1x10x28", "1:28", "1 28", "1X19X28"):
        assert GAME.format_action(s, GAME.parse_action(s, text)) == "1x10x19x28"


@pytest.mark.parametrize(
    ("fen", "text", "sentence"),
    [
        ("B:W32:B1", "1-10", "1-10 is not a legal move; legal: 1-5 1-6."),
        ("B:W32:B1", "e4", "'e4' is not a move; write squares, as in 11-15 or 15x22x31; legal:"),
        ("B:W6,32:B1", "1-5", "1-5 is not legal: you must capture; legal: 1x10."),
        ("B:W6,32:B1", "1x5", "1x5 is not a legal move; legal: 1x10."),
        ("B:W6,32:B1", "10x1", "10x1 is not a legal move; legal: 1x10."),
        ("W:W:B1", "1-5", "The game is over; there is nothing to play."),
    ],
)
def test_illegal_moves(fen: str, text: str, sentence: str) -> None:
    with pytest.raises(IllegalAction) as caught:
        GAME.parse_action(GAME.parse_state(fen), text)
    assert sentence in str(caught.value)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("W18:B1", "'W18:B1' does not begin with B: or W:, whose turn it is; a position looks"),
        ("B:W18", "'B:W18' does not list the pieces of White and of Black once each"),
        ("B:W18:W1", "once each"),
        ("B:W18:B1:X3", "once each"),
        ("B:W18:B1,18", "Square 18 holds a piece of Black and one of White."),
        ("B:W18,18:B1", "Square 18 is listed twice for White."),
        ("B:W18:B33", "'33': squares are counted from 1 to 32."),
        ("B:W18:B0", "'0': squares are counted from 1 to 32."),
        ("B:W18:B9-5", "'9-5': squares are counted from 1 to 32."),
        ("B:W18:Bx", "'X' is not a piece of Black; write 18, or K18 for a king."),
        ("B:W18:B29", "Black has a man on square 29, where it would be a king: K29."),
        ("B:W3:B9", "White has a man on square 3, where it would be a king: K3."),
        ("B:W20-32:B1", "White has 13 pieces; there are 12 at most."),
        ("B:W:B1", "White has no pieces, so Black cannot be to move."),
        ("B:W18:B1:H81", "81 quiet plies were not played: the game ends after 80."),
    ],
)
def test_impossible_positions(text: str, sentence: str) -> None:
    with pytest.raises(InvalidPosition) as caught:
        GAME.parse_state(text)
    assert sentence in str(caught.value)


def test_quiet_plies_are_not_counted_without_a_limit() -> None:
    with pytest.raises(InvalidPosition, match="quiet_limit=0, so quiet plies are not counted"):
        Checkers(quiet_limit=0).parse_state("B:WK4:BK29:H3")


@pytest.mark.parametrize("value", [-1, 501, "40", True, 1.5])
def test_impossible_games(value: Any) -> None:
    with pytest.raises(UsageError, match="quiet_limit must be a whole number from 0 to 500, not"):
        Checkers(quiet_limit=value)


# --- pictures -------------------------------------------------------------------------------------


def test_show() -> None:
    assert GAME.show(GAME.parse_state("W:W18,K4:B1,K29")).split("\n") == [
        " 1    b   .   .   W   4",
        " 5  .   .   .   .     8",
        " 9    .   .   .   .  12",
        "13  .   .   .   .    16",
        "17    .   w   .   .  20",
        "21  .   .   .   .    24",
        "25    .   .   .   .  28",
        "29  B   .   .   .    32",
        "White to move",
    ]


def test_draw() -> None:
    picture = GAME.draw(GAME.parse_state("W:W18,K4:B1,K29"))
    assert picture.startswith("<svg")
    assert picture.count("<polygon") == 2  # a crown a king
    assert picture.count('r="0.38"') == 4
    assert "White to move" in picture
    assert "checkers: W:WK4,18:B1,K29" in picture
    assert all(f">{square}</text>" in picture for square in range(1, 33))
