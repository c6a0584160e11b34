"""The scheduler and the pool: whose turn it is, how long each may take, and what stops when."""

import asyncio
import os
import time
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

import outplay
from outplay.web.pool import Pool, Refused
from outplay.web.scheduler import GRACE, LEAST_SHARE, RESERVE, JobQueue, QueuedJob, share, time_for

HERE = Path(__file__).parent
SOURCE = Path(outplay.__file__).parents[1]


# --- turns, without any process ------------------------------------------------------------------


def job(name, client="me", *, arrived=0.0, seconds=1.0, urgent=False, sliced=False):
    return QueuedJob(name, {}, client, seconds, arrived, urgent=urgent, sliced=sliced)


def queue(*jobs):
    waiting = JobQueue()
    for number, one in enumerate(jobs):
        waiting.add(one, float(number))
    return waiting


def order(waiting, **options):
    """The jobs in the order in which one process does them."""
    names, now = [], 100.0
    while (one := waiting.next(now, **options)) is not None:
        waiting.take(one, now)
        names.append(one.name)
        now += 1
    return names


def test_moves_go_first_and_the_nearest_deadline_before_the_others():
    waiting = queue(
        job("analysis"), job("long", "b", seconds=9, urgent=True), job("short", "c", urgent=True)
    )
    assert order(waiting) == ["short", "long", "analysis"]


def test_the_second_move_of_a_client_waits_for_the_first_of_all_others():
    waiting = queue(
        job("a1", "a", urgent=True),
        job("a2", "a", urgent=True),
        job("b1", "b", arrived=3, urgent=True),
    )
    assert order(waiting) == ["a1", "b1", "a2"]


def test_clients_take_turns():
    waiting = queue(*(job(f"{client}{n}", client) for client in "ab" for n in (1, 2)))
    assert order(waiting) == ["a1", "b1", "a2", "b2"]


def test_what_cannot_be_paused_is_passed_over():
    waiting = queue(job("explain"), job("analyse", "b", sliced=True))
    assert order(waiting, long=False) == ["analyse"]


def test_an_analysis_goes_on_where_its_table_is():
    waiting = queue(job("mine", "a"), job("theirs", "b"))
    theirs, mine = sorted(waiting.jobs, key=lambda one: one.name, reverse=True)
    mine.worker, theirs.worker = "another process", "this process"
    assert waiting.next(1.5, "this process") is theirs
    assert waiting.next(60.0, "this process") is mine  # it has waited long enough
    waiting.remove(theirs)
    assert waiting.next(1.5, "this process") is mine


def test_the_order_says_who_goes_before():
    waiting = queue(job("analysis"), job("other", "b"), job("move", "c", urgent=True))
    analysis, other, move = waiting.jobs
    assert waiting.order() == [move, analysis, other]


def test_a_share_lets_all_be_answered_in_time():
    """Thirty moves of a second at once on two processes, done as they are told."""
    waiting = queue(*(job(str(n), str(n), urgent=True) for n in range(30)))
    overhead = 0.02
    free, ends = [0.0, 0.0], []
    while waiting.jobs:
        now = min(free)
        one = waiting.next(now)
        waiting.take(one, now)
        took = time_for(one, waiting.moves(), now, 2, overhead) + overhead
        assert took > LEAST_SHARE
        free[free.index(now)] = now + took
        ends.append(now + took)
    assert max(ends) <= 1 + GRACE - RESERVE + 0.01
    assert max(ends) > 1.3  # and the time is used


def test_a_move_alone_has_all_its_time():
    one = job("move", seconds=11, urgent=True)
    one.thinks = 3
    assert time_for(one, [], 0.0, 2, 0.03) == 3
    assert one.deadline == 3 + GRACE


def test_a_share_counts_what_runs_now():
    one = job("move", urgent=True)  # to be answered after 2 s
    assert share([one], 0.0, 2) == pytest.approx((2 - RESERVE) / 2)


# --- with processes ------------------------------------------------------------------------------


@pytest.fixture(autouse=True)
def _findable(monkeypatch):
    monkeypatch.setenv("PYTHONPATH", f"{HERE}{os.pathsep}{SOURCE}")


@asynccontextmanager
async def fakes(**options):
    async with Pool(searchers=2, quick=1, compiles=False, program="fake_worker", **options) as pool:
        while len(pool.search.workers) < 2:
            await asyncio.sleep(0.01)
        yield pool


def move(pool, client, nap, seconds=1.0, **more):
    args = {"nap": nap, "seconds": seconds, "name": client, **more}
    return pool.ask("move", args, client=client, seconds=seconds + 10, urgent=True)


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


def test_an_analysis_makes_room_for_a_move_and_goes_on():
    async def main():
        async with fakes() as pool:
            told = [], []
            tasks = [
                asyncio.create_task(
                    drain(pool.stream("analyse", {"end": 40}, client=f"a{n}", seconds=60), told[n])
                )
                for n in range(2)
            ]
            await asyncio.sleep(0.4)
            await move(pool, "player", 0.2)
            early = not any(task.done() for task in tasks)
            await asyncio.gather(*tasks)
            return early, told

    early, told = asyncio.run(main())
    assert early
    assert max(lines[-1]["parts"] for lines in told) > 1
    for lines in told:
        depths = [line["depth"] for line in lines if "depth" in line]
        assert depths == sorted(depths)
        assert depths[-1] > 10


def test_analyses_take_turns_and_are_told_to_wait():
    async def main():
        async with fakes() as pool:
            told = [[] for _ in range(4)]
            await asyncio.gather(
                *(
                    drain(pool.stream("analyse", {"end": 16}, client=f"a{n}", seconds=20), told[n])
                    for n in range(4)
                )
            )
            return told

    told = asyncio.run(main())
    assert all(lines[-1]["state"] == "done" and lines[-1]["depth"] == 16 for lines in told)
    assert {"state": "queued", "ahead": 0} in told[2]
    assert {"state": "queued", "ahead": 1} in told[3]
    assert all(lines[-1]["parts"] > 1 for lines in told)


@pytest.mark.parametrize("what", ["heard", "deaf"])
def test_a_closed_tab_stops_its_search_within_a_second(what):
    async def main():
        async with fakes() as pool:
            if what == "heard":
                lines = pool.stream("analyse", {}, client="me", seconds=60)
                await anext(lines)
                stop = lines.aclose()
            else:
                task = asyncio.create_task(
                    pool.ask("explain", {"what": "deaf", "nap": 30}, client="me", seconds=60)
                )
                await asyncio.sleep(0.2)
                task.cancel()
                stop = asyncio.gather(task, return_exceptions=True)
            assert pool.search.running
            start = time.monotonic()
            await stop
            while pool.search.running:
                await asyncio.sleep(0.01)
            return time.monotonic() - start

    assert asyncio.run(main()) < 15


def test_one_process_is_left_for_moves():
    async def main():
        async with fakes() as pool:
            slow = [
                asyncio.create_task(
                    pool.ask("explain", {"what": "deaf", "nap": 60}, client=f"w{n}", seconds=60)
                )
                for n in range(2)
            ]
            await asyncio.sleep(0.1)
            await move(pool, "player", 0.05, 0.1)
            busy = len(pool.search.running)
            answered = any(task.done() for task in slow)
            for task in slow:
                task.cancel()
            return busy, answered

    busy, answered = asyncio.run(main())
    assert not answered
    assert busy == 1  # the second one waits for the first


def test_too_many_questions():
    async def main():
        async with fakes() as pool:
            pool.search.most = 4
            busy = [asyncio.create_task(move(pool, f"busy {n}", 3, 3)) for n in range(2)]
            await asyncio.sleep(0.05)
            told = []
            first = asyncio.create_task(
                drain(pool.stream("analyse", {}, client="me", seconds=5), told)
            )
            await asyncio.sleep(0.05)
            rest = [asyncio.create_task(move(pool, "me", 0.01, 1)) for _ in range(2)]
            await asyncio.sleep(0.05)
            refused = []
            with pytest.raises(Refused) as dropped:
                await first
            refused.append(dropped.value)
            with pytest.raises(Refused) as busy_tab:
                await move(pool, "me", 0.01)
            refused.append(busy_tab.value)
            rest += [asyncio.create_task(move(pool, f"other {n}", 0.01, 1)) for n in range(2)]
            await asyncio.sleep(0.05)
            with pytest.raises(Refused) as full:
                await move(pool, "one more", 0.01)
            refused.append(full.value)
            await asyncio.gather(*busy, *rest)
            return refused

    dropped, busy_tab, full = asyncio.run(main())
    assert (dropped.kind, dropped.status) == ("Dropped", 429)
    assert str(dropped) == "Replaced by a newer request from this tab."
    assert (busy_tab.kind, busy_tab.status) == ("Busy", 429)
    assert str(busy_tab).startswith("This tab already has 2 requests waiting")
    assert str(full).startswith("The server is busy with 4 requests")


def test_a_move_that_hangs_is_killed_and_others_go_on():
    async def main():
        async with fakes() as pool:
            start = time.monotonic()
            args = {"what": "spin", "game": "mine", "seconds": 0.2}
            hung = asyncio.create_task(
                pool.ask("explain", args, client="a", seconds=0.5, urgent=True)
            )
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
