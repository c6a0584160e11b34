"""The options that several commands share, and how they become a game and a position."""

from __future__ import annotations

import ast
import contextlib
from collections.abc import Iterator, Sequence
from typing import Annotated, Any, Literal

from cyclopts import Parameter, Token

from outplay.cli import finishing
from outplay.errors import UsageError
from outplay.game import AnyGame
from outplay.records import read_moves
from outplay.wording import brief


def _whole_number(type_: object, tokens: Sequence[Token]) -> int:
    """A whole number: `1000000`, `1_000_000`, `1e6`; not `2.5`, which int() would cut."""
    text = tokens[0].value
    try:
        return int(text)
    except ValueError:
        pass
    try:
        number = float(text)
        if number == int(number):
            return int(number)
    except (ValueError, OverflowError):
        pass
    raise ValueError(f"{brief(text)} is not a whole number.")


def _memory(type_: object, tokens: Sequence[Token]) -> float | bool:
    """`256`: megabytes; `on` and `off`: True and False."""
    text = tokens[0].value.strip().lower()
    if text in ("on", "off"):
        return text == "on"
    try:
        return float(text)
    except ValueError:
        raise ValueError(f"{brief(text)} is neither a number of megabytes nor on or off.") from None


Integer = Annotated[int, Parameter(converter=_whole_number, n_tokens=1, metavar="N")]
Seconds = Annotated[float, Parameter(metavar="SECONDS")]
MemorySize = Annotated[
    float | bool, Parameter(converter=_memory, n_tokens=1, negative=(), metavar="MB")
]
Threads = Annotated[
    Integer, Parameter(help="Threads of the engine, which share its table; default 1.")
]

GameName = Annotated[
    str, Parameter(help="A built-in game (see: outplay games) or a rules file, my_game.py.")
]
Position = Annotated[str, Parameter(help="A position in the game's notation; default: its start.")]
With = Annotated[
    list[str],
    Parameter(
        name="--with",
        metavar="NAME=VALUE",
        help="A parameter of the game, such as --with width=5; may be repeated.",
    ),
]
Moves = Annotated[
    str, Parameter(metavar="MOVES", help='Moves to play first, with spaces between them: "4 4 3".')
]
Seed = Annotated[Integer, Parameter(help="Seed of the random choices.")]
Speed = Annotated[
    Literal["auto", "native", "python"],
    Parameter(help="Compiled, interpreted, or whichever is faster (auto)."),
]

SolutionFile = Annotated[
    str,
    Parameter(
        metavar="FILE", help="A solution of the game: positions in it are looked up, not searched."
    ),
]


def not_none(**options: object) -> dict[str, Any]:
    """The options that are not None."""
    return {name: value for name, value in options.items() if value is not None}


@contextlib.contextmanager
def file_errors(name: object, done: str) -> Iterator[None]:
    """What the system refuses becomes a UsageError: that file cannot be `done` (read, written)."""
    try:
        yield
    except OSError as error:
        name = error.filename or name
        raise UsageError(f"{name} cannot be {done}: {error.strerror}.") from None


def open_game(name: str, parameters: Sequence[str] | None = None) -> AnyGame:
    """The game of that name or file, with its `--with NAME=VALUE` parameters."""
    from outplay.copies import protected
    from outplay.games import load

    values: dict[str, Any] = {}
    for text in parameters or ():
        key, equals, value = text.partition("=")
        key = key.strip().replace("-", "_")
        if not equals or not key.isidentifier():
            raise UsageError(f"A parameter is written --with name=value, not {text!r}.")
        if key in values:
            raise UsageError(f"--with {key} is given twice.")
        values[key] = _literal(value.strip())
    game = load(name, **values)
    finishing.opened.append((game, name, tuple(parameters or ())))
    return protected(game, None, always=True)


def _literal(text: str) -> object:
    """`5`, `(3, 4, 5)`, `True` or `[[1, 2], 3]` as Python has it; anything else is text."""
    if text.lower() in ("true", "false"):
        return text.lower() == "true"
    try:
        return ast.literal_eval(text)
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        return text


def open_position(game: AnyGame, position: str | None) -> object:
    """The state that `position` names, or the start."""
    return game.initial() if position is None else game.parse_state(position)


def open_state(
    game: str, position: str | None, moves: str | None, with_: Sequence[str] | None
) -> tuple[AnyGame, object]:
    """The game, and the state after `moves` from `position` or the start.

    Where a game is expected, a tree such as "[[3, 12], [2, 4]]" may stand.
    """
    if game.lstrip().startswith(("[", "(", "Chance")):
        game, with_ = "tree", [f"tree={game}", *(with_ or ())]
    rules = open_game(game, with_)
    return rules, state_after(rules, open_position(rules, position), moves)


def state_after(game: AnyGame, start: object, moves: str | None) -> object:
    """The state after the moves that the text names."""
    played = read_moves(game, moves or "", start)
    return game.result(*played[-1]) if played else start
