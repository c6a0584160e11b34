"""What the engine's native kernels call: scores, keys, the order of moves.

The same things at Python speed are in `engine/books.py`; the table is in `native/buckets.py`.
"""

from __future__ import annotations

from outplay.native.forms import Form
from outplay.native.layout import INFINITY_INT, OFFSET
from outplay.native.program import Program
from outplay.native.rules import Rules
from outplay.native.scores import (
    FAR,
    FIRST,
    HISTORY_MOST,
    HISTORY_SIZE,
    LEAST,
    PRIORITY_MOST,
    WIN,
)
from outplay.native.support import WORD, field, finite, function, heap_sort

RECORD = WORD
"""Bytes for one move in the order: its rank and its number."""

NUMBERS = 1 << 16
"""More than the moves of any state: rank and number share one word."""


FEW = 200
"""Moves that are sorted one by one, as they come; more of them all at once."""


def room(action: Form) -> int:
    """Bytes that one move of a prepared state takes: itself, its place in the order twice, and
    the hash of where it leads."""
    return action.words * WORD + 3 * RECORD


def add_scores(program: Program, *, decisive: bool, floats: bool) -> None:
    """outcome, worth, least, most, estimate: from what rules say to what searches compare."""
    as_score = "as_float" if floats else "as_int"
    win = f"peek_float(run, {OFFSET['win']})"
    if decisive:
        outcome = [
            "if u == 0.0:",
            f"    return {as_score}(0)",
            f"if u == {win}:",
            f"    return {as_score}({WIN} - ply)",
            f"if u == -{win}:",
            f"    return {as_score}(ply - {WIN})",
            "raise Uneven",
        ]
        least = [
            f"if x == {win}:",
            f"    return {as_score}({LEAST})",
            "if x < 0.0:",
            f"    return {as_score}(-{WIN})",
            "if x == 0.0:",
            f"    return {as_score}(0)",
            "raise Uneven",
        ]
        most = [
            f"if x == -{win}:",
            f"    return {as_score}(-{LEAST})",
            "if x > 0.0:",
            f"    return {as_score}({WIN})",
            "if x == 0.0:",
            f"    return {as_score}(0)",
            "raise Uneven",
        ]
    else:
        outcome = [*finite("u", floats), f"return {as_score}(u)"]
        least = most = [f"return {as_score}(x)"]
    bound = LEAST - 1
    estimate = [f"if x > {bound}:", f"    return {as_score}({bound})",
                f"if x < -{bound}:", f"    return {as_score}(-{bound})", "return x"]  # fmt: skip
    if not decisive:
        estimate = [*finite("x", floats), "return x"]
    program.add_source(
        function("run_outcome", "run, u, ply", outcome)
        + function("run_worth", "run, n, ply", [
            "if n > 0:",
            f"    return {as_score}({WIN} - ply - n)",
            "if n < 0:",
            f"    return {as_score}(ply - n - {WIN})",
            f"return {as_score}(0)",
        ])
        + function("run_least", "run, x", least)
        + function("run_most", "run, x", most)
        + function("run_estimate", "run, x", estimate)
    )  # fmt: skip


def _word_text(title: str, rule: str, rules: Rules, key: Form) -> str:
    """A function that gives a state's `key` or `position` as one word.

    Several small numbers are packed side by side, with the sign bit clear. Where one of them
    is too large, the word is a hash of 63 bits with the sign bit set.
    """
    lines = ["mark = arena_mark()"]
    lines += [f"k0 = {rules.need(rule)}(s)"] if rules.game.answers(rule) else ["k0 = s"]
    names = [f"x{number}" for number in range(key.key_size)]
    lines += [f"({', '.join(names)},) = {rule}_words(k0)", "arena_reset(mark)"]
    size = key.bits_each
    if key.key_size == 1:
        lines.append(f"return {names[0]}")
    elif not key.fixed:
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
    return function(title, "s, top", lines)


def add_hash(program: Program, rules: Rules, *, symmetric: bool, placed: bool) -> None:
    """fingerprint(s): one word that no other state has, wherever the key fits into a word.

    `placed`: spot(s) is the same for the `position`. Images are told apart by it, so that a
    counter in the state has no say in which of them stands for all.
    """
    state = rules.forms.state
    text = _word_text("word_of", "key", rules, rules.forms.key)
    if placed:
        text += _word_text("spot_of", "position", rules, rules.forms.position)
        text += function("run_spot", "run, s, top", ["return bits_mix(spot_of(s, top))"])
    word_of = "spot_of" if placed else "word_of"
    build = state.build_text(f"(top + k * {state.words * WORD})")
    if symmetric:
        symmetries = rules.need("symmetries")
        images = [
            f"n = {symmetries}(s, top)",
            f"free = top + n * {state.words * WORD}",
            "for k in range(n):",
            f"    t = {build}",
            f"    other = {word_of}(t, free)",
            "    if other < word:",
            "        word = other",
        ]
        text += function("run_image", "run, s, top", [
            "best = s",
            f"word = {word_of}(s, top)",
            *images,
            "        best = t",
            "return best",
        ])  # fmt: skip
    text += function("run_fingerprint", "run, s, top", ["return bits_mix(word_of(s, top))"])
    text += function("run_keyed", "run, h, depth", ["return h ^ bits_mix(depth)"])
    program.add_source(text)


def id_text(action: Form, address: str) -> list[str]:
    """Statements that give `id`, a small number for the action stored at `address`."""
    if not action.fixed:
        return [f"id = row_hash({address}) & {HISTORY_SIZE - 1}"]
    if action.words == 1:
        return [f"id = peek({address}, 0) & {HISTORY_SIZE - 1}"]
    lines = ["id = 0"]
    lines += [f"id = bits_mix(id ^ peek({address}, {w}))" for w in range(action.words)]
    return [*lines, f"id = id & {HISTORY_SIZE - 1}"]


def add_order_of_moves(
    program: Program, rules: Rules, foresees: bool, *, symmetric: bool, floats: bool
) -> None:
    """prepare, learn, foreseen: the moves of a state, best guess first.

    `foresees`: the table may know of one of them that it is good enough.
    """
    action = rules.forms.action
    stride = action.words * WORD
    into = rules.unordered()
    rank = ["rank = 0"]
    if rules.choices.order == "priority":
        rank = [
            f"a = {action.build_text('at')}",
            f"p = {rules.need('priority')}(s, a)",
            "if p != p:",
            "    raise Nonsense",
            f"if p > {PRIORITY_MOST}:",
            f"    rank = {PRIORITY_MOST}",
            f"elif p < -{PRIORITY_MOST}:",
            f"    rank = -{PRIORITY_MOST}",
            "else:",
            "    rank = as_int(p)",
        ]
    habit = [
        *id_text(action, "at"),
        f"rank = rank * {2 * (HISTORY_MOST + 1)} + peek(history, id)",
        "if id == killer:",
        f"    rank = rank + {HISTORY_MOST + 1}",
    ]
    if foresees and rules.choices.order == "priority":
        habit = []  # measured: a good priority is better without
    learn = [
        f"at = top + index * {stride}",
        *id_text(action, "at"),
        f"poke({field('killers')}, ply, id + 1)",
        f"history = {field('history')} + (mover + 1) * {HISTORY_SIZE // 2 * WORD}",
        "before = peek(history, id)",
        f"poke(history, id, before + (({HISTORY_MOST} - before) >> 4))",
    ]
    fetch = []
    if foresees:
        images = [f"    if ply < {field('mirrored')}:", "        t = run_image(run, t, free)"]
        fetch = [
            f"hashes = order + n * {2 * RECORD}",
            f"free = order + n * {3 * RECORD}",
            "mark = arena_mark()",
            "for k in range(n):",
            "    arena_reset(mark)",
            f"    a = {action.build_text(f'(top + k * {stride})')}",
            f"    t = {rules.need('result')}(s, a)",
            *(images if symmetric else []),
            "    h = run_fingerprint(run, t, free)",
            "    run_fetch(run, h)",
            "    poke(hashes, k, h)",
            "arena_reset(mark)",
        ]
    ranked = [
        f"history = {field('history')} + (mover + 1) * {HISTORY_SIZE // 2 * WORD}",
        f"killer = peek({field('killers')}, ply) - 1",
        "for k in range(n):",
        f"    at = top + k * {stride}",
        *(f"    {line}" for line in rank),
        *(f"    {line}" for line in habit),
        "    if k == hint:",
        f"        rank = {FIRST}",
        f"    rank = rank * {NUMBERS} + ({NUMBERS - 1} - k)",
    ]
    program.add_source(
        heap_sort("sort_words", "order, n", "{one} < {two}")
        + function("prepare_many", "run, s, hint, mover, ply, top, order, n", [
            *ranked,
            "    poke(order, k, rank)",
            "sort_words(order, n)",
            "return n",
        ])
        + function("run_prepare", "run, s, hint, mover, ply, top", [
            f"n = {into}(s, top)",
            f"order = top + n * {stride}",
            *fetch,
            f"if n > {FEW}:",
            "    return prepare_many(run, s, hint, mover, ply, top, order, n)",
            *ranked,
            "    j = k",
            "    while j > 0 and peek(order, j - 1) < rank:",
            "        poke(order, j, peek(order, j - 1))",
            "        j -= 1",
            "    poke(order, j, rank)",
            "return n",
        ])
        + function("run_learn", "run, index, mover, ply, top", learn if habit else ["return"])
    )  # fmt: skip
    if foresees:
        program.add_source(
            function("run_foreseen", "run, s, n, roof, mover, ply, top", [
                f"hashes = top + n * {stride + 2 * RECORD}",
                "for k in range(n):",
                "    found = run_probe(run, peek(hashes, k))",
                "    if found != 0:",
                "        if mover == 1:",
                "            value = run_low_of(run, found, ply + 1)",
                "        else:",
                "            value = -run_high_of(run, found, ply + 1)",
                "        if value >= roof:",
                "            return value",
                f"return -{'inf' if floats else INFINITY_INT}",
            ])
        )  # fmt: skip


def add_repetition(program: Program) -> None:
    """repeated(h, ply, span): at which of the last `span` plies the position stood.

    -1: before the root. FAR: nowhere.
    """
    program.add_source(
        function("run_repeated", "run, h, ply, span", [
            f"keys = {field('keys')}",
            "poke(keys, ply, h)",
            "k = ply - 1",
            "last = ply - span if span < ply else 0",
            "while k >= last:",
            "    if peek(keys, k) == h:",
            "        return k",
            "    k -= 1",
            f"before = {field('past')}",
            f"size = {field('past_size')}",
            "first = size - (span - ply) if span - ply < size else 0",
            "for k in range(first, size):",
            "    if peek(before, k) == h:",
            "        return -1",
            f"return {FAR}",
        ])
    )  # fmt: skip
