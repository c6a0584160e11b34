"""Jobs `look`, `step` and `home`: positions and games as the page shows them, a View each.

A View is all that the page needs of a position, from rules and drawing alone: the picture with
its places, the legal actions and how to point at them, what was played, how it ended.
"""

from __future__ import annotations

import inspect
import json
import math
import re
from collections.abc import Mapping
from itertools import islice
from typing import TYPE_CHECKING

from outplay.arena.playing import Ending, ending, outcome, reason_of
from outplay.copies import original as rules_of
from outplay.drawing import Picture, Place, cleaned, pointed_at
from outplay.errors import IllegalAction, OutplayError
from outplay.explain.draw.thumbnails import view_of
from outplay.game import CHANCE, MAX, MIN, AnyGame
from outplay.safe_svg import DrawingError
from outplay.web.jobs import Fields, Tell, listed, spots
from outplay.web.jobs.spots import Spot, Trail, asking, fault
from outplay.wording import place_of

if TYPE_CHECKING:
    from outplay.web.worker import JobContext

MOST_SHOWN = 1_000
"""Actions that a View lists."""

NO_BOX = (0.0, 0.0, 1.0, 1.0)
"""Of a picture that does not say how large it is."""

MOST_PLACES = 5_000
MOST_GESTURES = 64
"""Of a picture, and of one action."""

SMALL_WORDS = ("and", "of", "the", "in", "on", "or")
"""Not written with a capital within a title."""


# --- the jobs -----------------------------------------------------------------------------------


def look(context: JobContext, args: Fields, tell: Tell) -> dict[str, object]:
    """The View of a spot."""
    return view(spots.follow(context, args))


def step(context: JobContext, args: Fields, tell: Tell) -> dict[str, object]:
    """The View after one more move, `move`; raises IllegalAction if it is none."""
    trail = spots.follow(context, args)
    end = ending_of(trail)
    if end is not None:
        raise IllegalAction(f"The game is over: {told(trail, end)}.")
    return view(spots.kept(context, spots.stepped(trail, args.get("move"))))


def home(context: JobContext, args: Fields, tell: Tell) -> dict[str, object]:
    """All games with a picture each, and the levels; with `only`, a list of keys, those games.

    A game that does not load, or does not show its start, is listed with its trouble.
    """
    from outplay import __version__
    from outplay.arena.levels import LEVELS
    from outplay.games import BUILT_IN

    only = args.get("only")
    return {
        "version": __version__,
        "levels": [{"number": n, "name": level.name} for n, level in enumerate(LEVELS, start=1)],
        "games": [
            about(context, key)
            for key in [*BUILT_IN, *context.own]
            if only is None or (isinstance(only, list) and key in only)
        ],
    }


# --- a position ---------------------------------------------------------------------------------


def view(trail: Trail) -> dict[str, object]:
    """What the page shows of the last position of a trail."""
    game, s = trail.game, trail.state
    end = ending_of(trail)
    mover = None if end is not None else spots.mover_of(game, s)
    position = spots.position_of(game, s)
    picture = picture_of(game, s)
    places = places_of(picture)
    legal = [] if end is not None else spots.legal_of(game, s)
    actions = []
    for action, probability in legal[:MOST_SHOWN]:
        text = spots.text_of(game, s, action)
        gestures = gestures_of(game, s, action, text, picture, places)
        actions.append({"text": text, "gestures": gestures, "probability": probability})
    with asking(game, "show", s):
        shown = str(game.show(s))
    return {
        "game": trail.spot.game,
        "title": title_of(trail.spot.game, game),
        "with": trail.spot.parameters,
        "start": trail.spot.position,
        "moves": list(trail.texts),
        "position": position,
        "ply": len(trail.actions),
        "players": players_of(game),
        "to_move": mover,
        "mover": None if mover is None else game.player_name(mover),
        "over": None if end is None else over(trail, end),
        "svg": str.__str__(picture),
        "box": list((view_of(picture) or NO_BOX)[2:]),
        "turns": picture.turns,
        "places": [place._asdict() for place in places.values()],
        "actions": actions,
        "more_actions": max(0, len(legal) - MOST_SHOWN),
        "last": last_of(trail, places),
        "record": [
            {"text": text, "player": spots.mover_of(game, before)}
            for text, before in zip(trail.texts, trail.history, strict=True)
        ],
        "show": shown,
        "copy": {
            "position": position,
            "record": game.write_record(trail.actions, trail.texts, trail.states[0]),
            "python": python_of(trail),
        },
        "deterministic": game.properties.deterministic,
    }


def ending_of(trail: Trail) -> Ending | None:
    """How the game ended, by its rules or because the position came back; None if it goes on."""
    game, s = trail.game, trail.state
    by_rules = spots.is_over(game, s)
    with asking(game, "utility" if by_rules else "position", s):
        end = ending(game, trail.states)
    if end is None:
        return None
    try:
        value = float(end.value)
    except (TypeError, ValueError, OverflowError):
        value = math.nan
    if not math.isfinite(value):
        raise fault(game, "utility", f"gives {end.value!r}, which is not a finite number", s)
    return Ending(int(value) if value.is_integer() else value, end.reason)


def over(trail: Trail, end: Ending) -> dict[str, object]:
    """An ending as a View has it."""
    text = told(trail, end)
    return {"value": end.value, "reason": end.reason, "text": f"{text[0].upper()}{text[1:]}."}


def told(trail: Trail, end: Ending) -> str:
    """How the game ended and why, in words: `White wins (checkmate)`."""
    with asking(trail.game, "ending", trail.state):
        return outcome(trail.game, end, reason_of(trail.game, end, trail.state))


def players_of(game: AnyGame) -> list[str]:
    """What the two sides are called, MAX first."""
    with asking(game, "player_names"):
        return [str(game.player_name(side)) for side in (MAX, MIN)]


# --- the picture --------------------------------------------------------------------------------


def picture_of(game: AnyGame, s: object) -> Picture:
    """The drawing, made safe: nothing else of it may leave this process."""
    drawing = drawn(game, s)
    if not isinstance(drawing, str) or "<svg" not in drawing[:1000]:
        raise fault(game, "draw", "does not give a text with an <svg> element", s)
    try:
        return cleaned(drawing)
    except DrawingError as error:
        raise fault(game, "draw", f"gives {error}", s) from None


def drawn(game: AnyGame, s: object) -> str:
    """What the game draws, as it is."""
    with asking(game, "draw", s):
        return game.draw(s)


def places_of(picture: str) -> dict[str, Place]:
    """By name; those that are nowhere are left out."""
    found: dict[str, Place] = {}
    for name, x, y, width, height, what in islice(getattr(picture, "places", ()), MOST_PLACES):
        if all(isinstance(v, int | float) and math.isfinite(v) for v in (x, y, width, height)):
            found.setdefault(str(name), Place(str(name), x, y, width, height, str(what)))
    return found


def gestures_of(
    game: AnyGame, s: object, action: object, text: str, picture: str, places: Mapping[str, Place]
) -> list[list[str]]:
    """How to point at an action: lists of places that are there."""
    if not places:
        return []
    with asking(game, "gestures", s):
        own = game.answers("gestures")
        ways = game.gestures(s, action) if own else pointed_at(picture, text)
        found = [list(way) for way in islice(ways, MOST_GESTURES)]
    return [way for way in found if way and all(name in places for name in way)]


def last_of(trail: Trail, places: Mapping[str, Place]) -> list[str]:
    """Where the last move was, as far as those places are still there.

    Dice are thrown nowhere: before them is the move that people look for.
    """
    game = trail.game
    for number in reversed(range(len(trail.actions) if places else 0)):
        s, action, text = trail.states[number], trail.actions[number], trail.texts[number]
        picture = drawn(game, s)
        ways = gestures_of(game, s, action, text, picture, places_of(picture))
        if ways:
            return [name for name in ways[0] if name in places]
        if spots.mover_of(game, s) != CHANCE:
            break
    return []


# --- what can be copied -------------------------------------------------------------------------


def python_of(trail: Trail) -> str:
    """Lines of Python that analyse the same position."""
    lines, start = ["import outplay", "", trail.loading], ""
    if trail.spot.position is not None:
        lines.append(f"start = game.parse_state({trail.spot.position!r})")
        start = ", start"
    if any(" " in text or not text for text in trail.texts):
        moves = repr(list(trail.texts))
    else:
        moves = f"{' '.join(trail.texts)!r}.split()"
    kind = trail.game.properties
    if trail.actions and kind.may_cycle and kind.deterministic:
        # What stood on the board before decides what is a repetition.
        lines.append(f"states = [{'start' if start else 'game.initial()'}]")
        lines.append(f"for move in {moves}:")
        lines.append("    states.append(game.play([move], states[-1]))")
        lines.append("print(outplay.analyse(game, states[-1], history=states[:-1], time=5))")
    elif trail.actions:
        lines.append(f"state = game.play({moves}{start})")
        lines.append("print(outplay.analyse(game, state, time=5))")
    else:
        lines.append(f"print(outplay.analyse(game{start}, time=5))")
    return "\n".join(lines) + "\n"


# --- a game -------------------------------------------------------------------------------------


def about(context: JobContext, key: str) -> dict[str, object]:
    """What the home page says of a game; its trouble, if it does not show its start."""
    from outplay.games import BUILT_IN, find

    own = key not in BUILT_IN
    told = listed(key, title=title_of(key), own=own)
    try:
        if not own:
            told["summary"] = BUILT_IN[key]
        game = context.game(key, {})
        told["title"] = title_of(key, game)
        if own:
            told["summary"] = summary_of(game)
        told["parameters"] = parameters_of(type(rules_of(game)) if own else find(key))
        told["players"] = players_of(game)
        with asking(game, "initial"):
            first = game.initial()
        told["svg"] = str.__str__(picture_of(game, first))
        view(Trail(Spot(key, {}, None, ()), game, key, (first,)))
    except OutplayError as error:
        told["trouble"] = str(error)
    except (Exception, SystemExit) as error:
        told["trouble"] = f"{key}: {type(error).__name__}: {error}{place_of(error)}"
    return told


def title_of(key: str, game: AnyGame | None = None) -> str:
    """What people call the game: its own `title`, or the words of its key.

    `connect-four` is Connect Four, `my_game.py` My Game, `my_game.py:TakeAway` Take Away.
    """
    own = getattr(game, "title", None)
    if isinstance(own, str) and own.strip():
        return own.strip()
    name = re.sub(r"\.py$", "", key.rpartition("/")[2].rpartition(":")[2])
    name = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "-", name)
    words = re.split(r"[-_\s]+", name.strip("-_ "))
    return " ".join(
        word if number and word in SMALL_WORDS else word[:1].upper() + word[1:]
        for number, word in enumerate(words)
    )


def summary_of(game: AnyGame) -> str:
    """The first sentence that the author wrote about the class, or about the file."""
    kind = type(rules_of(game))
    module = inspect.getmodule(kind)
    for text in (
        kind.__doc__ if kind.__module__.partition(".")[0] != "outplay" else None,
        module.__doc__ if module is not None else None,
    ):
        first = (text or "").strip().partition("\n\n")[0]
        if first:
            line = " ".join(first.split())
            return line if len(line) <= 160 else f"{line[:159]}…"
    return ""


def parameters_of(kind: type[AnyGame]) -> list[dict[str, object]]:
    """Names and defaults; those that JSON cannot hold are left out."""
    found = []
    for parameter in inspect.signature(kind).parameters.values():
        if parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD):
            continue
        default = None if parameter.default is parameter.empty else parameter.default
        try:
            default = json.loads(json.dumps(default))  # tuples are lists there
            found.append({"name": parameter.name, **spots.read_parameters({"default": default})})
        except (OutplayError, TypeError, ValueError, RecursionError):
            continue
    return found
