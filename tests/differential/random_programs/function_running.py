"""A random rule called at both speeds: the same values, types and exceptions."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np
from native_functions import Compiled
from program_running import BEYOND, BROKEN, DIFFERS, MEANT, REFUSED, SAME, UNSEARCHED, Verdict, load

from outplay.native.front.module import Module, NoRecord
from outplay.native.front.packed import DoesNotFit
from outplay.native.source import Unsupported
from outplay.native.targets.cpu import CPU

WIDENINGS = 20
"""How often code is made anew, with wider ints where some have overflowed."""


def compared(source: str, folder: Path, name: str, level: int = 0) -> Verdict:
    """What the two speeds make of a rule."""
    try:
        module = load(source, folder, name)
        return _compared(module.rule, module.inputs, level)
    except Unsupported as error:
        return Verdict(REFUSED, str(error))
    except Exception as error:
        return Verdict(BROKEN, f"{type(error).__name__}: {error}")
    finally:
        sys.modules.pop(name, None)


def _compared(rule: Any, inputs: Any, level: int) -> Verdict:
    try:
        wanted = [_python(rule, one) for one in inputs()]
    except (LookupError, ValueError):  # what it is to be called with cannot be made
        return Verdict(UNSEARCHED)
    if any(kind == "raise" and said not in MEANT for kind, said in wanted):
        return Verdict(BROKEN, str(wanted))
    wide: set[Any] = set()
    refused: set[Any] = set()
    for _ in range(WIDENINGS):
        try:
            module = Module(CPU)
            module.wide, module.typing.refused = wide, refused
            native = Compiled(rule, inputs(), module)
            native.load(level)
            found = [_native(native, one) for one in inputs()]
        except NoRecord as error:
            refused.add(error.args[0])
            continue
        except DoesNotFit as error:
            return Verdict(REFUSED, f"DoesNotFit: {error}")
        outgrown = {e[1] for kind, e in found if kind == "leave" and e[0] == "overflow"} - wide
        if not outgrown:
            break
        wide |= outgrown
    for one, slow, fast in zip(inputs(), wanted, found, strict=True):
        if fast[0] == "leave":
            beyond = fast[1] in ("overflow", "memory") or fast[1][0] == "overflow"
            return Verdict(BEYOND if beyond else REFUSED, _reason(fast[1]))
        if _typed(slow) != _typed(fast):
            text = f"called with {one!r}:\n  Python {slow}\n  native {fast}"
            return Verdict(DIFFERS, text, how=(_kind(slow), _kind(fast)))
    return Verdict(SAME, raised=any(kind == "raise" for kind, _ in wanted))


def _python(rule: Any, arguments: tuple[Any, ...]) -> tuple[str, Any]:
    try:
        return "value", rule(*arguments)
    except Exception as error:
        return "raise", type(error).__name__


def _native(compiled: Compiled, arguments: tuple[Any, ...]) -> tuple[str, Any]:
    """("value", what it returns) or ("raise", an exception) or ("leave", why)."""
    status, value = compiled.run(arguments)
    if not status:
        return "value", value
    error = compiled.error(status)
    return ("raise", error.__name__) if isinstance(error, type) else ("leave", error)


def _reason(error: Any) -> str:
    return f"line {error[3]}: {error[1]}" if error[0] == "unsupported" else str(error)


def _kind(said: tuple[str, Any]) -> str:
    return said[1] if said[0] == "raise" else "value"  # type: ignore[no-any-return]


def _typed(value: Any) -> Any:
    """A value with all types in it; of sets, what is in them: Python makes them anew here."""
    if isinstance(value, np.ndarray):
        return "array", str(value.dtype), value.tolist()
    if isinstance(value, dict):
        return type(value).__name__, [(_typed(k), _typed(v)) for k, v in value.items()]
    if isinstance(value, set | frozenset):
        return type(value).__name__, sorted(_typed(x) for x in value)
    if isinstance(value, tuple | list) or type(value).__name__ == "deque":
        return type(value).__name__, getattr(value, "maxlen", 0), [_typed(x) for x in value]
    return type(value).__name__, repr(value)
