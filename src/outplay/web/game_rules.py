"""The rules of a saved game, whatever is played: whose turn it is, undo and redo, resigning, dice.

Pure functions of the record of a game and the View of its position. A View is what the job `look`
says of a position; nothing here knows the rules of a particular game.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import TypedDict, cast

from outplay.web.request_schema import RequestError
from outplay.web.store import MOST_PICTURE, Changes, Record


class View(TypedDict):
    """What a saved game needs to know of the answer to `look`; the page gets all of it."""

    title: str
    players: list[str]
    svg: str
    moves: list[str]
    record: list[PlayedMove]
    to_move: int | None
    mover: str | None
    actions: list[LegalMove]
    more_actions: int
    over: Over | None


class PlayedMove(TypedDict):
    """A move of the record."""

    text: str
    player: int


class LegalMove(TypedDict):
    """A legal move, or an outcome of chance."""

    text: str
    probability: float


class Over(TypedDict):
    """How a game ended."""

    value: float
    reason: str
    text: str


Change = Callable[[Record, View], Changes]
"""What a person does to a saved game; raises RequestError where it makes no sense."""

OVER, YOU, LEVEL, CHANCE = "over", "you", "level", "chance"
"""Whose turn it is."""


def turn(record: Record, view: View) -> str:
    """Who moves next: a person, a level, chance, or nobody any more."""
    if record.resigned or view["over"] is not None:
        return OVER
    return CHANCE if view["to_move"] == 0 else record.sides[str(view["to_move"])]


def shown(record: Record, view: View) -> View:
    """The View as people see it: a game in which somebody resigned is over."""
    if not record.resigned or view["over"] is not None:
        return view
    loser, winner = view["players"] if record.resigned == 1 else reversed(view["players"])
    text = f"{loser} resigned; {winner} wins."
    over: Over = {"value": -record.resigned, "reason": "resignation", "text": text}
    nobody = {**view, "to_move": None, "mover": None, "actions": [], "more_actions": 0}
    return cast(View, {**nobody, "over": over})


def summary(record: Record, view: View) -> Changes:
    """What the list of games shows of it; columns of the store."""
    seen = shown(record, view)
    count = len(record.moves)
    played = "at the start" if not count else f"after {count} move{'s' if count > 1 else ''}"
    mover = "Chance" if seen["to_move"] == 0 else seen["mover"]
    return {
        "over": seen["over"] is not None,
        "title": view["title"],
        "told": seen["over"]["text"] if seen["over"] else f"{mover} to move {played}",
        "picture": view["svg"] if len(view["svg"]) <= MOST_PICTURE else "",
    }


# --- undo and redo --------------------------------------------------------------------------------


def is_yours(record: Record, player: int) -> bool:
    """Does a person play that side?"""
    return player != 0 and record.sides[str(player)] == YOU


def last_decision(record: Record, view: View) -> int | None:
    """The number of moves before the last one that a person played; None if there is none."""
    players = [step["player"] for step in view["record"]]
    mine = [at for at, player in enumerate(players) if is_yours(record, player)]
    return mine[-1] if mine else None


def can_undo(record: Record, view: View) -> bool:
    return bool(record.resigned) or last_decision(record, view) is not None


def undone(record: Record, view: View) -> Changes:
    """What changes when the last decision of a person is taken back; resigning is one too."""
    if record.resigned:
        return {"resigned": 0}
    at = last_decision(record, view)
    if at is None:
        raise RequestError("There is nothing to undo: you have not moved yet.", 422)
    back = tuple((step["text"], step["player"]) for step in view["record"][at:])
    return {"moves": record.moves[:at], "redo": back + record.redo}


def redone(record: Record, view: View) -> Changes:
    """What changes when a move is played again, with what followed it up to the next decision."""
    if record.resigned:
        raise RequestError("The game is over; undo the resignation first.", 422)
    if not record.redo:
        raise RequestError("There is nothing to redo.", 422)
    count = 1
    while count < len(record.redo) and not is_yours(record, record.redo[count][1]):
        count += 1
    again = tuple(text for text, _ in record.redo[:count])
    return {"moves": record.moves + again, "redo": record.redo[count:]}


def resigned(record: Record, view: View) -> Changes:
    """What changes when a person resigns; of two persons the one whose turn it is."""
    if turn(record, view) == OVER:
        raise RequestError("The game is over.", 422)
    yours = [side for side in (1, -1) if is_yours(record, side)]
    if not yours:
        raise RequestError("The computer plays both sides; nobody can resign.", 422)
    side = view["to_move"]
    if side not in yours:  # dice lie between two moves of one person
        earlier = [step["player"] for step in view["record"] if step["player"] in yours]
        side = earlier[-1] if earlier else yours[0]
    return {"resigned": side}


def check_move(record: Record, view: View, *, trouble: bool) -> None:
    """Raises RequestError if a person may not move. In trouble they may move for anybody."""
    whose = turn(record, view)
    if whose == OVER:
        raise RequestError(f"The game is over: {summary(record, view)['told']}", 422)
    if whose == CHANCE and not trouble:
        raise RequestError("Waiting for the dice.", 422)
    if whose == LEVEL and not trouble:
        raise RequestError(f"It is {view['mover']}'s turn, played by level {record.level}.", 422)


def rolled(record: Record, view: View) -> str:
    """What chance does: decided by the seed and the number of the move, so the same after undo."""
    if view["more_actions"]:
        count = len(view["actions"]) + view["more_actions"]
        raise RequestError(
            f"There are {count:,} outcomes here, too many to roll; type one of them as a move."
        )
    probabilities = [action["probability"] for action in view["actions"]]
    luck = Random(f"{record.seed}/{len(record.moves)}")
    return luck.choices(view["actions"], probabilities)[0]["text"]
