"""What went wrong inside a search, as a sentence: which rule, in which position, by which line."""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from typing import Any, ParamSpec, TypeVar

from outplay.asking import (
    CHILDREN,
    Answers,
    Asker,
    Fault,
    answers,
    checked_candidates,
    next_state,
    settings,
    unhashable,
)
from outplay.copies import copier, is_unprotected, is_users, mutable_state, original, protected
from outplay.errors import EndlessGame, OutplayError, RulesError, UsageError
from outplay.game import CHANCE, OPTIONAL, QUESTIONS, AnyGame, Game
from outplay.keys import holds_objects, key_of, same
from outplay.native.layout import (
    MAX_ITEMS,
    MAX_PLY,
    Beyond,
    NoActions,
    NoAnswer,
    Nonsense,
    OutOfBounds,
    Overflow,
    TooDeep,
    TooMany,
    Unseen,
)
from outplay.native.searcher import NativeSearcher
from outplay.native.source import Unsupported, unwrap
from outplay.search.playouts import Playouts, playouts_from
from outplay.tactics import Action, State
from outplay.wording import one_line, place_of

P = ParamSpec("P")
R = TypeVar("R")

RULES = (*QUESTIONS, *OPTIONAL, "format_action", "format_state", "show", "draw", "gestures")
"""What rules are called."""

SHOWN = 12
"""Actions of a long line that a sentence shows."""

MOST_LOOKED_AT = 1_000
"""Actions of a position at fault that are tried."""

BEYOND = "a number does not fit into 64 bits, or not as Python computes it,"

NONSENSE = "an answer of the rules makes no sense"

ASKED_OF_STATES = ("is_quiet", "in_check", "reversible_plies", "bounds", "outcome_bounds")
"""Optional questions about a state."""


Evaluate = Callable[..., Any] | Playouts
"""How a search estimates, if not by the game's own evaluation."""


def left_as_found(game: AnyGame) -> contextlib.AbstractContextManager[None]:
    """A game on a mutable board gets it back as it was at the end, whatever happens."""
    borrowed = getattr(game, "borrowed", contextlib.nullcontext)
    found: contextlib.AbstractContextManager[None] = borrowed()
    return found


def check_game(game: object, caller: str) -> None:
    """Raises UsageError unless it is a game."""
    if not isinstance(game, Game):
        raise UsageError(f"{caller} needs a Game, not {type(game).__name__}.")


def check_settings(game: AnyGame) -> None:
    """Raises RulesError where what a game says of itself (`win` …) makes no sense."""
    try:
        settings(Asker(game))
    except Fault as fault:
        raise RulesError(f"{game.name}: {fault.what}.") from None


def start_of(game: Game[State, Action]) -> State:
    """The first state; raises RulesError where the game does not give one."""
    try:
        return game.initial()
    except OutplayError:
        raise
    except Exception as error:
        raise RulesError(
            f"{game.name}: `initial` raised {type(error).__name__}: {error}{place_of(error)}"
        ) from error


def explain(
    game: AnyGame,
    state: object,
    line: list[object],
    error: BaseException,
    evaluate: Evaluate | None = None,
    full: str = "",
) -> OutplayError | Unsupported:
    """The error as one of ours: the rule at fault, the position, the line to it, and the place.

    Unsupported, where native code alone raises it: the search is then to be done in Python.
    Only the position is known where a search stumbled. It is asked again, interpreted, and what
    is wrong there is said in the words of the checker. `evaluate` is the search's own, if it has
    one; `full` is the sentence for a memory that is full.
    """
    if isinstance(error, TooDeep):
        return _endless(game, state, line)
    if isinstance(error, TypeError) and "unhashable" in str(error) and is_unprotected(game):
        return mutable_state(game)
    with left_as_found(game):
        position, line, fault = _replay(Asker(game), state, line, error, evaluate)
        where = _where(game, state, line, position)
    unfit = isinstance(error, Beyond) or (isinstance(error, Overflow) and error.unfit)
    # Where native code could not go on, the search did not get as far as to other faults there.
    if fault is not None and (isinstance(error, NoAnswer) or not unfit):
        what = fault.what
        if fault.kind.startswith("raises "):
            what = what.replace("` raises ", "` raised ", 1)
        if what.endswith("?"):
            return RulesError(f"{game.name}: {where}, {what}")
        return RulesError(f"{game.name}: {what} {where}.")
    if isinstance(error, TooMany) and full:
        return RulesError(full)
    if isinstance(error, TooMany):
        return RulesError(
            f"{game.name}: there are more than {MAX_ITEMS:,} actions or states {where}."
        )
    if isinstance(error, OutOfBounds):
        return RulesError(f"{game.name}: a value lies outside the given bounds {where}.")
    kind, text = type(error).__name__, one_line(str(error))
    if isinstance(error, Beyond):
        beyond = Unsupported(f"{error.message} {where}.", error.filename, error.line)
        beyond.unseen = (position,) if isinstance(error, Unseen) else ()
        return beyond
    if _is_native(error):  # and the rules as they stand do not raise it
        what = BEYOND if isinstance(error, Overflow) else f"native code raises {kind}"
        unsupported = Unsupported(f"{what} {where}.")
        unsupported.wider = isinstance(error, Overflow) and error.wider
        return unsupported
    what = NONSENSE if isinstance(error, Nonsense | NoActions) else kind
    what += f": {text}" if text else ""
    return RulesError(f"{game.name}: {what}{place_of(error)} {where}.")


def _is_native(error: BaseException) -> bool:
    """Did machine code raise it, or what stands between it and Python?"""
    if isinstance(error, Overflow):
        return True
    trace = error.__traceback__
    while trace is not None and trace.tb_frame.f_code is not NativeSearcher.search.__code__:
        trace = trace.tb_next
    return trace is not None


def refuse_nonsense(
    game: AnyGame, state: object, played: tuple[object, Sequence[object]] | None = None
) -> Answers:
    """What the rules say of a state: the one that a search starts at, or one that is played to.

    Raises RulesError where that makes no sense, also where `result` changes the state. `played`:
    from which state on, and which actions led from there to this one.
    """
    game = protected(game, state, always=True)
    ask = Asker(game)
    mutable = _may_change(game, state)
    try:
        with left_as_found(game):
            found = answers(ask, state, watched=mutable, finite=False, strict=False)
        if mutable and found.actions:
            unchanged = ask.watch(state)
            next_state(ask, state, found.actions[0])
            unchanged("result")
    except Fault as fault:
        if isinstance(fault.__cause__, OutplayError):
            raise fault.__cause__ from None
        start, line = (state, ()) if played is None else played
        raise explain(game, start, list(line), fault) from fault.__cause__
    return found


def _may_change(game: AnyGame, s: object) -> bool:
    """Could a rule change the state, though it gets copies of what can be copied?"""
    return is_users(game) and holds_objects(s)


def _replay(
    ask: Asker, state: object, line: list[object], error: BaseException, evaluate: Evaluate | None
) -> tuple[object, list[object], Fault | None]:
    """Follows the line, interpreted; gives the last position, the line to it, and what is wrong."""
    s = state
    done: list[object] = []
    finite = isinstance(error, Nonsense)  # some searches can go on with infinite values
    try:
        if isinstance(error, Fault):
            return after(ask.game, state, line), line, error
        for a in line:
            real = own_action(ask.game, s, a)
            s, done = next_state(ask, s, a if real is None else real), [*done, a]
        _ask_all(ask, s, None if isinstance(evaluate, Playouts) else evaluate, finite)
        # It may be the states after this one that a search had begun to look at.
        end, begun = s, done
        further = playouts_from(ask.game, end, evaluate) if isinstance(evaluate, Playouts) else ()
        for s, played in chain(_children(ask.game, end), further):
            done = [*begun, *played]
            _ask_all(ask, s, None, finite)
    except Fault as fault:
        return s, done, fault
    if not ask.has_key and not place_of(error) and not _has_key(end):
        return end, begun, unhashable(ask, end, "result" if begun else "initial")
    return end, begun, None


def _has_key(s: object) -> bool:
    try:
        hash(key_of(s))
    except Exception:
        return False
    return True


def _children(game: AnyGame, s: object) -> Iterator[tuple[object, list[object]]]:
    """The states that the first actions of `s` lead to, and those actions."""
    for a in game.legal(s)[:CHILDREN]:
        yield game.result(s, a), [a]


def _own_estimate(ask: Asker, evaluate: Callable[..., object], s: object) -> object:
    """What the search's own evaluation says."""
    try:
        return evaluate(copier(ask.game)(s))
    except Exception as error:
        raise ask.raised("evaluate", error) from error


def after(game: AnyGame, s: object, line: Sequence[object]) -> object:
    """The state that a line leads to."""
    for a in line:
        s = game.result(s, a)
    return s


def own_action(game: AnyGame, s: object, a: object) -> object:
    """The action of `s`, as the rules themselves give it, that equals `a`; None if none does.

    Native code knows numbers only: of an IntEnum it gives back the int.
    """
    try:
        return next((real for real in game.legal(s) if same(real, a)), None)
    except Exception:
        return None


def _ask_all(ask: Asker, s: object, evaluate: Callable[..., object] | None, finite: bool) -> None:
    """Asks everything that a search asks about a state; a Fault where an answer makes no sense."""
    game = ask.game
    found = answers(ask, s, watched=_may_change(game, s), finite=finite, strict=False)
    for a in found.actions[:MOST_LOOKED_AT]:
        next_state(ask, s, a)
    for rule in ("key", "repetition_key"):
        if game.answers(rule):
            ask.call(rule, s)
    if game.answers("symmetries"):
        ask.listed("symmetries", s)
    if found.over:
        return
    estimate = ask.call("evaluate", s) if evaluate is None else _own_estimate(ask, evaluate, s)
    ask.number("evaluate", estimate, finite)
    if found.mover == CHANCE:
        return
    if game.answers("priority"):
        for a in found.actions[:MOST_LOOKED_AT]:
            ask.number("priority", ask.call("priority", s, a), finite=False)
    if game.answers("candidates"):
        checked_candidates(ask, s, found)
    if game.answers("tactical_actions"):
        ask.listed("tactical_actions", s)
    for rule in filter(game.answers, ASKED_OF_STATES):
        ask.call(rule, s)
    if game.answers("predecessors"):
        ask.listed("predecessors", s)


# --- outside of searches --------------------------------------------------------------------


def names_rules(function: Callable[P, R]) -> Callable[P, R]:
    """Makes what a rule raises in a function a sentence; the function's first argument is a game,
    or has one."""

    @functools.wraps(function)
    def wrapper(*arguments: P.args, **options: P.kwargs) -> R:
        try:
            return function(*arguments, **options)
        except OutplayError:
            raise
        except Exception as error:
            first: object = arguments[0] if arguments else None
            game = first if isinstance(first, Game) else getattr(first, "game", None)
            sentence = None if game is None else _raised_by(game, error)
            if sentence is None:
                raise
            raise RulesError(sentence) from error

    return wrapper


def _raised_by(game: AnyGame, error: Exception) -> str | None:
    """Which rule of the game raised it, and in which position; None if none did."""
    codes = {}
    game = original(game)
    for rule in RULES:
        function = unwrap(getattr(game, rule))
        code = getattr(getattr(function, "__func__", function), "__code__", None)
        if code is not None:
            codes[code] = rule
    trace = error.__traceback__
    while trace is not None:
        frame = trace.tb_frame
        if frame.f_code in codes:
            rule = codes[frame.f_code]
            what = Asker(game).raised(rule, error).what.replace("` raises ", "` raised ", 1)
            names = frame.f_code.co_varnames[: frame.f_code.co_argcount]
            values = [frame.f_locals[name] for name in names if name in frame.f_locals]
            states = [value for value in values if value is not game]
            where = f" {_where(game, states[0], [], states[0])}" if states else ""
            return f"{game.name}: {what}{where}."
        trace = trace.tb_next
    return None


# --- positions and lines --------------------------------------------------------------------


def _where(game: AnyGame, state: object, line: list[object], position: object) -> str:
    try:
        where = f"in the position {game.format_state(position)}"
    except Exception:
        where = f"in the position {position!r}"
    moves = _moves(game, state, line)
    return f"{where}, reached by {moves}" if moves else where


def _moves(game: AnyGame, state: object, line: list[object]) -> str:
    """The line in the game's notation, its middle left out where it is long."""
    texts, s = [], state
    for a in line:
        try:
            texts.append(game.format_action(s, a))
            s = game.result(s, a)
        except Exception:
            texts.append(str(a))
            break
    if len(texts) > SHOWN:
        texts = [*texts[: SHOWN // 2], "…", *texts[-SHOWN // 2 :]]
    return " ".join(texts)


def _endless(game: AnyGame, state: object, line: list[object]) -> EndlessGame:
    seen: dict[object, int] = {}
    s, period = state, ""
    try:
        for ply, a in enumerate([*line, None]):
            key = game.key(s)
            if key in seen:
                cycle = _moves(game, s, line[seen[key] : ply])
                period = (
                    f" The position {game.format_state(s)} comes back after"
                    f" {ply - seen[key]} plies ({cycle})."
                )
                break
            seen[key] = ply
            if a is not None:
                s = game.result(s, a)
    except Exception:
        period = ""
    return EndlessGame(
        f"{game.name}: the line {_moves(game, state, line)} goes on beyond {MAX_PLY:,} plies."
        f"{period} Give a depth, or make the rules end it."
    )
