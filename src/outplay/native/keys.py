"""What tables know a state by: words made from the shape of its key.

The source of these functions is written here, since it depends on how many words a key has and on
what they are.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from outplay.native.forms import Form
from outplay.native.front.types import BIG, BOOL, FLOAT, INT, SeqT, StrT, TupleT, Type
from outplay.native.front.values import V
from outplay.native.written import Written, load, store_words, words_of

if TYPE_CHECKING:
    from outplay.native.rules import Rules


def _function(name: str, arguments: str, lines: list[str]) -> str:
    body = "\n".join(f"    {line}" for line in lines)
    return f"def {name}({arguments}):\n{body}\n"


def add_word(rules: Rules, rule: str) -> Any:
    """A function that gives a state's `key` or `repetition_key` as one word.

    Several small numbers are packed side by side, with the sign bit clear. Where one of them
    is too large, the word is a hash of 63 bits with the sign bit set.
    """
    form = rules.forms.key if rule == "key" else rules.forms.position
    own = rules.program.own
    own[f"{rule}_words"] = Written(lambda f, v: f.pack(words_of(f, form, v)))
    lines = ["mark = arena_mark()", *_key_of(rules, rule, "k0", "s")]
    names = [f"x{number}" for number in range(form.key_size)]
    lines += [f"({', '.join(names)},) = {rule}_words(k0)", "arena_reset(mark)"]
    size = form.bits_each
    if form.key_size == 1:
        lines.append(f"return {names[0]}")
    elif not form.fixed:
        lines.append(f"return {names[0]} | {-(1 << 63)}")
    else:
        if size:
            half = 1 << size - 1
            packed = "0"
            for name in names:
                packed = f"({packed} << {size} | {name} & {(1 << size) - 1})"
            fits = " and ".join(f"-{half} <= {name} and {name} < {half}" for name in names)
            lines += [f"if {fits}:", f"    return {packed}"]
        lines.append("h = 0")
        lines += [f"h = bits_mix(h ^ {name})" for name in names]
        lines.append(f"return h | {-(1 << 63)}")
    return rules.program.add_source(_function(f"{rule}_word", "s", lines))


def _key_of(rules: Rules, rule: str, name: str, s: str) -> list[str]:
    if not rules.game.answers(rule):
        return [f"{name} = {s}"]
    rules.program.own[f"rule_{rule}"] = rules.rule(rule)
    return [f"{name} = rule_{rule}({s})"]


def add_canonical(rules: Rules, *, symmetric: bool) -> Any:
    """`store_key(rows, at, s)`: the words of the least key among a state's images.

    They begin at `rows[at]`; what is compared with them is on the stack.
    """
    form = rules.forms.key
    own = rules.program.own
    own["store_key_words"] = Written(lambda f, at, v: store_words(f, at, words_of(f, form, v)))
    lines = ["mark = arena_mark()", *_key_of(rules, "key", "k0", "s")]
    if symmetric:
        own["symmetries"] = rules.need("symmetries")
    if symmetric and _by_order(form):
        lines += [
            "for t in symmetries(s):",
            *(f"    {line}" for line in _key_of(rules, "key", "k1", "t")),
            "    if k1 < k0:",
            "        k0 = k1",
        ]
    lines.append("store_key_words(mine, k0)")
    if symmetric and not _by_order(form):
        lines += [
            "for t in symmetries(s):",
            *(f"    {line}" for line in _key_of(rules, "key", "k1", "t")),
            "    store_key_words(other, k1)",
            "    less = False",
            f"    for w in range({form.key_size}):",
            "        x = peek(other, w)",
            "        y = peek(mine, w)",
            "        if x != y:",
            "            less = x < y",
            "            break",
            "    if less:",
            f"        for w in range({form.key_size}):",
            "            poke(mine, w, peek(other, w))",
        ]
    lines.append("arena_reset(mark)")
    source = rules.program.add_source(_function("store_key", "mine, other, s", lines))

    def write(f: Any, rows: V, at: V, s: V) -> V:
        mine = f.op(f"add i64 {rows.p[0]}, {f.op(f'mul i64 {at.p[0]}, 8')}")
        return f.call(f.const(source), [V(INT, (mine,)), f.env["#top"], s], {})  # type: ignore[no-any-return]

    return Written(write)


def _by_order(key: Form) -> bool:
    """Is the least of some keys found by `<`, as Python finds it, and not by their words?"""
    return _is_ordered(key.t) and (not key.fixed or "float" in key.kinds)


def _is_ordered(t: Type) -> bool:
    if isinstance(t, TupleT):
        return t.is_tuple and all(_is_ordered(item) for item in t.items)
    if isinstance(t, SeqT):
        return _is_ordered(t.elem)
    return t in (INT, BOOL, FLOAT, BIG) or isinstance(t, StrT)


def action_id(form: Form, f: Any, moves: V, k: V) -> V:
    """A number for move `k` of a list; equal actions have equal ones."""
    at = moves.t.address(f, moves, k)  # type: ignore[attr-defined]
    if not form.fixed:
        return V(INT, (f.mixed(load(f, form, V(INT, (at,))), "0"),))
    words = [V(INT, (f.peek(at, w),)) for w in range(form.words)]
    if len(words) == 1:
        return words[0]
    mixed = "0"
    for word in words:
        mixed = f.op(f"call i64 @mix(i64 {f.op(f'xor i64 {mixed}, {word.p[0]}')})")
    return V(INT, (mixed,))
