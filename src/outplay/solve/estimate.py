"""Will it fit? How many states a game has, how long solving it takes, and what that needs."""

from __future__ import annotations

import math
import shutil
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from outplay.errors import UsageError
from outplay.game import AnyGame, Game
from outplay.parameters import is_finite
from outplay.search import runner
from outplay.search.error_context import check_game
from outplay.solve.expansion import MOST
from outplay.solve.growth import Range, both, by_capture, by_layers, by_waves, exactly, of_layers
from outplay.solve.layers import NotLayered
from outplay.solve.look import Look
from outplay.solve.progress import Progress
from outplay.solve.solve import MEMORY_SHARE, checked, free_memory, parameters_of, with_rules
from outplay.solve.solver import Task
from outplay.solve.store import Store
from outplay.solve.survey import Survey, SurveySearch
from outplay.tactics import Action, State

YES, LIKELY, UNKNOWN, UNLIKELY, NO = "yes", "likely", "unknown", "unlikely", "no"
"""Does it fit?"""

LAYERS_TIME, WAVES_TIME = (1.5, 5.0), (1.2, 4.0)
"""How long solving takes, finding states included, for each second of finding them."""

LAYERS_MEMORY, WAVES_MEMORY = (12, 36), (60, 220)
"""Bytes for each position, beside its key, if all of it is in memory."""

LAYERS_DISK, WAVES_DISK = ((1.0, 1.3), (3, 4)), ((2, 4), (10, 20))
"""How often a key is on disk, where memory does not do, and bytes beside it; without edges."""

OVER = 1.5, 4.0
"""How many times as often states are over among all as among those that were found: what is likely,
and at most."""

LEAST_SHARE = 0.1
"""Of the positions: those of a large layer, which are in memory while it is worked on."""

LEAST_ROOTS = 0.8
"""Of the positions to begin with that a sample of them stands for: chunks share some."""

VALUES, MEANS = (0.1, 2.0), (0.5, 9.0)
"""Bytes that value and distance take in a file for each position; and a mean."""

HEADER, HEADER_OF_MEANS = (1e3, 6e3), (1e3, 4e4)
"""Bytes of a file beside its positions."""

START = 0.1, 4.0
"""Seconds before the first state is found: rules are looked at and compiled."""


@dataclass(frozen=True)
class Estimate:
    """What solving a game needs; each number lies in its range, as far as a sample can tell."""

    game: str
    positions: Range
    """States up to symmetry: so many are solved."""
    states: Range
    seconds: Range
    memory: Range
    """Bytes, if all is in memory."""
    file: Range
    """Bytes of a compressed file."""
    found: int
    """Positions that were found while it was estimated."""
    rate: float
    """Of these, in a second."""
    fits: str
    """`yes`, `likely`, `unknown`, `unlikely` or `no`."""
    why: str
    """In a sentence, with what would help."""

    @property
    def exact(self) -> bool:
        """Have all positions been counted?"""
        return self.positions.is_exact

    def as_dict(self) -> dict[str, Any]:
        """As JSON has it: a range as its three numbers, None where nobody knows."""
        fields = asdict(self)
        for name, value in fields.items():
            if isinstance(value, tuple):
                fields[name] = [number if math.isfinite(number) else None for number in value]
        return {**fields, "exact": self.exact}


def estimate(
    game: Game[State, Action],
    *,
    seconds: float = 5.0,
    roots: Iterable[State] | str | None = None,
    memory: float | None = None,
    symmetries: bool = True,
    threads: int | None = None,
    speed: str = "auto",
    folder: str | Path = ".",
) -> Estimate:
    """How many states a game has, and whether it can be solved here.

    States are found for some `seconds`; what was not found by then is estimated (`growth.py`). The
    other options are those of `solve`; `folder` is where the file would be.
    """
    check_game(game, "estimate")
    if not (is_finite(seconds) and seconds > 0):
        raise UsageError(f"seconds must be a number above 0, not {seconds!r}.")
    starts, room, threads = checked(game, roots, memory, threads, speed)

    def work(rules: AnyGame, look: Look) -> Survey:
        task = Task(rules, starts, look, symmetries, threads, Store(room), Progress(), speed, None)
        search = SurveySearch(task, seconds, room, layered=True)
        try:
            runner.run(search)
        except NotLayered:
            search = SurveySearch(task, seconds, room, layered=False)
            runner.run(search)
        survey = search.survey
        if survey.layered and not survey.complete:
            search = SurveySearch(task, seconds / 2, room, layered=False)
            runner.run(search)
            survey.capture = search.survey
        return survey

    survey = with_rules(game, starts, work)
    disk = shutil.disk_usage(folder).free
    return _estimated(game, survey, room, memory is not None, disk)


def _positions(survey: Survey) -> Range:
    """Of the whole game."""
    if survey.complete:
        return exactly(survey.found)
    if survey.layered and survey.capture is not None:
        found = by_layers(survey.layers, survey.branching)
        if not survey.ends:
            found = Range(found.low, math.inf, math.inf)
        elif not survey.complete:
            found = found.at_most(max(survey.found, 2.0**survey.key_bits))
        return of_layers(found, survey.found, _captured(survey.capture))
    return _captured(survey)


def _captured(survey: Survey) -> Range:
    """Of a game as if it had no layers."""
    if survey.complete:
        return exactly(survey.found)
    waves = float(sum(survey.layers))
    alike = by_capture(waves, survey.alike.states, survey.alike.pairs)
    found = both(by_waves(survey.layers), alike)
    over = survey.over / max(1.0, waves)  # there are more of them toward the end
    return Range(
        max(found.low, waves, LEAST_ROOTS * survey.roots) + survey.over,
        found.likely * (1 + OVER[0] * over),
        found.high * (1 + OVER[1] * over),
    )


def _estimated(game: AnyGame, survey: Survey, room: float, said: bool, disk: float) -> Estimate:
    """`room`: bytes of memory, `said` by whoever asks; `disk`: those that are free."""
    positions = _positions(survey)
    key = 8 * survey.key_words
    least, most = LAYERS_MEMORY if survey.layered else WAVES_MEMORY
    memory = positions.times(key + least, key + most)
    time_ = positions.times(1 / max(survey.rate, 1e-9)).times(
        *(LAYERS_TIME if survey.layered else WAVES_TIME)
    )
    time_ = time_.plus(*START)
    is_mean = not game.properties.deterministic
    values, header = (MEANS, HEADER_OF_MEANS) if is_mean else (VALUES, HEADER)
    file = positions.times(
        survey.packed * 0.5 + values[0], min(key, 2 * survey.packed + 1) + values[1]
    ).plus(*header)
    copies, beside = LAYERS_DISK if survey.layered else WAVES_DISK
    on_disk = positions.times(copies[0] * key + beside[0], copies[1] * key + beside[1])
    needs = [
        ("memory", memory.times(LEAST_SHARE, 2 * LEAST_SHARE), room),
        ("disk", Range(*map(sum, zip(on_disk, file, strict=True))), disk),
    ]
    if memory.high <= room and file.high <= disk:
        fits, why = YES, "It fits in memory."
    else:
        fits, why = _verdict(needs, positions, survey)
        if fits in (UNLIKELY, NO, UNKNOWN):
            why = " ".join([why, *_advice(game, memory, said)])
    return Estimate(
        game=game.name,
        positions=positions,
        states=_states(positions, survey),
        seconds=time_,
        memory=memory,
        file=file,
        found=survey.found,
        rate=survey.rate,
        fits=fits,
        why=why,
    )


def _states(positions: Range, survey: Survey) -> Range:
    """Mirror images included; of a sample of positions they were counted."""
    if survey.images == 1:
        return positions
    if survey.states is not None:
        return exactly(survey.states)
    return positions.times(0.99 * survey.images, 1.01 * survey.images)


def _verdict(
    needs: list[tuple[str, Range, float]], positions: Range, survey: Survey
) -> tuple[str, str]:
    """Whether it fits, and what stands against it."""
    fits, why = YES, "It fits; what has no room in memory goes to disk."
    order = [YES, LIKELY, UNKNOWN, UNLIKELY, NO]
    if not survey.layered:
        needs = [("number", positions, float(MOST)), *needs]
    for what, need, there in needs:
        one = _fits(need, there)
        if order.index(one) > order.index(fits):
            fits, why = one, _sentence(one, what, need, there, positions)
    return fits, why


def _sentence(fits: str, what: str, need: Range, there: float, positions: Range) -> str:
    """What one need means."""
    if fits == UNKNOWN:
        return (
            "It cannot be told whether it fits: there are at least"
            f" {in_words(positions.low)} positions, and nothing says how many more."
        )
    number = in_words(need.low if fits == NO else need.likely)
    if what == "number":
        least = f"It has at least {number}" if fits == NO else f"It may have {number}"
        return (
            f"{least} positions; {in_words(there)} is the most that can be solved where a state"
            " does not say how many plies have been played."
        )
    size = in_bytes(need.low if fits == NO else need.likely)
    verb = "needs at least" if fits == NO else "may need"
    return f"It {verb} {size} of {what}, and {in_bytes(there)} may be used."


def _fits(need: Range, there: float) -> str:
    if need.high <= there:
        return YES
    if need.low > there:
        return NO
    if not math.isfinite(need.likely):
        return UNKNOWN
    return LIKELY if need.likely <= there else UNLIKELY


def _advice(game: AnyGame, memory: Range, said: bool) -> list[str]:
    """What would help."""
    advice = []
    free = free_memory() * MEMORY_SHARE
    if said and memory.low < free:
        advice.append(f"More --memory may do: {free / 1e6:,.0f} MB are free.")
    if parameters := list(parameters_of(game)):
        advice.append(f"Its parameters may make it smaller: {', '.join(parameters)}.")
    return advice


# --- in words ------------------------------------------------------------------------------------


def in_bytes(count: float) -> str:
    """812 B, 1.23 MB, 4.5 TB."""
    for unit, word in (
        (1e18, "EB"),
        (1e15, "PB"),
        (1e12, "TB"),
        (1e9, "GB"),
        (1e6, "MB"),
        (1e3, "kB"),
    ):
        if count >= unit:
            return f"{count / unit:.3g} {word}" if count < 1e21 else "more than 1,000 EB"
    return f"{count:.0f} B"


def in_words(count: float) -> str:
    """161,029, 4.53 million, 2.3 × 10^12."""
    if count < 1e6:
        return f"{count:,.0f}"
    if not math.isfinite(count):
        return "an unknown number"
    if count < 1e9:
        return f"{count / 1e6:.3g} million"
    exponent = int(math.log10(count))
    return f"{count / 10**exponent:.2g} × 10^{exponent}"
