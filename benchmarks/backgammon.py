"""Distinct legal results of the opening position of backgammon, for all 21 rolls.

What is compared is the rate of distinct positions that a player can reach. OpenSpiel yields each
order of the moves as an action of its own, splits a double in two turns, and never throws one
first; so it gets the 15 opening rolls, and the six doubles in the second turn. Ours is a native
count of plays, each of which is another position, of 21 rolls and 21 rolls after each of them.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from statistics import median
from typing import Any

import pyspiel

import outplay
from benchmarks.measure import Ratio
from outplay.games.backgammon import Backgammon

TARGET = 50
START = "4HPwATDgc/ABMA X"
RESULTS = 447
"""Positions after one roll, any of the 21, and one play."""


def lines() -> Iterator[Ratio]:
    yield Ratio(
        "backgammon, results of 21 opening rolls, native",
        "OpenSpiel from Python",
        our_rate(),
        openspiel_rate(),
        TARGET,
    )


def our_rate() -> float:
    """Results per second: of 21 rolls, and of 21 rolls after each of those results."""
    game = Backgammon()
    s = game.parse_state(START)
    if outplay.perft(game, 2, s, speed="native") != RESULTS:
        raise RuntimeError(f"There are {RESULTS} plays in all.")
    results = outplay.perft(game, 4, s, speed="native")
    rates = []
    for _ in range(15):
        start = time.perf_counter()
        outplay.perft(game, 4, s, speed="native")
        rates.append(results / (time.perf_counter() - start))
    return median(rates)


def openspiel_rate() -> float:
    """Results per second, by their Python interface, which makes every legal action."""
    states = openspiel_states()
    rates = []
    for _ in range(5):
        start = time.perf_counter()
        found = [len(reached(state)) for state in states]
        rates.append(sum(found) / (time.perf_counter() - start))
    if found != our_counts():
        raise RuntimeError(f"OpenSpiel finds {found} results, and we {our_counts()}.")
    return median(rates)


def openspiel_states() -> list[Any]:
    """X to play each of the 15 opening rolls, and O each double after X's 2-1."""
    start = pyspiel.load_game("backgammon").new_initial_state()
    opened = [start.child(a) for a, _ in start.chance_outcomes()]
    firsts = [s for s in opened if s.current_player() == 0]
    (small,) = [s for s in firsts if "Dice: 12" in str(s)]
    plays = [a for a in small.legal_actions() if "24/23 13/11" in small.action_to_string(0, a)]
    after = small.child(plays[0])
    replies = [after.child(a) for a, _ in after.chance_outcomes()]
    return firsts + [s for s in replies if any(f"Dice: {n}{n}" in str(s) for n in range(1, 7))]


def reached(state: Any) -> set[str]:
    """The positions after the turn of whoever is to move: a double is two turns of theirs."""
    found = set()
    for action in state.legal_actions():
        child = state.child(action)
        if child.is_chance_node():
            found.add(str(child))
        else:
            found |= {str(child.child(a)) for a in child.legal_actions()}
    return found


def our_counts() -> list[int]:
    """The same positions in the same order, by our rules."""
    game = Backgammon()
    rolls = [(high, low) for low in range(1, 7) for high in range(low + 1, 7)]
    firsts = [game.play([f"{high}-{low}"]) for high, low in rolls]
    after = game.play(["2-1", "24/23 13/11"])
    doubles = [game.play([f"{n}-{n}"], after) for n in range(1, 7)]
    return [len(game.legal(s)) for s in firsts + doubles]
