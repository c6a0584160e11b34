"""The server's compiler: what it says of a game, and when it is replaced."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from outplay.errors import NotNative, RulesError
from outplay.web import readiness
from outplay.web.job_context import JobContext
from outplay.web.jobs import natives
from outplay.web.readiness import Readiness
from outplay.web.worker_group import WorkerGroup

HERE = Path(__file__).parent


@pytest.fixture(autouse=True)
def _findable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", str(HERE))


def compiled(tmp_path: Path, *games: str) -> tuple[dict[str, str], list[tuple[str, str]]]:
    """Why each of the games is never native, empty if it is; and who compiled what, in order.

    The last game is the one that was asked for last, and so is compiled first.
    """
    log = tmp_path / "log"
    variants = {game: json.dumps([game, {"log": str(log)}]) for game in games}

    async def main() -> dict[str, str]:
        known = Readiness(
            lambda: WorkerGroup("compile", 1, own={}, environment={}, program="fake_worker")
        )
        for variant in variants.values():
            known.want(variant)
        while any(known._known[v].state == "compiling" for v in variants.values()):
            await asyncio.sleep(0.01)
        await known.close()
        return {game: "" if known.is_ready(v) else known.reason(v) for game, v in variants.items()}

    found = asyncio.run(asyncio.wait_for(main(), 60))
    rows = [tuple(line.split(" ", 1)) for line in log.read_text().splitlines()]
    return found, [(pid, game) for pid, game in rows]


@pytest.mark.parametrize("game", ["second", "second, gone"])
def test_a_game_is_not_blamed_for_what_was_compiled_before_it(tmp_path: Path, game: str) -> None:
    found, log = compiled(tmp_path, "last", game, "first")
    assert found == {"first": "", game: "", "last": ""}
    assert [name for _, name in log] == ["first", game, game, "last"]
    pids = [pid for pid, _ in log]
    assert pids[0] == pids[1] != pids[2], "a new compiler tried again"


def test_a_new_compiler_that_fails_alone_is_believed(tmp_path: Path) -> None:
    found, log = compiled(tmp_path, "last", "never", "first")
    assert found["never"] == "compiling its rules takes too much memory"
    assert found["first"] == found["last"] == ""
    assert [name for _, name in log] == ["first", "never", "never", "last"]
    assert len({pid for pid, _ in log}) == 3, "who ran out of memory does nothing more"


def test_a_compiler_that_ends_twice(tmp_path: Path) -> None:
    found, _ = compiled(tmp_path, "last", "gone")
    assert found["gone"] == "the process that compiled its rules ended, and so did the next one"
    assert found["last"] == ""


def test_a_large_compiler_is_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(readiness, "USED_UP", -1)
    found, log = compiled(tmp_path, "last", "second", "first")
    assert set(found.values()) == {""}
    assert len({pid for pid, _ in log}) == len(log) == 3


@pytest.mark.parametrize("disguise", [None, RulesError, NotNative])
def test_too_little_memory_is_known_in_any_disguise(
    disguise: type[Exception] | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The compiler, or a search, may say it in words of its own."""

    def search(game: Any) -> None:
        try:
            raise MemoryError
        except MemoryError:
            if disguise is None:
                raise
            raise disguise("It failed.") from None

    monkeypatch.setattr(natives, "_search_natively", search)
    with pytest.raises(MemoryError):
        natives.compile_rules(JobContext(), {"game": "nim"}, lambda told: None)


def test_other_trouble_stays_what_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    def search(game: Any) -> None:
        raise NotNative("nim does not run at native speed: line 3 is odd.")

    monkeypatch.setattr(natives, "_search_natively", search)
    answer = natives.compile_rules(JobContext(), {"game": "nim"}, lambda told: None)
    assert answer == {"ready": False, "reason": "line 3 is odd."}
