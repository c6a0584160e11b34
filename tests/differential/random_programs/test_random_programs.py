"""Random programs of everyday Python at both speeds: the same values, types, nodes and errors.

`python tests/differential/random_programs/test_random_programs.py 0 500` runs the programs of
those seeds, tells what became of them, and prints what differs, made as small as it can be.
More words (`0 500 ints list str`) restrict it to programs with values of those kinds and numbers.
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
)  # fmt: skip
from program_shrinking import shrunk

LEAST_SHARE = 0.0
"""The switch: which part of the programs must compile, of those that are searched at all."""

PROGRAMS, PART, PARTS = 60, 250, 40
"""How many there are in the quick test, in a part of the long one, and how many parts."""


def run(
    seeds: Iterable[int], folder: Path, kinds: tuple[str, ...] = KINDS
) -> Iterator[tuple[int, Verdict]]:
    for seed in seeds:
        yield seed, verdict(program(seed, kinds), folder, f"program_{seed}", seed)


def minimised(seed: int, folder: Path, kinds: tuple[str, ...] = KINDS, seconds: float = 60) -> str:
    """The program of that seed without what the difference does not need."""

    tries = itertools.count()

    def how(source: str) -> tuple[str, ...]:
        return verdict(source, folder, f"program_{seed}_{next(tries)}", seed).how

    source = program(seed, kinds)
    wrong = how(source)
    with warnings.catch_warnings():  # what is left may be odd
        warnings.simplefilter("ignore")
        return shrunk(source, lambda smaller: how(smaller) == wrong, seconds)


def share(counts: Counter[str]) -> float:
    """The part that compiled, of the programs that were searched."""
    searched = sum(counts.values()) - counts[UNSEARCHED] - counts[BROKEN]
    return (counts[SAME] + counts[BEYOND] + counts[DIFFERS]) / max(1, searched)


def agree(seeds: range, folder: Path) -> Counter[str]:
    """Asserts that nothing differs; gives what became of the programs."""
    counts: Counter[str] = Counter()
    for seed, found in run(seeds, folder):
        counts[found.word] += 1
        assert found.word != BROKEN, f"seed {seed}: {found.text}"
        if found.word == DIFFERS:
            pytest.fail(f"seed {seed}, {found.text}\n\n{minimised(seed, folder)}")
    print(f"{share(counts):.0%} compiled: {dict(counts)}")
    assert share(counts) >= LEAST_SHARE, dict(counts)
    return counts


def test_some_random_programs(tmp_path: Path) -> None:
    counts = agree(range(PROGRAMS), tmp_path)
    assert counts[UNSEARCHED] < PROGRAMS // 4


@pytest.mark.long
@pytest.mark.parametrize("part", range(PARTS))
def test_many_random_programs(part: int, tmp_path: Path) -> None:
    agree(range(1000 + part * PART, 1000 + (part + 1) * PART), tmp_path)


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
    wrong_ones = [seed for seed, found in run(range(25), tmp_path) if found.word == DIFFERS]
    seed = min(wrong_ones, key=lambda seed: len(program(seed)))
    small = minimised(seed, tmp_path, seconds=20)
    assert len(small) < len(program(seed)) / 2 and "%" in small


def main(start: int, stop: int, kinds: tuple[str, ...]) -> int:
    """Prints a line for each program that is not the same, and the counts."""
    counts: Counter[str] = Counter()
    reasons: Counter[str] = Counter()
    compiling, begun = 0.0, time.monotonic()
    with tempfile.TemporaryDirectory() as name:
        for seed, found in run(range(start, stop), Path(name), kinds):
            counts[found.word] += 1
            compiling += found.compiling
            if found.word == REFUSED:
                reasons[found.text.split(": ", 2)[-1][:90]] += 1
            elif found.word in (DIFFERS, BROKEN):
                print(f"seed {seed} {found.word} {found.text}", flush=True)
                if found.word == DIFFERS:
                    print(minimised(seed, Path(name), kinds), flush=True)
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
    sys.exit(main(int(sys.argv[1]), int(sys.argv[2]), tuple(sys.argv[3:]) or KINDS))
