"""Which speed a search runs at, and which of two answers counts; with searches that are made up."""

from __future__ import annotations

from dataclasses import dataclass, replace
from types import SimpleNamespace
from typing import Any

import pytest

from outplay import NotNative
from outplay.games.nim import Nim
from outplay.native.layout import Stop
from outplay.native.source import Unsupported
from outplay.result import COMPILING
from outplay.search import runner
from outplay.search.supervise import Deadline, Unanswered


@dataclass(frozen=True)
class Found:
    """What such a search finds."""

    speed: str
    depth: int
    stopped_by: str = "time"
    speed_reason: str = ""
    compile_time: float = 0.0
    python_time: float = 0.0


class PendingCode:
    """Code that is there, or refused, or late."""

    refused: Unsupported | None = None
    ran_out_of_time = False
    loaded = False

    def load(self, *args: Any) -> None:
        """Has been waited for."""

    def is_ready(self) -> bool:
        return self.loaded

    def wait(self) -> Any:
        return SimpleNamespace(compile_time=2.5)


class MadeUp(runner.Search[Found]):
    plan = interpreted = set_up = attempt = is_answer = ended_by = None  # type: ignore[assignment]

    def __init__(self, **depths: int | Exception | type) -> None:
        """What it finds: `small`, `python`, `native`; or what is raised there."""
        super().__init__(Nim(), None, "auto", Deadline(10.0))
        self.depths, self.switched, self.seconds = depths, True, 10.0
        self.asked: list[str] = []
        self.begun_anew = 0

    def _find(self, speed: str, reason: str) -> Found:
        self.asked.append(speed)
        depth = self.depths[speed]
        if isinstance(depth, int):
            return Found("native" if speed == "native" else "python", depth, "time", reason)
        raise depth

    def left(self) -> float | None:
        return self.seconds

    def put_off(self, seconds: float) -> None:
        self.seconds += seconds

    def small(self) -> tuple[Found | None, bool]:
        return self._find("small", "a small search"), False

    def python(self, reason: str, pending: Any = None) -> tuple[Found, bool]:
        return self._find("python", reason), pending is not None and self.switched

    def native(self, known: Found | None = None) -> Found:
        return self._find("native", "")

    def begin_anew(self) -> None:
        self.begun_anew += 1

    def rank(self, found: Found) -> tuple[Any, ...]:
        return (found.depth,) if found.depth else ()

    def knows_all(self, found: Found) -> bool:
        return found.depth > 0

    def annotated(self, found: Found, **more: Any) -> Found:
        return replace(found, **more)


@pytest.fixture
def pending(monkeypatch: pytest.MonkeyPatch) -> PendingCode:
    made = PendingCode()
    code = SimpleNamespace(prepare=lambda *args: made, is_ready=lambda *args: False)
    monkeypatch.setattr(MadeUp, "code", code)
    return made


def test_the_native_answer_counts_if_it_knows_as_much(pending: PendingCode) -> None:
    for native in (4, 5):
        found = runner.run(MadeUp(small=2, python=4, native=native))
        assert (found.speed, found.depth, found.compile_time) == ("native", native, 2.5)
        assert found.python_time > 0


def test_an_answer_is_never_worse_than_what_was_known(pending: PendingCode) -> None:
    found = runner.run(MadeUp(small=2, python=4, native=3))
    assert (found.speed, found.depth, found.speed_reason) == ("python", 4, runner.LATE)
    found = runner.run(MadeUp(small=5, python=4, native=3))
    assert (found.speed, found.depth) == ("python", 5)


def test_code_that_comes_when_the_time_is_over_is_not_used(pending: PendingCode) -> None:
    search = MadeUp(small=2, python=4)
    search.expired = lambda: True  # type: ignore[method-assign]
    found = runner.run(search)
    assert (found.speed, found.depth, found.stopped_by) == ("python", 4, "time")
    assert found.speed_reason == runner.LATE
    assert search.asked == ["small", "python"]


def test_code_that_is_on_disk_needs_no_search_in_python(pending: PendingCode) -> None:
    pending.loaded = True
    search = MadeUp(small=2, native=5)
    found = runner.run(search)
    assert (found.speed, found.depth, found.python_time) == ("native", 5, 0)
    assert search.asked == ["small", "native"]


def test_every_move_is_known_however_late_the_code_is(pending: PendingCode) -> None:
    pending.loaded = True
    search = MadeUp(small=0, python=1)
    search.expired = lambda: True  # type: ignore[method-assign]
    found = runner.run(search)
    assert (found.depth, found.stopped_by) == (1, "time")
    assert search.asked == ["small", "python"]


def test_code_that_does_not_come(pending: PendingCode) -> None:
    search = MadeUp(small=2, python=4)
    search.switched = False
    assert runner.run(search) == Found("python", 4, "time", COMPILING)
    search = MadeUp(small=6, python=4)
    search.switched = False
    assert runner.run(search) == Found("python", 6, "time", COMPILING)


def test_no_time_to_look_at_the_rules(pending: PendingCode) -> None:
    pending.ran_out_of_time = True
    search = MadeUp(small=0, python=1)
    assert runner.run(search) == Found("python", 1, "time", runner.NO_TIME)
    assert search.asked == ["small", "python"]


def test_code_that_fails_when_it_runs(pending: PendingCode) -> None:
    """The search goes on in Python; what was known before counts, if it is more."""
    for again, depth in ((6, 6), (4, 4)):
        search = MadeUp(small=2, python=again, native=Unsupported("too large."))
        found = runner.run(search)
        assert (found.depth, found.speed) == (depth, "python")
        assert search.asked == ["small", "python", "native", "python"]


def outgrown() -> Unsupported:
    error = Unsupported("a number does not fit.")
    error.wider = True
    return error


def test_wider_code_is_tried_a_few_times(pending: PendingCode) -> None:
    """With a limit it is compiled beside the search, each time; in the end Python goes on."""
    tries = runner.WIDENINGS + 1
    search = MadeUp(small=2, python=4, native=outgrown())
    found = runner.run(search)
    assert (found.speed, found.depth, found.speed_reason) == ("python", 4, "a number does not fit.")
    assert search.asked == ["small", *["python", "native"] * tries, "python"]
    assert search.begun_anew == runner.WIDENINGS
    search = MadeUp(small=2, python=4, native=outgrown())
    search.left = lambda: None  # type: ignore[method-assign]
    assert runner.run(search).speed == "python"
    assert search.asked == ["small", *["native"] * tries, "python"]
    search = MadeUp(native=outgrown())
    search.speed = "native"
    with pytest.raises(NotNative, match="a number does not fit"):
        runner.run(search)
    assert search.asked == ["native"] * tries


def test_wider_code_that_does(pending: PendingCode) -> None:
    search = MadeUp(small=2, python=4, native=outgrown())
    search.begin_anew = lambda: search.depths.update(native=7)  # type: ignore[method-assign]
    found = runner.run(search)
    assert (found.speed, found.depth) == ("native", 7)
    assert search.asked == ["small", "python", "native", "python", "native"]


def test_ctrl_c_gives_the_best_that_is_known(pending: PendingCode) -> None:
    found = runner.run(MadeUp(small=3, python=Unanswered))
    assert (found.depth, found.stopped_by) == (3, "interrupt")
    found = runner.run(MadeUp(small=3, python=4, native=Unanswered))
    assert (found.depth, found.stopped_by) == (4, "interrupt")
    found = runner.run(MadeUp(small=3, python=4, native=KeyboardInterrupt))
    assert (found.depth, found.stopped_by) == (4, "interrupt")
    with pytest.raises(KeyboardInterrupt):
        runner.run(MadeUp(small=0, python=Unanswered))


def test_without_a_limit_it_waits(pending: PendingCode) -> None:
    search = MadeUp(small=2, native=9)
    search.left = lambda: None  # type: ignore[method-assign]
    assert runner.run(search) == Found("native", 9)
    assert search.asked == ["small", "native"]
    stopped = MadeUp(small=2, native=Stop)
    stopped.left = lambda: None  # type: ignore[method-assign]
    stopped.halted = lambda: True  # type: ignore[method-assign]
    assert runner.run(stopped) == Found("python", 2, "stop", runner.NO_TIME)


def test_what_was_asked_for(pending: PendingCode) -> None:
    search = MadeUp(python=4)
    search.speed = "python"
    assert runner.run(search) == Found("python", 4, "time", "asked for")
    search = MadeUp(native=Unsupported("no."))
    search.speed = "native"
    with pytest.raises(NotNative, match="nim does not run at native speed: no"):
        runner.run(search)
