"""Games whose positions come back: every way from a state to those before it gives the same."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

from outplay import MAX, Game, check
from outplay.errors import OutplayError
from outplay.games import load
from outplay.solve import attraction, backward, expansion, graph, retrograde, store, waves
from outplay.solve.look import Look
from outplay.solve.progress import Step
from outplay.solve.solution import Solution
from outplay.solve.solve import solve
from outplay.solve.store import Store
from tests.solve.solved_plainly import graph_of, wins_of

WIDTH, HEIGHT = 5, 3
TARGET = 12


class Pair(NamedTuple):
    """Where the piece of the side to move stands, and the other's; and whose turn it is."""

    mine: int
    theirs: int
    player: int


def steps(square: int) -> Iterator[int]:
    """The squares around one."""
    x, y = square % WIDTH, square // WIDTH
    for v in range(max(0, y - 1), min(HEIGHT, y + 2)):
        for u in range(max(0, x - 1), min(WIDTH, x + 2)):
            if v * WIDTH + u != square:
                yield v * WIDTH + u


class Race(Game[Pair, int]):
    """Two kings step on a small board; to come to the middle of the upper row wins.

    So does whoever steps on the other one. Whoever stands on the way is never in a hurry.
    """

    may_cycle = True

    def initial(self) -> Pair:
        return Pair(0, 4, MAX)

    def to_move(self, s: Pair) -> int:
        return s.player

    def actions(self, s: Pair) -> Iterator[int]:
        yield from steps(s.mine)

    def result(self, s: Pair, a: int) -> Pair:
        return Pair(s.theirs if a != s.theirs else -1, a, -s.player)

    def is_terminal(self, s: Pair) -> bool:
        return s.mine == -1 or s.theirs == TARGET

    def utility(self, s: Pair) -> int:
        return -s.player

    def symmetries(self, s: Pair) -> Iterator[Pair]:
        yield Pair(mirrored(s.mine), mirrored(s.theirs), s.player)

    def exchanged(self, s: Pair) -> Pair:
        return Pair(s.mine, s.theirs, -s.player)

    def predecessors(self, s: Pair) -> Iterator[Pair]:
        for square in steps(s.theirs):
            if square != s.mine and s.mine != TARGET:
                yield Pair(square, s.mine, -s.player)


def mirrored(square: int) -> int:
    return square if square < 0 else square + WIDTH - 1 - 2 * (square % WIDTH)


class Paid(Race):
    """The same; what one gets depends on where it ends, and endless play costs MAX something."""

    repetition = -1

    def utility(self, s: Pair) -> int:
        return -s.player * (3 if s.mine == -1 else 2)


class Hurried(Race):
    """One step to the right or up only: no position comes back."""

    may_cycle = False

    def actions(self, s: Pair) -> Iterator[int]:
        yield from (square for square in steps(s.mine) if square > s.mine)
        if s.mine == WIDTH * HEIGHT - 1:
            yield WIDTH * HEIGHT

    def is_terminal(self, s: Pair) -> bool:
        return super().is_terminal(s) or s.theirs == WIDTH * HEIGHT

    def predecessors(self, s: Pair) -> Iterator[Pair]:
        for square in range(WIDTH * HEIGHT):
            before = Pair(square, s.mine, -s.player)
            stood = square != s.mine and not self.is_terminal(before)
            if stood and s.theirs in list(self.actions(before)):
                yield before

    def symmetries(self, s: Pair) -> Iterator[Pair]:
        yield s


GAMES: dict[str, Any] = {
    "won or lost": Race,
    "points": Paid,
    "no way back": Hurried,
    "dice": lambda: load("ur", pieces=1),
    "means": lambda: load("pig", target=6),
    "captures": lambda: load("morris", men=3, quiet_limit=0),
    "layers": lambda: load("connect-four", width=4, height=2),
}
METHODS = ("edges", "files", "retraction", "sweeps")


def small_pieces(patch: pytest.MonkeyPatch) -> None:
    """So few states at a time that there is more than one of everything."""
    for module in (waves, graph, backward, attraction, retrograde):
        patch.setattr(module, "CHUNK", 64)
    patch.setattr(waves, "ROOM", 190)
    patch.setattr(waves, "MOST_ACTIONS", 100)
    patch.setattr(graph, "PIECE", 256)
    patch.setattr(backward, "TOGETHER", 50)
    patch.setattr(backward, "BUCKET", 16)


def with_method(patch: pytest.MonkeyPatch, method: str) -> None:
    patch.setattr(Store, "has_room", lambda self, size: method == "edges")
    patch.setattr(Store, "disk_room", lambda self: 0 if method == "sweeps" else 1 << 60)
    build = graph.Graph.build

    def chosen(self: graph.Graph, *, retracts: bool) -> None:
        build(self, retracts=retracts and method == "retraction")
        assert self.method in (method, "edges")
        assert (self.method == "sweeps") == (method == "sweeps")

    patch.setattr(graph.Graph, "build", chosen)


def all_of(solution: Solution[Any, Any]) -> list[Any]:
    found = [(state, known.value, known.distance) for state, known in solution]
    return [solution.counts, solution.error, *found]


@pytest.mark.parametrize("name", GAMES)
def test_every_method_and_size_gives_the_same(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    game = GAMES[name]()
    speeds = ["native"] if name in ("dice", "captures") else ["native", "python"]
    known = None
    for speed in speeds:
        for method in METHODS:
            if method == "retraction" and not game.answers("predecessors"):
                continue
            for small in (False, True):
                with monkeypatch.context() as patch:
                    patch.setattr(Look, "grade", lambda self, form: None)
                    with_method(patch, method)
                    if small:
                        small_pieces(patch)
                    found = all_of(solve(game, speed=speed, threads=2 if small else 1))
                known = known or found
                assert found == known, (speed, method, small)
    assert known is not None


@pytest.mark.parametrize("rules", [Race, Hurried])
def test_plain_backward_induction_agrees(rules: type[Race]) -> None:
    game = rules()
    solution, plain = solve(game), graph_of(game)
    won = wins_of(plain)
    for key, known in plain.items():
        assert solution[known.state] == won.get(key, (0, None))


@pytest.mark.parametrize("rules", [Race, Paid, Hurried])
def test_the_rules_of_these_games_hold(rules: type[Race]) -> None:
    assert check(rules(), lines=100, native=False)


class Forgetful(Race):
    """Some states before a state are left out."""

    def predecessors(self, s: Pair) -> Iterator[Pair]:
        for t in super().predecessors(s):
            if t.mine:
                yield t


class Inventive(Race):
    """From some of them no move leads to the state."""

    def predecessors(self, s: Pair) -> Iterator[Pair]:
        yield from super().predecessors(s)
        yield Pair(s.theirs, s.mine, -s.player)


@pytest.mark.parametrize(
    ("rules", "sentence"), [(Forgetful, "leaves out"), (Inventive, "from which no move leads here")]
)
def test_check_finds_wrong_predecessors(rules: type[Race], sentence: str) -> None:
    assert sentence in str(check(rules(), lines=100, native=False).failure)


class EnoughError(Exception):
    """The process is ended here."""


@pytest.mark.parametrize("method", ["edges", "sweeps"])
@pytest.mark.parametrize("name", ["won or lost", "points", "means", "no way back"])
def test_work_goes_on_from_every_step(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, name: str, method: str
) -> None:
    """What was finished is written down at once, and taken up: a few steps each time will do."""
    game = GAMES[name]()
    monkeypatch.setattr(Look, "grade", lambda self, form: None)
    small_pieces(monkeypatch)
    with_method(monkeypatch, method)
    solve(game, out=tmp_path / "whole", speed="python").close()
    monkeypatch.setattr(store, "OFTEN", 0.0)
    most = 12 if name == "points" else 5  # there are several levels
    ended = 0
    while not (tmp_path / "parts").exists():
        steps: Iterator[int] = iter(range(most))

        def end_soon(step: Step, steps: Iterator[int] = steps) -> None:
            if next(steps, None) is None:
                raise EnoughError

        with contextlib.suppress(EnoughError, OutplayError):
            solve(game, out=tmp_path / "parts", speed="python", progress=end_soon).close()
        ended += 1
        assert ended < 100, "it does not go on"
    assert ended > 1
    assert (tmp_path / "parts").read_bytes() == (tmp_path / "whole").read_bytes()


class Silent(Race):
    """A `yield` is missing."""

    def predecessors(self, s: Pair) -> Any:
        return None


@pytest.mark.parametrize("speed", ["native", "python"])
def test_wrong_predecessors_are_a_sentence(monkeypatch: pytest.MonkeyPatch, speed: str) -> None:
    with_method(monkeypatch, "retraction")
    with pytest.raises(OutplayError, match="`predecessors` gives None; is a `return` or `yield`"):
        solve(Silent(), speed=speed)


def test_files_are_gone_in_the_end(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    with_method(monkeypatch, "files")
    small_pieces(monkeypatch)
    path = tmp_path / "race.solution"
    solve(Race(), out=path).close()
    assert [one.name for one in tmp_path.iterdir()] == ["race.solution"]


class Wide(Game[tuple[int, ...], int]):
    """A hundred ways each time, and hardly two that lead to the same."""

    def initial(self) -> tuple[int, ...]:
        return ()

    def to_move(self, s: tuple[int, ...]) -> int:
        return MAX if len(s) % 2 == 0 else -MAX

    def actions(self, s: tuple[int, ...]) -> Iterator[int]:
        yield from range(40)

    def result(self, s: tuple[int, ...], a: int) -> tuple[int, ...]:
        return (*s, a)

    def is_terminal(self, s: tuple[int, ...]) -> bool:
        return len(s) == 3

    def utility(self, s: tuple[int, ...]) -> int:
        return 1 if sum(s) % 7 == 0 else -1


@pytest.mark.parametrize("layered", [True, False])
def test_no_state_is_lost_where_room_ends(monkeypatch: pytest.MonkeyPatch, layered: bool) -> None:
    """Keys of a state that does not fit any more are written again later."""
    from outplay.solve import layers

    small_pieces(monkeypatch)
    monkeypatch.setattr(layers, "ROOM", 130)
    if not layered:
        monkeypatch.setattr(Look, "grade", lambda self, form: None)
    solution = solve(Wide(), speed="native")
    assert len(solution) == 1 + 40 + 40**2 + 40**3


def test_numbers_of_keys_of_several_words() -> None:
    dice = np.random.default_rng(0)
    for size in (1, 2, 3):
        keys = np.unique(dice.integers(0, 6, (300, size)), axis=0)
        numbers = expansion.Numbers(keys[::2].copy(), Store(1e9))
        wanted = dice.integers(0, 6, (500, size))
        places = {tuple(key): i for i, key in enumerate(keys[::2].tolist())}
        assert numbers.of(wanted).tolist() == [places.get(tuple(k), -1) for k in wanted.tolist()]
