"""`outplay.check`: plays random lines until a rule fails, and reports which one and where."""

from __future__ import annotations

import copy
import time as clock
from collections.abc import Callable
from contextlib import redirect_stdout, suppress
from dataclasses import dataclass
from typing import TextIO, cast

from outplay.adapted import AdaptedGame
from outplay.asking import Fault
from outplay.checker import speeds
from outplay.checker.optional import position
from outplay.checker.questions import Node
from outplay.checker.report import Failure, Report
from outplay.checker.shrink import SECONDS, shortest
from outplay.checker.walk import OPENING, PLIES, OutOfTime, Walker, move_texts
from outplay.checker.warnings import find_warnings
from outplay.checker.watchdog import GRACE, Printed, Stuck, Watchdog
from outplay.copies import original
from outplay.errors import NotNative, UsageError
from outplay.game import OPTIONAL, AnyGame, Game
from outplay.keys import is_plain
from outplay.native.layout import MAX_PLY
from outplay.parameters import whole_number
from outplay.result import Limit
from outplay.search.error_context import check_game
from outplay.wording import shown

Progress = Callable[[int, int], None]

FEW = 100
"""Lines that are played before the two speeds are compared, where the time is limited."""


def check(
    game: AnyGame,
    *,
    lines: int = 2_000,
    seed: int = 0,
    max_plies: int = 1_000,
    time: float | None = None,
    native: bool = True,
    progress: Progress | None = None,
) -> Report:
    """Looks for the bug in the rules: the first fault, after as few moves as can be.

    Goes through the states nearest to the start and then plays `lines` random lines, the same
    ones for the same `seed` (fewer where they are long: 100,000 plies in all), each of at most
    `max_plies` plies. With `native`, compares small searches at both speeds. `time` is a
    limit in seconds, compiling not counted: each kind of test gets its share of it.
    `progress(lines played, lines)` is called after every line. Ctrl-C gives the report so far.
    A mutable board is checked on a copy of it, unless it holds functions that hold the board.

    Raises UsageError if `game` is no Game; whatever its rules do wrong is in the Report.
    """
    if isinstance(game, type) and issubclass(game, Game):
        raise UsageError(f"check needs a game, not its class: write {game.__name__}().")
    check_game(game, "check")
    Limit(time=time)
    whole_number("lines", lines, 0)
    whole_number("seed", seed)
    whole_number("max_plies", max_plies, 1, MAX_PLY)
    game = original(game)
    return _Check(game, lines, seed, max_plies, time, native, progress).report()


@dataclass
class _Check:
    game: AnyGame
    lines: int
    seed: int
    max_plies: int
    time: float | None
    native: bool
    progress: Progress | None

    def __post_init__(self) -> None:
        self.began = clock.perf_counter()
        self.deadline = None if self.time is None else self.began + self.time
        self.first: object = None
        """An untouched copy of the first state, if rules could change it."""
        self.speed = ("python", "" if self.native else "it was not asked for")
        self.stopped_by = "end"
        self.watchdog = Watchdog(self.deadline)
        self.printed = Printed(self.watchdog)
        self.notes: list[str] = []
        self.walker = self._new_walker(self.deadline)

    def report(self) -> Report:
        failure = None
        with self.watchdog, redirect_stdout(cast(TextIO, self.printed)):
            try:
                failure = self._failure()
            except OutOfTime:
                self.stopped_by = "time"
            except Stuck:
                self.stopped_by = "time"
                failure = self._unfinished("when the time was up: does it end?")
            except KeyboardInterrupt:
                self.stopped_by = "interrupt"
                if unfinished := self._unfinished("when it was interrupted"):
                    self.notes.append(str(unfinished))
            warnings = () if failure or self.walker.ask.here is None else self._warnings()
        if isinstance(self.game, AdaptedGame):
            with suppress(Exception, SystemExit):  # it was checked where it stands, and `pop` fails
                self.game.restore()
        if self.speed == ("python", ""):
            self.speed = ("python", "the check stopped before it got that far")
        begun = self.walker.ask.here is not None
        return Report(
            name=_name(self.game),
            failure=failure,
            lines=self.walker.lines,
            states=len(self.walker.known),
            depth=self.walker.depth,
            checked=self._checked() if begun else (),
            notes=self._notes() if begun else (),
            speed=self.speed[0],
            speed_reason=self.speed[1],
            elapsed=clock.perf_counter() - self.began,
            seed=self.seed,
            stopped_by=self.stopped_by,
            warnings=warnings,
        )

    def _failure(self) -> Failure | None:
        try:
            found = self._first_fault()
        except Fault as fault:
            node = self.walker.ask.here
            try:
                fault, node = shortest(self._new_walker, fault, node, self._seconds_to_shorten())
            except KeyboardInterrupt:
                self.stopped_by = "interrupt"
            except Stuck:
                self.stopped_by = "time"
            return self._failure_at(fault, node)
        return None if found is None else self._failure_at(*found)

    def _first_fault(self) -> speeds.Difference | None:
        """Walks through the game, and compares the two speeds: each gets its share of the time."""
        walker = self.walker.begin()
        if not is_plain(walker.root.state) and walker.ask.board is None:
            with suppress(Exception):
                self.first = copy.deepcopy(walker.root.state)
        if not self._within(0.3, lambda: walker.opening(OPENING)):
            self.notes.append(
                f"The time was too short for the {OPENING} states nearest to the start."
            )
        few = self.lines if self.time is None else min(FEW, self.lines)
        self._within(0.5, lambda: walker.random_lines(few, self.seed, self._report_progress))
        found = self._both_speeds()
        if found is None and not self._within(
            1, lambda: walker.random_lines(self.lines, self.seed, self._report_progress)
        ):
            self.notes.append(
                f"The time was too short for {self.lines - walker.lines:,} of the lines."
            )
            self.stopped_by = "time"
        return found

    def _within(self, share: float, work: Callable[[], None]) -> bool:
        """Does the work, up to that share of the time, if any; False if it was not enough."""
        if self.time is not None and self.deadline is not None:
            self.walker.deadline = self.deadline - (1 - share) * self.time
        try:
            work()
        except OutOfTime:
            return False
        finally:
            self.walker.deadline = self.deadline
        return True

    def _report_progress(self, played: int) -> None:
        if self.progress is not None:
            self.progress(played, self.lines)

    def _seconds_to_shorten(self) -> float:
        if self.deadline is None:
            return SECONDS
        return min(SECONDS, max(0.3, (self.deadline - clock.perf_counter()) / 2))

    def _new_walker(self, deadline: float | None) -> Walker:
        """A new walk, on a copy of a mutable board: a faulty `pop` must not harm the original."""
        game = self.game.copied() if isinstance(self.game, AdaptedGame) else self.game
        walker = Walker(game, self.max_plies, deadline, copy.deepcopy(self.first))
        self.watchdog.asker = walker.ask
        return walker

    def _both_speeds(self) -> speeds.Difference | None:
        game = self.walker.ask.game
        if not self.native:
            return None
        if game.not_native:
            self.speed = ("python", game.not_native)
            return None
        kept = 0.0 if self.time is None else self.time / 5
        until = None if self.deadline is None else self.deadline - kept
        compared = speeds.Comparison(self.walker, self.seed, until)
        found = None
        try:
            found = compared.run()
            self.speed = ("both", "")
        except NotNative as error:
            reason = str(error).removeprefix(f"{game.name} does not run at native speed: ")
            self.speed = ("python", reason)
        except OutOfTime:
            self.speed = ("python", "time ran out before the two speeds were compared")
            if compared.searches:
                self.speed = ("both", "")
                self.notes.append(
                    "The time was too short for all searches that the speeds are compared by:"
                    f" {compared.searches} of them were done."
                )
        if compared.deadline is not None:  # compiling does not count: the time ends so much later
            self.deadline = self.watchdog.deadline = compared.deadline + kept
        return found

    def _failure_at(self, fault: Fault, node: Node | None) -> Failure:
        if node is None:
            return Failure(fault.rule, fault.kind, fault.what, (), (), "")
        ask, line = self.walker.ask, tuple(node.line())
        try:
            moves, where = move_texts(ask.safe, node), position(ask, node.state)
        except (Stuck, KeyboardInterrupt):  # its notation does not answer
            moves, where = tuple(map(shown, line)), shown(node.state)
        return Failure(fault.rule, fault.kind, fault.what, moves, line, where)

    def _checked(self) -> tuple[str, ...]:
        found = [rule for rule in OPTIONAL if self.game.answers(rule)]
        found.append("notation of moves")
        if self.walker.notation.reads_states:
            found.append("notation of positions")
        if self.walker.ask.board is not None:
            found.append("undo")
        return tuple(found)

    def _notes(self) -> tuple[str, ...]:
        walker = self.walker
        unread = "No position notation: `parse_state` is not answered."
        notes = [] if walker.notation.reads_states else [unread]
        notes += [*walker.tally.notes(), *self.notes]
        if self.stopped_by != "end" and not walker.lines and not walker.tally.cut and walker.depth:
            notes.append(f"No line came to its end; the longest had {walker.depth:,} plies.")
        if walker.tally.cut:
            notes.append(f"{walker.tally.cut:,} lines were cut off at {self.max_plies:,} plies.")
        if walker.plies >= PLIES and walker.lines < self.lines:
            notes.append(f"Lines are long: stopped after {PLIES:,} plies in all.")
        return tuple(notes)

    def _warnings(self) -> tuple[Failure, ...]:
        ask = self.walker.ask
        found = find_warnings(ask, self.walker.tally)
        for rule, text in self.printed.texts.items():
            what = f"prints {shown(text, 40)}; searches call it at every node"
            found.append((ask.fault(rule, "prints", what), None))
        return tuple(self._failure_at(fault, node) for fault, node in found)

    def _unfinished(self, when: str) -> Failure | None:
        """The rule that was left while it was asked, if it took long."""
        asker, seconds = self.watchdog.asker, self.watchdog.waiting()
        if asker is None or not asker.left or seconds < GRACE:
            return None
        what = f"had not answered after {seconds:.1f} seconds, {when}"
        return self._failure_at(asker.fault(asker.left, "endless", what), self.walker.ask.here)


def _name(game: AnyGame) -> str:
    try:
        return str(game.name)
    except Exception:
        return type(game).__name__
