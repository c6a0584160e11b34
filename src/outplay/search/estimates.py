"""How big a game tree is, and how deep a number of nodes reaches: closed forms, no search.

`branching` is the number of actions in each state, `depth` the number of plies. Counts are
exact ints of any size; `in_words` writes them for people.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import accumulate
from math import exp, log, log10, perm, sqrt
from typing import Literal, get_args

from outplay.errors import UsageError
from outplay.native.state import Value
from outplay.result import AnyResult

Pruning = Literal["none", "best", "average", "random"]
"""What a search leaves out of a uniform tree, and so what a ply multiplies its nodes by:

none     minimax, nothing: b
best     alpha-beta, the best action always first: √b (Knuth and Moore 1975)
average  alpha-beta, the textbook's rule for a middling order: b^(3/4)
random   alpha-beta, leaf values at random: x / (1 - x) with x^b + x = 1 (Pearl 1982)
"""

LARGEST_DEPTH = 10_000
LARGEST_BRANCHING = 1_000_000


# --- how big a tree is ---------------------------------------------------------------------


def uniform_leaves(branching: int, depth: int) -> int:
    """b^d: lines of play of `depth` plies if there are always `branching` actions."""
    _check(branching, depth)
    return int(branching**depth)


def uniform_tree_nodes(branching: int, depth: int) -> int:
    """1 + b + b² + … + b^d: states of that tree, the root included.

    >>> uniform_tree_nodes(30, 5)
    25137931
    """
    _check(branching, depth)
    return _geometric_sum(branching, depth)


def falling_leaves(branching: int, depth: int) -> int:
    """b (b-1) … (b-d+1): lines of play if each action can be played once; 0 if d > b.

    >>> falling_leaves(9, 9)
    362880
    """
    _check(branching, depth)
    return perm(branching, depth)


def falling_tree_nodes(branching: int, depth: int, *, root: bool = True) -> int:
    """1 + b + b (b-1) + b (b-1) (b-2) + …: states down to `depth` if actions run out.

    Each action can be played once, so that ply i has b! / (b-i)! states. The root is
    counted, as in `uniform_tree_nodes`, unless `root=False`: books differ.

    >>> falling_tree_nodes(10, 6), falling_tree_nodes(10, 6, root=False)
    (187301, 187300)
    """
    _check(branching, depth)
    plies = min(depth, branching)
    sizes = accumulate(range(branching, branching - plies, -1), lambda n, b: n * b, initial=1)
    return sum(sizes) - (0 if root else 1)


def minimal_leaves(branching: int, depth: int) -> int:
    """b^⌈d/2⌉ + b^⌊d/2⌋ - 1: the leaves that alpha-beta cannot do without.

    Knuth and Moore (1975): what it visits in a uniform tree if the best action always comes
    first, and what every search visits at least that is to prove the value of the root.

    >>> minimal_leaves(35, 4)
    2449
    """
    _check(branching, depth)
    return int(branching ** ((depth + 1) // 2) + branching ** (depth // 2) - 1)


def minimal_tree_nodes(branching: int, depth: int) -> int:
    """The states of that smallest tree on all plies, root and leaves included."""
    _check(branching, depth)
    upper, lower = (depth + 1) // 2, depth // 2
    by_ceiling = _geometric_sum(branching, upper) + _geometric_sum(branching, lower) - 1
    by_floor = _geometric_sum(branching, lower) + _geometric_sum(branching, upper - 1)
    return by_ceiling + by_floor - (depth + 1)


# --- how deep a number of nodes reaches ----------------------------------------------------


def branching_with(branching: int, pruning: Pruning) -> float:
    """What one more ply multiplies the nodes by, with that pruning; see `Pruning`.

    >>> round(branching_with(2, "random"), 9)
    1.618033989
    """
    _check(branching, 0, least_branching=2)
    if pruning == "none":
        return float(branching)
    if pruning == "best":
        return sqrt(branching)
    if pruning == "average":
        return float(branching**0.75)
    if pruning == "random":
        x = _bisect(lambda x: x**branching + x - 1, 0.0, 1.0)
        return x / (1 - x)
    kinds = ", ".join(get_args(Pruning))
    raise UsageError(f"pruning must be one of {kinds}, not {pruning!r}.")


def reachable_depth(nodes: int, branching: int, pruning: Pruning = "none") -> float:
    """The depth d at which the last ply alone has `nodes` states: factor^d = nodes.

    This is the textbook's estimate, with a fraction: no search of that many nodes gets to
    the end of a ply deeper than that. `complete_depth` gives the whole plies, exactly.

    >>> round(reachable_depth(10**6, 35), 2), round(reachable_depth(10**6, 35, "best"), 2)
    (3.89, 7.77)
    """
    _check_nodes(nodes)
    return log(nodes) / log(branching_with(branching, pruning))


def complete_depth(nodes: int, branching: int, pruning: Literal["none", "best"] = "none") -> int:
    """The deepest search of a uniform tree that visits at most `nodes` states, all told.

    >>> complete_depth(10**6, 35), complete_depth(10**6, 35, "best")
    (3, 6)
    """
    _check_nodes(nodes)
    _check(branching, 0, least_branching=2)
    if pruning not in ("none", "best"):
        raise UsageError(
            f"complete_depth counts exactly, so pruning must be none or best, not {pruning!r};"
            " reachable_depth estimates the others."
        )
    size = uniform_tree_nodes if pruning == "none" else minimal_tree_nodes
    depth = int(reachable_depth(nodes, branching, pruning)) + 1  # never too low
    while size(branching, depth) > nodes:
        depth -= 1
    return depth


def effective_branching(nodes: int, depth: int) -> float:
    """The branching b of the uniform tree that has `nodes` states, root included: how bushy
    a search was. With pruning it is less than the game's own.

    >>> round(effective_branching(25137931, 5), 6)
    30.0
    """
    _check_nodes(nodes)
    _check(0, depth, least_depth=1)
    if nodes <= depth:
        raise UsageError(f"A tree of depth {depth} has at least {depth + 1} nodes, not {nodes}.")
    wanted = log(nodes)
    if wanted / depth > log(LARGEST_BRANCHING):
        raise UsageError(
            f"{in_words(nodes)} nodes at depth {depth} would take more than"
            f" {LARGEST_BRANCHING:,} actions in each state."
        )
    return _bisect(lambda b: _log_geometric_sum(b, depth) - wanted, 1.0, exp(wanted / depth) + 1e-9)


# --- how good was the order of actions? -----------------------------------------------------------


@dataclass(frozen=True)
class OrderReport:
    """Cuts and leaves of an alpha-beta search beside what a perfect order would give."""

    cuts: int
    first_cuts: int
    """Cuts by the first action that was tried; with a perfect order, all of them."""
    leaves: int
    """Terminal or evaluated states that were visited."""
    minimal_leaves: int | None
    """Knuth and Moore's b^⌈d/2⌉ + b^⌊d/2⌋ − 1, for a uniform tree."""

    @property
    def first_cut_share(self) -> float:
        """The share of cuts that the first action made; 1 is perfect."""
        return self.first_cuts / self.cuts if self.cuts else 1.0

    def __str__(self) -> str:
        text = f"{self.cuts:,} cuts, {self.first_cut_share:.1%} by the first action"
        if self.minimal_leaves is None:
            return f"{text}; {self.leaves:,} leaves"
        ratio = self.leaves / self.minimal_leaves
        return (
            f"{text}; {self.leaves:,} leaves, {ratio:.2f} times the {self.minimal_leaves:,} of a"
            " perfect order"
        )


def order_report(result: AnyResult, branching: int | None = None) -> OrderReport:
    """The report on an alpha-beta result; `branching` of a uniform tree adds the minimum."""
    if result.algorithm != "alphabeta":
        raise UsageError(f"Only alphabeta makes cuts to report on, not {result.algorithm}.")
    counts = result.counts
    least = None if branching is None else minimal_leaves(branching, result.depth)
    return OrderReport(
        counts.get("cuts", 0),
        counts.get("first_cuts", 0),
        counts.get("leaves", 0) + counts.get("estimates", 0),
        least,
    )


# --- for people ------------------------------------------------------------------------------


def in_words(count: int) -> str:
    """A count as people read it: exact below a billion, then in powers of ten.

    >>> in_words(549946), in_words(35**100)
    ('549,946', '2.55 × 10^154')
    """
    if count < 0:
        return f"-{in_words(-count)}"
    if count < 10**9:
        return f"{count:,}"
    exponent = int(log10(count) + 0.5)  # right, or one too high
    if 10**exponent > count:
        exponent -= 1
    hundredths = (count * 100 + 10**exponent // 2) // 10**exponent
    if hundredths == 1000:
        exponent, hundredths = exponent + 1, 100
    return f"{hundredths / 100:.2f} × 10^{exponent}"


# --- the rest is arithmetic ------------------------------------------------------------------


def _geometric_sum(branching: int, last: int) -> int:
    """1 + b + … + b^last; 0 if last is -1."""
    if branching == 1:
        return last + 1
    return int((branching ** (last + 1) - 1) // (branching - 1))


def _log_geometric_sum(branching: float, last: int) -> float:
    """log(1 + b + … + b^last) for b ≥ 1, by Horner's rule from the largest term down."""
    total = 1.0
    for _ in range(last):
        total = total / branching + 1
    return log(total) + last * log(branching)


def _bisect(rising: Callable[[float], float], low: float, high: float) -> float:
    """Where `rising` crosses 0 between `low` and `high`, to the last digit."""
    while True:
        middle = (low + high) / 2
        if not low < middle < high:
            return middle
        if rising(middle) < 0:
            low = middle
        else:
            high = middle


def _check(branching: int, depth: int, *, least_branching: int = 0, least_depth: int = 0) -> None:
    _check_whole("branching", branching, least_branching, LARGEST_BRANCHING)
    _check_whole("depth", depth, least_depth, LARGEST_DEPTH)


def _check_whole(name: str, value: int, least: int, largest: int) -> None:
    is_int = isinstance(value, int) and not isinstance(value, bool)
    if not is_int or not least <= value <= largest:
        raise UsageError(
            f"{name} must be a whole number from {least} to {largest:,}, not {_shown(value)}."
        )


def _check_nodes(nodes: int) -> None:
    if not isinstance(nodes, int) or isinstance(nodes, bool) or nodes < 1:
        raise UsageError(f"nodes must be a whole number from 1 up, not {_shown(nodes)}.")


def _shown(value: Value) -> str:
    """What a message says was given; Python refuses to write out an int of 5,000 digits."""
    return in_words(value) if isinstance(value, int) and abs(value) >= 10**9 else repr(value)
