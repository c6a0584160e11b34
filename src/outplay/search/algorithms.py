"""The textbook's algorithms, described once: names, kernels, what each needs and can be asked.

Python's checks of a call, the command line, traces, trees and the page take what they need from
here. A new algorithm is a file with its kernel and an entry in `ALGORITHMS`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, TypeAlias, TypedDict

from outplay.errors import UnfitGame, UsageError
from outplay.lazy import fetch
from outplay.wording import did_you_mean

if TYPE_CHECKING:
    from outplay.game import AnyGame
    from outplay.native.kernels import Kernel
    from outplay.search.memory import Memory
    from outplay.search.observer import Observer
    from outplay.search.playouts import Playouts

Evaluate: TypeAlias = "Callable[[Any], float] | Playouts"
Cutoff = Callable[[Any, int], bool]
Arguments = Callable[[float, float, int], tuple[float, ...]]


class CommonOptions(TypedDict, total=False):
    """What every search may be asked; see docs/api.md."""

    depth: int | None
    """States that many plies away are evaluated; without it and `cutoff`, all are searched."""
    time: float | None
    nodes: int | None
    cutoff: Cutoff | None
    """`cutoff(state, ply)` decides in the place of a depth."""
    evaluate: Evaluate | None
    memory: Memory | bool
    order: str
    seed: int
    candidates: bool
    speed: str
    compile: str | None
    """When native code is made: `background`, `now` or `never`."""
    observer: Observer | None


COMMON = tuple(CommonOptions.__annotations__)

ORDERS = ("given", "random", "priority")


@dataclass(frozen=True)
class Algorithm:
    """What there is to know about an algorithm, before it runs."""

    name: str
    where: str
    """`module:KERNEL`."""
    arguments: Arguments
    """(alpha, beta, mover) at the root to the kernel's arguments for a child."""
    value: Callable[[float, int], float] = lambda value, mover: value
    """(what the kernel returned, mover) to the value for MAX."""
    windowed: bool = False
    """Has it a window (α, β), outside of which it answers with bounds?"""
    chance: bool = False
    """Does it weigh chance nodes?"""
    needs_bounds: bool = False
    """Must all values be known to lie between two numbers?"""
    probing: bool = False
    """Does it probe a reply to each outcome of chance?"""
    options: tuple[str, ...] = ()
    """Options of its own, besides those that all have."""
    function: str = ""
    """The function of `outplay` that runs it, if its name is another one."""

    @property
    def kernel(self) -> Kernel:
        kernel: Kernel = fetch(self.where)
        return kernel

    @property
    def all_options(self) -> tuple[str, ...]:
        return (*COMMON, *self.options)

    def fits(self, game: AnyGame) -> bool:
        """Can the game be searched by it, with no more said than what the game answers?"""
        if self.needs_bounds:
            return not game.properties.deterministic and game.answers("bounds")
        return self.chance or game.properties.deterministic

    def check_game(self, game: AnyGame) -> None:
        """Raises UnfitGame where it cannot weigh what the game does."""
        if not self.chance and not game.properties.deterministic:
            raise UnfitGame(
                f"{game.name} has chance nodes, which {self.name} cannot handle;"
                " use expectiminimax."
            )

    def check_options(self, names: Mapping[str, object]) -> None:
        """Raises UsageError for an option that it does not have."""
        for name in names:
            if name not in self.all_options:
                near = did_you_mean(name, self.all_options)
                raise UsageError(f"{self.name} has no option {name!r}.{near}")


_STAR1 = Algorithm(
    "star1",
    "outplay.search.alphabeta:STAR",
    lambda alpha, beta, mover: (alpha, beta, 1),
    windowed=True,
    chance=True,
    needs_bounds=True,
    options=("bounds",),
    function="expectiminimax",
)

ALGORITHMS = {
    algorithm.name: algorithm
    for algorithm in (
        Algorithm("minimax", "outplay.search.minimax:KERNEL", lambda alpha, beta, mover: (1,)),
        Algorithm(
            "negamax",
            "outplay.search.negamax:KERNEL",
            lambda alpha, beta, mover: (-mover, 1),
            value=lambda value, mover: -mover * value,
        ),
        Algorithm(
            "alphabeta",
            "outplay.search.alphabeta:KERNEL",
            lambda alpha, beta, mover: (alpha, beta, 1),
            windowed=True,
            options=("strict", "fail_soft"),
        ),
        Algorithm(
            "expectiminimax",
            "outplay.search.minimax:EXPECTIMINIMAX",
            lambda alpha, beta, mover: (1,),
            chance=True,
        ),
        _STAR1,
        replace(_STAR1, name="star2", probing=True),
    )
}
"""By name, in the order in which people are shown them."""

NAMES = tuple(ALGORITHMS)

STARS = tuple(name for name, algorithm in ALGORITHMS.items() if algorithm.needs_bounds)
"""Those that cut at chance nodes: what `pruning` of expectiminimax may be."""

FUNCTIONS = tuple(name for name, algorithm in ALGORITHMS.items() if not algorithm.function)
"""Those that are functions of `outplay`."""


TEXTBOOK = ("deepening", *NAMES)
ANALYSES = ("engine", *TEXTBOOK)
"""What `analyse` and the command line know by name."""

ENGINE_OPTIONS = ("clock", "exact", "lines", "history", "moves", "threads", "solution")
"""What only the engine is asked."""


def check_known(name: str, names: Sequence[str]) -> None:
    """Raises UsageError if it is none of these."""
    if name not in names:
        raise UsageError(
            f"There is no algorithm called {name!r}; choose from {', '.join(names)}."
            f"{did_you_mean(name, names)}"
        )


def default_for(game: AnyGame) -> str:
    """Alpha-beta, or expectiminimax where chance moves."""
    return "alphabeta" if game.properties.deterministic else "expectiminimax"
