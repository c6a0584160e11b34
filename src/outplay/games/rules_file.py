"""Games from rules files: `path/to/my_game.py`, or `my_game.py:ClassName`.

Each failure (no such file, a syntax error, an error while importing, no game in it, wrong
parameters) is one sentence that names the file, and the line where there is one.
"""

from __future__ import annotations

import inspect
import os
import re
import types
from pathlib import Path
from typing import Any

from outplay.adapters import aima, easyai
from outplay.adapters.modules import NAMES, module_game, rules_in
from outplay.errors import OutplayError, RulesError, UnknownGame, UsageError
from outplay.game import QUESTIONS, AnyGame, Game
from outplay.rules_module import load_module, located
from outplay.wording import did_you_mean

GameClass = type[Game[Any, Any]]


def is_path(name: str) -> bool:
    """Does `name` mean a rules file rather than a built-in game?"""
    return bool(re.search(r"\.py(:\w*)?$", name)) or "/" in name or os.sep in name


def load_rules_file(name: str, **parameters: Any) -> AnyGame:
    """The game of the rules file `path.py` or `path.py:ClassName`.

    It is the variable `game` of the file, or else the one subclass of Game defined in it, or
    else its functions, if they are those of `Game.from_module`. A `game` of easyAI or aima-python
    is taken, too. The file is read again if it, or a module beside it that it imports, has changed.
    """
    path_text, _, wanted = name.partition(".py:")
    path = Path(path_text + ".py" if wanted or name.endswith(".py:") else name)
    module = load_module(path)
    chosen = _choose(module, path.name, wanted, bool(parameters))
    return (
        _ready(chosen, path.name)
        if isinstance(chosen, Game)
        else build(chosen, path.name, parameters)
    )


def build(cls: GameClass, title: str, parameters: dict[str, Any]) -> AnyGame:
    """An object of the class; raises UsageError for wrong parameters, RulesError otherwise."""
    signature = inspect.signature(cls)
    known = [
        p.name for p in signature.parameters.values() if p.kind is not inspect.Parameter.VAR_KEYWORD
    ]
    try:
        signature.bind(**parameters)
    except TypeError as error:
        unknown = [parameter for parameter in parameters if parameter not in known]
        has = f"its parameters are {', '.join(known)}" if known else "it takes none"
        if unknown:
            near = did_you_mean(unknown[0], known)
            raise UsageError(f"{title} has no parameter {unknown[0]!r}; {has}.{near}") from None
        raise UsageError(f"{title}: {error}; {has}.") from None
    try:
        game = cls(**parameters)
    except OutplayError:
        raise
    except Exception as error:
        kind = UsageError if parameters else RulesError
        path = Path(inspect.getfile(cls))
        raise kind(f"{cls.__name__} cannot be made: {located(error, path)}.") from error
    return _ready(game, title)


def _choose(
    module: types.ModuleType, title: str, wanted: str, with_parameters: bool
) -> GameClass | AnyGame:
    """The class or the ready game that the module offers."""
    found = vars(module).get(wanted or "game")
    ready = recognised(found) or found
    classes = {
        cls.__name__: cls
        for cls in vars(module).values()
        if isinstance(cls, type) and issubclass(cls, Game) and cls.__module__ == module.__name__
    }
    if isinstance(ready, type) and issubclass(ready, Game):
        return ready
    if wanted:
        if isinstance(ready, Game):
            return ready
        names = ", ".join(classes) or "none"
        raise UnknownGame(f"{title} has no game called {wanted}; its games: {names}.")
    public = {name: cls for name, cls in classes.items() if not name.startswith("_")}
    complete = {name: cls for name, cls in public.items() if not _unanswered(cls)} or public
    if isinstance(ready, Game) and not (with_parameters and len(complete) == 1):
        if with_parameters:
            raise UsageError(f"{title} defines `game`, which takes no parameters.")
        return ready
    if not complete and len(rules_in(module)) == len(QUESTIONS):
        if with_parameters:
            raise UsageError(f"{title} is a game of functions, which takes no parameters.")
        return module_game(module)
    if not complete:
        raise UnknownGame(
            f"{title} holds no game: define a class of outplay.Game, a variable `game`, or the"
            f" functions {', '.join(names[0] for names in NAMES.values())}."
        )
    if len(complete) > 1:
        raise UsageError(
            f"{title} holds several games: {', '.join(complete)}. Choose one as"
            f" {title}:{next(iter(complete))}, or set a variable `game`."
        )
    return next(iter(complete.values()))


def _ready(game: AnyGame, title: str) -> AnyGame:
    """The game, if it answers all six questions; raises RulesError."""
    missing = [rule for rule in _unanswered(type(game)) if rule not in vars(game)]
    if missing:
        raise RulesError(
            f"{title}: {type(game).__name__} does not answer {', '.join(missing)}; a game answers"
            f" {', '.join(QUESTIONS)}."
        )
    return game


def _unanswered(cls: GameClass) -> list[str]:
    return [rule for rule in QUESTIONS if getattr(cls, rule) is getattr(Game, rule)]


def recognised(thing: object) -> AnyGame | None:
    """The game, if that is one of easyAI or of aima-python; else None."""
    if isinstance(thing, Game):
        return None
    if all(hasattr(thing, part) for part in easyai.NEEDED):
        return easyai.easyai_game(thing)
    return aima.aima_game(thing) if aima.is_aima(thing) else None
