"""The jobs `why` and `review`: what `explain` says about a position, a move, or a game."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from outplay.engine.engine import AnyEngine
from outplay.errors import IllegalAction, UsageError
from outplay.explain.reasons import explanation
from outplay.explain.reasons.game_review import Review, ReviewedMove
from outplay.explain.reasons.game_review import review as judge
from outplay.explain.reasons.review_text import summary
from outplay.explain.words import amount, ended, line_text, plural
from outplay.game import CHANCE, AnyGame
from outplay.lines import texts_along
from outplay.records import Record
from outplay.result import AnyResult
from outplay.web.jobs import Fields, Tell
from outplay.web.jobs.spots import asking, follow, is_over, stepped
from outplay.web.jobs.values import Scale, worth

if TYPE_CHECKING:
    from outplay.web.worker import JobContext

WHY_SECONDS = 6.0
"""Of searching for the reasons of one position, at most."""

MOVE_SECONDS, REVIEW_SECONDS = 2.0, 110.0
"""Of searching for each move of a review, and for all of them, at most."""

SPARE = 1.0
"""Seconds of a job's time that are kept for all that is not searching."""

MOST_LINES, MOST_PLIES = 12, 60
"""Lines of a sentence, and moves of a line, that are sent."""

MISTAKE, BLUNDER = 2.0, 4.0
"""Steps that an estimated loss has at least to be called so; a step is what one move changes in
the estimate on average, as for the levels."""


def explain(context: JobContext, args: Fields, tell: Tell) -> dict[str, object]:
    """Sentences about the position of a spot, or about a move there, with lines to play through."""
    trail = follow(context, args)
    game, state = trail.game, trail.state
    text, action = args.get("move"), None
    if text is not None:
        if is_over(game, state):
            raise IllegalAction("The game is over; there is no move to explain.")
        action = stepped(trail, text).actions[-1]
    engine = context.engine(game)
    told = explanation.explain(
        game,
        state,
        action,
        engine=engine,
        history=trail.history,
        time=max(0.1, min(WHY_SECONDS, context.seconds - SPARE)),
        progress=_watching(context, engine, tell),
    )
    return {
        "title": told.headline,
        "sentences": [
            {"kind": reason.kind, "text": reason.text, "lines": _lines(game, state, reason.lines)}
            for reason in told.reasons
        ],
        "notes": list(told.notes),
    }


def review(context: JobContext, args: Fields, tell: Tell) -> dict[str, object]:
    """Judges the moves of a spot one by one; tells each ply, answers with what it comes to."""
    trail = follow(context, args)
    game, actions = trail.game, trail.actions
    if not actions:
        raise UsageError("There are no moves to review yet.")
    record = Record(game, trail.states[0], actions)
    engine = context.engine(game)
    with asking(game, "evaluate"):
        teller = Teller(game, context.cached(game).step)
    seconds = min(MOVE_SECONDS, min(REVIEW_SECONDS, context.seconds - SPARE) / len(actions))
    judged: list[ReviewedMove] = []
    tell({"state": "thinking", "done": 0, "of": len(actions)})

    def found(move: ReviewedMove) -> None:
        if not judged:
            start = {"state": "ply", "ply": 0, "move": None, "mark": "", "text": ""}
            tell({**start, **worth(move.before, teller.scale)})
        judged.append(move)
        tell(teller.ply(move))
        tell({"state": "thinking", "done": move.number, "of": len(actions)})
        if context.stopped or context.seconds < seconds + SPARE:
            raise _Enough

    notes: tuple[str, ...] = ()
    with contextlib.suppress(_Enough, KeyboardInterrupt):
        notes = judge(
            game,
            record,
            engine=engine,
            time=max(0.02, seconds),
            progress=found,
            searching=_watching(context, engine),
        ).notes
    left = len(actions) - len(judged)
    if left and not notes:
        was = "was" if left == 1 else "were"
        notes = (f"Time ran out: {plural(left, 'move')} {was} not judged.",)
    done = Review(record, tuple(judged), notes)
    marks = [(move, teller.mark(move)) for move in judged]
    return {
        "state": "done",
        "text": summary(done) if judged else list(notes),
        "mistakes": [{"ply": move.number, "mark": mark} for move, mark in marks if "?" in mark],
        "judged": len(judged),
    }


class Teller:
    """Says of each move of a review what it was worth, and what to call it.

    `??` gives away the result, `?` costs something, `!` was the only move. Where nothing is
    proven, it goes by the loss, in steps of the game's estimate.
    """

    def __init__(self, game: AnyGame, step: float) -> None:
        self.game, self.step, self.scale = game, step, Scale(game, step)

    def mark(self, move: ReviewedMove) -> str:
        """`??`, `?`, `!` or nothing."""
        if move.changed is not None or any(m.startswith("missed win") for m in move.marks):
            return "??"
        steps = (move.loss or 0) / self.step if self.step > 0 else 0.0
        if steps >= BLUNDER:
            return "??"
        if steps >= MISTAKE or any(m.startswith("loses") for m in move.marks):
            return "?"
        return "!" if "only move" in move.marks else ""

    def ply(self, move: ReviewedMove) -> dict[str, object]:
        """One move as the page shows it."""
        worse = bool(move.loss) and move.best is not None and move.best != move.action
        line = move.line[:MOST_PLIES] if worse else ()
        return {
            "state": "ply",
            "ply": move.number,
            "move": self.game.format_action(move.state, move.action),
            "player": move.player,
            **worth(move.after, self.scale),
            "mark": self.mark(move),
            "text": self._told(move, worse=worse),
            "better": texts_along(self.game, move.state, line),
        }

    def _told(self, move: ReviewedMove, *, worse: bool) -> str:
        """What it cost, what the review calls it, what was better."""
        game = self.game
        values = f"{move.before} before, {move.after} after, for {game.player_names[0]}"
        if move.player == CHANCE:
            return f"Chance: {values}."
        parts = list(move.marks)
        if move.loss:
            cost = f"{move.loss_bound.sign} {amount(move.loss)}"
            parts.append(f"it cost {game.player_name(move.player)} {cost}")
        parts.append(values)
        text = f"{'; '.join(parts)}."
        if worse:
            text += ended(f" Better: {line_text(game, move.state, move.line)}")
        return text[0].upper() + text[1:]


class _Enough(Exception):
    """Time is up, or nobody waits for the rest."""


# --- parts --------------------------------------------------------------------------------------


def _watching(
    context: JobContext, engine: AnyEngine, tell: Tell | None = None
) -> Callable[[AnyResult], None]:
    """Called while a search runs: a stop that came between two searches ends the second one."""

    def found(result: AnyResult) -> None:
        if context.stopped:
            engine.stop()
        elif tell is not None:
            tell({"state": "thinking", "depth": result.depth})

    return found


def _lines(game: AnyGame, state: object, lines: Sequence[Sequence[Any]]) -> list[list[str]]:
    return [texts_along(game, state, line[:MOST_PLIES]) for line in lines[:MOST_LINES] if line]
