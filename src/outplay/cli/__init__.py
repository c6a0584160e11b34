"""The command line: `outplay serve`, `play`, `analyse`, `explain`, `tree`, `trace` and others.

Answers go to stdout. What went wrong is one sentence on stderr. Exit codes: 0 done, 1 a check
found a fault, 2 the command, the game or the position was wrong, 130 interrupted with nothing
to show, 141 nobody reads the output any more.

Commands import what they need when they run, so that `outplay --help` is quick.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Sequence
from typing import NoReturn

from cyclopts import App, CycloptsError, Parameter

from outplay import __version__
from outplay.cli import finishing
from outplay.cli.error_context import in_rules, sentence
from outplay.cli.usage import usage_sentence
from outplay.lazy import fetch

NO_OPTION = re.compile(r"--?[^\w=-].|---")
"""The beginning of a word that is a position and no option."""

LONGEST = 300
"""Letters of a word that a sentence quotes whole."""

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
ARGUMENTS = {
    "serve": "[GAME, my_game.py or my_game.solution …]",
    "play": "[GAME] [POSITION]",
    "analyse": "GAME [POSITION]",
    "explain": "GAME [POSITION] [MOVE]",
    "tree": "GAME [POSITION]",
    "trace": "GAME [POSITION]",
    "behaviour": "GAME [POSITION]",
    "count": "[GAME] [POSITION]",
    "solve": "GAME",
    "probe": "FILE [GAME]",
    "verify": "FILE [GAME]",
    "match": "GAME PLAYER PLAYER",
    "exercise": "KIND",
    "grade": "[EXERCISE] ANSWER",
    "uci": "",
    "check": "GAME",
    "new": "FILE",
    "games": "",
}
"""The commands, each a function in a module of its name, and their arguments."""

for _place, (_name, _argument) in enumerate(ARGUMENTS.items()):
    app.command(
        fetch(f"outplay.cli.{_name}:{_name}"),
        sort_key=_place,
        usage=" ".join(filter(None, ["Usage: outplay", _name, _argument, "[OPTIONS]"])),
    )


def main(argv: Sequence[str] | None = None) -> NoReturn:
    """Runs the command line on `argv` (default: that of the process) and exits."""
    sys.exit(run(sys.argv[1:] if argv is None else argv))


def run(argv: Sequence[str]) -> int:
    """Runs one command; returns its exit code. Prints a sentence where something is wrong."""
    _prepare_streams()
    finishing.opened.clear()
    try:
        code = app(_joined(argv), exit_on_error=False, print_error=False, verbose=False)
        sys.stdout.flush()
        return code if isinstance(code, int) else DONE
    except CycloptsError as error:
        return _fail(usage_sentence(app, error), WRONG)
    except KeyboardInterrupt:
        return _fail("Interrupted.", INTERRUPTED)
    except BrokenPipeError:
        _drop_output()
        return NO_READER
    except SystemExit as error:
        if not in_rules(error):
            raise
        return _fail(sentence(error)[0], WRONG)
    except Exception as error:
        if os.environ.get("OUTPLAY_TRACEBACK"):
            raise
        if isinstance(error, OSError):
            _drop_output()
        text, ours = sentence(error)
        return _fail(text, FAILED if ours else WRONG)


def _prepare_streams() -> None:
    """A terminal that cannot show ≥ shows ? in its place; a closed stream is an empty one."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115
        elif hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")


def _drop_output() -> None:
    """Python flushes stdout once more when it exits; that must not fail again."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _joined(argv: Sequence[str]) -> list[str]:
    """What begins with a hyphen and is a value: `--positions -` as one word, and a position such
    as `---/| | |/---` with a space before it, which no game minds."""
    words = [f" {word}" if NO_OPTION.match(word) else word for word in argv]
    for at, word in enumerate(words[1:], start=1):
        if word == "-" and words[at - 1] == "--positions":
            words[at - 1 : at + 1] = ["--positions=-"]
            break
    return words


def _fail(text: str, code: int) -> int:
    words = (word if len(word) <= LONGEST else f"{word[: LONGEST // 2]}…" for word in text.split())
    print(" ".join(words), file=sys.stderr)
    return code
