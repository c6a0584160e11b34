"""The rules as one search asks them: in its order, with its evaluation, interpreted."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator
from itertools import chain, islice
from sys import float_info
from types import FunctionType
from typing import Any

from outplay import bits
from outplay.asking import NEARLY
from outplay.game import CHANCE, MAX, MIN, MOST_ACTIONS, Game
from outplay.native.layout import Nonsense, TooMany
from outplay.native.rules import Choices
from outplay.native.searcher import state_hash
from outplay.native.shapes import Shape, shape_of
from outplay.native.source import is_generator, unwrap

LARGEST, INFINITY = float_info.max, float("inf")
"""An int between the two is no value: it is not told apart from others."""


class View:
    """The questions of a game, as attributes; kernels call it `game`."""

    __slots__ = (
        "actions", "bounds", "can_pass", "evaluate", "forcing", "gain", "is_cutoff", "is_quiet",
        "is_terminal", "outcomes", "outlook", "passed", "random_start", "result", "reversible",
        "threatened", "to_move", "utility",
    )  # fmt: skip

    def __init__(self, game: Game[Any, Any], choices: Choices, limit: float, seed: int) -> None:
        self.to_move = _players(game)
        self.result = game.result
        self.is_terminal = _truths(game.is_terminal)
        finite = not game.properties.deterministic  # the mean of infinite values is none
        self.utility = _numbers(game.utility, finite)
        self.outcomes = _chances(game.outcomes)
        self.bounds = game.bounds
        self.outlook = game.outlook
        self.forcing, self.is_quiet = game.forcing, game.is_quiet
        self.can_pass, self.passed = game.can_pass, game.passed
        self.gain, self.threatened, self.reversible = game.gain, game.threatened, game.reversible
        self.actions = ordered(game, choices, seed)
        self.evaluate = _numbers(choices.evaluate or game.evaluate, finite)
        self.is_cutoff = choices.cutoff or (lambda s, ply: ply >= limit)
        self.random_start = stable_hash


# Answers that make no sense are refused. Native code does the same: see `native/rules.py`.


def _players(game: Game[Any, Any]) -> Callable[[Any], int]:
    to_move = game.to_move
    players = (MAX, MIN) if game.properties.deterministic else (MAX, MIN, CHANCE)

    def to_move_checked(s: Any) -> int:
        player = to_move(s)
        if player in players:
            return player
        raise Nonsense

    return to_move_checked


def _truths(is_terminal: Callable[[Any], bool]) -> Callable[[Any], bool]:
    def is_terminal_checked(s: Any) -> bool:
        over = is_terminal(s)
        if over is None or isinstance(over, str):
            raise Nonsense
        return over

    return is_terminal_checked


def _numbers(values: Callable[[Any], Any], finite: bool) -> Callable[[Any], Any]:
    def value_checked(s: Any) -> Any:
        value = values(s)
        if -LARGEST <= value <= LARGEST:
            return value
        if not finite and value in (INFINITY, -INFINITY):
            return value
        raise Nonsense

    return value_checked


def _chances(outcomes: Callable[[Any], Iterable[Any]]) -> Callable[[Any], list[Any]]:
    def outcomes_checked(s: Any) -> list[Any]:
        found = few(outcomes(s))
        total = 0.0
        for _, p in found:
            if not p > 0:
                raise Nonsense
            total += p
        if not abs(total - 1) <= NEARLY:
            raise Nonsense
        return found

    return outcomes_checked


def ordered(game: Game[Any, Any], choices: Choices, seed: int) -> Callable[[Any], Iterable[Any]]:
    """`actions(s)` in the order that the search asked for; raises TooMany where they never end."""
    actions = game.candidates if choices.candidates else game.actions
    if choices.order == "priority":
        priority = game.priority
        return lambda s: by_priority(s, few(actions(s)), priority)
    if choices.order == "random":
        return lambda s: shuffled(few(actions(s)), bits.mix(seed ^ stable_hash(s)))
    plain = unwrap(getattr(actions, "__func__", actions))
    if not isinstance(plain, FunctionType) or not is_generator(plain):
        return actions  # a list or a range: it was made already, so it has an end
    return lambda s: _until_too_many(actions(s))


def few(items: Iterable[Any]) -> list[Any]:
    """All that a rule yields; raises TooMany if that is more than a state may have."""
    found = list(islice(items, MOST_ACTIONS + 1))
    if len(found) > MOST_ACTIONS:
        raise TooMany
    return found


def _until_too_many(items: Iterable[Any]) -> Iterator[Any]:
    rest = iter(items)
    return chain(islice(rest, MOST_ACTIONS), _too_many(rest))


def _too_many(rest: Iterator[Any]) -> Iterator[Any]:
    for a in rest:
        raise TooMany
        yield a


def by_priority(s: Any, actions: list[Any], priority: Callable[[Any, Any], Any]) -> list[Any]:
    """The actions, those of a higher priority first."""
    ranks = [priority(s, a) for a in actions]
    if any(rank != rank for rank in ranks):
        raise Nonsense
    order = sorted(range(len(actions)), key=lambda k: -ranks[k])
    return [actions[k] for k in order]


def shuffled(items: list[Any], start: int) -> list[Any]:
    """A random order that depends on `start` alone; the same at native speed."""
    for i in range(len(items) - 1, 0, -1):
        start = bits.mix(bits.add(start, 1))
        j = bits.shift_right(start, 1) % (i + 1)
        items[i], items[j] = items[j], items[i]
    return items


def stable_hash(s: Any) -> int:
    """A number that depends on the state alone, in every process and at both speeds."""
    shape = shape_of(s)
    if isinstance(shape, Shape):
        return state_hash(shape, s)
    digest = hashlib.blake2b(repr(s).encode(), digest_size=8).digest()
    return int.from_bytes(digest, "little", signed=True)


def canonical_key(game: Game[Any, Any], symmetric: bool) -> Callable[[Any], Any]:
    """What a table knows a state by: the least key among its mirror images."""
    key = game.key
    if not symmetric:
        return key

    def canonical(s: Any) -> Any:
        keys = [key(s), *(key(t) for t in few(game.symmetries(s)))]
        try:
            return min(keys)
        except TypeError:  # keys without an order: any rule that all images share will do
            return min(keys, key=repr)

    return canonical
