"""Quality of play: looking further wins, and the evaluation beats material alone.

`python -m benchmarks --matches` plays, for every classic game, a match of depth n + 2 against
depth n, and one of the game's evaluation against a plain one at equal nodes. Both with sides
changed, from random openings (or with the same dice).
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from outplay import load
from outplay.arena import EnginePlayer, Score, match
from outplay.bits import popcount


@dataclass(frozen=True)
class Matched:
    """One match, seen from the side that should win it."""

    what: str
    score: Score
    must_win: bool = True

    def cells(self) -> tuple[str, ...]:
        s = self.score
        low, high = s.interval
        told = f"+{s.wins} ={s.draws} -{s.losses}"
        if s.counts_points:
            told += " ({:+.2f} ± {:.2f} points)".format(*s.points)
        between = f"{s.mean:.1%} ({low:.1%} to {high:.1%})"
        return self.what, told, s.second, between, "> 50 %" if self.must_win else ""

    @property
    def missed(self) -> bool:
        return self.must_win and not self.score.is_won


@dataclass(frozen=True)
class Case:
    """How one game is tried."""

    name: str
    plain: Callable[[Any], float]
    """What is material in it, or nothing at all."""
    depth: int
    """The smaller one."""
    nodes: int = 3_000
    plies: int = 6
    games: int = 100
    parameters: dict[str, Any] = field(default_factory=dict)

    @property
    def game(self) -> Callable[[], Any]:
        return partial(load, self.name, **self.parameters)


# --- material --------------------------------------------------------------------------------


def discs(s: Any) -> float:
    """Othello: discs, as beginners count."""
    return popcount(s.black) - popcount(s.white)


def pieces(s: Any) -> float:
    """Checkers: men, and kings as one and a half."""
    lead = popcount(s.black) - popcount(s.white)
    kings = popcount(s.black & s.kings) - popcount(s.white & s.kings)
    return (lead + 0.5 * kings) / 64


def men(s: Any) -> float:
    """Nine Men's Morris: men on the board, both sides have as many in hand."""
    return (popcount(s.white) - popcount(s.black)) / 64


def stores(s: Any) -> float:
    """Kalah with six pits of four seeds: what is in the stores."""
    lead: float = (s.south >> 36) - (s.north >> 36)
    return lead


def boxes(s: Any) -> float:
    """Dots and Boxes, 5 by 5: the lead in boxes."""
    complete = s.across & s.across >> 6 & s.down & s.down >> 1
    owned = 0
    for row in range(5):
        owned += popcount(complete >> 6 * row & 31)
    return 2 * popcount(s.owned) - owned


def pips(s: Any) -> float:
    """Backgammon: the lead in the race, 167 pips being a game."""
    lead = 0
    for point in range(1, 26):
        theirs = (s.o.ones >> point & 1) + 2 * (s.o.twos >> point & 1)
        theirs += 4 * (s.o.fours >> point & 1) + 8 * (s.o.eights >> point & 1)
        ours = (s.x.ones >> point & 1) + 2 * (s.x.twos >> point & 1)
        ours += 4 * (s.x.fours >> point & 1) + 8 * (s.x.eights >> point & 1)
        lead += point * (theirs - ours)
    return lead / 167


def home(s: Any) -> float:
    """The Royal Game of Ur: pieces that have left the board."""
    lead: float = (s.light_home - s.dark_home) / 8
    return lead


def nothing(s: Any) -> float:
    """Games without material: the engine sees only who wins within its depth."""
    return 0.0


CASES = (
    Case("othello", discs, depth=3),
    Case("checkers", pieces, depth=5),
    Case("morris", men, depth=3),
    Case("kalah", stores, depth=4, plies=4, games=400),
    Case("dots-and-boxes", boxes, depth=3, games=600, parameters={"width": 5, "height": 5}),
    Case("domineering", nothing, depth=2),
    Case("hex", nothing, depth=1, plies=2),
    Case("backgammon", pips, depth=1, nodes=20_000, plies=0),
    Case("ur", home, depth=1, plies=0, games=600),
)


def lines(names: tuple[str, ...] = (), workers: int = 1) -> Iterator[Matched]:
    for case in CASES:
        if not names or case.name in names:
            yield from of_case(case, workers)


def of_case(case: Case, workers: int) -> Iterator[Matched]:
    """Both matches of a game."""
    options: dict[str, Any] = {"games": case.games, "plies": case.plies, "workers": workers}
    print(f"{case.name} …", file=sys.stderr, flush=True)
    deep, shallow = EnginePlayer(depth=case.depth + 2), EnginePlayer(depth=case.depth)
    score = match(case.game, deep, shallow, **options)
    yield Matched(f"{case.name}, depth {case.depth + 2}", score)
    own = EnginePlayer(nodes=case.nodes, name="own evaluation")
    plain = EnginePlayer(nodes=case.nodes, evaluate=case.plain, name=case.plain.__name__)
    score = match(case.game, own, plain, **options)
    yield Matched(f"{case.name}, own evaluation, {case.nodes:,} nodes", score)
