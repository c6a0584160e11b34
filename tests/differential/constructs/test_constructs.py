"""Everyday Python, one construct at a time, at both speeds: the same answer, of the same type.

`python tests/differential/constructs/test_constructs.py [part of a name …]` prints what each of
them does and how long compiling takes.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from typing import Any

import constructs_action_kinds
import constructs_actions
import constructs_changing_states
import constructs_dicts
import constructs_flow
import constructs_functions
import constructs_iteration
import constructs_lists
import constructs_numbers
import constructs_numpy
import constructs_questions
import constructs_reading
import constructs_refused
import constructs_results
import constructs_sets
import constructs_states
import constructs_strings
import pytest
from construct_base import Construct, constructs_of, searches, told

from outplay import NotNative

FILES = (
    constructs_results,
    constructs_actions,
    constructs_action_kinds,
    constructs_states,
    constructs_changing_states,
    constructs_reading,
    constructs_strings,
    constructs_lists,
    constructs_dicts,
    constructs_sets,
    constructs_iteration,
    constructs_functions,
    constructs_flow,
    constructs_numbers,
    constructs_numpy,
    constructs_questions,
)
CONSTRUCTS = [(name, thing) for file in FILES for name, thing in constructs_of(file)]
STAY = dict(constructs_of(constructs_refused))
"""These change something or are random: no compiler may take them."""


@pytest.mark.parametrize(("name", "construct"), CONSTRUCTS, ids=[name for name, _ in CONSTRUCTS])
def test_both_speeds_agree(name: str, construct: Construct) -> None:
    slow = told(searches(construct, "python"))
    assert told(searches(construct, "native")) == slow


@pytest.mark.parametrize("name", STAY)
def test_what_changes_something_stays_interpreted(name: str) -> None:
    with pytest.raises(NotNative, match=r"constructs_refused\.py, line \d+"):
        told(searches(STAY[name], "native"))
    assert {result.speed for result in searches(STAY[name], "auto")} == {"python"}


def test_each_name_is_there_once() -> None:
    counts = Counter(name for name, _ in CONSTRUCTS)
    assert [name for name, times in counts.items() if times > 1] == []


@pytest.mark.parametrize(("name", "construct"), CONSTRUCTS, ids=[name for name, _ in CONSTRUCTS])
def test_values_depend_on_the_board(name: str, construct: Construct) -> None:
    """A construct whose answer is always the same would show nothing."""
    results = list(searches(construct, "python"))
    values = {move.value for result in results for move in result.moves}
    assert len(values | {result.value for result in results}) > 1


def verdict(construct: Construct) -> tuple[str, str]:
    """A word for the table, and what there is to say."""
    slow = told(searches(construct, "python"))
    try:
        results = list(searches(construct, "native"))
    except NotNative as error:
        return "refused", str(error)
    except Exception as error:
        return "FAILS", f"{type(error).__name__}: {error}"
    fast = told(iter(results))
    if fast != slow:
        one, two = next(pair for pair in zip(slow, fast, strict=False) if pair[0] != pair[1])
        return "DIFFERS", f"Python: {one}, native: {two}"
    return "same", f"compiled in {results[0].compile_time:.2f} s"


def main(wanted: list[str]) -> int:
    """Prints a line for each construct, and how many there are of each kind."""
    counts: Counter[str] = Counter()
    for name, construct in CONSTRUCTS:
        if wanted and not any(part.lower() in name.lower() for part in wanted):
            continue
        start = time.perf_counter()
        word, text = verdict(construct)
        counts[word] += 1
        title: Any = construct.__doc__
        print(f"{word:8} {name}: {title.strip()} [{time.perf_counter() - start:.1f} s] {text}")
    print(", ".join(f"{number} {word}" for word, number in counts.most_common()))
    return 1 if counts["DIFFERS"] or counts["FAILS"] else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
