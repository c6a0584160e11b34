"""Sentences about the textbook's alpha-beta: what each cut skipped, and why that was safe."""

from __future__ import annotations

from typing import Any

from outplay.explain import words
from outplay.explain.reasons.explanation import Explanation, Line, Reason
from outplay.explain.trace import Step, Trace, trace
from outplay.game import CHANCE, AnyGame
from outplay.parameters import whole_number
from outplay.result import AnyResult, Bound

MOST_CUTS = 10
"""That are shown, those nearest to the root; the others are counted."""


def explain_cuts(
    game: AnyGame, state: object, *, most: int = MOST_CUTS, **options: Any
) -> Explanation:
    """Why alpha-beta's answer stands though it did not look at everything."""
    whole_number("most", most, 1)
    traced = trace(game, state, algorithm="alphabeta", **options)
    result, truncated = traced.result, traced.truncated
    cuts = [step for step in traced.cuts() if step.skipped]
    shown = sorted(sorted(cuts, key=lambda step: step.ply)[:most], key=lambda step: step.number)
    reasons = [] if truncated or result.action is None else [_best(traced, result)]
    reasons += [_cut(traced, step) for step in shown]
    notes = [f"Convention: {traced.convention}."]
    if not cuts and not truncated:
        notes.append("Nothing was skipped.")
    elif len(cuts) > len(shown):
        rest = words.plural(len(cuts) - len(shown), "more cut")
        skipped = words.plural(sum(len(step.skipped) for step in cuts), "move")
        notes.append(f"{rest}, {skipped} skipped in all.")
    if game.player_names != ("MAX", "MIN"):
        notes.append(f"{game.player_names[0]} is MAX, {game.player_names[1]} is MIN.")
    value, bound, proven, by = result.value, result.bound, result.proven, result.stopped_by
    headline = f"{game.name}, alpha-beta: value {words.score_text(value, bound)} for MAX."
    if truncated:
        notes.append(
            f"The search is longer than {words.plural(len(traced.steps), 'step')}: these are the"
            " cuts up to there, and its value is not known. A smaller --depth shows all of it."
        )
        bound, proven, by = Bound.ESTIMATE, False, "steps"
        headline = f"{game.name}, alpha-beta: stopped before its end."
    texts = headline, tuple(reasons), tuple(notes)
    return Explanation(game, state, None, *texts, value, bound, proven, result.depth, by)


def _best(traced: Trace, result: AnyResult) -> Reason:
    game, state = traced.game, traced.state
    name, line = game.format_action(state, result.action), words.line_text(game, state, result.line)
    value, bound, proven = result.value, result.bound, result.proven
    seen = "" if proven else f", as far as depth {result.depth} sees"
    score = f"{words.score_text(value, bound)} for MAX{seen}"
    text = f"{words.PLAYERS[result.to_move]} chooses {name}: {score} ({line})."
    return Reason("best", text, (result.line,), value, bound, proven, result.distance)


def _cut(traced: Trace, step: Step) -> Reason:
    """The other 4 replies were skipped: MIN already holds 2 here, MAX has 3 elsewhere."""
    game = traced.game
    texts = words.action_texts(game, step.state, step.skipped)
    what = "outcome" if step.player == CHANCE else "reply" if step.ply else "move"
    many = {"reply": "replies"}.get(what, f"{what}s")
    other = f"the other {what} was" if len(texts) == 1 else f"the other {len(texts)} {many} were"
    text = f"At {step.name}: {other} skipped ({words.names(texts)}): {step.why_cut()}"
    lines: list[Line] = [(*step.path, step.action)]
    data: dict[str, object] = {"node": step.name, "skipped": texts}
    source = traced.source(step)
    if source is not None:
        there = (*source.path, source.action)
        above, elsewhere = step.ply - source.ply, words.node_name(game, traced.state, there)
        text += f" (with {elsewhere})"
        if above > 1:
            text += f"; a deep cut, since that is {words.plies(above)} above, not one"
        lines.append(there)
        data |= {"elsewhere": elsewhere, "deep": above > 1}
    proven = all(leaf.terminal for leaf in traced.leaves())
    return Reason("cut", f"{text}.", tuple(lines), step.value, step.bound, proven, data=data)
