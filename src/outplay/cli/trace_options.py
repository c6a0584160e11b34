"""What `outplay tree`, `trace` and `behaviour` share: options of the search, and the output."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from cyclopts import Parameter

from outplay.cli.options import Seed
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
ENGINE = "engine"
Output = Annotated[
    str, Parameter(metavar="FILE", help="Write to a file; its ending names the format.")
]


@dataclass(frozen=True, kw_only=True)
class SearchOptions:
    """Options of the textbook's algorithms, which `tree` and `trace` have."""

    preset: Literal["aima", "cs188"] | None = None
    """A course's convention: aima cuts on ≥, cs188 on >; both are fail-soft."""
    strict: bool = False
    """Alpha-beta cuts on > rather than on ≥."""
    fail_hard: bool = False
    """Alpha-beta returns no value outside its window."""
    order: Literal["given", "random", "priority"] | None = None
    """The order in which actions are tried."""
    seed: Seed | None = None
    memory: bool = False
    """Remember the values of states."""
    pruning: Literal["none", "star1", "star2"] | None = None
    """What expectiminimax cuts at chance nodes."""
    bounds: Annotated[tuple[float, float] | None, Parameter(metavar="LOW HIGH")] = None
    """The range of all values, for Star1 and Star2."""

    def search_of(self, game: AnyGame, named: str | None) -> tuple[str, dict[str, Any]]:
        """The algorithm, alpha-beta unless it is named, or where chance moves expectiminimax; and
        what it is called with. Raises UsageError for what it does not have."""
        name, pruning = named or default_for(game), self.pruning
        if name in STARS:
            if pruning not in (None, name):
                raise UsageError(
                    f"--algorithm {name} and --pruning {pruning} contradict each other."
                )
            return "expectiminimax", self.options_for("expectiminimax", name)
        if pruning is not None and name != "expectiminimax":
            raise UsageError(f"--pruning is for expectiminimax, not for {name}.")
        return name, self.options_for(name, pruning or "none")

    def options_for(self, algorithm: str, pruning: str) -> dict[str, Any]:
        if algorithm == ENGINE:
            for flag, value in vars(self).items():
                if value:
                    name = f"--{flag.replace('_', '-')}"
                    raise UsageError(
                        f"{name} is for the textbook's algorithms, not for the engine."
                    )
            return {}
        preset, strict, fail_hard = self.preset, self.strict, self.fail_hard
        for flag, value in (("--preset", preset), ("--strict", strict), ("--fail-hard", fail_hard)):
            if value and algorithm != "alphabeta":
                raise UsageError(f"{flag} is for alphabeta, not for {algorithm}.")
        if preset == "aima" and strict:
            raise UsageError("--preset aima cuts on ≥; --strict cuts on >.")
        if preset is not None and fail_hard:
            raise UsageError(f"--preset {preset} is fail-soft; leave out --fail-hard.")
        if self.seed is not None and self.order != "random":
            raise UsageError("--seed is for --order random.")
        if self.bounds is not None and pruning == "none":
            raise UsageError("--bounds is for star1 and star2.")
        options: dict[str, Any] = {"order": self.order or "given", "memory": self.memory}
        if self.seed is not None:
            options["seed"] = self.seed
        if algorithm == "alphabeta":
            course = PRESETS[preset or "aima"]
            options["strict"] = strict or course.strict
            options["fail_soft"] = course.fail_soft and not fail_hard
        if pruning != "none":
            options |= {"pruning": pruning, "bounds": self.bounds}
        return options


NO_OPTIONS = SearchOptions()


def format_for(named: str | None, output: str | None, endings: dict[str, str]) -> str:
    """The format that is named, or that of the file's ending; text if there is no file."""
    if named is not None or output is None:
        return named or "text"
    ending = Path(output).suffix.lower()
    if ending not in endings:
        known = " ".join(endings)
        raise UsageError(
            f"{output!r} names no format: use --format, or one of these endings: {known}."
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
