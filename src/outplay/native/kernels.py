"""From a textbook kernel to a native one: the same source, asked of the same rules.

A kernel is a plain function `f(game, s, …, ply, run)`. Translated, it loses `game`, whose
rules it then calls by name, and gains `_top`, the address where free memory for actions
starts:

    for a in game.actions(s):           _n1 = actions_into(s, _top)
        … f(game, t, ply + 1, run)      _top1 = _top + _n1 * size of an action
                                        for _i1 in range(_n1):
                                            a = the action at _top + _i1 * size
                                            … f(t, ply + 1, run, _top1)

`run.leaves += 1` becomes a word in the block, `run.improve(ply, a)` a call of a support
function. Flags are settled before (`prune.py`).
"""

from __future__ import annotations

import ast
import types
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, cast

from outplay import bits
from outplay.native.books import (
    add_hash,
    add_order_of_moves,
    add_repetition,
    add_scores,
)
from outplay.native.buckets import add_buckets
from outplay.native.habits import add_habits
from outplay.native.kernel_loops import Loops, is_rule, is_run
from outplay.native.layout import ARGUMENTS, INFINITY_INT, OFFSET
from outplay.native.program import Function, Program
from outplay.native.prune import Flags, pruned
from outplay.native.rewrite import expression, statements
from outplay.native.rules import TRUTHS, Rules
from outplay.native.sharing import add_sharing
from outplay.native.support import (
    add_books,
    add_checks,
    function,
    inline,
)
from outplay.native.table import add_table

BITS = {
    function: f"bits_{name}"
    for name, function in vars(bits).items()
    if isinstance(function, types.FunctionType) and not name.startswith("_")
}
"""The functions of `outplay.bits`, by the names that generated source calls them by."""

ON_STACK = (
    "recall", "meet", "image", "fingerprint", "spot", "prepare", "arrange", "foreseen", "learn",
)  # fmt: skip
"""Methods of `run` that need free memory on the stack of actions, or what was put there."""


@dataclass(frozen=True)
class Kernel:
    """A search as source: functions (the entry first) and what its entry takes."""

    functions: tuple[Callable[..., Any], ...]
    arguments: tuple[str, ...]
    """Kinds of the arguments between `s` and `run`: `value` or `int`."""
    floats: bool
    """Values are floats whatever the utilities are (chance averages them)."""

    @property
    def name(self) -> str:
        return self.functions[0].__name__


def translate_kernel(
    kernel: Kernel, flags: Flags, rules: Rules, *, floats: bool, horizon: str
) -> Program:
    """Adds the kernel, its support and `entry(run)` to the program of `rules`."""
    program, forms, on = rules.program, rules.forms, dict(flags)
    add_books(program, forms.action)
    add_checks(program, mean=not rules.game.properties.deterministic)
    if on.get("engine"):
        add_engine(rules, on, floats=floats)
    if on.get("memory"):
        symmetric = on.get("symmetric", False)
        add_table(
            program,
            forms.key,
            key_rule=rules.need("key") if rules.game.answers("key") else "",
            state=forms.state,
            symmetries=rules.need("symmetries") if symmetric else "",
            floats=floats,
            horizon=horizon,
        )
    for plain in reversed(kernel.functions):
        translator = _KernelTranslator(kernel, rules, plain, floats)
        node = translator.definition(pruned(plain, flags))
        program.functions[node.name] = Function(node.name, node)
    peek_value = "peek_float" if floats else "peek"
    stack = f"peek(run, {OFFSET['stack']})"
    arguments = [
        f"{peek_value if kind == 'value' else 'peek'}(run, {ARGUMENTS + number})"
        for number, kind in enumerate(kernel.arguments)
    ]
    call = ", ".join(["s", *arguments, "run", stack])
    store = "poke_float" if floats else "poke"
    convert = "as_float" if floats else "as_int"
    # A search of the textbook asks for the values of a root's children by their actions.
    move = f"peek(run, {OFFSET['move']})"
    follow = [
        f"if {move} != 0:",
        f"    s = {rules.need('result')}(s, {forms.action.build_text(move)})",
    ]
    program.add_source(
        function("entry", "run", [
            "s = root_state(run)",
            *([] if on.get("engine") else follow),
            f"{store}(run, {OFFSET['result']}, {convert}(kernel_{kernel.name}({call})))",
        ])
    )  # fmt: skip
    return program


def add_engine(rules: Rules, on: dict[str, bool], *, floats: bool) -> None:
    """What the kernels of `outplay.engine` call."""
    program, decisive = rules.program, on["decisive"]
    rules.decisive, program.inlined = decisive, True
    add_scores(program, decisive=decisive, floats=floats)
    add_hash(program, rules, symmetric=on["symmetric"], placed=on.get("placed", False))
    add_buckets(program, wide=floats, decisive=decisive, floats=floats)
    if not on["selective"]:
        sees = not on["limited"] and not on.get("chance")
        add_order_of_moves(program, rules, sees, symmetric=on["symmetric"], floats=floats)
    if on["cyclic"]:
        add_repetition(program)
    if on["selective"]:
        add_habits(program, rules, floats=floats)
    if on["shared"]:
        add_sharing(program, selective=on["selective"], floats=floats)


class _KernelTranslator(Loops):
    """Rewrites one function of a kernel."""

    def __init__(
        self, kernel: Kernel, rules: Rules, plain: Callable[..., Any], floats: bool
    ) -> None:
        self.names = {f.__name__ for f in kernel.functions}
        self.rules = rules
        self.floats = floats
        self.scope = cast(types.FunctionType, plain).__globals__
        self.locals: set[str] = set()
        self.outer = self.top = "_top"
        self.loops = 0

    def definition(self, node: ast.FunctionDef) -> ast.FunctionDef:
        parameters = [a.arg for a in node.args.args if a.arg != "game"]
        self.locals = set(parameters) | {
            n.id for n in ast.walk(node) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)
        }
        (new,) = statements(
            f"def kernel_{node.name}({', '.join([*parameters, '_top'])}): pass", node
        )
        assert isinstance(new, ast.FunctionDef)
        new.body = self.block(node.body)
        return ast.fix_missing_locations(new)

    def block(self, body: list[ast.stmt]) -> list[ast.stmt]:
        new: list[ast.stmt] = []
        for statement in body:
            visited = self.visit(statement)
            new += visited if isinstance(visited, list) else [visited]
        return new

    def visit_Expr(self, node: ast.Expr) -> ast.AST | list[ast.stmt]:
        call = node.value
        if isinstance(call, ast.Call) and is_run(call.func):
            assert isinstance(call.func, ast.Attribute)
            text = inline(call.func.attr, self.rules.forms.action)
            if text:
                parts = {f"_p{n}": self.visit(a) for n, a in enumerate(call.args)}
                return statements(text, node, **parts)
        return self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> ast.AST:
        if is_rule(node):
            return self._rule_call(node)
        if is_run(node.func):
            assert isinstance(node.func, ast.Attribute)
            method = node.func.attr
            if method == "is_late":
                return expression("_i > _n0", node)
            if method == "rank":
                return expression("peek(_order, _i - 1) >> 16", node)
            arguments = [self.visit(a) for a in node.args]
            extra = [self.outer if method == "learn" else self.top] if method in ON_STACK else []
            if method == "teach":
                extra = ["_order", "_i", self.outer]
            return self._call(f"run_{method}", ["run"], arguments, extra, node)
        if isinstance(node.func, ast.Name) and node.func.id in ("max", "min"):
            one, other = (self.visit(a) for a in node.args)
            sign = ">" if node.func.id == "max" else "<"
            return expression(
                f"_other if _other {sign} _one else _one", node, _one=one, _other=other
            )
        if isinstance(node.func, ast.Name) and node.func.id in self.names:
            arguments = [self.visit(a) for a in node.args[1:]]
            return self._call(f"kernel_{node.func.id}", [], arguments, [self.top], node)
        return self.generic_visit(node)

    def _rule_call(self, node: ast.Call) -> ast.expr:
        assert isinstance(node.func, ast.Attribute)
        rule, arguments = node.func.attr, [self.visit(a) for a in node.args]
        if rule == "is_cutoff" and self.rules.choices.cutoff is None:
            return expression(f"_ply >= peek(run, {OFFSET['limit']})", node, _ply=arguments[1])
        if rule == "evaluate" and self.rules.choices.playouts:
            return self._call(
                "kernel_playout_mean", [], [*arguments], ["ply", "run", self.top], node
            )
        if rule == "random_start":
            return expression("hash_of(_s)", node, _s=arguments[0])
        call = self._call(self.rules.need(rule), [], arguments, [], node)
        whole = ("to_move", "reversible")
        convert = "as_int" if rule in whole else "as_bool" if rule in TRUTHS else None
        if rule in ("utility", "evaluate", "gain"):
            # `run.outcome` makes a score of a decisive utility.
            floats = self.floats or (rule == "utility" and self.rules.decisive)
            convert = "as_float" if floats else "as_int"
            if rule != "gain":
                call = self._call(convert, [], [call], [], node)
                convert += "_checked"
        return self._call(convert, [], [call], [], node) if convert else call

    def _call(
        self, name: str, before: list[str], arguments: list[Any], after: list[str], where: ast.AST
    ) -> ast.expr:
        parts = {f"_a{number}": argument for number, argument in enumerate(arguments)}
        return expression(f"{name}({', '.join([*before, *parts, *after])})", where, **parts)

    # --- fields of `run` and constants ---------------------------------------------------------

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        if is_run(node):
            floating = node.attr in ("low", "high", "win", "repetition")
            peek = "peek_float" if floating else "peek"
            return expression(f"{peek}(run, {OFFSET[node.attr]})", node)
        return self.generic_visit(node)

    def visit_Assign(self, node: ast.Assign) -> ast.AST | list[ast.stmt]:
        target = node.targets[0]
        if not is_run(target):
            return self.generic_visit(node)
        assert isinstance(target, ast.Attribute)
        return statements(
            f"poke(run, {OFFSET[target.attr]}, _value)", node, _value=self.visit(node.value)
        )

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.AST | list[ast.stmt]:
        if not is_run(node.target):
            return self.generic_visit(node)
        assert isinstance(node.target, ast.Attribute) and isinstance(node.op, ast.Add)
        offset = OFFSET[node.target.attr]
        return statements(
            f"poke(run, {offset}, peek(run, {offset}) + _value)",
            node,
            _value=self.visit(node.value),
        )

    def visit_Name(self, node: ast.Name) -> ast.AST:
        if not isinstance(node.ctx, ast.Load) or node.id in self.locals:
            return node
        if node.id == "INFINITY":
            return expression("inf" if self.floats else str(INFINITY_INT), node)
        if node.id == "STEP":
            return expression("1e-9" if self.floats else "1", node)
        value = self.scope.get(node.id)
        if isinstance(value, types.FunctionType) and value in BITS:
            return ast.copy_location(ast.Name(BITS[value], ast.Load()), node)
        if isinstance(value, bool | int | float):
            return ast.copy_location(ast.Constant(value), node)
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        assert node.value is not None
        plain = ast.copy_location(ast.Assign([node.target], node.value), node)
        self.generic_visit(plain)
        return plain
