"""Sorting rows of words."""

from __future__ import annotations

import operator
from collections.abc import Callable

from outplay.native.state import Words, never_inlined


def insert_sorted(words: Words, k: int, word: int) -> None:
    """Puts a word where it belongs among the first `k`, which are sorted."""
    while k > 0 and words[k - 1] > word:
        words[k] = words[k - 1]
        k -= 1
    words[k] = word


def bring_least(words: Words, k: int, n: int) -> None:
    """Exchanges word `k` of `n` for the least of those from there on."""
    best, least = k, words[k]
    for j in range(k + 1, n):
        if words[j] < least:
            best, least = j, words[j]
    words[best] = words[k]
    words[k] = least


@never_inlined
def sort_words(words: Words, n: int) -> None:
    """Sorts the first `n`."""
    heap_sort(words, n, operator.gt)


def heap_sort(words: Words, n: int, comes_later: Callable[[int, int], bool]) -> None:
    """Sorts the first `n` by a heap, with what comes last on top."""
    start = n // 2
    end = n
    while end > 1:
        if start > 0:  # first it is made one
            start -= 1
        else:
            end -= 1
            last = words[end]
            words[end] = words[0]
            words[0] = last
        item = words[start]
        at = start
        child = 2 * at + 1
        while child < end:
            below = words[child]
            if child + 1 < end and comes_later(words[child + 1], below):
                child += 1
                below = words[child]
            if not comes_later(below, item):
                break
            words[at] = below
            at = child
            child = 2 * at + 1
        words[at] = item
