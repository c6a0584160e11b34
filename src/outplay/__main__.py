"""`outplay` and `python -m outplay`: the command line, if what it needs is installed."""

from __future__ import annotations

import _thread
import contextlib
import os
import signal
import sys
from typing import NoReturn

NEEDED = ("cyclopts", "rich")


def main() -> NoReturn:
    """Runs the command line; without cyclopts and Rich it says so and exits with 2."""
    sys.unraisablehook = _unraisable
    try:
        from outplay.cli import run

        code = run(sys.argv[1:])
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in NEEDED:
            raise
        print(
            f"The outplay command needs {' and '.join(NEEDED)}, and {error.name} is missing:"
            ' pip install "outplay[cli]".',
            file=sys.stderr,
        )
        code = 2
    except KeyboardInterrupt:  # while modules are loaded, or a second one
        code = 130
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # the answer is printed: no traceback after it
    if "outplay.native.background" in sys.modules:
        from outplay.native.background import is_busy

        if is_busy():  # nobody waits for what is compiled there
            with contextlib.suppress(OSError, ValueError):
                sys.stdout.flush()
            _hand_over(code)
            os._exit(code)
    sys.exit(code)


def _hand_over(code: int) -> None:
    """Lets other processes finish what is being compiled, unless the user interrupted it."""
    from outplay.cli.finishing import hand_over
    from outplay.search.supervise import was_interrupted

    if code == 0 and not was_interrupted():
        hand_over()


def _unraisable(unraisable: sys.UnraisableHookArgs) -> None:
    """Raises Ctrl-C again where Python could not raise it, as in a finalizer."""
    if isinstance(unraisable.exc_value, KeyboardInterrupt):
        _thread.interrupt_main()
    else:
        sys.__unraisablehook__(unraisable)


if __name__ == "__main__":
    main()
