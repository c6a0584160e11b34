"""A real server, a real browser: skipped, with the reason, where there is none.

The server is one process for all these tests of a worker. The browser is started anew for each
file: Playwright keeps an event loop running, which other tests must not find.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
PATIENCE = 30_000
"""Milliseconds that anything may take: machines are busy, and caches cold."""
USUAL_SIZE: Any = {"width": 1280, "height": 800}

RACE = '''
"""Say 1, 2 or 3; whoever reaches 21 wins. Drawn as a row of stones that can be clicked."""
from typing import NamedTuple
from outplay import MAX, Game
from outplay.drawing import Sheet

class Race(NamedTuple):
    total: int
    player: int

class TwentyOne(Game[Race, int]):
    """Say 1, 2 or 3; whoever reaches 21 wins."""
    player_names = ("Ann", "Bob")
    def initial(self): return Race(0, MAX)
    def to_move(self, s): return s.player
    def actions(self, s): return range(1, min(3, 21 - s.total) + 1)
    def result(self, s, a): return Race(s.total + a, -s.player)
    def is_terminal(self, s): return s.total >= 21
    def utility(self, s): return -s.player
    def draw(self, s):
        sheet = Sheet(11, 2, f"{s.total} of 21")
        for n in range(1, 22):
            x, y = (n - 1) % 11, (n - 1) // 11
            sheet.circle(x + 0.5, y + 0.5, 0.4, fill="#2f6fb3" if n <= s.total else "#ecd9b4")
            sheet.place(str(n), x, y, what="reached" if n <= s.total else "")
        return str(sheet)
    def gestures(self, s, a):
        yield (str(s.total + a),)
'''

HOSTILE = '''
"""<img src=x onerror=window.ran=1> Rules whose every word is markup."""
from outplay import MAX, Game

RUN = "<img src=x onerror=window.ran=1><script>window.ran=1</script>"
SVG = """<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"
 viewBox="0 0 2 1" onload="window.ran=1"><title>x</title><script>window.ran=1</script>
 <rect x="0" y="0" width="1" height="1" fill="#888" onclick="window.ran=1"/>
 <a href="javascript:window.ran=1" xlink:href="javascript:window.ran=1"><text x="1" y="1"
 font-size="0.3">here</text></a><foreignObject width="2" height="1"><body
 xmlns="http://www.w3.org/1999/xhtml"><img src="x" onerror="window.ran=1"/></body></foreignObject>
 <image href="http://example.com/x.png" width="1" height="1"/><use href="http://example.com/#x"/>
 <animate attributeName="href" values="javascript:window.ran=1"/></svg>"""

class Hostile(Game):
    """<img src=x onerror=window.ran=1>"""
    player_names = (RUN, '"><b>Bob</b>')
    def initial(self): return (0, MAX)
    def to_move(self, s): return s[1]
    def actions(self, s): return [1, 2]
    def result(self, s, a): return (s[0] + a, -s[1])
    def is_terminal(self, s): return s[0] >= 4
    def utility(self, s): return -s[1]
    def format_action(self, s, a): return f"<img/src=x/onerror=window.ran={a}>"
    def parse_action(self, s, text): return 1 if text.endswith("1>") else 2
    def show(self, s): return RUN
    def draw(self, s): return SVG
'''


class Serving:
    """`outplay serve` as a process, with data and a log in `folder`."""

    def __init__(self, folder: Path, *games: str, port: int | None = None) -> None:
        self.folder, self.games, self.port = folder, games, port
        self.address = ""
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> str:
        """Starts it, or starts it again; gives its address."""
        port = [] if self.port is None else ["--port", str(self.port)]
        command = [sys.executable, "-m", "outplay", "serve", "--no-open", *port, *self.games]
        self.log = self.folder / f"log-{time.monotonic_ns()}.txt"
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT,
                env={**os.environ, "OUTPLAY_DATA": str(self.folder / "data")},
            )  # fmt: skip
        end = time.monotonic() + PATIENCE / 1000
        while time.monotonic() < end and self.process.poll() is None:
            if found := re.search(r"http://\S+(?=/)", self.log.read_text()):
                self.address = found.group()
                return self.address
            time.sleep(0.02)
        raise AssertionError(f"the server did not say where it is: {self.log.read_text()}")

    def kill(self) -> None:
        """As `kill -9` does it."""
        assert self.process is not None
        self.process.kill()
        self.process.wait(10)

    def stop(self) -> None:
        """As Ctrl-C does it."""
        if self.process is None or self.process.poll() is not None:
            return
        self.process.send_signal(signal.SIGINT)
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.kill()
            raise
        finally:
            assert "Traceback" not in self.log.read_text(), self.log.read_text()

    def children(self) -> list[int]:
        """The processes that it started; none where there is no /proc."""
        assert self.process is not None
        found = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        return [int(pid) for pid in found.read_text().split()] if found.exists() else []


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    """The page, with rules files of one's own on it."""
    folder = tmp_path_factory.mktemp("page")
    own = {"twenty_one.py": RACE, "hostile.py": HOSTILE}
    for name, rules in own.items():
        (folder / name).write_text(rules)
    serving = Serving(folder, *(str(folder / name) for name in own))
    serving.start()
    yield serving
    serving.stop()


@pytest.fixture(scope="session")
def address(server: Serving) -> str:
    """Where the page is."""
    return server.address


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """Chromium, without a window."""
    playwright = pytest.importorskip(
        "playwright.sync_api", reason="Playwright is not installed (pip install outplay[test])"
    )
    if CHROMIUM is None:
        pytest.skip("Chromium is not installed (apt-get install chromium)")
    playwright.expect.set_options(timeout=PATIENCE)
    with playwright.sync_playwright() as driver:
        chromium = driver.chromium.launch(
            executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"]
        )
        yield chromium
        chromium.close()


class Windows:
    """Windows of a browser, and what went wrong in their pages."""

    def __init__(self, browser: Any) -> None:
        self.browser, self.errors = browser, list[str]()
        self.usual: Any = None

    def open(self, base_url: str, **options: Any) -> Any:
        """A window. No page in it may have an error, break its policy, or ask elsewhere."""
        options = {"reduced_motion": "reduce", "viewport": USUAL_SIZE, **options}
        context = self.browser.new_context(base_url=base_url, **options)
        context.set_default_timeout(PATIENCE)

        def hear(message: Any) -> None:
            if "Content Security Policy" in message.text or "Uncaught" in message.text:
                self.errors.append(message.text)

        def asked(request: Any) -> None:
            if not request.url.startswith((base_url, "data:", "blob:")):
                self.errors.append(f"asked for {request.url}")

        context.on("console", hear)
        context.on("request", asked)
        context.on("weberror", lambda error: self.errors.append(f"{error.error}"))
        return context


@pytest.fixture(scope="module")
def windows(browser: Any) -> Windows:
    """The windows of one file of tests."""
    return Windows(browser)


@pytest.fixture
def new_context(windows: Windows, request: pytest.FixtureRequest) -> Iterator[Callable[..., Any]]:
    """Opens windows of their own; their options are Playwright's."""
    contexts: list[Any] = []

    def open_context(base_url: str = "", **options: Any) -> Any:
        contexts.append(windows.open(base_url or request.getfixturevalue("address"), **options))
        return contexts[-1]

    yield open_context
    for context in contexts:
        context.close()
    errors, windows.errors[:] = [*windows.errors], []
    assert not errors, errors


@pytest.fixture
def new_page(
    windows: Windows, new_context: Callable[..., Any], address: str
) -> Iterator[Callable[..., Any]]:
    """Opens pages: in the window given, or in a new one if there are options for it.

    All others share a window, which is as new for each test: starting one takes a while. Without
    a path nothing is shown yet.
    """
    opened: list[Any] = []

    def open_page(path: str | None = "/", *, context: Any = None, **options: Any) -> Any:
        if context is None and not options:
            windows.usual = windows.usual or windows.open(address)
            old = [] if opened else windows.usual.pages[:1]
            page = old[0] if old else windows.usual.new_page()
            opened.append(page)
        else:
            page = (context or new_context(**options)).new_page()
        if path is not None:
            page.goto(path)
        return page

    yield open_page
    for page in opened:
        if not page.is_closed():
            page.unroute_all(behavior="ignoreErrors")
            page.emulate_media(color_scheme="null")
            page.set_viewport_size(USUAL_SIZE)
            page.evaluate("location.href === 'about:blank' || localStorage.clear()")
    for page in opened[1:]:
        page.close()
