"""The tree of a search as a page that stands alone: the picture, its legend, the tree in words.

There is no script in it, and nothing is fetched. In words the tree is a list of lists, each of
which opens and closes; a reader who sees no picture has all the facts there.
"""

from __future__ import annotations

from collections.abc import Iterator

from outplay.explain.draw.svg import ICONS, Drawing, label_of, meanings, signs
from outplay.explain.draw.svg_text import attribute, words
from outplay.explain.draw.walk import placed
from outplay.explain.tree import SearchTree
from outplay.explain.words import plural

OPEN = 60
"""A tree of at most so many nodes is shown open; of a larger one, the principal variation."""

DEEPEST = 80
"""Plies below which lists nest no further: browsers stop at about 500 elements."""

STYLE = """\
:root { color-scheme: light dark; }
body { margin: 0 auto; max-width: 76rem; padding: 1.5rem; line-height: 1.5;
  font-family: system-ui, "Segoe UI", Helvetica, Arial, sans-serif; }
h1 { font-size: 1.35rem; line-height: 1.3; margin: 0 0 .25rem; }
h2 { font-size: 1.1rem; margin: 2rem 0 .5rem; }
"""

PARTS = """\
.outplay-tree figure { margin: 1rem 0; }
.outplay-tree .sheet { overflow: auto; max-height: 90vh; background: #fff; border-radius: 6px;
  border: 1px solid #d0d7de; }
.outplay-tree .sheet > svg { display: block; margin: 0 auto; }
.outplay-tree .legend { display: flex; flex-wrap: wrap; gap: .3rem 1.4rem; margin: .5rem 0;
  padding: 0; list-style: none; }
.outplay-tree .legend svg { vertical-align: -2px; background: #fff; border-radius: 2px; }
.outplay-tree .words ul { list-style: none; margin: 0; padding-left: 1.4rem; }
.outplay-tree .words > ul { padding-left: 0; }
.outplay-tree .words .leaf { padding-left: 1.1rem; }
.outplay-tree .words .chosen > .edge, .outplay-tree .words .chosen > details > summary > .edge {
  font-weight: bold; }
.outplay-tree .words .unseen { opacity: .7; }
.outplay-tree .words .edge { font-family: ui-monospace, Consolas, monospace; }
.outplay-tree summary { cursor: pointer; }
@media print {
  .outplay-tree .sheet { overflow: visible; max-height: none; border: 0; }
  .outplay-tree .sheet > svg { max-width: 100%; height: auto; }
  .outplay-tree details::details-content { content-visibility: visible; height: auto; }
}
"""


def draw_html(tree: SearchTree, *, pictures: bool, windows: bool) -> str:
    """The whole page; `SearchTree.html` says what the options mean."""
    title = words(f"{tree.game.name}: the tree of {tree.algorithm}")
    return f"""\
<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>
{STYLE}{PARTS}</style>
</head>
<body>
<main class="outplay-tree">
<h1>{title}</h1>
<p>{words(tree.title())}. Values are from MAX's side.</p>
{_figure(tree, pictures, windows, legend=False)}
<h2>Legend</h2>
{_legend(tree, windows)}
<h2>The tree in words</h2>
{_words(tree)}
</main>
</body>
</html>
"""


def fragment(tree: SearchTree, *, pictures: bool = True, windows: bool = True) -> str:
    """A part of a page, such as a notebook's cell: the picture, and the words, closed."""
    return f"""\
<div class="outplay-tree">
<style>
{PARTS}</style>
{_figure(tree, pictures, windows, legend=True)}
<details>
<summary>The tree in words</summary>
{_words(tree)}
</details>
</div>
"""


def _figure(tree: SearchTree, pictures: bool, windows: bool, legend: bool) -> str:
    picture = Drawing(tree, pictures, windows, legend).picture()
    label = attribute(f"{label_of(tree)} (scrolls)")
    # A box that scrolls must be reachable by key.
    return f"""\
<figure>
<div class="sheet" tabindex="0" role="region" aria-label="{label}">
{str(picture).rstrip()}
</div>
</figure>"""


def _legend(tree: SearchTree, windows: bool) -> str:
    shapes = [
        f'<li><svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">{ICONS[icon]}'
        f"</svg> {words(text)}</li>"
        for icon, text in meanings(tree, windows)
    ]
    numbers = [f"<li><b>{words(sign)}</b> {words(text)}</li>" for sign, text in signs(tree)]
    parts = ['<ul class="legend">', *shapes, "</ul>", '<ul class="legend">', *numbers, "</ul>"]
    if tree.convention:
        parts.append(f"<p>Convention: {words(tree.convention)}.</p>")
    return "\n".join(parts)


def _words(tree: SearchTree) -> str:
    return "\n".join(['<div class="words">', "<ul>", *_items(tree), "</ul>", "</div>"])


def _items(tree: SearchTree) -> Iterator[str]:
    """The list, element by element; `due` holds what is still to be closed, by depth."""
    nodes = placed(tree)
    below = [0] * len(nodes)
    for here in reversed(nodes):  # children before their parents
        if here.parent is not None:
            below[here.parent.number] += below[here.number] + 1
    due: list[str] = []
    for here in nodes:
        node = here.node
        while len(due) > min(here.ply, DEEPEST):
            yield due.pop()
        text = words(here.description(signs=True, named=False))
        if node.edge:
            text = f'<span class="edge">{words(node.edge)}</span> {text}'
        nested = bool(node.children) and here.ply < DEEPEST
        names = {"leaf": not nested, "chosen": node.chosen, "unseen": not here.seen}
        listed = " ".join(name for name, applies in names.items() if applies)
        look = f' class="{listed}"' if listed else ""
        if nested:
            # What was never visited stays closed: there is nothing to be learnt in it.
            small = len(nodes) <= OPEN and node.nodes > 0
            shown = " open" if node.chosen or small or here.parent is None else ""
            yield f"<li{look}><details{shown}>"
            count = plural(below[here.number], "node")
            yield f"<summary>{text} <small>({count} below)</small></summary>"
            yield "<ul>"
            due.append("</ul></details></li>")
        else:
            yield f"<li{look}>{text}.</li>"
    yield from reversed(due)
