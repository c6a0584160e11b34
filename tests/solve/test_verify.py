"""`verify` finds what is wrong in a solution file, and shares no code with what writes it."""

from __future__ import annotations

import ast
import random
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import pytest
from solved_plainly import GAMES, Circle, Row

import outplay
from outplay.errors import UsageError
from outplay.game import AnyGame
from outplay.games import load
from outplay.solve.parts import Part
from outplay.solve.solution_file import FileTable, write
from outplay.solve.solve import solve
from outplay.solve.verify import Verification, verify

HERE = Path(outplay.__file__).parent / "solve"
MODULES = sorted(HERE.glob("verify*.py"))


@cache
def _bytes(name: str, compress: bool) -> bytes:
    with TemporaryDirectory() as folder:
        solve(GAMES[name](), out=Path(folder) / "solution", compress=compress).close()
        return (Path(folder) / "solution").read_bytes()


def _solved(name: str, path: Path, *, compress: bool = True) -> AnyGame:
    """Writes the solution of a game to the path; gives the game."""
    path.write_bytes(_bytes(name, compress))
    return GAMES[name]()


# --- it is independent ----------------------------------------------------------------------------


def test_it_imports_nothing_of_the_solver() -> None:
    own = {f"outplay.solve.{path.stem}" for path in MODULES}
    assert len(own) == 7
    for path in MODULES:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom):
                names = [node.module or ""]
            for name in names:
                assert not name.startswith("outplay.solve") or name in own, (path.name, name)


def test_the_solver_is_not_loaded_by_it(tmp_path: Path) -> None:
    solve(load("tic-tac-toe"), out=tmp_path / "t").close()
    script = (
        "import sys\nfrom outplay.solve.verify import verify\n"
        "assert verify(sys.argv[1]).complete\n"
        "print(*(name for name in sys.modules if name.startswith('outplay.solve.')))"
    )
    command = [sys.executable, "-c", script, str(tmp_path / "t")]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    own = {f"outplay.solve.{path.stem}" for path in MODULES}
    assert set(done.stdout.split()) == own


# --- what is right --------------------------------------------------------------------------------


@pytest.mark.parametrize("compress", [True, False])
@pytest.mark.parametrize("name", GAMES)
def test_solutions_are_right(name: str, compress: bool, tmp_path: Path) -> None:
    path = tmp_path / "solution"
    game = _solved(name, path, compress=compress)
    found = verify(path, game)
    assert found.ok, found
    assert found.complete
    assert found.total == found.checked > 50 or name in ("piles", "twice")
    assert bool(found.limits) == (name == "pig")


def test_without_symmetries(tmp_path: Path) -> None:
    solve(load("tic-tac-toe"), out=tmp_path / "t", symmetries=False).close()
    found = verify(tmp_path / "t")
    assert found.ok and found.checked == 5478


def test_from_other_positions_on(tmp_path: Path) -> None:
    game = load("tic-tac-toe")
    roots = [game.play(["a1"]), game.play(["b2", "a1"])]
    solve(game, roots=roots, out=tmp_path / "t").close()
    assert verify(tmp_path / "t").ok


def test_endless_play_that_counts(tmp_path: Path) -> None:
    solve(Circle(), out=tmp_path / "circle").close()
    found = verify(tmp_path / "circle", Circle())
    assert found.ok
    assert "other values might agree as well" in found.limits[0]


def test_a_sample(tmp_path: Path) -> None:
    path = tmp_path / "four"
    _solved("connect-four", path)
    found = verify(path, sample=100)
    assert found.ok and not found.complete
    assert found.checked == 100 < found.total
    assert "were not checked" in found.limits[0]
    everything = verify(path, sample=10**9)
    assert everything.checked == everything.total


def test_several_processes_find_the_same(tmp_path: Path) -> None:
    path = tmp_path / "four"
    _solved("connect-four", path)
    found = verify(path, processes=2)
    assert found.ok and found.complete
    _change(path, _one_distance)
    assert verify(path, processes=2).number_of_faults == verify(path).number_of_faults > 0


def test_what_is_not_proven_of_means(tmp_path: Path) -> None:
    solve(load("pig", target=8), out=tmp_path / "pig").close()
    assert "Positions come back and values are means" in verify(tmp_path / "pig").limits[0]


def test_progress_and_ctrl_c(tmp_path: Path) -> None:
    path = tmp_path / "four"
    solve(load("connect-four", width=4, height=4), out=path).close()
    news: list[tuple[int, int]] = []

    def progress(checked: int, total: int) -> None:
        news.append((checked, total))
        if len(news) == 2:
            raise KeyboardInterrupt

    found = verify(path, progress=progress)
    assert found.interrupted and found.ok and not found.complete
    assert found.checked == news[-1][0] < found.total == news[-1][1]


def test_rules_that_nobody_names(tmp_path: Path) -> None:
    _solved("row", tmp_path / "row")
    with pytest.raises(UsageError, match="say where its rules are"):
        verify(tmp_path / "row")


# --- what is wrong --------------------------------------------------------------------------------

Change = Callable[[list[Part], dict[str, Any]], None]


def _change(path: Path, change: Change) -> None:
    """Writes the file anew with something changed, and all its checksums right."""
    table = FileTable(path)
    scale = table.header["win"] is not None
    parts = []
    for number in range(len(table.sizes)):
        blocks = list(table.blocks(number))
        columns = [np.concatenate(column) for column in list(zip(*blocks, strict=True))[:2]]
        distances = None
        if scale:
            distances = np.concatenate([b.distances for b in blocks if b.distances is not None])
        keys, values = columns
        parts.append(Part(keys.copy(), values.copy(), distances, np.zeros(len(keys), np.int8)))
    header = table.header
    table.close()
    change(parts, header)
    write(path, parts, header, compress=True)


def _middle(part: Part) -> int:
    return len(part.keys) // 2


def _one_distance(parts: list[Part], _: dict[str, Any]) -> None:
    part = max(parts, key=lambda p: len(p.keys))
    assert part.distances is not None
    won = np.flatnonzero(part.distances > 0)
    part.distances[won[len(won) // 2]] += 2


def _one_value(parts: list[Part], _: dict[str, Any]) -> None:
    part = max(parts, key=lambda p: len(p.keys))
    at = _middle(part)
    part.values[at] = -1 if part.values[at] == 1 else 1


def _one_missing(parts: list[Part], _: dict[str, Any]) -> None:
    number = max(range(len(parts)), key=lambda n: len(parts[n].keys))
    part = parts[number]
    rest = np.delete(np.arange(len(part.keys)), _middle(part))
    distances = None if part.distances is None else part.distances[rest]
    parts[number] = replace(
        part,
        keys=part.keys[rest],
        values=part.values[rest],
        distances=distances,
        players=part.players[rest],
    )


def _two_in_the_wrong_order(parts: list[Part], _: dict[str, Any]) -> None:
    part = max(parts, key=lambda p: len(p.keys))
    part.keys[[5, 6]] = part.keys[[6, 5]]


def _one_count(_: list[Part], header: dict[str, Any]) -> None:
    header["counts"]["terminal"] += 1


def _by_distance(_: list[Part], header: dict[str, Any]) -> None:
    header["counts"]["by_distance"][0][2] += 1


def _by_value(_: list[Part], header: dict[str, Any]) -> None:
    header["counts"]["values"][0][1] += 1


def _another_root(_: list[Part], header: dict[str, Any]) -> None:
    header["root_words"] = header["root_words"][:0]
    header["number_of_roots"] = 0


CHANGES: dict[str, tuple[Change, str]] = {
    "distance": (_one_distance, "the file says"),
    "value": (_one_value, "the file says"),
    "missing": (_one_missing, "is not in the file"),
    "order": (_two_in_the_wrong_order, "not in order"),
    "count": (_one_count, "The header counts"),
    "by_distance": (_by_distance, "by distance"),
    "by_value": (_by_value, "by value"),
    "root": (_another_root, "play does not lead"),
}


@pytest.mark.parametrize("name", ["tic-tac-toe", "morris", "row", "chase"])
@pytest.mark.parametrize("what", CHANGES)
def test_one_wrong_thing_is_found(name: str, what: str, tmp_path: Path) -> None:
    path = tmp_path / "solution"
    game = _solved(name, path)
    change, sentence = CHANGES[what]
    _change(path, change)
    found = verify(path, game)
    assert not found.ok
    assert any(sentence in fault for fault in found.faults), found


@pytest.mark.parametrize("name", ["kalah", "pig", "2048", "twice"])
@pytest.mark.parametrize("what", ["value", "missing"])
def test_in_games_of_other_values(name: str, what: str, tmp_path: Path) -> None:
    path = tmp_path / "solution"
    game = _solved(name, path)
    change, sentence = CHANGES[what]
    _change(path, change)
    found = verify(path, game)
    assert any(sentence in fault for fault in found.faults), found


def test_values_that_agree_with_one_another_and_are_wrong(tmp_path: Path) -> None:
    """Called draws, all positions in which somebody can still win agree but for the last ones."""
    path = tmp_path / "morris"
    game = _solved("morris", path)

    def longest_are_draws(parts: list[Part], _: dict[str, Any]) -> None:
        assert parts[0].distances is not None
        far = parts[0].distances > 0
        parts[0].values[far] = 0
        parts[0].distances[far] = 0

    _change(path, longest_are_draws)
    assert not verify(path, game).ok


def test_a_game_that_comes_back_and_is_not_said_to(tmp_path: Path) -> None:
    path = tmp_path / "circle"
    solve(Circle(), out=path).close()

    def deny(_: list[Part], header: dict[str, Any]) -> None:
        header["endless"] = False

    _change(path, deny)
    assert "Positions come back" in verify(path, Circle()).faults[0]


class LongerRow(Row):
    """Four side by side win."""

    def is_terminal(self, s: Any) -> bool:
        return "." not in s[0] or "xxxx" in s[0] or "oooo" in s[0]

    def utility(self, s: Any) -> int:
        return 1 if "xxxx" in s[0] else -1 if "oooo" in s[0] else 0


class FewerRow(Row):
    """The first square is not free to begin with."""

    def actions(self, s: Any) -> Any:
        return [a for a in super().actions(s) if a or s[0] != "......"]


class RaisingRow(Row):
    def result(self, s: Any, a: Any) -> Any:
        if s[0].startswith("xo"):
            raise ValueError("never at xo")
        return super().result(s, a)


class TupleRow(Row):
    def initial(self) -> Any:
        return ("......", 1)

    def result(self, s: Any, a: Any) -> Any:
        return tuple(super().result(s, a))


@pytest.mark.parametrize("other", [LongerRow, FewerRow, RaisingRow, TupleRow])
def test_other_rules_are_found(other: type[AnyGame], tmp_path: Path) -> None:
    _solved("row", tmp_path / "row")
    other.__name__ = "Row"
    found = verify(tmp_path / "row", other())
    assert not found.ok
    assert found.number_of_faults >= len(found.faults) > 0


def test_other_states_and_other_names(tmp_path: Path) -> None:
    _solved("row", tmp_path / "row")
    game = load("tic-tac-toe")
    _solved("piles", tmp_path / "piles")
    assert not verify(tmp_path / "piles", game).ok
    _solved("tic-tac-toe", tmp_path / "tic-tac-toe")
    assert "are others than in the file" in verify(tmp_path / "tic-tac-toe", Row()).faults[1]

    class Otherwise(Row):
        """The same rules by another name."""

    found = verify(tmp_path / "row", Otherwise())
    assert found.faults == ("It is a solution of row, not of otherwise.",)


# --- damage ---------------------------------------------------------------------------------------


def _damaged(path: Path, data: bytes, game: AnyGame) -> Verification:
    path.write_bytes(data)
    return verify(path, game)


@pytest.mark.parametrize("compress", [True, False])
def test_every_changed_byte_is_found(compress: bool, tmp_path: Path) -> None:
    game, path = load("nim", heaps=(1, 2)), tmp_path / "nim"
    solve(game, out=path, compress=compress).close()
    good = path.read_bytes()
    for at in range(0, len(good), 1 if compress else 5):
        data = good[:at] + bytes([good[at] ^ 1 << at % 8]) + good[at + 1 :]
        assert not _damaged(path, data, game).ok, at
    for size in range(0, len(good), 7):
        assert not _damaged(path, good[:size], game).ok, size
    assert not _damaged(path, good + b"\0", game).ok
    assert _damaged(path, good, game).complete


def test_changed_bytes_of_a_larger_file_are_found(tmp_path: Path) -> None:
    path, dice = tmp_path / "four", random.Random(0)
    game = load("connect-four", width=4, height=4)
    solve(game, out=path).close()
    good = path.read_bytes()
    for _ in range(100):
        at = dice.randrange(len(good))
        data = good[:at] + bytes([good[at] ^ dice.randrange(1, 256)]) + good[at + 1 :]
        path.write_bytes(data)
        found = verify(path, game, sample=1)
        assert not found.ok and found.checked == 0, at
