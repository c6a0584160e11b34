"""A mutable board with push and pop, searched in place, without copies.

Searches work on states; here a state is a `Line`: the moves that the adapter makes on the board.
The adapter moves the one board from line to line: it pops moves back to where the two lines part
and pushes those of the other one, so that any search works on a board. `restore()` pops all moves.
"""

from __future__ import annotations

import copy
import inspect
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from itertools import islice
from typing import Any

from outplay.adapted import AdaptedGame
from outplay.adapters.interrupts import DeferredInterrupts
from outplay.adapters.rules import SETTINGS, check_names
from outplay.errors import InvalidPosition, RulesError, UsageError
from outplay.freeze import freeze, holds_closures
from outplay.game import MAX, MIN, MOST_ACTIONS, OPTIONAL
from outplay.lines import texts_along

REQUIRED = ("to_move", "actions", "push", "pop", "is_terminal", "utility")
NOT_OF_BOARDS = ("symmetries", "null_move_allowed", "null_move")
OPTIONAL_RULES = tuple(rule for rule in OPTIONAL if rule not in NOT_OF_BOARDS)
OPTIONAL_RULES += ("format_action", "parse_action", "ending", "show", "snapshot")
ITERABLES = ("actions", "outcomes", "candidates", "tactical_actions")
"""Rules whose answers are read at once, since the board moves before the search reads them."""

Rule = Callable[..., Any] | str
"""A function of the board, or the name of a method or an attribute of it."""


class Line:
    """A state: the moves from the initial position. Equal if the moves are."""

    __slots__ = ("_hash", "action", "depth", "parent", "undo")

    def __init__(self, parent: Line | None = None, action: object = None) -> None:
        self.parent = parent
        self.action = action
        self.depth: int = 0 if parent is None else parent.depth + 1
        self.undo: object = None
        """What `push` gave back when this move was last made."""
        try:
            self._hash = hash((hash(parent), action))
        except TypeError:  # an action that cannot be hashed
            self._hash = hash((hash(parent), repr(action)))

    def moves(self) -> list[object]:
        """The actions, first to last."""
        found = []
        line: Line = self
        while line.parent is not None:
            found.append(line.action)
            line = line.parent
        return found[::-1]

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Line):
            return NotImplemented
        one, two = self, other
        while one is not two:
            if one._hash != two._hash or one.depth != two.depth or one.action != two.action:
                return False
            if one.parent is None or two.parent is None:
                return False
            one, two = one.parent, two.parent
        return True

    def __repr__(self) -> str:
        return f"Line({', '.join(map(repr, self.moves()))})"


class BoardGame(AdaptedGame):
    """`board` and rules on it, each a function of the board or the name of a part of it.

    With python-chess it would be `BoardGame(board, actions="legal_moves", push="push",
    pop="pop", is_terminal="is_game_over", to_move="turn", utility=my_function)`.

    `push(board, action)` executes; `pop(board)` undoes, and may take the action and what
    `push` gave back as further arguments. `to_move` may answer True for MAX and False for
    MIN. The other rules take the board (`priority`, `capture_value` and `format_action` an action
    too, `parse_action` a text). `key(board)` lets tables recognise a position that other moves
    lead to; without it states are equal only if their moves are.

    The initial state is the position of the board while the adapter is not using it. Every call
    leaves the board as it was. For many calls, as in a search, use `borrowed`: then the board is
    restored once, at the end, even after an error or Ctrl-C.

    If `push` raises, the board counts as unchanged. If `pop` raises, its position is unknown:
    RulesError says so, then and at every later call.
    """

    in_place = True
    not_native = "a mutable board is searched where it stands, in Python"

    moving_parts = ("_here", "_hand", "_borrowed", "_lost")
    """Attributes that are no parameters of the game, and change during a search."""

    def __init__(self, board: object, **rules: object) -> None:
        check_names("from_board", rules, REQUIRED, (*OPTIONAL_RULES, *SETTINGS))
        rules = {rule: value for rule, value in rules.items() if value is not None}
        self.board = board
        self._name = str(rules.pop("name", "board-game"))
        self._root = Line()
        self._here = self._root
        self._borrowed = False
        self._interrupts = DeferredInterrupts()
        self._lost = ""
        self._rules: dict[str, Rule] = {}
        for rule, value in rules.items():
            if rule in SETTINGS:
                self.__dict__[rule] = value
            elif isinstance(value, str) and not hasattr(board, value):
                raise UsageError(f"{rule}={value!r}: the board has no such method or attribute.")
            elif isinstance(value, str) or callable(value):
                self._rules[rule] = value
            else:
                raise UsageError(
                    f"{rule} must be a function, or the name of a part of the board, not {value!r}."
                )
        self._pop_takes = _required_arguments(board, self._rules["pop"])
        for rule in OPTIONAL:
            if rule in self._rules:
                self.__dict__[rule] = partial(self._list if rule in ITERABLES else self._ask, rule)

    def initial(self) -> Line:
        return self._root

    def to_move(self, s: Line) -> int:
        player = self._ask("to_move", s)
        if isinstance(player, bool):
            return MAX if player else MIN
        found: int = player
        return found

    def actions(self, s: Line) -> list[object]:
        return self._list("actions", s)

    def result(self, s: Line, a: object) -> Line:
        return Line(s, a)

    def is_terminal(self, s: Line) -> bool:
        return bool(self._ask("is_terminal", s))

    def utility(self, s: Line) -> float:
        value: float = self._ask("utility", s)
        return value

    # --- the board ----------------------------------------------------------------------

    def restore(self) -> None:
        """Pops every move that the adapter has made. RulesError if `pop` fails."""
        self.move_to(self._root)

    def copied(self) -> BoardGame:
        """The same game on a copy of the board; itself if functions of the board refer to it."""
        try:
            self.restore()
            if holds_closures(self.board):
                return self
            board = copy.deepcopy(self.board)
        except Exception:
            return self
        settings = {name: value for name, value in vars(self).items() if name in SETTINGS}
        return BoardGame(board, **{**self._rules, **settings, "name": self.name})

    @contextmanager
    def borrowed(self) -> Iterator[None]:
        """Until its end, the board stays where the last call left it; then it is restored."""
        if self._borrowed:
            yield
            return
        before = self._here
        with self._interrupts.heeds_interrupts():
            self._borrowed = True
            try:
                yield
            finally:
                self._borrowed = False
                self.move_to(before)

    def snapshot(self, s: Line | None = None) -> object:
        """What the board holds at `s` (or where it stands), to compare: `pop` must restore it.

        It is what the rule `snapshot` gives, or else a frozen copy of all that the board holds.
        """
        with self.borrowed():
            if s is not None:
                self.move_to(s)
            return self._call("snapshot") if "snapshot" in self._rules else freeze(self.board)

    def unread(self, rule: str) -> Callable[[Line], object] | None:
        return partial(self._ask, rule) if rule in ITERABLES else None

    def move_to(self, s: Line) -> None:
        """Moves the board to `s`: pops to where the two lines part, and pushes from there."""
        if self._lost:
            raise RulesError(self._lost)
        if self._here is s:
            return
        ahead: list[Line] = []
        back, there = self._here, s
        while back is not there:
            if there.depth >= back.depth:
                if there.parent is None:
                    raise UsageError("This state belongs to another board.")
                ahead.append(there)
                there = there.parent
            else:
                assert back.parent is not None
                back = back.parent
        self._interrupts.busy = True
        try:
            while self._here is not back:
                self._undo()
            for line in reversed(ahead):
                line.undo = self._call("push", line.action)
                self._here = line
        finally:
            self._interrupts.rest()

    def _undo(self) -> None:
        line = self._here
        assert line.parent is not None
        try:
            self._call("pop", *(line.action, line.undo)[: self._pop_takes])
        except BaseException as error:
            self._lost = (
                f"pop raised {type(error).__name__} ({error}) while taking back {line.action!r}:"
                " the board is no longer as it was found."
            )
            raise RulesError(self._lost) from error
        self._here = line.parent

    def _call(self, rule: str, *arguments: object) -> Any:
        """What the rule answers about the board as it stands."""
        function = self._rules[rule]
        if not isinstance(function, str):
            return function(self.board, *arguments)
        part = getattr(self.board, function)
        return part(*arguments) if callable(part) else part

    def _ask(self, rule: str, s: Line, *arguments: object) -> Any:
        if self._borrowed:
            self.move_to(s)
            return self._call(rule, *arguments)
        with self.borrowed():
            return self._ask(rule, s, *arguments)

    def _list(self, rule: str, s: Line) -> list[object]:
        """All that the rule yields, read before the board moves on."""
        with self.borrowed():
            return list(islice(self._ask(rule, s), MOST_ACTIONS + 1))

    # --- for people -----------------------------------------------------------------------

    def legal(self, s: Line) -> list[object]:
        with self.borrowed():
            return super().legal(s)

    def format_action(self, s: Line, a: object) -> str:
        return str(self._ask("format_action", s, a) if "format_action" in self._rules else a)

    def parse_action(self, s: Line, text: str) -> object:
        if "parse_action" in self._rules:
            return self._ask("parse_action", s, text)
        with self.borrowed():
            return super().parse_action(s, text)

    def format_state(self, s: Line) -> str:
        """The moves from the initial position, or `start`."""
        with self.borrowed():
            return " ".join(texts_along(self, self._root, s.moves())) or "start"

    def parse_state(self, text: str) -> Line:
        """The state after the moves in `text`."""
        rest = " ".join(text.split())
        s = self._root
        with self.borrowed():
            while rest and rest != "start":
                legal = {self.format_action(s, a): a for a in self.legal(s)}
                fits = [word for word in legal if f"{rest} ".startswith(f"{word} ")]
                if not fits:
                    played = self.format_state(s)
                    raise InvalidPosition(
                        f"{rest!r} is not legal after {played!r}; legal: {' '.join(legal)}."
                    )
                longest = max(fits, key=len)
                s = self.result(s, legal[longest])
                rest = rest[len(longest) :].strip()
        return s

    def play(self, moves: Iterable[str], state: Line | None = None) -> Line:
        with self.borrowed():
            found: Line = super().play(moves, state)
            return found

    def ending(self, s: Line) -> str:
        return str(self._ask("ending", s)) if "ending" in self._rules else ""

    def show(self, s: Line) -> str:
        with self.borrowed():
            self.move_to(s)
            return str(self._call("show") if "show" in self._rules else self.board)


def _required_arguments(board: object, pop: Rule) -> int:
    """How many of (action, what push gave back) the undo function asks for, 0 to 2."""
    function = getattr(board, pop) if isinstance(pop, str) else pop
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):  # a built-in that does not tell
        return 0
    plain = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    count = sum(p.kind in plain and p.default is p.empty for p in parameters)
    return min(2, max(0, count - (0 if isinstance(pop, str) else 1)))
