"""A game of chess between Outplay and another UCI engine, as PGN.

    python examples/uci_match.py                      # the first engine that is found
    python examples/uci_match.py /usr/games/stockfish UCI_LimitStrength=true,UCI_Elo=1500

Without an engine on this machine, a weaker Outplay is the other one. Ours runs interpreted, so that
it is ready at once; without `speed="python"` it compiles first, and is far stronger.
"""

import datetime
import importlib.util
import shlex
import shutil
import sys

from outplay.arena import EnginePlayer, play_game, read_player
from outplay.games.chess.pgn import write_game
from outplay.games.chess.rules import Chess

SECONDS = 0.05
PLIES = 60


def opponent() -> str:
    """The command of another engine, and its options after a colon."""
    if len(sys.argv) > 1:
        return ":".join(sys.argv[1:3])
    stockfish = shutil.which(
        "stockfish", path="/usr/local/bin:/usr/bin:/usr/games:/opt/homebrew/bin"
    )
    if stockfish is not None:
        return f"{stockfish}:UCI_LimitStrength=true,UCI_Elo=1500"
    if importlib.util.find_spec("sunfish") is not None:
        return f"{shlex.quote(sys.executable)} -m sunfish"
    return f"{shlex.quote(sys.executable)} -m outplay uci --speed python:UCI_LimitStrength=true"


def main() -> None:
    game = Chess()
    white = EnginePlayer(time=SECONDS, name="Outplay", speed="python")
    black = read_player(f"uci:{opponent()}:{SECONDS}s")
    played = play_game(game, {1: white, -1: black}, most_plies=PLIES)
    value = played.ending.value
    tags = {
        "Event": f"{SECONDS:g} s a move",
        "Date": datetime.date.today().strftime("%Y.%m.%d"),
        "White": white.name,
        "Black": black.name,
        "Termination": played.ending.reason,
    }
    result = "1-0" if value > 0 else "0-1" if value < 0 else "1/2-1/2"
    print(write_game(game, played.actions, tags=tags, result=result))


if __name__ == "__main__":
    main()
