"""Sentences about what moves are worth: exact values, estimates, and the luck of chance."""

from __future__ import annotations

import math

from outplay.explain.reasons.explanation import ExplainedPosition, Reason
from outplay.explain.reasons.features import difference, difference_text, has_features
from outplay.explain.words import amount, names, score_text, value_text
from outplay.game import CHANCE, MAX
from outplay.lines import states_along
from outplay.result import AnyMove, Bound
from outplay.wording import NOISE

COMPARABLE = (Bound.EXACT, Bound.ESTIMATE)


def of_position(here: ExplainedPosition) -> list[Reason]:
    """Which move is best, by how much, and how the game is expected to go on."""
    best, name = here.moves[0], here.name(here.moves[0])
    sure = here.is_best_proven()
    value = f"{_score(best)} for {here.side}{_horizon(here, best)}"
    others = [move for move in here.moves[1:] if move.bound in COMPARABLE]
    equal = [move for move in others if move.value == best.value and move.proven == best.proven]
    if len(here.legal) == 1:
        text = f"{name} is the only legal move: {value}."
    elif equal:
        verb = "are equally good" if sure else "look equally good"
        if any(m.bound not in COMPARABLE and m.value == best.value for m in here.moves):
            verb += " (others may be, too)"
        lead = _lead(here, best, others[len(equal) :])
        text = f"{names(here.names([best, *equal]))} {verb}: {value}{lead}."
    else:
        verb = "is best" if sure else "looks best"
        text = f"{name} {verb}: {value}{_lead(here, best, others)}."
    reasons = [Reason.of("best", text + _expected(here, best), best, others[:1])]
    if others and not best.proven:
        rival = next((move for move in others if move not in equal), others[0])
        reasons += _features(here, best, rival)
    return reasons


def of_move(here: ExplainedPosition, action: object) -> list[Reason]:
    """What a move gives up, or that it is the best one."""
    best = here.moves[0]
    return (
        of_position(here) if action == best.action else compared(here, action, best.action, False)
    )


def compared(
    here: ExplainedPosition, action: object, other: object, by_name: bool = True
) -> list[Reason]:
    """One move rather than another; `by_name`: the caller named both."""
    move, rival = here.find(action), here.find(other)
    if move is None or rival is None:
        missing = action if move is None else other
        name = here.game.format_action(here.state, missing)
        text = f"{name} could not be searched within the limits."
        return [Reason("unsearched", text, ((missing,),))]
    lost = (rival.value - move.value) * here.mover
    name, than = here.name(move), here.name(rival)
    sure = move.proven and rival.proven
    mine, theirs = _score(move), _score(rival)
    verb = "is" if sure else "looks"
    if move.bound not in COMPARABLE or rival.bound not in COMPARABLE:
        text = f"{name} is worth {mine} and {than} {theirs} for {here.side}"
    elif lost == 0:
        text = f"{name} {verb} as good as {than}: {mine} for {here.side}"
    else:
        how = "worse" if lost > 0 else "better"
        text = (
            f"{name} {verb} {how} for {here.who} than {than} by {amount(lost)}: {mine} rather than"
            f" {theirs} for {here.side}"
        )
    text += f"{_horizon(here, rival if move.proven else move)}.{_expected(here, move)}"
    text += here.play_sentence(rival, f"With {than}")
    reason = Reason.of("compared", text, move, [rival])
    return [reason, *([] if sure else _features(here, move, rival, by_name))]


def unsearched(here: ExplainedPosition) -> list[Reason]:
    """Nothing could be searched."""
    score = here.score
    estimate = f"the position is estimated at {score} for {here.side}"
    text = f"No move could be settled within the limits; {estimate}."
    return [Reason("unsearched", text, (), *score)]


# --- chance -------------------------------------------------------------------------------------


def of_chance(here: ExplainedPosition, action: object) -> list[Reason]:
    """What chance decides: the mean, the best and the worst outcome, or the luck of one."""
    score = here.score
    seen = "" if score.proven else f", as far as depth {here.depth} sees"
    text = (
        f"Chance moves: the mean of its {len(here.legal)} outcomes, each weighted by its"
        f" probability, is {score} for {here.side}{seen}."
    )
    reasons = [Reason("chance", text, (), *score)]
    chances = dict(here.game.outcomes(here.state))
    moves = [move for move in here.moves if move.bound in COMPARABLE]
    if action is not None:
        moves = [move for move in moves if move.action == action]
        return [*reasons, *(_luck(here, move, chances[move.action]) for move in moves)]
    if len(moves) > 1 and len(moves) == len(here.legal):
        worst, *_, best = sorted(moves, key=lambda move: move.value)
        high, low = (
            f"{here.name(move)} ({_score(move)}, probability {chances[move.action]:.4g})"
            for move in (best, worst)
        )
        text = f"Best for {here.side} is {high}, worst is {low}."
        reasons.append(Reason.of("outcomes", text, best, [worst]))
    return reasons


def _luck(here: ExplainedPosition, move: AnyMove, probability: float) -> Reason:
    luck = move.value - here.score.value
    head = f"{here.name(move)}, with probability {probability:.4g}, is"
    if abs(luck) < NOISE:
        text = f"{head} neither lucky nor unlucky: {_score(move)}."
    else:
        lucky = here.game.player_name(MAX if luck > 0 else -MAX)
        than = f"{amount(luck)} {'more' if luck > 0 else 'less'} than the mean"
        text = f"{head} lucky for {lucky}: {_score(move)} for {here.side}, {than}."
    return Reason.of("luck", text, move, luck=luck)


# --- parts --------------------------------------------------------------------------------------


def _score(move: AnyMove) -> str:
    return score_text(move.value, move.bound)


def _lead(here: ExplainedPosition, best: AnyMove, others: list[AnyMove]) -> str:
    """By how much the best is better than the next."""
    if not others:
        return ""
    gap = amount((best.value - others[0].value) * here.mover)
    return (
        f", {gap} better for {here.who} than the next, {here.name(others[0])} ({_score(others[0])})"
    )


def _horizon(here: ExplainedPosition, move: AnyMove) -> str:
    """How far the search saw, where nothing is proven."""
    if move.proven:
        return ""
    kind = "" if here.game.properties.deterministic else "a mean over chance, "
    return f", {kind}as far as depth {here.depth} sees"


def _expected(here: ExplainedPosition, move: AnyMove) -> str:
    """How the game is expected to go on; nothing if no line is known."""
    return here.play_sentence(move, "Best play" if move.proven else "Expected")


def _features(
    here: ExplainedPosition, move: AnyMove, rival: AnyMove, by_name: bool = False
) -> list[Reason]:
    """Which features of the evaluation make the difference, where the two lines end.

    A line that the table cut short ends before the position that was estimated. Then they explain
    little, and are left out unless somebody named both moves.
    """
    game = here.game
    if not has_features(game) or not game.properties.deterministic:
        return []
    ends = []
    for line in (move.line, rival.line):
        s = states_along(game, here.state, line)[-1]
        if game.is_terminal(s) or game.to_move(s) == CHANCE:
            return []
        ends.append(s)
    found = difference(game, *ends)
    text = difference_text(found, here.name(move), here.name(rival), ", where the lines end")
    searched = move.value - rival.value
    if not math.isclose(searched, found.total, rel_tol=1e-9, abs_tol=NOISE):
        if not by_name:
            return []
        text += f" The search looked further than these lines, and sees ~ {value_text(searched)}."
    lines, data = (move.line, rival.line), {"features": found.as_dict()}
    return [Reason("features", text, lines, found.total, Bound.ESTIMATE, data=data)]
