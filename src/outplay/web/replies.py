"""Responses: JSON, lines of JSON, errors, pages and the files that they need."""

from __future__ import annotations

import asyncio
import contextlib
import json
import mimetypes
import os
import sys
import traceback
from collections.abc import AsyncGenerator, Callable, Coroutine
from html import escape
from pathlib import Path
from typing import Any, TypeVar

from starlette.requests import Request
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Receive, Scope, Send

from outplay.errors import OutplayError
from outplay.web.jobs import Answer
from outplay.web.request_schema import RequestError
from outplay.web.scheduler import Refused

T = TypeVar("T")

STATIC = Path(__file__).parent / "static"

PAGES = ("/", "/play", "/analyse", "/tree", "/practice")
"""Addresses that show the page."""

# The system's own table of types may be wrong, and browsers run no other type as a module.
mimetypes.add_type("text/javascript", ".js")
mimetypes.add_type("text/css", ".css")


class Static(StaticFiles):
    """The files of the page, which browsers keep but ask about each time."""

    def file_response(self, *args: Any, **options: Any) -> Response:
        response = super().file_response(*args, **options)
        response.headers["Cache-Control"] = "no-cache"
        return response


def path_of(request: Request) -> str:
    """The path that was asked for. (`request.url` would read the header Host, whatever it is.)"""
    return str(request.scope["path"])


def as_json(answer: object) -> bytes:
    """An answer as JSON."""
    text = json.dumps(answer, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return text.encode("utf-8", "replace")


def reply(answer: object, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    """An answer in JSON."""
    return Response(as_json(answer), status, headers, "application/json")


def html(title: str, body: str, status: int = 200, head: str = "") -> Response:
    """A small page of its own; `body` and `head` are HTML."""
    text = (
        f'<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f'<meta name="color-scheme" content="light dark">\n{head}\n'
        f"<title>{escape(title)}</title>\n</head>\n<body>\n<main>\n<h1>{escape(title)}</h1>\n"
        f"{body}\n</main>\n</body>\n</html>\n"
    )
    return Response(text, status, media_type="text/html")


def error_response(request: Request, error: RequestError) -> Response:
    """A refusal: a page for people who typed an address, JSON for all others."""
    wants_page = "text/html" in request.headers.get("accept", "")
    if request.method in ("GET", "HEAD") and not path_of(request).startswith("/api") and wants_page:
        body = f'<p>{escape(str(error))}</p>\n<p><a href="/">Home</a></p>'
        return html("Outplay", body, error.status)
    headers = {"WWW-Authenticate": "Bearer"} if error.status == 401 else {}
    if error.status in (408, 413):
        headers["Connection"] = "close"  # the rest of the request is not read
    return reply({"error": str(error), **error.more}, error.status, headers)


def internal_error(request: Request, error: Exception) -> Response:
    """A bug of ours, which is also reported in the terminal."""
    text = f"Internal error: {type(error).__name__}: {error}"
    print(f"{request.method} {path_of(request)!r}: {text}", file=sys.stderr, flush=True)
    if os.environ.get("OUTPLAY_TRACEBACK"):
        traceback.print_exception(error)
    return reply({"error": text}, 500)


class Lines:
    """A stream of JSON lines that ends at once when the reader leaves; then `ended` is called.

    What goes wrong is the last of the lines.
    """

    def __init__(self, lines: AsyncGenerator[Answer, None], ended: Callable[[], None]) -> None:
        self._lines, self._ended = lines, ended

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = [(b"content-type", b"application/x-ndjson"), (b"x-accel-buffering", b"no")]
        try:
            await send({"type": "http.response.start", "status": 200, "headers": headers})
            with contextlib.suppress(RequestError):
                await while_connected(receive, self._write(send))
        finally:
            self._ended()

    async def _write(self, send: Send) -> None:
        async def write(line: Answer) -> None:
            body = as_json(line) + b"\n"
            await send({"type": "http.response.body", "body": body, "more_body": True})

        async with contextlib.aclosing(self._lines):
            try:
                async for line in self._lines:
                    await write(line)
            except OutplayError as error:
                await write({"state": "error", "error": str(error)})
            await send({"type": "http.response.body", "body": b"", "more_body": False})


async def while_connected(receive: Receive, work: Coroutine[Any, Any, T]) -> T:
    """The result of some work, which is stopped if the client leaves; raises RequestError then."""
    working = asyncio.create_task(work)
    leaving = asyncio.create_task(_disconnected(receive))
    try:
        await asyncio.wait((working, leaving), return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            raise RequestError("The connection was closed.")
        return working.result()
    finally:
        leaving.cancel()
        if not working.done():
            working.cancel()
            # Waits until the job behind it was told to stop.
            with contextlib.suppress(asyncio.CancelledError, Refused):
                await working


async def _disconnected(receive: Receive) -> None:
    """Returns when the client is gone."""
    while (await receive())["type"] != "http.disconnect":
        pass
