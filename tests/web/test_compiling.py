"""How the server compiles games, and what it says of those that do not compile."""

from __future__ import annotations

import asyncio
import json
import os
from pathlib import Path
from typing import Any

import pytest

import outplay
from outplay.errors import NotNative, RulesError
from outplay.web.job_context import JobContext
from outplay.web.jobs import natives
from outplay.web.process import WorkerProcess
from outplay.web.readiness import Readiness

HERE = Path(__file__).parent
SOURCE = Path(outplay.__file__).parents[1]


@pytest.fixture(autouse=True)
def _findable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", f"{HERE}{os.pathsep}{SOURCE}")


def compiled(tmp_path: Path, *games: str) -> tuple[dict[str, str], list[tuple[str, str]]]:
    """Why each of the games is never native, empty if it is; and who compiled what, in order."""
    log = tmp_path / "log"
    variants = {game: json.dumps({"game": game, "with": {"log": str(log)}}) for game in games}

    async def main() -> dict[str, str]:
        known = Readiness(lambda: WorkerProcess("compile", {}, {}, "fake_worker"))
        for variant in variants.values():
            known.want(variant)
        while any(known._known[v].outcome is None for v in variants.values()):
            await asyncio.sleep(0.01)
        await known.compilers.close()
        return {game: "" if known.is_ready(v) else known.reason(v) for game, v in variants.items()}

    found = asyncio.run(asyncio.wait_for(main(), 60))
    rows = [tuple(line.split(" ", 1)) for line in log.read_text().splitlines()]
    return found, [(pid, game) for pid, game in rows]


def test_the_game_that_was_wanted_last_is_compiled_first_and_each_in_a_new_process(
    tmp_path: Path,
) -> None:
    found, log = compiled(tmp_path, "first", "last", "second")
    assert found == {"first": "", "last": "", "second": ""}
    assert [name for _, name in log] == ["first", "second", "last"]
    assert len({pid for pid, _ in log}) == 3, "a compiler grows with each game"


def test_a_game_that_needs_too_much_memory_is_never_native(tmp_path: Path) -> None:
    found, log = compiled(tmp_path, "first", "last", "never")
    assert found["never"] == "compiling its rules takes too much memory"
    assert found["first"] == found["last"] == ""
    assert [name for _, name in log] == ["first", "never", "last"]


def test_a_compiler_that_ends_is_tried_again_once(tmp_path: Path) -> None:
    found, log = compiled(tmp_path, "gone", "last", "gone once")
    assert found["gone"] == "the process that compiled its rules ended, and so did the next one"
    assert found["gone once"] == found["last"] == ""
    assert [name for _, name in log] == ["gone", "gone", "gone once", "gone once", "last"]


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
