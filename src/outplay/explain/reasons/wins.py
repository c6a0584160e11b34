"""Sentences where games end won, drawn or lost, and it is proven how this one does."""

from __future__ import annotations

from outplay.explain.reasons.analysis import Analysis
from outplay.explain.reasons.explanation import ExplainedPosition, Line, Reason
from outplay.explain.words import clauses, ended, line_text, names, plies, score_text
from outplay.result import AnyMove, Bound

VERBS = {1: "wins", 0: "draws", -1: "loses"}
KEEPS = {1: "wins", 0: "holds the draw"}


def of_position(here: ExplainedPosition) -> list[Reason]:
    """What is best, why, and what the other moves do; nothing if it is not proven."""
    verdict = here.verdict()
    if verdict is None:
        return []
    if verdict == 1:
        best = here.moves[0]
        return [_wins(here, best), *_others_that_win(here, best), *_worse(here, 1)]
    return [_drawn(here), *_worse(here, 0)] if verdict == 0 else [_lost(here)]


def of_move(here: ExplainedPosition, action: object) -> list[Reason]:
    """What this move does to the result; nothing if that is not proven."""
    move = here.find(action)
    if move is None:
        return []
    outcome, verdict = here.outcome(move), here.verdict()
    if outcome == 1:
        return [_wins(here, move), *_sooner(here, move), *_only(here, move, 1)]
    if verdict == 1:
        assert here.win is not None
        return [_misses(here, move, outcome)] if here.most(move) < here.win else []
    if verdict == 0 and outcome == -1:
        return [_spoils(here, move)]
    if verdict == 0 and outcome == 0:
        return [_holds(here, move), *_only(here, move, 0)]
    if verdict == -1:
        return [_loses_anyway(here, move)]
    if outcome == -1:
        return [_loses(here, move, "whether another move is better was not settled")]
    return []


# --- winning ------------------------------------------------------------------------------------


def _wins(here: ExplainedPosition, move: AnyMove) -> Reason:
    """b3 wins in 5 plies: every reply loses (c3 → …; a1 → …)."""
    game = here.game
    head = f"{here.name(move)} wins for {here.who}"
    after = game.result(here.state, move.action)
    if game.is_terminal(after):
        return Reason.of("wins", f"{head} at once.", move)
    head += here.plies(move)
    if game.to_move(after) == here.mover:
        return Reason.of("wins", ended(f"{head}: {here.line(move)}"), move)
    below = here.replies(move.action, (move.distance or 1) + 1)
    replies = game.legal(after)
    lines, texts = _refutations(below) if below is not None else ([], [])
    if not lines:
        lines, texts = [move.line[1:]], [line_text(game, after, move.line[1:])]
    every = "the only reply loses" if len(replies) == 1 else "every reply loses"
    text = f"{head}: {every} ({clauses(texts, len(replies) - len(texts))})."
    backing = tuple((move.action, *reply) for reply in lines)
    return Reason("wins", text, backing, move.value, move.bound, move.proven, move.distance)


def _refutations(below: Analysis) -> tuple[list[Line], list[str]]:
    """The line after each reply that is proven to lose, the one that holds out longest first."""
    lines, texts = [], []
    for reply in below.moves:
        if below.outcome(reply) == -1 and len(reply.line) > 1:
            after = below.game.result(below.state, reply.action)
            lines.append(reply.line)
            answer = line_text(below.game, after, reply.line[1:])
            texts.append(f"{below.name(reply)} → {answer}")
    return lines, texts


def _others_that_win(here: ExplainedPosition, best: AnyMove) -> list[Reason]:
    others = [move for move in here.keeping(1) if move.action != best.action]
    if len(here.legal) == 1:
        return []
    if not others:
        return _only(here, best, 1)
    verb = "wins too" if len(others) == 1 else "win too"
    if len({here.plies(move) for move in others}) == 1:
        text = f"{names(here.names(others))} {verb}{here.plies(others[0], ',')}."
    else:
        text = f"{names([here.name(move) + here.plies(move) for move in others])} {verb}."
    return [Reason.of("wins", text, others[0], others[1:])]


def _sooner(here: ExplainedPosition, move: AnyMove) -> list[Reason]:
    """Another move that wins in fewer plies."""
    best = here.moves[0]
    if best.distance is None or move.distance is None or here.outcome(best) != 1:
        return []
    if best.distance >= move.distance:
        return []
    text = f"{here.name(best)} wins sooner{here.plies(best, ',')}: {here.line(best)}"
    return [Reason.of("sooner", ended(text), best)]


def _only(here: ExplainedPosition, move: AnyMove, result: int) -> list[Reason]:
    """It is the only move that wins, or that holds the draw."""
    if len(here.legal) == 1:
        text = f"{here.name(move)} is the only legal move."
    elif here.only_keeping(result) == move:
        text = f"{here.name(move)} is the only move that {KEEPS[result]}."
    else:
        return []
    return [Reason.of("only", text, move)]


# --- what went wrong ----------------------------------------------------------------------------


def _misses(here: ExplainedPosition, move: AnyMove, outcome: int | None) -> Reason:
    """a1 misses a win in 3 plies (b2 …): it draws."""
    best = here.moves[0]
    verb = "does not win" if outcome is None else VERBS[outcome]
    only = ""
    if here.only_keeping(1) == best:
        only = f" The only move that wins was {here.name(best)}."
    text = (
        f"{here.name(move)} misses a win for {here.who}{here.plies(best)} ({here.line(best)}):"
        f" it {verb}{here.plies(move) if outcome == -1 else ''}{here.play(move)}.{only}"
    )
    lines, data = (best.line, move.line), {"missed": here.name(best)}
    return Reason("misses", text, lines, move.value, move.bound, move.proven, best.distance, data)


def _spoils(here: ExplainedPosition, move: AnyMove) -> Reason:
    """c2 loses in 4 plies: c2 b2 …; the only move was 4, which draws."""
    keeping = here.keeping(0)
    if here.only_keeping(0) is not None:
        instead = f"the only move was {here.name(keeping[0])}, which holds the draw"
    else:
        instead = f"{names(here.names(keeping))} would hold the draw"
    return _loses(here, move, instead, keeping)


def _loses_anyway(here: ExplainedPosition, move: AnyMove) -> Reason:
    best = here.moves[0]
    if len(here.legal) == 1:
        return _loses(here, move, "it is the only legal move")
    if best.action == move.action or (best.distance or 0) <= (move.distance or 0):
        return _loses(here, move, "so do all other moves, and none holds out longer")
    longest = f"{here.name(best)} holds out longest{here.plies(best, ',')} ({here.line(best)})"
    return _loses(here, move, f"all moves do, and {longest}", [best])


def _loses(
    here: ExplainedPosition, move: AnyMove, then: str, others: list[AnyMove] | None = None
) -> Reason:
    how = f"{here.plies(move)}{here.play(move)}"
    text = f"{here.name(move)} loses for {here.who}{how}; {then}."
    return Reason.of("loses", text, move, others or ())


# --- draws and losses ---------------------------------------------------------------------------


def _drawn(here: ExplainedPosition) -> Reason:
    holding = here.keeping(0)
    texts = here.names(holding)
    text = f"It is a draw ({score_text(0, Bound.EXACT)})"
    if len(here.legal) == 1:
        text += f", and {texts[0]} is the only legal move"
    elif len(holding) == len(here.legal):
        text += ": no move wins, and every move holds it"
    elif here.only_keeping(0) is not None:
        text += f": no move wins, and only {texts[0]} holds it"
    else:
        text += f": no move wins; {names(texts)} {'holds' if len(texts) == 1 else 'hold'} it"
    first, *others = holding
    return Reason.of("draw", f"{text}.{here.play_sentence(first)}", first, others)


def _holds(here: ExplainedPosition, move: AnyMove) -> Reason:
    value = score_text(0, Bound.EXACT)
    text = f"{here.name(move)} holds the draw for {here.who} ({value}); no move wins."
    return Reason.of("draw", text + here.play_sentence(move), move)


def _lost(here: ExplainedPosition) -> Reason:
    best, *others = here.moves
    if len(here.legal) == 1:
        text = f"The only legal move, {here.name(best)}, loses for {here.who}{here.plies(best)}"
    else:
        text = f"All {len(here.legal)} moves lose for {here.who}"
        if len({move.distance for move in here.moves}) == 1:
            text += here.plies(best)
        elif best.distance is not None:
            text += f"; {here.name(best)} holds out longest, {plies(best.distance)}"
    return Reason.of("loses", f"{text}{here.play(best)}.", best, others)


def _worse(here: ExplainedPosition, result: int) -> list[Reason]:
    """The moves that do not keep the result, where that is known."""
    reasons = []
    drawing = [move for move in here.moves if here.outcome(move) == 0] if result == 1 else []
    if drawing:
        text = f"{names(here.names(drawing))} only {'draws' if len(drawing) == 1 else 'draw'}."
        reasons.append(Reason.of("draw", text, drawing[0], drawing[1:]))
    losing = [move for move in here.moves if here.outcome(move) == -1]
    if losing:
        losing.sort(key=lambda move: move.distance or 0)
        texts = [f"{here.name(move)}{here.plies(move)}{here.play(move)}" for move in losing]
        head = "1 move loses" if len(losing) == 1 else f"{len(losing)} moves lose"
        reasons.append(Reason.of("loses", f"{head}: {clauses(texts)}.", losing[0], losing[1:]))
    return reasons
