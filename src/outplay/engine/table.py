"""The table: a fixed number of megabytes that all searches of one engine share."""

from __future__ import annotations

import contextlib
import functools
import mmap
import operator
import os
from pathlib import Path

import numpy as np

from outplay.engine.sharing import BUSY
from outplay.engine.transposition import MOST_MOVES, MOVE_AT, PythonTable
from outplay.errors import OutplayError, UsageError

MEGABYTE = 1 << 20
DEFAULT = 64
"""Megabytes unless told otherwise."""

LEAST_BYTES = 1 << 10
START = 1 << 18
"""Bytes in use when a search begins; more are taken as it needs them."""

GROW = 4
"""A part of the table doubles when so many entries a bucket have been overwritten in it.

Measured on Connect Four: a table that fits the processor's cache is worth more than one that
remembers everything. 1 to 4 visit the fewest positions, 8 to 16 are a little faster on short
searches."""

PYTHON_ENTRY = 300
"""Bytes that an entry of an interpreted search takes, about."""

HUGE_PAGE = 2 << 20


class NativeBuckets:
    """Memory for the table of native searches; its layout is in `engine/transposition.py`."""

    def __init__(self, size: int, words: int) -> None:
        bucket = 2 * words * 8
        most = max(1, size // bucket)
        doublings = 0
        while (most >> doublings) * bucket > START:
            doublings += 1
        self.start = most >> doublings
        self.most = self.start << doublings
        self.entry = words
        self.bytes = self.most * bucket
        try:
            self._memory = mmap.mmap(
                -1, self.bytes + HUGE_PAGE, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS
            )
        except (OSError, OverflowError, ValueError):
            raise _too_large(size) from None
        whole = np.frombuffer(self._memory, np.int64)
        offset = -whole.ctypes.data % HUGE_PAGE
        if self.bytes > HUGE_PAGE:
            # Not the first one: a small search would wait until all of it is cleared.
            with contextlib.suppress(AttributeError, OSError):  # where there are no such pages
                self._memory.madvise(mmap.MADV_HUGEPAGE, offset + HUGE_PAGE)
        self.words = whole[offset // 8 : (offset + self.bytes) // 8]
        self.extent = np.array([self.start], np.int64)
        """Where it stands how many buckets are in use: all threads look there."""
        self.overwritten = 0
        self.busy = np.zeros(BUSY, np.int64)
        """What threads are at: see `engine/sharing.py`."""

    def clear(self) -> None:
        """Forgets everything."""
        self.words[: self.buckets * 2 * self.entry] = 0
        self.extent[0], self.overwritten = self.start, 0

    @property
    def buckets(self) -> int:
        """How many are in use."""
        return int(self.extent[0])

    @buckets.setter
    def buckets(self, number: int) -> None:
        self.extent[0] = number

    def move(self, word: int) -> int:
        """The number of the best action of the state with that hash; -1 if it is not known."""
        number = ((word & (1 << 64) - 1) >> 32) * self.buckets >> 32
        for start in (number * 2 * self.entry, (number * 2 + 1) * self.entry):
            words: list[int] = self.words[start : start + self.entry].tolist()
            if words[-1] and functools.reduce(operator.xor, words) == word:
                return (words[-1] >> MOVE_AT & MOST_MOVES) - 1
        return -1

    def fill(self) -> float:
        """How full the whole table is, 0 to 1, judged by a part of it."""
        sample = self.words[: min(self.buckets, 2000) * 2 * self.entry]
        used = np.count_nonzero(sample[self.entry - 1 :: self.entry])
        return float(used) / max(1, len(sample) // self.entry) * self.buckets / self.most


def check_size(memory: float) -> int:
    """Megabytes to bytes; raises UsageError for what is no size, OutplayError if it is too much."""
    number = isinstance(memory, int | float) and not isinstance(memory, bool)
    if not number or not LEAST_BYTES <= memory * MEGABYTE < float("inf"):
        raise UsageError(
            f"memory must be a number of megabytes, at least {LEAST_BYTES / MEGABYTE:.4f},"
            f" not {memory!r}."
        )
    size = int(memory * MEGABYTE)
    # The usual size is not asked about: memory is taken as a search needs it.
    free = available() if memory > DEFAULT else None
    if free is not None and size > free:
        raise _too_large(size)
    return size


def _too_large(size: int) -> OutplayError:
    free = available()
    there = "" if free is None else f"; {free / MEGABYTE:,.0f} MB are free"
    return OutplayError(
        f"There is not enough memory for a table of {size / MEGABYTE:,.0f} MB{there}."
    )


def available() -> int | None:
    """Bytes that this process can still take, as far as the system tells."""
    found = []
    with contextlib.suppress(OSError, ValueError, IndexError):
        lines = Path("/proc/meminfo").read_text(encoding="ascii").splitlines()
        found += [int(line.split()[1]) * 1024 for line in lines if line.startswith("MemAvail")]
    with contextlib.suppress(OSError, ValueError):
        limit, used = (
            int(Path(f"/sys/fs/cgroup/memory.{name}").read_text(encoding="ascii"))
            for name in ("max", "current")
        )
        found.append(limit - used)
    if not found and hasattr(os, "sysconf") and "SC_PHYS_PAGES" in os.sysconf_names:
        found.append(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES"))
    return min(found) if found else None


class Table:
    """The tables of one engine, made when a search first needs them."""

    def __init__(self, memory: float = DEFAULT) -> None:
        self.size = check_size(memory)
        self._python: dict[object, PythonTable] = {}
        self._native: dict[object, NativeBuckets] = {}
        self.age = 0

    def python(self, kind: object) -> PythonTable:
        """The table of interpreted searches of that kind: scores of one kind are not another's."""
        if kind not in self._python:
            self._python.clear()
            self._python[kind] = PythonTable(self.size // PYTHON_ENTRY)
        return self._python[kind]

    def native(self, kind: object, words: int) -> NativeBuckets:
        """The table of native searches of that kind."""
        if kind not in self._native:
            self._native.clear()
            self._native[kind] = NativeBuckets(self.size, words)
        return self._native[kind]

    def clear(self) -> None:
        for interpreted in self._python.values():
            interpreted.clear()
        for native in self._native.values():
            native.clear()
