"""However much rules allocate, the memory of a native search does not grow with its nodes."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

ALL_COMPILE = False
"""The switch: while it is False, rules that are refused are skipped, whichever they are."""

MOST_GROWTH = 48 << 10
"""Kilobytes between a short search and one with twenty times the nodes."""

GAME = """
import copy
from outplay import MAX, Game

class Wasteful(Game):
    def initial(self): return {state}
    def to_move(self, s): return MAX if {plies} % 2 == 0 else -1
    def actions(self, s): return {actions}
    def result(self, s, a): return {after}
    def is_terminal(self, s): return {plies} >= 12
    def utility(self, s): return 0
    def evaluate(self, s):
        {evaluate}

def halves(numbers):
    if len(numbers) < 2:
        return numbers
    middle = len(numbers) // 2
    return halves(numbers[:middle]) + halves(numbers[middle:])
"""

PLAIN = {
    "state": "(0, 1)",
    "plies": "s[0]",
    "actions": "range(6)",
    "after": "(s[0] + 1, s[1] * 5 + a)",
}
KINDS = {
    "lists": PLAIN | {"evaluate": "return sum([n * s[1] % 7 for n in range(2000)]) % 101"},
    "sorted": PLAIN | {"evaluate": "return sorted([n * s[1] % 97 for n in range(500)])[77]"},
    "texts": PLAIN
    | {"evaluate": "return len(','.join([str(n + s[1] % 50) for n in range(1500)]))"},
    "dicts": PLAIN | {"evaluate": "return len({n * s[1] % 1009: (n, n) for n in range(500)})"},
    "sets": PLAIN
    | {
        "evaluate": "return len({(n, s[1] % 7) for n in range(400)} | {(1, n) for n in range(400)})"
    },
    "grows": PLAIN
    | {
        "evaluate": "text = ''\n        for n in range(300):\n            text += 'ab'\n        return len(text) + s[1] % 9"
    },
    "recursion": PLAIN | {"evaluate": "return halves([n * s[1] % 97 for n in range(256)])[9]"},
    "copies": PLAIN | {"evaluate": "return len(copy.deepcopy([[n, s[1]] for n in range(200)]))"},
    "large actions": PLAIN
    | {
        "actions": "[tuple(range(a, a + 600)) for a in range(6)]",
        "after": "(s[0] + 1, s[1] * 5 + a[0])",
        "evaluate": "return s[1] % 17",
    },
    "large states": {
        "state": "[list(range(800)), 0]",
        "plies": "s[1]",
        "actions": "range(6)",
        "after": "[[n + a for n in s[0]], s[1] + 1]",
        "evaluate": "return sum(s[0]) % 1009",
    },
    "growing states": {
        "state": "()",
        "plies": "len(s)",
        "actions": "[str(n) * 400 for n in range(6)]",
        "after": "s + (a,)",
        "evaluate": "return len(''.join(s))",
    },
}

CHILD = """
import json, resource, sys
import outplay
game = outplay.load(sys.argv[1])

def peak(nodes):
    outplay.minimax(game, depth=10, nodes=nodes, speed=sys.argv[2])
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

try:
    print(json.dumps([peak(1_000), peak(1_000), peak(20_000)]))
except outplay.NotNative as error:
    print(json.dumps(str(error)))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="Linux tells the peak in kilobytes")
@pytest.mark.parametrize("kind", KINDS)
def test_memory_does_not_grow_with_the_nodes(kind: str, tmp_path: Path) -> None:
    source = GAME
    for name, text in KINDS[kind].items():
        source = source.replace("{" + name + "}", text)
    path = tmp_path / "wasteful.py"
    path.write_text(source, encoding="utf-8")
    said = json.loads(
        subprocess.run(
            [sys.executable, "-c", CHILD, str(path), "native"],
            stdout=subprocess.PIPE,
            text=True,
            check=True,
            timeout=60,
        ).stdout
    )
    if isinstance(said, str):
        assert not ALL_COMPILE, said
        pytest.skip(f"refused: {said}")
    _, before, after = said
    assert after - before < MOST_GROWTH
