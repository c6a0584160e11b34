"""The routes: pages, files, questions, streams; whatever is wrong is a 4xx with a sentence."""

from __future__ import annotations

import http.client
import json
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from server_tools import FakeWorkers, Page, eventually, served

from outplay.games import BUILT_IN
from outplay.web.jobs import JOBS
from outplay.web.replies import PAGES, STATIC

OWN = """
from outplay import Game, MAX
class Mine(Game):
    "Take one."
    def initial(self): return (3, MAX)
    def to_move(self, s): return s[1]
    def actions(self, s): return (1,)
    def result(self, s, a): return (s[0] - 1, -s[1])
    def is_terminal(self, s): return s[0] == 0
    def utility(self, s): return -s[1]
"""


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    with served(tmp_path_factory.mktemp("games")) as page:
        yield page


@pytest.mark.parametrize("path", PAGES)
def test_a_page_is_the_same_file(page: Page, path: str) -> None:
    answer = page.get(f"{path}?game=nim&moves=1")
    assert answer.status == 200 and answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.body == (STATIC / "index.html").read_bytes()
    assert answer.headers["cache-control"] == "no-cache"
    mark = answer.headers["etag"]
    again = page.get(path, **{"If-None-Match": f'"x", W/{mark}'})
    assert again.status == 304 and again.body == b""
    head = page.request("HEAD", path)
    assert head.status == 200 and head.body == b""


def test_every_file_is_served_with_its_type(page: Page) -> None:
    for path in STATIC.rglob("*"):
        if path.is_file():
            name = path.relative_to(STATIC).as_posix()
            answer = page.get(f"/static/{name}")
            assert answer.status == 200 and answer.body == path.read_bytes(), name
            kind = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}
            assert answer.headers["content-type"].startswith(kind.get(path.suffix, "text/html"))
    assert page.get("/favicon.ico").headers["content-type"] == "image/svg+xml"


def test_every_panel_is_a_module_of_the_page(page: Page) -> None:
    """A panel is a job, its line in JOBS and its module: no page names it."""
    panels = page.get("/api/panels").json
    assert panels == [job.panel for job in JOBS.values() if job.panel] != []
    shown = (STATIC / "js/pages/analyse.js").read_text(encoding="utf-8")
    for panel in panels:
        module = STATIC / f"js/{panel}.js"
        assert "export function panel(" in module.read_text(encoding="utf-8")
        assert module.name not in shown


def test_the_page_is_small() -> None:
    files = [file for file in STATIC.rglob("*") if file.is_file()]
    assert 0 < sum(file.stat().st_size for file in files) < 200_000


def test_an_unknown_address(page: Page) -> None:
    for path in ("/api", "/api/nothing", "/api/look/more", "/api/saved/a/b/c"):
        answer = page.get(path)
        assert answer.status == 404 and answer.error == "There is no such page."
    people = page.get("/nothing<script>", Accept="text/html,*/*")
    assert people.status == 404 and people.headers["content-type"].startswith("text/html")
    assert b"There is no such page." in people.body and b"<script" not in people.body


def test_methods_that_make_no_sense(page: Page) -> None:
    for method, path in (
        ("GET", "/api/look"),
        ("DELETE", "/api/saved"),
        ("PUT", "/"),
        ("POST", "/"),
        ("BREW", "/"),
        ("POST", "/api/saved/x"),
    ):
        headers = {"Content-Type": "application/json", "X-Outplay-Tab": "a"}
        answer = page.request(method, path, None if method == "GET" else b"{}", headers)
        assert answer.status == 405 and "not allowed here" in answer.error
    options = page.request("OPTIONS", "/api/look")
    assert options.status == 204 and "POST" in options.headers["allow"]


def test_about_lists_all_games_and_levels(page: Page) -> None:
    told = page.get("/api/about").json
    assert [game["key"] for game in told["games"]] == list(BUILT_IN)
    assert [level["number"] for level in told["levels"]] == list(range(1, 9))
    assert all("<svg" in game["svg"] and not game["trouble"] for game in told["games"])
    before = len(page.workers.asked)
    assert page.get("/api/about").json == told and len(page.workers.asked) == before


def test_own_games_come_first_and_are_looked_at_again_when_edited(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(OWN, encoding="utf-8")
    with served(tmp_path / "games", FakeWorkers({"mine.py": str(file)})) as page:
        first = page.get("/api/about").json["games"][0]
        assert (first["key"], first["own"], first["trouble"]) == ("mine.py", True, None)
        assert page.post("/api/look", {"spot": {"game": "mine.py"}}).status == 200
        file.write_text(OWN.replace("(self): return (3", "(self) return (3"), encoding="utf-8")

        def told() -> str | None:
            trouble = page.get("/api/about").json["games"][0]["trouble"]
            return None if trouble is None else str(trouble)

        assert "mine.py, line 5" in eventually(told)
        wrong = page.post("/api/look", {"spot": {"game": "mine.py"}})
        assert wrong.status == 422 and "mine.py, line 5" in wrong.error
        for path in (str(file), "../mine.py", "mine", "/etc/passwd", f"{file}:Mine"):
            assert page.post("/api/look", {"spot": {"game": path}}).status == 404


def test_looking_and_stepping(page: Page) -> None:
    spot = {"game": "connect-four", "with": {"width": 5}, "moves": ["3", "3"]}
    view = page.post("/api/look", {"spot": spot}).json
    assert view["ply"] == 2 and view["with"] == {"width": 5} and len(view["actions"]) == 5
    assert page.post("/api/step", {"spot": spot, "move": "1"}).json["moves"] == ["3", "3", "1"]
    illegal = page.post("/api/step", {"spot": spot, "move": "9"})
    assert illegal.status == 422 and "9" in illegal.error


def test_questions_go_to_their_jobs_as_they_are(page: Page) -> None:
    spot = {"game": "nim", "with": {}, "position": None, "moves": []}
    assert page.post("/api/hint", {"spot": spot}).json == {"job": "hint", "args": {"spot": spot}}
    why = page.post("/api/explain", {"spot": spot, "move": "1"}).json
    assert why == {"job": "explain", "args": {"spot": spot, "move": "1"}}
    for job in ("tree", "open", "exercise", "mark", "read"):
        body = {"anything": [1, {"two": None}]}
        assert page.post(f"/api/{job}", body).json == {"job": job, "args": body}


def test_an_answer_that_nobody_waits_for_is_stopped(tmp_path: Path) -> None:
    with served(tmp_path) as page:
        page.workers.delay = 30
        connection = http.client.HTTPConnection("127.0.0.1", page.port, timeout=30)
        connection.request(
            "POST", "/api/explain", b'{"spot":{"game":"nim"}}', {"Content-Type": "application/json"}
        )
        eventually(lambda: page.workers.asked)
        left = time.monotonic()
        connection.close()
        eventually(lambda: page.workers.stopped == ["explain"], 15)
        assert time.monotonic() - left < 15


def test_an_analysis_streams_and_a_closed_tab_stops_it(tmp_path: Path) -> None:
    with served(tmp_path) as page:
        for path in ("analyse", "review"):
            connection = http.client.HTTPConnection("127.0.0.1", page.port, timeout=30)
            connection.request(
                "POST",
                f"/api/{path}",
                b'{"spot":{"game":"nim"}}',
                {"Content-Type": "application/json"},
            )
            got = connection.getresponse()
            assert got.status == 200 and got.getheader("content-type") == "application/x-ndjson"
            lines = [json.loads(got.readline()) for _ in range(3)]
            assert [line["number"] for line in lines] == [0, 1, 2]
            left = time.monotonic()
            got.close()
            connection.close()
            eventually(lambda path=path: path in page.workers.stopped, 15)
            assert time.monotonic() - left < 15
        job, args = page.workers.asked[0]
        assert job == "analyse" and args["lines"] == 3 and args["seconds"] == 60
        assert args["exact"] is False
        page.workers.refuse = "The rules raised an error."
        line = page.post("/api/analyse", {"spot": {"game": "nim"}}).json
        assert line == {"state": "error", "error": "The rules raised an error."}


@pytest.mark.parametrize(
    ("path", "body", "said"),
    [
        ("look", {}, "game"),
        ("look", {"spot": []}, "spot"),
        ("look", {"spot": {"game": 7}}, "game"),
        ("look", {"spot": {"game": "nim", "moves": "1"}}, "moves"),
        ("look", {"spot": {"game": "nim", "moves": ["1"] * 2001}}, "2,001"),
        ("look", {"spot": {"game": "nim", "position": 5}}, "position"),
        ("look", {"spot": {"game": "nim", "position": "x" * 2001}}, "2,000"),
        ("look", {"spot": {"game": "nim", "with": {"heaps": {}}}}, "heaps"),
        ("look", {"spot": {"game": "nim", "with": {"no": 1}}}, "no"),
        ("step", {"spot": {"game": "nim"}}, "move"),
        ("step", {"spot": {"game": "nim"}, "move": ["1"]}, "move"),
        ("step", {"spot": {"game": "nim"}, "move": "x" * 101}, "100"),
        ("analyse", {"spot": {"game": "nim"}, "lines": 0}, "lines"),
        ("analyse", {"spot": {"game": "nim"}, "lines": True}, "lines"),
        ("analyse", {"spot": {"game": "nim"}, "exact": 1}, "exact"),
        ("analyse", {"spot": {"game": "nim"}, "seconds": 1e9}, "seconds"),
        ("analyse", {"spot": {"game": "nim"}, "seconds": "1"}, "seconds"),
        ("saved", {"spot": {"game": "nim"}, "level": 9}, "level"),
        ("saved", {"spot": {"game": "nim"}, "sides": {"1": "you"}}, "sides"),
        ("saved", {"spot": {"game": "nim"}, "sides": {"1": "you", "-1": []}}, "sides"),
        ("saved", {"spot": {"game": "nim"}, "seconds": 0}, "seconds"),
        ("saved", {"spot": {"game": "nim", "moves": ["nonsense"]}}, "nonsense"),
    ],
)
def test_wrong_fields_get_a_sentence(page: Page, path: str, body: object, said: str) -> None:
    answer = page.post(f"/api/{path}", body)
    assert answer.status == 422 and said in answer.error and answer.error.endswith(".")


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b"7",
        b"\xff\xfe",
        b'{"a":NaN}',
        b'{"a":Infinity}',
        b'{"a":"\\ud800"}',
        b"[" * 90_000,
        b'{"a":' * 15_000,
        b'{"a":' + b"9" * 5000 + b"}",
    ],
)
def test_what_is_no_json_object_gets_a_sentence(page: Page, body: bytes) -> None:
    answer = page.post("/api/look", body, **{"Content-Type": "application/json"})
    assert answer.status == 400 and answer.error.startswith("The request")


def test_saved_games_that_are_not_there(page: Page) -> None:
    for id in ("x", "x" * 5000, "%00", "..", "%2e%2e", "' OR 1=1 --".replace(" ", "%20")):
        assert page.get(f"/api/saved/{id}").status == 404
        assert page.get(f"/api/saved/{id}/watch").status == 404
        assert page.post(f"/api/saved/{id}/undo", {"revision": 1}).status == 404
    game = page.new()
    for body in ({}, {"revision": "1"}, {"revision": None}, {"revision": True}):
        assert page.post(f"/api/saved/{game['id']}/undo", body).status == 422
    assert page.post(f"/api/saved/{game['id']}/undo", {"revision": 10**30}).status == 409
    assert page.new()["id"] != game["id"]
    made = page.post("/api/saved", {"spot": {"game": "nim"}})
    assert made.headers["location"] == f"/api/saved/{made.json['id']}"


def test_a_store_that_cannot_write_says_so(tmp_path: Path) -> None:
    from outplay.web.store import StoreError

    with served(tmp_path) as page:
        game = page.new()

        def full(record: object) -> bool:
            raise StoreError("The disk is full.")

        page.sessions.store.change = full  # type: ignore[method-assign]
        answer = page.post(f"/api/saved/{game['id']}/move", {"revision": 1, "move": "a1"})
        assert answer.status == 507 and answer.error == "The disk is full."
        assert page.get(f"/api/saved/{game['id']}").json == game


def test_a_fault_of_ours_is_said_and_the_server_goes_on(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    with served(tmp_path) as page:

        def broken(most: int) -> list[object]:
            raise ZeroDivisionError("by nothing")

        page.sessions.store.newest = broken  # type: ignore[assignment,method-assign]
        answer = page.get("/api/saved")
        assert answer.status == 500 and "Internal error: ZeroDivisionError" in answer.error
        assert "content-security-policy" in answer.headers
        assert page.get("/").status == 200
    assert capfd.readouterr().err.count("\n") == 1
