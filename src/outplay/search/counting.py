"""Counting: how many lines, games and states a game has."""

from __future__ import annotations

from dataclasses import dataclass, replace

from outplay.errors import OutplayError, UnfitGame, UsageError
from outplay.game import CHANCE, MAX, MIN, AnyGame
from outplay.native.kernels import Choices, Kernel
from outplay.native.layout import MAX_PLY
from outplay.result import Limit
from outplay.search import runner
from outplay.search.error_context import check_game, explain, refuse_nonsense, start_of
from outplay.search.memory import Memory
from outplay.search.runner import Attempt
from outplay.search.searchers import Plan, PythonSearcher, check_speed, python_searcher
from outplay.search.state import SearchState
from outplay.search.supervise import Deadline
from outplay.search.view import View
from outplay.search.word_table import NativeSearchState

STATES = 20_000_000
"""Distinct states that `count` holds at most."""

Counted = tuple[int, dict[str, int], str]
"""What a kernel answers, its counters, and the speed it ran at."""


def perft(game: View, s: object, depth: int, ply: int, run: SearchState) -> int:
    """The lines of exactly `depth` plies from `s`; games that end before do not count."""
    run.visit(ply)
    if depth == 0:
        return 1
    if game.is_terminal(s):
        return 0
    total = tried = 0
    if run.chance:
        mover = game.to_move(s)
        if mover != MAX and mover != MIN and mover != CHANCE:
            run.nobody()
    if run.chance and mover == CHANCE:
        for a, _p in game.outcomes(s):
            total += perft(game, game.result(s, a), depth - 1, ply + 1, run)
            tried += 1
    else:
        for a in game.actions(s):
            if depth == 1:
                total += 1
            else:
                total += perft(game, game.result(s, a), depth - 1, ply + 1, run)
            tried += 1
    if tried == 0:
        run.stuck()
    return total


def count_nodes(game: View, s: object, ply: int, run: SearchState) -> int:
    """Visits every node of the tree below `s`, or with a memory every distinct state once.

    Counts the games, or the states, that end.
    """
    if run.memory and not run.meet(game, s, ply):
        return 0
    run.visit(ply)
    if game.is_terminal(s):
        run.games += 1
        return 0
    tried = 0
    if run.chance:
        mover = game.to_move(s)
        if mover != MAX and mover != MIN and mover != CHANCE:
            run.nobody()
    if run.chance and mover == CHANCE:
        for a, _p in game.outcomes(s):
            count_nodes(game, game.result(s, a), ply + 1, run)
            tried += 1
    else:
        for a in game.actions(s):
            count_nodes(game, game.result(s, a), ply + 1, run)
            tried += 1
    if tried == 0:
        run.stuck()
    return 0


PERFT = Kernel((perft,), NativeSearchState, ("int", "int"))
NODES = Kernel((count_nodes,), NativeSearchState, ("int",))


@dataclass(frozen=True)
class Counts:
    """How large a game is, from one state on."""

    nodes: int | None
    """Nodes of the whole tree, the root included; None if it was not counted."""
    games: int | None
    """Lines that end: leaves of the tree."""
    states: int
    """Distinct states, the root included."""
    terminal_states: int
    """Distinct states in which the game is over."""
    states_up_to_symmetry: int | None
    """States that are not mirror images of one another; None without `symmetries`."""
    speed: str

    def __str__(self) -> str:
        rows = [("distinct states", self.states), ("  of them terminal", self.terminal_states)]
        if self.states_up_to_symmetry is not None:
            rows.append(("  up to symmetry", self.states_up_to_symmetry))
        if self.nodes is not None and self.games is not None:
            rows = [("nodes of the tree", self.nodes), ("games", self.games), *rows]
        width = max(len(name) for name, _ in rows)
        return "\n".join(f"{name:{width}}  {number:>15,}" for name, number in rows)


def count_lines(
    game: AnyGame,
    depth: int,
    state: object = None,
    *,
    time: float | None = None,
    speed: str = "auto",
) -> int:
    """`perft(game, depth)`: the lines of exactly `depth` plies (Connect Four: 7, 49, 343 …)."""
    check_game(game, "perft")
    limit = Limit(depth=depth, time=time)
    if limit.depth is None:
        raise UsageError("perft needs a depth.")
    if depth > MAX_PLY:
        raise UsageError(f"depth can be {MAX_PLY} at most.")
    state = start_of(game) if state is None else state
    value, _, _ = _run(game, state, _plan(game, PERFT), (depth, 0), speed, limit.time)
    return value


def count(
    game: AnyGame,
    state: object = None,
    *,
    tree: bool = True,
    time: float | None = None,
    speed: str = "auto",
) -> Counts:
    """Counts the whole game: nodes and games of its tree, and its distinct states.

    `tree=False` counts states only, which is far less work and also works where positions
    come back, as long as no line of new states is longer than MAX_PLY. `time` is for each of
    the counts (tree, states, states up to symmetry).
    """
    check_game(game, "count")
    Limit(time=time)
    state = start_of(game) if state is None else state
    if tree and game.properties.may_cycle:
        raise UnfitGame(
            f"{game.name} can come back to a position, so its tree is endless;"
            " count its states alone (tree=False)."
        )
    nodes = games = symmetric = None
    if tree:
        _, counted, _ = _run(game, state, _plan(game, NODES), (0,), speed, time)
        nodes, games = counted["nodes"], counted["games"]
    memory = Memory(STATES, symmetries=False)
    _, found, used = _run(game, state, _plan(game, NODES, memory), (0,), speed, time)
    if game.searches_images:
        plan = _plan(game, NODES, Memory(STATES))
        _, fewer, used = _run(game, state, plan, (0,), speed, time)
        symmetric = fewer["nodes"]
    return Counts(nodes, games, found["nodes"], found["games"], symmetric, used)


def _plan(game: AnyGame, kernel: Kernel, memory: Memory | None = None) -> Plan:
    flags = {
        "watch": False,
        "memory": memory is not None,
        "chance": not game.properties.deterministic,
        "symmetric": memory is not None and memory.symmetries and game.searches_images,
    }
    return Plan(kernel, tuple(sorted(flags.items())), Choices(), memory=memory)


def _run(
    game: AnyGame,
    state: object,
    plan: Plan,
    arguments: tuple[int, ...],
    speed: str,
    time: float | None,
) -> Counted:
    """The kernel's answer, its counters, and the speed it ran at."""
    check_speed(speed)
    deadline = Deadline(time)

    def forget() -> None:
        nonlocal plan
        plan = replace(plan, memory=None if plan.memory is None else plan.memory.another())

    def work(game: AnyGame, state: object) -> Counted:
        refuse_nonsense(game, state)
        found = runner.run(Count(game, state, speed, deadline, plan, arguments))
        if found is None:
            raise OutplayError(
                f"Counting {game.name} did not end within {deadline.seconds} s; a partial count"
                " means nothing."
            )
        return found

    return runner.run_protected(game, state, work, forget=forget)


class Count(runner.Search[Counted | None]):
    """A count at either speed; None where it was not finished."""

    def __init__(
        self,
        game: AnyGame,
        state: object,
        speed: str,
        deadline: Deadline,
        plan: Plan,
        arguments: tuple[int, ...],
    ) -> None:
        super().__init__(game, state, speed, deadline)
        self._plan, self._arguments = plan, arguments

    @property
    def plan(self) -> Plan:
        return self._plan

    def interpreted(self, reason: str = "", *, small: bool = False) -> PythonSearcher:
        """With a memory of its own: the other is for native code."""
        plan = self._plan
        if plan.memory is not None:
            plan = replace(plan, memory=plan.memory.another())
        return python_searcher(self.game, plan)

    def is_answer(self, found: Counted | None, attempt: Attempt) -> bool:
        return found is not None

    def ended_by(self, found: Counted | None) -> str:
        return "nodes" if found is None and not self.expired() else ""

    def rank(self, found: Counted | None) -> tuple[bool, ...]:
        return () if found is None else (True,)

    def knows_all(self, found: Counted | None) -> bool:
        return found is not None

    def attempt(self, attempt: Attempt) -> Counted | None:
        """None if the clock, or the number of nodes, ends it."""
        game, state, searcher = self.game, self.state, attempt.searcher
        found: list[int] = []
        searcher.begin(attempt.nodes)
        searcher.set("nodes", 0)  # here the kernel visits the root itself

        def work() -> None:
            found.append(int(searcher.search(state, self._arguments)))

        try:
            stopped = self.supervised(attempt, work)
        except (KeyboardInterrupt, OutplayError):
            raise
        except Exception as error:
            memory = self._plan.memory
            full = "" if memory is None else f"{game.name} has more than {memory.entries:,} states."
            raise explain(game, state, searcher.path(0, error), error, full=full) from error
        if stopped == "interrupt":
            raise KeyboardInterrupt
        return None if stopped else (found[0], searcher.counters(), searcher.speed)
