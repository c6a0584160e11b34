"""`outplay exercise`: trees to be searched by hand, with answer keys."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import Parameter

from outplay.cli.options import Integer, Seed, file_errors
from outplay.errors import UsageError
from outplay.paths import expanded
from outplay.wording import did_you_mean, plural

if TYPE_CHECKING:
    from outplay.explain.exercises.exercise import Exercise


def exercise(
    kind: Literal["alphabeta", "minimax", "expectiminimax"],
    /,
    *,
    branch: Annotated[str, Parameter(metavar="N")] = "3",
    depth: Integer = 3,
    cuts: Annotated[str | None, Parameter(metavar="N")] = None,
    deep_cut: Integer = 0,
    no_ties: bool = False,
    differ: bool = False,
    values: Annotated[str | None, Parameter(metavar="FROM..TO", allow_leading_hyphen=True)] = None,
    root: Literal["max", "min"] = "max",
    preset: Literal["aima", "cs188"] | None = None,
    seed: Seed = 0,
    copies: Integer = 1,
    format: Annotated[str, Parameter(metavar="NAMES")] = "html",
    output: Annotated[str, Parameter(metavar="FOLDER")] = ".",
) -> None:
    """Write exercises: blank sheets for students and answer keys, chosen for what they teach.

    The same seed gives the same exercises. Files of the same name are replaced.

    Args:
        kind: The algorithm to practise.
        branch: Children of a node: 3, or 2..3; default 3.
        depth: Plies from the root to the leaves, chance's included; default 3.
        cuts: alphabeta: the number of cuts: 3, 2..4, or 2.. (2 or more).
        deep_cut: alphabeta: the least number of deep cuts, whose bound comes from beyond the parent
            (with --depth 3, where there are none: cuts of a whole subtree).
        no_ties: All leaves are different.
        differ: alphabeta: confusing ≥ and > visits other leaves.
        values: The range of the leaves, such as 0..20 or -9..9.
        root: Who moves at the root; default max.
        preset: alphabeta: aima cuts on ≥ (default), cs188 on > only; both fail-soft.
        copies: How many different ones; default 1.
        format: html (default), latex, json, or several: html,json.
        output: Where the files go; default: here.
    """
    from outplay.explain.conventions import preset as preset_of
    from outplay.explain.exercises.exercise import ExerciseSpec, exercises
    from outplay.explain.exercises.sheets import totals
    from outplay.game import MAX, MIN

    if preset is not None and kind != "alphabeta":
        raise UsageError(f"--preset is a convention of alphabeta; {kind} cuts nothing.")
    formats = _formats(format)
    spec = ExerciseSpec(
        kind=kind,
        branch=_closed("--branch", branch),
        depth=depth,
        cuts=None if cuts is None else _range("--cuts", cuts),
        deep_cuts=deep_cut,
        no_ties=no_ties,
        differ=differ,
        root=MAX if root == "max" else MIN,
        convention=preset_of(preset or "aima"),
        values=None if values is None else _closed("--values", values),
    )
    made = list(exercises(spec, seed=seed, copies=copies))
    written = _write(made, formats, expanded(output))
    for one in made:
        print(f"{one.number:>{len(str(copies))}}  {totals(one)}")
    if deep_cut and not spec.strictly_deep:
        print(
            "Three plies have no deep cut in the strict sense (its bound comes from beyond the"
            " parent, which takes four): cuts of a whole subtree were counted."
        )
    for line in written:
        print(line)


def _write(made: list[Exercise], formats: list[str], folder: Path) -> list[str]:
    """Writes sheets and keys; returns what was written, line by line."""
    from outplay.explain.exercises.sheets import FORMATS, sheet

    stem = f"exercise-{made[0].kind}-{made[0].seed}"
    files: dict[str, str] = {}
    for name in formats:
        # JSON is one exercise a file, since that is what is graded.
        alone = name == "json" and len(made) > 1
        for part in [[one] for one in made] if alone else [made]:
            wide = len(str(len(made)))
            copy = f"-{part[0].number:0{wide}}" if alone else ""
            files[f"{stem}{copy}.{FORMATS[name]}"] = sheet(part, name)
            files[f"{stem}{copy}-key.{FORMATS[name]}"] = sheet(part, name, key=True)
    before = [name for name in files if (folder / name).exists()]
    with file_errors(folder, "written"):
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in files.items():
            (folder / name).write_text(text, encoding="utf-8")
    lines = []
    for name in formats:
        mine = [file for file in files if file.endswith(f".{FORMATS[name]}")]
        first, second = folder / mine[0], folder / mine[1]
        more = f", and so on: {len(mine)} files" if len(mine) > 2 else ""
        lines.append(f"written: {first} and its key {second}{more}")
    if before:
        lines.append(f"({plural(len(before), 'existing file')} replaced.)")
    return lines


def _formats(text: str) -> list[str]:
    from outplay.explain.exercises.sheets import FORMATS

    found: list[str] = []
    for word in text.split(","):
        name = word.strip().lower()
        if name not in FORMATS:
            raise UsageError(
                f"--format is html, latex, json, or several of them, not {word!r}."
                f"{did_you_mean(name, FORMATS)}"
            )
        if name not in found:
            found.append(name)
    return found


def _range(option: str, text: str) -> tuple[int, int | None]:
    """`3`, `2..4` or `2..` as a pair."""
    found = re.fullmatch(r"\s*([+-]?\d{1,9})\s*(\.\.\s*([+-]?\d{1,9})?)?\s*", text, re.ASCII)
    if found is None:
        raise UsageError(f"{option} is a number or a range such as 2..4, not {text!r}.")
    low = int(found[1])
    if found[2] is None:
        return low, low
    return low, None if found[3] is None else int(found[3])


def _closed(option: str, text: str) -> tuple[int, int]:
    """`3` or `2..4` as a pair."""
    low, high = _range(option, text)
    if high is None:
        raise UsageError(f"{option} needs an end, such as {low}..{low + 2}, not {text!r}.")
    return low, high
