"""The report of one run: a table for the terminal, and a section of RESULTS.md."""

from __future__ import annotations

import os
import platform
import subprocess
from collections.abc import Sequence
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from benchmarks.measure import Line

RESULTS = Path(__file__).parent / "RESULTS.md"
README = Path(__file__).parent.parent / "README.md"
START, END = "<!-- speed:start -->", "<!-- speed:end -->"
"""Between these, the README shows the latest run."""

PACKAGES = ("outplay", "llvmlite", "numpy", "open_spiel", "easyAI", "bitbully", "pydraughts")
HEAD = ("what", "Outplay", "other", "ratio", "target", "")


def rows(lines: Sequence[Line]) -> list[tuple[str, ...]]:
    """The cells of the table, with a last one that says which targets were missed."""
    return [HEAD, *((*line.cells(), "missed" if line.missed else "") for line in lines)]


def as_text(lines: Sequence[Line]) -> str:
    """The table for a terminal."""
    table = rows(lines)
    widths = [max(len(row[i]) for row in table) for i in range(len(HEAD))]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in table
    )


def as_markdown(lines: Sequence[Line]) -> str:
    """The table for a page."""
    head, *body = rows(lines)
    table = [head, ("---",) * len(HEAD), *body]
    return "\n".join("| " + " | ".join(cells) + " |" for cells in table)


def append(lines: Sequence[Line], *, readme: bool = True) -> None:
    """Adds this run to RESULTS.md, and shows it in the README in place of the last one."""
    if not RESULTS.exists():
        RESULTS.write_text("# Benchmark runs\n\nAppended by `make bench`, the latest last.\n")
    title = f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC, commit {commit()}"
    run = f"{machine()}. {versions()}.\n\n{as_markdown(lines)}"
    with RESULTS.open("a") as file:
        file.write(f"\n## {title}\n\n{run}\n")
    if not readme:
        return
    page = README.read_text()
    before, _, rest = page.partition(START)
    _, _, after = rest.partition(END)
    README.write_text(f"{before}{START}\nOne run, {title}, on {run}\n{END}{after}")


def machine() -> str:
    """The processor, how many cores of it we have, and the system."""
    return f"{processor()}, {os.cpu_count()} cores, {platform.system()} {platform.machine()}"


def processor() -> str:
    """The name of the processor, as far as the system tells."""
    try:
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.processor() or "unknown processor"


def versions() -> str:
    """Python and the packages that take part."""
    found = [f"Python {platform.python_version()}"]
    for package in PACKAGES:
        try:
            found.append(f"{package} {version(package)}")
        except PackageNotFoundError:
            found.append(f"{package} (not installed)")
    return ", ".join(found)


def commit() -> str:
    """The short hash of HEAD, and whether the tree differs from it (results aside)."""
    head = _git("rev-parse", "--short", "HEAD")
    if not head:
        return "unknown"
    aside = (f":(exclude,top)benchmarks/{RESULTS.name}", f":(exclude,top){README.name}")
    changed = _git("status", "--porcelain", "--", ":/", *aside)
    return f"{head} with changes" if changed else head


def _git(*arguments: str) -> str:
    """What git says; nothing if there is no git or no commit."""
    try:
        done = subprocess.run(
            ["git", *arguments], cwd=RESULTS.parent, capture_output=True, text=True, check=True
        )
    except (OSError, subprocess.CalledProcessError):
        return ""
    return done.stdout.strip()
