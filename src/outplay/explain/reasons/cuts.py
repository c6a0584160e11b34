"""Sentences about the textbook's alpha-beta: what each cut skipped, and why that was safe."""

from __future__ import annotations

from typing import Any

from outplay.errors import UsageError
from outplay.explain.reasons.explanation import Explanation, Reason
from outplay.explain.reasons.phrases import line_text, named, worth
from outplay.explain.trace import UPDATE, Step, Trace, trace
from outplay.explain.words import action_texts, node_name, plural, why_cut
from outplay.game import CHANCE, MAX, MIN, AnyGame
from outplay.result import Bound

MOST_CUTS = 10
"""That are told, those nearest to the root; the others are counted."""


def explain_cuts(
    game: AnyGame, state: Any, *, most: int = MOST_CUTS, **options: Any
) -> Explanation:
    """Why alpha-beta's answer stands though it did not look at everything."""
    if isinstance(most, bool) or not isinstance(most, int) or most < 1:
        raise UsageError(f"most must be a whole number of cuts from 1 up, not {most!r}.")
    traced = trace(game, state, algorithm="alphabeta", **options)
    result = traced.result
    assert result is not None
    reasons = [] if traced.truncated else _root(traced)
    cuts = [step for step in traced.cuts() if step.skipped]
    shown = sorted(sorted(cuts, key=lambda step: step.ply)[:most], key=lambda step: step.number)
    reasons += [_cut(traced, step) for step in shown]
    notes = [f"Convention: {traced.convention}."]
    skipped = sum(len(step.skipped) for step in cuts)
    if not cuts and not traced.truncated:
        notes.append("Nothing was skipped.")
    elif len(cuts) > len(shown):
        rest = plural(len(cuts) - len(shown), "more cut")
        notes.append(f"{rest}, {plural(skipped, 'move')} skipped in all.")
    if game.player_names != ("MAX", "MIN"):
        notes.append(f"{game.player_names[0]} is MAX, {game.player_names[1]} is MIN.")
    if traced.truncated:
        notes.append(
            f"The search is longer than {plural(len(traced.steps), 'step')}: these are the cuts"
            " until there, and its value is not known. A smaller --depth shows all of it."
        )
    value, bound, proven = result.value, result.bound, result.proven
    if traced.truncated:
        bound, proven = Bound.ESTIMATE, False
        headline = f"{game.name}, alpha-beta: cut off before its end."
    else:
        headline = f"{game.name}, alpha-beta: value {worth(value, bound)} for MAX."
    return Explanation(
        game, state, None, headline, tuple(reasons), tuple(notes), value, bound, proven,
        result.depth, "steps" if traced.truncated else result.stopped_by,
    )  # fmt: skip


def _root(traced: Trace) -> list[Reason]:
    result = traced.result
    assert result is not None
    if result.action is None:
        return []
    game, state = traced.game, traced.state
    name, line = game.format_action(state, result.action), line_text(game, state, result.line)
    seen = "" if result.proven else f", as far as depth {result.depth} sees"
    text = (
        f"{_player(result.to_move)} chooses {name}: {worth(result.value, result.bound)} for"
        f" MAX{seen} ({line})."
    )
    return [
        Reason(
            "best", text, (result.line,), result.value, result.bound, result.proven,
            result.distance,
        )
    ]  # fmt: skip


def _cut(traced: Trace, step: Step) -> Reason:
    """The other 4 replies were skipped: MIN already holds 2 here, MAX has 3 elsewhere."""
    game = traced.game
    assert step.value is not None and step.alpha is not None and step.beta is not None
    texts = action_texts(game, step.state, step.skipped)
    count = len(texts)
    what = "outcome" if step.player == CHANCE else "reply" if step.ply else "move"
    many = {"reply": "replies"}.get(what, f"{what}s")
    other = f"The other {what} was" if count == 1 else f"The other {count} {many} were"
    where = node_name(game, traced.state, step.path)
    text = f"At {where}: {other[0].lower()}{other[1:]} skipped ({named(texts)}): "
    text += why_cut(step.player, step.value, step.alpha, step.beta)
    lines: list[tuple[Any, ...]] = [(*step.path, step.action)]
    data: dict[str, Any] = {"node": where, "skipped": texts}
    source = _source(traced, step)
    if source is not None:
        there = (*source.path, source.action)
        deep = step.ply - source.ply > 1
        text += f" (with {node_name(game, traced.state, there)})"
        if deep:
            text += "; a deep cut, since that is not one ply but"
            text += f" {step.ply - source.ply} plies above"
        lines.append(there)
        data |= {"elsewhere": node_name(game, traced.state, there), "deep": deep}
    return Reason(
        "cut", f"{text}.", tuple(lines), step.value, step.bound, _proven(traced), None, data
    )


def _source(traced: Trace, cut: Step) -> Step | None:
    """Where the other side got the value that the cut leans on: the first such update above."""
    if cut.player == CHANCE:
        return None
    end = cut.alpha if cut.player == MIN else cut.beta
    for step in traced.steps[: cut.number]:
        if (
            step.kind == UPDATE
            and step.player == -cut.player
            and step.ply < cut.ply
            and step.path == cut.path[: step.ply]
            and step.value == end
        ):
            return step
    return None


def _proven(traced: Trace) -> bool:
    """Did no leaf have to be estimated?"""
    return all(step.terminal for step in traced.leaves())


def _player(player: int) -> str:
    return {MAX: "MAX", MIN: "MIN"}.get(player, "chance")
