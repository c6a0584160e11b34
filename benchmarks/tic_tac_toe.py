"""The whole tree of tic-tac-toe, 549,946 nodes: the same work for everybody."""

from __future__ import annotations

from collections.abc import Iterator
from math import inf
from statistics import median
from typing import Any

import pyspiel

import outplay
from benchmarks.measure import Ratio, median_seconds
from outplay import MAX
from outplay.games.tic_tac_toe import State, TicTacToe

NODES = 549_946
OPEN_SPIEL_TARGET = 50
BOOK_STYLE_TARGET = 0.8


def lines() -> Iterator[Ratio]:
    """Native speed against OpenSpiel, interpreted speed against code as in a textbook."""
    native = our_rate("native", times=15)
    by_child = NODES / median_seconds(lambda: _expect_a_draw(by_children(_start())), 3)
    by_undo = NODES / median_seconds(lambda: _expect_a_draw(by_undoing(_start())), 3)
    yield Ratio(
        "minimax, tic-tac-toe, native",
        "OpenSpiel's C++ rules, state.child in Python",
        native,
        by_child,
        OPEN_SPIEL_TARGET,
    )
    yield Ratio(
        "minimax, tic-tac-toe, native",
        "OpenSpiel's C++ rules, apply and undo in Python",
        native,
        by_undo,
        None,
    )
    # In turns, so that a machine that slows down slows both.
    pairs = [(our_rate("python", times=1), book_style_rate()) for _ in range(5)]
    yield Ratio(
        "minimax, tic-tac-toe, interpreted",
        "textbook-style Python, same rules",
        median(ours for ours, _ in pairs),
        median(book for _, book in pairs),
        BOOK_STYLE_TARGET,
    )


def our_rate(speed: Any, times: int) -> float:
    """Nodes per second of Outplay's minimax, after one call that compiles."""
    game = TicTacToe()
    rates = []
    for number in range(times + (speed == "native")):
        result = outplay.minimax(game, speed=speed)
        if result.nodes != NODES or result.value != 0 or result.speed != speed:
            raise RuntimeError(f"Outplay did not do the work that is measured:\n{result}")
        if number or speed != "native":
            rates.append(result.nodes / result.elapsed)
    return median(rates)


# --- OpenSpiel, driven from Python ----------------------------------------------------------


def _start() -> Any:
    return pyspiel.load_game("tic_tac_toe").new_initial_state()


def by_children(state: Any) -> float:
    """Each state makes the next one: what its own Python algorithms do."""
    if state.is_terminal():
        return float(state.returns()[0])
    choose = max if state.current_player() == 0 else min
    return choose([by_children(state.child(action)) for action in state.legal_actions()])


def by_undoing(state: Any) -> float:
    """One state, changed and changed back: the fastest way that we found."""
    if state.is_terminal():
        return float(state.returns()[0])
    player = state.current_player()
    values = []
    for action in state.legal_actions():
        state.apply_action(action)
        values.append(by_undoing(state))
        state.undo_action(player, action)
    return max(values) if player == 0 else min(values)


# --- the way textbooks write it in Python ---------------------------------------------------


def book_style_rate() -> float:
    """Nodes per second of two functions that call each other, over Outplay's rules."""
    game = TicTacToe()
    return NODES / median_seconds(lambda: _expect_a_draw(book_style_value(game)), 1)


def book_style_value(game: TicTacToe) -> float:
    """The value of the start, without a node count, a line or a limit."""

    def max_value(state: State) -> float:
        if game.is_terminal(state):
            return game.utility(state)
        value = -inf
        for action in game.actions(state):
            value = max(value, min_value(game.result(state, action)))
        return value

    def min_value(state: State) -> float:
        if game.is_terminal(state):
            return game.utility(state)
        value = inf
        for action in game.actions(state):
            value = min(value, max_value(game.result(state, action)))
        return value

    start = game.initial()
    return max_value(start) if game.to_move(start) == MAX else min_value(start)


def _expect_a_draw(value: float) -> None:
    if value != 0:
        raise RuntimeError(f"Tic-tac-toe is a draw, and this search found {value}.")
