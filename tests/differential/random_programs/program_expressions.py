"""Random expressions of a wanted kind, made out of the templates of the grammar."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable

from program_grammar import ALWAYS, GRAMMAR, KINDS, LEAVES

HOLE = re.compile(r"\{\{|\}\}|\{(\w+)(?::(\w+))?(\+v)?\}")
NEW_NAME = re.compile(r"\{v:(\w+)\}")

KINDS_IN = re.compile(r"(?<!\{)\{(?:v:)?(\w+)(?:\+v)?\}")
PLY = re.compile(r"\bply\b")

DEPTH = 2


class Expressions:
    """Writes expressions; knows which names there are, and of which kind."""

    def __init__(self, seed: int, kinds: tuple[str, ...] = KINDS) -> None:
        self.random = random.Random(seed)
        self.kinds = tuple(kind for kind in KINDS if kind in kinds or kind in ALWAYS)
        """What values there may be in the program."""
        self.scope: list[tuple[str, str]] = []
        self.calls: dict[str, list[str]] = {}
        """Templates that call the program's own functions, by what those return."""
        self.daring = self.random.random() < 0.2
        """May it raise anywhere, and not only where that is caught?"""
        self._names = 9  # below, they are those that are read from the state

    def chance(self, probability: float) -> bool:
        return self.random.random() < probability

    def new_name(self, stem: str) -> str:
        self._names += 1
        return f"{stem}{self._names}"

    def names(self, kind: str) -> list[str]:
        """The names that stand for values of this kind here."""
        return [name for name, other in self.scope if other == kind]

    def expression(self, kind: str, depth: int = DEPTH) -> str:
        """Python for a value of this kind."""
        names = self.names(kind)
        if names and self.chance(0.6 if depth == 0 else 0.25):
            return self.random.choice(names)
        if depth == 0:
            return f"({self.leaf(kind)})"
        if kind == "int" and self.daring and self.chance(0.15):
            kind = "risky"
        calls = self.calls.get(kind)
        if calls and self.chance(0.2):
            return self.filled(self.random.choice(calls), depth - 1)
        return self.filled(self.random.choice(self.allowed(GRAMMAR[kind])), depth - 1)

    def allowed(self, templates: Iterable[str]) -> list[str]:
        """Those that need no other kinds than there may be."""
        known = {*self.kinds, *ALWAYS, "v", "name"}
        return [text for text in templates if {*KINDS_IN.findall(text)} <= known]

    def leaf(self, kind: str) -> str:
        """A constant, or something small that is made of a number that is known here."""
        text = self.random.choice(LEAVES[kind])
        alive = [leaf for leaf in LEAVES[kind] if PLY.search(leaf)]
        if alive and self.chance(0.5):
            text = self.random.choice(alive)
        numbers = [*self.names("int"), *self.names("int")[1:3]]
        return PLY.sub(lambda _: self.random.choice(numbers), text)

    def filled(self, template: str, depth: int) -> str:
        """The template with an expression in each of its holes."""
        new = NEW_NAME.search(template)
        name = self.new_name("v") if new else ""

        def fill(hole: re.Match[str]) -> str:
            if hole[0] in ("{{", "}}"):
                return hole[0][0]
            if hole[1] == "v":
                return name
            if hole[3] and new:
                self.scope.append((name, new[1]))
                try:
                    return self.expression(hole[1], depth)
                finally:
                    self.scope.pop()
            return self.expression(hole[1], depth)

        return f"({HOLE.sub(fill, template)})"
