"""`outplay analyse`: what is best here, and what is it worth?"""

from __future__ import annotations

import contextlib
import json as json_
import math
import sys
from collections.abc import Iterator
from typing import Annotated, Any, Literal

from cyclopts import Parameter

from outplay.cli.options import (
    GameName,
    Moves,
    Position,
    Seconds,
    Seed,
    Speed,
    Whole,
    With,
    after,
    open_game,
    open_position,
    read_moves,
)
from outplay.cli.thinking import Algorithm, Settings, think, thought
from outplay.cli.trouble import sentence
from outplay.errors import UsageError
from outplay.game import Game
from outplay.result import Result

KEYS = (
    "position", "to_move", "action", "value", "bound", "proven", "distance", "depth", "nodes",
    "elapsed", "speed", "line", "moves",
)  # fmt: skip
"""What an answer in JSON holds, in this order."""


def analyse(
    game: GameName,
    position: Position | None = None,
    /,
    *,
    with_: With | None = None,
    moves: Moves | None = None,
    positions: Annotated[
        str | None,
        Parameter(
            metavar="FILE",
            help="A file of positions, one a line (-: stdin), each answered on one line.",
        ),
    ] = None,
    json: Annotated[bool, Parameter(help="One JSON object a line.")] = False,
    algorithm: Annotated[
        Algorithm,
        Parameter(help="deepening, the default, searches deeper and deeper until time is up."),
    ] = "deepening",
    depth: Annotated[Whole | None, Parameter(help="Plies to look ahead.")] = None,
    time: Annotated[
        Seconds | None, Parameter(help="Seconds; deepening takes 1 unless it has another limit.")
    ] = None,
    nodes: Annotated[Whole | None, Parameter(help="States to visit.")] = None,
    memory: Annotated[
        bool | None,
        Parameter(negative="--no-memory", help="Remember states; deepening does by itself."),
    ] = None,
    order: Annotated[
        Literal["given", "random", "priority"] | None,
        Parameter(help="In which order to try actions."),
    ] = None,
    seed: Seed | None = None,
    candidates: Annotated[
        bool, Parameter(help="Try only the actions that the game's candidates() names.")
    ] = False,
    strict: Annotated[bool, Parameter(help="Alpha-beta cuts on > rather than on ≥.")] = False,
    fail_hard: Annotated[
        bool, Parameter(help="Alpha-beta answers no better than its window's end.")
    ] = False,
    bounds: Annotated[
        tuple[float, float] | None,
        Parameter(metavar="LOW HIGH", help="Between which Star1 and Star2 know all values to lie."),
    ] = None,
    playouts: Annotated[
        Whole | None, Parameter(help="Estimate by the mean of so many random games.")
    ] = None,
    speed: Speed = "auto",
) -> int:
    """Search a position: the best move, the value, the line, and what each move is worth.

    Values are from MAX's side, and say what they are: = exact, ≥ and ≤ bounds, ~ an estimate.
    Ctrl-C answers with the best so far.
    """
    rules = open_game(game, with_)
    options: dict[str, Any] = {"speed": speed}
    given = {
        "memory": memory, "order": order, "seed": seed, "bounds": bounds,
        "candidates": candidates or None, "strict": strict or None,
        "fail_soft": False if fail_hard else None,
    }  # fmt: skip
    options.update({name: value for name, value in given.items() if value is not None})
    if playouts is not None:
        from outplay.search.playouts import Playouts

        options["evaluate"] = Playouts(playouts, seed or 0)
    settings = Settings(algorithm, depth, time, nodes, options)
    settings.check(rules)
    if positions is not None:
        if position is not None or moves is not None:
            raise UsageError("Give --positions, or a position and --moves, not both.")
        return _answer_all(rules, positions, settings, json)
    start = open_position(rules, position)
    state = after(rules, start, read_moves(rules, start, moves or ""))
    result = think(rules, state, settings, "searching")
    print(to_json(result) if json else report(result))
    return 0


def to_json(result: Result) -> str:
    """The answer as one line of JSON."""
    answer = result.as_dict()
    return json_.dumps({key: _plain(answer[key]) for key in KEYS}, ensure_ascii=False)


def _plain(value: Any) -> Any:
    """What JSON can hold: a number that is not finite becomes its name."""
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    if value is None or isinstance(value, str | bool | int):
        return value
    number = float(value)
    if math.isfinite(number):
        return number
    return "NaN" if math.isnan(number) else "Infinity" if number > 0 else "-Infinity"


def report(result: Result) -> str:
    """The answer for a person: the board, the table, how it was searched."""
    lines = [result.game.show(result.state), "", str(result)]
    if result.convention and result.moves:
        lines.append(f"convention: {result.convention}")
    if result.algorithm == "alphabeta" and result.counts.get("cuts"):
        from outplay.search.ordering import order_report

        lines.append(f"order: {order_report(result)}")
    return "\n".join(lines)


# --- many positions ----------------------------------------------------------------------


def _answer_all(game: Game[Any, Any], file: str, settings: Settings, as_json: bool) -> int:
    """Answers each line of the file as it comes; 2 if there was one that it could not."""
    wrong = asked = 0
    with _lines(file) as lines:
        for line in lines:
            text = line.strip()
            if not text:
                continue
            asked += 1
            try:
                result = think(
                    game, game.parse_state(text), settings, f"position {asked}", "Ctrl-C stops"
                )
            except Exception as error:
                if isinstance(error, BrokenPipeError):
                    raise
                wrong += 1
                told = sentence(error)[0]
                refused = json_.dumps({"position": text, "error": told}, ensure_ascii=False)
                print(refused if as_json else f"{text}  error: {told}", flush=True)
                continue
            print(to_json(result) if as_json else _one_line(result), flush=True)
            if result.stopped_by == "interrupt":
                raise KeyboardInterrupt
    if wrong:
        print(f"{wrong} of {asked} positions could not be answered.", file=sys.stderr)
    return 2 if wrong else 0


def _one_line(result: Result) -> str:
    answer = result.as_dict()
    side = result.game.player_name(result.to_move)
    if answer["action"] is not None:
        does = f"{side} plays {answer['action']}"
    else:
        does = f"{side} to move" if result.moves else "the game is over"
    return f"{answer['position']}  {does}, {thought(result)}"


@contextlib.contextmanager
def _lines(file: str) -> Iterator[Any]:
    if file == "-":
        yield sys.stdin
        return
    with contextlib.ExitStack() as stack:
        try:
            lines = stack.enter_context(open(file, encoding="utf-8", errors="replace"))
        except OSError as error:
            raise UsageError(f"{file} cannot be read: {error.strerror}.") from None
        yield lines
