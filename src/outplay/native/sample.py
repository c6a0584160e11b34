"""A look at a few states, interpreted: what shapes do states, actions and keys have?"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from outplay.errors import OutplayError
from outplay.game import CHANCE, Game
from outplay.native.layout import Stop
from outplay.native.shapes import Shape, holds_numpy, is_own, join, shape_of
from outplay.native.source import Unsupported, unwrap

SAMPLE = 200
"""States that are looked at."""

FEWER = 20
"""States, and actions of each, that are looked at however many actions there are."""

MOST_LISTED = 50_000
"""When so many actions were listed, that is all that is looked at."""


@dataclass(frozen=True)
class Shapes:
    """The shapes of everything that native code passes on."""

    state: Shape
    action: Shape
    key: Shape
    position: Shape
    float_utility: bool
    """Some utility was a float; where none was, one may still come."""
    float_evaluate: bool
    """Some estimate was a float."""
    numpy: bool
    """States, actions or keys hold numbers of NumPy's."""
    own_actions: bool
    """The actions seen are of the very types that native code gives back: no IntEnum, say."""


def sample_shapes(
    game: Game[Any, Any], root: Any, expired: Callable[[], bool] = lambda: False
) -> Shapes:
    """Looks at states from `root` on, breadth first; raises Unsupported where none fits.

    Raises Stop when the time has `expired` before that is done.
    """
    if game.not_native:
        raise Unsupported(f"{game.not_native}.")
    sample = _Sample(game, root)
    for number, s in enumerate(sample.states):
        if expired():
            raise Stop
        if number >= FEWER and sample.listed > MOST_LISTED:
            break
        try:
            sample.look(s)
        except (Unsupported, OutplayError):
            raise
        except Exception:  # a rule raises: the search will come there, and say where it was
            continue
    state = sample.found["state"]
    return Shapes(
        state,
        sample.found.get("action", Shape("int")),
        sample.found.get("key", state),
        sample.found.get("position", state),
        sample.float_utility,
        sample.float_evaluate,
        sample.numpy,
        sample.own_actions,
    )


class _Sample:
    """The states looked at and to be looked at, and the shapes that hold all of them."""

    def __init__(self, game: Game[Any, Any], root: Any) -> None:
        self.game = game
        self.states = [root]
        self.listed = 0
        self.found: dict[str, Shape] = {}
        self.float_utility = False
        self.float_evaluate = False
        self.numpy = False
        self.own_actions = True
        self.note("state", "initial", root)

    def look(self, s: Any) -> None:
        """Notes the shapes that one state shows, and the states after it."""
        game = self.game
        self.note("state", "result", s)
        if game.answers("key"):
            self.note("key", "key", game.key(s))
        if game.answers("position"):
            self.note("position", "position", game.position(s))
        if game.is_terminal(s):
            self.float_utility = self.float_utility or isinstance(game.utility(s), float)
            return
        self.float_evaluate = self.float_evaluate or isinstance(game.evaluate(s), float)
        chance = game.answers("outcomes") and game.to_move(s) == CHANCE
        legal = game.legal(s)
        noted = len(legal) if self.listed < MOST_LISTED else FEWER
        self.listed += len(legal)
        for a in legal[:noted]:
            self.note("action", "outcomes" if chance else "actions", a)
            if len(self.states) < SAMPLE:
                self.states.append(game.result(s, a))

    def note(self, kind: str, rule: str, value: Any) -> None:
        """Widens the shape of a kind so that it holds `value`; the rule is who gave it."""
        shape = shape_of(value)
        if not isinstance(shape, Shape):
            raise Unsupported(
                f"{_NAMES[kind]} is, or holds, {shape} ({_short(value)}); native rules need"
                " numbers in tuples or NamedTuples.",
                *_place(self.game, rule),
            )
        self.numpy = self.numpy or holds_numpy(value)
        before = self.found.get(kind, shape)
        if kind == "action" and self.own_actions:
            self.own_actions = before == shape and is_own(value)
        both = join(before, shape)
        if both is None:
            raise Unsupported(
                f"{kind}s have different shapes, {before} and {shape} ({_short(value)});"
                " native rules need one shape for all.",
                *_place(self.game, rule),
            )
        self.found[kind] = both


_NAMES = {
    "state": "the state", "action": "an action", "key": "`key(s)`", "position": "`position(s)`",
}  # fmt: skip


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 40 else text[:37] + "…"


def _place(game: Game[Any, Any], rule: str) -> tuple[str, int]:
    """The file and line of a rule."""
    function = unwrap(getattr(game, rule))
    code = getattr(getattr(function, "__func__", function), "__code__", None)
    return ("", 0) if code is None else (code.co_filename, code.co_firstlineno)
