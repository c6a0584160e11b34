"""Packages import only what comes before them; docs/architecture.md tells the order.

Every import counts, within functions too, and so does `fetch("outplay.package.module:name")`,
which imports when it is called. Imports for types alone (`if TYPE_CHECKING:`) do not run, and
have a list of their own.
"""

from __future__ import annotations

import ast
import functools
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import outplay

SOURCE = Path(outplay.__file__).parent

ORDER = (
    ("adapters",),
    ("games",),
    ("native",),
    ("search",),
    ("solve",),
    ("engine",),
    ("arena",),
    ("connect",),
    ("explain",),
    ("checker", "web", "cli"),
)
"""From the first to the last; before them are the contract's modules, directly in `outplay`.
Packages of one row may import each other. (`result` is one of the contract's modules: a search
makes a Result.)"""

RANK = {package: rank for rank, row in enumerate(ORDER, start=1) for package in row}
CONTRACT, LAST = 0, len(ORDER) + 1

ENTRY_POINTS = ("outplay", "outplay.__main__")
"""They offer all the others."""

LATER = {
    ("outplay.constructors", "adapters"): "`Game.from_…` fetches its adapter when it is called",
    ("outplay.constructors", "games"): "so does `Game.from_tree`",
    ("outplay.result", "explain"): "`Result.tree()` fetches the tree when it is called",
    ("outplay.arena.players", "connect"): "the player `uci:…` is fetched when it is named",
}
"""Imports of what comes later, by module and package, each with its reason."""

TYPES = {("outplay.result", "explain"): "`Result.tree()` says what it returns"}
"""The same, of imports for types."""


class Import(NamedTuple):
    module: str
    line: int
    imported: str
    for_types: bool


def modules() -> Iterator[tuple[str, Path]]:
    for path in sorted(SOURCE.rglob("*.py")):
        parts = ("outplay", *path.relative_to(SOURCE).with_suffix("").parts)
        yield ".".join(parts[:-1] if parts[-1] == "__init__" else parts), path


def package_of(module: str) -> str:
    """The package below `outplay` that a module belongs to, or its own name."""
    return (*module.split("."), "")[1]


def rank_of(module: str) -> int:
    return LAST if module in ENTRY_POINTS else RANK.get(package_of(module), CONTRACT)


def imports_in(module: str, source: str) -> Iterator[Import]:
    tree = ast.parse(source)
    types = {
        id(inner)
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
        for statement in node.body
        for inner in ast.walk(statement)
    }
    for node in ast.walk(tree):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module}: relative imports are not understood here"
            names = [str(node.module)]
            if node.module == "outplay":  # its modules, and what it offers of others
                offered = outplay._LATER
                names = [f"outplay.{offered.get(alias.name, alias.name)}" for alias in node.names]
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            where, colon, name = node.value.partition(":")
            if colon and name.isidentifier() and where.replace(".", "").replace("_", "").isalnum():
                names = [where]
        for name in names:
            if name.startswith("outplay."):  # `outplay` alone is always there
                yield Import(module, node.lineno, name, id(node) in types)


@functools.cache
def violations() -> list[Import]:
    return [
        found
        for module, path in modules()
        for found in imports_in(module, path.read_text("utf-8"))
        if rank_of(found.imported) > rank_of(module)
    ]


def test_packages_import_only_what_comes_before_them() -> None:
    wrong = [
        f"{found.module}, line {found.line}: imports {found.imported}"
        for found in violations()
        if (found.module, package_of(found.imported)) not in (TYPES if found.for_types else LATER)
    ]
    assert not wrong, "\n".join(wrong)


def test_every_exception_is_needed() -> None:
    kinds = [(found.for_types, found.module, package_of(found.imported)) for found in violations()]
    for for_types, known in ((False, LATER), (True, TYPES)):
        for module, package in known:
            assert (for_types, module, package) in kinds, (module, package)


def test_a_violation_is_seen_wherever_it_stands() -> None:
    source = """
from typing import TYPE_CHECKING
if TYPE_CHECKING:
    from outplay.cli.play import Play
from outplay import analyse, web
def f():
    import outplay.cli.screen
    return fetch("outplay.explain.tree:SearchTree")
"""
    found = list(imports_in("outplay.games.x", source))
    assert {(i.imported, i.for_types) for i in found} == {
        ("outplay.cli.play", True),
        ("outplay.web", False),
        ("outplay.engine.analyse:analyse", False),
        ("outplay.cli.screen", False),
        ("outplay.explain.tree", False),
    }
    assert all(rank_of(i.imported) > rank_of(i.module) for i in found)
