"""A game that was played, move by move: what each move gave up, and where the result changed.

    >>> from outplay.explain.reasons.game_review import review
    >>> print(review(game, "4 4 3 3 2 5"))

The value before a move is that of the best move, the value after it that of the move played; what
lies between them is the loss. Chance's moves are no decisions: the difference is luck.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from outplay.engine.engine import Engine
from outplay.errors import UsageError
from outplay.explain.reasons.analysis import Analyser, Analysis, Budget, Progress, engine_for
from outplay.explain.reasons.phrases import worth
from outplay.explain.words import plural
from outplay.game import CHANCE, MAX, AnyGame
from outplay.records import Record, read_record
from outplay.result import Bound, Move
from outplay.search.trouble import names_rules

SECONDS = 1.0
"""For each move, unless there is another limit."""

RESULTS = {1: "a win", 0: "a draw", -1: "a loss"}


@dataclass(frozen=True)
class Score:
    """A value from MAX's side, and what it is."""

    value: float
    bound: Bound
    proven: bool

    def __str__(self) -> str:
        return worth(self.value, self.bound)


@dataclass(frozen=True)
class ReviewedMove:
    """One move of the record."""

    number: int
    """From 1."""
    state: Any = field(repr=False)
    action: Any
    player: int
    """Who moved: MAX, MIN or CHANCE."""
    before: Score
    after: Score
    loss: float | None
    """What it cost its player, from 0 up; None for chance."""
    loss_bound: Bound
    luck: float | None
    """Of a move of chance: by how much the value rose for MAX."""
    best: Any
    """The best move there; None for chance."""
    line: tuple[Any, ...]
    """What would have been played with the best move."""
    marks: tuple[str, ...]
    """`only move`, `missed win in 3`, `blunder: …`, `good`, `forced`."""
    changed: tuple[int, int] | None = None
    """Proven: the result before and after for the player, 1 won, 0 drawn, -1 lost; or, where
    values are points, who is ahead."""
    change: str = ""
    """The same in words: `from a win to a draw`, `from = +2 to = -4`."""


@dataclass(frozen=True)
class Review:
    """All moves of a record that were judged."""

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
        from outplay.explain.reasons.review_text import review_text

        return review_text(self)

    def text(self, width: int = 80) -> str:
        from outplay.explain.reasons.review_text import review_text

        return review_text(self, width)

    def as_dict(self) -> dict[str, Any]:
        from outplay.explain.reasons.review_text import review_data

        return review_data(self)


@names_rules
def review(
    game: AnyGame,
    record: str | Sequence[Any] | Record,
    state: Any = None,
    *,
    engine: Engine | None = None,
    depth: int | None = None,
    time: float | None = None,
    nodes: int | None = None,
    exact: bool | None = None,
    progress: Callable[[ReviewedMove], None] | None = None,
    searching: Progress | None = None,
    **options: Any,
) -> Review:
    """Judges every move of a record: actions, or their text, from `state` or the start.

    The limits are for each move: one second if there are none. `progress` is called with each move
    that was judged, `searching` while one is. Ctrl-C and the engine's `stop` end it, and the moves
    judged so far are answered (KeyboardInterrupt if none was). `options` are the engine's
    (`speed`, `memory` …).
    """
    if exact and depth is not None:
        raise UsageError("An exact search goes to the end of the game: leave out the depth.")
    if isinstance(record, str):
        record = game.read_record(record, state)
    elif not isinstance(record, Record):
        record = read_record(game, record, state)
    game = record.game
    player = engine_for(game, engine, **options)
    judged: list[ReviewedMove] = []
    notes: list[str] = []
    history: list[Any] = []
    s, interrupted = record.start, False
    if depth is None and time is None and nodes is None and not exact:
        time = SECONDS
    for number, action in enumerate(record.actions, start=1):
        if game.is_terminal(s):
            notes.append(f"By these rules the game was over after {plural(number - 1, 'move')}.")
            break
        asking = Analyser(
            game, s, player, Budget(depth, time, nodes, exact=exact), exact=exact, history=history,
            progress=searching,
        )  # fmt: skip
        try:
            asking.played(action)
            interrupted = asking.interrupted
        except KeyboardInterrupt:
            interrupted = True
        if interrupted:
            if not judged:
                raise KeyboardInterrupt
            break
        judged.append(_judge(asking.known(), action, number))
        if progress is not None:
            progress(judged[-1])
        history.append(s)
        s = game.result(s, action)
    return Review(record, tuple(judged), tuple(notes), interrupted)


# --- judging ------------------------------------------------------------------------------------


def _judge(known: Analysis, action: Any, number: int) -> ReviewedMove:
    move = known.find(action)
    if known.mover == CHANCE:
        return _judge_chance(known, move, action, number)
    before = Score(known.value, known.bound, known.proven)
    best = known.moves[0] if known.moves else None
    if move is None or best is None:
        return ReviewedMove(
            number, known.state, action, known.mover, before, before, None, Bound.ESTIMATE, None,
            None, (), ("not looked at",),
        )  # fmt: skip
    after = Score(move.value, move.bound, move.proven)
    if best is move:
        before = after
    loss, bound = _loss(known, before, after)
    changed = _changed(known, move)
    change = "" if changed is None else _said(known, changed, best, move)
    return ReviewedMove(
        number, known.state, action, known.mover, before, after, loss, bound, None, best.action,
        best.line, tuple(_marks(known, move, best, loss, change)), changed, change,
    )  # fmt: skip


def _judge_chance(known: Analysis, move: Move | None, action: Any, number: int) -> ReviewedMove:
    before = Score(known.value, known.bound, known.proven)
    after = before if move is None else Score(move.value, move.bound, move.proven)
    luck = None if move is None else after.value - before.value
    return ReviewedMove(
        number, known.state, action, CHANCE, before, after, None, Bound.ESTIMATE, luck, None, (),
        (),
    )  # fmt: skip


def _loss(known: Analysis, before: Score, after: Score) -> tuple[float, Bound]:
    """How much less the move is worth to its player than the best one, and what that number is."""
    loss = max(0, (before.value - after.value) * known.mover)
    exact = (Bound.EXACT, Bound.EXACT)
    if before.proven and after.proven:
        if (before.bound, after.bound) == exact:
            return loss, Bound.EXACT
        upper = Bound.UPPER if known.mover == MAX else Bound.LOWER
        if before.bound is Bound.EXACT and after.bound is upper:
            return loss, Bound.LOWER
    return loss, Bound.ESTIMATE


def _marks(known: Analysis, move: Move, best: Move, loss: float, change: str) -> list[str]:
    if len(known.legal) == 1:
        return ["forced"]
    marks = []
    verdict = known.verdict()
    if verdict in (0, 1) and known.is_known_who_keeps(verdict):
        keeping = known.keeping(verdict)
        if keeping == [move]:
            marks.append("only move")
        elif len(keeping) == 1 and change:
            marks.append(f"the only move was {known.text(keeping[0].action)}")
    if verdict == 1 and known.win is not None and known.most(move) < known.win:
        plies = "" if best.distance is None else f" in {best.distance}"
        marks.insert(0, f"missed win{plies}")
    if verdict is None and known.outcome(move) == -1:
        plies = "" if move.distance is None else f" in {move.distance}"
        marks.append(f"loses{plies}")
    if change:
        marks.append(f"blunder: changed the result {change}")
    if not marks and loss == 0:
        marks.append("good")
    return marks


def _said(known: Analysis, changed: tuple[int, int], best: Move, move: Move) -> str:
    if known.win is not None:
        return f"from {RESULTS[changed[0]]} to {RESULTS[changed[1]]}"
    return f"from {worth(best.value, best.bound)} to {worth(move.value, move.bound)}"


def _changed(known: Analysis, move: Move) -> tuple[int, int] | None:
    """The result before and after for the mover, where both are proven and differ."""
    if known.win is not None:
        before, after = known.verdict(), known.outcome(move)
    else:
        best = known.moves[0]
        if not (known.complete or (known.proven and known.settled(best))):
            return None
        if not known.settled(move) or not known.game.properties.deterministic:
            return None
        before, after = _sign(best.value * known.mover), _sign(move.value * known.mover)
    if before is None or after is None or before == after:
        return None
    return before, after


def _sign(value: float) -> int:
    return (value > 0) - (value < 0)
