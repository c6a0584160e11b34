"""Runs a student's function on a tree that keeps a record. A process of its own.

    python -m outplay.explain.grading.student JOB RESULT

`instrument.py` starts it with limits, since what a student wrote may never end. JOB and RESULT are
files of JSON.
"""

from __future__ import annotations

import ast
import importlib.util
import inspect
import json
import math
import os
import sys
import tokenize
import traceback
from collections.abc import Iterable
from decimal import Decimal
from numbers import Real
from typing import Any

from outplay.explain.grading.student.recording_tree import (
    MAX,
    Action,
    Game,
    NestedList,
    Node,
    Record,
)

GAME = {"game", "problem", "rules", "env", "g"}
NODE = {"node", "state", "s", "n", "root", "position", "pos", "board", "tree", "t", "gamestate",
        "current", "current_node", "cur_node", "curr_node", "current_state", "vertex"}  # fmt: skip
DEPTH = {"depth", "d", "limit", "max_depth", "depth_limit", "depthlimit", "maxdepth", "depth_left",
         "remaining", "plies"}  # fmt: skip
ALPHA, BETA = {"alpha", "a", "α"}, {"beta", "b", "β"}
MAXIMISING = {"maximizing", "maximising", "maximizing_player", "maximising_player", "is_max",
              "maximizingplayer", "maximisingplayer", "ismax", "is_maximizing", "is_maximising",
              "ismaximizing", "max_player", "maxplayer", "maximize", "maximise", "max_turn",
              "is_max_turn", "is_maximizing_player", "ismaximizingplayer", "my_turn"}  # fmt: skip
PLAYER = {"player", "color", "colour", "sign", "turn", "to_move", "side"}
EVALUATE = {"evaluate", "evaluation", "eval_fn", "evalfn", "evaluation_function", "heuristic", "h"}
AGENT = {"agent", "agentindex", "agent_index", "index"}
PARTS = {"children", "value", "actions", "utility", "getLegalActions", "is_leaf"}
KNOWN = "game, node (or state, tree), depth, alpha, beta, maximizing, player, evaluate"


class NotRunnable(Exception):
    """There is nothing that can be run: a sentence."""


class NoAnswer(Exception):
    """What came out is no answer: a sentence."""


# --- the student's file -------------------------------------------------------------------


def load(file: str) -> Any:
    sys.path.insert(0, os.path.dirname(os.path.abspath(file)))
    spec = importlib.util.spec_from_file_location("student", file)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["student"] = module
    spec.loader.exec_module(module)
    return module


def find(module: Any, wanted: str, kind: str, file: str) -> Any:
    """The function or class of that name; without one, the only one that can be meant."""
    name = os.path.basename(file)
    own = {
        key: thing
        for key, thing in vars(module).items()
        if callable(thing) and getattr(thing, "__module__", "") == "student"
    }
    if wanted:
        if wanted not in vars(module) or not callable(vars(module)[wanted]):
            there = f"; it has {', '.join(own)}" if own else ""
            raise NotRunnable(f"{name} has no function {wanted!r}{there}.")
        return vars(module)[wanted]
    plain = kind.lower()
    likely = [key for key in own if key.lower().replace("_", "").startswith(plain)]
    choice = likely if likely else list(own)
    exact = [key for key in choice if key.lower().replace("_", "") in (plain, f"{plain}search")]
    if len(exact) == 1 or len(choice) == 1:
        return own[(exact or choice)[0]]
    if not own:
        raise NotRunnable(f"{name} has no function.")
    raise NotRunnable(f"{name} has several functions; say which: {name}:{choice[0]}.")


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
    """Is it asked whether something is a list or a number, and never for a node's parts?"""
    asks = False
    for part in parts:
        for node in ast.walk(part):
            if isinstance(node, ast.Attribute) and node.attr in PARTS:
                return False
            asks |= isinstance(node, ast.Name) and node.id in ("isinstance", "type")
    return asks


def arguments(function: Any, job: Any, root: Node, tree: Any) -> list[Any]:
    """What the function is called with, by the names of its parameters."""
    values = {
        "depth": job["depth"], "alpha": -math.inf, "beta": math.inf,
        "maximising": job["root"] == MAX, "player": job["root"], "agent": 0,
        "evaluate": lambda state, *_: state.evaluate(),
    }  # fmt: skip
    roles = (
        ("depth", DEPTH), ("alpha", ALPHA), ("beta", BETA), ("maximising", MAXIMISING),
        ("player", PLAYER), ("evaluate", EVALUATE), ("agent", AGENT),
    )  # fmt: skip
    try:
        parameters = list(inspect.signature(function).parameters.values())
    except (TypeError, ValueError):
        return [tree]
    for parameter in parameters:
        if parameter.kind == parameter.KEYWORD_ONLY and parameter.default is parameter.empty:
            raise NotRunnable(
                f"{_called(function)}: the parameter {parameter.name!r} can be given by its name"
                " only; leave out the * before it."
            )
    parameters = [one for one in parameters if one.kind != one.KEYWORD_ONLY]
    names = [parameter.name.lower() for parameter in parameters]
    tree_at, game_at = _places(names)
    given: list[Any] = []
    for place, parameter in enumerate(parameters):
        role = next((role for role, known in roles if names[place] in known), "")
        own = parameter.default is not parameter.empty
        if parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD):
            continue
        if place == game_at:
            given.append(Game(root))
        elif place == tree_at:
            given.append(tree)
        elif own and (role != "depth" or parameter.default in (0, None, math.inf)):
            break  # it knows better
        elif role:
            given.append(values[role])
        else:
            raise NotRunnable(
                f"{_called(function)}: there is nothing to give for the parameter"
                f" {parameter.name!r}; known are {KNOWN}."
            )
    if not given:
        raise NotRunnable(f"{_called(function)} takes no tree: it needs a parameter such as node.")
    return given


def _called(function: Any) -> str:
    return getattr(function, "__name__", "") or type(function).__name__


def _places(names: list[str]) -> tuple[int | None, int | None]:
    """Which parameter is the tree (or the state), and which the game."""
    tree_at = next((place for place, name in enumerate(names) if name in NODE), None)
    game_at = next((place for place, name in enumerate(names) if name in GAME), None)
    if tree_at is None:
        return (0 if names and game_at is None else None), game_at
    if game_at is None and tree_at == 1:
        game_at = 0
    return tree_at, game_at


def agent_method(agent: Any, job: Any) -> Any:
    """The method of an agent that chooses; its depth and evaluation as in the Pacman projects."""
    try:
        thing = agent()
    except TypeError as error:
        raise NotRunnable(
            f"{agent.__name__}() cannot be made without arguments: {error}."
        ) from None
    for name, value in (
        ("index", 0), ("depth", (job["depth"] + 1) // 2),
        ("evaluationFunction", lambda state: state.getScore()),
    ):  # fmt: skip
        if not hasattr(thing, name):
            setattr(thing, name, value)
    for name in ("getAction", "get_action", "choose", "search", "solve", "decide"):
        if callable(getattr(thing, name, None)):
            return getattr(thing, name)
    raise NotRunnable(f"{agent.__name__} has no method getAction.")


def split(returned: Any) -> dict[str, Any]:
    """The move in what a function returned, and the numbers: the value, perhaps a move."""
    several = isinstance(returned, tuple | list) and not isinstance(returned, NestedList)
    move, numbers = None, []
    for item in returned if several else [returned]:
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
        raise NoAnswer(f"The function returned {_short(returned)}, which is no value and no move.")
    if any(math.isnan(number) for number in numbers):
        raise NoAnswer("The function returned nan, which is no value.")
    return {"numbers": numbers, "move": move}


def _short(value: Any) -> str:
    text = " ".join(repr(value).split())
    return text if len(text) <= 60 else f"{text[:59]}…"


def limit(seconds: float) -> None:
    """Should the grader be gone, this process ends by itself; and it fills no disk."""
    try:
        import resource
    except ImportError:  # not on Windows
        return
    for what, most in (
        (resource.RLIMIT_CPU, int(seconds) + 2), (resource.RLIMIT_AS, 4 << 30),
        (resource.RLIMIT_FSIZE, 64 << 20), (resource.RLIMIT_CORE, 0),
    ):  # fmt: skip
        hard = resource.getrlimit(what)[1]
        most = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(what, (most, hard))


def told(error: BaseException, file: str) -> str:
    """One sentence: what was raised, and the line of the student's file."""
    name = os.path.basename(file)
    lines = [
        frame for frame in traceback.extract_tb(error.__traceback__)
        if os.path.abspath(frame.filename) == os.path.abspath(file)
    ]  # fmt: skip
    try:
        text = " ".join(str(error).split())[:300]
    except Exception:
        text = ""
    what = f"{type(error).__name__}: {text}" if text else type(error).__name__
    if isinstance(error, SyntaxError):
        return f"{name}{f', line {error.lineno}' if error.lineno else ''}: {error.msg}."
    if lines:
        return f"{name}, line {lines[-1].lineno}, in {lines[-1].name}: {what}."
    return f"{name}: {what}."


def main(job_file: str, result_file: str) -> None:
    """Runs the job and writes what came of it, wherever the function has gone meanwhile."""
    process, result_file = os.getpid(), os.path.abspath(result_file)
    with open(job_file, encoding="utf-8") as source:
        job = json.load(source)
    limit(job["seconds"])
    file = job["file"]
    record = Record()
    answer: dict[str, Any] = {}
    try:
        root = Node(job["tree"], (), job["root"], record)
        function = find(load(file), job["function"], job["kind"], file)
        name = getattr(function, "__name__", job["function"])
        if inspect.isclass(function):
            function = agent_method(function, job)
        form, written = job["form"], used(file, name)
        answer["negamax"] = any("nega" in part.lower() for part in written)
        if form == "auto":
            form = "list" if len(root) and expects_lists(written.values()) else "node"
        if form == "list" and "chances" in json.dumps(job["tree"]):
            raise NotRunnable("A tree with chance nodes has no form of nested lists.")
        tree = NestedList(root) if form == "list" else root
        given = arguments(function, job, root, tree)
        sys.setrecursionlimit(3_000)
        answer.update(split(function(*given)))
    except NotRunnable as error:
        answer["unfit"] = str(error)
    except NoAnswer as error:
        answer["trouble"] = str(error)
    except (Exception, SystemExit, KeyboardInterrupt) as error:
        answer["trouble"] = told(error, file)
    if os.getpid() != process:
        os._exit(0)  # a fork of it; one answer is enough
    answer["visited"] = [list(path) for path in record.visited]
    answer["again"] = sum(count > 1 for count in record.visited.values())
    answer["expanded"] = [list(path) for path in record.expanded]
    answer["for_min"] = record.for_min
    with open(result_file, "w", encoding="utf-8") as out:
        json.dump(answer, out)
