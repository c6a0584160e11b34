"""How the server compiles games, and what it says of those that do not compile."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path
from typing import Any

import pytest

import outplay
from outplay.errors import NotNative, RulesError
from outplay.web.jobs import natives
from outplay.web.pool import Pool
from outplay.web.scheduler import Job
from outplay.web.worker import JobContext

HERE = Path(__file__).parent
SOURCE = Path(outplay.__file__).parents[1]

READY = "the compiled rules are being loaded"
"""What is said of a game that is compiled, in processes that have not loaded it."""


@pytest.fixture(autouse=True)
def _findable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", f"{HERE}{os.pathsep}{SOURCE}")


def compiled(tmp_path: Path, *games: str) -> tuple[dict[str, str], list[tuple[str, str]]]:
    """Why each of the games runs interpreted; and who compiled what, in order."""
    log = tmp_path / "log"
    jobs = [Job("move", {"game": game, "with": {"log": str(log)}}, "me", 1.0) for game in games]

    async def main() -> dict[str, str]:
        async with Pool(searchers=2, quick=0, program="fake_worker") as pool:
            for job in jobs:
                pool.want(job)
            while any(job.code is None for job in jobs):
                await asyncio.sleep(0.01)
        return {job.game: job.reason for job in jobs}

    found = asyncio.run(asyncio.wait_for(main(), 60))
    rows = [tuple(line.split(" ", 1)) for line in log.read_text().splitlines()]
    return found, [(pid, game) for pid, game in rows]


def test_the_game_that_was_wanted_last_is_compiled_first_and_each_in_a_new_process(
    tmp_path: Path,
) -> None:
    found, log = compiled(tmp_path, "first", "last", "second")
    assert found == dict.fromkeys(("first", "last", "second"), READY)
    assert [name for _, name in log] == ["first", "second", "last"]
    assert len({pid for pid, _ in log}) == 3, "a compiler grows with each game"


def test_a_game_that_needs_too_much_memory_is_never_native(tmp_path: Path) -> None:
    found, log = compiled(tmp_path, "first", "last", "never")
    assert found["never"] == "the rules do not compile: This needs too much memory"
    assert found["first"] == found["last"] == READY
    assert [name for _, name in log] == ["first", "never", "last"]


def test_a_compiler_that_ends_is_tried_again_once(tmp_path: Path) -> None:
    found, log = compiled(tmp_path, "gone", "last", "gone once")
    assert found["gone"].startswith("the rules do not compile: The worker process crashed twice")
    assert found["gone once"] == found["last"] == READY
    assert [name for _, name in log] == ["gone", "gone", "gone once", "gone once", "last"]


def test_idle_processes_load_what_is_compiled_and_a_job_has_more_compiled(tmp_path: Path) -> None:
    log = tmp_path / "log"
    spot = {"game": "mine", "with": {"log": str(log)}}

    async def main() -> list[dict[str, object]]:
        async with Pool(searchers=2, quick=0, program="fake_worker") as pool:

            async def move() -> dict[str, object]:
                return await pool.ask("move", {"spot": spot}, client="me", seconds=5)

            moves = [await move()]
            while not (len(pool.idle["move"]) == 2 and all(w.loaded for w in pool.idle["move"])):
                await asyncio.sleep(0.01)
            moves.append(await move())
            args = {"spot": spot, "what": "miss"}
            await pool.ask("hint", args, client="me", seconds=5)
            while " for a " not in log.read_text():
                await asyncio.sleep(0.01)
            return moves

    moves = asyncio.run(asyncio.wait_for(main(), 60))
    assert [move["speed"] for move in moves] == ["python", "auto"]
    assert [line.split(" ", 1)[1] for line in log.read_text().splitlines()] == [
        "mine",
        "mine for a hint",
    ]


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
    with pytest.raises(NotNative, match=r"^line 3 is odd\.$"):
        natives.compile_rules(JobContext(), {"game": "nim"}, lambda told: None)
