"""Outplay: rules in plain Python; an opponent at native speed, a proof, and a picture of why."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from outplay.errors import (
    EndlessGame,
    IllegalAction,
    InvalidPosition,
    NotNative,
    OutplayError,
    RulesError,
    UnfitGame,
    UnknownGame,
    UsageError,
)
from outplay.game import CHANCE, MAX, MIN, Game
from outplay.games import load
from outplay.lazy import fetch
from outplay.result import Bound, Limit, Move, Result
from outplay.whole_games import Endgame

if TYPE_CHECKING:
    from outplay.checker import Failure, Report, check
    from outplay.engine.analyse import analyse, best_move
    from outplay.engine.clock import Clock
    from outplay.engine.engine import Engine
    from outplay.explain.reasons import explain, review
    from outplay.explain.trace import Trace, trace
    from outplay.explain.tree import SearchTree
    from outplay.search.counting import Counts, count
    from outplay.search.counting import count_lines as perft
    from outplay.search.estimates import OrderReport, order_report
    from outplay.search.memory import Memory
    from outplay.search.observer import Event, Observer, Recorder
    from outplay.search.playouts import Playouts
    from outplay.search.strategy import Strategy, strategy
    from outplay.search.textbook import alphabeta, expectiminimax, minimax, negamax, quiet_cutoff
    from outplay.solve.solution import Solution
    from outplay.solve.solve import open_solution, solve

__version__ = "0.1.0"

_MODULES = {
    "checker": ("Failure", "Report", "check"),
    "engine.analyse": ("analyse", "best_move"),
    "engine.clock": ("Clock",),
    "engine.engine": ("Engine",),
    "explain.reasons": ("review",),
    "explain.trace": ("Trace", "trace"),
    "explain.tree": ("SearchTree",),
    "search.counting": ("Counts", "count"),
    "search.estimates": ("OrderReport", "order_report"),
    "search.memory": ("Memory",),
    "search.observer": ("Event", "Observer", "Recorder"),
    "search.playouts": ("Playouts",),
    "search.strategy": ("Strategy", "strategy"),
    "search.textbook": ("alphabeta", "expectiminimax", "minimax", "negamax", "quiet_cutoff"),
    "solve.solution": ("Solution",),
    "solve.solve": ("open_solution",),
}
"""What is imported when it is first used: NumPy alone takes longer than all the rest."""

_LATER = {name: f"{module}:{name}" for module, names in _MODULES.items() for name in names}
_LATER |= {"explain": "explain", "solve": "solve", "perft": "search.counting:count_lines"}


def __getattr__(name: str) -> Any:
    if name not in _LATER:
        raise AttributeError(f"module 'outplay' has no attribute {name!r}")
    globals()[name] = value = fetch(f"outplay.{_LATER[name]}")
    return value


def __dir__() -> list[str]:
    return sorted([*globals(), *_LATER])


__all__ = [
    "CHANCE",
    "MAX",
    "MIN",
    "Bound",
    "Clock",
    "Counts",
    "Endgame",
    "EndlessGame",
    "Engine",
    "Event",
    "Failure",
    "Game",
    "IllegalAction",
    "InvalidPosition",
    "Limit",
    "Memory",
    "Move",
    "NotNative",
    "Observer",
    "OrderReport",
    "OutplayError",
    "Playouts",
    "Recorder",
    "Report",
    "Result",
    "RulesError",
    "SearchTree",
    "Solution",
    "Strategy",
    "Trace",
    "UnfitGame",
    "UnknownGame",
    "UsageError",
    "alphabeta",
    "analyse",
    "best_move",
    "check",
    "count",
    "expectiminimax",
    "explain",
    "load",
    "minimax",
    "negamax",
    "open_solution",
    "order_report",
    "perft",
    "quiet_cutoff",
    "review",
    "solve",
    "strategy",
    "trace",
]
