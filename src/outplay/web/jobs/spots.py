"""A spot: how the page names a position, read and played through with the game's rules.

`{"game": "connect-four", "with": {"width": 5}, "position": null, "moves": ["4", "4"]}`; without a
position it is the start. Whatever the rules do wrong on the way becomes a sentence.
"""

from __future__ import annotations

import math
import operator
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import islice, takewhile
from typing import TYPE_CHECKING, Any

from outplay.errors import IllegalAction, InvalidPosition, OutplayError, RulesError, UsageError
from outplay.game import CHANCE, MAX, MIN, MOST_ACTIONS, AnyGame
from outplay.wording import error_text, place_of, shortened

if TYPE_CHECKING:
    from outplay.web.worker import JobContext

LONGEST_POSITION = 2_000
MOST_MOVES, LONGEST_MOVE = 2_000, 100
MOST_PARAMETERS, LONGEST_PARAMETERS = 12, 20_000
"""What a spot may hold; lengths are counted in characters."""

LONGEST_SENTENCE = 600
"""Rules that list a thousand legal moves are cut off here."""

MOST_TRAILS = 64
"""That a worker keeps."""

DEEPEST = 100
"""Lists within lists of a parameter: a tree may be one."""


@dataclass(frozen=True)
class Spot:
    """What the page asks about, its texts as they came."""

    game: str
    parameters: dict[str, Any]
    position: str | None
    moves: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class Trail:
    """A spot played through."""

    spot: Spot
    game: AnyGame
    source: str
    """What `outplay.load` finds the game by; of a rules file its name, without the folder."""
    states: tuple[Any, ...]
    """From the one it starts with to the last."""
    actions: tuple[Any, ...] = ()
    texts: tuple[str, ...] = ()
    """The actions in the game's notation."""

    @property
    def state(self) -> Any:
        """The position itself."""
        return self.states[-1]

    @property
    def loading(self) -> str:
        """The line of Python that loads its game."""
        given = "".join(f", {name}={value!r}" for name, value in self.spot.parameters.items())
        return f"game = outplay.load({self.source!r}{given})"

    @property
    def history(self) -> tuple[Any, ...]:
        """What stood on the board before it."""
        return self.states[:-1]


# --- reading ------------------------------------------------------------------------------------


def read_spot(given: Mapping[str, object]) -> Spot:
    """The spot of a request, in its field `spot` or in its own fields; raises UsageError."""
    fields = given.get("spot", given)
    if not isinstance(fields, Mapping):
        raise UsageError("A spot is an object with the fields game, with, position and moves.")
    game = fields.get("game")
    if not isinstance(game, str) or not 0 < len(game) <= 200:
        raise UsageError("The field game must be the name of a game.")
    position = fields.get("position")
    if position is not None and not isinstance(position, str):
        raise UsageError("The field position must be a text, or null for the start.")
    if position is not None and len(position) > LONGEST_POSITION:
        raise UsageError(f"A position has at most {LONGEST_POSITION:,} characters.")
    moves = fields.get("moves")
    moves = [] if moves is None else moves
    if not isinstance(moves, list) or not all(isinstance(move, str) for move in moves):
        raise UsageError("The field moves must be a list of texts.")
    if len(moves) > MOST_MOVES:
        raise UsageError(f"There are {len(moves):,} moves; the limit is {MOST_MOVES:,}.")
    return Spot(game, read_parameters(fields.get("with")), position, tuple(map(read_move, moves)))


def read_move(text: object) -> str:
    """The field `move` of a request; raises UsageError."""
    if not isinstance(text, str):
        raise UsageError("The field move must be a text.")
    if len(text) > LONGEST_MOVE:
        raise UsageError(f"A move has at most {LONGEST_MOVE} characters.")
    return text


def read_parameters(given: object) -> dict[str, Any]:
    """The parameters of a game: numbers, truths, texts and lists of these; raises UsageError."""
    if given is None:
        return {}
    if not isinstance(given, Mapping):
        raise UsageError("The field with must be an object of parameters and their values.")
    if len(given) > MOST_PARAMETERS:
        raise UsageError(f"A game takes at most {MOST_PARAMETERS} parameters here.")
    for name, value in given.items():
        if not (isinstance(name, str) and name.isidentifier() and len(name) <= 100):
            raise UsageError(f"{str(name)[:40]!r} cannot be the name of a parameter.")
        if not _is_plain(value):
            raise UsageError(
                f"The parameter {name} must be a number, true or false, a text, or a list of these."
            )
    if sum(len(repr(value)) for value in given.values()) > LONGEST_PARAMETERS:
        raise UsageError(f"Parameters have at most {LONGEST_PARAMETERS:,} characters together.")
    return dict(given)


def _is_plain(value: object, levels: int = DEEPEST) -> bool:
    """A request may nest lists as deep as it likes: here they end after so many levels."""
    if isinstance(value, list):
        return levels > 0 and all(_is_plain(item, levels - 1) for item in value)
    if isinstance(value, float):
        return math.isfinite(value)
    return value is None or isinstance(value, str | int)  # None: "as the rules have it"


# --- playing through ----------------------------------------------------------------------------


def follow(context: JobContext, given: Mapping[str, object]) -> Trail:
    """The spot of a request, played through; raises OutplayError, which says what is wrong.

    Moves that the trail of an earlier request has too are not played again.
    """
    spot = read_spot(given)
    game = context.game(spot.game, spot.parameters)
    trail = _known(context.trails, game, spot)
    if trail is None:
        source = os.path.basename(context.own.get(spot.game, spot.game))
        trail = Trail(spot, game, source, (_start(game, spot.position),))
    for text in spot.moves[len(trail.actions) :]:
        number = len(trail.actions) + 1
        if is_over(game, trail.state):
            raise IllegalAction(f"Move {number}, {text!r}, was played after the end of the game.")
        try:
            trail = stepped(trail, text)
        except IllegalAction as error:
            raise IllegalAction(f"Move {number}: {error}") from None
    return kept(context, trail)


def kept(context: JobContext, trail: Trail) -> Trail:
    """The trail, which the next request about the same game finds."""
    if trail.actions:
        context.trails.append(trail)
        del context.trails[:-MOST_TRAILS]
    return trail


def _known(trails: list[Trail], game: AnyGame, spot: Spot) -> Trail | None:
    """As much of the spot as one of the trails has too; a trail that ends there goes."""

    def shared(trail: Trail) -> int:
        if trail.game is not game or trail.spot.position != spot.position:
            return 0
        return sum(takewhile(bool, map(operator.eq, trail.texts, spot.moves)))

    best = max(trails, key=shared, default=None)
    count = 0 if best is None else shared(best)
    if best is None or not count:
        return None
    if count == len(best.actions):
        trails.remove(best)
    parts = best.states[: count + 1], best.actions[:count], best.texts[:count]
    return Trail(spot, game, best.source, *parts)


def stepped(trail: Trail, text: object) -> Trail:
    """The trail with one more move."""
    game, s = trail.game, trail.state
    action = read_action(game, s, read_move(text))
    if len(trail.actions) >= MOST_MOVES:
        raise UsageError(f"A game cannot have more than {MOST_MOVES:,} moves here.")
    with asking(game, "result", s):
        after = game.result(s, action)
    return replace(
        trail,
        states=(*trail.states, after),
        actions=(*trail.actions, action),
        texts=(*trail.texts, text_of(game, s, action)),
    )


def _start(game: AnyGame, position: str | None) -> Any:
    if position is None:
        with asking(game, "initial"):
            return game.initial()
    try:
        return game.parse_state(position)
    except OutplayError as error:
        raise type(error)(_cut(str(error))) from None
    except (Exception, SystemExit):
        # Rules that trip over a text that is no position say nothing useful about it.
        raise InvalidPosition(
            f"{position[:80]!r} is not a position of {game.name}; positions look like"
            f" {position_of(game, _start(game, None))[:200]!r}."
        ) from None


def read_action(game: AnyGame, s: object, text: str) -> Any:
    """The legal action that `text` names; raises IllegalAction."""
    try:
        return game.parse_action(s, text)
    except OutplayError as error:
        raise type(error)(_cut(str(error))) from None
    except (Exception, SystemExit):
        legal = legal_of(game, s)
        known = " ".join(text_of(game, s, a) for a, _ in legal[:20])
        raise IllegalAction(
            f"{text!r} is not a move here; legal: {known}{' …' if len(legal) > 20 else ''}."
        ) from None


def _cut(sentence: str) -> str:
    if len(sentence) <= LONGEST_SENTENCE:
        return sentence
    return f"{sentence[: LONGEST_SENTENCE - 2].rsplit(' ', 1)[0]} …"


# --- one question to the rules ------------------------------------------------------------------


@contextmanager
def asking(game: AnyGame, rule: str, *state: Any) -> Iterator[None]:
    """Whatever the rule raises in here becomes a RulesError, with the position if it is given."""
    try:
        yield
    except OutplayError:
        raise
    except (Exception, SystemExit) as error:
        what = f"raised {described(error)}"
        raise fault(game, rule, what, *state, place=place_of(error)) from error


def described(error: BaseException) -> str:
    """An exception of rules on one line: `ValueError: no such square`."""
    return shortened(error_text(error), 300)


def fault(game: AnyGame, rule: str, what: str, *state: Any, place: str = "") -> RulesError:
    """The rule is wrong: a sentence, with the position, and the place in the file, if given."""
    where = ""
    if state:
        try:
            told = game.format_state(state[0])
        except (Exception, SystemExit):
            told = repr(state[0])
        where = f" in the position {told[:200]}"
    return RulesError(f"{game.name}: `{rule}` {what[:LONGEST_SENTENCE]}{place}{where}.")


def is_over(game: AnyGame, s: object) -> bool:
    """Is it over by the rules?"""
    with asking(game, "is_terminal", s):
        return bool(game.is_terminal(s))


def mover_of(game: AnyGame, s: object) -> int:
    """Whose turn it is."""
    with asking(game, "to_move", s):
        player = game.to_move(s)
        if player in (MAX, MIN, CHANCE):
            return int(player)
    raise fault(game, "to_move", f"gives {player!r}, which is not MAX, MIN or CHANCE", s)


def legal_of(game: AnyGame, s: object) -> list[tuple[Any, float | None]]:
    """Every action in a position that is not over, with its probability where chance moves."""
    found: list[tuple[Any, float | None]]
    chance = mover_of(game, s) == CHANCE
    rule = "outcomes" if chance else "actions"
    with asking(game, rule, s):
        listed = islice(game.outcomes(s) if chance else game.actions(s), MOST_ACTIONS + 1)
        found = [(a, float(p)) for a, p in listed] if chance else [(a, None) for a in listed]
    if not found:
        raise fault(game, rule, "gives nothing, yet it is not over,", s)
    if len(found) > MOST_ACTIONS:
        raise fault(game, rule, f"gives more than {MOST_ACTIONS:,} actions", s)
    return found


def text_of(game: AnyGame, s: object, action: object) -> str:
    """The action in the game's notation."""
    return _text(game, "format_action", s, action)


def position_of(game: AnyGame, s: object) -> str:
    """The position as a line of text."""
    return _text(game, "format_state", s)


def _text(game: AnyGame, rule: str, s: object, *more: object) -> str:
    where = [s] if more else []  # a position that cannot be written is not named
    with asking(game, rule, *where):
        text = getattr(game, rule)(s, *more)
    if not isinstance(text, str):
        raise fault(game, rule, f"gives {text!r}, not a string{',' if where else ''}", *where)
    return text
