"""`python -m benchmarks`: measure everything, print it, append it to RESULTS.md."""

from __future__ import annotations

import sys
from importlib.util import find_spec


def main() -> int:
    """0 when all was measured, whether or not the targets were met; 2 if a rival is missing."""
    missing = [name for name in ("pyspiel", "easyAI") if find_spec(name) is None]
    if missing:
        print(f"The benchmarks need {' and '.join(missing)}: run `make bench`.", file=sys.stderr)
        return 2
    from benchmarks import connect_four, report, startup, tic_tac_toe

    lines = []
    for part in (startup, tic_tac_toe, connect_four):
        print(f"measuring {part.__name__.removeprefix('benchmarks.')} …", file=sys.stderr)
        lines += list(part.lines())
    print(report.as_text(lines))
    report.append(lines)
    print(f"appended to {report.RESULTS}", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
