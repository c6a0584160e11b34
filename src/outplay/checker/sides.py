"""Optional answers that solving relies on: sides exchanged, and states without their history."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable

from outplay.asking import Answers, Asker, answers
from outplay.checker.questions import close, identity
from outplay.game import CHANCE
from outplay.keys import same
from outplay.wording import shown

MOST = 50
"""Actions of a state that are followed."""


def exchanged(ask: Asker, s: object, found: Answers) -> None:
    """The other side to move, the other utility, the same moves; and twice it is the state."""
    t = ask.state("exchanged", s)
    if not same(ask.state("exchanged", t), s):
        raise ask.fault("exchanged", "contradicts", "does not give the state back the second time")
    theirs = answers(ask, t)
    pair = f"gives {shown(t)}"
    if found.over != theirs.over:
        raise ask.fault("exchanged", "contradicts", f"{pair}: only one of the two is over")
    if found.over:
        if not close(found.utility, -theirs.utility):
            what = f"{pair}, but the utilities are {found.utility} and {theirs.utility}"
            raise ask.fault("exchanged", "contradicts", what)
        return
    if found.mover != -theirs.mover:
        what = f"{pair}, but `to_move` gives {found.mover} and {theirs.mover}"
        raise ask.fault("exchanged", "contradicts", what)
    _same_moves(ask, "exchanged", s, t, found, theirs)


def without_history(ask: Asker, s: object, found: Answers) -> None:
    """The same side to move, end, utility and moves; and it has nothing more to leave out."""
    t = ask.state("without_history", s)
    if not same(ask.state("without_history", t), t):
        raise ask.fault("without_history", "contradicts", "leaves out more the second time")
    theirs = answers(ask, t)
    if (found.over, found.mover) != (theirs.over, theirs.mover) or (
        found.over and not close(found.utility, theirs.utility)
    ):
        what = f"gives {shown(t)}, which has another end, utility or player to move"
        raise ask.fault("without_history", "contradicts", what)
    if not found.over:
        _same_moves(ask, "without_history", s, t, found, theirs)


def predecessors(ask: Asker, s: object, found: Answers) -> None:
    """A move leads from each of them to the state, and it is one of those of what comes after."""
    if found.over:
        return
    me = identity(ask, s, "predecessors")
    for t in ask.listed("predecessors", s)[:MOST]:
        theirs = answers(ask, t)
        if theirs.over:
            what = f"yields {shown(t)}, where the game is over"
            raise ask.fault("predecessors", "contradicts", what)
        after = (_after(ask, "predecessors", t, a, times=0) for a in theirs.actions)
        if me not in after:
            what = f"yields {shown(t)}, from which no move leads here"
            raise ask.fault("predecessors", "contradicts", what)
    for a in found.actions[:MOST]:
        t = ask.call("result", s, a)
        if ask.flag("is_terminal", t):
            continue
        if me not in {identity(ask, u, "predecessors") for u in ask.listed("predecessors", t)}:
            what = f"leaves out {shown(s)}, which is before {shown(t)}"
            raise ask.fault("predecessors", "contradicts", what)


def _same_moves(
    ask: Asker, rule: str, s: object, t: object, ours: Answers, theirs: Answers
) -> None:
    """Does what comes after the one state, changed by the rule, come after the other?"""
    if len(ours.actions) != len(theirs.actions):
        what = f"gives {shown(t)}: there are {len(ours.actions)} and {len(theirs.actions)} actions"
        raise ask.fault(rule, "contradicts", what)
    if ours.mover == CHANCE or len(ours.actions) > MOST:
        return
    changed = Counter(_after(ask, rule, s, a, times=1) for a in ours.actions)
    times = 1 if rule == "without_history" else 0
    if changed != Counter(_after(ask, rule, t, a, times=times) for a in theirs.actions):
        what = f"gives {shown(t)}, from which other positions can be reached"
        raise ask.fault(rule, "contradicts", what)


def _after(ask: Asker, rule: str, s: object, a: object, *, times: int) -> Hashable:
    u = ask.call("result", s, a)
    if times:
        u = ask.state(rule, u)
    if ask.game.answers("without_history"):
        u = ask.state("without_history", u)
    return identity(ask, u, rule)
