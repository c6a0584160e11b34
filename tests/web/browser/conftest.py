"""A real server, a real browser: skipped, with the reason, where there is none.

The server is one process for all these tests of a worker. So is the browser, which ends with the
last of them: Playwright keeps an event loop running, which other tests must not find.
"""

from __future__ import annotations

import contextlib
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from page_server import HOSTILE, PATIENCE, RACE, Serving

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
USUAL_SIZE: Any = {"width": 1280, "height": 800}


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


_running: list[tuple[Any, contextlib.ExitStack]] = []
"""The browser, and what ends it."""


@pytest.fixture(scope="module")
def browser() -> Any:
    """Chromium, without a window."""
    playwright = pytest.importorskip(
        "playwright.sync_api", reason="Playwright is not installed (pip install outplay[test])"
    )
    if CHROMIUM is None:
        pytest.skip("Chromium is not installed (apt-get install chromium)")
    if not _running:
        playwright.expect.set_options(timeout=PATIENCE)
        with contextlib.ExitStack() as stack:
            driver = stack.enter_context(playwright.sync_playwright())
            chromium = driver.chromium.launch(
                executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"]
            )
            stack.callback(chromium.close)
            _running.append((chromium, stack.pop_all()))
    return _running[0][0]


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(nextitem: pytest.Item | None) -> None:
    """After the last of these tests, the browser ends."""
    if nextitem is None or Path(__file__).parent not in nextitem.path.parents:
        pytest_sessionfinish()


def pytest_sessionfinish() -> None:
    """So it does if the tests are interrupted."""
    while _running:
        _running.pop()[1].close()


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
def windows(browser: Any) -> Iterator[Windows]:
    """The windows of one file of tests."""
    found = Windows(browser)
    yield found
    if found.usual is not None:
        found.usual.close()


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
