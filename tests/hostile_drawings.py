"""Drawings that try to run or to fetch something, by the thousand: a seed gives one of them."""

from __future__ import annotations

from random import Random

RUN = "window.ran=1"
ELSEWHERE = "http://elsewhere.example/x"

OPENINGS = [
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
    ' xmlns:h="http://www.w3.org/1999/xhtml" xmlns:s="http://www.w3.org/2000/svg"'
    ' viewBox="0 0 4 4"%s>',
    '<?xml version="1.0"?><!DOCTYPE svg><svg xmlns="http://www.w3.org/2000/svg"'
    ' xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:h="http://www.w3.org/1999/xhtml"'
    ' xmlns:s="http://www.w3.org/2000/svg" width="4" height="4"%s>',
]
"""Of a drawing; there is room for attributes."""

ATTRIBUTES = [
    f'onload="{RUN}"',
    f'onclick="{RUN}"',
    f'onerror="{RUN}"',
    f'onfocus="{RUN}" tabindex="1"',
    f'onbegin="{RUN}"',
    f'onmouseover="{RUN}"',
    f'ONLOAD="{RUN}"',
    f's:onload="{RUN}"',
    f'href="javascript:{RUN}"',
    f'xlink:href="javascript:{RUN}"',
    f'href="{ELSEWHERE}"',
    f'xlink:href="{ELSEWHERE}#a"',
    f'href="data:text/html,&lt;script&gt;{RUN}&lt;/script&gt;"',
    f'href="java&#10;script:{RUN}"',
    f'href="&#1;javascript:{RUN}"',
    f'src="{ELSEWHERE}"',
    f'style="background:url({ELSEWHERE})"',
    f'style="fill:url({ELSEWHERE}#a)"',
    f'style="fill:u\\72l({ELSEWHERE})"',
    f"style=\"@import '{ELSEWHERE}'\"",
    f'style="fill:red;-moz-binding:url({ELSEWHERE})"',
    'style="fill:expression(window.ran=1)"',
    f'fill="url({ELSEWHERE}#a)"',
    f'fill="url(&quot;{ELSEWHERE}&quot;)"',
    'fill="url(#a)"',
    f'fill="URL({ELSEWHERE})"',
    f'fill="u\\72l({ELSEWHERE})"',
    f'stroke="image({ELSEWHERE})"',
    f'filter="url({ELSEWHERE}#f)"',
    f'mask="url({ELSEWHERE}#m)"',
    f'clip-path="url({ELSEWHERE})"',
    f'marker-start="url({ELSEWHERE})"',
    f'cursor="url({ELSEWHERE}),auto"',
    f'from="{RUN}"',
    f'xml:base="{ELSEWHERE}"',
    'id="a"',
    'class="x"',
    'fill="red"',
    'transform="rotate(9)"',
    f'transform="url({ELSEWHERE})"',
    f'd="M0 0url({ELSEWHERE})"',
    f'title="&lt;img onerror={RUN}&gt;"',
    f'font-family="a&quot; onload=&quot;{RUN}"',
    f'aria-label="&quot;&gt;&lt;img onerror={RUN} src=x&gt;"',
]

PIECES = [
    f"<script>{RUN}</script>",
    f"<s:script>{RUN}</s:script>",
    f"<h:script>{RUN}</h:script>",
    f'<script xmlns="http://www.w3.org/1999/xhtml">{RUN}</script>',
    f"<SCRIPT>{RUN}</SCRIPT>",
    f'<script href="{ELSEWHERE}"/>',
    f'<script xlink:href="data:text/javascript,{RUN}"/>',
    f'<foreignObject width="4" height="4"><h:img src="x" onerror="{RUN}"/></foreignObject>',
    f'<h:iframe src="javascript:{RUN}"/>',
    f'<h:img src="{ELSEWHERE}" onerror="{RUN}"/>',
    f'<image href="{ELSEWHERE}" width="1" height="1" onerror="{RUN}"/>',
    f'<image xlink:href="data:image/svg+xml,&lt;svg onload={RUN}/&gt;"/>',
    f'<use href="{ELSEWHERE}#a"/>',
    '<use href="#a"/>',
    f'<use href="data:image/svg+xml,{RUN}#a"/>',
    f'<a href="javascript:{RUN}"><text y="1">x</text></a>',
    f'<feImage href="{ELSEWHERE}"/>',
    f'<animate attributeName="href" values="javascript:{RUN}"/>',
    f'<set attributeName="onclick" to="{RUN}"/>',
    f'<animate onbegin="{RUN}" dur="1s"/>',
    f'<style>@import "{ELSEWHERE}"; * {{ fill: url({ELSEWHERE}) }}</style>',
    f"<style>@font-face {{ font-family: f; src: url({ELSEWHERE}) }}</style>",
    f"<!--><script>{RUN}</script>-->",
    f"<![CDATA[<script>{RUN}</script>]]>",
    f"<text><![CDATA[<img src=x onerror={RUN}>]]></text>",
    f'<?xml-stylesheet href="{ELSEWHERE}"?>',
    f"<?x ><script>{RUN}</script>?>",
    f"<title><h:img src='x' onerror='{RUN}'/></title>",
    f"<title>&lt;/title&gt;&lt;script&gt;{RUN}</title>",
    f"<desc><script>{RUN}</script>&lt;img src=x onerror={RUN}&gt;</desc>",
    f"<text>&lt;script&gt;{RUN}&lt;/script&gt;</text>",
    f"<text y='1'>&lt;/svg&gt;&lt;img src=x onerror={RUN}&gt;</text>",
    f"<h:style>* {{ background: url({ELSEWHERE}) }}</h:style>",
    f'<h:link rel="stylesheet" href="{ELSEWHERE}"/>',
    f'<h:base href="{ELSEWHERE}"/>',
    f'<h:meta http-equiv="refresh" content="0;{ELSEWHERE}"/>',
    f'<h:form action="javascript:{RUN}"><h:button autofocus="1" onfocus="{RUN}"/></h:form>',
    f'<h:object data="{ELSEWHERE}"/>',
    f'<h:embed src="{ELSEWHERE}"/>',
    f'<h:video><h:source onerror="{RUN}"/></h:video>',
    '<listener event="load" handler="#h"/>',
    f'<handler type="text/ecmascript">{RUN}</handler>',
    f'<math xmlns="http://www.w3.org/1998/Math/MathML"><mi href="javascript:{RUN}"/></math>',
    f'<linearGradient id="g" href="{ELSEWHERE}#g"><stop offset="0"/></linearGradient>',
    f'<pattern id="p" href="{ELSEWHERE}#p"/>',
    '<rect id="b" width="1" height="1"/>',
    f'<filter id="f"><feImage href="{ELSEWHERE}"/></filter>',
]

BROKEN = [
    "",
    "<",
    ">",
    '"',
    "&",
    "]]>",
    "<!--",
    "\x00",
    "\ud800",
    "<g>",
    "</g>",
    "</text>",
    "<br>",
    "&nbsp;",
    "&#0;",
    f"<!--x--!><script>{RUN}</script>-->",
    "<!DOCTYPE x>",
    "<p>",
]

SHAPES = ["rect", "circle", "g", "text", "path", "use", "line", "svg", "tspan", "a", "RECT"]


def hostile(seed: int) -> str:
    """A drawing with scripts and references in all places; some are not well-formed."""
    random = Random(seed)
    parts = [random.choice(OPENINGS) % _attributes(random)]
    for _ in range(random.randint(1, 8)):
        name = random.choice(SHAPES)
        inside = "".join(random.choices(PIECES, k=random.randint(0, 3)))
        parts.append(f"<{name}{_attributes(random)}>{inside}</{name}>")
    text = "".join([*parts, "</svg>"])
    if random.random() < 0.2:  # and damaged somewhere
        at = random.randrange(len(text))
        text = text[:at] + random.choice(BROKEN) + text[at + random.randint(0, 9) :]
    return text


def _attributes(random: Random) -> str:
    chosen = random.sample(ATTRIBUTES, random.randint(0, 4))
    names = {attribute.partition("=")[0]: attribute for attribute in chosen}
    return "".join(f" {attribute}" for attribute in names.values())
