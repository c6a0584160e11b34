"""What `outplay tree`, `trace` and `behaviour` share: options of the search, and the output."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from cyclopts import Parameter

from outplay.errors import UsageError
from outplay.explain.conventions import PRESETS
from outplay.game import AnyGame
from outplay.paths import expanded
from outplay.search.algorithms import NAMES, STARS, default_for

GameOrTree = Annotated[
    str, Parameter(help='A built-in game, a rules file, or a tree: "[[3, 12, 8], [2, 4, 6]]".')
]
if TYPE_CHECKING:
    Algorithm = str
    AnyAlgorithm = str
else:
    Algorithm = Literal[NAMES]
    AnyAlgorithm = Literal["engine", *NAMES]
Preset = Annotated[
    Literal["aima", "cs188"],
    Parameter(help="A course's convention: aima cuts on ≥, cs188 on >; both are fail-soft."),
]
Order = Annotated[
    Literal["given", "random", "priority"], Parameter(help="The order in which actions are tried.")
]
Strict = Annotated[bool, Parameter(help="Alpha-beta cuts on > rather than on ≥.")]
FailHard = Annotated[bool, Parameter(help="Alpha-beta returns no value outside its window.")]
Pruning = Annotated[
    Literal["none", "star1", "star2"], Parameter(help="What expectiminimax cuts at chance nodes.")
]
Bounds = Annotated[
    tuple[float, float],
    Parameter(metavar="LOW HIGH", help="The range of all values, for Star1 and Star2."),
]
Remember = Annotated[bool, Parameter(name="--memory", help="Remember the values of states.")]
Output = Annotated[
    str, Parameter(metavar="FILE", help="Write to a file; its ending names the format.")
]


def algorithm_for(game: AnyGame, given: str | None, pruning: str | None) -> tuple[str, str]:
    """(the algorithm, its pruning): alpha-beta, or where chance moves expectiminimax."""
    name = given or default_for(game)
    if name in STARS:
        if pruning not in (None, name):
            raise UsageError(f"--algorithm {name} and --pruning {pruning} contradict each other.")
        return "expectiminimax", name
    if pruning is not None and name != "expectiminimax":
        raise UsageError(f"--pruning is for expectiminimax, not for {name}.")
    return name, pruning or "none"


def options_of(
    algorithm: str,
    pruning: str,
    *,
    depth: int | None,
    preset: str | None,
    strict: bool,
    fail_hard: bool,
    order: str | None,
    seed: int | None,
    memory: bool,
    bounds: tuple[float, float] | None,
) -> dict[str, Any]:
    """What the textbook's function is called with; raises UsageError for what it does not have."""
    for flag, given in (("--preset", preset), ("--strict", strict), ("--fail-hard", fail_hard)):
        if given and algorithm != "alphabeta":
            raise UsageError(f"{flag} is for alphabeta, not for {algorithm}.")
    if preset == "aima" and strict:
        raise UsageError("--preset aima cuts on ≥; --strict cuts on >.")
    if preset is not None and fail_hard:
        raise UsageError(f"--preset {preset} is fail-soft; leave out --fail-hard.")
    if seed is not None and order != "random":
        raise UsageError("--seed is for --order random.")
    if bounds is not None and pruning == "none":
        raise UsageError("--bounds is for star1 and star2.")
    options: dict[str, Any] = {"depth": depth, "order": order or "given", "memory": memory}
    if seed is not None:
        options["seed"] = seed
    if algorithm == "alphabeta":
        course = PRESETS[preset or "aima"]
        options["strict"] = strict or course.strict
        options["fail_soft"] = course.fail_soft and not fail_hard
    if pruning != "none":
        options |= {"pruning": pruning, "bounds": bounds}
    return options


def format_for(given: str | None, output: str | None, endings: dict[str, str]) -> str:
    """The format given, or that of the file's ending; text if neither names one."""
    if given is not None:
        return given
    if output is None:
        return "text"
    ending = Path(output).suffix.lower()
    if ending not in endings:
        known = " ".join(endings)
        raise UsageError(
            f"What format is {output!r}? Name one with --format, or end it in: {known}."
        )
    return endings[ending]


def check_output(output: str | None) -> None:
    """Raises UsageError if that file cannot be written: before a search, not after it."""
    if output is None:
        return
    path = expanded(output)
    folder = path.parent
    if path.is_dir():
        raise UsageError(f"{output} cannot be written: it is a folder.")
    if not folder.is_dir():
        raise UsageError(f"{output} cannot be written: there is no folder {folder}.")
    if not os.access(path if path.exists() else folder, os.W_OK):
        raise UsageError(f"{output} cannot be written: permission denied.")


def emit(output: str | None, text: str) -> None:
    """Prints the text, or writes it to a file and says so."""
    text = text.rstrip("\n")
    if output is None:
        print(text)
    else:
        write(output, f"{text}\n")
        print(f"Written to {output}.")


def write(output: str, text: str) -> None:
    """Writes the whole file, or leaves what was there."""
    path = expanded(output)
    beside = path.with_name(f".{path.name}.{os.getpid()}.new")
    try:
        if path.exists() and not path.is_file():  # a pipe, or /dev/stdout
            path.write_text(text, encoding="utf-8")
        else:
            beside.write_text(text, encoding="utf-8", newline="\n")
            os.replace(beside, path)
    except OSError as error:
        beside.unlink(missing_ok=True)
        raise UsageError(f"{output} cannot be written: {error.strerror}.") from None
