"""Links, reload and back; two tabs on one game; a server that is killed."""

from __future__ import annotations

import os
import re
import socket
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from page_hands import board, can_be_played, cell, expect, listed, played, said, status
from page_server import Serving

pytestmark = pytest.mark.browser


def test_a_game_is_there_after_reload_and_back(new_page: Callable[..., Any]) -> None:
    page = new_page("/play?game=tic-tac-toe&side=both&with=width:4")
    status(page, "X to move")
    cell(page, "d1").click()
    played(page, "d1")
    cell(page, "a2").click()
    played(page, "d1", "a2")
    here = page.url
    assert "moves=d1,a2" in here and "with=width:4" in here and "id=" in here
    page.reload()
    played(page, "d1", "a2")
    expect(cell(page, "a2")).to_have_accessible_name("a2, O, last move")
    page.get_by_role("link", name="Analyse").last.click()
    expect(page.get_by_role("navigation", name="Line of play")).to_contain_text("a2")
    page.go_back()
    played(page, "d1", "a2")
    assert page.url == here
    page.get_by_role("link", name="Outplay").click()
    expect(page.get_by_role("heading", name="Your games")).to_be_visible()
    page.go_back()
    played(page, "d1", "a2")


def test_a_link_makes_a_game_anew(new_page: Callable[..., Any]) -> None:
    page = new_page("/play?game=tic-tac-toe&moves=a1,b2&side=both&level=3&id=nobody-has-it")
    status(page, "X to move")
    played(page, "a1", "b2")
    expect(page.get_by_text("set up again from its link").first).to_be_visible()
    assert "nobody" not in page.url


def test_back_undoes_steps_of_an_analysis(new_page: Callable[..., Any]) -> None:
    page = new_page("/analyse?game=tic-tac-toe")
    record = page.get_by_role("navigation", name="Line of play").get_by_role("button")
    board(page)
    for count, name in enumerate(["a1", "b2", "c3"], 2):
        cell(page, name).click()
        expect(record).to_have_count(count)
    page.go_back()
    expect(record).to_have_count(3)
    expect(cell(page, "c3")).to_have_accessible_name(re.compile("empty"))
    page.go_forward()
    expect(record).to_have_count(4)
    page.reload()
    expect(record).to_have_text(["start", "1.a1", "2.b2", "3.c3"])


def test_what_an_address_names_wrongly_is_said(new_page: Callable[..., Any]) -> None:
    page = new_page("/analyse?game=no-such-game")
    expect(page.get_by_role("alert")).to_contain_text("no-such-game")
    page.goto("/play?game=tic-tac-toe&moves=a1,a1")
    expect(page.get_by_role("alert")).to_contain_text("a1 is taken")
    page.goto("/tree?tree=[[3,")
    expect(page.get_by_role("alert")).to_be_visible()
    page.goto("/play?id=nobody-has-it")
    expect(page.get_by_role("alert")).to_be_visible()
    page.get_by_role("link", name="All games").click()
    expect(page.get_by_role("button", name="Play Chess")).to_be_visible()


@pytest.mark.parametrize("apart", [False, True], ids=["one window", "two windows"])
def test_two_tabs_agree(
    new_page: Callable[..., Any], new_context: Callable[..., Any], apart: bool
) -> None:
    context = new_context()
    one = new_page("/play?game=tic-tac-toe&side=both", context=context)
    status(one, "X to move")
    expect(one).to_have_url(re.compile("id="))
    two = new_page(one.url, context=new_context() if apart else context)
    status(two, "X to move")
    cell(one, "a1").click()
    played(two, "a1")
    said(two, "O to move.")
    cell(two, "b2").click()
    played(one, "a1", "b2")
    one.get_by_role("button", name="Undo").click()
    played(two, "a1")
    expect(two.get_by_role("button", name="Redo")).to_be_enabled()
    # Both move at once: one's move is on its way while two's is played.
    held: list[Any] = []
    one.route("**/move", lambda route: held.append(route))
    with one.expect_request("**/move"):
        cell(one, "c3").click()
    cell(two, "c1").click()
    played(two, "a1", "c1")
    played(one, "a1", "c1")
    held[0].continue_()
    expect(one.get_by_text("The game was changed in another tab.").first).to_be_visible()
    played(one, "a1", "c1")
    expect(cell(one, "c3")).to_have_accessible_name("c3, empty, can be played")


def test_nothing_is_lost_when_the_server_is_killed(
    browser: Any, new_page: Callable[..., Any], new_context: Callable[..., Any], tmp_path: Path
) -> None:
    server = Serving(tmp_path, port=free_port())
    try:
        page = new_page(
            "/play?game=tic-tac-toe&level=1", context=new_context(base_url=server.start())
        )
        cell(page, "b2").click()
        expect(listed(page)).to_have_count(2)
        status(page, "Your turn")
        before = listed(page).all_inner_texts()
        workers = server.children()
        server.kill()
        gone = page.get_by_text("The server is not responding. Your game is saved")
        expect(gone).to_be_visible()
        can_be_played(page).first.click()  # a move that nobody hears
        server.start()
        page.get_by_role("button", name="Try now").click()
        expect(gone).to_be_hidden()
        expect(listed(page).nth(2)).to_be_visible()  # it was sent once more
        status(page, re.compile(r"^Your turn|wins|A draw"))
        after = listed(page).all_inner_texts()
        assert after[:2] == before
        page.reload()
        played(page, *after)
        page.goto("/")
        expect(page.get_by_role("link", name=re.compile("^Tic-tac-toe"))).to_have_count(1)
        end = time.monotonic() + 10
        while any(_runs(pid) for pid in workers) and time.monotonic() < end:
            time.sleep(0.05)
        assert not [pid for pid in workers if _runs(pid)]  # those of the killed one ended
    finally:
        server.stop()


def free_port() -> int:
    """A port that nobody listens on; other servers look for theirs elsewhere, from 8000 on."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def _runs(pid: int) -> bool:
    try:
        command = Path(f"/proc/{pid}/cmdline").read_bytes()
        os.kill(pid, 0)
    except OSError:
        return False
    return b"outplay.web.worker" in command
