"""What takes over 20 seconds to compile says so, and why."""

from __future__ import annotations

import pytest
from take_away import Take

import outplay
from outplay.native import searcher


def test_a_long_compilation_is_explained(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(searcher, "LONG", 0.0)
    result = outplay.minimax(Take(), speed="native")
    assert result.speed == "native"
    assert "compiling took" in result.speed_reason
    assert "take_away.py, line" in result.speed_reason
    assert result.speed_reason in str(result)


def test_a_short_one_is_not() -> None:
    assert outplay.alphabeta(Take(), speed="native").speed_reason == ""
