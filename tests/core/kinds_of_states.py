"""One game on states of many kinds, and rules that spoil whatever state they are given."""

from __future__ import annotations

from collections import Counter, OrderedDict, deque
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from outplay import MAX, MIN, Game


class Row(Game[Any, int]):
    """Four places; whoever has two neighbouring ones wins. A state is a tuple of the places."""

    repetition = 0

    def initial(self) -> Any:
        return (0, 0, 0, 0)

    def to_move(self, s: Any) -> int:
        return MAX if s.count(0) % 2 == 0 else MIN

    def actions(self, s: Any) -> Any:
        return [place for place in range(4) if s[place] == 0]

    def result(self, s: Any, a: int) -> Any:
        return (*s[:a], self.to_move(s), *s[a + 1 :])

    def winner(self, s: Any) -> int:
        return next((one for one, two in pairwise(s) if one and one == two), 0)

    def is_terminal(self, s: Any) -> bool:
        return self.winner(s) != 0 or 0 not in s

    def utility(self, s: Any) -> int:
        return self.winner(s)

    def evaluate(self, s: Any) -> float:
        return (s[1] + s[2]) / 4

    def symmetries(self, s: Any) -> Any:
        yield s[::-1]

    def priority(self, s: Any, a: int) -> int:
        return -abs(2 * a - 3)


@dataclass
class Plain:
    cells: list[int]
    seen: int = field(default=0, compare=False)


@dataclass(frozen=True)
class Frozen:
    cells: list[int]


class Named(NamedTuple):
    board: Any
    last: Any


class WithEq:
    """As beginners write it: equality, and no hash."""

    def __init__(self, cells: list[int]) -> None:
        self.cells = cells

    def __repr__(self) -> str:
        return f"WithEq({self.cells})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, WithEq) and self.cells == other.cells

    __hash__ = None  # type: ignore[assignment]


class Hashed:
    """Equality and a hash of what can be changed."""

    __slots__ = ("cells",)

    def __init__(self, cells: list[int]) -> None:
        self.cells = cells

    def __repr__(self) -> str:
        return f"Hashed({self.cells})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Hashed) and self.cells == other.cells

    def __hash__(self) -> int:
        return hash(tuple(self.cells))


class Bare:
    """Equal to nothing but itself."""

    def __init__(self, cells: list[int]) -> None:
        self.cells = cells

    def __repr__(self) -> str:
        return f"Bare({self.cells})"


class Kind(NamedTuple):
    """How a state of `Row` is written, read, and spoiled."""

    write: Callable[[tuple[int, ...]], Any]
    read: Callable[[Any], tuple[int, ...]]
    spoil: Callable[[Any], None]


def places(s: tuple[int, ...], player: int) -> set[int]:
    return {place for place in range(4) if s[place] == player}


def from_places(mine: Any, yours: Any) -> tuple[int, ...]:
    return tuple(1 if n in mine else -1 if n in yours else 0 for n in range(4))


def later(s: tuple[int, ...]) -> Any:
    """The first state can be hashed, those after it cannot."""
    return "start" if not any(s) else list(s)


def spoil_later(s: Any) -> None:
    if s != "start":
        s.clear()


def clear_cells(s: Any) -> None:
    s.cells.clear()


def shared(s: tuple[int, ...]) -> Any:
    cells = list(s)
    return {"one": cells, "two": cells}


KINDS: dict[str, Kind] = {
    "list": Kind(list, tuple, list.clear),
    "rows": Kind(
        lambda s: [list(s[:2]), list(s[2:])], lambda s: (*s[0], *s[1]), lambda s: s[0].clear()
    ),
    "tuple of lists": Kind(
        lambda s: (list(s[:2]), list(s[2:])), lambda s: (*s[0], *s[1]), lambda s: s[1].clear()
    ),
    "dict": Kind(
        lambda s: {n: s[n] for n in sorted(range(4), key=lambda n: s[n])},
        lambda s: tuple(s[n] for n in range(4)),
        dict.clear,
    ),
    "dict of sets": Kind(
        lambda s: {"X": places(s, 1), "O": places(s, -1)},
        lambda s: from_places(s["X"], s["O"]),
        lambda s: s["X"].clear(),
    ),
    "ordered dict": Kind(
        lambda s: OrderedDict(enumerate(s)), lambda s: tuple(s.values()), OrderedDict.clear
    ),
    "counter": Kind(
        lambda s: Counter(enumerate(s)), lambda s: tuple(p for _, p in sorted(s)), Counter.clear
    ),
    "deque": Kind(deque, tuple, deque.clear),
    "bytearray": Kind(
        lambda s: bytearray(p + 1 for p in s), lambda s: tuple(b - 1 for b in s), bytearray.clear
    ),
    "array": Kind(lambda s: np.array(s, np.int8), lambda s: tuple(s.tolist()), lambda s: s.fill(9)),
    "named array": Kind(
        lambda s: Named(np.array(s).reshape(2, 2), "X"),
        lambda s: tuple(s.board.reshape(-1).tolist()),
        lambda s: s.board.fill(9),
    ),
    "plain dataclass": Kind(lambda s: Plain(list(s)), lambda s: tuple(s.cells), clear_cells),
    "frozen dataclass": Kind(lambda s: Frozen(list(s)), lambda s: tuple(s.cells), clear_cells),
    "object with __eq__": Kind(lambda s: WithEq(list(s)), lambda s: tuple(s.cells), clear_cells),
    "object with a hash": Kind(lambda s: Hashed(list(s)), lambda s: tuple(s.cells), clear_cells),
    "bare object": Kind(lambda s: Bare(list(s)), lambda s: tuple(s.cells), clear_cells),
    "later": Kind(later, lambda s: (0, 0, 0, 0) if s == "start" else tuple(s), spoil_later),
    "shared": Kind(shared, lambda s: tuple(s["two"]), lambda s: s["one"].clear()),
}


class Written(Row):
    """`Row` on states of another kind. With `spoils`, each rule spoils the state it is given."""

    def __init__(self, kind: str, spoils: tuple[str, ...] = ()) -> None:
        self.kind, self.spoils = kind, tuple(spoils)

    def _read(self, rule: str, s: Any) -> tuple[int, ...]:
        found = KINDS[self.kind].read(s)
        if rule in self.spoils:
            KINDS[self.kind].spoil(s)
        return found

    def initial(self) -> Any:
        return KINDS[self.kind].write(super().initial())

    def to_move(self, s: Any) -> int:
        return Row.to_move(ROW, self._read("to_move", s))

    def actions(self, s: Any) -> Any:
        yield from Row.actions(ROW, self._read("actions", s))

    def result(self, s: Any, a: int) -> Any:
        return KINDS[self.kind].write(Row.result(ROW, self._read("result", s), a))

    def is_terminal(self, s: Any) -> bool:
        return Row.is_terminal(ROW, self._read("is_terminal", s))

    def utility(self, s: Any) -> int:
        return Row.utility(ROW, self._read("utility", s))

    def evaluate(self, s: Any) -> float:
        return Row.evaluate(ROW, self._read("evaluate", s))

    def symmetries(self, s: Any) -> Any:
        for t in Row.symmetries(ROW, self._read("symmetries", s)):
            yield KINDS[self.kind].write(t)

    def priority(self, s: Any, a: int) -> int:
        return Row.priority(ROW, self._read("priority", s), a)

    def format_state(self, s: Any) -> str:
        return str(self._read("format_state", s))

    def format_action(self, s: Any, a: int) -> str:
        self._read("format_action", s)
        return str(a)


ROW = Row()

SPOILING = (
    "to_move",
    "actions",
    "result",
    "is_terminal",
    "utility",
    "evaluate",
    "symmetries",
    "priority",
    "format_state",
    "format_action",
    "bounds",
)
