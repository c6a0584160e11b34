"""What people do on the page, and what they see: found by role, label and text."""

from __future__ import annotations

import re
from typing import Any

import pytest

expect: Any = pytest.importorskip(
    "playwright.sync_api", reason="Playwright is not installed (pip install outplay[test])"
).expect


def board(page: Any) -> Any:
    """The board of a page that is ready to be played on."""
    grid = page.get_by_role("grid")
    grid.get_by_role("gridcell").first.wait_for()
    return grid


def cell(page: Any, name: str) -> Any:
    """The place of that name."""
    return page.get_by_role("gridcell", name=re.compile(rf"^{re.escape(name)},"))


def can_be_played(page: Any) -> Any:
    """The places that a move begins at."""
    return page.get_by_role("gridcell", name=re.compile("can be played|can move"))


def status(page: Any, text: str | re.Pattern[str]) -> None:
    """Waits until the page says how it stands."""
    expect(page.locator(".status")).to_have_text(
        re.compile(text) if isinstance(text, str) else text
    )


def listed(page: Any) -> Any:
    """The moves in the list."""
    return page.get_by_role("list", name="Moves").get_by_role("button")


def played(page: Any, *texts: str) -> None:
    """Waits until these are the moves of the list."""
    expect(listed(page)).to_have_text(list(texts))


def said(page: Any, text: str) -> None:
    """Waits until the page said this to people who listen."""
    expect(page.locator("#spoken")).to_contain_text(text)


def width_of(page: Any) -> int:
    """How wide the page is, with all that one would have to scroll to."""
    return int(page.evaluate("document.documentElement.scrollWidth"))
