"""A stochastic evaluation: the mean of random playouts.

The random numbers depend on the seed and the state alone. So the same state always has the
same estimate, at both speeds, in any order of search, and pruning cannot change a value.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from outplay.bits import add, mix, shift_right
from outplay.errors import UsageError
from outplay.game import CHANCE, MAX, MIN, AnyGame
from outplay.native.forms import stable_hash
from outplay.native.kernels import Kernel
from outplay.native.layout import MAX_PLY
from outplay.native.state import Value
from outplay.search.state import SearchState
from outplay.search.view import View

UNIT = 1.0 / (1 << 53)


@dataclass(frozen=True)
class Playouts:
    """`evaluate=Playouts(100, seed=1)`: the mean utility of that many random games."""

    count: int = 100
    seed: int = 0

    def __post_init__(self) -> None:
        if isinstance(self.count, bool) or not isinstance(self.count, int) or self.count < 1:
            raise UsageError(f"Playouts need a whole number from 1 up, not {self.count!r}.")


def playout_mean(game: View, s: object, ply: int, run: SearchState) -> Value:
    """The mean utility of `run.playouts` random games from `s`."""
    total = 0.0
    random = mix(run.seed ^ game.random_start(s))
    for _ in range(run.playouts):
        random = mix(add(random, 1))
        total += playout(game, s, random, ply, run)
    return total / run.playouts


def playout(game: View, s: object, random: int, ply: int, run: SearchState) -> Value:
    """The utility of one game in which everybody plays at random."""
    while not game.is_terminal(s):
        run.follow(ply)
        random = mix(add(random, 1))
        if run.chance:
            mover = game.to_move(s)
            if mover != MAX and mover != MIN and mover != CHANCE:
                run.nobody()
        if run.chance and mover == CHANCE:
            threshold = shift_right(random, 11) * UNIT
            count = 0
            for a, p in game.outcomes(s):
                count += 1
                chosen = a
                threshold -= p
                if threshold < 0:
                    break
            if count == 0:
                run.stuck()
            s = game.result(s, chosen)
        else:
            count = 0
            for _a in game.actions(s):
                count += 1
            if count == 0:
                run.stuck()
            skip = shift_right(random, 1) % count
            for a in game.actions(s):
                chosen = a
                if skip == 0:
                    break
                skip -= 1
            s = game.result(s, chosen)
        ply += 1
    value = game.utility(s)
    run.check(value)
    return value


def playouts_from(
    game: AnyGame, start: object, playouts: Playouts
) -> Iterator[tuple[object, list[object]]]:
    """The same games again, interpreted: every state that they come to, and the actions to it."""
    random = mix(playouts.seed ^ stable_hash(start))
    for _ in range(playouts.count):
        random = mix(add(random, 1))
        luck, s = random, start
        line: list[object] = []
        while not game.is_terminal(s) and len(line) <= MAX_PLY:
            luck = mix(add(luck, 1))
            if game.to_move(s) == CHANCE:
                threshold = shift_right(luck, 11) * UNIT
                for a, p in game.outcomes(s):
                    chosen = a
                    threshold -= p
                    if threshold < 0:
                        break
            else:
                legal = game.legal(s)
                chosen = legal[shift_right(luck, 1) % len(legal)]
            line.append(chosen)
            s = game.result(s, chosen)
            yield s, line


def with_playouts(kernel: Kernel) -> Kernel:
    """The kernel with `game.evaluate` answered by playouts."""
    functions: tuple[Callable[..., object], ...] = (*kernel.functions, playout_mean, playout)
    return replace(kernel, functions=functions, floats=True, evaluate=playout_mean)
