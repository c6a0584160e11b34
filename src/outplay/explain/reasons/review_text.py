"""A review as a table with a summary for each side, and as plain data."""

from __future__ import annotations

from outplay.explain import words
from outplay.explain.reasons.game_review import Review, ReviewedMove
from outplay.game import CHANCE, MAX, MIN
from outplay.lines import texts_along
from outplay.result import Bound
from outplay.wording import NOISE, columns

LEAST_ROOM = 30
"""Columns that the marks need to stand beside the table."""

HEAD = ("", "side", "move", "before", "after", "loss", "best", "")


def review_text(review: Review, width: int = 80) -> str:
    """The table, then what it comes to."""
    game = review.game
    title = f": {review.record.title}" if review.record.title else ""
    head = (
        f"{game.name}, {words.plural(len(review.moves), 'move')}{title}. Values are for"
        f" {game.player_names[0]}; the loss is what a move cost its side."
    )
    rows = [HEAD, *(_row(review, move) for move in review.moves)]
    table = columns([row[:-1] for row in rows], left=(1, 2, 6))
    lines = [_beside(f"{line}  ", row[-1], width) for line, row in zip(table, rows, strict=True)]
    sentences = [words.wrapped_text(text, width) for text in summary(review)]
    return "\n".join([words.wrapped_text(head, width), *lines, *sentences])


def summary(review: Review) -> list[str]:
    """What it comes to, in sentences: the turning point, each side, luck, how to read it."""
    sentences = [_turning_point(review), *(_of_side(review, side) for side in (MAX, MIN))]
    if any(move.player == CHANCE for move in review.moves):
        sentences.append(_of_luck(review))
    return [text for text in [*sentences, *review.notes, *_notes(review)] if text]


def _beside(left: str, text: str, width: int) -> str:
    """The last column, wrapped where it stands, or below where there is no room."""
    room = width - len(left)
    if len(text) <= room or not text:
        return (left + text).rstrip()
    if room < LEAST_ROOM:
        return f"{left.rstrip()}\n{words.wrapped_text(text, width, '    ')}"
    return left + words.wrapped_text(text, room).replace("\n", "\n" + " " * len(left))


def _row(review: Review, move: ReviewedMove) -> tuple[str, ...]:
    game = review.game
    loss = "" if move.loss is None else f"{move.loss_bound.sign} {words.amount(move.loss)}"
    better = move.best is not None and move.loss
    marks = "; ".join(move.marks)
    if move.luck is not None:
        marks = f"luck {_sign(move.proven)} {words.value_text(move.luck)}"
    played = (game.player_name(move.player), game.format_action(move.state, move.action))
    scores = (str(move.before), str(move.after), loss)
    best = game.format_action(move.state, move.best) if better else ""
    return str(move.number), *played, *scores, best, marks


def _sign(proven: bool) -> str:
    return (Bound.EXACT if proven else Bound.ESTIMATE).sign


def _turning_point(review: Review) -> str:
    game, first = review.game, review.first_change()
    if first is not None:
        name, who = game.format_action(first.state, first.action), game.player_name(first.player)
        line = words.line_text(game, first.state, first.line)
        side = game.player_names[0] if "=" in first.change else who
        return words.ended(
            f"The first move that changed the result was move {first.number}, {name} by {who}:"
            f" {first.change} for {side}. Better: {line}"
        )
    if not review.game.properties.deterministic:
        return ""  # no move alone decides a game of chance
    if all(move.proven for move in review.moves):
        return "No move changed the result."
    return "No move is proven to have changed the result."


def _of_side(review: Review, player: int) -> str:
    """X: 4 moves, 2 good, 1 only move found, 1 blunder; lost = 2 in all, most with move 5 (c2)."""
    game = review.game
    own = [move for move in review.moves if move.player == player]
    if not own:
        return ""
    parts = [words.plural(len(own), "move")]
    for start, one, many in (
        ("good", "good", "good"),
        ("only move", "only move found", "only moves found"),
        ("forced", "forced", "forced"),
        ("missed win", "missed win", "missed wins"),
        ("blunder", "blunder", "blunders"),
    ):
        starts = (f"{start} in", f"{start}:")
        count = sum(any(m == start or m.startswith(starts) for m in move.marks) for move in own)
        if count:
            parts.append(words.plural(count, one, many))
    text = f"{game.player_name(player)}: {', '.join(parts)}"
    worst = review.largest_loss(player)
    if worst is None:
        return f"{text}; nothing was lost." if all(m.loss is not None for m in own) else f"{text}."
    total = sum(move.loss or 0 for move in own)
    exact = all(move.loss_bound is Bound.EXACT for move in own)
    name, loss = game.format_action(worst.state, worst.action), words.amount(worst.loss or 0)
    return (
        f"{text}; {_sign(exact)} {words.amount(total)} lost in all, most with move {worst.number},"
        f" {name} ({worst.loss_bound.sign} {loss})."
    )


def _of_luck(review: Review) -> str:
    luck = review.luck()
    rolls = [move for move in review.moves if move.player == CHANCE]
    sign = _sign(all(roll.proven for roll in rolls))
    head = f"Luck: {words.plural(len(rolls), 'move')} of chance, {sign}"
    if abs(luck) < NOISE:
        return f"{head} 0 in all."
    lucky = review.game.player_name(MAX if luck > 0 else MIN)
    return f"{head} {words.amount(luck)} in all for {lucky}."


def _notes(review: Review) -> list[str]:
    notes = []
    marks = [mark for move in review.moves for mark in move.marks]
    if any(mark.startswith(("missed win in", "loses in")) for mark in marks):
        notes.append("A win in 3 is one in 3 plies: single moves of either side.")
    if not all(move.proven for move in review.moves):
        notes.append("~ is an estimate: the search saw no further within the limits of a move.")
    if review.interrupted:
        left = len(review.record.actions) - len(review.moves)
        was = "was" if left == 1 else "were"
        notes.append(f"Stopped by Ctrl-C: {words.plural(left, 'move')} {was} not reviewed.")
    return notes


def review_data(review: Review) -> dict[str, object]:
    """The same as plain data, values from MAX's side."""
    game, first = review.game, review.first_change()
    return {
        "game": game.name,
        "start": game.format_state(review.record.start),
        "title": review.record.title,
        "moves": [_move_data(review, move) for move in review.moves],
        "first_change": None if first is None else first.number,
        "luck": words.plain(review.luck()),
        "notes": [*review.notes, *_notes(review)],
        "interrupted": review.interrupted,
    }


def _move_data(review: Review, move: ReviewedMove) -> dict[str, object]:
    game = review.game
    return {
        "number": move.number,
        "player": words.PLAYERS[move.player],
        "position": game.format_state(move.state),
        "action": game.format_action(move.state, move.action),
        "before": move.before.as_dict(),
        "after": move.after.as_dict(),
        "loss": words.plain(move.loss),
        "loss_bound": None if move.loss is None else str(move.loss_bound),
        "luck": words.plain(move.luck),
        "best": None if move.best is None else game.format_action(move.state, move.best),
        "line": texts_along(game, move.state, move.line),
        "marks": list(move.marks),
        "changed": None if move.changed is None else list(move.changed),
    }
