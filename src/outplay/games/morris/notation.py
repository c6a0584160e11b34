"""Reading what people write about morris: positions, and why a move is not legal."""

from __future__ import annotations

import re
from collections.abc import Sequence

from outplay.errors import InvalidPosition
from outplay.game import MAX, MIN

SHAPE = "write its points, the side to move and the men in hand, such as"


def read_board(text: str, widths: Sequence[int], example: str) -> tuple[str, list[str]]:
    """The points in reading order, in capitals, and the words behind; raises InvalidPosition."""
    words = text.upper().split()
    if not words:
        raise InvalidPosition(f"This is not a position; {SHAPE} {example!r}.")
    rows = words[0].split("/")
    points = "".join(rows)
    for character in points:
        if character not in "WB.":
            raise InvalidPosition(
                f"{text!r} has {character!r} in its board, which is written with W, B and . only;"
                f" {SHAPE} {example!r}."
            )
    if len(points) != sum(widths):
        raise InvalidPosition(
            f"The board in {text!r} has {len(points)} points; there are {sum(widths)}."
        )
    if len(rows) > 1 and [len(row) for row in rows] != list(widths):
        raise InvalidPosition(
            f"The rows in {text!r} are not those of the board, which have"
            f" {' '.join(map(str, widths))} points."
        )
    return points, words[1:]


def read_turn(words: list[str], limit: int, example: str) -> tuple[int, int, int, int]:
    """(side to move, White's men in hand, Black's, moves that took nothing), behind the board."""
    found = re.fullmatch(
        r"(W|B|WHITE|BLACK) ([0-9]{1,2}) ([0-9]{1,2})(?: ([0-9]{1,3}))?", " ".join(words)
    )
    if found is None:
        raise InvalidPosition(
            f"{' '.join(words)!r} behind the board does not say whose turn it is and how many men"
            f" both have in hand; {SHAPE} {example!r}."
        )
    player = MAX if found[1].startswith("W") else MIN
    white, black, quiet = int(found[2]), int(found[3]), int(found[4] or 0)
    if quiet > limit or (quiet and white + black):
        most = 0 if white + black else limit
        raise InvalidPosition(
            f"There cannot be {quiet} moves in a row without a capture; {most} is the limit."
        )
    return player, white, black, quiet


def refuse_counts(
    player: int, hands: tuple[int, int], board: tuple[int, int], men: int, takes: bool
) -> None:
    """Raises InvalidPosition where the men, White's first, do not add up; `takes`: by mills."""
    white, black = hands
    expected = white if player == MAX or not black else white + 1
    if black != expected:
        raise InvalidPosition(
            f"White has {white} men in hand and Black {black}; White places first and they take"
            " turns, so both have as many when White is to move, and Black one more when Black is."
        )
    for name, hand, placed in zip(("White", "Black"), hands, board, strict=True):
        if hand + placed > men:
            raise InvalidPosition(
                f"{name} has {placed} men on the board and {hand} in hand, of {men} in all."
            )
        if not takes and hand + placed < men:
            raise InvalidPosition(
                f"{name} has {placed} men on the board and {hand} in hand; nobody takes any here,"
                f" so there are {men}."
            )
    waiting = 1 if player == MAX else 0
    if men > 3 and not black and min(board[waiting], board[1 - waiting] + 1) < 3:
        raise InvalidPosition(
            "The game is over when a side has two men left; the men on this board do not add up."
        )


def refusal(
    named: list[str], legal: list[str], where: dict[str, str], placing: bool, mover: str
) -> str:
    """Why the move through these points is not legal; `where` says what stands on each point."""
    if placing and len(named) not in (1, 2):
        return f"write the point to place a man on, such as {legal[0]}"
    if not placing and len(named) not in (2, 3):
        return f"write where a man comes from and goes to, such as {legal[0]}"
    move = named[0] if placing else "-".join(named[:2])
    end = named[0] if placing else named[1]
    if not placing and where[named[0]] != mover[0]:
        return f"{mover} has no man on {named[0]}"
    if where[end] != ".":
        return f"{end} is not free"
    takes = [known.partition("x")[2] for known in legal if known.partition("x")[0] == move]
    if not takes:
        return f"no line leads from {named[0]} to {end} in one step"
    if takes == [""]:
        return f"{move} closes no mill, so it takes nothing"
    if named[-1] == end:
        return f"{move} closes a mill, so say what it takes: {move}x and one of {' '.join(takes)}"
    return f"{move} can only take {' or '.join(takes)}"
