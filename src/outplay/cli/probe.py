"""`outplay probe`: what a solution file knows of a position."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter

from outplay.cli.options import GameName, Moves, With, open_game, open_position, state_after
from outplay.cli.screen import Working
from outplay.explain.words import line_text, plies
from outplay.game import CHANCE, AnyGame
from outplay.result import AnyResult
from outplay.wording import columns, format_value

File = Annotated[Path, Parameter(help="A file that outplay solve has written.")]
Rules = Annotated[
    GameName, Parameter(help="The game; needed where the file is of a rules file of yours.")
]

MOST_PLIES = 200
"""Of the best line that are shown; data has all."""


def probe(
    file: File,
    game: Rules | None = None,
    /,
    *,
    with_: With | None = None,
    position: Annotated[str | None, Parameter(metavar="POSITION")] = None,
    moves: Moves | None = None,
    line: bool = False,
    json: bool = False,
) -> None:
    """Look a position up in a solution: its value, its distance, and what every move is worth.

    Args:
        position: The position; default: the first one that was solved.
        line: Show the best line move by move, with what was known at each.
        json: One JSON object, like that of analyse.
    """
    from outplay.cli.answers import to_json
    from outplay.cli.solved import starts_of, verdict

    solution = opened(file, game, with_)
    rules = solution.game
    start = starts_of(solution)[0][0] if position is None else open_position(rules, position)
    state = state_after(rules, start, moves)
    with Working("looking it up"):
        result = solution.analyse(state)
    if json:
        print(to_json(result))
        return
    print(rules.show(state))
    print()
    print(f"{rules.name}: {verdict(solution, solution[state])}")
    if result.moves:
        if result.line:
            print(f"line  {line_text(rules, state, result.line, MOST_PLIES)}{_end(result)}")
        print("\n".join(_table(result)))
    if line and result.line:
        print("\n".join(["", *_played(solution, result)]))


def opened(file: Path, game: str | None, with_: list[str] | None) -> Any:
    """The solution in a file, with the game that is named or that it names itself."""
    from outplay.solve.solve import open_solution

    return open_solution(file, game_for(file, game, with_))


def game_for(file: Path, game: str | None, with_: list[str] | None) -> AnyGame | None:
    """The game that is named; None if the file is to say which, and with what parameters."""
    from outplay.solve.solution_file import FileTable

    if game is None and not with_:
        return None
    named = FileTable(file).header["game"]
    return None if game == named and not with_ else open_game(game or named, with_)


def _end(result: AnyResult) -> str:
    if result.distance is None:
        return f" ({plies(len(result.line))})"
    return f" (the game ends, {plies(result.distance)})"


def _table(result: AnyResult) -> list[str]:
    """Every move, the best first, as analyse shows it."""
    game = result.game
    has_distances = any(move.distance is not None for move in result.moves)
    head = ("move", "value", "ends in", "") if has_distances else ("move", "value", "", "")
    rows = [head]
    for move in result.moves:
        distance = "" if move.distance is None else f"{move.distance:,}"
        best = "*" if move.action == result.action and result.to_move != CHANCE else ""
        text = game.format_action(result.state, move.action)
        rows.append((text, f"= {format_value(move.value)}", distance, best))
    return [row.rstrip() for row in columns(rows, left=(0,))]


def _played(solution: Any, result: AnyResult) -> list[str]:
    """The best line: who plays what, what it is worth, and how many moves are as good."""
    game: AnyGame = solution.game
    rows = [("ply", "player", "move", "value", "ends in", "as good")]
    state = result.state
    for ply, action in enumerate(result.line[:MOST_PLIES], start=1):
        moves = solution.moves(state)
        best = moves[0]
        equal = sum((m.value, m.distance) == (best.value, best.distance) for m in moves)
        rows.append(
            (
                f"{ply:,}",
                game.player_name(game.to_move(state)),
                game.format_action(state, action),
                f"= {format_value(best.value)}",
                "" if best.distance is None else f"{best.distance:,}",
                f"{equal} of {len(moves)}",
            )
        )
        state = game.result(state, action)
    return [row.rstrip() for row in columns(rows, left=(1, 2))]
