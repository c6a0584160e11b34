"""Exercises as JSON, as sheets and keys, and on the command line."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from exercise_oracle import KINDS, SPECS

from outplay.cli import run
from outplay.errors import UsageError
from outplay.explain.exercises import sheets
from outplay.explain.exercises.exercise import Exercise, ExerciseSpec, exercises
from outplay.explain.grading.answers import answer_of
from outplay.explain.grading.grades import grade
from outplay.explain.grading.task import read_task
from outplay.game import MAX, MIN
from outplay.games.tree import Tree

# --- JSON ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "spec", [SPECS[3], SPECS[7], ExerciseSpec("minimax"), ExerciseSpec("expectiminimax")]
)
def test_json_there_and_back(spec: ExerciseSpec) -> None:
    (exercise,) = exercises(spec, seed=9)
    given, solved = exercise.as_dict(answer=False), exercise.as_dict()
    assert "answer" not in given
    assert json.loads(exercise.to_json()) == solved
    for data in (given, solved):
        again = Exercise.from_dict(data)
        assert again == exercise
        assert again.as_dict() == solved
    assert Tree(given["tree"], {"MAX": MAX, "MIN": MIN}[given["root"]]).root.node
    assert solved["answer"]["visited"] == list(exercise.visited)
    assert len(solved["answer"]["steps"]) == len(exercise.trace)


@pytest.mark.parametrize(
    "spec", [*SPECS[:6], ExerciseSpec("minimax"), ExerciseSpec("expectiminimax")]
)
def test_a_key_gets_full_marks(spec: ExerciseSpec, tmp_path: Path) -> None:
    for exercise in exercises(spec, seed=11, copies=3):
        sheet = tmp_path / "sheet.json"
        sheet.write_text(exercise.to_json(answer=False), encoding="utf-8")
        answer = exercise.as_dict()["answer"]
        given = {name: answer[name] for name in ("value", "move", "values", "visited", "cuts")}
        task = read_task(sheet)
        assert str(grade(task, answer_of(task, given))).startswith("All right")


@pytest.mark.parametrize(
    ("change", "part"),
    [
        ({"outplay": "game"}, "not an exercise"),
        ({"version": 2}, "version 2"),
        ({"kind": "chess"}, "kind"),
        ({"tree": 3}, "tree"),
        ({"tree": "3"}, "is a list"),
        ({"tree": "[[1, 2"}, "not a tree"),
        ({"tree": [[1, None]]}, "null"),
        ({"tree": [[1.5, 2], 3]}, "whole numbers"),
        ({"tree": "[Chance((0.5, 1), (0.5, 2)), 3]"}, "without chance"),
        ({"root": "max"}, "MAX, MIN"),
        ({"convention": {"cut": "=>"}}, "cut"),
        ({"convention": []}, "convention"),
        ({"seed": -1}, "seed"),
        ({"copy": "2"}, "copy"),
    ],
)
def test_json_that_is_no_exercise(change: dict[str, Any], part: str) -> None:
    data = {**Exercise("alphabeta", "[[1, 2], [3, 4]]").as_dict(), **change}
    with pytest.raises(UsageError) as error:
        Exercise.from_json(json.dumps(data))
    assert part in str(error.value)
    with pytest.raises(UsageError, match="not JSON"):
        Exercise.from_json("{")


# --- sheets --------------------------------------------------------------------------------


@pytest.mark.parametrize("spec", KINDS, ids=range(len(KINDS)))
def test_the_blank_tree_tells_nothing(spec: ExerciseSpec) -> None:
    (exercise,) = exercises(spec, seed=4)
    blank, solved = sheets.blank(exercise), sheets.solved(exercise)
    assert [node.path for node in blank] == [node.path for node in solved]
    for node in blank:
        assert (node.value is None) == (not node.leaf)
        assert not node.chosen
        assert not node.cut
        assert node.alpha is None
        assert node.status == "visited"
    assert sum(node.status != "visited" for node in solved) > 0 or spec.kind != "alphabeta"
    words = str(blank.svg(windows=False)) + blank.title()
    assert "nodes visited" not in words
    assert "cut because" not in words


@pytest.mark.parametrize("format", ["html", "latex"])
@pytest.mark.parametrize("spec", KINDS, ids=range(len(KINDS)))
def test_the_convention_is_on_every_sheet(spec: ExerciseSpec, format: str) -> None:
    made = list(exercises(spec, seed=4, copies=2))
    for key in (False, True):
        text = sheets.sheet(made, format, key=key)
        assert "copy 1, seed 4" in text
        assert "copy 2, seed 4" in text
        if spec.kind == "alphabeta" and not key and format == "html":
            sign = "Cut on &gt;:" if spec.convention.strict else "Cut on ≥:"
            assert text.count(sign) == 2
            assert "fail-soft" in text


@pytest.mark.parametrize("spec", KINDS, ids=range(len(KINDS)))
def test_the_key_has_a_row_and_a_reason_for_each_event(spec: ExerciseSpec) -> None:
    (exercise,) = exercises(spec, seed=4)
    told = list(sheets.rows(exercise))
    assert [step for step, _ in told] == list(exercise.trace.steps)
    assert all(cells[2] == step.kind and cells[-1] for step, cells in told)
    for cut in exercise.cuts:
        nodes = (f"△ {cut.node}", f"▽ {cut.node}")
        (why,) = [cells[-1] for step, cells in told if step.kind == "cut" and cells[1] in nodes]
        assert ", ".join(cut.skipped) in why
        assert f"at {cut.holder}" in why
        assert ("deep" in why) == cut.deep
    page = sheets.sheet([exercise], "html", key=True)
    assert page.count("<tr") == 1 + len(told)


def test_html_stands_alone_and_is_well_formed() -> None:
    from html.parser import HTMLParser

    class Reader(HTMLParser):
        def __init__(self) -> None:
            super().__init__()
            self.open: list[str] = []

        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            assert tag not in ("script", "link", "img", "iframe")
            assert not any(name in ("src", "href") for name, _ in attrs)
            if tag not in ("meta", "br"):
                self.open.append(tag)

        def handle_endtag(self, tag: str) -> None:
            assert self.open.pop() == tag

        def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            pass

    for spec in KINDS:
        for key in (False, True):
            reader = Reader()
            reader.feed(sheets.sheet(list(exercises(spec, copies=2)), "html", key=key))
            assert reader.open == []


@pytest.mark.parametrize("key", [False, True])
def test_latex_is_balanced_and_plain(key: bool) -> None:
    for spec in KINDS:
        text = sheets.sheet(list(exercises(spec, copies=2)), "latex", key=key)
        assert text.isascii()
        bare = re.sub(r"\\[\\{}%]", "", text)
        depth = 0
        for letter in bare:
            depth += {"{": 1, "}": -1}.get(letter, 0)
            assert depth >= 0
        assert depth == 0
        stack: list[str] = []
        for kind, name in re.findall(r"\\(begin|end)\{(\w+\*?)\}", text):
            if kind == "begin":
                stack.append(name)
            else:
                assert stack.pop() == name
        assert stack == []
        forests = re.findall(r"\\begin\{forest\}(.*?)\\end\{forest\}", text, re.DOTALL)
        assert len(forests) == 2
        for forest in forests:
            inside = re.sub(r"\{[^{}]*\}", "", re.sub(r"\{[^{}]*\}", "", forest))
            assert inside.count("[") == inside.count("]") > 4
        assert text.count(r"\newpage") == 1


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="no LaTeX is installed")
@pytest.mark.parametrize(
    ("specs", "key"),
    [
        (KINDS[:1], True),
        *(pytest.param(KINDS, key, marks=pytest.mark.long) for key in (False, True)),
    ],
)
def test_latex_compiles(specs: list[ExerciseSpec], key: bool, tmp_path: Path) -> None:
    for place, spec in enumerate(specs):
        text = sheets.sheet(list(exercises(spec, copies=2)), "latex", key=key)
        (tmp_path / f"{place}.tex").write_text(text, encoding="utf-8")
        done = subprocess.run(
            ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", f"{place}.tex"],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=120,
        )
        assert done.returncode == 0, done.stdout[-2000:]
        if not key:
            assert "(2 pages" in done.stdout, "a sheet is a page"


def test_a_sheet_asks_for_what_can_be_written() -> None:
    with pytest.raises(UsageError, match="html, latex, json"):
        sheets.sheet(list(exercises(ExerciseSpec())), "pdf")
    with pytest.raises(UsageError, match="one exercise at a time"):
        sheets.sheet(list(exercises(ExerciseSpec(), copies=2)), "json")


# --- the command line ----------------------------------------------------------------------


def test_the_command_writes_sheets_and_keys(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = (
        "exercise alphabeta --branch 3 --depth 3 --cuts 2..4 --deep-cut 1 --no-ties --seed 42"
        " --copies 12 --format html,latex,json --output"
    )
    argv = command.split()
    folder = tmp_path / "new" / "sheets"
    assert run([*argv, str(folder)]) == 0
    told = capsys.readouterr()
    assert told.err == ""
    assert "12  value =" in told.out
    assert "whole subtree" in told.out
    names = sorted(file.name for file in folder.iterdir())
    assert len(names) == 4 + 24
    assert {
        "exercise-alphabeta-42.html",
        "exercise-alphabeta-42-key.html",
        "exercise-alphabeta-42.tex",
        "exercise-alphabeta-42-key.tex",
        "exercise-alphabeta-42-01.json",
        "exercise-alphabeta-42-12-key.json",
    } <= set(names)
    made = list(exercises(SPECS[0], seed=42, copies=12))
    for copy, exercise in enumerate(made, start=1):
        for end in ("", "-key"):
            text = (folder / f"exercise-alphabeta-42-{copy:02}{end}.json").read_text("utf-8")
            assert Exercise.from_json(text) == exercise
            assert ("answer" in json.loads(text)) == bool(end)
    before = {name: (folder / name).read_text("utf-8") for name in names}
    assert run([*argv, str(folder)]) == 0
    assert "28 existing files replaced" in capsys.readouterr().out
    assert before == {name: (folder / name).read_text("utf-8") for name in names}


@pytest.mark.parametrize(
    ("argv", "part"),
    [
        ("", "KIND"),
        ("chess", "chess"),
        ("alphabeta --cuts a..b", "such as 2..4, not 'a..b'"),
        ("alphabeta --branch 3..", "needs an end"),
        ("alphabeta --values 5..1", "smaller to the larger"),
        ("alphabeta --values=-9..", "needs an end"),
        ("alphabeta --format pdf", "html, latex, json"),
        ("alphabeta --format html,", "not ''"),
        ("alphabeta --preset mit", "mit"),
        ("alphabeta --root chance", "chance"),
        ("alphabeta --seed -1", "seed"),
        ("alphabeta --copies 0", "copies"),
        ("alphabeta --copies 5000", "to 1000"),
        ("alphabeta --no-ties --differ", "only where values are equal"),
        ("alphabeta --branch 2 --depth 2 --cuts 50..60", "had from 0 to 1 cuts"),
        ("minimax --preset aima", "minimax cuts nothing"),
        ("minimax --cuts 2", "minimax cuts nothing"),
        ("minimax --output /dev/null/x", "cannot be written"),
    ],
)
def test_what_is_wrong_is_one_sentence(
    argv: str,
    part: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(["exercise", *argv.split()]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.count("\n") == 1
    assert part in told.err
    assert list(tmp_path.iterdir()) == []


def test_values_may_be_negative(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    argv = f"exercise alphabeta --values -9..9 --preset cs188 --root min --output {tmp_path}"
    assert run(argv.split()) == 0
    page = (tmp_path / "exercise-alphabeta-0.html").read_text("utf-8")
    assert "MIN (▽) moves at the root" in page
    assert "does not cut" in page
