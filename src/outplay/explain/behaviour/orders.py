"""What the order of actions does to alpha-beta, from recorded runs."""

from __future__ import annotations

from collections.abc import Iterable
from statistics import fmean
from typing import Any

from outplay.engine.analyse import analyse
from outplay.errors import UsageError
from outplay.explain.behaviour import behaviour as recorded
from outplay.explain.behaviour.behaviour import LEAST, MOST_NODES, Behaviour, Row
from outplay.explain.behaviour.charts import Bar, BarChart
from outplay.explain.behaviour.minimal_tree import OrderedTree, least_leaves
from outplay.explain.words import plural, signed
from outplay.game import AnyGame
from outplay.parameters import whole_number
from outplay.result import AnyResult, Bound
from outplay.search.estimates import minimal_leaves, order_report
from outplay.search.textbook import alphabeta


def order_effect(
    game: AnyGame,
    state: object = None,
    depth: int | None = 6,
    *,
    seeds: Iterable[int] = range(10),
    nodes: int = MOST_NODES,
    branching: int | None = None,
    **options: Any,
) -> Behaviour:
    """What the order of actions does to alpha-beta, beside the least that is possible.

    Orders: as given, random (one run a seed), by the game's `priority`, and, where the tree is
    small enough to be kept whole, best first and worst first. `depth=None` searches to the end.
    """
    game, state = recorded.start(game, state, branching)
    if depth is not None:
        whole_number("depth", depth, 1)
    chosen = list(seeds)
    if not chosen:
        raise UsageError("A random order needs at least one seed.")

    def run(**order: Any) -> AnyResult:
        given = {**options, **order}
        found = analyse(game, state, algorithm="alphabeta", depth=depth, nodes=nodes, **given)
        return recorded.uninterrupted(found)

    results = {"given": [run(order="given")]}
    results["random"] = [run(order="random", seed=seed) for seed in chosen]
    if game.answers("priority"):
        results["priority"] = [run(order="priority")]
    root = recorded.small_tree(game, state, depth, options)
    least = None if branching is None or depth is None else minimal_leaves(branching, depth)
    uniform = branching is not None if root is None else root.branching is not None
    if root is not None:
        flags = {name: options[name] for name in ("strict", "fail_soft") if name in options}
        for name, best_first in (("best first", True), ("worst first", False)):
            ordered = OrderedTree(root, best_first)
            results[name] = [alphabeta(ordered, nodes=nodes, speed="python", **flags)]
        least = least_leaves(root)
    rows = [_row(name, found, least) for name, found in results.items()]
    first = results["given"][0]
    how_deep = "to the end" if depth is None else f"depth {depth}"
    cut = first.convention.partition(", actions")[0]
    notes = [
        f"{recorded.position(game, state)}; alphabeta, {how_deep}, {cut}; each run visits at most"
        f" {plural(nodes, 'node')}; value {signed(first.value, first.bound)} in any order",
        f"random: the mean of {plural(len(chosen), 'run')}, with the least and the most (… to …)",
    ]
    if root is None:
        notes.append("best first: not run, since the tree is too large to be kept in memory")
    if least is not None:
        formula = ", Knuth and Moore's b^⌈d/2⌉ + b^⌊d/2⌋ - 1" if uniform else ""
        count = plural(least, "leaf", "leaves")
        notes.append(f"{LEAST}: a proof of the value needs {count}{formula}")
    head = ("order", "leaves", "from … to", "× least", "nodes", "first action cuts")
    counts = [row["leaves"] for row in rows] + ([least] if least else [])
    title = f"{game.name}: the effect of move order"
    line = None if least is None else (f"{LEAST}: {least:,}", float(least))
    log = max(counts) > 30 * max(1, min(counts))
    bars = tuple(_bar(row) for row in rows)
    chart = BarChart(title, "leaves visited", bars, log, line, tuple(notes[:2]))
    table = (head, *(_cells(row) for row in rows))
    return Behaviour(title, tuple(notes), tuple(rows), chart, table)


def _row(name: str, found: list[AnyResult], least: int | None) -> Row:
    reports = [order_report(result) for result in found]
    leaves, nodes = [report.leaves for report in reports], [result.nodes for result in found]
    done = all(result.stopped_by in ("end", "depth") for result in found)
    mean = fmean(leaves)
    return {
        "order": name,
        "runs": len(found),
        "bound": "=" if done else ">=",
        "leaves": mean,
        "leaves_min": min(leaves),
        "leaves_max": max(leaves),
        "nodes": fmean(nodes),
        "nodes_min": min(nodes),
        "nodes_max": max(nodes),
        "first_cut_share": round(fmean(report.first_cut_share for report in reports), 4),
        "times_least": None if least is None else round(mean / least, 4),
    }


def _signs(row: Row) -> tuple[str, str]:
    """Of a number that is rounded, and of one that is only if it is a mean."""
    sign = Bound(row["bound"]).sign
    rounded = "~" if sign == "=" else sign
    return rounded, rounded if row["runs"] > 1 else sign


def _times(row: Row) -> str:
    return "" if row["times_least"] is None else f"{_signs(row)[0]} {row['times_least']:.2f}"


def _cells(row: Row) -> tuple[str, ...]:
    sign = _signs(row)[1]
    spread = f"{row['leaves_min']:,} … {row['leaves_max']:,}" if row["runs"] > 1 else ""
    leaves, nodes = (f"{sign} {row[name]:,.0f}" for name in ("leaves", "nodes"))
    return row["order"], leaves, spread, _times(row), nodes, f"{row['first_cut_share']:.1%}"


def _bar(row: Row) -> Bar:
    times = f" ({_times(row)} ×)" if _times(row) else ""
    label = f"{_signs(row)[1]} {row['leaves']:,.0f} leaves{times}"
    low, high = (row["leaves_min"], row["leaves_max"]) if row["runs"] > 1 else (None, None)
    return Bar(row["order"], row["leaves"], low, high, label)
