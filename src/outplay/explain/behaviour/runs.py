"""How searches behave, from recorded runs: nodes by depth, and values by move.

    >>> from outplay.explain.behaviour.runs import nodes_by_depth
    >>> print(nodes_by_depth(outplay.load("tic-tac-toe"), depths=range(1, 6)))

Every run is a real search. A result has its rows as plain data, prints as a table, and draws
itself: `svg()`, or `plot()` with matplotlib. The same call gives the same numbers.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from outplay.copies import protected
from outplay.engine.analyse import analyse
from outplay.errors import UsageError
from outplay.explain.behaviour import behaviour as recorded
from outplay.explain.behaviour.behaviour import LEAST, MOST_NODES, Behaviour, Row
from outplay.explain.behaviour.charts import LineChart, Point, Series
from outplay.explain.behaviour.minimal_tree import least_leaves, least_nodes
from outplay.explain.words import plural, signed
from outplay.game import AnyGame
from outplay.parameters import whole_number
from outplay.records import read_moves
from outplay.result import AnyResult, Bound
from outplay.search import estimates
from outplay.search.algorithms import STARS, TEXTBOOK, check_known
from outplay.wording import did_you_mean

__all__ = ["Behaviour", "nodes_by_depth", "value_by_move"]

VARIANTS: dict[str, dict[str, object]] = {
    "memory": {"memory": True},
    "priority": {"order": "priority"},
    "random": {"order": "random"},
    "strict": {"strict": True},
}
"""What may stand behind the name of an algorithm: `alphabeta+priority`."""

Runs = dict[str, tuple[str, dict[str, Any]]]
"""By name: the algorithm and its options."""


# --- nodes by depth -----------------------------------------------------------------------------


def nodes_by_depth(
    game: AnyGame,
    state: object = None,
    depths: Iterable[int] = range(1, 8),
    algorithms: Sequence[str] | None = None,
    *,
    nodes: int = MOST_NODES,
    branching: int | None = None,
    **options: Any,
) -> Behaviour:
    """The states that searches visit at each depth, and the branching that this amounts to.

    `algorithms` are names as `outplay.analyse` has them, and may go on: `alphabeta+priority`,
    `+random`, `+memory`, `+strict`. By default: with and without pruning. A run that reaches
    `nodes` is stopped, its row says `≥`, and that algorithm goes no deeper. `options` go to
    all of them. The least that any search without memory must visit is counted where the tree
    is small; for a larger one that is uniform, give its `branching`.
    """
    game, state = recorded.start(game, state, branching)
    wanted = sorted({whole_number("Each depth", depth, 1) for depth in depths})
    if not wanted:
        raise UsageError("No depths were given.")
    runs = _runs(game, algorithms, options)
    rows: list[Row] = []
    conventions: dict[str, str] = {}
    stopped: dict[str, str] = {}
    growing, uniform_to = True, 0
    for depth in wanted:
        for name, (algorithm, given) in runs.items():
            if name in stopped:
                continue
            result = analyse(game, state, algorithm=algorithm, depth=depth, nodes=nodes, **given)
            conventions[name] = result.convention
            if result.stopped_by not in ("end", "depth"):
                by = {"nodes": "its limit of nodes", "time": "the clock"}.get(result.stopped_by)
                stopped[name] = f"{name} was stopped at depth {depth} by {by or 'Ctrl-C'}"
            elif branching is not None and name in ("minimax", "negamax"):
                size = estimates.uniform_tree_nodes(branching, depth)
                if result.nodes != size:
                    raise UsageError(
                        f"Not every state has {branching} actions: to depth {depth} there would be"
                        f" {size:,} nodes, and there are {result.nodes:,}."
                    )
            leaves = result.counts.get("leaves", 0) + result.counts.get("estimates", 0)
            rows.append(_row(depth, name, result.nodes, leaves, result))
            if result.stopped_by == "interrupt":
                growing, stopped = False, dict.fromkeys(runs, stopped[name])
        least = _least(game, state, depth, branching, options) if growing else None
        growing = least is not None
        if least is not None:
            rows.append(_row(depth, LEAST, least[0], least[1]))
            uniform_to = depth if least[2] else uniform_to
    notes = [
        f"{recorded.position(game, state)}; each run visits at most {plural(nodes, 'node')}",
        *(f"{name}: {said}" for name, said in conventions.items()),
        *dict.fromkeys(stopped.values()),
    ]
    shown = tuple(notes)
    notes.append(
        "nodes: the root included. b*: 1 + b + … + b^d = nodes. N^(1/d): the d-th root of nodes;"
        " both rounded"
    )
    if any(row["algorithm"] == LEAST for row in rows):
        notes.append(_about_least(uniform_to, branching))
    head = ("depth", "algorithm", "nodes", "leaves", "b*", "N^(1/d)", "value")
    title, series = f"{game.name}: nodes by depth", _series(rows, runs)
    chart = LineChart(title, "depth in plies", "nodes visited", series, log=True, notes=shown)
    return Behaviour(title, tuple(notes), tuple(rows), chart, (head, *map(_cells, rows)))


def _runs(game: AnyGame, algorithms: Sequence[str] | None, options: Mapping[str, object]) -> Runs:
    """Name, algorithm and options of each run."""
    if algorithms is None:
        if not game.properties.deterministic:
            stars = STARS if game.answers("bounds") or "bounds" in options else ()
            algorithms = ("expectiminimax", *stars)
        else:
            better = ("alphabeta+priority",) if game.answers("priority") else ()
            algorithms = ("minimax", "alphabeta", *better)
    if isinstance(algorithms, str):
        raise UsageError(f"algorithms must be a list of names, such as [{algorithms!r}].")
    found: Runs = {}
    for name in map(str, algorithms):
        algorithm, *variants = name.split("+")
        check_known(algorithm, TEXTBOOK)
        given = dict(options)
        for variant in variants:
            if variant not in VARIANTS:
                raise UsageError(
                    f"{name!r}: after + comes one of {', '.join(VARIANTS)}, not {variant!r}."
                    f"{did_you_mean(variant, VARIANTS)}"
                )
            given.update(VARIANTS[variant])
        if not algorithm.startswith("star"):
            given.pop("bounds", None)
        found[name] = algorithm, given
    if not found:
        raise UsageError("No algorithms were given.")
    return found


def _least(
    game: AnyGame, state: object, depth: int, branching: int | None, options: Mapping[str, object]
) -> tuple[int, int, bool] | None:
    """The nodes and leaves of the smallest proof, and whether the tree is uniform."""
    if branching is not None:
        nodes = estimates.minimal_tree_nodes(branching, depth)
        return nodes, estimates.minimal_leaves(branching, depth), True
    root = recorded.small_tree(game, state, depth, options)
    if root is None:
        return None
    return least_nodes(root), least_leaves(root), root.branching is not None


def _row(depth: int, name: str, nodes: int, leaves: int, result: AnyResult | None = None) -> Row:
    """Of a search, or without a result of the smallest proof."""
    exact = result is None or result.stopped_by in ("end", "depth")
    branching = estimates.effective_branching(nodes, depth) if exact and nodes > depth else None
    return {
        "depth": depth,
        "algorithm": name,
        "bound": str(Bound.EXACT if exact else Bound.LOWER),
        "nodes": nodes,
        "leaves": leaves,
        "cuts": result.counts.get("cuts", 0) if result else None,
        "effective_branching": None if branching is None else round(branching, 4),
        "root_of_nodes": round(nodes ** (1 / depth), 4) if exact else None,
        "value": float(result.value) if result and exact else None,
        "value_bound": str(result.bound) if result and exact else None,
    }


def _cells(row: Row) -> tuple[str, ...]:
    sign, value = Bound(row["bound"]).sign, row["value"]
    ratios = (row["effective_branching"], row["root_of_nodes"])
    return (
        *(str(row["depth"]), row["algorithm"]),
        *(f"{sign} {row[name]:,}" for name in ("nodes", "leaves")),
        *("" if ratio is None else f"~ {ratio:.2f}" for ratio in ratios),
        "" if value is None else signed(value, Bound(row["value_bound"])),
    )


def _about_least(uniform_to: int, branching: int | None) -> str:
    note = f"{LEAST}: the smallest proof of the value, which no search without memory can beat"
    if branching is not None:
        return f"{note}; by Knuth and Moore's formula, since every state has {branching} actions"
    if uniform_to > 1:
        return (
            f"{note}; down to depth {uniform_to} the tree is uniform, and the leaves are Knuth and"
            " Moore's b^⌈d/2⌉ + b^⌊d/2⌋ - 1"
        )
    return note


def _series(rows: Sequence[Row], runs: Iterable[str]) -> tuple[Series, ...]:
    points: dict[str, list[Point]] = {name: [] for name in [*runs, LEAST]}
    for row in rows:
        depth, name, nodes, bound = (row[key] for key in ("depth", "algorithm", "nodes", "bound"))
        note = f"{name}, depth {depth}: {Bound(bound).sign} {nodes:,} nodes"
        points[name].append(Point(depth, nodes, Bound(bound), note))
    return tuple(Series(name, tuple(own), name == LEAST) for name, own in points.items() if own)


# --- values by move -----------------------------------------------------------------------------


def value_by_move(
    game: AnyGame,
    record: str | Iterable[object],
    state: object = None,
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
    first = game.initial() if state is None else state
    game = protected(game, first, always=True)
    if depth is None and time is None and nodes is None:
        nodes = 20_000
    limits: dict[str, Any] = {"depth": depth, "time": time, "nodes": nodes}
    played = read_moves(game, record, first)
    moves = ["", *(game.format_action(s, action) for s, action in played)]
    states = [first, *(game.result(s, action) for s, action in played)]
    rows: list[Row] = []
    table = [("ply", "move", "value", "ends in")]
    points = []
    for ply, (move, s) in enumerate(zip(moves, states, strict=True)):
        found = analyse(game, s, algorithm=algorithm, **limits, **options)
        result = recorded.uninterrupted(found)
        numbers = {"distance": result.distance, "depth": result.depth, "nodes": result.nodes}
        score = {"value": float(result.value), "bound": str(result.bound)}
        rows.append({"ply": ply, "move": move, **score, **numbers})
        value = signed(float(result.value), result.bound)
        ends = "" if result.distance is None else str(result.distance)
        table.append((str(ply), move or "start", value, ends))
        note = f"after {ply}, {move}: {value}" if ply else f"start: {value}"
        points.append(Point(ply, float(result.value), result.bound, note))
    said = [f"{name} {limit:,}" for name, limit in limits.items() if limit is not None]
    extra = [f", {name} {value}" for name, value in options.items() if name != "speed"]
    notes = (
        f"{recorded.position(game, first)}; each position searched by {algorithm} (limit:"
        f" {', '.join(said)}{''.join(extra)})",
        "= exact, ~ an estimate (hollow), ≥ and ≤ bounds",
    )
    title, up = f"{game.name}: value by move", f"value for {game.player_names[0]}"
    chart = LineChart(title, "moves played", up, (Series("value", tuple(points)),), False, notes)
    chart = replace(chart, balanced=True, labels=tuple(moves))
    return Behaviour(title, notes, tuple(rows), chart, tuple(table))
