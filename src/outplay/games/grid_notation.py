"""Squares and boards as text: `b3`, and rows from the top such as `X.O/.X./...`"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from outplay.errors import InvalidPosition, UsageError
from outplay.game import MAX, MIN
from outplay.wording import plural


def column_name(column: int) -> str:
    """a … z, then aa, ab …, of columns counted from 0."""
    first = chr(ord("a") + column // 26 - 1) if column >= 26 else ""
    return f"{first}{chr(ord('a') + column % 26)}"


def square_name(column: int, row: int) -> str:
    """Such as `b3`; both are counted from 0."""
    return f"{column_name(column)}{row + 1}"


def signs(squares: Iterable[int], boards: Mapping[str, int], free: str = ".") -> str:
    """For each of the squares, the sign of the board that has it, or that of a free one."""
    found = ""
    for square in squares:
        held = [sign for sign, board in boards.items() if board >> square & 1]
        found += held[0] if held else free
    return found


def cut_into(text: str, width: int) -> list[str]:
    """The text in rows of that width."""
    return [text[start : start + width] for start in range(0, len(text), width)]


def with_names(rows: Sequence[str]) -> list[str]:
    """Rows as lines of a picture: the letters of the columns above, numbers at the left."""
    names = [column_name(column) for column in range(len(rows[0]))]
    wide, edge = max(map(len, names)) + 1, len(str(len(rows)))
    numbered = [("", names), *enumerate(rows, start=1)]
    return [f"{n:>{edge}}" + "".join(f"{sign:>{wide}}" for sign in row) for n, row in numbered]


def read_rows(
    text: str, board: str, width: int, height: int, signs: str = "XO.", square: str = "square"
) -> list[str]:
    """The rows of `board`, which is a part of `text`; raises InvalidPosition and says why."""
    rows = board.split("/")
    for sign in "".join(rows):
        if sign not in signs:
            known = f"{', '.join(signs[:-1])} and {signs[-1]}"
            raise InvalidPosition(
                f"{text!r} has {sign!r} in it; a board is written with {known} only,"
                " its rows divided by /."
            )
    if len(rows) != height:
        raise InvalidPosition(f"{text!r} has {plural(len(rows), 'row')}; the board has {height}.")
    for number, row in enumerate(rows, start=1):
        if len(row) != width:
            raise InvalidPosition(
                f"Row {number} of {text!r} has {plural(len(row), square)};"
                f" the board is {width} wide."
            )
    return rows


def refuse_long_lines(connect: int, width: int, height: int) -> None:
    """Raises UsageError if no line of so many squares fits the board."""
    if connect > max(width, height):
        raise UsageError(
            f"connect={connect} fits neither the width ({width}) nor the height ({height}) of the"
            " board."
        )


def side_to_move(rows: list[str]) -> int:
    """Whose turn it is, by the count of stones (X begins); raises InvalidPosition."""
    crosses, noughts = (sum(row.count(side) for row in rows) for side in "XO")
    if crosses == noughts:
        return MAX
    if crosses == noughts + 1:
        return MIN
    raise InvalidPosition(
        f"The board has {crosses} X and {noughts} O; X begins, so there are as many X as O"
        " or one more."
    )


def refuse_impossible_lines(player: int, crosses_win: bool, noughts_win: bool) -> None:
    """Raises InvalidPosition where play went on after a win: only the last mover may have won."""
    if crosses_win and noughts_win:
        raise InvalidPosition(
            "Both X and O have a line on this board; the game ends with the first."
        )
    if (crosses_win and player == MAX) or (noughts_win and player == MIN):
        winner, other = ("X", "O") if crosses_win else ("O", "X")
        raise InvalidPosition(
            f"{winner} has a line on this board, so {other} cannot have moved after it:"
            " the stones do not add up."
        )
