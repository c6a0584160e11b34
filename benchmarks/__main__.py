"""`python -m benchmarks`: measure everything, print it, append it to RESULTS.md."""

from __future__ import annotations

import argparse
import os
import sys
from importlib.util import find_spec

from benchmarks.measure import Line


def main() -> int:
    """0 when all was measured, whether or not the targets were met; 2 if a rival is missing."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--sets", metavar="DIR", help="the folder of Pons' test sets")
    parser.add_argument("--long", action="store_true", help="all sets in full: hours")
    parser.add_argument(
        "--part", action="append", help="only this set (--long), or game (--matches, --rivals)"
    )
    parser.add_argument("--matches", action="store_true", help="the quality of play, game by game")
    parser.add_argument("--rivals", action="store_true", help="matches against other programs")
    parser.add_argument(
        "--everyday", nargs="*", metavar="FILE", help="rules as people write them, or these files"
    )
    parser.add_argument("--solve", action="store_true", help="whole games solved; also --long")
    parser.add_argument("--workers", type=int, default=1, help="processes that play at once")
    options = parser.parse_args()
    from benchmarks import sets

    if options.sets is not None:
        os.environ[sets.FOLDER] = options.sets
    if options.solve:
        from benchmarks import solving

        return finish(list(solving.lines(long=options.long)), readme=False)
    if options.long:
        from benchmarks import long

        unknown = [part for part in options.part or () if part not in long.PARTS]
        if unknown:
            parser.error(f"There is no part {unknown[0]!r}; parts: {' '.join(long.PARTS)}.")
        return finish(list(long.lines(tuple(options.part or long.PARTS))), readme=False)
    if options.everyday is not None:
        from benchmarks import everyday
        from outplay import OutplayError

        try:
            return finish(list(everyday.lines(options.everyday)), readme=False)
        except OutplayError as error:
            parser.error(str(error))
    if options.matches or options.rivals:
        from benchmarks import matches, rivals

        part = matches if options.matches else rivals
        return finish(list(part.lines(tuple(options.part or ()), options.workers)), readme=False)
    missing = [name for name in ("pyspiel", "easyAI") if find_spec(name) is None]
    if missing:
        print(f"The benchmarks need {' and '.join(missing)}: run `make bench`.", file=sys.stderr)
        return 2
    from benchmarks import (
        backgammon,
        checkers,
        chess_engine,
        chess_speed,
        connect_four,
        engine,
        othello,
        startup,
        tic_tac_toe,
    )

    lines: list[Line] = []
    parts = (
        startup,
        tic_tac_toe,
        connect_four,
        othello,
        checkers,
        backgammon,
        chess_speed,
        chess_engine,
        engine,
    )
    for part in parts:
        print(f"measuring {part.__name__.removeprefix('benchmarks.')} …", file=sys.stderr)
        lines += list(part.lines())
    return finish(lines, readme=True)


def finish(lines: list[Line], *, readme: bool) -> int:
    """Prints the lines and appends them to RESULTS.md."""
    from benchmarks import report

    if lines:
        print(report.as_text(lines))
        report.append(lines, readme=readme)
        print(f"appended to {report.RESULTS}", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
