"""A random rule by itself: a function with its helpers, and what it is called with."""

from __future__ import annotations

import ast
from textwrap import indent

from program_grammar import KINDS, PRELUDE
from program_statements import Statements

INPUTS = 4
"""How often it is called."""


def function(seed: int, kinds: tuple[str, ...] = KINDS) -> str:
    """The source of a module with a function `rule`, and `INPUTS`, which it is called with.

    It returns all that it has computed.
    """
    write = Statements(seed, kinds)
    number = write.random.randint
    helpers = [write.function() for _ in range(number(0, 2))]
    given = [write.random.choice(write.kinds) for _ in range(number(1, 3))]
    names = [f"x{n}" for n in range(len(given))]
    inputs = []
    for n in range(INPUTS):
        write.scope = [("ply", "int")]
        values = ", ".join(write.expression(kind, n % 2) for kind in given)
        inputs.append(f"(lambda ply: (ply, {values}))({n})")
    write.scope = [("ply", "int"), *zip(names, given, strict=True)]
    lines = [write.statement(2) for _ in range(number(1, 6))]
    answers = ", ".join([name for name, _ in write.scope] + list(map(write.expression, given)))
    body = "\n".join([*lines, f"return ({answers})"])
    rule = f"def rule(ply, {', '.join(names)}):\n{indent(body, '    ')}\n"
    listed = f"def inputs():\n    return [{', '.join(inputs)}]\n"
    return ast.unparse(ast.parse("\n".join([PRELUDE, *helpers, rule, listed]))) + "\n"
