"""A trace as text, step by step, as JSON and as CSV."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING, Any

from outplay.explain import words
from outplay.explain.tracer import CUT, ENTER, LEAF, UPDATE, Step

if TYPE_CHECKING:
    from outplay.explain.trace import Trace

COLUMNS = (
    *("step", "kind", "node", "ply", "player", "alpha", "beta"),
    *("value", "bound", "best", "action", "skipped", "convention"),
)

TRUNCATED = "truncated"
"""What the last row of a CSV says in place of a kind where the trace was cut off."""


def format_trace(trace: Trace) -> str:
    """One line a step, indented by ply, with what happened and why."""
    lines = [f"{trace.game.name}, {trace.algorithm}: {trace.convention}"]
    wide = len(str(len(trace.steps)))
    for step in trace.steps:
        lines.append(f"{step.number:>{wide}}  {'  ' * step.ply}{format_step(trace, step)}")
    if trace.truncated:
        lines.append(
            f"… cut off here, after {words.plural(len(trace.steps), 'step')}: the search is longer."
        )
    return "\n".join(lines)


def format_step(trace: Trace, step: Step) -> str:
    """What happened in one step."""
    game = trace.game
    shape = words.LEAF_SHAPE if game.is_terminal(step.state) else words.SHAPES[step.player]
    node = f"{shape} {trace.name(step)}"
    there = (
        "" if step.alpha is None or step.beta is None else f" {words.window(step.alpha, step.beta)}"
    )
    if step.kind == ENTER:
        return f"{node}: enter{there}"
    assert step.value is not None and step.bound is not None
    value = words.signed(step.value, step.bound)
    if step.kind == LEAF:
        what = "the game ends" if step.terminal else "estimated"
        return f"{node}: leaf {value} ({what})"
    if step.kind == UPDATE:
        assert step.best is not None
        (action,) = words.action_texts(game, step.state, (step.action,))
        return f"{node}: {action} {value}, so v = {words.number(step.best)}"
    if step.kind == CUT:
        assert step.alpha is not None and step.beta is not None
        skipped = ", ".join(words.action_texts(game, step.state, step.skipped)) or "nothing is left"
        reason = words.why_cut(step.player, step.value, step.alpha, step.beta)
        return f"{node}: cut{there}: {reason}; skipped: {skipped}"
    return f"{node}: return {value}{' (remembered)' if step.recalled else ''}"


def as_dict(trace: Trace) -> dict[str, Any]:
    """Plain data: the steps in the game's notation, infinities as text."""
    return {
        "game": trace.game.name,
        "position": trace.game.format_state(trace.state),
        "algorithm": trace.algorithm,
        "convention": trace.convention,
        "value": None if trace.result is None else words.plain(trace.result.value),
        "bound": None if trace.result is None else str(trace.result.bound),
        "truncated": trace.truncated,
        "steps": [step_data(trace, step) for step in trace.steps],
    }


def step_data(trace: Trace, step: Step) -> dict[str, Any]:
    """One step as words.plain data."""
    game = trace.game
    action = None
    if step.kind in (UPDATE, CUT):
        (action,) = words.action_texts(game, step.state, (step.action,))
    return {
        "step": step.number,
        "kind": step.kind,
        "node": trace.name(step),
        "ply": step.ply,
        "player": None if game.is_terminal(step.state) else words.PLAYERS[step.player],
        "alpha": words.plain(step.alpha),
        "beta": words.plain(step.beta),
        "value": words.plain(step.value),
        "bound": None if step.bound is None else str(step.bound),
        "best": words.plain(step.best),
        "action": action,
        "skipped": words.action_texts(game, step.state, step.skipped),
    }


def to_csv(trace: Trace) -> str:
    """A row a step. The first says the convention, and the last if the trace was cut off."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    rows = []
    for step in trace.steps:
        data = step_data(trace, step)
        data["skipped"] = " ".join(data["skipped"])
        rows.append(data)
    if trace.truncated:
        rows.append({"step": len(trace.steps) + 1, "kind": TRUNCATED})
    rows[0]["convention"] = f"{trace.algorithm}: {trace.convention}"
    for data in rows:
        cells = (data.get(name) for name in COLUMNS)
        writer.writerow("" if cell is None else cell for cell in cells)
    return out.getvalue()
