"""How searches behave, from recorded runs: nodes by depth, the effect of order, values by move.

    >>> from outplay.explain.behaviour.runs import nodes_by_depth
    >>> print(nodes_by_depth(outplay.load("tic-tac-toe"), depths=range(1, 6)))

Every run is a real search. A result has its rows as plain data, prints as a table, and draws
itself: `svg()`, or `plot()` with matplotlib. The same call gives the same numbers.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from outplay._spelling import meant
from outplay.copies import handed
from outplay.errors import UsageError
from outplay.explain.behaviour.behaviour import (
    LEAST,
    MOST_NODES,
    Behaviour,
    check_branching,
    leaves_of,
    position,
    search,
    small_tree,
    start,
    uninterrupted,
)
from outplay.explain.behaviour.charts import LineChart, Point, Series
from outplay.explain.behaviour.minimal_tree import least_leaves, least_nodes
from outplay.explain.behaviour.orders import order_effect
from outplay.explain.words import plural, signed
from outplay.game import AnyGame
from outplay.records import read_moves
from outplay.result import Bound, Result
from outplay.search.estimates import (
    effective_branching,
    minimal_leaves,
    minimal_tree_nodes,
    uniform_tree_nodes,
)

__all__ = ["Behaviour", "nodes_by_depth", "order_effect", "value_by_move"]

WAYS: dict[str, dict[str, Any]] = {
    "memory": {"memory": True},
    "priority": {"order": "priority"},
    "random": {"order": "random"},
    "strict": {"strict": True},
}
"""What may stand behind the name of an algorithm: `alphabeta+priority`."""


# --- nodes by depth -----------------------------------------------------------------------------


def nodes_by_depth(
    game: AnyGame,
    state: Any = None,
    depths: Iterable[int] = range(1, 8),
    algorithms: Sequence[str] | None = None,
    *,
    nodes: int = MOST_NODES,
    branching: int | None = None,
    **options: Any,
) -> Behaviour:
    """The states that searches visit at each depth, and how bushy that makes them.

    `algorithms` are names as `outplay.analyse` has them, and may go on: `alphabeta+priority`,
    `+random`, `+memory`, `+strict`. By default: with and without pruning. A run that reaches
    `nodes` is stopped, its row says `≥`, and that algorithm goes no deeper. `options` go to
    all of them. The least that any search without memory must visit is counted where the tree
    is small; of a larger one that is uniform, give its `branching`.
    """
    game, state = start(game, state)
    check_branching(game, state, branching)
    wanted = _depths(depths)
    runs = _runs(game, algorithms, options)
    rows: list[dict[str, Any]] = []
    conventions: dict[str, str] = {}
    stopped: dict[str, str] = {}
    growing, uniform_to = True, 0
    for depth in wanted:
        for name, (algorithm, given) in runs.items():
            if name in stopped:
                continue
            result = search(game, state, algorithm, depth, nodes, given)
            conventions[name] = result.convention
            bound = Bound.EXACT
            if result.stopped_by not in ("end", "depth"):
                by = {"nodes": "its limit of nodes", "time": "the clock"}.get(result.stopped_by)
                stopped[name] = f"{name} was stopped at depth {depth} by {by or 'Ctrl-C'}"
                bound = Bound.LOWER
            elif branching is not None and name in ("minimax", "negamax"):
                _check_uniform(branching, depth, result)
            rows.append(_row(depth, name, result.nodes, leaves_of(result), bound, result))
            if result.stopped_by == "interrupt":
                growing, stopped = False, dict.fromkeys(runs, stopped[name])
        least = _least(game, state, depth, branching, options) if growing else None
        growing = least is not None
        if least is not None:
            rows.append(_row(depth, LEAST, least[0], least[1], Bound.EXACT, None))
            uniform_to = depth if least[2] else uniform_to
    notes = [
        f"{position(game, state)}; each run visits {plural(nodes, 'node')} at most",
        *(f"{name}: {said}" for name, said in conventions.items()),
        *(stops := dict.fromkeys(stopped.values())),
        "nodes: the root included. b*: 1 + b + … + b^d = nodes. N^(1/d): the d-th root of nodes;"
        " both rounded",
    ]
    if any(row["algorithm"] == LEAST for row in rows):
        notes.append(_about_least(uniform_to, branching))
    head = ("depth", "algorithm", "nodes", "leaves", "b*", "N^(1/d)", "value")
    title = f"{game.name}: nodes by depth"
    series = _series(rows, runs)
    shown = tuple(notes[: 1 + len(conventions) + len(stops)])
    chart = LineChart(title, "depth in plies", "nodes visited", series, log=True, notes=shown)
    table = (head, *(_told(row) for row in rows))
    return Behaviour(title, tuple(notes), tuple(rows), chart, table)


def _runs(
    game: AnyGame, algorithms: Sequence[str] | None, options: Mapping[str, Any]
) -> dict[str, tuple[str, dict[str, Any]]]:
    """Name, algorithm and options of each run."""
    from outplay.engine.analyse import ALGORITHMS

    if algorithms is None:
        if not game.properties.deterministic:
            stars = ("star1", "star2") if game.answers("bounds") or "bounds" in options else ()
            algorithms = ("expectiminimax", *stars)
        else:
            better = ("alphabeta+priority",) if game.answers("priority") else ()
            algorithms = ("minimax", "alphabeta", *better)
    if isinstance(algorithms, str):
        raise UsageError(f"algorithms must be a list of names, such as [{algorithms!r}].")
    found: dict[str, tuple[str, dict[str, Any]]] = {}
    for name in algorithms:
        algorithm, *ways = str(name).split("+")
        if algorithm not in ALGORITHMS:
            raise UsageError(
                f"There is no algorithm {algorithm!r}; there are {', '.join(ALGORITHMS)}."
                f"{meant(algorithm, ALGORITHMS)}"
            )
        given = dict(options)
        for way in ways:
            if way not in WAYS:
                raise UsageError(
                    f"{name!r}: after + comes one of {', '.join(WAYS)}, not {way!r}."
                    f"{meant(way, WAYS)}"
                )
            given.update(WAYS[way])
        if "bounds" in given and not algorithm.startswith("star"):
            del given["bounds"]
        found[str(name)] = algorithm, given
    if not found:
        raise UsageError("There is no algorithm to run.")
    return found


def _check_uniform(branching: int, depth: int, result: Result) -> None:
    size = uniform_tree_nodes(branching, depth)
    if result.nodes != size:
        raise UsageError(
            f"Not every state has {branching} actions: to depth {depth} there would be"
            f" {size:,} nodes, and there are {result.nodes:,}."
        )


def _least(
    game: AnyGame, state: Any, depth: int, branching: int | None, options: Mapping[str, Any]
) -> tuple[int, int, bool] | None:
    """The nodes and leaves of the smallest proof, and whether the tree is uniform."""
    if branching is not None:
        return minimal_tree_nodes(branching, depth), minimal_leaves(branching, depth), True
    root = small_tree(game, state, depth, options)
    if root is None:
        return None
    return least_nodes(root), least_leaves(root), root.branching is not None


def _row(
    depth: int, name: str, nodes: int, leaves: int, bound: Bound, result: Result | None
) -> dict[str, Any]:
    exact = bound is Bound.EXACT
    return {
        "depth": depth,
        "algorithm": name,
        "bound": str(bound),
        "nodes": nodes,
        "leaves": leaves,
        "cuts": result.counts.get("cuts", 0) if result else None,
        "effective_branching": (
            round(effective_branching(nodes, depth), 4) if exact and nodes > depth else None
        ),
        "root_of_nodes": round(nodes ** (1 / depth), 4) if exact else None,
        "value": float(result.value) if result and exact else None,
        "value_bound": str(result.bound) if result and exact else None,
    }


def _told(row: Mapping[str, Any]) -> tuple[str, ...]:
    sign = Bound(row["bound"]).sign
    value = row["value"]
    return (
        str(row["depth"]),
        row["algorithm"],
        f"{sign} {row['nodes']:,}",
        f"{sign} {row['leaves']:,}",
        *(
            "" if row[name] is None else f"~ {row[name]:.2f}"
            for name in ("effective_branching", "root_of_nodes")
        ),
        "" if value is None else signed(value, Bound(row["value_bound"])),
    )


def _about_least(uniform_to: int, branching: int | None) -> str:
    told = f"{LEAST}: the smallest proof of the value, which no search without memory can beat"
    if branching is not None:
        return f"{told}; by Knuth and Moore's formula, since every state has {branching} actions"
    if uniform_to > 1:
        return (
            f"{told}; down to depth {uniform_to} the tree is uniform, and the leaves are Knuth and"
            " Moore's b^⌈d/2⌉ + b^⌊d/2⌋ - 1"
        )
    return told


def _series(rows: Sequence[Mapping[str, Any]], runs: Iterable[str]) -> tuple[Series, ...]:
    found = []
    for name in [*runs, LEAST]:
        own = [row for row in rows if row["algorithm"] == name]
        points = tuple(
            Point(
                row["depth"],
                row["nodes"],
                Bound(row["bound"]),
                f"{name}, depth {row['depth']}: {Bound(row['bound']).sign} {row['nodes']:,} nodes",
            )
            for row in own
        )
        if points:
            found.append(Series(name, points, quiet=name == LEAST))
    return tuple(found)


# --- values by move -----------------------------------------------------------------------------


def value_by_move(
    game: AnyGame,
    record: str | Iterable[Any],
    state: Any = None,
    *,
    algorithm: str = "engine",
    depth: int | None = None,
    time: float | None = None,
    nodes: int | None = None,
    **options: Any,
) -> Behaviour:
    """The value of each position of a played game, as `outplay.analyse` finds it.

    `record` is the moves, actions or text ("4 4 3"), chance's too, from `state` or the start.
    Without a limit each position gets 20,000 nodes, which gives the same numbers every time.
    """
    from outplay.engine.analyse import analyse

    s = game.initial() if state is None else state
    game = handed(game, s, always=True)
    if depth is None and time is None and nodes is None:
        nodes = 20_000
    limits: dict[str, Any] = {"depth": depth, "time": time, "nodes": nodes}
    played = read_moves(game, record, s)
    rows: list[dict[str, Any]] = []
    first = s
    for ply in range(len(played) + 1):
        move = ""
        if ply:
            before, action = played[ply - 1]
            move, s = game.format_action(before, action), game.result(before, action)
        result = uninterrupted(analyse(game, s, algorithm=algorithm, **limits, **options))
        rows.append(
            {
                "ply": ply,
                "move": move,
                "value": float(result.value),
                "bound": str(result.bound),
                "distance": result.distance,
                "depth": result.depth,
                "nodes": result.nodes,
            }
        )
    said = ", ".join(f"{name} {limit:,}" for name, limit in limits.items() if limit is not None)
    told = "".join(f", {name} {value}" for name, value in options.items() if name != "speed")
    notes = (
        f"{position(game, first)}; each position searched by {algorithm}, {said} at most{told}",
        "= exact, ~ an estimate (hollow), ≥ and ≤ bounds",
    )
    table = [("ply", "move", "value", "ends in")]
    points = []
    for row in rows:
        value = signed(row["value"], Bound(row["bound"]))
        ends = "" if row["distance"] is None else f"{row['distance']}"
        table.append((str(row["ply"]), row["move"] or "start", value, ends))
        note = f"after {row['ply']}, {row['move']}: {value}" if row["ply"] else f"start: {value}"
        points.append(Point(row["ply"], row["value"], Bound(row["bound"]), note))
    title = f"{game.name}: value by move"
    up = f"value for {game.player_names[0]}"
    series = (Series("value", tuple(points)),)
    labels = tuple(row["move"] for row in rows)
    across = "moves played"
    chart = LineChart(title, across, up, series, notes=notes, balanced=True, labels=labels)
    return Behaviour(title, notes, tuple(rows), chart, tuple(table))


# --- words --------------------------------------------------------------------------------------


def _depths(depths: Iterable[int]) -> list[int]:
    wanted = sorted(set(depths))
    wrong = [d for d in wanted if isinstance(d, bool) or not isinstance(d, int) or d < 1]
    if wrong or not wanted:
        shown = repr(wrong[0]) if wrong else "none"
        raise UsageError(f"depths must be whole numbers from 1 up, not {shown}.")
    return wanted
