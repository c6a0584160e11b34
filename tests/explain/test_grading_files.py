"""Exercises and answers in files, and the command line: what cannot be read says where."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from outplay import cli
from outplay.cli import grade as command
from outplay.errors import UsageError
from outplay.explain.exercises.exercise import exercises
from outplay.explain.exercises.spec import ExerciseSpec
from outplay.explain.grading.answers import read_answer
from outplay.explain.grading.grades import grade
from outplay.explain.grading.task import make_task, read_task

BOOK = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]


# --- files --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("data", "told"),
    [
        ({"vlaue": 3}, "has an unknown field 'vlaue'"),
        ({}, "is empty"),
        ({"value": "three"}, "value: 'three' is not a number"),
        ({"value": True}, "is not a number"),
        ({"value": "1/0"}, "divides by 0"),
        ({"move": 4}, "children are 1 to 3"),
        ({"move": []}, "is an empty list"),
        ({"values": [3]}, "values must be an object"),
        ({"values": {"7.1": 3}}, "there is no node '7.1'"),
        ({"visited": "1.1"}, "must be a list"),
        ({"visited": ["foo"]}, "'foo' is neither a leaf nor its value"),
        ({"visited": [[1]]}, "is neither a leaf nor its value"),
        ({"cuts": {"2": 1}}, "must be a list"),
        ({"cuts": [{"skipped": [1]}]}, "has no field 'node'"),
        ({"cuts": [{"node": "2", "skipped": ["1.1"]}]}, "'1.1' is not below node 2"),
        ({"cuts": [], "skipped": []}, "both"),
        ({"steps": 3}, "steps must be a list"),
    ],
)
def test_answers_that_cannot_be_read_say_where(data: dict[str, Any], told: str) -> None:
    with pytest.raises(UsageError, match="The answer") as caught:
        grade(make_task(BOOK), data)
    assert told in str(caught.value)


@pytest.mark.parametrize(
    ("file", "text", "told"),
    [
        ("a.json", "{", "a.json, line 1, column 2: this is not JSON"),
        ("a.json", "[1]", "must be a JSON object"),
        ("a.csv", "", "is empty"),
        ("a.csv", "a,b\n1,2\n", "line 1: the first line must name the columns"),
        ("a.csv", "node,value\n1,3\n9,4\n", "line 3: there is no node '9'"),
        ("a.csv", "node,value\n1,x\n", "line 2: value: 'x' is not a number"),
        ("a.csv", "node,kind\n1,exit\n", "line 2: kind must be one of enter, leaf"),
        ("a.csv", "node,kind\n1,leaf\n", "line 2: node 1 is not a leaf"),
        ("a.csv", "node,value\n1,2,3\n", "line 2 has more cells"),
        ("a.csv", "node,value\n", "has no steps"),
    ],
)
def test_files_that_cannot_be_read_say_where(
    file: str, text: str, told: str, tmp_path: Path
) -> None:
    (tmp_path / file).write_text(text)
    with pytest.raises(UsageError) as caught:
        read_answer(make_task(BOOK), tmp_path / file)
    assert told in str(caught.value)


@pytest.mark.parametrize(
    ("data", "told"),
    [
        ([], "is not an exercise"),
        ({}, "has no field 'tree'"),
        ({"tree": [[]]}, "tree: A list in the tree is empty"),
        ({"tree": [1, 2], "kind": "chess"}, "kind must be one of"),
        ({"tree": [1, 2], "root": 1}, "root must be one of MAX, MIN"),
        ({"tree": [1, 2], "convention": "aima"}, "convention must be an object"),
        ({"tree": [1, 2], "convention": {"cut": "<"}}, "cut must be one of"),
        ({"tree": "[Chance((1, 2)), 3]"}, "its kind is expectiminimax"),
    ],
)
def test_exercises_that_cannot_be_read_say_where(data: Any, told: str, tmp_path: Path) -> None:
    file = tmp_path / "exercise.json"
    file.write_text(json.dumps(data))
    with pytest.raises(UsageError, match=r"exercise\.json") as caught:
        read_task(file)
    assert told in str(caught.value)


def test_a_huge_tree_is_refused_with_a_sentence() -> None:
    with pytest.raises(UsageError, match="too large to be graded"):
        grade(make_task([list(range(200)) for _ in range(200)]), {"value": 1})


@pytest.mark.parametrize("kind", ["alphabeta", "minimax", "expectiminimax"])
def test_the_key_of_an_exercise_is_right(kind: str, tmp_path: Path) -> None:
    for one in exercises(ExerciseSpec(kind=kind), seed=3, copies=2):
        (tmp_path / "exercise.json").write_text(one.to_json(answer=False), encoding="utf-8")
        (tmp_path / "key.json").write_text(one.to_json(), encoding="utf-8")
        task = read_task(tmp_path / "exercise.json")
        assert grade(task, tmp_path / "key.json").ok
        assert grade(task, {"steps": one.as_dict()["answer"]["steps"]}).ok


# --- the command line ---------------------------------------------------------------------


@pytest.fixture
def outplay(capsys: pytest.CaptureFixture[str]) -> Any:
    if "grade" not in cli.app:
        cli.app.command(command.grade)

    def run(*words: str) -> tuple[int, str, str]:
        code = cli.run(["grade", *words])
        return code, *capsys.readouterr()

    return run


TREE = ("--tree", "[[3, 12, 8], [2, 4, 6], [14, 5, 2]]")


def test_exit_codes(outplay: Any, tmp_path: Path) -> None:
    exercise = tmp_path / "exercise.json"
    exercise.write_text(json.dumps({"tree": BOOK, "convention": {"cut": ">="}}))
    (tmp_path / "good.json").write_text('{"value": 3}')
    (tmp_path / "bad.json").write_text('{"value": 4}')
    (tmp_path / "student.py").write_text(
        "def minimax(t, big=True):\n"
        "    if isinstance(t, int): return t\n"
        "    return (max if big else min)(minimax(c, not big) for c in t)\n"
    )
    code, out, err = outplay(str(exercise), str(tmp_path / "good.json"))
    assert (code, err) == (0, "") and out.startswith("All right: 1 of 1 mark (alphabeta, cut on ≥,")
    code, out, err = outplay(str(exercise), str(tmp_path / "bad.json"))
    assert (code, err) == (1, "") and "You gave the value 4; it is 3." in out
    code, out, err = outplay(str(exercise), f"{tmp_path / 'student.py'}:minimax", "--json")
    assert (code, err) == (1, "")
    data = json.loads(out)
    assert (data["score"], data["max_score"]) == (4, 5)
    assert data["misconceptions"][0]["name"] == "no pruning"
    assert outplay(*TREE, f"{tmp_path / 'student.py'}", "--kind", "minimax")[0] == 0


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ((), "Which exercise?"),
        (("none.json",), "none.json: No such file"),
        (("none.json", "answer.json"), "none.json: No such file"),
        (TREE, "Which answer?"),
        ((*TREE, "answer.json", "more.json"), "not both"),
        ((*TREE, "answer.json"), "answer.json: No such file"),
        ((*TREE, "student.py:f"), "student.py: there is no such file"),
        ((*TREE, '{"value": "x"}'), "value: 'x' is not a number"),
        (("--tree", "[[", '{"value": 3}'), "is not a tree"),
        (("--tree", "[Chance((1, 2)), 3]", '{"value": 3}', "--kind", "minimax"), "expectiminimax"),
        ((*TREE, '{"value": 3}', "--preset", "mine"), "preset"),
        (("exercise.json", '{"value": 3}', "--root", "MIN"), "go with --tree"),
    ],
)
def test_wrong_words_are_a_sentence(words: tuple[str, ...], told: str, outplay: Any) -> None:
    code, out, err = outplay(*words)
    assert (code, out) == (2, "") and told in err and err.count("\n") == 1


def test_presets_and_bounds_on_the_command_line(outplay: Any) -> None:
    tied = ("--tree", "[[3, 5], [3, 1]]", '{"visited": ["1.1", "1.2", "2.1", "2.2"]}')
    assert outplay(*tied)[0] == 0
    assert outplay(*tied, "--preset", "cs188")[0] == 0
    assert outplay(*tied, "--preset", "aima")[0] == 1
    hard = (*TREE, '{"values": {"root": 3, "1": 3, "2": 3, "3": 3}}')
    assert outplay(*hard)[0] == 0
    assert outplay(*hard, "--preset", "aima", "--bounds", "exact")[0] == 1
