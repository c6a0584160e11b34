"""Dots and Boxes: against a naive second implementation, solved values, notation, bad input."""

from __future__ import annotations

import functools
import random
from typing import Any

import pytest
from walks import check_notation, check_symmetries, perft, reachable, value

import outplay
from outplay.errors import IllegalAction, InvalidPosition, UsageError
from outplay.game import MAX, MIN
from outplay.games.dots_and_boxes import DotsAndBoxes

SIZES = [(3, 3), (1, 1), (2, 1), (1, 4), (4, 2), (7, 7), (5, 5)]


class Naive:
    """A set of edges, each a pair of dots (column, row)."""

    def __init__(self, width: int, height: int) -> None:
        dots = [(x, y) for y in range(height + 1) for x in range(width + 1)]
        self.edges = [(a, b) for a in dots for b in dots if (b[0] - a[0], b[1] - a[1]) in STEPS]
        self.boxes = [(x, y) for x in range(width) for y in range(height)]
        self.drawn: set[Any] = set()
        self.owner: dict[tuple[int, int], int] = {}
        self.mover = MAX

    def draw(self, edge: Any) -> None:
        self.drawn.add(edge)
        won = [box for box in self.boxes if box not in self.owner and sides(*box) <= self.drawn]
        self.owner.update(dict.fromkeys(won, self.mover))
        self.mover = self.mover if won else -self.mover


STEPS = ((1, 0), (0, 1))


def sides(x: int, y: int) -> set[Any]:
    a, b, c, d = (x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)
    return {(a, b), (c, d), (a, c), (b, d)}


def name(edge: Any) -> str:
    return "-".join(f"{'abcdefgh'[x]}{y + 1}" for x, y in edge)


@pytest.mark.parametrize("size", SIZES)
def test_play_like_the_naive_game(size: tuple[int, int]) -> None:
    for seed in range(5):
        game, naive, chosen = DotsAndBoxes(*size), Naive(*size), random.Random(seed)
        s = game.initial()
        while True:
            free = [edge for edge in naive.edges if edge not in naive.drawn]
            legal = game.legal(s)
            assert {game.format_action(s, a) for a in legal} == {name(edge) for edge in free}
            if not free:
                assert game.is_terminal(s)
                assert game.utility(s) == sum(naive.owner.values())
                break
            assert game.to_move(s) == naive.mover
            edge = chosen.choice(free)
            naive.draw(edge)
            s = game.result(s, game.parse_action(s, name(edge)))


def test_perft() -> None:
    game = DotsAndBoxes(2, 2)
    assert [perft(game, depth) for depth in range(1, 5)] == [12, 132, 1320, 11880]
    assert outplay.perft(DotsAndBoxes(3, 3), 3, speed="python") == 24 * 23 * 22


# A's boxes less B's, by (width, height): recomputed for the reference data of this project with a
# table of all sets of edges.
VALUES = {
    (1, 1): -1,
    (2, 1): 0,
    (3, 1): -1,
    (4, 1): 0,
    (5, 1): -1,
    (6, 1): 0,
    (7, 1): -1,
    (2, 2): 2,
    (3, 2): -2,
    (4, 2): 2,
    (5, 2): -2,
    (3, 3): -3,
}


@pytest.mark.parametrize("size", [(1, 1), (2, 1), (3, 1), (4, 1), (2, 2)])
def test_solved_values(size: tuple[int, int]) -> None:
    game = DotsAndBoxes(*size)
    assert outplay.analyse(game, exact=True, lines=1, speed="python").value == VALUES[size]
    tall = DotsAndBoxes(*reversed(size))
    assert outplay.analyse(tall, exact=True, lines=1, speed="python").value == VALUES[size]


def test_native_speed_gives_the_same() -> None:
    game = DotsAndBoxes(2, 2)
    native = outplay.alphabeta(game, depth=4, speed="native")
    python = outplay.alphabeta(game, depth=4, speed="python")
    assert (native.value, native.action, native.nodes) == (
        python.value,
        python.action,
        python.nodes,
    )


@pytest.mark.long
@pytest.mark.parametrize("size", [size for size in VALUES if size[0] * size[1] > 4])
def test_more_solved_values(size: tuple[int, int]) -> None:
    engine = outplay.Engine(DotsAndBoxes(*size), memory=512)
    assert engine.analyse(exact=True, lines=1).value == VALUES[size]


@pytest.mark.long
def test_both_speeds_agree() -> None:
    game = DotsAndBoxes(3, 3)
    for depth in (1, 3):
        native = outplay.alphabeta(game, depth=depth, speed="native")
        python = outplay.alphabeta(game, depth=depth, speed="python")
        assert (native.value, native.action, native.nodes) == (
            python.value,
            python.action,
            python.nodes,
        )
    assert outplay.perft(game, 5, speed="native") == 24 * 23 * 22 * 21 * 20


def net(size: tuple[int, int]) -> Any:
    """The boxes that the side to move still gains, by the edges drawn: minimax by the book."""
    game = DotsAndBoxes(*size)

    @functools.cache
    def gain(across: int, down: int) -> int:
        s = game.parse_state("")._replace(across=across, down=down)
        best = -99
        for a in game.legal(s):
            t = game.result(s, a)
            won = t.owned.bit_count()
            best = max(best, won + gain(t.across, t.down) * (1 if won else -1))
        return best if game.legal(s) else 0

    return gain


def opened(game: DotsAndBoxes, chosen: random.Random) -> Any:
    """A position of chains and loops alone, one of them opened, and some of its boxes taken."""
    s = game.initial()
    while safe := [a for a in game.legal(s) if game.priority(s, a) == 1]:
        s = game.result(s, chosen.choice(safe))
    s = game.result(s, chosen.choice(game.legal(s)))
    for _ in range(chosen.randint(0, 2)):
        taking = [a for a in game.legal(s) if game.priority(s, a) == 2]
        s = game.result(s, chosen.choice(taking)) if taking else s
    return s._replace(owned=0, player=MAX)


@pytest.mark.parametrize("size", [(4, 2), (3, 3)])
def test_candidates_hold_a_best_edge(size: tuple[int, int]) -> None:
    game, gain, chosen = DotsAndBoxes(*size), net(size), random.Random(7)
    narrowed = gifts = 0
    for _ in range(150):
        s = opened(game, chosen)
        few, legal = list(game.candidates(s)), game.legal(s)
        if len(few) == len(legal) or len(legal) > 11:
            continue
        values = {}
        for a in legal:
            t = game.result(s, a)
            won = t.owned.bit_count()
            values[a] = won + gain(t.across, t.down) * (1 if won else -1)
        best = max(values.values())
        assert max(values[a] for a in few) == best, game.format_state(s)
        narrowed += 1
        gifts += all(values[a] < best for a in legal if game.priority(s, a) == 2)
    assert narrowed > 60
    assert gifts > 3  # positions where nothing but giving boxes away is best


def test_the_end_of_a_chain_may_be_given_away() -> None:
    game = DotsAndBoxes(3, 1)
    s = game.play(["a1-b1", "a2-b2", "b1-c1", "b2-c2", "c1-d1", "c2-d2"])
    s = game.result(s, game.parse_action(s, "a1-a2"))
    # Now a chain of three boxes is open: to take the first one is sure, then there is a choice.
    assert [game.format_action(s, a) for a in game.candidates(s)] == ["b1-b2"]
    s = game.result(s, game.parse_action(s, "b1-b2"))
    assert [game.format_action(s, a) for a in game.candidates(s)] == ["c1-c2", "d1-d2"]


@pytest.mark.parametrize("size", SIZES)
def test_notation_and_symmetries(size: tuple[int, int]) -> None:
    game = DotsAndBoxes(*size)
    check_notation(game, walks=1)
    small = size[0] * size[1] < 20
    if small:
        check_symmetries(game)
    s = next(s for s, _ in reachable(game, seed=4, walks=1) if s.across and s.down)
    assert len({s, *game.symmetries(s)}) <= (8 if size[0] == size[1] else 4)


def test_symmetries_keep_the_value() -> None:
    game = DotsAndBoxes(2, 2)
    for s, _ in list(reachable(game, seed=5, walks=1))[7:]:
        assert {value(game, t) for t in game.symmetries(s)} == {value(game, s)}


def test_estimates_lie_in_the_bounds() -> None:
    game = DotsAndBoxes()
    for s, _ in reachable(game, seed=3, walks=10):
        low, high = game.bounds(s)
        assert low <= game.evaluate(s) <= high


def test_features_and_order() -> None:
    game = DotsAndBoxes(2, 1)
    s = game.play(["a1-b1", "a2-b2"])
    # The left box has two sides: only the two edges on the top and bottom right are safe, and the
    # last one at the right.
    assert game.features(s) == (0, 0, 2)
    assert game.priority(s, game.parse_action(s, "a1-a2")) == 0
    assert game.priority(s, game.parse_action(s, "c1-c2")) == 1
    s = game.play(["a1-a2"], s)
    assert game.features(s)[:2] == (0, -1)
    assert game.priority(s, game.parse_action(s, "b1-b2")) == 2


def test_pictures() -> None:
    game = DotsAndBoxes(2, 1)
    s = game.play(["a1-b1", "c1-c2", "a2-b2", "a1-a2", "b1-b2"])
    assert game.format_state(s) == "-./|A|.|/-. A"
    assert game.show(s) == (
        "  a   b   c\n1 +---+   +\n  | A |   |\n2 +---+   +\nA 1  B 0   A to move"
    )
    assert game.draw(s).startswith("<svg")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("-./|A|../-. C", "does not end in A or B, the side to move."),
        ("-./|A|..", "has 2 rows; the board has 3: 2 of edges across and 1 of boxes"),
        ("-./|A|./-. A", "Row 2 of '-./|A|./-. A' is 4 long, not 5."),
        ("-x/|A|../-. A", "Row 1 of '-x/|A|../-. A' has 'X' as its sign 2; there it can have - or"),
        ("-./|.|../-. A", "The box right below a1 has four sides but no owner."),
        ("-./|A.../-. A", "A owns the box right below a1, which has a side open."),
        ("a1-b1 a1-b1", "Move 2: The edge a1-b1 is drawn already."),
    ],
)
def test_impossible_positions(text: str, sentence: str) -> None:
    with pytest.raises(InvalidPosition) as caught:
        DotsAndBoxes(2, 1).parse_state(text)
    assert sentence in str(caught.value)


def test_edges_as_people_write_them() -> None:
    game = DotsAndBoxes()
    s = game.initial()
    for text in ("b1-a1", " A1B1 ", "a1 b1", "b1,a1"):
        assert game.format_action(s, game.parse_action(s, text)) == "a1-b1"
    assert game.parse_state("a1-b1, a1-a2").player == MAX
    assert game.parse_state("a1-b1").player == MIN


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("a1", "'a1' is not an edge; write its two dots, such as a1-b1."),
        ("a1-c1", "a1 and c1 are not neighbours."),
        ("d4-e4", "There is no dot e4; the dots are a1 to d4."),
        ("a0-a1", "There is no dot a0"),
    ],
)
def test_illegal_moves(text: str, sentence: str) -> None:
    game = DotsAndBoxes()
    with pytest.raises(IllegalAction) as caught:
        game.parse_action(game.initial(), text)
    assert sentence in str(caught.value)


def test_no_moves_after_the_end() -> None:
    game = DotsAndBoxes(1, 1)
    with pytest.raises(IllegalAction, match="over"):
        game.parse_action(game.play(["a1-b1", "a1-a2", "b1-b2", "a2-b2"]), "a1-b1")


def test_impossible_boards() -> None:
    with pytest.raises(UsageError, match="width must be a whole number from 1 to 7, not 8"):
        DotsAndBoxes(8, 3)


@pytest.mark.parametrize("size", [(3, 3), (2, 1)])
def test_the_checker_finds_no_fault(size: tuple[int, int]) -> None:
    report = outplay.check(DotsAndBoxes(*size), lines=8, native=False)
    assert report.ok, report
