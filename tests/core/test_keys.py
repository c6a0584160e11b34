"""Keys, copies, comparisons and texts of values of every kind."""

from __future__ import annotations

import copy
import enum
import pickle
from array import array
from collections import Counter, OrderedDict, defaultdict, deque
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
import pytest

from outplay.freeze import order_of, text_of
from outplay.keys import Unkeyable, copied, holds_objects, key_of, same


class Colour(enum.Enum):
    RED = 1


class Piece(enum.IntEnum):
    MAN = 1


class Pair(NamedTuple):
    one: Any
    two: Any


@dataclass
class Plain:
    cells: Any
    cache: Any = field(default=None, compare=False)


@dataclass(frozen=True)
class Frozen:
    cells: Any


@dataclass(slots=True)
class Slotted:
    cells: Any


class WithEq:
    def __init__(self, cells: Any) -> None:
        self.cells = cells

    def __eq__(self, other: object) -> bool:
        return isinstance(other, WithEq) and self.cells == other.cells

    __hash__ = None  # type: ignore[assignment]


class Bare:
    def __init__(self, cells: Any) -> None:
        self.cells = cells


class Sealed:
    __slots__ = ()
    __hash__ = None  # type: ignore[assignment]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sealed)


class Rows(list[Any]):
    """A list of somebody's own."""


class Turned(defaultdict[Any, Any]):
    """A dict that holds more than its items, and that `copy` does not copy."""

    def __init__(self, turn: str, items: Any = ()) -> None:
        super().__init__(int, items)
        self.turn = turn


HASHED: list[Any] = [
    0,
    1.5,
    True,
    None,
    "text",
    b"bytes",
    (),
    (1, (2, "x")),
    frozenset({1, 2}),
    Colour.RED,
    Piece.MAN,
    Pair(1, (2,)),
    Frozen((1, 2)),
    Fraction(1, 3),
    range(3),
    np.int64(4),
    Bare([1]),
]
CHANGEABLE: list[Any] = [
    [],
    [1, [2, None], "x"],
    [Colour.RED, Piece.MAN],
    {},
    {"a": [1], (1, 2): {3}},
    set(),
    {1, "x"},
    ([1], 2),
    Pair([1], {2: 3}),
    deque([1, [2]], maxlen=3),
    bytearray(b"ab"),
    array("i", [1, 2]),
    [bytearray(b"s")],
    OrderedDict(a=1),
    Counter("aab"),
    defaultdict(list, a=[1]),
    Rows([1, [2]]),
    np.zeros((2, 2)),
    np.array([[1, 2]], np.int8),
    np.array([None, [1]], object),
    [np.arange(3)],
    np.zeros(0),
    Pair(np.arange(4), 1),
    Plain([1]),
    Frozen([1]),
    Slotted({1: [2]}),
    WithEq([1]),
    [Plain(Plain([1]))],
    Rows([[1]]),
    {"s": "sums"},
    [0.5, float("inf"), 10**40, -1, "séance", b"s"],
]


@pytest.mark.parametrize("value", HASHED, ids=lambda value: type(value).__name__)
def test_what_can_be_hashed_is_its_own_key_and_its_own_copy(value: Any) -> None:
    assert key_of(value) is value
    assert copied(value) is value


@pytest.mark.parametrize("value", CHANGEABLE, ids=lambda value: type(value).__name__)
def test_what_can_be_changed_has_a_key_and_a_copy(value: Any) -> None:
    before, twin = key_of(value), copy.deepcopy(value)
    assert hash(before) == hash(key_of(twin)) and before == key_of(twin)
    assert same(value, twin) and text_of(value) == text_of(twin)
    found = copied(value)
    assert type(found) is type(value) and found is not value
    assert key_of(found) == before and pickle.dumps(found) == pickle.dumps(twin)
    spoil(found)
    assert key_of(value) == before and same(value, twin)


def spoil(value: Any) -> None:
    """Changes everything in it that can be changed."""
    if isinstance(value, np.ndarray):
        if value.dtype == object:
            for item in value:
                spoil(item)
        elif value.size:
            value.fill(99)
        return
    items: list[Any] = []
    if isinstance(value, dict):
        items = list(value.values())
    elif isinstance(value, list | tuple | deque | set):
        items = list(value)
    elif hasattr(value, "cells"):
        items = [value.cells]
    for item in items:
        spoil(item)
    if isinstance(value, list | dict | set | deque | bytearray):
        value.clear()
    elif isinstance(value, Plain | Slotted | WithEq):
        value.cells = None


UNLIKE: list[tuple[Any, Any]] = [
    ([1], (1,)),
    ([1], [2]),
    ([1, 2], [2, 1]),
    ({1: 2}, {1: 3}),
    ({1}, {2}),
    ([{1}], [[1]]),
    (np.array([1, 2]), np.array([1, 3])),
    (np.zeros((1, 2)), np.zeros((2, 1))),
    (np.zeros(2, np.int8), np.zeros(2, np.int16)),
    (Plain([1]), Plain([2])),
    (Plain([1]), Frozen([1])),
    (deque([1]), [1]),
    (OrderedDict(a=1, b=2), OrderedDict(b=2, a=1)),
    (WithEq([1]), WithEq([2])),
]
ALIKE: list[tuple[Any, Any]] = [
    ([1], [1.0]),
    ([True], [1]),
    ({1: 2, 3: 4}, {3: 4, 1: 2}),
    ({1, 2, 3}, {3, 2, 1}),
    (np.array([0.0]), np.array([-0.0])),
    (Plain([1], "one"), Plain([1], "two")),
    (Counter(a=1, b=0), Counter(a=1)),
    (Pair([1], 2), ([1], 2)),
    (Rows([1]), [1]),
    (defaultdict(int, a=1), {"a": 1}),
    (np.zeros(0), np.zeros(0)),
]


@pytest.mark.parametrize(("one", "two"), UNLIKE)
def test_unequal_states_have_unequal_keys(one: Any, two: Any) -> None:
    assert key_of(one) != key_of(two)
    assert not same(one, two)


@pytest.mark.parametrize(("one", "two"), ALIKE)
def test_equal_states_have_equal_keys(one: Any, two: Any) -> None:
    assert key_of(one) == key_of(two) and hash(key_of(one)) == hash(key_of(two))
    assert same(one, two)


def test_what_is_shared_in_a_state_is_shared_in_its_copy() -> None:
    row, piece = [1, bytearray(b"s")], Plain([1])
    found = copied({"rows": [row, row], "piece": piece, "pieces": (piece, row)})
    assert found["rows"][0] is found["rows"][1] is found["pieces"][1]
    assert found["piece"] is found["pieces"][0]
    plain = [0]
    twice = copied([plain, plain])
    assert twice[0] is twice[1] and twice[0] is not plain


def test_a_dict_that_holds_more_than_its_items() -> None:
    board = Turned("X", {1: [2]})
    found = copied(board)
    assert (type(found), found.turn, found, found["new"]) == (Turned, "X", {1: [2]} | found, 0)
    assert found[1] is not board[1] and "new" not in board
    assert key_of(board) == key_of(copied(board)) != key_of(Turned("O", {1: [2]}))


def test_a_state_that_contains_itself() -> None:
    def ring() -> list[Any]:
        found: list[Any] = [1]
        found.append(found)
        return found

    assert key_of(ring()) == key_of(ring())
    assert copied(ring())[1][0] == 1


def test_what_has_no_key() -> None:
    with pytest.raises(Unkeyable, match="Sealed"):
        key_of([1, Sealed()])


def test_objects_that_equal_nothing_else_are_kept_and_noticed() -> None:
    bare = Bare([1])
    assert copied([bare])[0] is bare and key_of((bare,)) == (bare,)
    for held in (bare, [bare], {1: bare}, Plain(bare), frozenset({bare}), (1, (2, bare))):
        assert holds_objects(held)
    for value in (*HASHED[:-1], *CHANGEABLE):
        assert not holds_objects(value)


def test_texts_do_not_depend_on_how_a_set_was_built() -> None:
    one, two = set(), set()
    for number in range(0, 4096, 512):
        one.add(number)
        two.add(4096 - 512 - number)
    assert one == two and text_of(frozenset(one)) == text_of(frozenset(two))
    assert text_of({"b": 1, "a": {2, 1}}) == text_of({"a": {1, 2}, "b": 1})
    for value in ((1, "x", None), (1,), [1, (2,)], Pair(1, (2, 3)), Frozen((1,)), 3, "s"):
        assert text_of(value) == repr(value)
    assert "0x" not in text_of(Bare([1]))
    assert text_of(np.arange(2000)) != text_of(np.arange(2000)[::-1])


def test_keys_without_an_order_are_ordered_by_their_texts() -> None:
    for key in ((1, 2), "x", 3, key_of([1, [2]]), key_of(np.arange(3))):
        assert order_of(key) is None
    for key in (frozenset({1}), key_of({1: 2}), (1, frozenset({2})), Bare([1])):
        assert order_of(key) is text_of
