"""The rule checker finds planted faults and blames the right rule; right games it leaves alone."""

from __future__ import annotations

from typing import Any

import planted_chance
import planted_optional
import pytest
from everyday_games import EVERYDAY
from planted_rules import PLANTED, Planted
from unusual_games import UNUSUAL

import outplay

assert planted_chance
assert planted_optional

OPTIONS: dict[str, Any] = {"native": False, "lines": 120}


@pytest.mark.parametrize("name", PLANTED)
def test_a_planted_fault_is_found(name: str) -> None:
    planted: Planted = PLANTED[name]
    report = outplay.check(planted.make(), **{**OPTIONS, **planted.options})
    found = [report.failure] if report.failure else list(report.warnings)
    blamed = [failure.rule for failure in found]
    assert blamed, str(report)
    assert blamed[0] in planted.rules, str(report)
    assert found[0].rule in found[0].what
    assert found[0].what in str(report)


@pytest.mark.parametrize("name", [*EVERYDAY, *UNUSUAL])
def test_a_right_game_is_not_accused(name: str) -> None:
    report = outplay.check({**EVERYDAY, **UNUSUAL}[name](), **{**OPTIONS, "lines": 120})
    assert report.ok, str(report)
    assert not report.warnings, str(report)
