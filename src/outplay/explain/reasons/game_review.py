"""A played game, move by move: what each move gave up, and where the result changed.

    >>> from outplay.explain.reasons.game_review import review
    >>> print(review(game, "4 4 3 3 2 5"))

The value before a move is that of the best move, the value after it that of the move played; what
lies between them is the loss. Chance's moves are no decisions: the difference is luck.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from typing import Any

from outplay.engine.engine import AnyEngine
from outplay.explain.reasons.analysis import Analysis, Budget, Progress, Score, engine_for
from outplay.explain.words import plural, score_text
from outplay.game import CHANCE, MAX, AnyGame
from outplay.records import Record, read_record
from outplay.result import AnyMove, Bound, Limit
from outplay.search.error_context import names_rules

SECONDS = 1.0
"""For each move, unless there is another limit."""

RESULTS = {1: "a win", 0: "a draw", -1: "a loss"}


@dataclass(frozen=True)
class ReviewedMove:
    """One move of the record."""

    number: int
    """From 1."""
    state: object = field(repr=False)
    action: object
    player: int
    """Who moved: MAX, MIN or CHANCE."""
    before: Score
    after: Score
    loss: float | None = None
    """What it cost its player, 0 or more; None for chance."""
    loss_bound: Bound = Bound.ESTIMATE
    luck: float | None = None
    """By how much a move of chance raised the value for MAX."""
    best: object = None
    """The best move there; None for chance."""
    line: tuple[object, ...] = ()
    """What would have been played with the best move."""
    marks: tuple[str, ...] = ()
    """`only move`, `missed win in 3`, `blunder: …`, `good`, `forced`."""
    changed: tuple[int, int] | None = None
    """Proven: the result before and after for the player, 1 won, 0 drawn, -1 lost; or, where
    values are points, who is ahead."""
    change: str = ""
    """The same in words: `from a win to a draw`, `from = +2 to = -4`."""

    @property
    def proven(self) -> bool:
        return self.before.proven and self.after.proven


@dataclass(frozen=True)
class Review:
    """All moves of a record that were reviewed."""

    record: Record
    moves: tuple[ReviewedMove, ...] = field(repr=False)
    notes: tuple[str, ...] = ()
    interrupted: bool = False

    @property
    def game(self) -> AnyGame:
        return self.record.game

    def first_change(self) -> ReviewedMove | None:
        """The first move that is proven to have changed the result."""
        return next((move for move in self.moves if move.changed is not None), None)

    def largest_loss(self, player: int) -> ReviewedMove | None:
        """The move that cost this side most; None if none cost anything."""
        own = [move for move in self.moves if move.player == player and move.loss]
        return max(own, key=lambda move: (move.loss or 0, -move.number), default=None)

    def luck(self) -> float:
        """Of all moves of chance together, for MAX."""
        return sum(move.luck or 0 for move in self.moves)

    def __str__(self) -> str:
        return self.text()

    def text(self, width: int = 80) -> str:
        from outplay.explain.reasons.review_text import review_text

        return review_text(self, width)

    def as_dict(self) -> dict[str, object]:
        from outplay.explain.reasons.review_text import review_data

        return review_data(self)


@names_rules
def review(
    game: AnyGame,
    record: str | Sequence[object] | Record,
    state: object = None,
    *,
    engine: AnyEngine | None = None,
    depth: int | None = None,
    time: float | None = None,
    nodes: int | None = None,
    exact: bool | None = None,
    progress: Callable[[ReviewedMove], None] | None = None,
    searching: Progress | None = None,
    **options: Any,
) -> Review:
    """Reviews every move of a record: actions, or their text, from `state` or the start.

    The limits are for each move: one second if there are none. `progress` is called with each move
    that was reviewed, `searching` during each search. Ctrl-C and the engine's `stop` end it, and
    the moves reviewed so far are returned (KeyboardInterrupt if none was). `options` are the
    engine's (`speed`, `memory` …; with a `solution` of the game all is exact at once).
    """
    budget = Budget(Limit(depth, time, nodes), exact, SECONDS)
    if isinstance(record, str):
        record = game.read_record(record, state)
    elif not isinstance(record, Record):
        record = read_record(game, record, state)
    game = record.game
    player = engine_for(game, engine, **options)
    moves: list[ReviewedMove] = []
    notes: list[str] = []
    history: list[object] = []
    s, interrupted = record.start, False
    for number, action in enumerate(record.actions, start=1):
        if game.is_terminal(s):
            notes.append(f"By these rules the game was over after {plural(number - 1, 'move')}.")
            break
        known = Analysis(game, s, player, copy(budget), exact, history, searching)
        try:
            known.played_move(action)
            interrupted = known.interrupted
        except KeyboardInterrupt:
            interrupted = True
        if interrupted:
            if not moves:
                raise KeyboardInterrupt
            break
        moves.append(_reviewed(known, action, number))
        if progress is not None:
            progress(moves[-1])
        history.append(s)
        s = game.result(s, action)
    return Review(record, tuple(moves), tuple(notes), interrupted)


def _reviewed(known: Analysis, action: object, number: int) -> ReviewedMove:
    before = known.score
    unknown = ReviewedMove(number, known.state, action, known.mover, before, before)
    move = known.find(action)
    if move is None:
        return unknown if known.mover == CHANCE else replace(unknown, marks=("not looked at",))
    after = Score(move.value, move.bound, move.proven)
    if known.mover == CHANCE:
        return replace(unknown, after=after, luck=after.value - before.value)
    best = known.moves[0]
    before = after if best is move else before
    loss, bound = _loss(known, before, after)
    changed, change = _changed(known, move)
    return replace(
        unknown,
        before=before,
        after=after,
        loss=loss,
        loss_bound=bound,
        best=best.action,
        line=best.line,
        marks=tuple(_marks(known, move, loss, change)),
        changed=changed,
        change=change,
    )


def _loss(known: Analysis, before: Score, after: Score) -> tuple[float, Bound]:
    """How much less the move is worth to its player than the best one, and what that number is."""
    loss = max(0, (before.value - after.value) * known.mover)
    upper = Bound.UPPER if known.mover == MAX else Bound.LOWER
    if before.proven and after.proven and before.bound is Bound.EXACT:
        if after.bound is Bound.EXACT:
            return loss, Bound.EXACT
        if after.bound is upper:
            return loss, Bound.LOWER
    return loss, Bound.ESTIMATE


def _marks(known: Analysis, move: AnyMove, loss: float, change: str) -> list[str]:
    if len(known.legal) == 1:
        return ["forced"]
    marks, best, verdict = [], known.moves[0], known.verdict()
    only = None if verdict not in (0, 1) else known.only_keeping(verdict)
    if only == move:
        marks.append("only move")
    elif only is not None and change:
        marks.append(f"the only move was {known.name(only)}")
    if verdict == 1 and known.win is not None and known.most(move) < known.win:
        marks.insert(0, f"missed win{_in_plies(best)}")
    if verdict is None and known.outcome(move) == -1:
        marks.append(f"loses{_in_plies(move)}")
    if change:
        marks.append(f"blunder: changed the result {change}")
    if not marks and loss == 0:
        marks.append("good")
    return marks


def _in_plies(move: AnyMove) -> str:
    return "" if move.distance is None else f" in {move.distance}"


def _changed(known: Analysis, move: AnyMove) -> tuple[tuple[int, int] | None, str]:
    """The result before and after for the mover, where both are proven and differ; in words too."""
    before, after, best = known.verdict(), known.outcome(move), known.moves[0]
    if known.win is None:
        sure = known.complete or (known.score.proven and known.settled(best))
        if sure and known.settled(move) and known.game.properties.deterministic:
            before, after = _sign(best.value * known.mover), _sign(move.value * known.mover)
    if before is None or after is None or before == after:
        return None, ""
    texts = score_text(best.value, best.bound), score_text(move.value, move.bound)
    if known.win is not None:
        texts = RESULTS[before], RESULTS[after]
    return (before, after), f"from {texts[0]} to {texts[1]}"


def _sign(value: float) -> int:
    return (value > 0) - (value < 0)
