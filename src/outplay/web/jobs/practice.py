"""The jobs `exercise` and `mark`: a tree to be searched by hand, and marks for what was answered.

    exercise   {"kind": "alphabeta", "difficulty": "easy", "branch": null|3, "depth": null|2,
                "root": "max", "convention": "aima", "seed": 1}
    mark       the same, and "answer": {"values": {"1": "3"}, "skipped": ["2.2"], "move": "1"}

What `exercise` answers holds no key: `mark` makes the exercise again, from the same seed.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from outplay.errors import UsageError
from outplay.explain.conventions import AIMA, CS188
from outplay.explain.draw.layout import Box
from outplay.explain.draw.svg_text import wide
from outplay.explain.draw.walk import Placed, placed
from outplay.explain.exercises import Exercise, ExerciseSpec, exercises
from outplay.explain.exercises.sheets import NAMES, TITLES, blank, task
from outplay.explain.exercises.spec import ALPHABETA, EXPECTIMINIMAX, KINDS, MINIMAX
from outplay.explain.grading import Grade, grade
from outplay.explain.grading.slips import CUTS, MOVE, VALUES
from outplay.explain.grading.task import make_task
from outplay.explain.tree import TreeNode
from outplay.explain.words import number, probability
from outplay.game import CHANCE, MAX, MIN
from outplay.web.jobs import Tell
from outplay.web.jobs.tree_data import lay_out
from outplay.web.jobs.tree_request import MOST_SEED
from outplay.web.request_schema import integer, one_of

if TYPE_CHECKING:
    from outplay.web.job_context import JobContext

DIFFICULTIES: dict[str, dict[str, dict[str, Any]]] = {
    ALPHABETA: {
        "easy": {"branch": (3, 3), "depth": 2, "cuts": (1, 2), "no_ties": True},
        "medium": {"branch": (2, 2), "depth": 3, "cuts": (1, 3), "no_ties": True},
        "hard": {"branch": (3, 3), "depth": 3, "cuts": (3, None), "no_ties": True},
        "deep cuts": {
            "branch": (2, 2),
            "depth": 4,
            "cuts": (2, 4),
            "deep_cuts": 1,
            "no_ties": True,
        },
        "equal values": {"branch": (2, 2), "depth": 3, "differ": True},
    },
    MINIMAX: {
        "easy": {"branch": (2, 2), "depth": 2},
        "medium": {"branch": (2, 2), "depth": 3},
        "hard": {"branch": (3, 3), "depth": 3},
    },
    EXPECTIMINIMAX: {
        "easy": {"branch": (2, 2), "depth": 2},
        "medium": {"branch": (2, 2), "depth": 3},
        "hard": {"branch": (2, 2), "depth": 4},
    },
}
"""What is wished for, by kind and difficulty; the first is the usual one."""

LEAST_BRANCH, MOST_BRANCH = 2, 4
LEAST_DEPTH, MOST_DEPTH = 2, 5
MOST_LEAVES = 81
"""More do not fit on a screen."""

CONVENTIONS = {"aima": AIMA, "cs188": CS188}

INNER_WIDE, INNER_HIGH = 68.0, 72.0
"""A triangle, and a field below it."""
LEAF_WIDE, LEAF_HIGH = 40.0, 32.0
GAP, FAMILY_GAP, RISE = 12.0, 20.0, 58.0

PLAYERS = {MAX: "max", MIN: "min", CHANCE: "chance"}
MOST_ANSWERS, LONGEST_ANSWER = 400, 40


def exercise(context: JobContext, args: dict[str, Any], tell: Tell) -> dict[str, Any]:
    """An exercise as a student gets it: the task in words, and the tree with its leaves."""
    wish, choices = _wish(args)
    made = _made(wish, choices["seed"])
    nodes, box = _nodes(made)
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
        "box": box,
        "nodes": nodes,
        "difficulties": list(DIFFICULTIES[made.kind]),
    }


def mark(context: JobContext, args: dict[str, Any], tell: Tell) -> dict[str, Any]:
    """What an answer to that exercise earns, where it first goes wrong, and perhaps why."""
    wish, choices = _wish(args)
    answer = _answer(args.get("answer"))
    made = _made(wish, choices["seed"])
    exercise_task = make_task(
        made.text,
        kind=made.kind,
        root="MAX" if made.root == MAX else "MIN",
        preset=choices["convention"] if made.kind == ALPHABETA else None,
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
        "nodes": _marks(found, VALUES, answer.get("values", {})),
        "branches": _branch_marks(found, answer),
        "move": "" if "move" not in answer else _move_mark(found),
    }


# --- the exercise -------------------------------------------------------------------------------


def _wish(args: Mapping[str, object]) -> tuple[ExerciseSpec, dict[str, Any]]:
    """What is wished for, and the choices that were made, as the address has them."""
    kind = one_of(args, "kind", KINDS, ALPHABETA)
    levels = DIFFICULTIES[kind]
    difficulty = one_of(args, "difficulty", tuple(levels), next(iter(levels)))
    wanted = dict(levels[difficulty])
    own = args.get("branch") is not None or args.get("depth") is not None
    branch = integer(args, "branch", wanted["branch"][1], LEAST_BRANCH, MOST_BRANCH)
    depth = integer(args, "depth", wanted["depth"], LEAST_DEPTH, MOST_DEPTH)
    if own:  # another tree has room for another number of cuts
        wanted.pop("cuts", None)
        wanted |= {"branch": (branch, branch), "depth": depth}
    if branch**depth > MOST_LEAVES:
        raise UsageError(
            f"{branch} children and {depth} plies make {branch**depth} leaves; the limit is"
            f" {MOST_LEAVES}."
        )
    root = one_of(args, "root", ("max", "min"), "max")
    convention = one_of(args, "convention", tuple(CONVENTIONS), "aima")
    if kind == ALPHABETA:
        wanted["convention"] = CONVENTIONS[convention]
    wish = ExerciseSpec(kind, root=MAX if root == "max" else MIN, **wanted)
    return wish, {
        "kind": kind,
        "difficulty": difficulty,
        "branch": branch,
        "depth": depth,
        "root": root,
        "convention": convention,
        "seed": integer(args, "seed", 1, 0, MOST_SEED),
    }


def _made(wish: ExerciseSpec, seed: int) -> Exercise:
    return next(exercises(wish, seed=seed))


def _instructions(made: Exercise) -> list[str]:
    """What is to be done on the page."""
    if made.kind != ALPHABETA:
        return ["Write the value of every node.", "Choose the best move at the root."]
    return [
        "Write the value that each visited node returns; you may add the sign of a bound (≤ 2).",
        "Mark every branch that is cut: click it or its button. Nodes below a cut need no value.",
        "Choose the best move at the root.",
    ]


def _nodes(made: Exercise) -> tuple[list[dict[str, Any]], list[float]]:
    """The nodes with their places, parents first; of values only those of the leaves."""
    found = placed(blank(made))
    boxes = [_box(here) for here in found]
    places, box = lay_out(found, boxes, gap=GAP, family_gap=FAMILY_GAP, rise=RISE)
    return [{**place, **_node(here.node)} for here, place in zip(found, places, strict=True)], box


def _box(here: Placed) -> Box:
    if not here.node.leaf:
        return Box(INNER_WIDE, INNER_HIGH)
    return Box(max(LEAF_WIDE, wide(number(here.node.value or 0), 14) + 12), LEAF_HIGH)


def _node(node: TreeNode) -> dict[str, str]:
    data = {"shape": "end" if node.leaf else PLAYERS[node.player]}
    if node.leaf and node.value is not None:
        data["value"] = number(node.value)
    if node.probability is not None:
        data["chance"] = probability(node.probability)
    return data


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


def _marks(found: Grade, part: str, given: Mapping[str, object]) -> dict[str, str]:
    """Each node that has a mark: `right`, `wrong` or `missing`."""
    marks = dict.fromkeys(given, "right")
    for slip in found.slips:
        if slip.part == part:
            marks[slip.node] = "missing" if slip.missing else "wrong"
    return marks


def _branch_marks(found: Grade, answer: Mapping[str, Any]) -> dict[str, str]:
    """By the node where cuts were made, or should have been: `right` or `wrong`."""
    parents = {name.rpartition(".")[0] or "root" for name in answer.get("skipped", [])}
    return _marks(found, CUTS, dict.fromkeys(sorted(parents)))


def _move_mark(found: Grade) -> str:
    return "wrong" if any(slip.part == MOVE for slip in found.slips) else "right"
