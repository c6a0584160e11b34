"""The jobs `tree` and `open`: a search as a tree with values, windows and cuts, step by step.

They answer `{"title", "game", "literal", "algorithm", "convention", "depth", "value", "skeleton",
"truncated", "notices", "svg", "nodes", "steps", "code", "counts", "algorithms", "orders",
"python"}`; see `tree_data` for nodes and steps. With `"want": "drawings"` in the request it is
`{"svg", "text"}` alone. What the request holds, `tree_request` says. `open` is `tree` with at least
one fold to open. Nothing is kept between requests that matters: the address holds it all.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from outplay.engine.analyse import analyse
from outplay.engine.engine import Engine
from outplay.errors import OutplayError, RulesError, UsageError
from outplay.explain.skeleton import SHOWN, skeleton
from outplay.explain.trace import Trace, trace
from outplay.explain.tree import SearchTree, tree_of_trace
from outplay.explain.words import plural, signed
from outplay.game import AnyGame
from outplay.result import AnyResult
from outplay.search.algorithms import ALGORITHMS, ORDERS
from outplay.web.jobs import Fields, Tell
from outplay.web.jobs.spots import described, read_action
from outplay.web.jobs.tree_data import nodes_of, statuses, steps_of
from outplay.web.jobs.tree_request import CONVENTIONS, ENGINE, TreeRequest, read_tree_request
from outplay.web.request_schema import one_of

if TYPE_CHECKING:
    from outplay.web.worker import JobContext

MOST_STEPS = 5_000
MOST_DRAWN = 1_500
"""Steps of a trace and nodes of a tree that are sent; of what is larger, the skeleton is."""

LOOK_STEPS, USUAL_DEPTH, USUAL_STEPS = 700, 2, 1_600
"""Where no depth is asked for: a game that ends within so many steps is searched to its end,
others to this depth if it takes no more steps than that, and else one ply deep."""

SEARCH_SECONDS, ENGINE_SECONDS = 5.0, 1.5
"""Of one search. A skeleton looks at some of it again, and folds at more."""

MOST_NODES = 20_000_000
ENGINE_MEMORY = 16

MOST_PICTURES = 200
"""Nodes of a tree in which positions are drawn."""

CROWDED = 60
"""Nodes of a game's tree beyond which what was skipped is counted, and not drawn."""

KEPT = 2
_recent: OrderedDict[Any, _Search] = OrderedDict()
"""The last trees of this process: a drawing is asked for after the tree itself."""


def tree(context: JobContext, args: Fields, tell: Tell) -> dict[str, object]:
    """The tree of a search, its places and its steps; or a drawing of it."""
    want = one_of(args, "want", ("page", "drawings"), "page")
    wanted = read_tree_request(context, args)
    key = wanted.key
    seen = _recent.pop(key, None) or _Search(context, wanted)
    _recent[key] = seen
    while len(_recent) > KEPT:
        _recent.popitem(last=False)
    if want == "drawings":
        pictures = len(seen.tree) <= MOST_PICTURES
        return {"svg": str(seen.tree.svg(pictures=pictures)), "text": seen.tree.text()}
    return _page(seen)


def open_part(context: JobContext, args: Fields, tell: Tell) -> dict[str, object]:
    """The same tree with folds opened."""
    if not args.get("open"):
        raise UsageError("The field open must name at least one folded node.")
    return tree(context, args, tell)


# --- searching ----------------------------------------------------------------------------------


class _Search:
    """A search that was done, as it will be shown."""

    def __init__(self, context: JobContext, wanted: TreeRequest) -> None:
        self.wanted, self.game = wanted, wanted.game
        self.speed = "auto" if self.game.is_literal else context.speed
        self.seconds = max(0.2, (context.seconds - 1.5) / 2)
        """What a search may take, so that there is time to draw it."""
        self.depth = wanted.depth if isinstance(wanted.depth, int) else None
        self.trace: Trace | None = None
        self.notices: list[str] = []
        with _searching(self.game):
            by_engine = wanted.algorithm == ENGINE
            self.tree = self._by_engine(context) if by_engine else self._by_textbook()
            if wanted.open and not self.tree.skeleton:
                raise UsageError("Nothing is folded in this tree.")
            for path in wanted.open:
                self.tree = self.tree.open(self.actions(path))
        if len(self.tree) > MOST_DRAWN:
            raise UsageError(
                f"With these folds open there are {len(self.tree):,} nodes to draw; the limit is"
                f" {MOST_DRAWN:,}. Start from a later position."
            )

    def actions(self, texts: tuple[str, ...]) -> list[object]:
        """The line from the root on that these moves are."""
        state, found = self.tree.root.state, []
        for text in texts:
            found.append(read_action(self.game, state, text))
            state = self.game.result(state, found[-1])
        return found

    def _by_textbook(self) -> SearchTree:
        found = self._traced()
        if not found.truncated:
            for skipped in ("", "one", "none"):
                drawn = tree_of_trace(found, skipped=skipped)
                crowded = not self.game.is_literal and skipped != "none"
                if len(drawn) <= (CROWDED if crowded else MOST_DRAWN):
                    self.trace = found
                    return drawn
        result = self._searched()
        self.notices.append(
            f"This search visits {plural(result.nodes, 'node')}, too many to step through, so only"
            " the proof tree is drawn: the principal variation and why each other move fails."
            " Open a fold to see more. To step through, choose a smaller depth or a later position."
        )
        return skeleton(result)

    def _traced(self) -> Trace:
        """A trace as deep as was asked for, or as deep as makes sense."""
        if self.wanted.depth is not None or self.game.is_literal:
            return self._trace(MOST_STEPS)
        if not self.game.properties.may_cycle:
            found = self._trace(LOOK_STEPS)
            if not found.truncated:
                return found
        self.depth = USUAL_DEPTH
        found = self._trace(USUAL_STEPS)
        if found.truncated:
            self.depth = 1
            found = self._trace(MOST_STEPS)
        plies = plural(self.depth, "ply", "plies")
        self.notices.append(f"Searched {plies} deep; a deeper tree would be too large to show.")
        return found

    def _trace(self, limit: int) -> Trace:
        return trace(
            self.game,
            self.wanted.state,
            algorithm=self.wanted.function,
            limit=limit,
            depth=self.depth,
            time=min(self.seconds, SEARCH_SECONDS),
            **self.wanted.options,
        )

    def _searched(self) -> AnyResult:
        """The search again without its steps, as fast as it goes."""
        seconds = min(self.seconds, SEARCH_SECONDS)
        result = analyse(
            self.game,
            self.wanted.state,
            algorithm=self.wanted.function,
            depth=self.depth,
            time=seconds,
            nodes=MOST_NODES,
            speed=self.speed,
            **self.wanted.options,
        )
        if result.stopped_by not in ("end", "depth"):
            how = "to its end" if self.depth is None else f"{self.depth} plies deep"
            raise UsageError(
                f"{self.game.name} cannot be searched {how} within {seconds:.0f} seconds:"
                " choose a smaller depth, a later position, or the engine."
            )
        return result

    def _by_engine(self, context: JobContext) -> SearchTree:
        engine = Engine(self.game, memory=ENGINE_MEMORY, speed=self.speed)
        state, seconds = self.wanted.state, min(self.seconds, ENGINE_SECONDS)
        context.searching = engine
        result = engine.analyse(
            state, depth=self.depth, time=seconds, nodes=MOST_NODES, lines=SHOWN
        )
        self.depth = result.depth
        if result.moves:
            self.notices.append(
                f"The engine searched {plural(result.nodes, 'node')}, {result.depth} plies deep."
                " Only the proof tree is drawn: the principal variation and why each other move"
                " fails."
            )
        return skeleton(result)


@contextmanager
def _searching(game: AnyGame) -> Iterator[None]:
    """Whatever rules raise becomes a sentence."""
    try:
        yield
    except OutplayError:
        raise
    except RecursionError:
        raise UsageError(
            f"{game.name} is too long to be searched to the end here; choose a depth."
        ) from None
    except Exception as error:
        raise RulesError(f"{game.name}: the rules raised {described(error)} in a search.") from None


# --- answering ----------------------------------------------------------------------------------


def _page(seen: _Search) -> dict[str, object]:
    wanted, drawn = seen.wanted, seen.tree
    steps: list[dict[str, Any]] = []
    lines: tuple[str, ...] = ()
    if seen.trace is not None:
        course = CONVENTIONS[wanted.convention if wanted.algorithm == "alphabeta" else "aima"]
        steps, code = steps_of(seen.trace, drawn, wanted.algorithm, course)
        lines = code.lines
    nodes, svg = nodes_of(drawn, steps, wanted.spans)
    root = drawn.root
    value = None if root.value is None or root.bound is None else signed(root.value, root.bound)
    return {
        "game": wanted.game.name,
        "title": drawn.title(),
        "literal": wanted.literal,
        "root": "min" if wanted.literal is not None and wanted.state.player < 0 else "max",
        "algorithm": wanted.algorithm,
        "convention": drawn.convention,
        "depth": seen.depth,
        "value": value,
        "skeleton": drawn.skeleton,
        "truncated": drawn.truncated,
        "notices": seen.notices,
        "svg": svg,
        "nodes": nodes,
        "steps": steps,
        "code": list(lines),
        "counts": statuses(drawn),
        "algorithms": _fitting(wanted),
        "orders": [o for o in ORDERS if o != "priority" or wanted.game.answers("priority")],
        "python": python_lines(seen),
    }


def _fitting(wanted: TreeRequest) -> list[str]:
    """The algorithms that this game can be searched with."""
    found = [name for name, algorithm in ALGORITHMS.items() if algorithm.fits(wanted.game)]
    return found if wanted.literal is not None else [*found, ENGINE]


def python_lines(seen: _Search) -> str:
    """What reproduces the tree in Python."""
    wanted, trail = seen.wanted, seen.wanted.trail
    lines, state = ["import outplay"], "game.initial()"
    if trail is None:
        literal = wanted.literal or ""
        if "Chance" in literal:
            lines.append("from outplay.games.tree import Chance")
        root = ", root=outplay.MIN" if wanted.state.player < 0 else ""
        lines += ["", f"game = outplay.Game.from_tree({literal}{root})"]
    else:
        lines += ["", trail.loading]
        if trail.spot.position is not None:
            state = f"game.parse_state({trail.spot.position!r})"
        if trail.texts:
            state = f"game.play({list(trail.texts)!r}, {state})"
    lines.append(f"state = {state}")
    options = dict(wanted.options)
    if seen.depth is not None:
        options["depth"] = seen.depth
    told = "".join(f", {name}={value!r}" for name, value in options.items())
    if wanted.algorithm == ENGINE:
        lines.append(f"result = outplay.analyse(game, state, depth={seen.depth})")
    else:
        lines.append(f"result = outplay.{wanted.function}(game, state{told})")
    lines.append(f"tree = result.tree(most={0 if seen.trace is None else MOST_DRAWN})")
    lines += [f"tree = tree.open({seen.actions(path)!r})" for path in wanted.open]
    lines.append("print(tree)")
    if seen.trace is not None:
        lines.append(f"print(outplay.trace(game, state, algorithm={wanted.function!r}{told}))")
    return "\n".join(lines) + "\n"
