"""A module of functions on a board: the form of CS50's course on artificial intelligence.

    initial_state()  player(board)  actions(board)  result(board, action)
    terminal(board)  utility(board)

`player` gives whose turn it is as the rules have it, "X" or "O". Actions in a set have no order:
they are sorted. Everything else is what the functions give.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from types import ModuleType
from typing import Any

from outplay.adapted import AdaptedGame
from outplay.adapters.rules import Rules, board_text, check_options, names_of
from outplay.errors import UsageError
from outplay.freeze import text_of
from outplay.game import MAX, MIN, AnyGame
from outplay.keys import copied
from outplay.rules_module import load_module

NAMES = {
    "initial": ("initial_state", "initial"),
    "to_move": ("player", "to_move"),
    "actions": ("actions",),
    "result": ("result",),
    "is_terminal": ("terminal", "is_terminal", "terminal_test"),
    "utility": ("utility",),
}
"""What a module may call its rules; the first name is CS50's."""


class ModuleGame(AdaptedGame):
    """The functions of a module, as a `Game`.

    MAX is who `max_player` says: unless it is given, the module's `X`, or else who moves first.
    `utility` is from its side.
    """

    in_sets = by_text = False
    """Do actions come in a set, which has no order, so that they are sorted; and has Python no
    order for them, so that it is that of their texts?"""

    def __init__(
        self, name: str, rules: Rules, max_player: object, names: tuple[str, str], **options: object
    ) -> None:
        """`options`: what else the author answers or says of it."""
        self._name = name
        self.max_player = max_player
        self.player_names = names  # type: ignore[misc]
        self._rules = rules
        self._player, self._actions = rules["to_move"], rules["actions"]
        self.__dict__.update(
            {rule: f for rule, f in rules.items() if rule not in ("to_move", "actions")}
        )
        self.__dict__.update(options)

    @property
    def written(self) -> Rules:
        return self._rules

    def to_move(self, s: object) -> int:
        return MAX if self._player(s) == self.max_player else MIN

    def actions(self, s: object) -> Iterable[object]:
        if self.in_sets:
            return sorted(self._actions(s), key=text_of if self.by_text else None)
        found: Iterable[object] = self._actions(s)
        return found

    def show(self, s: object) -> str:
        return board_text(s) or self.format_state(s)


def module_game(module: ModuleType | str | Path, **options: object) -> AnyGame:
    """The game of a module, or of the file that holds one.

    `max_player` is who MAX is. Other options are those of `Game.from_functions` that are not
    among the six: `evaluate`, `symmetries`, `may_cycle`, `name` … Raises UsageError.
    """
    if isinstance(module, str | Path):
        module = load_module(Path(module))
    if not isinstance(module, ModuleType):
        raise UsageError(f"from_module needs a module or the path of one, not {module!r}.")
    rules = rules_in(module)
    file = getattr(module, "__file__", None)
    title = Path(file).stem if file else module.__name__
    missing = [names[0] for rule, names in NAMES.items() if rule not in rules]
    if missing:
        raise UsageError(f"{title} has no function {', '.join(missing)}.")
    name = str(options.pop("name", title))
    max_player = options.pop("max_player", None)
    check_options("from_module", options, "max_player")
    first = _first(rules, "initial")
    turn = _first(rules, "to_move", first)
    if max_player is None:
        max_player = MAX if turn in (MAX, MIN) else getattr(module, "X", turn)
    listed = _first(rules, "actions", first)
    names = names_of(max_player, turn, rules, first)
    game = ModuleGame(name, rules, max_player, names, **options)
    game.in_sets = isinstance(listed, set | frozenset)
    game.by_text = game.in_sets and not _is_ordered(listed)
    return game


def rules_in(module: ModuleType) -> Rules:
    """Those of the six rules that the module has, under any of their names."""
    found: Rules = {}
    for rule, names in NAMES.items():
        for name in names:
            if callable(getattr(module, name, None)):
                found.setdefault(rule, getattr(module, name))
    return found


def _is_ordered(actions: Iterable[Any]) -> bool:
    """Has Python an order for them?"""
    try:
        sorted(actions)
    except TypeError:
        return False
    return True


def _first(rules: Rules, rule: str, *arguments: object) -> Any:
    """The rule's answer; None if it raises, which a search or a check will tell."""
    try:
        return rules[rule](*map(copied, arguments))
    except Exception:
        return None
