"""A look at a game before it is solved: random games, and what they say of its states and ends."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from outplay.errors import OutplayError
from outplay.game import CHANCE, AnyGame
from outplay.native.forms import Form
from outplay.native.front.constant_types import Typing
from outplay.native.front.joining import Types
from outplay.native.layout import Overflow
from outplay.native.sample import Sample
from outplay.search.error_context import explain
from outplay.solve.grades import Grade, grade_of
from outplay.solve.packing import Words

PLIES = 2_000
"""That are played at random."""

LONGEST = 400
"""Plies of one of these games."""


@dataclass
class Look:
    """What was seen."""

    before: list[object] = field(default_factory=list)
    after: list[object] = field(default_factory=list)
    """By ply, the states around it."""
    roots: list[object] = field(default_factory=list)
    declared_win: float | None = None
    """What the game says that a win counts."""
    utilities: set[float] = field(default_factory=set)
    ends_have_players: bool = True
    """Do rules say who would be to move where the game is over?"""

    @property
    def win(self) -> float | None:
        """What a win counts, if all that games end in is won, drawn and lost."""
        if self.declared_win:
            return self.declared_win
        sizes = {abs(u) for u in self.utilities} - {0}
        return sizes.pop() if len(sizes) == 1 else None if sizes else 1

    def rows(self, form: Form, states: Sequence[object]) -> Words:
        """The words of states, those of each in a row; raises Overflow where one has no form."""
        rows = np.zeros((len(states), form.words), np.int64)
        for row, s in zip(rows, states, strict=True):
            words = form.flatten(s)
            if len(words) > form.words:
                raise Overflow
            row[: len(words)] = words
        return rows

    def misfit(self, form: Form) -> object | None:
        """A state that the form has no room for, the longest one, or that it does not fit."""
        longest: object | None = None
        most = form.words
        for s in () if form.fixed else [*self.roots, *self.after]:
            try:
                size = len(form.packed(s))
            except Overflow:
                return s
            if size > most:
                longest, most = s, size
        return longest

    def sampled(self, form: Form) -> Words:
        """The rows of all that was seen."""
        return self.rows(form, [*self.roots, *self.after])

    def grade(self, form: Form) -> Grade | None:
        """A number in states that says how many plies have been played, if one was seen."""
        before, after, roots = (self.rows(form, s) for s in (self.before, self.after, self.roots))
        return grade_of(before, after, roots)


def look_at(game: AnyGame, roots: Sequence[object]) -> Look:
    """Plays games at random from the roots on; always the same ones."""
    found = Look(roots=list(roots[:PLIES]), declared_win=game.win)
    dice = random.Random(0)
    while len(found.before) < PLIES:
        before = len(found.before)
        s = dice.choice(found.roots)
        for _ in range(LONGEST):
            try:
                t = _one_ply(game, s, dice, found)
            except OutplayError:
                raise
            except Exception as error:
                raise explain(game, s, [], error) from error
            if t is None:
                break
            found.before.append(s)
            found.after.append(t)
            s = t
        if len(found.before) == before:  # all is over at once
            break
    return found


def _one_ply(game: AnyGame, s: object, dice: random.Random, found: Look) -> object | None:
    """A state that comes after this one; None where there is none."""
    if game.is_terminal(s):
        utility = game.utility(s)
        abs(utility)  # raises where it is no number
        found.utilities.add(utility)
        found.ends_have_players = found.ends_have_players and _has_player(game, s)
        return None
    legal = game.legal(s)
    after: object | None = game.result(s, dice.choice(legal)) if legal else None
    return after


def _has_player(game: AnyGame, s: object) -> bool:
    try:
        return game.to_move(s) in (1, -1, CHANCE)
    except Exception:
        return False


def form_of(game: AnyGame, root: object, others: Sequence[object] = ()) -> Form:
    """How states travel as words, found without compiling; raises Unsupported.

    `others` are states that it is to hold, too.
    """
    return Sample(game, root, others=others).forms(Typing(Types())).state
