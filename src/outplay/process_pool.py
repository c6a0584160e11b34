"""Processes side by side, none of which outlives its work."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any


@contextlib.contextmanager
def process_pool(
    processes: int, begin: Callable[..., None], *arguments: object
) -> Iterator[ProcessPoolExecutor]:
    """So many new processes, each of which begins with that; they end with the block.

    What is under way then is not waited for.
    """
    pool: Any = ProcessPoolExecutor(processes, get_context("spawn"), begin, arguments)
    try:
        yield pool
    finally:
        for process in list((pool._processes or {}).values()):
            process.terminate()
        pool.shutdown(wait=False, cancel_futures=True)
