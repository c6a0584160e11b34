"""A successor relation with static values: the positions are the moves.

So Bratko's Prolog has it, `minimax(Pos, BestSucc, Val)`: the answer to a position is its best
successor position, and the value of a position without successors is its static value.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import islice
from typing import Any

from outplay.adapted import AdaptedGame
from outplay.errors import RulesError, UsageError
from outplay.game import MAX, MIN, MOST_ACTIONS

_NO_POSITION = object()


class SuccessorGame(AdaptedGame):
    """`successors(position)` gives the positions that one move leads to, none at the end.

    `static_value(position)` is the value for MAX where there are none, and the estimate where
    a search stops before. Whose turn it is say `max_to_move(position)` or
    `min_to_move(position)`, one of them or both; each gives True or False.

    An action is the position it leads to, so `result.action` is the best successor.
    """

    not_native = "a successor relation gives positions, not actions; it runs in Python"

    ends_without_actions = True

    def __init__(
        self,
        initial: object,
        successors: Callable[[Any], Iterable[Any] | None],
        static_value: Callable[[Any], float],
        max_to_move: Callable[[Any], bool] | None = None,
        min_to_move: Callable[[Any], bool] | None = None,
    ) -> None:
        if max_to_move is None and min_to_move is None:
            raise UsageError("from_successors needs max_to_move or min_to_move: whose turn is it?")
        self._initial = initial
        self._successors, self._static_value = successors, static_value
        self._max_to_move, self._min_to_move = max_to_move, min_to_move
        for rule in ("successors", "static_value", "max_to_move", "min_to_move"):
            function = getattr(self, f"_{rule}")
            if function is not None and not callable(function):
                raise UsageError(f"{rule} must be a function of a position, not {function!r}.")
        # Searches ask whether a position is terminal and then for its actions: answer once.
        self._last: tuple[object, list[object]] = (_NO_POSITION, [])

    @property
    def written(self) -> dict[str, object]:
        turn = self._max_to_move or self._min_to_move
        rules = {"actions": self._successors, "to_move": turn}
        return {**rules, **dict.fromkeys(("utility", "evaluate"), self._static_value)}

    @property
    def rule_names(self) -> dict[str, str]:
        names = {"actions": "successors", "to_move": "max_to_move"}
        return {**names, "utility": "static_value", "evaluate": "static_value"}

    def unread(self, rule: str) -> Callable[[Any], object] | None:
        return (lambda s: self._successors(s) or ()) if rule == "actions" else None

    def initial(self) -> object:
        return self._initial

    def to_move(self, s: object) -> int:
        if self._max_to_move is None:
            assert self._min_to_move is not None
            return MIN if self._min_to_move(s) else MAX
        if self._max_to_move(s):
            return MAX
        if self._min_to_move is None or self._min_to_move(s) or self.is_terminal(s):
            return MIN
        raise RulesError(
            f"Neither max_to_move nor min_to_move holds for the position {self.format_state(s)}."
        )

    def actions(self, s: object) -> list[object]:
        last, found = self._last
        if last is not s:
            found = list(islice(self._successors(s) or (), MOST_ACTIONS + 1))
            self._last = (s, found)
        return list(found)

    def result(self, s: object, successor: object) -> object:
        return successor

    def is_terminal(self, s: object) -> bool:
        return not self.actions(s)

    def utility(self, s: object) -> float:
        return self._static_value(s)

    evaluate = utility

    def format_action(self, s: object, successor: object) -> str:
        return self.format_state(successor)

    def format_state(self, s: object) -> str:
        return s if isinstance(s, str) else super().format_state(s)

    def parse_state(self, text: str) -> object:
        return text.strip() if isinstance(self._initial, str) else super().parse_state(text)
