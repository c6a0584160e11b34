"""Runs the blocks of the documentation, and can write their real output into the pages.

How a fenced block is treated, by what stands after its three backticks:

python              run; the blocks of a page share one namespace, in order
python file=a.py    the same, and written to a.py first, for the commands that follow
python from=a.py    a quotation: its lines stand in that file of the repository, in that order
text                after a python block: what that block prints
console             each `$ outplay …` is run, also after `printf '…' |`; the lines after it are
                    what it prints
sh, anything else   not run

`python tests/docs/doc_pages.py` writes what the blocks print into the pages; look at the
difference before you keep it.
"""

from __future__ import annotations

import contextlib
import io
import linecache
import os
import re
import shlex
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest import mock

from outplay.cli import main

ROOT = Path(__file__).parent.parent.parent
FENCE = re.compile(r"^```(?P<info>[^\n`]*)\n(?P<body>.*?)^```$", re.MULTILINE | re.DOTALL)
MASKS = (
    (re.compile(r", [\d,]+/s"), ""),  # not printed where a search took no time
    (re.compile(r"\d+\.\d+ s\b"), "… s"),
    (re.compile(r'"(elapsed|speed|rate)": [^,]+'), r'"\1": …'),
    (re.compile(r"solution: [\d.]+ k?B$", re.MULTILINE), "solution: …"),  # as zlib packs it
    (re.compile(r"^( +\d+ +[\d,]+) +\d+\.\d{3}$", re.MULTILINE), r"\1 …"),
    # A slow machine compiles what a fast one has done before it would.
    (re.compile(r"speed: (native|python \(a small search\))$", re.MULTILINE), "speed: …"),
)


@dataclass(frozen=True)
class Block:
    """One fenced block of a page."""

    language: str
    options: dict[str, str]
    text: str
    line: int
    """Of its first line, in the page."""
    span: tuple[int, int]
    """Where its text stands in the page."""


@dataclass(frozen=True)
class Comparison:
    """What a page says that something prints, and what it does print."""

    block: Block
    said: str
    printed: str

    @property
    def same(self) -> bool:
        return masked(self.said) == masked(self.printed)


def pages() -> list[Path]:
    """README and the documentation."""
    return [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


def blocks(page: str) -> list[Block]:
    """The fenced blocks of a page, in order."""
    found = []
    for match in FENCE.finditer(page):
        language, *rest = match["info"].split() or [""]
        options = dict(part.partition("=")[::2] for part in rest)
        line = page.count("\n", 0, match.start("body")) + 1
        found.append(Block(language, options, match["body"], line, match.span("body")))
    return found


def masked(text: str) -> str:
    """The text without what differs from run to run: times and speeds."""
    for pattern, replacement in MASKS:
        text = pattern.sub(replacement, text)
    return "\n".join(line.rstrip() for line in text.strip("\n").splitlines())


def run_page(page: Path, folder: Path) -> Iterator[Comparison]:
    """Runs the blocks of a page in `folder`; gives what it says beside what it prints."""
    namespace: dict[str, Any] = {"__name__": f"docs_{page.stem.replace('-', '_')}"}
    printed: str | None = None
    for block in blocks(page.read_text("utf-8")):
        if block.language == "python" and "from" not in block.options:
            printed = run_python(block, page, folder, namespace)
        elif block.language == "text" and printed is not None:
            yield Comparison(block, block.text, printed)
            printed = None
        elif block.language == "console":
            yield Comparison(block, block.text, run_console(block, folder))


def run_python(block: Block, page: Path, folder: Path, namespace: dict[str, Any]) -> str:
    """What the block prints. Its source can be read back, as native speed needs."""
    name = block.options.get("file", f"{page.name}:{block.line}")
    if "file" in block.options:
        (folder / name).write_text(block.text, encoding="utf-8")
    linecache.cache[name] = (len(block.text), None, block.text.splitlines(True), name)
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(compile(block.text, name, "exec", dont_inherit=True), namespace)
    return out.getvalue()


def run_console(block: Block, folder: Path) -> str:
    """The block again, with what the commands in it print below each."""
    said = re.split(r"^\$ ", block.text, flags=re.MULTILINE)[1:]
    told = []
    for part in said:
        command, _, expected = part.partition("\n")
        typed, _, asked = command.rpartition(" | ")
        if not asked.startswith("outplay "):
            told.append(f"$ {part}")
            continue
        stdin = shlex.split(typed)[1].replace("\\n", "\n") if typed else ""
        code, shown = run_command(asked, folder, stdin)
        if not expected.strip() and code:
            raise AssertionError(f"{command} failed: {shown}")
        told.append(f"$ {command}\n" + (shown.rstrip("\n") + "\n" if expected.strip() else ""))
    return "".join(told)


def run_command(command: str, folder: Path, stdin: str = "") -> tuple[int, str]:
    """Runs an `outplay …` command here, with that typed: its exit code, and what it prints.

    That commands do the same as processes of their own is for the tests of the command line.
    """
    out = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    err = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    typed = io.TextIOWrapper(io.BytesIO(stdin.encode()), encoding="utf-8")
    code: Any = 0
    with (
        contextlib.chdir(folder),
        mock.patch.dict(os.environ, COLUMNS="100"),
        mock.patch.multiple(sys, stdin=typed, stdout=out, stderr=err),
    ):
        try:
            main(shlex.split(command)[1:])
        except SystemExit as exit_:
            code = exit_.code or 0
        out.flush()
        err.flush()
    return code, "".join(stream.buffer.getvalue().decode() for stream in (out, err))


def environment() -> dict[str, str]:
    """For a process that uses Outplay as it stands here."""
    path = os.pathsep.join([str(ROOT / "src"), *filter(None, [os.environ.get("PYTHONPATH")])])
    return {**os.environ, "PYTHONPATH": path, "COLUMNS": "100", "PYTHONIOENCODING": "utf-8"}


def rewritten(page: Path, folder: Path) -> str:
    """The page with what its blocks really print."""
    text = page.read_text("utf-8")
    for comparison in reversed([c for c in run_page(page, folder) if not c.same]):
        start, stop = comparison.block.span
        text = text[:start] + comparison.printed.strip("\n") + "\n" + text[stop:]
    return text


if __name__ == "__main__":
    for chosen in [ROOT / name for name in sys.argv[1:]] or pages():
        with tempfile.TemporaryDirectory() as temporary, contextlib.chdir(temporary):
            chosen.write_text(rewritten(chosen, Path(temporary)), encoding="utf-8")
