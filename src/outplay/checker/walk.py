"""Visits the states of a game: the first ones in order of depth, then random lines."""

from __future__ import annotations

import random
import time
from collections import deque
from collections.abc import Callable, Hashable

from outplay.asking import Answers, Asker, Fault, answers, next_state, settings
from outplay.checker.notation import Notation
from outplay.checker.optional import optional, position, promises
from outplay.checker.questions import Node, agree, identity, results, reversible, start, win_holds
from outplay.checker.report import move_list
from outplay.checker.solver import NODES, TINY, Ends, Solver
from outplay.checker.warnings import Tally
from outplay.checker.watchdog import TimedAsker
from outplay.freeze import freeze
from outplay.game import CHANCE, AnyGame
from outplay.keys import same
from outplay.wording import plural

OPENING = 300
"""States nearest to the start that are checked first, so that simple faults show early."""

CLOSELY, SAMPLE = 2_000, 20
"""States checked in detail; after them, one in so many."""

PLIES = 100_000
"""Plies of all random lines together: long games get fewer lines."""

ENDING = 8
"""Positions before the end of a line that are compared with minimax."""


class OutOfTime(Exception):
    """The time of the check is up."""


class Walker:
    """One walk through a game. A Fault leaves the node where it showed in `ask.here`."""

    def __init__(
        self, game: AnyGame, max_plies: int, deadline: float | None, first: object = None
    ) -> None:
        self.ask = TimedAsker(game)
        self.tally = Tally(self.ask)
        self.max_plies, self.deadline, self._first = max_plies, deadline, first
        self.may_cycle = bool(game.may_cycle)
        self.solver, self.ends = Solver(self.ask), Ends(self.ask)
        self.small = TINY
        """The nodes of a search of a state that is looked at closely."""
        self.solves = any(
            game.answers(rule)
            for rule in ("bounds", "candidates", "outcome_bounds", "symmetries", "key")
        )
        self.known: dict[Hashable, tuple[Answers, Node]] = {}
        """The answers about each state, and the node where it was met first."""
        self._compared: set[Hashable] = set()
        self._spans = game.answers("reversible_plies")
        self._chosen: random.Random | None = None
        self.lines = self.plies = self.depth = 0

    def begin(self) -> Walker:
        """Gets the first state; a Fault if there is none."""
        first = start(self.ask) if self._first is None else self._first
        self.root = Node(first)
        self.notation = Notation(self.ask, first)
        self.ask.here = self.root
        self._board = self.ask.call("snapshot", first) if self.ask.board is not None else None
        settings(self.ask)
        return self

    # --- one state ------------------------------------------------------------------------

    def arrive(self, node: Node, closely: bool = False, garbage: bool = False) -> Answers:
        """What the rules say here; a Fault if they are wrong or have said otherwise before."""
        self.ask.here = node
        if self.deadline is not None and time.perf_counter() > self.deadline:
            raise OutOfTime
        self.depth = max(self.depth, node.depth)
        ask, s = self.ask, node.state
        me = identity(ask, s, "result" if node.depth else "initial")
        if me in self.known:
            before, other = self.known[me]
            if other is node:
                return before
            found = answers(ask, s)
            texts = move_texts(ask.safe, other)
            way = f"the moves {move_list(texts)}" if texts else "no move at all"
            agree(ask, found, before, way)
            self._on_its_line(node, found)
            return before
        found = answers(ask, s)
        self._on_its_line(node, found)
        self.known[me] = found, node
        self.tally.state(found)
        count = len(self.known)
        if closely or count <= CLOSELY or count % SAMPLE == 0:
            agree(ask, found, answers(ask, s))
            after = results(ask, node, found)
            self.tally.choice(after)
            optional(ask, node, found, after)
            self.notation.check(node, found, garbage)
            if closely and self.solves:
                promises(ask, self.solver, self.ends, node, found, self.small)
        return found

    def _on_its_line(self, node: Node, found: Answers) -> None:
        """What must hold of every end, and of every way to a position."""
        if found.over:
            win_holds(self.ask, found.utility)
        elif self._spans:
            reversible(self.ask, node)

    # --- in order of depth ----------------------------------------------------------------

    def opening(self, most: int, below: int | None = None, apart: bool = False) -> None:
        """Looks at the nearest `most` states, less deep than `below`.

        With `apart` it goes on from equal states too, if they do not hold the same.
        """
        self.arrive(self.root, closely=True, garbage=True)
        waiting, looked = deque([self.root]), 1
        held: set[Hashable] = set()
        while waiting:
            node = waiting.popleft()
            found = self.arrive(node)
            if below is not None and node.depth + 1 >= below:
                continue
            for a in found.actions:
                if looked >= most:
                    return
                self.ask.here = node
                child = Node(next_state(self.ask, node.state, a), node, a)
                count = len(self.known)
                self.arrive(child, closely=True, garbage=looked < OPENING)
                looked += 1
                new = len(self.known) > count
                if apart and (holds := freeze(child.state)) not in held:
                    held.add(holds)
                    new = True
                if new:
                    waiting.append(child)

    # --- random lines -----------------------------------------------------------------------

    def random_lines(self, count: int, seed: int, progress: Callable[[int], None] | None) -> None:
        """Plays random lines until there are `count`, or fewer if they are very long.

        A second call goes on where the first one ended.
        """
        if self._chosen is None:
            self._chosen = random.Random(seed)
        while self.lines < count and self.plies < PLIES:
            self._line(self._chosen)
            self.lines += 1
            if progress is not None:
                progress(self.lines)

    def _line(self, chosen: random.Random) -> None:
        node = self.root
        met = {identity(self.ask, node.state, "initial"): node}
        found = self.arrive(node)
        movers: list[tuple[Node, int]] = []
        while not found.over:
            if found.mover != CHANCE:
                movers.append((node, found.mover))
            if node.depth >= self.max_plies:
                self._too_long(node)
                self.tally.cut += 1
                return
            a = chosen.choice(found.actions)
            node = Node(next_state(self.ask, node.state, a), node, a)
            found = self.arrive(node)
            self.plies += 1
            if not self.may_cycle:
                me = identity(self.ask, node.state, "result")
                if me in met:
                    raise comes_back(self.ask, node, met[me])
                met[me] = node
        if self.solves:
            self._ending(node)
        self.tally.line(movers, node, found.utility)
        self._left_as_found(node)

    def _ending(self, node: Node) -> None:
        """Compares the positions at the end of a line with minimax, last one first."""
        last: Node | None = node
        for _ in range(ENDING):
            if last is None:
                return
            self.ask.here = last
            me = identity(self.ask, last.state, "result")
            if me not in self._compared:
                if not promises(self.ask, self.solver, self.ends, last, self.known[me][0], NODES):
                    return
                self._compared.add(me)
            last = last.parent

    def _left_as_found(self, node: Node) -> None:
        self.ask.here = node
        if self.ask.board is not None and not same(
            self._board, self.ask.call("snapshot", self.root.state)
        ):
            raise Fault("pop", "undo", "`pop` does not restore the board after these moves")

    def _too_long(self, node: Node) -> None:
        """A line beyond the limit: with a position that comes back, or without one."""
        if self.may_cycle:
            return
        self.ask.here = node
        met: dict[object, Node] = {}
        for past in node.path() if self.ask.has_key else ():
            key = self.ask.call("key", past.state)
            if key in met:
                self.ask.here = past
                raise comes_back(self.ask, past, met[key])
            met[key] = past
        what = (
            f"does not end a line of {self.max_plies:,} plies, and no position was repeated: is the"
            " game finite? (`max_plies` raises this limit)"
        )
        raise self.ask.fault("is_terminal", "endless", what)


def comes_back(ask: Asker, node: Node, before: Node) -> Fault:
    """The fault of a game that has cycles and does not say so."""
    cycle = move_texts(ask.safe, node)[before.depth :]
    plies = plural(len(cycle), "ply", "plies")
    what = (
        f"The position {position(ask, node.state)} comes back after {plies}"
        f" ({move_list(cycle)}), but the game does not declare `may_cycle = True`"
    )
    return Fault("may_cycle", "cycle", what)


def move_texts(game: AnyGame, node: Node) -> tuple[str, ...]:
    """The moves to `node` in the game's notation, or as Python shows them."""
    texts = []
    for step in node.path()[1:]:
        assert step.parent is not None
        try:
            text = game.format_action(step.parent.state, step.action)
            texts.append(text if isinstance(text, str) and text.strip() else str(step.action))
        except (Exception, SystemExit):
            texts.append(repr(step.action))
    return tuple(texts)
