"""What a request asks: JSON read with care, each wrong field answered with a sentence."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from typing import Any, NoReturn

from outplay.errors import OutplayError, UsageError
from outplay.web.jobs.spots import LONGEST_MOVE, read_spot

MOST_SECONDS = 60.0
"""That a level may take for a move."""

LONGEST_ANALYSIS = 600.0
"""Seconds of one analysis."""

MOST_LINES = 50
SIDES, WHO = ("1", "-1"), ("you", "level")


class RequestError(OutplayError):
    """A request that is refused: `status` 400 and up, and what else the answer holds."""

    def __init__(self, sentence: str, status: int = 400, **more: Any) -> None:
        super().__init__(sentence)
        self.status, self.more = status, more


def read_json(data: bytes) -> dict[str, Any]:
    """The object that the text of a request is; raises RequestError."""
    try:
        body = json.loads(data.decode("utf-8"), parse_constant=_no_number)
        # Half of a surrogate pair is a text that nobody can write down again.
        json.dumps(body, ensure_ascii=False).encode("utf-8")
    except UnicodeError:
        raise RequestError("The request is not written in UTF-8.") from None
    except RecursionError:
        raise RequestError("The request is not JSON: it is nested too deeply.") from None
    except ValueError as error:
        where = f"line {error.lineno}" if isinstance(error, json.JSONDecodeError) else str(error)
        raise RequestError(f"The request is not JSON ({where}).") from None
    if not isinstance(body, dict):
        raise RequestError("The request must be a JSON object, {…}.")
    return body


def _no_number(name: str) -> NoReturn:
    raise ValueError(f"{name} is no number")


def as_json(answer: Any) -> bytes:
    """An answer as JSON; what JSON has no word for (infinity, half a character) is left out."""
    try:
        text = json.dumps(answer, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    except ValueError:
        text = json.dumps(_finite(answer), ensure_ascii=False, separators=(",", ":"))
    return text.encode("utf-8", "replace")


def _finite(answer: Any) -> Any:
    if isinstance(answer, float) and not math.isfinite(answer):
        return None
    if isinstance(answer, Mapping):
        return {name: _finite(value) for name, value in answer.items()}
    if isinstance(answer, list | tuple):
        return [_finite(value) for value in answer]
    return answer


# --- fields -------------------------------------------------------------------------------------


def spot(body: Mapping[str, Any]) -> dict[str, Any]:
    """The position that is asked about, as workers are told it."""
    try:
        found = read_spot(body)
    except UsageError as error:
        raise RequestError(str(error), 422) from None
    return {
        "game": found.game, "with": found.parameters, "position": found.position,
        "moves": list(found.moves),
    }  # fmt: skip


def move(body: Mapping[str, Any], *, needed: bool = True) -> str | None:
    """The text of a move."""
    given = body.get("move")
    if given is None and not needed:
        return None
    if not isinstance(given, str):
        raise RequestError("The field move must be a text.", 422)
    if len(given) > LONGEST_MOVE:
        raise RequestError(f"A move has at most {LONGEST_MOVE} characters.", 422)
    return given


def whole(body: Mapping[str, Any], name: str, default: int, least: int, most: int) -> int:
    """A whole number within bounds."""
    given = body.get(name, default)
    if isinstance(given, bool) or not isinstance(given, int) or not least <= given <= most:
        raise RequestError(
            f"The field {name} must be a whole number from {least} to {most:,}.", 422
        )
    return given


def seconds(body: Mapping[str, Any], default: float, most: float) -> float:
    """How long something may take."""
    given = body.get("seconds", default)
    if isinstance(given, bool) or not isinstance(given, int | float) or not 0.05 <= given <= most:
        raise RequestError(f"The field seconds must be a number from 0.05 to {most:g}.", 422)
    return float(given)


def truth(body: Mapping[str, Any], name: str) -> bool:
    """true or false; false if it is not there."""
    given = body.get(name, False)
    if not isinstance(given, bool):
        raise RequestError(f"The field {name} must be true or false.", 422)
    return given


def sides(body: Mapping[str, Any], default: dict[str, str]) -> dict[str, str]:
    """Who plays MAX and MIN: `you` or `level`."""
    given = body.get("sides", default)
    if (
        not isinstance(given, dict)
        or sorted(given) != sorted(SIDES)
        or not all(who in WHO for who in given.values())
    ):
        raise RequestError('The field sides must be such as {"1": "you", "-1": "level"}.', 422)
    return {side: given[side] for side in SIDES}


def revision(body: Mapping[str, Any]) -> int:
    """Which revision of a game the page shows."""
    given = body.get("revision")
    if isinstance(given, bool) or not isinstance(given, int):
        raise RequestError("The field revision must be the number that came with the game.", 422)
    return given
