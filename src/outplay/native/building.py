"""From a game and a kernel to machine code: one program, built and compiled."""

from __future__ import annotations

import hashlib
import math
import pickle
import types
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, cast

from outplay.game import AnyGame
from outplay.native import cache, layout
from outplay.native.forms import Forms, has_big
from outplay.native.front import intrinsics
from outplay.native.front import types as T
from outplay.native.front.library_sources import generated
from outplay.native.front.module import Module, NoRecord, WiderCharacters
from outplay.native.front.search_memory import LinesT, StateRef, WordsT, as_number
from outplay.native.front.special import Written
from outplay.native.front.values import V
from outplay.native.kernels import Kernel, Variant
from outplay.native.library import answers, sorting
from outplay.native.program import Program
from outplay.native.rules import Rules
from outplay.native.sample import Sample
from outplay.native.source import Unsupported
from outplay.native.state import fields_of
from outplay.native.targets.cpu import CPU
from outplay.native.targets.errors import Entry
from outplay.native.written import NeedsFloats, WiderState, root_state, store

LIBRARY = {f"outplay.native.library.{name}" for name in ("answers", "sorting", "stack")}
"""Modules of the library that are compiled as parts of the kernel."""


if TYPE_CHECKING:
    from outplay.native.front.function import FunctionCompiler


@dataclass
class Built:
    """A program as text, and what Python needs to know of it."""

    title: str
    text: str
    forms: Forms
    floats: bool
    errors: dict[int, tuple[Any, ...]]
    """By status: what was raised."""
    allocates: bool
    reads: list[Any]
    private: bool
    """Is it of no use to another process?"""
    converted: frozenset[str]
    """Rules whose answers come back as numbers of another type: 1.0 for 1 or True."""
    uses_numpy: bool
    """May numbers of the rules be NumPy's? They come back as ints and floats."""
    largest: str
    """What most of it is made of."""

    @cached_property
    def file(self) -> str:
        """The name of the file that its code is saved in."""
        return cache.file_name(self.title, hashlib.sha256(self.text.encode()).hexdigest())


def build(game: AnyGame, sample: Sample, variant: Variant, wide: frozenset[Any]) -> Built:
    """The program; raises Unsupported."""
    refused: set[Any] = set()
    state: Any = None
    floats = variant.kernel.floats or _are_floats(sample, variant)
    for _ in range(20):
        module = Module(CPU, checked=_checked(game))
        module.wide = set(wide)
        module.typing.refused = refused
        try:
            return _build(module, game, sample, variant, floats, state)
        except NeedsFloats:
            floats = True
        except WiderState as found:
            state = found.args[0]
        except NoRecord as found:
            refused.add(found.args[0])
        except WiderCharacters:
            continue
        except Unsupported:
            raise
        except Exception as error:  # a mistake of ours: the rules may be right
            raise stumbled(module, error) from error
        finally:
            module.leave()
    raise Unsupported("the types of its values do not settle.")


def _are_floats(sample: Sample, variant: Variant) -> bool:
    """Are values floats, as far as was seen?"""
    estimates = variant.is_on("limited") and variant.choices.evaluate is None
    utilities = not variant.is_on("decisive")
    return (utilities and sample.has_float("utility")) or (
        estimates and sample.has_float("estimate")
    )


def stumbled(module: Module, error: Exception) -> Unsupported:
    """What to say of an exception that the compiler should not have raised."""
    filename, line = module.last_place
    said = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    return Unsupported(f"the compiler stumbled over this ({said})", filename, line)


def _build(
    module: Module, game: AnyGame, sample: Sample, variant: Variant, floats: bool, state: Any
) -> Built:
    kernel = variant.kernel
    forms = sample.forms(module.typing, state)
    if any(has_big(form.t) for form in (forms.state, forms.action, forms.key)):
        module.big = True
    if forms.state.char == 4:
        module.char, module.short = 4, 1
    program = Program(game)
    value: T.Type = T.FLOAT if floats else T.INT
    numbers = {"Value": value, "Utility": T.FLOAT if variant.is_on("decisive") else value}
    lines = LinesT(forms.action, layout.LINE)
    on = {**dict(variant.flags), "native": True, "wide": floats, "integer_scores": not floats}
    run = StateRef(kernel.state, fields_of(kernel.state), on, numbers, lines)
    rules = Rules(program, game, forms, variant, run)
    program.own.update(
        INFINITY=math.inf if floats else layout.INFINITY_INT,
        STEP=1e-9 if floats else 1,
        store_action=Written(lambda f, at, v: store(f, forms.action, at, v)),
        call_kernel=Written(partial(_call_kernel, kernel, rules, run)),
        scratch=Written(_scratch),
        prefetch=intrinsics.prefetch,
        insert_sorted=sorting.insert_sorted,
        sort_words=sorting.sort_words,
        bring_least=sorting.bring_least,
    )
    module.own, module.state, module.rules = program.own, run, rules
    module.searches = kernel.modules | LIBRARY
    for function in kernel.functions:
        module.source(cast("types.FunctionType", function)).scoped = True
    module.inlined = kernel.inlined
    module.read = program.read
    text = module.build(generated("def entry():\n    call_kernel()\n", program.own)["entry"])
    converted = frozenset(rule for rule, answer in module.answers if answer != str(value))
    return Built(
        f"{game.name}-{kernel.name}",
        text,
        forms,
        floats,
        errors_of(module),
        module.allocates,
        list(program.reads.values()),
        module.python_hashes,
        converted,
        module.uses_numpy,
        module.largest,
    )


def _call_kernel(kernel: Kernel, rules: Rules, run: StateRef, f: FunctionCompiler) -> None:
    """Searches the state that stands in the block, and leaves the value there."""
    value = run.declared("Value")
    assert value is not None
    s = root_state(f, rules.forms.state)
    if not kernel.inlined:  # the textbook asks for the values of a root's children by their actions
        move = V(T.INT, (f.peek("%run", layout.OFFSET["move"]),))
        after = [f.const(rules.load("actions")), rules.attribute(f, "result"), s, move]
        s = f.call_function(answers.after_move, after, {})
    arguments = []
    for number, kind in enumerate(kernel.arguments, start=layout.ARGUMENTS):
        t = value if kind == "value" else T.INT
        arguments.append(f.load(t, "%run", number))
    call = [f.const(rules), s, *arguments, f.const(run)]
    found = as_number(f, f.call_function(kernel.functions[0], call, {}), value)
    f.store(found, "%run", layout.OFFSET["result"])


def _scratch(f: FunctionCompiler, n: V) -> V:
    """`scratch(n)`: words on the stack."""
    start = f.env["#top"]
    f.env["#top"] = V(T.INT, (f.op(f"add i64 {start.p[0]}, {f.op(f'mul i64 {n.p[0]}, 8')}"),))
    end = f.peek("%run", layout.OFFSET["stack_end"])
    full = f.op(f"icmp sge i64 {f.env['#top'].p[0]}, {end}")
    f.fail_if(full, layout.TooMany)
    return V(WordsT(T.INT), start.p)


def _checked(game: AnyGame) -> Callable[[types.FunctionType], bool]:
    """Which functions are to notice ints beyond 64 bits?"""
    fitting = {
        cls.__module__.split(".")[0] for cls in type(game).__mro__ if vars(cls).get("fits_64_bits")
    }
    return lambda function: (function.__module__ or "").split(".")[0] not in fitting


def errors_of(module: Module) -> dict[int, tuple[Any, ...]]:
    """What each status of a program stands for; a class by its name, which keeps no rules alive."""
    return {
        status: ("raise", error.__name__)
        if isinstance(error, type)
        else (error if isinstance(error, tuple) else (error,))
        for error, status in module.statuses.items()
    }


loaded: dict[str, Entry] = {}
"""What this process has loaded or compiled, by the name of its file."""


def load(built: Built) -> Entry | None:
    """Machine code that was compiled before on this machine."""
    if built.file not in loaded:
        code = cache.load(built.file)
        if code is None:
            return None
        try:
            loaded[built.file] = Entry(CPU.load(code), built.errors)
        except Exception:  # saved by something that only looked like us
            return None
    return loaded[built.file]


def compile_now(built: Built) -> Entry:
    """Machine code, compiled now and saved for the next process."""
    try:
        code = CPU.compile(built.text)
    except RuntimeError as error:  # LLVM does not take what we wrote
        first = " ".join(str(error).split()[:30]) or "no reason given"
        raise Unsupported(f"the compiler stumbled over these rules ({first})") from error
    if not built.private:
        cache.save(built.file, pickle.dumps(code))
    loaded[built.file] = Entry(CPU.load(code), built.errors)
    return loaded[built.file]
