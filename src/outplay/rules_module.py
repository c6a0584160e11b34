"""Rules files as modules: run once, and again when they, or what they import, have changed."""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import linecache
import os
import sys
import traceback
import types
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from outplay.errors import OutplayError, RulesError, UnknownGame
from outplay.paths import expanded
from outplay.wording import did_you_mean, error_text

PREFIX = "outplay_rules_"
"""How the names of the modules begin that rules files become."""


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
        raise RulesError(f"{located(error, path)}.") from None
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
        raise RulesError(f"{located(error, path)}.") from error
    return module


def _read(path: Path) -> tuple[Path, bytes]:
    try:
        full = expanded(path).resolve()
        if full.is_dir():
            raise UnknownGame(
                f"{path} is a folder; name the rules file in it, such as {path / 'my_game.py'}."
            )
        if not full.exists():
            here = sorted(found.name for found in full.parent.glob("*.py"))
            raise UnknownGame(f"There is no rules file {path}.{did_you_mean(full.name, here)}")
        return full, full.read_bytes()
    except (OSError, ValueError, RuntimeError) as error:
        if isinstance(error, OutplayError):
            raise
        raise RulesError(f"{path} cannot be read: {error}.") from None


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
    """Forgets modules that changed on disk, or that `folder` has its own version of."""
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


def located(error: BaseException, path: Path) -> str:
    """`my_game.py, line 12: ZeroDivisionError: division by zero`: the last line of the user's."""
    if isinstance(error, SyntaxError) and error.lineno:
        return f"{Path(error.filename or path).name}, line {error.lineno}: {error.msg}"
    what = error_text(error)
    if isinstance(error, SystemExit):
        what = "it calls exit()"
    elif isinstance(error, RecursionError | MemoryError):
        what = f"{what} (nested too deeply?)"
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        if Path(frame.filename).parent == path.parent:
            return f"{Path(frame.filename).name}, line {frame.lineno}: {what}"
    return f"{path.name}: {what}"
