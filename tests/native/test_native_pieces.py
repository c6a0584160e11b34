"""The parts of native code that need no compiler: forms, sources, programs, the cache."""

import ast
import enum
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

from outplay.native import cache
from outplay.native.forms import Form
from outplay.native.front import types as T
from outplay.native.front.constant_types import NoType, Typing
from outplay.native.front.joining import Types
from outplay.native.source import Unsupported, syntax_of, unwrap


class Inner(NamedTuple):
    a: int
    b: float


class Outer(NamedTuple):
    cells: tuple[int, int]
    inner: Inner
    flag: bool


class Colour(enum.Enum):
    RED = "r"
    BLUE = "b"


@dataclass
class Board:
    rows: list[list[int]]
    turn: int


# --- forms ------------------------------------------------------------------------------------

VALUES: list[Any] = [
    5,
    -(2**63),
    2**63 - 1,
    0.25,
    float("inf"),
    -0.0,
    True,
    (),
    (1, 2.5),
    ((1, (2,)), False),
    Inner(1, 2.0),
    Outer((3, 4), Inner(5, 0.5), True),
    tuple(range(40)),
    "",
    "x",
    "a longer text",
    "●○",
    None,
    [1, 2],
    [[1], [2, 3]],
    {"a": 1},
    {(0, 1): None, (1, 0): "x"},
    {3, 1, 2},
    frozenset([(1, 2)]),
    2**300,
    -(2**200),
    Colour.RED,
    (None, "x", 3),
    Board([[0, 1]], 2),
    np.array([[1, 2], [3, 4]]),
    np.array([1.5, 2.5]),
    np.array([True, False]),
    [None, 1, "x"],
]


def form_of(*values: Any) -> Form:
    typing = Typing(Types())
    t: Any = T.NEVER
    for value in values:
        t = typing.types.join(t, typing.type_of(value, "value"))
    return Form("state", t, 100, 4)


@pytest.mark.parametrize("value", VALUES, ids=repr)
def test_words_and_back(value: Any) -> None:
    form = form_of(value)
    words = form.flatten(value)
    assert len(words) == form.words or not form.fixed
    assert all(-(2**63) <= w < 2**63 for w in words)
    back = form.build([99, *words], 1)
    assert repr(back) == repr(value)  # also the sign of zero
    assert type(back) is type(value)


def test_tables_know_one_zero() -> None:
    form = form_of((0.0, 1))
    assert form.key_words((-0.0, 1)) == form.key_words((0.0, 1)) == [0, 1]
    assert form.flatten((-0.0, 1)) != form.flatten((0.0, 1))
    assert form_of(-(2**63)).key_words(-(2**63)) == [-(2**63)]  # the same bits, and not zero


def test_keys_tell_apart_what_only_differs_in_its_nesting() -> None:
    values = [((1, 2), (3,)), ((1,), (2, 3)), ((), (1, 2, 3)), ((1, 2, 3), ())]
    form = form_of(*values)
    assert len({tuple(form.key_words(value)) for value in values}) == len(values)


def test_keys_of_sets_and_dicts_know_no_order() -> None:
    form = form_of({1: "a", 2: "b"})
    assert form.key_words({1: "a", 2: "b"}) == form.key_words({2: "b", 1: "a"})
    assert form.key_words({1: "a", 2: "b"}) != form.key_words({1: "b", 2: "a"})


@pytest.mark.parametrize("value", [object(), 1j, b"x", (1, b"x"), 2**600])
def test_what_native_code_cannot_hold(value: Any) -> None:
    with pytest.raises(NoType):
        form_of(value)


@pytest.mark.parametrize(
    ("one", "other", "both"),
    [
        (1, True, "int or bool"),
        (1, 2.5, "int or float"),
        (1, 2**80, "big int"),
        (None, 1, "None or int"),
        (("m", 1), None, "None or (str, int)"),
        ((1, 2), (1, 2, 3), "tuple of int"),
        ("a", None, "None or str"),
        ((1,), 1, "(int) or int"),
        (Inner(1, 2.0), Inner(1, None), "Inner(int, None or float)"),
    ],
)
def test_types_that_hold_both(one: Any, other: Any, both: str) -> None:
    assert str(form_of(one, other).t) == both
    assert form_of(one, other).build(form_of(one, other).flatten(one)) == one


# --- sources ----------------------------------------------------------------------------------

one, two, again, three = lambda s: 1, lambda s: 2, lambda s: 1, lambda s: 3
nested = lambda s: (lambda t: 5)(s)  # noqa: E731


def test_lambdas_on_one_line_are_told_apart() -> None:
    found = [ast.unparse(syntax_of(f)) for f in (one, two, again, three, nested)]
    assert found == [
        "lambda s: 1",
        "lambda s: 2",
        "lambda s: 1",
        "lambda s: 3",
        "lambda s: (lambda t: 5)(s)",
    ]


def test_decorators_are_looked_through() -> None:
    import functools

    @functools.lru_cache
    def cached(n: int) -> int:
        return n + 1

    node = syntax_of(unwrap(cached))  # type: ignore[arg-type]
    assert isinstance(node, ast.FunctionDef)
    assert node.name == "cached"
    assert unwrap(staticmethod(one)) is one


def load(path: Path, text: str) -> dict[str, Any]:
    path.write_text(text)
    scope: dict[str, Any] = {}
    exec(compile(text, str(path), "exec"), scope)
    return scope


def test_a_source_that_changed_is_not_used(tmp_path: Path) -> None:
    path = tmp_path / "rules.py"
    rule = load(path, "def rule(s):\n    return s + 1\n")["rule"]
    assert "s + 1" in ast.unparse(syntax_of(rule))
    path.write_text("def rule(s):\n    return s + 2 + 0\n")
    os.utime(path, (1, 1))
    with pytest.raises(Unsupported, match="has changed since it was imported; start Python again"):
        syntax_of(rule)


def test_a_source_that_is_nowhere() -> None:
    scope: dict[str, Any] = {}
    exec("def rule(s): return s", scope)
    with pytest.raises(Unsupported, match="source of `rule` cannot be read"):
        syntax_of(scope["rule"])


# --- the cache --------------------------------------------------------------------------------


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(cache.VARIABLE, str(tmp_path / "native"))
    return tmp_path / "native"


def test_what_was_saved_is_loaded(folder: Path) -> None:
    import pickle

    assert cache.load("a.native") is None
    assert cache.save("a.native", pickle.dumps([1, 2]))
    assert cache.load("a.native") == [1, 2]
    (folder / "a.native").write_bytes((folder / "a.native").read_bytes()[:-1])
    assert cache.load("a.native") is None  # damaged: compile again


def test_the_oldest_files_go(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "MAX_FILES", 3)
    for number in range(3):
        assert cache.save(f"{number}.native", b"x")
        os.utime(folder / f"{number}.native", (number + 1, number + 1))
    cache.load("0.native")  # used just now: the oldest is 1
    assert cache.save("3.native", b"x")
    assert sorted(path.name for path in folder.iterdir()) == ["0.native", "2.native", "3.native"]


def test_a_folder_that_cannot_be_written_costs_the_cache_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv(cache.VARIABLE, str(tmp_path / "file" / "below"))
    assert not cache.save("a.native", b"x")
    assert cache.load("a.native") is None
    monkeypatch.setenv(cache.VARIABLE, "")
    assert cache.folder() is None
    assert not cache.save("a.native", b"x")
