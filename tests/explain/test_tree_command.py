"""`outplay tree` and `outplay trace`: what they print, what they write, what they refuse."""

from __future__ import annotations

import csv
import io
import json
import os
import shlex
import sys
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from outplay import alphabeta, cli
from outplay.cli import trace as trace_command
from outplay.cli import tree as tree_command
from outplay.cli.trace import read_along
from outplay.cli.trace_options import SearchOptions, write
from outplay.cli.tree import DRAWN, drawn
from outplay.errors import UsageError
from outplay.explain.conventions import PRESETS
from outplay.explain.trace import MOST_STEPS, trace
from outplay.game import Game

for command in (tree_command.tree, trace_command.trace):
    if command.__name__ not in list(cli.app):
        cli.app.command(command)

AIMA = "[[3, 12, 8], [2, 4, 6], [14, 5, 2]]"


class Done(NamedTuple):
    code: int
    out: str
    err: str


class Runner:
    def __init__(self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
        self.capsys, self.monkeypatch = capsys, monkeypatch

    def __call__(self, *argv: str, stdin: str = "") -> Done:
        self.monkeypatch.setattr(sys, "stdin", io.StringIO(stdin))
        with pytest.raises(SystemExit) as exit_:
            cli.main(argv)
        captured = self.capsys.readouterr()
        return Done(int(exit_.value.code or 0), captured.out, captured.err)

    def good(self, *argv: str, stdin: str = "") -> str:
        done = self(*argv, stdin=stdin)
        assert (done.code, done.err) == (0, ""), done
        return done.out


@pytest.fixture
def outplay(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Runner:
    return Runner(capsys, monkeypatch)


# --- tree -------------------------------------------------------------------------------------


def test_a_literal_tree(outplay: Runner) -> None:
    lines = outplay.good("tree", "[[3, 12], [2, 4]]").splitlines()
    assert lines == [
        "tree, alphabeta; cut on ≥, fail-soft, actions in order; 6 nodes visited",
        "△ = 3  (-∞, ∞)  ●",
        "├─ 1 ▽ = 3  (-∞, ∞)  ●",
        "│  ├─ 1 □ = 3  ●",
        "│  └─ 2 □ = 12",
        "└─ 2 ▽ ≤ 2  (3, ∞)  ✂ MIN already holds 2 here, MAX has 3 elsewhere",
        "   ├─ 1 □ = 2",
        "   └╌ 2 □ = 4  skipped",
        "△ MAX; ▽ MIN; □ the end; ● the principal variation; ✂ cut: the rest is skipped;"
        " (α, β) on entering",
    ]
    same = outplay.good("tree", "tree", "--with", "tree=[[3, 12], [2, 4]]")
    assert same.splitlines() == lines
    turned = outplay.good("tree", "[[3, 12], [2, 4]]", "--with", "root=-1", "--no-windows")
    assert turned.splitlines()[1] == "▽ = 4  ●"
    below = outplay.good("tree", AIMA, "3")
    assert below.splitlines()[1] == "▽ = 2  (-∞, ∞)  ●"
    moved = outplay.good("tree", AIMA, "--moves", "3")
    assert moved == below


def test_chance_has_its_own_algorithm(outplay: Runner) -> None:
    text = outplay.good("tree", "[Chance((1/3, [2, 4]), (2/3, 7)), 5]")
    assert text.startswith("tree, expectiminimax; actions in order")
    assert "├─ 1 (p 1/3) ▽ = 2" in text
    star = outplay.good("tree", "[Chance((1/3, [2, 4]), (2/3, 7)), 5]", "--algorithm", "star2")
    assert star.startswith("tree, star2; cut on ≥, fail-soft")
    pruned = outplay.good("tree", "[Chance((1/3, [2, 4]), (2/3, 7)), 5]", "--pruning", "star2")
    assert pruned == star


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ("", "cut on ≥, fail-soft, actions in order"),
        ("--preset aima", "cut on ≥, fail-soft, actions in order"),
        ("--preset cs188", "cut on >, fail-soft, actions in order"),
        ("--strict", "cut on >, fail-soft, actions in order"),
        ("--strict --fail-hard", "cut on >, fail-hard, actions in order"),
        ("--order random --seed 7", "actions in random order (seed 7)"),
        ("--algorithm minimax", "minimax; actions in order"),
        ("--algorithm negamax --depth 1", "negamax; actions in order"),
        ("--memory", "cut on ≥, fail-soft, actions in order"),
    ],
)
def test_both_commands_say_their_convention(outplay: Runner, options: str, said: str) -> None:
    assert said in outplay.good("tree", AIMA, *options.split()).splitlines()[0]
    told = outplay.good("trace", AIMA, *options.split()).splitlines()[0]
    assert said.replace("; ", ": ") in told
    data = json.loads(outplay.good("tree", AIMA, "--format", "json", *options.split()))
    assert said.rpartition("; ")[2] in data["convention"]


def test_presets_are_those_of_the_library() -> None:
    for name, one in PRESETS.items():
        options = SearchOptions(preset=name).options_for("alphabeta", "none")  # type: ignore[arg-type]
        assert (options["strict"], options["fail_soft"]) == (one.strict, one.fail_soft)
    assert all(one.fail_soft for one in PRESETS.values())
    assert trace_command.SHOWN == MOST_STEPS and DRAWN == 400


FORMS = {
    "text": "△",
    "dot": "digraph tree {",
    "mermaid": "flowchart TD",
    "latex": "\\begin{forest}",
    "json": '"children"',
    "svg": "<svg",
    "html": "<html",
}


@pytest.mark.parametrize("form", FORMS)
def test_formats(outplay: Runner, tmp_path: Path, form: str) -> None:
    printed = outplay.good("tree", AIMA, "--format", form)
    assert FORMS[form] in printed
    for ending in [end for end, name in tree_command.ENDINGS.items() if name == form]:
        file = tmp_path / f"tree{ending}"
        assert outplay.good("tree", AIMA, "--output", str(file)) == f"Written to {file}.\n"
        assert file.read_text("utf-8") == printed
        assert [path.name for path in tmp_path.iterdir()] == [
            file.name
        ]  # nothing is left beside it
        file.unlink()


def test_pictures_and_windows(outplay: Runner) -> None:
    position = ("tree", "tic-tac-toe", "--moves", "b2 a1 a2 c2 c1 a3", "--format", "svg")
    plain = outplay.good(*position, "--no-pictures", "--no-windows")
    assert len(outplay.good(*position)) > len(outplay.good(*position, "--no-pictures")) > len(plain)


def test_a_large_search_is_drawn_as_a_skeleton(outplay: Runner) -> None:
    game = ("tree", "tic-tac-toe", "--depth", "4")
    text = outplay.good(*game)
    assert "proof skeleton of" in text.splitlines()[0] and "⋯" in text
    assert len(text.splitlines()) < 200
    whole = outplay.good(*game, "--most", "100000")
    assert "proof skeleton" not in whole and len(whole.splitlines()) > 400
    few = outplay.good("tree", AIMA, "--most", "3")
    assert "proof skeleton of 11 nodes" in few


def test_the_engine(outplay: Runner) -> None:
    text = outplay.good("tree", "nim", "--with", "heaps=(2, 1)", "--algorithm", "engine")
    assert text.startswith("nim, engine; ")
    assert "△ = 1" in text.splitlines()[1]


def test_a_search_without_a_limit_has_one(outplay: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    def interpreted(game: Any, state: Any, algorithm: str, options: dict[str, Any]) -> Any:
        return alphabeta(game, state, speed="python", **options)

    monkeypatch.setattr(tree_command, "PATIENCE", 0.1)
    monkeypatch.setattr(tree_command, "_searched", interpreted)
    done = outplay("tree", "random-tree", "--with", "depth=60")
    assert done.code == 2 and "random-tree is too large to be searched to its end" in done.err
    assert "--depth" in done.err


def test_in_a_terminal_it_is_as_wide_as_that(monkeypatch: pytest.MonkeyPatch) -> None:
    from outplay.explain.tree import tree_of_trace

    class Screen(io.StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.setattr(sys, "stdout", Screen())
    monkeypatch.setattr("shutil.get_terminal_size", lambda: os.terminal_size((33, 20)))
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    tree = tree_of_trace(trace(Game.from_tree([[3, 12], [2, 4]])))
    assert drawn(tree, "text", to_screen=True) == tree.text(width=33, colour=True)
    assert drawn(tree, "text", to_screen=False) == tree.text()
    monkeypatch.setenv("NO_COLOR", "1")
    assert drawn(tree, "text", to_screen=True) == tree.text(width=33)


# --- files ------------------------------------------------------------------------------------


def test_a_file_that_cannot_be_written_is_known_before_the_search(
    outplay: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def search(*args: Any, **options: Any) -> Any:
        raise AssertionError("it searched")

    monkeypatch.setattr(tree_command, "_searched", search)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder.svg").mkdir()
    for name, part in (
        ("no/such/tree.svg", "there is no folder no"),
        ("folder.svg", "it is a folder"),
        ("tree.bmp", "'tree.bmp' names no format"),
        ("tree", "'tree' names no format"),
    ):
        done = outplay("tree", AIMA, "--output", name)
        assert done.code == 2 and part in done.err and done.err.count("\n") == 1
        assert done.out == ""


def test_a_failed_write_leaves_what_was_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "tree.txt"
    file.write_text("before")

    def fail(*args: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.replace", fail)
    with pytest.raises(UsageError, match=r"tree.txt cannot be written: No space left on device\."):
        write(str(file), "after")
    assert file.read_text() == "before"
    assert [path.name for path in tmp_path.iterdir()] == ["tree.txt"]


# --- trace ------------------------------------------------------------------------------------


def test_trace_formats(outplay: Runner, tmp_path: Path) -> None:
    found = trace(Game.from_tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]]))
    assert outplay.good("trace", AIMA) == f"{found}\n"
    assert json.loads(outplay.good("trace", AIMA, "--format", "json")) == found.as_dict()
    assert outplay.good("trace", AIMA, "--format", "csv") == found.to_csv()
    for ending in trace_command.ENDINGS:
        file = tmp_path / f"trace{ending}"
        outplay.good("trace", AIMA, "--output", str(file))
        form = trace_command.ENDINGS[ending]
        assert file.read_text("utf-8") == outplay.good("trace", AIMA, "--format", form)


def test_trace_limits(outplay: Runner) -> None:
    text = outplay.good("trace", "tic-tac-toe", "--limit", "50")
    assert text.splitlines()[-1] == "… stopped here after 50 steps: the search goes on."
    rows = list(
        csv.DictReader(
            io.StringIO(outplay.good("trace", "tic-tac-toe", "--limit", "50", "--format", "csv"))
        )
    )
    assert len(rows) == 51 and rows[-1]["kind"] == "truncated"


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("", 1),
        ("\n", 2),
        ("\n\n\n", 4),
        ("q\n", 1),
        ("\nQ\n\n", 2),
        ("5\n\n", 7),
        ("\nwhat\n", 3),
        ("999999999999999999999999\n", 18),
        ("\n" * 40, 18),
        ("0\n", 2),
        ("-3\n", 2),
        ("²\n", 2),
    ],
)
def test_step_by_step_from_a_pipe(outplay: Runner, typed: str, shown: int) -> None:
    whole = outplay.good("trace", "[[3, 12], [2, 4]]").splitlines()
    text = outplay.good("trace", "[[3, 12], [2, 4]]", "--step", stdin=typed)
    head, advice, *lines = text.splitlines()
    assert head == whole[0] and advice.startswith("18 steps. Enter: next step")
    assert lines == whole[1 : shown + 1]


def test_step_by_step_ends_quietly_on_ctrl_c(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    class Keyboard(io.StringIO):
        def isatty(self) -> bool:
            return True

        def readline(self, *args: Any) -> str:
            raise KeyboardInterrupt

    monkeypatch.setattr(sys, "stdin", Keyboard())
    read_along(trace(Game.from_tree([3, 4])))
    lines = capsys.readouterr().out.splitlines()
    assert lines[2] == "1  △ root: enter (-∞, ∞)  " and len(lines) == 3


def test_what_is_typed_ends_the_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    class Keyboard(io.StringIO):
        def isatty(self) -> bool:
            return True

    for typed in ("\n\n", "\nq\n", "\n\nq"):
        monkeypatch.setattr(sys, "stdin", Keyboard(typed))
        read_along(trace(Game.from_tree([3, 4])))
        out = capsys.readouterr().out.partition("q: quit.\n")[2]
        assert out.startswith("1  △ root: enter (-∞, ∞)  2    □ 1: enter (-∞, ∞)  ")
        # Only where input ended without an Enter is one to be added.
        assert out.endswith("\n") == (not typed.endswith("q\n"))


# --- what is wrong ----------------------------------------------------------------------------

WRONG = [
    ("", "GAME"),
    ("nimm", "Did you mean nim?"),
    ("[[3,", "'[[3,' is not a tree"),
    ("[[3,x]]", "x is not part of a tree"),
    ("[]", "A list in the tree is empty"),
    ("Chance((0.5,1))", "must sum to 1"),
    ("Chancy", "There is no game called 'Chancy'"),
    (f"'{AIMA}' 4", "root has 3 children"),
    (f"'{AIMA}' --moves 4", "Move 1"),
    (f"'{AIMA}' --with tree=3", "--with tree is given twice"),
    (f"'{AIMA}' --depth -1", "depth must be"),
    (f"'{AIMA}' --depth x", "'x' is not a whole number"),
    (f"'{AIMA}' --algorithm magic", "--algorithm"),
    (f"'{AIMA}' --format gif", "--format"),
    (f"'{AIMA}' --preset mit", "--preset"),
    (f"'{AIMA}' --preset aima --strict", "--preset aima cuts on ≥"),
    (f"'{AIMA}' --preset cs188 --fail-hard", "fail-soft"),
    (f"'{AIMA}' --preset aima --algorithm minimax", "--preset is for alphabeta, not for minimax"),
    (f"'{AIMA}' --strict --algorithm negamax", "--strict is for alphabeta"),
    (f"'{AIMA}' --fail-hard --algorithm negamax", "--fail-hard is for alphabeta"),
    (f"'{AIMA}' --pruning star1", "--pruning is for expectiminimax"),
    (f"'{AIMA}' --algorithm star1 --pruning star2", "contradict"),
    (f"'{AIMA}' --bounds 0 1", "--bounds is for star1 and star2"),
    (f"'{AIMA}' --algorithm star1 --bounds 0 1", "outside the given bounds"),
    (f"'{AIMA}' --seed 3", "--seed is for --order random"),
    (f"'{AIMA}' --order priority", "does not answer priority"),
    ("pig", "give expectiminimax a depth"),
    ("pig --algorithm alphabeta --depth 2", "use expectiminimax"),
]


@pytest.mark.parametrize(("line", "part"), WRONG, ids=[line for line, _ in WRONG])
@pytest.mark.parametrize("name", ["tree", "trace"])
def test_wrong_commands(outplay: Runner, name: str, line: str, part: str) -> None:
    done = outplay(name, *shlex.split(line))
    assert (done.code, done.out) == (2, ""), done
    assert part in done.err and done.err.count("\n") == 1 and "Traceback" not in done.err


@pytest.mark.parametrize(
    ("line", "part"),
    [
        ("tree nim --most 0", "--most is a number of nodes from 1 up"),
        ("tree nim --nodes -1", "nodes must be"),
        ("tree nim --time nan", "time must be"),
        ("tree nim --algorithm engine --strict", "--strict is for the textbook's algorithms"),
        ("tree nim --algorithm engine --fail-hard", "--fail-hard is for the textbook's"),
        ("tree nim --algorithm engine --order random", "--order is for the textbook's"),
        ("tree nim --algorithm engine --pruning star1", "--pruning is for expectiminimax"),
        ("trace nim --limit 0", "--limit is a number of steps from 1 up"),
        ("trace nim --limit x", "'x' is not a whole number"),
        ("trace nim --step --format csv", "--step is for reading"),
        ("trace nim --step --output steps.txt", "--step is for reading"),
        ("trace nim --output steps.svg", "'steps.svg' names no format"),
        ("trace nim --algorithm engine", "--algorithm"),
    ],
)
def test_wrong_options(outplay: Runner, line: str, part: str) -> None:
    done = outplay(*line.split())
    assert (done.code, done.out) == (2, ""), done
    assert part in done.err and done.err.count("\n") == 1
