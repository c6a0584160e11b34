"""`outplay behaviour`: how does a search grow, and what does the order of moves do to it?"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from cyclopts import Parameter

from outplay.cli.options import GameName, Moves, Position, Speed, Whole, With, open_state
from outplay.cli.trace_options import check_output, emit
from outplay.errors import UsageError
from outplay.game import AnyGame

if TYPE_CHECKING:
    from outplay.explain.behaviour.behaviour import Behaviour

Format = Literal["text", "svg", "csv", "json"]


def behaviour(
    game: GameName,
    position: Position | None = None,
    /,
    *,
    with_: With | None = None,
    moves: Moves | None = None,
    depths: Annotated[
        str | None, Parameter(metavar="A..B", help="Depths to search, 1..7 or 2,4,6; default 1..7.")
    ] = None,
    algorithms: Annotated[
        str | None,
        Parameter(
            metavar="NAMES",
            help="With commas: minimax,alphabeta,alphabeta+priority (or +random, +memory, +strict)",
        ),
    ] = None,
    orders: Annotated[
        Whole | None,
        Parameter(help="Instead: the effect of move order on alpha-beta at this depth."),
    ] = None,
    record: Annotated[
        str | None, Parameter(metavar="MOVES", help="Instead: the value after each of these moves.")
    ] = None,
    nodes: Annotated[
        Whole | None,
        Parameter(help="States that a run may visit; default 2,000,000, with --record 20,000."),
    ] = None,
    branching: Annotated[
        Whole | None,
        Parameter(help="Actions in each state, if always the same: gives the least possible."),
    ] = None,
    format: Annotated[
        Format | None, Parameter(help="Default: by the name of --output, else text.")
    ] = None,
    output: Annotated[str | None, Parameter(metavar="FILE", help="Write to a file.")] = None,
    speed: Speed = "auto",
) -> None:
    """Run searches and show how they behaved: nodes by depth, with and without pruning.

    With --orders N, the effect of the order of moves against the least that is possible; with
    --record MOVES, the value after each move of a game.
    """
    chosen = _format(format, output)
    check_output(output)
    _check_together(depths, algorithms, orders, record, branching)
    rules, state = open_state(game, position, moves, with_)
    wanted = None if depths is None else _depths(depths)
    options: dict[str, Any] = {"speed": speed}
    if nodes is not None:
        options["nodes"] = nodes
    if branching is not None:
        options["branching"] = branching
    shown = _run(rules, state, wanted, algorithms, orders, record, options)
    text = {"text": shown.__str__, "svg": shown.svg, "csv": shown.to_csv, "json": shown.to_json}
    emit(output, str(text[chosen]()))


def _run(
    game: AnyGame,
    state: object,
    depths: list[int] | None,
    algorithms: str | None,
    orders: int | None,
    record: str | None,
    options: dict[str, Any],
) -> Behaviour:
    from outplay.cli.screen import Working
    from outplay.explain.behaviour import nodes_by_depth, order_effect, value_by_move

    with Working(f"searching {game.name}", "Ctrl-C stops it"):
        if record is not None:
            return value_by_move(game, record, state, **options)
        if orders is not None:
            return order_effect(game, state, orders, **options)
        names = None if algorithms is None else [n.strip() for n in algorithms.split(",")]
        return nodes_by_depth(game, state, depths or range(1, 8), names, **options)


def _check_together(
    depths: str | None,
    algorithms: str | None,
    orders: int | None,
    record: str | None,
    branching: int | None,
) -> None:
    given: dict[str, str | int | None] = {"--depths": depths, "--algorithms": algorithms}
    if record is not None:
        given |= {"--orders": orders, "--branching": branching}
    instead = "--record" if record is not None else "--orders" if orders is not None else ""
    for name, value in given.items():
        if instead and value is not None:
            raise UsageError(f"{name} does not go with {instead}.")


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


def _format(format: Format | None, output: str | None) -> Format:
    if format is not None:
        return format
    endings: dict[str, Format] = {".svg": "svg", ".csv": "csv", ".json": "json"}
    return endings.get(Path(output).suffix.lower(), "text") if output is not None else "text"
