"""`outplay` and `python -m outplay`: the command line, if what it needs is installed."""

from __future__ import annotations

import sys

NEEDED = ("cyclopts", "rich")


def main() -> None:
    """Runs the command line; without cyclopts and Rich it says so and exits with 2."""
    try:
        from outplay.cli import main as run
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in NEEDED:
            raise
        print(
            f"The outplay command needs {' and '.join(NEEDED)}, and {error.name} is missing:"
            ' pip install "outplay[cli]".',
            file=sys.stderr,
        )
        sys.exit(2)
    except KeyboardInterrupt:
        sys.exit(130)
    run()


if __name__ == "__main__":
    main()
