"""What threads tell each other, besides the table: native.

Which moves they are at, so that they keep out of each other's way; and which states they are
in, so that one whose state another has answered meanwhile goes back at once.
"""

from __future__ import annotations

from outplay.native.layout import OFFSET
from outplay.native.program import Program
from outplay.native.scores import FAR, PROVEN
from outplay.native.support import field, function

BUSY = 1 << 12
"""Moves that threads are at, told apart by a hash."""

STAND = 4
"""Words for each ply that a thread stands at: hash, depth, and the window."""


def add_sharing(program: Program, *, selective: bool, floats: bool) -> None:
    """take, release, is_taken: which moves of which states other threads are searching.

    And for selective searches stand, is_moot, recalled.
    """
    word = "word = bits_mix(h ^ index + 1)"
    slot = f"slot = word & {BUSY - 1}"
    program.add_source(
        function("run_take", "run, h, index", [word, slot, f"poke({field('busy')}, slot, word)"])
        + function("run_release", "run, h, index", [
            word,
            slot,
            f"if peek({field('busy')}, slot) == word:",
            f"    poke({field('busy')}, slot, 0)",
        ])
        + function("run_is_taken", "run, h, index", [
            word,
            slot,
            f"return peek({field('busy')}, slot) == word",
        ])
    )  # fmt: skip
    if not selective:
        return
    peek_score, poke_score = ("peek_float", "poke_float") if floats else ("peek", "poke")
    program.add_source(
        function("run_stand", "run, h, alpha, beta, depth, ply", [
            f"at = {field('stands')}",
            f"poke(at, {STAND} * ply, h)",
            f"poke(at, {STAND} * ply + 1, depth)",
            f"{poke_score}(at, {STAND} * ply + 2, alpha)",
            f"{poke_score}(at, {STAND} * ply + 3, beta)",
        ])
        + function("run_is_moot", "run, ply", [
            f"at = {field('stands')}",
            f"for k in range({field('stood')}, ply):",
            f"    h = peek(at, {STAND} * k)",
            "    found = 0",
            "    if h != 0:",
            "        found = run_probe(run, h)",
            f"    if found != 0 and run_depth_of(run, found) >= peek(at, {STAND} * k + 1):",
            "        low = run_low_of(run, found, k)",
            "        high = run_high_of(run, found, k)",
            f"        alpha = {peek_score}(at, {STAND} * k + 2)",
            f"        beta = {peek_score}(at, {STAND} * k + 3)",
            "        if low >= beta or high <= alpha or low >= high:",
            f"            poke(run, {OFFSET['away']}, k)",
            f"            {poke_score}(run, {OFFSET['result']}, low if low >= beta else high)",
            f"            if run_depth_of(run, found) < {PROVEN}:",
            f"                poke(run, {OFFSET['estimates']}, {field('estimates')} + 1)",
            "            return True",
            "return False",
        ])
        + function("run_recalled", "run, ply", [
            f"if {field('away')} == ply:",
            f"    poke(run, {OFFSET['away']}, {FAR})",
            f"return {peek_score}(run, {OFFSET['result']})",
        ])
    )  # fmt: skip
