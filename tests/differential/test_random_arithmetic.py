"""Random rules of arithmetic, translated and compiled, beside Python: never another answer."""

from __future__ import annotations

import linecache
import random
from typing import Any

import pytest
from native_functions import Native

from outplay import bits
from outplay.native.layout import Overflow

CONSTANTS = (0, 1, 2, 3, 5, 7, 8, 31, 62, 63, 64, 255, 2**31, 2**53 + 1, 2**62, 2**63 - 1)
EDGES = (0, 1, -1, 2, 3, 7, 40, 63, 64, -64, 2**31, 2**53 + 1, -(2**62), 2**63 - 1, -(2**63))
TABLE = (3, -7, 2**40, 11)


class Rules:
    """Writes functions `f(x, y)` out of a seed."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.names = ["x", "y"]

    def number(self, depth: int) -> str:
        """An expression that is an int."""
        pick = self.random.choice
        if depth == 0:
            return pick([pick(self.names), pick(self.names), str(pick(CONSTANTS))])
        one, other = self.number(depth - 1), self.number(depth - 1)
        return pick(
            [
                f"({one} {pick('+-*&|^')} {other})",
                f"({one} {pick('+-*&|^')} {other})",
                f"({one} {pick(['<<', '>>'])} ({other} & 127))",
                f"({one} {pick(['<<', '>>'])} {pick(CONSTANTS[:12])})",
                f"({one} {pick(['//', '%'])} {other})",
                f"({one} & {pick(CONSTANTS)})",
                f"({one} & ({other} << {pick(CONSTANTS[:10])}))",
                f"({one} & ~({other} << {pick(CONSTANTS[:10])}))",
                f"({one} ** {pick((0, 1, 2, 3, 20))})",
                f"(-{one})",
                f"(~{one})",
                f"abs({one})",
                f"({one} if {self.truth(depth - 1)} else {other})",
                f"min({one}, {other})",
                f"max({one}, {other})",
                f"wrap({one} * {other} + {one})",
                f"TABLE[{one} % 4]",
                f"sum(({one}, {other}))",
                f"sum(({one} + i for i in range(3)), start={other})",
                f"max((i * {one} for i in range(3) if i > {other}), default={one})",
                f"min(({one} - i for i in range(4)), key=lambda v: v % 3)",
                f"({one}).bit_length()",
                f"({one}).bit_count()",
                f"int({one} / 3)",
                f"int({one} * 0.5)",
                f"round({one} / 7)",
            ]
        )

    def truth(self, depth: int) -> str:
        one, other = self.number(depth), self.number(depth)
        sign = self.random.choice(["<", "<=", "==", "!=", ">", ">="])
        return self.random.choice(
            [
                f"{one} {sign} {other}",
                f"{one} {sign} 0.5",
                f"any(i {sign} {one} for i in range(3))",
                f"all(any(i {sign} {one} + j for j in range(2)) for i in range(3))",
            ]
        )

    def source(self) -> str:
        lines = ["def f(x, y):"]
        for number in range(self.random.randrange(1, 4)):
            name = f"v{number}"
            lines.append(f"    {name} = {self.number(2)}")
            self.names.append(name)
            kind = self.random.randrange(4)
            if kind == 0:
                lines += [f"    for k in range({self.random.randrange(2, 12)}):"]
                lines += [f"        {name} {self.random.choice('+-*^&')}= {self.number(1)} + k"]
            elif kind == 1:
                lines += [f"    if {self.truth(1)}:", f"        {name} = {self.number(1)}"]
            elif kind == 2:
                lines += [f"    {name} &= {self.number(1)} << {self.random.choice(CONSTANTS[:10])}"]
        return "\n".join([*lines, f"    return {self.number(2)}", ""])


def compiled(source: str, title: str) -> tuple[Any, Any]:
    """The function in Python and native."""
    filename = f"<rules {title}>"
    linecache.cache[filename] = (len(source), None, source.splitlines(True), filename)
    scope: dict[str, Any] = {"TABLE": TABLE, "wrap": bits.wrap, "__name__": "rules"}
    exec(compile(source, filename, "exec", dont_inherit=True), scope)
    return scope["f"], Native(scope["f"], 0, 0)


def differences(seeds: range) -> tuple[int, int]:
    """Answers that were alike, and those that only Python gives."""
    alike = beyond = 0
    for seed in seeds:
        source = Rules(seed).source()
        plain, native = compiled(source, str(seed))
        rng = random.Random(seed)
        inputs = [(x, y) for x in EDGES for y in EDGES] + [
            (rng.randint(-1000, 1000), rng.randint(-100, 100)) for _ in range(100)
        ]
        for x, y in inputs:
            try:
                wanted: Any = plain(x, y)
            except Exception as error:
                wanted = type(error)
            try:
                found: Any = native(x, y)
            except Overflow:
                beyond += 1
                continue
            except Exception as error:
                found = type(error)
            assert found == wanted and type(found) is type(wanted), f"{x}, {y}:\n{source}"
            alike += 1
    return alike, beyond


def test_a_few_random_functions():
    alike, beyond = differences(range(10))
    assert alike > 1_000 and beyond > 200


@pytest.mark.long
@pytest.mark.parametrize("block", range(20))
def test_many_random_functions(block):
    alike, beyond = differences(range(1000 + 100 * block, 1100 + 100 * block))
    assert alike > 8_000 and beyond > 2_000
