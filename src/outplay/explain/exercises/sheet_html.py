"""Sheets and answer keys as one page of HTML that stands alone and prints a copy a page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from outplay.explain.exercises import sheets
from outplay.explain.exercises.exercise import Exercise
from outplay.explain.trace import CUT
from outplay.explain.tree import SearchTree

STYLE = """
@page { size: A4 %(page)s; margin: 12mm 14mm; }
body { font: 15px/1.4 system-ui, sans-serif; color: #1f2328; background: #fff; margin: 0 auto;
  max-width: %(width)s; padding: 0 1em; }
section { break-after: page; padding: 1.5em 0; border-bottom: 1px solid #b9b2a3; }
section:last-of-type { break-after: auto; border-bottom: 0; }
header { display: flex; gap: 2em; align-items: baseline; }
h1 { font-size: 1.35em; margin: 0; }
h2 { font-size: 1.05em; margin: 1em 0 .3em; }
p, ol { margin: .4em 0; }
ol { padding-left: 1.6em; }
.mark { color: #57606a; margin-left: auto; white-space: nowrap; }
.name { display: flex; flex: 1; white-space: nowrap; gap: .5em; }
.line { border-bottom: 1px solid #57606a; flex: 1; min-width: 3em; }
.field { display: flex; gap: .5em; margin: .75em 0 0; }
.fields { display: grid; grid-template-columns: 1fr 1fr; column-gap: 2.5em; }
.fields .long { grid-column: 1 / -1; }
figure { margin: .6em 0; text-align: center; }
figure svg { max-width: 100%%; height: auto; }
table { border-collapse: collapse; width: 100%%; font-size: .85em; }
caption { text-align: left; padding: .3em 0; }
th, td { text-align: left; vertical-align: top; padding: .1em .6em .1em 0;
  border-bottom: 1px solid #e3dfd5; }
thead th { border-bottom: 1px solid #1f2328; }
td.n { text-align: right; }
.cut td { font-weight: bold; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .15em 1em; margin: .4em 0; }
dt { color: #57606a; } dd { margin: 0; }
@media print {
  body { font-size: 12px; max-width: none; padding: 0; }
  section { padding: 0; border: 0; }
  figure svg { max-height: %(figure)s; }
  tr { break-inside: avoid; }
}
"""


def page(exercises: Sequence[Exercise], *, key: bool) -> str:
    """All of them, each on a page of its own."""
    first = exercises[0]
    wide = sheets.is_wide(first)
    style = STYLE % {
        "page": "landscape" if wide else "portrait",
        "width": "72em" if wide else "52em",
        "figure": "92mm" if wide else "110mm",
    }
    title = f"{sheets.heading(first, key=key)}, seed {first.seed}"
    pages = ["\n".join(_key(each) if key else _blank(each)) for each in exercises]
    sections = "\n".join(f"<section>\n{body}\n</section>" for body in pages)
    return f"""\
<!DOCTYPE html>
<html lang="en">
<head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(title)}</title>
<style>{style}</style></head>
<body>
{sections}
</body>
</html>
"""


def _blank(exercise: Exercise) -> Iterator[str]:
    name = '<span class="name">Name <span class="line"></span></span>'
    yield _header(exercise, key=False, extra=name)
    for text in sheets.task(exercise):
        yield f"<p>{escape(text)}</p>"
    yield "<ol>"
    for item in sheets.instructions(exercise):
        yield f"<li>{escape(item)}</li>"
    yield "</ol>"
    yield _figure(sheets.blank(exercise), windows=False)
    yield f"<p>{escape(sheets.NAMES)}</p>"
    yield '<div class="fields">'
    for at, field in enumerate(sheets.fields(exercise)):
        yield _field(field, long=at > 1)
    for place in range(1, sheets.cut_lines(exercise) + 1):
        yield _field(f"Cut {place}")
    yield "</div>"


def _key(exercise: Exercise) -> Iterator[str]:
    yield _header(exercise, key=True)
    yield _figure(sheets.solved(exercise), windows=True)
    yield "<dl>"
    for label, text in sheets.summary(exercise):
        yield f"<dt>{escape(label)}</dt><dd>{escape(text)}</dd>"
    yield "</dl>"
    names = sheets.columns(exercise)
    heads = "".join(f'<th scope="col">{escape(name)}</th>' for name in names)
    yield "<h2>Step by step</h2>"
    yield "<table>"
    yield f"<caption>{escape(exercise.trace.convention)}</caption>"
    yield f"<thead><tr>{heads}</tr></thead>"
    yield "<tbody>"
    for step, texts in sheets.rows(exercise):
        look = {"node": f' style="padding-left:{step.ply}em"'}
        look |= dict.fromkeys(("step", "α", "β"), ' class="n"')
        pairs = zip(names, texts, strict=True)
        cells = "".join(f"<td{look.get(name, '')}>{escape(text)}</td>" for name, text in pairs)
        kind = ' class="cut"' if step.kind == CUT else ""
        yield f"<tr{kind}>{cells}</tr>"
    yield "</tbody>"
    yield "</table>"


def _header(exercise: Exercise, *, key: bool, extra: str = "") -> str:
    title = escape(sheets.heading(exercise, key=key))
    mark = escape(sheets.mark(exercise))
    return f'<header><h1>{title}</h1>{extra}<span class="mark">{mark}</span></header>'


def _figure(tree: SearchTree, *, windows: bool) -> str:
    return f"<figure>{tree.svg(pictures=False, windows=windows)}</figure>"


def _field(label: str, *, long: bool = False) -> str:
    kind = "field long" if long else "field"
    return f'<div class="{kind}">{escape(label)} <span class="line"></span></div>'
