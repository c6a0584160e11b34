"""A look at a few states, interpreted: what types do states, actions and keys have?"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from typing import Any

import numpy as np

from outplay.copies import original
from outplay.errors import OutplayError
from outplay.game import CHANCE, AnyGame
from outplay.native.forms import Form, Forms
from outplay.native.front import types as T
from outplay.native.front.constant_types import NoType, Typing
from outplay.native.front.packed import most_words
from outplay.native.layout import Stop
from outplay.native.source import Unsupported, place_of
from outplay.wording import brief

SAMPLE = 200
"""States that are looked at."""

FEWER = 20
"""States, and actions of each, that are looked at however many actions there are."""

MOST_LISTED = 50_000
"""When so many actions were listed, that is all that is looked at."""

MOST_NOTED = 80
"""Actions of a state that are all looked at; of more of them, the first and the last few."""

MOST_MEASURED = 500
"""Values of each kind whose words are counted."""


class Sample:
    """The states looked at, and all that they showed."""

    def __init__(
        self,
        game: AnyGame,
        root: Any,
        expired: Callable[[], bool] = lambda: False,
        others: Sequence[Any] = (),
    ) -> None:
        """Looks at states from `root`, and `others`, on, breadth first.

        Raises Stop when the time has `expired` before that is done.
        """
        if game.not_native:
            raise Unsupported(f"{game.not_native}.")
        self.game = game
        self.states = [root, *others]
        self.listed = 0
        self.values: dict[str, list[tuple[str, Any]]] = {kind: [] for kind in _KINDS}
        self.note("state", "initial", root)
        for number, s in enumerate(self.states):
            if expired():
                raise Stop
            if number >= FEWER and self.listed > MOST_LISTED:
                break
            try:
                self.look(s)
            except (Unsupported, OutplayError):
                raise
            except Exception:  # a rule raises: the search will come there, and say where it was
                continue

    def look(self, s: Any) -> None:
        """Notes what one state shows, and the states after it."""
        game = self.game
        self.note("state", "result", s)
        if game.answers("key"):
            self.note("key", "key", game.key(s))
        if game.answers("repetition_key"):
            self.note("position", "repetition_key", game.repetition_key(s))
        if game.is_terminal(s):
            self.note("utility", "utility", game.utility(s))
            return
        self.note("estimate", "evaluate", game.evaluate(s))
        chance = game.answers("outcomes") and game.to_move(s) == CHANCE
        legal = game.legal(s)
        self.listed += len(legal)
        some = legal if len(legal) <= MOST_NOTED else [*legal[:FEWER], *legal[-FEWER:]]
        for a in some:
            self.note("action", "outcomes" if chance else "actions", a)
            if len(self.states) < SAMPLE:
                self.states.append(game.result(s, a))

    def join(self, before: Sample) -> None:
        """Adds what another sample of the same game showed."""
        for kind, values in before.values.items():
            self.values[kind] += values[:MOST_MEASURED]

    def leave(self) -> None:
        """Nothing more is looked at: it does not keep the game alive."""
        del self.game
        self.states.clear()

    def note(self, kind: str, rule: str, value: Any) -> None:
        self.values[kind].append((rule, value))

    def has_float(self, kind: str) -> bool:
        """Was one of those values a float?"""
        return any(isinstance(value, float) for _, value in self.values[kind])

    def is_own(self, *kinds: str) -> bool:
        """Would all of them come back from their words as they are, types and all?"""
        return not any(self._leaves[kind].has_numpy for kind in kinds)

    @cached_property
    def _leaves(self) -> dict[str, Leaves]:
        """What the values of each kind are made of; once all are there."""
        return {kind: Leaves(value for _, value in self.values[kind]) for kind in _KINDS}

    def forms(self, typing: Typing, state: T.Type | None = None) -> Forms:
        """The types of all that was seen; raises Unsupported where there is none.

        `state` is a wider type of states, where rules give others than those that were seen.
        """
        types = {kind: self._type(kind, typing) for kind in _NAMES}
        if state is not None:
            types["state"] = typing.types.join(types["state"], state)
        char = 4 if any(self._leaves[kind].has_wide_text for kind in _NAMES) else 1
        found = {}
        for kind, t in types.items():
            if t is T.NEVER:
                t = T.INT if kind == "action" else types["state"]
            form = Form(kind, t)
            if not form.fixed:
                seen = self.values[kind][:MOST_MEASURED] or self.values["state"][:MOST_MEASURED]
                form = Form(kind, t, most_words((v for _, v in seen), t, char), char)
            found[kind] = form
        return Forms(
            **found,
            own_actions=self.is_own("action"),
            own_numbers=self.is_own("utility", "estimate"),
        )

    def _type(self, kind: str, typing: Typing) -> T.Type:
        t: T.Type = T.NEVER
        for rule, value in self.values[kind]:
            try:
                t = typing.types.join(t, typing.type_of(value, (kind,)))
            except NoType as error:
                raise Unsupported(
                    f"{_NAMES[kind]} is, or holds, {error} ({brief(value)}),"
                    " which native code cannot hold.",
                    *place_of(original(self.game), rule),
                ) from None
        return t


class Leaves:
    """What we ask of the numbers, texts and so on that some values are made of."""

    def __init__(self, values: Iterable[Any]) -> None:
        self.has_numpy = self.has_wide_text = False
        """Is there a number of NumPy's? A text with characters beyond Latin-1?"""
        waiting = list(values)
        while waiting:
            value = waiting.pop()
            if isinstance(value, dict):
                waiting += [*value, *value.values()]
            elif hasattr(value, "__dataclass_fields__"):
                waiting += [getattr(value, name) for name in value.__dataclass_fields__]
            elif isinstance(value, tuple | list | set | frozenset):
                if not _PLAIN.issuperset(map(type, value)):
                    waiting += value
            elif isinstance(value, str):
                self.has_wide_text |= max(value, default="") > "\xff"
            else:
                self.has_numpy |= isinstance(value, np.generic)


_PLAIN = {int, bool, float, type(None)}
_NAMES = {
    "state": "the state",
    "action": "an action",
    "key": "`key(s)`",
    "position": "`repetition_key(s)`",
}
_KINDS = (*_NAMES, "utility", "estimate")
