"""Do positions come back? By all edges of a graph."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from outplay.solve.verify_file import Array


def comes_back(positions: int, edges: Sequence[tuple[Array, Array]]) -> bool:
    """Is there a circle among positions with these numbers?

    What has nothing after it is taken away, wave by wave; what is left stands on a circle, or leads
    to one.
    """
    if not edges:
        return False
    before = np.concatenate([pair[0] for pair in edges])
    after = np.concatenate([pair[1] for pair in edges])
    left = np.bincount(before, minlength=positions)
    order = np.argsort(after, kind="stable")
    sources = before[order]
    starts = np.searchsorted(after[order], np.arange(positions + 1))
    wave = np.flatnonzero(left == 0)
    gone = 0
    while len(wave):
        gone += len(wave)
        counts = starts[wave + 1] - starts[wave]
        firsts = np.repeat(starts[wave] - np.cumsum(counts) + counts, counts)
        reached = sources[firsts + np.arange(int(counts.sum()))]
        np.subtract.at(left, reached, 1)
        wave = np.unique(reached[left[reached] == 0])
    return gone < positions
