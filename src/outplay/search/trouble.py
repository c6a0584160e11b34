"""What went wrong inside a search, as a sentence: which rule, in which position, by which line."""

from __future__ import annotations

from typing import Any

from outplay.errors import EndlessGame, OutplayError, RulesError, UsageError
from outplay.game import CHANCE, Game
from outplay.native.layout import MAX_ITEMS, MAX_PLY, NoActions, OutOfBounds, TooDeep, TooMany
from outplay.native.searcher import NativeSearcher

SHOWN = 12
"""Actions of a long line that a sentence shows."""


def line_of_traceback(error: BaseException, kernels: set[str]) -> list[Any]:
    """The actions that an interpreted kernel was following when `error` was raised."""
    line = []
    trace = error.__traceback__
    while trace is not None:
        frame = trace.tb_frame
        if frame.f_code.co_name in kernels and "ply" in frame.f_locals:
            following = trace.tb_next is not None and trace.tb_next.tb_frame.f_code.co_name in {
                *kernels, "result", "<lambda>",
            }  # fmt: skip
            if "a" in frame.f_locals and following:
                line.append(frame.f_locals["a"])
        trace = trace.tb_next
    return line


def check_game(game: object, asked: str) -> None:
    """Raises UsageError unless it is a game."""
    if not isinstance(game, Game):
        raise UsageError(f"{asked} needs a Game, not {type(game).__name__}.")


def start_of(game: Game[Any, Any]) -> Any:
    """The first state; raises RulesError where the game does not give one."""
    try:
        return game.initial()
    except OutplayError:
        raise
    except Exception as error:
        raise RulesError(
            f"{game.name}: `initial` raised {type(error).__name__}: {error}"
        ) from error


def explain(
    game: Game[Any, Any], state: Any, line: list[Any], error: BaseException
) -> OutplayError:
    """The error as one of ours, with the position that caused it."""
    if isinstance(error, TooDeep):
        return _endless(game, state, line)
    position, last, raised = _replay(game, state, line)
    where = _where(game, state, line, position)
    if isinstance(error, NoActions):
        return RulesError(f"{game.name}: nothing can be done {where}, yet it is not terminal.")
    if isinstance(error, TooMany):
        return RulesError(
            f"{game.name}: there are more than {MAX_ITEMS:,} actions or states {where}."
        )
    if isinstance(error, OutOfBounds):
        return RulesError(f"{game.name}: a value lies outside the given bounds {where}.")
    if raised is not None:
        rule, error = raised
    else:
        rule = last
    told = f"`{rule}` raised {type(error).__name__}" if rule else type(error).__name__
    text = str(error)
    hint = "" if raised is not None else overflow_hint(error)
    return RulesError(f"{game.name}: {told}{': ' + text if text else ''}{hint} {where}.")


def overflow_hint(error: BaseException) -> str:
    """What to ask of an error that native rules raised and interpreted ones do not; or nothing.

    An int that has wrapped around divides by zero, shifts or indexes wrongly; it does not run out
    of memory.
    """
    trace = error.__traceback__
    while trace is not None and trace.tb_frame.f_code is not NativeSearcher.search.__code__:
        trace = trace.tb_next
    if trace is None or not isinstance(error, ArithmeticError | LookupError | ValueError):
        return ""
    return " (at native speed only: do its ints fit 64 bits?)"


def _replay(
    game: Game[Any, Any], state: Any, line: list[Any]
) -> tuple[Any, str, tuple[str, BaseException] | None]:
    """Follows the line, interpreted; gives the last position and what raised there, if anything."""
    s = state
    for a in line:
        try:
            s = game.result(s, a)
        except Exception as error:
            return s, "result", ("result", error)
    try:
        rule = "is_terminal"
        over = game.is_terminal(s)
        if over:
            rule = "utility"
            game.utility(s)
            return s, "", None
        rule = "to_move"
        player = game.to_move(s)
        rule = "outcomes" if player == CHANCE else "actions"
        items = game.legal(s)
        rule = "result"
        for a in items:
            game.result(s, a)
        if player != CHANCE and game.answers("priority"):
            rule = "priority"
            for a in items:
                game.priority(s, a)
        for rule in ("evaluate", "symmetries", "key", "position"):
            if game.answers(rule):
                answer = getattr(game, rule)(s)
                if rule == "symmetries":
                    list(answer)
    except Exception as error:
        return s, rule, (rule, error)
    return s, "", None


def _where(game: Game[Any, Any], state: Any, line: list[Any], position: Any) -> str:
    try:
        told = f"in the position {game.format_state(position)}"
    except Exception:
        told = f"in the position {position!r}"
    moves = _moves(game, state, line)
    return f"{told}, reached by {moves}" if moves else told


def _moves(game: Game[Any, Any], state: Any, line: list[Any]) -> str:
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


def _endless(game: Game[Any, Any], state: Any, line: list[Any]) -> EndlessGame:
    seen: dict[Any, int] = {}
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
