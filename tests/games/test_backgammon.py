"""Backgammon: GNU Backgammon's counts and equities, a naive generator, notation, bad input."""

from __future__ import annotations

import random
from functools import cache

import pytest
from walks import check_notation

import outplay
from outplay.errors import IllegalAction, InvalidPosition, UsageError
from outplay.game import CHANCE, MAX, MIN
from outplay.games.backgammon import Backgammon, Side, State
from outplay.games.backgammon.board import checkers_on, mirrored, side_of

GAME = Backgammon()
START = "4HPwATDgc/ABMA"


# --- a naive second implementation: lists of checkers, all orders of the dice ------------------


def as_list(side: Side) -> list[int]:
    return [checkers_on(side, point) for point in range(26)]


def single_moves(mine: list[int], theirs: list[int], die: int) -> list[int]:
    found = []
    for start in range(25, 0, -1):
        if mine[start] == 0 or (mine[25] and start != 25):
            continue
        to = start - die
        if to > 0:
            if theirs[25 - to] < 2:
                found.append(start)
        elif sum(mine[7:]) == 0 and (to == 0 or sum(mine[start + 1 :]) == 0):
            found.append(start)
    return found


def move(mine: list[int], theirs: list[int], start: int, die: int) -> tuple[list[int], list[int]]:
    mine, theirs = mine[:], theirs[:]
    to = max(start - die, 0)
    mine[start] -= 1
    mine[to] += 1
    if to and theirs[25 - to] == 1:
        theirs[25 - to] = 0
        theirs[25] += 1
    return mine, theirs


def naive_results(s: State) -> set[tuple[tuple[int, ...], tuple[int, ...]]]:
    """The positions (mover, other) that the rules allow, by trying every order."""
    mine, theirs = (s.x, s.o) if s.player == MAX else (s.o, s.x)
    ends: list[tuple[int, int, tuple[int, ...], tuple[int, ...]]] = []

    def play(mine: list[int], theirs: list[int], dice: list[int], played: list[int]) -> None:
        if dice:
            for start in single_moves(mine, theirs, dice[0]):
                play(*move(mine, theirs, start, dice[0]), dice[1:], [*played, dice[0]])
        ends.append((len(played), max(played, default=0), tuple(mine), tuple(theirs)))

    if s.high == s.low:
        play(as_list(mine), as_list(theirs), [s.high] * 4, [])
    else:
        play(as_list(mine), as_list(theirs), [s.high, s.low], [])
        play(as_list(mine), as_list(theirs), [s.low, s.high], [])
    longest = max(ends)[0]
    # If only one die can be played it is the higher one, where possible.
    best = max(die for length, die, _, _ in ends if length == longest)
    return {
        (mine, theirs)
        for length, die, mine, theirs in ends
        if length == longest and (longest != 1 or die == best)
    }


def our_results(s: State) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    found = []
    for a in GAME.actions(s):
        t = GAME.result(s, a)
        mine, theirs = (t.x, t.o) if s.player == MAX else (t.o, t.x)
        found.append((tuple(as_list(mine)), tuple(as_list(theirs))))
        assert t.player == -s.player
        assert t.high == t.low == 0
    return found


def random_position(chosen: random.Random) -> State:
    """Checkers anywhere, often bunched at home, with dice."""
    sides = []
    taken = 0
    for _ in range(2):
        reach = chosen.choice([6, 8, 18, 25])
        counts: dict[int, int] = {0: chosen.choice([0, 0, 3, 9, 12])}
        for _ in range(15 - counts[0]):
            point = chosen.randint(1, reach)
            if point == 25 or not taken >> 25 - point & 1:
                counts[point] = counts.get(point, 0) + 1
            else:
                counts[0] += 1
        taken = sum(1 << point for point in counts if 0 < point < 25)
        sides.append(side_of(counts))
    dice = sorted((chosen.randint(1, 6), chosen.randint(1, 6)))
    return State(sides[0], sides[1], dice[1], dice[0], chosen.choice([MAX, MIN]))


def check_results(s: State) -> None:
    ours = our_results(s)
    assert len(set(ours)) == len(ours), GAME.format_state(s)
    assert set(ours) == naive_results(s), GAME.format_state(s)


def test_plays_are_those_of_a_naive_generator() -> None:
    chosen = random.Random(4)
    for _ in range(250):
        s = random_position(chosen)
        if not GAME.is_terminal(s):
            check_results(s)


def random_games(seed: int, games: int) -> list[State]:
    chosen = random.Random(seed)
    states = []
    for _ in range(games):
        s = GAME.initial()
        while not GAME.is_terminal(s):
            states.append(s)
            s = GAME.result(s, chosen.choice(GAME.legal(s)))
        states.append(s)
    return states


def test_plays_in_games_are_those_of_a_naive_generator() -> None:
    for s in random_games(5, 2):
        if GAME.to_move(s) != CHANCE and not GAME.is_terminal(s) and s.high != s.low:
            check_results(s)


# GNU Backgammon 1.07 counts these distinct results (`hint 9999`): position ID, dice, number.
# Where it says 0, the only play is to make no move.
GNUBG = [
    ("Hg54AB700KEEYQ", "2-6", 0),
    ("cNA7yAFGMoZIYw", "5-6", 1),
    ("hhPjxgCNCFFSaQ", "4-1", 1),
    ("4D8ADgeG6FRgRg", "5-6", 5),
    ("/AH8AAMmpSKhVA", "1-2", 20),
    ("sDzsAQZJKqhEag", "3-3", 32),
    ("AAzg+B+ESgukag", "6-6", 42),
    ("+9wGAAA3BgAAAA", "6-4", 1),
    ("YxcAAHYBAAAAAA", "6-4", 1),
    ("ZDUAAEIJAAAAAA", "6-6", 1),
    ("EQAAKAgAAAAAAA", "5-3", 1),
    ("sc0BAAgxAAAAAA", "1-2", 5),
    ("L98AAGB37QAAAA", "6-2", 5),
    ("pyAAgMFuNwAAAA", "4-2", 25),
    ("EQIAQLUCAAAAAA", "2-2", 40),
    ("7XsFAIB1LQAAAA", "1-1", 65),
    ("FuBx4BiUxZSqAg", "1-6", 65),
    ("6sMFLgAVNaZFIA", "5-5", 206),
    ("HgAfGA8QtalUIg", "2-2", 452),
]


@pytest.mark.parametrize(("position", "dice", "number"), GNUBG)
def test_as_many_results_as_gnubg_finds(position: str, dice: str, number: int) -> None:
    for side in "XO":
        s = GAME.parse_state(f"{position} {dice} {side}")
        plays = [GAME.format_action(s, a) for a in GAME.actions(s)]
        assert len(plays) == max(number, 1)
        assert (plays == ["no move"]) == (number == 0)


def test_the_higher_die_if_only_one_can_be_played() -> None:
    # A lone checker on 10; O holds the points on which two dice together would land.
    mine, theirs = side_of({10: 1, 0: 14}), side_of({25 - 1: 2, 0: 13})
    s = State(mine, theirs, 6, 3, MAX)
    assert [GAME.format_action(s, a) for a in GAME.actions(s)] == ["10/4"]
    # The higher one is blocked too: the lower one.
    s = State(mine, side_of({25 - 1: 2, 25 - 4: 2, 0: 11}), 6, 3, MAX)
    assert [GAME.format_action(s, a) for a in GAME.actions(s)] == ["10/7"]


def test_lines_of_play() -> None:
    s = GAME.parse_state(f"{START} X")
    assert outplay.perft(GAME, 1, s, speed="python") == 21
    assert outplay.perft(GAME, 2, s, speed="python") == 447


def test_lines_of_play_native() -> None:
    s = GAME.parse_state(f"{START} X")
    counts = [outplay.perft(GAME, depth, s, speed="native") for depth in range(1, 5)]
    # Our own, pinned; 447 is the sum of what the naive generator finds.
    assert counts == [21, 447, 9387, 202_782]
    rolled = [GAME.result(s, a) for a, _ in GAME.outcomes(s)]
    assert sum(len(naive_results(t)) for t in rolled if t.high != 2 or t.low != 2) + 75 == 447


# --- chance and the end -----------------------------------------------------------------------


def test_the_opening_roll() -> None:
    s = GAME.initial()
    assert GAME.to_move(s) == CHANCE
    rolls = dict(GAME.outcomes(s))
    assert len(rolls) == 30
    assert sum(rolls.values()) == pytest.approx(1)
    assert GAME.play(["3-1"]) == State(s.x, s.o, 3, 1, MAX)
    assert GAME.play(["1-3"]) == State(s.x, s.o, 3, 1, MIN)
    assert sum(GAME.result(s, a).player for a in rolls) == 0


def test_later_rolls() -> None:
    s = GAME.play(["3-1", "8/5 6/5"])
    rolls = dict(GAME.outcomes(s))
    assert len(rolls) == 21
    assert sum(rolls.values()) == pytest.approx(1)
    assert rolls[6, 6, 0, 0] == 1 / 36
    assert rolls[6, 5, 0, 0] == 1 / 18


@pytest.mark.parametrize(
    ("loser", "points"),
    [
        ({1: 14, 0: 1}, 1),
        ({24: 14, 0: 1}, 1),
        ({18: 15}, 2),
        ({6: 15}, 2),
        ({19: 1, 6: 14}, 3),
        ({25: 1, 6: 14}, 3),
    ],
)
def test_gammons_and_backgammons(loser: dict[int, int], points: int) -> None:
    last = side_of({1: 1, 0: 14})
    s = State(last, side_of(loser), 2, 1, MAX)
    t = GAME.play(["1/off"], s)
    assert GAME.is_terminal(t)
    assert GAME.utility(t) == points
    s = State(side_of(loser), last, 2, 1, MIN)
    assert GAME.utility(GAME.play(["1/off"], s)) == -points


def test_a_hit_sends_to_the_bar_and_back() -> None:
    s = GAME.play(["6-2", "24/18 13/11", "6-1"])
    assert "13/7*/6" in [GAME.format_action(s, a) for a in GAME.actions(s)]
    hit = GAME.play(["13/7* 8/7"], s)
    assert checkers_on(hit.x, 25) == 1
    barred = GAME.play(["6-6"], hit)
    assert [GAME.format_action(barred, a) for a in GAME.actions(barred)] == ["no move"]
    assert GAME.play(["no move"], barred).player == MIN


# --- bearing off: GNU Backgammon's two-sided database, cubeless ----------------------------------


@cache
def exact(s: State) -> float:
    if GAME.is_terminal(s):
        return GAME.utility(s)
    if GAME.to_move(s) == CHANCE:
        return sum(p * exact(GAME.result(s, a)) for a, p in GAME.outcomes(s))
    best = max if s.player == MAX else min
    return best(exact(GAME.result(s, a)) for a in GAME.actions(s))


@pytest.mark.parametrize(
    ("mine", "theirs", "equity"),
    [
        ([0, 0, 0, 0, 1, 0], [0, 1, 0, 0, 0, 0], 0.7222),
        ([0, 0, 1, 0, 0, 1], [0, 0, 0, 1, 0, 0], -0.3677),
        ([0, 2, 0, 0, 0, 0], [1, 0, 0, 0, 0, 0], 0.4444),
        ([0, 0, 0, 0, 1, 0], [0, 1, 1, 0, 0, 0], 0.8071),
        ([1, 0, 0, 0, 1, 1], [0, 0, 0, 0, 1, 0], -0.6981),
        ([1, 1, 0, 2, 0, 0], [0, 0, 0, 1, 0, 0], -0.7737),
        ([0, 2, 0, 2, 0, 0], [0, 0, 0, 0, 0, 1], -0.6547),
    ],
)
def test_bear_off_equities(mine: list[int], theirs: list[int], equity: float) -> None:
    sides = [
        side_of({0: 15 - sum(side), **dict(enumerate(side, start=1))}) for side in (mine, theirs)
    ]
    assert exact(State(sides[0], sides[1], 0, 0, MAX)) == pytest.approx(equity, abs=6e-5)
    assert exact(State(sides[1], sides[0], 0, 0, MIN)) == pytest.approx(-equity, abs=6e-5)


# --- the estimate -------------------------------------------------------------------------------


def test_the_estimate_is_fair_and_within_the_bounds() -> None:
    assert GAME.evaluate(GAME.initial()) == 0
    for s in random_games(7, 2):
        low, high = GAME.bounds(s)
        assert low <= GAME.evaluate(s) <= high
        other = State(s.o, s.x, s.high, s.low, -s.player)
        assert GAME.evaluate(other) == pytest.approx(-GAME.evaluate(s))
        if GAME.is_terminal(s):
            assert low <= GAME.utility(s) <= high


def test_the_estimate_knows_good_from_bad() -> None:
    better = [
        ("3-1", "8/5 6/5", "24/20"),
        ("6-1", "13/7 8/7", "13/6"),
        ("6-5", "24/13", "13/7 8/3"),
        ("4-2", "8/4 6/4", "8/2"),
    ]
    for roll, good, bad in better:
        s = GAME.play([roll])
        values = [GAME.evaluate(GAME.play([play], s)) for play in (good, bad)]
        assert values[0] > values[1] + 0.05
    # Twelve pips ahead, and on roll, in a long race.
    ahead = State(side_of({6: 8, 5: 7}), side_of({6: 13, 5: 1, 12: 1}), 0, 0, MAX)
    assert 0.5 < GAME.evaluate(ahead) < 1
    assert GAME.evaluate(ahead._replace(player=MIN)) < GAME.evaluate(ahead)


def test_bounds_leave_out_gammons_that_cannot_be() -> None:
    off, all_there = side_of({6: 14, 0: 1}), side_of({6: 15})
    assert GAME.bounds(State(off, all_there, 0, 0, MAX)) == (-1, 3)
    assert GAME.bounds(State(all_there, off, 0, 0, MAX)) == (-3, 1)
    assert GAME.bounds(GAME.initial()) == (-3, 3)


@pytest.mark.long
def test_one_ply_expectiminimax_native() -> None:
    engine = outplay.Engine(GAME, speed="native")
    for roll, play in (("3-1", "8/5 6/5"), ("6-1", "13/7 8/7"), ("4-2", "8/4 6/4")):
        s = GAME.play([roll])
        r = engine.analyse(s, depth=3)
        assert r.speed == "native"
        assert GAME.format_action(s, r.action) == play
    s = GAME.play(["6-5"])
    native = outplay.expectiminimax(GAME, s, depth=2, speed="native")
    assert native.value == outplay.expectiminimax(GAME, s, depth=2, speed="python").value


# --- notation -----------------------------------------------------------------------------------


def test_notation() -> None:
    check_notation(GAME, walks=1)
    check_notation(Backgammon("hypergammon"), walks=2)


def test_position_ids() -> None:
    # The position after 3-1: 8/5 6/5, as GNU Backgammon writes it for the side on roll.
    s = GAME.play(["3-1", "8/5 6/5"])
    text = GAME.format_state(s)
    assert text == "sGfwATDgc/ABMA O"
    assert GAME.parse_state(text) == s
    assert GAME.format_state(GAME.initial()) == f"{START} opening"
    assert GAME.parse_state(f"{START} 1-3 o") == GAME.play(["1-3"])
    # One that GNU Backgammon wrote, with the checkers that it says are on the points.
    t = GAME.parse_state("EQAAKAgAAAAAAA X")
    assert t.x == side_of({1: 1, 2: 1, 7: 1, 0: 12})
    assert t.o == side_of({1: 1, 4: 1, 0: 13})


def test_keys_tell_states_apart() -> None:
    states = set(random_games(8, 3))
    assert len({GAME.key(s) for s in states}) == len(states)


def test_mirrored_points() -> None:
    for point in range(1, 25):
        assert mirrored(1 << point) == 1 << 25 - point
    assert mirrored(1 | 1 << 25) == 0


@pytest.mark.parametrize(
    ("roll", "text", "written"),
    [
        ("3-1", "6/5 8/5", "8/5 6/5"),
        ("3-1", "24/20", "24/20"),
        ("3-1", "24/21/20", "24/20"),
        ("3-1", "24/23 23/20", "24/20"),
        ("3-1", " 24 / 23,  13 / 10 ", "24/23 13/10"),
        ("6-5", "24/18/13", "24/13"),
    ],
)
def test_what_people_type(roll: str, text: str, written: str) -> None:
    s = GAME.play([roll])
    assert GAME.format_action(s, GAME.parse_action(s, text)) == written


def test_what_people_type_for_doubles_and_bearing_off() -> None:
    s = GAME.play(["3-1", "8/5 6/5", "6-6"])
    for text in ("24/18(2) 13/7(2)", "24/18 13/7 24/18 13/7", "13/7(2) 24/18(2)"):
        assert GAME.format_action(s, GAME.parse_action(s, text)) == "24/18(2) 13/7(2)"
    s = State(side_of({6: 2, 0: 13}), side_of({1: 1, 0: 14}), 6, 5, MAX)
    for text in ("6/off 6/1", "6/0 6/1", "6/o, 6/1", "6/OFF 6/1"):
        assert GAME.format_action(s, GAME.parse_action(s, text)) == "6/1 6/off"


def test_the_same_way_with_and_without_a_hit() -> None:
    # From 10 by way of 7, or by way of 4, where O has a blot.
    s = State(side_of({10: 1, 0: 14}), side_of({21: 1, 0: 14}), 6, 3, MAX)
    assert sorted(GAME.format_action(s, a) for a in GAME.actions(s)) == ["10/1", "10/4*/1"]
    quiet, hitting = (GAME.parse_action(s, text) for text in ("10/1", "10/4*/1"))
    assert checkers_on(GAME.result(s, hitting).o, 25) == 1
    assert checkers_on(GAME.result(s, quiet).o, 25) == 0
    # With two blots in between there is no quiet way, and the text has to say which.
    s = s._replace(o=side_of({21: 1, 18: 1, 0: 13}))
    with pytest.raises(IllegalAction, match="can mean several plays; write '10/"):
        GAME.parse_action(s, "10/1")
    assert GAME.parse_action(s, "10/7*/1") != GAME.parse_action(s, "10/4*/1")


@pytest.mark.parametrize(
    ("moves", "sentence"),
    [
        (["3-3"], "In the opening roll, equal dice are rolled again."),
        (["7-1"], "'7-1' is not a roll of two dice"),
        (["3-1", "hello"], "'hello' is not a move; write from/to"),
        (["3-1", "5/8"], "'5/8' does not go down the points"),
        (["3-1", "30/29"], "'30/29' names no point"),
        (["3-1", "23/20"], "There is no checker on point 23 to move."),
        (["3-1", "bar/22"], "There is no checker on the bar to move."),
        (["3-1", "24/18"], "'24/18' is not a legal play of 3-1; legal: 24/23 24/21, 24/20"),
        (["3-1", "8/5* 6/5"], "is not a legal play of 3-1"),
        (["3-1", "no move"], "There is a legal move with 3-1, such as"),
    ],
)
def test_illegal_plays(moves: list[str], sentence: str) -> None:
    with pytest.raises(IllegalAction) as caught:
        GAME.play(moves)
    assert sentence in str(caught.value)


def test_no_play_where_none_is_possible() -> None:
    barred = GAME.parse_state("Hg54AB700KEEYQ 6-2 X")
    with pytest.raises(IllegalAction, match="There is no legal move with 6-2; write 'no move'"):
        GAME.parse_action(barred, "6/4")
    won = State(side_of({0: 15}), side_of({1: 1, 0: 14}), 0, 0, MIN)
    with pytest.raises(IllegalAction, match="over"):
        GAME.parse_action(won, "3-1")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("4HPwATDgc/ABMA", "write a position ID, the dice if they are rolled"),
        ("4HPwATDgc/AB X", "is not a position ID, which has 14 characters"),
        ("4HPwATDgc/ABMA Z", "'Z' is neither X nor O"),
        ("4HPwATDgc/ABMA 7-1 X", "'7-1' is not a roll of two dice"),
        ("//////////ABMA X", "a side has"),
        ("sGfwATDgc/ABMA opening", "in the first position only"),
        ("AAAAAAAAAAAAAA X", "has borne off all its checkers already"),
        ("AAAAAAAAAAAAgA X", "goes on after the last point"),
        ("AMAAADAAAAAAAA X", "both sides stand on point 10"),
    ],
)
def test_impossible_positions(text: str, sentence: str) -> None:
    with pytest.raises(InvalidPosition) as caught:
        GAME.parse_state(text)
    assert sentence in str(caught.value)


def test_variants() -> None:
    small = Backgammon("hypergammon")
    assert [checkers_on(small.initial().x, p) for p in (24, 23, 22)] == [1, 1, 1]
    assert as_list(Backgammon("nackgammon").initial().o)[23] == 2
    with pytest.raises(InvalidPosition, match="there are 3 of each"):
        small.parse_state(f"{START} X")
    with pytest.raises(UsageError, match="variant must be one of standard, nackgammon, hyper"):
        Backgammon("acey-deucey")


def test_pictures() -> None:
    s = GAME.play(["3-1"])
    assert (
        GAME.show(s).split("\n")[6] == "|                  |BAR|                  |   X to play 3-1"
    )
    picture = GAME.draw(s)
    assert picture.startswith("<svg")
    assert picture.count("<circle") == 30 + 3 + 1
    won = State(side_of({0: 15}), side_of({20: 15}), 0, 0, MIN)
    assert "X has won a backgammon" in GAME.show(won)


def test_it_says_what_it_is() -> None:
    assert not GAME.properties.deterministic
    assert GAME.properties.may_cycle
    assert GAME.name == "backgammon"
