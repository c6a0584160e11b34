"""A session: one saved game that is open, its changes, its watchers, and the server's moves."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from dataclasses import replace
from typing import TYPE_CHECKING, cast

from outplay.errors import OutplayError
from outplay.web import game_rules
from outplay.web.game_rules import Change, View
from outplay.web.jobs import LOOK_SECONDS, Answer
from outplay.web.request_schema import RequestError
from outplay.web.store import Changes, Record

if TYPE_CHECKING:
    from outplay.web.sessions import Sessions

SPARE = 10.0
"""Seconds that the search for a move has beyond its time, for all that is not searching."""

PULSE = 5.0
"""Seconds after which watchers hear something."""

PATIENCE = 0.4
"""Seconds that a thought goes on after the last watcher left: a page that is loaded again."""

MOVED_ON = "The game was changed in another tab."


class Session:
    """An open game."""

    def __init__(self, sessions: Sessions, record: Record, view: View) -> None:
        self._sessions = sessions
        self.record, self.view = record, view
        self.trouble: str | None = None
        """Why the game does not go on by itself."""
        self.watchers = 0
        self._gone: str | None = None
        self._thinking: str | None = None
        self._player: asyncio.Task[None] | None = None
        """Plays for chance and for levels."""
        self._lock = asyncio.Lock()
        """One change at a time."""
        self._changed = asyncio.Event()
        """Set, and replaced, at each change."""

    @property
    def is_busy(self) -> bool:
        return self.watchers > 0 or self._lock.locked() or self._player is not None

    def saved(self) -> Answer:
        """The game as the page gets it."""
        record = self.record
        return {
            "id": record.id,
            "revision": record.revision,
            "sides": record.sides,
            "level": record.level,
            "seconds": record.seconds,
            "resigned": record.resigned,
            "redo": len(record.redo),
            "can_undo": game_rules.can_undo(record, self.view),
            "thinking": None if self._thinking is None else {"text": self._thinking},
            "trouble": self.trouble,
            "view": game_rules.shown(record, self.view),
        }

    # --- changes --------------------------------------------------------------------------------

    async def move(self, revision: int, text: str, client: str) -> Answer:
        """A person plays."""
        async with self._lock:
            self._check(revision)
            game_rules.check_move(self.record, self.view, trouble=self.trouble is not None)
            await self._play(await self._step(text, client))
        return self._go_on()

    async def change(self, revision: int | None, change: Change) -> Answer:
        """Undo, redo, resigning, settings. Settings are also the way to try again after trouble."""
        async with self._lock:
            if revision is not None:
                self._check(revision)
            await self._write(change(self.record, self.view))
        return self._go_on()

    def _check(self, revision: int) -> None:
        if self._gone is not None:
            raise RequestError(self._gone, 404)
        if revision != self.record.revision:
            raise RequestError(MOVED_ON, 409, saved=self.saved())

    async def _step(self, text: str, client: str) -> View:
        args = {"spot": self.record.spot(), "move": text}
        ask = self._sessions.workers.ask
        return cast(View, await ask("step", args, client=client, seconds=LOOK_SECONDS))

    async def _play(self, view: View) -> None:
        await self._write({"moves": tuple(view["moves"]), "redo": ()}, view)

    async def _write(self, changes: Changes, view: View | None = None) -> None:
        """Saves a change; raises RequestError if another server changed or deleted the game."""
        after = self.record.next(**changes)
        if view is None:
            same = after.moves == self.record.moves
            view = self.view if same else await self._sessions.look(after)
        after = replace(after, **game_rules.summary(after, view))
        if await self._sessions.on_disk(self._sessions.store.change, after):
            self._put(after, view)
            return
        await self._read_again()
        raise RequestError(MOVED_ON, 409, saved=self.saved())

    def _put(self, record: Record, view: View) -> None:
        self.record, self.view, self.trouble = record, view, None
        self._publish()

    async def _read_again(self) -> None:
        try:
            record = await self._sessions.read(self.record.id)
        except RequestError as wrong:
            self._sessions.forget(self.record.id)
            raise wrong from None
        self._put(record, await self._sessions.look(record))

    async def catch_up(self) -> None:
        """Reads the game again if another server changed it; whoever watches hears of it."""
        sessions, id = self._sessions, self.record.id
        async with self._lock:
            if await sessions.on_disk(sessions.store.revision, id) == self.record.revision:
                return
            await self._read_again()
        self._go_on()

    # --- watching -------------------------------------------------------------------------------

    async def watch(self) -> AsyncGenerator[Answer, None]:
        """The game now and after each change, {} after a pause; ends when the server does."""
        self.watchers += 1
        try:
            if self.watchers == 1:
                self.trouble = None  # whoever loads the page again wants it tried again
                self._go_on()
            while not self._sessions.closing.is_set():
                if self._gone is not None:
                    yield {"error": self._gone}
                    return
                changed = self._changed
                yield self.saved()
                while not changed.is_set():
                    try:
                        async with asyncio.timeout(PULSE):
                            await changed.wait()
                    except TimeoutError:
                        yield {}
        finally:
            self.watchers -= 1
            if not self.watchers:
                asyncio.get_running_loop().call_later(PATIENCE, self._rest)

    def _publish(self) -> None:
        self._changed.set()
        self._changed = asyncio.Event()

    def vanish(self, sentence: str) -> None:
        """The game was deleted."""
        self._gone = sentence
        self.close()

    def close(self) -> None:
        """Nobody thinks here any more; watchers look up."""
        self._stop()
        self._publish()

    # --- the server's own moves -----------------------------------------------------------------

    def _rest(self) -> None:
        if not self.watchers:
            self._stop()

    def _stop(self) -> None:
        if self._player is not None:
            self._player.cancel()
            self._player, self._thinking = None, None

    def _go_on(self) -> Answer:
        """Lets chance and levels play, if it is their turn and somebody watches; what is told."""
        self._stop()
        waits = game_rules.turn(self.record, self.view) in (game_rules.CHANCE, game_rules.LEVEL)
        if waits and self.watchers and self._gone is None and self.trouble is None:
            self._player = asyncio.create_task(self._play_on())
        return self.saved()

    async def _play_on(self) -> None:
        """Plays until a person is to move, the game is over, or something is wrong."""
        me = asyncio.current_task()
        try:
            while self._player is me and self.trouble is None:
                revision = self.record.revision
                whose = game_rules.turn(self.record, self.view)
                if whose == game_rules.CHANCE:
                    text = game_rules.rolled(self.record, self.view)
                    view = await self._step(text, self.record.id)
                elif whose == game_rules.LEVEL:
                    view = await self._search()
                else:
                    break
                # Once it is decided it is played, whoever leaves meanwhile.
                await asyncio.shield(self._decided(revision, view))
        except Exception as error:
            ours = f"Internal error: {type(error).__name__}: {error}"
            if self._player is me:
                self.trouble = str(error) if isinstance(error, OutplayError) else ours
        finally:
            if self._player is me:
                self._player, self._thinking = None, None
                self._publish()

    async def _search(self) -> View:
        """The View after the move of a level."""
        record, workers = self.record, self._sessions.workers
        args = {
            "spot": record.spot(),
            "level": record.level,
            "seconds": record.seconds,
            "seed": record.seed,
        }
        compiling = workers.compiling(args)
        self._thinking = f"Level {record.level} is thinking" + (
            f". {compiling}" if compiling else ""
        )
        self._publish()
        seconds = record.seconds + SPARE
        told = await workers.ask("move", args, client=record.id, seconds=seconds)
        self._thinking = None
        return cast(View, told["view"])

    async def _decided(self, revision: int, view: View) -> None:
        """Plays for chance or a level, unless something else happened meanwhile."""
        async with self._lock:
            if self._gone is not None or self.record.revision != revision:
                return
            try:
                await self._play(view)
            except RequestError as error:
                if error.status != 409:  # another server played here, and that counts
                    raise
