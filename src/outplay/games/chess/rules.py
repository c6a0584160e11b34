"""Chess."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from outplay.bits import flip_vertical, popcount
from outplay.errors import UsageError
from outplay.game import MAX, MIN, Game
from outplay.games.chess import endgames, fen, pictures, san
from outplay.games.chess.attacks import first, forward
from outplay.games.chess.board import (
    BECOMES_AT,
    BISHOP,
    BIT,
    KING,
    KNIGHT,
    PAWN,
    PIECE_AT,
    QUEEN,
    ROOK,
    TAKES_AT,
    TO_AT,
    State,
)
from outplay.games.chess.evaluation import THEMES, evaluate, themes
from outplay.games.chess.exchange import good_captures, material_of, order
from outplay.games.chess.moves import (
    can_take_passing,
    castled,
    has_move,
    in_check,
    legal_moves,
    sides,
)
from outplay.games.chess.sides import LIGHT
from outplay.parameters import flag, whole_number
from outplay.whole_games import Endgame

if TYPE_CHECKING:
    from outplay.records import Record

WIN = 10_000
"""What checkmate counts, in centipawns."""

STANDARD = 518
"""The number of the usual start among the 960."""

COUNTED = 40
"""Plies before the quiet limit from which on the counter is part of a position's key."""

ON_DIAGONALS, ON_STRAIGHTS = (
    tuple(-1 if kind in (slider, QUEEN) else 0 for kind in range(8)) for slider in (BISHOP, ROOK)
)
"""Of each kind of piece: all squares if it is one of those, else none."""

KNIGHT_PLACES = ((0, 1), (0, 2), (0, 3), (0, 4), (1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4))
"""Of the five squares that bishops and queen leave, where the knights stand: Scharnagl's order."""


class Chess(Game[State, int]):
    """White and Black take turns to move; whoever checkmates the other king wins.

    The rules of FIDE, with castling, en passant and promotion. Checkmate is +10,000 for White
    and -10,000 for Black; stalemate is a draw (0). So is, at once, a position in which neither
    side has the pieces to give mate (king against king and one minor piece, or bishops all on
    one colour), and `quiet_limit` moves of both sides without a capture or a pawn's move: 50,
    which FIDE lets a player claim, or 75, where its rules end the game; 0 switches that off.
    `draws=False` switches off both. A position that comes back counts as a draw in searches.

    `chess960=True` is Fischer's chess; `start` is the number of the first position, 0 to 959
    (518 is the usual one). Kings and rooks castle to the same squares from wherever they start.

    Moves are written `Nf3`, `exd6`, `O-O`, `e8=Q+`, and read so or as `g1f3` and `e7e8q`.
    Positions are FENs.
    """

    may_cycle = True
    win = WIN
    late_move_reductions = True
    futility_margin = 100
    symmetric_searches = False
    fits_64_bits = True
    player_names = ("White", "Black")
    feature_names = THEMES

    def __init__(
        self,
        chess960: bool = False,
        start: int = STANDARD,
        quiet_limit: int = 50,
        draws: bool = True,
    ) -> None:
        self.chess960 = flag("chess960", chess960)
        self.start = whole_number("start", start, 0, 959)
        if self.start != STANDARD and not self.chess960:
            raise UsageError(f"start={start} is a start of Chess960: set chess960=True too.")
        self.quiet_limit = whole_number("quiet_limit", quiet_limit, 0, 500)
        self.draws = flag("draws", draws)
        self.quiet_plies = 2 * self.quiet_limit if self.draws else 0
        self.weights = (1,) * len(THEMES)

    def initial(self) -> State:
        row = first_row(self.start)
        board = f"{row.lower()}/pppppppp/8/8/8/8/PPPPPPPP/{row}"
        return fen.read(f"{board} w KQkq - 0 1", self.chess960)

    def to_move(self, s: State) -> int:
        return s.player

    def actions(self, s: State) -> Iterator[int]:
        yield from legal_moves(s)

    def result(self, s: State, a: int) -> State:
        start, to = BIT[a & 63], BIT[a >> TO_AT & 63]
        piece, becomes, takes = a >> PIECE_AT & 7, a >> BECOMES_AT & 7, a >> TAKES_AT & 7
        mine, theirs = sides(s)
        gone = start  # where nothing stands any more
        passant = 0
        if piece == PAWN:
            if to == s.passant:
                gone |= forward(to, -s.player)
            elif to == forward(forward(start, s.player), s.player):
                passant = forward(start, s.player)
        elif piece == KING and mine & to:
            return castle(s, a & 63, a >> TO_AT & 63)
        cleared = ~(gone | to)
        placed = becomes if becomes else piece
        mine = mine & ~start | to
        theirs &= cleared
        castling = s.castling & cleared
        if piece == KING:
            castling &= ~mine
        t = State(
            mine if s.player == MAX else theirs,
            theirs if s.player == MAX else mine,
            s.pawns & cleared | (to if placed == PAWN else 0),
            s.knights & cleared | (to if placed == KNIGHT else 0),
            s.diagonals & cleared | to & ON_DIAGONALS[placed],
            s.straights & cleared | to & ON_STRAIGHTS[placed],
            s.kings & cleared | (to if placed == KING else 0),
            castling,
            0,
            -s.player,
            0 if piece == PAWN or takes else s.quiet + 1,
            s.number + (s.player == MIN),
        )
        if passant and can_take_passing(t, passant):
            return t._replace(passant=passant)
        return t

    def is_terminal(self, s: State) -> bool:
        is_played_out = self.quiet_plies != 0 and s.quiet >= self.quiet_plies
        if self.draws and (is_played_out or is_dead(s)):
            return True
        return not has_move(s)

    def utility(self, s: State) -> int:
        return -WIN * s.player if in_check(s) and not has_move(s) else 0

    # --- stronger ---------------------------------------------------------------------

    def key(self, s: State) -> tuple[int, int, int, int, int]:
        """All that matters of the state.

        The counter of quiet plies matters near its limit only: no search looks further ahead.
        """
        white, a, b, c, rest = self.repetition_key(s)
        counted = s.quiet - self.quiet_plies + COUNTED if self.quiet_plies else 0
        return white, a, b, c, rest | (counted if counted > 0 else 0) << 32

    def repetition_key(self, s: State) -> tuple[int, int, int, int, int]:
        """The board, castling, en passant and whose turn it is, without the counter.

        Each piece stands on one or two of three boards, and on another choice of them.
        """
        rooks = s.castling & 0xFF | (s.castling >> 56 & 0xFF) << 8
        passed = first(s.passant) << 16 if s.passant else 0
        return (
            s.white,
            s.diagonals | s.kings,
            s.straights | s.pawns,
            s.knights | s.kings | s.pawns,
            rooks | passed | (s.player == MAX) << 22,
        )

    def without_history(self, s: State) -> State:
        """The position: its counter of quiet plies matters only where that can end the game."""
        return s._replace(number=1, quiet=s.quiet if self.quiet_plies else 0)

    def exchanged(self, s: State) -> State:
        """Black's pieces are White's, and the board is turned upside down."""
        return State(
            flip_vertical(s.black),
            flip_vertical(s.white),
            flip_vertical(s.pawns),
            flip_vertical(s.knights),
            flip_vertical(s.diagonals),
            flip_vertical(s.straights),
            flip_vertical(s.kings),
            flip_vertical(s.castling),
            flip_vertical(s.passant),
            -s.player,
            s.quiet,
            s.number,
        )

    def symmetries(self, s: State) -> Iterator[State]:
        """The mirrored board, and without pawns the turned ones, once nobody may castle."""
        yield from endgames.images(s)

    def endgame(self, text: str) -> Endgame[State]:
        """All legal positions with these pieces, White's first: `KQKR`."""
        pieces = endgames.material(text)
        return Endgame(self, pieces, *endgames.placements(pieces))

    def placed(self, material: State, number: int) -> Iterator[State]:
        """The legal positions of one placement of these pieces."""
        yield from endgames.placed(material, number)

    def priority(self, s: State, a: int) -> int:
        """Good captures and queens first, by what they win; quiet moves 0; the rest below."""
        return order(s, a)

    def tactical_actions(self, s: State) -> Iterator[int]:
        """Captures and promotions to a queen that lose nothing, the most valuable first."""
        yield from good_captures(s)

    def capture_value(self, s: State, a: int) -> int:
        """What is captured, and what a pawn becomes, in centipawns."""
        return material_of(a)

    def in_check(self, s: State) -> bool:
        """Is the side to move in check?"""
        return in_check(s)

    def is_quiet(self, s: State) -> bool:
        """Is the side to move not in check?"""
        return not in_check(s)

    def reversible_plies(self, s: State) -> int:
        """How many plies ago the same position may have stood."""
        return s.quiet

    def null_move_allowed(self, s: State) -> bool:
        """Not in check, and with a piece besides king and pawns: hardly ever in zugzwang."""
        mine, _ = sides(s)
        return mine & ~(s.pawns | s.kings) != 0 and not in_check(s)

    def null_move(self, s: State) -> State:
        return s._replace(passant=0, player=-s.player, quiet=s.quiet + 1)

    def evaluate(self, s: State) -> int:
        """White's lead in centipawns."""
        return evaluate(s)

    def features(self, s: State) -> tuple[int, ...]:
        """The same by themes (`THEMES` names them), which add up."""
        return themes(s)

    # --- for people -------------------------------------------------------------------

    def format_action(self, s: State, a: int) -> str:
        t = self.result(s, a)
        check = in_check(t)
        return san.write(s, a, list(legal_moves(s)), check, check and not has_move(t))

    def parse_action(self, s: State, text: str) -> int:
        return san.find(text, s, self.legal(s))

    def format_state(self, s: State) -> str:
        return fen.write(s, self.chess960)

    def parse_state(self, text: str) -> State:
        return fen.read(text, self.chess960)

    def read_record(
        self, text: str, start: State | None = None, number: int | None = None
    ) -> Record:
        """A PGN, of which `number` is the game; from a `start`, moves in a row."""
        if start is not None:
            return super().read_record(text, start, number)
        from outplay.games.chess.pgn import read_record

        return read_record(self, text, number)

    def write_record(
        self, actions: Sequence[int], texts: Sequence[str], start: State | None = None
    ) -> str:
        """A PGN."""
        from outplay.games.chess.pgn import write_game

        return write_game(self, actions, start)

    def ending(self, s: State) -> str:
        if not has_move(s):
            return "checkmate" if in_check(s) else "stalemate"
        return "insufficient material" if is_dead(s) else f"{self.quiet_limit}-move rule"

    def show(self, s: State) -> str:
        return pictures.show(s, self._over(s))

    def draw(self, s: State) -> str:
        return pictures.draw(s, f"chess: {self.format_state(s)}", self._over(s))

    def _over(self, s: State) -> str:
        return self.ending(s).capitalize() if self.is_terminal(s) else ""

    def gestures(self, s: State, a: int) -> list[tuple[str, ...]]:
        return pictures.gestures(s, a)


def castle(s: State, king: int, rook: int) -> State:
    """After castling: king and rook on their new squares."""
    mine, _ = sides(s)
    king_end, rook_end = castled(king, rook)
    both, ends = BIT[king] | BIT[rook], BIT[king_end] | BIT[rook_end]
    return s._replace(
        white=s.white & ~both | ends if s.player == MAX else s.white,
        black=s.black & ~both | ends if s.player == MIN else s.black,
        straights=s.straights & ~BIT[rook] | BIT[rook_end],
        kings=s.kings & ~BIT[king] | BIT[king_end],
        castling=s.castling & ~mine,
        passant=0,
        player=-s.player,
        quiet=s.quiet + 1,
        number=s.number + (s.player == MIN),
    )


def is_dead(s: State) -> bool:
    """Can neither side ever give mate, by what stands on the board?

    Two kings; and one knight; and bishops, all on squares of one colour.
    """
    if s.pawns | s.straights:
        return False
    if s.knights:
        return s.diagonals == 0 and popcount(s.knights) == 1
    return s.diagonals & LIGHT == 0 or s.diagonals & ~LIGHT == 0


def first_row(number: int) -> str:
    """White's pieces from a1 to h1 in a start of Chess960, by Scharnagl's numbers."""
    row = [""] * 8
    number, bishop = divmod(number, 4)
    row[2 * bishop + 1] = "B"
    number, bishop = divmod(number, 4)
    row[2 * bishop] = "B"
    knights, queen = divmod(number, 6)
    free = [file for file in range(8) if not row[file]]
    row[free.pop(queen)] = "Q"
    places = KNIGHT_PLACES[knights]
    for place, file in enumerate(list(free)):
        if place in places:
            row[file] = "N"
            free.remove(file)
    for piece, file in zip("RKR", free, strict=True):
        row[file] = piece
    return "".join(row)
