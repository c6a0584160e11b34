"""The literal tree: the game trees of textbooks, written as nested lists."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from outplay.drawing import text_picture
from outplay.errors import InvalidPosition
from outplay.game import CHANCE, MAX, MIN, Game
from outplay.games.tree.notation import Node, build_nodes, parse_tree
from outplay.parameters import player
from outplay.wording import number

EXAMPLE = ((3, 12, 8), (2, 4, 6), (14, 5, 2))
"""The first tree of most courses (Russell and Norvig): value 3."""

PICTURE = 200
"""The most lines that `show` draws."""


@dataclass(frozen=True, slots=True)
class Position:
    """A node of the tree, known by the way to it: which child was taken at each step."""

    path: tuple[int, ...]
    player: int = field(compare=False)
    """Who is to move, MAX or MIN; at a chance node, who moves after it."""
    node: Node = field(compare=False, repr=False)


class Tree(Game[Position, int]):
    """A game given as its tree: `Tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]])`.

    A list (or tuple) is a choice between its items, and a number is a leaf: the utility.
    `root` says whose choice the outermost list is, MAX or MIN; below it turns alternate. A
    chance node is `Chance((0.5, [2, 4]), (0.5, [5, 7]))`, pairs of a probability and a tree.
    It takes no turn: whoever would have moved at its place moves after it. So in
    `[Chance((0.5, [2, 4]), (0.5, [5, 7])), …]` MAX moves, then chance, then MIN.

    The tree may be text too (see `parse_tree`). It is copied: changing the lists afterwards
    does not change the game.

    An action is the number of a child, from 0; people write it from 1. A position is the way
    to it, `2.1.3`, or `root`.
    """

    is_literal = True
    line_separator = "."
    not_native = "a literal tree is walked where it stands, in Python"

    def __init__(self, tree: object = EXAMPLE, root: int = MAX) -> None:
        node = build_nodes(parse_tree(tree) if isinstance(tree, str) else tree)
        self.root = Position((), player("root", root), node)

    def answers(self, optional: str) -> bool:
        """Chance moves only in a tree that has a chance node; its picture is that of its text."""
        if optional == "draw":
            return False  # a search tree with a tree drawn in each node would say nothing
        return super().answers(optional) and (optional != "outcomes" or self.root.node.has_chance)

    def initial(self) -> Position:
        return self.root

    def to_move(self, s: Position) -> int:
        return CHANCE if s.node.chances else s.player

    def actions(self, s: Position) -> Iterator[int]:
        yield from range(len(s.node.children))

    def outcomes(self, s: Position) -> Iterator[tuple[int, float]]:
        yield from enumerate(s.node.chances)

    def result(self, s: Position, child: int) -> Position:
        player = s.player if s.node.chances else -s.player
        return Position((*s.path, child), player, s.node.children[child])

    def is_terminal(self, s: Position) -> bool:
        return not s.node.children

    def utility(self, s: Position) -> float:
        return s.node.mean

    # --- stronger ---------------------------------------------------------------------

    def evaluate(self, s: Position) -> float:
        """The mean of the leaves below: each node passes on the mean of its children."""
        return s.node.mean

    def bounds(self, s: Position) -> tuple[float, float]:
        """The smallest and the largest leaf below."""
        return s.node.low, s.node.high

    # --- for people -------------------------------------------------------------------

    def format_action(self, s: Position, child: int) -> str:
        return str(child + 1)

    def format_state(self, s: Position) -> str:
        return ".".join(str(child + 1) for child in s.path) or "root"

    def parse_state(self, text: str) -> Position:
        wanted = text.strip().lower()
        s = self.root
        if wanted == "root":
            return s
        for step in wanted.split("."):
            count = len(s.node.children)
            if not re.fullmatch(r"[0-9]{1,9}", step) or not 1 <= int(step) <= count:
                there = f"has {count} children" if count else "is a leaf"
                raise InvalidPosition(
                    f"{text!r} is not a node of this tree: {self.format_state(s)} {there}, so"
                    f" there is no {step!r} below it. Write the way from the root, such as 1.2."
                )
            s = self.result(s, int(step) - 1)
        return s

    def show(self, s: Position) -> str:
        """The tree below `s`, one line a node."""
        return "\n".join(line for line, _ in self._lines(s))

    def draw(self, s: Position) -> str:
        """The text, of which each line is a place: a child can be pointed at."""
        named = {}
        for row, (_, node) in enumerate(self._lines(s)):
            if node is not None and node is not s:
                name = ".".join(str(child + 1) for child in node.path[len(s.path) :])
                named[row] = name, self._describe(node)
        return text_picture(f"{self.name}: {self.format_state(s)}", self.show(s), named)

    def _lines(self, s: Position) -> list[tuple[str, Position | None]]:
        """The lines of `show` and the node that each tells of."""
        lines: list[tuple[str, Position | None]] = []
        waiting = [(s, "", "", "")]
        while waiting and len(lines) < PICTURE:
            here, margin, branch, label = waiting.pop()
            lines.append((f"{margin}{branch}{label}{self._describe(here)}", here))
            if branch:
                margin += "   " if branch.startswith("└") else "│  "
            children = [self.result(here, child) for child in range(len(here.node.children))]
            for place, child in reversed(list(enumerate(children))):
                chance = f"{here.node.chances[place]:g}: " if here.node.chances else ""
                corner = "└─ " if place == len(children) - 1 else "├─ "
                waiting.append((child, margin, corner, f"{place + 1}) {chance}"))
        return [*lines, ("…", None)] if waiting else lines

    def _describe(self, s: Position) -> str:
        if not s.node.children:
            return number(s.node.mean)
        return {MAX: "MAX", MIN: "MIN", CHANCE: "chance"}[self.to_move(s)]
