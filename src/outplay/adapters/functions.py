"""A game of plain functions: `Game.from_functions(initial=…, to_move=…, …)`."""

from __future__ import annotations

from outplay.adapted import AdaptedGame
from outplay.adapters.rules import SETTINGS, check_options
from outplay.errors import UsageError
from outplay.game import QUESTIONS


class FunctionGame(AdaptedGame):
    """The rules as functions that take the state (and the action), without `self`.

    `initial` is a function of nothing, or the first state itself. Optional rules have the
    names that they have in `Game`, and `name`, `player_names`, `weights` and `may_cycle` are
    plain values.

    >>> game = FunctionGame(
    ...     name="take-away",
    ...     initial=(5, 1),
    ...     to_move=lambda s: s[1],
    ...     actions=lambda s: range(1, min(2, s[0]) + 1),
    ...     result=lambda s, taken: (s[0] - taken, -s[1]),
    ...     is_terminal=lambda s: s[0] == 0,
    ...     utility=lambda s: -s[1],
    ... )
    >>> game.legal(game.initial())
    [1, 2]
    """

    def __init__(self, **rules: object) -> None:
        check_options("from_functions", rules, required=QUESTIONS)
        self._name = str(rules.pop("name", "function-game"))
        first = rules["initial"]
        if not callable(first):
            rules["initial"] = lambda: first
        for rule, value in rules.items():
            if rule not in SETTINGS and not callable(value):
                raise UsageError(f"The rule {rule} must be a function, not {value!r}.")
            self.__dict__[rule] = value
