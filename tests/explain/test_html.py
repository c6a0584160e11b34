"""The drawn tree as a page: whole, alone, and with all the facts in words."""

from __future__ import annotations

from html.parser import HTMLParser

import pytest
from drawn_trees import TREES, aima, chain

import outplay
from outplay.explain.draw.html import DEEPEST, fragment
from outplay.explain.draw.walk import placed
from outplay.explain.trace import trace
from outplay.explain.tree import VISITED, tree_of_trace

every_tree = pytest.mark.parametrize("name", TREES)

VOID = {"meta", "br"}


class Reader(HTMLParser):
    """Checks that elements are closed in order; keeps what is asked about."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.deepest = 0
        self.seen: list[str] = []
        self.words: list[str] = []
        self.feed(page)
        self.close()
        assert not self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append(tag)
        if tag not in VOID:
            self.open.append(tag)
            self.deepest = max(self.deepest, len(self.open))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if "li" in self.open and "svg" not in self.open:
            self.words.append(data)


@every_tree
def test_the_page_is_whole_and_alone(name: str) -> None:
    tree = TREES[name]()
    page = tree.html()
    reader = Reader(page)
    assert page.startswith('<!DOCTYPE html>\n<html lang="en">')
    assert not {"script", "link", "img", "iframe"} & set(reader.seen)
    assert "http" not in page.replace("http://www.w3.org/2000/svg", "")
    assert tree.title().replace("&", "&amp;") in page
    assert f"Convention: {tree.convention}." in page


@every_tree
def test_the_words_have_the_facts_of_the_picture(name: str) -> None:
    tree = TREES[name]()
    said = "".join(Reader(tree.html()).words)
    for here in placed(tree):
        assert here.description(signs=True, named=False) in said
        assert here.node.cut in said
    assert said.count("window (") >= sum(
        node.alpha is not None and node.status == VISITED for node in tree
    )


def test_a_small_tree_is_open_and_a_large_one_shows_its_line() -> None:
    assert "<details>" not in aima().html()
    large = outplay.load("random-tree", branch=3, depth=5)
    page = tree_of_trace(trace(large)).html()
    assert page.count("<details open>") == 5  # the plies of the line above its leaf
    assert page.count("<details>") > 20


def test_lists_do_not_nest_deeper_than_browsers_can() -> None:
    reader = Reader(chain(500).html())
    assert reader.deepest < 3 * DEEPEST + 20 < 500
    assert reader.seen.count("li") - len(set(reader.seen)) > 480


def test_a_fragment_is_a_part_of_a_page() -> None:
    part = fragment(aima())
    Reader(part)
    for tag in ("<!DOCTYPE", "<html", "<body", "<title>tree", "body {"):
        assert tag not in part
    assert part.startswith('<div class="outplay-tree">')
    assert str(aima().svg()).rstrip() in part
