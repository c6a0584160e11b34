"""The table of remembered states, in native memory.

An index of entry numbers (open addressing, 0 is empty) and a list of entries that only
grows. One entry: the words of the key, the horizon, the value, the flags.
Keys are stored whole, so that two states are never taken for one another.
"""

from __future__ import annotations

from outplay.native.forms import Form
from outplay.native.front.types import BIG, BOOL, FLOAT, INT, SeqT, StrT, TupleT, Type
from outplay.native.layout import OFFSET
from outplay.native.program import Program
from outplay.native.support import WORD, field, function, increase

VALUE, FLAGS, MORE = 1, 2, 3
"""Words of an entry after those of its key: the horizon comes first; how many there are."""

BOUND_MASK, ESTIMATED = 3, 4
"""Flags: the bound in the low bits, and whether an estimate took part."""


def entry_words(key: Form) -> int:
    """How many words an entry takes."""
    return key.key_size + MORE


def _by_order(key: Form) -> bool:
    """Is the least of some keys found by `<`, as Python finds it, and not by their words?"""
    return _is_ordered(key.t) and (not key.fixed or "float" in key.kinds)


def _is_ordered(t: Type) -> bool:
    if isinstance(t, TupleT):
        return t.is_tuple and all(_is_ordered(item) for item in t.items)
    if isinstance(t, SeqT):
        return _is_ordered(t.elem)
    return t in (INT, BOOL, FLOAT, BIG) or isinstance(t, StrT)


def add_table(
    program: Program,
    key: Form,
    *,
    key_rule: str,
    state: Form,
    symmetries: str,
    floats: bool,
    horizon: str,
) -> None:
    """run_recall, run_entry_value, run_entry_bound, run_remember, run_meet.

    `horizon` is source for how far the search may go below `ply`: values found with
    different horizons are different values.
    """
    words, size = key.key_size, entry_words(key)
    build = state.build_text(f"(top + k * {state.words * WORD})")
    canonical = [
        "mark = arena_mark()",
        f"mine = {field('keys')} + ply * {(words + 1) * WORD}",
        f"k0 = {key_rule}(s)" if key_rule else "k0 = s",
    ]
    if symmetries and _by_order(key):
        canonical += [
            f"n = {symmetries}(s, top)",
            "for k in range(n):",
            f"    t = {build}",
            f"    k1 = {key_rule}(t)" if key_rule else "    k1 = t",
            "    if k1 < k0:",
            "        k0 = k1",
        ]
    canonical.append("store_key_words(mine, k0)")
    if symmetries and not _by_order(key):
        canonical += [
            f"n = {symmetries}(s, top)",
            f"other = (top + n * {state.words * WORD})",
            "for k in range(n):",
            f"    t = {build}",
            f"    k1 = {key_rule}(t)" if key_rule else "    k1 = t",
            "    store_key_words(other, k1)",
            "    less = False",
            f"    for w in range({words}):",
            "        x = peek(other, w)",
            "        y = peek(mine, w)",
            "        if x != y:",
            "            less = x < y",
            "            break",
            "    if less:",
            f"        for w in range({words}):",
            "            poke(mine, w, peek(other, w))",
        ]
    find = [
        *canonical,
        "arena_reset(mark)",
        f"poke(mine, {words}, {horizon})",
        f"h = peek(mine, {words})",
        f"for w in range({words}):",
        "    h = bits_mix(h ^ peek(mine, w))",
        f"index = {field('index')}",
        f"mask = {field('index_mask')}",
        f"entries = {field('entries')}",
        "slot = h & mask",
        "while True:",
        "    number = peek(index, slot)",
        "    if number == 0:",
        "        return -1",
        f"    entry = entries + number * {size * WORD}",
        "    same = True",
        f"    for w in range({words + 1}):",
        "        if peek(entry, w) != peek(mine, w):",
        "            same = False",
        "            break",
        "    if same:",
        "        return number",
        "    slot = (slot + 1) & mask",
    ]
    entry = f"entry = {field('entries')} + number * {size * WORD}"
    at = words  # the words after the key
    value = f"peek_float(entry, {at + VALUE})" if floats else f"peek(entry, {at + VALUE})"
    store = "poke_float" if floats else "poke"
    program.add_source(
        function("run_recall", "run, s, ply, top", find)
        + function("run_entry_value", "run, number", [entry, f"return {value}"])
        + function("run_entry_bound", "run, number", [
            entry,
            f"return peek(entry, {at + FLAGS}) & {BOUND_MASK}",
        ])
        + function("run_use_entry", "run, number", [
            entry,
            increase("hits"),
            f"if peek(entry, {at + FLAGS}) & {ESTIMATED}:",
            f"    {increase('estimates')}",
        ])
        + function("new_entry", "run, ply", [
            # The slot where the search for the key ended may be taken by now: look again.
            f"mine = {field('keys')} + ply * {(words + 1) * WORD}",
            f"used = {field('entries_used')} + 1",
            f"if used >= {field('entries_size')}:",
            f"    {increase('full')}",
            "    return -1",
            f"h = peek(mine, {words})",
            f"for w in range({words}):",
            "    h = bits_mix(h ^ peek(mine, w))",
            f"index = {field('index')}",
            f"mask = {field('index_mask')}",
            "slot = h & mask",
            "while peek(index, slot) != 0:",
            "    slot = (slot + 1) & mask",
            "poke(index, slot, used)",
            f"poke(run, {OFFSET['entries_used']}, used)",
            f"entry = {field('entries')} + used * {size * WORD}",
            f"for w in range({words + 1}):",
            "    poke(entry, w, peek(mine, w))",
            increase("stored"),
            "return used",
        ])
        + function("run_remember", "run, number, ply, value, bound, estimates", [
            "if number < 0:",
            "    number = new_entry(run, ply)",
            "    if number < 0:",
            "        return",
            entry,
            f"{store}(entry, {at + VALUE}, value)",
            "flags = bound",
            f"if {field('estimates')} > estimates:",
            f"    flags |= {ESTIMATED}",
            f"poke(entry, {at + FLAGS}, flags)",
        ])
        + function("run_meet", "run, s, ply, top", [
            "number = run_recall(run, s, ply, top)",
            "if number >= 0:",
            f"    {increase('hits')}",
            "    return False",
            "number = new_entry(run, ply)",
            "if number < 0:",
            "    raise TooMany",
            "return True",
        ])
    )  # fmt: skip
