"""Sentences where games end won, drawn or lost, and it is proven how this one does."""

from __future__ import annotations

from typing import Any

from outplay.explain.reasons.analysis import Analysis
from outplay.explain.reasons.explanation import ExplainedPosition, Reason
from outplay.explain.reasons.phrases import ended, folded, in_plies, line_text, named, worth
from outplay.explain.words import plural
from outplay.result import Bound, Move

DOES = {1: "wins", 0: "draws", -1: "loses"}
KEEPS = {1: "wins", 0: "holds the draw"}


def of_position(case: ExplainedPosition) -> list[Reason]:
    """What is best, why, and what the other moves do; nothing if it is not proven."""
    known = case.known
    verdict = known.verdict()
    if verdict is None:
        return []
    if verdict == 1:
        best = known.moves[0]
        return [winning(case, best), *_others_that_win(case, best), *_worse(case, 1)]
    if verdict == 0:
        return [_drawn(case), *_worse(case, 0)]
    return [_lost(case)]


def of_move(case: ExplainedPosition, action: Any) -> list[Reason]:
    """What this move does to the result; nothing if that is not proven."""
    known = case.known
    move = known.find(action)
    if move is None:
        return []
    outcome, verdict = known.outcome(move), known.verdict()
    if outcome == 1:
        return [winning(case, move), *_sooner(case, move), *_only(case, move, 1)]
    if verdict == 1:
        assert known.win is not None
        if known.most(move) < known.win:
            return [_missed(case, move, outcome)]
        return []
    if verdict == 0 and outcome == -1:
        return [_spoiled(case, move)]
    if verdict == 0 and outcome == 0:
        return [_holds(case, move), *_only(case, move, 0)]
    if verdict == -1:
        return [_loses_anyway(case, move)]
    if outcome == -1:
        return [_loses(case, move, "whether another move is better was not settled")]
    return []


# --- winning ------------------------------------------------------------------------------------


def winning(case: ExplainedPosition, move: Move) -> Reason:
    """b3 wins in 5 plies: every reply loses (c3 → …; a1 → …)."""
    known, game = case.known, case.game
    head = f"{known.text(move.action)} wins for {case.who}"
    after = game.result(case.state, move.action)
    if game.is_terminal(after):
        return _reason(known, move, "wins", f"{head} at once.")
    head += in_plies(known, move)
    line = line_text(game, case.state, move.line)
    if game.to_move(after) == known.mover:
        return _reason(known, move, "wins", ended(f"{head}: {line}"))
    below = case.replies(move.action, (move.distance or 1) + 1)
    replies = game.legal(after)
    lines, told = _refutations(below) if below is not None else ([], [])
    if not lines:
        lines, told = [move.line[1:]], [line_text(game, after, move.line[1:])]
    every = "the only reply loses" if len(replies) == 1 else "every reply loses"
    text = f"{head}: {every} ({folded(told, len(replies) - len(told))})."
    backing = tuple((move.action, *reply) for reply in lines)
    return _reason(known, move, "wins", text, backing)


def _refutations(below: Analysis) -> tuple[list[tuple[Any, ...]], list[str]]:
    """The line after each reply that is proven to lose, the one that holds out longest first."""
    lines, told = [], []
    for reply in below.moves:
        if below.outcome(reply) == -1 and len(reply.line) > 1:
            after = below.game.result(below.state, reply.action)
            lines.append(reply.line)
            answer = line_text(below.game, after, reply.line[1:])
            told.append(f"{below.text(reply.action)} → {answer}")
    return lines, told


def _others_that_win(case: ExplainedPosition, best: Move) -> list[Reason]:
    known = case.known
    others = [move for move in known.keeping(1) if move.action != best.action]
    if len(known.legal) == 1:
        return []
    if not others:
        return _only(case, best, 1)
    lines = tuple(move.line for move in others)
    ends = [in_plies(known, move) for move in others]
    names = [known.text(move.action) for move in others]
    verb = "wins too" if len(others) == 1 else "win too"
    if len(set(ends)) == 1:
        text = f"{named(names)} {verb}{f',{ends[0]}' if ends[0] else ''}."
    else:
        text = f"{named([name + end for name, end in zip(names, ends, strict=True)])} {verb}."
    return [_reason(known, others[0], "wins", text, lines)]


def _sooner(case: ExplainedPosition, move: Move) -> list[Reason]:
    """Another move that wins in fewer plies."""
    known, best = case.known, case.known.moves[0]
    if None in (best.distance, move.distance) or best.action == move.action:
        return []
    assert best.distance is not None and move.distance is not None
    if best.distance >= move.distance or known.outcome(best) != 1:
        return []
    line = line_text(case.game, case.state, best.line)
    text = f"{known.text(best.action)} wins sooner{_comma_plies(known, best)}: {line}"
    return [_reason(known, best, "sooner", ended(text))]


def _only(case: ExplainedPosition, move: Move, result: int) -> list[Reason]:
    """It is the only move that wins, or that holds the draw."""
    known = case.known
    keeping = known.keeping(result)
    if len(known.legal) == 1:
        text = f"{known.text(move.action)} is the only legal move."
    elif keeping == [move] and known.is_known_who_keeps(result):
        text = f"{known.text(move.action)} is the only move that {KEEPS[result]}."
    else:
        return []
    return [_reason(known, move, "only", text)]


# --- what went wrong ----------------------------------------------------------------------------


def _missed(case: ExplainedPosition, move: Move, outcome: int | None) -> Reason:
    """a1 misses a win in 3 plies (b2 …): it draws."""
    known, best = case.known, case.known.moves[0]
    does = "does not win" if outcome is None else DOES[outcome]
    plies = in_plies(known, move) if outcome == -1 else ""
    there = line_text(case.game, case.state, best.line)
    only = ""
    if known.keeping(1) == [best] and known.is_known_who_keeps(1):
        only = f" The only move that wins was {known.text(best.action)}."
    text = (
        f"{known.text(move.action)} misses a win for {case.who}{in_plies(known, best)} ({there}):"
        f" it {does}{plies}{_play(case, move)}.{only}"
    )
    return Reason(
        "misses", text, _backing(best, move), move.value, move.bound, move.proven, best.distance,
        {"missed": known.text(best.action)},
    )  # fmt: skip


def _spoiled(case: ExplainedPosition, move: Move) -> Reason:
    """c2 loses in 4 plies: c2 b2 …; the only move was 4, which draws."""
    known = case.known
    keeping = known.keeping(0)
    texts = [known.text(other.action) for other in keeping]
    if len(keeping) == 1 and known.is_known_who_keeps(0):
        instead = f"the only move was {texts[0]}, which holds the draw"
    else:
        instead = f"{named(texts)} would hold the draw"
    return _loses(case, move, instead, keeping)


def _loses_anyway(case: ExplainedPosition, move: Move) -> Reason:
    known, best = case.known, case.known.moves[0]
    if len(known.legal) == 1:
        return _loses(case, move, "it is the only legal move")
    later = best.distance or 0, move.distance or 0
    if best.action == move.action or later[0] <= later[1]:
        return _loses(case, move, "so do all other moves, and none holds out longer")
    line = line_text(case.game, case.state, best.line)
    told = f"all moves do, and {known.text(best.action)} holds out longest"
    return _loses(case, move, f"{told}{_comma_plies(known, best)} ({line})", [best])


def _loses(
    case: ExplainedPosition, move: Move, then: str, others: list[Move] | None = None
) -> Reason:
    known = case.known
    text = (
        f"{known.text(move.action)} loses for {case.who}{in_plies(known, move)}"
        f"{_play(case, move)}; {then}."
    )
    return _reason(known, move, "loses", text, _backing(move, *(others or ())))


# --- draws and losses ---------------------------------------------------------------------------


def _drawn(case: ExplainedPosition) -> Reason:
    known = case.known
    holding = known.keeping(0)
    texts = [known.text(move.action) for move in holding]
    value = worth(0, Bound.EXACT)
    if len(known.legal) == 1:
        text = f"It is a draw ({value}), and {texts[0]} is the only legal move"
    elif len(holding) == len(known.legal):
        text = f"It is a draw ({value}): no move wins, and every move holds it"
    elif len(holding) == 1 and known.is_known_who_keeps(0):
        text = f"It is a draw ({value}): no move wins, and only {texts[0]} holds it"
    else:
        verb = "holds" if len(texts) == 1 else "hold"
        text = f"It is a draw ({value}): no move wins; {named(texts)} {verb} it"
    first = holding[0]
    lines = tuple(move.line for move in holding)
    return _reason(known, first, "draw", f"{text}.{_best_play(case, first)}", lines)


def _holds(case: ExplainedPosition, move: Move) -> Reason:
    text = (
        f"{case.known.text(move.action)} holds the draw for {case.who} ({worth(0, Bound.EXACT)});"
        f" no move wins.{_best_play(case, move)}"
    )
    return _reason(case.known, move, "draw", text)


def _lost(case: ExplainedPosition) -> Reason:
    known = case.known
    best, name = known.moves[0], known.text(known.moves[0].action)
    distances = {move.distance for move in known.moves}
    if len(known.legal) == 1:
        told = f"The only legal move, {name}, loses for {case.who}{in_plies(known, best)}"
    elif len(distances) == 1 and best.distance is not None:
        told = f"All {len(known.legal)} moves lose for {case.who}{in_plies(known, best)}"
    elif best.distance is not None:
        longest = f"holds out longest, {plural(best.distance, 'ply', 'plies')}"
        told = f"All {len(known.legal)} moves lose for {case.who}; {name} {longest}"
    else:
        told = f"All {len(known.legal)} moves lose for {case.who}"
    lines = tuple(move.line for move in known.moves)
    return _reason(known, best, "loses", f"{told}{_play(case, best)}.", lines)


def _worse(case: ExplainedPosition, result: int) -> list[Reason]:
    """The moves that do not keep the result, where that is known."""
    known = case.known
    told = []
    drawing = [move for move in known.moves if known.outcome(move) == 0] if result == 1 else []
    if drawing:
        texts = [known.text(move.action) for move in drawing]
        verb = "draws" if len(texts) == 1 else "draw"
        told.append(
            _reason(
                known, drawing[0], "draw", f"{named(texts)} only {verb}.",
                tuple(move.line for move in drawing),
            )
        )  # fmt: skip
    losing = [move for move in known.moves if known.outcome(move) == -1]
    if losing:
        losing.sort(key=lambda move: move.distance or 0)
        texts = [
            f"{known.text(move.action)}{in_plies(known, move)}{_play(case, move)}"
            for move in losing
        ]
        head = "1 move loses" if len(losing) == 1 else f"{len(losing)} moves lose"
        text = f"{head}: {folded(texts)}."
        lines = tuple(move.line for move in losing)
        told.append(_reason(known, losing[0], "loses", text, lines))
    return told


# --- parts --------------------------------------------------------------------------------------


def _play(case: ExplainedPosition, move: Move) -> str:
    """How the game goes on with it: ` (c2 b2 …)`; nothing if no line is known."""
    if len(move.line) < 2:
        return ""
    return f" ({line_text(case.game, case.state, move.line)})"


def _best_play(case: ExplainedPosition, move: Move) -> str:
    """The same as a sentence of its own."""
    if len(move.line) < 2:
        return ""
    return ended(f" Best play: {line_text(case.game, case.state, move.line)}")


def _comma_plies(known: Analysis, move: Move) -> str:
    plies = in_plies(known, move)
    return f",{plies}" if plies else ""


def _backing(*moves: Move) -> tuple[tuple[Any, ...], ...]:
    return tuple(move.line for move in moves)


def _reason(
    known: Analysis, move: Move, kind: str, text: str,
    lines: tuple[tuple[Any, ...], ...] | None = None,
) -> Reason:  # fmt: skip
    return Reason(
        kind, text, (move.line,) if lines is None else lines, move.value, move.bound, move.proven,
        move.distance,
    )  # fmt: skip
