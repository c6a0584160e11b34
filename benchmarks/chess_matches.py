"""Chess matches between UCI engines, and the Bratko–Kopec test.

    python -m benchmarks.chess_matches --opponent stockfish --elo 2000 --time 0.1 --workers 14
    python -m benchmarks.chess_matches --opponent sunfish --time 0.5 --games 100
    python -m benchmarks.chess_matches --first CMD --second CMD --clock 1+0.1 --games 200
    python -m benchmarks.chess_matches --bk FILE.epd --time 5

Each opening of `chess_openings` is played twice, with colours changed. A command is split as a
shell would; `env PYTHONPATH=/other/src python -m outplay uci` is another checkout.
"""

from __future__ import annotations

import argparse
import atexit
import math
import multiprocessing
import os
import shlex
import shutil
import signal
import sys
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, TimeoutError, as_completed
from dataclasses import dataclass
from random import Random
from typing import Any

from benchmarks.chess_openings import OPENINGS
from benchmarks.chess_referee import BLACK, WHITE, Game, Habits, Pace, new_board, play
from outplay.arena.score import Score
from outplay.connect.uci.protocol import Position
from outplay.connect.uci_client import UciEngine
from outplay.errors import OutplayError
from outplay.games.chess import epd, fen, san

OWN = shlex.join([sys.executable, "-m", "outplay", "uci"])
SUNFISH = shlex.join([sys.executable, "-m", "sunfish"])
STOCKFISH = shutil.which("stockfish") or "/usr/games/stockfish"
SETTINGS = {"Threads": 1, "Hash": 64, "Move Overhead": 30}
"""What every engine gets that has such an option."""


@dataclass(frozen=True)
class Seat:
    """One side of a match: an engine and its options."""

    command: str
    options: tuple[tuple[str, str], ...] = ()
    name: str = ""
    elo: int | None = None

    def start(self) -> UciEngine:
        engine = UciEngine(self.command)
        try:
            for name, value in SETTINGS.items():
                if name.lower() in engine.options:
                    engine.set_option(name, value)
            for name, text in self.options:
                engine.set_option(name, text)
            engine.wait_until_ready()
        except BaseException:
            engine.close()
            raise
        return engine


@dataclass(frozen=True)
class Plan:
    """A match that is to be played."""

    first: Seat
    second: Seat
    pace: Pace
    adjudicate: bool


# --- in a worker ----------------------------------------------------------------------------------

_plan: list[Plan] = []
_running: dict[int, UciEngine] = {}


def _sit_down(plan: Plan) -> None:
    """Runs first in each worker. Ctrl-C is for the process that started the match."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _plan[:] = [plan]
    atexit.register(_stand_up)


def _stand_up() -> None:
    for engine in _running.values():
        engine.close()
    _running.clear()


def _play_pair(opening: tuple[str, ...]) -> tuple[Game, Game]:
    """Both games from an opening; the first player is White in the first one."""
    return _play(opening, WHITE), _play(opening, BLACK)


def _play(opening: tuple[str, ...], first: int) -> Game:
    plan = _plan[0]
    for number, seat in enumerate((plan.first, plan.second)):
        if number not in _running:
            _running[number] = seat.start()
    engines = {first: _running[0], -first: _running[1]}
    game = play(engines, opening, plan.pace, plan.adjudicate)
    if game.reason == "crash":  # it begins the next game anew
        number = 0 if game.guilty == first else 1
        _running.pop(number).close()
    return game


# --- the match ------------------------------------------------------------------------------------


@dataclass
class Tally:
    """What is known of a match, from the first player's side."""

    plan: Plan
    pairs: list[tuple[Game, Game]]

    @property
    def score(self) -> Score:
        values = tuple((float(a.value), float(-b.value)) for a, b in self.pairs)
        return Score(self.plan.first.name, self.plan.second.name, values)

    def sides(self) -> Iterator[tuple[Game, int]]:
        """Each game, and the colour of the first player in it."""
        for a, b in self.pairs:
            yield a, WHITE
            yield b, BLACK

    def report(self) -> Iterator[str]:
        score, plan = self.score, self.plan
        yield f"{score}, {plan.pace}"
        if plan.second.elo is not None:
            low, high = score.elo_interval
            rated = [_rating(plan.second.elo + x) for x in (score.elo, low, high)]
            yield f"performance {rated[0]} ({rated[1]} to {rated[2]})"
        ends = Counter(game.reason for game, _ in self.sides())
        yield "ends: " + ", ".join(f"{reason} {n}" for reason, n in ends.most_common())
        for seat, sign in ((plan.first, 1), (plan.second, -1)):
            yield self._habits(seat, sign)
        for game, first in self.sides():
            if game.trouble:
                who = plan.first if game.guilty == first else plan.second
                yield f"trouble, {who.name}: {game.trouble}"

    def _habits(self, seat: Seat, sign: int) -> str:
        mine: list[Habits] = [game.habits[sign * first] for game, first in self.sides()]
        guilty = Counter(g.reason for g, first in self.sides() if g.guilty == sign * first)
        moves = max(1, sum(h.moves for h in mine))
        seconds = sum(h.seconds for h in mine)
        told = [
            f"{seat.name}: {sum(h.depths for h in mine) / moves:.1f} plies deep",
            f"{sum(h.nodes for h in mine) / max(seconds, 1e-9):,.0f} nodes/s",
            f"{seconds / moves:.3f} s a move",
            *(f"{n} lost by {reason}" for reason, n in guilty.items()),
        ]
        if "time" not in guilty:
            told.append("0 lost by time")
        worst = max((h.longest for h in mine), default=0.0)
        if self.plan.pace.clock is not None:
            told.append(f"never less than {-worst:.3f} s on its clock")
        elif self.plan.pace.time is not None:
            told.append(f"{sum(h.late for h in mine)} of {moves} moves late, at most {worst:.3f} s")
        return ", ".join(told)


def _rating(elo: float) -> str:
    return f"{elo:.0f}" if math.isfinite(elo) else "∞" if elo > 0 else "-∞"


def run_match(
    plan: Plan, games: int, workers: int, seed: int, seconds: float | None, quiet: bool
) -> Tally:
    """Plays it; Ctrl-C or the end of `seconds` end it with the games so far."""
    lines = [tuple(moves.split()) for _, moves in OPENINGS]
    Random(seed).shuffle(lines)
    for seat in (plan.first, plan.second):  # what has to be compiled is compiled once
        seat.start().close()
    tally = Tally(plan, [])
    start = time.perf_counter()
    pool = ProcessPoolExecutor(
        min(workers, games // 2), multiprocessing.get_context("spawn"), _sit_down, (plan,)
    )
    try:
        asked = [pool.submit(_play_pair, lines[n % len(lines)]) for n in range(games // 2)]
        for done in as_completed(asked, seconds):
            tally.pairs.append(done.result())
            if not quiet:
                spent = time.perf_counter() - start
                print(f"{spent:6.0f} s  {tally.score}", file=sys.stderr, flush=True)
    except (KeyboardInterrupt, TimeoutError):
        print(f"stopped after {2 * len(tally.pairs)} of {games} games", file=sys.stderr)
    finally:
        pool_processes = list((pool._processes or {}).values())
        if len(tally.pairs) < games // 2:
            for process in pool_processes:
                process.terminate()  # its engines end when their input does
        pool.shutdown(wait=True, cancel_futures=True)
    return tally


def write_pgn(path: str, tally: Tally) -> None:
    """The games, for whoever wants to look at them."""
    results = {1: "1-0", 0: "1/2-1/2", -1: "0-1"}
    with open(path, "w", encoding="utf-8") as file:
        for number, (game, first) in enumerate(tally.sides(), start=1):
            names = {first: tally.plan.first.name, -first: tally.plan.second.name}
            tags = {
                "Event": "Outplay chess match",
                "Round": number,
                "White": names[WHITE],
                "Black": names[BLACK],
                "Result": results[game.value],
                "Termination": game.reason,
            }
            file.writelines(f'[{tag} "{value}"]\n' for tag, value in tags.items())
            texts = new_board().san(game.moves)
            told = [f"{n // 2 + 1}. {t}" if n % 2 == 0 else t for n, t in enumerate(texts)]
            file.write("\n" + " ".join([*told, results[game.value]]) + "\n\n")


# --- Bratko–Kopec -----------------------------------------------------------------------------


def solve(path: str, seat: Seat, pace: Pace) -> None:
    """Positions of an EPD file with their best moves (bm): how many does the engine find?"""
    solved, missed = 0, []
    with open(path, encoding="utf-8") as file:
        records = epd.read(file.read())
    with seat.start() as engine:
        for number, record in enumerate(records, start=1):
            state, marks = record.state, record.operations
            best, worst = (
                {san.uci(state, a) for a in marks.get(name, ())}  # type: ignore[union-attr,arg-type]
                for name in ("bm", "am")
            )
            engine.new_game()
            answer = engine.think(
                Position(fen.write(state)), pace.go({}), longest=pace.longest(0.0)
            )
            name = str(marks.get("id") or number)
            found = answer.move in best if best else answer.move not in worst
            solved += found
            if not found:
                wanted = " ".join(sorted(best)) or "anything else"
                missed.append(f"{name} ({answer.move}, not {wanted})")
            told = "solved" if found else f"played {answer.move}"
            print(f"{name}: {told}, depth {answer.info.depth}", file=sys.stderr, flush=True)
    print(f"{seat.name}: {solved} of {solved + len(missed)} solved, {pace}")
    if missed:
        print("not solved: " + "; ".join(missed))


# --- the command --------------------------------------------------------------------------------


def _options(texts: list[str] | None) -> tuple[tuple[str, str], ...]:
    return tuple((t.partition("=")[0].strip(), t.partition("=")[2].strip()) for t in texts or ())


def _seats(options: argparse.Namespace) -> tuple[Seat, Seat]:
    own = _options(options.first_option)
    first = Seat(options.first or OWN, own, options.first_name or "outplay")
    given = _options(options.second_option)
    if options.second:
        return first, Seat(options.second, given, options.second_name or "second", options.elo)
    if options.opponent == "sunfish":
        return first, Seat(SUNFISH, given, options.second_name or "sunfish")
    if options.elo is None:
        return first, Seat(options.stockfish, given, options.second_name or "stockfish")
    limited = (("UCI_LimitStrength", "true"), ("UCI_Elo", str(options.elo)), *given)
    name = options.second_name or f"stockfish-{options.elo}"
    return first, Seat(options.stockfish, limited, name, options.elo)


def _pace(options: argparse.Namespace) -> Pace:
    clock = None
    if options.clock:
        base, _, more = options.clock.partition("+")
        clock = float(base), float(more or 0)
    seconds = options.time
    if clock is None and seconds is None and options.nodes is None and options.depth is None:
        seconds = 0.5
    return Pace(None if clock else seconds, options.nodes, options.depth, clock)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.chess_matches")
    add: Any = parser.add_argument
    add("--opponent", choices=("stockfish", "sunfish"), default="stockfish")
    add("--elo", type=int, help="Stockfish's UCI_Elo; with --second: what it is rated")
    add("--first", metavar="CMD", help="the first engine; default: Outplay")
    add("--second", metavar="CMD", help="the second engine, any UCI command")
    add("--first-name")
    add("--second-name")
    add("--first-option", action="append", metavar="NAME=VALUE")
    add("--second-option", action="append", metavar="NAME=VALUE")
    add("--stockfish", metavar="PATH", default=STOCKFISH)
    add("--time", type=float, metavar="S", help="seconds a move; default 0.5")
    add("--clock", metavar="S+S", help="seconds for a game, and what each move adds: 1+0.1")
    add("--nodes", type=int)
    add("--depth", type=int)
    add("--games", type=int, default=100)
    add("--workers", type=int, default=max(1, (os.cpu_count() or 2) - 1))
    add("--seed", type=int, default=0, help="the order of the openings")
    add("--seconds", type=float, help="end the match after so many seconds")
    add("--play-out", action="store_true", help="no adjudication: every game to its end")
    add("--pgn", metavar="FILE", help="write the games there")
    add("--bk", metavar="FILE.epd", help="solve these positions instead")
    add("--quiet", action="store_true")
    options = parser.parse_args()
    if options.games < 2 or options.games % 2:
        parser.error("A match has an even number of games, at least 2.")
    try:
        first, second = _seats(options)
        pace = _pace(options)
        if options.bk:
            solve(options.bk, first, pace)
            return 0
        plan = Plan(first, second, pace, not options.play_out)
        tally = run_match(
            plan, options.games, options.workers, options.seed, options.seconds, options.quiet
        )
    except (OutplayError, OSError) as error:
        print(error, file=sys.stderr)
        return 2
    print("\n".join(tally.report()))
    if options.pgn:
        write_pgn(options.pgn, tally)
    return 0


if __name__ == "__main__":
    sys.exit(main())
