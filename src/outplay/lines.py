"""Moves and lines of play: the states that they lead through, and their notation."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from outplay.errors import IllegalAction, InvalidPosition

if TYPE_CHECKING:
    from outplay.game import Action, AnyGame, Game, State


def states_along(game: Game[State, Action], start: State, actions: Iterable[Action]) -> list[State]:
    """The start, and the state after each of the actions."""
    states = [start]
    for action in actions:
        states.append(game.result(states[-1], action))
    return states


def texts_along(game: AnyGame, start: object, actions: Sequence[object]) -> list[str]:
    """The actions, played one after the other, in the game's notation."""
    states = states_along(game, start, actions[:-1])
    return [game.format_action(s, a) for s, a in zip(states, actions, strict=False)]


def state_after(game: Game[State, Action], moves: Iterable[str]) -> State:
    """The state after these moves from the start; raises InvalidPosition, which says where."""
    try:
        return game.play(moves)
    except IllegalAction as error:
        raise InvalidPosition(str(error)) from None


def legal_moves(game: Game[State, Action], s: State) -> dict[str, Action]:
    """The legal actions by their notation; raises IllegalAction if the game is over."""
    legal = {game.format_action(s, action): action for action in game.legal(s)}
    if not legal:
        raise IllegalAction("The game is over; there is nothing to play.")
    return legal
