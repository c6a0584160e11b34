"""From a game and a kernel to machine code: one program, built and compiled."""

from __future__ import annotations

import ast
import builtins
import hashlib
import math
import types
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from outplay import bits
from outplay.game import Game
from outplay.native import cache, layout
from outplay.native.forms import Forms, has_big
from outplay.native.front import backend
from outplay.native.front.intrinsics import peek, peek_float, poke, poke_float, prefetch
from outplay.native.front.module import Module, NoRecord, WiderCharacters
from outplay.native.front.number_intrinsics import as_bool, as_float, as_int
from outplay.native.front.scopes import Source
from outplay.native.front.types import FLOAT, INT
from outplay.native.kernels import BITS, Kernel, translate_kernel
from outplay.native.program import Program
from outplay.native.prune import Flags
from outplay.native.rules import Choices, Rules
from outplay.native.sample import Sample
from outplay.native.source import Unsupported, unwrap
from outplay.native.written import NeedsFloats, WiderState, namespace

APART = {
    "run_grow", "run_store", "run_image", "run_improve", "run_learn", "run_foreseen",
    "prepare_many", "sort_words",
}  # fmt: skip
"""Functions that are seldom called, or long: not written into a kernel that all others are."""

EXCEPTIONS = ("Stop", "TooDeep", "NoActions", "TooMany", "Nonsense", "OutOfBounds", "Uneven")

INTRINSICS = (peek, poke, peek_float, poke_float, as_int, as_float, as_bool, prefetch)


@dataclass
class Built:
    """A program as text, and what Python needs to know of it."""

    text: str
    forms: Forms
    floats: bool
    errors: dict[int, tuple[str, ...]]
    """By status: what was raised."""
    allocates: bool
    reads: list[Any]
    private: bool = False
    """Is it of no use to another process?"""
    converted: frozenset[str] = frozenset()
    """Rules whose answers come back as numbers of another type: 1.0 for 1 or True."""
    uses_numpy: bool = True
    """May numbers of the rules be NumPy's? They come back as ints and floats."""
    largest: str = ""
    """What most of it is made of."""


def build(
    game: Game[Any, Any], sample: Sample, kernel: Kernel, flags: Flags, choices: Choices,
    horizon: str, *, floats: bool, wide: frozenset[Any] = frozenset(),
) -> Built:  # fmt: skip
    """Raises NeedsFloats if it is for ints and a value is a float; Unsupported."""
    refused: set[Any] = set()
    state: Any = None
    for _ in range(20):
        module = Module(checked=_checked(game))
        module.wide = set(wide)
        module.typing.refused = refused
        try:
            return _build(module, game, sample, kernel, flags, choices, horizon, floats, state)
        except WiderState as found:
            state = found.args[0]
        except NoRecord as found:
            refused.add(found.args[0])
        except WiderCharacters:
            continue
        except (Unsupported, NeedsFloats):
            raise
        except Exception as error:  # a mistake of ours: the rules may be right
            raise stumbled(module, error) from error
        finally:
            module.leave()
    raise Unsupported("the types of its values do not settle.")


def stumbled(module: Module, error: Exception) -> Unsupported:
    """What to say of an exception that the compiler should not have raised."""
    filename, line = module.last_place
    said = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    return Unsupported(f"the compiler stumbled over this ({said})", filename, line)


def _build(
    module: Module, game: Game[Any, Any], sample: Sample, kernel: Kernel, flags: Flags,
    choices: Choices, horizon: str, floats: bool, state: Any,
) -> Built:  # fmt: skip
    forms = sample.forms(module.typing, state)
    if any(has_big(form.t) for form in (forms.state, forms.action, forms.key)):
        module.big = True
    if forms.state.char == 4:
        module.char, module.short = 4, 1
    program = Program(game)
    rules = Rules(program, game, forms, choices)
    translate_kernel(kernel, flags, rules, floats=floats, horizon=horizon)
    scope: dict[str, Any] = {name: getattr(layout, name) for name in EXCEPTIONS}
    scope.update({function.__name__: function for function in INTRINSICS})
    scope.update({name: function for function, name in BITS.items()})
    scope.update(inf=math.inf, int_bit_length=_bit_length, int_bit_count=_bit_count)
    places = {rule: _place(game, rule) for rule in ("result", "utility", "evaluate", "to_move")}
    scope.update(namespace(forms, floats=floats, decisive=rules.decisive, places=places))
    scope.update(program.constants)
    for function in program.functions.values():
        scope[function.name] = Source(
            function.node, "<outplay>", function.name, scope, checked=function.checked,
        )  # fmt: skip
    value = FLOAT if floats else INT
    kinds = {"value": value, "int": INT}
    names = {f.__name__ for f in kernel.functions}
    for name in names:
        source = scope[f"kernel_{name}"]
        source.scoped = True
        parameters = source.parameters
        if len(parameters) == len(kernel.arguments) + 3:
            source.declared = dict(
                zip(
                    parameters,
                    (forms.state.t, *(kinds[k] for k in kernel.arguments), INT, INT),
                    strict=True,
                )
            )
    entry = scope[f"kernel_{kernel.name}"]
    entry.result = value
    module.inlined, module.apart = program.inlined, APART
    module.read = program.read
    text = module.build(scope["entry"])
    scope.clear()  # it holds the game, and itself
    converted = frozenset(rule for rule, answer in module.answers if answer != str(value))
    return Built(
        text, forms, floats, _errors(module), module.allocates, list(program.reads.values()),
        module.python_hashes, converted, module.uses_numpy, module.largest,
    )  # fmt: skip


def _bit_length(x: int) -> int:
    return x.bit_length()


def _bit_count(x: int) -> int:
    return x.bit_count()


def _checked(game: Game[Any, Any]) -> Callable[[types.FunctionType], bool]:
    """Which functions are to notice ints beyond 64 bits?"""
    fitting = {
        cls.__module__.split(".")[0] for cls in type(game).__mro__ if vars(cls).get("fits_64_bits")
    }
    return lambda function: (function.__module__ or "").split(".")[0] not in fitting


def _errors(module: Module) -> dict[int, tuple[str, ...]]:
    found: dict[int, tuple[str, ...]] = {}
    for error, status in module.statuses.items():
        if isinstance(error, type):
            found[status] = ("raise", error.__name__)
        elif isinstance(error, tuple):
            found[status] = tuple(_plain(part) for part in error)
        else:
            found[status] = (str(error),)
    return found


def _plain(part: Any) -> Any:
    return part if isinstance(part, str | int | tuple) else str(part)


def _place(game: Game[Any, Any], rule: str) -> tuple[str, int]:
    function = unwrap(getattr(game, rule, None))
    code = getattr(getattr(function, "__func__", function), "__code__", None)
    return ("", 0) if code is None else (code.co_filename, code.co_firstlineno)


class Entry:
    """`entry(address)`: machine code; raises what it stands for where it fails."""

    def __init__(self, raw: Callable[[int], int], errors: dict[int, tuple[str, ...]]) -> None:
        self.raw, self.errors = raw, errors

    def __call__(self, address: int) -> None:
        status = self.raw(address)
        if status:
            raise raised(self.errors.get(status, ("unknown",)))


def raised(error: tuple[Any, ...]) -> Exception:
    """The exception for what native code says went wrong."""
    kind = error[0]
    if kind == "raise":
        name = error[1]
        cls = getattr(layout, name, None) or getattr(builtins, name, None)
        if isinstance(cls, type) and issubclass(cls, Exception):
            return cls()
        return RuntimeError(name)
    if kind == "stop":
        return layout.Stop()
    if kind == "overflow" and len(error) > 1:
        return layout.Overflow(error[1])
    if kind == "unsupported":
        return layout.Beyond(f"there is no native code for {error[1]}", error[2], error[3])
    if kind == "sentence":
        return layout.NoAnswer(error[1], error[2], error[3])
    if kind in _UNSEEN:
        return layout.Unseen(_UNSEEN[kind], "", 0)
    return layout.Beyond(_SENTENCES.get(kind, kind), "", 0) if kind in _SENTENCES else (
        layout.Overflow())  # fmt: skip


_SENTENCES = {
    "memory": "the rules make more lists and the like than there is room for",
    "changed": "a rule changes the state that it was given",
}

_UNSEEN = {
    "other type": "a value is of a type that was not seen before",
    "character": "a character was not seen before",
    "room": "an action takes more room than those that were seen before",
}

loaded: dict[str, Entry] = {}
"""What this process has loaded or compiled, by the name of its file."""


def file_name(built: Built, title: str) -> str:
    digest = hashlib.sha256(built.text.encode()).hexdigest()
    return cache.file_name(title, digest)


def load(built: Built, title: str) -> Entry | None:
    """Machine code that was compiled before on this machine."""
    name = file_name(built, title)
    if name not in loaded:
        code = cache.load(name)
        if code is None:
            return None
        try:
            loaded[name] = Entry(backend.load(code), built.errors)
        except Exception:  # saved by something that only looked like us
            return None
    return loaded[name]


def compile_now(built: Built, title: str) -> Entry:
    """Machine code, compiled now and saved for the next process."""
    import pickle

    try:
        code = backend.object_code(built.text)
    except RuntimeError as error:  # LLVM does not take what we wrote
        first = " ".join(str(error).split()[:30]) or "no reason given"
        raise Unsupported(f"the compiler stumbled over these rules ({first})") from error
    name = file_name(built, title)
    if not built.private:
        cache.save(name, pickle.dumps(code))
    loaded[name] = Entry(backend.load(code), built.errors)
    return loaded[name]


__all__ = ["NeedsFloats", "ast", "bits"]
