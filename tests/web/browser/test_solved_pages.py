"""Solved games on the page: what each move is in words and colours, and the perfect level."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from page_hands import board, expect
from page_server import Serving
from solved_games import solution_file

pytestmark = pytest.mark.browser

FOUR = "game=connect-four&with=width:4,height:4"


@pytest.fixture(scope="module")
def solved_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    files = [str(solution_file(name)) for name in ("connect-four", "nim", "pig")]
    serving = Serving(tmp_path_factory.mktemp("solved"), *files)
    yield serving.start()
    serving.stop()


@pytest.fixture
def open_page(new_context: Callable[..., Any], solved_server: str) -> Callable[[str], Any]:
    def opened(path: str, **options: Any) -> Any:
        page = new_context(solved_server, **options).new_page()
        page.goto(path)
        return page

    return opened


def test_every_move_says_what_it_is(open_page: Callable[[str], Any]) -> None:
    page = open_page(f"/analyse?{FOUR}&moves=1,2,2")
    engine = page.get_by_role("region", name="Engine")
    expect(engine.get_by_text("O wins in 13 plies", exact=True)).to_be_visible()
    expect(engine.get_by_text("Looked up in the solution: all values are exact.")).to_be_visible()
    expect(engine.get_by_role("button", name="Exact values")).to_be_hidden()
    labels = page.locator("svg.marks .value text")
    expect(labels).to_have_count(4)
    assert sorted(labels.all_text_contents()) == ["draw", "draw", "draw", "win 13"]
    assert page.locator("svg.marks .value.win").count() == 1
    expect(page.get_by_text("What each move is for O, who is to move:")).to_contain_text("win")
    table = page.get_by_role("group", name="All moves")
    expect(table.get_by_role("row").nth(1)).to_contain_text("wins")
    expect(table.get_by_role("row").nth(1)).to_contain_text("13")
    expect(table.get_by_role("row").nth(2)).to_contain_text("draws")


def test_narrow_places_have_letters_that_are_explained(open_page: Callable[[str], Any]) -> None:
    page = open_page("/analyse?game=nim&with=heaps:[1%252C2%252C3]")
    labels = page.locator("svg.marks .value text")
    expect(labels).to_have_count(6)
    assert set(labels.all_text_contents()) == {"L"}
    expect(page.get_by_text("L: loss")).to_be_visible()


def test_a_mean_is_neither_won_nor_lost(open_page: Callable[[str], Any]) -> None:
    page = open_page("/analyse?game=pig&with=target:6")
    expect(
        page.get_by_text("Looked up in the solution: all values are exact.", exact=True)
    ).to_be_visible()
    table = page.get_by_role("group", name="All moves")
    expect(table.get_by_role("row").nth(1)).to_contain_text("=")
    expect(table).not_to_contain_text("wins")


def test_the_home_page_leads_to_a_perfect_opponent(open_page: Callable[[str], Any]) -> None:
    page = open_page("/")
    part = page.get_by_role("region", name="Solved games")
    expect(part.get_by_text("Connect Four (width 4, height 4)")).to_be_visible()
    part.get_by_role("button", name="Play Connect Four, solved").click()
    expect(page.get_by_text("8 of 8: perfect")).to_be_visible()
    width = page.get_by_label("Width")
    width.fill("5")
    width.blur()
    expect(page.get_by_text("8 of 8: full")).to_be_visible()
    width.fill("4")
    width.blur()
    page.get_by_role("button", name="Start").click()
    expect(page.get_by_text("level 8, perfect")).to_be_visible()
    assert board(page) is not None


def test_without_solutions_there_is_no_such_part(new_page: Callable[..., Any]) -> None:
    page = new_page("/")
    expect(page.get_by_role("heading", name="Games", exact=True)).to_be_visible()
    expect(page.get_by_role("heading", name="Solved games")).to_be_hidden()
