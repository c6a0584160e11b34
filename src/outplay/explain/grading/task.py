"""What is to be solved: a literal tree, the algorithm, and the convention that is marked.

An exercise is JSON as `outplay exercise` writes it. What counts here of its fields: `kind`,
`tree`, `root`, `convention` with `cut` and `fail`, and `bounds`.
"""

from __future__ import annotations

import codecs
import json
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path as File
from typing import Any

from outplay._literals import brief
from outplay.errors import UsageError
from outplay.explain.conventions import preset as preset_of
from outplay.game import CHANCE, MAX, MIN
from outplay.games.tree import Tree

Path = tuple[int, ...]
"""The way to a node: the number of the child taken at each step, from 0."""

KINDS = ("minimax", "negamax", "alphabeta", "expectiminimax")
CUTS = {">=": False, "≥": False, ">": True}
FAILS = {"soft": True, "hard": False}
ROOTS = {"MAX": MAX, "MIN": MIN}
MOST_NODES = 20_000
MOST_DEPTH = 100
MOST_BYTES = 64 << 20
"""Of a file that is marked, or that holds an exercise."""


@dataclass(frozen=True)
class Node:
    """A node of the tree, and who moves there."""

    path: Path
    player: int
    """MAX, MIN or CHANCE; in a leaf, whose turn it would be."""
    side: int
    """MAX or MIN: whose turn it is; at a chance node, whose it is after it."""
    children: tuple[Path, ...]
    chances: tuple[float, ...]
    value: float
    """Of a leaf; else the mean of what is below, as the tree's `evaluate` has it."""


@dataclass(frozen=True)
class Task:
    """An exercise, as far as marking needs it."""

    kind: str
    tree: Tree = field(repr=False)
    strict: bool | None = None
    """Does alpha-beta cut on > alone? None: the exercise does not say, so both are right."""
    fail_soft: bool | None = None
    """What a cut node returns; None: the exercise does not say."""
    exact_bounds: bool = False
    """Is fail-soft or fail-hard part of the question? If not, either is right."""

    runs: dict[Any, Any] = field(default_factory=dict, repr=False, compare=False)
    """What ways to solve it gave (`ways.py`)."""

    @cached_property
    def nodes(self) -> dict[Path, Node]:
        """Every node, parents first, in order."""
        return {node.path: node for node in _nodes(self.tree)}

    @cached_property
    def depth(self) -> int:
        return max(map(len, self.nodes))

    @property
    def root(self) -> int:
        return self.tree.root.player

    @property
    def prunes(self) -> bool:
        return self.kind == "alphabeta"

    @cached_property
    def tolerance(self) -> float:
        """How far off a number may be: by rounding to two places where there are means."""
        node = self.tree.root.node
        return 0.005 * min(1.0, node.high - node.low) + 1e-9 if node.has_chance else 1e-9

    def same(self, left: float, right: float) -> bool:
        return left == right or abs(left - right) <= self.tolerance

    def leaves(self, path: Path = ()) -> Iterator[Path]:
        """The leaves at `path` and below, in order."""
        waiting = [path]
        while waiting:
            node = self.nodes[waiting.pop()]
            if not node.children:
                yield node.path
            waiting.extend(reversed(node.children))

    def conventions(self) -> list[tuple[bool, bool]]:
        """(strict, fail-hard): all that are right; the exercise's own first."""
        if not self.prunes:
            return [(False, False)]
        stricts = [False, True] if self.strict is None else [self.strict]
        hards = [True, False] if self.fail_soft is False else [False, True]
        if self.exact_bounds and self.fail_soft is not None:
            del hards[1:]
        return [(strict, hard) for strict in stricts for hard in hards]

    def convention(self) -> str:
        """What is marked, in words."""
        if not self.prunes:
            return "children in order"
        cut = {None: "cut on ≥ or >", False: "cut on ≥", True: "cut on >"}[self.strict]
        fail = "fail-soft or fail-hard"
        if self.exact_bounds and self.fail_soft is not None:
            fail = "fail-soft" if self.fail_soft else "fail-hard"
        return f"{cut}, {fail}, children in order"


def name_of(path: Path) -> str:
    """`root`, `2`, `2.1`: as traces call nodes."""
    return ".".join(str(child + 1) for child in path) or "root"


def path_of(task: Task, name: Any) -> Path | None:
    """The node of that name, or None: `root`, `2.1`, `2-1`; `2→2.1` and `2-2.1` are edges."""
    if isinstance(name, bool) or not isinstance(name, str | int | float):
        return None
    if not isinstance(name, str) and not 0 <= name < 1e6:
        return None  # no node; and str() refuses ints of too many digits
    text = re.split(r"→|->|\s", str(name).strip())[-1].lower()
    if text == "root":
        return ()
    if not re.fullmatch(r"[0-9]{1,6}(\.[0-9]{1,6})*", text):
        return None
    path = tuple(int(step) - 1 for step in text.split("."))
    return path if path in task.nodes else None


def make_task(
    tree: Any,
    *,
    kind: str = "alphabeta",
    root: str = "MAX",
    preset: str | None = None,
    exact_bounds: bool = False,
) -> Task:
    """An exercise without a file; `tree` is nested lists, or their text. Raises UsageError."""
    data = {"kind": kind, "tree": tree, "root": root}
    if exact_bounds:
        data["bounds"] = "exact"
    return with_preset(_task(data, "The exercise"), preset)


def content_of(file: str | File) -> str:
    """The text of a file in UTF-8, or in UTF-16 with its mark; raises UsageError."""
    try:
        with open(file, "rb") as opened:
            data = opened.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:  # ValueError: a zero byte in its name
        raise UsageError(f"{file}: {getattr(error, 'strerror', None) or error}.") from None
    if len(data) > MOST_BYTES:
        raise UsageError(f"{file} is too large: more than {MOST_BYTES >> 20} MB.")
    marked = data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    try:
        return data.decode("utf-16" if marked else "utf-8-sig")
    except UnicodeDecodeError:
        raise UsageError(f"{file} is not a text file in UTF-8.") from None


def json_of(text: str, where: str) -> Any:
    """What a text in JSON holds; raises UsageError, also where a field is there twice."""

    def fields(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        held = dict(pairs)
        if len(held) < len(pairs):
            twice = next(key for key, many in Counter(key for key, _ in pairs).items() if many > 1)
            raise UsageError(f"{where} has the field {brief(twice)} twice.")
        return held

    try:
        return json.loads(text, object_pairs_hook=fields)
    except json.JSONDecodeError as error:
        raise UsageError(
            f"{where}, line {error.lineno}, column {error.colno}: this is not JSON: {error.msg}."
        ) from None
    except UsageError:
        raise
    except RecursionError:
        raise UsageError(f"{where}: this JSON is nested too deeply to be read.") from None
    except ValueError:
        raise UsageError(f"{where}: this JSON has a number of too many digits.") from None


def read_task(file: str | File) -> Task:
    """The exercise in a file that `outplay exercise` wrote; raises UsageError."""
    return _task(json_of(content_of(file), str(file)), str(file))


def with_preset(task: Task, preset: str | None) -> Task:
    """The same with the convention of a course."""
    if preset is None:
        return task
    convention = preset_of(preset)
    return replace(task, strict=convention.strict, fail_soft=convention.fail_soft)


def _task(data: Any, where: str) -> Task:
    if not isinstance(data, dict):
        raise UsageError(f"{where} is no exercise: it must hold an object with a field 'tree'.")
    if "tree" not in data:
        raise UsageError(f"{where} has no field 'tree', the tree that is to be solved.")
    kind = _one_of(data.get("kind", "alphabeta"), KINDS, f"{where}: kind")
    root = ROOTS[_one_of(data.get("root", "MAX"), tuple(ROOTS), f"{where}: root")]
    given = data.get("convention") or {}
    if not isinstance(given, dict):
        raise UsageError(f"{where}: convention must be an object, such as {{'cut': '>='}}.")
    strict = fail_soft = None
    if given.get("cut") is not None:
        strict = CUTS[_one_of(given["cut"], tuple(CUTS), f"{where}: convention, cut")]
    if given.get("fail") is not None:
        fail_soft = FAILS[_one_of(given["fail"], tuple(FAILS), f"{where}: convention, fail")]
    bounds = _one_of(data.get("bounds", "either"), ("either", "exact"), f"{where}: bounds")
    try:
        tree = Tree(data["tree"], root)
    except UsageError as error:
        raise UsageError(f"{where}: tree: {error}") from None
    task = Task(kind, tree, strict, fail_soft, bounds == "exact")
    if tree.root.node.has_chance and kind != "expectiminimax":
        raise UsageError(f"{where} has chance nodes, so its kind is expectiminimax, not {kind}.")
    return task


def _one_of(value: Any, allowed: tuple[str, ...], field_: str) -> str:
    if not isinstance(value, str) or value not in allowed:
        raise UsageError(f"{field_} must be one of {', '.join(allowed)}, not {brief(value)}.")
    return value


def _nodes(tree: Tree) -> Iterator[Node]:
    waiting = [tree.initial()]
    count = 0
    while waiting:
        here = waiting.pop()
        count += 1
        if count > MOST_NODES or len(here.path) > MOST_DEPTH:
            raise UsageError(
                f"The tree is too large to be marked: at most {MOST_NODES:,} nodes and"
                f" {MOST_DEPTH} levels."
            )
        numbers = range(len(here.node.children))
        yield Node(
            here.path,
            CHANCE if here.node.chances else here.player,
            here.player,
            tuple((*here.path, number) for number in numbers),
            here.node.chances,
            here.node.mean,
        )
        waiting.extend(tree.result(here, number) for number in reversed(numbers))
