"""Game records: the moves of a played game, read from text or from a list."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from outplay.copies import protected
from outplay.errors import IllegalAction, RulesError, UsageError
from outplay.wording import brief

if TYPE_CHECKING:
    from outplay.game import AnyGame


@dataclass(frozen=True)
class Record:
    """A played game, or a part of one."""

    game: AnyGame = field(repr=False)
    start: object = field(repr=False)
    actions: tuple[object, ...]
    title: str = ""
    """Who played, where the text says so."""


def read_record(
    game: AnyGame, moves: str | Iterable[object], start: object = None, number: int | None = None
) -> Record:
    """Text in the game's notation, or a list of actions, as a record.

    Raises IllegalAction or UsageError, which say where.
    """
    if number is not None:
        raise UsageError("Only a PGN of chess, without a position, can hold several games.")
    start = game.initial() if start is None else start
    game = protected(game, start, always=True)
    played = read_moves(game, moves, start)
    if not played:
        raise UsageError("The record has no moves.")
    return Record(game, start, tuple(action for _, action in played))


def read_moves(
    game: AnyGame, moves: str | Iterable[object], state: object
) -> list[tuple[object, object]]:
    """The moves as (state before, action), one after the other from `state`.

    Text: the game's separator or a space stands between moves; where the game's own notation has
    spaces, a move takes as many words as make a legal one. `#` begins a comment, and move numbers
    such as `12.` are skipped. A list: each item is an action, or its text. Raises IllegalAction,
    which names the move.
    """
    words = _words(game, moves) if isinstance(moves, str) else [(1, move) for move in moves]
    several_lines = bool(words) and words[-1][0] > 1
    played: list[tuple[object, object]] = []
    at = 0
    while at < len(words):
        line, word = words[at]
        where = f"{f'Line {line}, move' if several_lines else 'Move'} {len(played) + 1}"
        if game.is_terminal(state):
            raise IllegalAction(f"{where}, {word!r}, comes after the end of the game.")
        try:
            if isinstance(moves, str):
                action, size = _next_action(game, state, words, at)
            else:
                action, size = _action(game, state, word), 1
        except IllegalAction as error:
            raise IllegalAction(f"{where}: {error}") from None
        played.append((state, action))
        state = game.result(state, action)
        at += size
    return played


def read_action(game: AnyGame, state: object, text: str) -> object:
    """The legal action that `text` names. Raises IllegalAction, and RulesError where the game
    reads an action that is not legal."""
    action = game.parse_action(state, text)
    if action not in game.legal(state):
        raise RulesError(
            f"{game.name}: `parse_action` gives {brief(action)} for {brief(text)}, which is not"
            f" legal in the position {game.format_state(state)}."
        )
    return action


def check_legal(game: AnyGame, state: object, action: object) -> None:
    """Raises IllegalAction unless `action` can be played."""
    legal = game.legal(state)
    if not legal:
        raise IllegalAction("The game is over; there is nothing to play.")
    if action not in legal:
        texts = " ".join(game.format_action(state, other) for other in legal)
        raise IllegalAction(f"{action!r} is not a legal action; legal: {texts}.")


def _words(game: AnyGame, text: str) -> list[tuple[int, object]]:
    """The words of a text with the numbers of their lines, comments and move numbers left out."""
    found: list[tuple[int, object]] = []
    separator = game.line_separator.strip() or None  # `2.1` in a literal tree is two moves
    for number, line in enumerate(text.splitlines(), start=1):
        words = re.sub(r"(^|\s)#.*", "", line).split()
        moves = [word for word in words if not re.fullmatch(r"[0-9]+\.+", word)]
        found += [(number, part) for word in moves for part in word.split(separator)]
    return found


def _next_action(
    game: AnyGame, state: object, words: Sequence[tuple[int, object]], at: int
) -> tuple[object, int]:
    """The action that the words from `at` on name, as many as make a legal one, and how many."""
    longest = max(len(game.format_action(state, a).split()) for a in game.legal(state))
    texts = [str(word) for _, word in words[at : at + longest]]
    refused = IllegalAction()
    for size in range(len(texts), 0, -1):
        try:
            return read_action(game, state, " ".join(texts[:size])), size
        except IllegalAction as error:
            refused = error
    raise refused


def _action(game: AnyGame, state: object, move: object) -> object:
    """The action that is meant by an item of a list: itself, or its text."""
    if isinstance(move, str) and move not in game.legal(state):
        return read_action(game, state, move)
    check_legal(game, state, move)
    return move
