"""Worker processes: what they answer, what they survive, and that none is left behind."""

import asyncio
import os
import re
import signal
import subprocess
import sys
import time
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from test_serve import children

import outplay
from outplay.web.pool import Pool
from outplay.web.scheduler import Refused

HERE = Path(__file__).parent
SOURCE = Path(outplay.__file__).parents[1]


@pytest.fixture(autouse=True)
def _findable(monkeypatch):
    monkeypatch.setenv("PYTHONPATH", f"{HERE}{os.pathsep}{SOURCE}")


@asynccontextmanager
async def fakes(**options):
    async with Pool(searchers=2, program="fake_worker", **options) as pool:
        yield pool


def ask(*asked, job="look", **options):
    """The answers to args, one after the other; a Refused where there is none."""

    async def main():
        answers = []
        async with fakes(quick=1, **options) as pool:
            for args in asked:
                try:
                    answers.append(await pool.ask(job, args, client="me", seconds=2))
                except Refused as refused:
                    answers.append(refused)
        return answers

    return asyncio.run(main())


def is_alive(pid):
    try:
        return Path(f"/proc/{pid}/stat").read_text(encoding="ascii").split()[2] != "Z"
    except OSError:
        return False


def test_rules_that_misbehave_are_answered_and_the_process_goes_on():
    whats = ["", "print", "raise", "exit", "refuse", "endless", "long", ""]
    first, printed, raised, left, refused, endless, long, last = ask(
        *({"what": what} for what in whats)
    )
    assert printed == {"said": "nothing to read"}
    assert str(raised) == (
        "The rules raised ZeroDivisionError: division by zero (fake_worker.py,"
        f" line {raised_line()})."
    )
    assert raised.kind == left.kind == "RulesError"
    assert (str(refused), refused.kind, refused.status) == (
        "That is no move.",
        "IllegalAction",
        422,
    )
    assert "cannot be written as JSON" in str(endless)
    assert "too long" in str(long)
    assert last == first  # the same process, all the while


def raised_line():
    lines = (HERE / "fake_worker.py").read_text(encoding="utf-8").splitlines()
    return 1 + next(number for number, line in enumerate(lines) if "1 / 0" in line)


def test_a_process_that_ends_is_replaced_and_an_innocent_job_done_again(tmp_path):
    mark = str(tmp_path / "mark")
    first, again, bad, last = ask({}, {"what": "end once", "mark": mark}, {"what": "end"}, {})
    assert again["pid"] != first["pid"]
    assert bad.kind == "Crash" and "crashed twice" in str(bad)
    assert last["pid"] not in (first["pid"], again["pid"])


@pytest.mark.parametrize(
    "line", ["7", "{", '{"id": 1}', '{"id": 1, "result": 7}', '{"id": 1, "error": 7, "kind": []}']
)
def test_a_message_that_rules_forged_ends_the_worker_and_not_the_group(line):
    forged, last = ask({"what": "forge", "line": line}, {})
    assert forged.kind == "Crash"
    assert last["pid"]


def test_rules_that_never_return_are_killed():
    start = time.monotonic()
    hung, last = ask({"what": "spin", "game": "my_game.py"}, {})
    assert time.monotonic() - start < 30
    assert hung.kind == "Time"
    sentence = r"The rules of my_game.py did not answer within \d+ s; one of them may never return."
    assert re.fullmatch(sentence, str(hung))
    assert last["pid"]


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="only Linux tells memory so")
def test_memory_has_an_end():
    grown, at_once, last = ask({"what": "grow"}, {"what": "grow at once"}, {})
    assert grown.kind == "Memory" and "400 MB" in str(grown)
    assert at_once.kind == "Memory"
    assert last["pid"]


def test_own_rules_files_are_known(tmp_path):
    own = {"mine": str(tmp_path / "my_game.py"), "other": str(tmp_path / "games.py:Other")}
    (told,) = ask({}, own=own)
    assert told["own"] == own


def test_a_file_beside_the_server_stands_for_no_module(tmp_path, monkeypatch):
    (tmp_path / "json.py").write_text("raise SystemExit", encoding="ascii")
    monkeypatch.chdir(tmp_path)
    assert ask({})[0]["pid"]


def test_processes_that_do_not_start_are_said_not_to(tmp_path, monkeypatch):
    (tmp_path / "no_worker.py").write_text("raise SystemExit(1)", encoding="ascii")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))

    async def main():
        async with Pool(searchers=2, quick=1, program="no_worker") as pool:
            await pool.ask("look", {}, client="me", seconds=60)

    with pytest.raises(Refused, match="Worker processes do not start"):
        asyncio.run(main())


SERVER = """
import asyncio, pathlib, sys
from outplay.web.pool import Pool

async def main():
    async with Pool(searchers=2, quick=1, program="fake_worker") as pool:
        told = await pool.ask("look", {}, client="me", seconds=5)
        spin = {"what": "spin", "mark": sys.argv[1]}
        spins = asyncio.create_task(pool.ask("explain", spin, client="me", seconds=60))
        while not pathlib.Path(sys.argv[1]).exists() or len(pool.idle["move"]) < 2:
            await asyncio.sleep(0.01)
        print("ready", flush=True)
        await asyncio.sleep(60)

asyncio.run(main())
"""


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks into /proc")
def test_no_process_is_left_behind(tmp_path):
    command = [sys.executable, "-c", SERVER, str(tmp_path / "mark")]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        server.stdout.readline()
        pids = children(server.pid)
        assert len(pids) == 4 and all(is_alive(pid) for pid in pids)
        os.kill(server.pid, signal.SIGKILL)
        server.wait(5)
        until = time.monotonic() + 30
        while any(is_alive(pid) for pid in pids) and time.monotonic() < until:
            time.sleep(0.02)
        assert not any(is_alive(pid) for pid in pids)
    finally:
        server.kill()
        server.communicate()
