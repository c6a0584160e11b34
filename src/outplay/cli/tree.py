"""`outplay tree`: the tree of a search as text, picture, page, or for other programs."""

from __future__ import annotations

import os
import shutil
import sys
from typing import TYPE_CHECKING, Annotated, Any, Literal

from cyclopts import Parameter

from outplay.cli import trace_options as shared
from outplay.cli.options import Integer, Moves, Position, Seconds, With, open_state
from outplay.cli.screen import Working
from outplay.errors import IllegalAction, UsageError
from outplay.game import AnyGame
from outplay.records import read_moves
from outplay.result import AnyResult, Limit

if TYPE_CHECKING:
    from outplay.explain.tree import SearchTree

ENDINGS = {
    **{".txt": "text", ".svg": "svg", ".html": "html", ".htm": "html", ".dot": "dot"},
    **{".gv": "dot", ".mmd": "mermaid", ".mermaid": "mermaid", ".tex": "latex", ".json": "json"},
}
DRAWN = 400
"""The most nodes of a search that is drawn in full, unless --most says otherwise."""

PATIENCE = 20
"""Seconds for a search that was given no limit."""


def tree(
    game: shared.GameOrTree,
    position: Position | None = None,
    /,
    *,
    with_: With | None = None,
    moves: Moves | None = None,
    algorithm: shared.AnyAlgorithm | None = None,
    depth: Integer | None = None,
    time: Seconds | None = None,
    nodes: Integer | None = None,
    search: Annotated[shared.SearchOptions, Parameter(name="*")] = shared.NO_OPTIONS,
    most: Annotated[
        Integer,
        Parameter(
            help=f"The most nodes of a search that is drawn in full, default {DRAWN}; of a larger"
            " one, the proof skeleton is drawn."
        ),
    ] = DRAWN,
    open: Annotated[list[str] | None, Parameter(metavar="MOVES", negative=())] = None,
    format: Literal["text", "svg", "html", "dot", "mermaid", "latex", "json"] | None = None,
    output: shared.Output | None = None,
    pictures: Annotated[bool, Parameter(negative="--no-pictures")] = True,
    windows: Annotated[bool, Parameter(negative="--no-windows")] = True,
) -> None:
    """Draw the tree of a search: values, windows, cuts, what was skipped, the principal variation.

    outplay tree "[[3, 12, 8], [2, 4, 6]]" --output tree.svg draws a textbook's tree. Of a search
    too large to be looked at, its proof skeleton is drawn: the line, and why each other move fails.

    Args:
        algorithm: Default: alphabeta; expectiminimax where there is chance.
        depth: Plies to look ahead; default: all.
        time: Seconds to search.
        nodes: States to visit.
        open: Open what the skeleton folds at the node after these moves, by searching it again: "a1
            b2", or "" for the root; may be repeated.
        format: Default: text.
        pictures: Draw the states in the nodes (svg, html).
        windows: Show (α, β) at the nodes.
    """
    form = shared.format_for(format, output, ENDINGS)
    if most < 1:
        raise UsageError(f"--most is a number of nodes from 1 up, not {most}.")
    Limit(depth, time, nodes)
    shared.check_output(output)
    rules, state = open_state(game, position, moves, with_)
    name, options = search.search_of(rules, algorithm)
    unlimited = name != shared.ENGINE and depth is None and time is None and nodes is None
    options |= {"depth": depth, "time": PATIENCE if unlimited else time, "nodes": nodes}
    result = _searched(rules, state, name, options)
    if unlimited and result.stopped_by == "time":
        raise UsageError(
            f"{rules.name} is too large to be searched to its end within {PATIENCE} seconds: give"
            " --depth, --time or --nodes, or --algorithm engine."
        )
    found = result.tree(most)
    for line in open or ():
        found = found.open(_path(rules, state, line))
    shared.emit(output, drawn(found, form, output is None, pictures, windows))


def _searched(game: AnyGame, state: object, algorithm: str, options: dict[str, Any]) -> AnyResult:
    from outplay.engine.analyse import analyse

    with Working(f"searching {game.name}", "Ctrl-C draws what it has") as working:
        progress = working.found if algorithm == shared.ENGINE else None
        return analyse(game, state, algorithm=algorithm, progress=progress, **options)


def _path(game: AnyGame, state: object, line: str) -> list[object]:
    """The actions of a line, as people write them; in a literal tree also `2.1`."""
    try:
        return [action for _, action in read_moves(game, line, state)]
    except IllegalAction as error:
        raise IllegalAction(f"--open, {str(error).replace('Move', 'move', 1)}") from None


def drawn(
    found: SearchTree, form: str, to_screen: bool, pictures: bool = True, windows: bool = True
) -> str:
    """The tree in one of the formats; in the terminal it is as wide as that, and has bold."""
    if form == "text":
        terminal = to_screen and sys.stdout.isatty()
        width = shutil.get_terminal_size().columns if terminal else None
        colour = terminal and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
        return found.text(width=width, colour=colour, windows=windows)
    if form == "json":
        return found.to_json()
    options = {"windows": windows}
    if form in ("svg", "html"):
        options["pictures"] = pictures
    return str(getattr(found, form)(**options))
