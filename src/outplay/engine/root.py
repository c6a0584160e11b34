"""The root of the engine's search: its moves, what is known of each, and how they are asked."""

from __future__ import annotations

import copy
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from outplay.engine.helper_threads import RootSplitting
from outplay.engine.lines import completed
from outplay.engine.scores import MATE_BOUND, WIN
from outplay.engine.searcher import EngineSearcher, Setup
from outplay.engine.state import PythonState
from outplay.engine.transposition import PythonTable
from outplay.game import CHANCE, MAX, AnyGame
from outplay.native.layout import MAX_PLY, Nonsense, Stop
from outplay.native.searcher import NativeSearcher
from outplay.native.state import Value
from outplay.result import Bound
from outplay.search.error_context import own_action
from outplay.search.one_ply import OnePlySearch
from outplay.search.state import INFINITY
from outplay.search.view import members

EXACT, LOWER, UPPER = "exact", "lower", "upper"

SELECTIVE_PLIES = 3
"""How many times the distance of an end a selective search looks before it is content."""

WHOLE = 1 << 52
"""From here on, floats are not told apart by less than 1."""


@dataclass
class RootMove:
    """One action of the root. Scores here are from the side of whoever moves at the root."""

    number: int
    """Which of the actions it is, in the order in which they are tried first."""
    action: object
    state: object = None
    """Where it leads to, once that was asked: see `Root.after`."""
    over: bool | None = None
    """Is the game over there? None until that was asked: see `Root.fill_in`."""
    score: Value = None
    kind: str = ""
    """`exact`, `lower` or `upper`; empty until it was searched."""
    depth: int = 0
    proven: bool = False
    distance_proven: bool = False
    """Is the distance proven too, where the score is a win or a loss?"""
    line: list[object] = field(default_factory=list)
    """As the kernel kept it: in images of the positions, from the child on."""
    shown: list[object] | None = None
    """The line as people see it, this action first."""
    nodes: int = 0
    reducible: bool | None = None
    """May it be searched less deep, where others were better? None until that was asked."""


@dataclass(frozen=True)
class Answer:
    """What is known of the root: the best move, its score from the mover's side, and how sure."""

    move: RootMove | None
    """None where chance moves."""
    score: Value
    kind: str
    proven: bool


class Root:
    """The state that is searched, and its moves in the order in which they are tried."""

    def __init__(
        self,
        game: AnyGame,
        state: object,
        searcher: EngineSearcher,
        actions: Sequence[object],
        past: Sequence[object] = (),
        *,
        all_actions: bool = True,
        expired: Callable[[], bool] = lambda: False,
        one_ply: OnePlySearch | None = None,
    ) -> None:
        """`actions` are searched; are they `all_actions` of the state?

        `past`: the states before it in the game, where coming back to one counts. When the time
        has `expired`, what is not prepared yet is left as it is. `one_ply`: what was looked at.
        """
        self.game, self.state, self.searcher = game, state, searcher
        self.mover = game.to_move(state)
        self.decisive = searcher.setup.on["decisive"]
        self.win = searcher.setup.win
        self.floats = searcher.floats
        self.step: Value = 1e-9 if searcher.floats else 1
        self._places = _ordered(game, state, self.mover, actions, searcher, expired)
        """Which of the `actions` is the first, the second … to be tried."""
        self.moves = [RootMove(number, actions[k]) for number, k in enumerate(self._places)]
        for move, place in zip(self.moves, self._places, strict=True):
            seen = None if one_ply is None else one_ply.at(place)
            move.state = None if seen is None else seen.state
        self.seen_one_ply = 0
        """Moves of which one ply is known and no more."""
        self.all_actions = all_actions
        """Are all actions searched?"""
        self.searching: tuple[list[object], object] | None = None
        """Where the kernel was sent last: the actions to there, and the state."""
        searcher.remember(past, expired)
        searcher.place(0, state)
        self.past = past
        self.tick: Callable[[], None] = lambda: None
        self.splitting = RootSplitting()
        self._helped = False
        """Was another thread done first with what was asked last?"""

    def twin(self, searcher: EngineSearcher) -> Root:
        """The same root for another thread."""
        other = copy.copy(self)
        other.searcher = searcher
        other.moves = [
            RootMove(m.number, m.action, m.state, reducible=m.reducible) for m in self.moves
        ]
        other.tick = lambda: None
        searcher.remember(self.past)
        searcher.place(0, self.state)
        return other

    def after(self, move: RootMove) -> object:
        """The state that a move leads to."""
        if move.state is None:
            self.searching = [move.action], None
            move.state = self.searcher.result(self.state, move.action)
        return move.state

    def is_reducible(self, move: RootMove) -> bool:
        """May it be searched less deep, where others were better?"""
        if move.reducible is None:
            setup = self.searcher.setup
            move.reducible = bool(setup.on.get("reduces")) and _is_reducible(
                self.game, self.state, move.action, self.after(move), setup
            )
        return move.reducible

    def ask(
        self, state: object, line: list[object], low: Value, high: Value, depth: int
    ) -> tuple[Value, bool]:
        """The score of the state after `line` within a window, both from the mover's side.

        And is it proven?
        """
        self.tick()
        self.searching, ply = (line, state), len(line)
        before = self.searcher.get("estimates")
        if self.mover == MAX:
            score = self._search(state, low, high, depth, ply)
        else:
            score = -self._search(state, -high, -low, depth, ply)
        return score, self.searcher.get("estimates") == before

    def _search(self, state: object, low: Value, high: Value, depth: int, ply: int) -> Value:
        self._helped = False
        while True:
            try:
                return self.searcher.search(state, low, high, depth, ply)
            except Stop:
                if not self.searcher.was_abandoned():
                    raise
                self._helped = True

    def above(self, score: Value) -> Value:
        """The least score that is more than `score`, so that nothing lies between the two."""
        if not self.floats or (isinstance(score, int) and abs(score) >= WHOLE):
            return score + 1
        return math.nextafter(score, INFINITY)

    def below(self, score: Value) -> Value:
        return -self.above(-score)

    def ask_move(self, move: RootMove, low: Value, high: Value, depth: int, less: int = 0) -> Value:
        """Searches a move and writes down what that told; `less` deep than `depth`, if asked."""
        nodes = self.searcher.get("nodes")
        try:
            score, proven = self.ask(self.after(move), [move.action], low, high, depth - less)
        finally:
            move.nodes += self.searcher.get("nodes") - nodes
        kind = UPPER if score <= low else LOWER if score >= high else EXACT
        self.record(move, score, kind, depth, proven)
        if kind != UPPER:
            move.line = self.searcher.line(1)
            if self._helped and not move.line:
                move.line = self.splitting.lines.get(move.number, [])
            move.shown = None
        return score

    def record(self, move: RootMove, score: Value, kind: str, depth: int, proven: bool) -> None:
        move.score, move.kind, move.depth = score, kind, depth
        # A win is one whatever else was only estimated, and so is a loss that is at most one.
        won = kind in (EXACT, LOWER) and self.is_win(score)
        lost = kind in (EXACT, UPPER) and self.is_win(-score)
        move.proven = proven or won or lost
        # But the table knows of wins beyond the depth, and then a sooner one may be there too.
        plies = self.distance_of(score)
        move.distance_proven = proven or (plies is not None and plies <= depth + 1)

    def is_win(self, score: Value) -> bool:
        """Is it a win for the side whose score it is?"""
        return bool(self.decisive and MATE_BOUND <= score < INFINITY)

    def is_soonest(self, move: RootMove, depth: int) -> bool:
        """Has no move below this one a better score? A sooner win, within the depth, is seen.

        A selective search does not see all within its depth, and looks for a sooner end, of its
        win or of its loss, for some time longer.
        """
        plies = self.distance_of(move.score)
        if plies is not None and self.searcher.setup.on["selective"]:
            return plies <= 1 or depth >= SELECTIVE_PLIES * plies
        if plies is not None and plies <= depth and self.is_win(move.score):
            return True
        return all(other.proven for other in self.moves)

    def best(self, moves: list[RootMove]) -> RootMove | None:
        """The move with the best score that is not only an upper bound."""
        found = None
        for move in moves:
            if move.kind in (EXACT, LOWER) and (found is None or move.score > found.score):
                found = move
        return found

    def fill_in(self, one_ply: OnePlySearch, stopped: str, halted: Callable[[], bool]) -> str:
        """One ply of the moves that the search did not come to before it was `stopped`.

        If the time has stopped it, they are looked at now. Gives what has stopped it in the end.
        """
        if stopped == "nodes" and not one_ply.interrupted:
            return stopped
        rest = [(move, self._places[move.number]) for move in self.moves if not move.kind]
        if stopped == "time" and not one_ply.interrupted:
            one_ply.look([place for _, place in rest], halted)
        setup = self.searcher.setup
        scores = PythonState(self.game, setup.on, setup.win, PythonTable(1))
        for move, place in rest:
            seen = one_ply.at(place)
            if seen is None:
                continue
            score = scores.outcome(seen.value, 1) if seen.over else scores.estimate(seen.value)
            self.record(move, score if self.mover == MAX else 0 - score, EXACT, 0, seen.over)
            move.state, move.over, move.nodes = seen.state, seen.over, move.nodes + 1
            self.seen_one_ply += 1
        return "interrupt" if one_ply.interrupted else stopped

    # --- lines --------------------------------------------------------------------------------

    def line_of(self, move: RootMove, *, own: bool = False) -> list[object]:
        """The play that the search expects, this move first.

        With `own`, in the very actions that the rules give: native code knows numbers only. They
        are those anyway unless the game has types of its own for them.
        """
        if move.shown is not None:
            return move.shown
        native = self.searcher.searcher
        own = isinstance(native, NativeSearcher) and (own or not native.forms.own_actions)
        line, s = [move.action], self.after(move)
        for ply, a in enumerate(move.line, start=1):
            real = None if self.game.is_terminal(s) else self.searcher.own_action(s, a, ply)
            if own and real is not None:
                real = own_action(self.game, s, real)
            if real is None:
                break
            line.append(real)
            s = self.game.result(s, real)
        return line

    def ends(self, move: RootMove, line: tuple[object, ...]) -> bool:
        """Is the game over after these actions, of which that move is the first?"""
        if move.over is not None and len(line) == 1:
            return move.over
        s = self.after(move)
        for a in line[1:]:
            s = self.game.result(s, a)
        return bool(self.game.is_terminal(s))

    def finish_lines(self, lines: int) -> None:
        """Plays the lines of the best moves on to the end of the game, where that is proven."""
        if self.searcher.setup.chance and self.searcher.setup.on["limited"]:
            return  # the table knows states with a depth, and lines are asked without one
        best = [move for move in self.moves if move.kind == EXACT and move.distance_proven]
        start = self.searcher.get("nodes")
        for number, move in enumerate(best):
            if self.searcher.halted:
                return
            if number < lines:  # these have their own share of effort, the others one for all
                start = self.searcher.get("nodes")
            move.shown = completed(self, move, start)

    # --- for people -------------------------------------------------------------------------

    def own_number(self, line: Sequence[object], value: Value) -> Value:
        """The value as the rules gave it at the end of its line: 1, not 1.0; or one of NumPy's.

        A truth value is a number here, as it is where it is seen from the other side.
        """
        searcher = self.searcher
        if searcher.same_numbers or searcher.setup.chance:
            return value
        s = self.state
        for a in line:
            s = self.game.result(s, a)
        own = 0 + self.game.utility(s) if self.game.is_terminal(s) else value
        return own if own == value else value

    def value_of(self, score: Value) -> Value:
        """A score, seen from the mover, as a value, seen from MAX."""
        if self.is_win(score):
            return self.win * self.mover
        if self.is_win(-score):
            return -self.win * self.mover
        return score if self.mover == MAX else 0 - score

    def distance_of(self, score: Value) -> int | None:
        """Plies to the end that a score holds."""
        if not (self.is_win(score) or self.is_win(-score)):
            return None
        plies = int(WIN - abs(score))
        return plies if plies <= MAX_PLY else None  # MATE_BOUND: `bounds` promise it, no more

    def bound_of(self, kind: str, proven: bool) -> Bound:
        """The bound as it is seen from MAX."""
        if kind == EXACT:
            return Bound.EXACT if proven else Bound.ESTIMATE
        return Bound.LOWER if (kind == LOWER) == (self.mover == MAX) else Bound.UPPER


def _is_reducible(game: AnyGame, state: object, a: object, t: object, setup: Setup) -> bool:
    """Is the action, which leads to `t`, quiet, as far as the game says?"""
    if setup.on["has_captures"] and game.capture_value(state, a) != 0:
        return False
    if setup.on["has_checks"]:
        return not (game.in_check(state) or game.in_check(t))
    return bool(not setup.on["has_quiet_states"] or game.is_quiet(t))


def _ordered(
    game: AnyGame,
    state: object,
    mover: int,
    actions: Sequence[object],
    searcher: EngineSearcher,
    expired: Callable[[], bool],
) -> Sequence[int]:
    """The actions of the root, by their places: candidates before others, by priority."""
    choices = searcher.setup.choices
    order = range(len(actions))
    if mover == CHANCE or expired():
        return order
    ranks: list[Value] = [0] * len(actions)
    if choices.order == "priority":
        for number, a in enumerate(actions):
            ranks[number] = -game.priority(state, a)
            if ranks[number] != ranks[number]:
                raise Nonsense
            if expired():
                return order
    if choices.candidates:
        is_good = members(searcher.listed(state))
        return sorted(order, key=lambda k: (not is_good(actions[k]), ranks[k]))
    return sorted(order, key=ranks.__getitem__)
