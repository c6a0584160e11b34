"""Fits the weights of chess to the results of games: writes `games/chess/weights.py` anew.

    python -m benchmarks.tune_chess build/chess/positions.txt --workers 16

The evaluation itself says how much each weight counts in a position: it runs as it is, with
weights that are not numbers but symbols, and gives a sum of symbols (`Linear`). What a sum is
worth says who should win, 1 / (1 + exp(-worth / scale)). The weights that fit the results best
are found by Newton's method, with a pull towards what they were (so a weight that the games say
nothing about stays). Some of the positions are kept apart, to see what the fit is worth.
"""

from __future__ import annotations

import argparse
import ast
import math
import multiprocessing
import random
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from outplay.games.chess import evaluation, packed, weights
from outplay.games.chess.rules import Chess

KEPT_APART = 0.1
CHUNK = 500
NEWTON_STEPS = 8
FIXED = ("EDGE", "CLOSE", "CORNER")
"""What is for endings that games between equals do not reach."""

FILE = Path(weights.__file__)

Weight = Any
"""A number, or tuples of weights."""


# --- weights as symbols -------------------------------------------------------------------


class Linear:
    """A sum of weights: (number of a weight, how often) pairs, and what it is worth now."""

    def __init__(self, terms: list[tuple[int, float]], worth: float) -> None:
        self.terms, self.worth = terms, worth

    def __add__(self, other: Linear | int) -> Linear:
        if isinstance(other, Linear):
            return Linear(self.terms + other.terms, self.worth + other.worth)
        return Linear(self.terms, self.worth + other)

    __radd__ = __add__

    def __mul__(self, factor: float) -> Linear:
        if factor == 0:
            return Linear([], 0)
        return Linear([(i, times * factor) for i, times in self.terms], self.worth * factor)

    __rmul__ = __mul__

    def __neg__(self) -> Linear:
        return self * -1

    def __sub__(self, other: Linear | int) -> Linear:
        return self + -other

    def __rsub__(self, other: int) -> Linear:
        return -self + other

    def __floordiv__(self, divisor: int) -> Linear:
        return self * (1 / divisor)  # nothing is rounded

    def __lt__(self, other: int) -> bool:
        return self.worth < other

    def __gt__(self, other: int) -> bool:
        return self.worth > other


def written(source: str = "") -> dict[str, tuple[str, Weight]]:
    """Of each name in the file, or names that share a row: how the weights are packed, and which.

    `TEMPO` is ("pair", (41, 16)).
    """
    found = {}
    for node in ast.parse(source or FILE.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call):
            values = tuple(ast.literal_eval(argument) for argument in node.value.args)
            name = ast.unparse(node.targets[0]).strip("()")
            found[name] = ast.unparse(node.value.func), values
    return found


def leaves(value: Weight) -> list[int]:
    """The numbers of nested tuples, in order."""
    if not isinstance(value, tuple):
        return [value]
    return [leaf for part in value for leaf in leaves(part)]


def refilled(value: Weight, numbers: Iterator[Any]) -> Weight:
    """Nested tuples of the same shape with other numbers."""
    if not isinstance(value, tuple):
        return next(numbers)
    return tuple(refilled(part, numbers) for part in value)


def start() -> np.ndarray[Any, Any]:
    """All weights in one row."""
    return np.array([leaf for _, value in written().values() for leaf in leaves(value)], float)


def symbolic_taper(total: Linear | int, of: int) -> Linear | int:
    """`evaluation.taper` of symbols: the middlegame's come multiplied by 2**32."""
    if isinstance(total, int):
        return total
    times: dict[int, float] = {}
    for i, many in total.terms:
        if abs(many) >= packed.HALF:
            part = many / (1 << packed.SHIFT) * of / evaluation.ALL_PIECES
        else:
            part = many * (evaluation.ALL_PIECES - of) / evaluation.ALL_PIECES
        times[i] = times.get(i, 0) + part
    numbers = _numbers
    worth = sum(numbers[i] * part for i, part in times.items())
    return Linear([(i, part) for i, part in times.items() if part], worth)


_numbers: list[float] = []
"""What the symbols of this process are worth."""


class Symbols:
    """Within it, the evaluation runs on symbols."""

    def __enter__(self) -> None:
        global _numbers
        _numbers = list(start())
        self.were = {name: value for name, value in vars(weights).items() if name.isupper()}
        self.taper = evaluation.taper
        symbols = (Linear([(i, 1)], number) for i, number in enumerate(_numbers))
        for names, (pack, value) in written().items():
            weight = getattr(packed, pack)(*refilled(value, symbols))
            if ", " not in names:
                weight = (weight,)
            vars(weights).update(zip(names.split(", "), weight, strict=True))
        evaluation.taper = symbolic_taper  # type: ignore[assignment]

    def __exit__(self, *_: object) -> None:
        vars(weights).update(self.were)
        evaluation.taper = self.taper


def coefficients(state: Any) -> Linear:
    """How often each weight counts, for White, in a position; to be called within `Symbols`."""
    found: Any = evaluation.evaluate(state)
    return found if isinstance(found, Linear) else Linear([], found)


# --- positions ----------------------------------------------------------------------------


@dataclass(frozen=True)
class Chunk:
    """Some positions: where which weights count how much, and how the games ended."""

    rows: np.ndarray[Any, Any]
    columns: np.ndarray[Any, Any]
    times: np.ndarray[Any, Any]
    results: np.ndarray[Any, Any]
    scores: np.ndarray[Any, Any]


def extract(lines: Sequence[str]) -> Chunk:
    """The coefficients of the positions of some lines."""
    game = Chess()
    rows: list[int] = []
    columns: list[int] = []
    times: list[float] = []
    results, scores = [], []
    with Symbols():
        for row, line in enumerate(lines):
            fen, result, score = line.split(";")
            found = coefficients(game.parse_state(fen.strip()))
            rows += [row] * len(found.terms)
            columns += [i for i, _ in found.terms]
            times += [many for _, many in found.terms]
            results.append(float(result))
            scores.append(float(score))
    return Chunk(
        np.array(rows, np.int32),
        np.array(columns, np.int32),
        np.array(times, np.float32),
        np.array(results, np.float32),
        np.array(scores, np.float32),
    )


@dataclass
class Data:
    """All positions: a row of coefficients each."""

    table: np.ndarray[Any, Any]
    results: np.ndarray[Any, Any]
    scores: np.ndarray[Any, Any]

    def part(self, chosen: np.ndarray[Any, Any]) -> Data:
        return Data(self.table[chosen], self.results[chosen], self.scores[chosen])


def chosen_lines(lines: Sequence[str], most: int) -> list[str]:
    """Every position once, in the order of the file; at most so many, by chance."""
    known: dict[str, str] = {}
    for line in lines:
        if line.count(";") == 2:  # a line that was not written to its end is left out
            known.setdefault(line.partition(";")[0].rsplit(" ", 2)[0], line)
    chosen = list(known.values())
    if len(chosen) <= most:
        return chosen
    return [chosen[i] for i in sorted(random.Random(0).sample(range(len(chosen)), most))]


def read(file: Path, workers: int, most: int) -> Data:
    """The coefficients of the positions of a file."""
    chosen = chosen_lines(file.read_text(encoding="utf-8").splitlines(), most)
    parts = [chosen[i : i + CHUNK] for i in range(0, len(chosen), CHUNK)]
    data = Data(
        np.zeros((len(chosen), len(start())), np.float32),
        np.zeros(len(chosen), np.float32),
        np.zeros(len(chosen), np.float32),
    )
    first = 0
    with multiprocessing.get_context("spawn").Pool(workers) as pool:
        for chunk in pool.imap(extract, parts):
            last = first + len(chunk.results)
            data.table[first + chunk.rows, chunk.columns] = chunk.times
            data.results[first:last], data.scores[first:last] = chunk.results, chunk.scores
            first = last
    return data


# --- the fit ------------------------------------------------------------------------------


def chance(worth: np.ndarray[Any, Any], scale: float) -> np.ndarray[Any, Any]:
    return 1 / (1 + np.exp(-worth / scale))


def loss(worth: np.ndarray[Any, Any], target: np.ndarray[Any, Any], scale: float) -> float:
    """Cross entropy, the mean of all positions."""
    said = np.clip(chance(worth, scale), 1e-9, 1 - 1e-9)
    return float(-np.mean(target * np.log(said) + (1 - target) * np.log(1 - said)))


def best_scale(worth: np.ndarray[Any, Any], results: np.ndarray[Any, Any]) -> float:
    """The centipawns that make the odds e to 1, as the weights now are: by golden section."""
    low, high = 50.0, 800.0
    ratio = (math.sqrt(5) - 1) / 2
    while high - low > 1:
        one, other = high - ratio * (high - low), low + ratio * (high - low)
        if loss(worth, results, one) < loss(worth, results, other):
            high = other
        else:
            low = one
    return (low + high) / 2


def fit(
    data: Data,
    target: np.ndarray[Any, Any],
    first: np.ndarray[Any, Any],
    scale: float,
    spread: float,
    alike: float,
) -> np.ndarray[Any, Any]:
    """The weights that fit best.

    spread: how far from `first` a weight is expected to be, in centipawns. alike: how many
    positions say no more than one would, as those of one game do.
    """
    pull = np.full(len(first), alike / spread**2)
    pull[~data.table.any(axis=0)] = 1
    now = first.copy()
    for step in range(NEWTON_STEPS):
        said = chance(data.table @ now.astype(np.float32), scale)
        slope = data.table.T @ ((said - target) / scale).astype(np.float32) + pull * (now - first)
        curve = (said * (1 - said) / scale**2).astype(np.float32)
        bend = np.diag(pull)
        for at in range(0, len(curve), 50_000):
            rows = data.table[at : at + 50_000]
            bend += rows.T @ (rows * curve[at : at + 50_000, None])
        change = np.linalg.solve(bend, slope)
        now = now - change
        print(f"step {step + 1}: largest change {np.abs(change).max():.2f}", flush=True)
        if np.abs(change).max() < 0.1:
            break
    return now


# --- the file -----------------------------------------------------------------------------


def is_pair(value: Weight) -> bool:
    return len(value) == 2 and not isinstance(value[0], tuple)


def literal(value: Weight, indent: str = "") -> str:
    """A weight as it is written in the file: boards as boards, pairs in lines of six."""
    inner = indent + "    "
    if is_pair(value):
        return f"({value[0]}, {value[1]})"
    if not isinstance(value[0], tuple):
        return "(" + ", ".join(f"{number:3d}" for number in value) + ")"
    if not isinstance(value[0][0], tuple) and not is_pair(value[0]):
        return f"({literal(value[0])}, {literal(value[1])})"
    if all(is_pair(part) for part in value):
        short = "(" + ", ".join(literal(part) for part in value) + ")"
        if len(indent) + len(short) <= 60:
            return short
        rows = [
            ", ".join(f"({one:4d}, {other:4d})" for one, other in value[at : at + 6])
            for at in range(0, len(value), 6)
        ]
    else:
        rows = [literal(part, inner) for part in value]
    return "(\n" + "".join(f"{inner}{row},\n" for row in rows) + f"{indent})"


def rewritten(source: str, values: dict[str, Weight]) -> str:
    """The file with other numbers, and the same sentences."""
    lines, known = source.splitlines(keepends=True), written(source)
    for node in reversed(ast.parse(source).body):
        if isinstance(node, ast.Assign):
            name = ast.unparse(node.targets[0]).strip("()")
            text = f"{name} = {known[name][0]}{literal(values[name])}\n"
            lines[node.lineno - 1 : node.end_lineno] = text
    return "".join(lines)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.tune_chess")
    parser.add_argument("file", type=Path, nargs="+", help="made by benchmarks.chess_positions")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--most", type=int, default=600_000, help="positions to use")
    parser.add_argument("--mix", type=float, default=0.9, help="how much the search's word counts")
    parser.add_argument("--spread", type=float, default=25, help="how far weights may go")
    parser.add_argument("--alike", type=float, default=2, help="positions that say as much as one")
    parser.add_argument("--out", type=Path, default=FILE)
    options = parser.parse_args()
    parts = [read(file, options.workers, options.most) for file in options.file]
    data = Data(
        *(
            np.concatenate([getattr(part, name) for part in parts])
            for name in ("table", "results", "scores")
        )
    )
    first = start()
    worth = data.table @ first
    scale = best_scale(worth, data.results)
    target = (1 - options.mix) * data.results + options.mix * chance(data.scores, scale)
    # The last tenth of the file is of other games than the rest.
    held = np.arange(len(worth)) >= len(worth) * (1 - KEPT_APART)
    print(f"{len(worth)} positions, {len(first)} weights, scale {scale:.0f}", flush=True)
    found = fit(data.part(~held), target[~held], first, scale, options.spread, options.alike)
    known = {name: value for name, (_, value) in written().items()}
    fixed = [name in FIXED for name, value in known.items() for _ in leaves(value)]
    found = np.where(fixed, first, np.round(found)).astype(int)
    for title, chosen in (("fitted", ~held), ("kept apart", held)):
        before = loss(worth[chosen], target[chosen], scale)
        after = loss(data.table[chosen] @ found, target[chosen], scale)
        print(f"{title}: loss {before:.5f} before, {after:.5f} after")
    numbers = iter(found.tolist())
    values = {name: refilled(value, numbers) for name, value in known.items()}
    source = FILE.read_text(encoding="utf-8")
    options.out.write_text(rewritten(source, values), encoding="utf-8")
    print(f"written: {options.out}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
