"""A tree as a LaTeX document of its own, drawn by TikZ (the package forest).

`pdflatex`, `lualatex` and `xelatex` compile it. Letters that pdfLaTeX's fonts lack are printed as
their numbers there, such as U+2654, and as themselves by the others.
"""

from __future__ import annotations

from outplay.explain.draw.walk import Placed, clean, placed
from outplay.explain.tree import SearchTree
from outplay.explain.words import probability

STYLES = r"""\usepackage{iftex}
\usepackage{amssymb}
\usepackage{forest}
\usetikzlibrary{shapes.geometric}
\newcommand{\letter}[1]{\ifPDFTeX\texttt{U+#1}\else\char"#1\relax\fi}
\tikzset{
  window/.style={font=\tiny, text=black!65, inner sep=1pt},
  action/.style={midway, fill=white, inner sep=1pt, font=\scriptsize, text=black},
  bars/.style={pos=0.25, sloped, inner sep=0pt, text=black},
}
\forestset{
  max node/.style={draw, shape=regular polygon, regular polygon sides=3, inner sep=0.5pt},
  min node/.style={max node, shape border rotate=180},
  chance node/.style={draw, shape=circle, inner sep=1.5pt},
  end node/.style={draw, shape=rectangle, inner sep=2.5pt},
  folded node/.style={draw, dotted, shape=rectangle, font=\scriptsize, edge={dotted}},
  chosen node/.style={line width=1.4pt, edge={line width=1.4pt}},
  unseen node/.style={draw=gray, text=gray, dashed, edge={gray, dashed}},
}
"""
"""Packages and styles that a drawn tree needs."""

MARKS = {
    **{"\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "$": r"\$", "&": r"\&", "%": r"\%"},
    **{"#": r"\#", "_": r"\_", "^": r"\textasciicircum{}", "~": r"\textasciitilde{}"},
    **{"<": r"$<$", ">": r"$>$", "|": r"$|$", '"': "{''}", "[": "{[}", "]": "{]}", "-": "{-}"},
    **{"`": "{`}", "'": "{'}", "≥": r"$\geq$", "≤": r"$\leq$", "∞": r"$\infty$"},
    **{"…": r"\ldots{}", "⋯": r"$\cdots$", "·": r"$\cdot$", "×": r"$\times$"},
    **{"→": r"$\rightarrow$", "–": "--", "—": "---", "−": "$-$", "α": r"$\alpha$"},
    **{"β": r"$\beta$", "△": r"$\triangle$", "▽": r"$\bigtriangledown$", "○": r"$\bigcirc$"},
    "□": r"$\square$",
}
"""What LaTeX would take for something else, or has in mathematics only."""

LETTERS = set("ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÑÒÓÔÕÖØÙÚÛÜÝßàáâãäåæçèéêëìíîïñòóôõöøùúûüýÿŒœ")
"""Letters beyond ASCII that every LaTeX prints."""

MATHS = {"≥": r"\geq", "≤": r"\leq", "~": r"\sim", "∞": r"\infty", "e": r"\mathrm{e}"}
"""In numbers and windows, where no letter comes after one of these."""


def draw_latex(tree: SearchTree, *, windows: bool = True) -> str:
    """The whole document."""
    title = r"; \\ ".join(escaped(part) for part in tree.title().split("; "))
    caption = (
        r"  \node[anchor=south, align=center, font=\small, yshift=3mm]"
        rf" at (current bounding box.north) {{{title}}};"
    )
    forest = forest_of(tree, caption, windows=windows)
    head = rf"\documentclass[border=6pt]{{standalone}}{chr(10)}{STYLES}\begin{{document}}"
    return f"{head}\n{forest}\n\\end{{document}}\n"


def forest_of(tree: SearchTree, caption: str = "", *, windows: bool) -> str:
    """The tree as TikZ's forest draws it, with a command behind it."""
    lines: list[str] = []
    open_: list[Placed] = []
    for here in placed(tree):
        while open_ and open_[-1] is not here.parent:
            open_.pop()
            lines[-1] += "]"
        lines.append(f"{'  ' * min(here.ply + 1, 12)}[{', '.join(_node(here, windows))}")
        open_.append(here)
    lines[-1] += "]" * len(open_)
    head = r"  for tree={font=\small, l sep=9mm, s sep=8mm, fit=band}"
    lines = [r"\begin{forest}", head, *lines, *filter(None, [caption]), r"\end{forest}"]
    return "\n".join(lines)


def escaped(text: str) -> str:
    """Text that LaTeX prints as it is."""
    return "".join(_letter(letter) for letter in clean(text))


def _letter(letter: str) -> str:
    if letter in MARKS:
        return MARKS[letter]
    if letter.isascii() or letter in LETTERS:
        return letter
    return f"\\letter{{{ord(letter):04X}}}"


def _maths(text: str) -> str:
    """A number with its sign, or a window: as mathematics, with a real minus."""
    return f"${''.join(MATHS.get(letter, letter) for letter in text)}$" if text else ""


def _node(here: Placed, windows: bool) -> list[str]:
    """The content and the options of a node. Braces keep commas and brackets within."""
    folded = here.kind == "folded"
    content = escaped(here.node.note) if folded else _maths(here.value)
    parts = [f"{{{content}}}", f"{here.kind} node"]
    if here.style and not folded:
        parts.append(f"{here.style} node")
    if windows and here.window:
        parts.append(f"label={{[window]right:{{{_maths(here.window)}}}}}")
    remark = "" if folded or here.cut_here else here.remark
    if remark and not (here.node.leaf and remark == "not visited"):  # grey says that
        parts.append(f"label={{[window]below:{{{escaped(remark)}}}}}")
    edge = _edge(here)
    if edge:
        parts.append(f"edge label={{{edge}}}")
    return parts


def _edge(here: Placed) -> str:
    """What stands on the edge: the action, its probability, and the bars of a cut across it."""
    node = here.node
    text = escaped(node.edge)
    if node.probability is not None:
        text += f" ($p = {probability(node.probability)}$)"
    label = f"node[action]{{{text}}}" if text else ""
    return rf"node[bars]{{$\parallel$}} {label}".rstrip() if here.cut_here else label
