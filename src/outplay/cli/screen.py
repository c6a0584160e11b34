"""What moves on the screen: one live line on stderr while something takes long.

Where stderr is no terminal there is none of it, and stdout never gets any.
"""

from __future__ import annotations

import sys
import textwrap
import time
from typing import TYPE_CHECKING, Self

from outplay.explain.words import short_count
from outplay.result import COMPILING, AnyResult
from outplay.wording import number

if TYPE_CHECKING:
    from rich.live import Live
    from rich.text import Text

PATIENCE = 0.3
"""Seconds before the line appears: what is quicker needs none."""


class Working:
    """A live line that says what is done, how far it got, and for how long.

    Within it, the compiler announces itself there too.
    """

    def __init__(self, title: str, advice: str = "") -> None:
        self.title = title
        self.advice = advice
        """What Ctrl-C does."""
        self.status = ""
        self.begun = self.start = time.perf_counter()
        self._result: AnyResult | None = None
        self._moves: list[str] = []
        self._live: Live | None = None
        self._width = 80

    def __enter__(self) -> Self:
        from outplay.search import ready

        self.begun = self.start = time.perf_counter()
        self._before, ready.announce = ready.announce, self._compiling
        if sys.stderr.isatty():
            from rich.console import Console
            from rich.live import Live

            console = Console(stderr=True)
            if not console.is_dumb_terminal:
                self._width = console.width
                self._live = Live(
                    get_renderable=self._line,
                    console=console,
                    transient=True,
                    refresh_per_second=8,
                    redirect_stdout=False,
                    redirect_stderr=False,
                )
                self._live.start()
        return self

    def __exit__(self, *error: object) -> None:
        from outplay.search import ready

        ready.announce = self._before
        if self._live is not None:
            self._live.stop()

    @property
    def is_live(self) -> bool:
        """Is there a terminal that shows the line?"""
        return self._live is not None

    def next(self, title: str) -> None:
        """Shows the next of several tasks, with a clock of its own."""
        self.title, self.status, self.start = title, "", time.perf_counter()
        self._result = None

    def found(self, result: AnyResult) -> None:
        """Shows what is known so far."""
        # The notation is asked here: the line is drawn by a thread, which rules may not bear.
        self._moves = result.as_dict()["line"]
        self._result = result

    def print(self, text: str) -> None:
        """Prints a line on stdout; the live line makes way for it."""
        live = self._live if sys.stdout.isatty() else None
        if live is not None:
            live.stop()
        sys.stdout.write(f"{text}\n")  # at once: Ctrl-C leaves no half of a line
        sys.stdout.flush()
        if live is not None:
            live.start()

    def lines(self, played: int, total: int) -> None:
        """Shows how many lines have been played."""
        self.status = f"{played:,} of {total:,} lines"

    def _compiling(self, text: str) -> None:
        self.status = f"{text} (once, then kept on disk)"

    def _line(self) -> Text:
        from rich.text import Text

        seconds = time.perf_counter() - self.begun
        if seconds < PATIENCE:
            return Text("")
        head = f"{self.title} {time.perf_counter() - self.start:.0f} s"
        # A terminal writes ^C behind it; what wraps onto a second line would stay there.
        width = self._width - 4
        if self._result is not None:
            text = f"{head} · {found_so_far(self._result, self._moves, width - len(head) - 3)}"
        else:
            text = f"{head} · {self.status}" if self.status else head
        if self.advice and len(text) + len(self.advice) + 3 <= width:
            text = f"{text} ({self.advice})"
        line = Text(text, style="dim")
        line.truncate(width, overflow="ellipsis")
        return line


def found_so_far(result: AnyResult, moves: list[str], width: int) -> str:
    """Depth, value, line, nodes a second and how full the table is, in `width` characters.

    The line has as many of its `moves` as fit.
    """
    value = number(result.value, 3, signed=True)
    head = f"depth {result.depth} · {result.bound.sign} {value} for {result.game.player_names[0]}"
    tail = f" · {short_count(result.rate)}/s"
    if "table_permille" in result.counts:
        tail += f" · table {result.counts['table_permille'] / 10:.0f}%"
    if result.speed_reason == COMPILING:
        tail += " · compiling"
    line = " ·"
    for move in moves:
        if len(head) + len(line) + len(move) + 1 + len(tail) > width:
            break
        line += f" {move}"
    return f"{head}{line if len(line) > 2 else ''}{tail}"


def say(text: str = "", style: str = "") -> None:
    """Prints to stdout; in a terminal in a style, and broken between words; never reads markup."""
    if not sys.stdout.isatty():
        print(text)
        return
    from rich.console import Console
    from rich.text import Text

    console = Console(highlight=False, markup=False)
    for line in broken(text, console.width):
        console.print(Text(line, style=style), soft_wrap=True)


def broken(text: str, width: int) -> list[str]:
    """The text in lines that are no longer than that, unless a word is; indented as the first."""
    indent = text[: len(text) - len(text.lstrip())]
    lines = textwrap.wrap(
        text,
        max(width, len(indent) + 8),
        subsequent_indent=indent,
        break_long_words=False,
        break_on_hyphens=False,
    )
    return lines or [text]
