"""The rules in `examples/`: what is known of these games, and the checker's verdict."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from walks import check_notation, check_symmetries, perft

import outplay
from outplay.game import MAX

EXAMPLES = Path(__file__).parents[2] / "examples"


def load(name: str, **parameters: Any) -> Any:
    return outplay.load(EXAMPLES / f"{name}.py", **parameters)


@pytest.mark.parametrize(
    ("name", "parameters"), [("teeko", {}), ("quoridor", {}), ("quoridor", {"size": 4, "walls": 1})]
)
def test_the_checker_finds_no_fault(name: str, parameters: dict[str, Any]) -> None:
    game = load(name, **parameters)
    report = outplay.check(game, lines=3, native=False)
    assert report.ok, report
    check_notation(game, walks=1)
    check_symmetries(game)


# --- Teeko ----------------------------------------------------------------------------------------


def test_teeko_has_44_winning_shapes() -> None:
    """As its inventor counted them."""
    teeko = load("teeko")
    shapes = teeko.is_terminal.__func__.__globals__["SHAPES"]
    assert len(shapes) == len(set(shapes)) == 44
    assert {shape.bit_count() for shape in shapes} == {4}


def test_teeko_places_men_and_then_moves_them() -> None:
    teeko = load("teeko")
    assert [perft(teeko, depth) for depth in (1, 2, 3)] == [25, 25 * 24, 25 * 24 * 23]
    s = teeko.play(["a1", "e5", "a3", "e3", "b1", "d5", "c5", "e1"])
    # a1: a2 b2; a3: a2 a4 b2 b3 b4; b1: a2 b2 c1 c2; c5: b4 b5 c4 d4
    assert len(teeko.legal(s)) == 2 + 5 + 4 + 4
    s = teeko.play(["a3-a2", "e3-e2", "c5-b4", "e2-e3", "b4-b3", "e3-e2", "b3-b2"], s)
    assert teeko.is_terminal(s) and teeko.utility(s) == MAX


# --- Quoridor -------------------------------------------------------------------------------------


def test_quoridor_begins_with_131_moves() -> None:
    """3 steps, and 2 times 64 walls."""
    game = load("quoridor", size=9, walls=10)
    assert len(game.legal(game.initial())) == 131


def test_walls_lie_beside_each_other_and_leave_a_way() -> None:
    game = load("quoridor", size=5, walls=3)
    s = game.play(["b2-"])
    legal = {game.format_action(s, a) for a in game.legal(s)}
    assert not legal & {"a2-", "b2-", "c2-", "b2|"}
    assert legal >= {"d2-", "b1-", "b3-", "a2|", "c2|", "b1|", "b3|"}
    s = game.play(["b2-", "d2-", "d1|"])
    # Rows 2 and 3 are joined in column a alone, and nobody may be shut out of there.
    legal = {game.format_action(s, a) for a in game.legal(s)}
    assert "a2|" in legal and "a1-" in legal
    assert not legal & {"a1|", "a2-", "d1-", "d2|"}


def test_pawns_jump() -> None:
    game = load("quoridor", size=5, walls=2)
    s = game.play(["c4", "c2", "c3"])
    assert {"c4", "b2", "d2", "c1"} == {
        game.format_action(s, a) for a in game.legal(s) if a < game.squares
    }
    s = game.play(["c4", "c2", "c3", "c3-"])
    assert {"b3", "d3", "c1"} == {
        game.format_action(s, a) for a in game.legal(s) if a < game.squares
    }
    s = game.play(["c4", "c2", "c3", "b3-", "a4-"])
    assert {"b3", "d3", "b2", "d2", "c1"} == {
        game.format_action(s, a) for a in game.legal(s) if a < game.squares
    }


def test_the_second_player_wins_on_3_by_3() -> None:
    for walls, plies in ((0, 4), (1, 8)):
        game = load("quoridor", walls=walls)
        result = outplay.Engine(game, speed="python").analyse(exact=True, lines=1)
        assert (result.value, result.distance) == (-1, plies)
