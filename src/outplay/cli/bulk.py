"""Many positions in one process: one table, one compilation, one answer a line."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterable, Iterator

from outplay.cli.answers import one_line, refusal, to_json
from outplay.cli.error_context import sentence
from outplay.cli.screen import Working
from outplay.cli.thinking import Thinker
from outplay.errors import UsageError


def answer_all(file: str, thinker: Thinker, *, as_json: bool, lines: int) -> int:
    """Answers each line of the file as it comes; 2 if there was one that it could not.

    Ctrl-C ends it: what was printed are whole answers, and the one under way is dropped.
    """
    wrong = asked = 0
    with _positions(file) as (total, texts), Working("", "Ctrl-C stops") as working:
        for text in texts:
            asked += 1
            working.next(f"position {asked:,}{f' of {total:,}' if total else ''}")
            try:
                result = thinker.search(thinker.game.parse_state(text), working)
                answer = to_json(result, lines, text) if as_json else one_line(result, text)
            except BrokenPipeError:
                raise
            except Exception as error:
                wrong += 1
                told = sentence(error)[0]
                working.print(refusal(text, told) if as_json else f"{text}  error: {told}")
                continue
            if result.stopped_by == "interrupt":
                raise KeyboardInterrupt
            working.print(answer)
    if wrong:
        print(f"{wrong} of {asked} positions could not be answered.", file=sys.stderr)
    return 2 if wrong else 0


@contextlib.contextmanager
def _positions(file: str) -> Iterator[tuple[int | None, Iterator[str]]]:
    """How many there are, if that can be known before they are read, and the positions."""
    if file == "-":
        yield None, _texts(sys.stdin)
        return
    with contextlib.ExitStack() as stack:
        try:
            read = stack.enter_context(open(file, encoding="utf-8", errors="replace"))
            total = None
            if os.path.isfile(file):  # not a pipe, which can be read once only
                total = sum(1 for _ in _texts(read))
                read.seek(0)
        except OSError as error:
            raise UsageError(f"{file} cannot be read: {error.strerror}.") from None
        yield total, _texts(read)


def _texts(lines: Iterable[str]) -> Iterator[str]:
    """The lines that are not blank."""
    return (text for line in lines if (text := line.strip()))
