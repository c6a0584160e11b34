"""Morris: against a naive second implementation and OpenSpiel, facts, notation, bad input."""

from __future__ import annotations

import random
import xml.etree.ElementTree as ElementTree
from typing import Any

import pytest
from walks import check_notation, check_symmetries, perft, reachable

import outplay
from outplay.errors import IllegalAction, InvalidPosition, UsageError
from outplay.game import MAX, MIN
from outplay.games.morris import Morris, State
from outplay.search.counting import count_lines

VARIANTS: list[dict[str, Any]] = [
    {},
    {"flying": False},
    {"men": 12},
    {"men": 6},
    {"men": 5, "flying": True, "diagonals": True},
    {"men": 3},
    {"men": 3, "flying": True, "diagonals": False},
    {"men": 3, "first_mill_wins": False},
    {"men": 10, "quiet_limit": 7},
]

SQUARES = {
    3: "a3 b3 c3, c3 c2 c1, a1 b1 c1, a3 a2 a1, a2 b2 c2, b3 b2 b1",
    6: "a5 c5 e5, e5 e3 e1, a1 c1 e1, a5 a3 a1, b4 c4 d4, d4 d3 d2, b2 c2 d2, b4 b3 b2,"
    "a3 b3, d3 e3, c5 c4, c2 c1",
    9: "a7 d7 g7, g7 g4 g1, a1 d1 g1, a7 a4 a1, b6 d6 f6, f6 f4 f2, b2 d2 f2, b6 b4 b2,"
    "c5 d5 e5, e5 e4 e3, c3 d3 e3, c5 c4 c3, a4 b4 c4, e4 f4 g4, d7 d6 d5, d3 d2 d1",
}
DIAGONALS = {
    3: "a3 b2 c1, a1 b2 c3",
    6: "a5 b4, e5 d4, a1 b2, e1 d2",
    9: "a7 b6 c5, g7 f6 e5, a1 b2 c3, g1 f2 e3",
}


class Naive:
    """Morris on a dict of named points, written without a thought of the other."""

    def __init__(self, game: Morris) -> None:
        size = 3 if game.men == 3 else 6 if game.men < 7 else 9
        text = SQUARES[size] + ("," + DIAGONALS[size] if game.diagonals else "")
        self.lines = [line.split() for line in text.split(",")]
        self.board = {point: "" for line in self.lines for point in line}
        self.hand = {"W": game.men, "B": game.men}
        self.side, self.other = "W", "B"
        self.game = game
        self.calm = 0

    def beside(self, one: str, other: str) -> bool:
        return any(
            one in line and other in line and abs(line.index(one) - line.index(other)) == 1
            for line in self.lines
        )

    def is_milled(self, point: str, board: dict[str, str]) -> bool:
        return any(
            point in line and len(line) == 3 and {board[p] for p in line} == {board[point]}
            for line in self.lines
        )

    def men(self, side: str) -> list[str]:
        return [point for point, sign in self.board.items() if sign == side]

    def turns(self) -> dict[str, tuple[str, str, str]]:
        """(from, to, taken) of every turn, by its name."""
        free = self.men("")
        starts = [""] if self.hand[self.side] else self.men(self.side)
        flies = self.game.flying and len(starts) == 3
        found = {}
        for start in starts:
            for end in free:
                if start and not flies and not self.beside(start, end):
                    continue
                board = {**self.board, **({start: ""} if start else {}), end: self.side}
                loose = [p for p in self.men(self.other) if not self.is_milled(p, self.board)]
                name = f"{start}-{end}" if start else end
                if self.is_milled(end, board) and not self.game.first_mill_wins:
                    for taken in loose or self.men(self.other):
                        found[f"{name}x{taken}"] = start, end, taken
                else:
                    found[name] = start, end, ""
        return found

    def winner(self) -> str | None:
        """W, B, "" for a draw, or None while it goes on."""
        if self.game.first_mill_wins and any(
            self.is_milled(p, self.board) for p in self.men(self.other)
        ):
            return self.other
        if self.hand[self.side]:
            return None
        if not self.men(""):
            return ""
        if len(self.men(self.side)) < 3 or not self.turns():
            return self.other
        return "" if self.game.quiet_limit and self.calm == self.game.quiet_limit else None

    def play(self, start: str, end: str, taken: str) -> None:
        self.calm = 0 if taken or self.hand[self.side] else self.calm + 1
        if start:
            self.board[start] = ""
        else:
            self.hand[self.side] -= 1
        self.board[end] = self.side
        if taken:
            self.board[taken] = ""
        self.side, self.other = self.other, self.side


@pytest.mark.parametrize("parameters", VARIANTS)
def test_play_like_the_naive_game(parameters: dict[str, Any]) -> None:
    game, chosen = Morris(**parameters), random.Random(7)
    for _ in range(8):
        s, naive = game.initial(), Naive(game)
        while True:
            signs = {"": ".", "W": "W", "B": "B"}
            board = "".join(signs[naive.board[point]] for point in game.board.names)
            text = f"{board} {naive.side} {naive.hand['W']} {naive.hand['B']} {naive.calm}"
            assert game.parse_state(text) == s
            won = naive.winner()
            assert game.is_terminal(s) == (won is not None)
            if won is not None:
                assert game.utility(s) == {"W": 1, "B": -1, "": 0}[won]
                break
            turns = naive.turns()
            legal = {game.format_action(s, a): a for a in game.legal(s)}
            assert set(legal) == set(turns)
            # Take a man where possible, so that games reach their ends.
            taking = [turn for turn in turns if "x" in turn]
            turn = chosen.choice(taking if taking and chosen.random() < 0.7 else sorted(turns))
            naive.play(*turns[turn])
            s = game.result(s, legal[turn])


def spiel_positions(state: Any) -> set[str]:
    """Where OpenSpiel gets from here in one whole turn: its boards, in reading order."""
    found, mover = set(), state.current_player()
    for action in state.legal_actions():
        child = state.child(action)
        if not child.is_terminal() and child.current_player() == mover:  # a man is to be taken
            found |= spiel_positions(child)
        else:
            found.add(spiel_board(child))
    return found


def spiel_board(state: Any) -> str:
    return "".join(sign for sign in str(state).split("Current")[0] if sign in "WB.")


def test_play_like_open_spiel() -> None:
    pyspiel = pytest.importorskip("pyspiel")
    theirs, game = pyspiel.load_game("nine_mens_morris"), Morris(quiet_limit=0)
    for seed in range(6):
        chosen = random.Random(seed)
        state, s = theirs.new_initial_state(), game.initial()
        while not state.is_terminal():
            mine = {board_of(game, game.result(s, a)): a for a in game.legal(s)}
            assert set(mine) == spiel_positions(state)
            mover = state.current_player()
            assert game.to_move(s) == (MAX, MIN)[mover]
            while not state.is_terminal() and state.current_player() == mover:
                state.apply_action(chosen.choice(state.legal_actions()))
            s = game.result(s, mine[spiel_board(state)])
        if game.is_terminal(s):  # else it ended there by the limit of turns, which is theirs alone
            assert game.utility(s) == state.returns()[0]


def board_of(game: Morris, s: State) -> str:
    return game.format_state(s).split()[0].replace("/", "")


# Lines of n turns from the start. Depth 5 by hand: 24 23 22 21 20, and 16 6 21 20 more by mills.
PERFT = (24, 552, 12_144, 255_024, 5_140_800)

# Positions of OpenSpiel's random games with the number of turns, and of lines of 2 and 3 turns;
# OpenSpiel 1.x gave the first, an independent generator all of them.
COUNTED = (
    ("WB.WB..BWW.WBBB.....BW.. W 0 0", 6, 64, 487),
    ("WWWB...BW.BBW..BBBBW.... W 0 0", 6, 53, 499),
    ("WBBBW...WWB....B....WWWW B 0 0", 5, 41, 235),
    ("B...........W...W..WB.B. W 6 6", 18, 306, 5184),
    ("...WB.......WB.....BW... W 6 6", 18, 306, 5088),
    ("..W...............B..... W 8 8", 22, 462, 9320),
    (".......W.WBB.B..W.W..B.. W 5 5", 16, 240, 3920),
    ("W.B...B..W.....B.....W.. B 0 0", 56, 2862, None),
    ("............WWW.B.B.B... W 0 0", 54, 3018, None),
    (".....WB.B.B.W.W.....B... W 0 0", 54, 661, None),
    ("...BBB.WW.B......BBW..B. W 0 0", 43, 359, None),
    (".W..BB..B..W.....W.W.WW. W 0 0", 14, 550, 7320),
    ("W..W.W.WWWB........BBW.. B 0 0", 45, 443, None),
    ("B.W........B.WW.W...B..W B 4 5", 16, 285, 4258),
    ("..W.B.........WW....B... B 6 7", 19, 378, 6864),
)


def test_counts() -> None:
    game = Morris()
    assert [perft(game, depth) for depth in (1, 2, 3)] == list(PERFT[:3])
    assert PERFT[4] == 24 * 23 * 22 * 21 * 20 + 16 * 6 * 21 * 20
    assert [count_lines(game, n + 1, speed="native") for n in range(5)] == list(PERFT)
    for text, *counts in COUNTED:
        s = game.parse_state(text)
        assert len(game.legal(s)) == counts[0]
        for depth, count in enumerate(counts[1:], start=2):
            if count is not None:
                assert count_lines(game, depth, s, speed="native") == count


@pytest.mark.long
def test_counts_deeper() -> None:
    assert count_lines(Morris(), 6, speed="native") == 99_274_176


def states_of(game: Morris) -> dict[State, list[State]]:
    """Every state that can be reached, and what follows each."""
    after: dict[State, list[State]] = {}
    waiting = [game.initial()]
    while waiting:
        s = waiting.pop()
        if s not in after:
            after[s] = [game.result(s, a) for a in game.legal(s)]
            waiting += after[s]
    return after


def value_of(game: Morris, after: dict[State, list[State]]) -> int:
    """The value of the start: what no side can force to an end is a draw."""
    values = {s: game.utility(s) for s in after if not after[s]}
    changed = True
    while changed:
        changed = False
        for s, follow in after.items():
            if s not in values:
                known = [values.get(t) for t in follow]
                if s.player in known or all(v == -s.player for v in known):
                    values[s] = s.player if s.player in known else -s.player
                    changed = True
    return values.get(game.initial(), 0)


def test_three_men() -> None:
    """The first player wins; with men taken by mills, there are 5,934 states.

    The project brianhliou/game-solver says both. (It lets the game go on until all men are placed.)
    """
    solver = Morris(3, first_mill_wins=False, quiet_limit=0)
    after = states_of(solver)
    assert len(after) == 5934
    assert value_of(solver, after) == 1
    usual = Morris(3, quiet_limit=0)
    assert value_of(usual, states_of(usual)) == 1
    centre = usual.play(["b2"])
    assert outplay.Engine(usual, speed="python").analyse(centre, depth=9).value == 1


@pytest.mark.long
def test_four_men() -> None:
    """The project brianhliou/game-solver: 4,111,151 states, and 176 more if three men fly."""
    for flying, count in ((False, 4_111_151), (True, 4_111_327)):
        game = Morris(4, flying=flying, quiet_limit=0)
        seen = {game.key(game.initial())}
        level = [game.initial()]
        while level:
            following = {}
            for s in level:
                for a in game.legal(s):
                    t = game.result(s, a)
                    following[game.key(t)] = t
            level = [t for key, t in following.items() if key not in seen]
            seen |= following.keys()
        assert len(seen) == count


def test_two_mills_take_one_man() -> None:
    game = Morris()
    s = game.parse_state(".WW/.../.../W....B/.B./B../WBB W 4 4")
    double = game.play(["a7xb2"], s)
    assert game.format_state(double) == "WWW/.../.../W....B/.B./.../WBB B 3 4 0"


def test_men_in_mills_are_safe_unless_all_are() -> None:
    game = Morris()
    s = game.parse_state("WW./B../.../.B..../.../B../.B. W 5 5")
    assert [game.format_action(s, a) for a in game.legal(s) if a[1]] == ["g7xd1"]
    s = game.parse_state("WW./B../.../.B..../.../B../... W 6 6")
    taking = [game.format_action(s, a) for a in game.legal(s) if a[1]]
    assert taking == ["g7xb6", "g7xb4", "g7xb2"]


def test_flying() -> None:
    s = "W../.../.../...B../B../..W/WBB W 0 0"
    game = Morris()
    # Three men to 17 points; f2-a4 closes a mill, which takes one of four men.
    assert len(game.legal(game.parse_state(s))) == 3 * 17 + 3
    slides = Morris(flying=False)
    assert len(slides.legal(slides.parse_state(s))) == 5


def test_ends() -> None:
    game = Morris()
    two = game.parse_state("W../..W/.../....../.../.../BBB W 0 0")
    assert game.is_terminal(two) and game.utility(two) == -1
    stuck = game.parse_state("WBW/.B./.../B....B/.../.../WBW W 0 0")
    assert game.is_terminal(stuck) and game.utility(stuck) == -1
    short = Morris(quiet_limit=2)
    s = short.play(["a7-d7", "a1-a4"], short.parse_state("W.W/.../.../....W./.../.../BBB W 0 0"))
    assert short.is_terminal(s) and short.utility(s) == 0 and s.quiet == 2
    twelve = Morris(12)
    full = twelve.parse_state("WBW/BWB/WBW/BWBWBW/BWB/WBW/BWB W 0 0")
    assert twelve.is_terminal(full) and twelve.utility(full) == 0


def test_a_position_comes_back_whatever_the_count() -> None:
    game = Morris()
    s = game.parse_state("W.W/.../.../....W./.../.../BBB W 0 0 4")
    t = s._replace(quiet=9)
    assert game.repetition_key(s) == game.repetition_key(t)
    assert game.key(s) != game.key(t)
    keys = {game.key(s): s for s, _ in reachable(game, seed=8, walks=10)}
    assert all(game.key(s) == key and 0 <= key < 1 << 63 for key, s in keys.items())
    assert len(set(keys.values())) == len(keys)


@pytest.mark.parametrize("parameters", VARIANTS)
def test_notation_and_symmetries(parameters: dict[str, Any]) -> None:
    game = Morris(**parameters)
    check_notation(game, walks=2)
    check_symmetries(Morris(**parameters), seed=3)
    orbit = {game.initial()._replace(white=1), *game.symmetries(game.initial()._replace(white=1))}
    assert len(orbit) == (4 if game.men == 3 else 8)


@pytest.mark.parametrize("parameters", VARIANTS)
def test_estimates_and_outlooks(parameters: dict[str, Any]) -> None:
    game = Morris(**parameters)
    for s, _ in reachable(game, seed=5, walks=6):
        assert -1 < game.evaluate(s) < 1
        for t in game.symmetries(s):
            assert game.features(t) == game.features(s)
        if s.hand % 2 == 0:
            other = State(s.black, s.white, s.hand, -s.player, s.quiet)
            assert game.features(other) == tuple(-lead for lead in game.features(s))
        if not game.is_terminal(s):
            after = [game.result(s, a) for a in game.legal(s)]
            wins = {game.utility(t) for t in after if game.is_terminal(t)}
            worst, best = game.outcome_bounds(s)
            assert s.player in wins or worst != best


def test_features() -> None:
    game = Morris()
    s = game.parse_state("WWW/.W./W../B...../..B/.../BBB W 0 0")
    men, twos, threats, running, steps, able = game.features(s)
    # d7-d6-d5 is a two of White's, and c5 can close it.
    assert (men, twos, threats, running) == (0, 1, 1, 0)
    # g7-g4, d6-b6, d6-f6, d6-d5, c5-d5, c5-c4; a4-b4, e3-d3, e3-e4, d1-d2, g1-g4.
    assert (steps, able) == (6 - 5, 3 - 4)


def test_priority_prefers_mills() -> None:
    game = Morris()
    s = game.parse_state("WW./B../B../....../.../B../... W 6 6")
    order = sorted(game.actions(s), key=lambda a: -game.priority(s, a))
    assert [game.format_action(s, a) for a in order[:4]] == ["g7xb6", "g7xc5", "g7xb2", "b4"]


def test_both_speeds_agree() -> None:
    game = Morris(3)
    s = game.play(["a1", "b2"])
    for depth in (3, 6):
        results = [
            outplay.alphabeta(game, s, depth=depth, order="priority", speed=speed)
            for speed in ("python", "native")
        ]
        assert len({(r.value, r.action, r.nodes) for r in results}) == 1


@pytest.mark.long
def test_the_engine_at_native_speed() -> None:
    assert outplay.Engine(Morris(3), speed="native").analyse(depth=12).value == 1
    deep = outplay.Engine(Morris(), speed="native").analyse(depth=7)
    assert deep.depth == 7


def test_pictures() -> None:
    game = Morris(6)
    s = game.play(["a5", "b4", "e5", "d4", "c5xb4"])
    assert game.show(s).split("\n") == [
        "5 W-------W-------W",
        "  |       |       |",
        "4 |   .---.---B   |",
        "  |   |       |   |",
        "3 .---.       .---.",
        "  |   |       |   |",
        "2 |   .---.---.   |",
        "  |       |       |",
        "1 .-------.-------.",
        "  a   b   c   d   e",
        "Black to move, in hand 3 and 4",
    ]
    drawn = ElementTree.fromstring(game.draw(s))
    words = [text.text for text in drawn.iter("{http://www.w3.org/2000/svg}text")]
    assert words == [*"5a4b3c2d1e", "Black to move"]
    won = Morris(3).play(["b2", "a1", "a2", "b1", "c2"])
    assert Morris(3).show(won).endswith("White has won")


def test_what_people_type() -> None:
    game = Morris()
    s = game.parse_state("W.W/.../.../....W./.../.../BBB B 0 0")
    a = game.parse_action(s, "a1-a4")
    assert game.parse_action(s, " A1 a4 ") == game.parse_action(s, "a1a4") == a
    s = game.parse_state("WW./B../B../....../.../B../... w 6 6")
    b = game.parse_action(s, "g7xb6")
    assert game.parse_action(s, "G7 x B6") == game.parse_action(s, "g7b6") == b


@pytest.mark.parametrize(
    ("position", "move", "sentence"),
    [
        ("", "d4", "There is no point d4 on this board."),
        ("", "h9", "There is no point h9 on this board."),
        ("", "", "'' is not legal: write the point to place a man on, such as a7."),
        ("", "a1-a4-a7", "write the point to place a man on, such as a7."),
        ("", "a7xd7", "'a7xd7' is not legal: a7 closes no mill, so it takes nothing."),
        ("WW./B../B../....../.../B../... W 6 6", "d7", "d7 is not free."),
        (
            "WW./B../B../....../.../B../... W 6 6",
            "g7",
            "'g7' is not legal: g7 closes a mill, so say what it takes: g7x and one of b6 c5 b2.",
        ),
        ("WW./B../B../....../.../B../B.. W 5 5", "g7xa7", "g7 can only take b6 or c5 or b2 or a1."),
        ("W.W/.../.../W...W./.../.../BBB W 0 0", "a1-d1", "White has no man on a1."),
        ("W.W/.../.../W...W./.../.../BBB W 0 0", "a4-a1", "a1 is not free."),
        ("W.W/.../.../W...W./.../.../BBB W 0 0", "a4-c4", "no line leads from a4 to c4 in one"),
        ("W.W/.../.../W...W./.../.../BBB W 0 0", "a4", "from and goes to, such as a7-d7."),
        ("W../..W/.../....../.../.../BBB W 0 0", "a7-d7", "The game is over"),
    ],
)
def test_illegal_moves(position: str, move: str, sentence: str) -> None:
    game = Morris()
    s = game.parse_state(position) if position else game.initial()
    with pytest.raises(IllegalAction) as caught:
        game.parse_action(s, move)
    assert sentence in str(caught.value)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "This is not a position; write its points"),
        ("X../.../.../....../.../.../... W 9 9", "has 'X' in its board"),
        ("../.../.../....../.../.../... W 9 9", "has 23 points; there are 24."),
        ("..../../.../....../.../.../... W 9 9", "which have 3 3 3 6 3 3 3 points."),
        (".../.../.../....../.../.../...", "'' behind the board does not say whose turn it is"),
        (".../.../.../....../.../.../... R 9 9", "'R 9 9' behind the board does not say"),
        (".../.../.../....../.../.../... W 9 9 5", "cannot be 5 moves in a row without a capture"),
        ("WWW/.../.../....../.../.../BBB W 0 0 101", "without a capture; 100 is the limit."),
        (".../.../.../....../.../.../... B 9 9", "White has 9 men in hand and Black 9; White"),
        ("W../.../.../....../.../.../... W 8 9", "White has 8 men in hand and Black 9; White"),
        ("WW./.../.../....../.../.../... W 8 8", "White has 2 men on the board and 8 in hand"),
        ("WW./.../.../....../.../.../BBB B 0 0", "The game is over when a side has two men left"),
        ("WWW/.../.../....../.../.../B.. B 0 0", "The game is over when a side has two men left"),
    ],
)
def test_impossible_positions(text: str, sentence: str) -> None:
    with pytest.raises(InvalidPosition) as caught:
        Morris().parse_state(text)
    assert sentence in str(caught.value)


def test_impossible_positions_of_three_men() -> None:
    with pytest.raises(InvalidPosition, match="White has a mill already, and the first one wins"):
        Morris(3).parse_state("WWW/.BB/B.. W 0 0")
    with pytest.raises(InvalidPosition, match="nobody takes any here, so there are 3"):
        Morris(3).parse_state("WW./.BB/B.. W 0 0")


@pytest.mark.parametrize(
    ("parameters", "sentence"),
    [
        ({"men": 2}, "men must be a whole number from 3 to 12, not 2."),
        ({"men": "9"}, "men must be a whole number from 3 to 12, not '9'."),
        ({"flying": 1}, "flying must be True or False, not 1."),
        ({"diagonals": "no"}, "diagonals must be True or False, not 'no'."),
        ({"first_mill_wins": 0}, "first_mill_wins must be True or False, not 0."),
        ({"quiet_limit": -1}, "quiet_limit must be a whole number from 0 to 500, not -1."),
    ],
)
def test_impossible_games(parameters: dict[str, Any], sentence: str) -> None:
    with pytest.raises(UsageError) as caught:
        Morris(**parameters)
    assert sentence in str(caught.value)


@pytest.mark.long
@pytest.mark.parametrize("parameters", VARIANTS)
def test_the_checker_finds_nothing(parameters: dict[str, Any]) -> None:
    assert outplay.check(Morris(**parameters)).ok
