"""What is known of solved games, from outside."""

from __future__ import annotations

from typing import Any

import pytest

from outplay.game import MAX
from outplay.games import kalah, load
from outplay.games.kalah import Kalah
from outplay.solve.solution import Solution
from outplay.solve.solve import solve


def solved(name: str, roots: str | None = None, **parameters: Any) -> Solution[Any, Any]:
    return solve(load(name, **parameters), roots=roots)


def start(solution: Solution[Any, Any]) -> tuple[float, int | None]:
    """Value and distance of the first state."""
    found = solution[solution.game.initial()]
    return found.value, found.distance


def totals(solution: Solution[Any, Any]) -> tuple[int, int | None, int | None, int | None]:
    counts = solution.counts
    return counts.states, counts.wins, counts.draws, counts.losses


def test_tic_tac_toe() -> None:
    """Counts that are well known."""
    solution = solved("tic-tac-toe")
    assert totals(solution) == (5_478, 2_836, 1_068, 1_574)
    assert len(solution) == 765
    assert start(solution) == (0, None)


@pytest.mark.parametrize(
    ("size", "counts", "value"),
    [
        ((4, 4), (161_029, 38_675, 90_120, 32_234), (0, None)),
        ((5, 4), (3_945_711, 1_390_516, 1_303_636, 1_251_559), (0, None)),
        pytest.param((4, 5), (1_706_255,), (0, None), marks=pytest.mark.long),
        pytest.param((5, 5), (69_763_700,), (0, None), marks=pytest.mark.long),
        pytest.param((6, 4), (94_910_577,), (-1, 24), marks=pytest.mark.long),
    ],
)
def test_connect_four(
    size: tuple[int, int], counts: tuple[int, ...], value: tuple[float, int | None]
) -> None:
    """States and outcomes by Boeck (arXiv 2507.05267); values by Tromp and Steininger."""
    width, height = size
    solution = solved("connect-four", width=width, height=height)
    assert totals(solution)[: len(counts)] == counts
    assert start(solution) == value


@pytest.mark.parametrize(
    ("size", "states", "value"),
    [
        (3, 131, (-1, 6)),
        (4, 13_855, (1, 11)),
        pytest.param(5, 1_875_484, (1, 19), marks=pytest.mark.long),
    ],
)
def test_hexapawn(size: int, states: int, value: tuple[float, int]) -> None:
    """Positions as the side to move sees them, as others count them."""
    solution = solved("hexapawn", width=size, height=size)
    assert solution.states == states
    assert start(solution) == value


LONG = pytest.mark.long

STANDARD: dict[int, tuple[int, ...]] = {
    1: (0, -2, 6, -2, 2, 0),
    2: (2, -2, -2, -10, 6, 8),
    3: (0, 4, 2, 2, 6, -8),
}
STANDARD |= {4: (2, 6, 6, 2), 5: (0, 2), 6: (2,)}
EMPTY: dict[int, tuple[int, ...]] = {
    1: (0, -2, 6, -2),
    2: (2, -2, -2, -12),
    3: (0, 4, 2, 2),
    4: (2, 6, 8, 2),
}
EMPTY |= {5: (0, 0), 6: (2,)}
"""Kalah by pits and then seeds, from 1 on: what the first player wins by, by either rule."""

MOST_QUICK = {1: 6, 2: 4, 3: 3, 4: 2}
"""By pits, the most seeds that are solved in less than a second."""


@pytest.mark.parametrize(
    ("pits", "seeds", "empty", "value"),
    [
        pytest.param(
            pits, seeds, empty, value, marks=() if seeds <= MOST_QUICK.get(pits, 0) else LONG
        )
        for empty, table in ((False, STANDARD), (True, EMPTY))
        for pits, values in table.items()
        for seeds, value in enumerate(values, start=1)
    ],
)
def test_kalah(pits: int, seeds: int, empty: bool, value: int) -> None:
    """Margins by an MTD(f) solver that was written for a check, for both rules of what happens
    where the pit opposite is empty."""
    assert start(solved("kalah", pits=pits, seeds=seeds, empty_capture=empty))[0] == value


class EndsForTheMover(Kalah):
    """Ends only where the side to move has no seeds, not where either side has none."""

    name = "kalah-for-the-mover"

    def is_terminal(self, s: kalah.State) -> bool:
        return not any(self.counts(s.south if s.player == MAX else s.north)[: self.pits])

    def utility(self, s: kalah.State) -> int:
        return sum(self.counts(s.south)) - sum(self.counts(s.north))


@pytest.mark.parametrize(
    ("pits", "seeds", "others", "ours"),
    [(2, 2, 40, 26), pytest.param(4, 3, 5_283_478, 5_255_649, marks=LONG)],
)
def test_positions_of_kalah(pits: int, seeds: int, others: int, ours: int) -> None:
    """Counts by jakesellison/kalah, whose games go on until the side to move has no seeds. Outplay
    ends them as soon as either side has none, so that it has fewer positions."""
    assert solve(EndsForTheMover(pits=pits, seeds=seeds)).states == others
    assert solved("kalah", pits=pits, seeds=seeds).states == ours


@pytest.mark.parametrize(
    ("size", "value"),
    [
        *(((width, 1), value) for width, value in enumerate((-1, 0, -1, 0, -1), start=1)),
        ((2, 2), 2),
        ((2, 3), -2),
        *(
            pytest.param(*known, marks=LONG)
            for known in (((6, 1), 0), ((7, 1), -1), ((3, 2), -2), ((4, 2), 2), ((3, 3), -3))
        ),
    ],
)
def test_dots_and_boxes(size: tuple[int, int], value: int) -> None:
    """What the first player wins by, by a search through all sets of edges."""
    width, height = size
    assert start(solved("dots-and-boxes", width=width, height=height))[0] == value


DOMINEERING = "2HHHHH", "V11HV1", "V11HHH", "VVV1V1", "VHVH2H", "V1V1V1"
"""By rows and columns, who wins: the first player, the second one, Vertical or Horizontal."""


@pytest.mark.parametrize(
    ("rows", "columns", "outcome"),
    [
        pytest.param(row, column, outcome, marks=LONG if row * column > 9 else ())
        for row, outcomes in enumerate(DOMINEERING, start=1)
        for column, outcome in enumerate(outcomes, start=1)
        if row * column < 36
    ],
)
def test_domineering(rows: int, columns: int, outcome: str) -> None:
    """Drummond-Cole's table (arXiv 1305.3257), computed anew; 5x5 is the second player's."""
    for first, wins in (("vertical", "1V"), ("horizontal", "1H")):
        solution = solved("domineering", rows=rows, columns=columns, first=first)
        value = start(solution)[0] * solution.game.to_move(solution.game.initial())
        assert value == (1 if outcome in wins else -1)


@pytest.mark.parametrize(("size", "winning"), [(2, 2), (3, 5), pytest.param(4, 4, marks=LONG)])
def test_hex(size: int, winning: int) -> None:
    """The first player wins on any board (Nash); how many first moves do it, computed anew."""
    solution = solved("hex", size=size)
    moves = solution.moves(solution.game.initial())
    assert [move.value for move in moves] == [1] * winning + [-1] * (size * size - winning)


def test_pig_to_a_small_target() -> None:
    """The chances of both players sum to 1, and the one who begins has the better ones."""
    solution = solved("pig", target=20)
    assert 0 < start(solution)[0] < 1
    assert solution.error < 1e-9


@pytest.mark.long
def test_pig() -> None:
    """Neller and Presser (2004): the first player wins 53.06 % with best play."""
    solution = solved("pig")
    value = start(solution)[0]
    assert (1 + value) / 2 == pytest.approx(0.5305927252737989, abs=1e-9)
    assert solution.error < 1e-9


def test_2048_on_a_small_board() -> None:
    """Lees-Miller's 2x2 boards, computed anew: 0.9625 for 16."""
    solution = solved("2048", size=2, target=16)
    assert (1 + start(solution)[0]) / 2 == pytest.approx(0.96251125375, abs=1e-9)


@pytest.mark.parametrize(
    ("men", "states", "value"),
    [
        (3, 5_934, 1),
        (4, 4_111_151, 0),
        pytest.param(5, 17_844_721, 0, marks=pytest.mark.long),
        pytest.param(6, 42_372_745, 0, marks=pytest.mark.long),
    ],
)
def test_morris(men: int, states: int, value: int) -> None:
    """Reachable states and values by brianhliou's game-solver (release tablebase-v1)."""
    solution = solved("morris", men=men, quiet_limit=0, first_mill_wins=False)
    assert solution.states == states
    assert start(solution)[0] == value


@pytest.mark.parametrize(
    ("pieces", "moves"),
    [
        ("KQK", 10),
        ("KRK", 16),
        pytest.param("KPK", 28, marks=pytest.mark.long),
        pytest.param("KBBK", 19, marks=pytest.mark.long),
        pytest.param("KBNK", 33, marks=pytest.mark.long),
        pytest.param("KQKR", 35, marks=pytest.mark.long),
    ],
)
def test_chess_endgames(pieces: str, moves: int) -> None:
    """The longest mates are known since the first tablebases (Stroehlein 1970, Thompson 1986)."""
    solution = solved("chess", roots=pieces, quiet_limit=0)
    assert max(solution.by_distance) == 2 * moves
    assert not solution.longest(1)[0][1].value > 0


@pytest.mark.parametrize(
    ("pieces", "positions"),
    [(1, 120), (2, 6_972), (3, 261_224), pytest.param(4, 7_092_774, marks=pytest.mark.long)],
)
def test_positions_of_checkers(pieces: int, positions: int) -> None:
    """Schaeffer's counts of positions, of whichever side to move."""
    solution = solved("checkers", roots=str(pieces), quiet_limit=0)
    assert solution.about["number_of_roots"] == positions  # of the side to move


@pytest.mark.long
def test_dobutsu() -> None:
    """Tanaka (2009): 246,803,167 positions, 99,485,568 of them not over; the second player wins.

    He counts the capture of the lion as the last ply: 78 from the start and 173 at most.
    """
    solution = solved("dobutsu")
    assert len(solution) == 246_803_167
    assert len(solution) - solution.table.sizes[1] == 99_485_568
    assert solution.counts.positions_won_drawn_lost == (196_773_087, 2_682_700, 47_347_380)
    assert start(solution) == (-1, 77)
    assert max(solution.by_distance) == 172
