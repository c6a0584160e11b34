"""What there is to play, for the home page; asked of the workers once, or when a file changes."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping, Sequence
from typing import TypedDict, cast

from outplay.games import BUILT_IN
from outplay.web.jobs import Answer, listed
from outplay.web.pool import Pool
from outplay.web.scheduler import Refused

FIRST_SECONDS, OWN_SECONDS = 30.0, 8.0
"""For all built-in games, which are imported for it; for one file of the user's."""

FRESH = 1.0
"""Seconds for which an answer about a file of the user's is good: it may be edited."""


class Home(TypedDict):
    """What there is on the home page; other fields are passed on as they are."""

    games: list[Answer]


class About:
    """The games in the order of the home page, with their pictures."""

    def __init__(self, workers: Pool, own: Mapping[str, str], first: Sequence[str] = ()) -> None:
        """`own` are rules files by key; `first` the built-in games that come before the others."""
        self._workers, self._own = workers, tuple(own)
        self._built_in = [*first, *(key for key in BUILT_IN if key not in first)]
        self._known: Home | None = None
        self._lock = asyncio.Lock()
        self._seen: dict[str, tuple[float, Answer]] = {}
        self.solved: list[Answer] = []
        """The games of which there are solutions, as the job `solved` lists them."""

    async def find_solved(self) -> None:
        """Looks at the files of solutions; raises Refused, which says what is wrong with one."""
        told = await self._workers.ask("solved", {}, client="solved", seconds=FIRST_SECONDS)
        self.solved = cast(list[Answer], told["solved"])

    async def told(self) -> Answer:
        """Version, levels and games; raises Refused if the workers do not answer."""
        async with self._lock:
            if self._known is None:
                self._known = await self._ask_built_in()
        own = await asyncio.gather(*(self._ask_own(key) for key in self._own))
        games = [*own, *self._known["games"]]
        return {**self._known, "games": games, "solved": self.solved}

    async def troubles(self) -> list[str]:
        """What is wrong with the files of the user's, a sentence each."""
        own = await asyncio.gather(*(self._ask_own(key) for key in self._own))
        return [str(game["trouble"]) for game in own if game["trouble"]]

    async def _ask_built_in(self) -> Home:
        keys = self._built_in
        # Two workers draw them in half the time.
        parts = await asyncio.gather(
            self._home(keys[::2], FIRST_SECONDS), self._home(keys[1::2], FIRST_SECONDS)
        )
        found = {game["key"]: game for part in parts for game in part["games"]}
        return {**parts[0], "games": [found[key] for key in keys if key in found]}

    async def _ask_own(self, key: str) -> Answer:
        """By itself, so that rules that hang keep no other game from being shown."""
        when, game = self._seen.get(key, (0.0, {}))
        if game and time.monotonic() - when < FRESH:
            return game
        try:
            (game,) = (await self._home([key], OWN_SECONDS))["games"]
        except Refused as error:
            game = listed(key, trouble=str(error))
        self._seen[key] = time.monotonic(), game
        return game

    async def _home(self, keys: Sequence[str], seconds: float) -> Home:
        client = f"home {keys[0] if keys else ''}"
        told = await self._workers.ask("home", {"only": keys}, client=client, seconds=seconds)
        return cast(Home, told)
