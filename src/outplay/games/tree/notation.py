"""From nested lists, or their text, to the nodes of a literal tree; errors are sentences."""

from __future__ import annotations

import ast
import math
from dataclasses import dataclass
from typing import Any

from outplay.errors import UsageError
from outplay.parameters import is_finite
from outplay.wording import brief, shortened


class Chance:
    """A chance node of a literal tree: `Chance((0.5, [2, 4]), (0.5, [5, 7]))`."""

    def __init__(self, *branches: tuple[float, Any]) -> None:
        for branch in branches:
            if not isinstance(branch, tuple | list) or len(branch) != 2:
                raise UsageError(
                    "Chance takes pairs of a probability and a tree, such as (0.5, [2, 4]);"
                    f" {brief(branch)} is not one."
                )
        self.branches = tuple((probability, tree) for probability, tree in branches)

    def __repr__(self) -> str:
        return f"Chance({', '.join(map(repr, self.branches))})"


@dataclass(frozen=True, slots=True, eq=False)
class Node:
    """A node of the tree, with what is known of the leaves below it."""

    children: tuple[Node, ...]
    """None at a leaf."""
    chances: tuple[float, ...]
    """The probability of each child at a chance node; else empty."""
    low: float
    high: float
    """The smallest and the largest leaf."""
    mean: float
    """The mean of the children's means; at a leaf its value."""
    has_chance: bool
    """Is there a chance node here or below?"""


def build_nodes(tree: object) -> Node:
    """The nodes of `tree`, nested lists with numbers as leaves; raises UsageError.

    No recursion, so that a deep tree is no problem, and each list is read once, however
    often it occurs.
    """
    items: dict[int, list[Any]] = {}  # by id: what a list under way or done holds
    built: dict[int, Node] = {}
    root = _plain(tree)
    stack = [root]
    while stack:
        here = stack[-1]
        if id(here) in built:
            stack.pop()
        elif id(here) in items:
            stack.pop()
            children = tuple(built[id(item)] for item in items[id(here)])
            built[id(here)] = _node(here, children)
        else:
            items[id(here)] = [_plain(item) for item in _items(here)]
            for item in reversed(items[id(here)]):
                if id(item) in items and id(item) not in built:
                    raise UsageError("The tree contains itself: a list is an item of its own.")
                stack.append(item)
    return built[id(root)]


def parse_tree(text: str) -> Any:
    """The tree that `text` describes, such as "[[3, 12, 8], [2, 4, 6]]"; raises UsageError.

    Chance nodes are written as in Python, and probabilities may be fractions:
    "[Chance((1/3, [2, 4]), (2/3, 7)), 5]".
    """
    try:
        return _tree_of(ast.parse(text.strip(), mode="eval").body, text)
    except SyntaxError as error:
        where = f" at character {error.offset}" if error.offset else ""
        raise UsageError(f"{brief(text)} is not a tree: {error.msg}{where}.") from None
    except (RecursionError, MemoryError):
        raise UsageError("The text of this tree is nested too deeply to be read.") from None
    except UsageError:
        raise
    except (ValueError, OverflowError) as error:
        raise UsageError(f"{brief(text)} is not a tree: {error}.") from None


def _tree_of(node: ast.expr, text: str) -> Any:
    if isinstance(node, ast.List | ast.Tuple):
        return [_tree_of(item, text) for item in node.elts]
    if isinstance(node, ast.Constant) and type(node.value) in (int, float):
        return node.value
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub | ast.UAdd):
        number = _tree_of(node.operand, text)
        if isinstance(number, int | float):
            return -number if isinstance(node.op, ast.USub) else number
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div):
        over, under = _tree_of(node.left, text), _tree_of(node.right, text)
        if isinstance(over, int | float) and isinstance(under, int | float) and under:
            return over / under
    if isinstance(node, ast.Call) and ast.unparse(node.func) == "Chance" and not node.keywords:
        return Chance(*(_tree_of(branch, text) for branch in node.args))
    part = ast.get_source_segment(text.strip(), node) or ""
    raise UsageError(
        f"{shortened(part, 40)} is not part of a tree: write numbers, lists of trees, and"
        " Chance((probability, tree), …)."
    )


def _plain(tree: object) -> Any:
    """NumPy's numbers and arrays as Python's own."""
    return tree.tolist() if hasattr(tree, "tolist") else tree


def _items(tree: object) -> list[Any]:
    """The subtrees of a list or a chance node; none of a leaf. Raises UsageError."""
    if isinstance(tree, Chance):
        if not tree.branches:
            raise UsageError("A chance node of the tree is empty: it needs at least one branch.")
        _check_probabilities([probability for probability, _ in tree.branches])
        return [subtree for _, subtree in tree.branches]
    if isinstance(tree, list | tuple):
        if not tree:
            raise UsageError("A list in the tree is empty: each choice needs at least one item.")
        return list(tree)
    if not is_finite(tree):
        raise UsageError(f"{brief(tree)} cannot be a leaf of the tree: leaves are finite numbers.")
    return []


def _check_probabilities(probabilities: list[Any]) -> None:
    for probability in probabilities:
        if not is_finite(probability) or not 0 <= probability <= 1:
            raise UsageError(f"{brief(probability)} is not a probability from 0 to 1.")
    if abs(math.fsum(probabilities) - 1) > 1e-9:
        written = " + ".join(f"{probability:g}" for probability in probabilities)
        raise UsageError(
            f"The probabilities of a chance node must sum to 1;"
            f" {written} is {math.fsum(probabilities):g}."
        )


def _node(tree: Any, children: tuple[Node, ...]) -> Node:
    if not children:
        return Node((), (), tree, tree, tree, False)
    chances: tuple[float, ...] = ()
    if isinstance(tree, Chance):
        chances = tuple(float(probability) for probability, _ in tree.branches)
    shares = chances or (1 / len(children),) * len(children)
    low, high = min(child.low for child in children), max(child.high for child in children)
    mean = sum(share * child.mean for share, child in zip(shares, children, strict=True))
    return Node(
        children,
        chances,
        low,
        high,
        mean=min(max(mean, low), high),  # the mean of [7, 7, 7] is 6.999999999999999
        has_chance=bool(chances) or any(child.has_chance for child in children),
    )
