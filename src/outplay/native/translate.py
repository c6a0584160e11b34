"""From the rules of a game, plain Python, to functions that Numba can compile.

A method `result(self, s, a)` becomes a function `result(s, a)`; `self.WIDTH` and module
constants become constants; methods and helper functions that it calls come along; and a
few habits of plain Python that Numba lacks (generator expressions in `any`, `s._replace`)
are written out. The user's file and line numbers are kept, so that errors point there.
"""

from __future__ import annotations

import ast
import textwrap
import types
from typing import Any

from outplay.game import Game
from outplay.native.body import Body
from outplay.native.names import identifier, kind_of
from outplay.native.program import Function, Program
from outplay.native.source import Unsupported, is_generator, syntax_of, unwrap


class Translator:
    """Translates functions, and what they call, into one program."""

    def __init__(self, program: Program, game: Game[Any, Any], classes: dict[str, type]) -> None:
        self.program = program
        self.game = game
        self.classes = classes
        """NamedTuple classes of states and actions, by their names in the program."""
        self._fitting = {
            cls.__module__.split(".")[0]
            for cls in type(game).__mro__
            if vars(cls).get("fits_64_bits")
        }
        """Packages of the classes that promise that 64 bits are enough for their rules."""
        self._names: dict[object, str] = {}
        self._under_way: list[object] = []

    def is_checked(self, function: types.FunctionType) -> bool:
        """Is it to notice ints beyond 64 bits?"""
        return (function.__module__ or "").split(".")[0] not in self._fitting

    def rule(self, name: str) -> str:
        """Translates a rule as it stands; returns its name in the program."""
        function, owner = self.find(name)
        return self.function(function, owner, name)

    def rule_into(self, name: str, put: str) -> str:
        """Translates a rule that yields into `name(s, out) -> n`; `put` stores an `_item`."""
        function, owner = self.find(name)
        node = syntax_of(function)
        if not is_generator(function):
            plain = self.function(function, owner, name)
            into = self.program.unused(f"{name}_into")
            store = textwrap.indent(put, " " * 8)
            self.program.add_source(
                f"def {into}(s, _out):\n"
                f"    _n = 0\n"
                f"    for _item in {plain}(s):\n{store}\n"
                f"    return _n\n"
            )
            return into
        assert isinstance(node, ast.FunctionDef)
        return self._translate(function, node, owner, f"{name}_into", put, {})

    def helper_into(
        self, function: types.FunctionType, owner: type | None, title: str, put: str
    ) -> str:
        """Translates a helper that yields into `name(_out, _n, …) -> n`, once."""
        version = function, put
        if version not in self._names:
            node = syntax_of(function)
            assert isinstance(node, ast.FunctionDef)
            self._names[version] = self._translate(
                function, node, owner, f"{title}_into", put, {}, goes_on=True
            )
        return self._names[version]

    def find(self, name: str) -> tuple[types.FunctionType, type | None]:
        """The function behind a rule or method, and the class that holds it (if any)."""
        game = self.game
        self.program.read(game, name, lambda: getattr(game, name, None))
        own = game.__dict__.get(name)
        if own is not None:
            found, owner = unwrap(own), None
        else:
            for cls in type(self.game).__mro__:
                if name in vars(cls):
                    static = vars(cls)[name]
                    found = unwrap(static)
                    owner = None if isinstance(static, staticmethod) else cls
                    break
            else:
                raise Unsupported(f"the game has no `{name}`.")
        if not isinstance(found, types.FunctionType):
            raise Unsupported(f"`{name}` is {kind_of(found)}, not a plain function.")
        return found, owner

    def function(
        self, function: types.FunctionType, owner: type | None, title: str,
        bound: dict[str, Any] | None = None,
    ) -> str:  # fmt: skip
        """Translates a function or method once; returns its name in the program.

        `bound` are parameters that are constants here: there is a version for each such call.
        """
        version = function, *sorted((bound or {}).items())
        if version not in self._names:
            self._names[version] = self._translate(
                function, syntax_of(function), owner, title, "", bound or {}
            )
        return self._names[version]

    def _translate(
        self,
        function: types.FunctionType,
        node: ast.FunctionDef | ast.Lambda,
        owner: type | None,
        title: str,
        put: str,
        bound: dict[str, Any],
        goes_on: bool = False,
    ) -> str:
        filename = function.__code__.co_filename
        if function in self._under_way:
            raise Unsupported(
                f"`{function.__name__}` calls itself; native rules cannot recurse:"
                " write it as a loop.",
                filename,
                function.__code__.co_firstlineno,
            )
        self._under_way.append(function)
        try:
            work = Body(self, function, node, owner, put, bound)
            name = self.program.unused(identifier(title))
            self.program.promised.add(name)
            definition = work.definition(name, goes_on)
        finally:
            self._under_way.pop()
        self.program.functions[name] = Function(
            name, definition, filename, title, checked=self.is_checked(function)
        )
        return name
