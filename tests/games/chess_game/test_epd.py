"""EPD: lines read and written, as python-chess does, and what is said of bad ones."""

import pytest
from outside import chess, random_games, state_of

from outplay.errors import IllegalAction, InvalidPosition
from outplay.games.chess import Chess, epd, fen

PAWN = "4k3/8/8/8/8/8/4P3/4K3 w - -"
GAME = Chess()


def moves(record: epd.Record, name: str) -> list[str]:
    operand = record.operations[name]
    assert isinstance(operand, tuple)
    return [GAME.format_action(record.state, a) for a in operand]


def test_a_line_of_a_test_suite() -> None:
    # Bratko and Kopec's test, positions 1 and 5.
    text = """
# two of them
1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - bm Qd1+; id "BK.01";

r1b2rk1/2q1b1pp/p2ppn2/1p6/3QP3/1BN1B3/PPP3PP/R4RK1 w - - bm Nd5 a4; id "BK.05";
"""
    one, five = epd.read(text)
    assert (moves(one, "bm"), one.operations["id"]) == (["Qd1+"], "BK.01")
    assert moves(five, "bm") == ["Nd5", "a4"]
    assert [epd.write(record) for record in (one, five)] == text.splitlines()[2::2]


def test_operations_of_every_kind() -> None:
    line = (
        f'{PAWN} bm e4 e3; am Kf1; pv e4 Kd7 e5; id "a; \\"b\\" \\\\"; acd 12; ce -15; dm 3;'
        ' c0 "12"; c1 two words; c2 " x "; draw_offer; hmvc 4; fmvn 9'
    )
    record = epd.read_line(line)
    found = dict(record.operations)
    assert (moves(record, "bm"), moves(record, "am")) == (["e4", "e3"], ["Kf1"])
    pv = found.pop("pv")
    assert isinstance(pv, tuple) and len(pv) == 3
    assert {name: value for name, value in found.items() if name not in ("bm", "am")} == {
        "id": 'a; "b" \\',
        "acd": 12,
        "ce": -15,
        "dm": 3,
        "c0": "12",
        "c1": "two words",
        "c2": " x ",
        "draw_offer": "",
        "hmvc": 4,
        "fmvn": 9,
    }
    assert (record.state.quiet, record.state.number) == (4, 9)
    written = epd.write(record)
    assert "pv e4 Kd7 e5;" in written and 'c1 "two words"; c2 " x "; draw_offer;' in written
    assert epd.read_line(written) == record


def test_counters_and_counts_after_a_fen() -> None:
    record = epd.read_line("4k3/8/8/8/8/8/4P3/4K3 w - - 3 8 ;D1 6 ;D2 30")
    assert record.operations == {"D1": 6, "D2": 30}
    assert (record.state.quiet, record.state.number) == (3, 8)
    assert epd.read_line(PAWN) == epd.Record(fen.read(PAWN))


def test_python_chess_reads_what_we_write_and_the_other_way_round() -> None:
    for number, board in enumerate(random_games(12, 40, seed=9)):
        if number % 4:
            continue
        best, *rest = board.legal_moves
        said = {"bm": [best, *rest[:2]], "pv": [best], "acd": 9, "id": 'no; "1"', "c0": "x y"}
        record = epd.read_line(board.epd(**said), board.chess960)
        assert record.state == state_of(board)._replace(quiet=0, number=1)
        copy = chess.Board(chess960=board.chess960)
        theirs = copy.set_epd(epd.write(record, board.chess960))
        theirs["bm"].sort(key=list(board.legal_moves).index)
        assert theirs == said and copy.fen().split()[:4] == board.fen().split()[:4]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("hello", "This is not EPD: a line begins with four fields, the pieces, whose turn it is,"),
        ("4k3/8/8/8/8/8/8/8 w - - bm e4;", "White has no king, not one."),
        (f"{PAWN} bm e5;", "e5 is not legal: no pawn of White can go to e5; legal: e3 e4."),
        (f"{PAWN} pv e4 e5;", "e5 is not legal: no pawn of Black can go to e5"),
        (f'{PAWN} id "open;', "A quote is not closed in 'id \"open;'."),
        (f"{PAWN} 5m e4;", "'5m' is not the name of an operation, as bm or id is."),
        (f"{PAWN} bm e4; bm e3;", "The operation bm is given twice."),
        (f"{PAWN} hmvc many;", "hmvc is 'many'; write a number from 0 to 9999."),
    ],
)
def test_what_is_wrong_is_said_with_the_line(line: str, said: str) -> None:
    with pytest.raises((InvalidPosition, IllegalAction)) as error:
        epd.read(f"{PAWN}\n\n{line}\n")
    assert str(error.value).startswith(f"Line 3: {said}")
