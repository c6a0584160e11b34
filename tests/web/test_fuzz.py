"""Malformed, huge and hostile requests: a 4xx with a sentence, never a 5xx, never a hang.

The real app with real worker processes; requests are made up, most of them nearly right.
"""

from __future__ import annotations

import http.client
import json
import socket
import time
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from server_tools import Page, eventually, served

from outplay.games import BUILT_IN
from outplay.web.jobs import JOBS
from outplay.web.pool import Pool

LONGEST = 15.0
"""Seconds within which everything is answered, on a busy machine."""

GAMES = ["tic-tac-toe", "connect-four", "nim", "pig", "chess", "tree", "kalah", "2048"]

texts = st.one_of(
    st.text(max_size=12),
    st.sampled_from(
        [
            "",
            "4",
            "a1",
            "b2",
            "e4",
            "e2e4",
            "O-O",
            "roll",
            "hold",
            "1",
            "3-2",
            "pass",
            "../../x",
            "<script>alert(1)</script>",
            "' OR 1=1",
            "\0",
            "\u202e",
            "x" * 99,
            "ı",
            "١",
            "1e9",
            "-1",
            "__import__('os')",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "(1, 2, 3)",
            "((" * 40,
            "[[3,12,8],[2,4,6]]",
            "9" * 60,
            "...... ...... X",
            "None",
            "{}",
        ]
    ),
)
small = st.integers(-3, 9)
numbers = st.one_of(small, st.floats(-3, 9), st.sampled_from([10**20, -(10**20), 0.5, 1e300]))
leaves = st.one_of(st.none(), st.booleans(), small, st.floats(-9, 9), texts)
anything = st.recursive(
    leaves,
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(texts, inner, max_size=4)),
    max_leaves=12,
)
names = st.sampled_from(["width", "height", "heaps", "tree", "root", "n", "seed", "k", "no"])
spots = st.fixed_dictionaries(
    {"game": st.one_of(st.sampled_from(GAMES), st.sampled_from(list(BUILT_IN)), texts)},
    optional={
        "with": st.dictionaries(names, st.one_of(leaves, st.lists(small, max_size=4)), max_size=2),
        "position": st.one_of(st.none(), texts, anything),
        "moves": st.one_of(st.lists(texts, max_size=4), anything),
    },
)
bodies = st.one_of(
    anything,
    st.fixed_dictionaries(
        {"spot": st.one_of(spots, spots, spots, anything)},
        optional={
            "move": st.one_of(texts, anything),
            "revision": st.one_of(st.just(1), numbers, anything),
            "sides": st.one_of(st.just({"1": "you", "-1": "level"}), anything),
            "level": st.one_of(numbers, anything),
            "seconds": st.one_of(st.just(0.05), numbers, anything),
            "lines": st.one_of(numbers, anything),
            "exact": anything,
        },
    ),
)
QUICK = [
    "look",
    "step",
    "saved",
    "saved/ID/move",
    "saved/ID/undo",
    "saved/ID/redo",
    "saved/ID/resign",
    "saved/ID/settings",
    "saved/nothing/move",
]
SLOW = ["hint", "explain", "analyse", "review", "tree", "open", "exercise", "mark", "read"]


HOSTILE = """
import os, sys
from outplay import Game, MAX
class Hostile(Game):
    def __init__(self, way="hangs"): self.way = way
    def initial(self):
        while self.way == "hangs": pass
        if self.way == "exits": os._exit(1)
        if self.way == "eats": self.held = [bytes(10**9) for _ in range(10**4)]
        print('{"id": 1, "result": {}}'); sys.stdout.flush(); os.write(1, b"x")
        return (1, MAX)
    def to_move(self, s): return s[1]
    def actions(self, s): return (1,)
    def result(self, s, a): return (0, -s[1])
    def is_terminal(self, s): return s[0] == 0
    def utility(self, s): return 1
"""


class InThread:
    """A pool that starts in the event loop that uses it."""

    def __init__(self, own: dict[str, str]) -> None:
        self.own = own
        self.pool: Pool | None = None

    async def _started(self) -> Pool:
        if self.pool is None:
            self.pool = Pool(self.own, searchers=1)
            self.pool.turns["compile"].size = 0
            await self.pool.__aenter__()
        return self.pool

    async def ask(self, job: str, args: dict[str, Any], **more: Any) -> dict[str, Any]:
        return await (await self._started()).ask(job, args, **more)

    async def stream(self, job: str, args: dict[str, Any], **more: Any) -> Any:
        lines = (await self._started()).stream(job, args, **more)
        try:
            async for line in lines:
                yield line
        finally:
            await lines.aclose()

    def compiling(self, args: dict[str, Any]) -> str:
        return ""

    async def close(self) -> None:
        if self.pool is not None:
            await self.pool.__aexit__()


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    folder = tmp_path_factory.mktemp("games")
    (folder / "hostile.py").write_text(HOSTILE, encoding="utf-8")
    with served(folder, InThread({"hostile.py": str(folder / "hostile.py")})) as page:
        # On a busy machine a worker may need longer to start than a question may take.
        eventually(lambda: page.post("/api/look", {"spot": {"game": "chess"}}).status == 200, 60)
        page.game = page.new(sides={"1": "you", "-1": "you"})["id"]  # type: ignore[attr-defined]
        yield page


def answered(page: Page, path: str, data: bytes) -> None:
    """The server answers in time, with a sentence if it refuses, and in JSON."""
    connection = http.client.HTTPConnection("127.0.0.1", page.port, timeout=LONGEST)
    start = time.monotonic()
    where = f"/api/{path.replace('ID', page.game)}"  # type: ignore[attr-defined]
    connection.request("POST", where, data, {"Content-Type": "application/json"})
    got = connection.getresponse()
    lines = got.read().splitlines()
    connection.close()
    assert time.monotonic() - start < LONGEST
    assert got.status < 500, (where, data, lines)
    for line in lines:
        told = json.loads(line)
        if got.status >= 400:
            assert isinstance(told["error"], str) and told["error"].strip(), (where, data)
            assert "Traceback" not in told["error"] and "bug in Outplay" not in told["error"]


def as_text(body: Any) -> bytes:
    return json.dumps(body).encode()


hurried = settings(
    max_examples=40, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)
patient = settings(hurried, max_examples=1500)


@given(path=st.sampled_from(QUICK), body=bodies)
@hurried
def test_made_up_questions_about_positions_and_saved_games(
    page: Page, path: str, body: Any
) -> None:
    answered(page, path, as_text(body))


@given(data=st.one_of(st.binary(max_size=60), bodies.map(as_text).map(lambda data: data[:-3])))
@settings(hurried, max_examples=25)
def test_what_is_no_json(page: Page, data: bytes) -> None:
    answered(page, "look", data)


@pytest.mark.parametrize(
    "body",
    [
        b'{"spot":' + b'{"spot":' * 9000,
        as_text({"spot": {"game": "nim", "moves": ["1"] * 20_000}}),
        as_text({"spot": {"game": "nim", "position": "9" * 99_000}}),
        as_text({"spot": {"game": "x" * 99_000}}),
        as_text({"spot": {"game": "nim", "with": {"heaps": [1] * 30_000}}}),
        as_text({"spot": {"game": "nim", "with": {f"a{n}": n for n in range(5000)}}}),
        as_text({"spot": {"game": "tic-tac-toe", "moves": ["x" * 100] * 900}}),
        as_text({"x" * 90_000: 1}),
    ],
    ids=range(8),
)
def test_huge_ones(page: Page, body: bytes) -> None:
    assert len(body) <= 100_000 or b"spot" in body
    answered(page, "look", body)
    answered(page, "saved", body)


@pytest.mark.parametrize("way", ["hangs", "exits", "eats", "prints"])
def test_hostile_rules_get_a_sentence(
    page: Page, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    """The worker is ended where it must be, and the next question is answered by another."""
    look = replace(JOBS["look"], seconds=0.7)
    monkeypatch.setitem(JOBS, "look", look)
    start = time.monotonic()
    answer = page.post("/api/look", {"spot": {"game": "hostile.py", "with": {"way": way}}})
    assert answer.status == (200 if way == "prints" else 422)
    assert way == "prints" or answer.error
    assert time.monotonic() - start < LONGEST
    monkeypatch.undo()
    assert page.post("/api/look", {"spot": {"game": "tic-tac-toe"}}).status == 200


@given(
    data=st.binary(min_size=1, max_size=200),
    prefix=st.sampled_from(
        [
            b"",
            b"GET ",
            b"GET / HTTP/1.1\r\n",
            b"POST /api/look HTTP/1.1\r\nContent-Length: -1\r\n",
            b"GET / HTTP/1.1\r\nHost: localhost:PORT\r\nRange: bytes=0-\r\n",
            b"POST /api/look HTTP/1.1\r\nHost: localhost:PORT\r\n"
            b"Transfer-Encoding: chunked\r\n\r\nzz\r\n",
            b"GET /api/saved/\xff\xfe HTTP/1.1\r\n",
            b"GET http://evil/ HTTP/1.1\r\n",
        ]
    ),
)
@settings(hurried, max_examples=40)
def test_bytes_that_are_hardly_http(page: Page, data: bytes, prefix: bytes) -> None:
    prefix = prefix.replace(b"PORT", str(page.port).encode())
    with socket.create_connection(("127.0.0.1", page.port), timeout=LONGEST) as connection:
        connection.sendall(prefix + data + b"\r\n\r\n")
        connection.shutdown(socket.SHUT_WR)
        got = b""
        try:
            while chunk := connection.recv(65536):
                got += chunk
        except ConnectionResetError:
            pass
    assert not got.startswith(b"HTTP/1.1 5"), got


@pytest.mark.long
@given(path=st.sampled_from([*QUICK, *SLOW]), body=bodies)
@patient
def test_many_made_up_questions(page: Page, path: str, body: Any) -> None:
    if path == "analyse" and isinstance(body, dict):
        body = {**body, "seconds": 0.05}
    answered(page, path, as_text(body))
