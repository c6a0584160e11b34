"""What an estimate says, for people."""

from __future__ import annotations

import math
from collections.abc import Callable

from outplay.cli.solving import duration
from outplay.solve.estimate import NO, YES, Estimate, in_bytes, in_words
from outplay.solve.growth import Range
from outplay.wording import columns, plural


def report(found: Estimate) -> str:
    """States, time, memory and disk, each between what it lies; and whether it fits."""
    rows = [("states", *_cells(found.states, in_words))]
    if found.states != found.positions:
        rows.append(("  up to symmetry", *_cells(found.positions, in_words)))
    rows += [
        ("time", *_cells(found.seconds, duration)),
        ("memory", *_cells(found.memory, in_bytes)),
        ("file", *_cells(found.file, in_bytes)),
    ]
    many = plural(found.found, "position")
    how = f"all {many} were found" if found.exact else f"estimated from {many} that were found"
    lines = [f"{found.game}: {how}, {found.rate:,.0f}/s"]
    lines += [row.rstrip() for row in columns(rows, left=(0, 2))]
    sure = {YES: "", NO: ""}.get(found.fits, "As far as a sample can tell: ")
    return "\n".join([*lines, f"{sure}{found.why}"])


def _cells(number: Range, words: Callable[[float], str]) -> tuple[str, str]:
    """What is likely, and between what it lies."""
    if number.is_exact:
        return words(number.low) if words is not in_words else f"{number.low:,.0f}", ""
    low, high = words(number.low), words(number.high) if math.isfinite(number.high) else "?"
    if not math.isfinite(number.likely):
        return f"≥ {low}", ""
    return words(number.likely), f"between {low} and {high}"
