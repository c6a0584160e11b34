"""The tree page and the practice page, used as people use them."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from typing import Any

import pytest
from page_hands import expect

from outplay.web.jobs.trees import tree
from outplay.web.worker import JobContext

pytestmark = pytest.mark.browser

AIMA = "[[3, 12, 8], [2, 4, 6], [14, 5, 2]]"

REPLAY = """async (data) => {
  const { replay } = await import("/static/js/tree/replay.js");
  return data.steps.map((_, at) => replay(data, at + 1));
}"""

SEEN = """() => [...document.querySelectorAll(".tree-svg .node, .tree-svg .branch, .tree-code li")]
  .map((node) => [node.getAttribute("class"), node.getAttribute("aria-label"),
    node.getAttribute("aria-current"), node.textContent])"""


def drawn(page: Any) -> None:
    page.wait_for_selector(".tree-svg .node")


def node(page: Any, name: str) -> Any:
    return page.locator(f".tree-svg .node[aria-label*='node {name};']")


def test_the_textbooks_tree_is_stepped_to_the_cut_of_4_and_6(new_page: Callable[..., Any]) -> None:
    page = new_page("/tree")
    drawn(page)
    assert page.locator(".tree-count").inner_text() == "step 0 of 34"
    for _ in range(18):
        page.keyboard.press("ArrowRight")
    said = page.locator(".tree-sentence").inner_text()
    assert "MIN already holds 2 here, MAX has 3 elsewhere" in said
    skipped = page.locator(".tree-svg .node.skipped").all()
    assert [each.locator(".value").text_content() for each in skipped] == ["4", "6"]
    line = page.locator(".tree-code [aria-current]").inner_text()
    assert line.strip() == "if v ≤ α: skip the rest"
    facts = page.locator(".tree-facts").inner_text().split()
    assert facts == ["node", "2", "α", "3", "β", "∞", "v", "2"]
    page.keyboard.press("Home")
    page.keyboard.press("PageDown")
    assert page.locator(".tree-count").inner_text() == "step 18 of 34"


def test_back_is_exactly_what_was_there(new_page: Callable[..., Any]) -> None:
    page = new_page("/tree")
    drawn(page)
    there = [page.evaluate(SEEN)]
    for _ in range(34):
        page.keyboard.press("ArrowRight")
        there.append(page.evaluate(SEEN))
    assert len({str(each) for each in there}) == 35
    for count in range(33, -1, -1):
        page.keyboard.press("ArrowLeft")
        assert page.evaluate(SEEN) == there[count]


def test_a_leaf_is_edited_and_back_undoes_it(new_page: Callable[..., Any]) -> None:
    page = new_page("/tree")
    drawn(page)
    page.keyboard.press("PageDown")
    node(page, "2.1").click()
    page.locator(".leaf-input").fill("7")
    page.keyboard.press("Enter")
    page.get_by_text("No cuts").wait_for()
    assert page.locator(".tree-literal").input_value() == "[[3, 12, 8], [7, 4, 6], [14, 5, 2]]"
    page.go_back()
    page.get_by_text("Cuts (1)").wait_for()
    assert page.locator(".tree-literal").input_value() == AIMA
    assert page.locator(".tree-count").inner_text() == "step 18 of 34"
    page.reload()
    drawn(page)
    assert page.locator(".tree-count").inner_text() == "step 18 of 34"


def test_a_leaf_is_edited_by_keys_alone(new_page: Callable[..., Any]) -> None:
    page = new_page("/tree")
    drawn(page)
    page.locator(".tree-svg .node[tabindex='0']").focus()
    for _ in range(6):
        page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.keyboard.type("9")
    page.keyboard.press("Enter")
    page.get_by_text("No cuts").wait_for()
    assert "[9, 4, 6]" in page.locator(".tree-literal").input_value()
    label = page.evaluate("document.activeElement.getAttribute('aria-label')")
    assert label.startswith("End, node 2.1")


def test_what_is_no_number_is_refused(new_page: Callable[..., Any]) -> None:
    page = new_page("/tree")
    drawn(page)
    node(page, "1.1").click()
    page.locator(".leaf-input").fill("<b>x</b>")
    page.keyboard.press("Enter")
    page.get_by_text("A leaf needs a number").first.wait_for()
    page.locator(".tree-literal").fill("[[3, 'x']]")
    page.get_by_role("button", name="Draw").click()
    page.locator(".panel .error").get_by_text("is not part of a tree").wait_for()
    assert "x" not in page.url.partition("tree?")[2]


@pytest.mark.parametrize("seed", range(3))
def test_the_page_replays_what_the_search_did(new_page: Callable[..., Any], seed: int) -> None:
    dice = random.Random(seed)

    def grown(depth: int) -> Any:
        if not depth:
            return dice.randint(-9, 9)
        return [grown(depth - 1) for _ in range(dice.randint(2, 3))]

    place = JobContext()
    place.begin(1, 20)
    options = {"convention": dice.choice(["aima", "cs188", "hard"])}
    data = tree(place, {"tree": str(grown(3)), **options}, lambda _: None)
    states = new_page("/tree").evaluate(REPLAY, data)
    window: dict[int, tuple[str, str]] = {}
    values: dict[int, tuple[str, str]] = {}
    for count, step in enumerate(data["steps"]):
        number = step["node"]
        window[number] = step["alpha"], step["beta"]
        if step["kind"] == "update":
            values[number] = step["best"], ""
        elif step["kind"] in ("leaf", "return"):
            values[number] = step["value"], step["sign"]
        for at, state in enumerate(states[count]):
            assert (state["alpha"], state["beta"]) == window.get(at, ("", ""))
            assert (state["value"], state["sign"]) == values.get(at, ("", ""))
    for told, state in zip(data["nodes"], states[-1], strict=True):
        expected = {"visited": "done", "skipped": "skipped", "unvisited": "below"}[told["status"]]
        assert state["status"] == expected
        if expected == "done":
            assert (state["value"], state["sign"]) == (told["value"], told["sign"])


def test_algorithm_convention_and_order_are_in_the_address(new_page: Callable[..., Any]) -> None:
    page = new_page("/tree?tree=[[3,5],[3,9]]")
    page.get_by_text("Cuts (1)").wait_for()
    page.get_by_label("Convention").select_option("cs188")
    page.get_by_text("No cuts").wait_for()
    page.get_by_label("Algorithm").select_option("minimax")
    page.locator(".tree-code").get_by_text("minimax(node)").wait_for()
    page.get_by_label("Order of moves").select_option("random")
    page.locator(".tree-about").get_by_text("random order").wait_for()
    expect(page).to_have_url(re.compile("algorithm=minimax.*order=random"))
    page.go_back()
    page.locator(".tree-about").get_by_text("actions in order").wait_for()


def test_a_skeleton_is_opened(new_page: Callable[..., Any]) -> None:
    page = new_page("/tree?game=tic-tac-toe&depth=all")
    page.wait_for_selector(".tree-svg .fold")
    before = page.locator(".tree-svg .node").count()
    page.locator(".tree-svg .fold").first.click()
    page.locator(".tree-svg .node").nth(before).wait_for(state="attached")
    expect(page).to_have_url(re.compile("open="))
    expect(page.get_by_role("heading", name="Position at the root")).to_be_visible()
    expect(page.locator(".tree-board svg")).to_have_count(1)


def test_all_of_it_can_be_copied(new_page: Callable[..., Any]) -> None:
    page = new_page("/tree")
    drawn(page)
    page.get_by_role("button", name="Copy…").click()
    page.locator("dialog textarea").nth(4).wait_for()
    texts = [area.input_value() for area in page.locator("dialog textarea").all()]
    literal, python, text, svg, link = texts
    assert literal == AIMA
    assert f"from_tree({AIMA})" in python
    assert "skipped" in text and svg.startswith("<svg") and "/tree" in link


def test_an_exercise_is_marked_and_solved(new_page: Callable[..., Any]) -> None:
    page = new_page("/practice?seed=3")
    page.wait_for_selector(".practice-value")
    rows = {"Node 1, MIN": "6", "Node 2, MIN": "1", "Node 3, MIN": "4", "Root, MAX": "6"}
    for label, value in rows.items():
        page.get_by_label(label, exact=True).fill(value)
    page.get_by_role("button", name="Check").click()
    result = page.locator(".practice-result")
    result.get_by_text("7 of 8 marks").wait_for()
    assert "no pruning" in result.inner_text()
    page.get_by_role("button", name="Branch to 2.3 is cut").click()
    assert not result.is_visible()
    page.get_by_role("button", name="Check").click()
    result.get_by_text("All correct: 8 of 8 marks").wait_for()
    page.get_by_role("button", name="Show the solution").click()
    page.get_by_role("tree").wait_for()
    page.keyboard.press("PageDown")
    page.locator(".tree-sentence").get_by_text("MIN already holds 1").wait_for()
    page.get_by_role("button", name="Next", exact=True).click()
    page.wait_for_url("**/practice?seed=4")
