"""The job `solved`: of which games there are solutions. It is done when the server starts."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from outplay.errors import OutplayError, UsageError
from outplay.games import BUILT_IN, find
from outplay.solve.solution import WrongRules
from outplay.solve.solution_file import FileTable
from outplay.solve.solve import open_solution
from outplay.web.jobs import Answer, Fields, Tell
from outplay.web.jobs.look import parameters_of, title_of

if TYPE_CHECKING:
    from outplay.web.worker import JobContext


def solved(context: JobContext, args: Fields, tell: Tell) -> Answer:
    """The game of each file: {"solved": [{"game", "with", "title", "states"}]}.

    Raises what is wrong with a file, UsageError where nobody has the rules of its game.
    """
    return {"solved": [_spot_of(context, path) for path in context.solutions]}


def _spot_of(context: JobContext, path: str) -> Answer:
    table = FileTable(Path(path))
    name, parameters = str(table.header["game"]), dict(table.header["parameters"])
    table.close()
    candidates: list[tuple[str, dict[str, Any]]] = []
    if name in BUILT_IN:
        usual = {each["name"]: each["default"] for each in parameters_of(find(name))}
        unusual = {key: given for key, given in parameters.items() if usual.get(key) != given}
        candidates.append((name, unusual))
    candidates += [(key, {}) for key in context.own if context.game(key).name == name]
    wrong: OutplayError = UsageError(
        f"{path} is a solution of {name}: name the file of its rules, too."
    )
    for key, given in candidates:
        game = context.game(key, given)
        try:
            states = open_solution(path, game).states
        except WrongRules as error:
            wrong = error
            continue
        return {"game": key, "with": given, "title": title_of(key, game), "states": states}
    raise wrong
