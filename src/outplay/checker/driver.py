"""`outplay.check`: plays the game at random until a rule fails, and says which and where."""

from __future__ import annotations

import copy
import time as clock
from collections.abc import Callable
from typing import Any

from outplay.adapters._rules import SETTINGS
from outplay.adapters.board import BoardGame
from outplay.checker import speeds
from outplay.checker.ask import Fault, Node, is_plain
from outplay.checker.optional import position
from outplay.checker.report import Failure, Report
from outplay.checker.shrink import shortest
from outplay.checker.walk import OPENING, PLIES, OutOfTime, Walker, move_texts
from outplay.errors import NotNative, UsageError
from outplay.game import OPTIONAL, Game
from outplay.native.layout import MAX_PLY
from outplay.result import Limit

Progress = Callable[[int, int], None]


def check(
    game: Game[Any, Any],
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
    limit in seconds. `progress(lines played, lines)` is called after every line. Ctrl-C gives
    the report so far. A mutable board is checked on a copy of it.

    Raises UsageError if `game` is no Game; whatever its rules do wrong is in the Report.
    """
    _usage(game, lines, seed, max_plies, time)
    return _Check(game, lines, seed, max_plies, time, native, progress).report()


class _Check:
    def __init__(
        self, game: Game[Any, Any], lines: int, seed: int, max_plies: int, time: float | None,
        native: bool, progress: Progress | None,
    ) -> None:  # fmt: skip
        self.game, self.lines, self.seed, self.max_plies = game, lines, seed, max_plies
        self.native, self.progress = native, progress
        self.began = clock.perf_counter()
        self.deadline = None if time is None else self.began + time
        self.walker: Walker | None = None
        self.first: Any = None
        """An untouched copy of the first state, if rules could change it."""
        self.speed = ("python", "" if native else "it was not asked for")
        self.stopped_by = "end"

    def report(self) -> Report:
        failure = None
        try:
            failure = self._failure()
        except OutOfTime:
            self.stopped_by = "time"
        except (KeyboardInterrupt, speeds.Interrupted):
            self.stopped_by = "interrupt"
        if self.speed == ("python", ""):
            self.speed = ("python", "the check stopped before it came to that")
        walker = self.walker
        return Report(
            name=_name(self.game),
            failure=failure,
            lines=walker.lines if walker else 0,
            states=len(walker.known) if walker else 0,
            depth=walker.depth if walker else 0,
            checked=self._checked(),
            notes=self._notes(),
            speed=self.speed[0],
            speed_reason=self.speed[1],
            elapsed=clock.perf_counter() - self.began,
            seed=self.seed,
            stopped_by=self.stopped_by,
        )

    def _failure(self) -> Failure | None:
        try:
            self._walk()
        except Fault as fault:
            node = self.walker.here if self.walker else None
            try:
                fault, node = shortest(self._fresh, fault, node)
            except KeyboardInterrupt:
                self.stopped_by = "interrupt"
            return self._told(fault, node)
        found = self._both_speeds()
        return None if found is None else self._told(found.fault, found.node)

    def _walk(self) -> None:
        game = _copy_of_board(self.game)
        walker = self.walker = Walker(game, self.max_plies, self.deadline)
        walker.begin()
        if not is_plain(walker.root.state) and walker.ask.board is None:
            try:
                self.first = copy.deepcopy(walker.root.state)
            except Exception:
                self.first = None
        walker.opening(OPENING)
        walker.random_lines(self.lines, self.seed, self.progress)

    def _fresh(self, deadline: float) -> Walker:
        """A new walk from an untouched start."""
        first = None if self.first is None else copy.deepcopy(self.first)
        return Walker(_copy_of_board(self.game), self.max_plies, deadline, first).begin()

    def _both_speeds(self) -> speeds.Difference | None:
        assert self.walker is not None
        game = self.walker.ask.game
        if not self.native:
            return None
        if game.not_native:
            self.speed = ("python", game.not_native)
            return None
        try:
            found = speeds.compare(self.walker, self.seed, self.deadline)
        except NotNative as error:
            reason = str(error).removeprefix(f"{game.name} does not run at native speed: ")
            self.speed = ("python", reason)
            return None
        self.speed = ("both", "")
        return found

    def _told(self, fault: Fault, node: Node | None) -> Failure:
        assert self.walker is not None
        if node is None:
            return Failure(fault.rule, fault.kind, fault.what, (), (), "")
        return Failure(
            rule=fault.rule,
            kind=fault.kind,
            what=fault.what,
            moves=move_texts(self.walker.ask.game, node),
            line=tuple(node.line()),
            position=position(self.walker.ask, node.state),
        )

    def _checked(self) -> tuple[str, ...]:
        if self.walker is None or self.walker.here is None:
            return ()
        found = [rule for rule in OPTIONAL if self.game.answers(rule)]
        found.append("notation of moves")
        if self.walker.notation.reads_states:
            found.append("notation of positions")
        if self.walker.ask.board is not None:
            found.append("undo")
        return tuple(found)

    def _notes(self) -> tuple[str, ...]:
        walker = self.walker
        if walker is None or walker.here is None:
            return ()
        notes = [walker.notation.note()]
        if walker.cut:
            notes.append(f"{walker.cut:,} lines were left at {self.max_plies:,} plies.")
        if walker.plies >= PLIES and walker.lines < self.lines:
            notes.append(f"Lines are long: stopped after {PLIES:,} plies in all.")
        return tuple(note for note in notes if note)


def _copy_of_board(game: Game[Any, Any]) -> Game[Any, Any]:
    """For a mutable board the same game on a copy: a faulty `pop` must not harm the original."""
    if type(game) is not BoardGame:
        return game
    try:
        game.restore()
        board = copy.deepcopy(game.board)
    except Exception:
        return game
    settings = {name: value for name, value in vars(game).items() if name in SETTINGS}
    return BoardGame(board, **{**game._rules, **settings, "name": game.name})


def _name(game: Game[Any, Any]) -> str:
    try:
        return str(game.name)
    except Exception:
        return type(game).__name__


def _usage(game: Any, lines: int, seed: int, max_plies: int, time: float | None) -> None:
    if not isinstance(game, Game):
        if isinstance(game, type) and issubclass(game, Game):
            raise UsageError(f"check needs a game, not its class: write {game.__name__}().")
        raise UsageError(f"check needs a Game, not {type(game).__name__}.")
    Limit(time=time)
    for name, number, low, high in (
        ("lines", lines, 0, None), ("seed", seed, None, None), ("max_plies", max_plies, 1, MAX_PLY),
    ):  # fmt: skip
        if isinstance(number, bool) or not isinstance(number, int):
            raise UsageError(f"{name} must be a whole number, not {number!r}.")
        if (low is not None and number < low) or (high is not None and number > high):
            upper = "" if high is None else f" to {high}"
            raise UsageError(f"{name} must be a whole number from {low}{upper}, not {number}.")
