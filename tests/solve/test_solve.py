"""`solve` itself: the same whatever the threads and the memory, work that goes on, errors."""

from __future__ import annotations

import csv
import itertools
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from outplay import MAX, MIN, Game
from outplay.errors import EndlessGame, OutplayError, RulesError, UnfitGame, UsageError
from outplay.games import load
from outplay.games.backgammon.board import side_of
from outplay.games.backgammon.rules import State as Backgammon
from outplay.solve.estimate import estimate
from outplay.solve.progress import Step
from outplay.solve.solve import solve

GAMES = [
    ("connect-four", {"width": 4, "height": 4}),
    ("morris", {"men": 4, "quiet_limit": 0}),
    ("kalah", {"pits": 3, "seeds": 3}),
    ("ur", {"pieces": 1}),
]
"""One by layers, one whose positions come back, one that ends in points, one with dice."""


def written(path: Path, name: str, parameters: dict[str, Any], **options: Any) -> bytes:
    solve(load(name, **parameters), out=path, **options).close()
    return path.read_bytes()


@pytest.mark.parametrize(("name", "parameters"), GAMES, ids=[name for name, _ in GAMES])
def test_threads_and_memory_make_no_difference(
    tmp_path: Path, name: str, parameters: dict[str, Any]
) -> None:
    one = written(tmp_path / "one", name, parameters, threads=1, speed="native")
    assert written(tmp_path / "three", name, parameters, threads=3, speed="native") == one
    if name != "ur":  # whose states fit
        assert written(tmp_path / "less", name, parameters, memory=60, speed="native") == one
    assert {path.name for path in tmp_path.iterdir()} <= {"one", "three", "less"}


class EnoughError(Exception):
    """The process is ended here."""


@pytest.mark.parametrize(("name", "parameters"), GAMES, ids=[name for name, _ in GAMES])
def test_work_goes_on(tmp_path: Path, name: str, parameters: dict[str, Any]) -> None:
    whole = written(tmp_path / "whole", name, parameters, speed="native")
    steps: list[Step] = []
    solve(load(name, **parameters), speed="native", progress=steps.append)
    out, seen = tmp_path / "out", 0
    for attempt in itertools.count(1):
        left = 3 * attempt

        def end_soon(step: Step) -> None:
            nonlocal left
            left -= 1
            if left == 0:
                raise EnoughError

        try:
            found = written(out, name, parameters, speed="native", progress=end_soon)
        except (EnoughError, OutplayError):
            seen += 1
            assert not out.exists()
            continue
        break
    assert found == whole
    assert seen > 0 or len(steps) < 3
    assert not (tmp_path / "out.work").exists()


def test_bear_off() -> None:
    """Cubeless equities of GNU Backgammon 1.07.001's two-sided table, to four digits."""
    game = load("backgammon")
    known = [
        ((0, 0, 1, 1, 0, 0), (1, 1, 2, 0, 0, 1), 0.9987),
        ((2, 2, 1, 1, 0, 0), (0, 0, 0, 0, 0, 1), -0.9039),
        ((0, 0, 1, 0, 0, 1), (0, 0, 0, 1, 0, 0), -0.3677),
        ((1, 2, 2, 0, 0, 0), (1, 1, 1, 0, 0, 0), -0.5973),
    ]

    def side(points: tuple[int, ...]) -> Any:
        on = {point: n for point, n in enumerate(points, start=1) if n}
        return side_of({**on, 0: 15 - sum(points)})

    roots = [Backgammon(side(mine), side(theirs), 0, 0, MAX) for mine, theirs, _ in known]
    solution = solve(game, roots=roots)
    for root, (_, _, equity) in zip(roots, known, strict=True):
        assert solution.value(root) == pytest.approx(equity, abs=1e-4)
    assert solution.error < 1e-9


class Ring(Game[tuple[int, int], int]):
    """Two players walk round a ring of five places; whoever comes to place 3 wins."""

    def initial(self) -> tuple[int, int]:
        return (0, MAX)

    def to_move(self, s: tuple[int, int]) -> int:
        return s[1]

    def actions(self, s: tuple[int, int]) -> Iterator[int]:
        yield from (1, 4)

    def result(self, s: tuple[int, int], a: int) -> tuple[int, int]:
        return ((s[0] + a) % 5, -s[1])

    def is_terminal(self, s: tuple[int, int]) -> bool:
        return s[0] == 3

    def utility(self, s: tuple[int, int]) -> int:
        return -s[1]


class EndlessRing(Ring):
    """The same; that goes on for ever is foreseen."""

    may_cycle = True


class LostRing(EndlessRing):
    """Endless play is a win of MIN's."""

    repetition = -1


@pytest.mark.parametrize("speed", ["python", "native"])
def test_positions_that_come_back(speed: str) -> None:
    with pytest.raises(EndlessGame, match=r"say so by `may_cycle = True`"):
        solve(Ring(), speed=speed)
    draws = solve(EndlessRing(), speed=speed)
    assert draws[(2, MAX)] == (1, 1)
    assert draws[(0, MAX)] == (0, None)
    lost = solve(LostRing(), speed=speed)
    assert lost.value((0, MAX)) == -1
    assert lost.value((2, MAX)) == 1


class Counting(EndlessRing):
    """The places of the ring are counted on, and never the same."""

    def result(self, s: tuple[int, int], a: int) -> tuple[int, int]:
        return (s[0] + a if (s[0] + a) % 5 != 3 else s[0] + a + 1, -s[1])


def test_rules_that_never_end() -> None:
    with pytest.raises(EndlessGame, match="new positions still come after 10,000 plies"):
        solve(Counting())


class RaisingGame(EndlessRing):
    """A rule has a mistake that few positions show."""

    def actions(self, s: tuple[int, int]) -> Iterator[int]:
        yield 1 if s[0] != 2 else 1 // (s[0] - 2)


class MovedGame(EndlessRing):
    """Its rules depend on how often they were asked."""

    def __init__(self) -> None:
        self.asked = 0

    def is_terminal(self, s: tuple[int, int]) -> bool:
        self.asked += 1
        return s[0] == 3 or self.asked > 5_000


class Words(Game[tuple[str, int], str]):
    """States of strings: letters are taken from either end; whoever takes the last x wins."""

    def initial(self) -> tuple[str, int]:
        return ("oxooxo", MAX)

    def to_move(self, s: tuple[str, int]) -> int:
        return s[1]

    def actions(self, s: tuple[str, int]) -> list[str]:
        return ["left", "right"]

    def result(self, s: tuple[str, int], a: str) -> tuple[str, int]:
        rest = s[0][1:] if a == "left" else s[0][:-1]
        return (rest, -s[1])

    def is_terminal(self, s: tuple[str, int]) -> bool:
        return "x" not in s[0]

    def utility(self, s: tuple[str, int]) -> int:
        return -s[1]


def test_a_rule_that_raises_is_named_with_the_position() -> None:
    with pytest.raises(RulesError, match=r"`actions` raised ZeroDivisionError.*\(2, "):
        solve(RaisingGame())


def test_states_of_strings_run_natively() -> None:
    one, other = (solve(Words(), speed=speed) for speed in ("native", "python"))
    assert dict(one) == dict(other)
    assert one[Words().initial()].distance is not None


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"roots": []}, "roots must hold a position"),
        ({"roots": "KQK"}, "nim has no endgames"),
        ({"memory": 0}, "memory must be a number of megabytes above 0"),
        ({"threads": 0}, "threads must be a whole number from 1 to 256"),
        ({"speed": "fast"}, "speed must be one of"),
    ],
)
def test_wrong_options(options: dict[str, Any], sentence: str) -> None:
    with pytest.raises(UsageError, match=sentence):
        solve(load("nim"), **options)


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(OutplayError):
        solve(load("nim"), out=tmp_path / "no" / "nim.solution")


@pytest.mark.parametrize("ask", [solve, estimate])
def test_what_has_no_states_as_values_is_refused(ask: Any) -> None:
    """Games on one mutable board, as easyAI's are, and literal trees."""
    with pytest.raises(UnfitGame, match=r"tree cannot be solved: .* each position as a value"):
        ask(load("tree"))
    with pytest.raises(UnfitGame, match=r"cannot be solved: .*the state is, or holds,"):
        ask(Opaque())


class Opaque(EndlessRing):
    """A state holds something that nobody can write down."""

    def initial(self) -> Any:
        return (THING, MAX)

    def result(self, s: Any, a: int) -> Any:
        return (3, -s[1])


THING = object()


def test_positions_as_a_table(tmp_path: Path) -> None:
    game = load("nim", heaps=(1, 2))
    solution = solve(game)
    solution.to_csv(tmp_path / "nim.csv")
    with open(tmp_path / "nim.csv", newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    known = {
        game.format_state(s): (str(found.value), str(found.distance or "0"))
        for s, found in solution
    }
    assert {r["position"]: (r["value"], r["distance"] or "0") for r in rows} == known
    assert len(rows) == len(solution) == 7


def test_parquet(tmp_path: Path) -> None:
    solution = solve(load("nim", heaps=(1, 2)))
    if find_spec("pyarrow") is None:
        with pytest.raises(UsageError, match="Parquet needs pyarrow: pip install pyarrow"):
            solution.to_parquet(tmp_path / "nim.parquet")
        return
    parquet = pytest.importorskip("pyarrow.parquet")
    solution.to_parquet(tmp_path / "nim.parquet")
    assert parquet.read_table(tmp_path / "nim.parquet").num_rows == len(solution)


class Listed(Game[Any, int]):
    """A state is the list of all moves so far; whoever begins chooses what all moves are."""

    def initial(self) -> Any:
        return []

    def to_move(self, s: Any) -> int:
        return MAX if len(s) % 2 == 0 else MIN

    def actions(self, s: Any) -> list[int]:
        return [s[0]] if s else list(range(20))

    def result(self, s: Any, a: int) -> Any:
        return [*s, a]

    def is_terminal(self, s: Any) -> bool:
        return len(s) == 61

    def utility(self, s: Any) -> int:
        return 1 if sum(s) % 2 else -1


@pytest.mark.parametrize("speed", ["python", "native"])
def test_states_that_grow(speed: str) -> None:
    """They become longer than any of those that types are found from."""
    solution = solve(Listed(), speed=speed)
    assert len(solution) == 1 + 20 * 61
    assert solution[[]] == (1, 61)
    assert solution[[2]] == (-1, 60)
