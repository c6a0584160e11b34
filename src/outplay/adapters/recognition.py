"""Objects of other libraries that are games: easyAI's and aima-python's."""

from __future__ import annotations

from outplay.adapters import aima, easyai
from outplay.game import AnyGame, Game


def recognised(thing: object) -> AnyGame | None:
    """The game, if that is one of easyAI or of aima-python; else None."""
    if isinstance(thing, Game):
        return None
    if all(hasattr(thing, part) for part in easyai.NEEDED):
        return easyai.easyai_game(thing)
    if not isinstance(thing, type) and all(hasattr(thing, part) for part in aima.NEEDED):
        return aima.aima_game(thing)
    return None
