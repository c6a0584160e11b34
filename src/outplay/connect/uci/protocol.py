"""What the lines of the protocol say, read and written; nothing here plays chess.

Reading never fails: the protocol asks to skip what is not understood.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import takewhile

from outplay.engine.clock import Clock

INTEGER = re.compile(r"[+-]?[0-9]{1,15}")
MOVE = re.compile(r"[a-h][1-8][a-h][1-8][qrbnQRBN]?")

LONGEST = 10**9
"""Milliseconds, more than eleven days: no time of the protocol is taken for longer."""


@dataclass(frozen=True)
class Go:
    """The command to think: its limits. Times are in milliseconds, as the protocol has them."""

    depth: int | None = None
    nodes: int | None = None
    movetime: int | None = None
    mate: int | None = None
    """Look for a mate in so many moves."""
    wtime: int | None = None
    """What White's clock shows."""
    btime: int | None = None
    winc: int = 0
    """What White's clock gets after each move."""
    binc: int = 0
    movestogo: int | None = None
    infinite: bool = False
    ponder: bool = False
    searchmoves: tuple[str, ...] = ()
    """Only these moves; all if there are none."""

    def clock(self, white: bool, overhead: float = 0.0) -> Clock | None:
        """The clock of one side, less `overhead` seconds; None if there is no clock."""
        left, more = (self.wtime, self.winc) if white else (self.btime, self.binc)
        if left is None:
            return None
        seconds = max(0.0, min(left, LONGEST) / 1000 - overhead)
        to_go = self.movestogo if self.movestogo is not None and self.movestogo > 0 else None
        return Clock(seconds, max(0, min(more, LONGEST)) / 1000, to_go)

    @property
    def seconds(self) -> float | None:
        """`movetime`; None if there is none."""
        return None if self.movetime is None else max(0, min(self.movetime, LONGEST)) / 1000

    @property
    def waits(self) -> bool:
        """Must the answer wait for `stop` or `ponderhit`?"""
        return self.infinite or self.ponder

    def text(self) -> str:
        """The command as it is sent."""
        words = ["go"]
        if self.searchmoves:
            words += ["searchmoves", *self.searchmoves]
        words += [name for name in ("ponder", "infinite") if getattr(self, name)]
        numbers = {name: getattr(self, name) for name in NUMBERS}
        increments = {"winc": self.winc or None, "binc": self.binc or None}
        return " ".join([*words, *_pairs(**numbers | increments)])


NUMBERS = ("wtime", "btime", "winc", "binc", "movestogo", "depth", "nodes", "mate", "movetime")


def read_go(words: Sequence[str]) -> Go:
    """What stands after `go`. A number that is none is skipped with its name."""
    found, lines, others = _read(words, NUMBERS, "searchmoves")
    for name in ("depth", "nodes", "mate"):  # "no more than nothing" is as much as none said
        if found.get(name, 1) < 1:
            del found[name]
    moves = tuple(move.lower() for line in lines for move in line)
    flags = {name: name in others for name in ("infinite", "ponder")}
    return Go(**found, **flags, searchmoves=moves)  # type: ignore[arg-type]


def _read(
    words: Sequence[str], names: Sequence[str], before_moves: str
) -> tuple[dict[str, int], list[tuple[str, ...]], list[str]]:
    """Numbers by the names before them, the lines of moves after a word, and the other words."""
    found: dict[str, int] = {}
    lines: list[tuple[str, ...]] = []
    others: list[str] = []
    at = 0
    while at < len(words):
        word = words[at]
        at += 1
        if word == before_moves:
            lines.append(tuple(takewhile(MOVE.fullmatch, words[at:])))
            at += len(lines[-1])
        elif word not in names:
            others.append(word)
        elif at < len(words) and INTEGER.fullmatch(words[at]):
            found[word] = int(words[at])
            at += 1
    return found, lines, others


@dataclass(frozen=True)
class Position:
    """The command to set up a position, and the moves played from there."""

    fen: str | None = None
    """None: the start of the game."""
    moves: tuple[str, ...] = ()

    def text(self) -> str:
        start = "startpos" if self.fen is None else f"fen {self.fen}"
        return f"position {start}" + (f" moves {' '.join(self.moves)}" if self.moves else "")


def read_position(words: Sequence[str]) -> Position | None:
    """What stands after `position`; None if it names no position."""
    cut = words.index("moves") if "moves" in words else len(words)
    moves = tuple(words[cut + 1 :])
    start = words[:cut]
    if start[:1] == ["startpos"]:
        return Position(None, moves)
    if start[:1] == ["fen"] and len(start) > 1:
        return Position(" ".join(start[1:]), moves)
    return None


def read_option(words: Sequence[str]) -> tuple[str, str] | None:
    """What stands after `setoption`: name and value, both may have spaces; None if no name."""
    if words[:1] != ["name"]:
        return None
    cut = words.index("value") if "value" in words else len(words)
    name = " ".join(words[1:cut])
    return (name, " ".join(words[cut + 1 :])) if name else None


@dataclass(frozen=True)
class Info:
    """What an `info` line says, from the side to move; what it does not say is None."""

    depth: int | None = None
    seldepth: int | None = None
    multipv: int | None = None
    cp: int | None = None
    """The score in hundredths of a pawn."""
    mate: int | None = None
    """Moves to mate; below zero for who is mated."""
    bound: str = ""
    """`lowerbound` or `upperbound`; empty for a score that is neither."""
    nodes: int | None = None
    nps: int | None = None
    hashfull: int | None = None
    time: int | None = None
    pv: tuple[str, ...] = ()
    string: str = field(default="", compare=False)

    def text(self) -> str:
        """The line as it is sent."""
        score = _pairs(mate=self.mate) or _pairs(cp=self.cp)
        words = ["info", *_pairs(depth=self.depth, seldepth=self.seldepth, multipv=self.multipv)]
        words += ["score", *score] if score else []
        words += [self.bound] if self.bound else []
        words += _pairs(nodes=self.nodes, nps=self.nps, hashfull=self.hashfull, time=self.time)
        words += ["pv", *self.pv] if self.pv else []
        words += ["string", self.string] if self.string else []
        return " ".join(words)


def _pairs(**numbers: int | None) -> list[str]:
    """Names and numbers as words; a number that is None is left out with its name."""
    known = [(name, str(number)) for name, number in numbers.items() if number is not None]
    return [word for pair in known for word in pair]


def read_info(words: Sequence[str]) -> Info:
    """What stands after `info`; unknown words are skipped."""
    cut = words.index("string") if "string" in words else len(words)
    found, lines, others = _read(words[:cut], _INFO_NUMBERS, "pv")
    bounds = [word for word in others if word in ("lowerbound", "upperbound")]
    string = " ".join(words[cut + 1 :])
    return Info(**found, bound=["", *bounds][-1], pv=[(), *lines][-1], string=string)


_INFO_NUMBERS = ("depth", "seldepth", "multipv", "cp", "mate", "nodes", "nps", "hashfull", "time")


@dataclass(frozen=True)
class Option:
    """One option of an engine, as it declares it."""

    name: str
    kind: str
    """`spin`, `check`, `button`, `string` or `combo`."""
    default: str = ""
    least: int | None = None
    most: int | None = None
    choices: tuple[str, ...] = ()

    def text(self) -> str:
        """The line that declares it."""
        words = ["option", "name", self.name, "type", self.kind]
        if self.kind != "button":
            words += ["default", self.default]
        words += _pairs(min=self.least, max=self.most)
        for choice in self.choices:
            words += ["var", choice]
        return " ".join(words)


def read_declared(words: Sequence[str]) -> Option | None:
    """What stands after `option`; None if it is no declaration."""
    parts: dict[str, list[list[str]]] = {}
    current: list[str] = []
    for word in words:
        # A name may hold any word, but what comes after its type is in order.
        if word in ("name", "type", "default", "min", "max", "var") and not (
            "type" not in parts and word not in ("name", "type")
        ):
            current = []
            parts.setdefault(word, []).append(current)
        else:
            current.append(word)

    def one(name: str) -> str:
        return " ".join(parts[name][0]) if name in parts else ""

    def number(name: str) -> int | None:
        return int(one(name)) if INTEGER.fullmatch(one(name)) else None

    if not one("name") or not one("type"):
        return None
    choices = tuple(" ".join(choice) for choice in parts.get("var", []))
    return Option(one("name"), one("type"), one("default"), number("min"), number("max"), choices)
