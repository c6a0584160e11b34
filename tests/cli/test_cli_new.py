"""`outplay new` writes rules that pass `outplay check` and run at native speed at once."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from cli_tools import assert_sentence, outplay

from outplay.cli.new import TEMPLATE, class_name


def test_new_then_check_then_analyse(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "my_game.py"
    done = outplay(capsys, "new", str(file))
    assert done.code == 0
    assert f"outplay check {file}" in done.out
    assert "class MyGame(Game[State, int]):" in file.read_text("utf-8")
    checked = outplay(capsys, "check", str(file), "--lines", "50")
    assert checked.code == 0, checked.out
    assert "no fault found" in checked.out
    answer = json.loads(outplay(capsys, "analyse", str(file), "--json", "--speed", "native").out)
    assert (answer["action"], answer["value"], answer["bound"]) == ("1", 1, "=")
    assert answer["speed"] == "native"
    less = ["analyse", str(file), "4 second", "--with", "most=2", "--json", "--speed", "python"]
    assert json.loads(outplay(capsys, *less).out)["action"] == "1"
    assert_sentence(outplay(capsys, "analyse", str(file), "four second"), "write it as '21 first'")


def test_new_never_overwrites_unless_forced(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "mine.py"
    file.write_text("precious")
    assert_sentence(outplay(capsys, "new", str(file)), "--force replaces it")
    assert file.read_text() == "precious"
    assert outplay(capsys, "new", str(file), "--force").code == 0
    assert "class Mine(" in file.read_text("utf-8")


def test_names_of_classes() -> None:
    assert class_name("my_game") == "MyGame"
    assert class_name("hexapawn") == "Hexapawn"
    for stem in ("game", "state", "2048", "none", "___", "max"):
        assert class_name(stem) in ("MyGame", "Max")


def test_a_fault_has_exit_code_1(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "faulty.py"
    text = TEMPLATE.read_text("utf-8")
    broken = text.replace("return s.player\n", "return 2 * s.player\n")
    assert broken != text
    file.write_text(broken, "utf-8")
    done = outplay(capsys, "check", str(file), "--lines", "20", "--no-native")
    assert done.code == 1
    assert "to_move" in done.out
    assert done.err == ""


def test_built_in_games_can_be_checked(capsys: pytest.CaptureFixture[str]) -> None:
    argv = ["check", "nim", "--with", "heaps=(1,2)", "--lines", "20", "--seed", "4", "--no-native"]
    assert outplay(capsys, *argv).code == 0
