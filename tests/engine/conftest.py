"""What tests of the engine share."""

import pytest

from outplay.engine import helper_threads


@pytest.fixture
def early_helpers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Other threads join after the first iteration, also of searches that are small."""
    monkeypatch.setattr(helper_threads, "START_NODES", 0)
