"""Sheets and answer keys as a LaTeX document, a page for each copy; TikZ's forest draws trees.

The document is plain ASCII: what is not has its command, so that any LaTeX sets it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction

from outplay.explain.exercises import sheets
from outplay.explain.exercises.answer_key import COLUMNS, rows
from outplay.explain.exercises.chance_trees import fraction_text
from outplay.explain.exercises.exercise import Exercise
from outplay.explain.exercises.spec import ALPHABETA
from outplay.explain.tree import SKIPPED, VISITED, SearchTree, TreeNode
from outplay.explain.words import number
from outplay.game import CHANCE, MAX
from outplay.result import Bound

WIDE = 12
"""From so many leaves on a sheet lies on its side."""

HEAD = r"""\documentclass[a4paper,10pt]{article}
\usepackage[T1]{fontenc}
\usepackage[%(page)s,margin=13mm]{geometry}
\usepackage{amssymb,graphicx,longtable}
\usepackage{forest}
\usetikzlibrary{shapes.geometric}
\pagestyle{empty}
\setlength{\parindent}{0pt}
\setlength{\parskip}{4pt}
\forestset{
  MAX node/.style={draw, regular polygon, regular polygon sides=3, inner sep=0pt,
    minimum size=15mm},
  MIN node/.style={MAX node, shape border rotate=180},
  chance node/.style={draw, circle, inner sep=1pt, minimum size=10mm},
  end node/.style={draw, rectangle, inner sep=3pt, minimum size=6mm},
  chosen node/.style={very thick, edge={very thick}},
  grey node/.style={draw=gray, text=gray, dashed, edge={gray, dashed}},
  cut edge/.style={edge label={node[midway, sloped, inner sep=0pt]{$/\!/$}}},
  chance edge/.style={
    edge label={node[midway, fill=white, inner sep=1pt, font=\footnotesize]{#1}}},
  sheet/.style={for tree={s sep=3mm, l sep=9mm, fit=band, font=\small}},
}
\newsavebox{\tree}
\newcommand{\showtree}{%
  \ifdim\wd\tree>\linewidth
    \sbox{\tree}{\resizebox{\linewidth}{!}{\usebox{\tree}}}\fi
  \ifdim\dimexpr\ht\tree+\dp\tree\relax>%(high)s\textheight
    \sbox{\tree}{\resizebox*{!}{%(high)s\textheight}{\usebox{\tree}}}\fi
  \begin{center}\usebox{\tree}\end{center}}
\newcommand{\blank}[1]{\makebox[\linewidth][s]{#1\ \hrulefill}\par\vspace{4pt}}
\newcommand{\blanks}[2]{\makebox[0.48\linewidth][s]{#1\ \hrulefill}\hfill
  \makebox[0.48\linewidth][s]{#2\ \hrulefill}\par\vspace{4pt}}
\newcommand{\sheethead}[3]{{\Large\bfseries #1}\quad #2\hfill #3\par\vspace{4pt}}
\begin{document}
"""

PLAIN = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "%": r"\%", "&": r"\&", "#": r"\#",
    "$": r"\$", "_": r"\_", "^": r"\^{}", "~": r"$\sim$", "<": "$<$", ">": "$>$",
    "\u2265": r"$\geq$", "\u2264": r"$\leq$", "\u221e": r"$\infty$", "\u03b1": r"$\alpha$",
    "\u03b2": r"$\beta$", "\u00d7": r"$\times$", "\u25b3": r"$\triangle$",
    "\u25bd": r"$\triangledown$", "\u25cb": r"$\bigcirc$", "\u25a1": r"$\square$",
    "\u2026": r"\ldots{}",
}  # fmt: skip


def tex(text: str) -> str:
    """Text as LaTeX has it; a hyphen before a number is a minus."""
    text = re.sub(r"(?<![\w.)])-(?=[\d\u221e])", "\0", text)
    return "".join(PLAIN.get(letter, letter) for letter in text).replace("\0", "$-$")


def document(exercises: Sequence[Exercise], *, key: bool) -> str:
    """All of them, each on a page of its own."""
    wide = len(exercises[0].leaves) > WIDE
    head = HEAD.replace("%(page)s", "landscape" if wide else "portrait")
    head = head.replace("%(high)s", "0.36" if wide else "0.4")
    parts = []
    for exercise in exercises:
        parts.append("\n".join(_key(exercise) if key else _blank(exercise)))
    body = "\n\\newpage\n".join(parts)
    return f"{head}{body}\n\\end{{document}}\n"


def _blank(exercise: Exercise) -> Iterator[str]:
    yield from _title(exercise, key=False)
    for text in sheets.task(exercise):
        yield f"{tex(text)}\n"
    yield r"\begin{enumerate}\setlength{\itemsep}{0pt}"
    for text in sheets.asked(exercise):
        yield rf"\item {tex(text)}"
    yield r"\end{enumerate}"
    yield from _drawn(sheets.blank(exercise))
    yield f"{tex(sheets.NAMES)}\n"
    left, right, *long = sheets.fields(exercise)
    yield rf"\blanks{{{tex(left)}}}{{{tex(right)}}}"
    for field in long:
        yield rf"\blank{{{tex(field)}}}"
    for place in range(1, sheets.cut_lines(exercise), 2):
        yield rf"\blanks{{Cut {place}}}{{Cut {place + 1}}}"


def _key(exercise: Exercise) -> Iterator[str]:
    yield from _title(exercise, key=True)
    yield from _drawn(sheets.solved(exercise))
    yield r"\begin{itemize}\setlength{\itemsep}{0pt}"
    for label, text in sheets.summary(exercise):
        yield rf"\item {tex(label)}: {tex(text)}"
    yield r"\end{itemize}"
    yield f"{tex(sheets.convention(exercise))}\n"
    yield from _steps(exercise)


def _steps(exercise: Exercise) -> Iterator[str]:
    windows = exercise.kind == ALPHABETA
    names = [name for name in COLUMNS if windows or name not in ("α", "β")]
    columns = "rllrrl" if windows else "rlll"
    yield rf"\begin{{small}}\begin{{longtable}}{{@{{}}{columns}p{{0.4\linewidth}}@{{}}}}"
    heads = " & ".join(tex(name) for name in names)
    yield rf"{heads} \\ \hline \endhead"
    for row in rows(exercise):
        yield rf"{' & '.join(tex(cell) for cell in row.cells(windows))} \\"
    yield r"\end{longtable}\end{small}"


def _title(exercise: Exercise, *, key: bool) -> Iterator[str]:
    title, mark = tex(sheets.heading(exercise, key=key)), tex(sheets.mark(exercise))
    name = "" if key else r"Name\ \rule{60mm}{0.4pt}"
    yield rf"\sheethead{{{title}}}{{{name}}}{{{mark}}}"


# --- trees --------------------------------------------------------------------------------


def _drawn(tree: SearchTree) -> Iterator[str]:
    yield r"\begin{lrbox}{\tree}\begin{forest} sheet"
    yield from _node(tree.root, None)
    yield r"\end{forest}\end{lrbox}\showtree"


def _node(node: TreeNode, parent: TreeNode | None) -> Iterator[str]:
    """A node and all below it; exercises are never deep."""
    margin = "  " * len(node.path)
    value = ""
    if node.value is not None:
        value = tex(f"{(node.bound or Bound.EXACT).sign} {number(node.value)}")
    head = f"{margin}[{{{value}}}, {', '.join(_styles(node, parent))}"
    if not node.children:
        yield f"{head}]"
        return
    yield head
    for child in node.children:
        yield from _node(child, node)
    yield f"{margin}]"


def _styles(node: TreeNode, parent: TreeNode | None) -> Iterator[str]:
    if node.leaf:
        yield "end node"
    elif node.player == CHANCE:
        yield "chance node"
    else:
        yield "MAX node" if node.player == MAX else "MIN node"
    if node.status != VISITED:
        yield "grey node"
    if node.status == SKIPPED and parent is not None and parent.cut:
        yield "cut edge"
    if node.chosen:
        yield "chosen node"
    if node.probability is not None:
        chance = Fraction(node.probability).limit_denominator(10_000)
        yield f"chance edge={{{fraction_text(chance)}}}"
