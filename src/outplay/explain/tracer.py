"""The observer behind a trace: it knows where in the tree the search is, and what a value is.

A search says to its observer in which state something happens. To know by which actions it came
there, the tracer takes the actions of a node in the order in which the search takes them.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from outplay.explain.words import why_cut
from outplay.game import CHANCE, MAX, MIN
from outplay.native.layout import Stop
from outplay.result import AnyResult, Bound
from outplay.search.algorithms import ALGORITHMS
from outplay.search.textbook_search import Question
from outplay.search.view import canonical_key, ordered

ENTER, LEAF, UPDATE, CUT, RETURN = "enter", "leaf", "update", "cut", "return"
KINDS = (ENTER, LEAF, UPDATE, CUT, RETURN)


@dataclass(frozen=True)
class Step:
    """One thing that happened in a search. Values are from MAX's side."""

    number: int
    """From 1."""
    kind: str
    """`enter`, `leaf`, `update`, `cut` or `return`."""
    path: tuple[Any, ...]
    """The actions from the root to the node where it happens."""
    name: str
    """That node: `1.2` in a literal tree, else the moves to it; `root`."""
    state: Any = field(repr=False)
    player: int
    """Who moves in the node: MAX, MIN or CHANCE."""
    alpha: float | None = None
    """The window, before an update; None where the algorithm has none."""
    beta: float | None = None
    value: float | None = None
    """The value of the leaf or of the action just tried, or what the node returns."""
    bound: Bound | None = None
    """Whether the value is exact, a bound or an estimate."""
    best: float | None = None
    """The best value of the node so far, after an update."""
    action: Any = None
    """The action that was tried, or that made the cut."""
    skipped: tuple[Any, ...] = ()
    """The actions that a cut left out."""
    terminal: bool | None = None
    """Whether the game is over in a leaf."""
    recalled: bool = False
    """Whether the value that is returned was in memory, so that nothing was searched."""

    @property
    def ply(self) -> int:
        return len(self.path)

    def why_cut(self, holder: str = "") -> str:
        """Why a cut was made; `holder` is the node that has the bound, if it is to be named."""
        assert self.value is not None and self.alpha is not None and self.beta is not None
        return why_cut(self.player, self.value, self.alpha, self.beta, holder)


@dataclass
class _Frame:
    """A node that the search is in."""

    state: object
    path: tuple[object, ...]
    name: str
    player: int
    alpha: float
    beta: float
    low: float
    high: float
    """The window with which it was entered; α and β move."""
    left: deque[object] | None = None
    """The actions not tried yet; None until one is asked for."""
    entered: bool = False
    """Was a child entered whose value has not come back yet?"""
    tried: bool = False
    """Has any action been tried?"""
    reached: bool | None = None
    """Do the children say that its value is not below its window? Fail-hard needs it: where α is β
    (which happens if cuts need >), every value that it returns is both ends of the window."""
    below: Bound = Bound.EXACT
    """What the last child's value is."""
    estimated: bool = False
    """Has an estimate been seen below?"""
    probed: bool = False
    """Was it only passed through by a probe of Star2?"""
    probes: Iterator[tuple[object, object]] | None = None
    """Where the probes of Star2 look from here: (action, state) of the outcomes."""


class Tracer:
    """An observer that keeps the steps of a search, and raises Stop when there are `limit`."""

    def __init__(self, question: Question, limit: int) -> None:
        game, plan, flags = question.game, question.plan, dict(question.plan.flags)
        algorithm = ALGORITHMS[question.algorithm]
        depth = plan.limit if plan.horizon == "depth" else math.inf
        self._game, self._limit, self._windowed = game, limit, algorithm.windowed
        self._exact_at_ends = flags.get("strict", False) and not flags.get("fail_hard", False)
        self._actions = ordered(game, plan.choices, plan.seed)
        """The actions of a state, in the order of the search."""
        self._is_cutoff = plan.choices.cutoff or (lambda s, ply: ply >= depth)
        self._limited = plan.horizon != "end"
        """Does it ever evaluate a state that is not over?"""
        symmetric = flags.get("symmetric", False)
        self._to_key = None if plan.memory is None else canonical_key(game, symmetric)
        """What its memory knows a state by; None if it has no memory."""
        bounded = algorithm.needs_bounds
        self._low, self._high = (plan.low, plan.high) if bounded else (-math.inf, math.inf)
        """Between these all values lie, so that one of them is no mere bound."""
        self._frames: list[_Frame] = []
        self._probes: dict[tuple[object, ...], tuple[Bound, bool]] = {}
        """What probes of Star2 found, by the path to where they looked."""
        self._remembered: dict[tuple[object, int], bool] = {}
        """Has what the memory holds about a state at a ply an estimate in it?"""
        self.steps: list[Step] = []
        self.full = False

    # --- what the search calls ------------------------------------------------------------

    def enter(self, state: object, ply: int, alpha: float, beta: float) -> None:
        action = None
        if ply > 0:
            self._end_probe()
            if len(self._frames) == ply - 1:  # a probe of Star2 looks two plies down
                self._push_between(alpha, beta)
            parent = self._frames[ply - 1]
            action, parent.entered, parent.tried = self._left(parent).popleft(), True, True
        del self._frames[ply:]
        self._push(state, alpha, beta, action)
        self._add(ENTER)

    def leaf(self, state: object, ply: int, value: float, terminal: bool) -> None:
        self._frames[ply].estimated = not terminal
        bound = Bound.EXACT if terminal else Bound.ESTIMATE
        self._add(LEAF, value=value, bound=bound, terminal=bool(terminal))
        self._pop(bound)

    def update(
        self,
        state: object,
        ply: int,
        action: object,
        value: float,
        best: float,
        alpha: float,
        beta: float,
    ) -> None:
        frame = self._frames[ply]
        if not frame.entered:  # a probe had looked at its first action before
            self._left(frame).popleft()
            frame.below, estimated = self._probes[*frame.path, action]
            frame.estimated |= estimated
        frame.entered, frame.tried = False, True
        frame.alpha, frame.beta = alpha, beta
        self._add(UPDATE, value=value, bound=frame.below, best=best, action=action)
        # MAX reaches what one child does, MIN only what every child does.
        reaches = frame.below is not Bound.UPPER and value >= frame.low
        if frame.reached is None or reaches == (frame.player == MAX):
            frame.reached = reaches
        if frame.player == MAX:
            frame.alpha = max(alpha, best)
        elif frame.player != CHANCE:
            frame.beta = min(beta, best)

    def cut(
        self, state: object, ply: int, action: object, value: float, alpha: float, beta: float
    ) -> None:
        self._end_probe()
        frame = self._frames[ply]
        frame.tried, frame.alpha, frame.beta = True, alpha, beta
        bound = self._judged(value, alpha, beta, frame.estimated)
        self._add(CUT, value=value, bound=bound, action=action, skipped=tuple(self._left(frame)))

    def leave(self, state: object, ply: int, value: float) -> None:
        frame = self._frames[ply]
        key = None if self._to_key is None else (self._to_key(state), ply)
        if key is not None and self._limited and not frame.tried:  # from before this search: maybe
            frame.estimated = self._remembered.get(key, True)
        bound = self._judged(value, frame.low, frame.high, frame.estimated)
        if frame.tried:
            empty = frame.low == value == frame.high and bound is Bound.UPPER
            # Of a window with nothing in it: MIN, cut off, only knows that it is no more.
            if empty and frame.reached and (frame.player != MIN or not self._left(frame)):
                bound = Bound.LOWER
            if key is not None:
                self._remembered[key] = frame.estimated
        self._add(RETURN, value=value, bound=bound, recalled=not frame.tried)
        self._pop(bound)

    def only(self, state: object, result: AnyResult) -> None:
        """The search looked at nothing but the root."""
        over = bool(self._game.is_terminal(state))
        with suppress(Stop):
            self._push(state, -math.inf, math.inf)
            self._add(ENTER)
            self._add(LEAF, value=result.value, bound=result.bound, terminal=over)

    # --- where it is ----------------------------------------------------------------------

    def _push(self, state: object, alpha: float, beta: float, action: object = None) -> None:
        """Enters the root, or the child of the last node to which `action` leads."""
        path: tuple[object, ...] = ()
        name = "root"
        if self._frames:
            parent = self._frames[-1]
            path, name = (*parent.path, action), self._game.format_action(parent.state, action)
            if parent.path:
                name = f"{parent.name}{self._game.line_separator}{name}"
        over = self._game.is_terminal(state)  # who would move then matters to nobody
        player = MAX if over else int(self._game.to_move(state))
        self._frames.append(_Frame(state, path, name, player, alpha, beta, alpha, beta))

    def _pop(self, bound: Bound) -> None:
        done = self._frames.pop()
        if not self._frames:
            return
        above = self._frames[-1]
        above.below, above.estimated = bound, above.estimated or done.estimated
        if above.probed:
            self._probes[done.path] = bound, done.estimated

    def _left(self, frame: _Frame) -> deque[object]:
        """The actions of a node that have not been tried."""
        if frame.left is None:
            if frame.player != CHANCE:
                frame.left = deque(self._actions(frame.state))
            else:  # Star1 and Star2 do not look at what never happens, but at the root
                least = 0.0 if self._windowed and frame.path else -1.0
                outcomes = self._game.outcomes(frame.state)
                frame.left = deque(a for a, chance in outcomes if chance > least)
        return frame.left

    def _push_between(self, alpha: float, beta: float) -> None:
        """Enters the child of the last node through which a probe now passes."""
        parent = self._frames[-1]
        if parent.probes is None:
            parent.probes = self._probed_outcomes(parent)
        action, child = next(parent.probes)
        self._push(child, alpha, beta, action)
        self._frames[-1].probed = True

    def _probed_outcomes(self, frame: _Frame) -> Iterator[tuple[object, object]]:
        """The outcomes of a chance node where somebody chooses, as Star2 probes them."""
        game, ply = self._game, len(frame.path) + 1
        for action in list(self._left(frame)):
            child = game.result(frame.state, action)
            if game.is_terminal(child) or (self._limited and self._is_cutoff(child, ply)):
                continue
            if game.to_move(child) != CHANCE:
                yield action, child

    def _end_probe(self) -> None:
        if self._frames[-1].probed:
            done = self._frames.pop()
            self._frames[-1].estimated |= done.estimated

    # --- what a value is ------------------------------------------------------------------

    def _judged(self, value: float, alpha: float, beta: float, estimated: bool) -> Bound:
        """What a value is that a node returns from the window it was entered with."""
        if self._windowed and math.isfinite(value):
            least, most = value <= self._low, value >= self._high
            if not least and (value < alpha or (value == alpha and not self._exact_at_ends)):
                return Bound.UPPER
            if not most and (value > beta or (value == beta and not self._exact_at_ends)):
                return Bound.LOWER
        return Bound.ESTIMATE if estimated else Bound.EXACT

    def _add(self, kind: str, **what: Any) -> None:
        if len(self.steps) >= self._limit:
            self.full = True
            raise Stop
        frame = self._frames[-1]
        window = (frame.alpha, frame.beta) if self._windowed else (None, None)
        where = frame.path, frame.name, frame.state, frame.player
        self.steps.append(Step(len(self.steps) + 1, kind, *where, *window, **what))
