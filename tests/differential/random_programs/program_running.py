"""A program run at both speeds, and what is said of it."""

from __future__ import annotations

import contextlib
import importlib.util
import random
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from outplay import Game, NotNative, Result, RulesError, minimax
from outplay.native import cache
from outplay.native.targets import cpu

SAME, REFUSED, BEYOND, UNSEARCHED = "same", "refused", "beyond", "unsearched"
"""Both speeds agree; there is no native code; numbers are too large for it; no native code
is asked for, since the rules raise at once, or the game is over."""

DIFFERS, BROKEN = "DIFFERS", "BROKEN"
"""The speeds do not agree; Python raises what the generator does not mean to raise."""

MEANT = ("IndexError", "KeyError", "ValueError", "ZeroDivisionError")
"""What rules may raise: where a lookup, a conversion or a division fails."""


@dataclass(frozen=True)
class Verdict:
    word: str
    text: str = ""
    compiling: float = 0.0
    """Seconds."""
    raised: bool = False
    """Did a rule raise in a search, at both speeds?"""
    how: tuple[str, ...] = ()
    """Of what kind the difference is: what Python said, and what native code."""


@contextlib.contextmanager
def quickly_compiled(level: int = 0) -> Iterator[None]:
    """Within it, LLVM optimises nothing, and what it makes is not kept for others."""
    before = cpu.object_code, cache.load, cache.save
    cpu.object_code = lambda text, _=3: before[0](text, level)  # type: ignore[assignment]
    cache.load, cache.save = lambda name: None, lambda name, code: None  # type: ignore[assignment]
    try:
        yield
    finally:
        cpu.object_code, cache.load, cache.save = before  # type: ignore[assignment]


def load(source: str, folder: Path, name: str) -> Any:
    """The module of that source, which is a file now, so that its lines can be found."""
    path = folder / f"{name}.py"
    path.write_text(source, encoding="utf-8")
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def verdict(source: str, folder: Path, name: str, seed: int) -> Verdict:
    """What the two speeds say of the program from some positions of it."""
    try:
        with quickly_compiled():
            return _verdict(source, folder, name, seed)
    finally:
        sys.modules.pop(name, None)


def _verdict(source: str, folder: Path, name: str, seed: int) -> Verdict:
    try:
        game = load(source, folder, name).Rules()
        positions = walk(game, random.Random(seed))
        slow = [asked(game, s, depth, "python") for s, depth in positions]
    except Exception as error:
        return Verdict(BROKEN, f"{type(error).__name__}: {error}")
    strange = [said for said, _ in slow if isinstance(said, str) and not re.search(RAISED, said)]
    if strange:
        return Verdict(BROKEN, strange[0])
    compiling, searched = 0.0, 0
    for (s, depth), (wanted, _) in zip(positions, slow, strict=True):
        try:
            found, result = asked(game, s, depth, "native")
        except NotNative as error:
            beyond = "does not fit into" in str(error)
            return Verdict(BEYOND if beyond else REFUSED, str(error), compiling)
        if result is not None and result.moves:
            searched += 1
            compiling += result.compile_time
        if found != wanted:
            text = f"from {s!r} at depth {depth}:\n  Python {wanted}\n  native {found}"
            return Verdict(DIFFERS, text, compiling, how=(kind_of(wanted), kind_of(found)))
    raised = any(isinstance(said, str) for said, _ in slow)
    return Verdict(SAME if searched else UNSEARCHED, "", compiling, raised)


RAISED = rf"raised ({'|'.join(MEANT)})"


def walk(game: Game[Any, Any], rng: random.Random) -> list[tuple[Any, int]]:
    """The start, to be searched three plies deep, and positions of random games, one ply deep."""
    found = [(game.initial(), 3)]
    for _ in range(3):
        s = game.initial()
        try:
            for _ in range(rng.randint(1, 3)):
                s = game.result(s, rng.choice(list(game.actions(s))))
            if not game.is_terminal(s):
                found.append((s, 1))
        except (LookupError, ValueError, ZeroDivisionError):
            pass
    return found


def asked(game: Game[Any, Any], s: Any, depth: int, speed: str) -> tuple[Any, Result | None]:
    """Moves, values, their types and the nodes; or which rule raised what, and in which line."""
    try:
        result = minimax(game, s, depth=depth, speed=speed)
    except RulesError as error:
        said = str(error).split(" in the position ")[0]
        return re.sub(r"\w+\.py, | at 0x\w+", "", said), None
    return told(result), result


def kind_of(said: Any) -> str:
    """An answer, or the name of the error."""
    error = re.search(r"raised (\w+)", said) if isinstance(said, str) else None
    return error[1] if error else type(said).__name__


def told(result: Result) -> Any:
    moves = [(typed(move.action), typed(move.value), move.nodes) for move in result.moves]
    return moves, typed(result.value), typed(result.line), result.nodes


def typed(value: Any) -> Any:
    inner = [typed(item) for item in value] if isinstance(value, tuple) else repr(value)
    return type(value).__name__, inner
