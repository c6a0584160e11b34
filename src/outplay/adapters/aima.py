"""A game of aima-python, the code of Russell and Norvig's book.

    initial  to_move(state)  actions(state)  result(state, move)
    terminal_test(state)  utility(state, player)

Any object with these methods will do, whatever its class.
"""

from __future__ import annotations

from typing import Any

from outplay.adapted import AdaptedGame
from outplay.adapters.rules import check_options, check_parts, names_of, printed
from outplay.errors import OutplayError, RulesError, UsageError
from outplay.game import MAX, MIN
from outplay.keys import copied
from outplay.wording import brief, command_name, error_text, place_of

NEEDED = ("initial", "actions", "result", "utility")


class AimaGame(AdaptedGame):
    """The rules of `game`, as a `Game`.

    MAX is who moves first, unless `max_player` says who. Other options are those of
    `Game.from_functions` that are not among the six: `evaluate`, `may_cycle`, `name` …
    """

    def __init__(self, game: Any, *, max_player: Any = None, **options: Any) -> None:
        check_options("from_aima", options)
        self.rules = game
        self._name = str(options.pop("name", "") or command_name(type(game).__name__))
        first = game.initial
        turn = self._player(copied(first))
        self.max_player = turn if max_player is None else max_player
        self.player_names = names_of(  # type: ignore[misc]
            self.max_player, turn, lambda: self._player(_after(game, copied(first)))
        )
        self.__dict__.update(options)

    @property
    def written(self) -> dict[str, Any]:
        """The rules as their author wrote them."""
        rules = self.rules
        named = {"actions": rules.actions, "result": rules.result, "utility": rules.utility}
        over = rules.is_terminal if isinstance(self, NotebookGame) else rules.terminal_test
        return {**named, "is_terminal": over}

    def _player(self, s: object) -> Any:
        return self.rules.to_move(s)

    def initial(self) -> Any:
        return self.rules.initial

    def to_move(self, s: object) -> int:
        return MAX if self.rules.to_move(s) == self.max_player else MIN

    def actions(self, s: object) -> Any:
        return self.rules.actions(s)

    def result(self, s: object, a: object) -> Any:
        return self.rules.result(s, a)

    def is_terminal(self, s: object) -> Any:
        return self.rules.terminal_test(s)

    def utility(self, s: object) -> Any:
        return self.rules.utility(s, self.max_player)

    def show(self, s: object) -> str:
        if not hasattr(self.rules, "display"):
            return self.format_state(s)
        return printed(lambda: self.rules.display(s)) or self.format_state(s)


class NotebookGame(AimaGame):
    """As the notebooks of the fourth edition have it: the state knows whose turn it is."""

    def _player(self, s: Any) -> Any:
        return s.to_move

    def to_move(self, s: Any) -> int:
        return MAX if s.to_move == self.max_player else MIN

    def is_terminal(self, s: object) -> Any:
        return self.rules.is_terminal(s)


def aima_game(game: Any, **options: Any) -> AimaGame:
    """The adapter for a game of aima-python; raises UsageError if it is none."""
    if isinstance(game, type):
        raise UsageError(f"from_aima needs a game, not its class: write {game.__name__}().")
    check_parts("from_aima", "aima-python", game, NEEDED)
    if hasattr(game, "chances"):
        raise UsageError("from_aima does not know the dice of a StochasticGame.")
    if hasattr(game, "terminal_test") and hasattr(game, "to_move"):
        kind = AimaGame
    elif hasattr(game, "is_terminal") and hasattr(game.initial, "to_move"):
        kind = NotebookGame
    else:
        raise UsageError(f"{brief(game)} has no terminal_test, or no to_move.")
    try:
        return kind(game, **options)
    except OutplayError:
        raise
    except Exception as error:
        raise RulesError(
            f"{type(game).__name__} does not say who moves first: {error_text(error)}"
            f"{place_of(error)}."
        ) from error


def _after(game: Any, state: object) -> Any:
    """The state after the first action."""
    return game.result(state, next(iter(game.actions(state))))
