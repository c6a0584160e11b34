"""PGN: games written and read, as python-chess does, and what is said of bad ones."""

import io
import random

import pytest
from outside import CROWDED, random_games

from outplay.errors import IllegalAction, InvalidPosition, OutplayError, UsageError
from outplay.games.chess import Chess, pgn

chess_pgn = pytest.importorskip("chess.pgn")


def played(game: Chess, start: str, plies: int, seed: int) -> list[int]:
    dice, s, actions = random.Random(seed), game.parse_state(start), []
    while len(actions) < plies and not game.is_terminal(s):
        actions.append(dice.choice(game.legal(s)))
        s = game.result(s, actions[-1])
    return actions


STARTS = ["startpos", *CROWDED, "bqnnrkrb/pppppppp/8/8/8/8/PPPPPPPP/BQNNRKRB w KQkq - 0 1"]


@pytest.mark.parametrize("start", STARTS)
def test_python_chess_reads_what_we_write(start: str) -> None:
    game = Chess(chess960=start.startswith("bqnn"))
    actions = played(game, start, plies=60, seed=len(start))
    s = game.parse_state(start)
    tags = {"White": 'Ann "the\\cat"', "Black": "Bob", "ECO": "A00"}
    notes = {0: "before all", 1: "one", 7: "a long one " + 12 * "word " + "(no variation) ; $1"}
    text = pgn.write_game(game, actions, s, tags, comments=notes)
    assert max(map(len, text.splitlines())) < 80 and text.endswith("\n\n")

    assert " {one} 1... " in text

    theirs = chess_pgn.read_game(io.StringIO(text))
    assert not theirs.errors
    board = theirs.end().board()
    last = pgn.read_games(text)[0].states()[-1]
    assert board.fen() == game.format_state(last)
    assert (theirs.headers["Black"], theirs.headers["ECO"]) == ("Bob", "A00")
    assert theirs.comment == "before all" and theirs.next().comment == "one"

    ours = pgn.read_games(text + text)
    assert len(ours) == 2
    for again in ours:
        assert (list(again.actions), again.start) == (actions, s)
        assert again.tags["White"] == tags["White"]
        assert again.comments == {at: " ".join(note.split()) for at, note in notes.items()}
        assert again.game.chess960 == game.chess960


def test_we_read_what_python_chess_writes() -> None:
    done = 0
    for board in random_games(12, 50, seed=4):
        if len(board.move_stack) != 49:
            continue
        theirs = chess_pgn.Game.from_board(board)
        theirs.headers["Result"] = "1/2-1/2"
        node = theirs.next()
        node.comment, node.nags = "a {brace", {1, 14}
        node.add_variation(next(iter(node.board().legal_moves))).comment = "aside"
        again = pgn.read_games(str(theirs))[0]
        assert again.game.format_state(again.states()[-1]) == board.fen()
        assert (again.result, again.comments) == ("1/2-1/2", {1: "a {brace"})
        assert again.tags == dict(theirs.headers)
        done += 1
    assert done >= 8


def test_everything_that_may_stand_in_a_game() -> None:
    text = """\ufeff[Event "x"]
% skipped 1. d4
[Result "0-1"]

1.f3 $6 (1. e4 {better} (1. d4 d5) e5) 1... e5!? ; so far
2 . g4 ?? {two
lines} Qh4# 0-1
[Event "y"]

1. e4 e5 2. Nf3 Nc6 3. Bc4 Nf6 4. 0-0 1/2-1/2
1. e2e4 *
[Event "no moves"]
[Event "last"]
1. e4 c5"""
    games = pgn.read_games(text)
    shown = [
        [game.game.format_action(s, a) for s, a in zip(game.states(), game.actions, strict=False)]
        for game in games
    ]
    assert shown == [
        ["f3", "e5", "g4", "Qh4#"],
        ["e4", "e5", "Nf3", "Nc6", "Bc4", "Nf6", "O-O"],
        ["e4"],
        [],
        ["e4", "c5"],
    ]
    assert [game.result for game in games] == ["0-1", "1/2-1/2", "*", "*", "*"]
    assert games[0].comments == {2: "so far", 3: "two lines"}
    assert [game.tags.get("Event") for game in games] == ["x", "y", None, "no moves", "last"]
    assert pgn.read_games(" \n") == []


@pytest.mark.parametrize(
    ("start", "moves", "result"),
    [
        ("startpos", "f3 e5 g4 Qh4#", "0-1"),
        ("startpos", "e4 e5 Bc4 Nc6 Qh5 Nf6 Qxf7#", "1-0"),
        ("startpos", "Nf3 Nf6", "*"),
        ("startpos", "Nf3 Nf6 Ng1 Ng8", "*"),  # the second time
        ("startpos", "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8", "1/2-1/2"),  # the third time
        ("7k/8/6K1/8/8/8/8/5Q2 w - - 0 1", "Qf7", "1/2-1/2"),  # stalemate
        ("7k/8/8/8/8/8/6q1/7K w - - 0 1", "Kxg2", "1/2-1/2"),  # two kings
        ("7k/8/8/8/8/8/8/R6K w - - 99 70", "Ra2", "1/2-1/2"),  # fifty moves
    ],
)
def test_the_result_is_what_the_last_position_says(start: str, moves: str, result: str) -> None:
    game = Chess()
    s = game.parse_state(start)
    states, actions = [s], []
    for move in moves.split():
        actions.append(game.parse_action(states[-1], move))
        states.append(game.result(states[-1], actions[-1]))
    text = pgn.write_game(game, actions, s)
    assert f'[Result "{result}"]' in text and text.endswith(f" {result}\n\n")
    assert ("FEN" in text) == (start != "startpos")
    assert pgn.write_game(game, actions, s, result="0-1").endswith(" 0-1\n\n")


def test_games_that_went_on_after_a_draw_are_read() -> None:
    text = '[FEN "7k/8/8/8/8/8/8/R6K w - - 99 70"]\n70. Ra2 Kg8 71. Ra1 Kg7 1/2-1/2'
    assert len(pgn.read_games(text)[0].actions) == 4


def test_black_begins() -> None:
    game = Chess()
    s = game.parse_state("4k3/8/8/8/8/8/4P3/4K3 b - - 3 12")
    actions = [game.parse_action(s, "Kd7")]
    s2 = game.result(s, actions[0])
    actions.append(game.parse_action(s2, "e4"))
    text = pgn.write_game(game, actions, s, comments={2: "!"})
    assert text.endswith('[FEN "4k3/8/8/8/8/8/4P3/4K3 b - - 3 12"]\n\n12... Kd7 13. e4 {!} *\n\n')
    assert pgn.read_games(text)[0].actions == tuple(actions)


@pytest.mark.parametrize(
    ("text", "kind", "said"),
    [
        (
            "1. e4 e5\n2. Nf6 *",
            IllegalAction,
            "Line 2, 2. Nf6: Nf6 is not legal: no knight of White can go to f6; legal: ",
        ),
        ("1. e4 Nf3", IllegalAction, "Line 1, 1... Nf3: Nf3 is not legal: no knight of Black"),
        ("1. f3 e5 2. g4 Qh4# 3. a3", IllegalAction, "Line 1, 3. a3: The game is over"),
        ("\n1. e4 {oh", UsageError, "Line 2: a comment begins with { and is never closed."),
        ("1. e4 oh}", UsageError, "Line 1: there is a } without a { before it."),
        ("1. e4 (1. d4", UsageError, "A variation begins with ( and is never closed."),
        ("1. e4\n)", UsageError, "Line 2: there is a ) without a ( before it."),
        ("[Event x]\n", UsageError, 'Line 1: this is not a tag, which looks like [Event "?"].'),
        ("1. e4 $", UsageError, "Line 1: $ means nothing here."),
        (
            '1. e4 *\n[FEN "8/8/8/8/8/8/8/8 w - - 0 1"]',
            InvalidPosition,
            "Line 2, tag FEN: White has no king, not one.",
        ),
        (
            '[Variant "Atomic"]',
            UsageError,
            "Line 1: the variant Atomic cannot be read, only chess and Chess960.",
        ),
    ],
)
def test_what_is_wrong_is_said(text: str, kind: type[OutplayError], said: str) -> None:
    with pytest.raises(kind) as error:
        pgn.read_games(text)
    assert str(error.value).startswith(said)


def test_what_cannot_be_written() -> None:
    game = Chess()
    with pytest.raises(UsageError, match="'2-0' is not a result; results: 1-0 0-1 1/2-1/2"):
        pgn.write_game(game, [], result="2-0")
    with pytest.raises(UsageError, match="cannot hold a closing brace"):
        pgn.write_game(game, [], comments={0: "}"})
    with pytest.raises(UsageError, match="'my tag' is not the name of a tag"):
        pgn.write_game(game, [], tags={"my tag": "x"})
