"""The server's routes: what is asked over HTTP, and who answers it.

No route runs rules: questions go to worker processes, saved games to `Sessions`. Nothing that a
client sends is ever a path or a program.
"""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from collections.abc import AsyncGenerator, Awaitable, Callable, Coroutine
from contextlib import aclosing, suppress
from functools import partial
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp

from outplay.arena.levels import LEVELS
from outplay.web import request_schema
from outplay.web.about import About
from outplay.web.access_policy import MOST_BYTES, AccessMiddleware, AccessPolicy, drain
from outplay.web.replies import PAGES, Files, Lines, fault, left, path_of, reply, wrong
from outplay.web.request_schema import RequestError
from outplay.web.scheduler import Refused
from outplay.web.session import LOOK_SECONDS, Session, Workers
from outplay.web.sessions import Sessions
from outplay.web.store import Record, StoreError

BODY_SECONDS = 10.0
"""In which a request must have arrived."""

MOST_STREAMS, MOST_STREAMS_A_CLIENT = 300, 8

THINKING = {"hint": 12.0, "why": 12.0, "tree": 15.0, "open": 15.0, "exercise": 15.0, "mark": 15.0,
            "read": 10.0}  # fmt: skip
"""Questions that a search answers, and how many seconds it has, pauses and all."""

REVIEW_SECONDS = 120.0

Handler = Callable[[Request], Awaitable[Any]]


class Handlers:
    """The handlers of all routes."""

    def __init__(self, sessions: Sessions, workers: Workers, about: About, files: Files) -> None:
        self.sessions, self.workers, self.about, self.files = sessions, workers, about, files
        self.streams: Counter[str] = Counter()

    def routes(self) -> list[Route]:
        def get(path: str, handler: Handler) -> Route:
            return Route(path, handler, methods=["GET"])

        def post(path: str, handler: Handler) -> Route:
            return Route(path, handler, methods=["POST"])

        game = "/api/saved/{id}"
        return [
            *(get(page, self.page) for page in PAGES),
            get("/static/{path:path}", self.file),
            get("/favicon.ico", self.icon),
            get("/api/about", self.about_games),
            post("/api/look", self.look),
            post("/api/step", self.step),
            *(post(f"/api/{job}", self._thinker(job)) for job in THINKING),
            post("/api/analyse", self.analyse),
            post("/api/review", self.review),
            get("/api/saved", self.newest),
            post("/api/saved", self.create),
            get(game, self.get),
            Route(game, self.delete, methods=["DELETE"]),
            get(f"{game}/watch", self.watch),
            post(f"{game}/move", self.move),
            post(f"{game}/undo", self._change(Session.undo)),
            post(f"{game}/redo", self._change(Session.redo)),
            post(f"{game}/resign", self._change(Session.resign)),
            post(f"{game}/settings", self.settings),
        ]

    # --- pages ----------------------------------------------------------------------------------

    async def page(self, request: Request) -> Response:
        return self.files.page(request)

    async def file(self, request: Request) -> Response:
        return self.files.find(path_of(request), request)

    async def icon(self, request: Request) -> Response:
        return self.files.find("/static/outplay.svg", request)

    # --- questions ------------------------------------------------------------------------------

    async def about_games(self, request: Request) -> Response:
        return reply(await self.about.told())

    async def look(self, request: Request) -> Response:
        body = await read_body(request)
        return await self._ask(request, "look", {"spot": request_schema.spot(body)}, LOOK_SECONDS)

    async def step(self, request: Request) -> Response:
        body = await read_body(request)
        args = {"spot": request_schema.spot(body), "move": request_schema.move(body)}
        return await self._ask(request, "step", args, LOOK_SECONDS)

    def _thinker(self, job: str) -> Handler:
        async def think(request: Request) -> Response:
            body = await read_body(request)
            args = body
            if job in ("hint", "why"):
                args = {"spot": request_schema.spot(body)}
                if job == "why":
                    args["move"] = request_schema.move(body, needed=False)
            return await self._ask(request, job, args, THINKING[job])

        return think

    async def _ask(
        self, request: Request, job: str, args: dict[str, Any], seconds: float
    ) -> Response:
        """The answer of a job; one that nobody waits for any more is stopped."""
        client = client_of(request)
        answer = self.workers.ask(job, args, client=client, seconds=seconds)
        return reply(await _while_there(request, answer))

    async def analyse(self, request: Request) -> Lines:
        body = await read_body(request)
        seconds = request_schema.seconds(body, 60.0, request_schema.LONGEST_ANALYSIS)
        args = {
            "spot": request_schema.spot(body),
            "lines": request_schema.whole(body, "lines", 3, 1, request_schema.MOST_LINES),
            "exact": request_schema.truth(body, "exact"),
            "seconds": seconds,
        }
        return self._stream(request, "analyse", args, seconds)

    async def review(self, request: Request) -> Lines:
        body = await read_body(request)
        return self._stream(request, "review", {"spot": request_schema.spot(body)}, REVIEW_SECONDS)

    def _stream(self, request: Request, job: str, args: dict[str, Any], seconds: float) -> Lines:
        client = client_of(request)
        self._open_stream(client)
        lines = self.workers.stream(job, args, client=client, seconds=seconds)
        return Lines(_with_trouble(lines), partial(self._close_stream, client))

    def _open_stream(self, client: str) -> None:
        """Counts one more stream of the client; raises RequestError if there are too many."""
        if self.streams[client] >= MOST_STREAMS_A_CLIENT:
            raise RequestError(
                f"This tab has {MOST_STREAMS_A_CLIENT} streams open, and may not have more.", 429
            )
        if self.streams.total() >= MOST_STREAMS:
            raise RequestError("Too many pages are open at once; try again later.", 429)
        self.streams[client] += 1

    def _close_stream(self, client: str) -> None:
        self.streams[client] -= 1
        if self.streams[client] <= 0:
            del self.streams[client]

    # --- saved games ----------------------------------------------------------------------------

    async def newest(self, request: Request) -> Response:
        return reply({"games": await self.sessions.newest()})

    async def create(self, request: Request) -> Response:
        body = await read_body(request)
        given = {"sides": dict(Record("").sides), "level": 4, "seconds": 1.0, **body}
        saved = await self.sessions.create(
            request_schema.spot(body), client_of(request), **self._settings(given)
        )
        return reply(saved, 201, {"Location": f"/api/saved/{saved['id']}"})

    async def get(self, request: Request) -> Response:
        return reply((await self._session(request)).saved())

    async def delete(self, request: Request) -> Response:
        await self.sessions.delete(_id(request))
        return Response(status_code=204)

    async def watch(self, request: Request) -> Response | Lines:
        if request.method == "HEAD":
            await self._session(request)
            return reply({})
        client = client_of(request)
        self._open_stream(client)
        try:
            session = await self._session(request)  # what is wrong is said before the stream begins
        except BaseException:
            self._close_stream(client)
            raise
        lines = self.sessions.watch(session.record.id)
        return Lines(_with_trouble(lines), partial(self._close_stream, client))

    async def move(self, request: Request) -> Response:
        body = await read_body(request)
        revision, text = request_schema.revision(body), request_schema.move(body)
        assert text is not None
        session = await self._session(request)
        return reply(await session.move(revision, text, client_of(request)))

    def _change(self, change: Callable[[Session, int], Awaitable[dict[str, Any]]]) -> Handler:
        async def changed(request: Request) -> Response:
            body = await read_body(request)
            revision = request_schema.revision(body)
            return reply(await change(await self._session(request), revision))

        return changed

    async def settings(self, request: Request) -> Response:
        body = await read_body(request)
        revision = request_schema.revision(body) if "revision" in body else None
        given = self._settings(body)
        return reply(await (await self._session(request)).settle(revision, **given))

    def _settings(self, body: dict[str, Any]) -> dict[str, Any]:
        """Those settings of a game that the body holds."""
        given: dict[str, Any] = {}
        if "sides" in body:
            given["sides"] = request_schema.sides(body, {})
        if "level" in body:
            given["level"] = request_schema.whole(body, "level", 0, 1, len(LEVELS))
        if "seconds" in body:
            given["seconds"] = request_schema.seconds(body, 0, request_schema.MOST_SECONDS)
        return given

    async def _session(self, request: Request) -> Session:
        return await self.sessions.session(_id(request))


async def _with_trouble(
    lines: AsyncGenerator[dict[str, Any], None],
) -> AsyncGenerator[dict[str, Any], None]:
    """The lines; what goes wrong is the last of them."""
    try:
        async with aclosing(lines):
            async for line in lines:
                yield line
    except (Refused, RequestError, StoreError) as error:
        yield {"state": "error", "error": str(error)}


def _id(request: Request) -> str:
    return str(request.path_params["id"])[:100]


def client_of(request: Request) -> str:
    """Who asks: the tab, by its own account, or else the address."""
    tab = request.headers.get("x-outplay-tab", "")
    if re.fullmatch(r"[\w-]{1,64}", tab, re.ASCII):
        return f"tab {tab}"
    return f"from {request.client.host if request.client else 'somewhere'}"


async def read_body(request: Request) -> dict[str, Any]:
    """The JSON object that was sent; raises RequestError if it is none, too large or too slow."""
    data = bytearray()
    try:
        async with asyncio.timeout(BODY_SECONDS):
            async for chunk in request.stream():
                data += chunk
                if len(data) > MOST_BYTES:
                    await drain(request.receive)
                    raise RequestError(f"A request has at most {MOST_BYTES // 1000} kB.", 413)
    except TimeoutError:
        raise RequestError(
            f"The request did not arrive within {BODY_SECONDS:g} seconds.", 408
        ) from None
    except ClientDisconnect:
        raise RequestError("The request broke off.") from None
    return request_schema.read_json(bytes(data))


async def _while_there(
    request: Request, answer: Coroutine[Any, Any, dict[str, Any]]
) -> dict[str, Any]:
    """Waits for an answer as long as the client does."""
    work = asyncio.create_task(answer)
    gone = asyncio.create_task(left(request.receive))
    try:
        await asyncio.wait((work, gone), return_when=asyncio.FIRST_COMPLETED)
        if not work.done():
            raise RequestError("The request broke off.")
        return work.result()
    finally:
        gone.cancel()
        if not work.done():
            work.cancel()
            with suppress(asyncio.CancelledError, Refused):
                await work


# --- the app ------------------------------------------------------------------------------------


async def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, Refused)
    return wrong(request, RequestError(str(error), error.status))


async def _wrong(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestError)
    return wrong(request, error)


async def _not_kept(request: Request, error: Exception) -> Response:
    return wrong(request, RequestError(str(error), 507))


async def _fault(request: Request, error: Exception) -> Response:
    return fault(request, error)


async def _no_route(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if error.status_code == 405:
        allowed = (error.headers or {}).get("Allow", "")
        answer = wrong(request, RequestError(f"{request.method} makes no sense here.", 405))
        if allowed:
            answer.headers["Allow"] = allowed
        return answer
    return wrong(request, RequestError("There is no such page.", error.status_code))


def make_app(
    sessions: Sessions,
    workers: Workers,
    about: About,
    policy: AccessPolicy,
    files: Files | None = None,
) -> ASGIApp:
    """The whole app, guarded."""
    handlers = Handlers(sessions, workers, about, Files() if files is None else files)
    on_error: dict[Any, Any] = {
        Refused: _refused, RequestError: _wrong, StoreError: _not_kept, HTTPException: _no_route,
        Exception: _fault,
    }  # fmt: skip
    app = Starlette(routes=handlers.routes(), exception_handlers=on_error)
    app.router.redirect_slashes = False
    return AccessMiddleware(app, policy)
