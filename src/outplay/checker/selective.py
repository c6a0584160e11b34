"""What a game says for searches that leave something out, and of positions that come back."""

from __future__ import annotations

from typing import Any

from outplay.asking import CHILDREN, Answers, Asker
from outplay.checker.node import Node, close
from outplay.keys import same
from outplay.wording import shown

RULES = ("forcing", "gain", "threatened", "can_pass", "passed")


def win_holds(ask: Asker, utility: Any) -> None:
    """A Fault if a game ended in something else than a win, a draw or a loss, as `win` says."""
    win = ask.game.win
    if win is not None and utility != 0 and not close(abs(utility), win):
        raise ask.fault(
            "win", "contradicts", f"is {shown(win)}, but this end is worth {shown(utility)}"
        )


def selective(ask: Asker, s: Any, found: Answers) -> None:
    """`forcing`, `gain`, `threatened`, `can_pass` and `passed` of a player's live state."""
    game = ask.game
    if game.answers("forcing"):
        for a in ask.listed("forcing", s)[:CHILDREN]:
            if not any(same(a, b) for b in found.actions):
                raise ask.fault(
                    "forcing", "illegal", f"gives {shown(a)}, which is not among the actions"
                )
    if game.answers("gain"):
        for a in found.actions[:CHILDREN]:
            ask.number("gain", ask.call("gain", s, a))
    if game.answers("threatened"):
        ask.flag("threatened", ask.call("threatened", s))
    may_pass = game.answers("can_pass")
    if may_pass:
        may_pass = ask.flag("can_pass", ask.call("can_pass", s))
    if game.answers("passed") and (may_pass or not game.answers("can_pass")):
        t = ask.call("passed", s)
        mover = ask.call("to_move", t)
        if mover != -found.mover:
            what = f"gives {shown(t)}, where `to_move` is {shown(mover)}: not the other side's turn"
            raise ask.fault("passed", "turn", what)


def reversible(ask: Asker, node: Node) -> None:
    """A Fault if this position stood on the line further back than `reversible` says."""
    plies = ask.call("reversible", node.state)
    ask.number("reversible", plies)
    if plies != int(plies) or plies < 0:
        raise ask.fault(
            "reversible", "not whole", f"gives {shown(plies)}, not a whole number from 0 up"
        )
    if not ask.game.may_cycle:
        return
    here = _spot(ask, node)
    past = node.parent
    while past is not None:
        back = node.depth - past.depth
        if back > plies and same(here, _spot(ask, past)):
            what = f"gives {shown(plies)}, but the same position stood here {back} plies ago"
            raise ask.fault("reversible", "contradicts", what)
        past = past.parent


def _spot(ask: Asker, node: Node) -> Any:
    """What the node's position is known by; asked once."""
    if node.spot is None:
        node.spot = ask.call("position", node.state)
    return node.spot
