"""Runs a student's function on a tree that records what it reads. A process of its own.

    python -m outplay.explain.grading.student JOB RESULT

`function_runner.py` starts it with limits, since what a student wrote may never end. JOB is a
pickled `Job`, RESULT a file of JSON.
"""

from __future__ import annotations

import ast
import importlib.util
import inspect
import json
import math
import os
import pickle
import sys
import tokenize
import traceback
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from decimal import Decimal
from numbers import Real
from types import ModuleType

from outplay.explain.grading.student import recording_tree
from outplay.explain.grading.student.recording_tree import Action, NestedList, Node
from outplay.game import MAX
from outplay.games.tree import Node as LiteralNode
from outplay.wording import one_line, shortened

ROLES = {
    "game": {"game", "problem", "rules", "env", "g"},
    "tree": {
        *("node", "state", "s", "n", "root", "position", "pos", "board", "tree", "t", "gamestate"),
        *("current", "currentnode", "curnode", "currnode", "currentstate", "vertex"),
    },
    "depth": {
        *("depth", "d", "limit", "maxdepth", "depthlimit", "depthleft", "remaining", "plies")
    },
    "alpha": {"alpha", "a", "α"},
    "beta": {"beta", "b", "β"},
    "maximising": {
        *("maximising", "maximisingplayer", "ismax", "ismaximising", "maxplayer", "maximise"),
        *("maxturn", "ismaxturn", "ismaximisingplayer", "myturn"),
    },
    "player": {"player", "color", "colour", "sign", "turn", "tomove", "side"},
    "evaluate": {"evaluate", "evaluation", "evalfn", "evaluationfunction", "heuristic", "h"},
    "agent": {"agent", "agentindex", "index"},
}
"""What a parameter is for, by its name; capitals, underscores and z or s make no difference."""
PARTS = {"children", "value", "actions", "utility", "getLegalActions", "is_leaf"}
KNOWN = "game, node (or state, tree), depth, alpha, beta, maximizing, player, evaluate"


@dataclass(frozen=True)
class Job:
    """What `function_runner.py` asks for."""

    file: str
    function: str
    form: str
    seconds: float
    kind: str
    root: int
    """Who moves there, MAX or MIN."""
    depth: int
    tree: LiteralNode


@dataclass
class Outcome:
    """What became of it; it travels as JSON."""

    unfit: str = ""
    """Why there is nothing to run: a sentence."""
    trouble: str = ""
    """Why there is no answer: a sentence."""
    numbers: list[float] = field(default_factory=list)
    """The value that was returned, and perhaps a move by its number."""
    move: int | None = None
    visited: list[list[int]] = field(default_factory=list)
    """Leaves in the order in which they were first read."""
    again: int = 0
    """Of those, how many were read more than once."""
    for_min: bool = False
    """Was a utility asked for from MIN's side?"""
    negamax: bool = False
    """Does the function mention negamax?"""


class NotRunnable(Exception):
    """There is nothing that can be run: a sentence."""


class NoAnswer(Exception):
    """What came out is no answer: a sentence."""


# --- the student's file -------------------------------------------------------------------


def load(file: str) -> ModuleType:
    sys.path.insert(0, os.path.dirname(os.path.abspath(file)))
    spec = importlib.util.spec_from_file_location("student", file)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["student"] = module
    spec.loader.exec_module(module)
    return module


def find(module: ModuleType, wanted: str, kind: str, file: str) -> Callable[..., object]:
    """The function or class of that name; without one, the only one that can be meant."""
    name, everything = os.path.basename(file), vars(module)
    own: dict[str, Callable[..., object]] = {
        key: thing
        for key, thing in everything.items()
        if callable(thing) and getattr(thing, "__module__", "") == "student"
    }
    if wanted:
        function: object = everything.get(wanted)
        if callable(function):
            return function
        there = f"; it has {', '.join(own)}" if own else ""
        raise NotRunnable(f"{name} has no function {wanted!r}{there}.")
    if not own:
        raise NotRunnable(f"{name} has no function.")
    plain = {key: key.lower().replace("_", "") for key in own}
    likely = [key for key in own if plain[key].startswith(kind)] or list(own)
    exact = [key for key in likely if plain[key] in (kind, f"{kind}search")]
    if len(exact) == 1 or len(likely) == 1:
        return own[(exact or likely)[0]]
    raise NotRunnable(f"{name} has several functions; say which: {name}:{likely[0]}.")


def used(file: str, name: str) -> dict[str, ast.FunctionDef | ast.ClassDef]:
    """The function, and what it uses of the same file, as they are written there."""
    with tokenize.open(file) as source:  # as Python reads it: a mark, another encoding
        tree = ast.parse(source.read())
    own = {
        node.name: node
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.ClassDef)
    }
    found, waiting = {}, [name]
    while waiting:
        here = waiting.pop()
        if here in own and here not in found:
            found[here] = own[here]
            waiting += [node.id for node in ast.walk(own[here]) if isinstance(node, ast.Name)]
    return found


def expects_lists(parts: Iterable[ast.AST]) -> bool:
    """Does it ask whether something is a list or a number, and never for a node's parts?"""
    nodes = [node for part in parts for node in ast.walk(part)]
    if any(isinstance(node, ast.Attribute) and node.attr in PARTS for node in nodes):
        return False
    return any(isinstance(node, ast.Name) and node.id in ("isinstance", "type") for node in nodes)


# --- the call -----------------------------------------------------------------------------


def arguments(function: Callable[..., object], job: Job, root: Node, tree: object) -> list[object]:
    """What the function is called with, by the names of its parameters."""
    values = {
        "game": recording_tree.Game(root),
        "tree": tree,
        "depth": job.depth,
        "alpha": -math.inf,
        "beta": math.inf,
        "maximising": job.root == MAX,
        "player": job.root,
        "agent": 0,
        "evaluate": lambda state, *_: state.evaluate(),
    }
    try:
        parameters = list(inspect.signature(function).parameters.values())
    except (TypeError, ValueError):
        return [tree]
    called = getattr(function, "__name__", "") or type(function).__name__
    for parameter in parameters:
        if parameter.kind == parameter.KEYWORD_ONLY and parameter.default is parameter.empty:
            raise NotRunnable(
                f"{called}: the parameter {parameter.name!r} is keyword-only; remove the * before"
                " it."
            )
    variadic = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
    parameters = [one for one in parameters if one.kind not in (*variadic, one.KEYWORD_ONLY)]
    given: list[object] = []
    for parameter, role in zip(parameters, _roles(parameters), strict=True):
        own = parameter.default is not parameter.empty and role not in ("game", "tree")
        if own and (role != "depth" or parameter.default in (0, None, math.inf)):
            break  # it knows better
        if role:
            given.append(values[role])
        else:
            raise NotRunnable(
                f"{called}: unknown parameter {parameter.name!r}; known parameters are {KNOWN}."
            )
    if not given:
        raise NotRunnable(f"{called} takes no tree: it needs a parameter such as node.")
    return given


def _roles(parameters: list[inspect.Parameter]) -> list[str]:
    """What each parameter is for; without a name for the tree, it is the first one."""
    names = [one.name.lower().replace("_", "").replace("z", "s") for one in parameters]
    roles = [next((role for role in ROLES if name in ROLES[role]), "") for name in names]
    for role in ("tree", "game"):  # the first of each; others are none
        at = [place for place, found in enumerate(roles) if found == role]
        for place in at[1:]:
            roles[place] = ""
    if "tree" not in roles and "game" not in roles and roles:
        roles[0] = "tree"
    elif "game" not in roles and roles[1:2] == ["tree"]:
        roles[0] = "game"
    return roles


def agent_method(agent: type, job: Job) -> Callable[..., object]:
    """The method of an agent that chooses; its depth and evaluation as in the Pacman projects."""
    try:
        thing = agent()
    except TypeError as error:
        raise NotRunnable(
            f"{agent.__name__}() cannot be created without arguments: {error}."
        ) from None
    settings = {"index": 0, "depth": (job.depth + 1) // 2}
    for name, value in {**settings, "evaluationFunction": lambda s: s.getScore()}.items():
        if not hasattr(thing, name):
            setattr(thing, name, value)
    for name in ("getAction", "get_action", "choose", "search", "solve", "decide"):
        method: object = getattr(thing, name, None)
        if callable(method):
            return method
    raise NotRunnable(f"{agent.__name__} has no method getAction.")


def value_and_move(returned: object) -> tuple[list[float], int | None]:
    """The numbers in what a function returned (the value, perhaps a move), and the move."""
    move, numbers, items = None, [], [returned]
    if isinstance(returned, tuple | list) and not isinstance(returned, NestedList):
        items = list(returned)
    for item in items:
        if isinstance(item, tuple | list) and item and not isinstance(item, NestedList):
            item = item[0]  # a line of moves
        if isinstance(item, NestedList):
            item = item.node
        if hasattr(item, "item") and callable(item.item):  # a number of NumPy
            item = item.item()
        if isinstance(item, Node):
            move = item.path[0] if item.path else None
        elif isinstance(item, Action):
            move = int(item)
        elif isinstance(item, Real | Decimal) and not isinstance(item, bool):
            try:
                numbers.append(float(item))
            except OverflowError:
                raise NoAnswer("The function returned a number that is too large.") from None
    if not numbers and move is None:
        text = shortened(repr(returned), 60)
        raise NoAnswer(f"The function returned {text}, which is neither a value nor a move.")
    if any(math.isnan(number) for number in numbers):
        raise NoAnswer("The function returned nan, which is not a value.")
    return numbers, move


def limit_resources(seconds: float) -> None:
    """Should the grader be gone, this process ends by itself; and it fills no disk."""
    try:
        import resource
    except ImportError:  # not on Windows
        return
    limits = {
        resource.RLIMIT_CPU: int(seconds) + 2,
        resource.RLIMIT_AS: 4 << 30,
        resource.RLIMIT_FSIZE: 64 << 20,
        resource.RLIMIT_CORE: 0,
    }
    for what, most in limits.items():
        hard = resource.getrlimit(what)[1]
        most = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(what, (most, hard))


def error_sentence(error: BaseException, file: str) -> str:
    """What was raised, and the line of the student's file."""
    name, own = os.path.basename(file), os.path.abspath(file)
    if isinstance(error, SyntaxError):
        return f"{name}{f', line {error.lineno}' if error.lineno else ''}: {error.msg}."
    try:
        text = one_line(str(error))[:300]
    except Exception:
        text = ""
    what = f"{type(error).__name__}: {text}" if text else type(error).__name__
    frames = traceback.extract_tb(error.__traceback__)
    lines = [frame for frame in frames if os.path.abspath(frame.filename) == own]
    where = f", line {lines[-1].lineno}, in {lines[-1].name}" if lines else ""
    return f"{name}{where}: {what}."


def main(job_file: str, result_file: str) -> None:
    """Runs the job and writes what came of it, wherever the function has gone meanwhile."""
    process, result_file = os.getpid(), os.path.abspath(result_file)
    with open(job_file, "rb") as source:
        job: Job = pickle.load(source)
    limit_resources(job.seconds)
    file = job.file
    record = recording_tree.Record()
    outcome = Outcome()
    try:
        root = Node(job.tree, (), job.root, record)
        function = find(load(file), job.function, job.kind, file)
        name = getattr(function, "__name__", job.function)
        if inspect.isclass(function):
            function = agent_method(function, job)
        form, written = job.form, used(file, name)
        outcome.negamax = any("nega" in part.lower() for part in written)
        if form == "auto":
            form = "list" if len(root) and expects_lists(written.values()) else "node"
        if form == "list" and job.tree.has_chance:
            raise NotRunnable("A tree with chance nodes cannot be given as nested lists.")
        tree = NestedList(root) if form == "list" else root
        given = arguments(function, job, root, tree)
        sys.setrecursionlimit(3_000)
        outcome.numbers, outcome.move = value_and_move(function(*given))
    except NotRunnable as error:
        outcome.unfit = str(error)
    except NoAnswer as error:
        outcome.trouble = str(error)
    except (Exception, SystemExit, KeyboardInterrupt) as error:
        outcome.trouble = error_sentence(error, file)
    if os.getpid() != process:
        os._exit(0)  # a fork of it; one answer is enough
    outcome.visited = [list(path) for path in record.visited]
    outcome.again = sum(count > 1 for count in record.visited.values())
    outcome.for_min = record.for_min
    with open(result_file, "w", encoding="utf-8") as out:
        json.dump(vars(outcome), out)
