"""`outplay count`: how large is a game, or a tree?"""

from __future__ import annotations

import time as clock
from typing import Annotated

from cyclopts import Parameter

from outplay.cli.options import GameName, Integer, Moves, Position, Seconds, Speed, With, open_state
from outplay.cli.screen import Working
from outplay.errors import UsageError
from outplay.game import AnyGame
from outplay.wording import columns


def count(
    game: GameName | None = None,
    position: Position | None = None,
    /,
    *,
    with_: With | None = None,
    moves: Moves | None = None,
    depth: Integer | None = None,
    tree: Annotated[bool, Parameter(negative="--no-tree")] = True,
    time: Seconds | None = None,
    speed: Speed = "auto",
    branching: Integer | None = None,
    nodes: Integer | None = None,
) -> None:
    """Count the positions and games of a game, or estimate a tree without one.

    outplay count GAME counts the whole tree and its distinct states; with --depth, the lines
    of each length. outplay count --branching 35 --depth 4 --nodes 1000000 needs no game.

    Args:
        depth: Count the lines of 1, 2, … up to this many plies (perft).
        tree: Count the tree too, or (--no-tree) states alone.
        time: Give up after this many seconds.
        branching: Instead of a game: a tree with this many actions everywhere, --depth plies deep.
        nodes: With --branching: how deep this many nodes reach.
    """
    if branching is not None:
        if game is not None:
            raise UsageError("--branching is about a tree without rules; leave out the game.")
        if depth is None and nodes is None:
            raise UsageError("--branching needs --depth, --nodes, or both.")
        _estimate(branching, depth, nodes)
        return
    if game is None:
        raise UsageError("Which game? Name one (see: outplay games), or give --branching.")
    if nodes is not None:
        raise UsageError("--nodes goes with --branching.")
    rules, state = open_state(game, position, moves, with_)
    if depth is not None:
        _count_lines(rules, state, depth, time, speed)
    else:
        _count_all(rules, state, tree, time, speed)


def _count_all(game: AnyGame, state: object, tree: bool, time: float | None, speed: str) -> None:
    from outplay.search.counting import count

    if tree and game.properties.may_cycle:
        raise UsageError(
            f"Positions can come back in {game.name}, so its tree is endless; --no-tree counts"
            " only its states, and --depth the lines of each length."
        )
    with Working(f"counting {game.name}", "Ctrl-C gives up"):
        counted = count(game, state, tree=tree, time=time, speed=speed)
    print(counted)
    print(f"speed: {counted.speed}")


def _count_lines(game: AnyGame, state: object, depth: int, time: float | None, speed: str) -> None:
    """One row a ply, printed as it is known: Ctrl-C keeps those above."""
    from outplay.search.counting import count_lines

    if depth < 1:
        raise UsageError(f"depth must be a whole number from 1 up, not {depth}.")
    print(f"{'depth':>5}  {'lines':>18}  {'seconds':>8}", flush=True)
    start = clock.perf_counter()
    for ply in range(1, depth + 1):
        left = None if time is None else max(0.0, time - (clock.perf_counter() - start))
        with Working(f"counting depth {ply}", "Ctrl-C gives up"):
            began = clock.perf_counter()
            lines = count_lines(game, ply, state, time=left, speed=speed)
            seconds = clock.perf_counter() - began
        print(f"{ply:>5}  {lines:>18,}  {seconds:>8.3f}", flush=True)
        if lines == 0:
            break  # every game has ended


def _estimate(branching: int, depth: int | None, nodes: int | None) -> None:
    from outplay.search import estimates

    if depth is not None:
        falling = estimates.falling_tree_nodes(branching, depth)
        sizes = {
            "lines of that depth, b^d": estimates.uniform_leaves(branching, depth),
            "states, 1 + b + … + b^d": estimates.uniform_tree_nodes(branching, depth),
            "states if each action comes once": falling,
            "  the root left out": falling - 1,
            "leaves that alpha-beta needs": estimates.minimal_leaves(branching, depth),
            "states that alpha-beta needs": estimates.minimal_tree_nodes(branching, depth),
        }
        print(f"branching {branching:,}, depth {depth:,}")
        rows = [(name, estimates.in_words(size)) for name, size in sizes.items()]
        print("\n".join(columns(rows, left=(0,))))
    if nodes is not None:
        if depth is not None:
            print()
        print(f"branching {branching:,}, {estimates.in_words(nodes)} nodes: depth reached")
        pruning: dict[str, estimates.Pruning] = {
            "minimax": "none",
            "alpha-beta, best action first": "best",
            "alpha-beta, middling order": "average",
            "alpha-beta, random values": "random",
        }
        depths = {n: estimates.reachable_depth(nodes, branching, p) for n, p in pruning.items()}
        rows = [(name, f"{reached:.2f}") for name, reached in depths.items()]
        print("\n".join(columns(rows, left=(0,))))
