"""Games that adapters make of rules in another form, and what errors and checks need of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from outplay.game import Game


class AdaptedGame(Game[Any, Any]):
    """Asks the rules of an author who wrote them for something else than `Game`."""

    in_place: ClassVar[bool] = False
    """Is it searched on a mutable board, which `move_to` moves from state to state?"""

    ends_without_actions: ClassVar[bool] = False
    """Is a state terminal because it has no actions?"""

    _name: str = "game"

    @property
    def name(self) -> str:
        return self._name

    @property
    def written(self) -> Mapping[str, object]:
        """The rules as their author wrote them, by the names that they have in `Game`."""
        return {}

    @property
    def rule_names(self) -> dict[str, str]:
        """What their author calls them."""
        return {rule: getattr(f, "__name__", rule) for rule, f in self.written.items()}

    def unread(self, rule: str) -> Callable[[Any], object] | None:
        """The author's rule, where this game reads what it yields to the end; else None."""
        return None

    def move_to(self, s: Any) -> None:
        """Moves a mutable board to the state."""

    def restore(self) -> None:
        """Moves a mutable board back to the initial state."""

    def copied(self) -> AdaptedGame:
        """The same game on a copy of its mutable board, if it has one that can be copied."""
        return self
