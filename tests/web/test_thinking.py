"""The jobs that think: moves of levels, hints and analyses, and native code behind them."""

import asyncio
import threading
import time
from pathlib import Path

import pytest

from outplay.engine.engine import Engine
from outplay.errors import IllegalAction, NotNative, UnfitGame, UnknownGame, UsageError
from outplay.result import Bound
from outplay.search import ready
from outplay.search.compile_policy import compiling
from outplay.search.runner import NOT_COMPILED
from outplay.web import worker
from outplay.web.jobs.analyse import analyse
from outplay.web.jobs.natives import compile_rules
from outplay.web.jobs.think import hint, move
from outplay.web.jobs.values import Scale, label
from outplay.web.pool import Pool
from outplay.web.scheduler import Job
from outplay.web.worker import JobContext

NEAR_WIN = ["4", "1", "4", "1", "4", "2"]
"""Connect Four, where the next disc on column 4 wins."""

SHUFFLED = ["Nf3", "Nf6", "Ng1", "Ng8"]
"""Chess, where the first position stands again."""


def do(job, args, *, seconds=5.0, context=None, told=None):
    context = JobContext() if context is None else context
    context.begin(1, seconds, reason="the rules are being compiled")
    return job(context, args, (lambda line: None) if told is None else told.append)


# --- moves ---------------------------------------------------------------------------------------


def test_the_same_seed_plays_the_same_moves_whatever_was_asked_before():
    def played(context, seed):
        moves = []
        for _ in range(4):
            args = {"spot": {"game": "othello", "moves": moves}, "level": 1, "seed": seed}
            moves.append(do(move, args, context=context)["move"])
        return moves

    context = JobContext()
    first = played(context, 1)
    do(analyse, {"game": "othello", "moves": first[:3], "seconds": 0.2}, context=context)
    do(move, {"game": "othello", "level": 8, "seconds": 0.2}, context=context)
    assert played(context, 1) == played(JobContext(), 1) == first
    assert any(played(context, seed) != first for seed in range(2, 6))


@pytest.mark.parametrize("level", range(1, 9))
def test_every_level_takes_a_win_however_short_the_time(level):
    args = {"game": "connect-four", "moves": NEAR_WIN, "level": level, "seconds": 0.01}
    assert do(move, args)["move"] == "4"


@pytest.mark.parametrize("level", [1, 8])
def test_a_move_keeps_to_its_time(level):
    context = JobContext()
    do(move, {"game": "chess", "level": 1}, context=context)  # what is done once is done
    start = time.monotonic()
    told = do(move, {"game": "chess", "level": level, "seconds": 60}, seconds=0.4, context=context)
    assert time.monotonic() - start < 30
    assert told["depth"] >= 1


def test_an_only_move_needs_no_thought():
    args = {"game": "nim", "with": {"heaps": [1]}, "level": 8, "seconds": 20}
    start = time.monotonic()
    assert do(move, args, seconds=20)["forced"]
    assert time.monotonic() - start < 15


@pytest.mark.parametrize(
    ("args", "error", "told"),
    [
        ({"level": 9}, UsageError, "level must be a whole number from 1 to 8"),
        ({"level": [1]}, UsageError, "level must be"),
        ({"seed": "x"}, UsageError, "seed must be"),
        ({"seconds": -1}, UsageError, "seconds must be"),
        ({"moves": [*NEAR_WIN, "4"]}, IllegalAction, "The game is over"),
        ({"game": "pig", "moves": ["roll"]}, IllegalAction, "Waiting for the dice"),
        ({"game": "/etc/passwd"}, UnknownGame, "There is no game called"),
        ({"game": "my_game.py"}, UnknownGame, "There is no game called"),
    ],
)
def test_what_is_wrong_with_a_question_is_said(args, error, told):
    with pytest.raises(error, match=told):
        do(move, {"game": "connect-four", **args})


def test_a_hint_is_said_in_words_and_places():
    told = do(hint, {"spot": {"game": "connect-four", "moves": NEAR_WIN}})
    assert told["move"] == "4"
    assert told["text"] == "4: = +1 for X, X wins in 1 ply"
    assert told["proven"] and told["sign"] == "=" and told["value"] == 1
    assert told["gesture"]


# --- analyses -------------------------------------------------------------------------------------


def test_exact_values_of_every_move():
    told = do(analyse, {"game": "tic-tac-toe", "moves": ["a1", "b1"], "exact": True})
    assert told["text"] == "All values are exact."
    found = told["analysis"]
    assert found["value"] == 1 and found["bar"] == 1 and found["side"] == "X"
    values = {m["text"]: (m["label"], m["bar"]) for m in found["moves"]}
    assert len(values) == 7
    assert values["b2"] == ("= +1", 1) and ("= 0", 0) in values.values()
    assert [m["text"] for m in found["moves"] if m["best"]] == [found["line"][0]]


def test_exact_values_that_are_out_of_reach_are_said_to_be():
    told = do(analyse, {"game": "othello", "exact": True, "seconds": 0.3})
    assert told["state"] == "done"
    assert told["text"].startswith("Exact values are out of reach: ")
    with pytest.raises(UnfitGame, match="no exact values"):
        do(analyse, {"game": "backgammon", "exact": True})


def test_estimates_are_never_shown_as_certain():
    told = []
    done = do(analyse, {"game": "othello", "seconds": 0.5}, told=told)
    assert done["text"] == "Time is up after 0.5 s."
    for line in [*told, done]:
        for one in (line["analysis"], *line["analysis"]["moves"]):
            assert one["sign"] == "~" and one["label"].startswith("~ ")
            assert -1 < one["bar"] < 1 and not one["proven"]
    assert told[0]["analysis"]["speed_reason"] == "the rules are being compiled"


def test_a_position_of_chance_has_its_mean():
    found = do(analyse, {"game": "pig", "moves": ["roll"], "seconds": 0.5})["analysis"]
    assert found["to_move"] == 0 and found["side"] == "chance" and found["line"] == []
    assert len(found["moves"]) == 6 and not any(m["best"] for m in found["moves"])
    mean = sum(m["value"] for m in found["moves"]) / 6
    assert found["value"] == pytest.approx(mean, abs=1e-6)


def test_a_game_that_is_over():
    won = do(analyse, {"game": "connect-four", "moves": [*NEAR_WIN, "4"]})
    assert won["text"] == "The game is over: X wins (4 in a row)."
    assert won["analysis"]["label"] == "= +1" and won["analysis"]["bar"] == 1
    again = do(analyse, {"game": "chess", "moves": SHUFFLED * 2})
    assert again["text"] == "The game is over: a draw (threefold repetition)."
    assert again["analysis"]["value"] == 0


@pytest.mark.parametrize("job", [analyse, hint, move])
def test_what_stood_on_the_board_counts(job, monkeypatch):
    """Searches are told the states before, by which they know a repetition."""
    given = []
    search = Engine.analyse

    def recorded(self, state, **asked):
        given.append(asked["history"])
        return search(self, state, **asked)

    monkeypatch.setattr(Engine, "analyse", recorded)
    context = JobContext()
    do(job, {"game": "chess", "moves": SHUFFLED, "seconds": 0.1, "level": 1}, context=context)
    game = context.game("chess")
    assert game.format_state(given[0][0]) == game.format_state(game.initial())
    assert len(given[0]) == 4


def test_a_stop_ends_an_analysis_at_once():
    context = JobContext()
    do(move, {"game": "othello", "level": 1}, context=context)  # what is done once is done
    threading.Timer(0.3, lambda: context.stop(1)).start()
    start = time.monotonic()
    done = do(analyse, {"game": "othello", "seconds": 60}, seconds=60, context=context)
    assert time.monotonic() - start < 30
    assert (done["state"], done["text"]) == ("done", "Stopped.")


# --- values --------------------------------------------------------------------------------------


def test_the_bar():
    context = JobContext()
    scale = Scale(context.game("connect-four"), 0.5)
    assert scale.bar(1, Bound.EXACT, True) == 1
    assert scale.bar(-1, Bound.UPPER, True) == -1
    assert scale.bar(-1, Bound.LOWER, True) == 0  # at least a loss: nothing is known
    assert scale.bar(2.0, Bound.ESTIMATE, False) == pytest.approx(0.76, abs=0.02)
    assert scale.bar(1e9, Bound.ESTIMATE, False) < 1
    luck = Scale(context.game("backgammon"), 0.3)
    assert luck.bar(1.5, Bound.EXACT, True) == pytest.approx(0.5)  # of a backgammon, 3
    assert Scale(context.game("nim"), 0.0).bar(0, Bound.ESTIMATE, False) == 0


@pytest.mark.parametrize(
    ("value", "bound", "proven", "text"),
    [
        (3.0, Bound.LOWER, True, "≥ +3"),
        (0, Bound.EXACT, True, "= 0"),
        (-0.123456, Bound.ESTIMATE, False, "~ -0.123"),
        (0.123456, Bound.EXACT, True, "= +0.1235"),
        (0.0, Bound.UPPER, False, "~ ≤ 0"),
        (float("inf"), Bound.ESTIMATE, False, "~ +∞"),
    ],
)
def test_labels(value, bound, proven, text):
    assert label(value, bound, proven) == text


# --- what a process keeps ------------------------------------------------------------------------


def test_engines_and_games_that_were_not_used_for_longest_go():
    context = JobContext()
    games = []
    for n in range(1, 15):
        games.append(context.game("nim", {"heaps": [n, n]}))
        context.engine(games[-1])
    kept = list(context._games.values())
    assert len(kept) == worker.MOST_GAMES
    assert [cached.game for cached in kept] == games[-worker.MOST_GAMES :]
    assert context.game("nim", {"heaps": [14, 14]}) is games[-1]
    assert context.engine(games[-1]) in kept[-1].engines.values()


def test_an_own_rules_file_that_was_edited_is_read_again(tmp_path):
    source = (Path(__file__).parents[1] / "take_away.py").read_text(encoding="utf-8")
    file = tmp_path / "mine.py"
    file.write_text(source, encoding="utf-8")
    context = JobContext({"mine.py": str(file)})
    first = context.game("mine.py")
    assert context.game("mine.py") is first
    file.write_text(source + "\n# edited\n", encoding="utf-8")
    assert context.game("mine.py") is not first
    with pytest.raises(UnknownGame, match="mine"):
        context.game("other.py")


def test_a_search_worker_does_not_compile(monkeypatch, tmp_path):
    monkeypatch.setenv("OUTPLAY_CACHE", str(tmp_path))
    monkeypatch.setattr(ready, "missing", [])
    context, heaps = JobContext(), {"heaps": [3, 4, 5, 11]}
    game = context.game("nim", heaps)
    start = time.monotonic()
    with compiling("never"):
        with pytest.raises(NotNative):
            do(compile_rules, {"game": "nim", "with": heaps}, context=context)
        assert context.speed == "python"
        context.begin(2, 5.0, native=True)  # as if it had been there before
        found = context.engine(game).analyse(depth=30, time=5.0)
    assert (found.speed, found.speed_reason) == ("python", NOT_COMPILED)
    assert time.monotonic() - start < 30
    assert ready.missing  # by which the server is told


def test_which_variant_a_job_is_about():
    def variant(args, name="move"):
        return Job(name, args, "me", 1.0).variant

    assert variant({"spot": {"game": "nim", "with": {"b": 1, "a": 2}}}) == (
        '{"game": "nim", "with": {"a": 2, "b": 1}}'
    )
    assert variant({"game": "nim", "with": None}) == '{"game": "nim", "with": {}}'
    assert variant({"spot": 3}) == variant({"game": {}}) == ""
    assert variant({"game": "nim"}, "look") == ""  # which does not search


def test_real_processes_look_think_and_analyse():
    async def main():
        async with Pool(searchers=2, quick=1) as pool:
            spot = {"game": "tic-tac-toe", "moves": ["b2"]}
            view = await pool.ask("look", {"spot": spot}, client="me", seconds=5)
            played = await pool.ask(
                "move", {"spot": spot, "level": 3, "seconds": 1}, client="me", seconds=5
            )
            lines = pool.stream(
                "analyse", {"spot": spot, "exact": True, "seconds": 5}, client="me", seconds=5
            )
            return view, played, [line async for line in lines]

    view, played, lines = asyncio.run(main())
    assert view["to_move"] == -1
    assert played["move"] in {action["text"] for action in view["actions"]}
    assert lines[-1]["text"] == "All values are exact."
    assert {line["state"] for line in lines} <= {"queued", "compiling", "thinking", "done"}
