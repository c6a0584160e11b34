"""The job `compile`: native code, made in one process and used in others.

Other workers never compile. Their games run interpreted until the code is on disk, and the server
says so; those that think about moves load it between two jobs, by the same job.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from outplay.engine.engine import Engine
from outplay.errors import NotNative, UnfitGame
from outplay.game import AnyGame
from outplay.web.jobs import Answer, Fields, Tell, find
from outplay.web.jobs.spots import read_spot

if TYPE_CHECKING:
    from outplay.web.worker import JobContext


def compile_rules(context: JobContext, args: Fields, tell: Tell) -> Answer:
    """Compiles or loads what searches of a game need; raises NotNative with the bare reason.

    `job` and its `args` are done for what is compiled on the way; nobody waits for what it finds.
    Raises MemoryError where there was too little of it, whatever became of that on the way.
    """
    spot = read_spot({"game": args.get("game"), "with": args.get("with")})
    game = context.game(spot.game, spot.parameters)
    try:
        _search_natively(game)
    except Exception as error:
        if _is_of_memory(error):
            raise MemoryError from error
        if isinstance(error, NotNative):
            # What comes before the reason is said by whoever tells it.
            said = f"{game.name} does not run at native speed: "
            raise NotNative(str(error).removeprefix(said)) from None
        raise
    job, more = args.get("job"), args.get("args")
    if isinstance(job, str) and isinstance(more, dict):
        find(job)(context, more, lambda progress: None)
    if not _is_on_disk():
        why = "its compiled rules cannot be kept on disk, where other processes would find them"
        raise NotNative(why)
    return {}


def _search_natively(game: AnyGame) -> None:
    """Searches of one ply, by which all code is made or loaded that the jobs' searches use.

    From the start of the game, as its engines are set up by what they see there.
    """
    engine = Engine(game, memory=1, speed="native")
    engine.analyse(depth=1)
    try:
        engine.analyse(exact=True, nodes=1, lines=1)
    except UnfitGame:  # dice and positions that come back: there are no exact values
        return


def _is_on_disk() -> bool:
    from outplay.native import building, cache

    folder = cache.folder()
    return folder is not None and all((folder / name).exists() for name in building.loaded)


def _is_of_memory(error: BaseException | None) -> bool:
    """Did it begin with a MemoryError? Compiler and searches say it in words of their own."""
    while error is not None and not isinstance(error, MemoryError):
        error = error.__cause__ or error.__context__
    return error is not None
