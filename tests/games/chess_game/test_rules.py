"""Chess: special moves, ends of the game, keys, exchanges, parameters."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

import outplay
from outplay.errors import UsageError
from outplay.game import MAX, MIN
from outplay.games.chess import Chess, san
from outplay.games.chess.attacks import attackers_to
from outplay.games.chess.board import BIT, KING, PAWN, State, piece_at
from outplay.games.chess.exchange import VALUES, exchange_at_least
from outplay.games.chess.rules import WIN

GAME, GAME_960 = Chess(), Chess(chess960=True)


def moves(text: str, game: Chess = GAME) -> set[str]:
    s = game.parse_state(text)
    return {san.uci(s, a, game.chess960) for a in game.legal(s)}


def after(text: str, *played: str, game: Chess = GAME) -> str:
    return game.format_state(game.play(played, game.parse_state(text)))


def positions(count: int, seed: int, game: Chess = GAME) -> Iterator[State]:
    """States along random games, those that are over left out."""
    dice, s = random.Random(seed), game.initial()
    for _ in range(count):
        if game.is_terminal(s):
            s = game.initial()
        yield s
        s = game.result(s, dice.choice(game.legal(s)))


# --- special moves ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "castles"),
    [
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", {"e1g1", "e1c1"}),
        ("r3k2r/8/8/8/8/8/8/R3K2R w Kkq - 0 1", {"e1g1"}),
        ("r3k2r/8/8/8/4r3/8/8/R3K2R w KQ - 0 1", set()),  # in check
        ("4k3/8/8/8/5r2/8/8/R3K2R w KQ - 0 1", {"e1c1"}),  # f1 is attacked
        ("4k3/8/8/8/6r1/8/8/R3K2R w KQ - 0 1", {"e1c1"}),  # g1 is
        ("4k3/8/8/8/1r5r/8/8/R3K2R w KQ - 0 1", {"e1g1", "e1c1"}),  # only what the rooks pass
        ("4k3/8/8/8/8/8/8/RN2K1NR w KQ - 0 1", set()),  # something between
        ("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", {"e8g8", "e8c8"}),
    ],
)
def test_castling(text: str, castles: set[str]) -> None:
    assert moves(text) & {"e1g1", "e1c1", "e8g8", "e8c8"} == castles


def test_rights_to_castle_are_lost() -> None:
    start = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
    assert after(start, "O-O") == "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 1 1"
    assert after(start, "O-O-O") == "r3k2r/8/8/8/8/8/8/2KR3R b kq - 1 1"
    assert after(start, "Ke2") == "r3k2r/8/8/8/8/8/4K3/R6R b kq - 1 1"
    assert after(start, "Rb1") == "r3k2r/8/8/8/8/8/8/1R2K2R b Kkq - 1 1"
    assert after(start, "Rxa8+") == "R3k2r/8/8/8/8/8/8/4K2R b Kk - 0 1"


@pytest.mark.parametrize(
    ("text", "move", "then"),
    [
        ("k7/8/8/8/8/8/8/1K2R3 w K - 0 1", "b1e1", "k7/8/8/8/8/8/8/5RK1 b - - 1 1"),
        ("4k3/8/8/8/8/8/8/R4KR1 w KQ - 0 1", "f1g1", "4k3/8/8/8/8/8/8/R4RK1 b - - 1 1"),
        ("4k3/8/8/8/8/8/8/RK6 w Q - 0 1", "b1a1", "4k3/8/8/8/8/8/8/2KR4 b - - 1 1"),
        ("6kr/8/8/8/8/8/8/4K3 b k - 0 1", "g8h8", "5rk1/8/8/8/8/8/8/4K3 w - - 1 2"),
    ],
)
def test_castling_in_chess960(text: str, move: str, then: str) -> None:
    assert move in moves(text, GAME_960)
    assert after(text, move, game=GAME_960) == then


def test_castling_does_not_uncover_the_king() -> None:
    assert "b1a1" in moves("4k3/8/8/8/8/8/8/RK6 w Q - 0 1", GAME_960)
    # The rook leaves b1, and nothing is between a1 and the king any more.
    assert "d1b1" in moves("4k3/8/8/8/8/8/8/1R1K4 w Q - 0 1", GAME_960)
    assert "d1b1" not in moves("4k3/8/8/8/8/8/8/rR1K4 w Q - 0 1", GAME_960)


def test_castling_may_be_the_only_move() -> None:
    # The king stays on g1, and all squares beside it are taken or attacked.
    s = GAME_960.parse_state("4k3/8/8/8/8/5p1p/3n1PpP/6KR w K - 0 1")
    assert not GAME_960.is_terminal(s)
    assert moves(GAME_960.format_state(s), GAME_960) == {"g1h1"}
    assert GAME_960.is_terminal(s._replace(castling=0))


def test_en_passant() -> None:
    assert after("4k3/8/8/8/2p5/8/3P4/4K3 w - - 0 1", "d4") == "4k3/8/8/8/2pP4/8/8/4K3 b - d3 0 1"
    taken = after("4k3/8/8/8/2p5/8/3P4/4K3 w - - 0 1", "d4", "cxd3")
    assert taken == "4k3/8/8/8/8/3p4/8/4K3 w - - 0 2"
    # Nobody there to capture, then: the pawn is pinned, both pawns shield the king, check.
    assert " - - 0 1" in after("4k3/8/8/8/1p6/8/3P4/4K3 w - - 0 1", "d4")
    assert " - - 0 1" in after("2k5/8/8/8/2p5/8/2RP4/4K3 w - - 0 1", "d4")
    assert " - - 0 1" in after("8/8/8/8/k1p4R/8/3P4/4K3 w - - 0 1", "d4")
    assert " - - 0 1" in after("8/8/7k/8/2p5/8/3P4/2B1K3 w - - 0 1", "d4")
    # One of two pawns is pinned: the other one may.
    two = "2k5/8/8/8/2p1p3/8/2RP4/4K3 w - - 0 1"
    assert after(two, "d4").endswith(" b - d3 0 1")
    assert {"e4d3"} == moves(after(two, "d4")) & {"c4d3", "e4d3"}


def test_promotion() -> None:
    found = moves("3r2k1/4P3/8/8/8/8/8/4K3 w - - 0 1")
    assert {move for move in found if move.startswith("e7")} == {
        way + kind for way in ("e7e8", "e7d8") for kind in "qrbn"
    }
    assert after("6k1/4P3/8/8/8/8/8/4K3 w - - 7 9", "e8=N") == "4N1k1/8/8/8/8/8/8/4K3 b - - 0 9"


# --- the end ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "worth"),
    [
        ("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", -WIN),  # fool's mate
        ("6k1/5ppp/8/8/8/8/8/r3K3 w - - 0 1", None),
        ("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1", WIN),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", 0),  # stalemate
        ("R5k1/5ppp/8/8/8/8/8/4K3 b - - 100 90", WIN),  # mate goes before fifty moves
        ("4k3/8/8/8/8/8/8/R3K3 b - - 100 90", 0),
        ("4k3/8/8/8/8/8/8/R3K3 b - - 99 90", None),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", 0),  # dead positions, and some that are not
        ("4k3/8/8/8/8/8/8/4KN2 w - - 0 1", 0),
        ("4k3/8/8/8/8/8/8/4KB2 w - - 0 1", 0),
        ("4kb2/8/8/8/8/8/8/2B1K3 w - - 0 1", 0),  # both on dark squares
        ("4kb2/8/8/8/8/8/8/4KB2 w - - 0 1", None),
        ("4k3/8/8/8/8/8/8/3NKN2 w - - 0 1", None),
        ("4kn2/8/8/8/8/8/8/4KN2 w - - 0 1", None),
        ("4kn2/8/8/8/8/8/8/4KB2 w - - 0 1", None),
        ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", None),
    ],
)
def test_ends(text: str, worth: int | None) -> None:
    s = GAME.parse_state(text)
    assert GAME.is_terminal(s) == (worth is not None)
    if worth is not None:
        assert GAME.utility(s) == worth


def test_draws_can_be_switched_off() -> None:
    late, dead = "4k3/8/8/8/8/8/8/R3K3 b - - 149 90", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"
    for game, over in ((Chess(quiet_limit=75), False), (Chess(quiet_limit=0), False), (GAME, True)):
        assert game.is_terminal(game.parse_state(late)) == over
        assert game.is_terminal(game.parse_state(dead))
    seventy_five = Chess(quiet_limit=75)
    assert seventy_five.is_terminal(seventy_five.parse_state(late.replace("149", "150")))
    for text in (late, dead):
        assert not Chess(draws=False).is_terminal(GAME.parse_state(text))


# --- for searches -----------------------------------------------------------------------------


def test_keys_tell_states_apart() -> None:
    def known_by(s: State) -> tuple[int, ...]:
        return (*s[:10], max(0, s.quiet - 60))

    keys, places = {}, {}
    for s in positions(3000, seed=4):
        assert keys.setdefault(GAME.key(s), known_by(s)) == known_by(s)
        assert places.setdefault(GAME.repetition_key(s), s[:10]) == s[:10]
    s = GAME.parse_state("4k3/8/8/8/8/8/8/R3K3 w Q - 60 90")
    for name, value in {"castling": 0, "player": MIN, "quiet": 61}.items():
        assert GAME.key(s._replace(**{name: value})) != GAME.key(s)
    for name, value in {"quiet": 59, "number": 99}.items():
        assert GAME.key(s._replace(**{name: value})) == GAME.key(s)
    assert GAME.repetition_key(s._replace(quiet=99)) == GAME.repetition_key(s)
    assert Chess(quiet_limit=0).key(s._replace(quiet=99)) == Chess(quiet_limit=0).key(s)
    assert GAME.reversible_plies(s) == 60


def exchanged(s: State, square: int, occupied: int, player: int, on_it: int) -> int:
    """What the side to capture wins on a square, found by trying: it may also not capture."""
    side = s.white if player == MAX else s.black
    takers = attackers_to(s, square, occupied) & occupied & side
    if not takers:
        return 0
    others = attackers_to(s, square, occupied) & occupied & ~side
    start = min((n for n in range(64) if takers & BIT[n]), key=lambda n: VALUES[piece_at(s, n)])
    piece = piece_at(s, start)
    if piece == KING and others:
        return 0
    below = exchanged(s, square, occupied & ~BIT[start], -player, piece)
    return max(0, VALUES[on_it] - below)


def test_exchanges_are_what_trying_finds() -> None:
    seen = 0
    for s in positions(1500, seed=5):
        for a in GAME.legal(s):
            start, to = a & 63, a >> 6 & 63
            piece, becomes, takes = a >> 15 & 7, a >> 12 & 7, a >> 18
            if not takes or becomes or (BIT[to] == s.passant and piece == PAWN):
                continue
            occupied = (s.white | s.black) & ~BIT[start]
            won = VALUES[takes] - exchanged(s, to, occupied, -s.player, piece)
            assert exchange_at_least(s, a, won), (GAME.format_state(s), san.uci(s, a), won)
            assert not exchange_at_least(s, a, won + 1), (GAME.format_state(s), san.uci(s, a), won)
            seen += 1
    assert seen > 1000


@pytest.mark.parametrize(
    ("text", "move", "wins"),
    [
        ("1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1", "e1e5", 100),
        ("1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1", "d3e5", -220),
        ("4k3/8/3p4/4p3/8/8/8/4R1K1 w - - 0 1", "e1e5", -400),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", 100),
        ("3rk3/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7d8q", 400),
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", 0),
    ],
)
def test_exchanges(text: str, move: str, wins: int) -> None:
    s = GAME.parse_state(text)
    a = GAME.parse_action(s, move)
    assert exchange_at_least(s, a, wins) and not exchange_at_least(s, a, wins + 1)


def test_forcing_moves_are_the_captures_that_lose_nothing() -> None:
    game = Chess()
    for s in positions(1500, seed=6):
        forcing, legal = list(game.tactical_actions(s)), game.legal(s)
        good = {
            a
            for a in legal
            if game.capture_value(s, a) and a >> 12 & 7 in (0, 5) and exchange_at_least(s, a, 0)
        }
        assert len(forcing) == len(set(forcing))
        assert set(forcing) == good, game.format_state(s)
        for a in legal:
            assert (game.capture_value(s, a) > 0) == bool(a >> 18 or a >> 12 & 7)
            if not game.capture_value(s, a):
                assert game.priority(s, a) == 0
            elif a >> 12 & 7 in (2, 3, 4):
                assert game.priority(s, a) < -100
            else:
                assert (game.priority(s, a) > 0) == (a in good or a >> 12 & 7 == 5)


def test_the_most_valuable_capture_comes_first() -> None:
    s = GAME.parse_state("3qk3/2P5/8/1r1pn3/2P5/5N2/3B4/4K3 w - - 0 1")
    names = [san.uci(s, a) for a in GAME.tactical_actions(s)]
    assert names == ["c7d8q", "c4b5", "f3e5", "c4d5"]


def test_passing() -> None:
    s = GAME.parse_state("4k3/8/8/8/2pP4/8/8/R3K3 b Q d3 0 30")
    assert GAME.format_state(GAME.null_move(s)) == "4k3/8/8/8/2pP4/8/8/R3K3 w Q - 1 30"
    assert not GAME.null_move_allowed(s)  # nothing but a pawn
    assert GAME.null_move_allowed(GAME.null_move(s))
    checked = GAME.parse_state("4k2n/8/8/8/2pP4/8/8/4R1K1 b - - 0 30")
    assert GAME.in_check(checked) and not GAME.is_quiet(checked)
    assert not GAME.null_move_allowed(checked)


# --- the game as others see it ----------------------------------------------------------------


def test_wrong_parameters() -> None:
    for wrong, sentence in (
        ({"chess960": 1}, "chess960 must be True or False, not 1."),
        ({"start": 1}, "start=1 is a start of Chess960: set chess960=True too."),
        ({"start": 960}, "start must be a whole number from 0 to 959, not 960."),
        ({"quiet_limit": -1}, "quiet_limit must be a whole number from 0 to 500, not -1."),
        ({"draws": 0}, "draws must be True or False, not 0."),
    ):
        with pytest.raises(UsageError) as caught:
            Chess(**wrong)  # type: ignore[arg-type]
        assert str(caught.value) == sentence


def test_first_positions() -> None:
    usual = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
    assert GAME.format_state(GAME.initial()) == usual
    first = Chess(chess960=True, start=0)
    assert first.format_state(first.initial()).startswith("bbqnnrkr/pppppppp/8/")


@pytest.mark.long
def test_nothing_is_found_wrong_at_both_speeds() -> None:
    report = outplay.check(GAME_960, lines=20, max_plies=100)
    assert report.ok, report
