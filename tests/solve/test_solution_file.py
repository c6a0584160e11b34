"""Solutions, compared with plain Python for all states; what is said of files that are wrong."""

from __future__ import annotations

import json
import os
import struct
import subprocess
import sys
import zlib
from pathlib import Path
from typing import Any

import pytest
from solved_plainly import GAMES, WITH_WINS, Circle, Row, Sets, graph_of, values_of, wins_of

import outplay
from outplay.errors import OutplayError
from outplay.game import MIN, AnyGame
from outplay.games import load
from outplay.keys import key_of
from outplay.solve.solution import WrongRules
from outplay.solve.solution_file import DamagedFile
from outplay.solve.solve import open_solution, solve


def with_images(game: AnyGame, graph: dict[Any, Any]) -> set[Any]:
    """The keys of all states and of their mirror images, to which play need not lead.

    Where sides can be exchanged, of those with MAX to move.
    """
    states = [x.state for x in graph.values()]
    if game.answers("exchanged"):
        states = [game.exchanged(s) if game.to_move(s) == MIN else s for s in states]
    if game.answers("symmetries"):
        states += [image for s in states for image in game.symmetries(s)]
    return set(map(key_of, states))


@pytest.mark.parametrize("name", GAMES)
def test_every_state_is_worth_what_plain_python_says(name: str, tmp_path: Path) -> None:
    game = GAMES[name]()
    solve(game, out=tmp_path / "game.solution").close()
    solution = open_solution(tmp_path / "game.solution", game)
    graph = graph_of(game)
    assert solution.states == len(with_images(game, graph))
    if name in WITH_WINS:
        wins = wins_of(graph)
        for key, x in graph.items():
            assert solution[x.state] == wins.get(key, (0, None)), x.state
    else:
        values = values_of(graph)
        for key, x in graph.items():
            assert solution.value(x.state) == pytest.approx(values[key], rel=1e-9, abs=1e-11)


@pytest.mark.parametrize("name", [name for name in GAMES if name != "sets"])
def test_both_speeds_write_the_same_bytes(name: str, tmp_path: Path) -> None:
    for speed in ("python", "native"):
        solve(GAMES[name](), out=tmp_path / speed, speed=speed).close()
    assert (tmp_path / "python").read_bytes() == (tmp_path / "native").read_bytes()


@pytest.mark.parametrize("name", ["tic-tac-toe", "pig", "row"])
def test_without_compression_all_is_the_same(name: str, tmp_path: Path) -> None:
    game = GAMES[name]()
    small = solve(game, out=tmp_path / "small")
    large = solve(game, out=tmp_path / "large", compress=False)
    assert list(small) == list(large)
    assert (tmp_path / "small").stat().st_size < (tmp_path / "large").stat().st_size


def test_the_largest_game_here_by_hand(tmp_path: Path) -> None:
    """Connect Four on 4 by 4: 161,029 states, a draw (John Tromp counted and solved them)."""
    solution = solve(load("connect-four", width=4, height=4), out=tmp_path / "four")
    assert solution.states == 161_029
    assert solution.value(solution.game.initial()) == 0


def test_sets_are_the_same_however_they_came_to_be(tmp_path: Path) -> None:
    """In another process, too, where strings have other hashes."""
    path = tmp_path / "sets"
    solution = solve(Sets(), out=path)
    assert solution.value((frozenset(["cd", "ab"]), {"ef": 1, "gh": 1}, 1)) == 1
    assert solution.value((frozenset(["ab", "cd"]), {"gh": 1, "ef": 1}, 1)) == 1
    script = (
        "import sys\nfrom solved_plainly import Sets\n"
        "from outplay.solve.solve import open_solution\n"
        "s = open_solution(sys.argv[1], Sets())\n"
        "print(s.value((frozenset(['cd', 'ab']), {'ef': 1, 'gh': 1}, 1)))"
    )
    for seed in ("1", "2"):
        source = str(Path(outplay.__file__).parents[1])
        environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": source}
        command = [sys.executable, "-c", script, str(path)]
        here = Path(__file__).parent
        done = subprocess.run(
            command, cwd=here, env=environment, capture_output=True, text=True, check=True
        )
        assert done.stdout == "1\n"
    with pytest.raises(OutplayError, match="sets or dicts"):
        solve(Sets(), speed="native")


def test_endless_play_that_counts_is_no_draw() -> None:
    solution = solve(Circle())
    assert solution.value((0, 1)) == 1
    assert solution.value((1, -1)) == 1


class OtherRow(Row):
    """Two side by side win."""

    def is_terminal(self, s: Any) -> bool:
        return "." not in s[0] or "xx" in s[0] or "oo" in s[0]

    def utility(self, s: Any) -> int:
        return 1 if "xx" in s[0] else -1 if "oo" in s[0] else 0


OtherRow.__name__ = "Row"


class WordRow(Row):
    """States of another type."""

    def initial(self) -> Any:
        return ("......", 1)

    def result(self, s: Any, a: Any) -> Any:
        return tuple(super().result(s, a))


WordRow.__name__ = "Row"


def test_other_rules_are_refused(tmp_path: Path) -> None:
    solve(Row(), out=tmp_path / "row").close()
    open_solution(tmp_path / "row", Row()).close()
    for other in (OtherRow(), WordRow(), load("tic-tac-toe")):
        with pytest.raises(WrongRules):
            open_solution(tmp_path / "row", other)
    with pytest.raises(OutplayError, match="say where its rules are"):
        open_solution(tmp_path / "row")


def test_every_changed_byte_is_noticed(tmp_path: Path) -> None:
    """By whoever opens the file and looks at all of it."""
    path = tmp_path / "nim"
    solve(load("nim", heaps=(1, 2)), out=path).close()
    good = path.read_bytes()
    game = load("nim", heaps=(1, 2))
    for at in range(len(good)):
        path.write_bytes(good[:at] + bytes([good[at] ^ 1 << at % 8]) + good[at + 1 :])
        with pytest.raises(DamagedFile):
            list(open_solution(path, game))
    for size in range(0, len(good), 7):
        path.write_bytes(good[:size])
        with pytest.raises(DamagedFile):
            list(open_solution(path, game))


def test_a_file_of_another_version_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "nim"
    solve(load("nim"), out=path).close()
    data = path.read_bytes()
    start, length = struct.unpack("<QI", data[-24:-12])
    header = json.loads(data[start : start + length])
    text = json.dumps({**header, "format": 99}).encode()
    end = struct.pack("<QII", start, len(text), zlib.crc32(text)) + data[-8:]
    path.write_bytes(data[:start] + text + end)
    with pytest.raises(DamagedFile, match="format 99"):
        open_solution(path)
