"""Thirty people play at once on a real server, through the same requests as the page.

`make test-long` runs it, with figures. Each watches its game as a tab does, and moves when it is
their turn; a move must be answered within its time plus a second, and none may be lost.
"""

from __future__ import annotations

import http.client
import json
import os
import random
import threading
import time
from typing import Any
from urllib.parse import urlsplit

import pytest
from test_crowd import resident
from test_serve import children, serving

pytestmark = pytest.mark.long

PLAYERS, MOVES, SECONDS = 30, int(os.environ.get("OUTPLAY_MOVES", "6")), 1.0
GAMES = ("tic-tac-toe", "connect-four", "othello", "chess", "checkers", "kalah", "nim", "morris")


class Person(threading.Thread):
    """A tab: one stream that watches, one connection that moves."""

    def __init__(self, address: str, number: int) -> None:
        super().__init__(daemon=True)
        self.host = urlsplit(address).netloc
        self.number, self.tab = number, f"person-{number}"
        self.game = GAMES[number % len(GAMES)]
        self.level = 1 + number % 8
        self.waits: list[float] = []
        self.trouble = ""
        self.played: list[str] = []

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        connection = http.client.HTTPConnection(self.host, timeout=30)
        text = None if body is None else json.dumps(body)
        connection.request(
            method, path, text, {"Content-Type": "application/json", "X-Outplay-Tab": self.tab}
        )
        got = connection.getresponse()
        answer = json.loads(got.read())
        connection.close()
        if got.status >= 400:
            raise AssertionError(f"{path}: {got.status} {answer}")
        return answer

    def run(self) -> None:
        try:
            self.play()
        except Exception as error:
            self.trouble = f"{self.game} {self.number}: {type(error).__name__}: {error}"

    def play(self) -> None:
        dice = random.Random(self.number)
        while len(self.waits) < MOVES:
            saved = self.ask(
                "POST",
                "/api/saved",
                {
                    "spot": {"game": self.game},
                    "sides": {"1": "you", "-1": "level"},
                    "level": self.level,
                    "seconds": SECONDS,
                },
            )
            watching = http.client.HTTPConnection(self.host, timeout=30)
            watching.request(
                "GET", f"/api/saved/{saved['id']}/watch", headers={"X-Outplay-Tab": self.tab}
            )
            stream = watching.getresponse()
            over = False
            while not over and len(self.waits) < MOVES:
                view = saved["view"]
                move = dice.choice(view["actions"])["text"]
                start = time.monotonic()
                saved = self.ask(
                    "POST",
                    f"/api/saved/{saved['id']}/move",
                    {"revision": saved["revision"], "move": move},
                )
                mine = len(saved["view"]["moves"])
                while saved["view"]["over"] is None and saved["view"]["to_move"] != 1:
                    line = json.loads(stream.readline())
                    if line and line["revision"] >= saved["revision"]:
                        saved = line
                        assert saved["trouble"] is None, saved["trouble"]
                levels = len(saved["view"]["moves"]) - mine  # where a side moves more than once
                self.waits.append((time.monotonic() - start) / max(1, levels))
                over = saved["view"]["over"] is not None
            watching.close()
            kept = self.ask("GET", f"/api/saved/{saved['id']}")
            assert kept["view"]["moves"][: len(saved["view"]["moves"])] == saved["view"]["moves"]


@pytest.mark.parametrize("cache", ["cold", "warm"])
def test_thirty_players(
    cache: str, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    if cache == "cold":
        monkeypatch.setenv("OUTPLAY_CACHE", str(tmp_path_factory.mktemp("cache")))
    with serving(tmp_path_factory.mktemp("data")) as server:
        people = [Person(server.address(), number) for number in range(PLAYERS)]
        for person in people:
            person.start()
        sizes = []
        while any(person.is_alive() for person in people):
            time.sleep(1)
            sizes.append(resident(server.process.pid))
        workers = [round(resident(pid)) for pid in children(server.process.pid)]
    waits = sorted(wait for person in people for wait in person.waits)
    print(
        f"\n{cache}: {len(waits)} moves, mean {sum(waits) / len(waits):.2f} s,"
        f" longest {waits[-1]:.2f} s, {sum(wait > SECONDS + 1 for wait in waits)} late;"
        f" server {sizes[len(sizes) // 2]:.0f} MB at half time, {sizes[-1]:.0f} MB at the end,"
        f" workers {workers} MB"
    )
    assert not [person.trouble for person in people if person.trouble]
    assert len(waits) == PLAYERS * MOVES, "moves were lost"
    assert waits[-1] <= SECONDS + 1
    assert sizes[-1] < sizes[len(sizes) // 2] + 20, "the server grows"
