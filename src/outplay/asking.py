"""Calls of rules: the answer, or a `Fault` that names the rule.

Whatever a rule does wrong becomes a Fault: it raises, never ends, returns nonsense or changes its
arguments. Only Ctrl-C passes through.
"""

from __future__ import annotations

import copy
import math
import numbers
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from itertools import combinations, islice
from typing import Any, TypeVar

from outplay.adapted import AdaptedGame
from outplay.copies import copier, is_own, protected
from outplay.errors import OutplayError
from outplay.freeze import freeze
from outplay.game import CHANCE, MAX, MIN, MOST_ACTIONS, AnyGame
from outplay.keys import Unkeyable, copied, is_plain, key_of, same
from outplay.wording import defined, error_text, place_of, shown

Read = TypeVar("Read")

NEARLY = 1e-9
"""Probabilities sum to 1, or miss it by less than this."""

ONE_LINE = "one line of text"

CHILDREN = 64
"""Actions of one state that are checked in detail."""


class Fault(Exception):
    """A rule is wrong. Two faults are the same one if rule and kind are."""

    def __init__(self, rule: str, kind: str, what: str) -> None:
        super().__init__(what)
        self.rule, self.kind, self.what = rule, kind, what


class Asker:
    """Calls the rules of one game."""

    def __init__(self, game: AnyGame, *, watches: bool = False) -> None:
        self.game = game
        adapted = game if isinstance(game, AdaptedGame) else None
        self.adapted = adapted
        self.board = adapted if adapted is not None and adapted.in_place else None
        """The game, if it is searched on a mutable board."""
        self.watches = watches and self.board is None
        """Does every rule get a copy of the state, so that a change of it is a Fault?"""
        self.safe = protected(game, None, always=True)
        """The game, whose rules get copies: for calls that are not checked."""
        self.has_key = game.answers("key")
        self.win: float | None = None
        """What the first win that was met is worth."""
        self.asking = self.left = ""
        """The rule that is being called; the one that an interrupt left."""
        self.questions = 0
        """How many calls there were."""
        self._names = {} if adapted is None else adapted.rule_names

    def rule(self, rule: str) -> str:
        """What the author of this game calls the rule."""
        return self._names.get(rule, rule)

    def fault(self, rule: str, kind: str, what: str) -> Fault:
        """A fault of the rule; `what` goes on after its name."""
        name = self.rule(rule)
        return Fault(name, kind, f"`{name}` {what}")

    def call(self, rule: str, *arguments: object) -> object:
        """The rule's answer; its first argument is a state, if it has any."""
        return self._answer(rule, arguments, lambda answer: answer)

    def state(self, rule: str, *arguments: object) -> object:
        """The state that the rule gives, which is not None."""
        s = self.call(rule, *arguments)
        if s is None:
            raise self.fault(rule, "nothing", "gives None; is a `return` missing?")
        return s

    def listed(self, rule: str, *arguments: object, most: int = MOST_ACTIONS) -> list[object]:
        """All that a rule yields; a Fault if that is more than `most` items."""

        def read(answer: Any) -> list[object]:
            if answer is None:
                raise self.fault(rule, "nothing", "gives None; is a `return` or `yield` missing?")
            try:
                items = iter(answer)
            except TypeError:
                what = f"gives {shown(answer)}, which is not a list or a generator"
                raise self.fault(rule, "nothing", what) from None
            return list(islice(items, most + 1))

        found = self._answer(rule, arguments, read)
        if len(found) > most:
            raise self.fault(rule, "endless", f"goes on beyond {most:,} items: does it end?")
        return found

    def _answer(
        self, rule: str, arguments: tuple[object, ...], read: Callable[[object], Read]
    ) -> Read:
        """What `read` makes of the rule's answer; a Fault if the rule raises, or changes its copy
        of the state."""
        s = arguments[0] if arguments else None
        state = copied(s) if self.watches else s
        passed = (state, *arguments[1:]) if arguments else ()
        self.asking = rule
        self.questions += 1
        try:
            self._reach(s)
            found = read(self._function(rule, state is not s)(*passed))
        except Fault:
            raise
        except (Exception, SystemExit) as error:
            raise self.raised(rule, error) from error
        except BaseException:
            self.left = rule
            raise
        finally:
            self.asking = ""
        if state is not s and not same(state, s):
            raise self.changes(rule)
        return found

    def _function(self, rule: str, is_copy: bool) -> Callable[..., object]:
        """The rule itself, where an adapter reads what it yields to the end, if there is one."""
        unread = self.adapted.unread(rule) if self.adapted is not None else None
        if unread is not None:
            copy_ = copier(self.game)
            return lambda s: unread(copy_(s))
        game = self.safe if is_copy and not is_own(self.game, rule) else self.game
        function: Callable[..., object] = getattr(game, rule)
        return function

    def changes(self, rule: str) -> Fault:
        """The fault of a rule that changes what it is asked about."""
        what = "the board" if self.board is not None else "the state it is given"
        return self.fault(rule, "changes", f"changes {what}{defined(self.game, rule)}")

    def _reach(self, s: object) -> None:
        """Moves a mutable board to `s`, so that a fault of push or pop is called that."""
        if self.board is None or s is None or isinstance(s, str):
            return
        try:
            self.board.move_to(s)
        except OutplayError as error:
            raise Fault("pop", "raises", f"`pop` fails: {error}".rstrip(".")) from error
        except (Exception, SystemExit) as error:
            raise self.raised("push", error) from error

    def raised(self, rule: str, error: BaseException) -> Fault:
        """The fault that a rule raised, with the place in the author's file."""
        if isinstance(error, NotImplementedError) and str(error):
            return self.fault(rule, "missing", f"is missing: {str(error).rstrip('.')}")
        what = f"raises {error_text(error)}{place_of(error)}"
        return self.fault(rule, f"raises {type(error).__name__}", what)

    def number(self, rule: str, answer: Any, finite: bool = True) -> float:
        """The answer, a Fault unless it is a real number."""
        if answer is None:
            raise self.fault(rule, "not a number", "gives None; is a `return` missing?")
        try:
            size = float(answer) if isinstance(answer, numbers.Real) else None
        except OverflowError:
            size = math.inf
        if size is None or math.isnan(size) or (math.isinf(size) and (finite or answer != size)):
            what = "number" if size is None else "finite number"
            raise self.fault(rule, "not a number", f"gives {shown(answer)}, which is not a {what}")
        found: float = answer
        return found

    def value(self, rule: str, *arguments: object, finite: bool = True) -> float:
        """The number that the rule answers; a Fault if it is none."""
        return self.number(rule, self.call(rule, *arguments), finite)

    def pair(self, rule: str, answer: object, wanted: str, does: str = "gives") -> tuple[Any, Any]:
        """The answer, a Fault unless it is a tuple or list of two."""
        if not isinstance(answer, tuple | list) or len(answer) != 2:
            raise self.fault(rule, "no pair", f"{does} {shown(answer)}, not {wanted}")
        return answer[0], answer[1]

    def text(self, rule: str, *arguments: object, wanted: str = "a string") -> str:
        """The rule's answer; a Fault unless it is a string, of one line where that is wanted."""
        answer = self.call(rule, *arguments)
        if not isinstance(answer, str) or (wanted == ONE_LINE and "\n" in answer):
            raise self.fault(rule, "no text", f"gives {shown(answer)}, not {wanted}")
        return answer

    def flag(self, rule: str, s: object) -> bool:
        """The rule's answer as True or False; a Fault if it is neither."""
        answer = self.call(rule, s)
        try:
            if answer is None or isinstance(answer, str):
                raise TypeError
            return bool(answer)
        except Exception:
            what = f"gives {shown(answer)}, which is neither True nor False"
            raise self.fault(rule, "not a truth", what) from None

    def watch(self, s: object) -> Callable[[str], None]:
        """Call what this gives after each rule: a Fault if the rule changed `s`."""
        if is_plain(s) or (self.watches and copied(s) is not s):
            return lambda rule: None
        mark = self._mark(s)
        before = mark()

        def unchanged(rule: str) -> None:
            if mark() != before:
                raise self.changes(rule)

        return unchanged

    def _mark(self, s: object) -> Callable[[], object]:
        """A function of the state that must go on answering what it answers now."""
        if self.board is not None:
            return lambda: self.call("snapshot", s)
        plain: object = object.__eq__
        try:
            twin = s if type(s).__eq__ is plain else copy.deepcopy(s)
            if twin is not s and bool(twin == s):
                return lambda: bool(twin == s)
        except Exception:
            pass
        return lambda: freeze(s)


@dataclass(frozen=True)
class Answers:
    """What the rules say about one state."""

    over: bool
    mover: int
    """Whose turn it is; CHANCE where the game is over."""
    actions: list[Any]
    """Chance's too; none where the game is over."""
    chances: list[float] | None
    """The probabilities, at a chance node."""
    utility: float = 0
    """0 in a live state."""


def answers(
    ask: Asker, s: object, *, watched: bool = True, finite: bool = True, strict: bool = True
) -> Answers:
    """The six questions about `s`, each answer checked by itself, and `s` left unchanged.

    Searches can go on with utilities that are not `finite`, and where a checker is `strict`: with
    an action that is given twice, and an outcome of probability 0.
    """
    unchanged = ask.watch(s) if watched else lambda rule: None
    if ask.adapted is not None and ask.adapted.ends_without_actions:
        ask.listed("actions", s)  # so that a relation without end is seen for what it is
    over = ask.flag("is_terminal", s)
    unchanged("is_terminal")
    if over:
        utility = ask.value("utility", s, finite=finite)
        unchanged("utility")
        return Answers(True, CHANCE, [], None, utility)
    mover = ask.call("to_move", s)
    if isinstance(mover, bool) or not isinstance(mover, numbers.Real) or mover not in (1, -1, 0):
        raise ask.fault(
            "to_move", "not a player", f"gives {shown(mover)}, not MAX (1), MIN (-1) or CHANCE (0)"
        )
    unchanged("to_move")
    if mover == CHANCE:
        actions, chances = _outcomes(ask, s, strict)
        unchanged("outcomes")
        return Answers(False, CHANCE, actions, chances)
    actions = ask.listed("actions", s)
    unchanged("actions")
    if not actions:
        raise ask.fault(
            "actions", "none", "gives none, but `is_terminal` says that the game is not over"
        )
    if strict:
        _no_repeats(ask, "actions", actions)
    return Answers(False, MAX if mover == MAX else MIN, actions, None)


def _outcomes(ask: Asker, s: object, strict: bool) -> tuple[list[object], list[float]]:
    if not ask.game.answers("outcomes"):
        what = "says CHANCE (0), but the game does not answer `outcomes(s)`"
        raise ask.fault("to_move", "no outcomes", what)
    actions, chances, total = [], [], 0.0
    for outcome in ask.listed("outcomes", s):
        action, said = ask.pair("outcomes", outcome, "(action, probability)", "yields")
        chance = ask.number("outcomes", said)
        if chance < 0 or (chance == 0 and strict):
            what = f"gives {shown(action)} the probability {chance}: leave out what cannot happen"
            raise ask.fault("outcomes", "probability", what)
        actions.append(action)
        chances.append(chance)
        total += chance  # not sum(), which rounds otherwise than native code
    if not actions:
        raise ask.fault(
            "outcomes", "none", "gives none, but `is_terminal` says that the game is not over"
        )
    if not abs(total - 1) <= NEARLY:
        raise ask.fault("outcomes", "sum", f"gives probabilities that sum to {total:.10g}, not 1")
    if strict:
        _no_repeats(ask, "outcomes", actions)
    return actions, chances


def _no_repeats(ask: Asker, rule: str, actions: list[object]) -> None:
    try:
        twice = [action for action, count in Counter(actions).items() if count > 1]
    except TypeError:  # actions need not be hashable; many of them are not worth the pairs
        pairs = combinations(actions, 2) if len(actions) <= 500 else ()
        twice = [one for one, two in pairs if same(one, two)]
    if twice:
        raise ask.fault(rule, "repeats", f"gives {shown(twice[0])} twice")


def next_state(ask: Asker, s: object, a: object) -> object:
    """The state after `a`, which is not None."""
    return ask.state("result", s, a)


def checked_candidates(ask: Asker, s: object, found: Answers) -> list[object]:
    """What `candidates` gives: some of the actions, at least one."""
    chosen = some_actions("candidates", ask, s, found)
    if not chosen:
        raise ask.fault("candidates", "none", "gives none, although there are actions")
    return chosen


def some_actions(rule: str, ask: Asker, s: object, found: Answers) -> list[object]:
    """What the rule gives: some of the actions, or none."""
    chosen = ask.listed(rule, s)
    for a in chosen[:CHILDREN]:
        if not any(same(a, b) for b in found.actions):
            raise ask.fault(rule, "illegal", f"gives {shown(a)}, which is not among the actions")
    return chosen


def unhashable(ask: Asker, s: object, rule: str) -> Fault:
    """No table can know `s`, which the rule gave: it has no hash, and the game no `key`."""
    what = type(s).__name__
    try:
        key_of(s)
    except Unkeyable as error:
        what = str(error)
    what = (
        f"gives a state that cannot be hashed ({what}), and there is no `key(s)`: make it of"
        " what Python can compare, or answer `key`"
    )
    return ask.fault(rule, "unhashable", what)


def settings(ask: Asker) -> None:
    """A Fault unless `win`, `futility_margin` and `repetition` are numbers that make sense."""
    win, margin = ask.game.win, ask.game.futility_margin
    ask.number("repetition", ask.game.repetition)
    if win is not None:
        ask.number("win", win)
        if win <= 0:
            raise ask.fault(
                "win", "too small", f"is {shown(win)}: a win must be worth more than a draw"
            )
    ask.number("futility_margin", margin)
    if margin < 0:
        raise ask.fault(
            "futility_margin", "too small", f"is {shown(margin)}: it cannot be less than 0"
        )
