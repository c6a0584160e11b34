"""What there is to play, for the home page; asked of the workers once, or when a file changes."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping, Sequence
from typing import Any

from outplay.games import BUILT_IN
from outplay.web.jobs import listed
from outplay.web.scheduler import Refused
from outplay.web.session import Workers

FIRST_SECONDS, OWN_SECONDS = 30.0, 8.0
"""For all built-in games, which are imported for it; for one file of the user's."""

FRESH = 1.0
"""Seconds for which an answer about a file of the user's is good: it may be edited."""


class About:
    """The games in the order of the home page, with their pictures."""

    def __init__(self, workers: Workers, own: Mapping[str, str], first: Sequence[str] = ()) -> None:
        """`own` are rules files by key; `first` the built-in games that come before the others."""
        self._workers, self._own = workers, tuple(own)
        self._built_in = [*first, *(key for key in BUILT_IN if key not in first)]
        self._known: dict[str, Any] | None = None
        self._lock = asyncio.Lock()
        self._seen: dict[str, tuple[float, dict[str, Any]]] = {}

    async def told(self) -> dict[str, Any]:
        """Version, levels and games; raises Refused if the workers do not answer."""
        async with self._lock:
            if self._known is None:
                self._known = await self._ask_built_in()
        own = await asyncio.gather(*(self._ask_own(key) for key in self._own))
        return {**self._known, "games": [*own, *self._known["games"]]}

    async def troubles(self) -> list[str]:
        """What is wrong with the files of the user's, a sentence each."""
        own = await asyncio.gather(*(self._ask_own(key) for key in self._own))
        return [game["trouble"] for game in own if game["trouble"]]

    async def _ask_built_in(self) -> dict[str, Any]:
        keys = self._built_in
        # Two workers draw them in half the time.
        parts = await asyncio.gather(
            *(
                self._workers.ask(
                    "home", {"only": part}, client=f"home {number}", seconds=FIRST_SECONDS
                )
                for number, part in enumerate((keys[::2], keys[1::2]))
            )
        )
        found = {game["key"]: game for part in parts for game in part["games"]}
        return {**parts[0], "games": [found[key] for key in keys if key in found]}

    async def _ask_own(self, key: str) -> dict[str, Any]:
        """By itself, so that rules that hang keep no other game from being shown."""
        when, game = self._seen.get(key, (0.0, {}))
        if game and time.monotonic() - when < FRESH:
            return game
        try:
            part = await self._workers.ask(
                "home", {"only": [key]}, client=f"home {key}", seconds=OWN_SECONDS
            )
            game = dict(part["games"][0])
        except Refused as error:
            game = listed(key, trouble=str(error))
        self._seen[key] = time.monotonic(), game
        return game
