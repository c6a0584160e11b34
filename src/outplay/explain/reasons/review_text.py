"""A review as a table with a summary for each side, and as plain data."""

from __future__ import annotations

from typing import Any

from outplay.explain.reasons.game_review import Review, ReviewedMove, Score
from outplay.explain.reasons.phrases import amount, ended, line_text, wrapped
from outplay.explain.words import PLAYERS, actions_of, plain, plural
from outplay.game import CHANCE, MAX, MIN
from outplay.result import NOISE, Bound

LEAST_ROOM = 30
"""Columns that the marks need to stand beside the table."""

HEAD = ("", "side", "move", "before", "after", "loss", "best", "")


def review_text(review: Review, width: int = 80) -> str:
    """The table, then what it comes to."""
    game = review.game
    title = f": {review.record.title}" if review.record.title else ""
    judged = plural(len(review.moves), "move")
    told = [
        f"{game.name}, {judged}{title}. Values are for {game.player_names[0]}; the loss is what a"
        " move cost its side."
    ]
    rows = [HEAD, *(_row(review, move) for move in review.moves)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(HEAD) - 1)]
    for row in rows:
        cells = [
            cell.rjust(wide) if column in (0, 3, 4, 5) else cell.ljust(wide)
            for column, (cell, wide) in enumerate(zip(row[:-1], widths, strict=True))
        ]
        left = "  ".join(cells) + "  "
        told.append(_beside(left, row[-1], width))
    head = wrapped(told[0], width, "")
    return "\n".join([head, *told[1:], *(wrapped(text, width, "") for text in summary(review))])


def summary(review: Review) -> list[str]:
    """What it comes to, in sentences: the turning point, each side, luck, how to read it."""
    told = [_turning_point(review)]
    told += [_of_side(review, side) for side in (MAX, MIN)]
    if any(move.player == CHANCE for move in review.moves):
        told.append(_of_luck(review))
    return [text for text in [*told, *review.notes, *_notes(review)] if text]


def _beside(left: str, text: str, width: int) -> str:
    """The last column, wrapped where it stands, or below where there is no room."""
    room = width - len(left)
    if len(text) <= room or not text:
        return (left + text).rstrip()
    if room < LEAST_ROOM:
        return f"{left.rstrip()}\n{wrapped(text, width, '    ')}"
    rows = wrapped(text, room, "").split("\n")
    return "\n".join([left + rows[0], *(" " * len(left) + row for row in rows[1:])])


def _row(review: Review, move: ReviewedMove) -> tuple[str, ...]:
    game = review.game
    loss = ""
    if move.loss is not None:
        loss = f"{move.loss_bound.sign} {amount(move.loss)}"
    best = ""
    if move.best is not None and move.loss:
        best = game.format_action(move.state, move.best)
    marks = "; ".join(move.marks)
    if move.luck is not None:
        marks = f"luck {_luck(move)}"
    return (
        str(move.number), game.player_name(move.player),
        game.format_action(move.state, move.action), str(move.before), str(move.after), loss,
        best, marks,
    )  # fmt: skip


def _luck(move: ReviewedMove) -> str:
    assert move.luck is not None
    exact = move.before.proven and move.after.proven
    sign = Bound.EXACT.sign if exact else Bound.ESTIMATE.sign
    return f"{sign} {'+' if move.luck > 0 else '-' if move.luck < 0 else ''}{amount(move.luck)}"


def _turning_point(review: Review) -> str:
    game, first = review.game, review.first_change()
    if first is not None:
        name, who = game.format_action(first.state, first.action), game.player_name(first.player)
        line = line_text(game, first.state, first.line)
        side = f" for {game.player_names[0]}" if "=" in first.change else f" for {who}"
        return ended(
            f"The first move that changed the result was move {first.number}, {name} by {who}:"
            f" {first.change}{side}. Better: {line}"
        )
    if not review.game.properties.deterministic:
        return ""  # no move alone decides a game of chance
    if all(move.before.proven and move.after.proven for move in review.moves):
        return "No move changed the result."
    return "No move is proven to have changed the result."


def _of_side(review: Review, player: int) -> str:
    """X: 4 moves, 2 good, 1 only move found, 1 blunder; lost = 2 in all, most with move 5 (c2)."""
    game = review.game
    own = [move for move in review.moves if move.player == player]
    name = game.player_name(player)
    if not own:
        return ""
    parts = [plural(len(own), "move")]
    for start, one, many in (
        ("good", "good", "good"), ("only move", "only move found", "only moves found"),
        ("forced", "forced", "forced"), ("missed win", "missed win", "missed wins"),
        ("blunder", "blunder", "blunders"),
    ):  # fmt: skip
        count = sum(any(_is(mark, start) for mark in move.marks) for move in own)
        if count:
            parts.append(f"{count} {one if count == 1 else many}")
    text = f"{name}: {', '.join(parts)}"
    losses = [move for move in own if move.loss]
    if not losses:
        return f"{text}; nothing was lost." if all(m.loss is not None for m in own) else f"{text}."
    total = sum(move.loss or 0 for move in losses)
    exact = all(move.loss_bound is Bound.EXACT for move in own)
    sign = Bound.EXACT.sign if exact else Bound.ESTIMATE.sign
    worst = review.largest_loss(player)
    assert worst is not None
    return (
        f"{text}; {sign} {amount(total)} lost in all, most with move {worst.number},"
        f" {game.format_action(worst.state, worst.action)} ({worst.loss_bound.sign}"
        f" {amount(worst.loss or 0)})."
    )


def _is(mark: str, start: str) -> bool:
    return mark == start or mark.startswith((f"{start} in", f"{start}:"))


def _of_luck(review: Review) -> str:
    luck = review.luck()
    rolls = [move for move in review.moves if move.player == CHANCE]
    exact = all(move.before.proven and move.after.proven for move in rolls)
    sign = Bound.EXACT.sign if exact else Bound.ESTIMATE.sign
    side = review.game.player_name(MAX if luck > 0 else MIN)
    if abs(luck) < NOISE:
        return f"Luck: {plural(len(rolls), 'move')} of chance, {sign} 0 in all."
    return f"Luck: {plural(len(rolls), 'move')} of chance, {sign} {amount(luck)} in all for {side}."


def _notes(review: Review) -> list[str]:
    notes = []
    marks = [mark for move in review.moves for mark in move.marks]
    if any(mark.startswith(("missed win in", "loses in")) for mark in marks):
        notes.append("A win in 3 is one in 3 plies: single moves, both sides' counted.")
    if any(not (move.before.proven and move.after.proven) for move in review.moves):
        notes.append("~ is an estimate, as far as the search saw within the limits of a move.")
    if review.interrupted:
        left = len(review.record.actions) - len(review.moves)
        was = "was" if left == 1 else "were"
        notes.append(f"Stopped by Ctrl-C: {plural(left, 'move')} {was} not judged.")
    return notes


# --- data ---------------------------------------------------------------------------------------


def review_data(review: Review) -> dict[str, Any]:
    """The same as plain data, values from MAX's side."""
    game, first = review.game, review.first_change()
    return {
        "game": game.name,
        "start": game.format_state(review.record.start),
        "title": review.record.title,
        "moves": [_move_data(review, move) for move in review.moves],
        "first_change": None if first is None else first.number,
        "luck": plain(review.luck()),
        "notes": [*review.notes, *_notes(review)],
        "interrupted": review.interrupted,
    }


def _move_data(review: Review, move: ReviewedMove) -> dict[str, Any]:
    game = review.game
    return {
        "number": move.number,
        "player": PLAYERS[move.player],
        "position": game.format_state(move.state),
        "action": game.format_action(move.state, move.action),
        "before": _worth_data(move.before),
        "after": _worth_data(move.after),
        "loss": plain(move.loss),
        "loss_bound": None if move.loss is None else str(move.loss_bound),
        "luck": plain(move.luck),
        "best": None if move.best is None else game.format_action(move.state, move.best),
        "line": actions_of(game, move.state, move.line),
        "marks": list(move.marks),
        "changed": None if move.changed is None else list(move.changed),
    }


def _worth_data(value: Score) -> dict[str, Any]:
    return {"value": plain(value.value), "bound": str(value.bound), "proven": value.proven}
