"""The selective kernel with all that a game can say for it, at both speeds; and `moves`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import pytest

from outplay import MAX, MIN, Engine, UsageError, check
from outplay.game import Game


class State(NamedTuple):
    white: int
    black: int
    player: int
    quiet: int


STEPS = tuple(
    tuple(
        to
        for to, near in (
            (square - 4, square >= 4),
            (square + 4, square < 12),
            (square - 1, square % 4 > 0),
            (square + 1, square % 4 < 3),
        )
        if near
    )
    for square in range(16)
)
"""Of each square of a board of 4 by 4, those beside it."""

BESIDE = tuple(sum(1 << to for to in steps) for steps in STEPS)


def beside(men: int) -> int:
    """All squares beside those."""
    found = 0
    for square in range(16):
        if men >> square & 1:
            found |= BESIDE[square]
    return found


class Skirmish(Game[State, int]):
    """Men step to squares beside them and capture what stands there; who has none has lost.

    A draw after twenty quiet plies. It answers all that selective searches ask.
    """

    may_cycle = True
    win = 1_000
    late_move_reductions = True
    futility_margin = 25

    def initial(self) -> State:
        return State(0b0000_0000_0000_1110, 0b0111_0000_0000_0000, MAX, 0)

    def to_move(self, s: State) -> int:
        return s.player

    def actions(self, s: State) -> Iterator[int]:
        mine = s.white if s.player == MAX else s.black
        for square in range(16):
            if mine >> square & 1:
                for to in STEPS[square]:
                    if not mine >> to & 1:
                        yield square | to << 4

    def result(self, s: State, a: int) -> State:
        start, to = 1 << (a & 15), 1 << (a >> 4)
        if s.player == MAX:
            return State(
                s.white & ~start | to, s.black & ~to, -s.player, 0 if s.black & to else s.quiet + 1
            )
        return State(
            s.white & ~to, s.black & ~start | to, -s.player, 0 if s.white & to else s.quiet + 1
        )

    def is_terminal(self, s: State) -> bool:
        return s.white == 0 or s.black == 0 or s.quiet >= 20

    def utility(self, s: State) -> int:
        if s.white == 0:
            return -1_000
        return 1_000 if s.black == 0 else 0

    def repetition_key(self, s: State) -> tuple[int, int, int]:
        return s.white, s.black, s.player

    def reversible_plies(self, s: State) -> int:
        return s.quiet

    def evaluate(self, s: State) -> int:
        lead = 100 * (s.white.bit_count() - s.black.bit_count())
        return lead + 3 * (beside(s.white).bit_count() - beside(s.black).bit_count())

    def capture_value(self, s: State, a: int) -> int:
        theirs = s.black if s.player == MAX else s.white
        return 100 if theirs >> (a >> 4) & 1 else 0

    def priority(self, s: State, a: int) -> int:
        """Captures, then quiet moves, then those that can be captured."""
        if self.capture_value(s, a):
            return 2
        theirs = s.black if s.player == MAX else s.white
        return -1 if beside(theirs) >> (a >> 4) & 1 else 0

    def tactical_actions(self, s: State) -> Iterator[int]:
        for a in self.actions(s):
            if self.capture_value(s, a):
                yield a

    def in_check(self, s: State) -> bool:
        """Is the last man attacked?"""
        mine, theirs = (s.white, s.black) if s.player == MAX else (s.black, s.white)
        return mine.bit_count() == 1 and beside(theirs) & mine != 0

    def null_move_allowed(self, s: State) -> bool:
        mine, theirs = (s.white, s.black) if s.player == MAX else (s.black, s.white)
        return mine.bit_count() > 1 and beside(theirs) & mine == 0

    def null_move(self, s: State) -> State:
        return State(s.white, s.black, -s.player, s.quiet + 1)


def test_the_game_keeps_its_promises() -> None:
    report = check(Skirmish(), lines=30, native=False)
    assert report, report
    assert {"capture_value", "in_check", "reversible_plies", "null_move"} <= set(report.checked)


MIDDLE = State(0b0000_0100_0010_1000, 0b0010_1000_0000_0000, MAX, 3)


def test_both_speeds_do_the_same() -> None:
    game = Skirmish()
    native = Engine(game, speed="native")
    for depth in (5, 8):
        native.clear()
        one = Engine(game, speed="python").analyse(MIDDLE, depth=depth)
        other = native.analyse(MIDDLE, depth=depth)
        assert (one.nodes, one.value, one.action) == (other.nodes, other.value, other.action)


class Without(Skirmish):
    """Skirmish without one of its answers, or settings."""

    def __init__(self, rule: str) -> None:
        self.rule = rule
        self.__dict__.update(
            {rule: 0} if rule in ("futility_margin", "late_move_reductions") else {}
        )

    def answers(self, optional: str) -> bool:
        return optional != self.rule and super().answers(optional)


def nodes(game: Game[State, int]) -> int:
    return Engine(game, speed="python").analyse(MIDDLE, depth=8).nodes


@pytest.mark.parametrize(
    "rule",
    ["futility_margin", "late_move_reductions", "capture_value", "in_check", "null_move_allowed"],
)
def test_each_of_them_matters(rule: str) -> None:
    assert nodes(Without(rule)) != nodes(Skirmish())


def test_reversible_only_saves_time() -> None:
    assert nodes(Without("reversible_plies")) == nodes(Skirmish())


def test_a_repetition_is_seen_as_far_back_as_there_is_one() -> None:
    """Whoever is behind comes back to where the game has been, if `history` says where that is."""
    game = Skirmish()
    before = State(0b0010, 0b1001_0000_0000_0000, MAX, 4)
    s = before
    past = []
    for a in (1 | 5 << 4, 12 | 8 << 4, 5 | 1 << 4):
        past.append(s)
        s = game.result(s, a)
    home = game.result(s, 8 | 12 << 4)
    assert game.repetition_key(home) == game.repetition_key(before)
    engine = Engine(game, speed="python")
    again = engine.analyse(s, depth=2, history=past, moves=[8 | 12 << 4])
    assert again.value == 0
    assert engine.analyse(s, depth=2, moves=[8 | 12 << 4]).value != 0


# --- moves ----------------------------------------------------------------------------------


@pytest.mark.parametrize("selective", [True, False])
def test_only_these_moves_are_searched(selective: bool) -> None:
    game = Skirmish()
    s = game.initial()
    engine = Engine(game, speed="python", selective=selective)
    some = game.legal(s)[1:3]
    found = engine.analyse(s, depth=3, moves=some)
    assert {move.action for move in found.moves} == set(some)
    assert found.action in some
    one = engine.analyse(s, depth=3, moves=[some[0], some[0]])
    assert [move.action for move in one.moves] == [one.action] == some[:1]


def test_wrong_moves() -> None:
    game = Skirmish()
    engine = Engine(game, speed="python")
    for wrong, said in (
        ([0], r"moves: 0 is not an action in the position \(14, 28672, 1, 0\)\."),
        ([game.legal(game.initial())[0], 255], "moves: 255 is not an action"),
        ([], r"moves must be a list of actions, not \[\]\."),
        ("a1", "moves must be a list of actions, not 'a1'"),
        (7, "moves must be a list of actions, not 7"),
    ):
        with pytest.raises(UsageError, match=said):
            engine.analyse(depth=2, moves=wrong)  # type: ignore[arg-type]


class Countdown(Game[int, int]):
    """One match at a time; the table knows three matches by the number 0."""

    futility_margin = 10
    win = 1000

    def initial(self) -> int:
        return 20

    def to_move(self, s: int) -> int:
        return MAX if s % 2 == 0 else MIN

    def actions(self, s: int) -> range:
        return range(1, 2)

    def result(self, s: int, a: int) -> int:
        return s - a

    def is_terminal(self, s: int) -> bool:
        return s == 0

    def utility(self, s: int) -> int:
        return 1000

    def key(self, s: int) -> int:
        return s - 3

    def evaluate(self, s: int) -> int:
        return 100 + s


@pytest.mark.parametrize("speed", ["python", "native"])
def test_an_estimate_is_not_taken_from_an_empty_slot(speed: str) -> None:
    assert Engine(Countdown(), speed=speed).analyse(5, depth=2).value == 103
