"""Answers: JSON, lines of JSON, pages and the files that they need."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import os
import sys
import traceback
from collections.abc import AsyncGenerator, Callable
from html import escape
from pathlib import Path
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from outplay.web.request_schema import RequestError, as_json

STATIC = Path(__file__).parent / "static"

PAGES = ("/", "/play", "/analyse", "/tree", "/practice")
"""Addresses that show the page."""

TYPES = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".ico": "image/x-icon",
    ".json": "application/json",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
    ".txt": "text/plain; charset=utf-8",
}
"""Files of other kinds are not served."""


def path_of(request: Request) -> str:
    """The path that was asked for. (`request.url` would read the header Host, whatever it is.)"""
    return str(request.scope["path"])


def reply(answer: Any, status: int = 200, headers: dict[str, str] | None = None) -> Response:
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


def wrong(request: Request, error: RequestError) -> Response:
    """A refusal: a page for people who typed an address, JSON for all others."""
    wants_page = "text/html" in request.headers.get("accept", "")
    if request.method in ("GET", "HEAD") and not path_of(request).startswith("/api") and wants_page:
        return html("Outplay", f'<p>{escape(str(error))}</p>\n<p><a href="/">Home</a></p>',
                    error.status)  # fmt: skip
    headers = {"WWW-Authenticate": "Bearer"} if error.status == 401 else {}
    if error.status in (408, 413):
        headers["Connection"] = "close"  # the rest of the request is not read
    return reply({"error": str(error), **error.more}, error.status, headers)


def fault(request: Request, error: Exception) -> Response:
    """What must not happen, and is said here and in the terminal when it does."""
    told = f"Outplay failed, which is a fault of ours: {type(error).__name__}: {error}"
    print(f"{request.method} {path_of(request)!r}: {told}", file=sys.stderr, flush=True)
    if os.environ.get("OUTPLAY_TRACEBACK"):
        traceback.print_exception(error)
    return reply({"error": told}, 500)


class Lines:
    """A stream of JSON lines that ends at once when the reader leaves; then `ended` is called."""

    def __init__(
        self, lines: AsyncGenerator[dict[str, Any], None], ended: Callable[[], None]
    ) -> None:
        self._lines, self._ended = lines, ended

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = [
            (b"content-type", b"application/x-ndjson"),
            (b"x-accel-buffering", b"no"),
        ]
        try:
            await send({"type": "http.response.start", "status": 200, "headers": headers})
            await self._stream(receive, send)
        finally:
            self._ended()

    async def _stream(self, receive: Receive, send: Send) -> None:
        writer = asyncio.create_task(self._write(send))
        reader = asyncio.create_task(left(receive))
        try:
            await asyncio.wait((writer, reader), return_when=asyncio.FIRST_COMPLETED)
        finally:
            reader.cancel()
            writer.cancel()
            # Waits until the job behind the lines was told to stop.
            with contextlib.suppress(asyncio.CancelledError):
                await writer

    async def _write(self, send: Send) -> None:
        try:
            async for line in self._lines:
                await send(_chunk(as_json(line) + b"\n"))
            await send({"type": "http.response.body", "body": b"", "more_body": False})
        finally:
            await self._lines.aclose()


def _chunk(data: bytes) -> dict[str, Any]:
    return {"type": "http.response.body", "body": data, "more_body": True}


async def left(receive: Receive) -> None:
    """Returns when the client is gone."""
    while (await receive())["type"] != "http.disconnect":
        pass


class Files:
    """All files of the page, read once: what is not in here does not exist."""

    def __init__(self, folder: Path = STATIC) -> None:
        self._files: dict[str, Response] = {}
        for path in sorted(folder.rglob("*")):
            kind = TYPES.get(path.suffix)
            if path.is_file() and kind is not None:
                content = path.read_bytes()
                mark = f'"{hashlib.sha256(content).hexdigest()[:20]}"'
                headers = {"ETag": mark, "Cache-Control": "no-cache", "Content-Type": kind}
                name = f"/static/{path.relative_to(folder).as_posix()}"
                self._files[name] = Response(content, headers=headers)

    @property
    def size(self) -> int:
        return sum(len(file.body) for file in self._files.values())

    def find(self, path: str, request: Request) -> Response:
        """The file of that address; raises RequestError. Nothing of it if the browser has it."""
        file = self._files.get(path)
        if file is None:
            raise RequestError("There is no such page.", 404)
        mark = file.headers["etag"]
        known = request.headers.get("if-none-match", "")
        if mark in (word.strip().removeprefix("W/") for word in known.split(",")):
            return Response(status_code=304, headers={"ETag": mark, "Cache-Control": "no-cache"})
        return file

    def page(self, request: Request) -> Response:
        return self.find("/static/index.html", request)
