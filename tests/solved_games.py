"""Solutions that several tests look at, each solved once."""

from __future__ import annotations

import tempfile
from functools import cache
from pathlib import Path
from typing import Any

from outplay import load
from outplay.solve.solution import AnySolution
from outplay.solve.solve import solve

GAMES: dict[str, tuple[str, dict[str, Any]]] = {
    "tic-tac-toe": ("tic-tac-toe", {}),
    "connect-four": ("connect-four", {"width": 4, "height": 4}),
    "nim": ("nim", {"heaps": [1, 2, 3]}),
    "pig": ("pig", {"target": 6}),
}

_folder = tempfile.TemporaryDirectory(prefix="outplay-solved-")


@cache
def solved(name: str) -> AnySolution:
    """The solution of one of the games, in memory."""
    game, parameters = GAMES[name]
    return solve(load(game, **parameters))


@cache
def solution_file(name: str) -> Path:
    """The same in a file."""
    game, parameters = GAMES[name]
    path = Path(_folder.name) / f"{name}.solution"
    solve(load(game, **parameters), out=path).close()
    return path
