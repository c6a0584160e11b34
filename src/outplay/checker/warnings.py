"""What no single position shows: who moves, who wins and what estimates say, over many lines.

Each of these findings is likely, not certain: a strange game may be meant so.
"""

from __future__ import annotations

import dis
import math
from collections.abc import Iterator
from itertools import pairwise
from statistics import correlation, median

from outplay.adapters.board import BoardGame
from outplay.adapters.successors import SuccessorGame
from outplay.asking import Answers, Fault
from outplay.checker.questions import Node
from outplay.checker.watchdog import TimedAsker
from outplay.freeze import freeze
from outplay.game import CHANCE, MAX, MIN, AnyGame, Game
from outplay.keys import same
from outplay.wording import shown

ESTIMATED = 1_000
"""Lines on which estimates are compared with the end."""

ENOUGH = 20
"""Ends, or positions, of one kind from which something may be concluded."""

TELLING, SURE = 0.15, 4.0
"""A correlation tells something if it is larger than the first, and than the second divided by
the root of the number of lines: positions of one line are not independent."""

SCALE = 100
"""An estimate so many times as large as any utility is not on its scale."""

POINTS = 5
"""Different sizes of utilities from which on a game is one for points."""

SLOW = 0.05
"""Seconds that a rule may take, as a rule."""

RENAMED = {
    "forcing": "tactical_actions",
    "threatened": "in_check",
    "can_pass": "null_move_allowed",
    "outlook": "outcome_bounds",
    "reversible": "reversible_plies",
}
"""Optional questions by the names that they had; others were words that a game may use itself."""

Finding = tuple[str, str, str, Node | None]
"""The rule, what is wrong with it in a word or two, a sentence, and where it shows."""

Pairs = list[tuple[float, float]]
"""Estimates, and how the lines ended."""


def correlation_of(pairs: Pairs) -> float:
    """Pearson's, from -1 to 1; 0 if there are few pairs, or one number is always the same."""
    if len(pairs) < 2 * ENOUGH:
        return 0.0
    try:
        found = correlation(*zip(*pairs, strict=True))
    except (ValueError, OverflowError):  # one of them is constant, or all are huge
        return 0.0
    return found if math.isfinite(found) else 0.0


class Tally:
    """What was met on a walk through a game."""

    def __init__(self, ask: TimedAsker) -> None:
        self._ask = ask
        self.turns = {MAX: 0, MIN: 0, CHANCE: 0}
        """Live states in which it was that side's turn."""
        self.choices, self.apart = 0, False
        """States with more than one action, until two actions of one of them led apart."""
        self.ends: dict[float, dict[int, tuple[int, Node]]] = {}
        """By utility and by who moved last: how many lines ended so, and the shortest of them."""
        self.lines = 0
        """Lines that came to an end."""
        self.plies = 0
        """Of the longest of them."""
        self.cut = 0
        """Lines that were left before their end."""
        self.largest: tuple[float, Node] | None = None
        """The largest estimate, its sign left out."""
        self.by_turn: dict[int, Pairs] = {MAX: [], MIN: []}
        """Estimates and how the line ended, by whose turn it was."""
        self.by_last: dict[int, Pairs] = {MAX: [], MIN: []}
        """The same, by who made the last move of the line."""

    def state(self, found: Answers) -> None:
        """A state was met for the first time."""
        if not found.over:
            self.turns[found.mover] += 1

    def shortest(self) -> list[Node]:
        """The nearest ends of each kind."""
        return [node for kinds in self.ends.values() for _, node in kinds.values()]

    def choice(self, after: list[object]) -> None:
        """A state has these next states."""
        if len(after) < 2 or self.apart or self._ask.board is not None:
            return
        self.choices += 1
        first, *others = [self._ask.call("key", t) for t in after] if self._ask.has_key else after
        self.apart = not all(same(first, other) for other in others)

    def line(self, movers: list[tuple[Node, int]], end: Node, utility: float) -> None:
        """A line ended; `movers` are its live states and whose turn it was, chance's left out."""
        self.lines += 1
        self.plies = max(self.plies, end.depth)
        last = movers[-1][1] if movers else 0
        kinds = self.ends.setdefault(float(utility), {})
        count, shortest = kinds.get(last, (0, end))
        kinds[last] = count + 1, min(shortest, end, key=lambda node: node.depth)
        if not movers or self.lines > ESTIMATED or not self._ask.game.answers("evaluate"):
            return
        for side in (MAX, MIN):
            nodes = [node for node, mover in movers if mover == side]
            for place in sorted({len(nodes) - 1, len(nodes) // 2}):
                if 0 <= place < len(nodes):
                    self._ask.here = nodes[place]
                    self._estimate(nodes[place], side, last, float(utility))

    def _estimate(self, node: Node, side: int, last: int, utility: float) -> None:
        estimate = float(self._ask.value("evaluate", node.state))
        if math.isfinite(estimate) and math.isfinite(utility):
            self.by_turn[side].append((estimate, utility))
            self.by_last[last].append((estimate, utility))
        if self.largest is None or abs(estimate) > self.largest[0]:
            self.largest = abs(estimate), node

    def notes(self) -> Iterator[str]:
        """What is worth knowing and may well be intended."""
        game = self._ask.game
        for old, new in RENAMED.items():
            if hasattr(game, old) and not game.answers(new):
                yield f"`{old}` is called `{new}` now: nothing asks for `{old}`."
        if self.turns[MAX] and not self.turns[MIN]:
            yield "Only MAX moves: a game for one player."
        elif self.turns[MIN] and self.turns[MAX] and self.lines >= ENOUGH:
            wins = [utility for utility in self.ends if utility]
            if not wins:
                yield "Every line ended in a draw."
            elif len(self.ends) == 1:
                yield f"Every line ended with the same value: {_text(wins[0])}."
            elif len(self.ends) == 2 and len(wins) == 1:
                loser = "MIN" if wins[0] > 0 else "MAX"
                yield f"{loser} never won: every end was worth {_text(wins[0])} or 0."
            elif len(wins) == 2 and min(wins) < 0 < max(wins) != -min(wins):
                yield f"A win is worth {_text(max(wins))} to MAX and {_text(-min(wins))} to MIN."


def find_warnings(ask: TimedAsker, tally: Tally) -> list[tuple[Fault, Node | None]]:
    """What is likely wrong, and where; the most important first."""
    return [
        (ask.fault(rule, kind, what), node)
        for check in (_ends, _turns, _results, _utilities, _estimates, _scale, _slow)
        for rule, kind, what, node in check(ask, tally)
    ]


def _text(number: float) -> str:
    return f"{number:,.10g}"


def _ends(ask: TimedAsker, tally: Tally) -> Iterator[Finding]:
    """Lines that are over before anything happens, or never."""
    rule, kind = "is_terminal", "the end"
    if not tally.lines and tally.cut >= ENOUGH:
        yield rule, kind, f"never says that the game is over, in {tally.cut:,} long lines", None
    elif tally.lines and tally.plies == 0:
        yield rule, kind, "says that the game is over at the start", tally.shortest()[0]
    elif tally.plies == 1 and tally.lines >= ENOUGH and set(tally.ends) == {0}:
        yield rule, kind, "ends every line after one ply, as a draw", None


def _turns(ask: TimedAsker, tally: Tally) -> Iterator[Finding]:
    """Chance never moves, though it could; one side never moves, in a game like one for two."""
    if tally.lines < ENOUGH:
        return
    names, answered = ask.game.player_names, ask.game.answers("outcomes")
    if answered and not tally.turns[CHANCE]:
        states = sum(tally.turns.values())
        what = f"never gives CHANCE in {states:,} states, though the game answers"
        yield "to_move", "no chance", f"{what} `outcomes`", None
        return
    quiet = [side for side in (MAX, MIN) if not tally.turns[side]]
    if len(quiet) != 1 or tally.plies < 2:
        return
    mover, other = ("MIN", "MAX") if quiet[0] == MAX else ("MAX", "MIN")
    if mover == "MIN":
        why = "so MAX has no choice at all"
    elif len(tally.ends) == 1 and min(tally.ends) > 0:
        why = f"and every end is worth {_text(next(iter(tally.ends)))}"
    elif _turning(tally):
        why = "although a part of the state alternates with every move"
    elif not answered and names != Game.player_names:
        why = f"though the game has two players, {names[0]} and {names[1]}"
    elif not answered and (rule := _of_two(ask.game)):
        why = f"though `{rule}` tells two sides apart"
    else:
        return
    what = f"gives {mover} in all {tally.turns[-quiet[0]]:,} states and never {other}, {why}"
    yield "to_move", "one side", what, None


def _of_two(game: AnyGame) -> str:
    """The rule that names MIN where it is about turns, or compares something with MAX or MIN."""
    for rule in ("to_move", "result", "initial", "actions", "utility"):
        written = game._rules.get(rule) if isinstance(game, BoardGame) else getattr(game, rule)
        code = getattr(written, "__code__", None)
        if code is None or isinstance(game, SuccessorGame):
            continue
        if "MIN" in code.co_names and rule in ("to_move", "result", "initial"):
            return rule
        steps = list(dis.get_instructions(code))
        for at, step in enumerate(steps):
            if step.argval in ("MAX", "MIN") and "COMPARE_OP" in [
                later.opname for later in steps[at + 1 : at + 4]
            ]:
                return rule
    return ""


def _turning(tally: Tally) -> bool:
    """Does some part of the states change between two values, with every move of every line?"""
    turning: set[int] | None = None
    for end in tally.shortest():
        leaves = [_leaves(freeze(node.state)) for node in end.path()]
        if len(leaves) < 4 or len(set(map(len, leaves))) > 1:
            continue
        here = {
            place
            for place in range(len(leaves[0]))
            if len({repr(state[place]) for state in leaves}) == 2
            and all(a[place] != b[place] for a, b in pairwise(leaves))
        }
        turning = here if turning is None else turning & here
    return bool(turning)


def _leaves(frozen: object) -> list[object]:
    """The numbers and texts in a frozen state, in order."""
    if isinstance(frozen, tuple):
        return [leaf for part in frozen for leaf in _leaves(part)]
    return [] if isinstance(frozen, frozenset) else [frozen]


def _results(ask: TimedAsker, tally: Tally) -> Iterator[Finding]:
    """All actions lead to the same state, everywhere."""
    if tally.choices >= 3 and not tally.apart:
        what = (
            f"gives the same state for every action, in all {tally.choices:,} states that have"
            " more than one: does it use the action?"
        )
        yield "result", "ignores", what, None


def _utilities(ask: TimedAsker, tally: Tally) -> Iterator[Finding]:
    """Decided games always go to the same side, whoever moved last; or to the mover."""
    decided = {utility: kinds for utility, kinds in tally.ends.items() if utility}
    if len(decided) == 1:
        [(utility, kinds)] = decided.items()
        if all(side in kinds and kinds[side][0] >= ENOUGH for side in (MAX, MIN)):
            winner, odd = ("MAX", MIN) if utility > 0 else ("MIN", MAX)
            what = (
                f"is {_text(utility)} in every decided line, a win for {winner} whoever moved last;"
                " it must be from MAX's side, whoever is to move"
            )
            yield "utility", "mover's side", what, kinds[odd][1]
            return
    vary = any(len({estimate for estimate, _ in p}) > 1 for p in tally.by_turn.values())
    if not decided and tally.lines >= 5 * ENOUGH and vary:
        what = f"is 0 at the end of all {tally.lines:,} lines, though `evaluate` tells them apart"
        yield "utility", "always 0", what, None
    elif _apart(tally, tally.by_last) and not _apart(tally, tally.by_turn):
        one, two = map(correlation_of, tally.by_last.values())
        what = (
            "and `evaluate` agree where one side moved last, and not where the other did"
            f" (correlations {one:+.2f} for MAX and {two:+.2f} for MIN); utility must be from MAX's"
            " side, whoever is to move"
        )
        yield "utility", "mover's side", what, None


def _telling(tally: Tally) -> float:
    """How large a correlation must be to mean something."""
    return max(TELLING, SURE / math.sqrt(max(1, min(tally.lines, ESTIMATED))))


def _apart(tally: Tally, pairs: dict[int, Pairs]) -> bool:
    """Do estimates go with the ends for one side, and against them for the other?"""
    both = sorted(map(correlation_of, pairs.values()))
    return both[0] < -_telling(tally) and both[1] > _telling(tally)


def _estimates(ask: TimedAsker, tally: Tally) -> Iterator[Finding]:
    """Estimates from the mover's side, or upside down."""
    one, two = map(correlation_of, tally.by_turn.values())
    numbers = f"(correlations {one:+.2f} and {two:+.2f} in {min(tally.lines, ESTIMATED):,} lines)"
    if _apart(tally, tally.by_turn) and one > two and not _apart(tally, tally.by_last):
        what = (
            f"predicts the outcome where MAX is to move, and the opposite where MIN is {numbers};"
            " it must be from MAX's side, whoever is to move"
        )
        yield "evaluate", "mover's side", what, None
    elif max(one, two) < -_telling(tally):
        what = (
            f"is higher the better the outcome is for MIN {numbers}: either it or `utility` is not"
            " from MAX's side"
        )
        yield "evaluate", "upside down", what, None


def _scale(ask: TimedAsker, tally: Tally) -> Iterator[Finding]:
    """Estimates on another scale than utilities."""
    sizes = {abs(utility) for utility in tally.ends} - {0}
    decided = sum(count for u, kinds in tally.ends.items() if u for count, _ in kinds.values())
    if tally.largest is None or decided < ENOUGH:
        return
    largest, node = tally.largest
    best = max(*sizes, abs(ask.game.win or 0))
    scale = "estimates must be on the scale of `utility`"
    if largest > SCALE * best:
        what = f"gives {_text(largest)} or its negative here, but no end was worth more than"
        yield "evaluate", "scale", f"{what} {_text(best)}: {scale}", node
    elif len(sizes) >= POINTS and 0 < largest < best / (10 * SCALE):
        what = f"gives at most {shown(largest)}, but ends are worth up to {_text(best)}: {scale}"
        yield "evaluate", "scale", what, node


def _slow(ask: TimedAsker, tally: Tally) -> Iterator[Finding]:
    """A rule that is too slow for searches."""
    for rule, times in ask.seconds.items():
        usual = median(times) if len(times) >= ENOUGH else 0
        if usual > SLOW:
            what = f"takes {usual:.2f} seconds a call: searches call it at every node"
            yield rule, "slow", what, None
