"""Sorting rows of words."""

from __future__ import annotations

from outplay.native.state import Words, never_inlined

FEW = 200
"""Words that are sorted by insertion; more of them by a heap."""


def sort_falling(words: Words, n: int) -> None:
    """Sorts the first `n`, the largest first."""
    if n > FEW:
        heap_sort(words, n)
        return
    for k in range(n):
        word = words[k]
        j = k
        while j > 0 and words[j - 1] < word:
            words[j] = words[j - 1]
            j -= 1
        words[j] = word


def bring_largest(words: Words, k: int, n: int) -> None:
    """Exchanges word `k` of `n` for the largest of those from there on."""
    best, most = k, words[k]
    for j in range(k + 1, n):
        if words[j] > most:
            best, most = j, words[j]
    words[best] = words[k]
    words[k] = most


@never_inlined
def heap_sort(words: Words, n: int) -> None:
    start = n // 2
    end = n
    while end > 1:
        if start > 0:  # first it is made a heap, the least on top
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
            if child + 1 < end and words[child + 1] < below:
                child += 1
                below = words[child]
            if not below < item:
                break
            words[at] = below
            at = child
            child = 2 * at + 1
        words[at] = item
