"""A student's function, run on a tree that notes which leaves it looks at.

It runs in a process of its own, with limits on its time and its output: an endless loop is an
answer too, a wrong one. This is no sandbox: grade only what you would run yourself.
"""

from __future__ import annotations

import json
import os
import pickle
import signal
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path as File
from typing import IO

import outplay
from outplay.errors import UsageError
from outplay.explain.grading.answers import Answer
from outplay.explain.grading.student.program import Job, Outcome
from outplay.explain.grading.task import Task
from outplay.explain.student_algorithms import Algorithm, run
from outplay.explain.words import printable
from outplay.game import MIN
from outplay.parameters import one_of

FORMS = ("auto", "node", "list")
SECONDS = 5.0
MOST_PRINTED = 2_000
"""Characters of what a function prints that are kept; the rest is dropped."""


def answer_by_function(
    task: Task,
    file: str | File,
    function: str = "",
    *,
    seconds: float = SECONDS,
    form: str = "auto",
) -> Answer:
    """What the function gives, and the leaves it visited; its failure is an answer too.

    `form` is how it sees the tree: `node` (also for functions of a game and a state), `list`
    (nested lists), or whichever the file seems to expect. Raises UsageError where the file is
    not there, or has no such function.
    """
    if not File(file).is_file():
        raise UsageError(f"{file}: there is no such file.")
    one_of("The form of the tree", form, FORMS)
    if not 0 < seconds <= 3600:
        raise UsageError(
            f"The time limit must be more than 0 and at most 3600 seconds, not {seconds:g}."
        )
    path, tree = File(file).resolve(), task.tree
    about_tree = task.kind, tree.root, tree.depth, tree.game.root.node
    job = Job(str(path), function, form, seconds, *about_tree)
    with tempfile.TemporaryDirectory() as folder:
        done, printed = _run(job, path.name, File(folder))
    return _answer(task, done, printed)


def _run(job: Job, name: str, folder: File) -> tuple[Outcome, str]:
    """Runs the process to its end, or ends it. What came out, and what it printed."""
    (folder / "job").write_bytes(pickle.dumps(job))
    here = str(File(outplay.__file__).parent.parent)
    paths = os.pathsep.join(filter(None, [here, os.environ.get("PYTHONPATH", "")]))
    process = subprocess.Popen(
        [sys.executable, "-B", "-P", "-m", "outplay.explain.grading.student", "job", "result"],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": paths, "PYTHONHASHSEED": "0", "PYTHONUTF8": "1"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        start_new_session=True,
    )
    assert process.stdout is not None
    printed: list[bytes] = []
    reader = threading.Thread(target=_drain, args=(process.stdout, printed), daemon=True)
    reader.start()
    late = True
    try:
        late = not _waited(process, job.seconds)
    finally:
        _end(process)
    reader.join(1.0)
    text = b"".join(printed).decode("utf-8", "replace")
    if late:
        sentence = f"{name} did not finish within {job.seconds:g} seconds, and was stopped."
        return Outcome(trouble=sentence), text
    try:
        done = Outcome(**json.loads((folder / "result").read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError, RecursionError):
        done = Outcome()
    if not _is_sound(done):  # it may have written a file of that name itself
        done = Outcome(trouble=f"{name} exited without an answer.")
    return done, text


def _is_sound(done: Outcome) -> bool:
    """Are its parts what the process writes?"""
    return (
        isinstance(done.trouble, str)
        and isinstance(done.unfit, str)
        and bool(done.trouble or done.unfit or done.numbers or done.move is not None)
        and isinstance(done.numbers, list)
        and all(isinstance(number, float) for number in done.numbers)
        and isinstance(done.move, int | None)
        and isinstance(done.visited, list)
        and all(
            isinstance(path, list) and all(isinstance(step, int) for step in path)
            for path in done.visited
        )
    )


def _drain(stream: IO[bytes], kept: list[bytes]) -> None:
    """Reads all, so that nobody waits for it, and keeps the beginning."""
    size = 0
    while chunk := stream.read1(65_536):  # type: ignore[attr-defined]
        if size < MOST_PRINTED:
            kept.append(chunk[: MOST_PRINTED - size])
            size += len(chunk)


def _waited(process: subprocess.Popen[bytes], seconds: float) -> bool:
    """Is it over within so long?

    It is left unreaped where that can be, so that its number stays its own until `_end`.
    """
    if not hasattr(os, "waitid"):
        try:
            process.wait(seconds)
        except subprocess.TimeoutExpired:
            return False
        return True
    deadline = time.monotonic() + seconds
    how = os.WEXITED | os.WNOHANG | os.WNOWAIT
    while os.waitid(os.P_PID, process.pid, how) is None:
        if time.monotonic() > deadline:
            return False
        time.sleep(0.01)
    return True


def _end(process: subprocess.Popen[bytes]) -> None:
    """Ends the process, and what it may have started."""
    try:
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
    except (ProcessLookupError, PermissionError):
        pass  # all of it is over
    process.wait()


def _answer(task: Task, done: Outcome, printed: str) -> Answer:
    if done.unfit:
        raise UsageError(printable(done.unfit))
    remarks = []
    if printed.strip():
        line = printable(printed.strip().splitlines()[0])
        remarks.append(f"It printed: {line[:60]}{' …' if len(printed.strip()) > len(line) else ''}")
    if done.again:
        remarks.append(f"It read {done.again} of the leaves more than once.")
    if done.trouble:
        return Answer(trouble=printable(done.trouble), remarks=tuple(remarks))
    if not done.visited:
        remarks.append("It did not look at any leaf.")
    visited = tuple(map(tuple, done.visited))
    value, moves = _value_and_moves(task, done)
    return Answer(value, moves, visited=visited, negamax=done.negamax, remarks=tuple(remarks))


def _value_and_moves(task: Task, done: Outcome) -> tuple[float | None, tuple[int, ...] | None]:
    numbers, move = list(done.numbers), done.move
    right = run(task.tree, Algorithm())
    if move is None and len(numbers) > 1:
        # (value, move) with moves counted by hand, from 0 or from 1; or the other way round.
        if not task.tree.same(numbers[0], right.value) and task.tree.same(numbers[1], right.value):
            numbers.reverse()
        if numbers[1] in right.moves or numbers[1] - 1 in right.moves:
            move = right.moves[0]
    value = numbers[0] if numbers else None
    if value is not None and done.for_min and task.tree.root == MIN:
        value = -value  # by a utility for the player at the root
    return value, None if move is None else (move,)
