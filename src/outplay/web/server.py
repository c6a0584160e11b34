"""The HTTP server: uvicorn, which closes connections of clients that send or read nothing."""

from __future__ import annotations

import asyncio
import contextlib
import socket
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

from outplay.web.access_policy import HEADERS
from outplay.web.replies import as_json
from outplay.web.sessions import Sessions

HEAD_SECONDS = 10.0
"""In which the head of a request must have arrived."""

READ_SECONDS = 20.0
"""A client that takes nothing of an answer for so long is let go."""

IN_SYSTEM = 1 << 16
"""Bytes that the system may keep for a client; what it does not take waits here, and is watched."""

LONGEST_HEAD = 32_000
"""Bytes of it."""


class Connection(H11Protocol):
    """A connection. One that does not say what it wants, or does not read, is closed."""

    _timer: asyncio.TimerHandle | None = None
    _watch: asyncio.TimerHandle | None = None
    _unread = 0
    """Bytes that waited when the watch last looked."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        # Otherwise megabytes are taken in for a client that never reads, and nobody notices.
        transport.set_write_buffer_limits(high=0)
        if (sock := transport.get_extra_info("socket")) is not None:
            with contextlib.suppress(OSError):
                sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, IN_SYSTEM)
        self._mind()

    def data_received(self, data: bytes) -> None:
        try:
            super().data_received(data)
        except Exception:  # h11 fails on some of what it should refuse
            self.send_400_response("")
        self._mind()

    def pause_writing(self) -> None:
        """Something waits to be read."""
        super().pause_writing()
        self._unread = self.transport.get_write_buffer_size()
        self._watch = self.loop.call_later(READ_SECONDS, self._look_again)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._forget_watch()

    def _look_again(self) -> None:
        """Who has read something has more time; who has not is gone, also where we close."""
        left = self.transport.get_write_buffer_size()
        if left >= self._unread:
            self.transport.abort()
            return
        self._unread = left
        self._watch = self.loop.call_later(READ_SECONDS, self._look_again)

    def connection_lost(self, exc: Exception | None) -> None:
        self._forget()
        self._forget_watch()
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

    def _forget_watch(self) -> None:
        if self._watch is not None:
            self._watch.cancel()
            self._watch = None

    def send_400_response(self, msg: str) -> None:
        """What is no HTTP gets our headers too."""
        headers = [*HEADERS.items(), ("Content-Type", "application/json"), ("Connection", "close")]
        try:
            for event in (
                h11.Response(status_code=400, headers=headers, reason=b"Bad Request"),
                h11.Data(data=as_json({"error": "This is not a valid HTTP request."})),
                h11.EndOfMessage(),
            ):
                self.transport.write(self.conn.send(event) or b"")
        except h11.LocalProtocolError:
            pass  # an answer is already on its way
        self.transport.close()


class Server(uvicorn.Server):
    """A uvicorn server that ends quickly, and tells nobody but us."""

    def __init__(self, app: ASGIApp, sessions: Sessions) -> None:
        super().__init__(
            uvicorn.Config(
                app,
                http=Connection,
                ws="none",
                lifespan="off",
                log_config=None,
                log_level="critical",
                access_log=False,
                server_header=False,
                proxy_headers=False,
                timeout_keep_alive=30,
                timeout_graceful_shutdown=1,
                h11_max_incomplete_event_size=LONGEST_HEAD,
            )
        )
        self.sessions = sessions

    async def shutdown(self, sockets: Any = None) -> None:
        """Ends the streams first, which would not end by themselves."""
        await self.sessions.close()
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
