"""EPD: a position a line, with operations such as its best move and its name.

>>> from outplay.games.chess import epd
>>> record = epd.read_line('7k/5Q2/6K1/8/8/8/8/8 w - - bm Qg7# Qf8#; dm 1; id "two ways";')
>>> record.operations["dm"], record.operations["id"], len(record.operations["bm"])
(1, 'two ways', 2)
>>> epd.write(record)
'7k/5Q2/6K1/8/8/8/8/8 w - - bm Qg7# Qf8#; dm 1; id "two ways";'
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TypeAlias

from outplay.errors import IllegalAction, InvalidPosition
from outplay.games.chess.board import State
from outplay.games.chess.fen import MOST_PLIES
from outplay.games.chess.rules import Chess
from outplay.lines import texts_along

Operand: TypeAlias = "int | str | tuple[int, ...]"
"""A number, a text, or actions."""

MOVES = ("am", "bm", "pm", "sm")
"""Operations of moves in the position: to avoid, best, predicted, supplied."""
LINE = "pv"
"""The operation of moves one after the other."""

OPERATION = re.compile(r'\s*((?:"(?:[^"\\]|\\.)*"|[^;"])*)(?:;|$)')
OPERAND = re.compile(r'"((?:[^"\\]|\\.)*)"|([^\s"]+)')


@dataclass(frozen=True)
class Record:
    """One line: a position and what is said of it."""

    state: State
    operations: dict[str, Operand] = field(default_factory=dict)
    """By name: actions for `bm`, `am`, `pm`, `sm` and `pv`; else a number or a text.

    `hmvc` and `fmvn`, the counters of a FEN, are set in the state too.
    """


def read(text: str, chess960: bool = False) -> list[Record]:
    """All records of a text; raises InvalidPosition or IllegalAction and says in which line."""
    records = []
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip() and not line.lstrip().startswith("#"):
            try:
                records.append(read_line(line, chess960))
            except (InvalidPosition, IllegalAction) as error:
                raise type(error)(f"Line {number}: {error}") from None
    return records


def read_line(line: str, chess960: bool = False) -> Record:
    """One record. The two counters of a FEN may stand before the operations."""
    game = Chess(chess960=chess960, draws=False)
    found = re.match(r"\s*((?:[^\s;]+\s+){3}[^\s;]+(?:\s+[0-9]+\s+[0-9]+)?)(?=\s|;|$)", line)
    if not found:
        raise InvalidPosition(
            "This is not EPD: a line begins with four fields, the pieces, whose turn it is,"
            " castling and en passant."
        )
    s = game.parse_state(found[1])
    operations: dict[str, Operand] = {}
    at = found.end()
    while at < len(line):
        operation = OPERATION.match(line, at)
        if not operation:
            raise InvalidPosition(f"A quote is not closed in {line[at:].strip()!r}.")
        at = operation.end()
        name, *rest = operation[1].split(maxsplit=1)[:2] or [""]
        if not name:
            continue
        if not re.fullmatch(r"[A-Za-z]\w{0,14}", name, re.ASCII):
            raise InvalidPosition(f"{name!r} is not the name of an operation, as bm or id is.")
        if name in operations:
            raise InvalidPosition(f"The operation {name} is given twice.")
        operations[name] = _read_operand(game, s, name, rest[0].strip() if rest else "")
    quiet = _counter(operations, "hmvc", s.quiet)
    number = _counter(operations, "fmvn", s.number)
    return Record(s._replace(quiet=quiet, number=max(number, 1)), operations)


def _counter(operations: dict[str, Operand], name: str, usual: int) -> int:
    value = operations.get(name, usual)
    if not isinstance(value, int) or not 0 <= value <= MOST_PLIES:
        raise InvalidPosition(f"{name} is {value!r}; write a number from 0 to {MOST_PLIES}.")
    return value


def _read_operand(game: Chess, s: State, name: str, text: str) -> Operand:
    if name in (*MOVES, LINE):
        actions = []
        for move in text.split():
            actions.append(game.parse_action(s, move))
            s = game.result(s, actions[-1]) if name == LINE else s
        return tuple(actions)
    if re.fullmatch("[+-]?[0-9]{1,18}", text):
        return int(text)
    words = [quoted if quoted else plain for quoted, plain in OPERAND.findall(text)]
    return re.sub(r"\\(.)", r"\1", " ".join(words))


def write(record: Record, chess960: bool = False) -> str:
    """The record as a line: four fields of a FEN, then the operations, moves in SAN."""
    game = Chess(chess960=chess960, draws=False)
    fields = game.format_state(record.state).split()[:4]
    for name, operand in record.operations.items():
        fields.append(f"{name} {_operand_text(game, record.state, name, operand)}".strip() + ";")
    return " ".join(fields)


def _operand_text(game: Chess, s: State, name: str, operand: Operand) -> str:
    if isinstance(operand, int):
        return str(operand)
    if isinstance(operand, str):
        return '"' + re.sub(r'(["\\])', r"\\\1", operand) + '"' if operand else ""
    if name == LINE:
        return " ".join(texts_along(game, s, operand))
    return " ".join(game.format_action(s, a) for a in operand)
