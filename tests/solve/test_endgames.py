"""Endgames by their names: which positions they have, however these are listed."""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from outplay import MAX, MIN, Endgame, Game
from outplay.errors import RulesError, UsageError
from outplay.games import load
from outplay.games.chess.board import State as Board
from outplay.solve import roots as roots_module
from outplay.solve.estimate import estimate
from outplay.solve.progress import Step
from outplay.solve.solve import open_solution, solve
from outplay.solve.verify import verify


class Heap(NamedTuple):
    """A heap of matches, and something that does not matter."""

    matches: int
    player: int
    mark: int = 0


class Matches(Game[Heap, int]):
    """One or two of some matches are taken; whoever takes the last one wins. Endgames are lists."""

    win = 1

    def initial(self) -> Heap:
        return Heap(5, MAX)

    def to_move(self, s: Heap) -> int:
        return s.player

    def actions(self, s: Heap) -> Iterator[int]:
        yield from range(1, min(2, s.matches) + 1)

    def result(self, s: Heap, a: int) -> Heap:
        return Heap(s.matches - a, -s.player, s.mark)

    def is_terminal(self, s: Heap) -> bool:
        return s.matches == 0

    def utility(self, s: Heap) -> int:
        return -s.player

    def endgame(self, text: str) -> Iterable[Heap]:
        for matches in range(int(text)):
            yield Heap(matches, MAX)
            yield Heap(matches, MIN)


class Numbered(Matches):
    """The same by numbers, each position three times."""

    def endgame(self, text: str) -> Iterable[Heap]:
        return Endgame(self, Heap(0, MAX), 3 * int(text))

    def placed(self, material: Heap, number: int) -> Iterator[Heap]:
        yield Heap(number // 3, MAX, material.mark)
        yield Heap(number // 3, MIN, material.mark)


# --- they are all there, once ---------------------------------------------------------------------


@pytest.mark.parametrize("speed", ["native", "python"])
@pytest.mark.parametrize("threads", [1, 2])
def test_a_list_and_numbers_are_the_same(
    monkeypatch: pytest.MonkeyPatch, speed: str, threads: int
) -> None:
    monkeypatch.setattr(roots_module, "CHUNK", 7)
    one, other = (
        solve(game, roots="40", speed=speed, threads=threads) for game in (Matches(), Numbered())
    )
    assert dict(one) == dict(other)
    assert len(one) == 80
    for solution in one, other:
        assert solution.about["endgame"] == "40"
        assert solution.about["number_of_roots"] == 80


@pytest.mark.parametrize("speed", ["native", "python"])
@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize(
    ("name", "pieces", "symmetries", "listed", "states"),
    [
        ("checkers", "1", True, 120, 120),
        ("checkers", "1", False, 240, 240),
        ("chess", "KK", True, 462, 3_612),
        ("chess", "KK", False, 7_224, 7_224),
    ],
)
def test_the_speed_and_threads_make_no_difference(
    name: str, pieces: str, symmetries: bool, listed: int, states: int, speed: str, threads: int
) -> None:
    """Ten squares of one king are enough where the board may be turned: 462 positions of two."""
    game = load(name, quiet_limit=0)
    solution = solve(game, roots=pieces, symmetries=symmetries, speed=speed, threads=threads)
    assert solution.about["number_of_roots"] == listed
    assert solution.states == states


def test_files_are_the_same_whatever_the_threads(tmp_path: Path) -> None:
    game = load("chess", quiet_limit=0)
    for threads in (1, 2):
        out = tmp_path / str(threads)
        solve(game, roots="KRK", out=out, threads=threads, speed="native").close()
    assert (tmp_path / "1").read_bytes() == (tmp_path / "2").read_bytes()


@pytest.mark.parametrize(
    ("pieces", "states", "sides"),
    [("KK", 3_612, 2), pytest.param("KQK", 372_064, 1, marks=pytest.mark.long)],
)
def test_symmetries_leave_nothing_out(pieces: str, states: int, sides: int) -> None:
    """Of two kings, only positions with White to move are counted where sides may be exchanged."""
    game = load("chess", quiet_limit=0)
    folded, whole = (
        solve(game, roots=pieces, symmetries=on, speed="native") for on in (True, False)
    )
    assert folded.by_distance == whole.by_distance
    assert folded.states * sides == whole.states == states * sides  # KQK: with those of KK
    assert folded.counts.positions < whole.counts.positions / 7
    for state, known in whole.sample(200):
        assert folded[state] == known


@pytest.mark.parametrize("pieces", ["KRK", "KNNK", "KPKP", "KBKQ"])
def test_numbers_of_chess(pieces: str) -> None:
    """Random placings of these pieces have exactly one number each, if they are legal."""
    game = load("chess", quiet_limit=0)
    endgame: Any = game.endgame(pieces)
    numbers: dict[Board, int] = {}
    for number in random.Random(1).sample(range(endgame.placements), 3_000):
        for s in game.placed(endgame.material, number):
            assert s not in numbers
            numbers[s] = number
            assert game.parse_state(game.format_state(s)) == s  # raises where it is not legal
            assert len(list(game.symmetries(s))) == (1 if "P" in pieces else 7)
    assert len({s.kings & s.white for s in numbers}) == 64
    few = range(endgame.up_to_symmetry)
    found = (game.placed(endgame.material, n) for n in random.Random(2).sample(few, 3_000))
    squares = {s.kings & s.white for some in found for s in some}
    assert len(squares) == (32 if "P" in pieces else 10)


@pytest.mark.parametrize("pieces", [1, 2, 3])
def test_numbers_of_checkers(pieces: int) -> None:
    found = list(load("checkers").endgame(str(pieces)))
    assert len(set(found)) == len(found) == 2 * {1: 120, 2: 6_972, 3: 261_224}[pieces]
    for s in random.Random(1).sample(found, 100):
        assert (s.black | s.white).bit_count() == pieces
        assert s.black & s.white == 0


class Marked(Numbered):
    """Far on there is a position with a larger number in it than all that is seen at first."""

    def placed(self, material: Heap, number: int) -> Iterator[Heap]:
        yield Heap(number % 10, MAX, 1 << 40 if number == 99_999 else number & 7)


@pytest.mark.parametrize("threads", [1, 2])
def test_a_position_that_no_key_has_room_for_yet(threads: int) -> None:
    solution = solve(Marked(), roots="200000", speed="native", threads=threads)
    assert solution.about["number_of_roots"] == 41
    assert Heap(9, MAX, 1 << 40) in solution


class Many(Numbered):
    """Each number stands for very many positions."""

    def placed(self, material: Heap, number: int) -> Iterator[Heap]:
        for mark in range(60_000):
            yield Heap(1, MAX, number * 60_000 + mark)


def test_more_positions_than_there_is_room_for_at_once() -> None:
    solution = solve(Many(), roots="10", speed="native")
    assert solution.about["number_of_roots"] == 30 * 60_000


class Texts(Matches):
    """States that are strings; one is longer than all others."""

    def initial(self) -> Any:
        return "+x"

    def to_move(self, s: Any) -> int:
        return MAX if s[0] == "+" else MIN

    def actions(self, s: Any) -> Iterator[int]:
        yield 1

    def result(self, s: Any, a: int) -> Any:
        return ("-" if s[0] == "+" else "+") + s[2:]

    def is_terminal(self, s: Any) -> bool:
        return len(s) == 1

    def utility(self, s: Any) -> int:
        return 1 if s[0] == "+" else -1

    def endgame(self, text: str) -> Iterable[Any]:
        return Endgame(self, "+", int(text))

    def placed(self, material: Any, number: int) -> Iterator[Any]:
        yield material + "x" * (200 if number == 77_777 else number % 5)


def test_a_position_that_is_longer_than_all_others() -> None:
    solution = solve(Texts(), roots="80000", speed="native")
    assert solution.about["number_of_roots"] == 6
    assert solution["+" + 200 * "x"].distance == 200  # type: ignore[index]


# --- files, and work that goes on -----------------------------------------------------------------


def test_an_endgame_in_a_file(tmp_path: Path) -> None:
    game = load("checkers", quiet_limit=0)
    path = tmp_path / "two.solution"
    solve(game, roots="2", out=path).close()
    solution = open_solution(path)
    assert (solution.about["endgame"], solution.about["number_of_roots"]) == ("2", 6_972)
    for state, known in solution.sample(50):
        assert solution.find(game.exchanged(state)) == (-known.value, known.distance)
        assert game.to_move(state) != MIN
    assert verify(path).ok
    assert not verify(path).limits
    assert (
        verify(path, sample=10).limits[-1].startswith("Whether it begins with all positions of 2")
    )


class More(Numbered):
    """By these rules the endgame has more positions."""

    def endgame(self, text: str) -> Iterable[Heap]:
        return Endgame(self, Heap(0, MAX), 3 * int(text) + 3)


class Fewer(Numbered):
    """By these it has fewer, and play does not lead to all."""

    def endgame(self, text: str) -> Iterable[Heap]:
        return Endgame(self, Heap(0, MAX), 3 * int(text) - 3)


def test_verify_finds_what_is_no_endgame(tmp_path: Path) -> None:
    path = tmp_path / "matches.solution"
    Numbered.name = More.name = Fewer.name = "matches"  # type: ignore[assignment,method-assign]
    solve(Numbered(), roots="20", out=path).close()
    assert verify(path, Numbered()).complete
    more, fewer = verify(path, More()), verify(path, Fewer())
    assert any("belongs to 20, and it is not in the file" in fault for fault in more.faults)
    assert any("has 40 positions, and there are 38" in fault for fault in fewer.faults)
    assert any("to which play does not lead: 2" in fault for fault in fewer.faults)


def test_work_goes_on_with_the_same_endgame_alone(tmp_path: Path) -> None:
    game, out = load("checkers", quiet_limit=0), tmp_path / "out"

    def end(step: Step) -> None:
        raise KeyboardInterrupt

    def work(name: str, **options: Any) -> str:
        """The identity of the work that is left."""
        with pytest.raises(KeyboardInterrupt):
            solve(game, roots=name, out=out, speed="native", progress=end, **options)
        identity: str = json.loads((tmp_path / "out.work/notes.json").read_text())["identity"]
        return identity

    three = work("3")
    assert work("3", threads=1) == three
    assert work("4") != three
    assert work("3", symmetries=False) != three
    assert work("3") == three
    solve(game, roots="3", out=out, speed="native").close()
    solve(game, roots="3", out=tmp_path / "whole", speed="native").close()
    assert out.read_bytes() == (tmp_path / "whole").read_bytes()


@pytest.mark.parametrize("speed", ["native", "python"])
def test_progress_and_interrupts_from_the_first_moment(speed: str) -> None:
    steps: list[Step] = []

    def end(step: Step) -> None:
        steps.append(step)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        solve(Marked(), roots="10000000", speed=speed, progress=end)
    if speed == "native":
        assert steps[0].phase == "listing"
        assert steps[0].found > 0


def test_an_estimate_of_an_endgame() -> None:
    assert estimate(load("checkers", quiet_limit=0), roots="2").positions.low == 2 * 7_024
    many = estimate(load("chess", quiet_limit=0), roots="KQRKRB", seconds=1)
    assert many.fits == "no"
    assert many.positions.low > 5e9


# --- errors ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["QQ", "KQ", "QKK", "KXK", "KQRBNPKQ", "K", "1"])
def test_a_name_that_is_no_endgame(name: str) -> None:
    with pytest.raises(UsageError, match=r"An endgame is|pieces"):
        solve(load("chess", quiet_limit=0), roots=name)


def test_other_names() -> None:
    with pytest.raises(UsageError, match="number of pieces"):
        solve(load("checkers"), roots="KQK")
    with pytest.raises(UsageError, match="must name an endgame"):
        solve(load("checkers"), roots=" ")
    with pytest.raises(UsageError, match="must be positions, not 3"):
        solve(load("checkers"), roots=3)  # type: ignore[arg-type]
    with pytest.raises(UsageError, match="0 has no positions"):
        solve(Matches(), roots="0")


KQK: Any = "KQK"


class Wrong(Numbered):
    """An endgame of the kind that its name says."""

    def endgame(self, text: str) -> Any:
        return {
            "none": None,
            "states": [None, 3],
            "count": Endgame(self, Heap(0, MAX), -1),
            "fold": Endgame(self, Heap(0, MAX), 3, 4),
            "material": Endgame(self, KQK, 3),
        }[text]

    def placed(self, material: Heap, number: int) -> Iterator[Heap]:
        yield Heap(number, MAX)


class Raises(Numbered):
    def placed(self, material: Heap, number: int) -> Iterator[Heap]:
        yield Heap(3, MAX if 7 // (number - 99_999) < 9 else MIN)


class Nobody(Numbered):
    def placed(self, material: Heap, number: int) -> Iterator[Heap]:
        yield Heap(3, 7 if number == 99_999 else MIN)


class Nothing(Numbered):
    def placed(self, material: Heap, number: int) -> Any:
        return None


class NoNumbers(Matches):
    def endgame(self, text: str) -> Iterable[Heap]:
        return Endgame(self, Heap(0, MAX), 3)


@pytest.mark.parametrize(
    ("game", "name", "sentence"),
    [
        (Wrong(), "none", r"`endgame` gives None, which is neither"),
        (Wrong(), "states", r"`is_terminal` raised AttributeError.* in the position None"),
        (Wrong(), "count", r"an Endgame with placements=-1"),
        (Wrong(), "fold", r"an Endgame with up_to_symmetry=4"),
        (Wrong(), "material", r"of the material 'KQK', which is no state"),
        (Wrong(), "others", r"`endgame` raised KeyError: 'others'"),
        (Raises(), "200000", r"for placement 99,999, `placed` raised ZeroDivisionError"),
        (Nobody(), "200000", r"`to_move` gives 7, .* in the position \(3, 7, 0\)"),
        (Nothing(), "3", r"for placement \d, `placed` gives None; is a `return` or `yield` miss"),
        (NoNumbers(), "3", r"does not answer `placed"),
    ],
)
def test_rules_that_name_no_positions(game: Game[Heap, int], name: str, sentence: str) -> None:
    for speed in ("native", "python"):
        with pytest.raises(RulesError, match=sentence):
            solve(game, roots=name, speed=speed)
