"""The tree as a LaTeX document: each node once, everything escaped, and it compiles."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from forest_reader import as_forest, read_forest
from many_trees import NASTY, TREES, every_tree

from outplay import CHANCE, MAX, MIN
from outplay.explain.draw.latex import LETTERS, escaped
from outplay.explain.tree import FOLDED, SKIPPED, UNVISITED, SearchTree


@every_tree
def test_latex_has_each_node_once(tree: SearchTree) -> None:
    text = tree.latex()
    drawn = list(as_forest(read_forest(text)))
    assert [children for _, children in drawn] == [len(node.children) for node in tree]
    for (said, _), node in zip(drawn, tree, strict=True):
        assert ("unseen node" in said) == (node.status in (SKIPPED, UNVISITED))
        assert ("chosen node" in said) == node.chosen
        assert ("\\parallel" in said) == (node.status == SKIPPED)
        shape = {MAX: "max node", MIN: "min node", CHANCE: "chance node"}[node.player]
        wanted = "folded node" if node.status == FOLDED else "end node" if node.over else shape
        assert f"}}, {wanted}" in said
        if node.value is not None and node.status != FOLDED and node.bound is not None:
            sign = {"=": "=", ">=": r"\geq", "<=": r"\leq", "~": r"\sim"}[node.bound]
            assert said.startswith(f"{{${sign} ")


@every_tree
def test_latex_is_in_balance_and_in_letters_that_it_knows(tree: SearchTree) -> None:
    text = tree.latex()
    assert {letter for letter in text if not letter.isascii()} <= LETTERS
    bare = re.sub(r"\\.", "", text)
    assert bare.count("{") == bare.count("}") and bare.count("$") % 2 == 0
    for name in ("document", "forest"):
        assert text.count(f"\\begin{{{name}}}") == text.count(f"\\end{{{name}}}") == 1
    assert "%" not in bare and "#" not in bare.partition("\\tikzset")[2] and "&" not in bare
    assert not re.search(r"\n\s*\n", text.partition("\\begin{forest}")[2])  # no paragraph in a tree


@pytest.mark.parametrize("text", NASTY)
def test_latex_escapes_anything(text: str) -> None:
    told = escaped(text)
    bare = re.sub(r"\\[^A-Za-z]|\\[A-Za-z]+", "", told)
    assert not set(bare) & set("%#&_^~")
    depth = 0
    for letter in bare:
        depth += {"{": 1, "}": -1}.get(letter, 0)
        assert depth >= 0
    assert depth == 0 and bare.count("$") % 2 == 0


TEX = [name for name in ("pdflatex", "lualatex", "xelatex") if shutil.which(name)]


@pytest.mark.skipif(not TEX, reason="no LaTeX is installed (pdflatex, lualatex, xelatex)")
@pytest.mark.parametrize("program", TEX or ["any"])
def test_latex_compiles(program: str, tmp_path: Path) -> None:
    for name in ("dice", "nasty", "skeleton"):
        compile_latex(name, program, tmp_path)


def compile_latex(name: str, program: str, tmp_path: Path) -> None:
    (tmp_path / "tree.tex").write_text(TREES[name].latex(), encoding="utf-8")
    kpsewhich = subprocess.run(["kpsewhich", "forest.sty", "standalone.cls"], capture_output=True)
    if kpsewhich.returncode != 0:
        pytest.skip("LaTeX is installed without the packages forest and standalone")
    if program == "lualatex":
        needed = ["kpsewhich", "luatex85.sty", "luaotfload-main.lua"]
        if subprocess.run(needed, capture_output=True).returncode != 0:
            pytest.skip("LuaLaTeX is installed without luatex85 and luaotfload")
    done = subprocess.run(
        [program, "-interaction=nonstopmode", "-halt-on-error", "tree.tex"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        errors="replace",
        timeout=300,
    )
    assert done.returncode == 0, done.stdout[-3000:]
    assert (tmp_path / "tree.pdf").stat().st_size > 1000
