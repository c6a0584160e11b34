"""Alpha-beta to depth 8 on the empty board of Connect Four: ours and easyAI's.

The trees differ, since the two evaluate leaves differently and so cut differently; what is
compared is nodes per second. A node of easyAI's is a move that it made, a node of ours a
state that we visited.
"""

from __future__ import annotations

from collections.abc import Iterator
from statistics import median
from typing import Any

from easyAI import Negamax
from easyAI.games import ConnectFour as TheirConnectFour

import outplay
from benchmarks.measure import Ratio, seconds
from outplay.games.connect_four import ConnectFour

DEPTH = 8
TARGET = 1000


def lines() -> Iterator[Ratio]:
    yield Ratio(
        f"alpha-beta, Connect Four, depth {DEPTH}, native",
        "easyAI's Negamax, its own game",
        our_rate(times=15),
        easyai_rate(),
        TARGET,
    )


def our_rate(times: int) -> float:
    """Nodes per second, after one call that compiles."""
    game = ConnectFour()
    outplay.alphabeta(game, depth=DEPTH, speed="native")
    results = [outplay.alphabeta(game, depth=DEPTH, speed="native") for _ in range(times)]
    return median(result.nodes / result.elapsed for result in results)


def easyai_rate() -> float:
    """Moves made per second."""
    game = CountingConnectFour([None, None])
    CountingConnectFour.moves_made = 0
    taken = seconds(lambda: Negamax(DEPTH)(game))
    return CountingConnectFour.moves_made / taken


class CountingConnectFour(TheirConnectFour):  # type: ignore[misc]
    """Their game, with a count of the moves that its search makes."""

    moves_made = 0

    def make_move(self, column: Any) -> None:
        CountingConnectFour.moves_made += 1
        super().make_move(column)
