"""`outplay analyse`: what is best here, and what is it worth?"""

from __future__ import annotations

from typing import Annotated, Literal

from cyclopts import Parameter

from outplay.cli import options as shared
from outplay.cli.answers import answer_all, report, to_json
from outplay.cli.thinking import Algorithm, Settings, Thinker
from outplay.errors import UsageError


def analyse(
    game: shared.GameName,
    position: shared.Position | None = None,
    /,
    *,
    with_: shared.With | None = None,
    moves: shared.Moves | None = None,
    positions: Annotated[str | None, Parameter(metavar="FILE")] = None,
    json: bool = False,
    algorithm: Algorithm = "engine",
    depth: shared.Integer | None = None,
    time: shared.Seconds | None = None,
    nodes: shared.Integer | None = None,
    exact: bool = False,
    lines: shared.Integer | None = None,
    threads: shared.Threads | None = None,
    memory: shared.MemorySize | None = None,
    order: Literal["given", "random", "priority"] | None = None,
    seed: shared.Seed | None = None,
    candidates: bool = False,
    strict: bool = False,
    fail_hard: bool = False,
    bounds: Annotated[tuple[float, float] | None, Parameter(metavar="LOW HIGH")] = None,
    playouts: shared.Integer | None = None,
    solution: shared.SolutionFile | None = None,
    speed: shared.Speed = "auto",
) -> int:
    """Search a position: the best move, the value, the line, and what each move is worth.

    Values are from MAX's side, and say what they are: = exact, ≥ and ≤ bounds, ~ an estimate.
    Ctrl-C answers with the best so far.

    Args:
        positions: A file of positions, one a line (-: stdin), each answered on one line.
        json: One JSON object a line.
        algorithm: engine, the default, is the strongest; the others are the textbook's.
        depth: Plies to look ahead.
        time: Seconds; the engine takes 1 unless it has another limit.
        nodes: States to visit.
        exact: The exact value and distance of every move, or of the --lines best.
        lines: How many of the best moves to show, each with its line.
        memory: The engine's table in megabytes, default 64; for the textbook's algorithms, on or
            off: whether they remember states.
        order: The order in which the textbook's algorithms try actions.
        candidates: Try only the actions that the game's candidates() names.
        strict: Alpha-beta cuts on > rather than on ≥.
        fail_hard: Alpha-beta returns no value outside its window.
        bounds: The range of all values, for Star1 and Star2.
        playouts: Estimate by the mean of this many random games.
    """
    rules = shared.open_game(game, with_)
    options = shared.not_none(
        speed=speed,
        exact=exact or None,
        lines=lines,
        threads=threads,
        memory=memory,
        order=order,
        seed=seed if playouts is None else None,
        bounds=bounds,
        candidates=candidates or None,
        strict=strict or None,
        fail_soft=False if fail_hard else None,
        solution=solution,
    )
    if playouts is not None:
        from outplay.search.playouts import Playouts

        options["evaluate"] = Playouts(playouts, seed or 0)
    thinker = Thinker(rules, Settings(algorithm, depth, time, nodes, options))
    if positions is not None:
        if position is not None or moves is not None:
            raise UsageError("Give --positions, or a position and --moves, not both.")
        return answer_all(positions, thinker, as_json=json, lines=lines or 0)
    state = shared.state_after(rules, shared.open_position(rules, position), moves)
    result = thinker.think(state, "searching")
    print(to_json(result, lines or 0) if json else report(result, lines or 1))
    return 0
