"""Each misconception is named for those who have it, and for nobody who is right."""

from __future__ import annotations

import inspect
from pathlib import Path
from random import Random
from typing import Any

import pytest
from grading_tools import alphabeta, chance_tree, random_tree
from wrong_students import RIGHT, WRONG, typed

from outplay.errors import UsageError
from outplay.explain.grading.function_runner import answer_by_function
from outplay.explain.grading.grades import Grade, grade
from outplay.explain.grading.misconceptions import MISCONCEPTIONS
from outplay.explain.grading.student.program import Job, arguments
from outplay.explain.grading.student.recording_tree import Node, Record
from outplay.explain.grading.task import Task, make_task
from outplay.explain.student_algorithms import run
from outplay.explain.trace import trace

TREES = 8


def full_tree(random: Random, depth: int) -> Any:
    """All leaves at one depth, with few numbers, so that there are ties."""
    if depth == 0:
        return random.randint(-9, 9)
    return [full_tree(random, depth - 1) for _ in range(random.randint(2, 3))]


def task_for(algorithm: str, random: Random) -> Task:
    if algorithm == "expectiminimax":
        return make_task([chance_tree(random, 3), chance_tree(random, 3)], kind=algorithm)
    preset = "aima" if algorithm == "alphabeta" else None
    return make_task(full_tree(random, random.choice([3, 4, 4])), kind=algorithm, preset=preset)


def answer_by(program: str, task: Task) -> dict[str, Any]:
    """What a student with that program writes on the sheet."""
    space: dict[str, Any] = {}
    exec(program, space)
    values: dict[str, float] = {}
    plain = space[task.kind]

    def noting(node: Node, *others: Any) -> float:
        value: float = plain(node, *others)
        values[str(node.name)] = float(value)
        return value

    space[task.kind] = noting
    record = Record()
    tree, literal = task.tree, task.tree.game.root.node
    root = Node(literal, (), tree.root, record)
    noting.__signature__ = inspect.signature(plain)  # type: ignore[attr-defined]
    job = Job("", "", "node", 5, task.kind, tree.root, tree.depth, literal)
    value = noting(*arguments(noting, job, root, root))
    leaves = [".".join(str(number + 1) for number in path) for path in record.visited]
    inner = {node: number for node, number in values.items() if node not in leaves}
    return {"value": float(value), "values": inner, "visited": leaves}


def names(done: Grade) -> list[str]:
    return [found.misconception.name for found in done.diagnoses]


def test_the_right_way_is_that_of_the_search() -> None:
    random = Random(3)
    for _ in range(20):
        task = make_task(random_tree(random, 3), exact_bounds=False)
        for way in task.right_algorithms():
            told = trace(task.tree.game, strict=way.strict, fail_soft=not way.hard)
            done = run(task.tree, way)
            assert [step.path for step in told.leaves()] == done.visited
            assert {step.path: step.skipped for step in told.cuts()} == {
                path: tuple(child[-1] for child in children) for path, children in done.cuts.items()
            }
            returned = {s.path: s.value for s in told.steps if s.kind in ("leaf", "return")}
            assert returned == done.values


@pytest.mark.parametrize("algorithm", RIGHT)
def test_right_programs_are_never_accused(algorithm: str) -> None:
    random = Random(11)
    for _ in range(TREES):
        task = task_for(algorithm, random)
        done = grade(task, answer_by(RIGHT[algorithm], task))
        assert done.ok and done.score == done.max and not done.diagnoses, f"{done}"


@pytest.mark.parametrize(("algorithm", "name", "changes"), WRONG)
@pytest.mark.parametrize("trees", [TREES, pytest.param(100, marks=pytest.mark.long)])
def test_each_misconception_is_recognised(
    algorithm: str, name: str, changes: dict[str, str], trees: int
) -> None:
    program = typed(algorithm, changes)
    random = Random(trees)
    wrong = named = 0
    for _ in range(trees):
        task = task_for(algorithm, random)
        answer = answer_by(program, task)
        done = grade(task, answer)
        if done.ok:
            assert not done.diagnoses
            continue
        wrong += 1
        assert done.score < done.max
        assert name in names(done), f"{task.tree.game.show(task.tree.game.root)}\n{answer}\n{done}"
        named += len(done.diagnoses)
        for part in answer:
            less = grade(task, {part: answer[part]})
            if any(not slip.missing for slip in less.slips) and answer[part]:
                assert name in names(less)
    assert wrong >= max(1, trees // 10)
    assert named <= 3.5 * wrong  # some are the same on some trees, or on all


def test_every_misconception_has_a_program_here() -> None:
    tried = {name for _, name, _ in WRONG} | {"fail-soft and fail-hard confused"}
    assert tried == {misconception.name for misconception in MISCONCEPTIONS}


def test_an_accidental_slip_is_no_misconception() -> None:
    random = Random(9)
    accused = 0
    for _ in range(40):
        tree = random_tree(random, 3)
        node = random.choice(list(alphabeta(tree).values))
        slip = random.choice([-1, 1])
        slipped = alphabeta(tree, slip=lambda here, v, n=node, s=slip: v + s * (here == n))
        done = grade(make_task(tree, preset="aima"), slipped.answer())
        accused += bool(done.diagnoses)
        if done.ok:
            assert not done.diagnoses
    assert accused <= 2


def test_one_more_slip_does_not_hide_a_misconception() -> None:
    task = make_task(full_tree(Random(1), 4), preset="aima")
    program = typed(
        "alphabeta",
        {"alpha, beta, False": "-INF, beta, False", "alpha, beta, True": "-INF, beta, True"},
    )
    answer = answer_by(program, task)
    answer["values"]["1"] += 0.5
    (found,) = grade(task, answer).diagnoses
    assert found.misconception.name == "α not passed down" and not found.exact
    assert f"it explains {found.agrees} of {found.of} things" in str(grade(task, answer))


def test_half_an_answer_is_enough() -> None:
    task = make_task(
        "[Chance((0.5, [2, 4]), (0.5, [5, 7])), Chance((0.9, [1, 2]), (0.1, 30))]",
        kind="expectiminimax",
    )
    assert names(grade(task, {"values": {"root": 15.5, "2": 15.5}})) == [
        "averaging instead of weighting"
    ]


def test_windows_tell_twins_apart(tmp_path: Path) -> None:
    task = make_task("[[3, 12, 8], [2, 4, 6], [14, 5, 2]]", preset="aima")
    rows = ["kind,node,alpha,beta,value"]
    for node in ("root", "1", "2", "3"):
        rows.append(f"enter,{node},-inf,inf,")
    rows += [f"leaf,{child}.{leaf},,," for child in (1, 2, 3) for leaf in (1, 2, 3)]
    (tmp_path / "trace.csv").write_text("\n".join(rows))
    assert set(names(grade(task, tmp_path / "trace.csv"))) == {
        "α and β not passed down",
        "α not passed down",
    }


def test_equality_is_no_question_where_the_exercise_leaves_it_open() -> None:
    tree = [[3, 5], [3, 1]]
    other = alphabeta(tree, strict=True).answer("visited")
    assert names(grade(make_task(tree, preset="aima"), other))[0] == "wrong equality"
    assert grade(make_task(tree), other).ok


# --- functions ----------------------------------------------------------------------------


@pytest.fixture
def by_function(tmp_path: Path) -> Any:
    def run_it(task: Task, program: str, function: str = "", **options: Any) -> Grade:
        file = tmp_path / "student.py"
        file.write_text(program, encoding="utf-8")
        return grade(task, answer_by_function(task, file, function, **options))

    return run_it


BOOK = make_task([[3, 12, 8], [2, 4, 6], [14, 5, 2]], preset="aima")


@pytest.mark.parametrize("algorithm", RIGHT)
def test_right_functions(algorithm: str, by_function: Any) -> None:
    done = by_function(task_for(algorithm, Random(2)), RIGHT[algorithm])
    assert done.ok and not done.diagnoses


@pytest.mark.parametrize(
    ("algorithm", "name", "changes"), [case for case in WRONG if case[0] != "minimax"][::3]
)
def test_wrong_functions(
    algorithm: str, name: str, changes: dict[str, str], by_function: Any
) -> None:
    program = typed(algorithm, changes)
    random = Random(1)
    while True:
        task = task_for(algorithm, random)
        answer = answer_by(program, task)
        del answer["values"]
        if not grade(task, answer).ok:
            break
    done = by_function(task, program)
    assert not done.ok and name in names(done)


FORMS = {
    "nested lists": """
def minimax(tree, maximizing=True):
    if isinstance(tree, (int, float)):
        return tree
    values = [minimax(branch, not maximizing) for branch in tree]
    return max(values) if maximizing else min(values)
""",
    "a game and a state": """
def minimax(game, state):
    if game.is_terminal(state):
        return game.utility(state), None
    pick = max if game.to_move(state) == 1 else min
    found = [(minimax(game, game.result(state, a))[0], a) for a in game.actions(state)]
    return pick(found, key=lambda pair: pair[0])
""",
    "the book's": """
def minimax_decision(state, game):
    player = game.to_move(state)
    def value(state, pick):
        if game.terminal_test(state):
            return game.utility(state, player)
        other = min if pick is max else max
        return pick(value(game.result(state, a), other) for a in game.actions(state))
    return max(game.actions(state), key=lambda a: value(game.result(state, a), min))
""",
    "an agent": """
class MinimaxAgent:
    def getAction(self, gameState):
        def value(state, agent, depth):
            if state.isWin() or state.isLose() or depth == self.depth:
                return self.evaluationFunction(state)
            found = [value(state.generateSuccessor(agent, a), 1 - agent, depth + agent)
                     for a in state.getLegalActions(agent)]
            return max(found) if agent == 0 else min(found)
        return max(gameState.getLegalActions(0),
                   key=lambda a: value(gameState.generateSuccessor(0, a), 1, 0))
""",
    "methods of a node": """
def minimax(n):
    if n.is_leaf():
        return n.value()
    return (max if n.is_max() else min)(minimax(c) for c in n.children())
""",
    "value and counted move": """
def minimax(node, maximizing):
    if node.is_leaf:
        return node.value, None
    found = [minimax(child, not maximizing)[0] for child in node.children]
    best = max(found) if maximizing else min(found)
    return best, found.index(best)
""",
}


@pytest.mark.parametrize("form", FORMS)
def test_the_interfaces_of_several_courses(form: str, by_function: Any) -> None:
    for root in ("MAX", "MIN") if form in ("a game and a state", "the book's") else ("MAX",):
        task = make_task([[3, 12, 8], [2, 4, 6], [14, 5, 2]], kind="minimax", root=root)
        done = by_function(task, FORMS[form])
        assert done.ok and done.max >= 5, f"{done}"


@pytest.mark.parametrize(
    ("program", "told"),
    [
        ("def alphabeta(node):\n    while True: pass", "did not finish within 0.6 seconds"),
        ("def alphabeta(node):\n    while True: print('x' * 9999)", "did not finish within 0.6"),
        ("def alphabeta(node):\n    return alphabeta(node)", "in alphabeta: RecursionError"),
        ("def alphabeta(node):\n    x = 1\n    return node.nope", "line 3, in alphabeta: Att"),
        ("def alphabeta(node):\n    return 1 / 0", "line 2, in alphabeta: ZeroDivisionError"),
        ("def alphabeta(node):\n    return", "The function returned None"),
        ("def alphabeta(node):\n    return float('nan')", "The function returned nan"),
        ("import os\ndef alphabeta(node):\n    os._exit(0)", "exited without an answer"),
        ("import sys\ndef alphabeta(node):\n    sys.exit('bye')", "line 3, in alphabeta: System"),
        ("def alphabeta(node):\n    return input()", "line 2, in alphabeta: EOFError"),
        ("def alphabeta(node)\n    return 3", "student.py, line 1: expected ':'"),
        ("import nowhere", "line 1, in <module>: ModuleNotFoundError"),
    ],
)
def test_functions_that_fail_cost_their_marks_and_say_where(
    program: str, told: str, by_function: Any
) -> None:
    slow = {"seconds": 0.6} if "while" in program else {}
    done = by_function(BOOK, program, **slow)
    assert (done.ok, done.score, done.max) == (False, 0, 5)
    assert told in done.first.sentence and told in str(done)
    assert "\n" not in done.first.sentence and not done.diagnoses


@pytest.mark.parametrize(
    ("program", "function", "told"),
    [
        ("x = 1", "", "has no function"),
        ("def f(node): return 3", "g", "has no function 'g'; it has f"),
        ("def f(node): return 3\ndef g(node): return 3", "", "several functions"),
        ("def f(): return 3", "f", "takes no tree"),
        ("def f(node, weather): return 3", "f", "unknown parameter 'weather'"),
        ("class A:\n    def __init__(self, x): pass", "A", "cannot be created without arguments"),
        ("class A: pass", "A", "has no method getAction"),
    ],
)
def test_functions_that_cannot_be_run_are_a_sentence(
    program: str, function: str, told: str, by_function: Any
) -> None:
    with pytest.raises(UsageError, match=told):
        by_function(BOOK, program, function)


def test_no_file_no_form_no_time(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="there is no such file"):
        answer_by_function(BOOK, tmp_path / "none.py")
    (tmp_path / "a.py").write_text("def f(node): return 3")
    with pytest.raises(UsageError, match="one of auto, node, list"):
        answer_by_function(BOOK, tmp_path / "a.py", form="dict")
    with pytest.raises(UsageError, match="time limit"):
        answer_by_function(BOOK, tmp_path / "a.py", seconds=0)


def test_printing_is_no_fault_and_is_told(by_function: Any) -> None:
    noisy = RIGHT["alphabeta"].replace(
        "    if depth", "    print('x' * 500, node)\n    if depth", 1
    )
    done = by_function(BOOK, noisy, seconds=20)
    assert done.ok and done.remarks[0].startswith("It printed: xxx")
    assert len(done.remarks[0]) < 100
