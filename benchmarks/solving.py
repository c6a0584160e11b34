"""Whole games solved: states a second by the size of the game, forward and backward together.

`python -m benchmarks --solve` measures what takes up to a minute; `--long` beside it adds Connect
Four on larger boards, and Dobutsu shogi, which takes some minutes. All of it has 4 GB.
"""

from __future__ import annotations

import contextlib
import resource
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass

from benchmarks.measure import rate

SHORT = (
    ("connect-four", {"width": 4, "height": 4}),
    ("connect-four", {"width": 4, "height": 5}),
    ("connect-four", {"width": 5, "height": 4}),
    ("morris", {"men": 4, "quiet_limit": 0}),
    ("morris", {"men": 5, "quiet_limit": 0}),
    ("hexapawn", {"width": 5, "height": 5}),
    ("kalah", {"pits": 4, "seeds": 3}),
    ("pig", {"target": 50}),
)
LONG: tuple[tuple[str, dict[str, int]], ...] = (
    ("connect-four", {"width": 5, "height": 5}),
    ("connect-four", {"width": 6, "height": 4}),
    ("dobutsu", {}),
)

MEMORY = 4_000
"""Megabytes that solving may use."""

TARGETS = {"connect-four 5 5": 3e6, "dobutsu": 1.5e6}
"""States a second that were promised."""


@dataclass(frozen=True)
class Rate:
    """How fast a game was solved."""

    what: str
    states: int
    seconds: float
    megabytes: int
    target: float | None

    def cells(self) -> tuple[str, ...]:
        target = "" if self.target is None else f"≥ {rate(self.target)}"
        size = f"{self.states:,} states, {self.seconds:.1f} s, {self.megabytes:,} MB"
        return self.what, rate(self.states / self.seconds), size, "", target

    @property
    def missed(self) -> bool:
        return self.target is not None and self.states / self.seconds < self.target


def lines(*, long: bool) -> Iterator[Rate]:
    """Each game in a process of its own, whose machine code was compiled before."""
    for name, parameters in SHORT + (LONG if long else ()):
        what = " ".join([name, *(str(value) for value in parameters.values())])
        code = f"from benchmarks.solving import one; one({name!r}, {parameters!r})"
        answer = subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, check=True
        )
        states, seconds, megabytes = answer.stdout.split()
        yield Rate(what, int(states), float(seconds), int(megabytes), TARGETS.get(what))


def one(name: str, parameters: dict[str, int]) -> None:
    """Solves a game, and prints its states, the seconds and the megabytes."""
    from outplay.errors import OutplayError
    from outplay.games import load
    from outplay.solve.solve import solve

    def give_up(_: object) -> None:
        raise OutplayError("The code is there.")

    with contextlib.suppress(OutplayError):  # the first step of the work comes after compiling
        solve(load(name, **parameters), speed="native", progress=give_up)
    start = time.perf_counter()
    solution = solve(load(name, **parameters), speed="native", memory=MEMORY)
    seconds = time.perf_counter() - start
    megabytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(solution.states, seconds, megabytes)
