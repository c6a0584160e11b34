"""A tree that records what a student's function looks at.

It has three forms: a node with children, a game and its states (which are the nodes), and nested
lists. A leaf is recorded when its value is read, whichever way that is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, SupportsIndex, TypeVar

from outplay.game import CHANCE, MAX, MIN
from outplay.games.tree import Node as LiteralNode

T = TypeVar("T")


class Record:
    """What the function looked at."""

    def __init__(self) -> None:
        self.visited: Counter[tuple[int, ...]] = Counter()
        """Leaves in the order in which their value was first read, and how often it was."""
        self.for_min = False
        """Was a utility asked for from MIN's side?"""


class Action(int):
    """The number of a child, from 0: an int that is known for a move when it is returned."""


def _called(kind: type) -> type:
    """A class of values of that kind, which may be called too and give themselves."""
    base: Any = int if kind is bool else kind

    class Callable(base):  # type: ignore[misc]
        def __call__(self) -> object:
            return kind(self)

        def __repr__(self) -> str:
            return repr(kind(self))

    return Callable


CALLABLE: dict[type, type] = {kind: _called(kind) for kind in (bool, int, float, str, list)}


def callable_value(value: T) -> T:
    """The value, which may be called too: courses write `node.is_leaf` and `node.is_leaf()`."""
    called: T = CALLABLE[type(value)](value)
    return called


class Node:
    """A node of the tree, which is a state of the game too."""

    def __init__(self, node: LiteralNode, path: tuple[int, ...], side: int, record: Record) -> None:
        self._node, self.path, self._record = node, path, record
        chances = list(node.chances)
        self._children = [
            Node(child, (*path, number), side if chances else -side, record)
            for number, child in enumerate(node.children)
        ]
        inner, player = bool(self._children), CHANCE if chances else side
        facts = {
            ("name",): ".".join(str(number + 1) for number in path) or "root",
            ("depth",): len(path),
            ("is_leaf", "is_terminal", "terminal", "leaf"): not inner,
            ("to_move", "turn"): player,
            ("is_max",): inner and player == MAX,
            ("is_min",): inner and player == MIN,
            ("is_chance",): bool(chances),
            ("probabilities",): chances,
        }
        for names, fact in facts.items():
            for name in names:
                setattr(self, name, callable_value(fact))
        self.player = callable_value(player)
        players = {MAX: "MAX", MIN: "MIN", CHANCE: "CHANCE"}
        self.kind = self.type = players[player] if inner else "LEAF"

    @property
    def children(self) -> list[Node]:
        return callable_value(list(self._children))

    @property
    def value(self) -> float | None:
        """Of a leaf; None at inner nodes."""
        if self._children:
            return None
        self._record.visited[self.path] += 1
        return callable_value(self._node.mean)

    @property
    def actions(self) -> list[Action]:
        return callable_value([Action(number) for number in range(len(self._children))])

    def result(self, action: object) -> Node:
        if isinstance(action, Node):
            return action
        if not isinstance(action, int) or not 0 <= action < len(self._children):
            raise ValueError(f"{self!r} has no action {action!r}")
        return self._children[action]

    def evaluate(self, *_: object) -> float:
        """A guess: the mean of what is below; at a leaf its value."""
        if not self._children:
            self._record.visited[self.path] += 1
        return float(self._node.mean)

    def outcomes(self) -> list[tuple[Action, float]]:
        return list(zip(self.actions, self._node.chances, strict=True))

    utility = score = value
    legal = legal_actions = moves = actions
    child = successor = apply = move = result

    # The names of Berkeley's Pacman projects.
    def getLegalActions(self, agent: int = 0) -> list[Action]:
        return list(self.actions)

    def generateSuccessor(self, agent: int, action: object) -> Node:
        return self.result(action)

    def getScore(self) -> float | None:
        return self.evaluate() if self._children else self.value

    def getNumAgents(self) -> int:
        return 2

    def isWin(self) -> bool:
        return not self._children

    def isLose(self) -> bool:
        return False

    # As an item of lists and dictionaries.
    def __iter__(self) -> Iterator[Node]:
        return iter(self.children)

    def __len__(self) -> int:
        return len(self._children)

    def __bool__(self) -> bool:
        return True

    def __call__(self) -> Node:
        return self

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Node) and other.path == self.path

    def __lt__(self, other: Node) -> bool:
        return self.path < other.path

    def __hash__(self) -> int:
        return hash(self.path)

    def __repr__(self) -> str:
        return f"<node {'.'.join(str(number + 1) for number in self.path) or 'root'}>"


def _asked_of_state(name: str) -> Callable[..., object]:
    """A rule that the state itself answers."""

    def rule(game: Game, state: Node, *given: object) -> object:
        return getattr(state, name)(*given)

    return rule


class Game:
    """The tree as rules: Outplay's names, and those of the book's code."""

    def __init__(self, root: Node) -> None:
        self.initial = self.root = root
        self.MAX, self.MIN, self.CHANCE = MAX, MIN, CHANCE

    def utility(self, state: Node, player: object = MAX) -> float:
        if len(state):
            raise ValueError(f"utility was asked of {state!r}, which is not a leaf")
        state._record.visited[state.path] += 1
        value = state._node.mean
        if player in (MIN, "MIN", "min"):
            state._record.for_min = True
            return -value
        return value

    actions = legal = legal_actions = moves = get_actions = _asked_of_state("actions")
    result = successor = apply = make_move = _asked_of_state("result")
    is_terminal = terminal_test = terminal = is_leaf = game_over = _asked_of_state("is_terminal")
    to_move = player = turn = _asked_of_state("to_move")
    evaluate = eval = heuristic = _asked_of_state("evaluate")
    outcomes = chances = _asked_of_state("outcomes")


class NestedList(list):  # type: ignore[type-arg]
    """Nested lists whose numbers are recorded when they are taken out."""

    def __init__(self, node: Node) -> None:
        self.node = node
        super().__init__(
            NestedList(child) if len(child) else child._node.mean for child in node._children
        )

    def _item(self, number: int) -> object:
        child = self.node._children[number]
        if not len(child):
            child._record.visited[child.path] += 1
        return super().__getitem__(number)

    def __iter__(self) -> Iterator[object]:
        return (self._item(number) for number in range(len(self)))

    def __reversed__(self) -> Iterator[object]:
        return (self._item(number) for number in reversed(range(len(self))))

    def __getitem__(self, item: SupportsIndex | slice) -> object:  # type: ignore[override]
        numbers = range(len(self))[item]
        return self._item(numbers) if isinstance(numbers, int) else [*map(self._item, numbers)]

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(self.node)
