"""The part of the solver's kernel that lists the positions to begin with.

These are the placements of an endgame, which rules make out of numbers, or states whose keys were
handed in. Their keys are written as those of all other states are: without history, one of two
that differ in who plays which side, the least of images. Where the game is over they stand apart.
"""

from __future__ import annotations

from outplay.game import MIN
from outplay.search.view import View
from outplay.solve.state import DONE, SolveState


def list_roots(game: View, material: object, run: SolveState) -> int:
    """Goes on from number `run.done` on until they are done, or there is no room."""
    while run.done < run.count:
        written, over = run.written, run.over_written
        if not list_one(game, material, run):
            run.written, run.over_written = written, over
            return DONE
        run.done += 1
    return DONE


def list_one(game: View, material: object, run: SolveState) -> bool:
    """The positions of one number; False if there is no room for them."""
    run.visit()
    fits = True
    if run.placing:
        for t in game.placed(material, run.done):
            fits = fits and put_root(game, t, run)
    else:
        fits = put_root(game, run.state(game, run.sources, run.done * run.size), run)
    return fits


def put_root(game: View, t: object, run: SolveState) -> bool:
    """Writes the key of one position; False if there is no room for it."""
    if run.written >= run.room or run.over_written >= run.room:
        return False
    is_over = game.is_terminal(t)
    if run.flips and game.to_move(t) == MIN:
        t = game.exchanged(t)
    if is_over:
        if run.least_key(game, t, run.over, run.over_written * run.size):
            run.over_written += 1
    elif run.least_key(game, t, run.found, run.written * run.size):
        run.written += 1
    return True


ROOT_KERNELS = (list_roots, list_one, put_root)
