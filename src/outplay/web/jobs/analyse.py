"""The job `analyse`: the engine thinks about a position, and tells what it knows as it goes on."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING

from outplay.arena.perfect import SOLUTION
from outplay.arena.playing import Ending
from outplay.engine.engine import AnyEngine
from outplay.errors import UnfitGame
from outplay.game import CHANCE, AnyGame
from outplay.result import AnyMove, AnyResult, Bound
from outplay.web.jobs import Answer, Fields, Tell
from outplay.web.jobs.look import ending_of, told
from outplay.web.jobs.spots import Trail, asking, follow, position_of
from outplay.web.jobs.values import Scale, label, number, worth
from outplay.web.request_schema import LONGEST_ANALYSIS, MOST_LINES, boolean, integer, seconds

if TYPE_CHECKING:
    from outplay.web.worker import JobContext

MOST_NODES = 2_000_000_000
"""Of one analysis."""

LONGEST_LINE = 40
"""Plies of a line that are sent."""

TELL_EVERY = 0.1
"""Seconds between two things told, at least."""

SPARE = 0.05
"""Seconds of a job's time that are kept for all that is not searching."""


def analyse(context: JobContext, args: Fields, tell: Tell) -> Answer:
    """Thinks until it knows all, or the time is up, or it is told to stop.

    `lines` best moves are followed; `exact` proves the value of every move. Tells
    {"state": "thinking", "analysis"}, and answers {"state": "done", "analysis", "text"}.
    """
    trail = follow(context, args)
    lines, exact = integer(args, "lines", 3, 1, MOST_LINES), boolean(args, "exact")
    limit = seconds(args, 60.0, LONGEST_ANALYSIS)
    game, state = trail.game, trail.state
    end = ending_of(trail)
    if end is not None:
        text = f"The game is over: {told(trail, end)}."
        return {"state": "done", "analysis": _over(trail, end), "text": text}
    if exact and game.properties.may_cycle and not game.properties.deterministic:
        raise UnfitGame(
            "There are no exact values here: with dice and repeated positions,"
            " the search never ends."
        )
    engine = context.engine(game)
    with asking(game, "evaluate"):
        scale = Scale(game, context.cached(game).step)
    reason = str(game.not_native) or context.reason
    won_or_lost = engine.solution is not None and engine.solution.win is not None
    shown = Shown(lines, scale, reason, exact=exact, outcomes=won_or_lost)

    def found(result: AnyResult) -> None:
        if context.stopped:
            engine.stop()
        if (result.moves or not exact) and shown.is_due():
            tell({"state": "thinking", "analysis": shown.show(result)})

    result = engine.analyse(
        state,
        time=max(0.01, min(limit, context.seconds - SPARE)),
        nodes=MOST_NODES,
        exact=exact,
        lines=None if exact else lines,
        history=trail.history,
        progress=found,
    )
    text = _why(result, engine, seconds=limit, exact=exact)
    return {"state": "done", "analysis": shown.show(result), "text": text}


class Shown:
    """What an analysis has shown: never less after more, as where a faster search begins anew."""

    def __init__(
        self, lines: int, scale: Scale, reason: str, *, exact: bool, outcomes: bool
    ) -> None:
        """`reason` is why it runs interpreted, if it does.

        `outcomes`: what is in the solution is won, drawn and lost.
        """
        self.lines, self.scale, self.reason, self.exact = lines, scale, reason, exact
        self.outcomes = outcomes
        self._rank = 0, 0
        self._best: Answer = {}
        self._told = 0.0

    def is_due(self) -> bool:
        """Is it time to tell something?"""
        now = time.monotonic()
        if now - self._told < TELL_EVERY:
            return False
        self._told = now
        return True

    def show(self, result: AnyResult) -> Answer:
        """The analysis, in numbers and texts; the one of before if that knew more."""
        rank = self._rank_of(result)
        if rank >= self._rank:
            self._rank = rank
            self._best = self._analysis(result)
        self._best |= {
            "nodes": result.nodes,
            "rate": round(result.rate),
            "elapsed": round(result.elapsed, 3),
            "speed": result.speed,
            "speed_reason": self._reason(result),
        }
        return self._best

    def _reason(self, result: AnyResult) -> str:
        """Why it ran interpreted, as far as it matters to people."""
        if result.speed == "native":
            return ""
        return self.reason if result.speed_reason in ("asked for", "") else result.speed_reason

    def _rank_of(self, result: AnyResult) -> tuple[int, int]:
        """How much is known: in an exact search by moves, else by depth."""
        if self.exact:
            return len(_certain(result)), len(result.moves)
        return int(result.proven and result.bound is Bound.EXACT), result.depth

    def _analysis(self, result: AnyResult) -> Answer:
        game, state = result.game, result.state
        return {
            "position": position_of(game, state),
            "side": game.player_name(result.to_move),
            "to_move": result.to_move,
            **worth(result, self.scale),
            "depth": result.depth,
            "solution": result.algorithm == SOLUTION,
            "outcomes": result.algorithm == SOLUTION and self.outcomes,
            "line": _texts(game, state, result.line),
            "moves": [
                {
                    "text": _texts(game, state, (move.action,))[0],
                    **worth(move, self.scale),
                    "best": result.to_move != CHANCE and move.action == result.action,
                    **({"line": _texts(game, state, move.line)} if rank < self.lines else {}),
                }
                for rank, move in enumerate(result.moves)
            ],
        }


def _texts(game: AnyGame, s: object, actions: Sequence[object]) -> list[str]:
    """A line in the game's notation."""
    texts: list[str] = []
    with asking(game, "format_action"):
        for action in actions[:LONGEST_LINE]:
            texts.append(str(game.format_action(s, action)))
            if len(texts) < len(actions):
                s = game.result(s, action)
    return texts


def _certain(result: AnyResult) -> list[AnyMove]:
    """The moves whose exact value is known."""
    return [move for move in result.moves if move.proven and move.bound is Bound.EXACT]


# --- the end --------------------------------------------------------------------------------


def _over(trail: Trail, end: Ending) -> Answer:
    """The analysis of a game that is over."""
    game, state = trail.game, trail.state
    side = (end.value > 0) - (end.value < 0)
    return {
        "position": position_of(game, state),
        "side": None,
        "to_move": None,
        "value": number(end.value),
        "sign": "=",
        "label": label(end.value, Bound.EXACT, True),
        "proven": True,
        "distance": 0,
        "bar": side,
        "depth": 0,
        "solution": False,
        "outcomes": False,
        "nodes": 1,
        "rate": 0,
        "elapsed": 0,
        "speed": "python",
        "speed_reason": "",
        "line": [],
        "moves": [],
    }


def _why(result: AnyResult, engine: AnyEngine, *, seconds: float, exact: bool) -> str:
    """Why it stopped, in a sentence."""
    if result.algorithm == SOLUTION:
        return "Looked up in the solution: all values are exact."
    stopped = result.stopped_by
    certain = _certain(result)
    if exact and not (result.proven and len(certain) == len(result.moves) > 0):
        limit = {"nodes": f"within {MOST_NODES:,} positions", "stop": "before it was stopped"}.get(
            stopped, f"within {seconds:g} s"
        )
        told = f"{len(certain)} of {len(result.moves)} moves" if result.moves else "no move"
        return f"Exact values are out of reach: {told} proven {limit}; the rest are bounds."
    if exact:
        return "All values are exact."
    if stopped == "time":
        return f"Time is up after {seconds:g} s."
    if stopped == "nodes":
        return f"Stopped at the limit of {MOST_NODES:,} positions."
    if stopped == "stop":
        return "Stopped."
    if result.proven:
        return "The value is proven: there is nothing left to search."
    return f"Searched to the end, {result.depth} plies deep."
