"""The jobs `why`, `review` and `read`: sentences that hold, lines that can be played, stops."""

from __future__ import annotations

import contextlib
import threading
import time
from typing import Any

import pytest

from outplay.errors import IllegalAction, InvalidPosition, OutplayError, UsageError
from outplay.web.jobs.paste import read
from outplay.web.jobs.reasons import explain, review
from outplay.web.worker import JobContext


def at_work(seconds: float = 30) -> JobContext:
    context = JobContext()
    context.begin(1, seconds)
    return context


def spot(game: str, moves: str = "", position: str | None = None, **given: Any) -> dict[str, Any]:
    return {"game": game, "with": given, "position": position, "moves": moves.split()}


def nothing(told: dict[str, Any]) -> None:
    pass


def test_why_gives_sentences_whose_lines_can_be_played() -> None:
    context = at_work()
    told = explain(context, spot("tic-tac-toe", "a1 b2 a2"), nothing)
    assert "O to move" in told["title"] and "= 0" in told["title"]
    assert "only a3 holds it" in told["sentences"][0]["text"]
    game = context.game("tic-tac-toe")
    start = game.play(["a1", "b2", "a2"])
    lines = [line for sentence in told["sentences"] for line in sentence["lines"]]
    assert len(lines) > 3
    for line in lines:
        game.play(line, start)  # raises if one of the moves is not legal


def test_why_of_a_move_says_what_it_does() -> None:
    told = explain(at_work(), {**spot("tic-tac-toe", "a1 b2 a2"), "move": "c1"}, nothing)
    assert told["sentences"][0]["text"].startswith("c1 loses for O in 2 plies")


def test_why_refuses_what_cannot_be_played() -> None:
    with pytest.raises(IllegalAction, match="a1"):
        explain(at_work(), {**spot("tic-tac-toe", "a1"), "move": "a1"}, nothing)
    over = spot("tic-tac-toe", "a1 b1 a2 b2 a3")
    with pytest.raises(IllegalAction, match="over"):
        explain(at_work(), {**over, "move": "c3"}, nothing)
    assert "over" in explain(at_work(), over, nothing)["title"]
    with pytest.raises(UsageError, match="move"):
        explain(at_work(), {**spot("tic-tac-toe"), "move": 5}, nothing)


def test_a_review_tells_each_ply_and_marks_what_was_given_away() -> None:
    told: list[dict[str, Any]] = []
    # b3 lets X win; X takes it.
    answer = review(at_work(), spot("tic-tac-toe", "a1 b3 b2 c3 a3"), told.append)
    plies = [line for line in told if line["state"] == "ply"]
    assert [line["ply"] for line in plies] == [0, 1, 2, 3, 4, 5]
    assert [line["mark"] for line in plies[:3]] == ["", "", "??"]
    assert (plies[0]["label"], plies[2]["label"]) == ("= 0", "= +1")
    assert (plies[0]["bar"], plies[2]["bar"]) == (0, 1)
    assert "changed the result from a draw to a loss" in plies[2]["text"]
    assert plies[2]["better"][0] == "b2" and " Better: b2" in plies[2]["text"]
    assert all(line["sign"] in "=≥≤~" and line["label"][0] == line["sign"] for line in plies)
    assert [line["done"] for line in told if line["state"] == "thinking"] == [0, 1, 2, 3, 4, 5]
    assert answer["state"] == "done" and answer["judged"] == 5
    assert answer["mistakes"][0] == {"ply": 2, "mark": "??"}
    assert answer["text"][0].startswith(
        "The first move that changed the result was move 2, b3 by O"
    )


def test_a_review_needs_moves() -> None:
    with pytest.raises(UsageError, match="no moves to review"):
        review(at_work(), spot("tic-tac-toe"), nothing)


def test_a_review_keeps_to_the_time_of_its_job() -> None:
    moves = "1 2 1 2 2 1 2 1 3 4 3 4 4 3 4 3 5 6 5 6"
    start = time.monotonic()
    told: list[dict[str, Any]] = []
    answer = review(at_work(2.5), spot("connect-four", moves), told.append)
    assert time.monotonic() - start < 30
    assert 1 < answer["judged"] <= 20
    if answer["judged"] < 20:
        assert any("Time ran out" in text for text in answer["text"])


def test_luck_is_no_mistake() -> None:
    told: list[dict[str, Any]] = []
    context = at_work(30.0)
    game = context.game("pig", {"target": 10})
    s, moves = game.initial(), []
    for _ in range(4):
        action = game.legal(s)[0]
        moves.append(game.format_action(s, action))
        s = game.result(s, action)
    answer = review(
        context,
        {"game": "pig", "with": {"target": 10}, "position": None, "moves": moves},
        told.append,
    )
    chance = [line for line in told if line["state"] == "ply" and line.get("player") == 0]
    assert chance and all(line["mark"] == "" for line in chance)
    assert all(line["text"].startswith("Chance: ") for line in chance)
    assert any(text.startswith("Luck:") for text in answer["text"])


@pytest.mark.parametrize("job", [explain, review])
@pytest.mark.parametrize("after", [0.15, 0.6])
def test_a_job_stops_soon_when_it_is_told_to(job: Any, after: float) -> None:
    context = at_work(60)
    stopper = threading.Timer(after, context.stop, [1])
    start = time.monotonic()
    stopper.start()
    with contextlib.suppress(KeyboardInterrupt):  # nothing was known yet: nobody is answered
        job(context, spot("connect-four", "4 4"), nothing)
    assert time.monotonic() - start < 30


# --- pasted texts -------------------------------------------------------------------------------


def pasted(text: Any, given: dict[str, Any]) -> dict[str, Any]:
    return read(at_work(), {**given, "text": text}, nothing)


def test_moves_are_read() -> None:
    assert pasted("a1 b2\n# a comment\n2. c3", spot("tic-tac-toe")) == {
        "with": {},
        "position": None,
        "moves": ["a1", "b2", "c3"],
    }


def test_positions_are_read() -> None:
    context = at_work()
    game = context.game("tic-tac-toe")
    text = game.format_state(game.play(["b2"]))
    assert pasted(f"  {text}\n", spot("tic-tac-toe")) == {"with": {}, "position": text, "moves": []}
    start = game.format_state(game.initial())
    assert pasted(start, spot("tic-tac-toe"))["position"] is None


def test_moves_go_on_from_the_position_they_fit() -> None:
    context = at_work()
    game = context.game("tic-tac-toe")
    centre = game.format_state(game.play(["b2"]))
    assert pasted("a1 a2", spot("tic-tac-toe", "", centre))["position"] == centre
    assert pasted("b2 a2", spot("tic-tac-toe", "", centre))["position"] is None


def test_a_pgn_is_read_with_its_tags_and_comments() -> None:
    text = '[White "A"]\n[Result "*"]\n\n1. e4 {best} e5 2. Nf3 (2. f4) Nc6 *\n'
    assert pasted(text, spot("chess"))["moves"] == ["e4", "e5", "Nf3", "Nc6"]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("a1 a1", "Move 2"),
        ("hello", "As a position"),
        ("", "Paste a position"),
        (7, "Paste a position"),
        ("x" * 70_000, "more than 60,000"),
    ],
)
def test_other_texts_are_refused_with_a_sentence(text: Any, sentence: str) -> None:
    with pytest.raises(OutplayError, match=sentence):
        pasted(text, spot("tic-tac-toe"))


def test_a_position_of_the_spot_must_be_one() -> None:
    with pytest.raises(InvalidPosition):
        pasted("a1", spot("tic-tac-toe", "", "nonsense"))
