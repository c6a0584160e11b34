"""The engine's table in native memory: a fixed number of buckets of two entries.

An entry is a pair of words, the data and the data xor the hash of the state: threads write
without locks, and a pair of which halves come from two writers does not match any state.
Where scores are floats or large, an entry is four words: check, low, high and data.

The bits of the data, from the lowest: low and high (19 each, where an entry is a pair), the
best action + 1 (10), the depth (8), the logarithm of the work below (6), the search's age (2).

The first entry of a bucket gives way to more work or to a later search, and then moves to
the second place, which takes whatever comes.

A search that visits little must not pay for a large table: it starts with a small part of
it, and the part in use doubles when many entries were overwritten in it (`grow` a bucket).
Bucket b becomes 2b and 2b + 1. One thread does it; what the others read and write meanwhile may
be lost, but is never taken for something else.
"""

from __future__ import annotations

from outplay.native.layout import INFINITY_INT, OFFSET
from outplay.native.program import Program
from outplay.native.scores import LEAST, UNKNOWN
from outplay.native.support import WORD, field, function

PAIR, WIDE = 2, 4
"""Words of an entry."""

SCORE_BITS = 19
MOVE_AT, DEPTH_AT, WORK_AT, AGE_AT = 38, 48, 56, 62
MOST_MOVES = 1023


def address_text(h: str, words: int) -> str:
    """Source of the address of the bucket for hash `h`."""
    return (
        f"({field('table')} + "
        f"(bits_shift_right({h}, 32) * peek({field('extent')}, 0) >> 32) * {2 * words * WORD})"
    )


def add_buckets(program: Program, *, wide: bool, decisive: bool, floats: bool) -> None:
    """probe, low_of, high_of, depth_of, move_of, store, grow."""
    words = WIDE if wide else PAIR
    peek_score = "peek_float" if floats else "peek"
    poke_score = "poke_float" if floats else "poke"
    zero = "0.0" if floats else "0"

    def check(number: int) -> str:
        """The hash that an entry says it belongs to."""
        at = number * words
        rest = " ^ ".join(f"peek(b, {at + w})" for w in range(words))
        return rest

    def copy(number: int) -> list[str]:
        at = number * words
        if not wide:
            return [f"return peek(b, {at + 1})"]
        return [
            f"poke(run, {OFFSET['found_low']}, peek(b, {at + 1}))",
            f"poke(run, {OFFSET['found_high']}, peek(b, {at + 2}))",
            f"return peek(b, {at + 3})",
        ]

    data = [number * words + words - 1 for number in (0, 1)]
    if wide:
        low = [f"x = {peek_score}(run, {OFFSET['found_low']})"]
        high = [f"x = {peek_score}(run, {OFFSET['found_high']})"]
    else:
        mask = (1 << SCORE_BITS) - 1
        low = [f"x = (found & {mask}) - {UNKNOWN}"]
        high = [f"x = (found >> {SCORE_BITS} & {mask}) - {UNKNOWN}"]
        if not decisive:  # decisive scores never come as far as UNKNOWN
            low += [f"if x == -{UNKNOWN}:", f"    return -{INFINITY_INT}"]
            high += [f"if x == {UNKNOWN - 1}:", f"    return {INFINITY_INT}"]
    from_node = [
        f"if x > {LEAST}:",
        "    return x - ply",
        f"if x < -{LEAST}:",
        "    return x + ply",
    ]
    shifts = [(f"{{}} > {LEAST}", "{0} = {0} + ply"), (f"{{}} < -{LEAST}", "{0} = {0} - ply")]
    pack = []
    for name, sign, then in (("low", "<", f"-{UNKNOWN}"), ("high", ">", f"{UNKNOWN - 1}")):
        # Beyond what fits, a bound is made weaker, which it may be.
        other, most = (">", UNKNOWN - 2) if sign == "<" else ("<", 1 - UNKNOWN)
        cases = [] if wide else [(f"{name} {sign} {then}", f"{name} = {then}"),
                                 (f"{name} {other} {most}", f"{name} = {most}")]  # fmt: skip
        cases += [(t.format(name), move.format(name)) for t, move in shifts if decisive]
        for number, (test, move) in enumerate(cases):
            pack += [f"{'elif' if number else 'if'} {test}:", f"    {move}"]
    relative = from_node if decisive else []
    packed = f"low + {UNKNOWN} | high + {UNKNOWN} << {SCORE_BITS} | " if not wide else "1 | "
    write = [f"poke(b, at + {words - 1}, data)"]
    if wide:
        write = [
            f"{poke_score}(b, at + 1, low)",
            f"{poke_score}(b, at + 2, high)",
            *write,
            "poke(b, at, h ^ peek(b, at + 1) ^ peek(b, at + 2) ^ data)",
        ]
    else:
        write.append("poke(b, at, h ^ data)")
    program.add_source(
        function("run_probe", "run, h", [
            f"b = {address_text('h', words)}",
            f"if ({check(0)}) == h:",
            *(f"    {line}" for line in copy(0)),
            f"if ({check(1)}) == h:",
            *(f"    {line}" for line in copy(1)),
            "return 0",
        ])
        + function("run_fetch", "run, h", [f"prefetch({address_text('h', words)})"])
        + function("run_low_of", "run, found, ply", [*low, *relative, f"return x + {zero}"])
        + function("run_high_of", "run, found, ply", [*high, *relative, f"return x + {zero}"])
        + function("run_depth_of", "run, found", [f"return found >> {DEPTH_AT} & 255"])
        + function("run_move_of", "run, found", [f"return (found >> {MOVE_AT} & {MOST_MOVES}) - 1"])
        + function("run_store", "run, h, low, high, move, depth, work, ply", [
            *pack,
            f"if move >= {MOST_MOVES}:",
            "    move = -1",
            "work = int_bit_length(work)",
            f"age = {field('age')}",
            f"data = {packed}move + 1 << {MOVE_AT} | depth << {DEPTH_AT}"
            f" | work << {WORK_AT} | age << {AGE_AT}",
            f"b = {address_text('h', words)}",
            f"first = peek(b, {data[0]})",
            "at = 0",
            f"if first != 0 and ({check(0)}) != h:",
            f"    if (first >> {AGE_AT} & 3) != age or (first >> {WORK_AT} & 63) <= work:",
            f"        for w in range({words}):",
            f"            poke(b, {words} + w, peek(b, w))",
            "    else:",
            f"        at = {words}",
            f"    stored = {field('filled')} + 1",
            f"    poke(run, {OFFSET['filled']}, stored)",
            f"    extent = peek({field('extent')}, 0)",
            f"    if stored > {field('grow')} * extent and extent < {field('most_buckets')}:",
            "        run_grow(run)",
            f"        b = {address_text('h', words)}",
            "        at = 0",
            *write,
        ])
    )  # fmt: skip
    entry = [f"e{w} = peek(from_, {{at}} + {w})" for w in range(words)]
    place = [
        f"h = {' ^ '.join(f'e{w}' for w in range(words))}",
        f"b = table + (bits_shift_right(h, 32) * buckets >> 32) * {2 * words * WORD}",
        f"if peek(b, {data[0]}) != 0:",
        f"    b = b + {words * WORD}",
        *(f"poke(b, {w}, e{w})" for w in range(words)),
    ]
    second = [f"s{w} = peek(from_, {words + w})" for w in range(words)]
    program.add_source(
        function("run_grow", "run", [
            f"table = {field('table')}",
            f"before = peek({field('extent')}, 0)",
            "buckets = before * 2",
            f"poke(run, {OFFSET['filled']}, 0)",
            "for k in range(before):",
            f"    from_ = table + (before - 1 - k) * {2 * words * WORD}",
            *(f"    {line.format(at=0)}" for line in entry),
            *(f"    {line}" for line in second),
            f"    to = table + (before - 1 - k) * {4 * words * WORD}",
            f"    for w in range({4 * words}):",
            "        poke(to, w, 0)",
            f"    if e{words - 1} != 0:",
            *(f"        {line}" for line in place),
            *(f"    e{w} = s{w}" for w in range(words)),
            f"    if e{words - 1} != 0:",
            *(f"        {line}" for line in place),
            f"poke({field('extent')}, 0, buckets)",
        ])
    )  # fmt: skip
