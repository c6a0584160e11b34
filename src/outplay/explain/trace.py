"""A trace: everything that a textbook search did, in order.

    >>> from outplay.explain.trace import trace
    >>> print(trace(Game.from_tree([[3, 12, 8], [2, 4, 6]])))

A search is run again, interpreted, with an observer. A step knows where in the tree it happens
(the actions from the root), the window as it then was, and what its value is: `=`, `≥`, `≤` or `~`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from outplay.errors import UsageError
from outplay.explain.conventions import preset as preset_of
from outplay.game import CHANCE, MAX, Game
from outplay.native.layout import Stop
from outplay.result import Bound, Result

ENTER, LEAF, UPDATE, CUT, RETURN = "enter", "leaf", "update", "cut", "return"
KINDS = (ENTER, LEAF, UPDATE, CUT, RETURN)

MOST_STEPS = 10_000
"""Steps that a trace has at most, unless more are asked for."""

ALGORITHMS = ("minimax", "negamax", "alphabeta", "expectiminimax")
WINDOWED = ("alphabeta", "star1", "star2")


@dataclass(frozen=True)
class Step:
    """One thing that happened in a search. Values are from MAX's side."""

    number: int
    """From 1."""
    kind: str
    """`enter`, `leaf`, `update`, `cut` or `return`."""
    path: tuple[Any, ...]
    """The actions from the root to the node where it happens."""
    state: Any = field(repr=False)
    player: int
    """Who moves in the node: MAX, MIN or CHANCE."""
    alpha: float | None = None
    """The window; None where the algorithm has none."""
    beta: float | None = None
    value: float | None = None
    """Of the leaf, of the action just tried, or that the node returns."""
    bound: Bound | None = None
    """What the value is."""
    best: float | None = None
    """What the node has after an update."""
    action: Any = None
    """The action that was tried, or that made the cut."""
    skipped: tuple[Any, ...] = ()
    """The actions that a cut left out."""
    terminal: bool | None = None
    """Of a leaf: is the game over there?"""

    @property
    def ply(self) -> int:
        return len(self.path)


@dataclass(frozen=True)
class Trace:
    """The steps of one search, and its result."""

    game: Game[Any, Any] = field(repr=False)
    state: Any = field(repr=False)
    algorithm: str
    convention: str
    steps: tuple[Step, ...] = field(repr=False)
    result: Result | None = field(repr=False)
    """None if the trace was cut off before the root had any value."""
    truncated: bool = False
    """Was the search longer than the trace may be?"""

    def __str__(self) -> str:
        from outplay.explain.telling import tell

        return tell(self)

    def __len__(self) -> int:
        return len(self.steps)

    def leaves(self) -> list[Step]:
        """The leaves that were visited, in order."""
        return [step for step in self.steps if step.kind == LEAF]

    def cuts(self) -> list[Step]:
        return [step for step in self.steps if step.kind == CUT]

    def as_dict(self) -> dict[str, Any]:
        """Plain data, as `to_json` writes it."""
        from outplay.explain.telling import as_dict

        return as_dict(self)

    def to_json(self, indent: int | None = 1) -> str:
        """The whole trace as JSON."""
        from outplay.explain.telling import to_json

        return to_json(self, indent)

    def to_csv(self) -> str:
        """The steps as CSV, one row each, with a header."""
        from outplay.explain.telling import to_csv

        return to_csv(self)


def trace(
    game: Game[Any, Any],
    state: Any = None,
    *,
    algorithm: str = "alphabeta",
    preset: str | None = None,
    limit: int = MOST_STEPS,
    **options: Any,
) -> Trace:
    """Runs a textbook algorithm and keeps all that it did.

    `algorithm` is minimax, negamax, alphabeta or expectiminimax, and `options` are its own
    (`depth`, `cutoff`, `evaluate`, `order`, `strict`, `pruning` …). `preset` is a course's
    convention for alpha-beta: `aima` or `cs188`. After `limit` steps the search is cut off, and
    the trace is marked `truncated`.
    """
    search = _function(algorithm)
    if isinstance(limit, bool) or not isinstance(limit, int) or limit < 1:
        raise UsageError(f"limit must be a whole number of steps from 1 up, not {limit!r}.")
    if preset is not None:
        convention = preset_of(preset)
        if algorithm != "alphabeta":
            raise UsageError(f"preset={preset!r} is a convention of alphabeta, not of {algorithm}.")
        options = {
            "strict": convention.strict, "fail_soft": convention.fail_soft, **options
        }  # fmt: skip
    state = game.initial() if state is None else state
    pruning = options.get("pruning", "none")
    windowed = algorithm == "alphabeta" or pruning != "none"
    exact_at_ends = bool(options.get("strict")) and bool(options.get("fail_soft", True))
    tracer = Tracer(game, windowed=windowed, exact_at_ends=exact_at_ends, limit=limit)
    result: Result | None = None
    try:
        result = search(game, state, speed="python", observer=tracer, **options)
    except TypeError as error:
        if "unexpected keyword" not in str(error):
            raise
        raise UsageError(f"{str(error).rpartition('() ')[2]} ({algorithm}).") from None
    if result.depth == 0 and not tracer.steps:
        tracer.only(state, result)
    return Trace(
        game, state, result.algorithm, result.convention, tuple(tracer.steps), result,
        tracer.full,
    )  # fmt: skip


def _function(algorithm: str) -> Callable[..., Result]:
    from outplay.search import textbook

    if algorithm not in ALGORITHMS:
        raise UsageError(f"algorithm must be one of {', '.join(ALGORITHMS)}, not {algorithm!r}.")
    found: Callable[..., Result] = getattr(textbook, algorithm)
    return found


@dataclass
class _Frame:
    """A node that the search is in."""

    state: Any
    path: tuple[Any, ...]
    player: int
    alpha: float
    beta: float
    waiting: list[tuple[Any, Any]] | None = None
    """(action, state) of the children not entered yet; None until one is asked for."""
    entered: Any = None
    """The action to the child entered last."""
    below: Bound = Bound.EXACT
    """What the last child's value is."""
    estimated: bool = False
    """Has an estimate been seen below?"""
    probed: bool = False
    """Was it only passed through by a probe of Star2?"""


class Tracer:
    """An observer that knows where in the tree it is."""

    def __init__(
        self, game: Game[Any, Any], *, windowed: bool, exact_at_ends: bool, limit: int
    ) -> None:
        self._game, self._windowed, self._exact_at_ends = game, windowed, exact_at_ends
        self._limit = limit
        self._frames: list[_Frame] = []
        self._probes: dict[tuple[Any, ...], tuple[Bound, bool]] = {}
        """What probes of Star2 found, by the path to where they looked."""
        self.steps: list[Step] = []
        self.full = False

    # --- what the search calls ------------------------------------------------------------

    def enter(self, state: Any, ply: int, alpha: float, beta: float) -> None:
        path: tuple[Any, ...] = ()
        if ply > 0:
            if self._frames[-1].probed:
                self._frames.pop()
            if len(self._frames) == ply - 1:  # a probe of Star2 looks two plies down
                self._push_between(state, alpha, beta)
            parent = self._frames[ply - 1]
            parent.entered = self._action_to(parent, state)
            path = (*parent.path, parent.entered)
        del self._frames[ply:]
        player = CHANCE if self._is_chance(state) else self._mover(state)
        self._frames.append(_Frame(state, path, player, alpha, beta))
        self._add(ENTER)

    def leaf(self, state: Any, ply: int, value: float, terminal: bool) -> None:
        frame = self._frames[ply]
        frame.estimated = not terminal
        bound = Bound.EXACT if terminal else Bound.ESTIMATE
        self._add(LEAF, value=value, bound=bound, terminal=terminal)
        self._pop(bound)

    def update(
        self, state: Any, ply: int, action: Any, value: float, best: float,
        alpha: float, beta: float,
    ) -> None:  # fmt: skip
        frame = self._frames[ply]
        probe = self._probes.get((*frame.path, action))
        if probe is not None and frame.entered != action:
            frame.below, estimated = probe
            frame.estimated |= estimated
        elif frame.entered != action:
            self._correct(frame, action)
        frame.alpha, frame.beta = alpha, beta
        self._add(UPDATE, value=value, bound=frame.below, best=best, action=action)

    def cut(
        self, state: Any, ply: int, action: Any, value: float, alpha: float, beta: float
    ) -> None:
        del self._frames[ply + 1 :]
        frame = self._frames[ply]
        bound = self._judged(value, alpha, beta, frame.estimated)
        skipped = tuple(a for a, _ in self._waiting(frame))
        self._add(CUT, value=value, bound=bound, action=action, skipped=skipped)

    def leave(self, state: Any, ply: int, value: float) -> None:
        frame = self._frames[ply]
        start = self._start_of(frame)
        bound = self._judged(value, start[0], start[1], frame.estimated)
        self._add(RETURN, value=value, bound=bound)
        self._pop(bound)

    # --- where it is ----------------------------------------------------------------------

    def only(self, state: Any, result: Result) -> None:
        """The search looked at nothing but the root."""
        player = self._mover(state)
        over = bool(self._game.is_terminal(state))
        self._frames.append(_Frame(state, (), player, -math.inf, math.inf))
        self._add(ENTER)
        self._add(LEAF, value=result.value, bound=result.bound, terminal=over)

    def _add(self, kind: str, **what: Any) -> None:
        if len(self.steps) >= self._limit:
            self.full = True
            raise Stop
        frame = self._frames[-1]
        alpha = frame.alpha if self._windowed else None
        beta = frame.beta if self._windowed else None
        self.steps.append(
            Step(
                len(self.steps) + 1, kind, frame.path, frame.state, frame.player, alpha, beta,
                **what,
            )
        )  # fmt: skip

    def _pop(self, bound: Bound) -> None:
        done = self._frames.pop()
        if self._frames and self._frames[-1].probed:
            self._probes[done.path] = bound, done.estimated
        if self._frames:
            self._frames[-1].below = bound
            self._frames[-1].estimated |= done.estimated

    def _judged(self, value: float, alpha: float, beta: float, estimated: bool) -> Bound:
        """What a value is that a node returns from the window it was entered with."""
        if self._windowed and math.isfinite(value):
            if value < alpha or (value == alpha and not self._exact_at_ends):
                return Bound.UPPER
            if value > beta or (value == beta and not self._exact_at_ends):
                return Bound.LOWER
        return Bound.ESTIMATE if estimated else Bound.EXACT

    def _start_of(self, frame: _Frame) -> tuple[float, float]:
        """The window that the node was entered with."""
        for step in reversed(self.steps):
            if step.kind == ENTER and step.path == frame.path:
                low = -math.inf if step.alpha is None else step.alpha
                return low, math.inf if step.beta is None else step.beta
        return frame.alpha, frame.beta

    def _mover(self, state: Any) -> int:
        if self._game.is_terminal(state):  # who would move matters to nobody; some rules raise
            return MAX
        return int(self._game.to_move(state))

    def _is_chance(self, state: Any) -> bool:
        return not self._game.is_terminal(state) and self._game.to_move(state) == CHANCE

    def _waiting(self, frame: _Frame) -> list[tuple[Any, Any]]:
        if frame.waiting is None:
            game = self._game
            actions: Sequence[Any] = (
                [a for a, _ in game.outcomes(frame.state)]
                if frame.player == CHANCE
                else game.legal(frame.state)
            )
            frame.waiting = [(a, game.result(frame.state, a)) for a in actions]
        return frame.waiting

    def _action_to(self, frame: _Frame, state: Any) -> Any:
        """The action to a child that is being entered."""
        waiting = self._waiting(frame)
        for number, (action, child) in enumerate(waiting):
            if child == state:
                del waiting[number]
                return action
        # A child that was entered before: probed, and now searched.
        for action in self._actions(frame):
            if self._game.result(frame.state, action) == state:
                return action
        return None

    def _actions(self, frame: _Frame) -> list[Any]:
        if frame.player == CHANCE:
            return [a for a, _ in self._game.outcomes(frame.state)]
        return self._game.legal(frame.state)

    def _push_between(self, state: Any, alpha: float, beta: float) -> None:
        """Enters the child of the last node that a probe passed through."""
        parent = self._frames[-1]
        for action in self._actions(parent):
            child = self._game.result(parent.state, action)
            if self._game.is_terminal(child) or self._game.to_move(child) == CHANCE:
                continue
            if any(self._game.result(child, a) == state for a in self._game.legal(child)):
                path = (*parent.path, action)
                player = int(self._game.to_move(child))
                self._frames.append(_Frame(child, path, player, alpha, beta, probed=True))
                return

    def _correct(self, frame: _Frame, action: Any) -> None:
        """Two actions lead to the same state, and it was the other one."""
        waiting = self._waiting(frame)
        for number, (other, child) in enumerate(waiting):
            if other == action:
                waiting[number] = (frame.entered, child)
                frame.entered = action
                return
