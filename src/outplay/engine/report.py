"""From what the engine knows to a `Result`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from outplay.engine.root import EXACT, Root, RootMove
from outplay.game import CHANCE
from outplay.result import AnyMove, AnyResult, Bound, Move, Result
from outplay.search.report import SURE_LINES

if TYPE_CHECKING:
    from outplay.engine.deepening import Deepening
    from outplay.engine.engine_search import Task
    from outplay.engine.exact import Solving

ALGORITHM = "engine"


@dataclass(frozen=True)
class EngineQuestion:
    """What an engine searched for, so that states below can be searched in the same way."""

    options: Mapping[str, Any]
    """Of the `Engine`."""
    exact: bool
    history: tuple[object, ...]


def result_of(
    root: Root, method: Deepening | Solving, task: Task, counters: dict[str, int], **more: Any
) -> AnyResult:
    """What is known now, and `more` that is to be said of it.

    `stopped_by` is empty while the search goes on.
    """
    answer, searcher = method.answer, root.searcher
    moves: list[AnyMove] = []
    best: AnyMove | None = None
    bound, proven, distance, depth = Bound.ESTIMATE, False, None, 0
    if answer is None:
        value = (searcher.setup.choices.evaluate or root.game.evaluate)(root.state)
        if root.moves and root.mover != CHANCE:
            first = root.moves[0].action
            best = Move(first, value, bound, proven, distance, (first,), 0)
    else:
        for known in root.moves:
            if not known.kind:
                continue
            lined = known is answer.move or len(moves) < SURE_LINES or not task.watch.is_late()
            moves.append(_move(root, known, lined=lined, own=known is answer.move))
            if known is answer.move:
                best = moves[-1]
        proven, depth = answer.proven, method.depth
        if answer.move is not None:
            assert best is not None
            won = root.is_win(answer.score)
            if answer.kind == EXACT and (not won or root.is_soonest(answer.move, depth)):
                distance = best.distance
        if proven:  # half an iteration bounds an estimate, which says nothing certain of the game
            bound = root.bound_of(answer.kind, True)
        value = root.value_of(answer.score)
        if best is not None and best.value == value:
            value = best.value
    return Result(
        game=root.game,
        state=root.state,
        to_move=root.mover,
        algorithm=ALGORITHM,
        action=None if best is None else best.action,
        value=value,
        bound=bound,
        proven=proven,
        distance=distance,
        line=() if best is None else best.line,
        moves=tuple(moves),
        depth=depth,
        nodes=counters["nodes"],
        elapsed=task.watch.elapsed(),
        compile_time=searcher.compile_time,
        speed=searcher.speed,
        convention=_convention(root, exact=task.exact),
        counts=_counts(counters, searcher.table.fill()),
        **more,
    )


def _move(root: Root, move: RootMove, *, lined: bool, own: bool) -> AnyMove:
    """What is known of a move; its line is left out unless it is to be `lined`."""
    line = tuple(root.line_of(move, own=own)) if lined else (move.action,)
    distance = None
    if move.kind == EXACT and (root.is_win(move.score) or root.is_win(-move.score)):
        distance = root.distance_of(move.score) if move.distance_proven else None
    elif move.kind == EXACT and (lined or move.over is not None) and root.ends(move, line):
        distance = len(line)
    value = root.value_of(move.score)
    if move.kind == EXACT:
        value = root.own_number(line, value)
    bound = root.bound_of(move.kind, move.proven)
    return Move(move.action, value, bound, move.proven, distance, line, move.nodes)


def _counts(counters: dict[str, int], fill: float) -> dict[str, int]:
    counts = {k: v for k, v in counters.items() if k != "nodes" and v}
    counts["table_permille"] = round(1000 * fill)
    return counts


def _convention(root: Root, *, exact: bool) -> str:
    how = "null windows" if exact else "principal variation search, fail-soft"
    if root.searcher.setup.chance:
        how = "expectiminimax" + (", star2" if root.searcher.setup.on["has_bounds"] else "")
    used = [
        name
        for name, on in (
            ("candidates", root.searcher.setup.choices.candidates),
            ("outcome_bounds", root.searcher.setup.on["has_outcome_bounds"]),
            ("bounds", root.searcher.setup.on["has_bounds"]),
            ("symmetries", root.searcher.setup.on["symmetric"]),
        )
        if on
    ]
    return ", ".join([how, *used])
