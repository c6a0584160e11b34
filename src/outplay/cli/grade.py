"""`outplay grade`: grades a student's answer, or a student's function."""

from __future__ import annotations

import re
from typing import Annotated, Literal

from cyclopts import Parameter

from outplay.cli.options import Seconds
from outplay.errors import UsageError


def grade(
    exercise: Annotated[
        str | None, Parameter(help="A file of outplay exercise --format json; or give --tree.")
    ] = None,
    answer: Annotated[
        str | None, Parameter(help="answer.json, trace.csv, or a function: student.py:alphabeta.")
    ] = None,
    /,
    *,
    tree: Annotated[
        str | None, Parameter(help='The tree, without a file: --tree "[[3, 12, 8], [2, 4, 6]]".')
    ] = None,
    kind: Annotated[
        Literal["minimax", "negamax", "alphabeta", "expectiminimax"] | None,
        Parameter(
            help="With --tree: the algorithm; default alphabeta, or expectiminimax where"
            " there is chance."
        ),
    ] = None,
    root: Annotated[
        Literal["MAX", "MIN"] | None, Parameter(help="With --tree: who moves first; default MAX.")
    ] = None,
    preset: Annotated[
        Literal["aima", "cs188"] | None,
        Parameter(help="Grade by the convention of a course: cut on ≥ (aima), or on > (cs188)."),
    ] = None,
    bounds: Annotated[
        Literal["either", "exact"] | None,
        Parameter(help="exact: whether a bound is fail-soft or fail-hard is graded, too."),
    ] = None,
    time: Annotated[
        Seconds | None, Parameter(help="How long a function may run; default 5 seconds.")
    ] = None,
    form: Annotated[
        Literal["auto", "node", "list"],
        Parameter(help="How a function sees the tree: nodes (or a game), or nested lists."),
    ] = "auto",
    json: Annotated[bool, Parameter(help="For an autograder.")] = False,
) -> int:
    """Grade an answer: the first difference, one mark for one slip, and perhaps the cause.

    outplay grade EXERCISE ANSWER; the exit code is 0 if all is right, 1 if something is
    wrong, and 2 if a file cannot be read.
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
        given = answer_by_function(
            task,
            function[1],
            function[2] or "",
            seconds=SECONDS if time is None else time,
            form=form,
        )
    else:
        given = read_answer(task, answer)
    done = marks(task, given)
    print(dumps(done.as_dict(), indent=1, ensure_ascii=False) if json else done)
    return 0 if done.ok else 1
