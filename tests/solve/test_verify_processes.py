"""`verify` in several processes: how many there are, Ctrl-C, and what cannot be sent to them."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest
from solved_plainly import Row

from outplay.errors import UsageError
from outplay.games import load
from outplay.solve.solve import solve
from outplay.solve.verify import verify


@pytest.fixture
def four(tmp_path: Path) -> Path:
    """A solution of Connect Four on 4 by 3 squares."""
    solve(load("connect-four", width=4, height=3), out=tmp_path / "four").close()
    return tmp_path / "four"


def test_as_many_processes_as_are_of_use(four: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = four
    assert verify(path, processes=None).complete  # few positions: one process
    monkeypatch.setattr("outplay.solve.verify.WORTHWHILE", 1)
    monkeypatch.setattr("os.cpu_count", lambda: 2)
    assert verify(path, processes=None).complete
    assert verify(path, partial(load, "connect-four", width=4, height=3), processes=None).complete
    assert verify(path, sample=500, processes=None).checked == 500


def test_rules_that_cannot_be_sent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Here(Row):
        pass

    solve(Here(), out=tmp_path / "row").close()
    with pytest.raises(UsageError, match="verify it with one process"):
        verify(tmp_path / "row", Here(), processes=2)
    monkeypatch.setattr("outplay.solve.verify.WORTHWHILE", 1)
    assert verify(tmp_path / "row", Here(), processes=None).complete


def test_ctrl_c_with_several_processes(tmp_path: Path) -> None:
    path = tmp_path / "four"
    solve(load("connect-four", width=4, height=4), out=path).close()

    def progress(checked: int, total: int) -> None:
        raise KeyboardInterrupt

    found = verify(path, progress=progress, processes=2)
    assert found.interrupted and found.ok and 0 < found.checked < found.total
