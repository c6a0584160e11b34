"""The schema of requests: JSON objects and their fields, each checked with a sentence if wrong.

What is wrong with a field is a UsageError, which the server answers with 422.
"""

from __future__ import annotations

import json
from typing import NoReturn

from outplay.errors import OutplayError, UsageError
from outplay.web.jobs import Fields

MOST_SECONDS, LONGEST_ANALYSIS = 60.0, 600.0
"""Of thinking about a move, and of one analysis."""

MOST_LINES = 50
SIDES, WHO = ("1", "-1"), ("you", "level")


class RequestError(OutplayError):
    """A request that is refused: its HTTP status, and what else the answer holds."""

    def __init__(self, sentence: str, status: int = 400, **more: object) -> None:
        super().__init__(sentence)
        self.status, self.more = status, more


def read_json(data: bytes) -> Fields:
    """The object that the text of a request is; raises RequestError."""
    try:
        body = json.loads(data.decode("utf-8"), parse_constant=_not_json)
        # Half of a surrogate pair is a text that cannot be written again.
        json.dumps(body, ensure_ascii=False).encode("utf-8")
    except UnicodeError:
        raise RequestError("The request is not valid UTF-8.") from None
    except RecursionError:
        raise RequestError("The request is not valid JSON: it is nested too deeply.") from None
    except ValueError as error:
        where = f"line {error.lineno}" if isinstance(error, json.JSONDecodeError) else str(error)
        raise RequestError(f"The request is not valid JSON ({where}).") from None
    if not isinstance(body, dict):
        raise RequestError("The request must be a JSON object, {…}.")
    return body


def _not_json(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a number")


# --- fields -------------------------------------------------------------------------------------


def one_of(given: Fields, name: str, allowed: tuple[str, ...], usual: str) -> str:
    """A field that is one of some words; `usual` if it is missing or null."""
    value = given.get(name)
    if value is None:
        return usual
    if not isinstance(value, str) or value not in allowed:
        raise UsageError(f"The field {name} must be one of {', '.join(allowed)}.")
    return value


def integer(given: Fields, name: str, usual: int, least: int, most: int) -> int:
    """A field that is a whole number; `usual` if it is missing or null."""
    value = given.get(name)
    if value is None:
        return usual
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise UsageError(f"The field {name} must be a whole number from {least} to {most:,}.")
    return value


def seconds(given: Fields, usual: float, most: float) -> float:
    """The field `seconds`."""
    value = given.get("seconds", usual)
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value <= most:
        raise UsageError(f"The field seconds must be a number above 0 and at most {most:g}.")
    return float(value)


def boolean(given: Fields, name: str) -> bool:
    """A field that is true or false; false if it is missing."""
    value = given.get(name, False)
    if not isinstance(value, bool):
        raise UsageError(f"The field {name} must be true or false.")
    return value


def sides(given: Fields) -> dict[str, str]:
    """Who plays MAX and MIN: `you` or `level`."""
    value = given.get("sides")
    if (
        not isinstance(value, dict)
        or sorted(value) != sorted(SIDES)
        or not all(who in WHO for who in value.values())
    ):
        raise UsageError('The field sides must look like {"1": "you", "-1": "level"}.')
    return {side: value[side] for side in SIDES}


def revision(given: Fields) -> int:
    """Which revision of a game the page shows."""
    value = given.get("revision")
    if isinstance(value, bool) or not isinstance(value, int):
        raise UsageError("The field revision must be the number that came with the game.")
    return value
