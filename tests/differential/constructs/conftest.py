"""Some 700 programs, each compiled to be run once: without optimisation, unless it is asked for."""

from __future__ import annotations

import functools
import os
from collections.abc import Iterator

import pytest

from outplay.native.front import backend

OPTIMISED = "OUTPLAY_TESTS_OPTIMISED" in os.environ
"""`make test-long` sets it."""


@pytest.fixture(autouse=True, scope="package")
def _compiled_quickly() -> Iterator[None]:
    """The machine code is kept apart from that of other tests, which is to be fast."""
    if OPTIMISED:
        yield
        return
    with pytest.MonkeyPatch.context() as patch:
        quickly = functools.partial(backend.object_code, level=0)
        patch.setattr(backend, "object_code", quickly)
        patch.setenv("OUTPLAY_CACHE", os.environ["OUTPLAY_CACHE"] + "-quick")
        yield
