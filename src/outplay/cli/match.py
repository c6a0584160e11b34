"""`outplay match`: which of two players is better, and how sure that is."""

from __future__ import annotations

import functools

from outplay.cli.options import GameName, Integer, MemorySize, Seed, With, not_none, open_game
from outplay.cli.screen import Working


def match(
    game: GameName,
    first: str,
    second: str,
    /,
    *,
    with_: With | None = None,
    games: Integer = 50,
    plies: Integer | None = None,
    workers: Integer = 1,
    memory: MemorySize | None = None,
    seed: Seed = 0,
) -> None:
    """Play a match between two players.

    Games come in pairs from one random opening, with sides swapped and the same dice.
    The score has a 95 % interval. Ctrl-C ends the match with the score so far.

    Args:
        first: random, engine or an algorithm of analyse, with a depth (engine:6), a time for each
            move (engine:0.5s) or a number of nodes (engine:5000n); level:1 to level:8;
            solution:FILE, which plays perfectly; in chess, a UCI engine (uci:stockfish:0.5s).
        second: The other player.
        games: Games to play, an even number; default 50.
        plies: Random moves of each opening; default 4, or 0 where dice are thrown.
        workers: Processes that play at the same time; default 1.
        memory: The engine's table in megabytes; default 64.
    """
    from outplay.arena import Score, read_player
    from outplay.arena import match as play_match
    from outplay.arena.playing import NAMES, RULES
    from outplay.errors import UsageError

    if isinstance(memory, bool):
        raise UsageError("The engine always has a table; --memory sets its size in megabytes.")
    options = not_none(memory=memory)
    rules = open_game(game, with_)
    players = read_player(first, **options), read_player(second, **options)
    if plies is None:
        plies = 4 if rules.properties.deterministic else 0
    with Working(f"{rules.name} match", "Ctrl-C: the score so far") as working:

        def found(score: Score) -> None:
            working.status = (
                f"{score.games} of {games} games, +{score.wins} ={score.draws} -{score.losses}"
            )

        maker = functools.partial(open_game, game, with_)
        score = play_match(
            rules if workers == 1 else maker,
            *players,
            games=games,
            plies=plies,
            seed=seed,
            workers=workers,
            progress=found,
        )
    stopped = f" (stopped after {score.games} of {games} games)" if score.stopped else ""
    moves = "1 random move" if plies == 1 else f"{plies} random moves"
    print(f"{rules.name}, openings of {moves}, seed {seed}{stopped}")
    print(score)
    others = {
        NAMES.get(reason, reason): n for reason, n in score.reasons.items() if reason != RULES
    }
    if others:
        print(", ".join(f"{n} of {score.games} games ended by {r}" for r, n in others.items()))
