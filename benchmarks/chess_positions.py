"""Quiet positions from games that the engine plays with itself, for tuning its evaluation.

    python -m benchmarks.chess_positions build/chess/positions.txt --seconds 480 --workers 16

Each game begins with some random moves. Every line of the file is a position: its FEN, how the
game ended (1, 0.5 or 0 for White), and what the search said of it (centipawns for White). Lines
are added to a file that is there already. `benchmarks.tune_chess` reads them.
"""

from __future__ import annotations

import argparse
import multiprocessing
import random
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from outplay import Engine
from outplay.engine.engine import AnyEngine
from outplay.games.chess.rules import Chess

OPENING = (6, 7, 8, 9)
"""How many random plies a game begins with."""
BALANCED = 150
"""An opening is played on if neither side is better by more centipawns."""
WON, WON_PLIES = 900, 6
"""A game is won if one side is better by so much for so many plies."""
LEVEL, LEVEL_PLIES, LEVEL_FROM = 10, 16, 70
"""From some ply on, a game is a draw if the value stays near 0 for so many plies."""
LONGEST = 240
USEFUL = 1200
"""Positions that are decided by more than that teach nothing."""
MEMORY = 16
MOST_ERRORS = 20


@dataclass(frozen=True)
class Plan:
    """How games are played."""

    nodes: int
    seed: int


_engine: AnyEngine | None = None
"""Of this process: its native code is loaded once."""
_plan = Plan(0, 0)


def _start(plan: Plan) -> None:
    global _engine, _plan
    _engine, _plan = Engine(Chess(), memory=MEMORY, speed="native"), plan


def _play(number: int) -> tuple[list[str], str]:
    """The lines of one game, and what went wrong, if something did."""
    assert _engine is not None
    try:
        return list(game_lines(_engine, random.Random(f"{_plan.seed}:{number}"), _plan.nodes)), ""
    except Exception as error:
        return [], f"{type(error).__name__}: {error}"


def opening(game: Chess, dice: random.Random) -> list[Any]:
    """The states of a random beginning; none if it ends the game."""
    states = [game.initial()]
    for _ in range(dice.choice(OPENING)):
        if game.is_terminal(states[-1]):
            return []
        states.append(game.result(states[-1], dice.choice(game.legal(states[-1]))))
    return states


def game_lines(engine: AnyEngine, dice: random.Random, nodes: int) -> Iterator[str]:
    """Plays one game; a line for each quiet position of it."""
    game = engine.game
    assert isinstance(game, Chess)
    engine.clear()
    states: list[Any] = []
    while not states or game.is_terminal(states[-1]):
        states = opening(game, dice)
        if states and abs(engine.analyse(states[-1], nodes=nodes).value) > BALANCED:
            states = []
    seen: list[tuple[str, float]] = []
    values: list[float] = []
    while True:
        result = ending(game, states, values)
        if result is not None:
            break
        state = states[-1]
        found = engine.analyse(state, nodes=nodes, history=states[-1 - state.quiet : -1])
        assert found.action is not None
        values.append(found.value)
        calm = not game.in_check(state) and not game.capture_value(state, found.action)
        if calm and abs(found.value) <= USEFUL:
            seen.append((game.format_state(state), found.value))
        states.append(game.result(state, found.action))
    for fen, value in seen:
        yield f"{fen}; {result:g}; {value:.0f}"


def ending(game: Chess, states: list[Any], values: list[float]) -> float | None:
    """1, 0.5 or 0 if White has won, drawn or lost, or surely will; None if the game goes on."""
    last = states[-1]
    if game.is_terminal(last):
        return 0.5 + 0.5 * (game.utility(last) > 0) - 0.5 * (game.utility(last) < 0)
    again = sum(
        game.repetition_key(state) == game.repetition_key(last)
        for state in states[-1 - last.quiet :]
    )
    if again >= 3 or len(states) > LONGEST:
        return 0.5
    recent = values[-WON_PLIES:]
    if len(recent) == WON_PLIES and (min(recent) > WON or max(recent) < -WON):
        return 1 if min(recent) > WON else 0
    recent = values[-LEVEL_PLIES:]
    if len(states) > LEVEL_FROM and all(abs(value) <= LEVEL for value in recent):
        return 0.5
    return None


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.chess_positions")
    parser.add_argument("file", type=Path)
    parser.add_argument("--seconds", type=float, default=60, help="how long to play")
    parser.add_argument("--nodes", type=int, default=4000, help="positions searched for a move")
    parser.add_argument("--workers", type=int, default=1, help="processes that play at once")
    parser.add_argument("--seed", type=int, default=None, help="of the openings")
    options = parser.parse_args()
    until = time.monotonic() + options.seconds
    seed = options.seed if options.seed is not None else random.SystemRandom().randrange(1 << 30)
    options.file.parent.mkdir(parents=True, exist_ok=True)
    Engine(Chess(), memory=MEMORY, speed="native").analyse(nodes=100)  # compiles, for all
    print(f"seed {seed}; compiled, {until - time.monotonic():.0f} s left", flush=True)
    games = positions = errors = 0
    plan = Plan(options.nodes, seed)
    context = multiprocessing.get_context("spawn")
    with (
        options.file.open("a", encoding="utf-8") as out,
        context.Pool(options.workers, _start, (plan,)) as pool,
    ):
        played = pool.imap_unordered(_play, range(1 << 30 >> 10))
        said = time.monotonic()
        while time.monotonic() < until and errors < MOST_ERRORS:
            try:
                lines, error = played.next(timeout=max(0.1, until - time.monotonic()))
            except multiprocessing.TimeoutError:
                break
            if error:
                errors += 1
                print(error, file=sys.stderr, flush=True)
                continue
            games, positions = games + 1, positions + len(lines)
            out.writelines(f"{line}\n" for line in lines)
            out.flush()
            if time.monotonic() > said + 30:
                said = time.monotonic()
                print(f"{games} games, {positions} positions", flush=True)
        pool.terminate()
    print(f"{games} games, {positions} positions, {errors} errors: {options.file}")
    return 0 if games else 1


if __name__ == "__main__":
    sys.exit(main())
