"""The rules as one search asks them: in its order, with its evaluation, interpreted."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from typing import Any, TypeVar

from outplay import bits
from outplay.asking import NEARLY
from outplay.copies import ProtectedGame, checked_result, with_copies
from outplay.freeze import order_of, text_of
from outplay.game import MOST_ACTIONS, AnyGame
from outplay.keys import key_of, same
from outplay.native.forms import stable_hash
from outplay.native.kernels import Choices
from outplay.native.layout import Nonsense, TooMany
from outplay.native.state import Value, Words
from outplay.tactics import TACTICS, Action, State

T = TypeVar("T")

Actions = Callable[[object], Iterable[object]]
Evaluate = Callable[[object], Value]
KeyOf = Callable[[object], Any]

SELECTIVE = (*TACTICS, "is_quiet", "outcome_bounds", "reversible_plies")
"""Questions that only the engine asks."""


class View:
    """The questions of a game, as attributes; kernels call it `game`."""

    __slots__ = (
        "__weakref__", "actions", "bounds", "canonical_key", "evaluate", "exchanged", "is_cutoff",
        "is_terminal", "key_word", "load_state", "moves", "outcomes", "placed",
        "position_word", "predecessors", "priority", "random_start", "result", "store_state",
        "symmetries", "to_move", "utility", "without_history", *SELECTIVE,
    )  # fmt: skip

    key_size: int
    """Natively, the words of a key, which `store_key` writes."""
    store_key: Callable[[Words, int, object], None]
    load_state: Callable[[Words], object]
    store_state: Callable[[Words, object], None]
    """Set by searches that keep states as rows of words."""
    tactical_actions: Callable[[object], Iterable[object]]
    capture_value: Callable[[object, object], Value]
    in_check: Callable[[object], bool]
    null_move_allowed: Callable[[object], bool]
    null_move: Callable[[object], object]
    is_quiet: Callable[[object], bool]
    outcome_bounds: Callable[[object], tuple[int, int]]
    reversible_plies: Callable[[object], int]

    def __init__(self, game: AnyGame, choices: Choices, limit: float, seed: int) -> None:
        self.to_move: Callable[[object], int] = game.to_move
        self.result: Callable[[object, object], object] = checked_result(game, self)
        self.is_terminal: Callable[[object], bool] = game.is_terminal
        self.utility: Evaluate = game.utility
        self.exchanged: Callable[[object], object] = game.exchanged
        self.without_history: Callable[[object], object] = game.without_history
        self.outcomes = _chances(game.outcomes)
        self.bounds: Callable[[object], tuple[Value, Value]] = game.bounds
        for rule in SELECTIVE:
            setattr(self, rule, getattr(game, rule))
        self.actions = ordered(game, choices, seed)
        self.evaluate: Evaluate = with_copies(game, choices.evaluate) or game.evaluate
        self.is_cutoff: Callable[[object, int], bool] = with_copies(game, choices.cutoff) or (
            lambda s, ply: ply >= limit
        )
        self.random_start = stable_hash
        self.canonical_key: KeyOf = _itself
        self.key_word = canonical_key(game, False)
        self.position_word: KeyOf = game.repetition_key
        self.priority: Callable[[object, object], Value] = game.priority
        listed: Actions = game.candidates if choices.candidates else game.actions
        self.moves: Callable[[object], list[object]] = lambda s: bounded_list(listed(s))
        self.symmetries: Callable[[object], list[object]] = lambda s: bounded_list(
            game.symmetries(s)
        )
        self.predecessors: Callable[[object], list[object]] = lambda s: bounded_list(
            game.predecessors(s)
        )
        self.placed: Callable[[object, int], list[object]] = lambda material, number: bounded_list(
            game.placed(material, number)
        )

    # Kernels ask these of lists of moves, which natively are rows of words.

    def try_move(self, moves: list[object], index: int, ply: int) -> object:
        """The move that is searched next at a ply."""
        return moves[index]

    def take(self, moves: list[object], index: int) -> object:
        return moves[index]

    def action_id(self, moves: list[object], index: int) -> int:
        """A number for a move; equal actions have equal ones."""
        a = moves[index]
        return a if type(a) is int else stable_hash(a)

    def slot_of(self, key: object) -> int:
        """A number for a key."""
        return hash(key)

    @staticmethod
    def order_of_keys(key: object) -> Callable[[Any, Any], bool]:
        """Does one key of that kind come before another? Some are ordered by their text."""
        if type(key) is int:
            return operator.lt
        order = order_of(key)

        def precedes(one: Any, other: Any) -> bool:
            try:
                return bool(one < other if order is None else order(one) < order(other))
            except TypeError:
                return text_of(one) < text_of(other)

        return precedes


def _chances(
    outcomes: Callable[[object], Iterable[tuple[object, float]]],
) -> Callable[[object], list[tuple[object, float]]]:
    """`outcomes`, which refuses probabilities that are none; see `native/rules.py`."""

    def outcomes_checked(s: object) -> list[tuple[object, float]]:
        found = bounded_list(outcomes(s))
        chances = [p for _, p in found]
        if chances and min(chances) >= 0 and -NEARLY <= sum(chances) - 1 <= NEARLY:
            return found
        raise Nonsense

    return outcomes_checked


def ordered(game: AnyGame, choices: Choices, seed: int) -> Actions:
    """`actions(s)` in the order that the search asked for."""
    actions = game.candidates if choices.candidates else game.actions
    if choices.order == "priority":
        priority = game.priority
        return lambda s: by_priority(s, bounded_list(actions(s)), priority)
    if choices.order == "random":
        return lambda s: shuffled(bounded_list(actions(s)), bits.mix(seed ^ stable_hash(s)))
    return actions


def bounded_list(items: Iterable[T]) -> list[T]:
    """All that a rule yields; raises TooMany if that is more than a state may have."""
    found = list(islice(items, MOST_ACTIONS + 1))
    if len(found) > MOST_ACTIONS:
        raise TooMany
    return found


def members(items: Sequence[object]) -> Callable[[object], bool]:
    """Is something one of these? Quickly answered wherever there are keys for them."""

    def is_member(item: object) -> bool:
        try:
            return key_of(item) in keys
        except TypeError:
            return any(same(item, one) for one in items)

    try:
        keys = frozenset(map(key_of, items))
    except TypeError:
        return lambda item: any(same(item, one) for one in items)
    return is_member


def by_priority(
    s: State, actions: list[Action], priority: Callable[[State, Action], float]
) -> list[Action]:
    """The actions, those of a higher priority first."""
    ranks = [priority(s, a) for a in actions]
    if any(rank != rank for rank in ranks):
        raise Nonsense
    order = sorted(range(len(actions)), key=lambda k: -ranks[k])
    return [actions[k] for k in order]


def shuffled(items: list[T], start: int) -> list[T]:
    """A random order that depends on `start` alone; the same at native speed."""
    for i in range(len(items) - 1, 0, -1):
        start = bits.mix(bits.add(start, 1))
        j = bits.shift_right(start, 1) % (i + 1)
        items[i], items[j] = items[j], items[i]
    return items


def canonical_key(game: AnyGame, symmetric: bool, *, native: bool = False) -> KeyOf:
    """What a table knows a state by: the least key among its mirror images.

    A `native` table knows states of any kind by themselves.
    """
    by_itself = not game.answers("key") and (native or not isinstance(game, ProtectedGame))
    key: KeyOf = _itself if by_itself else game.key
    if not symmetric:
        return key

    def canonical(s: object) -> Any:
        return least([key(s), *(key(t) for t in bounded_list(game.symmetries(s)))])

    return canonical


def least(keys: list[Any]) -> Any:
    """The first of the keys, by an order in which it does not matter how they are listed."""
    order = order_of(keys[0])
    try:
        return min(keys, key=order)
    except TypeError:  # None and a number, say
        return min(keys, key=text_of)


def _itself(s: T) -> T:
    return s
