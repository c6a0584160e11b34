"""What tables know a state by: words made from the shape of its key."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from outplay.native.forms import Form
from outplay.native.front import types as T
from outplay.native.front.special import Written
from outplay.native.front.values import V
from outplay.native.library import answers
from outplay.native.library.answers import Rule
from outplay.native.written import load, store_words, words_of

if TYPE_CHECKING:
    from outplay.native.rules import Rules


def word(rules: Rules, rule: str) -> Rule:
    """A function that gives a state's `key` or `repetition_key` as one word."""
    form = rules.forms.key if rule == "key" else rules.forms.position
    words = Written(lambda f, v: f.pack(words_of(f, form, v)))
    return partial(answers.ask_word, words, _key(rules, rule), form.fixed, form.bits_each)


def _key(rules: Rules, rule: str) -> Any:
    return rules.rule(rule) if rules.game.answers(rule) else Written(lambda f, s: s)


def least_key(rules: Rules, *, symmetric: bool) -> Rule:
    """`store_key(rows, at, s)`: the words of the least key among a state's images."""
    form = rules.forms.key
    stored = Written(lambda f, at, v: store_words(f, at, words_of(f, form, v)))
    key = _key(rules, "key")
    if not symmetric:
        return partial(answers.store_key, stored, key)
    least = answers.store_least if _by_order(form) else answers.store_least_words
    return partial(least, stored, key, rules.need("symmetries"), form.key_size)


def _by_order(key: Form) -> bool:
    """Is the least of some keys found by `<`, as Python finds it, and not by their words?"""
    return _is_ordered(key.t) and (not key.fixed or "float" in key.kinds)


def _is_ordered(t: T.Type) -> bool:
    if isinstance(t, T.Tuple):
        return t.is_tuple and all(_is_ordered(item) for item in t.items)
    if isinstance(t, T.Seq):
        return _is_ordered(t.elem)
    return t in (T.INT, T.BOOL, T.FLOAT, T.BIG) or isinstance(t, T.Str)


def action_id(form: Form, f: Any, moves: V, k: V) -> V:
    """A number for move `k` of a list; equal actions have equal ones."""
    at = moves.t.address(f, moves, k)  # type: ignore[attr-defined]
    if not form.fixed:
        return V(T.INT, (f.mixed(load(f, form, V(T.INT, (at,))), "0"),))
    words = [V(T.INT, (f.peek(at, w),)) for w in range(form.words)]
    return f.call_function(answers.mixed_words, [f.pack(words)], {})  # type: ignore[no-any-return]
