"""The built-in games by their command-line names, and `load`, which finds any game."""

from __future__ import annotations

import os
from difflib import get_close_matches
from typing import Any

from outplay.errors import UnknownGame
from outplay.game import AnyGame
from outplay.games.rules_file import build, is_path, load_rules_file
from outplay.lazy import fetch

BUILT_IN = {
    "tic-tac-toe": "X and O claim squares; three in a row win (m,n,k).",
    "connect-four": "Discs fall into columns; four in a line win.",
    "othello": "Enclose discs to turn them over; most discs win.",
    "chess": "The whole game, Chess960 too; an engine for chess programs as well.",
    "checkers": "Men jump, captures are forced, kings step back (English draughts).",
    "dobutsu": "Animal chess on 3 by 4 squares: catch the lion, or reach the far row.",
    "morris": "Place, move and fly; a mill takes a man (Nine Men's Morris).",
    "kalah": "Sow seeds around the board; more in your store wins.",
    "dots-and-boxes": "Draw edges; the fourth side owns the box and draws again.",
    "domineering": "Lay dominoes upright or flat; whoever cannot loses.",
    "hex": "Connect your two edges of the board before the other does.",
    "breakthrough": "Step ahead and capture diagonally; the first on the far row wins.",
    "hexapawn": "A row of pawns each: reach the far row, or leave the other no move.",
    "backgammon": "Race 15 checkers home by the dice; hits, gammons, no cube.",
    "ur": "Race seven pieces over the Royal Game of Ur's board.",
    "2048": "Slide and merge tiles; chance or a foe places new ones.",
    "nim": "Take from one heap; whoever takes the last wins.",
    "pig": "Roll the die again, or hold; a 1 loses the turn.",
    "tree": "A game tree written as nested lists.",
    "random-tree": "A seeded random tree, for experiments.",
}
"""Every built-in game by its name: what it is, in one line."""


def load(name: str | os.PathLike[str], /, **parameters: Any) -> AnyGame:
    """A game by its name (`connect-four`), or the game of a rules file (`path/to/my_game.py`).

    `parameters` are the arguments of the game's class. A rules file that holds several games
    is asked for one of them as `my_game.py:ClassName`. Raises UnknownGame, UsageError (wrong
    parameters) or RulesError (the rules do not load), each with one sentence.
    """
    text = os.fspath(name)
    if is_path(text):
        return load_rules_file(text, **parameters)
    return build(find(text), find_name(text), parameters)


def find(name: str) -> type[AnyGame]:
    """The class of a built-in game, imported now; raises UnknownGame."""
    words = find_name(name).replace("2048", "twenty48")
    module, cls = words.replace("-", "_"), words.title().replace("-", "")
    game: type[AnyGame] = fetch(f"outplay.games.{module}:{cls}")
    return game


def find_name(name: str) -> str:
    """The registered spelling of a name (`Connect Four` is connect-four); raises UnknownGame."""
    plain = "-".join(name.lower().replace("_", " ").replace("-", " ").split())
    if plain in BUILT_IN:
        return plain
    joined = {known.replace("-", ""): known for known in BUILT_IN}
    if plain.replace("-", "") in joined:
        return joined[plain.replace("-", "")]
    if os.path.isfile(f"{name}.py"):
        advice = f"Did you mean the rules file {name}.py?"
    elif near := get_close_matches(plain, BUILT_IN, n=3, cutoff=0.5):
        advice = f"Did you mean {' or '.join(near)}?"
    else:
        advice = f"There are {', '.join(BUILT_IN)}; a rules file is a path that ends in .py."
    raise UnknownGame(f"There is no game called {name!r}. {advice}")
