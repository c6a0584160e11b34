"""The jobs `tree` and `open`: a search as a tree with values, windows and cuts, step by step.

They answer `{"title", "game", "literal", "algorithm", "convention", "depth", "value", "skeleton",
"truncated", "notices", "box", "nodes", "steps", "code", "counts", "algorithms", "orders",
"python"}`; see `tree_data` for nodes and steps. With `"want": "drawings"` in the request it is
`{"svg", "text"}` alone. What the request holds, `tree_request` says. `open` is `tree` with at least
one fold to open. Nothing is kept between requests that matters: the address holds it all.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from outplay.errors import OutplayError, RulesError, UsageError
from outplay.explain.skeleton import SHOWN, skeleton
from outplay.explain.trace import Trace, trace
from outplay.explain.tree import SearchTree, tree_of_trace
from outplay.explain.words import plural, signed
from outplay.game import AnyGame
from outplay.result import AnyResult
from outplay.search.algorithms import ALGORITHMS, ORDERS
from outplay.web.jobs import Tell
from outplay.web.jobs.spots import described, read_action
from outplay.web.jobs.tree_data import nodes_of, statuses, steps_of
from outplay.web.jobs.tree_request import ALL, CONVENTIONS, ENGINE, TreeRequest, read_tree_request
from outplay.web.request_schema import one_of

if TYPE_CHECKING:
    from outplay.web.job_context import JobContext

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
_recent: OrderedDict[Any, _Seen] = OrderedDict()
"""The last trees of this process: a drawing is asked for after the tree itself."""


@dataclass
class _Seen:
    """A search that was done, as it will be shown."""

    wanted: TreeRequest
    tree: SearchTree
    trace: Trace | None
    depth: int | None
    notices: list[str] = field(default_factory=list)


def tree(context: JobContext, args: dict[str, Any], tell: Tell) -> dict[str, Any]:
    """The tree of a search, its places and its steps; or a drawing of it."""
    want = one_of(args, "want", ("page", "drawings"), "page")
    wanted = read_tree_request(context, args)
    key = wanted.key
    seen = _recent.pop(key, None) or _look(context, wanted)
    _recent[key] = seen
    while len(_recent) > KEPT:
        _recent.popitem(last=False)
    if want == "drawings":
        pictures = len(seen.tree) <= MOST_PICTURES
        return {"svg": str(seen.tree.svg(pictures=pictures)), "text": seen.tree.text()}
    return _page(seen)


def open_part(context: JobContext, args: dict[str, Any], tell: Tell) -> dict[str, Any]:
    """The same tree with folds opened."""
    if not args.get("open"):
        raise UsageError("The field open must name at least one folded node.")
    return tree(context, args, tell)


# --- searching ----------------------------------------------------------------------------------


def _look(context: JobContext, wanted: TreeRequest) -> _Seen:
    with _searching(wanted.game):
        if wanted.algorithm == ENGINE:
            seen = _by_engine(context, wanted)
        else:
            seen = _by_textbook(context, wanted)
        if wanted.open and not seen.tree.skeleton:
            raise UsageError("Nothing is folded in this tree.")
        for path in wanted.open:
            seen.tree = _opened(seen.tree, path)
    if len(seen.tree) > MOST_DRAWN:
        raise UsageError(
            f"With these folds open there are {len(seen.tree):,} nodes to draw; the limit is"
            f" {MOST_DRAWN:,}. Start from a later position."
        )
    return seen


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


def _by_textbook(context: JobContext, wanted: TreeRequest) -> _Seen:
    depth, found, notices = _traced(context, wanted)
    if not found.truncated:
        for skipped in ("", "one", "none"):
            drawn = tree_of_trace(found, skipped=skipped)
            most = CROWDED if wanted.literal is None and skipped != "none" else MOST_DRAWN
            if len(drawn) <= most:
                return _Seen(wanted, drawn, found, depth, notices)
    result = _searched(context, wanted, depth)
    notices.append(
        f"This search visits {plural(result.nodes, 'node')}, too many to step through, so only the"
        " proof tree is drawn: the principal variation and why each other move fails."
        " Open a fold to see more. To step through, choose a smaller depth or a later position."
    )
    return _Seen(wanted, skeleton(result), None, depth, notices)


def _traced(context: JobContext, wanted: TreeRequest) -> tuple[int | None, Trace, list[str]]:
    """A trace as deep as was asked for, or as deep as makes sense; and what is to be said."""
    if isinstance(wanted.depth, int) or wanted.depth == ALL or wanted.game.is_literal:
        depth = wanted.depth if isinstance(wanted.depth, int) else None
        return depth, _trace(context, wanted, depth, MOST_STEPS), []
    if not wanted.game.properties.may_cycle:
        found = _trace(context, wanted, None, LOOK_STEPS)
        if not found.truncated:
            return None, found, []
    plies = USUAL_DEPTH
    found = _trace(context, wanted, plies, USUAL_STEPS)
    if found.truncated:
        plies = 1
        found = _trace(context, wanted, plies, MOST_STEPS)
    said = (
        f"Searched {plural(plies, 'ply', 'plies')} deep; a deeper tree would be too large to show."
    )
    return plies, found, [said]


def _trace(context: JobContext, wanted: TreeRequest, depth: int | None, limit: int) -> Trace:
    return trace(
        wanted.game,
        wanted.state,
        algorithm=wanted.function,
        limit=limit,
        depth=depth,
        time=_seconds(context, SEARCH_SECONDS),
        **wanted.options,
    )


def _searched(context: JobContext, wanted: TreeRequest, depth: int | None) -> AnyResult:
    """The search again without its steps, as fast as it goes."""
    from outplay.search import textbook

    search: Callable[..., AnyResult] = getattr(textbook, wanted.function)
    seconds = _seconds(context, SEARCH_SECONDS)
    result = search(
        wanted.game,
        wanted.state,
        depth=depth,
        time=seconds,
        nodes=MOST_NODES,
        speed=_speed(context, wanted.game),
        **wanted.options,
    )
    if result.stopped_by not in ("end", "depth"):
        how = "to its end" if depth is None else f"{depth} plies deep"
        raise UsageError(
            f"{wanted.game.name} cannot be searched {how} within {seconds:.0f} seconds:"
            " choose a smaller depth, a later position, or the engine."
        )
    return result


def _by_engine(context: JobContext, wanted: TreeRequest) -> _Seen:
    from outplay.engine.engine import Engine

    engine = Engine(wanted.game, memory=ENGINE_MEMORY, speed=_speed(context, wanted.game))
    depth = wanted.depth if isinstance(wanted.depth, int) else None
    with context.watch(engine.stop):
        result = engine.analyse(
            wanted.state,
            depth=depth,
            time=_seconds(context, ENGINE_SECONDS),
            nodes=MOST_NODES,
            lines=SHOWN,
        )
    if wanted.game.is_terminal(wanted.state) or not result.moves:
        return _Seen(wanted, skeleton(result), None, result.depth)
    said = (
        f"The engine searched {plural(result.nodes, 'node')}, {result.depth} plies deep. Only the"
        " proof tree is drawn: the principal variation and why each other move fails."
    )
    return _Seen(wanted, skeleton(result), None, result.depth, [said])


def _opened(tree: SearchTree, texts: tuple[str, ...]) -> SearchTree:
    state, path = tree.root.state, []
    for text in texts:
        action = read_action(tree.game, state, text)
        path.append(action)
        state = tree.game.result(state, action)
    return tree.open(path)


def _seconds(context: JobContext, most: float) -> float:
    """What a search may take, so that there is time to draw it."""
    return max(0.2, min(most, (context.seconds - 1.5) / 2))


def _speed(context: JobContext, game: AnyGame) -> str:
    return "auto" if game.is_literal else context.speed


# --- answering ----------------------------------------------------------------------------------


def _page(seen: _Seen) -> dict[str, Any]:
    wanted, drawn = seen.wanted, seen.tree
    steps: list[dict[str, Any]] = []
    lines: tuple[str, ...] = ()
    if seen.trace is not None:
        course = CONVENTIONS[wanted.convention if wanted.algorithm == "alphabeta" else "aima"]
        steps, code = steps_of(seen.trace, drawn, wanted.algorithm, course)
        lines = code.lines
    nodes, box = nodes_of(drawn, steps, wanted.spans)
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
        "box": box,
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


def python_lines(seen: _Seen) -> str:
    """What reproduces the tree in Python."""
    wanted = seen.wanted
    lines = ["import outplay"]
    if wanted.literal is not None:
        if "Chance" in wanted.literal:
            lines.append("from outplay.games.tree import Chance")
        root = ", root=outplay.MIN" if wanted.state.player < 0 else ""
        lines += ["", f"game = outplay.Game.from_tree({wanted.literal}{root})"]
        state = "game.initial()"
    else:
        spot = wanted.spot
        assert spot is not None
        more = "".join(f", {name}={value!r}" for name, value in spot.parameters.items())
        lines += ["", f"game = outplay.load({spot.game!r}{more})"]
        start = (
            "game.initial()" if spot.position is None else f"game.parse_state({spot.position!r})"
        )
        state = f"game.play({list(spot.moves)!r}, {start})" if spot.moves else start
    lines.append(f"state = {state}")
    options = dict(wanted.options)
    if seen.depth is not None:
        options["depth"] = seen.depth
    if wanted.algorithm == ENGINE:
        lines.append(f"result = outplay.analyse(game, state, depth={seen.depth})")
    else:
        told = "".join(f", {name}={value!r}" for name, value in options.items())
        lines.append(f"result = outplay.{wanted.function}(game, state{told})")
    lines.append(f"tree = result.tree(most={0 if seen.trace is None else MOST_DRAWN})")
    for path in wanted.open:
        lines.append(f"tree = tree.open({_actions(seen, path)!r})")
    lines.append("print(tree)")
    if seen.trace is not None:
        told = "".join(f", {name}={value!r}" for name, value in options.items())
        lines.append(f"print(outplay.trace(game, state, algorithm={wanted.function!r}{told}))")
    return "\n".join(lines) + "\n"


def _actions(seen: _Seen, texts: tuple[str, ...]) -> list[Any]:
    game, state, found = seen.tree.game, seen.tree.root.state, []
    for text in texts:
        found.append(read_action(game, state, text))
        state = game.result(state, found[-1])
    return found
