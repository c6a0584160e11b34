"""Workers side by side: tasks are shared out, and their answers come in the order of the tasks."""

from __future__ import annotations

import threading
from collections.abc import Callable, Generator, Iterable, Sequence
from functools import partial
from typing import TypeVar

from outplay.native.layout import Stop
from outplay.search.supervise import start_deep_thread
from outplay.solve.packing import Layout
from outplay.solve.workers import Worker

T = TypeVar("T")
R = TypeVar("R")


def slices(n: int, size: int) -> list[slice]:
    """Tasks: `n` items in parts of a size."""
    return [slice(start, min(n, start + size)) for start in range(0, n, size)]


class Team:
    """The workers of one attempt, each with a thread of its own."""

    def __init__(self, workers: Sequence[Worker]) -> None:
        self.workers = workers

    @property
    def lead(self) -> Worker:
        return self.workers[0]

    def use(self, layout: Layout) -> None:
        for worker in self.workers:
            worker.use(layout)

    def widened(self, layout: Layout) -> Layout:
        """A layout with room for all that they met; the same one where all of it fitted."""
        for worker in self.workers:
            found = worker.misfits()
            if found is not None:
                layout = layout.widened(*found)
        return layout

    def check(self) -> None:
        """Raises Stop if the work is to end; the kernel does so by itself."""
        if self.lead.searcher.halted:
            raise Stop

    def stop(self) -> None:
        for worker in self.workers:
            worker.searcher.stop()

    def map(self, do: Callable[[Worker, T], R], tasks: Iterable[T]) -> list[R]:
        """`do(worker, task)` of each task. The first error of any ends all, and is raised."""
        return list(self.imap(do, tasks))

    def imap(
        self, do: Callable[[Worker, T], R], tasks: Iterable[T], ahead: int = 1 << 30
    ) -> Generator[R, None, None]:
        """The same one by one, in order; no task begins `ahead` of the one that is waited for."""
        todo = list(tasks)
        if len(self.workers) == 1 or len(todo) == 1:
            for task in todo:
                yield do(self.lead, task)
            return
        changed = threading.Condition()
        found: dict[int, R] = {}
        errors: list[BaseException] = []
        begun = taken = 0
        over = False

        def next_task() -> int | None:
            nonlocal begun
            with changed:
                while begun < len(todo) and begun >= taken + ahead and not over and not errors:
                    changed.wait(0.1)
                if over or errors or begun >= len(todo):
                    return None
                begun += 1
                return begun - 1

        def work(worker: Worker) -> None:
            try:
                while (number := next_task()) is not None:
                    answer = do(worker, todo[number])
                    with changed:
                        found[number] = answer
                        changed.notify_all()
            except BaseException as error:
                with changed:
                    errors.append(error)
                    changed.notify_all()
                self.stop()

        threads = [start_deep_thread(partial(work, worker)) for worker in self.workers]
        try:
            for number in range(len(todo)):
                with changed:
                    while number not in found and not errors:
                        changed.wait(0.1)
                    if errors:
                        break
                    answer = found.pop(number)
                    taken = number + 1
                    changed.notify_all()
                yield answer
        finally:
            over = True
            for thread in threads:
                thread.join()
        if errors:
            raise errors[0]
