"""The job `read`: a pasted text as a position, or as the moves of a game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from outplay.copies import original
from outplay.errors import InvalidPosition, OutplayError, UsageError
from outplay.game import AnyGame
from outplay.lines import texts_along
from outplay.web.jobs import Fields, Tell
from outplay.web.jobs.spots import (
    LONGEST_POSITION,
    MOST_MOVES,
    asking,
    follow,
    position_of,
    read_spot,
)

if TYPE_CHECKING:
    from outplay.web.worker import JobContext

LONGEST_TEXT = 60_000
"""Characters of a pasted text."""


def read(context: JobContext, args: Fields, tell: Tell) -> dict[str, object]:
    """What a pasted text is: a position, or the moves of a game (a PGN, where that is chess).

    Answers {"with", "position", "moves"}, as a spot has them. Moves go on from the spot's own
    position (without its moves), or from the start of the game where they do not fit there.
    """
    spot, text = read_spot(args), args.get("text")
    if not isinstance(text, str) or not text.strip():
        raise UsageError("Paste a position or the moves of a game.")
    if len(text) > LONGEST_TEXT:
        raise UsageError(f"The text has more than {LONGEST_TEXT:,} characters.")
    game = context.game(spot.game, spot.parameters)
    bare: dict[str, Any] = {"game": spot.game, "with": spot.parameters}
    if len(text) <= LONGEST_POSITION:
        try:
            found = follow(context, {**bare, "position": text.strip()})
            return {"with": bare["with"], "position": _named(game, found.state), "moves": []}
        except InvalidPosition as error:
            refused: OutplayError = error
    else:
        refused = InvalidPosition(f"A position has at most {LONGEST_POSITION:,} characters.")
    starts = [follow(context, {**bare, "position": spot.position}).state] if spot.position else []
    record = _record(game, text, [*starts, None], refused)
    with asking(game, "format_action"):
        texts = texts_along(record.game, record.start, record.actions)
    if len(texts) > MOST_MOVES:
        raise UsageError(f"There are {len(texts):,} moves; the limit is {MOST_MOVES:,}.")
    if original(record.game) is not original(game):  # a PGN says which kind of chess it is
        bare["with"] = {**spot.parameters, "chess960": record.game.chess960}
    return {"with": bare["with"], "position": _named(record.game, record.start), "moves": texts}


def _record(game: AnyGame, text: str, starts: list[Any], refused: OutplayError) -> Any:
    """The text as moves from the first start that they fit; raises UsageError."""
    trouble: OutplayError | None = None
    for start in starts:
        with asking(game, "parse_action"):
            try:
                return game.read_record(text, start)
            except OutplayError as error:
                trouble = trouble or error
    raise UsageError(f"As moves: {trouble} As a position: {refused}") from None


def _named(game: AnyGame, s: object) -> str | None:
    """A position as a spot has it: nothing where it is the start."""
    with asking(game, "initial"):
        return None if s == game.initial() else position_of(game, s)
