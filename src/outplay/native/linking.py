"""Machine code for the entry of a program alone, not for each function on the way to it.

Numba makes a library of every function: it links in all that the function calls, optimizes the
whole, and makes machine code of it. A program's functions end up inside its entry, so all but
the last of that work is thrown away, and it is most of the time that compiling takes. Here,
libraries of inner functions are only linked.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any

from numba.core.codegen import CPUCodeLibrary
from numba.core.cpu import CPUContext
from numba.core.ir import Loc

_inner: set[str] = set()
"""Names of the libraries that are only linked."""

_context: Any = CPUContext
_library: Any = CPUCodeLibrary
_executable = _context.get_executable
_optimize = _library._optimize_final_module
_finalize = _library._finalize_final_module


def _optimize_unless_inner(library: Any) -> None:
    if library.name not in _inner:
        _optimize(library)


def _finalize_unless_inner(library: Any) -> None:
    if library.name not in _inner:
        _finalize(library)
        return
    library._finalize_dynamic_globals()
    library._finalized = True


def _executable_unless_inner(context: Any, library: Any, description: Any, env: Any) -> Any:
    if library.name not in _inner:
        return _executable(context, library, description, env)
    library._ensure_finalized()
    return [].append  # never called: Numba wants some built-in function, another each time


_loc: Any = Loc
_path = _loc._get_path


def _path_or_name(loc: Any) -> Any:
    """Numba names files as seen from the working directory, which may be gone."""
    try:
        return _path(loc)
    except OSError:
        return loc.filename


_loc._get_path = _path_or_name
_context.get_executable = _executable_unless_inner
_library._optimize_final_module = _optimize_unless_inner
_library._finalize_final_module = _finalize_unless_inner


@contextlib.contextmanager
def only_linked(names: set[str]) -> Iterator[None]:
    """While it lasts, functions of these qualified names get no machine code of their own."""
    _inner.update(names)
    try:
        yield
    finally:
        _inner.difference_update(names)
