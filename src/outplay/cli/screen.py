"""What moves on the screen: one live line on stderr while something takes long.

Where stderr is no terminal there is none of it, and stdout never gets any.
"""

from __future__ import annotations

import sys
import time
from types import TracebackType
from typing import TYPE_CHECKING, Self

from outplay.result import Result, format_value

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
        self.start = time.perf_counter()
        self._live: Live | None = None
        self._width = 80

    def __enter__(self) -> Self:
        from outplay.search import searchers

        self.start = time.perf_counter()
        self._before, searchers.announce = searchers.announce, self._compiling
        if sys.stderr.isatty():
            from rich.console import Console
            from rich.live import Live

            console = Console(stderr=True)
            if not console.is_dumb_terminal:
                self._width = console.width
                self._live = Live(
                    get_renderable=self._line, console=console, transient=True,
                    refresh_per_second=8, redirect_stdout=False, redirect_stderr=False,
                )  # fmt: skip
                self._live.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        from outplay.search import searchers

        searchers.announce = self._before
        if self._live is not None:
            self._live.stop()

    def found(self, result: Result) -> None:
        """A depth is finished: shows what it found."""
        line = " ".join(result.as_dict()["line"][:12])
        value = f"{result.bound.sign} {format_value(result.value)}"
        self.status = (
            f"depth {result.depth} · {value} for {result.game.player_names[0]}"
            f" · {result.nodes:,} nodes · {line}"
        )

    def lines(self, played: int, wanted: int) -> None:
        """So many of the wanted lines have been played."""
        self.status = f"{played:,} of {wanted:,} lines"

    def _compiling(self, text: str) -> None:
        self.status = f"{text} (once; the next time it is read from disk)"

    def _line(self) -> Text:
        from rich.text import Text

        seconds = time.perf_counter() - self.start
        if seconds < PATIENCE:
            return Text("")
        advice = f" ({self.advice})" if self.advice else ""
        told = f"{self.title} {seconds:.0f} s{advice}"
        line = Text(f"{told} · {self.status}" if self.status else told, style="dim")
        # Room for the ^C that a terminal writes behind it: a second line would stay there.
        line.truncate(self._width - 4, overflow="ellipsis")
        return line


def say(text: str = "", style: str = "") -> None:
    """Prints to stdout, in a style where it is a terminal; never wraps, never reads markup."""
    if style and sys.stdout.isatty():
        from rich.console import Console
        from rich.text import Text

        console = Console(highlight=False, markup=False)
        console.print(Text(text, style=style), soft_wrap=True)
    else:
        print(text)
