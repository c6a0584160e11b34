"""Solutions on the page: the jobs that look up, the levels, and `outplay serve FILE.outplay`."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from solved_games import solution_file

from outplay.errors import OutplayError, UsageError
from outplay.solve.solution import WrongRules
from outplay.solve.solve import solve
from outplay.web.jobs.analyse import analyse
from outplay.web.jobs.reasons import explain, review
from outplay.web.jobs.solved import solved
from outplay.web.jobs.think import hint, move
from outplay.web.serve import choose, page_of
from outplay.web.worker import JobContext

FOUR = {"game": "connect-four", "with": {"width": 4, "height": 4}}
"""A solved game."""

OWN = '''
from outplay import Game, MAX
class TakeOne(Game):
    """Take one or two matches of five."""
    def initial(self): return (5, MAX)
    def to_move(self, s): return s[1]
    def actions(self, s): return range(1, min(2, s[0]) + 1)
    def result(self, s, a): return (s[0] - a, -s[1])
    def is_terminal(self, s): return s[0] == 0
    def utility(self, s): return -s[1]
'''


@pytest.fixture
def context() -> JobContext:
    return JobContext(
        solutions=[str(solution_file("tic-tac-toe")), str(solution_file("connect-four"))]
    )


def do(job: Any, args: dict[str, Any], context: JobContext, told: list[Any] | None = None) -> Any:
    context.begin(1, 5.0)
    return job(context, args, (lambda line: None) if told is None else told.append)


def test_an_analysis_knows_every_move_at_once(context: JobContext) -> None:
    told: list[Any] = []
    answer = do(analyse, {"spot": {**FOUR, "moves": ["1", "2", "2"]}}, context, told)
    assert answer["state"] == "done" and "solution" in answer["text"] and not told
    found = answer["analysis"]
    assert found["solution"] and found["outcomes"] and found["proven"]
    assert (found["value"], found["distance"]) == (-1, 13)
    assert [m["value"] for m in found["moves"]] == [-1, 0, 0, 0]
    assert found["moves"][0]["distance"] == 13 and found["moves"][0]["best"]
    assert [len(m.get("line", ())) > 1 for m in found["moves"]] == [True, True, True, False]
    exact = do(analyse, {"spot": {**FOUR, "moves": ["1", "2", "2"]}, "exact": True}, context)
    assert exact["analysis"]["solution"]


def test_another_variant_is_searched(context: JobContext) -> None:
    for spot in (
        {"game": "connect-four"},
        {"game": "connect-four", "with": {"width": 5, "height": 4}},
    ):
        answer = do(analyse, {"spot": spot, "seconds": 0.2}, context)
        assert not answer["analysis"]["solution"] and answer["analysis"]["nodes"] > 10


def test_the_same_parameters_may_be_written_out(context: JobContext) -> None:
    spot = {"game": "connect-four", "with": {"width": 4, "height": 4, "connect": 4}}
    assert do(analyse, {"spot": spot}, context)["analysis"]["solution"]


def test_means_are_no_outcomes() -> None:
    context = JobContext(solutions=[str(solution_file("pig"))])
    found = do(analyse, {"spot": {"game": "pig", "with": {"target": 6}}}, context)["analysis"]
    assert found["solution"] and not found["outcomes"]


def test_the_full_level_is_perfect_and_others_are_not(context: JobContext) -> None:
    spot = {**FOUR, "moves": ["1", "2", "2"]}
    for seed in range(5):
        answer = do(move, {"spot": spot, "level": 8, "seed": seed}, context)
        assert (answer["move"], answer["distance"], answer["proven"]) == ("2", 13, True)
    weak = do(move, {"spot": spot, "level": 1, "seed": 1}, context)
    assert not weak["proven"] and weak["depth"] == 2


def test_hints_and_reasons_are_exact(context: JobContext) -> None:
    spot = {**FOUR, "moves": ["1", "2", "2"]}
    hinted = do(hint, {"spot": spot}, context)
    assert hinted["move"] == "2" and hinted["text"].endswith("O wins in 13 plies")
    text = " ".join(s["text"] for s in do(explain, {"spot": spot}, context)["sentences"])
    assert "2 wins for O in 13 plies" in text and "1, 3 and 4 only draw" in text
    judged = do(review, {"spot": spot}, context)
    assert judged["judged"] == 3 and judged["mistakes"] == [{"ply": 3, "mark": "??"}]


def test_what_there_is(context: JobContext) -> None:
    found = do(solved, {}, context)["solved"]
    assert found == [
        {"game": "tic-tac-toe", "with": {}, "title": "Tic-tac-toe", "states": 5478},
        {**FOUR, "title": "Connect Four", "states": 161_029},
    ]
    pages = [page_of(each) for each in found]
    assert pages == ["analyse?game=tic-tac-toe", "analyse?game=connect-four&with=width:4,height:4"]


def test_rules_of_ones_own(tmp_path: Path) -> None:
    from outplay import load

    rules, path = tmp_path / "mine.py", tmp_path / "mine.solution"
    rules.write_text(OWN)
    solve(load(str(rules)), out=path).close()
    with pytest.raises(UsageError, match="name the file of its rules, too"):
        do(solved, {}, JobContext(solutions=[str(path)]))
    context = JobContext({"mine.py": str(rules)}, [str(path)])
    assert do(solved, {}, context)["solved"][0]["game"] == "mine.py"
    assert do(analyse, {"spot": {"game": "mine.py"}}, context)["analysis"]["value"] == 1
    rules.write_text(OWN.replace("(5, MAX)", "(6, MAX)"))
    with pytest.raises(WrongRules):
        do(solved, {}, JobContext({"mine.py": str(rules)}, [str(path)]))
    edited = do(analyse, {"spot": {"game": "mine.py"}, "seconds": 0.2}, context)["analysis"]
    assert not edited["solution"] and edited["value"] == -1


def test_files_that_are_none(tmp_path: Path) -> None:
    (tmp_path / "no.solution").write_text("nothing")
    for name in ("no.solution", "missing.solution"):
        with pytest.raises(OutplayError):
            do(solved, {}, JobContext(solutions=[str(tmp_path / name)]))


def test_solutions_on_the_command_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "four").write_bytes(solution_file("connect-four").read_bytes())
    choice = choose(["hex", "a.solution", "./a.solution", "mine.py", "four"])
    assert choice.solutions == [str(tmp_path / "a.solution"), str(tmp_path / "four")]
    assert choice.first == ["hex"] and list(choice.own) == ["mine.py"]


@contextlib.contextmanager
def served(folder: Path, *names: str) -> Iterator[subprocess.Popen[str]]:
    command = [sys.executable, "-m", "outplay", "serve", "--no-open", "--data", str(folder), *names]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=dict(os.environ)
    ) as process:
        try:
            yield process
        finally:
            process.send_signal(signal.SIGINT)
            process.communicate(timeout=20)


def test_the_server_says_where_the_game_is(tmp_path: Path) -> None:
    with served(tmp_path, str(solution_file("connect-four"))) as process:
        assert process.stdout is not None
        home, page = process.stdout.readline(), process.stdout.readline()
        address = home.split()[4]
        assert page == (
            f"Connect Four, solved: {address}analyse?game=connect-four&with=width:4,height:4\n"
        )
        with urllib.request.urlopen(f"{address}api/about", timeout=20) as answer:
            assert json.load(answer)["solved"] == [
                {**FOUR, "title": "Connect Four", "states": 161_029}
            ]


def test_a_file_that_is_no_solution_is_said_before_the_page_is(tmp_path: Path) -> None:
    path = tmp_path / "no.solution"
    path.write_text("nothing")
    command = [
        sys.executable,
        "-m",
        "outplay",
        "serve",
        "--no-open",
        "--data",
        str(tmp_path),
        str(path),
    ]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"{path} is not a solution of Outplay.\n"
