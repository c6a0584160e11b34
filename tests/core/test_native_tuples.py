"""`replace_at` puts one item into a tuple, the same way at both speeds."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from native_functions import Native

from outplay.tuples import replace_at

words = st.integers(-(2**63), 2**63 - 1)
sizes = st.sampled_from([1, 2, 9])  # each size is compiled once
NATIVE = {size: Native(replace_at, (0,) * size, 0, 0) for size in (1, 2, 9)}


@given(st.data(), sizes, words)
@settings(deadline=None)
def test_both_speeds_agree(data: Any, size: int, value: int) -> None:
    items = tuple(data.draw(st.lists(words, min_size=size, max_size=size)))
    index = data.draw(st.integers(0, size - 1))
    changed = NATIVE[size](items, index, value)
    assert changed == replace_at(items, index, value)
    assert changed[index] == value


@pytest.mark.parametrize(
    ("items", "value"),
    [
        ((1.5, 2.5), 7.25),
        ((1.5, 2.5), 7),
        (((1, 2), (3, 4)), (5, 6)),
        ((1, 2), 0.5),
        ((True, False), 2),
        ((1, 2), (3, 4)),
        (("a", None), "b"),
    ],
)
def test_items_of_all_types(items: Any, value: Any) -> None:
    changed = Native(replace_at, items, 1, value)(items, 1, value)
    assert changed == replace_at(items, 1, value)
    assert [type(item) for item in changed] == [type(items[0]), type(value)]


@pytest.mark.parametrize("index", [-1, -3, 3, 100])
def test_an_index_outside_is_an_error_at_both_speeds(index: int) -> None:
    for function in (replace_at, Native(replace_at, (1, 2, 3), 0, 0)):
        with pytest.raises(IndexError):
            function((1, 2, 3), index, 0)
