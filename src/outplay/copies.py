"""Copies of mutable states, so that a rule that changes its argument cannot make a search wrong.

Where a state is mutable, searches use `protected(game, state)`: the same game, whose rules each get
a copy of the state. Other games are used as they are, at no cost.
"""

from __future__ import annotations

import contextlib
import copy
import weakref
from collections.abc import Callable, Iterator
from types import MethodType
from typing import Any, Protocol, TypeVar

from outplay.adapted import AdaptedGame
from outplay.errors import OutplayError
from outplay.game import CHANCE, OPTIONAL, Action, AnyGame, Game, State
from outplay.keys import copied, holds_objects, itself

ALONE = ("initial", "parse_state")
"""Rules that take no state."""

OF_AN_ACTION = (
    *("result", "priority", "capture_value", "format_action", "parse_action", "gestures"),
    "placed",
)
"""Rules of a state and something else."""

OF_A_STATE = (
    "to_move",
    "actions",
    "is_terminal",
    "utility",
    "format_state",
    "ending",
    "show",
    "draw",
    *(rule for rule in OPTIONAL if rule not in OF_AN_ACTION),
)

Value = TypeVar("Value")


class Copy(Protocol):
    """Makes a copy of a state, or gives the state itself."""

    def __call__(self, value: Value, /) -> Value: ...


class MutableState(OutplayError):
    """A state can be changed, though the one that the search began with cannot.

    Raised before any rule was asked about it; the search is then begun anew.
    """

    def __init__(self, game: AnyGame) -> None:
        super().__init__(f"{game.name}: a state can be changed, though the first one cannot.")


def protected(game: AnyGame, state: object, *, always: bool = False) -> AnyGame:
    """The game, asked so that no rule can change `state`, or a state that follows it.

    That is the game itself where nothing in the state can be changed, unless `always`. Objects
    that equal nothing but themselves are copied only where a rule is seen to change them: their
    copies would be other states.
    """
    before, game = game, original(game)
    if not is_users(game):
        return game
    if id(game) in _known or always or copied(state) is not state or holds_objects(state):
        _learn_how_to_copy(game, state)
        return _protected_view(game) if before is game else before
    return game


def original(game: AnyGame) -> AnyGame:
    """The author's own game."""
    return game.rules_ if isinstance(game, ProtectedGame) else game


def copier(game: AnyGame) -> Copy:
    """How copies of this game's states are made."""
    return game.copy_ if isinstance(game, ProtectedGame) else itself


def with_copies(
    game: AnyGame, function: Callable[..., Value] | None
) -> Callable[..., Value] | None:
    """A function of a state, which gets copies if the game's rules do."""
    if function is None or not isinstance(game, ProtectedGame):
        return function
    call, copy_ = function, game.copy_
    return lambda s, *more: call(copy_(s), *more)


def is_users(game: AnyGame) -> bool:
    """Are the rules a user's? Ours never change a state, and a board is changed on purpose."""
    home = type(game).__module__
    ours = home.startswith("outplay.") and not home.startswith("outplay.adapters.")
    return not ours and not (isinstance(game, AdaptedGame) and game.in_place)


def is_unprotected(game: AnyGame) -> bool:
    """Are its rules given states as they are, since the first one cannot be changed?"""
    return is_users(game) and not isinstance(game, ProtectedGame)


def is_own(game: AnyGame, rule: str) -> bool:
    """Has the author of the game written the rule?"""
    written = game.__dict__.get(rule) is not None
    return written or getattr(type(game), rule) is not getattr(Game, rule)


LOOKED_AT = 2_000
"""States of one search that are tested: can each be hashed, as the first one can?"""


def checked_result(game: Game[State, Action], view: object) -> Callable[[State, Action], State]:
    """`result` for `view.result`: raises MutableState if a state can be changed, though the first
    one cannot.

    After LOOKED_AT states, `view.result` is the rule itself; a table finds such a state later.
    """
    rule, view_ = game.result, weakref.ref(view)
    if not is_unprotected(game):
        return rule
    left = LOOKED_AT

    def result(s: State, a: Action) -> State:
        nonlocal left
        t = rule(s, a)
        try:
            hash(t)
        except Exception:
            raise mutable_state(game) from None
        left -= 1
        if left == 0 and (user := view_()) is not None:
            object.__setattr__(user, "result", rule)
        return t

    return result


def mutable_state(game: AnyGame) -> MutableState:
    """The error for a state that turns out to be mutable; later searches copy from the start."""
    _remember(original(game), copied)
    return MutableState(game)


# --- a game that hands out copies -------------------------------------------------------------


class ProtectedGame:
    """Goes before the class of a game: each rule is that of `rules_`, and gets a copy."""

    __slots__ = ()

    rules_: AnyGame

    @property
    def copy_(self) -> Copy:
        return _known.get(id(self.rules_), copied)

    def __init_subclass__(cls, **options: object) -> None:
        """The author's own `__init_subclass__` is not called."""

    def __getattr__(self, name: str) -> Any:
        return getattr(object.__getattribute__(self, "rules_"), name)

    def answers(self, optional: str) -> bool:
        return self.rules_.answers(optional)

    def __reduce_ex__(self, protocol: object) -> tuple[object, ...]:
        return _protected_view, (self.rules_,)


class _Rule:
    """One rule of a protected game; it comes before what stands in the game's `__dict__`."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __set__(self, game: object, value: object) -> None:
        game.__dict__[self.name] = value

    def __get__(self, game: ProtectedGame | None, cls: type) -> Callable[..., object]:
        if game is None:
            unbound: Callable[..., object] = getattr(cls.__mro__[2], self.name)
            return unbound
        name, rules, copy_ = self.name, game.rules_, game.copy_
        if not is_own(rules, name):
            return MethodType(getattr(Game, name), game)  # what that asks in turn gets copies
        rule: Callable[..., object] = getattr(rules, name)

        def alone(*text: str) -> object:
            state = rule(*text)
            _learn_how_to_copy(rules, state)
            return state

        def answer(s: object) -> object:
            return rule(copy_(s))

        def result(s: object, a: object) -> object:
            return rule(copy_(s), copied(a))

        return result if name in OF_AN_ACTION else alone if name in ALONE else answer


MADE = "_outplay_protected"
"""Where a class keeps the one that is made from it, so that both go together."""


def _no_finalizer(game: object) -> None:
    """What is to be done when the game goes is done by the game itself."""


def _protected_view(game: AnyGame) -> AnyGame:
    cls = type(game)
    made: type | None = vars(cls).get(MADE)
    if made is None:
        rules = {name: _Rule(name) for name in (*ALONE, *OF_AN_ACTION, *OF_A_STATE)}
        names = {"__module__": cls.__module__, "__qualname__": cls.__qualname__}
        slots = {"__slots__": ("rules_",), "__doc__": cls.__doc__, "__del__": _no_finalizer}
        kind: type = type(cls)
        made = kind(cls.__name__, (ProtectedGame, cls), {**names, **slots, **rules})
        with contextlib.suppress(Exception):  # a class that lets nobody write to it
            setattr(cls, MADE, made)
    found: AnyGame = object.__new__(made)
    object.__setattr__(found, "rules_", game)
    object.__setattr__(found, "__dict__", game.__dict__)
    return found


# --- what is known of games ---------------------------------------------------------------------

_known: dict[int, Copy] = {}
"""Games whose first state does not tell how states are to be copied; gone with them."""


def _remember(game: AnyGame, how: Copy) -> None:
    if id(game) not in _known:
        weakref.finalize(game, _known.pop, id(game), None).atexit = False
    _known[id(game)] = how


def _learn_how_to_copy(game: AnyGame, state: object) -> None:
    """Finds out how states of the game are to be copied, where one holds objects."""
    if id(game) not in _known and holds_objects(state) and _objects_change(game, state):
        _remember(game, copy.deepcopy)


def _objects_change(game: AnyGame, state: object) -> bool:
    """Is a rule seen to change the objects in `state`?"""
    from outplay.asking import CHILDREN, Asker, Fault, answers, next_state

    ask = Asker(game)
    try:
        s = copy.deepcopy(state)
        found = answers(ask, s, finite=False, strict=False)
        unchanged = ask.watch(s)
        for a in found.actions[:CHILDREN]:
            next_state(ask, s, a)
            unchanged("result")
        for rule in OPTIONAL if found.actions and found.mover != CHANCE else ():
            if rule in OF_A_STATE and rule != "outcomes" and game.answers(rule):
                answer = ask.call(rule, s)
                if isinstance(answer, Iterator):
                    list(answer)
                unchanged(rule)
    except Fault as fault:
        return fault.kind == "changes"
    except Exception:  # it cannot be copied
        return False
    return False
