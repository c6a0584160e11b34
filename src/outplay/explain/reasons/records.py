"""Game records as text: moves in the game's notation, or PGN for chess."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from outplay.copies import handed
from outplay.errors import IllegalAction, UsageError
from outplay.game import Game


@dataclass(frozen=True)
class Record:
    """A game that was played, or a part of one."""

    game: Game[Any, Any] = field(repr=False)
    start: Any = field(repr=False)
    actions: tuple[Any, ...]
    title: str = ""
    """Who played, where the text says so."""

    def states(self) -> list[Any]:
        """All positions, from the start to the last."""
        found = [self.start]
        for a in self.actions:
            found.append(self.game.result(found[-1], a))
        return found


def record_of(game: Game[Any, Any], moves: str | Sequence[Any], start: Any = None) -> Record:
    """Actions, or text in the game's notation, as a record; raises IllegalAction."""
    if isinstance(moves, str):
        return read_record(game, moves, start)
    s = first = game.initial() if start is None else start
    game = handed(game, s, always=True)
    for number, action in enumerate(moves, start=1):
        if game.is_terminal(s):
            raise IllegalAction(f"Move {number}, {action!r}, comes after the end of the game.")
        if action not in game.legal(s):
            raise IllegalAction(
                f"Move {number}: {action!r} is not an action in {game.format_state(s)}."
            )
        s = game.result(s, action)
    return _filled(Record(game, first, tuple(moves)))


def read_record(
    game: Game[Any, Any], text: str, start: Any = None, number: int | None = None
) -> Record:
    """The moves of a text; of chess from its own start, a PGN, of which `number` is the game.

    Otherwise words are moves; `#` begins a comment, and numbers of moves such as `12.` are
    skipped. Raises IllegalAction or UsageError, which say where.
    """
    from outplay.games.chess import Chess

    if isinstance(game, Chess) and start is None:
        return _filled(_from_pgn(game, text, number))
    if number is not None:
        raise UsageError("Only a PGN of chess, without a position, can hold several games.")
    s = first = game.initial() if start is None else start
    game = handed(game, s, always=True)
    words = [
        (row, word)
        for row, line in enumerate(text.splitlines(), start=1)
        for word in line.partition("#")[0].split()
        if not re.fullmatch(r"[0-9]+\.+", word)
    ]
    several = bool(words) and words[-1][0] > 1
    actions: list[Any] = []
    at = 0
    while at < len(words):
        row, word = words[at]
        where = f"{f'line {row}, ' if several else ''}move {len(actions) + 1}"
        where = where[0].upper() + where[1:]
        if game.is_terminal(s):
            raise IllegalAction(f"{where}, {word!r}, comes after the end of the game.")
        action, size = _next_action(game, s, [w for _, w in words[at:]], where)
        actions.append(action)
        s = game.result(s, action)
        at += size
    return _filled(Record(game, first, tuple(actions)))


def _next_action(game: Game[Any, Any], s: Any, words: list[str], where: str) -> tuple[Any, int]:
    """The action that the first words name, as many as make a legal one, and how many."""
    longest = max(len(game.format_action(s, a).split()) for a in game.legal(s))
    refused: IllegalAction | None = None
    for size in range(min(longest, len(words)), 0, -1):
        try:
            return game.parse_action(s, " ".join(words[:size])), size
        except IllegalAction as error:
            refused = error
    raise IllegalAction(f"{where}: {refused}")


def _from_pgn(game: Any, text: str, number: int | None) -> Record:
    from outplay.games.chess import pgn

    played = pgn.read_games(text)
    if not played:
        raise UsageError("The record has no moves.")
    if number is None and len(played) > 1:
        raise UsageError(f"The record holds {len(played)} games: say which one by its number.")
    if number is not None and not 1 <= number <= len(played):
        raise UsageError(f"The record holds {len(played)} games; there is no game {number}.")
    found = played[(number or 1) - 1]
    rules = found.game if found.game.chess960 != game.chess960 else game
    names = [found.tags.get(side, "?") for side in ("White", "Black")]
    title = "" if names == ["?", "?"] else f"{names[0]} – {names[1]}, {found.result}"
    return Record(rules, found.start, found.actions, title)


def _filled(record: Record) -> Record:
    if not record.actions:
        raise UsageError("The record has no moves.")
    return record
