"""What only selective searches ask of a game: the engine's guesses need not be sound.

None of it is used where an exact value is asked for, and what it leaves out counts as estimated.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, Generic, TypeVar

State = TypeVar("State")
Action = TypeVar("Action")

TACTICS = ("tactical_actions", "capture_value", "in_check", "null_move_allowed", "null_move")
"""The questions of this group."""


class Tactics(Generic[State, Action]):
    """Captures, checks, null moves, margins and reductions, as chess programs know them."""

    late_move_reductions: ClassVar[bool] = False
    """True if moves that come late in the order may be looked at less deep: only quiet ones, where
    the game tells which are."""

    futility_margin: ClassVar[float] = 0
    """By how much a quiet move hardly ever changes `evaluate`; 0 if nobody knows. Near its depth,
    the engine gives up on what lies several margins outside of what matters."""

    extend_until_quiet: ClassVar[bool] = False
    """True if no search should stop in a state that is not quiet: some actions are forced there.
    The engine then goes on beyond its depth, with all actions, until `is_quiet` says True.
    Promise: every line of states that are not quiet ends soon (each capture takes a piece)."""

    def tactical_actions(self, s: State) -> Iterable[Action]:
        """Yields the actions of `s`, if any, that make `evaluate(s)` doubtful: captures …

        The engine follows them beyond its depth, as long as somebody gains by it (quiescence).
        Promise: nobody is forced to make one (unless `in_check`); doing something else is
        not worse than the estimate. The most promising ones first. Never used where an exact
        value is asked for.
        """
        raise unanswered(self, "tactical_actions(self, s)", "some of the actions")

    def capture_value(self, s: State, a: Action) -> float:
        """What `a` wins for its side at once, as `evaluate` counts: a captured piece; 0 if quiet.

        Where `futility_margin` or `late_move_reductions` is set, quiet actions are what may be left
        out or looked at less deep. Never used where an exact value is asked for.
        """
        raise unanswered(self, "capture_value(self, s, a)", "a number")

    def in_check(self, s: State) -> bool:
        """Must the side to move answer a threat at once, as a king in check?

        The engine then looks a ply deeper, leaves nothing out, and does not judge such a state
        by `evaluate` unless a long line of threats leads to it. Never used where an exact value
        is asked for.
        """
        raise unanswered(self, "in_check(self, s)", "True or False")

    def null_move_allowed(self, s: State) -> bool:
        """Would the side to move rather move than pass? Together with `null_move`: null moves.

        Promise: hardly ever is every move here worse than doing nothing (zugzwang). Never used
        where an exact value is asked for.
        """
        raise unanswered(self, "null_move_allowed(self, s)", "True or False")

    def null_move(self, s: State) -> State:
        """The state `s` with the other side to move, whether or not the rules allow to pass."""
        raise unanswered(self, "null_move(self, s)", "the state after a pass")


def unanswered(game: object, question: str, answer: str) -> NotImplementedError:
    """What to raise where a game does not answer."""
    name = type(game).__name__
    return NotImplementedError(f"{name} does not answer {question}, which gives {answer}.")
