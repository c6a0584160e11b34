"""Takes the pictures of the page for the README: python docs/make_screenshots.py

    python docs/make_screenshots.py --all FOLDER

takes every page at 360 and 1280 pixels, light and dark, to be looked at. It needs Chromium and
Playwright. The page is served from games of its own, not from yours.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect, sync_playwright

FOLDER = Path(__file__).parent / "images"
PATIENCE = 180_000
"""Milliseconds: rules may have to be compiled first."""

CHESS = "e4,e5,Nf3,Nc6,Bb5,a6,Ba4,Nf6,O-O,Nxe4,Re1,Nc5,Bxc6,dxc6,Nxe5,Be7"
FOUR = "3,2,7,5,2,3,4,7,2,7,6,2,5,5,5,6,4,3"
"""Connect Four, near enough to its end for every value to be exact; moves win, draw and lose."""

Shown = Callable[[Page], None]


def home(page: Page) -> None:
    """The games, with some under way."""
    if page.request.get("/api/saved").json()["games"] == []:
        for game, moves in (("chess", CHESS), ("othello", "f5,d6,c3,d3,c4"), ("hex", "f6,g5,e7")):
            spot = {"game": game, "moves": moves.split(",")}
            page.request.post("/api/saved", data={"spot": spot})
    page.goto("/")
    expect(page.get_by_role("button", name="Play Chess")).to_be_visible()
    expect(page.get_by_role("heading", name="Your games")).to_be_visible()


def new_game(page: Page) -> None:
    """How a game is set up."""
    home(page)
    page.get_by_role("button", name="Play Connect Four").click()
    page.get_by_text("Size, variant and start position").click()
    expect(page.get_by_label("Start from this position")).to_be_visible()


def set_up(page: Page) -> None:
    """The same, as a page."""
    page.goto("/play")
    expect(page.get_by_role("button", name="Start")).to_be_visible()


def play(page: Page) -> None:
    """Chess, with a piece in one's hand."""
    page.goto(f"/play?game=chess&moves={CHESS}&side=1&level=6")
    place(page, "d1").click()
    expect(place(page, "g4")).to_have_accessible_name(re.compile("can go here"))


def play_over(page: Page) -> None:
    """A game that was won, looked at once more."""
    page.goto("/play?game=connect-four&moves=4,4,3,3,2,2,1&side=1")
    expect(page.get_by_text(re.compile(r"X wins.*You won\.")).first).to_be_visible()
    page.get_by_role("button", name="One move back").click()
    expect(page.get_by_text("After 6 of 7 moves.")).to_be_visible()


def play_dice(page: Page) -> None:
    """Backgammon."""
    page.goto("/play?game=backgammon&moves=3-1,8/5 6/5,6-4,24/14,5-2&side=both")
    place(page, "13").click()
    expect(place(page, "13")).to_have_accessible_name(re.compile("selected"))


def analyse(page: Page) -> None:
    """Connect Four with the value of every move, reviewed."""
    page.goto(f"/analyse?game=connect-four&moves={FOUR}")
    expect(page.get_by_text("native", exact=True)).to_be_visible()
    expect(page.get_by_text(re.compile("wins, proven|Even, proven")).first).to_be_visible()
    page.get_by_role("button", name="Review these moves").click()
    expect(page.get_by_role("button", name="Review again")).to_be_visible()
    page.get_by_role("button", name="Exact values").click()
    moves = page.get_by_role("region", name="All moves").get_by_role("row")
    inexact = moves.filter(has_text=re.compile("[≥≤~…]"))
    expect(inexact).to_have_count(0)
    expect(page.get_by_role("button", name="Exact values", pressed=True)).to_have_count(0)


def analyse_off(page: Page) -> None:
    """The same without values."""
    page.goto("/analyse?game=othello&moves=f5,d6,c3")
    page.get_by_role("checkbox", name="Values").uncheck()
    expect(page.get_by_text("Values are off")).to_be_visible()


def analyse_chance(page: Page) -> None:
    """Dice are to be thrown."""
    page.goto("/analyse?game=pig&moves=roll")
    outcomes = page.get_by_role("region", name="Outcomes").get_by_role("row")
    expect(outcomes.nth(1)).to_contain_text(re.compile("[=≥≤~]"))


def why(page: Page) -> None:
    """Reasons in words."""
    page.goto("/analyse?game=tic-tac-toe&moves=a1,b1,b2,b3")
    page.get_by_role("button", name="Explain this position").click()
    expect(page.get_by_role("heading", name="This position")).to_be_visible()


def choose_game(page: Page) -> None:
    """Which game to analyse."""
    page.goto("/analyse")
    expect(page.get_by_role("link", name="Chess")).to_be_visible()


def tree(page: Page) -> None:
    """The textbook's tree, where 4 and 6 are cut."""
    page.goto("/tree")
    page.get_by_role("button", name="Next cut").click()
    expect(page.get_by_text("✂ Cut.")).to_be_visible()


def tree_of_a_game(page: Page) -> None:
    """A large search as its proof skeleton."""
    page.goto("/tree?game=tic-tac-toe&depth=all&step=end")
    expect(page.get_by_role("treeitem").first).to_be_visible()
    expect(page.get_by_role("heading", name="Position at the root")).to_be_visible()


def practice(page: Page) -> None:
    """An exercise, marked."""
    page.goto("/practice?seed=3")
    values = {"Node 1, MIN": "6", "Node 2, MIN": "1", "Node 3, MIN": "4", "Root, MAX": "6"}
    for label, value in values.items():
        page.get_by_label(label, exact=True).fill(value)
    page.get_by_role("button", name="Check").click()
    expect(page.get_by_text("First mistake:")).to_be_visible()


def keys(page: Page) -> None:
    """All keys."""
    analyse_off(page)
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()


def copies(page: Page) -> None:
    """What can be copied."""
    play(page)
    page.keyboard.press("c")
    expect(page.get_by_role("dialog")).to_be_visible()


def trouble(page: Page) -> None:
    """An address that names nothing."""
    page.goto("/analyse?game=no-such-game")
    expect(page.get_by_role("alert")).to_be_visible()


KEPT: dict[str, tuple[Shown, str, int]] = {
    "page-home.png": (home, "light", 800),
    "page-play.png": (play, "light", 760),
    "page-analyse.png": (analyse, "dark", 800),
    "page-tree.png": (tree, "light", 740),
}
"""The pictures of the README: what is shown, the theme, and the height."""

ALL: list[Shown] = [
    home, new_game, set_up, play, play_over, play_dice, analyse, analyse_off, analyse_chance, why,
    choose_game, tree, tree_of_a_game, practice, keys, copies, trouble,
]  # fmt: skip


def place(page: Page, name: str) -> Any:
    """The place of that name on the board."""
    return page.get_by_role("gridcell", name=re.compile(rf"^{re.escape(name)},"))


@contextmanager
def serving() -> Iterator[str]:
    """`outplay serve` with games of its own; gives its address."""
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "log.txt"
        with log.open("wb") as written:
            server = subprocess.Popen(
                [sys.executable, "-m", "outplay", "serve", "--no-open", "--data", folder],
                stdout=written, stderr=subprocess.STDOUT, env=os.environ,
            )  # fmt: skip
        try:
            while not (found := re.search(r"http://\S+(?=/)", log.read_text())):
                if server.poll() is not None:
                    sys.exit(log.read_text())
                time.sleep(0.05)
            yield found.group()
        finally:
            server.terminate()
            server.wait(10)


def shoot(page: Page, shown: Shown, theme: str, file: Path, whole: bool = False) -> None:
    """Takes a picture of what is shown, in that theme."""
    page.emulate_media(color_scheme="dark" if theme == "dark" else "light")
    page.mouse.move(0, 0)
    page.evaluate("scrollTo(0, 0)")
    page.screenshot(path=file, full_page=whole, animations="disabled", caret="hide")
    print(f"{file} ({file.stat().st_size // 1000} kB, {shown.__name__})")


def main() -> None:
    """Takes the pictures that the command line asks for."""
    parser = argparse.ArgumentParser(description="Takes pictures of the page.")
    parser.add_argument("--all", type=Path, metavar="FOLDER", help="every page, to be looked at")
    parser.add_argument("names", nargs="*", help="only these, by their functions' names")
    asked = parser.parse_args()
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    expect.set_options(timeout=PATIENCE)
    with serving() as address, sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        context = browser.new_context(base_url=address, reduced_motion="reduce", locale="en-GB")
        context.set_default_timeout(PATIENCE)
        page = context.new_page()
        if asked.all is None:
            for name, (shown, theme, height) in KEPT.items():
                if not asked.names or shown.__name__ in asked.names:
                    page.set_viewport_size({"width": 1280, "height": height})
                    shown(page)
                    shoot(page, shown, theme, FOLDER / name)
            return
        asked.all.mkdir(parents=True, exist_ok=True)
        for shown in ALL:
            if asked.names and shown.__name__ not in asked.names:
                continue
            for width in (360, 1280):
                page.set_viewport_size({"width": width, "height": 740 if width == 360 else 800})
                shown(page)
                for theme in ("light", "dark"):
                    file = asked.all / f"{shown.__name__}-{width}-{theme}.png"
                    shoot(page, shown, theme, file, whole=not page.locator("dialog[open]").count())
            page.evaluate("localStorage.clear()")


if __name__ == "__main__":
    main()
