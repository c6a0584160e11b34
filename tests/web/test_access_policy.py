"""Who may ask: names, origins, tokens, sizes, and the headers on every answer."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from server_tools import FakeWorkers, Page, eventually, served

from outplay.web.access_policy import HEADERS, AccessPolicy, is_loopback

TOKEN = "secret-token-of-the-test"


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    with served(tmp_path_factory.mktemp("games")) as page:
        yield page


@pytest.fixture(scope="module")
def locked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    with served(tmp_path_factory.mktemp("games"), token=TOKEN, host="0.0.0.0") as page:
        yield page


def raw(page: Page, data: bytes, *, half: bool = True) -> bytes:
    """What the server says to exactly these bytes."""
    with socket.create_connection(("127.0.0.1", page.port), timeout=5) as connection:
        connection.sendall(data)
        if half:
            connection.shutdown(socket.SHUT_WR)
        got = b""
        while chunk := connection.recv(65536):
            got += chunk
        return got


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("127.0.0.1:PORT", 200),
        ("localhost:PORT", 200),
        ("LocalHost:PORT", 200),
        ("[::1]:PORT", 200),
        ("localhost", 403),
        ("localhost:1", 403),
        ("evil.example:PORT", 403),
        ("127.0.0.1.evil.example:PORT", 403),
        ("", 400),
        ("192.168.1.7:PORT", 403),
        ("localhost:PORT@evil.example", 400),
        ("127.0.0.2:PORT", 403),
        ("localhost.:PORT", 403),
        ("[::2]:PORT", 403),
        ("localhost:PORT:PORT", 400),
        ("localhost:99999999999999999999", 400),
        (f"localhost:{'9' * 5_000}", 400),
        (f"localhost:{'0' * 5_000}PORT", 400),
        ("[", 400),
        ("]", 400),
        ("[::1", 400),
        ("[]:PORT", 400),
        ("[%]:PORT", 400),
        (":", 400),
        (":PORT", 400),
        ("localhost:", 400),
        ("a/b:PORT", 400),
        ("localhost:PORT/x", 400),
        ("localhost:PORT?x#y", 400),
        ("x" * 300, 400),
        ("localhost:\u00b2", 400),
        ("localhost:-1", 400),
        ("localhost PORT", 400),
        ("http://localhost:PORT", 400),
    ],
)
def test_only_our_own_names_are_answered(page: Page, host: str, status: int) -> None:
    answer = page.get("/api/saved", Host=host.replace("PORT", str(page.port)))
    assert answer.status == status
    assert (
        status == 200
        or ("to that host name" if status == 403 else "Host header is missing") in answer.error
    )
    assert all(answer.headers[name.lower()] == value for name, value in HEADERS.items())


@pytest.mark.parametrize(
    ("origin", "welcome"),
    [
        ("http://127.0.0.1:PORT", True),
        ("http://localhost:PORT", True),
        ("https://127.0.0.1:PORT", False),
        ("http://127.0.0.1:1", False),
        ("http://evil.example", False),
        ("null", False),
        ("", False),
        ("http://evil.example:PORT", False),
        ("file://", False),
    ],
)
def test_foreign_pages_are_refused(page: Page, origin: str, welcome: bool) -> None:
    origin = origin.replace("PORT", str(page.port))
    body = {"spot": {"game": "nim"}}
    answer = page.request("POST", "/api/look", body, {"Origin": origin})
    assert answer.status == (200 if welcome else 403)
    assert page.get("/api/saved", Origin=origin).status == answer.status
    assert "access-control-allow-origin" not in answer.headers


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
def test_requests_that_a_foreign_page_causes_are_refused(page: Page, site: str) -> None:
    told = {"Sec-Fetch-Site": site}
    for path in ("/api/about", "/api/saved", "/static/js/app.js", "/"):
        assert page.request("GET", path, None, told).status == 403
    # but a link to the page works
    told |= {"Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"}
    assert page.request("GET", "/play?game=nim", None, told).status == 200
    assert page.request("GET", "/api/saved", None, told).status == 403
    assert page.request("GET", "/", None, told | {"Sec-Fetch-Dest": "iframe"}).status == 403
    assert page.get("/api/saved", **{"Sec-Fetch-Site": "same-origin"}).status == 200


@pytest.mark.parametrize(
    "kind", [None, "text/plain", "application/x-www-form-urlencoded", "multipart/form-data"]
)
def test_only_json_changes_anything(page: Page, kind: str | None) -> None:
    headers = {} if kind is None else {"Content-Type": kind}
    body = b'{"spot":{"game":"nim"}}'
    for method, path in (("POST", "/api/saved"), ("POST", "/api/look"), ("PUT", "/api/saved")):
        answer = page.request(method, path, body, headers)
        assert answer.status == 415 and "Send JSON" in answer.error
    game = page.new()
    where = f"/api/saved/{game['id']}"
    assert page.request("DELETE", where, None, headers).status in (403, 415)
    assert page.get(where).status == 200


def test_a_request_has_a_size(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("outplay.web.access_policy.DRAIN_SECONDS", 0.1)
    large = page.post("/api/look", b" " * 100_001, **{"Content-Type": "application/json"})
    assert large.status == 413 and "100 kB" in large.error
    claimed = raw(
        page,
        f"POST /api/look HTTP/1.1\r\nHost: localhost:{page.port}\r\nContent-Type: application/json"
        f"\r\nContent-Length: 99999999999999999999\r\n\r\n".encode(),
        half=False,
    )
    assert claimed.split(b"\r\n")[0].split()[1] in (b"400", b"413")
    chunks = b"".join(b"4000\r\n" + b" " * 0x4000 + b"\r\n" for _ in range(8)) + b"0\r\n\r\n"
    chunked = raw(
        page,
        f"POST /api/look HTTP/1.1\r\nHost: localhost:{page.port}\r\nContent-Type: application/json"
        f"\r\nTransfer-Encoding: chunked\r\n\r\n".encode()
        + chunks,
        half=False,
    )
    assert b" 413 " in chunked.split(b"\r\n")[0]


def test_slow_requests_are_let_go(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("outplay.web.app.BODY_SECONDS", 0.3)
    monkeypatch.setattr("outplay.web.server.HEAD_SECONDS", 0.3)
    head = f"POST /api/look HTTP/1.1\r\nHost: localhost:{page.port}\r\n".encode()
    for begun, said in [
        (head + b"Content-Type: application/json\r\nContent-Length: 50\r\n\r\n{", b" 408 "),
        (head, b""),
        (b"", b""),
    ]:
        with socket.create_connection(("127.0.0.1", page.port), timeout=60) as connection:
            connection.sendall(begun)
            assert said in connection.recv(65536)


@pytest.mark.parametrize(
    "request_",
    [
        "POST /api/look HTTP/1.1|Host: HOST|Content-Length: " + "9" * 5_000,
        "POST /api/look HTTP/1.1|Host: HOST|Content-Length: -1",
        "POST /api/look HTTP/1.1|Host: HOST|Content-Length: 1|Content-Length: 2",
        "GET /api/saved HTTP/1.1|Host: localhost:" + "9" * 5_000,
        "GET /api/saved HTTP/1.1|Host: HOST|Host: HOST",
        "GET /api/saved HTTP/1.1",
        "GET /api/saved HTTP/1.0",
        "GET /api/saved HTTP/1.1|Host: [",
        "GET / HTTP/1.1|Host: [|Accept: text/html",
        "GET http://[/ HTTP/1.1|Host: HOST",
        "GET * HTTP/1.1|Host: HOST",
        "GET //[ HTTP/1.1|Host: HOST|Accept: text/html",
        "GET /%ff%00/.. HTTP/1.1|Host: HOST",
        "GET /api/saved/[ HTTP/1.1|Host: HOST",
        "GET /api/saved HTTP/1.1|Host: HOST|Origin: http://localhost:" + "9" * 5_000,
        "GET /api/saved HTTP/1.1|Host: HOST|Origin: http://[",
        "CONNECT localhost:1 HTTP/1.1|Host: HOST",
        "GET /" + "a" * 40_000 + " HTTP/1.1|Host: HOST",
        "BREW",
    ],
)
def test_mangled_requests_get_an_answer_with_our_headers(page: Page, request_: str) -> None:
    lines = f"{request_}|Connection: close||".replace("|", "\r\n")
    data = lines.replace("HOST", f"localhost:{page.port}").encode("latin-1")
    head, _, body = raw(page, data, half=False).partition(b"\r\n\r\n")
    assert 400 <= int(head.split()[1]) < 500
    told = dict(line.lower().split(b": ", 1) for line in head.split(b"\r\n")[1:])
    for name, value in HEADERS.items():
        assert told[name.lower().encode()] == value.lower().encode()
    assert b"bug in Outplay" not in body


class Talkers(FakeWorkers):
    """Analyses that never stop talking."""

    async def stream(self, job: str, args: Any, *, client: str, seconds: float) -> Any:
        try:
            while True:
                yield {"state": "thinking", "text": "x" * 50_000}
                await asyncio.sleep(0)
        finally:
            self.stopped.append(job)


def test_who_never_reads_is_let_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A stream, and answers that were asked for one after the other."""
    monkeypatch.setattr("outplay.web.server.READ_SECONDS", 0.3)
    with served(tmp_path, Talkers()) as page:
        head = f" HTTP/1.1\r\nHost: localhost:{page.port}\r\nContent-Type: application/json\r\n"
        body = b'{"spot":{"game":"nim"}}'
        stream = f"POST /api/analyse{head}Content-Length: {len(body)}\r\n\r\n".encode() + body
        files = f"GET /static/js/board.js{head}\r\n".encode() * 100
        with contextlib.ExitStack() as stack:
            for asked in (stream, files):
                client = stack.enter_context(socket.socket())
                client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
                client.connect(("127.0.0.1", page.port))
                client.sendall(asked)
            eventually(lambda: page.connections == 2)
            eventually(lambda: page.connections == 0)
        assert page.workers.stopped == ["analyse"]


def test_who_reads_slowly_gets_all(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("outplay.web.server.READ_SECONDS", 0.5)
    asked = f"GET /static/js/board.js HTTP/1.1\r\nHost: localhost:{page.port}\r\n\r\n".encode()
    with socket.socket() as client:
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        client.settimeout(30)
        client.connect(("127.0.0.1", page.port))
        client.sendall(asked * 40)
        wanted, got = 40, b""
        while got.count(b"HTTP/1.1 200") < wanted:
            time.sleep(0.002)
            got += client.recv(8192)


def test_streams_that_come_at_once_are_counted(page: Page) -> None:
    body = b'{"spot":{"game":"nim"}}'
    asked = (
        f"POST /api/analyse HTTP/1.1\r\nHost: localhost:{page.port}\r\nX-Outplay-Tab: many\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    ).encode() + body
    for _ in range(2):  # and those that have ended are counted no more
        with contextlib.ExitStack() as stack:
            clients = [
                stack.enter_context(socket.create_connection(("127.0.0.1", page.port), timeout=30))
                for _ in range(40)
            ]
            for client in clients:
                client.sendall(asked)
            found = [client.recv(12).split()[1] for client in clients]
        assert sorted(found) == [b"200"] * 8 + [b"429"] * 32
        eventually(lambda: page.connections == 0)


def test_the_headers_are_on_every_answer(page: Page, locked: Page) -> None:
    json = {"content-type": "application/json"}
    answers = [
        page.get("/"),
        page.get("/api/about"),
        page.get("/api/nothing"),
        page.get("/nothing"),
        page.get("/static/js/app.js"),
        page.get("/static/../app.py"),
        page.get("/", Host="evil"),
        page.post("/api/look", b"{", **json),
        page.post("/api/look", b"x" * 200_000, **json),
        page.request("PATCH", "/"),
        page.request("OPTIONS", "/"),
        page.request("HEAD", "/"),
        page.request("TRACE", "/"),
        locked.get("/"),
        locked.get(f"/?token={TOKEN}"),
    ]
    game = page.new()
    answers.append(page.request("HEAD", f"/api/saved/{game['id']}/watch"))
    for answer in answers:
        for name, value in HEADERS.items():
            assert answer.headers.get(name.lower()) == value, answer
        assert "server" not in answer.headers
    assert "script-src 'self'" in HEADERS["Content-Security-Policy"]
    assert "unsafe" not in HEADERS["Content-Security-Policy"]
    for garbage in (b"\x16\x03\x01\x02\x00\x01\x00\r\n\r\n", b"GET / HTTP/1.1\r\nHost : x\r\n\r\n"):
        answer = raw(page, garbage)
        assert b" 400 " in answer and b"content-security-policy" in answer.lower()


@pytest.mark.parametrize(
    "path",
    [
        "/static/../app.py",
        "/static/%2e%2e/app.py",
        "/static/..%2fapp.py",
        "/static//etc/passwd",
        "/static/%2fetc%2fpasswd",
        "/static/js/../../serve.py",
        "/static/..\\app.py",
        "/static/",
        "/static",
        "/static/js",
        "/static/js/app.js%00.png",
        "/../store.py",
    ],
)
def test_no_path_leads_out_of_the_static_folder(page: Page, path: str) -> None:
    answer = raw(
        page,
        f"GET {path} HTTP/1.1\r\nHost: localhost:{page.port}\r\nConnection: close\r\n\r\n".encode(),
        half=False,
    )
    assert answer.split(b"\r\n")[0].split()[1] in (b"404", b"400")
    assert b"import" not in answer and b"root:" not in answer


def test_with_a_host_nothing_is_had_without_the_token(locked: Page) -> None:
    body: Any = {"spot": {"game": "nim"}}
    for method, path in (
        ("GET", "/"),
        ("GET", "/static/js/app.js"),
        ("GET", "/api/about"),
        ("GET", "/api/saved"),
        ("POST", "/api/look"),
        ("GET", "/?token=wrong"),
        ("GET", "/api/saved?token=" + TOKEN),
        ("POST", "/?token=" + TOKEN),
        ("HEAD", "/"),
        ("OPTIONS", "/"),
    ):
        answer = locked.request(method, path, body if method == "POST" else None)
        assert answer.status == 401, (method, path)
        assert method == "HEAD" or "token" in answer.error
    assert locked.get("/", Accept="text/html").headers["content-type"].startswith("text/html")
    for headers in (
        {"Authorization": f"Bearer {TOKEN}"},
        {"Cookie": f"outplay-{locked.port}={TOKEN}"},
    ):
        assert locked.request("POST", "/api/look", body, headers).status == 200
    for headers in (
        {"Authorization": f"Basic {TOKEN}"},
        {"Authorization": f"Bearer {TOKEN}x"},
        {"Cookie": f"outplay-1={TOKEN}"},
        {"Authorization": "Bearer "},
        {"Authorization": "Bearer ü"},
    ):
        assert locked.request("POST", "/api/look", body, headers).status == 401


def test_the_first_visit_gets_a_cookie_and_an_address_without_the_token(locked: Page) -> None:
    answer = locked.get(f'/play?game=nim&token={TOKEN}&x="><script>')
    assert answer.status == 200
    cookie = answer.headers["set-cookie"]
    assert cookie.startswith(f"outplay-{locked.port}={TOKEN};")
    assert "HttpOnly" in cookie and "SameSite=strict" in cookie
    text = answer.body.decode()
    assert 'content="0;url=/play?game=nim&amp;x=' in text
    assert TOKEN not in text and "<script" not in text


def test_with_every_address_a_name_of_the_web_is_still_foreign() -> None:
    policy = AccessPolicy(8000, "0.0.0.0", TOKEN)
    assert policy.knows("192.168.1.7:8000") and policy.knows("[fe80::1]:8000")
    assert policy.knows(f"{socket.gethostname()}:8000") and policy.knows("localhost:8000")
    assert not policy.knows("evil.example:8000") and not policy.knows("192.168.1.7:8001")
    named = AccessPolicy(80, "Pc.Home", TOKEN)
    assert named.knows("pc.home") and named.knows("PC.home:80") and not named.knows("1.2.3.4")


def test_what_is_loopback() -> None:
    assert all(map(is_loopback, ["127.0.0.1", "127.9.9.9", "::1", "localhost"]))
    assert not any(map(is_loopback, ["0.0.0.0", "::", "192.168.1.1", "pc.home", "", "8.8.8.8"]))


def test_streams_are_counted(page: Page) -> None:
    assert isinstance(page.workers, FakeWorkers)
    game = page.new()
    with contextlib.ExitStack() as open_streams:
        for _ in range(8):
            open_streams.enter_context(page.watch(game["id"]))
        tab = {"X-Outplay-Tab": "watcher"}
        ninth = page.request("GET", f"/api/saved/{game['id']}/watch", None, tab)
        assert ninth.status == 429 and "8 streams" in ninth.error
        another = page.request("POST", "/api/analyse", {"spot": {"game": "nim"}}, tab)
        assert another.status == 429
        with page.watch(game["id"], "another"):
            pass

    def free() -> bool:
        return page.request("POST", "/api/review", {"spot": {"game": "nim"}}, tab).status

    eventually(free)
