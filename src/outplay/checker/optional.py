"""The optional answers: stronger, never different. Here is what each promised."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import partial
from typing import Any

from outplay.asking import (
    CHILDREN,
    Answers,
    Asker,
    Fault,
    answers,
    checked_candidates,
    some_actions,
)
from outplay.checker.questions import Node, close, identity, usable_key
from outplay.checker.sides import exchanged, predecessors, without_history
from outplay.checker.solver import Ends, Solver, backed_up, end_of, end_text
from outplay.game import CHANCE, MAX
from outplay.keys import is_plain, same
from outplay.wording import shown

SYMMETRIES = 200
"""Equivalent states of one state that are looked at."""


def optional(ask: Asker, node: Node, found: Answers, after: list[object]) -> None:
    """A Fault if an optional answer about this state breaks its promise."""
    s = node.state
    unchanged = ask.watch(s)
    here = ENDS if found.over else ESTIMATES if found.mover == CHANCE else LIVE
    last: dict[str, Check] = {
        "bounds": partial(_bounds_hold, after),
        "symmetries": _symmetries,
        "exchanged": exchanged,
        "without_history": without_history,
        "predecessors": predecessors,
    }
    for rule, check in {**KEYS, **here, **last}.items():
        if ask.game.answers(rule):
            check(ask, s, found)
            unchanged(rule)


def _features(ask: Asker, s: object, found: Answers) -> None:
    numbers: Any = ask.call("features", s)
    try:
        numbers, expected = list(numbers), len(ask.game.weights)
    except Exception:
        what = f"gives {shown(numbers)}, not a tuple of numbers"
        raise ask.fault("features", "length", what) from None
    for number in numbers:
        ask.number("features", number)
    if len(numbers) != expected:
        what = f"gives {len(numbers)} numbers for {expected} `weights`"
        raise ask.fault("features", "length", what)


def _evaluate(ask: Asker, s: object, found: Answers) -> None:
    _same_again(ask, "evaluate", ask.value("evaluate", s), ask.value("evaluate", s))


def _same_again(ask: Asker, rule: str, before: object, again: object) -> None:
    if not same(before, again):
        what = f"gives {shown(before)} and then {shown(again)} when asked again"
        raise ask.fault(rule, "differs", what)


def _numbers(rule: str, finite: bool, ask: Asker, s: object, found: Answers) -> None:
    for a in found.actions[:CHILDREN]:
        ask.value(rule, s, a, finite=finite)


def _null_move(ask: Asker, s: object, found: Answers) -> None:
    if ask.game.answers("null_move_allowed") and not ask.flag("null_move_allowed", s):
        return
    t = ask.call("null_move", s)
    mover = ask.call("to_move", t)
    if mover != -found.mover:
        what = f"gives {shown(t)}, where `to_move` is {shown(mover)}: not the other side's turn"
        raise ask.fault("null_move", "turn", what)


def candidates(ask: Asker, s: object, found: Answers) -> list[object]:
    """The candidates: some of the actions, at least one."""
    chosen = checked_candidates(ask, s, found)
    if not same(chosen, ask.listed("candidates", s)):
        raise ask.fault("candidates", "differs", "gives different ones when asked again")
    return chosen


def bounds(ask: Asker, s: object) -> tuple[float, float]:
    """(low, high), two numbers in order; infinite ones are allowed."""
    pair = low, high = _pair(ask, "bounds", s, "(low, high)", finite=False)
    if low > high:
        raise ask.fault("bounds", "order", f"gives {shown(pair)}: low is greater than high")
    return pair


def _pair(
    ask: Asker, rule: str, s: object, wanted: str, finite: bool = True
) -> tuple[float, float]:
    low, high = ask.pair(rule, ask.call(rule, s), wanted)
    return ask.number(rule, low, finite), ask.number(rule, high, finite)


def outcome_bounds(ask: Asker, s: object) -> tuple[int, int]:
    """(worst, best), two whole numbers of plies in order, as `Ends` counts them."""
    pair = _pair(ask, "outcome_bounds", s, "(worst, best)")
    if any(plies != int(plies) for plies in pair):
        raise ask.fault("outcome_bounds", "not whole", f"gives {shown(pair)}, not whole plies")
    worst, best = (end_of(int(plies)) for plies in pair)
    if worst > best:
        raise ask.fault(
            "outcome_bounds", "order", f"gives {shown(pair)}: worst is better than best"
        )
    _same_again(ask, "outcome_bounds", pair, _pair(ask, "outcome_bounds", s, "(worst, best)"))
    return worst, best


Check = Callable[[Asker, object, Answers], object]

KEYS: dict[str, Check] = {
    "key": lambda ask, s, found: usable_key(ask, s, "key"),
    "repetition_key": lambda ask, s, found: usable_key(ask, s, "repetition_key"),
}
"""What is checked in every state, before all else."""

ESTIMATES: dict[str, Check] = {
    "features": _features,
    "evaluate": _evaluate,
    "is_quiet": lambda ask, s, found: ask.flag("is_quiet", s),
}
"""What is checked in every live state."""

LIVE: dict[str, Check] = {
    **ESTIMATES,
    "priority": partial(_numbers, "priority", False),
    "candidates": candidates,
    "outcome_bounds": lambda ask, s, found: outcome_bounds(ask, s),
    "tactical_actions": partial(some_actions, "tactical_actions"),
    "capture_value": partial(_numbers, "capture_value", True),
    "in_check": lambda ask, s, found: ask.flag("in_check", s),
    "null_move_allowed": lambda ask, s, found: ask.flag("null_move_allowed", s),
    "null_move": _null_move,
}
"""What is checked where a player moves."""


def _even(ask: Asker, s: object, found: Answers) -> None:
    """A Fault if wins are not all worth the same: then there is no telling them by their plies."""
    size = abs(found.utility)
    if not size:
        return
    if ask.win is None:
        ask.win = size
    elif not close(size, ask.win):
        what = (
            f"is for games that are won, drawn or lost, but ends are worth {shown(ask.win)} and"
            f" {shown(size)}"
        )
        raise ask.fault("outcome_bounds", "uneven", what)


ENDS: dict[str, Check] = {"outcome_bounds": _even}
"""What is checked where the game is over."""


def _bounds_hold(after: list[object], ask: Asker, s: object, found: Answers) -> None:
    """The bounds hold for the utility here, or for a search one ply deep."""
    low, high = bounds(ask, s)
    if found.over:
        outside(ask, low, high, found.utility, "its utility")
        return
    if not ask.game.answers("evaluate") or len(after) < len(found.actions):
        return
    values = [ask.value("utility" if ask.flag("is_terminal", t) else "evaluate", t) for t in after]
    value = backed_up(found, values)
    outside(ask, low, high, value, "what a search of one ply, by `evaluate`, finds")


def outside(ask: Asker, low: float, high: float, value: float, what: str) -> None:
    """A Fault if the value lies outside the bounds."""
    if not (low <= value <= high or close(value, low) or close(value, high)):
        what = f"promises a value from {low} to {high}, but {what} is {value}"
        raise ask.fault("bounds", "contradicts", what)


def _symmetries(ask: Asker, s: object, found: Answers) -> None:
    """Equivalent states: same turn, end, value and number of moves, and a closed relation."""
    images = ask.listed("symmetries", s)[:SYMMETRIES]
    orbit = {identity(ask, s, "symmetries"), *(_known(ask, t) for t in images)}
    seen = {identity(ask, s, "symmetries")}
    for t in images:
        if _known(ask, t) in seen:
            continue
        seen.add(_known(ask, t))
        pair = f"calls this position equivalent to {position(ask, t)}"
        try:
            theirs = answers(ask, t)
        except Fault as fault:
            raise ask.fault("symmetries", "contradicts", f"{pair}, where {fault.what}") from fault
        _alike(ask, s, t, found, theirs, pair)
        back = {_known(ask, t), *(_known(ask, u) for u in ask.listed("symmetries", t))}
        if len(images) < SYMMETRIES and back != orbit:
            what = (
                f"{pair}, but the two do not have the same equivalent states"
                f" ({len(orbit)} and {len(back)}, {len(orbit & back)} of them shared)"
            )
            raise ask.fault("symmetries", "not closed", what)


def _known(ask: Asker, t: object) -> Hashable:
    if t is None:
        raise ask.fault("symmetries", "nothing", "yields None")
    return identity(ask, t, "symmetries")


def _alike(ask: Asker, s: object, t: object, ours: Answers, theirs: Answers, pair: str) -> None:
    if ours.over != theirs.over:
        over = {True: "over", False: "not over"}
        wrong = f"this one is {over[ours.over]} and that one {over[theirs.over]}"
    elif ours.over and not close(ours.utility, theirs.utility):
        wrong = f"the utilities are {ours.utility} and {theirs.utility}"
    elif ours.mover != theirs.mover:
        wrong = f"`to_move` gives {ours.mover} and {theirs.mover}"
    elif len(ours.actions) != len(theirs.actions):
        wrong = f"there are {len(ours.actions)} and {len(theirs.actions)} actions"
    elif not ours.over and ask.game.answers("evaluate") and ask.game.symmetric_searches:
        one, two = ask.value("evaluate", s), ask.value("evaluate", t)
        if close(one, two):
            return
        wrong = f"`evaluate` gives {one} and {two}, so memory would change answers"
    else:
        return
    raise ask.fault("symmetries", "contradicts", f"{pair}, but {wrong}")


def promises(
    ask: Asker, solver: Solver, ends: Ends, node: Node, found: Answers, nodes: int
) -> bool:
    """Compares with minimax, if at most `nodes` states lie below; False if there are more."""
    s = node.state
    if ask.game.answers("outcome_bounds") and not found.over and found.mover != CHANCE:
        end = ends.value(s, nodes)
        worst, hope = outcome_bounds(ask, s)
        if end is not None and not worst <= end <= hope:
            promised = f"promises from {end_text(worst)} to {end_text(hope)}"
            what = f"{promised}, but best play ends in {end_text(end)}"
            raise ask.fault("outcome_bounds", "contradicts", what)
    value = solver.value(s, nodes)
    if value is None:
        return False
    if ask.game.answers("bounds"):
        outside(ask, *bounds(ask, s), value, "its minimax value")
    if ask.game.answers("candidates") and found.mover != CHANCE and not found.over:
        chosen = candidates(ask, s, found)
        after = [solver.value(ask.call("result", s, a)) for a in chosen]
        known = [v for v in after if v is not None]
        best = max(known, default=value) if found.mover == MAX else min(known, default=value)
        if len(known) == len(chosen) and not close(best, value):
            what = f"leaves out every best action: the value is {value}, with them alone {best}"
            raise ask.fault("candidates", "contradicts", what)
    if ask.game.answers("symmetries"):
        for t in ask.listed("symmetries", s)[:SYMMETRIES]:
            other = solver.value(t)
            if other is not None and not close(other, value):
                what = (
                    f"calls this position equivalent to {position(ask, t)}, but the minimax values"
                    f" are {value} and {other}"
                )
                raise ask.fault("symmetries", "contradicts", what)
    if ask.has_key:
        other, elsewhere = solver.by_key.setdefault(ask.call("key", s), (value, s))
        if not close(other, value):
            what = (
                f"is the same as for {position(ask, elsewhere)}, but the minimax values are"
                f" {value} and {other}"
            )
            raise ask.fault("key", "contradicts", what)
    return True


def position(ask: Asker, s: object) -> str:
    """The state in the game's notation, or as Python shows it; one line."""
    try:
        text = str(ask.call("format_state", s))
        if text == repr(s):
            return shown(s, 200)
    except Exception:
        return shown(s)
    return shown(s) if not text.strip() or "\n" in text or not is_plain(text) else text
