"""The library that is compiled with the rules, and sources of one's own."""

from __future__ import annotations

import ast
import functools
import importlib
import types as pytypes
from typing import Any

from outplay.native.front.scopes import Source
from outplay.native.parsing import parsed

LIBRARY = (
    *("sets", "set_algebra", "bitsets", "packed_slots", "packed_sets", "dicts", "counters"),
    *("lists", "strings", "splitting", "letters", "formats", "numbers", "tables", "choices"),
    *("hashes", "stack", "answers", "sorting", "iteration"),
)
"""Modules of `outplay.native.library`."""

CHECKED = (
    *("int_power", "int_gcd", "counter_combined", "counter_count", "counter_merge"),
    *("counter_take", "counter_take_items", "Counter_total", "int_comb", "int_perm"),
    *("int_factorial", "int_lcm"),
)
"""Functions of the library that compute with the user's numbers."""

OFTEN = ("set_contains", "bits_have", "packed_place", "dict_contains", "dict_find", "dict_getitem")
"""Functions of the library that are written where they are called."""

SELDOM = (
    *("set_searched", "set_put", "set_open", "set_opened", "settled_copy", "longer_log"),
    *("dict_sought", "list_grow"),
)
"""Functions of the library that never are."""


@functools.cache
def library_functions() -> dict[str, Any]:
    """The functions of the library, by name."""
    found: dict[str, Any] = {}
    for name in LIBRARY:
        module = importlib.import_module(f"outplay.native.library.{name}")
        for key, value in vars(module).items():
            if isinstance(value, pytypes.FunctionType) and value.__module__ == module.__name__:
                found[key] = value
    return found


def generated(text: str, scope: dict[str, Any], *, checked: bool = False) -> dict[str, Source]:
    """Functions that were written by us as text, by name."""
    found = {}
    for node in parsed(text).body:
        assert isinstance(node, ast.FunctionDef)
        found[node.name] = Source(node, "<outplay>", node.name, scope, checked=checked)
    return found
