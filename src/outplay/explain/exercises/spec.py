"""What a teacher asks of an exercise, checked before any tree is tried."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from outplay.errors import UsageError
from outplay.explain.conventions import AIMA, Convention
from outplay.game import MAX
from outplay.parameters import is_int, player, whole_number

ALPHABETA, MINIMAX, EXPECTIMINIMAX = "alphabeta", "minimax", "expectiminimax"
KINDS = (ALPHABETA, MINIMAX, EXPECTIMINIMAX)

MOST_LEAVES = 256
"""More do not fit on a sheet."""
USUAL_VALUES = ((30, 20), (90, 50), (MOST_LEAVES, 99))
"""Up to so many leaves: from 0 to that."""

Range = tuple[int, int | None]
"""From, to; None is without end."""


@dataclass(frozen=True)
class ExerciseSpec:
    """What the trees should be like. Ranges are (from, to), both included."""

    kind: str = ALPHABETA
    branch: tuple[int, int] = (3, 3)
    """Children of a node."""
    depth: int = 3
    """Plies from the root to every leaf, chance's turns included."""
    cuts: Range | None = None
    """How many cuts leave something out; by default alphabeta needs at least 1."""
    deep_cuts: int = 0
    """At least this many of them are deep."""
    no_ties: bool = False
    """All leaves are different."""
    differ: bool = False
    """Whoever confuses ≥ and > gets a different answer."""
    root: int = MAX
    convention: Convention = AIMA
    values: tuple[int, int] | None = None
    """The range of the leaves; by default 0 to 20, or more where they are many or all differ."""

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise UsageError(f"An exercise is one of {', '.join(KINDS)}, not {self.kind!r}.")
        whole_number("depth", self.depth, 1)
        whole_number("deep_cuts", self.deep_cuts, 0)
        for name, pair in (("branch", self.branch), ("cuts", self.cuts), ("values", self.values)):
            if pair is not None:
                _check_range(name, pair)
        player("root", self.root)
        for wrong, sentence in self._errors():
            if wrong:
                raise UsageError(sentence)

    def _errors(self) -> Iterator[tuple[bool, str]]:
        """What may be wrong: is it, and the sentence about it. Each relies on those before it."""
        narrow = "branch must be a number from 2 up, or a range from 1 up such as 1..3, not"
        yield self.branch[0] < 1 or self.branch[1] < 2, f"{narrow} {range_text(self.branch)}."
        least, most = self.cuts or (0, None)
        yield least < 0, f"cuts must be from 0 up, not {range_text((least, most))}."
        # First without computing it: 10 to the 10,000th is no number to print.
        large = self.depth > 20 or self.branch[1] ** self.depth > MOST_LEAVES
        yield (
            large,
            f"An exercise has at most {MOST_LEAVES} leaves; {self.shape()} could have more.",
        )
        for name, given in (
            ("a number of cuts", self.cuts is not None),
            ("a deep cut", self.deep_cuts > 0),
            ("a difference between ≥ and >", self.differ),
            ("a convention for cuts", self.convention != AIMA),
        ):
            sentence = f"{self.kind} cuts nothing; {name} is for alphabeta only."
            yield given and self.kind != ALPHABETA, sentence
        short, chance = self.depth < 2, self.kind == EXPECTIMINIMAX
        both = "minimax needs a depth of 2 or more, so that both players move."
        yield self.kind == MINIMAX and short, both
        yield chance and short, "expectiminimax needs a depth of 2 or more: a player, then chance."
        wide = "expectiminimax has a branch of at most 10, so that tenths suffice."
        yield chance and self.branch[1] > 10, wide
        ties = "≥ and > differ only where values are equal, so an exercise without ties"
        yield self.differ and self.no_ties, f"{ties} cannot have an answer that differs."
        cut = f"A cut needs a depth of 2 or more, not {self.depth}."
        yield self.cut_range[0] > 0 and short, cut
        deep = "A deep cut needs a depth of 3 or more (4, if its bound is to come from beyond the"
        yield self.deep_cuts > 0 and self.depth < 3, f"{deep} parent), not {self.depth}."
        many = f"{self.deep_cuts} deep cuts are more than the {most} cuts there may be."
        yield most is not None and self.deep_cuts > most, many
        low, high = self.value_range
        size = "values must be from -9999 to 9999, so that they can be read on a sheet."
        yield max(abs(low), abs(high)) > 9999, size
        leaves, values = self.branch[1] ** self.depth, high - low + 1
        few = f"{leaves} leaves that all differ need {leaves} values, and"
        yield self.no_ties and values < leaves, f"{few} {low}..{high} has {values}."

    @property
    def strictly_deep(self) -> bool:
        """Can a bound come from beyond the parent? In three plies it cannot."""
        return self.depth >= 4

    @property
    def cut_range(self) -> Range:
        """How many cuts there may be."""
        if self.kind != ALPHABETA:
            return 0, 0
        return (max(1, self.deep_cuts), None) if self.cuts is None else self.cuts

    @property
    def value_range(self) -> tuple[int, int]:
        """The smallest and the largest leaf there may be."""
        if self.values is not None:
            return self.values
        leaves = self.branch[1] ** self.depth
        high = next(high for most, high in USUAL_VALUES if leaves <= most)
        if self.no_ties:  # ten to spare, to the next ten
            high = max(high, (leaves + 10 + 9) // 10 * 10)
        return 0, high

    def shape(self) -> str:
        """`branch 3, depth 3`"""
        return f"branch {range_text(self.branch)}, depth {self.depth}"


def _check_range(name: str, pair: object) -> None:
    low, high = pair if isinstance(pair, tuple) and len(pair) == 2 else (None, None)
    if not is_int(low) or not (is_int(high) or (high is None and name == "cuts")):
        raise UsageError(f"{name} must be a pair of whole numbers, from and to, not {pair!r}.")
    if high is not None and low > high:
        raise UsageError(f"{name} goes from the smaller to the larger, not {low}..{high}.")


def range_text(pair: Range) -> str:
    low, high = pair
    if high is None:
        return f"{low} or more"
    return str(low) if low == high else f"{low}..{high}"


def count_text(pair: Range, noun: str) -> str:
    """`2 to 4 cuts`, `1 cut`, `at least 3 cuts`."""
    low, high = pair
    amount = f"at least {low}" if high is None else f"{low} to {high}" if low < high else str(low)
    return f"{amount} {noun}{'' if (low if high is None else high) == 1 else 's'}"
