"""Sentences about what moves are worth: exact values, estimates, and the luck of chance."""

from __future__ import annotations

import math
from typing import Any

from outplay.explain.reasons.analysis import Analysis
from outplay.explain.reasons.explanation import ExplainedPosition, Reason
from outplay.explain.reasons.features import difference, has_features, told_difference
from outplay.explain.reasons.phrases import amount, ended, line_text, named, short, worth
from outplay.game import CHANCE, MAX
from outplay.result import NOISE, Bound, Move

COMPARABLE = (Bound.EXACT, Bound.ESTIMATE)


def of_position(case: ExplainedPosition) -> list[Reason]:
    """Which move is best, by how much, and how the game is expected to go on."""
    known = case.known
    best, name = known.moves[0], known.text(known.moves[0].action)
    sure = _is_best_for_sure(known)
    value = f"{worth(best.value, best.bound)} for {case.side}{_seen(known, best)}"
    others = [move for move in known.moves[1:] if move.bound in COMPARABLE]
    equal = [move for move in others if move.value == best.value and move.proven == best.proven]
    if len(known.legal) == 1:
        text = f"{name} is the only legal move: {value}."
    elif equal:
        texts = [known.text(move.action) for move in (best, *equal)]
        verb = "are equally good" if sure else "look equally good"
        if any(m.bound not in COMPARABLE and m.value == best.value for m in known.moves):
            verb += " (others may be so too)"
        text = f"{named(texts)} {verb}: {value}{_next(case, best, others[len(equal) :])}."
    else:
        verb = "is best" if sure else "looks best"
        text = f"{name} {verb}: {value}{_next(case, best, others)}."
    reason = _valued("best", text + _expected(case, best), best, _lines(best, *others[:1]))
    told = [reason]
    if others and not best.proven:
        told += _features(case, best, next((m for m in others if m not in equal), others[0]))
    return told


def of_move(case: ExplainedPosition, action: Any) -> list[Reason]:
    """What a move gives up, or that it is the best one."""
    known, best = case.known, case.known.moves[0]
    move = known.find(action)
    if move is None:
        text = f"{known.text(action)} could not be looked at within the limits."
        return [Reason("unsearched", text, ((action,),))]
    if move.action == best.action:
        return of_position(case)
    return compared(case, action, best.action, asked=False)


def compared(
    case: ExplainedPosition, action: Any, other: Any, *, asked: bool = True
) -> list[Reason]:
    """One move rather than another; `asked`: somebody named both."""
    known = case.known
    move, rival = known.find(action), known.find(other)
    if move is None or rival is None:
        missing = action if move is None else other
        text = f"{known.text(missing)} could not be looked at within the limits."
        return [Reason("unsearched", text, ((missing,),))]
    lost = (rival.value - move.value) * known.mover
    name, than = known.text(action), known.text(other)
    sure = move.proven and rival.proven
    mine, theirs = worth(move.value, move.bound), worth(rival.value, rival.bound)
    verb = "is" if sure else "looks"
    if move.bound not in COMPARABLE or rival.bound not in COMPARABLE:
        text = f"{name} is worth {mine} and {than} {theirs} for {case.side}"
    elif lost == 0:
        text = f"{name} {verb} as good as {than}: {mine} for {case.side}"
    else:
        how = "worse" if lost > 0 else "better"
        text = (
            f"{name} {verb} {how} for {case.who} than {than} by {amount(lost)}: {mine} rather than"
            f" {theirs} for {case.side}"
        )
    text += f"{_seen(known, move if not move.proven else rival)}.{_expected(case, move)}"
    text += _expected(case, rival, "With the other")
    reason = _valued("compared", text, move, _lines(move, rival))
    return [reason, *([] if sure else _features(case, move, rival, asked=asked))]


def unsearched(case: ExplainedPosition) -> list[Reason]:
    """Nothing could be searched."""
    known = case.known
    text = (
        "No move could be settled within the limits; the position itself is estimated at"
        f" {worth(known.value, known.bound)} for {case.side}."
    )
    return [Reason("unsearched", text, (), known.value, known.bound, known.proven)]


# --- chance -------------------------------------------------------------------------------------


def of_chance(case: ExplainedPosition, action: Any) -> list[Reason]:
    """What chance decides: the mean, the best and the worst outcome, or the luck of one."""
    known, game = case.known, case.game
    seen = "" if known.proven else f", as far as depth {known.depth} sees"
    mean = worth(known.value, known.bound)
    text = (
        f"Chance moves: the mean of its {len(known.legal)} outcomes, each weighed by its"
        f" probability, is {mean} for {case.side}{seen}."
    )
    told = [Reason("chance", text, (), known.value, known.bound, known.proven)]
    chances = dict(game.outcomes(case.state))
    moves = [move for move in known.moves if move.bound in COMPARABLE]
    if action is not None:
        moves = [move for move in moves if move.action == action]
        return [*told, *(_luck(case, move, chances[move.action]) for move in moves)]
    if len(moves) > 1 and len(moves) == len(known.legal):
        ordered = sorted(moves, key=lambda move: move.value)
        worst, best = ordered[0], ordered[-1]
        text = (
            f"Best for {case.side} is {_outcome(case, best, chances[best.action])}, worst is"
            f" {_outcome(case, worst, chances[worst.action])}."
        )
        told.append(_valued("outcomes", text, best, _lines(best, worst)))
    return told


def _luck(case: ExplainedPosition, move: Move, probability: float) -> Reason:
    known = case.known
    luck = move.value - known.value
    name = known.text(move.action)
    chance = f"which comes with probability {probability:.4g}"
    if abs(luck) < NOISE:
        text = f"{name}, {chance}, is no luck for anybody: {worth(move.value, move.bound)}."
    else:
        side = case.game.player_name(MAX if luck > 0 else -MAX)
        text = (
            f"{name}, {chance}, is luck for {side}: {worth(move.value, move.bound)} for"
            f" {case.side}, {amount(luck)} {'more' if luck > 0 else 'less'} than the mean."
        )
    return _valued("luck", text, move, _lines(move), luck=luck)


def _outcome(case: ExplainedPosition, move: Move, probability: float) -> str:
    return (
        f"{case.known.text(move.action)} ({worth(move.value, move.bound)}, probability"
        f" {probability:.4g})"
    )


# --- parts --------------------------------------------------------------------------------------


def _is_best_for_sure(known: Analysis) -> bool:
    """Is no other move better, proven?"""
    best = known.moves[0]
    return (
        len(known.moves) == len(known.legal)
        and known.settled(best)
        and all(known.most(move) <= known.least(best) for move in known.moves[1:])
    )


def _next(case: ExplainedPosition, best: Move, others: list[Move]) -> str:
    """By how much the best is better than the next."""
    if not others:
        return ""
    second = others[0]
    gap = (best.value - second.value) * case.mover
    return (
        f", {amount(gap)} better for {case.who} than the next, {case.known.text(second.action)}"
        f" ({worth(second.value, second.bound)})"
    )


def _seen(known: Analysis, move: Move) -> str:
    if move.proven:
        return ""
    kind = "a mean over chance, " if not known.game.properties.deterministic else ""
    return f", {kind}as far as depth {known.depth} sees"


def _expected(case: ExplainedPosition, move: Move, head: str = "") -> str:
    """How the game is expected to go on; nothing if no line is known."""
    if len(move.line) < 2:
        return ""
    head = head or ("Best play" if move.proven else "Expected")
    return ended(f" {head}: {line_text(case.game, case.state, move.line)}")


def _features(
    case: ExplainedPosition, move: Move, rival: Move, *, asked: bool = False
) -> list[Reason]:
    """Which features of the evaluation make the difference, where the two lines end.

    A line that the table cut short ends before the position that was estimated. Then they explain
    little, and are told only if somebody asked.
    """
    game, state = case.game, case.state
    if not has_features(game) or not game.properties.deterministic:
        return []
    ends = []
    for line in (move.line, rival.line):
        s = state
        for action in line:
            s = game.result(s, action)
        if game.is_terminal(s) or game.to_move(s) == CHANCE:
            return []
        ends.append(s)
    found = difference(game, ends[0], ends[1])
    text = told_difference(
        found, case.known.text(move.action), case.known.text(rival.action),
        ", where the lines end",
    )  # fmt: skip
    searched = move.value - rival.value
    if not math.isclose(searched, found.total, rel_tol=1e-9, abs_tol=NOISE):
        if not asked:
            return []
        text += f" The search looked further than these lines, and sees ~ {short(searched)}."
    return [
        Reason(
            "features", text, _lines(move, rival), found.total, Bound.ESTIMATE, False, None,
            {"features": found.as_dict()},
        )
    ]  # fmt: skip


def _lines(*moves: Move) -> tuple[tuple[Any, ...], ...]:
    return tuple(move.line for move in moves)


def _valued(
    kind: str, text: str, move: Move, lines: tuple[tuple[Any, ...], ...], **data: Any
) -> Reason:
    return Reason(
        kind, text, lines, move.value, move.bound, move.proven, move.distance, data
    )  # fmt: skip
