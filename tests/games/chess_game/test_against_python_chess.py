"""Chess beside python-chess: positions, legal moves, check and outcome along random games."""

from __future__ import annotations

import random

import pytest

from outplay.errors import InvalidPosition
from outplay.games.chess import Chess, san
from outplay.games.chess.rules import WIN, first_row

chess = pytest.importorskip("chess", "1")  # a version: this folder itself is no such module

CLAIMED, AUTOMATIC = 50, 75
"""The quiet limits of FIDE: from where on a player may claim a draw, and where it is one."""


def expected_end(board: chess.Board, quiet_limit: int) -> int | None:
    """What the game is worth where python-chess says that it is over; None where it goes on."""
    if board.is_checkmate():
        return -WIN if board.turn else WIN
    if board.is_stalemate() or board.is_insufficient_material():
        return 0
    claimed = board.is_fifty_moves() if quiet_limit == CLAIMED else board.is_seventyfive_moves()
    return 0 if claimed else None


def compare(board: chess.Board, quiet_limit: int, dice: random.Random) -> int:
    """Plays one random game on both sides; returns how many positions were compared."""
    game = Chess(chess960=board.chess960, quiet_limit=quiet_limit)
    s = game.parse_state(board.fen())
    for number in range(10_000):
        text = board.fen(en_passant="legal")
        assert game.format_state(s) == text
        assert game.parse_state(text) == s
        assert game.in_check(s) == board.is_check(), text
        end = expected_end(board, quiet_limit)
        assert game.is_terminal(s) == (end is not None), text
        if end is not None:
            assert game.utility(s) == end, text
            assert game.legal(s) == []
            return number + 1
        legal = list(game.actions(s))
        named = {san.uci(s, a, board.chess960): a for a in legal}
        assert len(named) == len(legal)
        assert set(named) == {board.uci(move) for move in board.legal_moves}, text
        move = dice.choice(list(board.legal_moves))
        action = named[board.uci(move)]
        assert (game.capture_value(s, action) > 0) == (
            board.is_capture(move) or bool(move.promotion)
        )
        if dice.random() < 0.1:
            assert game.format_action(s, action) == board.san(move)
        board.push(move)
        s = game.result(s, action)
    raise AssertionError("The game does not end.")


def compare_games(count: int, seed: int) -> int:
    """Half of the games are Chess960; every third one goes on to the 75th quiet move."""
    dice = random.Random(seed)
    positions = 0
    for number in range(count):
        start = dice.randrange(960) if number % 2 else 518
        board = chess.Board.from_chess960_pos(start) if number % 2 else chess.Board()
        positions += compare(board, AUTOMATIC if number % 3 == 2 else CLAIMED, dice)
    return positions


def test_random_games() -> None:
    assert compare_games(12, seed=1) > 2000


@pytest.mark.long
def test_two_thousand_random_games() -> None:
    assert compare_games(2000, seed=2) > 300_000


def test_every_start_of_chess960() -> None:
    for number in range(960):
        board = chess.Board.from_chess960_pos(number)
        assert first_row(number) == board.fen().split("/")[-1].split()[0]


def random_board(dice: random.Random) -> str:
    """Two kings and up to eight pieces anywhere, as a FEN; pawns not on the last ranks."""
    board = chess.Board(None)
    squares = dice.sample(range(64), dice.randint(3, 10))
    for place, square in enumerate(squares):
        kind = chess.KING if place < 2 else dice.choice((1, 1, 2, 3, 4, 5))
        colour = place == 0 if place < 2 else dice.random() < 0.5
        if kind == chess.PAWN and square >> 3 in (0, 7):
            kind = chess.KNIGHT
        board.set_piece_at(square, chess.Piece(kind, colour))
    board.turn = dice.random() < 0.5
    return str(board.fen())


def test_random_positions() -> None:
    # Few pieces: pins, checks, mates and stalemates are frequent.
    dice, game, ends = random.Random(3), Chess(draws=False), 0
    for _ in range(1500):
        text = random_board(dice)
        try:
            s = game.parse_state(text)
        except InvalidPosition:
            continue
        board = chess.Board(text)
        found = {san.uci(s, a) for a in game.actions(s)}
        assert found == {move.uci() for move in board.legal_moves}, text
        assert game.is_terminal(s) == (not found), text
        ends += not found
    assert ends > 0
