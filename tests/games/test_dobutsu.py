"""Dobutsu shogi: against a naive second implementation, published facts, notation, bad input."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest
from walks import check_notation, check_symmetries, perft, reachable

import outplay
from outplay.errors import IllegalAction, InvalidPosition
from outplay.game import MAX, MIN
from outplay.games.dobutsu import Dobutsu, State
from outplay.games.dobutsu.board import turned
from outplay.search.counting import count_lines

STEPS = {
    "L": [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)],
    "G": [(-1, 0), (0, -1), (0, 1), (1, 0)],
    "E": [(-1, -1), (-1, 1), (1, -1), (1, 1)],
    "C": [(-1, 0)],
    "H": [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, 0)],
}
"""Down and right, of Sente's pieces."""


class Naive:
    """Dobutsu shogi on a dict of squares, as it is played on a table: lions are captured.

    `over` is the side that has won, once it has: by a capture of the lion, or by a lion on the
    far row that nothing attacks.
    """

    def __init__(self) -> None:
        rows = ["gle", ".c.", ".C.", "ELG"]
        self.board = {
            (y, x): sign for y, row in enumerate(rows) for x, sign in enumerate(row) if sign != "."
        }
        self.hands: dict[str, list[str]] = {"S": [], "G": []}
        self.side = "S"
        self.over = ""

    def copy(self) -> Naive:
        other = Naive()
        other.board = dict(self.board)
        other.hands = {side: list(held) for side, held in self.hands.items()}
        other.side, other.over = self.side, self.over
        return other

    def owner(self, at: tuple[int, int]) -> str:
        return "S" if self.board[at].isupper() else "G"

    def steps(self, side: str) -> list[tuple[tuple[int, int], tuple[int, int]]]:
        """Where a side's pieces can step, own pieces not in the way."""
        sign = 1 if side == "S" else -1
        found = []
        for y, x in sorted(self.board):
            if self.owner((y, x)) == side:
                for down, right in STEPS[self.board[y, x].upper()]:
                    end = y + sign * down, x + right
                    if 0 <= end[0] < 4 and 0 <= end[1] < 3:
                        found.append(((y, x), end))
        return found

    def moves(self) -> dict[str, tuple[Any, tuple[int, int]]]:
        """(square or piece in hand, square) of each move, by its name."""
        found: dict[str, tuple[Any, tuple[int, int]]] = {}
        if self.over:
            return found
        for start, end in self.steps(self.side):
            if end in self.board and self.owner(end) == self.side:
                continue
            piece = self.board[start].upper()
            crowned = "+" if piece == "C" and end[0] == (0 if self.side == "S" else 3) else ""
            to = "x" if end in self.board else "-"
            found[f"{piece}{name(start)}{to}{name(end)}{crowned}"] = start, end
        for piece in set(self.hands[self.side]):
            for end in [(y, x) for y in range(4) for x in range(3) if (y, x) not in self.board]:
                found[f"{piece}*{name(end)}"] = piece, end
        return found

    def play(self, start: Any, end: tuple[int, int]) -> Naive:
        after = self.copy()
        mover, other = self.side, "G" if self.side == "S" else "S"
        far = 0 if mover == "S" else 3
        if isinstance(start, str):
            after.hands[mover].remove(start)
            piece = start
        else:
            piece = after.board.pop(start).upper()
            taken = after.board.pop(end, "").upper()
            if taken == "L":
                after.over = mover
            elif taken:
                after.hands[mover].append("C" if taken == "H" else taken)
            if piece == "C" and end[0] == far:
                piece = "H"
        after.board[end] = piece if mover == "S" else piece.lower()
        if piece == "L" and end[0] == far and all(to != end for _, to in after.steps(other)):
            after.over = mover
        after.side = other
        return after

    def catches(self) -> bool:
        """Can the side to move capture the lion?"""
        lion = "l" if self.side == "S" else "L"
        return any(self.board.get(end) == lion for _, end in self.moves().values())

    def sfen(self) -> str:
        rows = []
        for y in range(4):
            row = "".join(self.board.get((y, x), " ") for x in range(3))
            for many in (3, 2, 1):
                row = row.replace(" " * many, str(many))
            rows.append(row.replace("H", "+C").replace("h", "+c"))
        held = ""
        for side in "SG":
            for piece in "CEG":
                many = self.hands[side].count(piece)
                sign = piece if side == "S" else piece.lower()
                held += ["", sign, f"2{sign}"][many]
        return f"{'/'.join(rows)} {'b' if self.side == 'S' else 'w'} {held or '-'}"


def name(at: tuple[int, int]) -> str:
    return f"{'abc'[at[1]]}{at[0] + 1}"


def naive_lines(naive: Naive, depth: int, to_the_capture: bool) -> int:
    if depth == 0:
        return 1
    if not to_the_capture and naive.catches():
        return 0
    after = (naive.play(*move) for move in naive.moves().values())
    return sum(naive_lines(each, depth - 1, to_the_capture) for each in after)


# Lines of n plies from the start. Those of a game that goes on until a lion is captured are of the
# tests of lishogi's rules (WandererXII/scalashogi), which know no safe lion on the far row; up to
# 6 plies no line goes on behind one.
UNTIL_CAPTURE = (4, 17, 123, 976, 8122, 71677)
PERFT = (4, 17, 96, 577, 3199, 18754)


def test_counts() -> None:
    assert [naive_lines(Naive(), depth, True) for depth in range(1, 5)] == list(UNTIL_CAPTURE[:4])
    assert [naive_lines(Naive(), depth, False) for depth in range(1, 6)] == list(PERFT[:5])
    game = Dobutsu()
    assert [perft(game, depth) for depth in range(1, 5)] == list(PERFT[:4])
    assert [count_lines(game, n + 1, speed="native") for n in range(6)] == list(PERFT)


@pytest.mark.long
def test_counts_deeper() -> None:
    assert naive_lines(Naive(), 6, True) == UNTIL_CAPTURE[5]
    assert naive_lines(Naive(), 6, False) == PERFT[5]


def test_play_like_the_naive_game() -> None:
    game, chosen = Dobutsu(), random.Random(7)
    drops = hens = homes = 0
    for _ in range(150):
        s, naive = game.initial(), Naive()
        for _ in range(60):
            assert game.format_state(s) == naive.sfen()
            assert game.parse_state(naive.sfen()) == s
            caught = naive.catches()
            assert game.is_terminal(s) == (caught or naive.over != "")
            if game.is_terminal(s):
                winner = naive.side if caught else naive.over
                assert game.utility(s) == {"S": 1, "G": -1}[winner]
                homes += not caught
                break
            moves = naive.moves()
            legal = {game.format_action(s, a): a for a in game.legal(s)}
            assert set(legal) == set(moves)
            # Do not step into check where another move is left, so that games last.
            safe = [move for move in sorted(moves) if not naive.play(*moves[move]).catches()]
            move = chosen.choice(safe or sorted(moves))
            drops, hens = drops + ("*" in move), hens + ("+" in move)
            naive, s = naive.play(*moves[move]), game.result(s, legal[move])
    assert min(drops, hens, homes) > 20


# Perfect play from the start, and how many moves there are on the way: a line that Tanaka's own
# program printed (tanakat01/dobutsu, sample1.md). It has 77 plies; the capture would be the 78th.
LINE = (  # noqa: SIM905
    "Gc4-c3 Ga1-a2 Gc3-c4 Cb2xb3 Ea4xb3 Ec1-b2 Eb3xa2 Lb1xa2 G*b3 E*c2 Gb3xb2 La2xb2 E*a3 Lb2-a2"
    " Gc4-c3 C*b2 Ea3xb2 La2xb2 C*b3 Lb2-b1 Lb4-a3 G*a2 La3-b4 E*a3 Lb4-a4 Lb1-c1 Gc3-c4 Ea3-b2"
    " Cb3xb2 Lc1xb2 E*c3 Lb2-a1 Ec3-b4 C*b3 Eb4-c3 La1-b1 C*a3 Ga2-a1 Ec3-b4 Cb3xb4+ La4xb4 E*b3"
    " Gc4-c3 Lb1-b2 Gc3xc2 Lb2xc2 C*c3 Lc2-b2 E*c1 Lb2xc1 Lb4xb3 Lc1-b1 E*c2 Lb1-c1 Ca3-a2 G*b2"
    " Lb3-b4 Ga1xa2 Ec2-b3 E*a3 Lb4-c4 Gb2xb3 Lc4xb3 Lc1-b1 G*c1 Lb1-a1 Gc1-c2 C*b1 Lb3-c4 Cb1-b2"
    " Gc2xb2 Ga2xb2 Cc3-c2 G*b4 Lc4-c3 Gb2-b3 C*c1"
).split()
MOVES = (
    *(
        4,
        4,
        5,
        5,
        5,
        13,
        13,
        15,
        21,
        22,
        13,
        14,
        21,
        23,
        12,
        21,
        13,
        14,
        15,
        23,
        13,
        19,
        13,
        13,
        11,
    ),
    *(8, 10, 8, 10, 7, 19, 16, 12, 12, 10, 6, 11, 7, 6, 5, 5, 11, 10, 7, 12, 12, 19, 15, 11, 17, 5),
    *(
        19,
        15,
        17,
        7,
        17,
        7,
        13,
        6,
        19,
        8,
        12,
        3,
        21,
        15,
        20,
        10,
        17,
        8,
        10,
        4,
        11,
        10,
        21,
        10,
        15,
        11,
    ),
)


def test_a_line_of_perfect_play() -> None:
    game = Dobutsu()
    s, found = game.initial(), []
    for move in LINE:
        found.append(len(game.legal(s)))
        s = game.play([move], s)
    assert len(LINE) == 77 and tuple(found) == MOVES
    assert game.is_terminal(s) and game.utility(s) == -1
    assert game.ending(s) == "Gote can capture the lion"
    for plies in (3, 5, 7):
        result = outplay.analyse(game, game.play(LINE[:-plies]), exact=True, speed="python")
        assert (result.value, result.distance, str(result.bound)) == (-1, plies, "=")


@pytest.mark.long
def test_longer_wins_of_that_line() -> None:
    game = Dobutsu()
    for plies in (9, 12, 15, 18):
        result = outplay.analyse(game, game.play(LINE[:-plies]), exact=True, lines=1)
        assert (result.value, result.distance) == (-1, plies)


# --- rules that are easily got wrong ------------------------------------------------------------


def moves(position: str) -> set[str]:
    game = Dobutsu()
    s = game.parse_state(position)
    return {game.format_action(s, a) for a in game.legal(s)}


def after(position: str, *line: str) -> str:
    game = Dobutsu()
    return game.format_state(game.play(line, game.parse_state(position)))


@pytest.mark.parametrize(
    ("position", "ends"),
    [
        ("3/1G1/2l/L2 b 2c2eg", "a2 b1 b3 c2"),
        ("1l1/1E1/3/2L b 2ce2g", "a1 a3 c1 c3"),
        ("3/1C1/l2/2L b c2e2g", "b1"),
        ("3/1+C1/l2/2L b c2e2g", "a1 a2 b1 b3 c1 c2"),
        ("l2/3/1L1/3 b 2c2e2g", "a2 a3 a4 b2 b4 c2 c3 c4"),
    ],
)
def test_how_pieces_step(position: str, ends: str) -> None:
    start = "b3" if "1L1" in position else "b2"
    assert sorted(move[4:6] for move in moves(position) if move[1:3] == start) == ends.split()


def test_chicks() -> None:
    one = "l2/1C1/3/2L b C2E2G"
    assert after(one, "Cb2-b1+") == "l+C1/3/3/2L w C2E2G"
    # A hen in hand is a chick; a chick that is dropped on the far row stays one, and there are
    # as many on a file as one likes.
    assert after("1+Cl/g2/3/2L w C2EG", "Lc1xb1") == "1l1/g2/3/2L b C2EGc"
    assert after("l2/3/2C/2L b C2E2G", "C*c1") == "l1C/3/2C/2L w 2E2G"
    assert not any(move.startswith("Cc1") for move in moves("l1C/3/3/2L b C2E2G"))
    assert after("l2/3/2C/2L b C2E2G", "C*c2") == "l2/2C/2C/2L w 2E2G"


@pytest.mark.parametrize(
    ("position", "utility", "ending"),
    [
        ("l2/1L1/3/3 b 2C2E2G", 1, "Sente can capture the lion"),
        ("l2/1L1/3/3 w 2C2E2G", -1, "Gote can capture the lion"),
        ("2L/l2/3/3 w 2C2E2G", 1, "Sente's lion has reached the far row"),
        ("2L/1l1/3/3 w 2C2E2G", -1, "Gote can capture the lion"),
        ("2L/2g/l2/3 w 2C2EG", -1, "Gote can capture the lion"),
        ("2L/2c/l2/3 w C2E2G", 1, "Sente's lion has reached the far row"),
        ("3/L2/3/l2 b 2C2E2G", -1, "Gote's lion has reached the far row"),
        ("1EG/EGL/lCC/3 b -", -1, "Sente cannot move"),
        ("1EG/EGL/lC1/3 b C", None, ""),
        ("1EG/EGL/lCC/3 w -", None, ""),
    ],
)
def test_ends(position: str, utility: int | None, ending: str) -> None:
    game = Dobutsu()
    s = game.parse_state(position)
    assert game.is_terminal(s) == (utility is not None)
    if utility is not None:
        assert (game.utility(s), game.ending(s)) == (utility, ending)


# --- states -----------------------------------------------------------------------------------


def test_sides_are_alike_and_keys_differ() -> None:
    """A position with sides exchanged has the same board and hands, and the opposite value."""
    game = Dobutsu()
    keys = {}
    for s, _ in reachable(game, seed=5, walks=100):
        other = State(s.board, s.hands, -s.player)
        assert turned(turned(s.board)) == s.board
        assert 0 <= s.board < 1 << 48 and 0 <= s.hands < 1 << 12
        assert game.is_terminal(other) == game.is_terminal(s)
        assert game.legal(other) == game.legal(s)
        assert game.features(other) == tuple(-lead for lead in game.features(s))
        if game.is_terminal(s):
            assert game.utility(other) == -game.utility(s)
        else:
            assert -1 < game.evaluate(s) < 1
        assert keys.setdefault(game.key(s), s) == s and 0 <= game.key(s) < 1 << 61
        assert keys.setdefault(game.key(other), other) == other
        for t in game.symmetries(s):
            assert game.features(t) == game.features(s)


def test_how_many_positions_there_are_after_few_plies() -> None:
    """Different positions that n plies lead to, sides and mirror images taken together."""
    game = Dobutsu()
    level, seen, sizes = {game.initial()}, set(), []
    for _ in range(7):
        folded = {min((t.board, t.hands) for t in (s, *game.symmetries(s))) for s in level}
        sizes.append(len(folded - seen))
        seen |= folded
        level = {game.result(s, a) for s in level for a in game.legal(s)}
    assert sizes == naive_sizes(7)


def naive_sizes(plies: int) -> list[int]:
    """The same of the naive game, by its texts."""
    level, seen, sizes = {Naive().sfen(): Naive()}, set(), []
    for _ in range(plies):
        folded = {min(texts_of(each)) for each in level.values()}
        sizes.append(len(folded - seen))
        seen |= folded
        following = [
            each.play(*move)
            for each in level.values()
            if not (each.over or each.catches())
            for move in each.moves().values()
        ]
        level = {each.sfen(): each for each in following}
    return sizes


def texts_of(naive: Naive) -> list[str]:
    """The position and its mirror image, with Sente to move."""
    game = Dobutsu()
    found = []
    for mirror in (False, True):
        other = naive.copy()
        if mirror:
            other.board = {(y, 2 - x): sign for (y, x), sign in naive.board.items()}
        if naive.side == "G":
            other.board = {(3 - y, 2 - x): sign.swapcase() for (y, x), sign in other.board.items()}
            other.hands = {"S": naive.hands["G"], "G": naive.hands["S"]}
            other.side = "S"
        assert game.parse_state(other.sfen()).player == MAX
        found.append(other.sfen())
    return found


def test_features() -> None:
    game = Dobutsu()
    assert game.features(game.initial()) == (0, 0, 0, 0, 0, 0)
    s = game.parse_state("gl1/3/1+C1/ELG b Ce")
    assert game.features(s) == (1, 1, 0, 0, 5 - 4, 0)
    ahead = game.parse_state("gle/L2/1C1/E1G b c")
    assert game.features(ahead)[5] == 2
    assert game.features(game.parse_state("gle/L2/1C1/E1G w c"))[5] == 2


def test_captures_are_tried_first() -> None:
    game = Dobutsu()
    s = game.parse_state("g1l/1e1/EC1/1LG b c")
    first = max(game.legal(s), key=lambda a: game.priority(s, a))
    assert game.format_action(s, first)[3] == "x"


def test_both_speeds_agree() -> None:
    game = Dobutsu()
    s = game.play(LINE[:21])
    for depth in (2, 3):
        native = outplay.alphabeta(game, s, depth=depth, speed="native")
        python = outplay.alphabeta(game, s, depth=depth, speed="python")
        assert (native.value, native.action, native.nodes) == (
            python.value,
            python.action,
            python.nodes,
        )


def test_the_checker_finds_no_fault() -> None:
    report = outplay.check(Dobutsu(), lines=100, native=False)
    assert report.ok, report


# --- for people -------------------------------------------------------------------------------


def test_notation_and_symmetries() -> None:
    check_notation(Dobutsu(), walks=5)
    check_symmetries(Dobutsu())


def test_moves_are_understood_in_other_ways_too() -> None:
    game = Dobutsu()
    s = game.play(["Cb3xb2", "Ec1xb2"])
    for texts in (("C*a3", "c * a3"), ("Gc4-c3", "c4c3", "c4-c3", "gc4c3")):
        assert len({game.parse_action(s, text) for text in texts}) == 1
    s = game.parse_state("l2/1C1/3/2L b C2E2G")
    assert game.parse_action(s, "b2b1") == game.parse_action(s, "Cb2-b1+")
    assert game.parse_state("gle/1c1/1C1/ELG") == game.parse_state("gle/1c1/1C1/ELG b - 1")
    assert game.parse_state("gle/1c1/1C1/ELG w").player == MIN


@pytest.mark.parametrize(
    ("move", "sentence"),
    [
        ("d2", "There is no square d2; the board is a1 to c4, a1 at the top left."),
        ("a4-b5", "There is no square b5; the board is a1 to c4, a1 at the top left."),
        ("E*a3", "Sente has no elephant in hand."),
        ("C*b2", "b2 is not free, and a piece is dropped on a free square."),
        ("a1-a2", "Sente has no piece on a1."),
        ("a3-a2", "Sente has no piece on a3."),
        ("a4-a3", "The elephant on a4 does not step to a3."),
        ("b4-a4", "A piece of Sente's own stands on a4."),
        ("castle", "'castle' is not a move; write Ea4-b3 or C*a3: legal moves: "),
    ],
)
def test_illegal_moves(move: str, sentence: str) -> None:
    game = Dobutsu()
    with pytest.raises(IllegalAction) as caught:
        game.parse_action(game.play(["Cb3xb2", "Ec1xb2"]), move)
    assert str(caught.value).startswith(sentence)


def test_nothing_can_be_played_after_the_end() -> None:
    with pytest.raises(IllegalAction, match="after the end"):
        Dobutsu().play([*LINE, "Lb1xc1"])


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "'' is not a position; write it such as 'gle/1c1/1C1/ELG b -'."),
        ("gle/1c1/1C1/ELG b - 1 1", "is not a position"),
        ("gle/1c1/1C1/ELG x -", "has 'x' where it says whose turn it is: b for Sente"),
        ("gle/1c1/1C1 b -", "has 3 rows; the board has 4."),
        ("gle/1c2/1C1/ELG b -", "Row 2 of 'gle/1c2/1C1/ELG b -' has 4 squares"),
        ("gle/1p1/1C1/ELG b -", "has 'p' in its board"),
        ("gle/1+g1/1C1/ELG b -", "has '+' in its board"),
        ("gle/1c1/1C1/ELG b 3C", "has '3C' as what is in hand"),
        ("gle/1c1/1C1/ELG b CCC", "'CCC' has more than two chicks in it."),
        ("gle/1c1/1C1/E1G b -", "Sente has 0 lions on the board, not 1."),
        ("gle/1l1/1C1/ELG b -", "Gote has 2 lions on the board, not 1."),
        ("gle/1c1/1C1/ELG b C", "There are two chicks, on the board (hens too) and in hand"),
        ("gle/1c1/1C1/1LG b -", "There are two elephants, on the board and in hand, not 1."),
    ],
)
def test_impossible_positions(text: str, sentence: str) -> None:
    with pytest.raises(InvalidPosition) as caught:
        Dobutsu().parse_state(text)
    assert sentence in str(caught.value)


def test_pictures() -> None:
    game = Dobutsu()
    s = game.play(["Cb3xb2", "Ec1xb2", "C*c3"])
    assert game.show(s) == "  a b c\n1 g l .  c\n2 . e .\n3 . . C\n4 E L G\nGote to move"
    assert ">Gote to move</text>" in game.draw(s)
    over = game.play(LINE)
    assert game.show(over).endswith("\nGote can capture the lion")


def test_pieces_are_drawn_where_their_places_are() -> None:
    game = Dobutsu()
    for s, _ in reachable(game, seed=9, walks=5):
        picture = game.draw(s)
        letters = [
            (float(x), float(y), letter)
            for x, y, letter in re.findall(r'<text x="(\S+)" y="(\S+)"[^>]*>([CEGHL])<', picture)
        ]
        for place in picture.places:  # type: ignore[attr-defined]
            found = [
                letter
                for x, y, letter in letters
                if place.x < x < place.x + 1 and place.y < y < place.y + 1
            ]
            named = re.search("chick|elephant|giraffe|hen|lion", place.what)
            assert found == ([named[0][0].upper()] if named else [])


def test_what_is_in_hand_can_be_pointed_at() -> None:
    game = Dobutsu()
    s = game.parse_state("gle/1c1/1C1/EL1 w g")
    held = {place.name: place.what for place in game.draw(s).places}  # type: ignore[attr-defined]
    assert held["Gote giraffe"] == "1 giraffe" and held["Sente giraffe"] == ""
    assert list(game.gestures(s, game.parse_action(s, "G*a2"))) == [("Gote giraffe", "a2")]
