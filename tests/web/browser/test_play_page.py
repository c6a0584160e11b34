"""Games played on the page: by mouse, by keys, by typing, with dice, passes and long moves."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from page_hands import board, can_be_played, cell, expect, listed, played, said, status

pytestmark = pytest.mark.browser

LINE, FULL = re.escape(" (3 in a row)"), re.escape(" (the board is full)")
OVER = re.compile(rf"^(X wins{LINE}\. You won\.|O wins{LINE}\. You lost\.|A draw{FULL}\.)$")


def answered(page: Any, ply: int) -> bool:
    """Waits until that move is in the list and it is one's turn again; is the game over?"""
    expect(listed(page).nth(ply - 1)).to_be_visible()
    status(page, re.compile(r"^Your turn|wins|A draw"))
    return OVER.match(page.locator(".status").inner_text()) is not None


def test_tic_tac_toe_by_mouse_to_its_end(new_page: Callable[..., Any]) -> None:
    page = new_page("/")
    page.get_by_role("button", name="Play Tic-tac-toe").click()
    dialog = page.get_by_role("dialog", name="New game")
    dialog.get_by_label("Strength").fill("2")
    expect(dialog.get_by_text("2 of")).to_be_visible()
    dialog.get_by_role("button", name="Start").click()
    expect(page.get_by_role("heading", name="Tic-tac-toe")).to_be_visible()
    for ply in range(1, 10, 2):
        can_be_played(page).first.click()
        if answered(page, ply):
            break
    status(page, OVER)
    said(page, page.locator(".status").inner_text())
    assert can_be_played(page).count() == 0
    expect(page.get_by_role("button", name="Hint")).to_be_disabled()
    page.get_by_role("link", name="Outplay").click()
    page.get_by_role("button", name=re.compile("finished games|Show all")).click()
    expect(page.get_by_role("link", name=re.compile("Tic-tac-toe.*Over:")).first).to_be_visible()


def test_tic_tac_toe_by_keys_to_its_end(new_page: Callable[..., Any]) -> None:
    page = new_page("/")
    page.get_by_role("button", name="Play Tic-tac-toe").wait_for()
    page.keyboard.press("n")
    page.get_by_role("dialog", name="New game").get_by_role("button", name="Start").wait_for()
    page.keyboard.press("Enter")  # Start has the focus, and tic-tac-toe is what one starts with
    status(page, "Your turn as X")
    page.keyboard.press("b")
    expect(cell(page, "a1")).to_be_focused()
    for name in ("ArrowRight", "ArrowDown"):
        page.keyboard.press(name)
    expect(cell(page, "b2")).to_be_focused()
    page.keyboard.press("Space")
    answered(page, 1)
    expect(cell(page, "b2")).to_have_accessible_name(re.compile("^b2, X"))
    # Row by row over the board, Enter on each place: on taken ones nothing happens but words.
    page.keyboard.press("ArrowUp")
    row = ["Home", "ArrowRight", "ArrowRight"]
    ply = 3
    for key in [*row, "ArrowDown", *row, "ArrowDown", *row]:
        page.keyboard.press(key)
        if key == "ArrowDown":
            continue
        free = "can be played" in page.evaluate("document.activeElement.ariaLabel")
        page.keyboard.press("Enter")
        if not free:
            said(page, "No legal move starts at")
        elif answered(page, ply):
            break
        else:
            ply += 2
    status(page, OVER)
    assert page.evaluate("document.activeElement.role") == "gridcell"


def test_connect_four_to_a_win(new_page: Callable[..., Any]) -> None:
    page = new_page("/play?game=connect-four&moves=3,3,4,4&level=1")
    status(page, "Your turn as X")
    cell(page, "e6").click()  # any place of a column: the stone falls
    status(page, "Your turn")
    expect(listed(page)).to_have_count(6)
    assert listed(page).nth(4).inner_text() == "5"
    expect(cell(page, "e1")).to_have_accessible_name(re.compile("^e1, X"))
    # Three in a row with both ends free: whatever the level did, one of them is left.
    cell(page, "f1" if listed(page).nth(5).inner_text() != "6" else "b1").click()
    status(page, r"^X wins \(4 in a row\)\. You won\.$")
    said(page, "X wins (4 in a row). You won.")


def test_an_othello_pass(new_page: Callable[..., Any]) -> None:
    page = new_page("/play?game=othello&with=size:4&moves=a2,a3,c4,a1&side=both")
    status(page, "Black to move. The only move is pass.")
    passes = page.get_by_role("button", name="Pass", exact=True)
    expect(passes).to_be_focused()
    passes.click()
    status(page, "White to move")
    played(page, "a2", "a3", "c4", "a1", "pass")
    can_be_played(page).first.click()
    status(page, "Black to move")


def test_chess_castles_and_promotes(new_page: Callable[..., Any]) -> None:
    page = new_page("/play?game=chess&position=4k3/P7/8/8/8/8/8/R3K2R w KQ - 0 1&side=both")
    status(page, "White to move")
    cell(page, "e1").click()
    expect(cell(page, "g1")).to_have_accessible_name("g1, empty, can go here")
    expect(cell(page, "e8")).to_have_accessible_name("e8, black king")
    cell(page, "g1").click()
    played(page, "O-O")
    expect(cell(page, "f1")).to_have_accessible_name(re.compile("^f1, white rook"))
    status(page, "Black to move")
    page.get_by_label("Type a move").fill("kd7")
    page.keyboard.press("Enter")
    played(page, "O-O", "Kd7")
    status(page, "White to move")
    cell(page, "a7").drag_to(cell(page, "a8"))
    choice = page.get_by_role("dialog", name="Which move?")
    expect(choice.get_by_role("button")).to_have_text(["×", "a8=Q", "a8=R", "a8=B", "a8=N"])
    page.keyboard.press("Escape")
    expect(cell(page, "a7")).to_have_accessible_name(re.compile("^a7, white pawn"))
    cell(page, "a7").click()
    cell(page, "a8").click()
    choice.get_by_role("button", name="a8=N").click()
    expect(cell(page, "a8")).to_have_accessible_name(re.compile("^a8, white knight"))
    played(page, "O-O", "Kd7", "a8=N")


def test_a_piece_is_dragged_on_a_board_that_is_turned(new_page: Callable[..., Any]) -> None:
    page = new_page(
        "/play?game=chess&moves=e4&side=-1&level=1&position=4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 1"
    )
    status(page, "Your turn as Black")
    assert cell(page, "e8").bounding_box()["y"] > cell(page, "e1").bounding_box()["y"]
    cell(page, "e7").drag_to(cell(page, "e5"))
    expect(cell(page, "e5")).to_have_accessible_name(re.compile("^e5, black pawn"))
    page.get_by_role("button", name="Flip").click()
    assert cell(page, "e8").bounding_box()["y"] < cell(page, "e1").bounding_box()["y"]


def test_a_checkers_piece_jumps_twice(new_page: Callable[..., Any]) -> None:
    page = new_page("/play?game=checkers&position=B:W18,19,26:B1,14&side=both")
    status(page, "Black to move")
    cell(page, "14").click()
    said(page, "14 selected")
    cell(page, "23").click()
    expect(cell(page, "30")).to_have_accessible_name(re.compile("can go here"))
    played(page)
    cell(page, "30").click()
    played(page, "14x23x30")
    for name in ("18", "26", "14"):
        expect(cell(page, name)).to_have_accessible_name(re.compile(f"^{name}, empty"))
    page.get_by_role("button", name="Undo").click()
    played(page)
    cell(page, "14").drag_to(cell(page, "30"))  # only one way leads there
    played(page, "14x23x30")


def test_a_backgammon_turn_with_dice(new_page: Callable[..., Any]) -> None:
    page = new_page("/play?game=backgammon&moves=3-1&side=both")
    status(page, "X to move")
    cell(page, "8").click()
    cell(page, "5").click()
    let_go = page.get_by_role("button", name="Cancel")
    let_go.click()
    expect(let_go).to_be_hidden()
    for name in ("8", "5", "6", "5"):
        cell(page, name).click()
    expect(listed(page)).to_have_count(3)  # the other side's dice were thrown
    assert re.fullmatch(r"[1-6]-[1-6]", listed(page).nth(2).inner_text())
    assert listed(page).nth(1).inner_text() == "8/5 6/5"
    expect(cell(page, "5")).to_have_accessible_name(re.compile("^5, 2 X"))
    status(page, "O to move")
    thrown = listed(page).nth(2).inner_text()
    page.get_by_role("button", name="Undo").click()
    played(page, "3-1")
    page.get_by_role("button", name="Redo").click()
    played(page, "3-1", "8/5 6/5", thrown)


def test_undo_and_redo(new_page: Callable[..., Any]) -> None:
    page = new_page("/play?game=tic-tac-toe&level=1")
    undo, redo = (page.get_by_role("button", name=name) for name in ("Undo", "Redo"))
    status(page, "Your turn")
    expect(undo).to_be_disabled()
    page.keyboard.press("u")
    said(page, "Undo: not possible now.")
    cell(page, "b2").click()
    expect(listed(page)).to_have_count(2)
    both = listed(page).all_inner_texts()
    undo.click()
    expect(listed(page)).to_have_count(0)
    expect(cell(page, "b2")).to_have_accessible_name("b2, empty, can be played")
    said(page, "Undone.")
    redo.click()
    expect(listed(page)).to_have_text(both)
    expect(redo).to_be_disabled()
    page.keyboard.press("u")
    expect(listed(page)).to_have_count(0)
    cell(page, "a1").click()
    expect(listed(page)).to_have_count(2)
    assert listed(page).first.inner_text() == "a1"
    expect(redo).to_be_disabled()  # it went another way


def test_an_earlier_position_is_looked_at(new_page: Callable[..., Any]) -> None:
    page = new_page("/play?game=tic-tac-toe&moves=a1,b1,a2&side=both")
    status(page, "O to move")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_text("After 1 of 3 moves.")).to_be_visible()
    expect(cell(page, "b1")).to_have_accessible_name("b1, empty")
    page.get_by_role("button", name="Back to the game").click()
    expect(cell(page, "a2")).to_have_accessible_name("a2, X, last move")


def test_what_is_not_legal_is_answered_with_a_sentence(new_page: Callable[..., Any]) -> None:
    page = new_page("/play?game=tic-tac-toe&moves=a1&side=both")
    status(page, "O to move")
    entry = page.get_by_label("Type a move")
    entry.fill("a1")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Square a1 is taken").first).to_be_visible()
    cell(page, "a1").click()
    expect(page.get_by_text("No legal move starts at a1.").first).to_be_visible()
    entry.fill("c3")
    page.get_by_role("button", name="Play", exact=True).click()
    played(page, "a1", "c3")


def test_hint_resign_and_another_game(new_page: Callable[..., Any]) -> None:
    page = new_page("/play?game=tic-tac-toe&moves=a1,c3,a2,c2&level=1")
    status(page, "Your turn")
    page.get_by_role("button", name="Hint").click()
    hint = page.get_by_role("main").get_by_text("Hint: a3: = +1 for X")
    expect(hint).to_be_visible()
    page.get_by_role("button", name="Resign").click()
    sure = page.get_by_role("dialog", name="Resign?")
    sure.get_by_role("button", name="Resign").click()
    status(page, "You lost")
    expect(hint).to_be_hidden()
    page.get_by_role("button", name="New game").click()
    new = page.get_by_role("dialog", name="New game")
    new.get_by_role("radio", name="Both sides").check()
    new.get_by_role("button", name="Start").click()
    status(page, "X to move")
    page.get_by_role("main").get_by_role("button", name="Change").click()
    who = page.get_by_role("dialog", name="Players")
    who.get_by_role("radio", name="O", exact=True).check()
    who.get_by_role("button", name="Change").click()
    status(page, "Your turn as O")
    expect(listed(page)).to_have_count(1)


def test_a_game_of_ones_own(new_page: Callable[..., Any]) -> None:
    page = new_page("/")
    card = page.get_by_role("listitem").filter(has_text="yours").filter(has_text="reaches 21")
    card.get_by_role("button", name=re.compile("^Play")).click()
    dialog = page.get_by_role("dialog", name="New game")
    dialog.get_by_role("radio", name="Both sides").check()
    dialog.get_by_role("button", name="Start").click()
    status(page, "Ann to move")
    expect(board(page).get_by_role("gridcell", name=re.compile("can be played"))).to_have_count(3)
    for name in ("3", "6", "9", "12", "15", "18"):
        cell(page, name).click()
        expect(cell(page, name)).to_have_accessible_name(f"{name}, reached, last move")
    cell(page, "21").click()
    status(page, r"^Ann wins\.$")


@pytest.mark.long
def test_everything_can_be_copied(new_page: Callable[..., Any]) -> None:
    page = new_page("/play?game=tic-tac-toe&moves=a1,b2&side=both")
    status(page, "X to move")
    page.keyboard.press("c")
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("Position")
    text = dialog.inner_text()
    for label in ("Position", "Game record", "Python", "Picture (SVG)", "Link"):
        assert label in text
