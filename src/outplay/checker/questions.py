"""The six questions, and the states themselves: what must hold in every position."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable

from outplay.asking import CHILDREN, Answers, Asker, Fault, next_state, unhashable
from outplay.freeze import freeze
from outplay.keys import key_of, same
from outplay.wording import shown


class Node:
    """A state and the way to it."""

    __slots__ = ("action", "depth", "parent", "spot", "state")

    def __init__(self, state: object, parent: Node | None = None, action: object = None) -> None:
        self.state, self.parent, self.action = state, parent, action
        self.depth: int = 0 if parent is None else parent.depth + 1
        self.spot: object = None
        """What `position` says of the state, once it was asked."""

    def path(self) -> list[Node]:
        """The nodes from the start to this one."""
        nodes: list[Node] = []
        node: Node | None = self
        while node is not None:
            nodes.append(node)
            node = node.parent
        return nodes[::-1]

    def line(self) -> list[object]:
        """The actions from the start to this one."""
        return [node.action for node in self.path()[1:]]


def close(one: float, two: float) -> bool:
    """Equal numbers, but for the rounding of a different order of the same sums."""
    return math.isclose(one, two, rel_tol=1e-9, abs_tol=1e-9)


def start(ask: Asker) -> object:
    """The first state."""
    first, again = ask.state("initial"), ask.state("initial")
    same_state(ask, "initial", first, again, "two calls of `initial`")
    return first


def identity(ask: Asker, s: object, rule: str) -> Hashable:
    """What the checker knows `s` by: itself, or what it holds; a Fault if tables cannot."""
    try:
        if not same(s, s):
            raise ask.fault(
                rule, "unequal", f"gives a state that is not equal to itself: {shown(s)}"
            )
        known = key_of(s)
        hash(known)
        own = known is s and getattr(type(s), "__eq__", None) is not object.__eq__
        if own or not ask.has_key:
            return known
    except Fault:
        raise
    except Exception:
        if not ask.has_key:
            raise unhashable(ask, s, rule) from None
    usable_key(ask, s)
    return freeze(s)


def usable_key(ask: Asker, s: object, rule: str = "key") -> None:
    """A Fault unless `key` or `repetition_key` can be hashed, and is equal when asked twice."""
    key, again = ask.call(rule, s), ask.call(rule, s)
    try:
        if hash(key) == hash(again) and bool(key == again):
            return
    except Exception:
        raise ask.fault(
            rule, "unhashable", f"gives {shown(key)}, which cannot be hashed and compared"
        ) from None
    raise ask.fault(rule, "unequal", "gives two unequal answers for the same state")


def same_state(ask: Asker, rule: str, one: object, two: object, who: str) -> None:
    """A Fault unless two computations of one state are equal and hash alike."""
    if ask.has_key:
        try:
            if bool(ask.call("key", one) == ask.call("key", two)):
                return
        except Fault:
            raise
        except Exception:
            pass
    if not same(one, two):
        if freeze(one) == freeze(two):
            if ask.has_key:
                raise ask.fault("key", "unequal", f"gives two unequal answers for {who}")
            advice = "they hold the same values, so give their class `__eq__` and `__hash__`"
        else:
            advice = f"{shown(one)}, then {shown(two)}"
        raise ask.fault(rule, "unequal", f"gives unequal states: {who} differ ({advice})")
    try:
        alike = hash(one) == hash(two)
    except Exception:
        return  # `identity` says what is wrong
    if not alike:
        raise ask.fault(rule, "unequal", f"gives equal states whose hashes differ: {who} are equal")


def agree(ask: Asker, one: Answers, two: Answers, elsewhere: str = "") -> None:
    """A Fault if two answers about one state, or about an equal one `elsewhere`, differ."""
    then = "here, but" if elsewhere else "and then"
    tail = f" for an equal state reached by {elsewhere}" if elsewhere else " when asked again"
    for rule, first, second in (
        ("is_terminal", one.over, two.over),
        ("utility", one.utility, two.utility),
        ("to_move", one.mover, two.mover),
        ("actions" if one.chances is None else "outcomes", one.actions, two.actions),
        ("outcomes", one.chances, two.chances),
    ):
        if same(first, second):
            continue
        if first is one.actions and _mixed(one.actions, two.actions):
            then = f"{then} the same in another order,"
        says = "says" if rule == "is_terminal" else "gives"
        raise ask.fault(rule, "differs", f"{says} {shown(first)} {then} {shown(second)}{tail}")


def _mixed(one: list[object], two: list[object]) -> bool:
    """Are these the same actions in another order?"""
    return len(one) == len(two) and all(any(same(a, b) for b in two) for a in one[:100])


def results(ask: Asker, node: Node, found: Answers) -> list[object]:
    """The next states (of at most CHILDREN actions), each computed twice."""
    s = node.state
    unchanged = ask.watch(s)
    after = []
    for a in found.actions[:CHILDREN]:
        one = next_state(ask, s, a)
        if ask.board is not None:
            _undone(ask, s, a, one, unchanged)
        unchanged("result")
        two = next_state(ask, s, a)
        unchanged("result")
        same_state(ask, "result", one, two, f"two results of the move {shown(a)}")
        after.append(one)
    return after


def _undone(ask: Asker, s: object, a: object, t: object, unchanged: Callable[[str], None]) -> None:
    """Execute and undo: the board must come back, and again to the same place."""
    there = ask.call("snapshot", t)
    try:
        unchanged("pop")
    except Fault as fault:
        if fault.kind != "changes":
            raise
        what = (
            f"`pop` does not restore the board after the move {shown(a)} (if what differs does not"
            " matter, say with `snapshot=` what does)"
        )
        raise Fault("pop", "undo", what) from None
    if not same(there, ask.call("snapshot", t)):
        raise Fault(
            "push", "differs", f"`push` of {shown(a)} leads to a different board the second time"
        )


# --- ends, and ways to a position ------------------------------------------------------------


def win_holds(ask: Asker, utility: float) -> None:
    """A Fault if a game ended in something else than a win, a draw or a loss, as `win` says."""
    win = ask.game.win
    if win is not None and utility != 0 and not close(abs(utility), win):
        raise ask.fault(
            "win", "contradicts", f"is {shown(win)}, but this end is worth {shown(utility)}"
        )


def reversible(ask: Asker, node: Node) -> None:
    """A Fault if this position stood on the line further back than `reversible_plies` says."""
    plies = ask.value("reversible_plies", node.state)
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
            what = f"gives {shown(plies)}, but the same position occurred {back} plies ago"
            raise ask.fault("reversible_plies", "contradicts", what)
        past = past.parent


def _spot(ask: Asker, node: Node) -> object:
    """What the node's position is known by; asked once."""
    if node.spot is None:
        node.spot = ask.call("repetition_key", node.state)
    return node.spot
