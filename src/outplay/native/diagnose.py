"""Numba's forty lines as one sentence that points at the user's own line."""

from __future__ import annotations

import re
from pathlib import Path

from outplay.native.program import Function, Program
from outplay.native.source import Unsupported

_OURS = str(Path(__file__).parent.parent)

_ADVICE: tuple[tuple[str, str], ...] = (
    (
        r"truth values counted with",
        "a truth value is used as a number, which Python and NumPy do differently;"
        " write `1 if … else 0`.",
    ),
    (r"a float for an int", "a float is given where an int is needed."),
    (
        r"ints and floats in one tuple",
        "a tuple holds ints and floats; write all of its numbers as floats.",
    ),
    (
        r"Cannot infer the type of variable '?\$?([\w.]*)'?.*list\(undefined\)"
        r"|list\(undefined\)|untyped list|Cannot infer the type of variable .*have imprecise type",
        "an empty list has no type yet; start it with an item, or count and index instead.",
    ),
    (
        r"Can't unify return type|cannot unify|Cannot unify",
        "different places give values of different types ({types}); make them one type.",
    ),
    (
        r"Untyped global name '(?P<name>[^']+)'",
        "native code does not know `{name}`; use plain numbers, tuples and your own functions.",
    ),
    (
        r"Unknown attribute '(?P<name>[^']+)' of type (?P<of>.+)",
        "native code does not know `.{name}` of {of}; write it with plain operations.",
    ),
    (
        r"Use of unsupported NumPy function '?(?P<name>[\w.]+)'?",
        "native code does not know `{name}`.",
    ),
    (
        r"No implementation of function Function\((?P<name>.+?)\) found for signature",
        "native code cannot do `{name}` with these types ({signature}).",
    ),
    (
        r"too many values to unpack|need more than|not enough values|failed to unpack",
        "a tuple has another length here than elsewhere; native rules need one shape.",
    ),
    (r"Int value is too large", "a number does not fit into 64 bits."),
    (r"recursion", "native rules cannot recurse; write a loop."),
    (
        r"not in NumbaIR|referenced before|undefined variable",
        "a name may be used before it has a value.",
    ),
    (
        r"Unsupported opcode|does not support|not supported|unsupported|Use of unknown opcode",
        "this construct does not compile ({first}).",
    ),
)


def explain(error: Exception, rule: str, program: Program, function: Function) -> Unsupported:
    """The error as `Unsupported`: where in the user's rules, what, and what to change."""
    text = re.sub(r"\x1b\[[0-9;]*m", "", str(error))
    filename, line = _location(error, text, program)
    if not filename and function.user:
        filename, line = function.filename, function.node.lineno
    sentence = ""
    for pattern, advice in _ADVICE:
        found = re.search(pattern, text)
        if found:
            sentence = advice.format(
                **{"name": "", "of": "", **_named(found)},
                types=_types(text),
                signature=_signature(text),
                first=_first_line(text),
            )
            break
    if not sentence:
        sentence = f"native code cannot express this ({_first_line(text)})."
    return Unsupported(f"`{rule}`: {sentence}", filename, line)


def _named(found: re.Match[str]) -> dict[str, str]:
    named = {name: value.strip() for name, value in found.groupdict().items() if value}
    if "name" in named:
        name = re.sub(r"<built-in function (\w+)>|<function (\w+) at .*>", r"\1\2", named["name"])
        named["name"] = name.strip("<>")
    if "of" in named:
        named["of"] = _plain_types(named["of"])
    return named


def _location(error: Exception, text: str, program: Program) -> tuple[str, int]:
    """The innermost place that the message names in a file of the user's."""
    users = {f.filename for f in program.functions.values() if f.user}
    places = [
        (name, int(number))
        for name, number in re.findall(r'File "([^"]+)", line (\d+)', text)
        if _is_users(name, users)
    ]
    if not places:
        loc = getattr(error, "loc", None)
        if loc is not None and _is_users(str(loc.filename), users):
            places = [(str(loc.filename), int(loc.line))]
    if not places:
        return "", 0
    if "unify" in text:  # all places that differ are named, in no order: the last is at odds
        places.sort(key=lambda place: place[1])
    name, number = places[-1]
    return next((user for user in users if Path(user).name == Path(name).name), name), number


def _is_users(name: str, users: set[str]) -> bool:
    return any(Path(user).name == Path(name).name for user in users)


def _types(text: str) -> str:
    found = re.search(r"following types: (.+)", text) or re.search(
        r"[Cc]annot unify (.+?) (?:for|in) ", text
    )
    return _plain_types(found.group(1)) if found else "for example an int and a tuple"


def _signature(text: str) -> str:
    found = re.search(r">>> .*?\((.*)\)", text)
    return _plain_types(found.group(1)) if found else "see the line"


def _plain_types(text: str) -> str:
    text = re.sub(r"Literal\[(\w+)\]\(.*?\)", r"\1", text)
    text = re.sub(r"reflected list\((\w+)\)<iv=\w+>", r"list of \1", text)
    text = re.sub(r"(u?int)\d+", "int", text)
    text = re.sub(r"float\d+", "float", text)
    text = text.replace("unicode_type", "str").replace("boolean", "bool").replace("none", "None")
    return text.strip().rstrip(".")[:120]


def _first_line(text: str) -> str:
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    skip = ("Failed in nopython", "- Resolution failure", "During:", "File ")
    for line in lines:
        if not line.startswith(skip):
            return re.sub(r"[. ]*Raised from.*", "", line).rstrip(".")[:140]
    return "unknown reason"
