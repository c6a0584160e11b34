"""Some 700 programs, each compiled to be run once: without optimisation, unless it is asked for."""

from __future__ import annotations

import os
from typing import Any

import pytest

from outplay.native.targets import cpu

OPTIMISED = "OUTPLAY_TESTS_OPTIMISED" in os.environ
"""`make test-long` sets it."""


@pytest.fixture(autouse=True)
def _compiled_quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    """The machine code is kept apart from that of other tests, which is to be fast."""
    if OPTIMISED:
        return
    real = cpu.object_code

    def quickly(text: str, level: Any = 0) -> bytes:
        return real(text, 0)

    monkeypatch.setattr(cpu, "object_code", quickly)
    monkeypatch.setenv("OUTPLAY_CACHE", os.environ["OUTPLAY_CACHE"] + "-quick")
