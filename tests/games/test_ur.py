"""The Royal Game of Ur: its chances, small games solved, a naive second game, bad input."""

from __future__ import annotations

import random
import xml.etree.ElementTree as ElementTree
from fractions import Fraction
from itertools import product
from math import comb

import pytest
from walks import check_notation, reachable

import outplay
from outplay.errors import IllegalAction, InvalidPosition, UsageError
from outplay.game import CHANCE, MAX, MIN
from outplay.games.ur import HITS, NOT_ROLLED, PASS, State, Ur, in_danger


def test_the_dice() -> None:
    game = Ur()
    assert game.to_move(game.initial()) == CHANCE
    faces = [sum(dice) for dice in product((0, 1), repeat=4)]
    assert dict(game.outcomes(game.initial())) == {n: faces.count(n) / 16 for n in range(5)}
    for before, hits in enumerate(HITS):
        rolls = {4 - bit for bit in range(4) if before >> bit & 1}
        assert hits == sum(faces.count(n) for n in rolls)


class Naive:
    """Ur with a list of steps for each piece, written without a thought of the other."""

    def __init__(self, pieces: int) -> None:
        self.steps = {"light": [0] * pieces, "dark": [0] * pieces}
        self.side, self.other = "light", "dark"

    def moves(self, roll: int) -> dict[int, int]:
        """The piece that moves, by where it stands."""
        found = {}
        for number, at in enumerate(self.steps[self.side]):
            end = at + roll
            taken = end in self.steps[self.side] and end != 15
            guarded = end == 8 and 8 in self.steps[self.other]
            if roll and end <= 15 and not taken and not guarded:
                found[at] = number
        return found

    def move(self, at: int, roll: int) -> None:
        number = self.moves(roll)[at]
        end = self.steps[self.side][number] = at + roll
        if 5 <= end <= 12 and end in self.steps[self.other]:
            self.steps[self.other][self.steps[self.other].index(end)] = 0
        if end not in (4, 8, 14):
            self.side, self.other = self.other, self.side

    def text(self) -> str:
        sides = []
        for steps in self.steps.values():
            on_board = sorted(at for at in steps if 0 < at < 15)
            sides.append((",".join(map(str, on_board)) or "-") + f"+{steps.count(15)}")
        return " ".join([*sides, self.side])


@pytest.mark.parametrize("pieces", [1, 2, 4, 7])
def test_play_like_the_naive_game(pieces: int) -> None:
    game, chosen = Ur(pieces), random.Random(pieces)
    for _ in range(20):
        s, naive = game.initial(), Naive(pieces)
        while not game.is_terminal(s):
            assert game.format_state(s) == naive.text()
            assert game.to_move(s) == CHANCE
            roll = chosen.randrange(5)
            s = game.result(s, roll)
            assert game.to_move(s) == {"light": MAX, "dark": MIN}[naive.side]
            moves = sorted(naive.moves(roll)) or [PASS]
            assert sorted(game.legal(s)) == moves
            a = chosen.choice(moves)
            s = game.result(s, a)
            if a == PASS:
                naive.side, naive.other = naive.other, naive.side
            else:
                naive.move(a, roll)
        done = [side for side, steps in naive.steps.items() if steps == [15] * pieces]
        assert game.utility(s) == {"light": MAX, "dark": MIN}[done[0]]


def boards(pieces: int) -> int:
    """The ways to place both sides' pieces: 6 squares of their own each, and 8 shared ones."""
    total = 0
    for light, dark in product(range(9), repeat=2):
        shared = comb(8, light) * comb(8 - light, dark) if light + dark <= 8 else 0
        for mine, theirs in product(range(7), repeat=2):
            left, other = pieces - light - mine, pieces - dark - theirs
            if left >= 0 and other >= 0:
                # What is not on the board is at home or waits.
                total += shared * comb(6, mine) * comb(6, theirs) * (left + 1) * (other + 1)
    return total


def states_of(game: Ur) -> list[State]:
    order, seen = [game.initial()], {game.initial()}
    for s in order:
        for a in game.legal(s):
            t = game.result(s, a)
            if t not in seen:
                seen.add(t)
                order.append(t)
    return order


def test_how_many_positions() -> None:
    # https://jheled.github.io/royalur/solve.html counts as many with seven pieces.
    assert boards(7) == 137_913_936
    reached = {s[:4] for s in states_of(Ur(1))}
    # All can be reached but the one with both at home.
    assert len(reached) == boards(1) - 1


def solved(game: Ur) -> dict[State, float]:
    """The value of every state, by iterating until nothing changes."""
    order = states_of(game)
    values = {s: float(game.utility(s)) if game.is_terminal(s) else 0.0 for s in order}
    inner = [s for s in reversed(order) if not game.is_terminal(s)]
    rolls = [s for s in inner if s.roll == NOT_ROLLED]
    after = {s: [game.result(s, a) for a in game.legal(s)] for s in inner}
    chances = [p for _, p in game.outcomes(game.initial())]
    change = 1.0
    while change > 1e-12:
        change = 0.0
        for s in inner:
            if s.roll != NOT_ROLLED:
                values[s] = (max if s.player == MAX else min)(values[t] for t in after[s])
        for s in rolls:
            new = sum(p * values[t] for p, t in zip(chances, after[s], strict=True))
            change = max(change, abs(new - values[s]))
            values[s] = new
    return values


def test_solved_values() -> None:
    """The worked values of https://jheled.github.io/royalur/solve.html: the mover's chance."""
    game = Ur(1)
    values = solved(game)
    # A 1 wins, for either side: p = 1/4 + 3/4 (1 - p).
    for text, chance in (
        ("14+0 14+0 light", Fraction(4, 7)),
        ("13+0 14+0 light", Fraction(116, 161)),
        ("14+0 13+0 light", Fraction(74, 161)),
    ):
        assert (values[game.parse_state(text)] + 1) / 2 == pytest.approx(float(chance))
    assert values[game.parse_state("14+0 13+0 dark")] == pytest.approx(1 - 2 * 116 / 161)
    # With the sides changed, all is the other way round.
    for s, value in values.items():
        if not game.is_terminal(s):
            mirror = State(s.dark, s.light, s.dark_home, s.light_home, -s.player, s.roll)
            assert values[mirror] == pytest.approx(-value)
            assert -1 < value < 1 or s.roll > 0


def test_searched_values_come_close() -> None:
    game = Ur(1)
    s = game.parse_state("13+0 14+0 light")
    result = outplay.expectiminimax(game, s, depth=16, speed="native")
    assert result.value == pytest.approx(2 * 116 / 161 - 1, abs=0.01)
    twin = [outplay.expectiminimax(Ur(1), s, depth=5, speed=x) for x in ("python", "native")]
    assert twin[0].value == twin[1].value and twin[0].nodes == twin[1].nodes


def test_moves() -> None:
    game = Ur()
    s = game.play(["4", "0"])
    assert game.format_state(s) == "4+0 -+0 light"  # a rosette: light again
    s = game.play(["2", "4"], s)
    assert game.format_state(s) == "6+0 -+0 dark"
    assert game.format_state(game.play(["0", "pass", "1", "0"], s)) == "1,6+0 -+0 dark"
    hit = game.parse_state("6+0 3+0 dark 3")
    assert game.format_state(game.play(["3"], hit)) == "-+0 6+0 light"
    off = game.parse_state("12,13+0 -+0 light 3")
    assert game.format_state(game.play(["12"], off)) == "13+1 -+0 dark"
    apart = game.parse_state("3+0 2+0 light 1")  # squares 1 to 4 are not shared
    assert game.format_state(game.play(["3"], apart)) == "4+0 2+0 light"


def test_what_may_not_move() -> None:
    game = Ur()
    safe = game.parse_state("8+0 6,7+0 dark 2")
    assert sorted(game.legal(safe)) == [0, 7]  # not 6, onto the centre
    assert sorted(game.legal(game.parse_state("2,4,14+0 -+0 light 2"))) == [0 + 4]
    assert game.legal(game.parse_state("14+6 -+0 light 2")) == [PASS]
    assert game.legal(game.parse_state("3+6 -+0 light 0")) == [PASS]


def test_features() -> None:
    game = Ur()
    gone, home, centre, danger, turn = game.features(game.parse_state("8,10+1 7+2 dark"))
    assert gone == pytest.approx((8 + 10 + 15 - 7 - 30) / (15 * 7))
    assert (home, centre, turn) == (-1 / 7, 1, -1)
    # Light's 10 is hit by a 3 from 7, and dark's 7 by nothing.
    assert danger == pytest.approx(-10 * 4 / 16 / (15 * 7))
    assert in_danger(1 << 5, 0, True) == 0  # a piece that waits reaches 4 at most
    assert in_danger(1 << 5, 1 << 1, False) == pytest.approx(5 / 16)


@pytest.mark.parametrize("pieces", [1, 3, 7])
def test_estimates(pieces: int) -> None:
    game = Ur(pieces)
    for s, _ in reachable(game, seed=4, walks=5, plies=300):
        if not game.is_terminal(s):
            assert -1 < game.evaluate(s) < 1
            mirror = State(s.dark, s.light, s.dark_home, s.light_home, -s.player, s.roll)
            assert game.evaluate(mirror) == -game.evaluate(s)


def test_keys_tell_states_apart() -> None:
    game = Ur(1)
    states = states_of(game)
    assert len({game.key(s) for s in states}) == len(states)


def test_order() -> None:
    game = Ur()
    s = game.parse_state("3,6+0 10+0 light 4")
    order = sorted(game.actions(s), key=lambda a: -game.priority(s, a))
    assert order == [0, 6, 3]  # a rosette, a hit, the rest


def test_notation() -> None:
    for pieces in (1, 7):
        check_notation(Ur(pieces), walks=3)
    game = Ur()
    assert game.parse_state(" 4,8+2  12+0 LIGHT 3").roll == 3
    assert game.parse_action(game.parse_state("-+0 -+0 light 0"), " Pass ") == PASS


def test_pictures() -> None:
    game = Ur()
    s = game.parse_state("2,7,13+2 4,8+0 dark 3")
    assert game.show(s).split("\n") == [
        "        4  3  2  1       14 13",
        "light   *  .  L  .        *  L   2 waiting, 2 home",
        "        .  .  L  D  .  .  .  .   5 to 12",
        "dark    D  .  .  .        *  .   5 waiting, 0 home",
        "        4  3  2  1       14 13",
        "dark rolled 3",
    ]
    drawn = ElementTree.fromstring(game.draw(s))
    words = [text.text for text in drawn.iter("{http://www.w3.org/2000/svg}text")]
    assert words[-3:] == ["light: 2 waiting, 2 home", "dark: 5 waiting, 0 home", "dark rolled 3"]
    assert sorted(map(int, words[:-3])) == sorted([*range(1, 15), 1, 2, 3, 4, 13, 14])


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("4,8 -+0 light", "is not a position of ur: write the squares"),
        ("4+0 -+0 light 5", "is not a position of ur: write the squares"),
        ("15+0 -+0 light", "There is no square 15; they are numbered 1 to 14."),
        ("0+0 -+0 light", "There is no square 0; they are numbered 1 to 14."),
        ("4,4+0 -+0 light", "Two pieces of light are on square 4."),
        ("1,2+0 3+7 light", "Dark has 1 pieces on the board and 7 at home, of 7 in all."),
        ("5,9+0 6,9+0 light", "Light and dark are both on square 9, which both sides use."),
        ("-+7 -+7 light", "Both sides have all pieces at home; the first to do so wins."),
        ("-+7 -+0 light", "is won already: there is no turn after the last move."),
        ("-+7 -+0 dark 2", "is won already: there is no turn after the last move."),
    ],
)
def test_impossible_positions(text: str, sentence: str) -> None:
    with pytest.raises(InvalidPosition) as caught:
        Ur().parse_state(text)
    assert sentence in str(caught.value)


@pytest.mark.parametrize(
    ("position", "move", "sentence"),
    [
        ("-+0 -+0 light", "5", "'5' is not a roll of the dice; choose from: 0 1 2 3 4."),
        ("3+0 -+0 light 1", "4", "not a square from which a piece of light moves by 1; choose"),
        ("3+6 -+0 light 0", "3", "'3' is not possible: nothing can move by 0; choose from: pass."),
        ("-+7 -+0 dark", "0", "The game is over; there is nothing to play."),
    ],
)
def test_illegal_moves(position: str, move: str, sentence: str) -> None:
    game = Ur()
    with pytest.raises(IllegalAction) as caught:
        game.parse_action(game.parse_state(position), move)
    assert sentence in str(caught.value)


@pytest.mark.parametrize("pieces", [0, 8, "7", None, True])
def test_impossible_games(pieces: object) -> None:
    with pytest.raises(UsageError, match="pieces must be a whole number from 1 to 7"):
        Ur(pieces)  # type: ignore[arg-type]


@pytest.mark.long
@pytest.mark.parametrize("pieces", [1, 7])
def test_the_checker_finds_nothing(pieces: int) -> None:
    assert outplay.check(Ur(pieces)).ok
