"""The jobs `exercise` and `mark`: a tree to be searched by hand, and marks for what was answered.

    exercise   {"kind": "alphabeta", "difficulty": "easy", "branch": null|3, "depth": null|2,
                "root": "max", "convention": "aima", "seed": 1}
    mark       the same, and "answer": {"values": {"1": "3"}, "skipped": ["2.2"], "move": "1"}

What `exercise` answers holds no key: `mark` makes the exercise again, from the same seed.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from outplay.errors import UsageError
from outplay.explain.conventions import AIMA, CS188
from outplay.explain.draw.svg_nodes import Reserved
from outplay.explain.draw.svg_text import VALUE, wide
from outplay.explain.draw.walk import placed
from outplay.explain.exercises import Exercise, ExerciseSpec, exercises
from outplay.explain.exercises.sheets import NAMES, TITLES, blank, task
from outplay.explain.exercises.spec import ALPHABETA, EXPECTIMINIMAX, KINDS, MINIMAX
from outplay.explain.grading import Grade, grade
from outplay.explain.grading.slips import CUTS, MOVE, VALUES
from outplay.explain.grading.task import make_task
from outplay.explain.words import number
from outplay.game import MAX, MIN
from outplay.web.jobs import Fields, Tell
from outplay.web.jobs.tree_data import drawn, named
from outplay.web.jobs.tree_request import MOST_SEED
from outplay.web.request_schema import integer, one_of

if TYPE_CHECKING:
    from outplay.web.worker import JobContext

DIFFICULTIES: dict[str, dict[str, ExerciseSpec]] = {
    ALPHABETA: {
        "easy": ExerciseSpec(depth=2, cuts=(1, 2), no_ties=True),
        "medium": ExerciseSpec(branch=(2, 2), depth=3, cuts=(1, 3), no_ties=True),
        "hard": ExerciseSpec(depth=3, cuts=(3, None), no_ties=True),
        "deep cuts": ExerciseSpec(branch=(2, 2), depth=4, cuts=(2, 4), deep_cuts=1, no_ties=True),
        "equal values": ExerciseSpec(branch=(2, 2), depth=3, differ=True),
    },
    MINIMAX: {
        "easy": ExerciseSpec(MINIMAX, (2, 2), 2),
        "medium": ExerciseSpec(MINIMAX, (2, 2), 3),
        "hard": ExerciseSpec(MINIMAX, (3, 3), 3),
    },
    EXPECTIMINIMAX: {
        "easy": ExerciseSpec(EXPECTIMINIMAX, (2, 2), 2),
        "medium": ExerciseSpec(EXPECTIMINIMAX, (2, 2), 3),
        "hard": ExerciseSpec(EXPECTIMINIMAX, (2, 2), 4),
    },
}
"""What is wished for, by kind and difficulty; the first is the usual one."""

LEAST_BRANCH, MOST_BRANCH = 2, 4
LEAST_DEPTH, MOST_DEPTH = 2, 5
MOST_LEAVES = 81
"""More do not fit on a screen."""

CONVENTIONS = {"aima": AIMA, "cs188": CS188}

FIELD = Reserved(0, 68, 38)
"""Below a node that is to be valued."""

MOST_ANSWERS, LONGEST_ANSWER = 400, 40


def exercise(context: JobContext, args: Fields, tell: Tell) -> dict[str, Any]:
    """An exercise as a student gets it: the task in words, and the tree with its leaves."""
    made, choices = _made(args)
    nodes, svg = _nodes(made)
    return {
        **choices,
        "title": TITLES[made.kind],
        "task": task(made),
        "instructions": _instructions(made),
        "names": NAMES,
        "tree": made.text,
        "convention_text": made.trace.convention if made.kind == ALPHABETA else "children in order",
        "cuts": made.kind == ALPHABETA,
        "moves": [node["name"] for node in nodes if node["parent"] == 0],
        "svg": svg,
        "nodes": nodes,
        "difficulties": list(DIFFICULTIES[made.kind]),
    }


def mark(context: JobContext, args: Fields, tell: Tell) -> dict[str, Any]:
    """What an answer to that exercise earns, where it first goes wrong, and perhaps why."""
    answer = _answer(args.get("answer"))
    made, choices = _made(args)
    exercise_task = make_task(
        made.text,
        kind=made.kind,
        root="MAX" if made.root == MAX else "MIN",
        preset=str(choices["convention"]) if made.kind == ALPHABETA else None,
    )
    found = grade(exercise_task, answer)
    return {
        "ok": found.ok,
        "score": found.score,
        "max": found.max,
        "parts": [vars(part) for part in found.parts],
        "first": None if found.first is None else found.first.sentence,
        "others": _others(found),
        "misconceptions": [
            {"name": cause.name, "what": cause.what, "hint": cause.hint}
            for cause in (each.misconception for each in found.diagnoses)
        ],
        "nodes": _marks(found, VALUES, answer.get("values", ())),
        "branches": _marks(found, CUTS, map(_parent, answer.get("skipped", ()))),
        "move": _marks(found, MOVE, ["root"])["root"] if "move" in answer else "",
    }


# --- the exercise -------------------------------------------------------------------------------


def _made(args: Fields) -> tuple[Exercise, dict[str, object]]:
    """The exercise that is wished for, and the choices that were made, as the address has them."""
    kind = one_of(args, "kind", KINDS, ALPHABETA)
    levels = DIFFICULTIES[kind]
    difficulty = one_of(args, "difficulty", tuple(levels), next(iter(levels)))
    wish = levels[difficulty]
    branch = integer(args, "branch", wish.branch[1], LEAST_BRANCH, MOST_BRANCH)
    depth = integer(args, "depth", wish.depth, LEAST_DEPTH, MOST_DEPTH)
    if branch**depth > MOST_LEAVES:
        raise UsageError(
            f"{branch} children and {depth} plies make {branch**depth} leaves; the limit is"
            f" {MOST_LEAVES}."
        )
    if args.get("branch") is not None or args.get("depth") is not None:
        # Another tree has room for another number of cuts.
        wish = replace(wish, branch=(branch, branch), depth=depth, cuts=None)
    root = one_of(args, "root", ("max", "min"), "max")
    convention = one_of(args, "convention", tuple(CONVENTIONS), "aima")
    if kind == ALPHABETA:
        wish = replace(wish, convention=CONVENTIONS[convention])
    seed = integer(args, "seed", 1, 0, MOST_SEED)
    wish = replace(wish, root=MAX if root == "max" else MIN)
    return next(exercises(wish, seed=seed)), {
        "kind": kind,
        "difficulty": difficulty,
        "branch": branch,
        "depth": depth,
        "root": root,
        "convention": convention,
        "seed": seed,
    }


def _instructions(made: Exercise) -> list[str]:
    """What is to be done on the page."""
    if made.kind != ALPHABETA:
        return ["Write the value of every node.", "Choose the best move at the root."]
    return [
        "Write the value that each visited node returns; you may add the sign of a bound (≤ 2).",
        "Mark every branch that is cut: click it or its button. Nodes below a cut need no value.",
        "Choose the best move at the root.",
    ]


def _nodes(made: Exercise) -> tuple[list[dict[str, Any]], str]:
    """The nodes, parents first, of values only those of the leaves; and their drawing."""
    tree = blank(made)
    nodes, reserved = [], []
    for here in placed(tree):
        node = named(here)
        if here.node.leaf:
            node["value"] = number(here.node.value or 0)
        nodes.append(node)
        reserved.append(Reserved(wide(node["value"], VALUE), 0, 0) if here.node.leaf else FIELD)
    return nodes, drawn(tree, reserved)


# --- the answer ---------------------------------------------------------------------------------


def _answer(given: object) -> dict[str, Any]:
    """What was answered, small enough to be marked; `grade` says what it does not understand."""
    if not isinstance(given, dict):
        raise UsageError("The field answer must be an object with values, skipped and move.")
    strange = [name for name in given if name not in ("values", "skipped", "move")]
    if strange:
        raise UsageError(f"An answer has values, skipped and move, not {str(strange[0])[:40]!r}.")
    values = given.get("values", {})
    skipped = given.get("skipped", [])
    if not isinstance(values, dict) or not isinstance(skipped, list):
        raise UsageError("In an answer, values must be an object and skipped a list.")
    if len(values) > MOST_ANSWERS or len(skipped) > MOST_ANSWERS:
        raise UsageError(f"An answer has at most {MOST_ANSWERS} values and branches.")
    texts = [*values, *values.values(), *skipped, given.get("move", "")]
    if any(not isinstance(text, str) or len(text) > LONGEST_ANSWER for text in texts):
        raise UsageError(
            f"Each part of an answer is a text of at most {LONGEST_ANSWER} characters."
        )
    answer: dict[str, Any] = {}
    if any(text.strip() for text in values.values()):
        answer["values"] = {name: text for name, text in values.items() if text.strip()}
    if given.get("move"):
        answer["move"] = given["move"]
    if "skipped" in given:
        answer["skipped"] = skipped
    if not answer or answer == {"skipped": []}:
        raise UsageError("There is no answer yet: write a value, mark a branch or choose a move.")
    return answer


def _others(found: Grade) -> list[str]:
    """What else is wrong, in sentences."""
    others = [slip for slip in found.slips if slip is not found.first]
    told = [slip.sentence for slip in others if not slip.missing]
    missing = [slip.node for slip in others if slip.missing]
    if missing:
        more = " …" if len(missing) > 12 else ""
        told.append(f"Missing: {', '.join(missing[:12])}{more}.")
    elif found.slips and not others:
        told.append("Everything else follows correctly from what you wrote.")
    return told


def _marks(found: Grade, part: str, given: Iterable[str]) -> dict[str, str]:
    """By the nodes that have a mark, those that were given among them: what it is."""
    marks = dict.fromkeys(given, "right")
    for slip in found.slips:
        if slip.part == part:
            marks[slip.node] = "missing" if slip.missing else "wrong"
    return marks


def _parent(name: str) -> str:
    """The node where a branch is cut."""
    return name.rpartition(".")[0] or "root"
