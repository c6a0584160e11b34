"""`solve`: from a game to its `Solution`."""

from __future__ import annotations

import contextlib
import inspect
import os
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, TypeVar

from outplay.copies import original
from outplay.errors import UnfitGame, UsageError
from outplay.game import AnyGame, Game
from outplay.games import BUILT_IN, load
from outplay.literals import write_position
from outplay.native.described import NotDescribed, described, type_described
from outplay.native.forms import SPARE, Form
from outplay.native.front.packed import has_history
from outplay.native.layout import NonDecisive
from outplay.native.source import Unsupported
from outplay.parameters import is_finite, whole_number
from outplay.search import runner
from outplay.search.compile_policy import check_compile
from outplay.search.error_context import check_game, check_settings, refuse_nonsense
from outplay.search.searchers import check_speed
from outplay.solve.counts import counts_of
from outplay.solve.fingerprint import fingerprint
from outplay.solve.grades import Grade
from outplay.solve.layers import NotLayered
from outplay.solve.look import Look, form_of, look_at
from outplay.solve.packing import Layout
from outplay.solve.progress import Progress, Step
from outplay.solve.roots import Roots, roots_of
from outplay.solve.solution import Solution, WrongRules
from outplay.solve.solution_file import FileTable, write
from outplay.solve.solver import Solved, SolveSearch, Task
from outplay.solve.store import Store
from outplay.solve.table import MemoryTable, Table
from outplay.tactics import Action, State

T = TypeVar("T")

MOST_ASKED = 1_000
"""Roots that are asked all questions of the checker."""

MEMORY_SHARE = 0.75
"""Of the memory that is free, where nothing else is said."""

MOST_ROOTS = 100
"""That are named in a file."""


def solve(
    game: Game[State, Action],
    *,
    roots: Iterable[State] | str | None = None,
    out: str | Path | None = None,
    symmetries: bool = True,
    memory: float | None = None,
    threads: int | None = None,
    speed: str = "auto",
    compile: str | None = None,
    compress: bool = True,
    progress: Callable[[Step], None] | None = None,
) -> Solution[State, Action]:
    """The exact value and distance of every state that can be reached.

    `roots` are the positions to begin with, in place of the start of the game; or the name of an
    endgame, of which all positions are meant: `KQK` in chess. With `out` the
    solution is a file; work that was ended before goes on where it was. `memory` is in megabytes:
    beyond it, arrays are files. Of mirror images one is solved, unless `symmetries` is False.
    """
    check_game(game, "solve")
    check_compile(compile)
    starts, room, threads = checked(game, roots, memory, threads, speed)
    path = None if out is None else Path(out)
    check_place(path)
    store = Store(room, None if path is None else path.with_name(path.name + ".work"))
    finished = False

    def work(rules: AnyGame, look: Look) -> Solved:
        decisive, layered = look.win is not None, True
        while True:
            task = Task(
                rules, starts, look, symmetries, threads, store, Progress(progress), speed, compile
            )
            search = SolveSearch(task, decisive=decisive, layered=layered)
            try:
                found = runner.run(search)
            except NonDecisive:
                decisive = False
            except NotLayered:
                layered = False
            else:
                assert found is not None  # only a small attempt is not finished
                return found

    try:
        solved = with_rules(game, starts, work)
        solution = _solution(game, solved, starts, path, compress)
        finished = True
    finally:
        store.close(finished=finished)
    return solution


def checked(
    game: Game[State, Action],
    roots: Iterable[State] | str | None,
    memory: float | None,
    threads: int | None,
    speed: str,
) -> tuple[Roots, float, int]:
    """The positions to begin with, bytes of memory, and threads; raises UsageError."""
    check_speed(speed)
    check_settings(game)
    cores = os.cpu_count() or 1
    threads = cores if threads is None else whole_number("threads", threads, 1, 256)
    if memory is not None and not (is_finite(memory) and memory > 0):
        raise UsageError(f"memory must be a number of megabytes above 0, not {memory!r}.")
    starts = roots_of(game, roots)
    return starts, free_memory() * MEMORY_SHARE if memory is None else memory * 1e6, threads


def with_rules(game: AnyGame, roots: Roots, work: Callable[[AnyGame, Look], T]) -> T:
    """What `work` gives for the rules and a look at them; raises UnfitGame where it cannot."""
    if game.not_native:
        raise UnfitGame(
            f"{game.name} cannot be solved: {game.not_native}. Solving needs rules that give each"
            " position as a value: a tuple, a string, a list."
        )

    def once(rules: AnyGame, _: object) -> T:
        for s in roots.seen[:MOST_ASKED]:
            refuse_nonsense(rules, s)
        try:
            return work(rules, look_at(rules, roots.seen))
        except Unsupported as error:
            raise UnfitGame(f"{game.name} cannot be solved: {error}") from None

    try:
        return runner.run_protected(game, roots.seen[0], once, forget=lambda: None)
    except Unsupported as error:  # what a rule seemed to have raised
        raise UnfitGame(f"{game.name} cannot be solved: {error}") from None


def check_place(path: Path | None) -> None:
    """Raises UsageError if there can be no such file: better now than when all is solved."""
    if path is None:
        return
    if path.is_dir():
        raise UsageError(f"{path} is a folder; `out` names a file.")
    if not path.absolute().parent.is_dir():
        raise UsageError(f"There is no folder {path.absolute().parent} for {path.name}.")


def _solution(
    game: Game[State, Action], solved: Solved, roots: Roots, path: Path | None, compress: bool
) -> Solution[State, Action]:
    about = _about(game, solved, roots)
    if path is None:
        table = MemoryTable(solved.parts)
        return Solution(game, solved.form, solved.layout, solved.grade, table, about)
    write(path, solved.parts, about, compress=compress)
    file = FileTable(path)
    return Solution(game, solved.form, solved.layout, solved.grade, file, file.header)


def _about(game: AnyGame, solved: Solved, roots: Roots) -> dict[str, Any]:
    """What the header says."""
    parameters = parameters_of(game)
    settings = ", ".join(f"{name}={value!r}" for name, value in parameters.items())
    return {
        "game": game.name,
        "parameters": parameters,
        "settings": f" ({settings})" if settings else "",
        "fingerprint": fingerprint(game, solved.form, [game.initial()]),
        "roots": [write_position(s) for s in roots.seen[:MOST_ROOTS]],
        "root_words": [solved.form.flatten(s) for s in roots.seen[:MOST_ROOTS]],
        "number_of_roots": solved.number_of_roots,
        "endgame": roots.name,
        "symmetric": solved.symmetric,
        "exchanged": solved.flips,
        "without_history": solved.forgets,
        "state_type": str(solved.form.t),
        "state_form": described(solved.form.t),
        "state_words": solved.form.words,
        "character_bytes": solved.form.char,
        "bias": list(solved.layout.bias),
        "mask": list(solved.layout.mask),
        "grade": None if solved.grade is None else solved.grade.as_fields(),
        "win": solved.win,
        "means": solved.is_mean,
        "error": solved.error,
        "endless": solved.is_endless,
        "repetition": game.repetition if game.properties.may_cycle else None,
        "counts": counts_of(solved.parts, solved.win).as_fields(),
    }


def parameters_of(game: AnyGame) -> dict[str, Any]:
    """The parameters of a built-in game, as `load` takes them."""
    if game.name not in BUILT_IN:
        return {}
    names = inspect.signature(type(game)).parameters
    return {name: getattr(game, name) for name in names if hasattr(game, name)}


def open_solution(path: str | Path, game: AnyGame | None = None) -> Solution[Any, Any]:
    """The solution in a file; of the game that it names, or of yours, whose rules are compared.

    Raises WrongRules if they are others, DamagedFile if the file is not as it was.
    """
    table = FileTable(Path(path))
    about = table.header
    if game is None:
        if about["game"] not in BUILT_IN:
            raise UsageError(f"{path} is a solution of {about['game']}: say where its rules are.")
        game = load(about["game"], **about["parameters"])
    return _of_rules(game, table, about)


def solution_for(game: AnyGame, solution: Solution[Any, Any] | str | Path) -> Solution[Any, Any]:
    """A solution of exactly this game, from one that is open or from a file; raises WrongRules."""
    if isinstance(solution, str | Path):
        return open_solution(solution, game)
    if not isinstance(solution, Solution):
        raise UsageError(f"solution must be a Solution or the path of its file, not {solution!r}.")
    if original(solution.game) is original(game):
        return solution
    return _of_rules(game, solution.table, solution.about)


def find_solution(game: AnyGame, paths: Iterable[str | Path]) -> Solution[Any, Any] | None:
    """The solution in the first of these files that is of exactly this game; None if none is."""
    for path in paths:
        with contextlib.suppress(WrongRules):
            return open_solution(path, game)
    return None


def _of_rules(game: AnyGame, table: Table, about: Mapping[str, Any]) -> Solution[Any, Any]:
    """The solution with the rules of this game; raises WrongRules."""
    form = _form(game, about)
    grade = about["grade"]
    solution = Solution(
        game,
        form,
        Layout(tuple(about["bias"]), tuple(about["mask"])),
        None if grade is None else Grade(**{**grade, "weights": tuple(grade["weights"])}),
        table,
        about,
    )
    solution.check_rules()
    return solution


def _form(game: AnyGame, about: Mapping[str, Any]) -> Form:
    """The type of states that the file says, with the classes of the game."""
    try:
        t = type_described(about["state_form"], form_of(game, game.initial()).t)
    except (NotDescribed, Unsupported) as error:
        raise WrongRules(
            f"This is a solution of other rules: the states of {game.name} are others than those"
            f" of {about['game']}{about['settings']} ({error})."
        ) from None
    most = 0 if Form("state", t).fixed else (about["state_words"] - SPARE) // 2
    return Form("state", t, most, about["character_bytes"], has_history(t))


def free_memory() -> float:
    """Bytes of memory that are free, as far as the system says."""
    try:
        return float(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_AVPHYS_PAGES"))
    except (AttributeError, OSError, ValueError):
        return 4e9


__all__ = [
    "find_solution",
    "free_memory",
    "open_solution",
    "parameters_of",
    "solution_for",
    "solve",
]
