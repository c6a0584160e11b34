"""`replace_at` puts one item into a tuple, the same way at both speeds."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numba import njit
from numba.core.errors import TypingError

from outplay.native import tuples as native_tuples
from outplay.tuples import replace_at

twin = native_tuples.NATIVE[replace_at]
native_replace_at = njit(lambda items, index, value: twin(items, index, value))

words = st.integers(-(2**63), 2**63 - 1)
sizes = st.sampled_from([1, 2, 9])  # each size is compiled once


@given(st.data(), sizes, words)
@settings(deadline=None)
def test_both_speeds_agree(data, size, value):
    items = tuple(data.draw(st.lists(words, min_size=size, max_size=size)))
    index = data.draw(st.integers(0, size - 1))
    changed = native_replace_at(items, index, value)
    assert changed == replace_at(items, index, value)
    assert changed[index] == value


def test_floats_and_nested_tuples_work_too():
    for items, value in [((1.5, 2.5), 7.25), ((1.5, 2.5), 7), (((1, 2), (3, 4)), (5, 6))]:
        assert native_replace_at(items, 1, value) == replace_at(items, 1, value)


@pytest.mark.parametrize("index", [-1, -3, 3, 100])
def test_an_index_outside_is_an_error_at_both_speeds(index):
    for function in (replace_at, native_replace_at):
        with pytest.raises(IndexError, match=r"there is no .*index"):
            function((1, 2, 3), index, 0)


@pytest.mark.parametrize(
    ("items", "value"), [((1, 2), 0.5), ((1, 2.5), 1), ((True, False), 2), ((1, 2), (3, 4))]
)
def test_what_would_change_the_type_of_the_tuple_does_not_compile(items, value):
    with pytest.raises(TypingError, match="replace_at"):
        native_replace_at(items, 0, value)
