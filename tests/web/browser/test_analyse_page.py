"""The analysis on the page: streamed, stopped, exact, and never of another position."""

from __future__ import annotations

import json
import os
import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from page_hands import board, cell, expect, said

pytestmark = pytest.mark.browser

WON = "/analyse?game=tic-tac-toe&moves=a1,b1"
"""X wins; seven places are free."""

VALUES = """() => {
  window.seen = [];
  const look = () => {
    const at = document.querySelector("nav [aria-current=step]")?.textContent;
    const value = document.querySelector(".value-head")?.textContent;
    const board = [...document.querySelectorAll("svg.marks .value text")].map((t) => t.textContent);
    window.seen.push([at, value, board.length]);
  };
  new MutationObserver(look).observe(document.body, { childList: true, subtree: true,
    characterData: true, attributes: true });
}"""


def engine(page: Any) -> Any:
    return page.get_by_role("region", name="Engine")


def to_move(page: Any, player: str) -> None:
    """Waits until the position on the board is that player's."""
    expect(page.get_by_role("main").get_by_text(f"{player} to move.")).to_be_visible()


def proven(page: Any, text: str) -> None:
    """Waits until the value is proven, in these words."""
    expect(engine(page).get_by_text(text)).to_be_visible()


def values_on_the_board(page: Any) -> Any:
    return page.locator("svg.marks .value text")


def test_values_lines_and_moves(new_page: Callable[..., Any]) -> None:
    page = new_page(WON)
    proven(page, "X wins, proven (+1).")
    expect(page.get_by_role("meter", name="Value")).to_have_attribute(
        "aria-valuetext", "= +1 for X"
    )
    said(page, "X wins, proven")
    lines = page.get_by_role("region", name="Best lines").get_by_role("list", name="Line")
    expect(lines.first.get_by_role("button").nth(1)).to_be_visible()
    expect(
        page.get_by_role("row").filter(has=page.get_by_label("best", exact=True)).first
    ).to_be_visible()
    assert values_on_the_board(page).count() == 7
    second = lines.first.get_by_role("button").nth(1)
    move = second.inner_text()
    second.click()  # plays two moves of the line
    record = page.get_by_role("navigation", name="Line of play").get_by_role("button")
    expect(record).to_have_count(5)
    expect(record.last).to_have_attribute("aria-current", "step")
    assert record.last.inner_text().endswith(move)
    page.get_by_role("button", name="To the start").click()
    to_move(page, "X")
    assert "at=0" in page.url


def test_all_values_are_made_exact(new_page: Callable[..., Any]) -> None:
    page = new_page(WON)
    proven(page, "X wins, proven")
    page.keyboard.press("x")
    rows = page.get_by_role("region", name="All moves").get_by_role("row")
    # A row for each of the seven moves, each with its exact value and where it ends.
    exact = rows.filter(has_text=re.compile(r"= (\+1|0|-1)"))
    expect(exact).to_have_count(7)
    told = {row[:2]: row for row in exact.all_inner_texts()}
    assert sorted(told) == ["a2", "a3", "b2", "b3", "c1", "c2", "c3"]
    assert "wins" in told["a2"] and "wins" in told["b2"]
    labels = values_on_the_board(page).all_text_contents()
    assert len(labels) == 7 and all(re.match(r"=(\+1|0|-1) #\d", text) for text in labels), labels


def test_analysis_streams_and_stops(new_page: Callable[..., Any]) -> None:
    page = new_page("/analyse?game=connect-four")
    panel = engine(page)
    pause = panel.get_by_role("button", name="Pause")
    expect(panel.get_by_text("Depth")).to_be_visible()
    numbers: set[str] = set()
    end = time.monotonic() + 30
    while len(numbers) < 3 and time.monotonic() < end:
        numbers.add(panel.get_by_role("definition").all_inner_texts()[1])
    assert len(numbers) == 3, numbers  # of nodes: they grow while one looks
    pause.click()
    expect(panel.get_by_text("Paused.")).to_be_visible()
    before = panel.inner_text()
    panel.get_by_role("button", name="Continue").click()
    expect(pause).to_be_visible()
    expect(panel).not_to_have_text(before)
    page.keyboard.press("Space")
    said(page, "Paused.")


def cpu(pids: list[int]) -> float:
    """The seconds that these processes used, without those at low priority: they compile."""
    used = 0
    for pid in pids:
        try:
            fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[16]) <= os.nice(0):
            used += int(fields[11]) + int(fields[12])
    return used / os.sysconf("SC_CLK_TCK")


def rests(server: Any, seconds: float = 20) -> float:
    """Waits until no worker of the server works; how much they worked until then."""
    first = before = cpu(server.children())
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        time.sleep(0.4)
        now = cpu(server.children())
        if now - before < 0.05:
            return now - first
        before = now
    raise AssertionError("workers of the server do not rest")


def test_a_closed_tab_stops_its_search(new_page: Callable[..., Any], server: Any) -> None:
    if not server.children():
        pytest.skip("this system does not say which processes the server started")
    page = new_page("/analyse?game=connect-four")
    expect(engine(page).get_by_text("Depth")).to_be_visible()
    page.close()
    # A second of work at most, however busy the machine is; the search was given a minute.
    assert rests(server) < 1


def test_a_value_is_never_shown_for_another_position(new_page: Callable[..., Any]) -> None:
    page = new_page(WON)
    board(page)
    page.evaluate(VALUES)
    truth = {"2.b1": "= +1 for X", "3.c1": "= 0 for X", "3.a3": "= +1 for X", "4.b2": "= 0 for X"}

    def value(move: str) -> None:
        record = page.get_by_role("navigation", name="Line of play")
        expect(record.locator("[aria-current=step]")).to_have_text(move)
        expect(engine(page).get_by_text(truth[move], exact=True)).to_be_visible()

    value("2.b1")
    cell(page, "c1").click()
    value("3.c1")
    cell(page, "b2").click()
    page.keyboard.press(",")  # at once: what was asked for may still be on its way
    page.keyboard.press(",")
    value("2.b1")
    cell(page, "a3").click()
    value("3.a3")
    page.go_back()
    page.go_back()
    value("3.c1")
    seen = {(at, value, on_board) for at, value, on_board in page.evaluate("window.seen")}
    wrong = [
        (at, value)
        for at, value, on_board in seen
        if (value.startswith("=") and value != truth[at]) or (value == "…" and on_board)
    ]
    assert not wrong, wrong
    assert {at for at, value, _ in seen if value == truth[at]} >= {"2.b1", "3.c1", "3.a3"}


def test_an_answer_for_another_position_is_not_taken(new_page: Callable[..., Any]) -> None:
    page = new_page("/tree")
    spot: dict[str, Any] = {
        "game": "tic-tac-toe",
        "with": {},
        "position": None,
        "moves": ["a1", "b1"],
    }
    asked = {"spot": spot, "lines": 3, "exact": False, "seconds": 60}
    answer = page.request.post("/api/analyse", data=asked).body()
    lines = [json.loads(line) for line in answer.splitlines()]
    assert lines[-1]["analysis"]["value"] == 1
    page.route(
        "**/api/analyse",
        lambda route: route.fulfill(content_type="application/x-ndjson", body=answer),
    )
    page.goto("/analyse?game=tic-tac-toe&moves=a1,b2")
    expect(engine(page).get_by_text(lines[-1]["text"])).to_be_visible()
    assert "+1" not in engine(page).inner_text()
    assert values_on_the_board(page).count() == 0
    page.goto(WON)
    proven(page, "X wins, proven (+1).")


def test_with_values_off_there_is_no_trace_of_them(new_page: Callable[..., Any]) -> None:
    page = new_page(WON)
    proven(page, "X wins, proven")
    page.get_by_role("button", name="Review these moves").click()
    expect(page.get_by_text("Review again")).to_be_visible()
    page.get_by_role("checkbox", name="Values").uncheck()
    said(page, "Values off.")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))

    def no_trace() -> None:
        text = page.get_by_role("main").inner_text()
        assert "Values are off" in text
        found = re.findall(r"[=≥≤~] ?[-+]?\d|proven|wins|[?]{1,2}$|★|Nodes|mistake|blunder", text)
        assert not found, found
        assert values_on_the_board(page).count() == 0
        assert page.get_by_role("meter").count() == 0
        assert page.get_by_role("region", name=re.compile("Best lines|Review|Why")).count() == 0
        assert "=" not in page.get_by_role("grid").inner_text()

    no_trace()
    page.reload()
    board(page)
    cell(page, "b2").click()
    to_move(page, "O")
    no_trace()
    assert not [url for url in asked if re.search("/api/(analyse|why|review|hint)", url)]
    page.keyboard.press("v")
    proven(page, "X wins, proven")


def test_why_and_the_review(new_page: Callable[..., Any]) -> None:
    page = new_page("/analyse?game=tic-tac-toe&moves=a1,b1,b2,b3,c3")
    page.get_by_role("button", name="Review these moves").click()
    review = page.get_by_role("region", name="Review")
    expect(review.get_by_role("button", name="Review again")).to_be_visible()
    expect(page.get_by_role("button", name=re.compile("b1.*(mistake|blunder)"))).to_be_visible()
    review.get_by_text("All moves in words").click()
    expect(review.get_by_role("row")).to_have_count(6)
    review.get_by_role("button", name=re.compile(r"^2\. b1")).click()
    to_move(page, "X")
    page.keyboard.press("w")
    why = page.get_by_role("region", name="Why?")
    expect(why.get_by_role("listitem").first).to_be_visible()
    assert len(why.inner_text()) > 40


def test_a_game_is_pasted(new_page: Callable[..., Any]) -> None:
    page = new_page("/analyse?game=chess")
    board(page)
    paste = page.get_by_label("Paste a position or a game")
    paste.fill("1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0")
    page.get_by_role("button", name="Show it").click()
    expect(page.get_by_text("White wins (checkmate).").first).to_be_visible()
    expect(cell(page, "f7")).to_have_accessible_name("f7, white queen, last move")
    paste.fill("this is nothing")
    page.get_by_role("button", name="Show it").click()
    expect(page.get_by_role("alert")).to_contain_text("this")
