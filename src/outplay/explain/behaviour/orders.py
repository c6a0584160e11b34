"""What the order of actions does to alpha-beta, from recorded runs."""

from __future__ import annotations

from collections.abc import Iterable
from statistics import fmean
from typing import Any

from outplay.errors import UsageError
from outplay.explain.behaviour.behaviour import (
    LEAST,
    MOST_NODES,
    Behaviour,
    check_branching,
    position,
    search,
    small_tree,
    start,
    uninterrupted,
)
from outplay.explain.behaviour.charts import Bar, BarChart
from outplay.explain.behaviour.minimal_tree import Node, OrderedTree, least_leaves
from outplay.explain.words import plural, signed
from outplay.game import AnyGame
from outplay.result import Bound, Result
from outplay.search.estimates import minimal_leaves
from outplay.search.ordering import order_report
from outplay.search.textbook import alphabeta


def order_effect(
    game: AnyGame,
    state: Any = None,
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
    game, state = start(game, state)
    check_branching(game, state, branching)
    if depth is not None and (isinstance(depth, bool) or not isinstance(depth, int) or depth < 1):
        raise UsageError(f"depth must be a whole number from 1 up, not {depth!r}.")
    chosen = list(seeds)
    if not chosen:
        raise UsageError("A random order needs a seed at least.")

    def run(**order: Any) -> Result:
        given = {**options, **order}
        return uninterrupted(search(game, state, "alphabeta", depth, nodes, given))

    first = run(order="given")
    results: dict[str, list[Result]] = {"given": [first]}
    results["random"] = [run(order="random", seed=seed) for seed in chosen]
    if game.answers("priority"):
        results["priority"] = [run(order="priority")]
    root = small_tree(game, state, depth, options)
    least = None if branching is None or depth is None else minimal_leaves(branching, depth)
    if root is not None:
        flags = {name: options[name] for name in ("strict", "fail_soft") if name in options}
        for name, best_first in (("best first", True), ("worst first", False)):
            ordered = OrderedTree(root, best_first)
            results[name] = [alphabeta(ordered, nodes=nodes, speed="python", **flags)]
        least = least_leaves(root)
    rows = []
    for name, found in results.items():
        reports = [order_report(result) for result in found]
        leaves = [report.leaves for report in reports]
        whole = all(result.stopped_by in ("end", "depth") for result in found)
        mean = fmean(leaves)
        rows.append(
            {
                "order": name,
                "runs": len(found),
                "bound": "=" if whole else ">=",
                "leaves": mean,
                "leaves_min": min(leaves),
                "leaves_max": max(leaves),
                "nodes": fmean(result.nodes for result in found),
                "nodes_min": min(result.nodes for result in found),
                "nodes_max": max(result.nodes for result in found),
                "first_cut_share": round(fmean(r.first_cut_share for r in reports), 4),
                "times_least": None if least is None else round(mean / least, 4),
            }
        )
    return _order_behaviour(game, state, depth, nodes, rows, least, first, root, branching)


def _order_behaviour(
    game: AnyGame, state: Any, depth: int | None, nodes: int, rows: list[dict[str, Any]],
    least: int | None, first: Result, root: Node | None, branching: int | None,
) -> Behaviour:  # fmt: skip
    how_deep = "to the end" if depth is None else f"depth {depth}"
    cut = first.convention.partition(", actions")[0]
    notes = [
        f"{position(game, state)}; alphabeta, {how_deep}, {cut}; each run visits"
        f" {plural(nodes, 'node')} at most; value {signed(first.value, first.bound)} in any order"
    ]
    runs = next(row["runs"] for row in rows if row["order"] == "random")
    notes.append(f"random: the mean of {plural(runs, 'run')}, with the least and the most (… to …)")
    if root is None:
        notes.append("best first: not run, since the tree is too large to be kept whole")
    if least is not None:
        uniform = branching is not None if root is None else root.branching is not None
        formula = ", Knuth and Moore's b^⌈d/2⌉ + b^⌊d/2⌋ - 1" if uniform else ""
        count = plural(least, "leaf", "leaves")
        notes.append(f"{LEAST}: a proof of the value needs {count}{formula}")
    table = [("order", "leaves", "from … to", "× least", "nodes", "first action cuts")]
    bars = []
    for row in rows:
        sign = Bound(row["bound"]).sign
        several = row["runs"] > 1
        spread = f"{row['leaves_min']:,} … {row['leaves_max']:,}" if several else ""
        rounded = "~" if sign == "=" else sign
        times = "" if row["times_least"] is None else f"{rounded} {row['times_least']:.2f}"
        sign = rounded if several else sign
        told = f"{sign} {row['leaves']:,.0f}"
        share = f"{row['first_cut_share']:.1%}"
        table.append((row["order"], told, spread, times, f"{sign} {row['nodes']:,.0f}", share))
        said = f"{told} leaves" + (f" ({times} ×)" if times else "")
        low, high = (row["leaves_min"], row["leaves_max"]) if several else (None, None)
        bars.append(Bar(row["order"], row["leaves"], low, high, said))
    counts = [row["leaves"] for row in rows] + ([least] if least else [])
    title = f"{game.name}: the effect of move order"
    line = None if least is None else (f"{LEAST}: {least:,}", float(least))
    log = max(counts) > 30 * max(1, min(counts))
    chart = BarChart(title, "leaves visited", tuple(bars), log, line, tuple(notes[:2]))
    return Behaviour(title, tuple(notes), tuple(rows), chart, tuple(table))
