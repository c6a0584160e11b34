"""Marking with follow-through: the right algorithm, run on the student's own numbers.

The tree is walked as the algorithm walks it. Where the student wrote something else than what
follows from what they wrote before, that is a slip; then the walk goes on with what they wrote.
So a slip is counted once, where it was made, and not again in all that follows from it. What is
right in itself is never a slip, whatever was written before.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

from outplay.explain.grading.entries import Answer, Entry
from outplay.explain.grading.slips import (
    CUTS,
    MOVE,
    VALUE,
    VALUES,
    VISITED,
    WINDOWS,
    Marked,
    Reading,
    Slip,
    choice_words,
    held,
    node_words,
)  # fmt: skip
from outplay.explain.grading.task import Path, Task, name_of
from outplay.explain.student_algorithms import Way, run
from outplay.explain.words import PLAYERS, number, why_cut, window
from outplay.game import CHANCE, MAX


def mark(task: Task, answer: Answer, reading: Reading) -> Marked:
    """All slips of an answer, in the order of the search."""
    return _Marker(task, answer, reading).mark()


class _Marker:
    def __init__(self, task: Task, answer: Answer, reading: Reading) -> None:
        self.task, self.answer, self.reading = task, answer, reading
        self.done = Marked()
        self.right = run(task, Way(task.prunes, reading.strict, reading.hard))
        self.truth = run(task, Way())
        """Without cuts: what every node is worth."""
        self.wrong: dict[Path, float] = {}
        """Values that the student got wrong."""
        self.dropped: set[Path] = set()
        """Children that the student left out and should not have."""
        self.slipped: set[Path] = set()
        """Where slips were made so far, and all that is above."""
        self.seen = None if answer.visited is None else set(answer.visited)
        self.skipped = None if reading.nodes else answer.skipped
        self.cut_nodes = answer.cut_nodes if reading.nodes or answer.skipped is None else None
        self.stops = VISITED if self.seen is not None else CUTS
        if self.seen is None and self.skipped is None and self.cut_nodes is None:
            self.stops = VALUES if answer.values is not None else WINDOWS

    def mark(self) -> Marked:
        value = self._visit((), -math.inf, math.inf, False)
        if self.seen is not None:
            self._order()
            if self.skipped is not None:
                self._compare_cuts(self.skipped)
        self._root(value)
        return self.done

    # --- the walk -------------------------------------------------------------------------

    def _visit(self, path: Path, alpha: float, beta: float, moot: bool) -> float:
        """What the node returns. `moot`: it should have been skipped, so cuts do not matter."""
        node = self.task.nodes[path]
        alpha, beta = self._window(path, alpha, beta, moot)
        self.done.visited.add(path)
        if not node.children:
            value = self._leaf(path)
        elif node.player == CHANCE:
            value = self._chance(path, alpha, beta, moot)
        else:
            value = self._choice(path, alpha, beta, moot)
        self.done.values[path] = value
        return value

    def _leaf(self, path: Path) -> float:
        right = self.task.nodes[path].value
        said = None if self.answer.values is None else self.answer.values.get(path)
        if said is not None and said.value == -right and self.reading.mover:
            return right  # seen from the other side
        if said is None or said.value is None or self.task.same(said.value, right):
            return right
        self._slip(VALUES, path, number(said.value), number(right),
                   f"you wrote {number(said.value)}; the leaf is {number(right)}")  # fmt: skip
        self.wrong[path] = said.value
        return said.value

    def _chance(self, path: Path, alpha: float, beta: float, moot: bool) -> float:
        node = self.task.nodes[path]
        terms, total, slipped = [], 0.0, False
        for child, chance in zip(node.children, node.chances, strict=True):
            left_out = self._goes(child) is False
            if left_out and not slipped and not moot:
                slipped = True
                why = "a chance node needs all its outcomes"
                self._stop(path, f"you left out {name_of(child)}; {why}")
            value = self._visit(child, alpha, beta, moot or left_out)
            terms.append(f"{number(chance)} × {number(value)}")
            total += chance * value
        why = f"{' + '.join(terms)} = {number(total)}"
        return self._judge(path, total, (total,), number(total), why, moot)

    def _choice(self, path: Path, alpha: float, beta: float, moot: bool) -> float:
        node = self.task.nodes[path]
        maximise = node.player == MAX
        best = -math.inf if maximise else math.inf
        low, high = alpha, beta
        tried: list[float] = []
        over, loose, slipped = False, moot, False
        """Has the rule made a cut? Are cuts no longer judged? Was a slip counted here?"""
        as_right = self._as_right(path)
        for child in node.children:
            goes = self._goes(child)
            if as_right:
                if child not in self.right.values or (over and goes is None):
                    continue
            elif loose and goes is False:
                continue
            elif over and not loose:
                if goes is not True:
                    continue
                loose = slipped = True
                self._late(path, child, best, alpha, beta)
            elif goes is False:
                if not slipped:
                    self._early(path, child, tried, best, alpha, beta)
                slipped = True
                self.dropped.add(child)
                continue
            value = self._visit(child, alpha, beta, loose)
            tried.append(value)
            best = max(best, value) if maximise else min(best, value)
            if self.task.prunes and not over and self._cut(best, alpha, beta, maximise):
                over = True
            elif not over:
                alpha, beta = (max(alpha, best), beta) if maximise else (alpha, min(beta, best))
        if not tried:  # the student left out all its children
            best = self._plain(path)
        left = tuple(child for child in node.children if child not in self.done.visited)
        if left:
            self.done.cuts[path] = left
        if not (moot or slipped):
            self._compare_node(path, left, over)
        kept = min(max(best, low), high)
        accepted: tuple[float, ...] = (best, kept)
        if self.task.exact_bounds and self.task.fail_soft is not None:
            accepted = (best,) if self.task.fail_soft else (kept,)
        right = self._bound(best, low, high) + number(accepted[0])
        why = choice_words(node.player, tried, right)
        value = kept if self.reading.hard else best
        return self._judge(path, value, accepted, right, why, moot)

    def _bound(self, best: float, low: float, high: float) -> str:
        """The sign of a value outside the window; none if it is exact."""
        if best < low or (best == low and not self.reading.strict):
            return "≤ "
        return "≥ " if best > high or (best == high and not self.reading.strict) else ""

    def _judge(
        self,
        path: Path,
        value: float,
        accepted: Sequence[float],
        right: str,
        why: str,
        moot: bool,
    ) -> float:
        """What the student has for an inner node, else `value`."""
        said = self._said(path)
        if said is None or said.value is None:
            if self.answer.values is not None and not moot:
                self._slip(VALUES, path, "", right, f"no value is given; {why}", True)
            return value
        for fits in accepted:
            if self.task.same(said.value, fits):
                self._check_sign(path, said, fits)
                return fits  # not as rounded by the student: that would drift
        by_right = self.right.values.get(path)
        if by_right is not None and self.task.same(said.value, by_right):
            return by_right
        sentence = f"you wrote {number(said.value)}; {why}"
        self._slip(VALUES, path, number(said.value), right, sentence)
        self.wrong[path] = said.value
        return said.value

    def _check_sign(self, path: Path, said: Entry, right: float) -> None:
        """A sign that the student wrote must be true."""
        if said.sign in ("", "~") or self.wrong or self.dropped:
            return
        true = self.truth.values[path]
        fits = {"=": self.task.same(true, right), "<=": true <= right + self.task.tolerance,
                ">=": true >= right - self.task.tolerance}[said.sign]  # fmt: skip
        if not fits:
            sign = {"<=": "≤", ">=": "≥"}.get(said.sign, said.sign)
            side = "at most" if true < right else "at least"
            self._slip(
                VALUES, path, f"{sign} {number(right)}", f"{side} {number(right)}",
                f"you wrote {sign} {number(right)}; the number is right, but the node's value is"
                f" {side} that",
            )  # fmt: skip

    # --- windows and cuts -----------------------------------------------------------------

    def _window(self, path: Path, alpha: float, beta: float, moot: bool) -> tuple[float, float]:
        if self.answer.windows is None or not self.task.nodes[path].children:
            return alpha, beta
        said = self.answer.windows.get(path)
        if said is None:
            if not moot:
                self._slip(WINDOWS, path, "", window(alpha, beta),
                           f"no window is given; it is {window(alpha, beta)}", True)  # fmt: skip
            return alpha, beta
        fits = (alpha, beta), self.right.windows.get(path)
        if not moot and said not in fits:
            self._slip(
                WINDOWS, path, window(*said), window(alpha, beta),
                f"you wrote the window {window(*said)}; it is {window(alpha, beta)}: MAX has"
                f" {held(alpha)} elsewhere, MIN {held(beta)}",
            )  # fmt: skip
        return said

    def _cut(self, best: float, alpha: float, beta: float, maximise: bool) -> bool:
        end = beta if maximise else alpha
        if self.task.same(best, end):
            return not self.reading.strict
        return best > end if maximise else best < end

    def _goes(self, child: Path) -> bool | None:
        """Did the student look at that child? None where the answer does not say."""
        if self.seen is not None:
            return any(leaf in self.seen for leaf in self.task.leaves(child))
        if self.skipped is not None:
            return not all(leaf in self.skipped for leaf in self.task.leaves(child))
        if not self.task.prunes:
            return None
        said = self._said(child)
        if said is not None and said.value is None:
            return False
        # The value of a leaf may be copied from the sheet, whether it was visited or not.
        known = said is not None or child in (self.answer.windows or {})
        return True if known and self.task.nodes[child].children else None

    def _as_right(self, path: Path) -> bool:
        """Did the student look at just those children that are looked at by right?"""
        if path not in self.right.values:
            return False
        went = [(self._goes(child), child) for child in self.task.nodes[path].children]
        known = [(goes, child) for goes, child in went if goes is not None]
        return bool(known) and all(goes == (child in self.right.values) for goes, child in known)

    def _compare_node(self, path: Path, left: tuple[Path, ...], over: bool) -> None:
        """A list of the nodes where cuts were made: is this node rightly in it, or not?"""
        if self.cut_nodes is None:
            return
        if (path in self.cut_nodes) == bool(self.right.cuts.get(path)):
            return
        if left and path not in self.cut_nodes:
            names = ", ".join(map(name_of, left))
            self._slip(CUTS, path, "", names, f"you have no cut; {names} can be skipped")
        elif path in self.cut_nodes and not left and not over:
            self._slip(CUTS, path, name_of(path), "", "you have a cut; there is none")

    def _late(self, path: Path, child: Path, best: float, alpha: float, beta: float) -> None:
        reason = why_cut(self.task.nodes[path].player, best, alpha, beta)
        left = [name_of(other) for other in self.task.nodes[path].children if other >= child]
        names = " and ".join(filter(None, [", ".join(left[:-1]), left[-1]]))
        skipped = f"{names} {'is' if len(left) == 1 else 'are'} skipped"
        self._stop(path, f"you went on to {name_of(child)}; {reason}, so {skipped}")

    def _early(
        self, path: Path, child: Path, tried: Sequence[float], best: float, alpha: float,
        beta: float,
    ) -> None:  # fmt: skip
        if not self.task.prunes:
            why = f"{self.task.kind} looks at every child"
        elif not tried:
            why = "no cut can come before the first child"
        else:
            player = self.task.nodes[path].player
            end = beta if player == MAX else alpha
            other = "MIN" if player == MAX else "MAX"
            why = (
                f"{PLAYERS[player]} holds {number(best)} here and {other} has {held(end)}"
                f" elsewhere, so there is no cut{' on >' if best == end else ''}"
            )
        self._stop(path, f"you skipped {name_of(child)}; {why}")

    def _compare_cuts(self, skipped: frozenset[Path]) -> None:
        """The list of cuts against the student's own list of leaves."""
        for path, children in self.done.cuts.items():
            missing = [c for c in children if not set(self.task.leaves(c)) <= skipped]
            if missing:
                names = ", ".join(map(name_of, missing))
                self._slip(CUTS, path, "", names, f"{names} was skipped, and is not in your cuts")
        for leaf in sorted(skipped & self.done.visited):
            self._slip(CUTS, leaf, name_of(leaf), "",
                       f"your cuts have {name_of(leaf)}, which was looked at")  # fmt: skip

    def _order(self) -> None:
        """The leaves must come in the order of the tree."""
        listed = self.answer.visited or ()
        for before, after in pairwise(listed):
            if after <= before:
                self._slip(
                    VISITED, after, name_of(after), "",
                    f"you have it after {name_of(before)}; children are looked at in order, each"
                    " once",
                )  # fmt: skip
                break
        for text in self.answer.strange:
            self._slip(VISITED, (), text, "", f"your leaves have {text}, which does not come here")

    # --- the root -------------------------------------------------------------------------

    def _root(self, value: float) -> None:
        task, answer = self.task, self.answer
        if answer.value is not None:
            side = self.task.root if self.reading.mover else 1
            said = side * answer.value
            if not task.same(said, value) and not task.same(said, self.truth.value):
                self._slip(VALUE, (), number(answer.value), number(side * value),
                           f"you gave the value {number(answer.value)};"
                           f" it is {number(side * value)}")  # fmt: skip
        if answer.moves is None:
            return
        worth = {c[0]: self._plain(c) for c in task.nodes[()].children if c not in self.dropped}
        best = (max if task.root == MAX else min)(worth.values(), default=value)
        good = [move for move, v in worth.items() if task.same(v, best)] or self.truth.moves
        for move in answer.moves:
            if move in good or move in self.truth.moves:
                continue
            names = " or ".join(str(other + 1) for other in good)
            bad = f", which is worth {number(worth[move])}" if move in worth else ""
            self._slip(MOVE, (), str(move + 1), names,
                       f"you chose {move + 1}{bad}; {PLAYERS[task.root]} gets {number(best)}"
                       f" by {names}")  # fmt: skip
            return

    def _plain(self, path: Path) -> float:
        """The value without cuts, with what the student got wrong as they have it."""
        node = self.task.nodes[path]
        if path in self.wrong:
            return self.wrong[path]
        if not node.children:
            return node.value
        children = [child for child in node.children if child not in self.dropped]
        below = [self._plain(child) for child in children or node.children]
        if node.player == CHANCE:
            return sum(p * v for p, v in zip(node.chances, below, strict=True))
        return max(below) if node.player == MAX else min(below)

    # --- slips ----------------------------------------------------------------------------

    def _said(self, path: Path) -> Entry | None:
        said = None if self.answer.values is None else self.answer.values.get(path)
        if said is None or said.value is None or not self.reading.mover:
            return said
        signs = {"<=": ">=", ">=": "<="} if self.task.nodes[path].side != MAX else {}
        return Entry(self.task.nodes[path].side * said.value, signs.get(said.sign, said.sign))

    def _stop(self, path: Path, sentence: str) -> None:
        self._slip(self.stops, path, "", "", sentence)

    def _slip(
        self, part: str, path: Path, said: str, right: str, sentence: str, missing: bool = False
    ) -> None:
        said_, also, rest = sentence.partition("; ")
        if also and not missing and (path if part == VALUES else ()) in self.slipped:
            sentence = f"{said_}; with what you wrote before, {rest}"
        if not missing:
            self.slipped.update(path[:size] for size in range(len(path) + 1))
        where = "" if part in (VALUE, MOVE) else f"at {node_words(path)}, "
        text = f"{where}{sentence}."
        slip = Slip(part, name_of(path), said, right, text[0].upper() + text[1:], missing)
        self.done.slips.append(slip)
