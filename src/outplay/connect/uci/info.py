"""From what the engine found to the `info` lines of the protocol: from the side to move."""

from __future__ import annotations

from collections.abc import Iterator

from outplay.connect.uci.protocol import Info
from outplay.game import MAX, Game
from outplay.games.chess import san
from outplay.games.chess.board import State
from outplay.games.chess.rules import WIN
from outplay.lines import states_along
from outplay.result import AnyMove, AnyResult, Bound


def infos(result: AnyResult, lines: int, seconds: float, chess960: bool = False) -> Iterator[Info]:
    """One line for each of the best `lines` moves, `seconds` after the question."""
    sign = 1 if result.to_move == MAX else -1
    depth = max(1, result.depth)
    for number, move in enumerate(best_moves(result, lines), start=1):
        reached = result.counts.get("deepest", 0)
        cp, mate = score(sign * move.value, move.distance)
        yield Info(
            depth=depth,
            seldepth=max(depth, len(move.line), reached),
            multipv=number,
            cp=cp,
            mate=mate,
            bound=_bound(move.bound, sign),
            nodes=result.nodes,
            nps=round(result.rate) or None,
            hashfull=result.counts.get("table_permille"),
            time=round(1000 * seconds),
            pv=line_text(result.game, result.state, move.line, chess960),
        )


def best_moves(result: AnyResult, lines: int) -> list[AnyMove]:
    """The best moves of a search, the best first; those that were only cut off come not at all."""
    sign = 1 if result.to_move == MAX else -1
    best = [move for move in result.moves if move.action == result.action]
    others = [
        move
        for move in result.moves
        if move.action != result.action and move.bound in (Bound.EXACT, Bound.ESTIMATE)
    ]
    others.sort(key=lambda move: -sign * move.value)
    return [*best, *others][:lines]


def score(value: float, distance: int | None) -> tuple[int | None, int | None]:
    """A value from the side to move: hundredths of a pawn, or moves to mate (not plies)."""
    if abs(value) >= WIN and distance is not None:
        return None, (distance + 1) // 2 if value > 0 else -(distance // 2)
    return round(value), None


def _bound(bound: Bound, sign: int) -> str:
    if bound in (Bound.EXACT, Bound.ESTIMATE):
        return ""
    return "lowerbound" if (bound is Bound.LOWER) == (sign == 1) else "upperbound"


def line_text(
    game: Game[State, int], state: State, line: tuple[int, ...], chess960: bool
) -> tuple[str, ...]:
    """The moves of a line in UCI notation."""
    states = states_along(game, state, line[:-1])
    return tuple(san.uci(s, a, chess960) for s, a in zip(states, line, strict=False))
