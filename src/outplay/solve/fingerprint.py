"""What tells rules from others: how they answer about states that are always the same."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Sequence

from outplay.game import CHANCE, AnyGame
from outplay.native.forms import Form

STATES = 300
"""That are asked about."""

LONGEST = 200
"""Plies of one game."""


def fingerprint(game: AnyGame, form: Form, roots: Sequence[object]) -> str:
    """A digest of all answers about the states of some random games from the roots on.

    The order of actions does not matter, nor how rules are written.
    """
    digest = hashlib.sha256(game.name.encode())
    dice = random.Random(0)
    asked = 0
    while asked < STATES:
        s, ply = dice.choice(roots), 0
        while True:
            asked += 1
            digest.update(repr(form.flatten(s)).encode())
            if game.is_terminal(s):
                digest.update(repr(float(game.utility(s))).encode())
                break
            player = game.to_move(s)
            if player == CHANCE:
                after = [(form.flatten(game.result(s, a)), float(p)) for a, p in game.outcomes(s)]
                digest.update(repr(sorted(after)).encode())
                nexts = [a for a, _ in game.outcomes(s)]
            else:
                nexts = list(game.actions(s))
            children = sorted(((form.flatten(game.result(s, a)), i) for i, a in enumerate(nexts)))
            digest.update(repr((player, [words for words, _ in children])).encode())
            ply += 1
            if not children or ply >= LONGEST:
                break
            s = game.result(s, nexts[dice.choice(children)[1]])
    return digest.hexdigest()
