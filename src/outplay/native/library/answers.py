"""Rules as a kernel asks them: what they leave in the arena is given back with the answer."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from outplay import bits
from outplay.asking import NEARLY
from outplay.native.front.intrinsics import (
    address,
    arena_mark,
    arena_reset,
    copy_words,
    peek,
    peek_float,
    poke,
    poke_float,
    set_stack,
    stack_top,
)
from outplay.native.layout import INFINITY_INT, MAX_ITEMS, Nonsense, TooMany
from outplay.native.library.sorting import heap_sort
from outplay.native.state import Words, scratch

LARGEST = 1.7976931348623157e308
SIGN = -(1 << 63)

Rule = Callable[..., Any]


def ask(convert: Rule, rule: Rule, *about: Any) -> Any:
    """What a rule answers about a state, and perhaps an action or a ply."""
    mark = arena_mark()
    x = convert(rule(*about))
    arena_reset(mark)
    return x


def ask_player(convert: Rule, rule: Rule, chance: bool, s: Any) -> Any:
    """`to_move`, which gives MAX, MIN or, where there is chance, CHANCE."""
    player = ask(convert, rule, s)
    if chance:
        if player > 1 or player < -1:
            raise Nonsense
    elif player != 1 and player != -1:
        raise Nonsense
    return player


def ask_state(convert: Rule, rule: Rule, *about: Any) -> Any:
    """What a rule makes of a state, and perhaps an action: it stays in the arena."""
    return convert(rule(*about))


def after_move(load: Rule, result: Rule, s: Any, move: int) -> Any:
    """What the action at an address leads to; `s` itself where there is none."""
    return result(s, load(move)) if move != 0 else s


def number_or_infinite(x: Any) -> Any:
    if x != x:
        raise Nonsense
    return x


def finite_number(x: Any) -> Any:
    if not (x >= -LARGEST and x <= LARGEST):
        raise Nonsense
    return x


def whole_number(x: Any) -> Any:
    """An int, unless it is what stands for infinity."""
    if x <= -INFINITY_INT or x == INFINITY_INT:
        raise Nonsense
    return x


def list_some(items: Rule, store: Rule, rule: Rule, size: int, s: Any, out: int, most: int) -> int:
    """Stores what a rule yields at `out`, at most the first few; gives the number."""
    mark = arena_mark()
    n = 0
    for item in items(rule, s):
        if n >= MAX_ITEMS:
            raise TooMany
        store(out + n * size, item)
        n += 1
        if n >= most:
            break
    arena_reset(mark)
    return n


def list_outcomes(into: Rule, words: int, s: Any, out: int) -> int:
    """Outcomes with their probabilities, none of which is negative, and which sum to 1."""
    n: int = into(s, out)
    total = 0.0
    for k in range(n):
        p = peek_float(out, k * words + words - 1)
        if not p >= 0.0:
            raise Nonsense
        total += p
    if not (total >= 1.0 - NEARLY and total <= 1.0 + NEARLY):
        raise Nonsense
    return n


def store_outcome(store: Rule, words: int, at: int, outcome: Any) -> None:
    """An action, and its probability in the word behind it."""
    a, p = outcome
    store(at, a)
    poke_float(at, words, p)


def load_outcome(load: Rule, words: int, at: int) -> Any:
    return load(at), peek_float(at, words)


def each_state(items: Rule, rule: Rule, convert: Rule, *about: Any) -> Iterator[Any]:
    """The states that a rule yields: those that a game calls symmetric to one, say."""
    n = 0
    for item in items(rule, *about):
        if n >= MAX_ITEMS:
            raise TooMany
        n += 1
        yield convert(item)


def is_reached(run: Any, s: Any, ply: int) -> bool:
    """Does a search with a limit of plies stop there?"""
    return bool(ply >= run.limit)


# --- what tables know a state by ----------------------------------------------------------------


def ask_word(words: Rule, key: Rule, fixed: bool, size: int, s: Any) -> int:
    """What a rule answers about a state, as one word."""
    mark = arena_mark()
    word = one_word(words(key(s)), fixed, size)
    arena_reset(mark)
    return word


def one_word(words: Sequence[int], fixed: bool, size: int) -> int:
    """The word that a table knows several words by, which are hashes unless they are `fixed`.

    Where `size` bits are enough for each, they are side by side, with the sign bit clear. Else it
    is a hash of 63 bits with the sign bit set.
    """
    if len(words) == 1:
        return words[0]
    if not fixed:
        return words[0] | SIGN
    if size:
        half = 1 << size - 1
        packed = 0
        fits = True
        for word in words:
            fits = fits and -half <= word and word < half
            packed = packed << size | word & (1 << size) - 1
        if fits:
            return packed
    return mixed_words(words) | SIGN


def mixed_words(words: Sequence[int]) -> int:
    """One word as it is, a hash of several."""
    if len(words) == 1:
        return words[0]
    h = 0
    for word in words:
        h = bits.mix(h ^ word)
    return h


def store_key(store: Rule, key: Rule, rows: Words, at: int, s: Any) -> None:
    """The words of a state's key, from `rows[at]` on."""
    mark = arena_mark()
    store(address(rows) + at * 8, key(s))
    arena_reset(mark)


def store_least(
    store: Rule, key: Rule, images: Rule, size: int, rows: Words, at: int, s: Any
) -> None:
    """The words of the least key among a state's images."""
    mark = arena_mark()
    least = key(s)
    for image in images(s):
        one = key(image)
        if one < least:
            least = one
    store(address(rows) + at * 8, least)
    arena_reset(mark)


def store_least_words(
    store: Rule, key: Rule, images: Rule, size: int, rows: Words, at: int, s: Any
) -> None:
    """The same where the words of the keys are compared; there is room for some on the stack."""
    mark = arena_mark()
    least = address(rows) + at * 8
    other = stack_top()
    store(least, key(s))
    for image in images(s):
        store(other, key(image))
        if precedes(other, least, size):
            copy_words(least, other, size)
    arena_reset(mark)


def precedes(one: int, two: int, size: int) -> bool:
    for w in range(size):
        x = peek(one, w)
        y = peek(two, w)
        if x != y:
            return bool(x < y)
    return False


# --- the order of actions in the textbook's searches ---------------------------------------------


def list_shuffled(into: Rule, start: Rule, run: Any, words: int, s: Any, out: int) -> int:
    """Actions in a random order that depends on the seed and the state alone."""
    n: int = into(s, out)
    h = bits.mix(run.seed ^ start(s))
    for i in range(n - 1, 0, -1):
        h = bits.mix(h + 1)
        j = (h >> 1 & INFINITY_INT) % (i + 1)
        for w in range(words):
            x = peek(out, i * words + w)
            poke(out, i * words + w, peek(out, j * words + w))
            poke(out, j * words + w, x)
    return n


def list_by_priority(into: Rule, load: Rule, priority: Rule, words: int, s: Any, out: int) -> int:
    """Actions by falling priority; those of one priority as they came."""
    n: int = into(s, out)
    set_stack(out + n * words * 8)
    ranks, order, copy = scratch(n), scratch(n), scratch(n * words)
    for k in range(n):
        p = priority(s, load(out + k * words * 8))
        if p != p:
            raise Nonsense
        poke_float(ranks, k, p)
        order[k] = k
    heap_sort(order, n, lambda one, two: comes_later(ranks, one, two))
    copy_words(copy, out, n * words)
    for k in range(n):
        for w in range(words):
            poke(out, k * words + w, copy[order[k] * words + w])
    return n


def comes_later(ranks: Words, one: int, two: int) -> bool:
    a, b = peek_float(ranks, one), peek_float(ranks, two)
    return bool(a < b or (a == b and one > two))
