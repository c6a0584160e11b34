"""`outplay explain`: why is this move good or bad, and where was a game decided?"""

from __future__ import annotations

import json as json_
import shutil
import sys
from typing import TYPE_CHECKING, Annotated, Any, Literal

from cyclopts import Parameter

from outplay.cli import options as shared
from outplay.cli.screen import Working
from outplay.errors import IllegalAction, InvalidPosition, UsageError
from outplay.game import AnyGame
from outplay.records import read_action, read_moves

if TYPE_CHECKING:
    from outplay.explain.reasons import Explanation, Review


def explain(
    game: shared.GameName,
    position: shared.Position | None = None,
    move: str | None = None,
    /,
    *,
    with_: shared.With | None = None,
    moves: shared.Moves | None = None,
    move_: Annotated[str | None, Parameter(name="--move", metavar="MOVE")] = None,
    than: Annotated[str | None, Parameter(metavar="MOVE")] = None,
    record: Annotated[str | None, Parameter(metavar="MOVES")] = None,
    file: Annotated[str | None, Parameter(metavar="FILE")] = None,
    number: shared.Integer | None = None,
    algorithm: Literal["engine", "alphabeta"] = "engine",
    preset: Literal["aima", "cs188"] | None = None,
    depth: shared.Integer | None = None,
    time: shared.Seconds | None = None,
    nodes: shared.Integer | None = None,
    exact: bool = False,
    threads: shared.Threads | None = None,
    solution: shared.SolutionFile | None = None,
    json: bool = False,
    speed: shared.Speed = "auto",
) -> None:
    """Say why: sentences about a position, a move or a played game, each backed by lines.

    Proven where the limits allow; estimates say so (~). Distances are in plies. Ctrl-C answers
    with what is known by then.

    Args:
        move: The move to explain; default: the position and its best move.
        move_: The move, where no position is given.
        than: Another move to compare it with.
        record: Review a played game instead, move by move: "4 4 3 3".
        file: The same from a file of moves, for chess a PGN (--file=-: stdin).
        number: Which game, if a PGN file holds several.
        algorithm: alphabeta: what the textbook's search skipped, and why.
        preset: With alphabeta, a course's convention: cut on ≥ (aima) or > (cs188).
        depth: Plies to look ahead.
        time: Seconds in all, default 3; with a record, for each move, default 1.
        nodes: States to visit, in the same way.
        exact: Prove the value of every move, however long that takes.
        json: The same as one JSON object.
    """
    rules = shared.open_game(game, with_)
    if move is not None and move_ is not None:
        raise UsageError("Give the move once, not twice.")
    to_explain = move_ if move is None else move
    start = None if position is None else _position(rules, position)
    first = rules.initial() if start is None else start
    played = read_moves(rules, moves or "", first)
    state = rules.result(*played[-1]) if played else first
    options = shared.not_none(speed=speed, threads=threads, solution=solution)
    limits: dict[str, Any] = {"depth": depth, "time": time, "nodes": nodes, "exact": exact or None}
    is_record = record is not None or file is not None
    found: Explanation | Review
    if is_record:
        if to_explain is not None or than is not None:
            raise UsageError("Give a move to explain, or a record to review, not both.")
        if algorithm != "engine" or preset is not None:
            raise UsageError(
                "A record is reviewed by the engine: leave out --algorithm and --preset."
            )
        text = _record_text(record, file)
        found = _review(rules, text, state if played else start, number, limits | options)
    else:
        if number is not None:
            raise UsageError("--number chooses a game of --file.")
        if algorithm == "alphabeta":
            if threads is not None or exact or solution is not None:
                raise UsageError(
                    "--threads, --exact and --solution are for the engine, not for alphabeta."
                )
            options = {"preset": preset}
        elif preset is not None:
            raise UsageError("--preset is a convention of --algorithm alphabeta.")
        action, other = (_move(rules, state, text) for text in (to_explain, than))
        options |= {"algorithm": algorithm, "history": [s for s, _ in played], **limits}
        from outplay.explain.reasons import explain as explained

        with Working("looking for reasons", "Ctrl-C answers") as working:
            found = explained(rules, state, action, than=other, progress=working.found, **options)
    if json:
        print(json_.dumps(found.as_dict(), ensure_ascii=False))
        return
    if not is_record:
        print(rules.show(state), end="\n\n")
    print(found.text(shutil.get_terminal_size().columns))


def _review(
    game: AnyGame, text: str, start: object, number: int | None, options: dict[str, Any]
) -> Review:
    from outplay.explain.reasons.game_review import ReviewedMove, review

    record = game.read_record(text, start, number)
    with Working(f"move 1 of {len(record.actions)}", "Ctrl-C answers") as working:

        def judged(move: ReviewedMove) -> None:
            working.next(f"move {move.number + 1} of {len(record.actions)}")

        return review(record.game, record, progress=judged, **options)


def _position(game: AnyGame, text: str) -> object:
    """The position; where it is a move of the start, the error says how to ask about that."""
    try:
        return shared.open_position(game, text)
    except InvalidPosition as error:
        try:
            game.parse_action(game.initial(), text)
        except IllegalAction:
            raise error from None
        raise InvalidPosition(
            f"{text!r} is a move, not a position: write --move {text}, and --moves for the moves"
            " before it."
        ) from None


def _move(game: AnyGame, state: object, text: str | None) -> object:
    if text is None:
        return None
    if game.is_terminal(state):
        raise IllegalAction(f"The game is over here: {text!r} cannot be played.")
    return read_action(game, state, text)


def _record_text(record: str | None, file: str | None) -> str:
    if record is not None and file is not None:
        raise UsageError("Give --record or --file, not both.")
    if record is not None:
        return record
    assert file is not None
    if file == "-":
        return sys.stdin.read()
    with shared.file_errors(file, "read"), open(file, encoding="utf-8", errors="replace") as opened:
        return opened.read()
