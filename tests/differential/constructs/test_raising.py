"""Rules that raise: the same rule, error, message, place and position at both speeds."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import raising_rules
from construct_base import Board, constructs_of

from outplay import NotNative, RulesError, minimax

ALL_COMPILE = False
"""The switch: while it is False, a rule that is refused is skipped, whichever it is."""

WRONG_TODAY = {"none_indexed", "unbound_name"}
"""Where the translator that is to be replaced fails, or answers where Python raises."""

RULES = {
    name: rule
    for name, rule in constructs_of(raising_rules)
    if ALL_COMPILE or name not in WRONG_TODAY
}


def sentence(rule: Callable[[Any], Any], speed: str) -> str:
    with pytest.raises(RulesError) as caught:
        minimax(Board(), depth=3, evaluate=rule, speed=speed)
    return str(caught.value)


@pytest.mark.parametrize("name", RULES)
def test_both_speeds_raise_the_same(name: str) -> None:
    slow = sentence(RULES[name], "python")
    assert "`evaluate` raised " in slow and "raising_rules.py, line" in slow
    try:
        fast = sentence(RULES[name], "native")
    except NotNative as error:
        if ALL_COMPILE:
            raise
        pytest.skip(f"refused: {error}")
    assert fast == slow


@pytest.mark.parametrize("name", RULES)
def test_a_search_that_meets_no_such_cell_ends(name: str) -> None:
    """What raises does so where it is asked to, and not before."""
    nodes = minimax(Board(), depth=1, nodes=3, evaluate=RULES[name], speed="python").nodes
    assert nodes == 3
    try:
        assert minimax(Board(), depth=1, nodes=3, evaluate=RULES[name], speed="native").nodes == 3
    except NotNative as error:
        if ALL_COMPILE:
            raise
        pytest.skip(f"refused: {error}")
