"""A game of aima-python, the code of Russell and Norvig's book.

    initial  to_move(state)  actions(state)  result(state, move)
    terminal_test(state)  utility(state, player)

Any object with these methods will do, whatever its class. In the notebooks of the fourth edition
it is `is_terminal(state)`, and the state itself knows whose turn it is: `state.to_move`.
"""

from __future__ import annotations

from operator import attrgetter
from typing import Any

from outplay.adapters.modules import ModuleGame
from outplay.adapters.rules import Rules, check_options, check_parts, names_of, printed
from outplay.errors import RulesError, UsageError
from outplay.keys import copied
from outplay.wording import brief, command_name, error_text, place_of

NEEDED = ("initial", "actions", "result", "utility")


class AimaGame(ModuleGame):
    """The rules of `game`, as a `Game`: `utility` is asked for MAX."""

    rules: Any

    def initial(self) -> object:
        return self.rules.initial

    def utility(self, s: object) -> float:
        value: float = self.rules.utility(s, self.max_player)
        return value

    def show(self, s: object) -> str:
        shown = printed(getattr(self.rules, "display", lambda state: None), s)
        return shown or self.format_state(s)


def is_aima(game: object) -> bool:
    """Has it what every game of theirs has?"""
    return not isinstance(game, type) and all(hasattr(game, part) for part in NEEDED)


def aima_game(game: Any, **options: object) -> AimaGame:
    """The game, if it is one of aima-python; raises UsageError if it is none.

    MAX is who moves first, unless `max_player` says who. Other options are those of
    `Game.from_functions` that are not among the six: `evaluate`, `may_cycle`, `name` …
    """
    if isinstance(game, type):
        raise UsageError(f"from_aima needs a game, not its class: write {game.__name__}().")
    check_parts("from_aima", "aima-python", game, NEEDED)
    if hasattr(game, "chances"):
        raise UsageError("from_aima does not know the dice of a StochasticGame.")
    rules: Rules = {"actions": game.actions, "result": game.result}
    if hasattr(game, "terminal_test") and hasattr(game, "to_move"):
        rules |= {"is_terminal": game.terminal_test, "to_move": game.to_move}
    elif hasattr(game, "is_terminal") and hasattr(game.initial, "to_move"):
        rules |= {"is_terminal": game.is_terminal, "to_move": attrgetter("to_move")}
    else:
        raise UsageError(f"{brief(game)} has no terminal_test, or no to_move.")
    check_options("from_aima", options, "max_player")
    name = str(options.pop("name", "") or command_name(type(game).__name__))
    first = game.initial
    try:
        turn = rules["to_move"](copied(first))
    except Exception as error:
        raise RulesError(
            f"{type(game).__name__} does not say who moves first: {error_text(error)}"
            f"{place_of(error)}."
        ) from error
    max_player = options.pop("max_player", turn)
    names = names_of(max_player, turn, rules, first)
    found = AimaGame(name, rules, max_player, names, **options)
    found.rules = game
    return found
