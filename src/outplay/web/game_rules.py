"""What may happen in a saved game: pure functions of its record and of the View of its position.

A View is what the job `look` says of a position; nothing here knows the rules of a game.
"""

from __future__ import annotations

from random import Random
from typing import Any

from outplay.web.jobs.spots import MOST_MOVES
from outplay.web.request_schema import RequestError
from outplay.web.store import MOST_PICTURE, Record

View = dict[str, Any]

OVER, YOU, LEVEL, CHANCE = "over", "you", "level", "chance"
"""Whose turn it is."""


def turn(record: Record, view: View) -> str:
    """Who moves next: a person, a level, chance, or nobody any more."""
    if record.resigned or view["over"] is not None:
        return OVER
    return CHANCE if view["to_move"] == 0 else record.sides[str(view["to_move"])]


def shown(record: Record, view: View) -> View:
    """The View as people see it: a game that was given up is over."""
    if not record.resigned or view["over"] is not None:
        return view
    return {
        **view, "to_move": None, "mover": None, "actions": [], "more_actions": 0,
        "over": {
            "value": -record.resigned, "reason": "resignation", "text": _resignation(record, view)
        },
    }  # fmt: skip


def _resignation(record: Record, view: View) -> str:
    loser, winner = view["players"] if record.resigned == 1 else reversed(view["players"])
    return f"{loser} resigned; {winner} wins."


def face(record: Record, view: View) -> dict[str, Any]:
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


# --- back and forth -----------------------------------------------------------------------------


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


def undone(record: Record, view: View) -> dict[str, Any]:
    """What changes when the last decision of a person is taken back; giving up is one too."""
    if record.resigned:
        return {"resigned": 0}
    at = last_decision(record, view)
    if at is None:
        raise RequestError("You have not moved yet; there is nothing to take back.", 422)
    back = tuple((step["text"], step["player"]) for step in view["record"][at:])
    return {"moves": record.moves[:at], "redo": back + record.redo}


def redone(record: Record) -> dict[str, Any]:
    """What changes when a move is played again, with what followed it up to the next decision."""
    if record.resigned:
        raise RequestError("The game is over; take the resignation back first.", 422)
    if not record.redo:
        raise RequestError("Nothing was taken back; there is nothing to play again.", 422)
    count = 1
    while count < len(record.redo) and not is_yours(record, record.redo[count][1]):
        count += 1
    again = tuple(text for text, _ in record.redo[:count])
    return {"moves": record.moves + again, "redo": record.redo[count:]}


def resigning(record: Record, view: View) -> int:
    """The side that gives up: the person's, or of two persons the one whose turn it is."""
    if turn(record, view) == OVER:
        raise RequestError("The game is over.", 422)
    yours = [side for side in (1, -1) if is_yours(record, side)]
    if not yours:
        raise RequestError("Levels play both sides; nobody can resign.", 422)
    if len(yours) == 1:
        return yours[0]
    if view["to_move"] in yours:
        return int(view["to_move"])
    earlier = [step["player"] for step in view["record"] if step["player"]]
    return int(earlier[-1]) if earlier else 1  # dice lie between two moves of one person's


def refuse_move(record: Record, view: View, *, trouble: bool) -> None:
    """Raises RequestError where a person may not move. In trouble they may, for whoever cannot."""
    whose = turn(record, view)
    if whose == OVER:
        raise RequestError(f"The game is over: {shown(record, view)['over']['text']}", 422)
    if whose == CHANCE and not trouble:
        raise RequestError("It is chance's turn, which needs nobody's help.", 422)
    if whose == LEVEL and not trouble:
        raise RequestError(
            f"It is the turn of {view['mover']}, which level {record.level} plays.", 422
        )
    if len(record.moves) >= MOST_MOVES:
        raise RequestError(
            f"This game has {MOST_MOVES:,} moves; a saved game cannot have more.", 422
        )


def thrown(record: Record, view: View) -> str:
    """What chance does: decided by the seed and the number of the move, so the same after undo."""
    if view["more_actions"]:
        raise RequestError(
            f"Chance has {len(view['actions']) + view['more_actions']:,} outcomes here, more than"
            " the page throws; type one of them as a move."
        )
    probabilities = [action["probability"] for action in view["actions"]]
    luck = Random(f"{record.seed}/{len(record.moves)}")
    return str(luck.choices(view["actions"], probabilities)[0]["text"])
