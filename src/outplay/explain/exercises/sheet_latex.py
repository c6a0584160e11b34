"""Sheets and answer keys as a LaTeX document, a page for each copy; TikZ's forest draws trees.

The document is plain ASCII: what is not has its command, so that any LaTeX sets it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from outplay.explain.draw.latex import STYLES, escaped, forest_of
from outplay.explain.draw.svg_text import minus
from outplay.explain.exercises import sheets
from outplay.explain.exercises.exercise import Exercise
from outplay.explain.exercises.spec import ALPHABETA
from outplay.explain.tree import SearchTree

HEAD = r"""\documentclass[a4paper,10pt]{article}
\usepackage[T1]{fontenc}
\usepackage[%(page)s,margin=13mm]{geometry}
\usepackage{graphicx,longtable}
%(styles)s\forestset{
  max node/.append style={minimum size=15mm},
  chance node/.append style={minimum size=10mm},
  end node/.append style={minimum size=6mm},
}
\pagestyle{empty}
\setlength{\parindent}{0pt}
\setlength{\parskip}{4pt}
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


def tex(text: str) -> str:
    """Text as LaTeX has it; a hyphen before a number is a minus."""
    return escaped(minus(text))


def document(exercises: Sequence[Exercise], *, key: bool) -> str:
    """All of them, each on a page of its own."""
    wide = sheets.is_wide(exercises[0])
    head = HEAD.replace("%(page)s", "landscape" if wide else "portrait")
    head = head.replace("%(high)s", "0.36" if wide else "0.4").replace("%(styles)s", STYLES)
    pages = ["\n".join(_key(each) if key else _blank(each)) for each in exercises]
    body = "\n\\newpage\n".join(pages)
    return f"{head}{body}\n\\end{{document}}\n"


def _blank(exercise: Exercise) -> Iterator[str]:
    yield _title(exercise, key=False)
    for text in sheets.task(exercise):
        yield f"{tex(text)}\n"
    yield from _listed("enumerate", sheets.instructions(exercise))
    yield _tree(sheets.blank(exercise), windows=False)
    yield f"{tex(sheets.NAMES)}\n"
    left, right, *long = sheets.fields(exercise)
    yield rf"\blanks{{{tex(left)}}}{{{tex(right)}}}"
    for field in long:
        yield rf"\blank{{{tex(field)}}}"
    for place in range(1, sheets.cut_lines(exercise), 2):
        yield rf"\blanks{{Cut {place}}}{{Cut {place + 1}}}"


def _key(exercise: Exercise) -> Iterator[str]:
    yield _title(exercise, key=True)
    yield _tree(sheets.solved(exercise), windows=True)
    summary = [f"{label}: {text}" for label, text in sheets.summary(exercise)]
    yield from _listed("itemize", summary)
    yield f"{tex(exercise.trace.convention)}\n"
    layout = "rllrrl" if exercise.kind == ALPHABETA else "rlll"
    yield rf"\begin{{small}}\begin{{longtable}}{{@{{}}{layout}p{{0.4\linewidth}}@{{}}}}"
    yield rf"{' & '.join(map(tex, sheets.columns(exercise)))} \\ \hline \endhead"
    for _, cells in sheets.rows(exercise):
        yield rf"{' & '.join(map(tex, cells))} \\"
    yield r"\end{longtable}\end{small}"


def _title(exercise: Exercise, *, key: bool) -> str:
    title, mark = tex(sheets.heading(exercise, key=key)), tex(sheets.mark(exercise))
    name = "" if key else r"Name\ \rule{60mm}{0.4pt}"
    return rf"\sheethead{{{title}}}{{{name}}}{{{mark}}}"


def _listed(kind: str, items: Sequence[str]) -> Iterator[str]:
    yield rf"\begin{{{kind}}}\setlength{{\itemsep}}{{0pt}}"
    yield from (rf"\item {tex(item)}" for item in items)
    yield rf"\end{{{kind}}}"


def _tree(tree: SearchTree, *, windows: bool) -> str:
    forest = forest_of(tree, windows=windows)
    return rf"\begin{{lrbox}}{{\tree}}{forest}\end{{lrbox}}\showtree"
