"""What rounding leaves of a zero is a zero for people, and whole in data."""

from __future__ import annotations

import json

import pytest
from cli_tools import outplay

TREE = "[[5.551115123125783e-17, 1], [-1, 0.3333333333333333]]"
LINES = {
    "analyse": ["tree", "--with", f"tree={TREE}", "--algorithm", "minimax"],
    "explain": ["tree", "--with", f"tree={TREE}"],
    "tree": [TREE],
    "tree svg": [TREE, "--format", "svg"],
    "tree latex": [TREE, "--format", "latex"],
    "tree dot": [TREE, "--format", "dot"],
    "trace": [TREE],
    "behaviour": ["tree", "--with", f"tree={TREE}", "--record", "1 1"],
    "play": ["tree", "--with", f"tree={TREE}", "--max", "minimax", "--min", "minimax"],
    "grade": ["--tree", TREE, '{"values": {"1": 1, "root": 1}}'],
}


@pytest.mark.parametrize("name", LINES)
def test_text_for_people(capsys: pytest.CaptureFixture[str], name: str) -> None:
    done = outplay(capsys, name.split()[0], *LINES[name])
    assert done.code in (0, 1), done.err
    assert "e-17" not in done.out.replace(TREE, "")


def test_data_keep_what_was_computed(capsys: pytest.CaptureFixture[str]) -> None:
    done = outplay(capsys, "analyse", *LINES["analyse"], "--json")
    assert json.loads(done.out)["value"] == 5.551115123125783e-17
    assert "5.551115123125783e-17" in outplay(capsys, "trace", TREE, "--format", "json").out


def test_thirds_stay_thirds(capsys: pytest.CaptureFixture[str]) -> None:
    assert "0.333333" in outplay(capsys, "tree", "[[1, 0.3333333333333333]]").out


def test_large_leaves_have_all_their_digits(capsys: pytest.CaptureFixture[str]) -> None:
    done = outplay(capsys, "play", "tree", "--with", "tree=[1234567, 7654321]", stdin="q\n")
    assert "1) 1234567" in done.out and "2) 7654321" in done.out
