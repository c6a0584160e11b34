"""Native code on disk: found again by the next process, and never when anything changed."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

RULES = """
from typing import NamedTuple
from outplay import Game, MAX
from {helper} import bonus

class State(NamedTuple):
    left: int
    player: int

class Take(Game):
    MOST = {most}
    def __init__(self, start=12):
        self.start = start
    def initial(self):
        return State(self.start, MAX)
    def to_move(self, s):
        return s.player
    def actions(self, s):
        for n in range(1, self.MOST + 1):
            if n <= s.left:
                yield n
    def result(self, s, n):
        return State(s.left - n, -s.player)
    def is_terminal(self, s):
        return s.left == 0
    def utility(self, s):
        return -s.player * bonus({argument})
"""

HELPER = "FACTOR = {factor}\n\ndef bonus(n):\n    return n * FACTOR\n"

SEARCH = """
import json, sys
import outplay
game = outplay.load(sys.argv[1], **json.loads(sys.argv[2]))
result = outplay.minimax(game, speed="native")
from outplay.native import searcher
print(json.dumps({"value": result.value, "speed": result.speed}))
"""

FRESH = """
import outplay.native.building as building
made = []
old = building.compile_now
def compile_now(*args, **options):
    made.append(1)
    return old(*args, **options)
building.compile_now = compile_now
"""


def run(code: str, *arguments: str, cache: Path) -> dict[str, Any]:
    """Runs a script in a process of its own; gives what it prints, and whether it compiled."""
    program = FRESH + code + "\nprint(json.dumps(bool(made)))"
    done = subprocess.run(
        [sys.executable, "-c", program, *arguments],
        env={**os.environ, "OUTPLAY_CACHE": str(cache)},
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    answer, compiled = done.stdout.strip().splitlines()[-2:]
    return {**json.loads(answer), "compiled": json.loads(compiled)}


def write(folder: Path, most: int = 3, factor: int = 2, argument: str = "3") -> str:
    (folder / "take_helper.py").write_text(HELPER.format(factor=factor))
    rules = folder / "take_rules.py"
    rules.write_text(RULES.format(helper="take_helper", most=most, argument=argument))
    return str(rules)


def test_a_changed_rule_helper_constant_or_parameter_is_compiled_anew(tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    rules = write(tmp_path)
    first = run(SEARCH, rules, "{}", cache=cache)
    assert first == {"value": -6, "speed": "native", "compiled": True}
    assert run(SEARCH, rules, "{}", cache=cache) == {**first, "compiled": False}

    write(tmp_path, argument="4")  # a rule
    assert run(SEARCH, rules, "{}", cache=cache) == {**first, "value": -8, "compiled": True}
    write(tmp_path, factor=5)  # a constant of the helper module
    assert run(SEARCH, rules, "{}", cache=cache) == {**first, "value": -15, "compiled": True}
    helper = tmp_path / "take_helper.py"
    helper.write_text("def bonus(n):\n    return n + 100\n")  # the helper itself
    assert run(SEARCH, rules, "{}", cache=cache) == {**first, "value": -103, "compiled": True}
    write(tmp_path, most=4)  # a constant of the class: 12 is no longer lost
    assert run(SEARCH, rules, "{}", cache=cache) == {**first, "value": 6, "compiled": True}

    write(tmp_path)  # as it was: the first code is still there, and right
    assert run(SEARCH, rules, "{}", cache=cache) == {**first, "compiled": False}
    # A parameter that no rule reads is no reason to compile; the answer is that of 13.
    assert run(SEARCH, rules, '{"start": 13}', cache=cache) == {
        **first,
        "value": 6,
        "compiled": False,
    }
    with open(rules, "a") as file:
        file.write("\n# a remark\n")
    assert run(SEARCH, rules, "{}", cache=cache) == {**first, "compiled": False}


def test_a_folder_that_cannot_be_written_only_costs_the_cache(tmp_path: Path) -> None:
    rules = write(tmp_path)
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    for _ in range(2):
        answer = run(SEARCH, rules, "{}", cache=blocked / "cache")
        assert answer == {"value": -6, "speed": "native", "compiled": True}


def test_a_broken_file_is_compiled_over(tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    rules = write(tmp_path)
    run(SEARCH, rules, "{}", cache=cache)
    for path in cache.glob("*.native"):
        content = path.read_bytes()
        path.write_bytes(content[: len(content) // 2])
    assert run(SEARCH, rules, "{}", cache=cache)["compiled"]
    assert not run(SEARCH, rules, "{}", cache=cache)["compiled"]


def test_an_empty_variable_turns_the_cache_off(tmp_path: Path) -> None:
    rules = write(tmp_path)
    code = 'import os\nos.environ["OUTPLAY_CACHE"] = ""\n' + SEARCH
    assert run(code, rules, "{}", cache=tmp_path)["compiled"]
    assert run(code, rules, "{}", cache=tmp_path)["compiled"]


EVERY_KERNEL = """
import json
import outplay
from outplay import Memory, Playouts
from outplay.games.random_tree import RandomTree
from outplay.games.pig import Pig
from outplay.games.nim import Nim

plain = RandomTree(branch=3, depth=4, vary=True)
dice = Pig(target=8)
nim = Nim(heaps=(2, 2, 3))
found = []
def note(result):
    found.append([result.value, result.nodes, result.speed])
for search in (outplay.minimax, outplay.negamax, outplay.alphabeta):
    note(search(plain, speed="native"))
    note(search(plain, depth=3, memory=True, speed="native"))
    note(search(nim, memory=True, speed="native"))
note(outplay.alphabeta(plain, order="random", strict=True, speed="native"))
note(outplay.alphabeta(nim, candidates=True, fail_soft=False, speed="native"))
note(outplay.alphabeta(plain, depth=2, evaluate=Playouts(3), speed="native"))
for pruning in ("none", "star1", "star2"):
    note(outplay.expectiminimax(dice, depth=5, pruning=pruning, speed="native"))
    note(outplay.expectiminimax(dice, depth=5, pruning=pruning, memory=True, speed="native"))
counts = outplay.count(nim, speed="native")
found.append([outplay.perft(nim, 3, speed="native"), counts.nodes, counts.states])
print(json.dumps({"found": found}))
"""


SOME_KERNELS = (
    EVERY_KERNEL.replace("outplay.minimax, outplay.negamax, ", "")
    .replace('"none", "star1", "star2"', '"star2",')
    .replace("(outplay.alphabeta)", "(outplay.alphabeta,)")
)


@pytest.mark.parametrize(
    "kernels",
    [SOME_KERNELS, pytest.param(EVERY_KERNEL, marks=pytest.mark.long)],
    ids=["some", "all"],
)
def test_kernels_load_in_a_second_process(kernels: str, tmp_path: Path) -> None:
    # A saved binary that crashes when it is loaded is what this is for.
    first = run(kernels, cache=tmp_path)
    second = run(kernels, cache=tmp_path)
    assert first["compiled"]
    assert not second["compiled"]
    assert first["found"] == second["found"]


NOTEBOOK = """
import json
import outplay
from outplay import Game, MAX
source = '''
class Count(Game):
    def initial(self): return (7, MAX)
    def to_move(self, s): return s[1]
    def actions(self, s): return range(1, min(2, s[0]) + 1)
    def result(self, s, a): return (s[0] - a, -s[1])
    def is_terminal(self, s): return s[0] == 0
    def utility(self, s): return -s[1]
'''
import linecache
linecache.cache["<cell 1>"] = (len(source), None, source.splitlines(True), "<cell 1>")
exec(compile(source, "<cell 1>", "exec"))
result = outplay.minimax(Count(), speed="native")
print(json.dumps({"value": result.value}))
"""


def test_a_class_of_a_notebook_is_cached_too(tmp_path: Path) -> None:
    assert run(NOTEBOOK, cache=tmp_path) == {"value": 1, "compiled": True}
    assert run(NOTEBOOK, cache=tmp_path) == {"value": 1, "compiled": False}


def test_rules_typed_without_a_source_run_interpreted() -> None:
    namespace: dict[str, Any] = {}
    exec(
        "from outplay import Game, MAX\n"
        "class Typed(Game):\n"
        "    def initial(self): return (3, MAX)\n"
        "    def to_move(self, s): return s[1]\n"
        "    def actions(self, s): return (1,)\n"
        "    def result(self, s, a): return (s[0] - a, -s[1])\n"
        "    def is_terminal(self, s): return s[0] == 0\n"
        "    def utility(self, s): return -s[1]\n",
        namespace,
    )
    import outplay

    with pytest.raises(outplay.NotNative, match="source of"):
        outplay.minimax(namespace["Typed"](), speed="native")
    assert outplay.minimax(namespace["Typed"]()).value == 1
