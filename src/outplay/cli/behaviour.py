"""`outplay behaviour`: how does a search grow, and what does the order of moves do to it?"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter

from outplay.cli import options as shared
from outplay.cli.screen import Working
from outplay.cli.trace_options import check_output, emit
from outplay.errors import UsageError

ENDINGS = {".svg": "svg", ".csv": "csv", ".json": "json"}


def behaviour(
    game: shared.GameName,
    position: shared.Position | None = None,
    /,
    *,
    with_: shared.With | None = None,
    moves: shared.Moves | None = None,
    depths: Annotated[str | None, Parameter(metavar="A..B")] = None,
    algorithms: Annotated[str | None, Parameter(metavar="NAMES")] = None,
    orders: shared.Integer | None = None,
    record: Annotated[str | None, Parameter(metavar="MOVES")] = None,
    nodes: shared.Integer | None = None,
    branching: shared.Integer | None = None,
    format: Literal["text", "svg", "csv", "json"] | None = None,
    output: Annotated[str | None, Parameter(metavar="FILE")] = None,
    speed: shared.Speed = "auto",
) -> None:
    """Run searches and show how they behaved: nodes by depth, with and without pruning.

    With --orders N, the effect of the order of moves against the least that is possible; with
    --record MOVES, the value after each move of a game.

    Args:
        depths: Depths to search, 1..7 or 2,4,6; default 1..7.
        algorithms: With commas: minimax,alphabeta,alphabeta+priority (or +random, +memory, +strict)
        orders: Instead: the effect of move order on alpha-beta at this depth.
        record: Instead: the value after each of these moves.
        nodes: States that a run may visit; default 2,000,000, with --record 20,000.
        branching: Actions in each state, if always the same: gives the least possible.
        format: Default: by the name of --output, else text.
        output: Write to a file.
    """
    chosen = format or ENDINGS.get(Path(output or "").suffix.lower(), "text")
    check_output(output)
    instead = "--record" if record is not None else "--orders" if orders is not None else ""
    others: dict[str, object] = {"--depths": depths, "--algorithms": algorithms}
    if record is not None:
        others |= {"--orders": orders, "--branching": branching}
    for name, value in others.items():
        if instead and value is not None:
            raise UsageError(f"{name} does not go with {instead}.")
    rules, state = shared.open_state(game, position, moves, with_)
    wanted = range(1, 8) if depths is None else _depths(depths)
    names = None if algorithms is None else [name.strip() for name in algorithms.split(",")]
    options = shared.not_none(speed=speed, nodes=nodes, branching=branching)

    from outplay.explain.behaviour import nodes_by_depth, order_effect, value_by_move

    with Working(f"searching {rules.name}", "Ctrl-C stops it"):
        if record is not None:
            shown = value_by_move(rules, record, state, **options)
        elif orders is not None:
            shown = order_effect(rules, state, orders, **options)
        else:
            shown = nodes_by_depth(rules, state, wanted, names, **options)
    text = {"text": shown.__str__, "svg": shown.svg, "csv": shown.to_csv, "json": shown.to_json}
    emit(output, str(text[chosen]()))


def _depths(text: str) -> list[int]:
    """`1..7` or `2,4,6` as numbers."""
    found: list[int] = []
    for part in text.split(","):
        low, dots, high = part.partition("..")
        ends = (low, high) if dots else (low, low)
        if not all(end.strip().isdecimal() and len(end.strip()) <= 4 for end in ends):
            raise UsageError(f"--depths is written 1..7 or 2,4,6, not {text!r}.")
        found += range(int(ends[0]), int(ends[1]) + 1)
    if not found or min(found) < 1:
        raise UsageError(f"--depths {text}: depths are whole numbers from 1 up, the lower first.")
    return found
