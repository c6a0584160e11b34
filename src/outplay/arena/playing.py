"""One game from its opening to its end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random

from outplay.arena.players import Forfeit, Player
from outplay.asking import Answers
from outplay.copies import protected
from outplay.errors import IllegalAction, RulesError
from outplay.game import CHANCE, MAX, MIN, AnyGame
from outplay.keys import same
from outplay.search import supervise
from outplay.search.compile_policy import compiling
from outplay.search.error_context import refuse_nonsense
from outplay.wording import format_value, shortened

REPETITIONS = 3
"""A position that occurs this often ends the game."""

RULES, REPEATED, LENGTH = "rules", "repetition", "length"
"""The reasons of endings, besides those of players who forfeit."""

MOST_WORDS = 200
"""Characters of the game's own reason that are shown."""

MOST_PLIES = 2_000
"""A longer game counts as a draw."""

NAMES = {REPEATED: "threefold repetition", LENGTH: f"{MOST_PLIES:,} plies without an end"}
"""Endings that are not the game's own, in words."""


@dataclass(frozen=True)
class Ending:
    """How a game ended."""

    value: float
    """For MAX."""
    reason: str
    """`rules`, `repetition`, `length`, or why a player forfeited it."""


@dataclass(frozen=True)
class Played:
    """A game that was played."""

    actions: tuple[object, ...]
    """From the start of the game on, those of chance too."""
    ending: Ending


def ending(game: AnyGame, states: Sequence[object]) -> Ending | None:
    """Is the game over that went through these states, and how? None if it goes on.

    Where positions can come back and no dice are rolls, it ends when one stands for the third
    time; it is worth the game's `repetition`.
    """
    state = states[-1]
    if game.is_terminal(state):
        return Ending(game.utility(state), RULES)
    if game.properties.may_cycle and game.properties.deterministic:
        position = game.repetition_key(state)
        if sum(game.repetition_key(earlier) == position for earlier in states) >= REPETITIONS:
            return Ending(game.repetition, REPEATED)
    return None


def winner(game: AnyGame, end: Ending) -> int | None:
    """Who won: MAX, MIN, or 0 if it is a draw; None where the value counts something else."""
    if end.value == 0:
        return 0
    if abs(end.value) != (game.win or 1):
        return None
    return MAX if end.value > 0 else MIN


def reason_of(game: AnyGame, end: Ending, s: object) -> str:
    """Why a game ended in the state `s`, in a few words: `checkmate`; empty if nobody says.

    Raises what the game's `ending` raises, and RulesError if that gives no text.
    """
    if end.reason in NAMES:
        return NAMES[end.reason]
    if end.reason != RULES:
        return end.reason
    why = game.ending(s)
    if not isinstance(why, str):
        raise RulesError(f"{game.name}: `ending` gives {why!r}, not a string.")
    return shortened(why, MOST_WORDS)


def outcome(game: AnyGame, end: Ending, why: str = "") -> str:
    """How a game ended, in words: `X wins (4 in a row)`, `a draw`, `+4 for South`."""
    won = winner(game, end)
    side = game.player_name(MAX if end.value > 0 else MIN)
    if won is None:
        text = f"{format_value(abs(end.value))} for {side}"
    else:
        text = f"{side} wins" if won else "a draw"
    return f"{text} ({why})" if why else text


def ending_text(game: AnyGame, states: Sequence[object]) -> str:
    """How the game ended that went through these states, and why; empty if it goes on."""
    end = ending(game, states)
    return "" if end is None else outcome(game, end, reason_of(game, end, states[-1]))


def play_game(
    game: AnyGame,
    players: Mapping[int, Player],
    opening: Sequence[object] = (),
    *,
    start: object = None,
    seed: int = 0,
    most_plies: int = MOST_PLIES,
) -> Played:
    """Plays `opening` and then lets the players go on; MAX is `players[1]`, MIN `players[-1]`.

    The same seed gives the same dice, whoever plays. Ctrl-C raises KeyboardInterrupt, even where
    the player's search would have answered with its best so far.
    """
    states = [game.initial() if start is None else start]
    game = protected(game, states[0], always=True)
    for player in players.values():
        player.begin(game, seed)
    actions: list[object] = []
    rolls = 0
    while True:
        found = refuse_nonsense(game, states[-1], (states[0], actions))
        end = ending(game, states)
        if end is None and len(actions) >= max(most_plies, len(opening)):
            end = Ending(0, LENGTH)
        if end is not None:
            return Played(tuple(actions), end)
        state, mover = states[-1], found.mover
        if len(actions) < len(opening):
            action = opening[len(actions)]
        elif mover == CHANCE:
            action, _ = roll(found, seed, rolls)
        else:
            try:
                # A search that was cut short plays no move, nor does one that began in Python.
                with supervise.uninterrupted(), compiling("now"):
                    action = players[mover].choose(state, states[:-1])
            except Forfeit as forfeit:
                return Played(tuple(actions), Ending(-mover * (game.win or 1), forfeit.reason))
            if not any(same(action, legal) for legal in found.actions):
                raise IllegalAction(
                    f"{players[mover].name} played {action!r}, which is not legal in"
                    f" {game.format_state(state)}."
                )
        rolls += mover == CHANCE
        actions.append(action)
        states.append(game.result(state, action))


def roll(found: Answers, seed: int, number: int) -> tuple[object, float]:
    """What chance does at its n-th turn, and how likely that was: the same for the same seed."""
    assert found.chances is not None
    outcomes = list(zip(found.actions, found.chances, strict=True))
    return Random(f"{seed}/{number}").choices(outcomes, found.chances)[0]
