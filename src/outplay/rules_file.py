"""Games from rules files: `path/to/my_game.py`, or `my_game.py:ClassName`.

Each failure (no such file, a syntax error, an error while importing, no game in it, wrong
parameters) is one sentence that names the file, and the line where there is one.
"""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import inspect
import linecache
import os
import re
import sys
import traceback
import types
from collections.abc import Iterator
from contextlib import contextmanager
from difflib import get_close_matches
from pathlib import Path
from typing import Any, NamedTuple

from outplay.adapters.modules import NAMES, module_game, rules_in
from outplay.adapters.ways import adapted
from outplay.errors import OutplayError, RulesError, UnknownGame, UsageError
from outplay.game import QUESTIONS, Game
from outplay.paths import expanded

GameClass = type[Game[Any, Any]]

PREFIX = "outplay_rules_"
"""How the names of the modules begin that rules files become."""


def is_path(name: str) -> bool:
    """Does `name` mean a rules file rather than a built-in game?"""
    return bool(re.search(r"\.py(:\w*)?$", name)) or "/" in name or os.sep in name


def load_rules_file(name: str, **parameters: Any) -> Game[Any, Any]:
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


def build(cls: GameClass, title: str, parameters: dict[str, Any]) -> Game[Any, Any]:
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
            near = get_close_matches(unknown[0], known, n=1)
            meant = f" Did you mean {near[0]!r}?" if near else ""
            raise UsageError(f"{title} has no parameter {unknown[0]!r}; {has}.{meant}") from None
        raise UsageError(f"{title}: {error}; {has}.") from None
    try:
        game = cls(**parameters)
    except OutplayError:
        raise
    except Exception as error:
        kind = UsageError if parameters else RulesError
        path = Path(inspect.getfile(cls))
        raise kind(f"{cls.__name__} cannot be made: {_located(error, path)}.") from error
    return _ready(game, title)


def load_module(path: Path) -> types.ModuleType:
    """The module of a rules file, run anew only if its text or a helper's has changed.

    It stands in `sys.modules` under a name that the path fixes, and its source in
    `linecache` as it was loaded, so that `inspect` finds what runs, whatever the file holds
    by then.
    """
    path, data = _read(path)
    where = os.fsencode(path)  # names of files need not be text
    stem = os.fsencode(path.stem).decode("utf-8", "replace")
    name = f"{PREFIX}{stem}_{hashlib.sha256(where).hexdigest()[:12]}"
    _forget_stale_helpers(path.parent)
    try:
        text = importlib.util.decode_source(data)
        if name in sys.modules and name in _loaded and _loaded[name].text == text:
            return sys.modules[name]
        code = compile(text, str(path), "exec", dont_inherit=True)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise RulesError(f"{_located(error, path)}.") from None
    module = types.ModuleType(name)
    module.__file__ = str(path)
    before = sys.modules.get(name)
    sys.modules[name] = module
    try:
        with _importing_from(path.parent):
            _remember(name, _Loaded(path.parent, str(path), text))
            exec(code, module.__dict__)
    except BaseException as error:
        _loaded.pop(name, None)
        if before is None:
            del sys.modules[name]
        else:
            sys.modules[name] = before
        if isinstance(error, OutplayError | KeyboardInterrupt):
            raise
        raise RulesError(f"{_located(error, path)}.") from error
    return module


def _read(path: Path) -> tuple[Path, bytes]:
    try:
        whole = expanded(path).resolve()
        if whole.is_dir():
            raise UnknownGame(
                f"{path} is a folder; name the rules file in it, such as {path / 'my_game.py'}."
            )
        if not whole.exists():
            here = sorted(str(p.name) for p in whole.parent.glob("*.py"))
            near = get_close_matches(whole.name, here, n=1)
            meant = f" Did you mean {near[0]}?" if near else ""
            raise UnknownGame(f"There is no rules file {path}.{meant}")
        return whole, whole.read_bytes()
    except (OSError, ValueError, RuntimeError) as error:
        if isinstance(error, OutplayError):
            raise
        raise RulesError(f"{path} cannot be read: {error}.") from None


# --- which game ------------------------------------------------------------------------


def _choose(
    module: types.ModuleType, title: str, wanted: str, with_parameters: bool
) -> GameClass | Game[Any, Any]:
    """The class or the ready game that the module offers."""
    ready = vars(module).get("game")
    classes = {
        cls.__name__: cls
        for cls in vars(module).values()
        if isinstance(cls, type) and issubclass(cls, Game) and cls.__module__ == module.__name__
    }
    if wanted:
        found = vars(module).get(wanted)
        found = adapted(found) or found
        if isinstance(found, Game) or (isinstance(found, type) and issubclass(found, Game)):
            return found
        names = ", ".join(classes) or "none"
        raise UnknownGame(f"{title} has no game called {wanted}; its games: {names}.")
    if isinstance(ready, type) and issubclass(ready, Game):
        return ready
    ready = adapted(ready) or ready
    public = {name: cls for name, cls in classes.items() if not name.startswith("_")}
    whole = {name: cls for name, cls in public.items() if not _unanswered(cls)} or public
    if isinstance(ready, Game) and not (with_parameters and len(whole) == 1):
        if with_parameters:
            raise UsageError(f"{title} offers a ready `game`, which takes no parameters.")
        return ready
    if not whole and len(rules_in(module)) == len(QUESTIONS):
        if with_parameters:
            raise UsageError(f"{title} is a game of functions, which takes no parameters.")
        return module_game(module)
    if not whole:
        raise UnknownGame(
            f"{title} holds no game: define a class of outplay.Game, a variable `game`, or the"
            f" functions {', '.join(names[0] for names in NAMES.values())}."
        )
    if len(whole) > 1:
        raise UsageError(
            f"{title} holds several games: {', '.join(whole)}. Choose one as"
            f" {title}:{next(iter(whole))}, or set a variable `game`."
        )
    return next(iter(whole.values()))


def _ready(game: Game[Any, Any], title: str) -> Game[Any, Any]:
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


# --- modules beside the file -------------------------------------------------------------


class _Loaded(NamedTuple):
    """A module that came from a rules folder: a rules file, or a helper that one imports."""

    folder: Path
    file: str
    text: str


_loaded: dict[str, _Loaded] = {}
"""By module name."""


@contextmanager
def _importing_from(folder: Path) -> Iterator[None]:
    """Imports look into `folder` first, and what they find there is remembered.

    Afterwards the folder stays on the path, last, for imports inside functions. No bytecode
    is written: its time stamps are too coarse to notice two edits within a second.
    """
    importlib.invalidate_caches()
    before = set(sys.modules)
    written, sys.dont_write_bytecode = sys.dont_write_bytecode, True
    sys.path.insert(0, str(folder))
    try:
        yield
    finally:
        sys.dont_write_bytecode = written
        sys.path.remove(str(folder))
        if str(folder) not in sys.path:
            sys.path.append(str(folder))
        for name in set(sys.modules) - before:
            file = getattr(sys.modules[name], "__file__", None) or ""
            inside = folder.joinpath(*name.split("."))
            if file in (f"{inside}.py", str(inside / "__init__.py")):
                _remember(name, _Loaded(folder, file, _current_text(file)))


def _forget_stale_helpers(folder: Path) -> None:
    """Lets modules be imported anew that changed on disk, or that `folder` has its own of."""
    changed = {
        known.folder
        for name, known in _loaded.items()
        if not name.startswith(PREFIX) and _current_text(known.file) != known.text
    }
    for name, known in list(_loaded.items()):
        own = folder / name.partition(".")[0]
        hides = known.folder != folder and (own.is_dir() or own.with_suffix(".py").exists())
        if known.folder in changed or hides:
            del _loaded[name]
            sys.modules.pop(name, None)


def _remember(name: str, loaded: _Loaded) -> None:
    _loaded[name] = loaded
    # Without a time stamp linecache keeps the lines, also when the file changes later.
    lines = loaded.text.splitlines(keepends=True)
    linecache.cache[loaded.file] = (len(loaded.text), None, lines, loaded.file)


def _current_text(file: str) -> str:
    try:
        return importlib.util.decode_source(Path(file).read_bytes())
    except (OSError, SyntaxError, ValueError):
        return ""


# --- what went wrong -----------------------------------------------------------------------


def _located(error: BaseException, path: Path) -> str:
    """`my_game.py, line 12: ZeroDivisionError: division by zero`: the last line of the user's."""
    if isinstance(error, SyntaxError) and error.lineno:
        return f"{Path(error.filename or path).name}, line {error.lineno}: {error.msg}"
    what = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    if isinstance(error, SystemExit):
        what = "it calls exit()"
    elif isinstance(error, RecursionError | MemoryError):
        what = f"{what} (nested too deeply?)"
    what = " ".join(what.split()).rstrip(".")
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        if Path(frame.filename).parent == path.parent:
            return f"{Path(frame.filename).name}, line {frame.lineno}: {what}"
    return f"{path.name}: {what}"
