"""Rules that raise, or give answers that make no sense: a sentence and exit code 2, everywhere."""

from __future__ import annotations

from pathlib import Path

import pytest
from cli_tools import Done, outplay

from outplay.cli.new import TEMPLATE

RULES = {
    "initial": "(self)",
    "to_move": "(self, s)",
    "actions": "(self, s)",
    "result": "(self, s, a)",
    "is_terminal": "(self, s)",
    "utility": "(self, s)",
    "format_action": "(self, s, a)",
    "format_state": "(self, s)",
    "show": "(self, s)",
    "ending": "(self, s)",
    "parse_action": "(self, s, text)",
}
COMMANDS = (
    ["play", "--max", "random", "--min", "random"],
    ["play", "--min", "random"],
    ["analyse", "--depth", "2"],
    ["analyse", "--depth", "2", "--json"],
    ["explain", "--depth", "2"],
    ["tree", "--depth", "2"],
    ["trace", "--depth", "2"],
    ["count", "--depth", "2"],
    ["match", "random", "random", "--games", "2", "--plies", "0"],
)


def broken(folder: Path, rule: str, body: str) -> str:
    """A rules file with one rule replaced."""
    file = folder / "my_rules.py"
    text = TEMPLATE.read_text("utf-8").replace("matches: int = 21", "matches: int = 4")
    file.write_text(f"{text}\n    def {rule}{RULES[rule]}:\n        {body}\n")
    return str(file)


def runs(capsys: pytest.CaptureFixture[str], file: str) -> list[tuple[list[str], Done]]:
    return [
        (line, outplay(capsys, line[0], file, *line[1:], stdin="m\n1\n2\nb\nq\n"))
        for line in COMMANDS
    ]


@pytest.mark.parametrize("rule", RULES)
def test_rules_that_raise(capsys: pytest.CaptureFixture[str], tmp_path: Path, rule: str) -> None:
    file = broken(tmp_path, rule, "raise KeyError('oops')")
    failed = 0
    for line, done in runs(capsys, file):
        assert done.code in (0, 2), (line, done)
        if done.code == 2:
            failed += 1
            assert done.err.count("\n") == 1 and "oops" in done.err, (line, done.err)
    assert failed >= 1 or rule == "parse_action"  # a text that it trips over is no move


@pytest.mark.parametrize("answer", ["None", "'x'"])
@pytest.mark.parametrize("rule", RULES)
def test_rules_that_answer_nonsense(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, rule: str, answer: str
) -> None:
    file = broken(tmp_path, rule, f"return {answer}")
    for line, done in runs(capsys, file):
        assert done.code in (0, 2), (line, done)
        assert done.err.count("\n") == (done.code == 2), (line, done.err)


@pytest.mark.parametrize(
    ("rule", "body", "told"),
    [
        ("format_action", "return None", "`format_action`"),
        ("actions", "return None", "`actions`"),
        ("to_move", "return 'x'", "`to_move`"),
        ("show", "raise KeyError('oops')", "my_rules.py, line "),
        ("format_action", "raise KeyError('oops')", "my_rules.py, line "),
    ],
)
def test_the_rule_is_named(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, rule: str, body: str, told: str
) -> None:
    done = outplay(capsys, "play", broken(tmp_path, rule, body), "--max", "random", stdin="1\n")
    assert done.code == 2 and told in done.err


def test_rules_that_fail_in_a_game_do_not_cost_it(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    body = "return '|' * s.matches if s.matches > 2 else 1 // 0"
    done = outplay(capsys, "play", broken(tmp_path, "show", body), "--min", "random", stdin="2\n")
    assert done.code == 2 and "ZeroDivisionError" in done.err
    assert "To continue later:" in done.out and "--moves '2" in done.out


def test_rules_that_end_the_program(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = broken(tmp_path, "show", "raise SystemExit(3)")
    done = outplay(capsys, "play", file)
    assert done.code == 2 and "in show: SystemExit: 3" in done.err


@pytest.mark.parametrize("answer", ["10**400", "None", "7"])
def test_a_move_that_the_rules_read_and_forbid(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, answer: str
) -> None:
    file = broken(tmp_path, "parse_action", f"return {answer}")
    for line in (["play", "--min", "random"], ["analyse", "--moves", "1"], ["explain", "--move=1"]):
        done = outplay(capsys, line[0], file, *line[1:], stdin="1\n")
        assert done.code == 2
        assert "`parse_action` gives " in done.err and "is not legal" in done.err
