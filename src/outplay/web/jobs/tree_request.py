"""What the page asks of a tree: which one, which algorithm, which convention, how deep.

{"tree": "[[3, 12, 8], [2, 4, 6]]", "root": "max"}   or   {"spot": {…}}
"algorithm": null|"alphabeta"|…|"star1"|"star2"|"engine"
"convention": "aima"|"cs188"|"hard"|"hard-strict"
"order": "given"|"random"|"priority", "seed": 0, "depth": null|"all"|3
"open": [["a1", "b2"], []]          the nodes whose folds are opened, in order
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from outplay.errors import UsageError
from outplay.explain.conventions import AIMA, CS188, Convention
from outplay.explain.words import probability
from outplay.game import MAX, MIN, AnyGame
from outplay.games.tree import Node, Tree
from outplay.search.algorithms import ALGORITHMS, NAMES, ORDERS, STARS, default_for
from outplay.web.jobs import Fields
from outplay.web.jobs.spots import LONGEST_MOVE, Trail, follow
from outplay.web.request_schema import integer, one_of

if TYPE_CHECKING:
    from outplay.web.worker import JobContext

ENGINE = "engine"
CHOICES = (*NAMES, ENGINE)
CONVENTIONS = {
    "aima": AIMA,
    "cs188": CS188,
    "hard": Convention(fail_soft=False),
    "hard-strict": Convention(strict=True, fail_soft=False),
}

LONGEST_TEXT = 40_000
MOST_LEAVES, MOST_LEVELS = 2_000, 40
MOST_DEPTH = 40
MOST_SEED = 2**31 - 1
MOST_OPEN, LONGEST_LINE = 12, 100
"""What a request may ask for; a text is counted in characters."""

TOO_LARGE = (
    f"The page draws trees of at most {MOST_LEAVES:,} leaves and {MOST_LEVELS} levels; the command"
    " outplay tree takes larger ones."
)

ALL = "all"
"""The depth of a search to the end of the game."""


@dataclass(frozen=True)
class TreeRequest:
    """A search that the page wants to see."""

    game: AnyGame
    state: Any
    literal: str | None
    """The tree as text where it is a literal one; else a trail is given."""
    spans: dict[str, tuple[int, int]]
    """Where in that text a leaf stands, by its name."""
    trail: Trail | None
    algorithm: str
    """One of CHOICES."""
    convention: str
    order: str
    seed: int
    depth: int | str | None
    """None: as deep as can be looked at."""
    open: tuple[tuple[str, ...], ...]

    @property
    def key(self) -> tuple[object, ...]:
        """Equal where the same search of the same game is wanted, while that game is kept."""
        how = (self.algorithm, self.convention, self.order, self.seed, self.depth, self.open)
        if self.trail is None:
            return self.literal, self.state.player, how
        return id(self.game), repr(self.trail.spot), how

    @property
    def function(self) -> str:
        """The textbook's function that does it."""
        return ALGORITHMS[self.algorithm].function or self.algorithm

    @property
    def options(self) -> dict[str, Any]:
        """What that function is called with, besides its limits."""
        found: dict[str, Any] = {}
        if self.order != "given":
            found["order"] = self.order
        if self.order == "random":
            found["seed"] = self.seed
        if self.algorithm == "alphabeta":
            course = CONVENTIONS[self.convention]
            found |= {"strict": course.strict, "fail_soft": course.fail_soft}
        if self.algorithm in STARS:
            found["pruning"] = self.algorithm
        return found


def read_tree_request(context: JobContext, given: Fields) -> TreeRequest:
    """What a request asks for; raises OutplayError, which says what is wrong."""
    game: AnyGame
    trail = None
    if given.get("tree") is not None:
        game = literal_game(given["tree"], given.get("root"))
        state = game.initial()
    else:
        trail = follow(context, given)
        game, state = trail.game, trail.state
        if game.is_literal:  # one of a node below the root is a tree of its own
            game, trail = _checked(Tree(written(state.node)[0], state.player)), None
            state = game.initial()
    literal, spans = written(state.node) if game.is_literal else (None, {})
    algorithm = one_of(given, "algorithm", CHOICES, default_for(game))
    if algorithm == ENGINE and literal is not None:
        raise UsageError("The engine does not search literal trees; choose another algorithm.")
    return TreeRequest(
        game,
        state,
        literal,
        spans,
        trail,
        algorithm,
        one_of(given, "convention", tuple(CONVENTIONS), "aima"),
        one_of(given, "order", ORDERS, "given"),
        integer(given, "seed", 0, 0, MOST_SEED),
        _depth(given),
        _openings(given),
    )


def literal_game(text: object, root: object = None) -> Tree:
    """The literal tree of a request; raises UsageError if it is none, or too large."""
    if not isinstance(text, str):
        raise UsageError("The field tree must be a text such as [[3, 12, 8], [2, 4, 6]].")
    if len(text) > LONGEST_TEXT:
        raise UsageError(f"A tree has at most {LONGEST_TEXT:,} characters here.")
    side = one_of({"root": root}, "root", ("max", "min"), "max")
    # Counted first: what is nested too deeply should not even be read.
    if text.count("[") + text.count("(") > 4 * MOST_LEAVES:
        raise UsageError(TOO_LARGE)
    return _checked(Tree(text, MAX if side == "max" else MIN))


def _checked(game: Tree) -> Tree:
    leaves, waiting = 0, [(game.root.node, 0)]
    while waiting:
        node, level = waiting.pop()
        leaves += not node.children
        if leaves > MOST_LEAVES or level > MOST_LEVELS:
            raise UsageError(TOO_LARGE)
        waiting.extend((child, level + 1) for child in node.children)
    return game


def written(root: Node) -> tuple[str, dict[str, tuple[int, int]]]:
    """A literal tree as text, and where in it each leaf stands, by the leaf's name."""
    text, spans = "", {}
    for part, leaf in _parts(root, ""):
        if leaf:
            spans[leaf] = len(text), len(text) + len(part)
        text += part
    return text, spans


def _parts(node: Node, name: str) -> Iterator[tuple[str, str]]:
    """The text of a tree piece by piece; with a leaf comes its name."""
    if not node.children:
        yield repr(node.mean), name or "root"
        return
    yield "Chance(" if node.chances else "[", ""
    for number, child in enumerate(node.children):
        yield ", " if number else "", ""
        if node.chances:
            yield f"({_chance(node.chances[number])}, ", ""
        yield from _parts(child, f"{name}.{number + 1}" if name else str(number + 1))
        if node.chances:
            yield ")", ""
    yield ")" if node.chances else "]", ""


def _chance(value: float) -> str:
    """A probability as people write it, if that is the same number."""
    text = probability(value)
    over, _, under = text.partition("/")
    same = float(over) / float(under or 1) == value
    return text if same else repr(value)


def _depth(given: Fields) -> int | str | None:
    value = given.get("depth")
    if value is None or value == ALL:
        return value
    return integer(given, "depth", 2, 1, MOST_DEPTH)


def _openings(given: Fields) -> tuple[tuple[str, ...], ...]:
    value = given.get("open")
    value = [] if value is None else value
    if not isinstance(value, list) or not all(
        isinstance(path, list)
        and len(path) <= LONGEST_LINE
        and all(isinstance(move, str) and len(move) <= LONGEST_MOVE for move in path)
        for path in value
    ):
        raise UsageError("The field open must be a list of nodes, each the list of moves to it.")
    if len(value) > MOST_OPEN:
        raise UsageError(
            f"At most {MOST_OPEN} folds can be open in one tree; start from a later position."
        )
    return tuple(tuple(path) for path in value)
