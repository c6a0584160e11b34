"""The command line: `outplay play`, `analyse`, `check`, `count`, `games` and `new`.

Answers go to stdout. What went wrong is one sentence on stderr. Exit codes: 0 done, 1 a check
found a fault, 2 the command, the game or the position was wrong, 130 interrupted with nothing
to show, 141 nobody reads the output any more.

Commands import what they need when they run, so that `outplay --help` is quick.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from typing import Any, NoReturn

from cyclopts import App, CycloptsError, Parameter

from outplay import __version__
from outplay.cli.analyse import analyse
from outplay.cli.check import check
from outplay.cli.count import count
from outplay.cli.games import games
from outplay.cli.new import new
from outplay.cli.play import play
from outplay.cli.trouble import sentence, usage_sentence
from outplay.errors import OutplayError

DONE, FAULT, WRONG, FAILED, INTERRUPTED, NO_READER = 0, 1, 2, 70, 130, 141

app = App(
    name="outplay",
    help="Write the rules of a game in plain Python; play it, solve it, search it fast.",
    version=__version__,
    default_parameter=Parameter(negative=(), show_default=False),
    suppress_keyboard_interrupt=False,
    result_action="return_value",
    help_format="markdown",
)
_arguments: dict[Callable[..., Any], str] = {
    play: "[GAME] [POSITION]",
    analyse: "GAME [POSITION]",
    count: "[GAME] [POSITION]",
    check: "GAME",
    new: "FILE",
    games: "",
}
for _place, (_command, _given) in enumerate(_arguments.items()):
    app.command(
        _command,
        sort_key=_place,
        usage=f"Usage: outplay {_command.__name__} {_given} [OPTIONS]".replace("  ", " "),
    )


def main(argv: Sequence[str] | None = None) -> NoReturn:
    """Runs the command line on `argv` (default: that of the process) and exits."""
    sys.exit(run(sys.argv[1:] if argv is None else argv))


def run(argv: Sequence[str]) -> int:
    """Runs one command; returns its exit code. Prints a sentence where something is wrong."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        # A terminal that cannot show ≥ shows ? in its place.
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")
    try:
        code = app(list(argv), exit_on_error=False, print_error=False, verbose=False)
        sys.stdout.flush()
        return code if isinstance(code, int) else DONE
    except CycloptsError as error:
        return _fail(usage_sentence(error, argv), WRONG)
    except KeyboardInterrupt:
        return _fail("Interrupted.", INTERRUPTED)
    except BrokenPipeError:
        # Python flushes stdout once more when it exits; that must not fail again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return NO_READER
    except OutplayError as error:
        return _fail(str(error), WRONG)
    except Exception as error:
        if os.environ.get("OUTPLAY_TRACEBACK"):
            raise
        text, ours = sentence(error)
        return _fail(text, FAILED if ours else WRONG)


def _fail(text: str, code: int) -> int:
    print(" ".join(text.split()), file=sys.stderr)
    return code
