"""Whatever stands in an answer, it is marked or refused by a sentence; nothing else happens."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from outplay import cli
from outplay.errors import OutplayError, UsageError
from outplay.explain.exercises.exercise import exercises
from outplay.explain.exercises.spec import ExerciseSpec
from outplay.explain.grading import task as tasks
from outplay.explain.grading.answers import Answer, answer_of, read_answer
from outplay.explain.grading.function_runner import answer_by_function
from outplay.explain.grading.grades import grade
from outplay.explain.grading.task import Task, json_of, make_task, read_task

BOOK = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]
TREE = "[[3, 12, 8], [2, 4, 6], [14, 5, 2]]"


def refused(data: Any) -> str:
    """The sentence by which an answer is refused."""
    with pytest.raises(UsageError) as caught:
        grade(make_task(BOOK), data)
    told = str(caught.value)
    assert len(told) < 400 and "\n" not in told
    return told


def key(kind: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """An exercise of that kind, without and with its answer."""
    (made,) = exercises(ExerciseSpec(kind=kind, branch=(2, 2), depth=3), seed=1)
    return json.loads(made.to_json(answer=False)), json.loads(made.to_json())


# --- blank ------------------------------------------------------------------------------------


def test_an_exercise_without_answers_is_called_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sheet, _ = key("alphabeta")
    file = tmp_path / "sheet.json"
    file.write_text(json.dumps(sheet))
    assert cli.run(["grade", str(file), str(file)]) == 2
    assert "is an exercise without an answer" in capsys.readouterr().err
    assert "without an answer" in refused({**sheet, "answer": None})


@pytest.mark.parametrize(
    "blank",
    [
        {"value": None, "move": None, "values": None, "visited": None, "cuts": None},
        {"value": "", "move": "", "values": {"root": "", "1": None}, "visited": [], "cuts": []},
        {"value": None, "values": {}, "skipped": []},
        {"values": {"root": None, "1": None, "2": None, "3": None}},
    ],
)
def test_a_template_that_nobody_filled_in_says_nothing(blank: dict[str, Any]) -> None:
    assert "The answer is empty" in refused(blank)


def test_an_empty_list_alone_is_an_answer() -> None:
    assert grade(make_task(BOOK), {"visited": []}).score == 0
    assert grade(make_task([[3, 4], [5, 6]]), {"cuts": []}).ok
    partly = grade(make_task(BOOK), {"value": 3, "move": ""})
    assert partly.ok and partly.max == 1


def test_a_trace_that_only_enters_nodes_says_nothing_that_can_be_marked() -> None:
    steps = [{"kind": "enter", "node": node} for node in ("root", "1", "1.1")]
    assert "nothing to grade" in refused({"steps": steps})
    assert "nothing to grade" in refused(Answer())


# --- numbers, lists, text -----------------------------------------------------------------------


@pytest.mark.parametrize("many", [400, 5_000])
def test_numbers_of_many_digits_are_refused(many: int) -> None:
    digits = "9" * many
    for value in (10**many, digits, f"1/{digits}", f"{digits}/2", f"1e{digits}", f"= -{digits}"):
        assert "number" in refused({"value": value})
        assert "number" in refused({"values": {"root": value}})
        assert "visited: " in refused({"visited": ["1.1", value]})
        assert "there is no node" in refused({"cuts": [value]})
        assert "not below node 2" in refused({"cuts": [{"node": "2", "skipped": [value]}]})
        assert "is not a move" in refused({"move": value})
    if many > 4_300:
        with pytest.raises(UsageError, match="too many digits"):
            json_of(f'{{"value": {digits}}}', "a.json")


def test_what_is_too_large_for_a_float_is_no_infinity() -> None:
    assert "too large a number" in refused({"value": "1e400"})
    assert not grade(make_task(BOOK), {"value": "inf"}).ok


@pytest.mark.parametrize("odd", [3, True, {"1": 2}, 2.5])
def test_what_a_step_skipped_must_be_a_list(odd: Any) -> None:
    cut = {"kind": "cut", "node": "2", "skipped": odd}
    assert "skipped must be a list" in refused({"steps": [cut]})


def test_a_field_that_is_there_twice_is_refused() -> None:
    with pytest.raises(UsageError, match="'value' twice"):
        read_answer(make_task(BOOK), '{"value": 3, "value": 4}')


def test_deep_nesting_is_refused() -> None:
    text = '{"value": ' + "[" * 100_000 + "]" * 100_000 + "}"
    with pytest.raises(UsageError, match="nested too deeply"):
        read_answer(make_task(BOOK), text)
    deep: list[Any] = []
    for _ in range(5_000):
        deep = [deep]
    assert "is not a number" in refused({"value": deep})
    assert "there is no node" in refused({"cuts": [deep]})


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-be"])
def test_files_may_begin_with_a_mark(encoding: str, tmp_path: Path) -> None:
    sheet, _ = key("minimax")
    exercise, answer = tmp_path / "exercise.json", tmp_path / "answer.json"
    mark = "\ufeff" if encoding == "utf-16-be" else ""
    exercise.write_bytes((mark + json.dumps(sheet)).encode(encoding))
    answer.write_bytes((mark + '{"value": "≥ 3"}').encode(encoding))
    assert not grade(read_task(exercise), read_answer(read_task(exercise), answer)).ok


@pytest.mark.parametrize("content", [b"\xff\xfe\xfa", b"\x80abc", b"", b"\x00\x01\x02", b"hello"])
def test_files_that_hold_something_else_are_refused(content: bytes, tmp_path: Path) -> None:
    for name in ("a.json", "a.csv", "a"):
        (tmp_path / name).write_bytes(content)
        with pytest.raises(UsageError, match=name):
            read_answer(make_task(BOOK), tmp_path / name)
    with pytest.raises(UsageError):
        read_task(tmp_path / "a.json")
    with pytest.raises(UsageError, match="Is a directory"):
        read_answer(make_task(BOOK), tmp_path)
    with pytest.raises(UsageError):
        read_answer(make_task(BOOK), "a\0b.json")


def test_a_file_without_end_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("outplay.explain.exercise_files.MOST_BYTES", 1 << 20)
    with pytest.raises(UsageError, match="too large: more than 1 MB"):
        read_task("/dev/zero")


def test_a_long_answer_to_a_large_tree_is_marked_in_one_pass() -> None:
    """As many slips as leaves: what a slip needs to know of the others is looked up."""
    task = make_task([number % 50 for number in range(3_000)])
    done = grade(task, {"values": {str(n + 1): -n - 1 for n in range(3_000)} | {"root": 7}})
    assert len(done.slips) == 3_001
    assert "with what you wrote before" in done.slips[-1].sentence


# --- anything ----------------------------------------------------------------------------------

ODD: list[Any] = [
    None,
    True,
    False,
    [],
    {},
    [[1]],
    {"a": 1},
    0,
    -1,
    3.5,
    -0.0,
    1e308,
    float("inf"),
    float("nan"),
    10**400,
    "",
    "-",
    "x",
    "≤ 2",
    "14/3",
    "1/0",
    "1e400",
    "9" * 5_000,
    "∞",
    "²",
    "root",
    "1",
    "1.1",
    "9.9",
    "1→1.1",
    "\x00",
    "é" * 50,
    [1, [2, [3]]],
    ["1.1", "1.1"],
    [None],
    {"node": "1"},
    {"node": "1", "skipped": 5},
    {"node": None},
    "1 2",
    5e-324,
    "MAX",
    1e16,
]
FIELDS = ("value", "move", "values", "visited", "cuts", "skipped", "steps", "answer", "node", "x")


def places(data: Any, holder: Any = None, name: Any = None) -> list[tuple[Any, Any]]:
    """Every item of nested data, as who holds it and under which name."""
    found = [] if holder is None else [(holder, name)]
    names = data if isinstance(data, dict) else range(len(data)) if isinstance(data, list) else ()
    for each in names:
        found += places(data[each], data, each)
    return found


def changed(data: Any, random: Random) -> Any:
    """The data with a few items replaced, dropped, doubled or renamed."""
    data = copy.deepcopy(data)
    for _ in range(random.choice([1, 1, 2, 4])):
        there = places(data)
        holder, name = random.choice(there[:12] if random.random() < 0.4 else there)
        what = random.random()
        if what < 0.65:
            holder[name] = copy.deepcopy(random.choice(ODD))
        elif what < 0.8:
            del holder[name]
        elif isinstance(holder, dict):
            holder[random.choice(FIELDS)] = holder.pop(name)
        else:
            holder.insert(name, copy.deepcopy(random.choice(ODD)))
        if not places(data):
            break
    return data


def given(kind: str) -> list[dict[str, Any]]:
    """Answers to the exercise of that kind, in all forms."""
    sheet, whole = key(kind)
    answer = whole["answer"]
    return [
        sheet,
        whole,
        answer,
        {"steps": answer["steps"]},
        {"steps": [step for step in answer["steps"] if step["kind"] in ("enter", "cut")]},
        *({part: answer[part]} for part in ("value", "move", "values", "visited", "cuts")),
    ]


@pytest.mark.parametrize("kind", ["alphabeta", "minimax", "negamax", "expectiminimax"])
@pytest.mark.parametrize("many", [150, pytest.param(5_000, marks=pytest.mark.long)])
def test_answers_changed_at_random_are_marked_or_refused(kind: str, many: int) -> None:
    made = "minimax" if kind == "negamax" else kind
    sheet, _ = key(made)
    task = task_of({**sheet, "kind": kind})
    random = Random(f"{kind}{many}")
    marked, refusals = 0, []
    for answer in given(made):
        for _ in range(many // 10):
            try:
                data = changed(answer, random)
                done = grade(task, answer_of(task, data))
                json.dumps(done.as_dict())
                marked += 1
            except OutplayError as error:
                refusals.append(str(error))
            try:
                task_of(changed({**sheet, "kind": kind}, random)).tree.nodes  # noqa: B018
            except OutplayError as error:
                refusals.append(str(error))
    assert all(len(told) < 400 for told in refusals)
    assert marked > many // 10


def task_of(sheet: dict[str, Any]) -> Task:
    return tasks._task(json_of(json.dumps(sheet), "exercise.json"), "exercise.json")


# --- students' functions -------------------------------------------------------------------------

HEAD = "import os, sys\ndef alphabeta(node, alpha, beta, maximizing):\n    "


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ("return 10**400", "a number that is too large"),
        ("raise SystemExit(0)", "line 3, in alphabeta: SystemExit: 0"),
        ("os._exit(0)", "exited without an answer"),
        ("open('result', 'w').write('{}'); os._exit(0)", "exited without an answer"),
        ("open('result', 'w').write('{\"visited\": 1}'); os._exit(0)", "without an answer"),
        ("os.fork(); raise ValueError('both')", "ValueError: both"),
        ("raise type('E', (Exception,), {'__str__': lambda e: 1})", "in alphabeta: E"),
        ("raise ValueError('\\x1b[2J')", "ValueError: \N{REPLACEMENT CHARACTER}[2J"),
    ],
)
def test_functions_that_give_no_answer(body: str, told: str, tmp_path: Path) -> None:
    file = tmp_path / "student.py"
    file.write_text(HEAD + body)
    task = make_task(BOOK)
    done = grade(task, answer_by_function(task, file, "alphabeta"))
    assert not done.ok and told in str(done)


RIGHT = """
def alphabeta(node, alpha, beta, maximizing):  # \N{LATIN SMALL LETTER E WITH ACUTE}
    {before}
    if node.is_leaf:
        return node.value
    best = -99 if maximizing else 99
    for child in node.children:
        value = alphabeta(child, alpha, beta, not maximizing)
        best = max(best, value) if maximizing else min(best, value)
        if (best >= beta) if maximizing else (best <= alpha):
            break
        alpha, beta = (max(alpha, best), beta) if maximizing else (alpha, min(beta, best))
    return best
"""


@pytest.mark.parametrize(
    ("before", "after", "encoding"),
    [
        ("import os; os.chdir('/')", "", "utf-8"),
        ("", "", "utf-8-sig"),
        ("", "", "latin-1"),
        ("", "import functools\nalphabeta = functools.partial(alphabeta)", "utf-8"),
    ],
)
def test_functions_that_are_right_in_an_odd_place(
    before: str, after: str, encoding: str, tmp_path: Path
) -> None:
    file = tmp_path / "student.py"
    coding = "# coding: latin-1\n" if encoding == "latin-1" else ""
    file.write_text(coding + RIGHT.format(before=before) + after, encoding=encoding)
    task = make_task(BOOK)
    assert grade(task, answer_by_function(task, file, "alphabeta")).ok


def test_a_parameter_that_has_a_name_only(tmp_path: Path) -> None:
    file = tmp_path / "student.py"
    file.write_text("def alphabeta(*, node): return 3\n")
    with pytest.raises(UsageError, match="remove the \\*"):
        answer_by_function(make_task(BOOK), file, "alphabeta")


def test_a_move_where_nothing_was_looked_at(tmp_path: Path) -> None:
    file = tmp_path / "student.py"
    file.write_text("def alphabeta(node): return node.children[2]\n")
    task = make_task(BOOK)
    assert "MAX gets 3 by 1." in str(grade(task, answer_by_function(task, file, "alphabeta")))


@pytest.mark.parametrize(
    ("answer", "code"),
    [
        ('{"value": 3}', 0),
        ('{"value": 4}', 1),
        ('{"value": 1e999}', 1),
        ('{"value": NaN}', 2),
        ('{"value": null}', 2),
        ("{", 2),
        ("nothing.json", 2),
        ("", 2),
        ("{}", 2),
        (f'{{"value": {"9" * 400}}}', 2),
        (f'{{"value": {"9" * 5_000}}}', 2),
    ],
)
def test_exit_codes(answer: str, code: int, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["grade", "--tree", TREE, answer]) == code
    assert capsys.readouterr().err.count("\n") == (code == 2)
