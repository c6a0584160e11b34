"""`Solution`: what is known of every state of a game."""

from __future__ import annotations

import csv
import random
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from time import perf_counter
from typing import Any, Generic, NamedTuple, TypeAlias

import numpy as np

from outplay.copies import copier, protected
from outplay.errors import IllegalAction, OutplayError, UsageError
from outplay.game import CHANCE, MIN, AnyGame, Game
from outplay.keys import same
from outplay.lazy import fetch
from outplay.native.forms import Form
from outplay.native.layout import Overflow
from outplay.result import Bound, Move, Result
from outplay.solve.counts import Counts
from outplay.solve.fingerprint import fingerprint
from outplay.solve.grades import Grade
from outplay.solve.packing import Layout
from outplay.solve.solution_file import FileTable
from outplay.solve.table import BLOCK, Block, Table
from outplay.tactics import Action, State

ALGORITHM = "solution"

NEARLY = 1e-6
"""Means that are known so well are values; others are estimates."""


class Solved(NamedTuple):
    """What is known of a state."""

    value: float
    """From MAX's side."""
    distance: int | None
    """Plies to the end with best play, where it is won or lost."""


class WrongRules(OutplayError):
    """A solution is of other rules than those that it is to be used with."""


class Solution(Generic[State, Action]):
    """The value and distance of every state that can be reached."""

    def __init__(
        self,
        game: Game[State, Action],
        form: Form,
        layout: Layout,
        grade: Grade | None,
        table: Table,
        about: Mapping[str, Any],
    ) -> None:
        """`about` is what the header of its file says: see `docs/solution-format.md`."""
        self.game, self.about = game, about
        self._form, self._layout, self._grade, self.table = form, layout, grade, table
        self._rules: AnyGame = protected(game, game.initial())
        self._copy = copier(self._rules)

    # --- what it is -------------------------------------------------------------------------------

    @cached_property
    def counts(self) -> Counts:
        """How many states are won, drawn and lost."""
        return Counts.from_fields(self.about["counts"])

    @property
    def roots(self) -> list[State]:
        """The positions that it begins with; the first ones if there are many."""
        return [self._form.build(words) for words in self.about["root_words"]]

    @property
    def states(self) -> int:
        """All states, mirror images included."""
        return self.counts.states

    @property
    def by_distance(self) -> Mapping[int, tuple[int, int]]:
        """By plies to the end, how many states are won and lost for the side to move."""
        return self.counts.by_distance

    @property
    def error(self) -> float:
        """By how much values may be off, where chance averages them; else 0."""
        return float(self.about["error"])

    @property
    def win(self) -> float | None:
        """What a win counts, where games are won, drawn and lost."""
        win: float | None = self.about["win"]
        return win

    def __len__(self) -> int:
        return sum(self.table.sizes)

    def __repr__(self) -> str:
        return f"<Solution of {self.game.name}: {self.states:,} states>"

    # --- one state --------------------------------------------------------------------------------

    def find(self, state: State) -> Solved | None:
        """What is known of a state; None if it cannot be reached."""
        s, sign = self._copy(state), 1
        if self.about["without_history"]:
            s = self._rules.without_history(s)
        if self.about["exchanged"] and self._rules.to_move(self._copy(s)) == MIN:
            s, sign = self._rules.exchanged(s), -1
        images = [s]
        if self.about["symmetric"]:
            images += self._rules.symmetries(self._copy(s))
        found = []
        for image in images:
            row = self._row(image)
            key = None if row is None else self._layout.key(row)
            if row is not None and key is not None:
                found.append((key, row))
        if not found:
            return None
        key, row = min(found)
        known = self.table.find(self._part(s, row), key)
        return None if known is None else self._solved(sign * known[0], known[1])

    def _part(self, s: object, row: list[int]) -> int:
        """In which part a state would stand; one that there is not, if in none."""
        if self._grade is not None:
            return self._grade.layer(row)
        return int(self._rules.is_terminal(self._copy(s)))

    def _row(self, state: object) -> list[int] | None:
        try:
            row = self._form.flatten(state)
        except Overflow:
            return None
        room = self._form.words - len(row)
        return row + [0] * room if room >= 0 else None

    def _solved(self, value: float, distance: int | None) -> Solved:
        if self.win is None:
            return Solved(value, None)
        return Solved(value * self.win, distance if value else None)

    def __contains__(self, state: State) -> bool:
        return self.find(state) is not None

    def __getitem__(self, state: State) -> Solved:
        """What is known of a state; raises IllegalAction if it cannot be reached."""
        found = self.find(state)
        if found is None:
            raise IllegalAction(
                f"The position {self.game.format_state(state)} is not in this solution of"
                f" {self.game.name}: play does not lead there."
            )
        return found

    def value(self, state: State) -> float:
        """The value of a state, from MAX's side."""
        return self[state].value

    def distance(self, state: State) -> int | None:
        """Plies to the end with best play; None where it is neither won nor lost."""
        return self[state].distance

    def moves(self, state: State) -> tuple[Move[Action], ...]:
        """All that can be done in a state, with its value and distance: the best first."""
        rules = self._rules
        if rules.is_terminal(self._copy(state)):
            return ()
        found = []
        for a in rules.legal(self._copy(state)):
            value, distance = self[rules.result(self._copy(state), a)]
            plies = None if distance is None else distance + 1
            found.append(Move(a, value, self._bound, self.error <= NEARLY, plies, (a,), 1))
        side = rules.to_move(self._copy(state))
        return tuple(found if side == CHANCE else sorted(found, key=lambda m: _rank(m, side)))

    @property
    def _bound(self) -> Bound:
        """Exact, unless bounds that should have met are still far from one another."""
        return Bound.EXACT if self.error <= NEARLY else Bound.ESTIMATE

    def line(self, state: State) -> tuple[Action, ...]:
        """Best play from a state: to the end, to chance, or to where a position comes back."""
        line: list[Action] = []
        met: list[object] = [state]
        rules = self._rules
        while not rules.is_terminal(self._copy(state)):
            if rules.to_move(self._copy(state)) == CHANCE:
                break
            best = self.moves(state)[0]
            line.append(best.action)
            state = rules.result(self._copy(state), best.action)
            if best.distance is None and any(same(state, s) for s in met):
                break
            met.append(state)
        return tuple(line)

    def analyse(
        self, state: State | None = None, *, lines: int = 1, actions: Iterable[Action] | None = None
    ) -> Result[State, Action]:
        """What is known of a state, as a search would answer.

        The first `lines` moves come with best play after them. `actions` are the only ones to look
        at: what is known is then that of the best of these.
        """
        start = perf_counter()
        s = self.game.initial() if state is None else state
        rules, known = self._rules, self[s]
        moves = self.moves(s)
        mover = rules.to_move(self._copy(s)) if moves else 0
        chance = bool(moves) and mover == CHANCE
        if actions is not None and not chance:
            only = list(actions)
            moves = tuple(move for move in moves if move.action in only)
            known = Solved(moves[0].value, moves[0].distance)
        moves = (*(self._with_line(s, move) for move in moves[:lines]), *moves[lines:])
        line = () if chance or not moves else moves[0].line if lines else self.line(s)
        return Result(
            game=self.game,
            state=s,
            to_move=mover,
            algorithm=ALGORITHM,
            action=None if chance or not moves else moves[0].action,
            value=known.value,
            bound=self._bound,
            proven=self.error <= NEARLY,
            distance=0 if not moves else known.distance,
            line=line,
            moves=moves,
            depth=len(line),
            nodes=1 + len(moves),
            elapsed=perf_counter() - start,
            compile_time=0.0,
            stopped_by="end",
            speed="python",
            speed_reason="looked up",
        )

    def _with_line(self, state: State, move: Move[Action]) -> Move[Action]:
        after = self._rules.result(self._copy(state), move.action)
        return replace(move, line=(move.action, *self.line(after)))

    # --- many states ------------------------------------------------------------------------------

    def __iter__(self) -> Iterator[tuple[State, Solved]]:
        """All positions, of mirror images one."""
        for part in range(len(self.table.sizes)):
            for block in self.table.blocks(part):
                yield from self._of_block(block)

    def _of_block(self, block: Block) -> Iterator[tuple[State, Solved]]:
        rows = self._layout.rows(np.ascontiguousarray(block.keys)).tolist()
        for number, row in enumerate(rows):
            distance = None if block.distances is None else int(block.distances[number])
            yield self._form.build(row), self._solved(block.values[number].item(), distance)

    def longest(self, most: int = 10) -> list[tuple[State, Solved]]:
        """The positions that are farthest from their end, so many at most."""
        farthest = max(self.by_distance, default=None)
        if farthest is None:
            return []
        found: list[tuple[State, Solved]] = []
        for part in range(len(self.table.sizes)):
            for block in self.table.blocks(part):
                if block.distances is None or block.distances.max() < farthest:
                    continue
                found += [x for x in self._of_block(block) if x[1].distance == farthest]
                if len(found) >= most:
                    return found[:most]
        return found

    def sample(self, n: int = 10, seed: int = 0) -> list[tuple[State, Solved]]:
        """Some positions, each as likely as any other; the same ones for the same seed."""
        dice, total = random.Random(seed), len(self)
        found: list[tuple[State, Solved]] = []
        for place in sorted(dice.randrange(total) for _ in range(n)) if total else ():
            part, at = self._place(place)
            block = next(self.table.blocks(part, at // BLOCK))
            here = slice(at % BLOCK, at % BLOCK + 1)
            distances = None if block.distances is None else block.distances[here]
            found += self._of_block(Block(block.keys[here], block.values[here], distances))
        dice.shuffle(found)
        return found

    def _place(self, number: int) -> tuple[int, int]:
        """In which part, and where there, the position with that number stands."""
        part = 0
        while number >= self.table.sizes[part]:
            number -= self.table.sizes[part]
            part += 1
        return part, number

    # --- files ------------------------------------------------------------------------------------

    def to_csv(self, path: str | Path) -> None:
        """Writes all positions: as text, with value and distance."""
        with open(path, "w", newline="", encoding="utf-8") as file:
            writer = csv.writer(file)
            writer.writerow(("position", "value", "distance"))
            writer.writerows(self._rows())

    def to_parquet(self, path: str | Path) -> None:
        """The same in the form of Apache Parquet; needs pyarrow."""
        try:
            arrow, parquet = fetch("pyarrow"), fetch("pyarrow.parquet")
        except ImportError:
            raise UsageError("Parquet needs pyarrow: pip install pyarrow.") from None
        names = ("position", "value", "distance")
        schema = arrow.schema(
            list(zip(names, (arrow.string(), arrow.float64(), arrow.int32()), strict=True))
        )
        with parquet.ParquetWriter(path, schema) as writer:
            for rows in _batches(self._rows(), 1 << 16):
                columns = dict(zip(names, map(list, zip(*rows, strict=True)), strict=True))
                writer.write_table(arrow.table(columns, schema=schema))

    def _rows(self) -> Iterator[tuple[str, float, int | None]]:
        for state, (value, distance) in self:
            yield self.game.format_state(state), value, distance

    def close(self) -> None:
        """Lets go of its file."""
        if isinstance(self.table, FileTable):
            self.table.close()

    def check_rules(self) -> None:
        """Raises WrongRules if its game answers otherwise than the one that was solved."""
        roots = [self.game.initial()]
        try:
            answers = fingerprint(self._rules, self._form, roots)
        except Overflow:  # their states are others
            answers = ""
        if answers != self.about["fingerprint"]:
            raise WrongRules(
                f"This is a solution of other rules: those of {self.game.name} answer otherwise"
                f" than those of {self.about['game']}{self.about['settings']} did when they were"
                " solved."
            )


AnySolution: TypeAlias = Solution[Any, Any]
"""Of a game of whatever states and actions."""


def _rank(move: Move[Any], side: int) -> tuple[float, int]:
    """The greatest value first; of wins the nearest, of losses the farthest."""
    own = side * move.value
    plies = move.distance or 0
    return -own, plies if own > 0 else -plies


def _batches(rows: Iterable[Any], size: int) -> Iterator[list[Any]]:
    batch = []
    for row in rows:
        batch.append(row)
        if len(batch) == size:
            yield batch
            batch = []
    if batch:
        yield batch
