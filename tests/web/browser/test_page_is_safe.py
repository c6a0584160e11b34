"""What comes in by an address, by hand or from rules is text on the page, never a program."""

from __future__ import annotations

import contextlib
import json
import re
from collections.abc import Callable
from typing import Any
from urllib.parse import quote, urlencode

import pytest
from hostile_drawings import hostile
from page_hands import board, expect, status

from outplay.drawing import cleaned
from outplay.safe_svg import DrawingError

pytestmark = pytest.mark.browser

IMAGE = "<img src=x onerror=window.ran=1>"
SCRIPT = "<script>window.ran=1</script>"
SVG = "\"'><svg onload=window.ran=1>"
ALL = SVG + IMAGE + SCRIPT


def nothing_ran(page: Any) -> None:
    """No script of theirs ran, and nothing of theirs is an element of the page."""
    assert page.evaluate("window.ran") is None
    assert page.locator("main img, body script, [onerror], [onload], [onclick]").count() == 0
    assert page.locator("a[href^=javascript], foreignObject, iframe, object, embed").count() == 0


GAME = {"game": "tic-tac-toe"}
ADDRESSES: list[tuple[str, dict[str, str]]] = [
    ("/analyse", {**GAME, "position": ALL}),
    ("/analyse", {**GAME, "moves": quote(ALL)}),
    ("/analyse", {**GAME, "with": f"width:{quote(ALL)}"}),
    ("/play", {"game": ALL}),
    ("/play", {**GAME, "with": f"{quote(ALL)}:3", "position": ALL}),
    ("/play", {**GAME, "id": ALL, "side": ALL, "level": ALL}),
    ("/tree", {**GAME, "position": ALL}),
    ("/tree", {"tree": f"[[3, {ALL}]]"}),
    ("/tree", {"tree": "[[3, 2]]", "algorithm": ALL, "open": ALL, "step": ALL}),
    ("/practice", {"kind": ALL, "seed": ALL}),
]


def test_a_script_in_an_address_does_not_run(new_page: Callable[..., Any]) -> None:
    page = new_page(None)
    for path, query in ADDRESSES:
        page.goto(f"{path}?{urlencode(query)}")
        told = page.get_by_role("alert").or_(page.get_by_role("grid"))
        expect(told.or_(page.get_by_role("tree")).first).to_be_visible()
        nothing_ran(page)


def test_a_script_that_is_typed_does_not_run(new_page: Callable[..., Any]) -> None:
    page = new_page("/play?game=tic-tac-toe&side=both")
    status(page, "X to move")
    page.get_by_label("Type a move").fill(IMAGE)
    page.keyboard.press("Enter")
    expect(page.get_by_text(IMAGE).first).to_be_visible()  # as text, in the sentence that refuses
    nothing_ran(page)
    page.goto("/analyse?game=tic-tac-toe")
    board(page)
    page.get_by_label("Paste a position or a game").fill(SCRIPT + IMAGE)
    page.get_by_role("button", name="Show it").click()
    expect(page.get_by_role("alert")).to_be_visible()
    nothing_ran(page)
    page.goto("/tree")
    page.get_by_label("A tree of your own").fill(f"[[3, {IMAGE}]]")
    page.get_by_role("button", name="Draw").click()
    expect(page.get_by_role("alert")).to_be_visible()
    nothing_ran(page)


def test_rules_that_speak_markup(new_page: Callable[..., Any]) -> None:
    page = new_page("/")
    card = page.get_by_role("listitem").filter(has_text="onerror")
    expect(card).to_be_visible()
    nothing_ran(page)
    page.goto("/play?game=hostile.py&side=both")
    status(page, re.escape("<img src=x onerror=window.ran=1>"))
    moves = page.get_by_role("button", name="<img/src=x/onerror=window.ran=1>")
    moves.click()
    status(page, re.escape('"><b>Bob</b>'))
    nothing_ran(page)
    page.goto("/analyse?game=hostile.py")
    expect(page.get_by_role("region", name="All moves").get_by_role("row")).to_have_count(3)
    expect(page.get_by_text("proven").first).to_be_visible()
    nothing_ran(page)
    page.goto("/tree?game=hostile.py")
    expect(page.get_by_role("treeitem").first).to_be_visible()
    nothing_ran(page)


def test_hostile_drawings_do_nothing(new_page: Callable[..., Any]) -> None:
    """Neither as the server sends them, nor if it sent them as the rules drew them."""
    drawings = [hostile(seed).replace("\ud800", "") for seed in range(300)]
    safe = []
    for drawing in drawings:
        with contextlib.suppress(DrawingError):
            safe.append(str(cleaned(drawing)))
    assert len(safe) > 60
    page = new_page("/practice")
    shown = page.evaluate(
        """async (texts) => {
            const { picture } = await import("/static/js/picture.js");
            const made = texts.map(picture);
            document.querySelector("main").append(...made);
            for (const node of document.querySelectorAll("main svg, main svg *")) {
                node.dispatchEvent(new MouseEvent("click", { bubbles: true }));
            }
            return made.filter((node) => node.localName === "svg").length;
        }""",
        [*safe, *drawings],
    )
    assert shown >= len(safe)
    nothing_ran(page)


def test_hostile_drawings_do_nothing_in_a_file(new_context: Callable[..., Any]) -> None:
    """A tree's page has no policy that would stop a script, or a request."""
    safe = []
    for seed in range(300):
        with contextlib.suppress(DrawingError):
            safe.append(cleaned(hostile(seed)))
    page = new_context().new_page()
    page.set_content(f"<!DOCTYPE html><title>x</title><main>{''.join(safe)}</main>")
    assert page.locator("main > svg").count() == len(safe), "none of them ends early"
    nothing_ran(page)


@pytest.mark.long
def test_a_saved_game_is_text_too(new_page: Callable[..., Any]) -> None:
    """Also where an answer of the server is not what it should be."""
    page = new_page(None)
    drawn = f'<svg xmlns="http://www.w3.org/2000/svg" onload="window.ran=1">{SCRIPT}</svg>'
    saved = {
        "id": IMAGE,
        "game": SVG,
        "title": SCRIPT,
        "svg": drawn,
        "text": IMAGE,
        "changed": 0,
        "over": False,
    }
    page.route(
        "**/api/saved",
        lambda route: route.fulfill(
            content_type="application/json", body=json.dumps({"games": [saved]})
        ),
    )
    page.goto("/")
    expect(page.get_by_role("heading", name="Your games")).to_be_visible()
    expect(page.get_by_text(SCRIPT)).to_be_visible()
    nothing_ran(page)


@pytest.mark.long
def test_an_inline_script_is_refused_by_the_policy(browser: Any, address: str) -> None:
    context = browser.new_context(base_url=address)  # not watched: this is to be refused
    page = context.new_page()
    page.goto("/practice")
    page.evaluate(
        "() => { const s = document.createElement('script'); s.textContent = 'window.ran = 1';"
        " document.body.append(s); document.body.insertAdjacentHTML('beforeend',"
        " '<img src=x onerror=window.ran=1>'); }"
    )
    page.wait_for_function("() => [...document.images].every((image) => image.complete)")
    assert page.evaluate("window.ran") is None
    context.close()
