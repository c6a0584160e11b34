"""A server in a thread, and workers that answer in this process."""

from __future__ import annotations

import asyncio
import contextlib
import http.client
import json
import threading
import time
from collections.abc import AsyncGenerator, Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from outplay.errors import OutplayError
from outplay.web.about import About
from outplay.web.access_policy import AccessPolicy
from outplay.web.app import make_app
from outplay.web.jobs import find
from outplay.web.scheduler import Refused
from outplay.web.serve import listen
from outplay.web.server import Server
from outplay.web.sessions import Sessions
from outplay.web.store import Store
from outplay.web.worker import JobContext


class FakeWorkers:
    """Answers about rules at once and in this process; levels play the first legal move."""

    def __init__(self, own: dict[str, str] | None = None) -> None:
        self.context = JobContext(own or {})
        self.asked: list[tuple[str, dict[str, Any]]] = []
        self.delay = 0.0
        """Seconds that a level thinks."""
        self.refuse: str | None = None
        """A sentence that levels and analyses are refused with."""
        self.compiles = ""
        self.stopped: list[str] = []
        """Jobs that were cancelled or closed before they were done."""

    def _do(self, job: str, args: dict[str, Any]) -> dict[str, Any]:
        try:
            return json.loads(json.dumps(find(job)(self.context, args, lambda _: None)))
        except OutplayError as error:
            raise Refused(str(error), type(error).__name__) from None

    async def ask(
        self, job: str, args: dict[str, Any], *, client: str, seconds: float
    ) -> dict[str, Any]:
        assert seconds > 0 and client
        self.asked.append((job, args))
        if job in ("look", "step", "home"):
            return self._do(job, args)
        try:
            await asyncio.sleep(self.delay)
        except asyncio.CancelledError:
            self.stopped.append(job)
            raise
        if self.refuse is not None:
            raise Refused(self.refuse, "RulesError")
        if job == "move":
            move = self._do("look", args)["actions"][0]["text"]
            return {"move": move, "view": self._do("step", {**args, "move": move})}
        return {"job": job, "args": args}

    async def stream(
        self, job: str, args: dict[str, Any], *, client: str, seconds: float
    ) -> AsyncGenerator[dict[str, Any], None]:
        self.asked.append((job, args))
        try:
            if self.refuse is not None:
                raise Refused(self.refuse, "RulesError")
            for number in range(1000):
                yield {"state": "thinking", "number": number}
                await asyncio.sleep(0.02)
        except (asyncio.CancelledError, GeneratorExit):
            self.stopped.append(job)
            raise

    def compiling(self, args: dict[str, Any]) -> str:
        return self.compiles


class Answer(NamedTuple):
    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def error(self) -> str:
        return str(self.json["error"])


class Page:
    """A server at a port of its own."""

    def __init__(self, port: int, workers: Any, sessions: Sessions, server: Server) -> None:
        self.port, self.workers, self.sessions = port, workers, sessions
        self._server = server

    @property
    def connections(self) -> int:
        """How many are open, as the server sees it."""
        return len(self._server.server_state.connections)

    def request(
        self, method: str, path: str, body: Any = None, headers: dict[str, str] | None = None
    ) -> Answer:
        """Exactly this; a body that is no text of bytes is sent as JSON."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
        try:
            given = {k.lower(): v for k, v in (headers or {}).items()}
            if body is not None and not isinstance(body, bytes):
                body = json.dumps(body).encode()
                given.setdefault("content-type", "application/json")
            connection.request(method, path, body, given)
            got = connection.getresponse()
            return Answer(got.status, {k.lower(): v for k, v in got.getheaders()}, got.read())
        finally:
            connection.close()

    def get(self, path: str, **headers: str) -> Answer:
        return self.request("GET", path, None, headers)

    def post(self, path: str, body: Any = None, **headers: str) -> Answer:
        return self.request("POST", path, {} if body is None else body, headers)

    def new(self, game: str = "tic-tac-toe", moves: Any = (), **settings: Any) -> dict[str, Any]:
        """A new saved game."""
        answer = self.post("/api/saved", {"spot": {"game": game, "moves": [*moves]}, **settings})
        assert answer.status == 201, answer
        return dict(answer.json)

    def change(self, saved: dict[str, Any], what: str, **fields: Any) -> dict[str, Any]:
        """The game after a change."""
        body = {"revision": saved["revision"], **fields}
        answer = self.post(f"/api/saved/{saved['id']}/{what}", body)
        assert answer.status == 200, answer
        return dict(answer.json)

    @contextlib.contextmanager
    def watch(self, id: str, tab: str = "watcher") -> Iterator[Callable[..., dict[str, Any]]]:
        """Watches a game; within, a function that waits for a line that is as wanted."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        connection.request("GET", f"/api/saved/{id}/watch", headers={"X-Outplay-Tab": tab})
        got = connection.getresponse()
        assert got.status == 200, got.read()

        def until(wanted: Callable[[dict[str, Any]], Any], seconds: float = 10) -> dict[str, Any]:
            end = time.monotonic() + seconds
            while time.monotonic() < end:
                line = json.loads(got.readline() or "null")
                assert line is not None, "the stream ended"
                if line and wanted(line):
                    return dict(line)
            raise AssertionError("nothing of the kind was told")

        try:
            yield until
        finally:
            got.close()
            connection.close()


@contextlib.contextmanager
def served(folder: Path, workers: Any = None, token: str = "", host: str = "") -> Iterator[Page]:
    """A server in a thread, with a store in `folder`."""
    sock = listen("127.0.0.1", 0)
    port = sock.getsockname()[1]
    ready, done = threading.Event(), []
    kept: dict[str, Any] = {}

    async def run() -> None:
        team: Any = FakeWorkers() if workers is None else workers
        sessions = Sessions(Store(folder), team)
        app = make_app(
            sessions,
            team,
            About(team, getattr(team, "context", JobContext()).own),
            AccessPolicy(port, host or "127.0.0.1", token),
        )
        server = Server(app, sessions)
        kept.update(server=server, sessions=sessions, team=team)
        ready.set()
        await server.serve(sockets=[sock])
        if hasattr(team, "close"):
            await team.close()

    thread = threading.Thread(target=lambda: done.append(asyncio.run(run())), daemon=True)
    thread.start()
    assert ready.wait(10)
    try:
        yield Page(port, kept["team"], kept["sessions"], kept["server"])
    finally:
        kept["server"].should_exit = True
        thread.join(10)
        assert not thread.is_alive(), "the server did not end"


def eventually(true: Callable[[], Any], seconds: float = 30) -> Any:
    """Waits until it is true; gives what it was."""
    end = time.monotonic() + seconds
    while not (found := true()) and time.monotonic() < end:
        time.sleep(0.02)
    assert found
    return found
