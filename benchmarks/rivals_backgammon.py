"""Backgammon against GNU Backgammon at 0 ply, with the same dice for both sides.

    python -m benchmarks.rivals_backgammon --games 200

Every sequence of dice is played twice, with sides swapped, which takes most of the luck out.
The game is cubeless; a result is -3 to 3 points. GNU Backgammon is driven by its own Python,
over two named pipes: it gets a position ID and dice, and answers with its plays, best first.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import mean, stdev

from outplay.engine.engine import Engine
from outplay.game import CHANCE, MAX
from outplay.games.backgammon import Backgammon, Play, State

MISSING = "GNU Backgammon is not installed (apt-get install gnubg): nothing to play against."

SERVER = """
import gnubg, os
for command in (
    "set automatic game off", "set automatic roll off", "set automatic move off",
    "set automatic bearoff off", "set player 0 human", "set player 1 human", "set display off",
    "set jacoby off", "set cube use off",
    "set evaluation chequerplay evaluation plies 0",
    "set evaluation chequerplay evaluation cubeful off",
    "set evaluation chequerplay evaluation prune off",
    "new session", "set turn 1",
):
    gnubg.command(command)
asked = open(os.environ["OUTPLAY_ASKED"])
answers = open(os.environ["OUTPLAY_ANSWERS"], "w")
for line in asked:
    position, one, other, most = line.split()
    gnubg.command("set board " + position)
    gnubg.command("set dice " + one + " " + other)
    found = gnubg.hint(int(most))["hint"]
    answers.write("; ".join("%s=%.6f" % (m["move"], m["equity"]) for m in found) + "\\n")
    answers.flush()
"""

Chooser = Callable[[Backgammon, State], Play]


def command() -> str | None:
    """Where GNU Backgammon is; Debian puts games where not every PATH looks."""
    return shutil.which("gnubg") or shutil.which("gnubg", path="/usr/games")


class Gnubg:
    """A running GNU Backgammon that is asked for plays at 0 ply."""

    def __init__(self) -> None:
        where = command()
        if where is None:
            raise FileNotFoundError(MISSING)
        self._folder = tempfile.TemporaryDirectory()
        folder = Path(self._folder.name)
        (folder / "server.py").write_text(SERVER)
        pipes = {"OUTPLAY_ASKED": folder / "asked", "OUTPLAY_ANSWERS": folder / "answers"}
        for pipe in pipes.values():
            os.mkfifo(pipe)
        self._process = subprocess.Popen(
            [where, "-t", "-q", "-p", str(folder / "server.py")],
            env={**os.environ, "HOME": str(folder), **{k: str(v) for k, v in pipes.items()}},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        self._asked = pipes["OUTPLAY_ASKED"].open("w")
        self._answers = pipes["OUTPLAY_ANSWERS"].open()

    def plays(self, game: Backgammon, s: State, most: int = 1000) -> list[tuple[str, float]]:
        """Its plays with their equities for the mover, best first; none if there is no move."""
        position = game.format_state(s).split()[0]
        self._asked.write(f"{position} {s.high} {s.low} {most}\n")
        self._asked.flush()
        answer = self._answers.readline().strip()
        found = (word.rpartition("=") for word in answer.split("; ") if word)
        return [(play, float(equity)) for play, _, equity in found]

    def choose(self, game: Backgammon, s: State) -> Play:
        """Its best play."""
        legal = game.legal(s)
        if len(legal) == 1:
            return legal[0]
        return game.parse_action(s, self.plays(game, s, 1)[0][0])

    def close(self) -> None:
        self._asked.close()
        self._answers.close()
        self._process.wait(timeout=10)
        self._folder.cleanup()


def make_player() -> Gnubg:
    """GNU Backgammon at 0 ply; raises FileNotFoundError with a sentence where it is absent."""
    return Gnubg()


# --- the match ----------------------------------------------------------------------------


def outplay_player(depth: int = 3) -> Chooser:
    """The engine at a fixed depth: 3 is a play, a roll and a reply (one-ply expectiminimax)."""
    engine = Engine(Backgammon(), speed="native")

    def choose(game: Backgammon, s: State) -> Play:
        legal = game.legal(s)
        if len(legal) == 1:
            return legal[0]
        play: Play = engine.analyse(s, depth=depth).action
        return play

    return choose


def game_of(game: Backgammon, first: Chooser, second: Chooser, seed: int) -> int:
    """The points that the first player (X) wins with the dice of `seed`."""
    dice = random.Random(seed)
    s = game.initial()
    while not game.is_terminal(s):
        mover = game.to_move(s)
        if mover == CHANCE:
            rolls = list(game.outcomes(s))
            s = game.result(s, dice.choices([a for a, _ in rolls], [p for _, p in rolls])[0])
        else:
            s = game.result(s, (first if mover == MAX else second)(game, s))
    return game.utility(s)


def match(ours: Chooser, theirs: Chooser, pairs: int, first_seed: int = 1) -> list[float]:
    """Our points per game, the mean of each pair of games with the same dice."""
    game = Backgammon()
    points = []
    for seed in range(first_seed, first_seed + pairs):
        one = game_of(game, ours, theirs, seed)
        other = game_of(game, theirs, ours, seed)
        points.append((one - other) / 2)
        if len(points) % 10 == 0:
            print(f"{2 * len(points)} games: {summary(points)}", file=sys.stderr, flush=True)
    return points


def summary(points: list[float]) -> str:
    """Points per game with the half-width of a 95% confidence interval."""
    half = 1.96 * stdev(points) / len(points) ** 0.5
    return f"{mean(points):+.3f} ± {half:.3f} points per game"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--depth", type=int, default=3)
    options = parser.parse_args()
    if command() is None:
        print(MISSING, file=sys.stderr)
        return 0
    gnubg = make_player()
    start = time.perf_counter()
    points = match(outplay_player(options.depth), gnubg.choose, max(options.games // 2, 2))
    gnubg.close()
    print(
        f"Outplay at depth {options.depth} against GNU Backgammon at 0 ply, {2 * len(points)}"
        f" games, dice duplicated: {summary(points)}, in {time.perf_counter() - start:.0f} s"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
