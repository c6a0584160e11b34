"""Draws the pictures of the documentation from real searches: python docs/make_pictures.py

Trees are those of real searches; games draw themselves. The same search gives the same file.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import outplay
from outplay import Game
from outplay.games.tree import Chance

FOLDER = Path(__file__).parent / "images"

TREES: dict[str, Any] = {
    "alphabeta.svg": [[3, 12, 8], [2, 4, 6], [14, 5, 2]],
    "alphabeta-deep.svg": [[[2, 4], [5, 7]], [[2, 1], [1, 1]]],
}
"""Trees that alpha-beta searches."""

GAMBLE = [Chance((0.5, [2, 4]), (0.5, [6, 0])), Chance((0.9, [-1, 3]), (0.1, [20, 30]))]
"""A tree with chance in it."""

ENDING = "b2 a1 c1 a3 a2 c2"
"""Three squares are left in tic-tac-toe."""

GAMES: dict[str, tuple[dict[str, int], str]] = {
    "tic-tac-toe": ({}, "b2 a1 c1"),
    "connect-four": ({}, "4 4 3 5 5 3 2 6"),
    "othello": ({}, "f5 d6 c3 d3 c4 f4 f6 f3"),
    "chess": ({}, "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Nxe4 Re1 Nc5 Bxc6 dxc6 Nxe5 Be7"),
    "checkers": ({}, "11-15 23-19 8-11 22-17 9-14 25-22"),
    "morris": ({}, "d6 f4 d2 b4 f2 c4 b2xf4 d5 e4 d7"),
    "dobutsu": ({}, "Gc4-c3 Ga1-a2 Gc3-c4 Cb2xb3 Ea4xb3 Ec1-b2 Eb3xa2 Lb1xa2"),
    "kalah": ({}, "3 6 2 5"),
    "dots-and-boxes": ({}, "a1-b1 b2-c2 c3-d3 a2-a3 b1-b2 d1-d2 a2-b2 a1-a2"),
    "domineering": ({}, "d4 f5 c2 g2 g6 a7"),
    "hex": ({"size": 7}, "d4 c5 e3 f2 c6 d3 b5"),
    "hexapawn": ({}, "b2 axb2"),
    "breakthrough": ({}, "d2-d3 e7-e6 d3-e4 d7-d6 c2-d3 d6-d5 e4xd5 e6xd5"),
    "nim": ({}, "b1"),
}
"""What each page of a game shows: parameters and moves."""

DICE: dict[str, tuple[str, ...]] = {
    "backgammon": ("3-1", "8/5 6/5", "6-4"),
    "ur": ("2", "0", "3", "0", "4", "0"),
    "2048": ("a1=2", "b2=4", "left", "b1=2", "down", "a1=2", "right", "c2=2"),
    "pig": ("roll", "5", "roll", "6", "hold", "roll", "4"),
}
"""The same where dice are thrown: moves have spaces in them."""


def pictures() -> dict[str, str]:
    """Every picture by its file name."""
    found: dict[str, str] = {}
    for name, tree in TREES.items():
        found[name] = outplay.alphabeta(Game.from_tree(tree)).tree().svg()
    gamble = outplay.expectiminimax(Game.from_tree(GAMBLE))
    found["tree-chance.svg"] = gamble.tree().svg()
    squares = outplay.load("tic-tac-toe")
    ending = outplay.alphabeta(squares, squares.play(ENDING.split()))
    found["tree-tic-tac-toe.svg"] = ending.tree().svg()
    for name, (parameters, moves) in GAMES.items():
        game = outplay.load(name, **parameters)
        found[f"game-{name}.svg"] = game.draw(game.play(moves.split()))
    for name, rolls in DICE.items():
        game = outplay.load(name)
        found[f"game-{name}.svg"] = game.draw(game.play(rolls))
    return found


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, text in pictures().items():
        (FOLDER / name).write_text(text, encoding="utf-8")
        print(FOLDER / name)
