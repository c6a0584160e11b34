"""The open games: each saved game that somebody looks at has a `Session` here.

Every change is on the disk before anybody is told of it. While somebody watches a game, the
server rolls the dice and plays for levels; when the last one leaves, it stops.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import OrderedDict
from collections.abc import AsyncGenerator, Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from typing import ParamSpec, TypeVar, cast

from outplay.drawing import cleaned
from outplay.errors import OutplayError
from outplay.safe_svg import DrawingError
from outplay.web.game_rules import View, summary
from outplay.web.jobs import LOOK_SECONDS, Answer
from outplay.web.pool import Pool
from outplay.web.request_schema import RequestError
from outplay.web.session import Session
from outplay.web.store import Record, Store

P = ParamSpec("P")
T = TypeVar("T")

MOST_SESSIONS = 200
"""Games that are kept in memory while nobody watches them."""

LISTED = 40
OTHERS = 0.5
"""Seconds between two looks at whether another server has written to the file."""

NO_GAME = "There is no such saved game; it may have been deleted."


class Sessions:
    """All games under way, and the store behind them."""

    def __init__(self, store: Store, workers: Pool) -> None:
        self.store, self.workers = store, workers
        self._disk = ThreadPoolExecutor(1, thread_name_prefix="games")
        """SQLite waits for the disk, and the event loop does not."""
        self._sessions: OrderedDict[str, Session] = OrderedDict()
        self._loading: dict[str, asyncio.Task[Session]] = {}
        self._others: asyncio.Task[None] | None = None
        self.closing = asyncio.Event()

    async def on_disk(self, ask: Callable[P, T], *args: P.args, **options: P.kwargs) -> T:
        """Runs a method of the store in its thread."""
        work = partial(ask, *args, **options)
        return await asyncio.get_running_loop().run_in_executor(self._disk, work)

    async def close(self) -> None:
        """Ends all streams and thoughts; what was answered is on the disk."""
        self.closing.set()
        if self._others is not None:
            self._others.cancel()
        for session in self._sessions.values():
            session.close()
        await self.on_disk(self.store.close)
        self._disk.shutdown(wait=False)

    # --- all games ------------------------------------------------------------------------------

    async def newest(self) -> list[Answer]:
        """What the home page lists."""
        return await self.on_disk(self._listed)

    def _listed(self) -> list[Answer]:
        """The newest games; an older Outplay kept pictures as the rules drew them."""
        rows = self.store.newest(LISTED)
        for row in rows:
            row["text"], picture = row.pop("told"), row.pop("picture")
            row["over"] = bool(row["over"])
            try:
                row["svg"] = cleaned(picture)
            except DrawingError:
                row["svg"] = ""
        return rows

    async def create(self, record: Record, client: str) -> Answer:
        """Saves a new game; raises Refused where there is no such position."""
        view = await self.look(record, client)
        record = replace(record, moves=tuple(view["moves"]))
        record = replace(record, **summary(record, view))
        await self.on_disk(self.store.add, record)
        session = Session(self, record, view)
        self._keep(session)
        return session.saved()

    async def delete(self, id: str) -> None:
        """Forgets a game; whoever watches it is told."""
        if not await self.on_disk(self.store.remove, id):
            raise RequestError(NO_GAME, 404)
        self.forget(id)

    def forget(self, id: str) -> None:
        """The game is no longer in the store."""
        session = self._sessions.pop(id, None)
        if session is not None:
            session.vanish(NO_GAME)

    # --- one game -------------------------------------------------------------------------------

    async def session(self, id: str) -> Session:
        """The session of a game; raises RequestError or Refused."""
        session = self._sessions.get(id)
        if session is not None:
            self._sessions.move_to_end(id)
            await session.catch_up()
            return session
        if id not in self._loading:
            self._loading[id] = asyncio.create_task(self._load(id))
            self._loading[id].add_done_callback(lambda _: self._loading.pop(id, None))
        return await asyncio.shield(self._loading[id])

    async def _load(self, id: str) -> Session:
        record = await self.read(id)
        session = Session(self, record, await self.look(record))
        self._keep(session)
        return session

    async def read(self, id: str) -> Record:
        """The game as the store has it; raises RequestError."""
        record = await self.on_disk(self.store.get, id)
        if record is None:
            raise RequestError(NO_GAME, 404)
        return record

    async def look(self, record: Record, client: str = "") -> View:
        """The View of its position."""
        view = await self.workers.ask(
            "look", {"spot": record.spot()}, client=client or record.id, seconds=LOOK_SECONDS
        )
        return cast(View, view)

    def _keep(self, session: Session) -> None:
        self._sessions[session.record.id] = session
        idle = [id for id, old in self._sessions.items() if not old.is_busy and old is not session]
        for id in idle[: max(0, len(idle) - MOST_SESSIONS)]:
            del self._sessions[id]

    async def watch(self, id: str) -> AsyncGenerator[Answer, None]:
        """The game now and after each change; {} now and then."""
        session = await self.session(id)
        if self._others is None or self._others.done():
            self._others = asyncio.create_task(self._look_at_others())
        async with contextlib.aclosing(session.watch()) as lines:
            async for line in lines:
                yield line

    async def _look_at_others(self) -> None:
        """Another server may play on with a game that is watched here."""
        before: int | None = None  # and may have done so since that game was read
        while any(session.watchers for session in self._sessions.values()) or self._loading:
            now = before
            with contextlib.suppress(OutplayError):  # a file in use is looked at again
                now = await self.on_disk(self.store.others)
            if now != before:
                before = now
                for session in list(self._sessions.values()):
                    if session.watchers:
                        # What is wrong is said to whoever changes it.
                        with contextlib.suppress(OutplayError):
                            await session.catch_up()
            await asyncio.sleep(OTHERS)
