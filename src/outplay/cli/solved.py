"""What a solution says, for people and as data."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from outplay.explain.words import PLAYERS, plain, plies
from outplay.solve.counts import Counts
from outplay.solve.solution import Solution, Solved
from outplay.wording import columns, format_value, plural

AnySolution = Solution[Any, Any]
Known = tuple[object, Solved]

MOST_STARTS, MOST_IN_DATA = 10, 1_000
"""Positions to begin with that are named one by one; and in data."""


def verdict(solution: AnySolution, found: Solved) -> str:
    """Who wins, and what that is worth for each side."""
    value = found.value
    mine, theirs = solution.game.player_names
    both = f"{format_value(value)} for {mine}, {format_value(-value)} for {theirs}"
    if solution.win is None:
        return both
    if value == 0:
        return f"a draw ({both})"
    winner = mine if value > 0 else theirs
    if not found.distance:
        return f"{winner} has won ({both})"
    return f"{winner} wins in {plies(found.distance)} ({both})"


def starts_of(solution: AnySolution) -> list[Known]:
    """The positions that it begins with, as far as its file names them, and their values."""
    return [(state, solution[state]) for state in solution.roots]


def fields_of(solution: AnySolution, starts: Sequence[Known]) -> dict[str, Any]:
    """All that is known of the game as a whole, as JSON has it."""
    game, about, counts = solution.game, solution.about, solution.counts
    counted = counts.as_fields()
    if counted["values"] is not None:
        counted["values"] = [[plain(value), n] for value, n in counted["values"]]
    return {
        "game": about["game"],
        "parameters": about["parameters"],
        "starts": [
            {
                "position": game.format_state(state),
                "to_move": None if game.is_terminal(state) else PLAYERS[game.to_move(state)],
                "value": plain(found.value),
                "distance": found.distance,
                "verdict": verdict(solution, found),
            }
            for state, found in starts
        ],
        "endgame": about["endgame"] or None,
        "number_of_starts": about["number_of_roots"],
        **counted,
        "longest": [
            {"position": game.format_state(state), "distance": found.distance}
            for state, found in solution.longest(1)
        ],
        "symmetries": about["symmetric"],
        "endless": about["endless"],
        "error": about["error"],
    }


def summary(solution: AnySolution, starts: Sequence[Known]) -> str:
    """The same for a person; of an endgame, no `starts` are named."""
    game, counts, about = solution.game, solution.counts, solution.about
    title, number = f"{game.name}{about['settings']}", about["number_of_roots"]
    if about["endgame"]:
        kind = " up to symmetry" if about["symmetric"] else ""
        lines = [f"{title}, endgame {about['endgame']}, from {plural(number, 'position')}{kind}:"]
    elif number == 1:
        lines = [f"{title}: {verdict(solution, starts[0][1])}"]
    else:
        lines = [f"{title}, from {number:,} positions:"]
        lines += [
            f"  {game.format_state(state)}: {verdict(solution, found)}"
            for state, found in starts[:MOST_STARTS]
        ]
        if number > MOST_STARTS:
            lines.append(f"  and {number - MOST_STARTS:,} more")
    rows = [
        ("states", f"{counts.states:,}", ""),
        ("  of them terminal", f"{counts.terminal:,}", ""),
    ]
    if about["symmetric"]:
        rows.append(("  up to symmetry", f"{counts.positions:,}", ""))
    lines += columns([*rows, *_outcomes(solution, counts)], left=(0,))
    lines += _notes(solution)
    return "\n".join(line.rstrip() for line in lines)


def _outcomes(solution: AnySolution, counts: Counts) -> list[tuple[str, str, str]]:
    """Won, drawn and lost, by player and for the side to move; or better for whom."""
    mine, theirs = solution.game.player_names

    def row(name: str, n: int) -> tuple[str, str, str]:
        return name, f"{n:,}", f"{n / max(1, counts.states):.1%}"

    if counts.max_wins is None or counts.min_wins is None or counts.draws is None:
        if counts.values is None:
            return []
        better = [sum(n for v, n in counts.values.items() if sign * v > 0) for sign in (1, -1)]
        even = counts.states - sum(better)
        return [
            row(f"better for {mine}", better[0]),
            row("even", even),
            row(f"better for {theirs}", better[1]),
        ]
    rows = [row("drawn", counts.draws)]
    if not solution.about["exchanged"]:  # else one side is always to move
        rows = [row(f"{mine} wins", counts.max_wins), row(f"{theirs} wins", counts.min_wins), *rows]
    if counts.wins is not None and counts.losses is not None:
        rows += [row("side to move wins", counts.wins), row("side to move loses", counts.losses)]
    return rows


def _notes(solution: AnySolution) -> list[str]:
    """The longest win, and what there is to know about values."""
    game, about, counts = solution.game, solution.about, solution.counts
    notes = []
    for state, found in solution.longest(1):
        if found.distance:
            notes.append(f"longest win: {plies(found.distance)}, from {game.format_state(state)}")
    if solution.win is None and counts.values:
        low, high = min(counts.values), max(counts.values)
        notes.append(f"values from {format_value(low)} to {format_value(high)}")
    if solution.error:
        notes.append(f"values are means; they are off by {solution.error:.1e} at most")
    if about["exchanged"]:
        notes.append("states that differ only in who plays which side are counted once")
    if about["endless"]:
        worth = format_value(about["repetition"])
        notes.append(f"positions can come back; play that goes on for ever counts {worth}")
    return notes
