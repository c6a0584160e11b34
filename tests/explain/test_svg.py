"""The drawn tree as SVG: what it shows, and that all of it has its place."""

from __future__ import annotations

import math
import re
import time
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest
from drawn_trees import AIMA, TREES, aima, boards, chain, estimates, folded, wild, with_chance

from outplay import CHANCE, MAX, MIN, Game
from outplay.explain.draw.svg_nodes import HIGH, Look
from outplay.explain.draw.svg_text import in_rows, minus, n, wide, wrapped
from outplay.explain.draw.thumbnails import thumbnail_of
from outplay.explain.draw.walk import LONGEST, placed
from outplay.explain.tree import FOLDED, VISITED, SearchTree, TreeNode
from outplay.result import Bound

GOLDEN = Path(__file__).parent / "golden"
SVG = "{http://www.w3.org/2000/svg}"


every_tree = pytest.mark.parametrize("name", TREES)


def parsed(tree: SearchTree, pictures: bool = True, windows: bool = True) -> ElementTree.Element:
    return ElementTree.fromstring(tree.svg(pictures=pictures, windows=windows))


def groups(root: ElementTree.Element) -> list[ElementTree.Element]:
    """Those of the nodes, in order; the bars of cuts have a group around them."""
    return [g for g in root.findall(f"{SVG}g") if g.find(f"{SVG}title") is not None]


def texts(element: ElementTree.Element) -> list[str]:
    return ["".join(text.itertext()) for text in element.iter(f"{SVG}text")]


# --- what is shown ----------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["aima", "chance", "folded"])
def test_golden(name: str) -> None:
    """Looked at by eye; when a change is meant, write the new text and look again."""
    assert TREES[name]().svg() == (GOLDEN / f"tree-{name}.svg").read_text("utf-8")


@every_tree
def test_each_node_is_a_group_with_a_title(name: str) -> None:
    tree = TREES[name]()
    found = groups(parsed(tree))
    assert len(found) == len(tree)
    for group, node in zip(found, tree, strict=True):
        title = group.findtext(f"{SVG}title")
        assert title
        if node.status == VISITED and node.value is not None:
            assert any(word in title for word in ("exactly", "at least", "at most", "about"))


@every_tree
def test_every_value_has_its_sign(name: str) -> None:
    tree = TREES[name]()
    for group, node in zip(groups(parsed(tree)), tree, strict=True):
        if node.value is None or node.status == FOLDED:
            continue
        sign = (node.bound or Bound.EXACT).sign
        assert any(text.startswith(f"{sign} ") for text in texts(group))


@every_tree
def test_it_says_what_it_is(name: str) -> None:
    tree = TREES[name]()
    root = parsed(tree)
    assert "img" in (root.get("role") or "").split()
    assert tree.title() in (root.get("aria-label") or "")
    assert tree.title() in " ".join(texts(root))
    assert not list(root.iter(f"{SVG}script")) and not list(root.iter(f"{SVG}style"))


@every_tree
def test_the_same_tree_gives_the_same_text(name: str) -> None:
    assert TREES[name]().svg() == TREES[name]().svg()


def outline(group: ElementTree.Element) -> ElementTree.Element:
    """What is drawn around a node."""
    return next(part for part in group.iter() if part.get("class") == "shape")


def edges_of(root: ElementTree.Element) -> list[ElementTree.Element]:
    return [path for path in root.iter(f"{SVG}path") if path.get("class") == "edge"]


def corners(group: ElementTree.Element) -> list[tuple[float, float]]:
    """Of an outline of straight lines."""
    x = y = 0.0
    found = []
    for letter, numbers in re.findall(r"([Mlhv])([-\d. ]*)", outline(group).get("d") or ""):
        values = [float(value) for value in numbers.split()]
        x += values[0] if letter != "v" else 0
        y += values[-1] if letter != "h" else 0
        found.append((round(x, 1), round(y, 1)))
    return found


@pytest.mark.parametrize(
    "tree", [aima(), with_chance(), boards()], ids=["aima", "chance", "boards"]
)
def test_max_points_up_min_points_down_and_leaves_are_boxes(tree: SearchTree) -> None:
    for group, node in zip(groups(parsed(tree)), tree, strict=True):
        if not node.leaf and node.player == CHANCE:
            assert "a" in (outline(group).get("d") or "")
            continue
        ys = [y for _, y in corners(group)]
        top, foot = ys.count(min(ys)), ys.count(max(ys))
        assert (top == 1, foot == 1) == (
            (False, False) if node.leaf else (node.player == MAX, node.player == MIN)
        )


def test_estimates_have_an_outline_of_their_own() -> None:
    shapes = {node.over: Look(node).shape for node in estimates() if node.leaf}
    assert shapes == {False: "estimate", True: "end"}


def test_the_chosen_line_is_thick_and_not_only_coloured() -> None:
    root = parsed(aima())
    edges = [path for path in edges_of(root) if path.get("stroke-width") == "4"]
    assert len(edges) == 2  # root to 1, and 1 to 1.1
    thick = [
        node.path
        for group, node in zip(groups(root), aima(), strict=True)
        if outline(group).get("stroke-width") == "3"
    ]
    assert thick == [(), (0,), (0, 0)]


def test_cut_branches_have_a_bar_with_the_reason() -> None:
    bars = [
        title.text
        for title in parsed(aima()).iter(f"{SVG}title")
        if (title.text or "").startswith("Cut: ")
    ]
    assert bars == ["Cut: MIN already holds 2 here, MAX has 3 elsewhere"] * 2


def test_what_was_not_visited_is_dashed_and_nothing_else_is() -> None:
    for tree in (aima(), boards(), estimates()):
        for group, node in zip(groups(parsed(tree)), tree, strict=True):
            assert bool(outline(group).get("stroke-dasharray")) == (node.status != VISITED)


def test_windows_are_drawn_when_asked_for() -> None:
    assert "(3, ∞)" in texts(parsed(aima()))
    assert "(3, ∞)" not in texts(parsed(aima(), windows=False))


def test_probabilities_and_actions_stand_on_the_edges() -> None:
    said = texts(parsed(with_chance()))
    assert said.count("0.5") == 2
    assert "0.9" in said and "0.1" in said
    assert said.count("1") >= 2 and said.count("2") >= 2


def test_folds_and_what_was_searched_again() -> None:
    root = parsed(folded())
    said = texts(root)
    assert {"17 more, 412 k", "nodes, all ≤ −2", "folded", "searched again"} <= set(said)
    assert "folded" not in texts(parsed(aima()))
    again = [g.findtext(f"{SVG}title") for g in groups(root) if g.find(f"{SVG}circle") is not None]
    assert len(again) == 3
    assert all("searched again" in (title or "") for title in again)


@pytest.mark.parametrize(
    ("path", "title"),
    [
        ((), "MAX to move: exactly 3; window (-∞, ∞); the principal variation starts here"),
        (
            (1,),
            "MIN to move after 2: at most 2; window (3, ∞); cut because MIN already holds 2 here,"
            " MAX has 3 elsewhere",
        ),
        (
            (1, 2),
            "The game ends after 2.3: skipped because MIN already holds 2 here, MAX has 3"
            " elsewhere; its value, exactly 6, was not looked at",
        ),
    ],
)
def test_titles_say_all_that_is_known(path: tuple[int, ...], title: str) -> None:
    place = [node.path for node in aima()].index(path)
    assert groups(parsed(aima()))[place].findtext(f"{SVG}title") == title


# --- everything has its place -----------------------------------------------------------------


@every_tree
@pytest.mark.parametrize("windows", [True, False])
def test_no_text_is_written_over_another(name: str, windows: bool) -> None:
    """Of all texts outside pictures, the boxes that they take at most do not meet."""
    root = parsed(TREES[name](), windows=windows)
    width, height = float(root.get("width") or 0), float(root.get("height") or 0)
    rows: dict[float, list[tuple[float, float, str]]] = {}
    for text in outside_pictures(root):
        said = "".join(text.itertext())
        size = float(text.get("font-size") or 15)
        across = wide(said, size, text.get("font-weight") == "bold")
        x, y = float(text.get("x") or 0), float(text.get("y") or 0)
        left = x if text.get("text-anchor") == "start" else x - across / 2
        assert left >= 0 and left + across <= width and size <= y <= height
        rows.setdefault(y, []).append((left, left + across, said))
    for row in rows.values():
        for (_, end, one), (start, _, other) in pairwise(sorted(row)):
            assert end <= start + 0.2, (one, other)


def outside_pictures(root: ElementTree.Element) -> list[ElementTree.Element]:
    waiting, found = list(root), []
    for element in waiting:
        if element.tag == f"{SVG}text":
            found.append(element)
        elif element.tag == f"{SVG}g":
            waiting.extend(element)
    return found


@every_tree
def test_no_edge_runs_through_the_action_of_another(name: str) -> None:
    root = parsed(TREES[name]())
    edges = []
    for path in edges_of(root):
        for numbers in re.findall(r"M(\S+) (\S+)L(\S+) ([^MV]+)", path.get("d") or ""):
            x1, y1, x2, y2 = map(float, numbers)
            edges.append((x1, y1, x2, y2))
    assert len(edges) == len(TREES[name]()) - 1
    for text in root.iter(f"{SVG}text"):
        if text.get("class") != "label":
            continue
        x, foot = float(text.get("x") or 0), float(text.get("y") or 0)
        half = wide("".join(text.itertext()), 12, text.get("font-weight") == "bold") / 2
        through = 0
        for x1, y1, x2, y2 in edges:
            if y1 < foot - 4 < y2:  # where the middle of the text is
                ends = [x1 + (x2 - x1) * (y - y1) / (y2 - y1) for y in (foot - 10, foot + 2)]
                through += min(ends) < x + half and max(ends) > x - half
        assert through <= 1  # its own


def test_edges_are_straight_unless_they_would_be_too_flat() -> None:
    assert not re.search(r"L\S+ \S+V", aima().svg())
    fan = [TreeNode((ply,), None, MIN, edge="ab") for ply in range(60)]
    root = TreeNode((), None, MAX, children=fan)
    drawn = SearchTree(Game.from_tree(AIMA), root, "minimax", "", 61).svg()
    assert len(re.findall(r"M[^MLV]*L[^MLVHz]*V", drawn)) == 60


VALUES = [0, 3, -1, 12345, 0.5, -1 / 3, 1e-9, -123456.7, 1e20, math.inf, -math.inf]


@pytest.mark.parametrize("value", VALUES)
@pytest.mark.parametrize("player", [MAX, MIN, CHANCE])
@pytest.mark.parametrize("chosen", [False, True])
def test_no_value_is_wider_than_its_node(value: float, player: int, chosen: bool) -> None:
    node = TreeNode((), None, player, value=value, bound=Bound.LOWER, chosen=chosen)
    look = Look(node)
    text = wide("≥ ", 12) + wide(look.number, 15, chosen)
    assert text < look.width
    if player != CHANCE:  # where the text's far corners are, the triangle is still that wide
        assert text < look.width * (HIGH - 14 - 5.3) / HIGH
    leaf = Look(TreeNode((), None, MAX, leaf=True, value=value, chosen=chosen))
    assert text < leaf.width + 1


def test_a_long_action_is_shortened_and_stands_whole_in_the_title() -> None:
    action = "a1-" * 30
    root = TreeNode((), None, MAX, children=[TreeNode((0,), None, MIN, edge=action)])
    drawn = parsed(SearchTree(Game.from_tree(AIMA), root, "minimax", "", 2))
    assert any(text.endswith("…") and len(text) == 24 for text in texts(drawn))
    assert action in (groups(drawn)[1].findtext(f"{SVG}title") or "")


def test_a_thousand_nodes_within_a_second() -> None:
    tree = wild(3, 1200)
    start = time.process_time()
    tree.svg()
    assert time.process_time() - start < 3  # alone it takes a tenth of one


def test_a_long_chain_needs_no_recursion() -> None:
    tree = chain(3000)
    found = groups(parsed(tree))
    assert len(found) == 3001
    assert max(len(here.description()) for here in placed(tree)) <= LONGEST + 100
    assert tree.html()


# --- pictures of states -----------------------------------------------------------------------


def test_visited_states_are_drawn_in_their_nodes() -> None:
    for group, node in zip(groups(parsed(boards())), boards(), strict=True):
        assert (group.find(f"{SVG}svg") is not None) == (node.status == VISITED)
    assert not list(parsed(boards(), pictures=False).iter(f"{SVG}use"))
    assert all(g.find(f"{SVG}svg") is None for g in groups(parsed(aima())))


def test_what_pictures_share_is_written_once_and_they_are_the_same_as_before() -> None:
    """References put back, each picture is what the game draws."""
    root = parsed(boards())
    shared = {g.get("id"): list(g) for g in root.iter(f"{SVG}g") if g.get("id")}
    assert shared
    for group, node in zip(groups(root), boards(), strict=True):
        small = group.find(f"{SVG}svg")
        if small is None:
            continue
        inside = []
        for element in small:
            href = (element.get("href") or "").removeprefix("#")
            inside += shared[href] if element.tag == f"{SVG}use" else [element]
        drawn = ElementTree.fromstring(boards().game.draw(node.state))
        wanted = [element for element in drawn if element.tag != f"{SVG}title"]
        assert [plain(element) for element in inside] == [plain(element) for element in wanted]
        assert small.get("viewBox") == drawn.get("viewBox")
        assert small.get("font-family") == drawn.get("font-family")


def plain(element: ElementTree.Element) -> tuple[object, ...]:
    return element.tag, sorted(element.items()), element.text


def test_ids_of_pictures_do_not_clash() -> None:
    one = (
        '<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 2">'
        '<title>a</title><defs><linearGradient id="g"><stop/></linearGradient></defs>'
        '<rect fill="url(#g)" id="r"/><use href="#r"/><text>COLOUR</text></svg>'
    )
    red, blue = (
        thumbnail_of(one.replace("COLOUR", "red")),
        thumbnail_of(one.replace("COLOUR", "blue")),
    )
    assert red is not None and blue is not None
    assert (red.width, red.height) == (96, 48)
    for picture in (red, blue):
        text = picture.at(0, 0)
        ElementTree.fromstring(text)
        (name,) = set(re.findall(r'(?:id="|#)(\w+-)[gr]\b', text))
        assert text.count(name) == 4
        assert "<title>" not in text
    assert red.at(0, 0).replace("red", "blue") != blue.at(0, 0)  # the names differ as well


@pytest.mark.parametrize(
    "drawing",
    [
        "",
        "no picture",
        "<svg",
        "<p>text</p>",
        "<svg></svg>",
        '<svg viewBox="0 0 0 1"></svg>',
        '<svg width="1em" height="2"></svg>',
        '<svg viewBox="0 0 1 1"><rect></svg>',
    ],
)
def test_what_is_no_picture_is_left_out(drawing: str) -> None:
    assert thumbnail_of(drawing) is None


def test_a_picture_may_have_a_size_only() -> None:
    picture = thumbnail_of('<svg width="40px" height="20"><text>\n a\n</text></svg>')
    assert picture is not None
    assert picture.view == "0 0 40 20"


# --- small things -----------------------------------------------------------------------------


def test_numbers_of_drawings() -> None:
    assert [n(x) for x in (3.0, 2.04, -0.04, 0.25, 1e4 + 0.05)] == ["3", "2", "0", "0.2", "10000"]
    assert minus("-3, -∞, e-4") == "−3, −∞, e−4"
    assert minus("a1-b2") == "a1-b2"


def test_lines_are_broken_between_words_and_about_equally_long() -> None:
    text = "one two three four five six seven eight nine ten"
    for width in (20, 60, 100, 200, 2000):
        rows = wrapped(text, 10, width)
        assert " ".join(rows) == text
        assert all(wide(row, 10) <= width or " " not in row for row in rows)
    assert in_rows([1, 2, 3, 4], [10, 10, 10, 10], 0, 30) == [[1, 2], [3, 4]]
    assert wrapped("", 10, 50) == [""]
