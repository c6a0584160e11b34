"""python-chess beside Outplay: the same positions, moves and random games."""

import random
from collections.abc import Iterator

import pytest

from outplay.games.chess import fen
from outplay.games.chess.board import BECOMES_AT, KING, PAWN, PIECE_AT, TAKES_AT, TO_AT, State

chess = pytest.importorskip("chess", "1")  # a version: this folder itself is no such module


def state_of(board: "chess.Board") -> State:
    return fen.read(board.fen(), board.chess960)


def action_of(board: "chess.Board", move: "chess.Move") -> int:
    """Our number of a move of theirs."""
    start, to = move.from_square, move.to_square
    piece = board.piece_type_at(start)
    takes = board.piece_type_at(to) or 0
    if board.is_en_passant(move):
        takes = PAWN
    if piece == KING and board.is_castling(move):
        takes = 0
        if not board.chess960:
            to = start + 3 if to > start else start - 4
    return (
        start
        | to << TO_AT
        | (move.promotion or 0) << BECOMES_AT
        | piece << PIECE_AT
        | takes << TAKES_AT
    )


def legal_of(board: "chess.Board") -> list[int]:
    return [action_of(board, move) for move in board.legal_moves]


CROWDED = (
    "1n2k2n/PPP3PP/8/8/8/8/ppp3pp/1N2K2N w - - 0 1",
    "6k1/8/8/2Q1Q3/8/2Q1Q3/8/K7 w - - 0 1",
    "N1N1k1N1/8/8/N3n2N/8/2n3n1/8/N2nK1N1 w - - 0 1",
    "r3k2r/1ppp1pp1/8/P1P3P1/p1p3p1/8/1PPP1PP1/R3K2R w KQkq - 0 1",
)
"""Starts with promotions, with many pieces of a kind, and with castling and en passant."""


INNER_ROOKS = "rr2k1rr/pppppppp/8/8/8/8/PPPPPPPP/RR2K1RR w GBgb - 0 1"
"""A start in which X-FEN must name files."""


def random_games(count: int, plies: int, seed: int) -> Iterator["chess.Board"]:
    """Positions of random games, every other one of Chess960; the boards are changed later."""
    dice = random.Random(seed)
    for number in range(count):
        if number % 8 == 7:
            board = chess.Board(INNER_ROOKS, chess960=True)
        elif number % 2:
            board = chess.Board.from_chess960_pos(dice.randrange(960))
        else:
            starts = (chess.STARTING_FEN, *CROWDED)
            board = chess.Board(starts[number // 2 % len(starts)])
        for _ in range(plies):
            moves = list(board.legal_moves)
            if not moves:
                break
            yield board
            board.push(dice.choice(moves))
