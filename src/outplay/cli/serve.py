"""`outplay serve`: the page, in a browser."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from outplay.cli.options import Integer
from outplay.errors import UsageError

NEEDED = ("starlette", "uvicorn", "anyio", "h11")


def serve(
    *games: str,
    port: Integer | None = None,
    host: Annotated[str | None, Parameter(metavar="HOST")] = None,
    no_open: bool = False,
    data: Annotated[Path | None, Parameter(metavar="FOLDER")] = None,
) -> None:
    """Play, analyse and understand games in your browser.

    Prints the address of the page and opens it. Only this computer can reach it, unless --host
    says otherwise. Ctrl-C ends it; games are saved as they are played.

    Args:
        games: Rules files of your own, such as my_game.py, besides the built-in games;
            built-in games that are named come first. A solution, such as my_game.solution, opens
            its game, with the exact value of every move and a perfect opponent.
        port: The port; default: the first free one from 8000 on.
        host: Let other computers connect, with a token: 0.0.0.0, or an address of this computer.
        no_open: Do not open the browser.
        data: Where games are saved; default: your data folder.
    """
    try:
        from outplay.web import serve as page
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in NEEDED:
            raise
        raise UsageError(
            f"The page needs Starlette and uvicorn, and {error.name} is missing:"
            ' pip install "outplay[web]".'
        ) from None
    page.serve(games, port=port, host=host, opens=not no_open, data=data)
