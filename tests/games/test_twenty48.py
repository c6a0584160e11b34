"""2048: slides against a naive second implementation, solved small boards, notation."""

from __future__ import annotations

import random
from typing import Any

import pytest
from walks import check_notation, check_symmetries, reachable

import outplay
from outplay.errors import IllegalAction, InvalidPosition, UsageError
from outplay.game import CHANCE, MAX, MIN
from outplay.games.twenty48 import MOVES, State, Twenty48


def slide_line(line: list[int]) -> tuple[list[int], int]:
    """One row or column towards its first square, as a person does it: the line, the points."""
    tiles = [tile for tile in line if tile]
    done: list[int] = []
    gained = 0
    while tiles:
        tile = tiles.pop(0)
        if tiles and tiles[0] == tile:
            tile += tiles.pop(0)
            gained += tile
        done.append(tile)
    return done + [0] * (len(line) - len(done)), gained


def slide(board: list[list[int]], move: str) -> tuple[list[list[int]], int]:
    if move in ("up", "down"):
        columns, gained = slide(
            [list(c) for c in zip(*board, strict=True)], {"up": "left"}.get(move, "right")
        )
        return [list(row) for row in zip(*columns, strict=True)], gained
    rows, total = [], 0
    for line in board:
        done, gained = slide_line(line if move == "left" else line[::-1])
        rows.append(done if move == "left" else done[::-1])
        total += gained
    return rows, total


@pytest.mark.parametrize("size", [2, 3, 4])
def test_slides_like_the_naive_game(size: int) -> None:
    game, chosen = Twenty48(size, target=0), random.Random(size)
    for _ in range(150):
        powers = [[chosen.choice([0, 0, 1, 1, 2, 3, 9]) for _ in range(size)] for _ in range(size)]
        board = [[2**power if power else 0 for power in row] for row in powers]
        if sum(tile > 0 for row in board for tile in row) < 2:
            continue
        rows = "/".join(",".join(map(str, row)) for row in board)
        s = game.parse_state(f"{rows} 100 slide")
        legal = [move for move in MOVES if slide(board, move)[0] != board]
        assert [game.format_action(s, a) for a in game.legal(s)] == legal
        assert game.is_terminal(s) == (not legal)
        for a in game.legal(s):
            after, gained = slide(board, MOVES[a])
            t = game.result(s, a)
            assert game._tiles(t) == after
            assert t.points == 100 + gained
            assert t.player == CHANCE


def test_the_first_two_tiles_and_their_chances() -> None:
    game = Twenty48()
    s = game.initial()
    assert game.to_move(s) == CHANCE
    assert len(list(game.outcomes(s))) == 32
    s = game.play(["a1=2"])
    assert game.to_move(s) == CHANCE
    chances = dict(game.outcomes(s))
    assert len(chances) == 30
    assert sum(chances.values()) == pytest.approx(1)
    assert sorted(set(chances.values())) == pytest.approx([0.1 / 15, 0.9 / 15])
    s = game.play(["d4 4"], s)
    assert game.to_move(s) == MAX
    assert game.format_state(game.play(["left"], s)) == "2,.,.,./.,.,.,./.,.,.,./4,.,.,. place"


def test_each_tile_merges_once() -> None:
    game = Twenty48()
    s = game.parse_state("2,2,4,8/4,4,4,4/2,2,2,./.,.,.,. slide")
    left = game.play(["left"], s)
    assert game.format_state(left) == "4,4,8,./8,8,.,./4,2,.,./.,.,.,. place"
    right = game.play(["right"], s)
    assert game.format_state(right) == ".,4,4,8/.,.,8,8/.,.,2,4/.,.,.,. place"
    # Two of the largest do not merge.
    full = Twenty48(2, target=0).parse_state("32768,32768/2,. 0 slide")
    assert Twenty48(2, target=0).play(["down"], full).board != full.board
    with pytest.raises(IllegalAction, match="left changes nothing"):
        Twenty48(2, target=0).play(["left"], full)


# Solved by value iteration (jdlm.info, and recomputed): the best chance to reach the tile.
CHANCES = [(8, 1.0), (16, 0.96251125375), (32, 0.08288728907155415), (64, 0.0)]


@pytest.mark.parametrize(("target", "chance"), CHANCES)
def test_the_chance_to_win_on_two_by_two(target: int, chance: float) -> None:
    game = Twenty48(2, target)
    r = outplay.expectiminimax(game, memory=outplay.Memory(), speed="python")
    assert (r.value + 1) / 2 == pytest.approx(chance, abs=1e-12)


def all_states(game: Twenty48) -> set[State]:
    found, todo = set(), [game.initial()]
    while todo:
        s = todo.pop()
        if s not in found:
            found.add(s)
            todo += [game.result(s, a) for a in game.legal(s)]
    return found


# github.com/jdleesmiller/twenty48, data/combinatorics: states in which the player can slide. Its
# first list counts two more, all states that are won as one, and all that are lost as another;
# its second, up to symmetry, one more, for those that are won (64 cannot be made).
COUNTS = [
    (2, 8, 70 - 2, 16 - 1),
    (2, 16, 198 - 2, 36 - 1),
    (2, 32, 350 - 2, 58 - 1),
    (2, 64, 478 - 2, 74),
]


@pytest.mark.parametrize(
    ("size", "target", "states", "canonical"),
    [*COUNTS, pytest.param(3, 8, 8461 - 2, 1187 - 1, marks=pytest.mark.long)],
)
def test_reachable_states(size: int, target: int, states: int, canonical: int) -> None:
    game = Twenty48(size, target)
    found = all_states(game)
    assert outplay.count(game, tree=False, speed="python").states == len(found)
    open_ones = [s for s in found if s.player == MAX and not game.is_terminal(s)]
    assert len(open_ones) == states
    assert len({min(s, *game.symmetries(s)) for s in open_ones}) == canonical


def test_an_adversary_is_harder_than_chance() -> None:
    game = Twenty48(2, 8, "adversary")
    assert game.properties.deterministic
    assert game.to_move(game.initial()) == MIN
    assert outplay.alphabeta(game, speed="python").value == 1
    assert outplay.alphabeta(Twenty48(2, 16, "adversary"), speed="python").value == -1


def test_playing_for_points() -> None:
    game = Twenty48(2, target=0)
    s = game.play(["a1=2", "b1=2", "left", "b1=4", "left"])
    assert s.points == 4 + 8
    lost = game.parse_state("2,4/4,2 40 slide")
    assert game.is_terminal(lost)
    assert game.utility(lost) == 40


def test_winning_and_losing() -> None:
    game = Twenty48(2, 16)
    won = game.play(["left"], game.parse_state("8,8/2,4 slide"))
    assert game.is_terminal(won)
    assert game.utility(won) == 1
    lost = game.parse_state("2,4/4,8 slide")
    assert game.is_terminal(lost)
    assert game.utility(lost) == -1


@pytest.mark.parametrize(
    "game", [Twenty48(), Twenty48(3, 64), Twenty48(2, 0), Twenty48(3, 32, "adversary")]
)
def test_notation_symmetries_and_bounds(game: Twenty48) -> None:
    check_notation(game, walks=2)
    check_symmetries(game)
    for s, _ in reachable(game, seed=3, walks=3, plies=200):
        low, high = game.bounds(s)
        assert low <= game.evaluate(s) <= high
        assert len(set(game.symmetries(s))) <= 8
    assert len(set(Twenty48().symmetries(Twenty48().play(["b1=2", "a4=4"])))) == 8


def tiles(game: Twenty48, s: State) -> list[int]:
    return sorted(tile for row in game._tiles(s) for tile in row)


def test_the_sign_bit_is_a_square_like_any_other() -> None:
    game = Twenty48(target=0)
    s = game.parse_state("32768,16384,8192,4096/2,4,2,4/256,512,1024,256/512,256,2,32768 0 slide")
    assert s.board < 0
    assert game.is_terminal(s)
    for t in game.symmetries(s):
        assert game.is_terminal(t)
        assert tiles(game, t) == tiles(game, s)


def test_native_is_the_same() -> None:
    game = Twenty48(2, 32)
    r = outplay.expectiminimax(game, memory=outplay.Memory(), speed="native")
    assert (r.value + 1) / 2 == pytest.approx(CHANCES[2][1], abs=1e-12)


@pytest.mark.long
def test_large_board_native() -> None:
    game = Twenty48()
    s = game.parse_state("2,4,8,1024/2,4,.,./.,.,.,./512,.,.,1024 slide")
    native = outplay.expectiminimax(game, s, depth=3, speed="native")
    assert native.value == outplay.expectiminimax(game, s, depth=3, speed="python").value


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("2,2/.,.", "positions look like '.,./.,. place', with 'slide' or 'place' at the end"),
        ("2,2,2/.,. slide", "is not a board of 2 by 2 squares"),
        ("2,3/.,. slide", "There is no tile '3'"),
        ("2,./.,. slide", "There must be two tiles"),
        ("2,4/2,4 place", "There is no empty square"),
        ("2,16/.,4 slide", "There is a tile of 16 already: the game is won."),
        ("2,32/.,4 slide", "The game was won before a tile of 32 was made."),
    ],
)
def test_impossible_positions(text: str, sentence: str) -> None:
    with pytest.raises(InvalidPosition) as caught:
        Twenty48(2, 16).parse_state(text)
    assert sentence in str(caught.value)


def test_illegal_moves() -> None:
    game = Twenty48(2, 16)
    s = game.parse_state("2,./4,. slide")
    for text, sentence in (
        ("left", "left changes nothing; legal: right"),
        ("sideways", "'sideways' is not a slide; legal: right"),
        ("", "'' is not a slide"),
    ):
        with pytest.raises(IllegalAction, match=sentence):
            game.parse_action(s, text)
    assert game.parse_action(s, " R ") == game.parse_action(s, "right")
    placing = game.play(["right"], s)
    with pytest.raises(IllegalAction, match="Square b1 has a tile already"):
        game.parse_action(placing, "b1=2")
    with pytest.raises(IllegalAction, match="is not a new tile; write a square"):
        game.parse_action(placing, "c1=2")
    with pytest.raises(IllegalAction, match="over"):
        game.parse_action(game.parse_state("2,4/4,8 slide"), "left")


@pytest.mark.parametrize(
    ("parameters", "sentence"),
    [
        ({"size": 5}, "size must be a whole number from 2 to 4, not 5."),
        ({"target": 100}, "target must be a power of two from 8 to 32768, or 0"),
        ({"target": 4}, "not 4"),
        ({"target": "2048"}, "not '2048'"),
        ({"placer": "me"}, "placer must be 'chance' or 'adversary', not 'me'."),
    ],
)
def test_impossible_parameters(parameters: dict[str, Any], sentence: str) -> None:
    with pytest.raises(UsageError) as caught:
        Twenty48(**parameters)
    assert sentence in str(caught.value)


def test_pictures() -> None:
    game = Twenty48(2, 16)
    s = game.parse_state("2,./4,. slide")
    assert game.name == "2048"
    assert game.show(s) == "      a    b\n1     2    .\n2     4    .\nto slide"
    assert game.draw(s).count("<rect") == 2 + 4
    assert "won: there is a 16" in game.show(game.play(["l"], game.parse_state("8,8/2,4 slide")))
