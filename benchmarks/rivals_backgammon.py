"""GNU Backgammon at 0 ply, as an opponent in cubeless games.

It is driven by its own Python, over two named pipes: it gets a position ID and dice, and answers
with its plays, best first. It takes no time worth measuring, so that the seconds are not used.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

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


def make_player(seconds: float) -> Gnubg:
    """GNU Backgammon at 0 ply; raises FileNotFoundError with a sentence where it is absent."""
    return Gnubg()
