"""For everybody: without barriers, in both themes, from a phone to a wide screen, by keys alone."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from page_hands import board, cell, expect, said, status, width_of

from outplay.games import BUILT_IN

pytestmark = pytest.mark.browser

RUN_AXE = """async () => {
  const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
  const found = await axe.run({ runOnly: tags, resultTypes: ["violations"] });
  return found.violations.map(({ id, help, nodes }) => [id, help, nodes[0].html, nodes.length]);
}"""


def home(page: Any) -> None:
    page.request.post("/api/saved", data={"spot": {"game": "nim"}})
    page.goto("/")
    expect(page.get_by_role("heading", name="Your games")).to_be_visible()
    expect(page.get_by_role("button", name="Play Chess")).to_be_visible()


def new_game(page: Any) -> None:
    page.goto("/")
    page.get_by_role("button", name="Play Chess").click()
    page.get_by_text("Size, variant and start position").click()
    expect(page.get_by_label("Start from this position")).to_be_visible()


def play(page: Any) -> None:
    page.goto("/play?game=checkers&side=both&moves=9-13,22-18")
    status(page, "to move")
    cell(page, "1").click()
    expect(page.get_by_text("No legal move starts at 1.").first).to_be_visible()
    cell(page, "6").click()
    expect(cell(page, "6")).to_have_accessible_name(re.compile("selected"))


def play_over(page: Any) -> None:
    page.goto("/play?game=tic-tac-toe&side=1&moves=a1,b1,a2,b2,a3")
    status(page, "You won")
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_text("After 4 of 5 moves.")).to_be_visible()


def analyse(page: Any) -> None:
    page.goto("/analyse?game=tic-tac-toe&moves=a1,b1,b2,b3")
    expect(page.get_by_text("X wins, proven").first).to_be_visible()
    page.get_by_role("button", name="Review these moves").click()
    expect(page.get_by_role("button", name="Review again")).to_be_visible()
    page.get_by_text("All moves in words").click()
    page.get_by_role("button", name="Explain this position").click()
    expect(page.get_by_role("heading", name="This position")).to_be_visible()


def choose_game(page: Any) -> None:
    page.goto("/analyse")
    expect(page.get_by_role("link", name="Chess")).to_be_visible()


def tree(page: Any) -> None:
    page.goto("/tree")
    page.get_by_role("button", name="Next cut").click()
    expect(page.get_by_text("✂ Cut.")).to_be_visible()
    page.get_by_role("treeitem", name=re.compile("node 1.1;")).click()
    expect(page.get_by_label(re.compile("Value of leaf 1.1"))).to_be_focused()


def tree_of_a_game(page: Any) -> None:
    page.goto("/tree?game=tic-tac-toe&moves=a1,b1,c1&depth=2&step=end")
    expect(page.get_by_role("treeitem").first).to_be_visible()


def practice(page: Any) -> None:
    page.goto("/practice?seed=3")
    page.get_by_label("Root, MAX").fill("7")
    page.get_by_role("button", name="Branch to 2.3 is cut").click()
    page.get_by_role("button", name="Check").click()
    expect(page.get_by_text("First mistake:")).to_be_visible()
    page.get_by_role("button", name="Show the solution").click()
    expect(page.get_by_role("tree")).to_be_visible()


def keys(page: Any) -> None:
    page.goto("/analyse?game=tic-tac-toe")
    board(page)
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()


def trouble(page: Any) -> None:
    page.goto("/analyse?game=no-such-game")
    expect(page.get_by_role("alert")).to_be_visible()


STATES = [home, new_game, play, analyse, tree, practice, keys]
RARE_STATES = [play_over, choose_game, tree_of_a_game, trouble]


@pytest.mark.parametrize(
    "state",
    [*STATES, *(pytest.param(state, marks=pytest.mark.long) for state in RARE_STATES)],
    ids=lambda state: state.__name__,
)
def test_no_barriers_in_any_width_and_theme(new_page: Callable[..., Any], state: Any) -> None:
    axe = pytest.importorskip(
        "axe_playwright_python.sync_playwright", reason="axe-playwright-python is not installed"
    ).Axe()
    page = new_page(None)
    page.set_viewport_size({"width": 360, "height": 740})
    state(page)
    page.evaluate(axe.axe_script)
    assert width_of(page) == 360
    assert page.evaluate(RUN_AXE) == []
    page.emulate_media(color_scheme="dark")
    page.set_viewport_size({"width": 1920, "height": 1000})
    assert width_of(page) == 1920
    assert page.evaluate(RUN_AXE) == []


@pytest.mark.long
@pytest.mark.parametrize("game", BUILT_IN)
def test_every_game_on_a_phone_and_on_a_wide_screen(
    new_page: Callable[..., Any], game: str
) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    page = new_page("/practice", viewport={"width": 360, "height": 740}, has_touch=True)
    for path in ("play", "analyse", "tree"):
        page.set_viewport_size({"width": 360, "height": 740})
        page.goto(f"/{path}?game={game}&side=both")
        ready = page.get_by_role("tree") if path == "tree" else page.locator(".board svg")
        expect(ready.first).to_be_visible()
        assert width_of(page) == 360
        page.set_viewport_size({"width": 1920, "height": 1000})
        assert width_of(page) == 1920
        if path != "tree":
            page.evaluate(axe.axe_script)
            assert page.evaluate(RUN_AXE) == []


def test_a_board_fits_a_phone_and_can_be_touched(new_page: Callable[..., Any]) -> None:
    page = new_page(
        "/play?game=chess&side=both", viewport={"width": 360, "height": 740}, has_touch=True
    )
    status(page, "White to move")
    box = board(page).bounding_box()
    assert box["x"] >= 0 and box["x"] + box["width"] <= 360
    assert cell(page, "e2").bounding_box()["width"] >= 24
    cell(page, "e2").tap()
    cell(page, "e4").tap()
    status(page, "Black to move")
    for name in ("Undo", "Hint", "New game"):
        assert page.get_by_role("button", name=name).bounding_box()["height"] >= 44


def test_all_keys_are_shown_and_can_be_turned_off(new_page: Callable[..., Any]) -> None:
    page = new_page("/play?game=tic-tac-toe&side=both&moves=a1")
    status(page, "O to move")
    page.keyboard.press("?")
    keys = page.get_by_role("dialog", name="Keys")
    shown = keys.get_by_role("row").all_inner_texts()
    for key, text in {"u": "undo", "f": "flip the board", "?": "show this list"}.items():
        assert any(re.fullmatch(rf"{re.escape(key)}\s+{re.escape(text)}", row) for row in shown)
    keys.get_by_label("Enable single-letter shortcuts").uncheck()
    page.keyboard.press("Escape")
    expect(keys).to_be_hidden()
    page.keyboard.press("u")
    page.keyboard.press("?")
    keys.get_by_label("Enable single-letter shortcuts").check()
    page.keyboard.press("Escape")
    expect(cell(page, "a1")).to_have_accessible_name("a1, X, last move")  # u did nothing
    page.keyboard.press("u")
    expect(cell(page, "a1")).to_have_accessible_name("a1, empty, can be played")


def test_the_theme_is_chosen_and_kept(new_page: Callable[..., Any]) -> None:
    page = new_page("/practice", color_scheme="light")
    ground = "() => getComputedStyle(document.body).backgroundColor"
    light = page.evaluate(ground)
    page.get_by_role("button", name="Theme: system").click()
    page.get_by_role("button", name="Theme: light").click()
    said(page, "Theme: dark")
    assert page.evaluate(ground) != light
    page.reload()
    page.get_by_role("button", name="Theme: dark").click()
    assert page.evaluate(ground) == light
    page.emulate_media(color_scheme="dark")
    assert page.evaluate(ground) != light


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_pieces_slide_unless_motion_is_unwanted(new_page: Callable[..., Any], motion: str) -> None:
    page = new_page("/analyse?game=chess&moves=e4,e5", reduced_motion=motion)
    board(page)
    page.evaluate(
        "() => { const play = Element.prototype.animate; window.moved = 0;"
        " Element.prototype.animate = function (...all) { window.moved += 1;"
        " return play.apply(this, all); }; }"
    )
    page.get_by_role("button", name="Back", exact=True).click()
    page.get_by_role("button", name="Forward").click()
    expect(cell(page, "e5")).to_have_accessible_name("e5, black pawn, last move")
    assert (page.evaluate("window.moved") > 0) == (motion == "no-preference")


def test_one_can_reach_everything_by_tab(new_page: Callable[..., Any]) -> None:
    page = new_page("/play?game=tic-tac-toe&side=both")
    status(page, "X to move")
    reached = []
    for _ in range(40):
        page.keyboard.press("Tab")
        reached.append(
            page.evaluate(
                "() => { const e = document.activeElement; return e === document.body ? '' :"
                " e.ariaLabel || e.textContent || e.placeholder; }"
            ).strip()
        )
        outline = page.evaluate(
            "() => { const s = getComputedStyle(document.activeElement);"
            " return s.outlineStyle !== 'none' || s.boxShadow !== 'none'; }"
        )
        assert outline or not reached[-1], reached[-1]
    assert reached[0] == "Skip to the page"
    for name in ("Analyse", "Practice", "a1, empty, can be played", "Type a move", "New game"):
        assert name in reached
    assert sum("can be played" in name for name in reached) <= 2  # the board is one stop
