"""The library that is compiled with the rules, and sources of one's own."""

from __future__ import annotations

import ast
import functools
import importlib
import pkgutil
import types as pytypes
from typing import Any

from outplay.native import library
from outplay.native.front.scopes import Source
from outplay.native.parsing import parsed

CHECKED = (
    *("int_power", "int_gcd", "int_comb", "int_perm", "int_factorial", "int_lcm"),
    *("counter_combined", "counter_changed", "Counter_total"),
)
"""Functions of the library that compute with the user's numbers."""

OFTEN = (
    *("set_contains", "bits_have", "packed_place"),
    *("dict_contains", "dict_find", "dict_getitem", "dict_number"),
)
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
    for part in pkgutil.iter_modules(library.__path__):
        module = importlib.import_module(f"{library.__name__}.{part.name}")
        for key, value in vars(module).items():
            if isinstance(value, pytypes.FunctionType) and value.__module__ == module.__name__:
                found[key] = value
    return found


def generated(text: str, scope: dict[str, Any]) -> dict[str, Source]:
    """Functions that were written by us as text, by name."""
    found = {}
    for node in parsed(text).body:
        assert isinstance(node, ast.FunctionDef)
        found[node.name] = Source(node, "<outplay>", node.name, scope, checked=False)
    return found
