"""An answer on its way out: JSON for programs, a board and a table or one line for people."""

from __future__ import annotations

import json
import math
from typing import Any

from outplay.cli.thinking import thought
from outplay.result import AnyResult

KEYS = (
    "position",
    "to_move",
    "action",
    "value",
    "bound",
    "proven",
    "distance",
    "depth",
    "nodes",
    "elapsed",
    "speed",
    "line",
    "moves",
)
"""What an answer in JSON holds, in this order."""


def to_json(result: AnyResult, lines: int = 0, position: str | None = None) -> str:
    """The answer as one line of JSON; the first `lines` moves have their lines with them."""
    answer = result.as_dict(lines)
    if position is not None:
        answer["position"] = position
    return json.dumps({key: _plain(answer[key]) for key in KEYS}, ensure_ascii=False)


def refusal(position: str, told: str) -> str:
    """What is wrong with a position, as one line of JSON."""
    return json.dumps({"position": position, "error": told}, ensure_ascii=False)


def _plain(value: Any) -> Any:
    """What JSON can hold: a number that is not finite becomes its name."""
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    if value is None or isinstance(value, str | bool | int):
        return value
    number = float(value)
    if math.isfinite(number):
        return number
    return "NaN" if math.isnan(number) else "Infinity" if number > 0 else "-Infinity"


def report(result: AnyResult, lines: int = 1) -> str:
    """The answer for a person: the board, the table, how it was searched."""
    told = [result.game.show(result.state), ""]
    if result.is_over:
        from outplay.arena.playing import ending_text

        told.append(f"The game is over: {ending_text(result.game, [result.state])}.")
    told.append(result.report(lines))
    if result.convention and result.moves:
        told.append(f"convention: {result.convention}")
    if result.algorithm == "alphabeta" and result.counts.get("cuts"):
        from outplay.search.ordering import order_report

        told.append(f"order: {order_report(result)}")
    return "\n".join(told)


def one_line(result: AnyResult, position: str) -> str:
    """The answer to one of many positions, for a person."""
    answer = result.as_dict()
    side = result.game.player_name(result.to_move)
    if answer["action"] is not None:
        does = f"{side} plays {answer['action']}"
    else:
        does = "the game is over" if result.is_over else f"{side} to move"
    return f"{position}  {does}, {thought(result)}"
