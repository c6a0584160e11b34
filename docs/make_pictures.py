"""Draws the pictures of the documentation from real searches: python docs/make_pictures.py

An observer watches alpha-beta on a literal tree. What it entered is drawn in black, with
the value that came back; what it skipped is grey. The same search gives the same file.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import outplay
from outplay import MAX, Game, Recorder

FOLDER = Path(__file__).parent / "images"

PICTURES: dict[str, Any] = {
    "alphabeta.svg": [[3, 12, 8], [2, 4, 6], [14, 5, 2]],
    "alphabeta-deep.svg": [[[2, 4], [5, 7]], [[2, 1], [1, 1]]],
}

STEP, LEVEL, EDGE = 64, 88, 40
"""Pixels between leaves, between plies, and around the picture."""

INK, PALE, PAPER, BEST = "#1a1a1a", "#b8b8b8", "#ffffff", "#0b6e4f"


class Drawing:
    """One search of one tree, as SVG."""

    def __init__(self, tree: Any) -> None:
        self.game = Game.from_tree(tree)
        watched = Recorder()
        self.result = outplay.alphabeta(self.game, observer=watched)
        self.values = {e.state: e.value for e in watched.events if e.kind in ("leaf", "return")}
        self.cut = {e.state for e in watched.events if e.kind == "cut"}
        self.places: dict[Any, tuple[float, float]] = {}
        self.leaves = 0
        self.plies = 0
        self._place(self.game.initial(), 0)
        self.line = set(self._line())

    def svg(self) -> str:
        """The whole picture."""
        width = 2 * EDGE + (self.leaves - 1) * STEP
        height = 2 * EDGE + self.plies * LEVEL + 26
        font = 'font-family="Helvetica, Arial, sans-serif" font-size="15"'
        return "\n".join(
            [
                f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}"'
                f' viewBox="0 0 {width} {height}" {font} text-anchor="middle">',
                f"<title>{self._title()}</title>",
                f'<rect width="{width}" height="{height}" fill="{PAPER}"/>',
                *self._edges(),
                *self._nodes(),
                f'<text x="{width // 2}" y="{height - 14}" font-size="13" fill="{INK}">'
                f"{self.result.nodes} of {len(self.places)} nodes visited;"
                " grey was cut off</text>",
                "</svg>",
                "",
            ]
        )

    def _title(self) -> str:
        return f"Alpha-beta on a small tree: value {self.result.value}, {self.result.convention}"

    def _place(self, s: Any, ply: int) -> float:
        """Where `s` and all below it stand: leaves side by side, parents above the middle."""
        self.plies = max(self.plies, ply)
        children = [self.game.result(s, a) for a in self.game.legal(s)]
        if children:
            across = [self._place(child, ply + 1) for child in children]
            x = (across[0] + across[-1]) / 2
        else:
            x = float(EDGE + self.leaves * STEP)
            self.leaves += 1
        self.places[s] = (x, float(EDGE + ply * LEVEL))
        return x

    def _line(self) -> Iterator[Any]:
        """The states of the principal variation."""
        s = self.game.initial()
        yield s
        for action in self.result.line:
            s = self.game.result(s, action)
            yield s

    def _edges(self) -> Iterator[str]:
        for s, (x, y) in self.places.items():
            for action in self.game.legal(s):
                child = self.game.result(s, action)
                to_x, to_y = self.places[child]
                colour, width = self._pen(child)
                yield (
                    f'<line x1="{x:g}" y1="{y + 20:g}" x2="{to_x:g}" y2="{to_y - 20:g}"'
                    f' stroke="{colour}" stroke-width="{width}"/>'
                )

    def _nodes(self) -> Iterator[str]:
        for s, (x, y) in self.places.items():
            colour, width = self._pen(s)
            corners = self._corners(s, x, y)
            yield f'<path d="{corners}" fill="{PAPER}" stroke="{colour}" stroke-width="{width}"/>'
            base = y + self._sink(s)
            yield f'<text x="{x:g}" y="{base:g}" fill="{colour}">{self._text(s)}</text>'

    def _pen(self, s: Any) -> tuple[str, int]:
        if s in self.line:
            return BEST, 3
        return (INK, 1) if s in self.values else (PALE, 1)

    def _corners(self, s: Any, x: float, y: float) -> str:
        """MAX points up, MIN points down, a leaf is a box."""
        if self.game.is_terminal(s):
            return f"M{x - 18:g} {y - 18:g}h36v36h-36z"
        up = self.game.to_move(s) == MAX
        tip, base = (y - 24, y + 20) if up else (y + 24, y - 20)
        return f"M{x:g} {tip:g}L{x + 30:g} {base:g}L{x - 30:g} {base:g}z"

    def _sink(self, s: Any) -> int:
        """How far below the middle of a node its text stands."""
        if self.game.is_terminal(s):
            return 5
        return 14 if self.game.to_move(s) == MAX else -2

    def _text(self, s: Any) -> str:
        if self.game.is_terminal(s):
            return f"{self.game.utility(s):g}"
        if s not in self.values:
            return ""
        sign = "" if s not in self.cut else "≥ " if self.game.to_move(s) == MAX else "≤ "
        return f"{sign}{self.values[s]:g}"


GAMES: dict[str, tuple[dict[str, int], str]] = {
    "tic-tac-toe": ({}, "b2 a1 c1"),
    "connect-four": ({}, "4 4 3 5 5 3 2 6"),
    "othello": ({}, "f5 d6 c3 d3 c4 f4 f6 f3"),
    "chess": ({}, "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Nxe4 Re1 Nc5 Bxc6 dxc6 Nxe5 Be7"),
    "checkers": ({}, "11-15 23-19 8-11 22-17 9-14 25-22"),
    "morris": ({}, "d6 f4 d2 b4 f2 c4 b2xf4 d5 e4 d7"),
    "kalah": ({}, "3 6 2 5"),
    "dots-and-boxes": ({}, "a1-b1 b2-c2 c3-d3 a2-a3 b1-b2 d1-d2 a2-b2 a1-a2"),
    "domineering": ({}, "d4 f5 c2 g2 g6 a7"),
    "hex": ({"size": 7}, "d4 c5 e3 f2 c6 d3 b5"),
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
    found = {name: Drawing(tree).svg() for name, tree in PICTURES.items()}
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
