"""The tree as text, DOT, Mermaid, LaTeX and JSON: each node and edge once, whatever their names."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from forest_reader import as_forest, read_forest
from many_trees import NASTY, TREES, edge_label, edges_of, every_tree

from outplay import CHANCE, MAX, MIN, Bound, Game
from outplay.explain.draw.dot import quoted
from outplay.explain.draw.mermaid import escaped as in_mermaid
from outplay.explain.draw.walk import Placed, clean, placed
from outplay.explain.trace import trace
from outplay.explain.tree import FOLDED, SKIPPED, UNVISITED, VISITED, SearchTree, TreeNode
from outplay.explain.tree import tree_of_trace as grown

GOLDEN = Path(__file__).parent / "golden"


def value_of(node: TreeNode) -> str:
    return Placed(0, node, None, 0, "").value


def window_of(node: TreeNode) -> str:
    return Placed(0, node, None, 0, "").window


def test_the_trees_have_every_kind_of_node() -> None:
    nodes = [node for tree in TREES.values() for node in tree]
    assert {node.status for node in nodes} == {VISITED, SKIPPED, UNVISITED, FOLDED}
    assert {node.bound for node in nodes} == {*Bound, None}
    assert {node.player for node in nodes} == {MAX, MIN, CHANCE}
    assert {"remembered", "probed"} <= {node.note for node in nodes}
    assert any(node.replayed for node in nodes)


# --- text --------------------------------------------------------------------------------------


@every_tree
def test_text_has_a_line_for_each_node(tree: SearchTree) -> None:
    title, *lines = tree.text().splitlines()
    legend = lines.pop()
    assert title == clean(tree.title()) and tree.convention in title
    assert "MAX" in legend or "the end" in legend or "MIN" in legend or "chance" in legend
    assert len(lines) == len(tree)
    for here, line in zip(placed(tree), lines, strict=True):
        node = here.node
        branch = re.match(r"(?:[│ ] {2})*(?:[├└][─╌] )?", line)
        assert branch is not None and branch.end() == 3 * here.ply
        said = line[branch.end() :]
        if node.status == FOLDED:
            assert said == f"⋯ {node.note}"
            continue
        shape = "□" if node.over else {MAX: "△", MIN: "▽", CHANCE: "○"}[node.player]
        start = f"{edge_label(node)} {shape} {value_of(node)}".strip()
        assert said.startswith(start)
        rest = said[len(start) :]
        assert ("●" in rest) == node.chosen
        assert ("  skipped" in rest or ", skipped" in rest) == (node.status == SKIPPED)
        assert ("not visited" in rest) == (node.status == UNVISITED)
        assert (("╌" in branch.group()) == (node.status in (SKIPPED, UNVISITED))) or here.ply == 0
        assert (f"✂ {node.cut}" in rest) == bool(node.cut)
        assert (window_of(node) in rest) and bool(window_of(node)) == ("(" in rest.split("✂")[0])
        assert ("replayed" in rest) == node.replayed


@every_tree
@pytest.mark.parametrize("width", [20, 33, 80])
def test_text_keeps_to_a_width(tree: SearchTree, width: int) -> None:
    whole, narrow = tree.text().splitlines(), tree.text(width=width).splitlines()
    assert all(len(line) <= width for line in narrow)
    begun = next(n for n, line in enumerate(narrow) if line[:1] == whole[1][:1])
    for line, short in zip(whole[1:-1], narrow[begun:], strict=False):
        assert short == line or short == line[: width - 1] + "…"
    # The title is wrapped, not cut: it says the convention.
    assert " ".join(narrow[:begun]) == whole[0]


@every_tree
def test_colour_only_adds(tree: SearchTree) -> None:
    coloured = tree.text(colour=True)
    assert re.sub(r"\x1b\[\d*m", "", coloured) == tree.text()
    assert "\x1b" in coloured and "\x1b" not in tree.text()


def test_windows_can_be_left_out() -> None:
    tree = TREES["aima"]
    for text in (
        tree.text(windows=False),
        tree.dot(windows=False),
        tree.mermaid(windows=False),
        tree.latex(windows=False),
    ):
        assert "∞" not in text and "infty" not in text.partition("begin{forest}")[2]


# --- DOT ---------------------------------------------------------------------------------------

STRING = r'"(?:[^"\\]|\\.)*"'


def read_dot(text: str) -> tuple[dict[str, str], dict[int, dict[str, str]], dict[Any, Any]]:
    """Graph attributes, nodes and edges of the little DOT that we write."""
    first, *lines, last = text.splitlines()
    assert (first, last) == ("digraph tree {", "}")
    graph: dict[str, str] = {}
    nodes: dict[int, dict[str, str]] = {}
    edges: dict[Any, Any] = {}
    for line in lines:
        given = rf"(?:[a-z]+=(?:{STRING}|[\w.]+)(?:, )?)+"
        found = re.fullmatch(rf"  (graph|node|edge|n(\d+)(?: -> n(\d+))?) \[({given})\];", line)
        assert found is not None, line
        told = dict(re.findall(rf"([a-z]+)=({STRING}|[\w.]+)", found[4]))
        read = {name: unquoted(value) for name, value in told.items()}
        if found[3] is not None:
            assert (int(found[2]), int(found[3])) not in edges
            edges[int(found[2]), int(found[3])] = read
        elif found[2] is not None:
            assert int(found[2]) not in nodes
            nodes[int(found[2])] = read
        elif found[1] == "graph":
            graph = read
    return graph, nodes, edges


def unquoted(text: str) -> str:
    if not text.startswith('"'):
        return text
    return re.sub(r"\\(.)", r"\1", text[1:-1]).replace("&amp;", "&")


@every_tree
def test_dot_has_each_node_and_edge_once(tree: SearchTree) -> None:
    graph, nodes, edges = read_dot(tree.dot())
    assert graph["label"] == clean(tree.title())
    assert list(nodes) == list(range(len(tree)))
    assert list(edges) == edges_of(tree)
    shapes = {MAX: "triangle", MIN: "invtriangle", CHANCE: "circle"}
    for here in placed(tree):
        node, said = here.node, nodes[here.number]
        edge = edges[here.parent.number, here.number] if here.parent is not None else {}
        assert said["tooltip"].startswith(clean(here.name))
        if node.status == FOLDED:
            assert (said["shape"], said["label"]) == ("note", node.note)
            continue
        assert said["shape"] == ("box" if node.over else shapes[node.player])
        assert said["label"] == value_of(node)
        assert (said.get("style") == "bold") == node.chosen
        unseen = node.status in (SKIPPED, UNVISITED)
        assert (said.get("style") == "dashed") == unseen == (said.get("color") == "gray55")
        assert (node.cut in said["tooltip"]) and window_of(node) in said.get("xlabel", "")
        if edge:
            assert edge["label"] == edge_label(node, " ✂")
            assert (edge.get("arrowtail") == "tee") == (node.status == SKIPPED)
            assert (edge.get("style") == "dashed") == unseen


@pytest.mark.parametrize("text", NASTY)
def test_dot_quotes_anything(text: str) -> None:
    told = quoted(text)
    assert re.fullmatch(STRING, told) and "\n" not in told
    assert unquoted(told) == clean(text)


@pytest.mark.skipif(not shutil.which("dot"), reason="Graphviz is not installed")
def test_graphviz_reads_it() -> None:
    for tree in TREES.values():
        done = subprocess.run(["dot", "-Tsvg"], input=tree.dot(), capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        assert done.stdout.count('class="node"') == len(tree)


# --- Mermaid -----------------------------------------------------------------------------------


def read_mermaid(text: str) -> tuple[str, dict[int, Any], dict[Any, Any], dict[int, str]]:
    """Title, nodes (shape, label), edges (line, label) and classes of the Mermaid that we write."""
    bar, title, bar_too, kind, *lines = text.splitlines()
    assert (bar, bar_too, kind) == ("---", "---", "flowchart TD")
    nodes: dict[int, Any] = {}
    edges: dict[Any, Any] = {}
    classes: dict[int, str] = {}
    declared = set()
    for line in lines:
        if node := re.fullmatch(r'  n(\d+)([\[(/\\]+)"([^"]*)"([\])/\\]+)', line):
            assert int(node[1]) not in nodes
            nodes[int(node[1])] = (node[2] + node[4], unescaped(node[3]))
        elif edge := re.fullmatch(r'  n(\d+) (===|---|-\.-)(?:\|"([^"]*)"\|)? n(\d+)', line):
            assert (int(edge[1]), int(edge[4])) not in edges
            edges[int(edge[1]), int(edge[4])] = (edge[2], unescaped(edge[3] or ""))
        elif style := re.fullmatch(r"  classDef (\w+) [\w:,#\- ]+", line):
            declared.add(style[1])
        else:
            members = re.fullmatch(r"  class ([n\d,]+) (\w+)", line)
            assert members is not None, line
            assert members[2] in declared
            classes |= {int(name[1:]): members[2] for name in members[1].split(",")}
    return json.loads(title.removeprefix("title: ")), nodes, edges, classes


def unescaped(text: str) -> str:
    assert not set(text.replace("<br>", "")) & set('"<>&`|[]{}\\*_~')
    return re.sub(r"#(\d+);", lambda found: chr(int(found[1])), text)


@every_tree
def test_mermaid_has_each_node_and_edge_once(tree: SearchTree) -> None:
    title, nodes, edges, classes = read_mermaid(tree.mermaid())
    assert title == clean(tree.title())
    assert list(nodes) == list(range(len(tree)))
    assert list(edges) == edges_of(tree)
    shapes = {MAX: "[/\\]", MIN: "[\\/]", CHANCE: "(())"}
    for here in placed(tree):
        node = here.node
        shape, label = nodes[here.number]
        if node.status == FOLDED:
            assert (shape, label) == ("([])", f"⋯ {node.note}")
            assert classes[here.number] == "folded"
            continue
        assert shape == ("[]" if node.over else shapes[node.player])
        sign = "□" if node.over else {MAX: "△", MIN: "▽", CHANCE: "○"}[node.player]
        assert label.split("<br>")[0] == f"{sign} {value_of(node)}".strip()
        assert window_of(node) in label
        unseen = node.status in (SKIPPED, UNVISITED)
        assert classes.get(here.number) == (
            "unseen" if unseen else "chosen" if node.chosen else None
        )
        if here.parent is not None:
            line, said = edges[here.parent.number, here.number]
            assert said == edge_label(node, " ✂")
            assert line == ("-.-" if unseen else "===" if node.chosen else "---")


@pytest.mark.parametrize("text", NASTY)
def test_mermaid_escapes_anything(text: str) -> None:
    assert unescaped(in_mermaid(text)) == clean(text)


# --- JSON --------------------------------------------------------------------------------------


@every_tree
@pytest.mark.parametrize("indent", [None, 0, 1, 2])
def test_json_is_what_python_writes(tree: SearchTree, indent: int | None) -> None:
    text = tree.to_json(indent)
    assert text == json.dumps(tree.as_dict(), indent=indent, ensure_ascii=False)
    json.loads(text, parse_constant=lambda name: pytest.fail(f"{name} is no JSON"))


@every_tree
def test_json_says_what_the_tree_says(tree: SearchTree) -> None:
    data = json.loads(tree.to_json())
    assert data["title"] == tree.title() and data["convention"] == tree.convention
    assert (data["game"], data["visited"]) == (tree.game.name, tree.visited)
    assert (data["truncated"], data["skeleton"]) == (tree.truncated, tree.skeleton)
    waiting = [(data["tree"], tree.root)]
    seen = 0
    while waiting:
        told, node = waiting.pop()
        seen += 1
        if node.status == FOLDED:
            assert told["name"].endswith("…") and len(told["folded"]) == len(node.folded) > 0
        else:
            assert told["name"] == tree.name(node)
        for name in (
            "edge",
            "status",
            "leaf",
            "over",
            "chosen",
            "cut",
            "nodes",
            "note",
            "replayed",
            "probability",
        ):
            assert told[name] == getattr(node, name)
        for name in ("value", "alpha", "beta"):
            given = getattr(node, name)
            assert (told[name] is None) == (given is None)
            assert given is None or float(told[name]) == given
        assert told["bound"] == (None if node.bound is None else str(node.bound))
        waiting.extend(zip(told["children"], node.children, strict=True))
    assert seen == len(tree)


# --- size --------------------------------------------------------------------------------------


def test_deep_trees() -> None:
    literal: Any = 7
    for number in range(1_200):
        literal = [literal, number]
    tree = grown(trace(Game.from_tree(literal), limit=100_000))
    assert len(tree) == 2_401
    began = time.perf_counter()
    text, dot, mermaid, latex = tree.text(), tree.dot(), tree.mermaid(), tree.latex()
    data = tree.to_json(None)
    assert time.perf_counter() - began < 5  # alone it takes half of one
    assert max(map(len, text.splitlines())) < 300 and "⋮ 1200 " in text
    assert len(read_dot(dot)[1]) == len(read_mermaid(mermaid)[1]) == 2_401
    assert sum(1 for _ in as_forest(read_forest(latex))) == 2_401
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(20_000)
    try:
        assert json.loads(data) == tree.as_dict()
    finally:
        sys.setrecursionlimit(limit)


def test_wide_trees() -> None:
    tree = grown(trace(Game.from_tree([[*range(40)]] * 60), limit=100_000))
    began = time.perf_counter()
    for draw in (tree.text, tree.dot, tree.mermaid, tree.latex, tree.to_json):
        assert len(draw()) > 50_000
    assert time.perf_counter() - began < 5  # alone it takes a third of one


# --- golden ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["aima", "dice"])
@pytest.mark.parametrize("kind", ["txt", "dot", "tex"])
def test_golden(name: str, kind: str) -> None:
    """Looked at by eye; to write them again: python tests/explain/test_text_formats.py"""
    drawn = draw(name, kind)
    assert drawn == (GOLDEN / f"tree-{name}.{kind}").read_text("utf-8")


def draw(name: str, kind: str) -> str:
    tree = TREES[name]
    return {"txt": lambda: f"{tree.text()}\n", "dot": tree.dot, "tex": tree.latex}[kind]()


if __name__ == "__main__":
    for tree_name in ("aima", "dice"):
        for ending in ("txt", "dot", "tex"):
            (GOLDEN / f"tree-{tree_name}.{ending}").write_text(draw(tree_name, ending), "utf-8")
