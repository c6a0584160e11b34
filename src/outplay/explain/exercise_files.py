"""Exercises as JSON: what generating and grading both read from a file."""

from __future__ import annotations

import codecs
import json
from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

from outplay.errors import UsageError
from outplay.game import MAX, MIN
from outplay.parameters import one_of
from outplay.wording import brief

CUTS = {">=": False, "≥": False, ">": True}
FAILS = {"soft": True, "hard": False}
ROOTS = {"MAX": MAX, "MIN": MIN}
MOST_BYTES = 64 << 20
"""Of a file that is graded, or that holds an exercise."""


@dataclass(frozen=True)
class Fields:
    """What an exercise says, without its answer."""

    kind: str
    tree: object
    """Nested lists, or their text."""
    root: int
    strict: bool | None
    """Does alpha-beta cut on > alone? None: the exercise does not say."""
    fail_soft: bool | None


def read_fields(data: object, where: str, kinds: Collection[str]) -> Fields:
    """The fields of an exercise; raises UsageError."""
    if not isinstance(data, dict):
        raise UsageError(f"{where} is not an exercise: it must be an object with a field 'tree'.")
    if "tree" not in data:
        raise UsageError(f"{where} has no field 'tree', the tree that is to be solved.")
    convention = {} if data.get("convention") is None else data["convention"]
    if not isinstance(convention, dict):
        raise UsageError(f"{where}: convention must be an object, such as {{'cut': '>='}}.")
    cut, fail = convention.get("cut"), convention.get("fail")
    at = f"{where}: convention"
    return Fields(
        one_of(f"{where}: kind", data.get("kind", "alphabeta"), kinds),
        data["tree"],
        ROOTS[one_of(f"{where}: root", data.get("root", "MAX"), ROOTS)],
        None if cut is None else CUTS[one_of(f"{at}, cut", cut, CUTS)],
        None if fail is None else FAILS[one_of(f"{at}, fail", fail, FAILS)],
    )


def content_of(file: str | Path) -> str:
    """The text of a file in UTF-8, or in UTF-16 with its mark; raises UsageError."""
    try:
        with open(file, "rb") as opened:
            data = opened.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:  # ValueError: a zero byte in its name
        raise UsageError(f"{file}: {getattr(error, 'strerror', None) or error}.") from None
    if len(data) > MOST_BYTES:
        raise UsageError(f"{file} is too large: more than {MOST_BYTES >> 20} MB.")
    marked = data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    try:
        return data.decode("utf-16" if marked else "utf-8-sig")
    except UnicodeDecodeError:
        raise UsageError(f"{file} is not a text file in UTF-8.") from None


def json_of(text: str, where: str) -> object:
    """What a text in JSON holds; raises UsageError, also where a field is there twice."""

    def fields(pairs: list[tuple[str, object]]) -> dict[str, object]:
        held = dict(pairs)
        if len(held) < len(pairs):
            twice = next(key for key, many in Counter(key for key, _ in pairs).items() if many > 1)
            raise UsageError(f"{where} has the field {brief(twice)} twice.")
        return held

    try:
        return json.loads(text, object_pairs_hook=fields)
    except json.JSONDecodeError as error:
        raise UsageError(
            f"{where}, line {error.lineno}, column {error.colno}: this is not JSON: {error.msg}."
        ) from None
    except UsageError:
        raise
    except RecursionError:
        raise UsageError(f"{where}: this JSON is nested too deeply to be read.") from None
    except ValueError:
        raise UsageError(f"{where}: this JSON has a number of too many digits.") from None
