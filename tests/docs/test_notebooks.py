"""The notebooks run from top to bottom, without Jupyter, and their checks hold."""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from doc_pages import ROOT, environment

NOTEBOOKS = {path.stem: path for path in sorted((ROOT / "examples" / "notebooks").glob("*.ipynb"))}
LONG = {"05_symmetries", "06_solving_connect_four"}
"""These take their time: `make test-long` runs them."""

MOST_SECONDS = 240
"""For a slow machine that compiles everything anew; they take a few seconds."""

RUNNER = """
import contextlib, io, json, linecache, sys, types

def shown(value):
    for way in ("_repr_html_", "_repr_svg_"):
        draw = getattr(value, way, None)
        if draw is not None:
            assert draw().lstrip().startswith("<"), way
    assert repr(value) is not None

space = types.ModuleType("__main__").__dict__
sys.modules["__main__"].__dict__.update(space)
for number, (body, last) in enumerate(json.load(sys.stdin)):
    name = f"cell {number}"
    for text, mode in ((body, "exec"), (last, "eval")):
        if text:
            linecache.cache[name] = (len(text), None, text.splitlines(True), name)
            try:
                with contextlib.redirect_stdout(io.StringIO()):
                    if mode == "exec":
                        exec(compile(text, name, mode), space)
                    else:
                        shown(eval(compile(text, name, mode), space))
            except Exception as error:
                print(f"in this cell:\\n{body}\\n{last}", file=sys.stderr)
                raise
"""


def read(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(NOTEBOOKS[name].read_text("utf-8"))
    return found


def code(name: str) -> list[str]:
    return ["".join(c["source"]) for c in read(name)["cells"] if c["cell_type"] == "code"]


def split(cell: str) -> tuple[str, str]:
    """A cell, and the expression at its end that a notebook would show."""
    body = ast.parse(cell).body
    if not body or not isinstance(body[-1], ast.Expr):
        return cell, ""
    lines = cell.splitlines()
    start = body[-1].lineno - 1
    return "\n".join(lines[:start]), "\n".join(lines[start:])


@pytest.mark.parametrize(
    "name", [pytest.param(n, marks=[pytest.mark.long] if n in LONG else []) for n in NOTEBOOKS]
)
def test_a_notebook_runs_and_its_checks_hold(name: str, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", RUNNER],
        input=json.dumps([split(cell) for cell in code(name)]),
        cwd=tmp_path,
        env=environment(),
        capture_output=True,
        encoding="utf-8",
        timeout=MOST_SECONDS,
    )
    assert done.returncode == 0, done.stderr[-3000:]


def test_there_is_one_for_each_subject() -> None:
    assert [name[:2] for name in NOTEBOOKS] == ["01", "02", "03", "04", "05", "06"]


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_it_is_a_notebook(name: str) -> None:
    """What nbformat 4.5 asks for, and nothing of the machine that made it."""
    book = read(name)
    assert set(book) == {"cells", "metadata", "nbformat", "nbformat_minor"}
    assert (book["nbformat"], book["nbformat_minor"]) == (4, 5)
    assert book["metadata"] == {
        "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
        "language_info": {"name": "python"},
    }
    ids = [cell["id"] for cell in book["cells"]]
    assert len(set(ids)) == len(ids)
    for cell in book["cells"]:
        assert re.fullmatch(r"[a-zA-Z0-9_-]{1,64}", cell["id"])
        assert cell["metadata"] == {}
        assert all(isinstance(line, str) for line in cell["source"])
        assert "".join(cell["source"]).strip()
        if cell["cell_type"] == "code":
            assert set(cell) == {
                "cell_type",
                "execution_count",
                "id",
                "metadata",
                "outputs",
                "source",
            }
            assert cell["outputs"] == [] and cell["execution_count"] is None
        else:
            assert set(cell) == {"cell_type", "id", "metadata", "source"}
            assert cell["cell_type"] == "markdown"


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_it_explains_asks_draws_and_checks(name: str) -> None:
    cells = read(name)["cells"]
    words = "".join("".join(c["source"]) for c in cells if c["cell_type"] == "markdown")
    assert words.startswith(f"# {int(name[:2])}. ")
    assert "Question" in words or "By hand" in words
    assert sum(cell.startswith("# check") for cell in code(name)) >= 4
    assert all("assert " in cell for cell in code(name) if cell.startswith("# check"))
    assert sum("assert " in cell for cell in code(name)) >= 5
    assert any(split(cell)[1] for cell in code(name))


def test_the_folder_says_what_there_is() -> None:
    told = (ROOT / "docs" / "behaviour.md").read_text("utf-8")
    for name, path in NOTEBOOKS.items():
        assert f"../examples/notebooks/{path.name}" in told, name
