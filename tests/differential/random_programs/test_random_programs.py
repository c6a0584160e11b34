"""Random programs of everyday Python at both speeds: the same values, types, nodes and errors.

There are rules by themselves, called with some values, and whole games that are searched.
`python tests/differential/random_programs/test_random_programs.py rules 0 500` runs the rules of
those seeds (`games 0 500` the games), tells what became of them, and prints what differs, made as
small as it can be. More words (`games 0 500 ints list str`) restrict them to values of those kinds.
"""

from __future__ import annotations

import itertools
import random
import sys
import tempfile
import time
import warnings
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import program_running
import pytest
from function_running import compared
from program_functions import function
from program_games import program
from program_grammar import KINDS
from program_running import (
    BEYOND,
    BROKEN,
    DIFFERS,
    REFUSED,
    SAME,
    UNSEARCHED,
    Verdict,
    asked,
    load,
    verdict,
    walk,
)
from program_shrinking import shrunk

LEAST_SHARE = {"rules": 0.9, "games": 0.6}
"""Which part of the programs must compile, of those that are searched at all: most of some few."""

PROGRAMS = {"rules": 20, "games": 4}
"""How many there are in the quick test."""

PART = {"rules": 250, "games": 25}
PARTS = 40
"""How many there are in a part of the long one, and how many parts."""

OPTIMISED = 20
"""One of so many rules is compiled as it is for searches; others, faster, without optimising."""


def source_of(what: str, seed: int, kinds: tuple[str, ...]) -> str:
    return (function if what == "rules" else program)(seed, kinds)


def judged(what: str, source: str, folder: Path, name: str, seed: int) -> Verdict:
    if what == "games":
        return verdict(source, folder, name, seed)
    return compared(source, folder, name, 0 if seed % OPTIMISED else 3)


def run(
    what: str, seeds: Iterable[int], folder: Path, kinds: tuple[str, ...] = KINDS
) -> Iterator[tuple[int, Verdict]]:
    for seed in seeds:
        source = source_of(what, seed, kinds)
        yield seed, judged(what, source, folder, f"program_{seed}", seed)


def minimised(
    what: str, seed: int, folder: Path, kinds: tuple[str, ...] = KINDS, seconds: float = 60
) -> str:
    """The program of that seed without what the difference does not need."""

    tries = itertools.count()

    def how(source: str) -> tuple[str, ...]:
        return judged(what, source, folder, f"program_{seed}_{next(tries)}", seed).how

    source = source_of(what, seed, kinds)
    wrong = how(source)
    with warnings.catch_warnings():  # what is left may be odd
        warnings.simplefilter("ignore")
        return shrunk(source, lambda smaller: how(smaller) == wrong, seconds)


def share(counts: Counter[str]) -> float:
    """The part that compiled, of the programs that were searched."""
    searched = sum(counts.values()) - counts[UNSEARCHED] - counts[BROKEN]
    return (counts[SAME] + counts[BEYOND] + counts[DIFFERS]) / max(1, searched)


def agree(what: str, seeds: range, folder: Path) -> Counter[str]:
    """Asserts that nothing differs; gives what became of the programs."""
    counts: Counter[str] = Counter()
    for seed, found in run(what, seeds, folder):
        counts[found.word] += 1
        assert found.word != BROKEN, f"seed {seed}: {found.text}"
        if found.word == DIFFERS:
            pytest.fail(f"seed {seed}, {found.text}\n\n{minimised(what, seed, folder)}")
    print(f"{share(counts):.0%} compiled: {dict(counts)}")
    assert share(counts) >= LEAST_SHARE[what], dict(counts)
    return counts


@pytest.mark.parametrize("what", PROGRAMS)
def test_some_random_programs(what: str, tmp_path: Path) -> None:
    counts = agree(what, range(PROGRAMS[what]), tmp_path)
    assert counts[UNSEARCHED] <= PROGRAMS[what] // 3


@pytest.mark.long
@pytest.mark.parametrize("what", PART)
@pytest.mark.parametrize("part", range(PARTS))
def test_many_random_programs(part: int, what: str, tmp_path: Path) -> None:
    agree(what, range(1000 + part * PART[what], 1000 + (part + 1) * PART[what]), tmp_path)


def test_rules_raise_now_and_then(tmp_path: Path) -> None:
    """Some programs raise, and more of them in the middle of a search than at once."""
    found = [slowly(seed, tmp_path) for seed in range(80)]
    raising = sum(one.raised for one in found)
    assert 3 < raising < 25 and {one.word for one in found} == {SAME, UNSEARCHED}


def test_programs_are_alive(tmp_path: Path) -> None:
    """Most of them answer otherwise in different positions."""
    alive = 0
    for seed in range(50):
        game = load(program(seed), tmp_path, f"alive_{seed}").Rules()
        values = set()
        for s, _ in walk(game, random.Random(seed)):
            _, result = asked(game, s, 1, "python")
            values |= {move.value for move in result.moves} if result else set()
        alive += len(values) > 2
    assert alive > 25


def slowly(seed: int, folder: Path) -> Verdict:
    """What is said of a program where both speeds are Python's."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(program_running, "asked", lambda g, s, d, speed: asked(g, s, d, "python"))
        return verdict(program(seed), folder, f"slow_{seed}", seed)


@pytest.mark.long
def test_a_difference_is_found_and_made_small(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A wrong compiler is planted: it takes every `%` for a `+`."""

    def wrong(game: Any, s: Any, depth: int, speed: str) -> Any:
        if speed == "native":
            path = Path(sys.modules[type(game).__module__].__file__ or "")
            text = path.read_text(encoding="utf-8").replace("%", "+")
            game = load(text, tmp_path, "wrong").Rules()
        return asked(game, s, depth, "python")

    monkeypatch.setattr(program_running, "asked", wrong)
    wrong_ones = [
        seed for seed, found in run("games", range(25), tmp_path) if found.word == DIFFERS
    ]
    seed = min(wrong_ones, key=lambda seed: len(program(seed)))
    small = minimised("games", seed, tmp_path, seconds=20)
    assert len(small) < len(program(seed)) / 2 and "%" in small


def main(what: str, start: int, stop: int, kinds: tuple[str, ...]) -> int:
    """Prints a line for each program that is not the same, and the counts."""
    counts: Counter[str] = Counter()
    reasons: Counter[str] = Counter()
    compiling, begun = 0.0, time.monotonic()
    with tempfile.TemporaryDirectory() as name:
        for seed, found in run(what, range(start, stop), Path(name), kinds):
            counts[found.word] += 1
            compiling += found.compiling
            if found.word == REFUSED:
                reasons[found.text.split(": ", 2)[-1][:90]] += 1
            elif found.word in (DIFFERS, BROKEN):
                print(f"seed {seed} {found.word} {found.text}", flush=True)
                if found.word == DIFFERS:
                    print(minimised(what, seed, Path(name), kinds), flush=True)
            if (seed + 1) % 100 == 0:
                print(
                    f"up to seed {seed}: {share(counts):.1%} compiled, {dict(counts)}", flush=True
                )
    for reason, times in reasons.most_common(20):
        print(f"{times:5} refused: {reason}")
    print(f"{share(counts):.1%} compiled of {sum(counts.values())}: {dict(counts)}")
    print(f"{compiling:.1f} s of compiling in {time.monotonic() - begun:.1f} s")
    return 1 if counts[DIFFERS] or counts[BROKEN] else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), tuple(sys.argv[4:]) or KINDS))
