"""The order of moves in selective searches, and what they learn from refutations: native.

The same at Python speed is in `engine/habits.py`.
"""

from __future__ import annotations

from outplay.native.books import NUMBERS, id_text
from outplay.native.layout import INFINITY_INT, OFFSET
from outplay.native.program import Program
from outplay.native.rules import Rules
from outplay.native.scores import (
    APPRAISALS,
    BAND,
    BONUS_EACH,
    BONUS_MOST,
    COUNTERED,
    FIRST,
    HISTORY_BITS,
    HISTORY_SIZE,
    KILLED,
    POOR,
    PRIORITY_MOST,
    REDUCTIONS,
)
from outplay.native.support import WORD, field, function


def add_habits(program: Program, rules: Rules, *, floats: bool) -> None:
    """arrange, pick, teach, reduction, margin: what only the selective kernel calls."""
    peek_score, poke_score = ("peek_float", "poke_float") if floats else ("peek", "poke")
    action = rules.forms.action
    stride = action.words * WORD
    into = rules.unordered()
    rank = ["rank = 0"]
    most = PRIORITY_MOST // 2
    if rules.choices.order == "priority":
        rank = [
            f"a = {action.build_text('at')}",
            f"p = {rules.need('priority')}(s, a)",
            "if p != p:",
            "    raise Nonsense",
            f"if p > {most}:",
            f"    rank = {most}",
            f"elif p < -{most}:",
            f"    rank = -{most}",
            "else:",
            "    rank = as_int(p)",
        ]
    history = f"history = {field('history')} + (mover + 1) * {HISTORY_SIZE // 2 * WORD}"
    program.add_source(
        function("run_counter", "run, ply", [
            "if ply < 1:",
            "    return -1",
            f"at = peek({field('path')}, ply - 1)",
            "if at == 0:",
            "    return -1",
            *id_text(action, "at"),
            f"return peek({field('counters')}, id) - 1",
        ])
        + function("run_arrange", "run, s, hint, mover, ply, top", [
            f"n = {into}(s, top)",
            f"order = top + n * {stride}",
            history,
            f"one = peek({field('killers')}, 2 * ply) - 1",
            f"two = peek({field('killers')}, 2 * ply + 1) - 1",
            "counter = run_counter(run, ply)",
            "for k in range(n):",
            f"    at = top + k * {stride}",
            *(f"    {line}" for line in rank),
            *(f"    {line}" for line in id_text(action, "at")),
            f"    rank = rank * {BAND} + peek(history, id)",
            "    if id == one:",
            f"        rank += {2 * KILLED}",
            "    elif id == two:",
            f"        rank += {KILLED}",
            "    if id == counter:",
            f"        rank += {COUNTERED}",
            "    if k == hint:",
            f"        rank = {FIRST}",
            f"    poke(order, k, rank * {NUMBERS} + ({NUMBERS - 1} - k))",
            "return n",
        ])
        + function("pick", "order, i, n", [
            "best = i",
            "most = peek(order, i)",
            "for k in range(i + 1, n):",
            "    word = peek(order, k)",
            "    if word > most:",
            "        most = word",
            "        best = k",
            "poke(order, best, peek(order, i))",
            "poke(order, i, most)",
        ])
        + function("run_teach", "run, quiet, mover, depth, ply, order, i, top", [
            history,
            f"bonus = {BONUS_EACH} * depth * depth",
            f"if bonus > {BONUS_MOST}:",
            f"    bonus = {BONUS_MOST}",
            "for k in range(i):",
            "    word = peek(order, k)",
            "    rank = word >> 16",
            f"    at = top + ({NUMBERS - 1} - (word & {NUMBERS - 1})) * {stride}",
            *(f"    {line}" for line in id_text(action, "at")),
            "    before = peek(history, id)",
            "    if k == i - 1:",
            "        if not quiet:",
            "            return",
            f"        poke(history, id, before + bonus - (before * bonus >> {HISTORY_BITS}))",
            f"        if peek({field('killers')}, 2 * ply) != id + 1:",
            f"            poke({field('killers')}, 2 * ply + 1, peek({field('killers')}, 2 * ply))",
            f"            poke({field('killers')}, 2 * ply, id + 1)",
            f"        if ply > 0 and peek({field('path')}, ply - 1) != 0:",
            f"            at = peek({field('path')}, ply - 1)",
            "            answer = id + 1",
            *(f"            {line}" for line in id_text(action, "at")),
            f"            poke({field('counters')}, id, answer)",
            f"    elif rank > {POOR} and rank < {-POOR}:",
            f"        poke(history, id, before - bonus - (before * bonus >> {HISTORY_BITS}))",
        ])
        + function("run_reduction", "run, depth, tried, rank", [
            f"d = depth if depth < {REDUCTIONS} else {REDUCTIONS - 1}",
            f"t = tried if tried < {REDUCTIONS} else {REDUCTIONS - 1}",
            f"less = peek({field('reductions')}, d * {REDUCTIONS} + t)",
            f"if rank > {POOR} and rank < {-POOR}:",
            f"    less -= rank >> {HISTORY_BITS - 1}",
            "return less",
        ])
        + function("run_appraisal", "run, h", [
            f"slot = {field('appraisals')} + (h & {APPRAISALS - 1}) * {2 * WORD}",
            "if peek(slot, 0) == h and h != 0:",  # 0 is an empty slot
            f"    return {peek_score}(slot, 1)",
            f"return {'inf' if floats else INFINITY_INT}",
        ])
        + function("run_appraise", "run, h, x", [
            f"slot = {field('appraisals')} + (h & {APPRAISALS - 1}) * {2 * WORD}",
            "poke(slot, 0, h)",
            f"{poke_score}(slot, 1, x)",
            "return x",
        ])
        + function("run_margin", "run, n, parts", [
            f"return {'as_float' if floats else 'as_int'}"
            f"(peek_float(run, {OFFSET['margin']}) * n / parts)",
        ])
        + function("run_is_better", "run, ply, x, mover", [
            f"{poke_score}({field('statics')}, ply, x)",
            "if ply < 2:",
            "    return True",
            f"return mover * x > mover * {peek_score}({field('statics')}, ply - 2)",
        ])
    )  # fmt: skip
