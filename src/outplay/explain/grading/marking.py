"""Grading with follow-through: the right algorithm, run on the student's own numbers.

The tree is walked as the algorithm walks it. Where the student wrote something else than what
follows from what they wrote before, that is a slip; then the walk goes on with what they wrote.
So a slip is counted once, where it was made, and not again in all that follows from it. What is
right in itself is never a slip, whatever was written before.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

from outplay.explain.grading import slips as parts
from outplay.explain.grading.answers import Answer, Entry
from outplay.explain.grading.slips import Reading, Slip, bound_words, choice_words
from outplay.explain.grading.task import Task
from outplay.explain.student_algorithms import Algorithm, Path, name_of, run
from outplay.explain.words import PLAYERS, listed, number, why_cut, window
from outplay.game import CHANCE, MAX


class Marker:
    """Marks an answer in one reading of it."""

    def __init__(self, task: Task, answer: Answer, reading: Reading) -> None:
        self.task, self.answer, self.reading = task, answer, reading
        self.tree, self.nodes, self.same = task.tree, task.tree.nodes, task.tree.same
        self.slips: list[Slip] = []
        self.visited: set[Path] = set()
        self.cuts: dict[Path, tuple[Path, ...]] = {}
        """Where the student left out children, and which."""
        self.right = run(task.tree, reading.algorithm)
        self.truth = run(task.tree, Algorithm())
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
        self.stops = parts.VISITED if self.seen is not None else parts.CUTS
        """The part in which going on too far, or not far enough, is a slip."""
        if self.seen is None and self.skipped is None and self.cut_nodes is None:
            self.stops = parts.VALUES if answer.values is not None else parts.WINDOWS

    def mark(self) -> list[Slip]:
        """All slips of the answer, in the order of the search."""
        value = self._visit((), -math.inf, math.inf, False)
        if self.seen is not None:
            self._check_order()
            if self.skipped is not None:
                self._check_skipped(self.skipped)
        self._check_value(value)
        self._check_move(value)
        return self.slips

    # --- the walk -------------------------------------------------------------------------

    def _visit(self, path: Path, alpha: float, beta: float, moot: bool) -> float:
        """What the node returns. `moot`: it should have been skipped, so cuts do not matter."""
        node = self.nodes[path]
        alpha, beta = self._window(path, alpha, beta, moot)
        self.visited.add(path)
        if not node.children:
            return self._leaf(path)
        way = self._chance if node.player == CHANCE else self._choice
        return way(path, alpha, beta, moot)

    def _leaf(self, path: Path) -> float:
        right = self.nodes[path].value
        entry = None if self.answer.values is None else self.answer.values.get(path)
        if entry is not None and entry.value == -right and self.reading.mover:
            return right  # seen from the other side
        if entry is None or entry.value is None or self.same(entry.value, right):
            return right
        said, true = number(entry.value), number(right)
        self._slip(parts.VALUES, path, f"you wrote {said}; the leaf is {true}", said, true)
        self.wrong[path] = entry.value
        return entry.value

    def _chance(self, path: Path, alpha: float, beta: float, moot: bool) -> float:
        node = self.nodes[path]
        terms, total, slipped = [], 0.0, False
        for child, chance in zip(node.children, node.chances, strict=True):
            left_out = self._was_visited(child) is False
            if left_out and not slipped and not moot:
                slipped = True
                why = "a chance node needs all its outcomes"
                self._slip(self.stops, path, f"you left out {name_of(child)}; {why}")
            value = self._visit(child, alpha, beta, moot or left_out)
            terms.append(f"{number(chance)} × {number(value)}")
            total += chance * value
        why = f"{' + '.join(terms)} = {number(total)}"
        return self._compare(path, total, (total,), number(total), why, moot)

    def _choice(self, path: Path, alpha: float, beta: float, moot: bool) -> float:
        node = self.nodes[path]
        maximise = node.player == MAX
        best = -math.inf if maximise else math.inf
        low, high = alpha, beta
        tried: list[float] = []
        cut, loose, slipped = False, moot, False
        """Has the rule made a cut? Are cuts no longer judged? Was a slip counted here?"""
        as_right = self._as_right(path)
        for child in node.children:
            visited = self._was_visited(child)
            if as_right:
                if child not in self.right.values or (cut and visited is None):
                    continue
            elif loose and visited is False:
                continue
            elif cut and not loose:
                if visited is not True:
                    continue
                loose = slipped = True
                self._cut_missed(path, child, best, alpha, beta)
            elif visited is False:
                if not slipped:
                    self._cut_too_early(path, child, best if tried else None, alpha, beta)
                slipped = True
                self.dropped.add(child)
                continue
            value = self._visit(child, alpha, beta, loose)
            tried.append(value)
            best = max(best, value) if maximise else min(best, value)
            if self.task.prunes and not cut and self._cuts(best, alpha, beta, maximise):
                cut = True
            elif not cut:
                alpha, beta = (max(alpha, best), beta) if maximise else (alpha, min(beta, best))
        if not tried:  # the student left out all its children
            best = self._value_without_cuts(path)
        left = tuple(child for child in node.children if child not in self.visited)
        if left:
            self.cuts[path] = left
        if not (moot or slipped):
            self._check_cut_node(path, left, cut)
        kept = min(max(best, low), high)
        accepted = {None: (best, kept), True: (best,), False: (kept,)}[self.task.graded_fail]
        right = self._sign(best, low, high) + number(accepted[0])
        why = choice_words(node.player, tried, right)
        value = kept if self.reading.algorithm.hard else best
        return self._compare(path, value, accepted, right, why, moot)

    def _sign(self, best: float, low: float, high: float) -> str:
        """Of a value outside the window; none if it is exact."""
        strict = self.reading.algorithm.strict
        if best < low or (best == low and not strict):
            return "≤ "
        return "≥ " if best > high or (best == high and not strict) else ""

    def _compare(
        self, path: Path, value: float, accepted: Sequence[float], right: str, why: str, moot: bool
    ) -> float:
        """What the student has for an inner node, else `value`."""
        entry = self._entry(path)
        if entry is None or entry.value is None:
            if self.answer.values is not None and not moot:
                text = f"no value is given; {why}"
                self._slip(parts.VALUES, path, text, "", right, missing=True)
            return value
        for fits in accepted:
            if self.same(entry.value, fits):
                self._check_sign(path, entry, fits)
                return fits  # not as rounded by the student: that would drift
        by_right = self.right.values.get(path)
        if by_right is not None and self.same(entry.value, by_right):
            return by_right
        said = number(entry.value)
        self._slip(parts.VALUES, path, f"you wrote {said}; {why}", said, right)
        self.wrong[path] = entry.value
        return entry.value

    def _check_sign(self, path: Path, entry: Entry, right: float) -> None:
        """A sign that the student wrote must be true."""
        if entry.sign in ("", "~") or self.wrong or self.dropped:
            return
        true, tolerance = self.truth.values[path], self.tree.tolerance
        fits = {
            "=": self.same(true, right),
            "<=": true <= right + tolerance,
            ">=": true >= right - tolerance,
        }
        if not fits[entry.sign]:
            sign = {"<=": "≤", ">=": "≥"}.get(entry.sign, entry.sign)
            side = "at most" if true < right else "at least"
            said = f"{sign} {number(right)}"
            text = f"you wrote {said}; the number is right, but the node's value is {side} that"
            self._slip(parts.VALUES, path, text, said, f"{side} {number(right)}")

    # --- windows and cuts -----------------------------------------------------------------

    def _window(self, path: Path, alpha: float, beta: float, moot: bool) -> tuple[float, float]:
        if self.answer.windows is None or not self.nodes[path].children:
            return alpha, beta
        said, right = self.answer.windows.get(path), window(alpha, beta)
        if said is None:
            if not moot:
                text = f"no window is given; it is {right}"
                self._slip(parts.WINDOWS, path, text, "", right, missing=True)
            return alpha, beta
        if not moot and said not in ((alpha, beta), self.right.windows.get(path)):
            text = (
                f"you wrote the window {window(*said)}; it is {right}: MAX has"
                f" {bound_words(alpha)} elsewhere, MIN {bound_words(beta)}"
            )
            self._slip(parts.WINDOWS, path, text, window(*said), right)
        return said

    def _cuts(self, best: float, alpha: float, beta: float, maximise: bool) -> bool:
        end = beta if maximise else alpha
        if self.same(best, end):
            return not self.reading.algorithm.strict
        return best > end if maximise else best < end

    def _was_visited(self, child: Path) -> bool | None:
        """Did the student look at that child? None where the answer does not say."""
        if self.seen is not None:
            return any(leaf in self.seen for leaf in self.tree.leaves(child))
        if self.skipped is not None:
            return not all(leaf in self.skipped for leaf in self.tree.leaves(child))
        if not self.task.prunes:
            return None
        entry = self._entry(child)
        if entry is not None and entry.value is None:
            return False
        # The value of a leaf may be copied from the sheet, whether it was visited or not.
        known = entry is not None or child in (self.answer.windows or {})
        return True if known and self.nodes[child].children else None

    def _as_right(self, path: Path) -> bool:
        """Did the student look at just those children that the right search looks at?"""
        if path not in self.right.values:
            return False
        went = [(self._was_visited(child), child) for child in self.nodes[path].children]
        known = [(visited, child) for visited, child in went if visited is not None]
        return bool(known) and all(
            visited == (child in self.right.values) for visited, child in known
        )

    def _check_cut_node(self, path: Path, left: tuple[Path, ...], cut: bool) -> None:
        """A list of the nodes where cuts were made: is this node rightly in it, or not?"""
        if self.cut_nodes is None or (path in self.cut_nodes) == bool(self.right.cuts.get(path)):
            return
        if left and path not in self.cut_nodes:
            names = ", ".join(map(name_of, left))
            self._slip(parts.CUTS, path, f"you have no cut; {names} can be skipped", "", names)
        elif path in self.cut_nodes and not left and not cut:
            self._slip(parts.CUTS, path, "you have a cut; there is none", name_of(path))

    def _cut_missed(self, path: Path, child: Path, best: float, alpha: float, beta: float) -> None:
        reason = why_cut(self.nodes[path].player, best, alpha, beta)
        left = [name_of(other) for other in self.nodes[path].children if other >= child]
        skipped = f"{listed(left)} {'is' if len(left) == 1 else 'are'} skipped"
        self._slip(self.stops, path, f"you went on to {name_of(child)}; {reason}, so {skipped}")

    def _cut_too_early(
        self, path: Path, child: Path, best: float | None, alpha: float, beta: float
    ) -> None:
        """`best` is None before the first child."""
        player = self.nodes[path].player
        end, other = (beta, "MIN") if player == MAX else (alpha, "MAX")
        if not self.task.prunes:
            why = f"{self.task.kind} looks at every child"
        elif best is None:
            why = "no cut can come before the first child"
        else:
            why = (
                f"{PLAYERS[player]} holds {number(best)} here and {other} has {bound_words(end)}"
                f" elsewhere, so there is no cut{' on >' if best == end else ''}"
            )
        self._slip(self.stops, path, f"you skipped {name_of(child)}; {why}")

    def _check_skipped(self, skipped: frozenset[Path]) -> None:
        """The list of cuts against the student's own list of leaves."""
        for path, children in self.cuts.items():
            missing = [name_of(c) for c in children if not set(self.tree.leaves(c)) <= skipped]
            if missing:
                names = ", ".join(missing)
                text = f"you skipped {names}, but your cuts do not say so"
                self._slip(parts.CUTS, path, text, "", names)
        for leaf in sorted(skipped & self.visited):
            text = f"your cuts include {name_of(leaf)}, which you looked at"
            self._slip(parts.CUTS, leaf, text, name_of(leaf))

    def _check_order(self) -> None:
        """The leaves must come in the order of the tree."""
        for before, after in pairwise(self.answer.visited or ()):
            if after <= before:
                first = name_of(before)
                text = (
                    f"you visit it after {first}; children are visited in order, each of them once"
                )
                self._slip(parts.VISITED, after, text, name_of(after))
                break
        for text in self.answer.strange:
            sentence = f"your leaves include {text}, which does not belong here"
            self._slip(parts.VISITED, (), sentence, text)

    # --- the root -------------------------------------------------------------------------

    def _check_value(self, value: float) -> None:
        if self.answer.value is None:
            return
        side = self.tree.root if self.reading.mover else 1
        said = side * self.answer.value
        if not self.same(said, value) and not self.same(said, self.truth.value):
            given, right = number(self.answer.value), number(side * value)
            self._slip(parts.VALUE, (), f"you gave the value {given}; it is {right}", given, right)

    def _check_move(self, value: float) -> None:
        children = [child for child in self.nodes[()].children if child not in self.dropped]
        worth = {child[0]: self._value_without_cuts(child) for child in children}
        best = (max if self.tree.root == MAX else min)(worth.values(), default=value)
        good = [move for move, v in worth.items() if self.same(v, best)] or self.truth.moves
        for move in self.answer.moves or ():
            if move in good or move in self.truth.moves:
                continue
            names = " or ".join(str(other + 1) for other in good)
            bad = f", which is worth {number(worth[move])}" if move in worth else ""
            player = PLAYERS[self.tree.root]
            text = f"you chose {move + 1}{bad}; {player} gets {number(best)} by {names}"
            self._slip(parts.MOVE, (), text, str(move + 1), names)
            return

    def _value_without_cuts(self, path: Path) -> float:
        """With what the student got wrong as they have it."""
        node = self.nodes[path]
        if path in self.wrong:
            return self.wrong[path]
        if not node.children:
            return node.value
        children = [child for child in node.children if child not in self.dropped]
        below = [self._value_without_cuts(child) for child in children or node.children]
        if node.player == CHANCE:
            return sum(p * v for p, v in zip(node.chances, below, strict=True))
        return max(below) if node.player == MAX else min(below)

    # --- slips ----------------------------------------------------------------------------

    def _entry(self, path: Path) -> Entry | None:
        """What the student wrote for a node, from MAX's side."""
        entry = None if self.answer.values is None else self.answer.values.get(path)
        if entry is None or entry.value is None or not self.reading.mover:
            return entry
        side = self.nodes[path].side
        signs = {"<=": ">=", ">=": "<="} if side != MAX else {}
        return Entry(side * entry.value, signs.get(entry.sign, entry.sign))

    def _slip(
        self,
        part: str,
        path: Path,
        text: str,
        said: str = "",
        right: str = "",
        missing: bool = False,
    ) -> None:
        first, also, rest = text.partition("; ")
        if also and not missing and (path if part == parts.VALUES else ()) in self.slipped:
            text = f"{first}; with what you wrote before, {rest}"
        if not missing:
            self.slipped.update(path[:size] for size in range(len(path) + 1))
        if part not in (parts.VALUE, parts.MOVE):
            text = f"at {f'node {name_of(path)}' if path else 'the root'}, {text}"
        slip = Slip(part, name_of(path), said, right, f"{text[0].upper()}{text[1:]}.", missing)
        self.slips.append(slip)
