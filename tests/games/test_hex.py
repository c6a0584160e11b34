"""Hex: against a naive second implementation, solved openings, notation, bad input."""

from __future__ import annotations

import random
from typing import Any

import pytest
from walks import check_notation, check_symmetries, ends, perft, reachable

import outplay
from outplay.errors import IllegalAction, InvalidPosition, UsageError
from outplay.game import MAX, MIN
from outplay.games.hex import Hex, State

SIZES = [2, 3, 5, 7, 8, 11]
AROUND = ((0, 1), (0, -1), (1, 0), (-1, 0), (1, -1), (-1, 1))


class Naive:
    """A dict of stones by (row, column), and a walk from stone to stone."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.stones: dict[tuple[int, int], int] = {}
        self.mover = MAX

    def connected(self, side: int) -> bool:
        axis = 0 if side == MAX else 1
        seen = {at for at, owner in self.stones.items() if owner == side and at[axis] == 0}
        todo = list(seen)
        while todo:
            y, x = todo.pop()
            for dy, dx in AROUND:
                at = y + dy, x + dx
                if self.stones.get(at) == side and at not in seen:
                    seen.add(at)
                    todo.append(at)
        return any(at[axis] == self.size - 1 for at in seen)

    def legal(self) -> list[int]:
        if self.connected(-self.mover):
            return []
        n = self.size
        return [c for c in range(n * n) if divmod(c, n) not in self.stones]

    def play(self, cell: int) -> None:
        self.stones[divmod(cell, self.size)] = self.mover
        self.mover = -self.mover

    def next_to(self, at: tuple[int, int], bridges: bool) -> list[tuple[int, int]]:
        """The neighbours, and the cells with two free neighbours in common."""
        near = [(at[0] + dy, at[1] + dx) for dy, dx in AROUND]
        if bridges:
            free = {
                (y, x)
                for y, x in near
                if 0 <= min(y, x) <= max(y, x) < self.size and (y, x) not in self.stones
            }
            for y, x in free:
                for dy, dx in AROUND:
                    to = y + dy, x + dx
                    shared = sum((to[0] + b, to[1] + a) in free for b, a in AROUND)
                    if to != at and to not in near and shared == 2:
                        near.append(to)
        return near

    def lacking(self, side: int, bridges: bool = False) -> int:
        """The fewest free cells on a way from edge to edge: relaxed until nothing changes."""
        n, axis = self.size, 0 if side == MAX else 1
        cost = {
            (y, x): 0 if self.stones.get((y, x)) == side else 1
            for y in range(n)
            for x in range(n)
            if self.stones.get((y, x)) != -side
        }

        def at_edge(at: tuple[int, int], edge: int) -> bool:
            beside = [(at[0] + dy, at[1] + dx) for dy, dx in AROUND]
            free = [to for to in beside if cost.get(to) == 1 and to[axis] == edge]
            return at[axis] == edge or (bridges and abs(at[axis] - edge) == 1 and len(free) == 2)

        far = {at: cost[at] if at_edge(at, 0) else 999 for at in cost}
        roads = {at: self.next_to(at, bridges) for at in cost}
        before: dict[tuple[int, int], int] = {}
        while before != far:
            before = dict(far)
            for at in cost:
                for to in roads[at]:
                    far[at] = min(far[at], far.get(to, 999) + cost[at])
        return min(far[at] for at in far if at_edge(at, n - 1))


@pytest.mark.parametrize("size", SIZES)
def test_play_like_the_naive_game(size: int) -> None:
    for seed in range(6):
        game, naive, chosen = Hex(size), Naive(size), random.Random(seed)
        s = game.initial()
        while True:
            legal = naive.legal()
            assert game.legal(s) == legal
            assert game.to_move(s) == naive.mover
            if not legal:
                assert game.utility(s) == -naive.mover
                assert not naive.connected(naive.mover)
                break
            cell = chosen.choice(legal)
            naive.play(cell)
            s = game.result(s, cell)


@pytest.mark.parametrize(("size", "games"), [(3, 20), (5, 12), (8, 1)])
def test_the_shortest_way_is_counted_right(size: int, games: int) -> None:
    for seed in range(games):
        game, naive, chosen = Hex(size), Naive(size), random.Random(seed)
        s = game.initial()
        while legal := game.legal(s):
            plain, bridges, _ = game.features(s)
            assert plain == naive.lacking(MIN) - naive.lacking(MAX)
            assert bridges == naive.lacking(MIN, True) - naive.lacking(MAX, True)
            cell = chosen.choice(legal)
            naive.play(cell)
            s = game.result(s, cell)


def test_perft() -> None:
    assert [perft(Hex(2), depth) for depth in range(1, 5)] == [4, 12, 24, 12]
    assert perft(Hex(3), 3) == 9 * 8 * 7
    assert [perft(Hex(3, swap=True), depth) for depth in (1, 2)] == [9, 9 * 9]


def test_native_speed_gives_the_same() -> None:
    assert outplay.perft(Hex(3), 5, speed="native") == perft(Hex(3), 5)


@pytest.mark.long
@pytest.mark.parametrize(("size", "swap"), [(3, True), (11, False)])
def test_both_speeds_agree(size: int, swap: bool) -> None:
    game = Hex(size, swap)
    for depth in (1, 2):
        native = outplay.alphabeta(game, depth=depth, speed="native")
        python = outplay.alphabeta(game, depth=depth, speed="python")
        assert (native.value, native.action, native.nodes) == (
            python.value,
            python.action,
            python.nodes,
        )


def winning_openings(size: int, speed: str) -> set[str]:
    game = Hex(size)
    r = outplay.analyse(game, exact=True, speed=speed)
    return {game.format_action(r.state, move.action) for move in r.moves if move.value > 0}


def test_winning_openings() -> None:
    # 2 and 5 of them: recomputed for the reference data of this project.
    assert winning_openings(2, "python") == {"b1", "a2"}
    assert winning_openings(3, "python") == {"b2", "c1", "a3", "a2", "c2"}


@pytest.mark.long
def test_winning_openings_of_size_4() -> None:
    assert winning_openings(4, "auto") == {"d1", "c2", "b3", "a4"}  # just the short diagonal


@pytest.mark.parametrize("size", [2, 3])
def test_a_swap_is_worth_it(size: int) -> None:
    game = Hex(size, swap=True)
    assert outplay.analyse(game, exact=True, lines=1, speed="python").value == -1


def test_a_swap_mirrors_the_stone() -> None:
    game = Hex(5, swap=True)
    s = game.play(["b4", "swap"])
    assert game.format_state(s) == "...../...B./...../...../..... red"
    assert s.player == MAX
    assert game.parse_state(game.format_state(s)) == s
    later = game.play(["a1"], s)
    assert later.player == MIN
    assert game.parse_state(game.format_state(later)) == later
    assert "swap" not in [game.format_action(later, a) for a in game.legal(later)]


@pytest.mark.parametrize(("size", "swap"), [(2, False), (2, True), (3, False), (3, True)])
def test_outlook_and_candidates_hold(size: int, swap: bool) -> None:
    game = Hex(size, swap)
    known: dict[Any, int] = {}
    for s, a in reachable(game, seed=9, walks=30):
        if a is None:
            continue
        worst, best = (1000 - n if n > 0 else -1000 - n for n in game.outcome_bounds(s))
        end = ends(game, s, known)
        assert worst <= end <= best, game.format_state(s)
        after = [ends(game, game.result(s, a), known) for a in game.candidates(s)]
        assert end == (max(after) - 1 if max(after) > 0 else max(after) + 1) or s.player == MIN
        assert end == (min(after) - 1 if min(after) > 0 else min(after) + 1) or s.player == MAX


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("swap", [False, True])
def test_notation_and_symmetries(size: int, swap: bool) -> None:
    if size < 8:
        check_notation(Hex(size, swap), walks=2)
        check_symmetries(Hex(size, swap))
    else:
        game = Hex(size, swap)
        for s, a in list(reachable(game, seed=2, walks=1))[::10]:
            assert game.parse_state(game.format_state(s)) == s
            assert a is None or game.parse_action(s, game.format_action(s, a)) == a


@pytest.mark.parametrize("size", [3, 7, 11])
def test_estimates_stay_below_a_win_and_change_sides(size: int) -> None:
    game = Hex(size)
    for s, a in list(reachable(game, seed=5, walks=2))[::5]:
        if a is None:
            continue
        assert -1 < game.evaluate(s) < 1
        rows = game.format_state(s).split()[0].split("/")
        every = [(y, x) for y in range(size) for x in range(size)]
        red, blue = ([(x, y) for y, x in every if rows[y][x] == sign] for sign in "RB")
        t = State(cells_of(blue, size), cells_of(red, size), -s.player)
        assert game.features(t) == tuple(-feature for feature in game.features(s))


def cells_of(places: list[tuple[int, int]], size: int) -> tuple[int, int]:
    both = sum(1 << y * size + x for y, x in places)
    return both & (1 << 61) - 1, both >> 61


def test_bridges_count_as_connected() -> None:
    game = Hex(5)
    red = cells_of([(1, 2), (3, 1)], 5)
    # From the top by a bridge, on by a bridge, and to the bottom by another: Red lacks nothing.
    plain, bridges, turn = game.features(State(red, (0, 0), MIN))
    assert (plain, bridges, turn) == (5 - 3, 3 - 0, -1)


def test_pictures() -> None:
    game = Hex(3)
    assert game.show(game.play(["b2", "a1"])) == (
        "   a b c\n 1 B . . 1\n  2 . R . 2\n   3 . . . 3\n      a b c\nRed to move"
    )
    assert game.draw(game.play(["b2"])).startswith("<svg")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (".../...", "'.../...' has 2 rows; the board has 3."),
        (".../.../.. red", "Row 3 of '.../.../.. red' has 2 cells; the board is 3 wide."),
        (".../.X./...", "has 'X' in it; a board is written with R, B and . only"),
        (".../.../... green", "ends in 'green'; who is to move is red or blue."),
        (".../.B./...", "With 0 red and 1 blue stones it cannot be Red's turn"),
        (".R./.../... red", "With 1 red and 0 blue stones it cannot be Red's turn"),
        ("R.B/R.B/R.B red", "Red has connected on this board, so Blue cannot have moved after it."),
        ("b2 b2", "Move 2: There is a stone on b2."),
        ("hello", "Move 1: There is no cell 'hello'; the cells are a1 to c3."),
    ],
)
def test_impossible_positions(text: str, sentence: str) -> None:
    with pytest.raises(InvalidPosition) as caught:
        Hex(3).parse_state(text)
    assert sentence in str(caught.value)


@pytest.mark.parametrize(
    ("moves", "text", "sentence"),
    [
        ([], "swap", "There is no swap here: only Blue's first move can be one."),
        (["a1"], "d1", "There is no cell 'd1'; the cells are a1 to c3."),
        (["a1"], "A 1", "There is a stone on a1."),
        (["b1", "a1", "b2", "a2", "b3"], "c3", "The game is over; there is nothing to play."),
    ],
)
def test_illegal_moves(moves: list[str], text: str, sentence: str) -> None:
    game = Hex(3, swap=True)
    with pytest.raises(IllegalAction) as caught:
        game.parse_action(game.play(moves), text)
    assert str(caught.value) == sentence


def test_moves_as_people_write_them() -> None:
    game = Hex(11)
    assert game.parse_action(game.initial(), " C 11 ") == 112
    with pytest.raises(IllegalAction, match="this game has swap=False"):
        game.parse_action(game.play(["a1"]), "Swap")


@pytest.mark.parametrize(
    ("parameters", "sentence"),
    [
        ({"size": 12}, "size must be a whole number from 2 to 11, not 12."),
        ({"swap": 1}, "swap must be True or False, not 1."),
    ],
)
def test_impossible_boards(parameters: dict[str, Any], sentence: str) -> None:
    with pytest.raises(UsageError) as caught:
        Hex(**parameters)
    assert sentence in str(caught.value)


@pytest.mark.parametrize(("size", "swap"), [(4, False), (3, True)])
def test_the_checker_finds_no_fault(size: int, swap: bool) -> None:
    report = outplay.check(Hex(size, swap), lines=10, native=False)
    assert report.ok, report
