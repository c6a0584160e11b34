"""What a game says for searches that leave something out, and of positions that come back."""

from __future__ import annotations

from typing import Any

from outplay.asking import CHILDREN, Answers, Asker
from outplay.checker.node import Node, close
from outplay.keys import same
from outplay.wording import shown

RULES = ("tactical_actions", "capture_value", "in_check", "null_move_allowed", "null_move")


def win_holds(ask: Asker, utility: Any) -> None:
    """A Fault if a game ended in something else than a win, a draw or a loss, as `win` says."""
    win = ask.game.win
    if win is not None and utility != 0 and not close(abs(utility), win):
        raise ask.fault(
            "win", "contradicts", f"is {shown(win)}, but this end is worth {shown(utility)}"
        )


def selective(ask: Asker, s: object, found: Answers) -> None:
    """What `Tactics` asks of a state in which a player moves."""
    game = ask.game
    if game.answers("tactical_actions"):
        for a in ask.listed("tactical_actions", s)[:CHILDREN]:
            if not any(same(a, b) for b in found.actions):
                raise ask.fault(
                    "tactical_actions",
                    "illegal",
                    f"gives {shown(a)}, which is not among the actions",
                )
    if game.answers("capture_value"):
        for a in found.actions[:CHILDREN]:
            ask.number("capture_value", ask.call("capture_value", s, a))
    if game.answers("in_check"):
        ask.flag("in_check", ask.call("in_check", s))
    may_pass = game.answers("null_move_allowed")
    if may_pass:
        may_pass = ask.flag("null_move_allowed", ask.call("null_move_allowed", s))
    if game.answers("null_move") and (may_pass or not game.answers("null_move_allowed")):
        t = ask.call("null_move", s)
        mover = ask.call("to_move", t)
        if mover != -found.mover:
            what = f"gives {shown(t)}, where `to_move` is {shown(mover)}: not the other side's turn"
            raise ask.fault("null_move", "turn", what)


def reversible(ask: Asker, node: Node) -> None:
    """A Fault if this position stood on the line further back than `reversible_plies` says."""
    plies = ask.call("reversible_plies", node.state)
    ask.number("reversible_plies", plies)
    if plies != int(plies) or plies < 0:
        raise ask.fault(
            "reversible_plies", "not whole", f"gives {shown(plies)}, not a whole number from 0 up"
        )
    if not ask.game.may_cycle:
        return
    here = _spot(ask, node)
    past = node.parent
    while past is not None:
        back = node.depth - past.depth
        if back > plies and same(here, _spot(ask, past)):
            what = f"gives {shown(plies)}, but the same position stood here {back} plies ago"
            raise ask.fault("reversible_plies", "contradicts", what)
        past = past.parent


def _spot(ask: Asker, node: Node) -> Any:
    """What the node's position is known by; asked once."""
    if node.spot is None:
        node.spot = ask.call("repetition_key", node.state)
    return node.spot
