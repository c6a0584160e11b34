"""Values as text: formats of f-strings, `format`, `str.format` and `%`."""

from __future__ import annotations

import builtins
import re
import string
from typing import TYPE_CHECKING, Any

from outplay.native.front import types as T
from outplay.native.front.special import method, over_union, simple
from outplay.native.front.values import V

if TYPE_CHECKING:
    from outplay.native.front.function import FunctionCompiler


SPEC = re.compile(
    r"(?:(?P<fill>.)?(?P<align>[<>=^]))?(?P<sign>[-+ ])?(?P<alternate>#)?(?P<zero>0)?"
    r"(?P<width>\d+)?(?P<group>[,_])?(?:\.(?P<precision>\d+))?(?P<type>[a-zA-Z%])?",
    re.S,
)

PERCENT = re.compile(
    r"%(?P<flags>[-+ 0#]*)(?P<width>\d+)?(?:\.(?P<precision>\d+))?(?P<type>.)", re.S
)

PLAIN = (bool, int, float, str)


def formatted(f: FunctionCompiler, v: V, spec: str) -> V:
    """`format(v, spec)`"""
    if f.dead:
        return V(T.NEVER)
    if isinstance(v.t, T.Union):
        return f.dispatch(v, lambda arm: formatted(f, arm, spec))
    if v.known and isinstance(v.k, PLAIN) and not isinstance(v.t, T.Const):
        try:
            return f.const(format(v.k, spec))
        except ValueError:
            return f.fail(ValueError)
    if not spec and isinstance(v.t, T.Enum):
        return f.text_of_member(v, format)
    if not spec:
        return f.text_of(v)
    found = SPEC.fullmatch(spec)
    if found is None:
        return f.unsupported("this format")
    parts = found.groupdict()
    v = f.number(v)
    if isinstance(v.t, T.Str):
        return _text(f, v, parts)
    if v.t is T.FLOAT or (
        v.t in (T.INT, T.BOOL) and (parts["type"] or "") in "fF%" and parts["type"]
    ):
        return _float(f, f.to_float(v), parts)
    if v.t in (T.INT, T.BOOL):
        return _int(f, f.to_int(v), parts)
    if v.t is T.BIG and not (parts["type"] and parts["type"] in "fFeEgG%"):
        return _int(f, v, parts)
    return f.unsupported("this format")


def _padded(f: FunctionCompiler, sign: V, body: V, parts: dict[str, Any], default: str) -> V:
    fill, align = parts["fill"] or " ", parts["align"]
    if parts["zero"] and align is None:
        fill, align = "0", "="
    elif parts["zero"] and parts["fill"] is None:
        fill = "0"
    if parts["width"] is None:
        return f.binary("Add", sign, body)
    return f.call_library(
        "text_padded",
        sign,
        body,
        f.const(fill),
        f.const(align or default),
        f.const(int(parts["width"])),
    )


def _text(f: FunctionCompiler, v: V, parts: dict[str, Any]) -> V:
    if parts["type"] not in (None, "s") or parts["align"] == "=" or parts["sign"]:
        return f.fail(ValueError)
    if parts["zero"] or parts["alternate"] or parts["group"]:
        return f.unsupported("this format of a string")
    if parts["precision"] is not None:
        v = f.slice_of(v, None, f.const(int(parts["precision"])), None)
    return _padded(f, f.const(""), v, parts, "<")


def _signed(f: FunctionCompiler, negative: V, sign: str | None) -> V:
    minus, plus = f.const("-"), f.const("" if sign in (None, "-") else sign)
    return V(
        T.Str(frozenset([minus.k, plus.k])),
        (f.op(f"select i1 {negative.p[0]}, i64 {minus.p[0]}, i64 {plus.p[0]}"),),
    )


def _int(f: FunctionCompiler, v: V, parts: dict[str, Any]) -> V:
    kind = parts["type"] or "d"
    bases = {"d": 10, "b": 2, "o": 8, "x": 16, "X": 16}
    filled = parts["zero"] or parts["align"] == "="
    if kind not in bases or parts["precision"] is not None or (parts["group"] and filled):
        return f.unsupported("this format of an int")
    negative = f.order("Lt", v, f.const(0))
    size = f.call_constant(abs, [v], {})
    digits = f.call_library("int_digits", size, f.const(bases[kind]), f.const(kind == "X"))
    if f.dead:
        return V(T.NEVER)
    if parts["group"]:
        each = 3 if kind == "d" else 4
        digits = f.call_library("grouped", digits, f.const(parts["group"]), f.const(each))
    sign = _signed(f, negative, parts["sign"])
    if parts["alternate"] and kind != "d":
        sign = f.binary("Add", sign, f.const("0" + kind))
    return _padded(f, sign, digits, parts, ">")


def _float(f: FunctionCompiler, v: V, parts: dict[str, Any]) -> V:
    if parts["type"] not in ("f", "F", "%") or parts["group"] or parts["alternate"]:
        return f.unsupported("this format of a float")
    digits = int(parts["precision"]) if parts["precision"] is not None else 6
    if parts["type"] == "%":
        v = f.binary("Mult", v, f.const(100.0))
    word = f.op(f"bitcast double {v.p[0]} to i64")
    negative = V(T.BOOL, (f.op(f"icmp slt i64 {word}, 0"),))
    size = V(T.FLOAT, (f.op(f"call double @llvm.fabs.f64(double {v.p[0]})"),))
    body = f.call_library("float_fixed", size, f.const(digits))
    if f.dead:
        return V(T.NEVER)
    if parts["type"] == "%":
        body = f.binary("Add", body, f.const("%"))
    return _padded(f, _signed(f, negative, parts["sign"]), body, parts, ">")


def joined(f: FunctionCompiler, parts: list[V]) -> V:
    total = f.const("")
    for part in parts:
        total = f.binary("Add", total, part)
    return total


@simple(builtins.format)
def _format(f: FunctionCompiler, v: V, spec: V | None = None) -> V:
    if spec is not None and not spec.known:
        return f.unsupported("a format that is computed")
    return formatted(f, v, "" if spec is None else spec.k)


@simple(builtins.repr)
@over_union
def _repr(f: FunctionCompiler, v: V) -> V:
    if isinstance(v.t, T.Str) and not v.known:
        return f.unsupported("`repr` of a string")
    if isinstance(v.t, T.Str):
        return f.const(repr(v.k))
    if isinstance(v.t, T.Enum):
        return f.text_of_member(v, repr)
    return f.text_of(v)


@method("str", "format")
def _str_format(f: FunctionCompiler, v: V, /, *arguments: V, **keywords: V) -> V:
    if not v.known:
        return f.unsupported("a format that is computed")
    parts: list[V] = []
    automatic = 0
    for text, name, spec, conversion in string.Formatter().parse(v.k):
        if text:
            parts.append(f.const(text))
        if name is None:
            continue
        if name == "":
            name, automatic = str(automatic), automatic + 1
        value = keywords.get(name)
        if name.isdigit():
            if int(name) >= len(arguments):
                return f.fail(IndexError)
            value = arguments[int(name)]
        if value is None or conversion not in (None, "s") or "{" in (spec or ""):
            return f.unsupported("this format")
        if conversion == "s":
            value = f.text_of(value)
        parts.append(formatted(f, value, spec or ""))
    return joined(f, parts)


def percent(f: FunctionCompiler, v: V, given: V) -> V:
    """`text % values`"""
    if not v.known:
        return f.unsupported("a format that is computed")
    values = f.known_items(given, tuple)
    if values is None:
        values = [given]
    parts: list[V] = []
    at = 0
    for found in PERCENT.finditer(v.k):
        parts.append(f.const(v.k[at : found.start()]))
        at = found.end()
        kind, flags = found["type"], found["flags"]
        if kind == "%":
            parts.append(f.const("%"))
            continue
        if not values:
            return f.fail(TypeError)
        value = f.number(values.pop(0))
        if kind == "s":
            value = f.text_of(value)
        elif (
            kind not in "dixXof"
            or (value.t not in (T.INT, T.BIG, T.BOOL, T.FLOAT))
            or (value.t is T.FLOAT and kind != "f")
        ):
            return f.unsupported("this format")
        align = "<" if "-" in flags else ">" if kind == "s" else ""
        sign = "+" if "+" in flags else " " if " " in flags else ""
        zero = "0" if "0" in flags and "-" not in flags and kind != "s" else ""
        precision = f".{found['precision']}" if found["precision"] is not None else ""
        if (precision and kind not in "sf") or "#" in flags or (kind == "s" and sign):
            return f.unsupported("this format")
        last = {"i": "d"}.get(kind, kind)
        spec = f"{align}{sign}{zero}{found['width'] or ''}{precision}{last}"
        parts.append(formatted(f, value, spec))
    if values:
        return f.fail(TypeError)
    parts.append(f.const(v.k[at:]))
    return joined(f, parts)


@method("str", "translate")
def _translate(f: FunctionCompiler, v: V, letters: V) -> V:
    table = letters.k
    if not isinstance(table, dict):
        return f.unsupported("`translate` with a table that is computed")
    texts = tuple("" if x is None else chr(x) if isinstance(x, int) else x for x in table.values())
    if not table:
        return v
    codes = f.materialise(f.const(tuple(table)))
    return f.call_library("str_translated", v, codes, f.materialise(f.const(texts)))


@simple(str.maketrans)
def _maketrans(f: FunctionCompiler, *arguments: V) -> V:
    if not all(a.known for a in arguments):
        return f.unsupported("a table of letters that is computed")
    return f.const(str.maketrans(*(a.k for a in arguments)))
