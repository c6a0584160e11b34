"""Thirty players at once, a cold cache, and a soak: `make test-long` runs them, with figures."""

import asyncio
import os
import random
import time
from pathlib import Path

import pytest
from test_serve import children

from outplay.web.pool import Pool
from outplay.web.scheduler import Job, Refused

pytestmark = pytest.mark.long

ROUNDS = int(os.environ.get("OUTPLAY_SOAK", "10"))
"""Of the soak, 360 requests each."""

GAMES = ("connect-four", "othello", "tic-tac-toe", "chess", "kalah", "checkers")


def resident(pid):
    """Megabytes that a process uses."""
    pages = Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1]
    return int(pages) * 4096 / (1 << 20)


class Player:
    """A tab with a game against a level."""

    def __init__(self, pool, number, games, *, seconds=1.0):
        self.pool, self.number, self.seconds = pool, number, seconds
        self.game, self.level = games[number % len(games)], 1 + number % 8
        self.moves, self.waits, self.speeds = [], [], []

    async def play(self, plies):
        random_ = random.Random(self.number)
        for _ in range(plies):
            spot = {"game": self.game, "moves": self.moves}
            start = time.monotonic()
            args = {"spot": spot, "level": self.level, "seconds": self.seconds, "seed": self.number}
            told = await self.pool.ask(
                "move", args, client=f"tab {self.number}", seconds=self.seconds + 10
            )
            self.waits.append(time.monotonic() - start)
            self.speeds.append(told.get("speed"))
            view = told["view"]
            if view["over"]:
                self.moves = []
                continue
            spot = {"game": self.game, "moves": view["moves"]}
            reply = {"spot": spot, "move": random_.choice(view["actions"])["text"]}
            view = await self.pool.ask("step", reply, client=f"tab {self.number}", seconds=5)
            self.moves = [] if view["over"] or len(view["moves"]) > 30 else view["moves"]


async def crowd(pool, players, plies, *, analysts=3):
    """Lets all play at once while some analyse; gives how long each move took."""

    async def analysis(number):
        args = {"spot": {"game": GAMES[number]}, "seconds": 60, "lines": 3}
        lines = pool.stream("analyse", args, client=f"analyst {number}", seconds=60)
        told = [line async for line in lines]
        return told

    watching = [asyncio.create_task(analysis(number)) for number in range(analysts)]
    try:
        await asyncio.gather(*(player.play(plies) for player in players))
    finally:
        for task in watching:
            task.cancel()
        ends = await asyncio.gather(*watching, return_exceptions=True)
    refused = [end for end in ends if isinstance(end, Refused)]
    assert not refused, refused
    return [wait for player in players for wait in player.waits]


def figures(title, players, waits):
    speeds = [speed for player in players for speed in player.speeds]
    late = sum(wait > 2 for wait in waits)
    longest = sorted(
        (
            (round(wait, 2), number, player.game, player.level)
            for player in players
            for number, wait in enumerate(player.waits)
        ),
        reverse=True,
    )[:4]
    print(
        f"\n{title}: {len(waits)} moves, mean {sum(waits) / len(waits):.2f} s,"
        f" longest {max(waits):.2f} s, {late} later than 2 s,"
        f" native {speeds.count('native')}, interpreted {speeds.count('python')}; {longest}"
    )


@pytest.mark.parametrize("cache", ["warm", "cold"])
def test_thirty_players_on_two_processes(cache, tmp_path, monkeypatch):
    if cache == "cold":
        monkeypatch.setenv("OUTPLAY_CACHE", str(tmp_path))

    async def main():
        async with Pool(searchers=2) as pool:
            if cache == "warm":
                for game in GAMES:  # compiled now, if never before
                    args = {"spot": {"game": game}, "level": 1, "seconds": 0.1}
                    await pool.ask("move", args, client="first", seconds=10)
                jobs = [Job("move", {"game": game}, "first", 1.0) for game in GAMES]
                for job in jobs:
                    pool.want(job)
                while any(job.code is None for job in jobs):
                    await asyncio.sleep(0.2)
                await asyncio.sleep(3)
            while len(pool.idle["move"]) < 2:
                await asyncio.sleep(0.01)
            players = [Player(pool, number, GAMES) for number in range(30)]
            waits = await crowd(pool, players, 8)
            return players, waits

    players, waits = asyncio.run(main())
    figures(f"30 players, {cache} cache", players, waits)
    assert len(waits) == 30 * 8
    assert max(waits) < 2.0


def test_memory_stays_flat(tmp_path):
    async def main():
        async with Pool(searchers=2) as pool:
            sizes, refused = [], []

            def weigh():
                pids = [pid for pid in children(os.getpid()) if Path(f"/proc/{pid}/statm").exists()]
                return [round(resident(pid)) for pid in pids]

            async def tab(number, requests):
                random_ = random.Random(number)
                player = Player(pool, number, GAMES, seconds=0.03)
                for _ in range(requests):
                    what = random_.random()
                    spot = {"game": player.game, "moves": player.moves}
                    try:
                        if what < 0.6:
                            await player.play(1)
                        elif what < 0.8:
                            await pool.ask(
                                "hint",
                                {"spot": spot, "seconds": 0.03},
                                client=str(number),
                                seconds=5,
                            )
                        else:
                            lines = pool.stream(
                                "analyse", {"spot": spot}, client=str(number), seconds=60
                            )
                            async for line in lines:
                                if line["state"] == "thinking":
                                    break
                            await lines.aclose()
                    except Refused as error:
                        refused.append(str(error))

            for _ in range(ROUNDS):
                await asyncio.gather(*(tab(number, 12) for number in range(30)))
                sizes.append(weigh())
            return sizes, refused

    start = time.monotonic()
    sizes, refused = asyncio.run(main())
    took = time.monotonic() - start
    print(f"\n{360 * ROUNDS:,} requests in {took:.0f} s; megabytes of the processes:")
    for row in sizes:
        print("  ", row)
    unlike = [text for text in refused if "over" not in text and "chance" not in text]
    assert not unlike, unlike[:5]
    # At first games are loaded and the sessions of engines fill up; then it must not grow.
    third = ROUNDS // 3
    before, after = (max(map(max, rows)) for rows in (sizes[third : 2 * third], sizes[-third:]))
    assert after < before + 80
    assert after < 500
