"""`outplay games`: what there is to play."""

from __future__ import annotations

import inspect


def games() -> None:
    """List the built-in games and their parameters."""
    from outplay.games import BUILT_IN, find

    width = max(map(len, BUILT_IN))
    for name, summary in BUILT_IN.items():
        parameters = inspect.signature(find(name)).parameters.values()
        defaults = ", ".join(f"{p.name}={p.default!r}" for p in parameters)
        print(f"{name:{width}}  {summary}")
        if defaults:
            print(f"{'':{width}}  {defaults}")
    print()
    print("Set a parameter with --with: outplay play connect-four --with width=5 --with height=4")
    print("A rules file of your own is a game too: outplay new my_game.py")
