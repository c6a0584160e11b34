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
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from outplay.arena.course import words_of_ending
from outplay.copies import handed
from outplay.engine.engine import Engine
from outplay.errors import UsageError
from outplay.explain.reasons.analysis import (
    Analyser,
    Analysis,
    Budget,
    Progress,
    engine_for,
)
from outplay.explain.reasons.phrases import PLIES, worth, wrapped
from outplay.explain.words import PLAYERS, actions_of, plain
from outplay.game import CHANCE, AnyGame
from outplay.records import check_legal
from outplay.result import Bound
from outplay.search.trouble import check_game, names_rules, refuse_nonsense, start_of

WIDTH = 80


@dataclass(frozen=True)
class Reason:
    """One sentence, and what it leans on."""

    kind: str
    """`wins`, `misses`, `draw`, `loses`, `best`, `cut`, `features` …"""
    text: str
    lines: tuple[tuple[Any, ...], ...] = ()
    """The lines that back it, as actions from the position that is explained."""
    value: float | None = None
    """From MAX's side."""
    bound: Bound | None = None
    proven: bool = False
    distance: int | None = None
    """Plies to the end of the game, where the sentence names them."""
    data: dict[str, Any] = field(default_factory=dict, repr=False)
    """What else the sentence says, as plain data."""


@dataclass(frozen=True)
class Explanation:
    """What is to be said about a position or a move."""

    game: AnyGame = field(repr=False)
    state: Any = field(repr=False)
    action: Any
    """The move that was asked about; None if the position was."""
    headline: str
    reasons: tuple[Reason, ...]
    notes: tuple[str, ...]
    """How to read it: plies, the convention, what was left out."""
    value: float
    bound: Bound
    proven: bool
    depth: int
    stopped_by: str
    known: Analysis | None = field(default=None, repr=False)
    """What the engine found; None where a textbook's search was explained."""

    def __str__(self) -> str:
        return self.text()

    def text(self, width: int = WIDTH) -> str:
        """The sentences, one paragraph each, within `width`."""
        told = [wrapped(self.headline, width, "")]
        told += [wrapped(reason.text, width) for reason in self.reasons]
        told += [wrapped(note, width, "") for note in self.notes]
        return "\n".join(told)

    def as_dict(self) -> dict[str, Any]:
        """Plain data: the same as the text says, with whole lines in the game's notation."""
        game, state = self.game, self.state
        over = bool(game.is_terminal(state))
        return {
            "game": game.name,
            "position": game.format_state(state),
            "to_move": None if over else PLAYERS[game.to_move(state)],
            "action": None if self.action is None else game.format_action(state, self.action),
            "value": plain(self.value),
            "bound": str(self.bound),
            "proven": self.proven,
            "depth": self.depth,
            "stopped_by": self.stopped_by,
            "headline": self.headline,
            "reasons": [reason_data(game, state, reason) for reason in self.reasons],
            "notes": list(self.notes),
        }


@names_rules
def explain(
    game: AnyGame,
    state: Any = None,
    action: Any = None,
    *,
    than: Any = None,
    engine: Engine | None = None,
    depth: int | None = None,
    time: float | None = None,
    nodes: int | None = None,
    exact: bool | None = None,
    history: Sequence[Any] = (),
    progress: Progress | None = None,
    algorithm: str = "engine",
    **options: Any,
) -> Explanation:
    """Why is this the best move here, or what does `action` do (rather than `than`)?

    The limits are for all searches together: three seconds if there are none. `exact=True` proves
    the value of every move, however long it takes; `exact=False` is content with estimates. With
    `algorithm="alphabeta"` it tells why the textbook's search skipped what it skipped; `options`
    are then those of `outplay.explain.trace.trace` (`preset`, `strict` …), otherwise the engine's
    (`speed`, `memory` …). Ctrl-C, or the engine's `stop`, answers with what is known by then.
    """
    check_game(game, "explain")
    state = start_of(game) if state is None else state
    game = handed(game, state, always=True)
    found = refuse_nonsense(game, state)
    if algorithm == "alphabeta":
        if action is not None or than is not None or exact or engine is not None:
            raise UsageError(
                'algorithm="alphabeta" explains the cuts of one search: leave out the move,'
                " `than`, `exact` and `engine`."
            )
        from outplay.explain.reasons.cuts import explain_cuts

        limits = (("depth", depth), ("time", time), ("nodes", nodes))
        options.update({name: value for name, value in limits if value is not None})
        return explain_cuts(game, state, **options)
    if algorithm != "engine":
        raise UsageError(f"algorithm must be engine or alphabeta, not {algorithm!r}.")
    if than is not None and action is None:
        raise UsageError("`than` is the move that `action` is compared with: give both.")
    for asked in (action, than):
        if asked is not None:
            check_legal(game, state, asked)
    if exact and depth is not None:
        raise UsageError("An exact search goes to the end of the game: leave out the depth.")
    budget = Budget(depth, time, nodes, exact=exact)
    if found.over:
        return _over(game, state)
    asking = Analyser(
        game, state, engine_for(game, engine, **options), budget, exact=exact, history=history,
        progress=progress,
    )  # fmt: skip
    asking.all()
    if found.mover != CHANCE:
        for asked in (action, than):
            if asked is not None:
                asking.one(asked)
    case = ExplainedPosition(asking)
    return _explanation(case, action, _reasons(case, action, than))


class ExplainedPosition:
    """One position to be explained: what is known, and a way to ask for replies."""

    def __init__(self, asking: Analyser) -> None:
        self._asking = asking
        self.known = asking.known()
        self.game, self.state = asking.game, asking.state
        self.mover = self.known.mover
        self.who = self.game.player_name(self.mover)
        """Who moves."""
        self.side = self.game.player_names[0]
        """From whose side values are."""

    def replies(self, action: Any, plies: int) -> Analysis | None:
        """What is known of all replies to `action`; None after Ctrl-C.

        `plies` is how far to look where an exact search could go on for ever.
        """
        asking = self._asking
        if asking.interrupted:
            return None
        after = self.game.result(self.state, action)
        history = (*asking.history, self.state)
        exact = True if not self.game.properties.may_cycle else None
        below = Analyser(
            self.game, after, asking.engine, asking.budget, exact=exact, history=history,
            progress=asking.progress,
        )  # fmt: skip
        try:
            below.every(0.8, plies)
        except KeyboardInterrupt:
            asking.interrupted = True
            return None
        asking.interrupted = below.interrupted
        return below.known()


def _reasons(case: ExplainedPosition, action: Any, than: Any) -> list[Reason]:
    from outplay.explain.reasons import values, wins

    known = case.known
    if known.mover == CHANCE:
        return values.of_chance(case, action)
    if not known.moves:
        return values.unsearched(case)
    if than is not None:
        return values.compared(case, action, than)
    if action is None:
        told = wins.of_position(case) if known.win is not None else None
        return told or values.of_position(case)
    told = wins.of_move(case, action) if known.win is not None else None
    return told or values.of_move(case, action)


def _explanation(case: ExplainedPosition, action: Any, reasons: list[Reason]) -> Explanation:
    known, game = case.known, case.game
    how = "proven" if known.proven else f"estimated, depth {known.depth}"
    turn = "chance" if known.mover == CHANCE else case.who
    headline = (
        f"{game.name}, {turn} to move: value {worth(known.value, known.bound)} for"
        f" {case.side} ({how})."
    )
    notes = []
    if any(re.search(r"\bpl(y|ies)\b", reason.text) for reason in reasons):
        notes.append(PLIES)
    if case._asking.interrupted:
        notes.append("Stopped by Ctrl-C: this is what was known by then.")
    stopped = "interrupt" if case._asking.interrupted else known.stopped_by
    return Explanation(
        game, case.state, action, headline, tuple(reasons), tuple(notes), known.value,
        known.bound, known.proven, known.depth, stopped, known,
    )  # fmt: skip


def _over(game: AnyGame, state: Any) -> Explanation:
    value = game.utility(state)
    headline = f"{game.name}: the game is over, {words_of_ending(game, [state])}."
    return Explanation(game, state, None, headline, (), (), value, Bound.EXACT, True, 0, "end")


# --- data ---------------------------------------------------------------------------------------


def reason_data(game: AnyGame, state: Any, reason: Reason) -> dict[str, Any]:
    """A reason as plain data."""
    return {
        "kind": reason.kind,
        "text": reason.text,
        "value": plain(reason.value),
        "bound": None if reason.bound is None else str(reason.bound),
        "proven": reason.proven,
        "distance": reason.distance,
        "lines": [actions_of(game, state, line) for line in reason.lines],
        **reason.data,
    }
