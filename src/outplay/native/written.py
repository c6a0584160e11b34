"""What a kernel's program can do with the states, actions and keys of one game."""

from __future__ import annotations

import types
from typing import Any

from outplay.native.forms import SEEDS, Form
from outplay.native.front import types as T
from outplay.native.front.collecting import as_generator
from outplay.native.front.lazy import Call
from outplay.native.front.values import V
from outplay.native.layout import STATE
from outplay.native.source import unwrap


class NeedsFloats(Exception):
    """A value turned out to be a float in a program for ints."""


class WiderState(Exception):
    """States have another type than those that were looked at."""


def items_of(f: Any, rule: V, *about: V) -> V:
    """What a rule yields or returns, to be gone through once."""
    method = rule.k
    function = unwrap(getattr(method, "__func__", method))
    if isinstance(function, types.FunctionType):
        source = as_generator(f.module.source(function))
        if source is not None:
            bound = [f.const(method.__self__)] if hasattr(method, "__self__") else []
            return f.const(Call(source, [*bound, *about], {}))  # type: ignore[no-any-return]
    return f.call(rule, [*about], {})  # type: ignore[no-any-return]


def load(f: Any, form: Form, at: V) -> V:
    if form.fixed:
        return f.load(form.t, at.p[0])  # type: ignore[no-any-return]
    v, _ = f.unpacked(form.t, at.p[0])
    f.freeze(v)
    return v  # type: ignore[no-any-return]


def store(f: Any, form: Form, at: V, v: V) -> None:
    v = f.convert(f.value_of(v), form.t)
    if f.dead:
        return
    if form.fixed:
        f.store(v, at.p[0])
        return
    f.pack_end = f.op(f"add i64 {at.p[0]}, {8 * form.words}")
    f.packed(v, at.p[0])
    f.pack_end = None


def widened(f: Any, t: T.Type, given: T.Type) -> T.Type:
    """The type of states, if it must also hold None, or larger ints, where `result` gives them."""
    if isinstance(t, T.Tuple) and isinstance(given, T.Tuple):
        if t.cls is not given.cls:
            return t
        if len(t.items) == len(given.items):
            pairs = zip(t.items, given.items, strict=True)
            return T.Tuple(tuple(widened(f, a, b) for a, b in pairs), t.cls)
        return t
    if isinstance(t, T.Tuple) and t.cls is None and isinstance(given, T.Seq):
        # It is made of however many there are.
        return f.types.join(t, T.Seq(f.types.element(t)))  # type: ignore[no-any-return]
    if t is T.INT and given is T.BIG:
        return T.BIG
    members = T.members_of(given)
    if T.NONE in members and not f.fits(T.NONE, t):
        return f.types.join(T.NONE, t)  # type: ignore[no-any-return]
    if isinstance(t, T.Union) and t.members[0] is T.NONE and len(t.members) == 2:
        return t
    if t is T.NONE and len(members) >= 1 and not all(m is T.NONE for m in members):
        return f.types.join(t, given)  # type: ignore[no-any-return]
    return t


def root_state(f: Any, form: Form) -> V:
    at = f.op(f"add i64 %run, {8 * STATE}")
    return load(f, form, V(T.INT, (at if form.fixed else f.peek(at),)))


def words_of(f: Any, form: Form, v: V) -> list[V]:
    """The words that a table knows a value by."""
    v = f.convert(f.value_of(v), form.t)
    if f.dead:
        return [V(T.INT, ("0",)) for _ in range(form.key_size)]
    if not form.fixed:
        return [V(T.INT, (f.mixed(v, str(seed), True),)) for seed in SEEDS]
    parts = []
    for kind, part in zip(v.t.kinds, v.p, strict=True):
        # -0.0 is 0.0, as it is to Python.
        parts.append(f.op(f"fadd double {part}, 0.0") if kind == "double" else part)
    return [V(T.INT, (word,)) for word in f.to_words(V(v.t, tuple(parts)))]


def store_words(f: Any, at: V, words: list[V]) -> None:
    for number, word in enumerate(words):
        f.poke(at.p[0], number, word.p[0])
