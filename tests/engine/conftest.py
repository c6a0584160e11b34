"""What tests of the engine share."""

import pytest

from outplay.engine import crew


@pytest.fixture
def early_crews(monkeypatch: pytest.MonkeyPatch) -> None:
    """Other threads join after the first iteration, also of searches that are small."""
    monkeypatch.setattr(crew, "START_NODES", 0)
