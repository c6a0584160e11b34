"""Compiling grows in proportion to the rules: counted in functions and letters, not in seconds."""

from __future__ import annotations

import gc
import itertools
import linecache
import tracemalloc
from collections.abc import Callable
from typing import Any

import pytest
from native_function import Native

from outplay.native.front.function import APART, FunctionCompiler

HELPER = """
def helper_{n}(cells, k):
    total, seen = {n}, {{}}
    for x in cells:
        if x is None:
            continue
        total += x * k if x % {m} else -x
        seen[x] = seen.get(x, 0) + 1
    best = max(seen, key=seen.get) if seen else None
    row = [total, k] if best is None else [total, best]
    return sum(row)
"""


def rules(number: int) -> Callable[..., Any]:
    """A function that needs so many helpers."""
    text = "".join(HELPER.format(n=n, m=n % 5 + 2) for n in range(number))
    calls = "".join(f"    total += helper_{n}(cells, {n})\n" for n in range(number))
    return defined(f"{text}\ndef rules(cells):\n    total = 0\n{calls}    return total\n", "rules")


def nested(depth: int) -> Callable[..., Any]:
    """Loops in each other, whose variables change their types on the way."""
    text = "def loops(n):\n    best, total, found = None, 0, []\n"
    for level in range(depth):
        indent = "    " * (level + 1)
        text += f"{indent}for i{level} in range(n):\n{indent}    last{level} = None\n"
        text += f"{indent}    while n > i{level}:\n{indent}        n -= 1\n"
        text += f"{indent}        last{level} = (n, last{level} is None)\n"
    indent = "    " * (depth + 1)
    text += f"{indent}if best is None or i0 > best[0]:\n{indent}    best = (i0, total)\n"
    text += f"{indent}total += i0\n{indent}found.append(best)\n"
    text += "    return best, total, found\n"
    return defined(text, "loops")


def defined(text: str, name: str) -> Callable[..., Any]:
    filename = f"growth_{hash(text)}.py"
    linecache.cache[filename] = (len(text), None, text.splitlines(keepends=True), filename)
    scope: dict[str, Any] = {}
    exec(compile(text, filename, "exec", dont_inherit=True), scope)
    found: Callable[..., Any] = scope[name]
    return found


class Work:
    """What building a program took."""

    def __init__(self, patch: pytest.MonkeyPatch, f: Callable[..., Any], *arguments: Any) -> None:
        self.functions = self.lines = 0
        compiled, written = FunctionCompiler.compile, FunctionCompiler.op

        def counted(this: FunctionCompiler) -> None:
            self.functions += 1
            compiled(this)

        def op(this: FunctionCompiler, text: str) -> str:
            self.lines += 1
            return written(this, text)

        with patch.context() as during:
            during.setattr(FunctionCompiler, "compile", counted)
            during.setattr(FunctionCompiler, "op", op)
            self.text = len(Native(f, *arguments).text())


def test_twice_the_rules_is_twice_the_work(monkeypatch: pytest.MonkeyPatch) -> None:
    works = [Work(monkeypatch, rules(n), (1, None, 2)) for n in (3, 6, 12)]
    for less, more in itertools.pairwise(works):
        assert 1.5 * less.text < more.text < 2.2 * less.text
        assert more.functions < 2.2 * less.functions
        assert more.lines < 2.2 * less.lines


def test_memory_is_given_back() -> None:
    """What a program takes is in proportion to it, and nothing of it is kept."""
    Native(rules(1), (1, None, 2)).text()
    tracemalloc.start()
    most, after = [], []
    for number in (1, 2):
        before = tracemalloc.get_traced_memory()[0]
        tracemalloc.reset_peak()
        Native(rules(number), (1, None, 2)).text()
        most.append(tracemalloc.get_traced_memory()[1] - before)
        gc.collect()
        after.append(tracemalloc.get_traced_memory()[0] - before)
    tracemalloc.stop()
    assert most[1] < 2.5 * most[0] and most[1] < 20 << 20
    assert max(after) < 1 << 20


def test_loops_in_loops(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each level is written again a few times, but not each time for all levels around it."""
    works = [Work(monkeypatch, nested(depth), 3) for depth in (2, 4, 6)]
    assert works[2].text < 3 * works[0].text
    assert works[2].lines < 9 * works[0].lines


def chain(number: int) -> Callable[..., Any]:
    """Functions that each call the next one."""
    text = "".join(f"def h{n}(x):\n    return h{n + 1}(x + {n}) + 1\n\n\n" for n in range(number))
    return defined(f"{text}def h{number}(x):\n    return x\n", "h0")


def test_a_chain_of_functions() -> None:
    """It is compiled however long it is, and in proportion to its length."""
    sizes = {number: len(Native(chain(number), 5).text()) for number in (40, 80, 160)}
    assert sizes[160] - sizes[80] <= 2.1 * (sizes[80] - sizes[40])
    assert Native(chain(80), 5).answer() == chain(80)(5)


def test_a_long_chain_is_not_written_into_one_function() -> None:
    """LLVM would take longer and longer for it."""
    text = Native(chain(160), 5).text()
    apart = [line for line in text.splitlines() if line.startswith("define") and "noinline" in line]
    assert len([line for line in apart if "_h" in line]) >= 160 // APART - 1
