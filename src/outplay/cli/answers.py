"""Answers on their way out: JSON for programs, a board and a table or one line for people; for one
position, or for many in one process: one table, one compilation, one answer a line."""

from __future__ import annotations

import contextlib
import json
import math
import os
import sys
from collections.abc import Iterable, Iterator

from outplay.cli.error_context import sentence
from outplay.cli.options import file_errors
from outplay.cli.screen import Working
from outplay.cli.thinking import Thinker, thought
from outplay.result import AnyResult

NOT_IN_JSON = ("algorithm", "stopped_by")
"""What `Result.as_dict` has, and the answer in JSON has not."""


def to_json(result: AnyResult, lines: int = 0, position: str | None = None) -> str:
    """The answer as one line of JSON; the first `lines` moves have their lines with them."""
    answer = result.as_dict(lines)
    if position is not None:
        answer["position"] = position
    kept = {key: _plain(value) for key, value in answer.items() if key not in NOT_IN_JSON}
    return json.dumps(kept, ensure_ascii=False)


def _plain(value: object) -> object:
    """What JSON can hold: a number that is not finite becomes its name."""
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_plain(item) for item in value]
    if not isinstance(value, float) or math.isfinite(value):
        return value
    return "NaN" if math.isnan(value) else "Infinity" if value > 0 else "-Infinity"


def report(result: AnyResult, lines: int = 1) -> str:
    """The answer for a person: the board, the table, how it was searched."""
    parts = [result.game.show(result.state), ""]
    if result.is_over:
        from outplay.arena.playing import ending_text

        parts.append(f"The game is over: {ending_text(result.game, [result.state])}.")
    parts.append(result.report(lines))
    if result.convention and result.moves:
        parts.append(f"convention: {result.convention}")
    if result.algorithm == "alphabeta" and result.counts.get("cuts"):
        from outplay.search.estimates import order_report

        parts.append(f"order: {order_report(result)}")
    return "\n".join(parts)


def one_line(result: AnyResult, position: str) -> str:
    """The answer to one of many positions, for a person."""
    action, side = result.as_dict()["action"], result.game.player_name(result.to_move)
    if action is not None:
        does = f"{side} plays {action}"
    else:
        does = "the game is over" if result.is_over else f"{side} to move"
    return f"{position}  {does}, {thought(result)}"


def answer_all(file: str, thinker: Thinker, *, as_json: bool, lines: int) -> int:
    """Answers each line of the file as it comes; 2 if there was one that it could not.

    Ctrl-C ends it: what was printed are whole answers, and the one under way is dropped.
    """
    wrong = count = 0
    with _positions(file) as (total, texts), Working("", "Ctrl-C stops") as working:
        for count, text in enumerate(texts, start=1):
            working.next(f"position {count:,}{f' of {total:,}' if total else ''}")
            try:
                result = thinker.search(thinker.game.parse_state(text), working)
                answer = to_json(result, lines, text) if as_json else one_line(result, text)
            except BrokenPipeError:
                raise
            except Exception as error:
                wrong += 1
                why, _ = sentence(error)
                refusal = json.dumps({"position": text, "error": why}, ensure_ascii=False)
                working.print(refusal if as_json else f"{text}  error: {why}")
                continue
            if result.stopped_by == "interrupt":
                raise KeyboardInterrupt
            working.print(answer)
    if wrong:
        print(f"{wrong} of {count} positions could not be answered.", file=sys.stderr)
    return 2 if wrong else 0


@contextlib.contextmanager
def _positions(file: str) -> Iterator[tuple[int | None, Iterator[str]]]:
    """How many there are, if that can be known before they are read, and the positions."""
    if file == "-":
        yield None, _texts(sys.stdin)
        return
    with contextlib.ExitStack() as stack:
        total = None
        with file_errors(file, "read"):
            stream = stack.enter_context(open(file, encoding="utf-8", errors="replace"))
            if os.path.isfile(file):  # not a pipe, which can be read once only
                total = sum(1 for _ in _texts(stream))
                stream.seek(0)
        yield total, _texts(stream)


def _texts(lines: Iterable[str]) -> Iterator[str]:
    """The lines that are not blank."""
    return (text for line in lines if (text := line.strip()))
