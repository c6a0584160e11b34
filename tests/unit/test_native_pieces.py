"""The parts of native code that need no compiler: shapes, tables, sources, programs, the cache."""

import ast
import os
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest
from outplay.native.shapes import Shape, join, shape_of
from outplay.native.tables import Table, table_of

from outplay.native import cache
from outplay.native.program import Program, identity
from outplay.native.source import Unsupported, syntax_of, unwrap


class Inner(NamedTuple):
    a: int
    b: float


class Outer(NamedTuple):
    cells: tuple[int, int]
    inner: Inner
    flag: bool


# --- shapes -----------------------------------------------------------------------------------

VALUES: list[Any] = [
    5, -(2**63), 2**63 - 1, 0.25, float("inf"), -0.0, True, (), (1, 2.5), ((1, (2,)), False),
    Inner(1, 2.0), Outer((3, 4), Inner(5, 0.5), True), tuple(range(40)),
]  # fmt: skip


@pytest.mark.parametrize("value", VALUES, ids=str)
def test_words_and_back(value: Any) -> None:
    shape = shape_of(value)
    assert isinstance(shape, Shape)
    words = shape.flatten(value)
    assert len(words) == shape.words
    assert all(-(2**63) <= w < 2**63 for w in words)
    back = shape.build([99, *words], 1)
    assert back == value
    assert str(back) == str(value)  # also the sign of zero
    assert type(back) is type(value)


def test_tables_know_one_zero() -> None:
    shape = shape_of((0.0, 1))
    assert isinstance(shape, Shape)
    assert shape.key_words((-0.0, 1)) == shape.key_words((0.0, 1)) == [0, 1]
    assert shape.flatten((-0.0, 1)) != shape.flatten((0.0, 1))
    lowest = shape_of(-(2**63))
    assert isinstance(lowest, Shape)
    assert lowest.key_words(-(2**63)) == [-(2**63)]  # the same bits, and not zero


@pytest.mark.parametrize(
    ("value", "kind"),
    [
        ([1], "a list"), ({}, "a dict"), ("x", "a str"), (2**63, "an int beyond 64 bits"),
        ((1, [2]), "a list"), (None, "a NoneType"), (object(), "an object"),
    ],
)  # fmt: skip
def test_what_has_no_shape(value: Any, kind: str) -> None:
    assert shape_of(value) == kind


@pytest.mark.parametrize(
    ("one", "other", "both"),
    [
        (1, True, "int"), (True, 2.0, "float"), (1, 2.5, "float"), ((1, True), (2.0, 3),
        "(float, int)"), ((1,), (1, 2), None), ((1,), 1, None),
        (Inner(1, 2), Inner(1, 2.5), "Inner(int, float)"), (Inner(1, 2), (1, 2), None),
    ],
)  # fmt: skip
def test_join(one: Any, other: Any, both: str | None) -> None:
    a, b = shape_of(one), shape_of(other)
    assert isinstance(a, Shape)
    assert isinstance(b, Shape)
    for joined in (join(a, b), join(b, a)):
        assert (None if joined is None else str(joined)) == both


# --- tables -----------------------------------------------------------------------------------

RAGGED = ((1, 3), (0, 2, 4), (), (7,))
CUBE = (((1, 2), (3, 4)), ((5, 6), (7, 8)))
PAIRS = (((0, 1),), ((3, 4), (5, 6)), ())
MIXED = (1, 2.5, True)
WIDE = (tuple(range(40)), tuple(range(40, 80)))


def functions_of(value: tuple[Any, ...]) -> tuple[Table, dict[str, Any], dict[str, str]]:
    """A table, what its generated functions are in plain Python, and their names."""
    table = table_of(value)
    assert table is not None
    program = Program()
    names = {"get": table.accessor(program, "t")}
    if table.is_nested:
        names["start"], names["stop"], names["cell"] = table.loop(program, "t", True)
    scope: dict[str, Any] = {
        "as_int": int, "as_float": float, "as_bool": bool, **program.constants,
    }  # fmt: skip
    for function in program.functions.values():
        exec(compile(ast.Module([function.node], []), "<table>", "exec"), scope)
    return table, scope, names


@pytest.mark.parametrize("value", [RAGGED, CUBE, PAIRS, MIXED, WIDE], ids=str)
def test_indices_mean_what_they_mean_in_python(value: tuple[Any, ...]) -> None:
    _, scope, names = functions_of(value)
    get = scope[names["get"]]
    for i in range(-len(value), len(value)):
        found = get(i)
        # Rows of different lengths are given as arrays.
        assert np.array(found).tolist() == np.array(value[i]).tolist()
    for i in (len(value), -len(value) - 1):
        with pytest.raises(IndexError, match="tuple index out of range"):
            get(i)


@pytest.mark.parametrize("value", [RAGGED, CUBE, PAIRS, WIDE], ids=str)
def test_loops_over_rows(value: tuple[Any, ...]) -> None:
    _, scope, names = functions_of(value)
    for row in range(-len(value), len(value)):
        start, stop = (eval(names[k], scope, {"_row": row}) for k in ("start", "stop"))
        assert [scope[names["cell"]](i) for i in range(start, stop)] == list(value[row])
    with pytest.raises(IndexError):
        eval(names["start"], scope, {"_row": len(value)})


@pytest.mark.parametrize("value", [(), (1, "x"), (1, (2,)), ([1],), Inner(1, 2.0)])
def test_what_is_no_table(value: Any) -> None:
    assert table_of(value) is None


# --- sources ----------------------------------------------------------------------------------

one, two, again, three = lambda s: 1, lambda s: 2, lambda s: 1, lambda s: 3
nested = lambda s: (lambda t: 5)(s)  # noqa: E731


def test_lambdas_on_one_line_are_told_apart() -> None:
    found = [ast.unparse(syntax_of(f)) for f in (one, two, again, three, nested)]
    assert found == [
        "lambda s: 1", "lambda s: 2", "lambda s: 1", "lambda s: 3", "lambda s: (lambda t: 5)(s)",
    ]  # fmt: skip


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


# --- programs ---------------------------------------------------------------------------------


def program(text: str = "def f(s):\n    return s + K\n", **constants: Any) -> str:
    made = Program()
    made.add_source(text)
    for name, value in constants.items():
        made.constant(name, value)
    return made.fingerprint()


def test_comments_do_not_change_a_fingerprint() -> None:
    plain = program(K=1)
    assert program("# why\ndef f(s):\n\n    return (s + K)  # because\n", K=1) == plain
    assert program("def f(s):\n    return s - K\n", K=1) != plain


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (1, 2), (1, 1.0), (1, True), (0.0, -0.0), ((1, 2), (2, 1)),
        (np.array([1, 2]), np.array([1, 3])), (np.array([1, 2]), np.array([1.0, 2.0])),
        (np.zeros((2, 3)), np.zeros((3, 2))), (np.zeros(5_000), np.eye(1, 5_000, 4_000)[0]),
    ],
    ids=str,
)  # fmt: skip
def test_constants_change_a_fingerprint(one: Any, other: Any) -> None:
    assert program(K=one) != program(K=other)
    assert identity(one) == identity(one)


def test_one_name_for_one_constant() -> None:
    made = Program()
    first, second = (1, 2), (3, 4)
    assert made.constant("k", first) == made.constant("k", first) == "k"
    assert made.constant("k", second) == "k_2"
    assert made.constants == {"k": first, "k_2": second}


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
