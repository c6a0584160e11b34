"""HTTP as uvicorn speaks it, with our manners: nobody may keep a connection and say nothing."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from signal import SIGINT, SIGTERM, signal
from types import FrameType
from typing import Any

import h11
import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.http.h11_impl import H11Protocol

from outplay.web.asked import as_json
from outplay.web.guard import HEADERS
from outplay.web.tables import Tables

HEAD_SECONDS = 10.0
"""In which the head of a request must have arrived."""

LONGEST_HEAD = 32_000
"""Bytes of it."""


class Manners(H11Protocol):
    """A connection. One that does not say what it wants is closed."""

    _timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._mind()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._mind()

    def connection_lost(self, exc: Exception | None) -> None:
        self._forget()
        super().connection_lost(exc)

    def _mind(self) -> None:
        """A head that has begun must end soon; while a request is answered, nothing is due."""
        if self.cycle is not None and not self.cycle.response_complete:
            self._forget()
        elif self._timer is None:
            self._timer = self.loop.call_later(HEAD_SECONDS, self.transport.close)

    def _forget(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def send_400_response(self, msg: str) -> None:
        """What is no HTTP gets our headers too."""
        headers = [*HEADERS.items(), ("Content-Type", "application/json"), ("Connection", "close")]
        try:
            for event in (
                h11.Response(status_code=400, headers=headers, reason=b"Bad Request"),
                h11.Data(data=as_json({"error": "This is no request that a browser would send."})),
                h11.EndOfMessage(),
            ):
                self.transport.write(self.conn.send(event) or b"")
        except h11.LocalProtocolError:
            pass  # an answer is already on its way
        self.transport.close()


class Server(uvicorn.Server):
    """A uvicorn server that ends quickly, and tells nobody but us."""

    def __init__(self, app: ASGIApp, tables: Tables) -> None:
        super().__init__(
            uvicorn.Config(
                app, http=Manners, ws="none", lifespan="off", log_config=None,
                log_level="critical", access_log=False, server_header=False, proxy_headers=False,
                timeout_keep_alive=30, timeout_graceful_shutdown=1,
                h11_max_incomplete_event_size=LONGEST_HEAD,
            )
        )  # fmt: skip
        self.tables = tables

    async def shutdown(self, sockets: Any = None) -> None:
        """Ends the streams first, which would not end by themselves."""
        await self.tables.close()
        await super().shutdown(sockets)

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Ctrl-C is how this ends, and no error."""

        def end(number: int, frame: FrameType | None) -> None:
            self.force_exit = self.should_exit
            self.should_exit = True

        if threading.current_thread() is not threading.main_thread():
            yield  # signals come to the main thread only
            return
        before = {number: signal(number, end) for number in (SIGINT, SIGTERM)}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal(number, handler)
