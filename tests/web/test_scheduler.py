"""The scheduler and the pool: whose turn it is, how long each may take, and what stops when."""

import asyncio
import os
import time
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

import outplay
from outplay.web.pool import Pool
from outplay.web.scheduler import GRACE, LEAST_SHARE, RESERVE, Job, Refused, Turns
from outplay.web.worker import KINDS

HERE = Path(__file__).parent
SOURCE = Path(outplay.__file__).parents[1]


# --- turns, without any process ------------------------------------------------------------------


def job(client, *, arrived=0.0, thinks=1.0, seconds=10.0, name="move"):
    return Job(name, {"seconds": thinks}, client, seconds, arrived)


def order(*jobs):
    """The clients of jobs in the order in which they go."""
    turns = Turns("move", 0)
    for one in jobs:
        turns.add(one)
    return [one.client for one in turns.queue]


def test_the_nearest_deadline_goes_first():
    assert order(job("long", thinks=9), job("short", arrived=1)) == ["short", "long"]
    studies = [job(str(n), arrived=n, name="tree") for n in range(3)]
    assert order(*studies) == ["0", "1", "2"]


def test_the_second_request_of_a_client_lets_others_go_before():
    assert order(job("a"), job("a"), job("b", arrived=0.5)) == ["a", "b", "a"]


def test_a_share_lets_all_be_answered_in_time():
    """Thirty moves of a second at once on two processes, done as they are told."""
    turns = Turns("move", 2, [job(str(n)) for n in range(30)])
    free, ends = [0.0, 0.0], []
    while turns.queue:
        now = min(free)
        took = turns.time_for(turns.queue.pop(0), now) + turns.overhead
        assert took > LEAST_SHARE
        free[free.index(now)] = now + took
        ends.append(now + took)
    assert max(ends) <= 1 + GRACE - RESERVE + 0.01
    assert max(ends) > 1.3  # and the time is used


def test_a_move_alone_has_all_its_time():
    one = job("me", seconds=11, thinks=3)
    assert Turns("move", 2).time_for(one, 0.0) == 3
    assert one.deadline == 3 + GRACE


@pytest.mark.parametrize("thinks", [None, "x", -1, float("inf")])
def test_a_move_without_a_time_thinks_for_a_second(thinks):
    assert job("me", thinks=thinks).thinks == 1


def test_moves_that_came_later_leave_those_before_them_their_time():
    turns = Turns("move", 2, [job(str(n), arrived=-0.05 * n) for n in reversed(range(20))])
    assert turns.share(0.0) > 2 * LEAST_SHARE  # the oldest has 0.4 s, but only few come before it


def test_a_share_counts_what_runs_now():
    # to be answered after 2 s
    assert Turns("move", 2, [job("me")]).share(0.0) == pytest.approx((2 - RESERVE) / 2)


# --- with processes ------------------------------------------------------------------------------


@pytest.fixture(autouse=True)
def _findable(monkeypatch):
    monkeypatch.setenv("PYTHONPATH", f"{HERE}{os.pathsep}{SOURCE}")


@asynccontextmanager
async def fakes(**options):
    async with Pool(searchers=2, quick=1, program="fake_worker", **options) as pool:
        while len(pool.idle["move"]) < 2:
            await asyncio.sleep(0.01)
        yield pool


def move(pool, client, nap, seconds=1.0, **more):
    args = {"nap": nap, "seconds": seconds, "name": client, **more}
    return pool.ask("move", args, client=client, seconds=seconds + 10)


async def drain(lines, into):
    async for line in lines:
        into.append(line)


def test_many_moves_at_once_are_all_in_time():
    async def main():
        async with fakes() as pool:
            start = time.monotonic()
            answers = await asyncio.gather(*(move(pool, f"tab {n}", 5) for n in range(30)))
            return time.monotonic() - start, answers

    took, answers = asyncio.run(main())
    assert len(answers) == 30
    assert 1 < took < 8  # one after the other they take 15


def test_a_long_thought_is_hurried_when_others_wait():
    async def main():
        async with fakes() as pool:
            long = [asyncio.create_task(move(pool, f"long {n}", 60, 8)) for n in range(2)]
            await asyncio.sleep(0.3)
            start = time.monotonic()
            await move(pool, "short", 0.3, 0.3)
            took = time.monotonic() - start
            return took, [(await task)["stopped"] for task in long]

    took, stopped = asyncio.run(main())
    assert took < 6
    assert any(stopped)


def test_analyses_and_slow_questions_leave_moves_alone():
    """They have processes of their own, with less of a claim to the processor."""

    async def main():
        async with fakes() as pool:
            pool.turns["analysis"].size = pool.turns["study"].size = 2
            deaf = {"what": "deaf", "nap": 60}
            slow = [
                asyncio.create_task(pool.ask("explain", deaf, client=f"w{n}", seconds=60))
                for n in range(3)
            ]
            told = []
            lines = pool.stream("analyse", {"end": 40}, client="a", seconds=60)
            slow.append(asyncio.create_task(drain(lines, told)))
            while not told:
                await asyncio.sleep(0.01)
            answers = await asyncio.gather(*(move(pool, f"player {n}", 0.2) for n in range(2)))
            stopped = [answer["stopped"] for answer in answers]
            going = [task.done() for task in slow], len(pool.turns["study"].queue)
            await slow.pop()
            for task in slow:
                task.cancel()
            return stopped, going, told

    stopped, going, told = asyncio.run(main())
    assert stopped == [False, False]
    assert going == ([False] * 4, 1)  # the third question waits for the other two
    assert (told[-1]["state"], told[-1]["depth"]) == ("done", 40)


def test_the_lower_the_priority_the_more_patient_the_work():
    kinds = list(KINDS.values())
    assert kinds == sorted(kinds, key=lambda limits: limits.nice)


def test_analyses_that_wait_are_told_how_many_are_ahead():
    async def main():
        async with fakes() as pool:
            pool.turns["analysis"].size = 2
            told = [[] for _ in range(4)]
            await asyncio.gather(
                *(
                    drain(pool.stream("analyse", {"end": 16}, client=f"a{n}", seconds=20), told[n])
                    for n in range(4)
                )
            )
            return told, len(pool.idle["analysis"])

    told, idle = asyncio.run(main())
    assert all(lines[-1]["state"] == "done" and lines[-1]["depth"] == 16 for lines in told)
    assert {"state": "queued", "ahead": 0} in told[2]
    assert {"state": "queued", "ahead": 1} in told[3]
    assert idle == 2  # the processes stay for the next ones


def test_an_analysis_begins_again_with_native_code(tmp_path):
    async def main():
        async with fakes() as pool:
            told = []
            spot = {"game": "mine", "with": {"log": str(tmp_path / "log"), "nap": 2}}
            args = {"spot": spot, "end": 100}
            await drain(pool.stream("analyse", args, client="me", seconds=60), told)
            return told

    told = asyncio.run(asyncio.wait_for(main(), 60))
    assert [line["speed"] for line in told if line.get("depth") == 2] == ["python", "auto"]
    assert (told[-1]["state"], told[-1]["speed"]) == ("done", "auto")


@pytest.mark.parametrize("what", ["heard", "deaf"])
def test_a_closed_tab_stops_its_search_within_a_second(what, tmp_path):
    deaf = {"what": "deaf", "nap": 30, "mark": str(tmp_path / "mark")}

    async def main():
        async with fakes() as pool:
            group = pool.turns["analysis" if what == "heard" else "study"]
            if what == "heard":
                lines = pool.stream("analyse", {}, client="me", seconds=60)
                await anext(lines)
                stop = lines.aclose()
            else:
                task = asyncio.create_task(pool.ask("explain", deaf, client="me", seconds=60))
                while not (tmp_path / "mark").exists():
                    await asyncio.sleep(0.01)
                task.cancel()
                stop = asyncio.gather(task, return_exceptions=True)
            assert group.running
            start = time.monotonic()
            await stop
            while group.running:
                await asyncio.sleep(0.01)
            return time.monotonic() - start

    assert asyncio.run(main()) < 15


def test_too_many_questions():
    async def main():
        async with fakes() as pool:
            pool.turns["move"].most = 3
            pool.turns["analysis"].size = 0
            told, refused = [], []
            first = asyncio.create_task(
                drain(pool.stream("analyse", {}, client="me", seconds=5), told)
            )
            await asyncio.sleep(0.05)
            rest = [
                asyncio.create_task(drain(pool.stream("analyse", {}, client="me", seconds=5), told))
                for _ in range(2)
            ]
            with pytest.raises(Refused) as dropped:
                await first
            refused.append(dropped.value)
            for task in rest:
                task.cancel()
            busy = [asyncio.create_task(move(pool, f"busy {n}", 3, 3)) for n in range(2)]
            await asyncio.sleep(0.05)
            busy += [asyncio.create_task(move(pool, "me", 0.01, 1)) for _ in range(2)]
            await asyncio.sleep(0.05)
            with pytest.raises(Refused) as busy_tab:
                await move(pool, "me", 0.01)
            refused.append(busy_tab.value)
            busy.append(asyncio.create_task(move(pool, "other", 0.01, 1)))
            await asyncio.sleep(0.05)
            with pytest.raises(Refused) as full:
                await move(pool, "one more", 0.01)
            refused.append(full.value)
            await asyncio.gather(*busy)
            return refused

    dropped, busy_tab, full = asyncio.run(main())
    assert (dropped.kind, dropped.status) == ("Dropped", 429)
    assert str(dropped) == "Replaced by a newer request from this tab."
    assert (busy_tab.kind, busy_tab.status) == ("Busy", 429)
    assert str(busy_tab).startswith("This tab already has 2 requests waiting")
    assert str(full).startswith("The server is busy with 3 requests")


def test_a_move_that_hangs_is_killed_and_others_go_on():
    async def main():
        async with fakes() as pool:
            start = time.monotonic()
            args = {"what": "spin", "game": "mine", "seconds": 0.2}
            hung = asyncio.create_task(pool.ask("hint", args, client="a", seconds=0.5))
            await asyncio.sleep(0.1)
            others = await asyncio.gather(*(move(pool, f"b{n}", 0.05, 0.2) for n in range(5)))
            quick = time.monotonic() - start
            with pytest.raises(Refused) as refused:
                await hung
            return quick, len(others), refused.value

    quick, others, refused = asyncio.run(main())
    assert others == 5 and quick < 15
    assert refused.kind == "Time"


def test_closing_refuses_what_waits():
    async def main():
        async with fakes() as pool:
            tasks = [asyncio.create_task(move(pool, f"tab {n}", 9, 9)) for n in range(4)]
            await asyncio.sleep(0.1)
        return await asyncio.gather(*tasks, return_exceptions=True)

    answers = asyncio.run(main())
    assert {answer.kind for answer in answers} == {"Closed"}
    assert {answer.status for answer in answers} == {503}
