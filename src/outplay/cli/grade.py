"""`outplay grade`: grades a student's answer, or a student's function."""

from __future__ import annotations

import re
from typing import Literal

from outplay.cli.options import Seconds
from outplay.errors import UsageError


def grade(
    exercise: str | None = None,
    answer: str | None = None,
    /,
    *,
    tree: str | None = None,
    kind: Literal["minimax", "negamax", "alphabeta", "expectiminimax"] | None = None,
    root: Literal["MAX", "MIN"] | None = None,
    preset: Literal["aima", "cs188"] | None = None,
    bounds: Literal["either", "exact"] | None = None,
    time: Seconds | None = None,
    form: Literal["auto", "node", "list"] = "auto",
    json: bool = False,
) -> int:
    """Grade an answer: the first difference, one mark off for each slip, and perhaps the cause.

    outplay grade EXERCISE ANSWER; the exit code is 0 if all is right, 1 if something is
    wrong, and 2 if a file cannot be read.

    Args:
        exercise: A file of outplay exercise --format json; or give --tree.
        answer: answer.json, trace.csv, or a function: student.py:alphabeta.
        tree: The tree, without a file: --tree "[[3, 12, 8], [2, 4, 6]]".
        kind: With --tree: the algorithm; default alphabeta, or expectiminimax where there is
            chance.
        root: With --tree: who moves first; default MAX.
        preset: Grade by the convention of a course: cut on ≥ (aima), or on > (cs188).
        bounds: exact: also grade whether a bound is fail-soft or fail-hard.
        time: Seconds that a function may run; default 5.
        form: How a function sees the tree: nodes (or a game), or nested lists.
        json: For an autograder.
    """
    from dataclasses import replace
    from json import dumps

    from outplay.explain.grading.answers import read_answer
    from outplay.explain.grading.function_runner import SECONDS, answer_by_function
    from outplay.explain.grading.grades import grade as marks
    from outplay.explain.grading.task import make_task, read_task, with_preset

    if tree is not None:
        if answer is not None:
            raise UsageError("Give an exercise or --tree, not both.")
        exercise, answer = None, exercise
        chance = "expectiminimax" if "Chance" in tree else "alphabeta"
        task = make_task(tree, kind=kind or chance, root=root or "MAX")
    elif exercise is None:
        raise UsageError("Which exercise? Give its file, or a tree with --tree.")
    elif kind is not None or root is not None:
        raise UsageError("--kind and --root go with --tree; an exercise has its own.")
    else:
        task = read_task(exercise)
    if answer is None:
        raise UsageError("Which answer? Give answer.json, trace.csv or student.py:function.")
    task = with_preset(task, preset)
    if bounds is not None:
        task = replace(task, exact_bounds=bounds == "exact")
    function = re.fullmatch(r"(.+\.py)(?::(\w*))?", answer, re.DOTALL)
    if function:
        seconds = SECONDS if time is None else time
        work = answer_by_function(task, function[1], function[2] or "", seconds=seconds, form=form)
    else:
        work = read_answer(task, answer)
    done = marks(task, work)
    print(dumps(done.as_dict(), indent=1, ensure_ascii=False) if json else done)
    return 0 if done.ok else 1
