"""The handlers of the server's routes.

No handler runs rules: questions go to worker processes, saved games to `Sessions`. Nothing that a
client sends is ever a path or a program.
"""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from collections.abc import AsyncGenerator, Awaitable, Callable
from dataclasses import replace
from functools import partial

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.types import ASGIApp

from outplay.arena.levels import LEVELS
from outplay.errors import OutplayError
from outplay.web import game_rules, request_schema
from outplay.web.about import About
from outplay.web.access_policy import MOST_BYTES, AccessMiddleware, AccessPolicy, drain
from outplay.web.game_rules import Change
from outplay.web.jobs import JOBS, LOOK_SECONDS, Answer, Fields
from outplay.web.jobs.spots import read_move, read_spot
from outplay.web.pool import Pool
from outplay.web.replies import (
    PAGES,
    STATIC,
    Lines,
    Static,
    error_response,
    internal_error,
    reply,
    while_connected,
)
from outplay.web.request_schema import LONGEST_ANALYSIS, MOST_LINES, MOST_SECONDS, RequestError
from outplay.web.session import Session
from outplay.web.sessions import Sessions
from outplay.web.store import Changes, Record, StoreError

BODY_SECONDS = 10.0
"""In which a request must have arrived."""

MOST_STREAMS, MOST_STREAMS_A_CLIENT = 300, 8

REVIEW_SECONDS = 120.0

Handler = Callable[[Request], Awaitable[ASGIApp]]


class Handlers:
    """The handlers of all routes."""

    def __init__(self, sessions: Sessions, workers: Pool, about: About) -> None:
        self.sessions, self.workers, self.about = sessions, workers, about
        self.static = Static(directory=STATIC)
        self.streams: Counter[str] = Counter()

    def routes(self) -> list[BaseRoute]:
        def get(path: str, handler: Handler) -> Route:
            return Route(path, handler, methods=["GET"])

        def post(path: str, handler: Handler) -> Route:
            return Route(path, handler, methods=["POST"])

        game = "/api/saved/{id}"
        return [
            *(get(page, self.page) for page in PAGES),
            Mount("/static", self.static),
            get("/favicon.ico", self.icon),
            get("/api/about", self.about_games),
            get("/api/panels", self.panels),
            *(post(f"/api/{name}", self._job(name)) for name, job in JOBS.items() if job.seconds),
            post("/api/analyse", self.analyse),
            post("/api/review", self.review),
            get("/api/saved", self.newest),
            post("/api/saved", self.create),
            get(game, self.get),
            Route(game, self.delete, methods=["DELETE"]),
            get(f"{game}/watch", self.watch),
            post(f"{game}/move", self.move),
            post(f"{game}/undo", self._change(game_rules.undone)),
            post(f"{game}/redo", self._change(game_rules.redone)),
            post(f"{game}/resign", self._change(game_rules.resigned)),
            post(f"{game}/settings", self.settings),
        ]

    # --- pages ----------------------------------------------------------------------------------

    async def page(self, request: Request) -> Response:
        return await self.static.get_response("index.html", request.scope)

    async def icon(self, request: Request) -> Response:
        return await self.static.get_response("outplay.svg", request.scope)

    # --- questions ------------------------------------------------------------------------------

    async def about_games(self, request: Request) -> Response:
        return reply(await self.about.told())

    async def panels(self, request: Request) -> Response:
        return reply([job.panel for job in JOBS.values() if job.panel])

    def _job(self, name: str) -> Handler:
        """The answer of a job, which checks its fields itself."""

        async def answer(request: Request) -> Response:
            body = await read_body(request)
            client, seconds = client_of(request), JOBS[name].seconds or LOOK_SECONDS
            answer = self.workers.ask(name, body, client=client, seconds=seconds)
            return reply(await while_connected(request.receive, answer))

        return answer

    async def analyse(self, request: Request) -> Lines:
        body = await read_body(request)
        read_spot(body)
        seconds = request_schema.seconds(body, 60.0, LONGEST_ANALYSIS)
        args = {
            "spot": body.get("spot", body),
            "lines": request_schema.integer(body, "lines", 3, 1, MOST_LINES),
            "exact": request_schema.boolean(body, "exact"),
            "seconds": seconds,
        }
        return self._stream(request, "analyse", args, seconds)

    async def review(self, request: Request) -> Lines:
        body = await read_body(request)
        read_spot(body)
        args = {"spot": body.get("spot", body)}
        return self._stream(request, "review", args, REVIEW_SECONDS)

    def _stream(self, request: Request, job: str, args: Fields, seconds: float) -> Lines:
        client = client_of(request)
        return self._lines(request, self.workers.stream(job, args, client=client, seconds=seconds))

    def _lines(self, request: Request, lines: AsyncGenerator[Answer, None]) -> Lines:
        """One more stream of the client; raises RequestError if there are too many."""
        client = client_of(request)
        if self.streams[client] >= MOST_STREAMS_A_CLIENT:
            raise RequestError(f"This tab already has {MOST_STREAMS_A_CLIENT} streams open.", 429)
        if self.streams.total() >= MOST_STREAMS:
            raise RequestError("Too many pages are open; try again later.", 429)
        self.streams[client] += 1
        return Lines(lines, partial(self._ended, client))

    def _ended(self, client: str) -> None:
        self.streams[client] -= 1
        if not self.streams[client]:
            del self.streams[client]

    # --- saved games ----------------------------------------------------------------------------

    async def newest(self, request: Request) -> Response:
        return reply({"games": await self.sessions.newest()})

    async def create(self, request: Request) -> Response:
        body = await read_body(request)
        spot = read_spot(body)
        start = Record(spot.game, spot.parameters, spot.position, spot.moves)
        record = replace(start, **self._settings(body))
        saved = await self.sessions.create(record, client_of(request))
        return reply(saved, 201, {"Location": f"/api/saved/{saved['id']}"})

    async def get(self, request: Request) -> Response:
        return reply((await self._session(request)).saved())

    async def delete(self, request: Request) -> Response:
        await self.sessions.delete(_id(request))
        return Response(status_code=204)

    async def watch(self, request: Request) -> Response | Lines:
        session = await self._session(request)  # what is wrong is said before the stream begins
        if request.method == "HEAD":
            return reply({})
        return self._lines(request, self.sessions.watch(session.record.id))

    async def move(self, request: Request) -> Response:
        body = await read_body(request)
        revision, text = request_schema.revision(body), read_move(body.get("move"))
        session = await self._session(request)
        return reply(await session.move(revision, text, client_of(request)))

    def _change(self, change: Change) -> Handler:
        async def changed(request: Request) -> Response:
            revision = request_schema.revision(await read_body(request))
            return reply(await (await self._session(request)).change(revision, change))

        return changed

    async def settings(self, request: Request) -> Response:
        body = await read_body(request)
        revision = request_schema.revision(body) if "revision" in body else None
        settings = self._settings(body)
        session = await self._session(request)
        return reply(await session.change(revision, lambda record, view: settings))

    def _settings(self, body: Fields) -> Changes:
        """Those settings of a game that the body holds."""
        settings: Changes = {}
        if "sides" in body:
            settings["sides"] = request_schema.sides(body)
        if "level" in body:
            settings["level"] = request_schema.integer(body, "level", 4, 1, len(LEVELS))
        if "seconds" in body:
            settings["seconds"] = request_schema.seconds(body, 1.0, MOST_SECONDS)
        return settings

    async def _session(self, request: Request) -> Session:
        return await self.sessions.session(_id(request))


def _id(request: Request) -> str:
    return str(request.path_params["id"])[:100]


def client_of(request: Request) -> str:
    """Who asks: the tab, by its own account, or else the address."""
    tab = request.headers.get("x-outplay-tab", "")
    if re.fullmatch(r"[\w-]{1,64}", tab, re.ASCII):
        return f"tab {tab}"
    return f"from {request.client.host if request.client else 'somewhere'}"


async def read_body(request: Request) -> Fields:
    """The JSON object that was sent; raises RequestError if it is none, too large or too slow."""
    data = bytearray()
    try:
        async with asyncio.timeout(BODY_SECONDS):
            async for chunk in request.stream():
                data += chunk
                if len(data) > MOST_BYTES:
                    await drain(request.receive)
                    raise RequestError(f"The request is larger than {MOST_BYTES // 1000} kB.", 413)
    except TimeoutError:
        raise RequestError(
            f"The request did not arrive within {BODY_SECONDS:g} seconds.", 408
        ) from None
    except ClientDisconnect:
        raise RequestError("The connection was closed.") from None
    return request_schema.read_json(bytes(data))


# --- the app ------------------------------------------------------------------------------------


async def _failed(request: Request, error: Exception) -> Response:
    """The answer to an error, by its kind."""
    if isinstance(error, RequestError):
        return error_response(request, error)
    if isinstance(error, HTTPException):
        if error.status_code == 405:
            allow = (error.headers or {}).get("Allow", "")
            answer = error_response(
                request, RequestError(f"The method {request.method} is not allowed here.", 405)
            )
            answer.headers["Allow"] = allow
            return answer
        return error_response(request, RequestError("There is no such page.", error.status_code))
    if isinstance(error, OutplayError):
        status = 507 if isinstance(error, StoreError) else getattr(error, "status", 422)
        return error_response(request, RequestError(str(error), status))
    return internal_error(request, error)


def make_app(sessions: Sessions, workers: Pool, about: About, policy: AccessPolicy) -> ASGIApp:
    """The app behind its access policy."""
    app = Starlette(
        routes=Handlers(sessions, workers, about).routes(),
        exception_handlers=dict.fromkeys((OutplayError, HTTPException, Exception), _failed),
    )
    app.router.redirect_slashes = False
    return AccessMiddleware(app, policy)
