"""Games under way: each saved game that somebody looks at has a `Table` here.

Every change is on the disk before anybody is told of it. While somebody watches a game, the
server throws the dice and lets levels think; when the last one leaves, it stops.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import OrderedDict
from collections.abc import AsyncGenerator, Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any, TypeVar

from outplay.drawing import cleaned
from outplay.errors import OutplayError
from outplay.safe_svg import DrawingError
from outplay.web.asked import Wrong
from outplay.web.course import face
from outplay.web.store import Record, Store
from outplay.web.table import LOOK_SECONDS, Table, Workers

Answer = TypeVar("Answer")

MOST_TABLES = 200
"""Games that are kept in memory while nobody watches them."""

LISTED = 40
OTHERS = 0.5
"""Seconds between two looks at whether another server has written to the file."""

NO_GAME = "There is no such saved game; it may have been deleted."


class Tables:
    """All games under way, and the store behind them."""

    def __init__(self, store: Store, workers: Workers) -> None:
        self.store, self.workers = store, workers
        self._disk = ThreadPoolExecutor(1, thread_name_prefix="games")
        """SQLite waits for the disk, and the event loop does not."""
        self._tables: OrderedDict[str, Table] = OrderedDict()
        self._loading: dict[str, asyncio.Task[Table]] = {}
        self._others: asyncio.Task[None] | None = None
        self.closing = asyncio.Event()

    async def on_disk(self, ask: Callable[..., Answer], *args: Any) -> Answer:
        """Runs a method of the store in its thread."""
        return await asyncio.get_running_loop().run_in_executor(self._disk, ask, *args)

    async def close(self) -> None:
        """Ends all streams and thoughts; what was answered is on the disk."""
        self.closing.set()
        if self._others is not None:
            self._others.cancel()
        for table in self._tables.values():
            table.close()
        await self.on_disk(self.store.close)
        self._disk.shutdown(wait=False)

    # --- all games ------------------------------------------------------------------------------

    async def newest(self) -> list[dict[str, Any]]:
        """What the home page lists."""
        return [
            {
                "id": row["id"], "game": row["game"], "title": row["title"],
                "svg": row["picture"], "text": row["told"], "changed": row["changed"],
                "over": bool(row["over"]),
            }
            for row in await self.on_disk(self._listed)
        ]  # fmt: skip

    def _listed(self) -> list[dict[str, Any]]:
        """The newest games; an older Outplay kept pictures as the rules drew them."""
        rows = self.store.newest(LISTED)
        for row in rows:
            try:
                row["picture"] = cleaned(row["picture"])
            except DrawingError:
                row["picture"] = ""
        return rows

    async def create(
        self, spot: dict[str, Any], client: str, sides: dict[str, str], level: int, seconds: float
    ) -> dict[str, Any]:
        """A new game from that position on; raises Refused where there is no such position."""
        view = await self.workers.ask("look", {"spot": spot}, client=client, seconds=LOOK_SECONDS)
        record = Record(
            spot["game"], spot["with"], spot["position"], tuple(view["moves"]),
            sides=sides, level=level, seconds=seconds,
        )  # fmt: skip
        record = replace(record, **face(record, view))
        await self.on_disk(self.store.add, record)
        table = Table(self, record, view)
        self._keep(table)
        return table.saved()

    async def delete(self, id: str) -> None:
        """Forgets a game; whoever watches it is told."""
        if not await self.on_disk(self.store.remove, id):
            raise Wrong(NO_GAME, 404)
        self.forget(id)

    def forget(self, id: str) -> None:
        """The game is no longer in the store."""
        table = self._tables.pop(id, None)
        if table is not None:
            table.vanish(NO_GAME)

    # --- one game -------------------------------------------------------------------------------

    async def table(self, id: str) -> Table:
        """The table of a game; raises Wrong if there is none, Refused if its rules say no."""
        table = self._tables.get(id)
        if table is not None:
            self._tables.move_to_end(id)
            await table.catch_up()
            return table
        if id not in self._loading:
            self._loading[id] = asyncio.create_task(self._load(id))
            self._loading[id].add_done_callback(lambda _: self._loading.pop(id, None))
        return await asyncio.shield(self._loading[id])

    async def _load(self, id: str) -> Table:
        record = await self.read(id)
        table = Table(self, record, await self.look(record))
        self._keep(table)
        return table

    async def read(self, id: str) -> Record:
        """The game as the store has it; raises Wrong."""
        record = await self.on_disk(self.store.get, id)
        if record is None:
            raise Wrong(NO_GAME, 404)
        return record

    async def look(self, record: Record) -> dict[str, Any]:
        """The View of its position."""
        return await self.workers.ask(
            "look", {"spot": record.spot()}, client=record.id, seconds=LOOK_SECONDS
        )

    def _keep(self, table: Table) -> None:
        self._tables[table.record.id] = table
        idle = [id for id, old in self._tables.items() if not old.is_busy and old is not table]
        for id in idle[: max(0, len(idle) - MOST_TABLES)]:
            del self._tables[id]

    async def watch(self, id: str) -> AsyncGenerator[dict[str, Any], None]:
        """The game now and after each change; {} now and then."""
        table = await self.table(id)
        if self._others is None or self._others.done():
            self._others = asyncio.create_task(self._look_at_others())
        async with contextlib.aclosing(table.watch()) as lines:
            async for line in lines:
                yield line

    async def _look_at_others(self) -> None:
        """Another server may play on with a game that is watched here."""
        before: int | None = None  # and may have done so since that game was read
        while any(table.watchers for table in self._tables.values()) or self._loading:
            now = before
            with contextlib.suppress(OutplayError):  # a file in use is looked at again
                now = await self.on_disk(self.store.others)
            if now != before:
                before = now
                for table in list(self._tables.values()):
                    if table.watchers:
                        # What is wrong is said to whoever changes it.
                        with contextlib.suppress(OutplayError):
                            await table.catch_up()
            await asyncio.sleep(OTHERS)
