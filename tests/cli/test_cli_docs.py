"""docs/cli.md: every example prints what the page says, and every option is on the page."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from cli_tools import outplay

PAGE = Path(__file__).parents[2] / "docs" / "cli.md"

EXAMPLES = re.findall(r"```console\n\$ (.*)\n((?:.*\n)*?)```", PAGE.read_text("utf-8"))


def without_times(text: str) -> str:
    """The text without what differs from run to run: seconds, rates, the speed that paid."""
    text = re.sub(r"(, [\d,]+/s)?, \d+\.\d+ s", ", …", text)
    text = re.sub(r'"(elapsed|speed|rate)": [^,]+', r'"\1": …', text)
    text = re.sub(r"solution: [\d.]+ k?B$", "solution: …", text, flags=re.MULTILINE)
    text = re.sub(r"speed: .*", "speed: …", text)
    return re.sub(r" +\d+\.\d{3}$", " …", text, flags=re.MULTILINE)


@pytest.mark.parametrize(("line", "expected"), EXAMPLES, ids=[line for line, _ in EXAMPLES])
def test_examples(
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    line: str,
    expected: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    typed, _, typed_to = line.rpartition(" | ")
    if "tic-tac-toe.solution" in line:  # what the page has solved before
        outplay(capsys, "solve", "tic-tac-toe", "--out", "tic-tac-toe.solution")
    stdin = shlex.split(typed)[1].replace("\\n", "\n") if typed else ""
    done = outplay(capsys, *shlex.split(typed_to)[1:], stdin=stdin)
    assert without_times(done.out + done.err) == without_times(expected)


@pytest.mark.parametrize(
    "name",
    [
        "serve",
        "play",
        "analyse",
        "explain",
        "tree",
        "trace",
        "behaviour",
        "count",
        "solve",
        "probe",
        "verify",
        "match",
        "exercise",
        "grade",
        "uci",
        "check",
        "new",
        "games",
    ],
)
def test_every_option_is_on_the_page(capsys: pytest.CaptureFixture[str], name: str) -> None:
    section = PAGE.read_text("utf-8").partition(f"\n## {name}\n")[2].partition("\n## ")[0]
    options = set(re.findall(r"--[a-z][a-z-]+", outplay(capsys, name, "--help").out))
    shown = set(re.findall(r"--[a-z][a-z-]+", section))
    both_ways = {option for option in options if f"--no-{option[2:]}" in shown}
    assert options - shown - both_ways - {"--help", "--version"} == set()
