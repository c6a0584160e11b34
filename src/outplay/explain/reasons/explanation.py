"""Why a move is good or bad: sentences, each backed by lines that can be played through.

    >>> from outplay.explain.reasons.explanation import explain
    >>> print(explain(game, state))              # what is best here, and why
    >>> print(explain(game, state, action))      # what this move does

What the engine can prove within the limits is said as a fact; everything else is an estimate and
says so: `~`, "as far as depth 12 sees". Values are from MAX's side, and the sentence says whose
side that is by its name.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from outplay.arena.playing import ending_text
from outplay.copies import protected
from outplay.engine.engine import AnyEngine
from outplay.errors import UsageError
from outplay.explain import words
from outplay.explain.reasons.analysis import Analysis, Budget, Progress, Score, engine_for
from outplay.explain.words import PLIES, ended, line_text
from outplay.game import CHANCE, AnyGame
from outplay.lines import texts_along
from outplay.records import check_legal
from outplay.result import AnyMove, Bound, Limit
from outplay.search.error_context import check_game, names_rules, refuse_nonsense, start_of

WIDTH = 80

Line = tuple[object, ...]


@dataclass(frozen=True)
class Reason:
    """One sentence, and what supports it."""

    kind: str
    """`wins`, `misses`, `draw`, `loses`, `best`, `cut`, `features` …"""
    text: str
    lines: tuple[Line, ...] = ()
    """The lines that back it, as actions from the position that is explained."""
    value: float | None = None
    """From MAX's side."""
    bound: Bound | None = None
    proven: bool = False
    distance: int | None = None
    """Plies to the end of the game, where the sentence names them."""
    data: Mapping[str, object] = field(default_factory=dict, repr=False)
    """What else the sentence says, as plain data."""

    @staticmethod
    def of(
        kind: str, text: str, move: AnyMove, others: Iterable[AnyMove] = (), **data: object
    ) -> Reason:
        """One about a move, backed by its line and those of `others`."""
        lines = (move.line, *(other.line for other in others))
        return Reason(kind, text, lines, move.value, move.bound, move.proven, move.distance, data)

    def as_dict(self, game: AnyGame, state: object) -> dict[str, object]:
        """Plain data, its lines in the game's notation."""
        return {
            "kind": self.kind,
            "text": self.text,
            "value": words.plain(self.value),
            "bound": None if self.bound is None else str(self.bound),
            "proven": self.proven,
            "distance": self.distance,
            "lines": [texts_along(game, state, line) for line in self.lines],
            **self.data,
        }


@dataclass(frozen=True)
class Explanation:
    """What there is to say about a position or a move."""

    game: AnyGame = field(repr=False)
    state: object = field(repr=False)
    action: object
    """The move that is explained; None if the position is."""
    headline: str
    reasons: tuple[Reason, ...]
    notes: tuple[str, ...]
    """How to read it: plies, the convention, what was left out."""
    value: float
    bound: Bound
    proven: bool
    depth: int
    stopped_by: str

    def __str__(self) -> str:
        return self.text()

    def text(self, width: int = WIDTH) -> str:
        """The sentences, one paragraph each, within `width`."""
        paragraphs = [(self.headline, ""), *((reason.text, "- ") for reason in self.reasons)]
        paragraphs += [(note, "") for note in self.notes]
        return "\n".join(words.wrapped_text(text, width, bullet) for text, bullet in paragraphs)

    def as_dict(self) -> dict[str, object]:
        """Plain data: the same as the text says, with whole lines in the game's notation."""
        game, state = self.game, self.state
        over = bool(game.is_terminal(state))
        return {
            "game": game.name,
            "position": game.format_state(state),
            "to_move": None if over else words.PLAYERS[game.to_move(state)],
            "action": None if self.action is None else game.format_action(state, self.action),
            **Score(self.value, self.bound, self.proven).as_dict(),
            "depth": self.depth,
            "stopped_by": self.stopped_by,
            "headline": self.headline,
            "reasons": [reason.as_dict(game, state) for reason in self.reasons],
            "notes": list(self.notes),
        }


@names_rules
def explain(
    game: AnyGame,
    state: object = None,
    action: object = None,
    *,
    than: object = None,
    engine: AnyEngine | None = None,
    depth: int | None = None,
    time: float | None = None,
    nodes: int | None = None,
    exact: bool | None = None,
    history: Sequence[object] = (),
    progress: Progress | None = None,
    algorithm: str = "engine",
    **options: Any,
) -> Explanation:
    """Why is this the best move here, or what does `action` do (rather than `than`)?

    The limits are for all searches together: three seconds if there are none. `exact=True` proves
    the value of every move, however long it takes; `exact=False` is content with estimates. With
    `algorithm="alphabeta"` it says why the textbook's search skipped what it skipped; `options`
    are then those of `outplay.explain.trace.trace` (`preset`, `strict` …), otherwise the engine's
    (`speed`, `memory` …; with a `solution` of the game all is exact at once). Ctrl-C, or the
    engine's `stop`, answers with what is known by then.
    """
    check_game(game, "explain")
    state = start_of(game) if state is None else state
    game = protected(game, state, always=True)
    found = refuse_nonsense(game, state)
    if algorithm == "alphabeta":
        if action is not None or than is not None or exact or engine is not None:
            raise UsageError(
                'algorithm="alphabeta" explains the cuts of one search: leave out the move,'
                " `than`, `exact` and `engine`."
            )
        from outplay.explain.reasons.cuts import explain_cuts

        return explain_cuts(game, state, depth=depth, time=time, nodes=nodes, **options)
    if algorithm != "engine":
        raise UsageError(f"algorithm must be engine or alphabeta, not {algorithm!r}.")
    if than is not None and action is None:
        raise UsageError("`than` is the move that `action` is compared with: give both.")
    named = [move for move in (action, than) if move is not None]
    for move in named:
        check_legal(game, state, move)
    budget = Budget(Limit(depth, time, nodes), exact)
    if found.over:
        headline = f"{game.name}: the game is over, {ending_text(game, [state])}."
        value = game.utility(state)
        return Explanation(game, state, None, headline, (), (), value, Bound.EXACT, True, 0, "end")
    player = engine_for(game, engine, **options)
    here = ExplainedPosition(game, state, player, budget, exact, history, progress)
    here.all_moves()
    if here.mover != CHANCE:
        for move in named:
            here.one_move(move)
    return here.explanation(action, _reasons(here, action, than))


class ExplainedPosition(Analysis):
    """One position to be explained: what is known of it, how it is worded, and its replies."""

    @property
    def who(self) -> str:
        """Who moves."""
        return self.game.player_name(self.mover)

    @property
    def side(self) -> str:
        """From whose side values are."""
        return self.game.player_names[0]

    def names(self, moves: Iterable[AnyMove]) -> list[str]:
        return [self.name(move) for move in moves]

    def line(self, move: AnyMove) -> str:
        return line_text(self.game, self.state, move.line)

    def play(self, move: AnyMove) -> str:
        """How the game goes on with it: ` (c2 b2 …)`; nothing if no line is known."""
        return f" ({self.line(move)})" if len(move.line) > 1 else ""

    def play_sentence(self, move: AnyMove, head: str = "Best play") -> str:
        """The same as a sentence of its own."""
        return ended(f" {head}: {self.line(move)}") if len(move.line) > 1 else ""

    def plies(self, move: AnyMove, before: str = "") -> str:
        """` in 5 plies`, ` within 5 plies` if it may be sooner; empty if nobody knows."""
        if move.distance is None:
            return ""
        word = "in" if move.action in self.soonest else "within"
        return f"{before} {word} {words.plies(move.distance)}"

    def replies(self, action: object, plies: int) -> Analysis | None:
        """What is known of all replies to `action`; None after Ctrl-C.

        `plies` is how far to look where an exact search could go on for ever.
        """
        if self.interrupted:
            return None
        below = self.after(action)
        try:
            below.each_move(0.8, plies)
        except KeyboardInterrupt:
            self.interrupted = True
            return None
        self.interrupted = below.interrupted
        return below

    def explanation(self, action: object, reasons: list[Reason]) -> Explanation:
        game, score, depth = self.game, self.score, self.depth
        how = "proven" if score.proven else f"estimated, depth {depth}"
        notes = []
        if any(re.search(r"\bpl(y|ies)\b", reason.text) for reason in reasons):
            notes.append(PLIES)
        if self.interrupted:
            notes.append("Stopped by Ctrl-C: this is what was known by then.")
        headline = f"{game.name}, {self.who} to move: value {score} for {self.side} ({how})."
        texts = headline, tuple(reasons), tuple(notes)
        return Explanation(game, self.state, action, *texts, *score, depth, self.stopped_by)


def _reasons(here: ExplainedPosition, action: object, than: object) -> list[Reason]:
    from outplay.explain.reasons import values, wins

    if here.mover == CHANCE:
        return values.of_chance(here, action)
    if not here.moves:
        return values.unsearched(here)
    if than is not None:
        return values.compared(here, action, than)
    decided = here.win is not None
    if action is None:
        return (wins.of_position(here) if decided else []) or values.of_position(here)
    return (wins.of_move(here, action) if decided else []) or values.of_move(here, action)
