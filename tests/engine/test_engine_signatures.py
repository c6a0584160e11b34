"""Node counts of fixed searches: the same limits visit the same nodes, at both speeds.

A change of these numbers is a change of the search: if it was meant, refresh them with
`python tests/engine/test_engine_signatures.py`, which prints the table.
"""

from __future__ import annotations

from typing import Any

import pytest

from outplay import Engine, Game
from outplay.games.connect_four import ConnectFour
from outplay.games.nim import Nim
from outplay.games.random_tree import RandomTree
from outplay.games.tic_tac_toe import TicTacToe
from outplay.games.tree import Tree

GAMES: dict[str, Game[Any, Any]] = {
    "tic-tac-toe": TicTacToe(),
    "connect-four": ConnectFour(),
    "nim": Nim((3, 4, 5)),
    "random-tree": RandomTree(branch=4, depth=6, seed=3, vary=True, early=0.1),
    "tree": Tree(),
}

EXACT = 0
"""In the place of a depth: an exact search, for the best move only."""

SIGNATURES: dict[tuple[str, str, int], int] = {
    ("tic-tac-toe", "", 1): 10,
    ("tic-tac-toe", "", 2): 29,
    ("tic-tac-toe", "", 4): 144,
    ("tic-tac-toe", "", 6): 514,
    ("tic-tac-toe", "", 9): 1228,
    ("tic-tac-toe", "", EXACT): 460,
    ("tic-tac-toe", "X.O/.../..X", 3): 38,
    ("tic-tac-toe", "X.O/.../..X", 6): 69,
    ("tic-tac-toe", "X.O/.../..X", EXACT): 37,
    ("connect-four", "", 1): 8,
    ("connect-four", "", 4): 167,
    ("connect-four", "", 6): 802,
    ("connect-four", "44444326", 4): 240,
    ("connect-four", "44444326", 6): 1092,
    ("connect-four", "1111112222233333344444", 6): 294,
    ("connect-four", "1111112222233333344444", EXACT): 4178,
    ("nim", "", 3): 119,
    ("nim", "", 5): 343,
    ("nim", "", EXACT): 71,
    ("random-tree", "", 2): 24,
    ("random-tree", "", 4): 61,
    ("random-tree", "", 6): 156,
    ("random-tree", "", EXACT): 158,
    ("tree", "", 1): 4,
    ("tree", "", 2): 12,
    ("tree", "", EXACT): 12,
}

INTERPRETED: dict[tuple[str, str, int], int] = {("random-tree", "", EXACT): 302}
"""Where whole numbers are not known to be that, one wide window is asked instead of many."""

PLACES: list[tuple[str, str, tuple[int, ...]]] = [
    ("tic-tac-toe", "", (1, 2, 4, 6, 9, EXACT)),
    ("tic-tac-toe", "X.O/.../..X", (3, 6, EXACT)),
    ("connect-four", "", (1, 4, 6)),
    ("connect-four", "44444326", (4, 6)),
    ("connect-four", "1111112222233333344444", (6, EXACT)),
    ("nim", "", (3, 5, EXACT)),
    ("random-tree", "", (2, 4, 6, EXACT)),
    ("tree", "", (1, 2, EXACT)),
]


def nodes(name: str, text: str, depth: int, speed: str) -> int:
    game = GAMES[name]
    s = game.parse_state(text) if text else game.initial()
    engine = Engine(game, memory=16, speed=speed)
    if depth == EXACT:
        return engine.analyse(s, exact=True, lines=1).nodes
    return engine.analyse(s, depth=depth).nodes


def speeds(name: str) -> list[str]:
    return ["python"] if GAMES[name].not_native else ["native", "python"]


QUICK = ("connect-four", "tic-tac-toe")
"""Those of the default tests: each game is compiled in several ways."""


@pytest.mark.parametrize(
    "name", [n if n in QUICK else pytest.param(n, marks=pytest.mark.long) for n in GAMES]
)
def test_signatures(name: str) -> None:
    found = {
        (speed, key): nodes(*key, speed)
        for speed in speeds(name)
        for key in SIGNATURES
        if key[0] == name
    }
    wanted = {(speed, key): SIGNATURES[key] for speed, key in found}
    wanted |= {("python", key): INTERPRETED[key] for key in INTERPRETED if key[0] == name}
    assert found == wanted


def test_every_place_has_its_numbers() -> None:
    assert set(SIGNATURES) == {(n, text, depth) for n, text, depths in PLACES for depth in depths}


def table() -> str:
    """The source of SIGNATURES, as it would be now."""
    lines = []
    for name, text, depths in PLACES:
        for depth in depths:
            counts = [nodes(name, text, depth, speed) for speed in speeds(name)]
            note = "" if len(set(counts)) == 1 else f"  # differs: {counts}"
            shown = "EXACT" if depth == EXACT else depth
            lines.append(f'    ("{name}", "{text}", {shown}): {counts[0]},{note}')
    return "\n".join(lines)


if __name__ == "__main__":
    print(table())
