"""The table keeps to the size it was given, and what does not fit is refused in one sentence."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest

from outplay import Engine, OutplayError, UsageError
from outplay.engine.table import MEGABYTE
from outplay.games.connect_four import ConnectFour
from outplay.games.tic_tac_toe import TicTacToe

MARGIN = 24
"""Megabytes beyond the table: stacks of threads, pages of huge size, Python's own growth."""

MEASURE = """
import sys, outplay
from outplay.games.connect_four import ConnectFour
def resident():
    lines = open("/proc/self/status").read().splitlines()
    return next(int(line.split()[1]) / 1024 for line in lines if line.startswith("VmRSS"))
memory, speed, exact = float(sys.argv[1]), sys.argv[2], sys.argv[3] == "exact"
game = ConnectFour()
small = outplay.Engine(game, memory=1, speed=speed)
small.analyse(nodes=30_000 if speed == "native" else 3_000, exact=exact)
before = resident()
engine = outplay.Engine(game, memory=memory, speed=speed)
nodes = 5_000_000 if speed == "native" else 10_000
result = engine.analyse(nodes=nodes, exact=exact)
print(resident() - before, result.nodes, result.counts["table_permille"])
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
@pytest.mark.parametrize(
    ("memory", "speed", "kind"),
    [
        (64, "native", "deepening"),
        (2, "python", "exact"),
        pytest.param(16, "native", "exact", marks=pytest.mark.long),
    ],
)
def test_resident_memory(memory: float, speed: str, kind: str) -> None:
    run = subprocess.run(
        [sys.executable, "-c", MEASURE, str(memory), speed, kind],
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    grown, nodes, permille = map(float, run.stdout.split())
    assert nodes >= 10_000
    assert grown < memory + MARGIN, run.stdout
    assert 0 < permille <= 1000


@pytest.mark.parametrize("wrong", [0, -1, "x", True, None, float("nan"), float("inf"), 1 / 2048])
def test_no_size(wrong: Any) -> None:
    with pytest.raises(UsageError, match="memory"):
        Engine(TicTacToe(), memory=wrong)


def test_the_usual_size_is_not_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """It takes memory as a search needs it; what was asked for is refused where it is short."""
    monkeypatch.setattr("outplay.engine.table.available", lambda: 20 * MEGABYTE)
    assert Engine(TicTacToe()).analyse(exact=True).value == 0
    with pytest.raises(OutplayError, match=r"memory for a table of 65 MB; 20 MB are free\."):
        Engine(TicTacToe(), memory=65)


@pytest.mark.parametrize("much", [10**9, 1e12])
def test_too_much(much: float) -> None:
    with pytest.raises(
        OutplayError, match=r"There is not enough memory for a table of .* MB"
    ) as refused:
        Engine(TicTacToe(), memory=much)
    text = str(refused.value)
    assert "\n" not in text
    assert text.endswith(".")


@pytest.mark.parametrize("speed", ["native", "python"])
def test_the_smallest(speed: str) -> None:
    engine = Engine(TicTacToe(), memory=1 / 1024, speed=speed)
    result = engine.analyse(exact=True, lines=1)
    assert (result.value, result.proven) == (0, True)


@pytest.mark.parametrize("wrong", [0, -1, 1.5, "2", True, None])
def test_threads(wrong: Any) -> None:
    with pytest.raises(UsageError, match="threads"):
        Engine(ConnectFour(), threads=wrong)


def test_a_table_that_fills_and_grows() -> None:
    """A middle size: the part in use doubles several times during one search."""
    game = ConnectFour(5, 5, 4)
    values = set()
    for memory in (1 / 64, 1 / 4, 4, 16):
        engine = Engine(game, memory=memory, speed="native")
        result = engine.analyse(game.play("3333"), exact=True, lines=1)
        values.add((result.value, result.distance))
        again = engine.analyse(game.play("3333"), exact=True, lines=1)
        assert (again.value, again.distance) == (result.value, result.distance)
        engine.clear()
        fresh = engine.analyse(game.play("3333"), exact=True, lines=1)
        assert fresh.nodes == result.nodes
    assert len(values) == 1
