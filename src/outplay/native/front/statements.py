"""Statements."""

from __future__ import annotations

import ast
import builtins
from typing import Any

from outplay.native.front.calls import Calls
from outplay.native.front.compare import is_set
from outplay.native.front.emit import Join, unknown
from outplay.native.front.expressions import SPECIAL
from outplay.native.front.items import Slice
from outplay.native.front.iterate import Lazy, Pack
from outplay.native.front.memory import NotConvertible
from outplay.native.front.scopes import Source
from outplay.native.front.static import NoType
from outplay.native.front.types import (
    INT,
    NEVER,
    NUMBERS,
    RANGE,
    ArrayT,
    ConstT,
    Container,
    EnumT,
    ObjT,
    SeqT,
    StrT,
    TupleT,
    UnionT,
)
from outplay.native.front.values import V
from outplay.native.layout import OFFSET

OWN_MISTAKES = (
    ArithmeticError, AssertionError, AttributeError, LookupError, NotConvertible, NotImplementedError,
    NoType, RecursionError, TypeError, ValueError,
)  # fmt: skip
"""What the compiler itself may raise where it is wrong: only Python can run such a line."""


class Caught:
    """The exception that `except … as name` names: it can be raised again, and no more."""

    def __init__(self, status: V) -> None:
        self.status = status


class Statements(Calls):
    """Walks over statements and writes their code."""

    def block(self, body: list[ast.stmt]) -> None:
        for statement in body:
            if self.dead:
                return
            before, self.node = self.node, statement
            mark, kept = self.mark(), self._kept_state()
            try:
                getattr(self, "do_" + type(statement).__name__, self.do_other)(statement)
            except OWN_MISTAKES as error:
                if self.module.strict:
                    raise
                self.back(mark)
                self._restore(kept)
                self.unsupported(f"this line ({type(error).__name__}: {error})")
            self.node = before

    def _kept_state(self) -> tuple[Any, ...]:
        scope = self.scope
        return (
            self.env, dict(self.env), scope, list(scope.breaks), list(scope.continues), self.weight,
            list(self.handlers), list(self.inlining), list(self.caught), list(self.carried),
            self.any_order, self.peeking, self.node, self.plain,
        )  # fmt: skip

    def _restore(self, kept: tuple[Any, ...]) -> None:
        """All as it was before a statement that could not be compiled."""
        (
            _, self.env, self.scope, self.scope.breaks, self.scope.continues, self.weight,
            self.handlers, self.inlining, self.caught, self.carried,
            self.any_order, self.peeking, self.node, self.plain,
        ) = kept  # fmt: skip

    def do_other(self, node: ast.stmt) -> None:
        self.unsupported(f"`{type(node).__name__.lower()}`")

    def do_Pass(self, node: ast.Pass) -> None:
        pass

    def do_Global(self, node: ast.Global) -> None:
        self.unsupported("setting a global variable")

    def do_Nonlocal(self, node: ast.Nonlocal) -> None:
        pass

    def do_Import(self, node: ast.Import) -> None:
        for alias in node.names:
            module = __import__(alias.name)
            if alias.asname:
                for part in alias.name.split(".")[1:]:
                    module = getattr(module, part)
            self.bind((alias.asname or alias.name).split(".")[0], self.const(module))

    def do_ImportFrom(self, node: ast.ImportFrom) -> None:
        import importlib

        module = importlib.import_module(node.module or "")
        for alias in node.names:
            self.bind(alias.asname or alias.name, self.const(getattr(module, alias.name)))

    def do_Expr(self, node: ast.Expr) -> None:
        value = node.value
        if isinstance(value, ast.Constant):
            return
        if isinstance(value, ast.Yield):
            self._yield(self.expr(value.value) if value.value else self.const(None))
        elif isinstance(value, ast.YieldFrom):
            self.each(self.expr(value.value), self._yield)
        else:
            self.expr(value)

    def _yield(self, v: V) -> None:
        yields = self.scope.function().yields
        if yields is None:
            self.unsupported("`yield` here")
            return
        scope = self.scope
        yields(v)
        self.scope = scope

    def do_FunctionDef(self, node: ast.FunctionDef) -> None:
        if node.decorator_list:
            self.unsupported("a decorated function inside a rule")
            return
        defaults = [self.expr(d) for d in node.args.defaults]
        self.bind(node.name, self.closure(node, node.name, defaults))

    def inner_source(self, node: Any, title: str) -> Source:
        outer = self.scope.source
        generator = any(isinstance(n, ast.Yield | ast.YieldFrom) for n in _own_nodes(node))
        return Source(
            node, outer.filename, title, outer.scope, outer.cells, (), {}, generator,
            outer.checked, outer.library,
        )  # fmt: skip

    # --- assignments --------------------------------------------------------------------------

    def do_Assign(self, node: ast.Assign) -> None:
        value = self.expr(node.value)
        for target in node.targets:
            self.assign(target, value)

    def do_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self.assign(node.target, self.expr(node.value))

    def do_AugAssign(self, node: ast.AugAssign) -> None:
        name = type(node.op).__name__
        target = node.target
        if isinstance(target, ast.Name):
            old = self.lookup(target.id)
            self.assign(target, self.in_place(name, old, self.expr(node.value)))
        elif isinstance(target, ast.Subscript):
            base, index = self.expr(target.value), self.expr(target.slice)
            old = self.subscript(base, index)
            value = self.expr(node.value)
            if isinstance(old.t, ArrayT):
                value = self.binary(name, old, value)  # what is set may be no view
            else:
                value = self.in_place(name, old, value)
            self.set_item(base, index, value)
        else:
            assert isinstance(target, ast.Attribute)
            base = self.expr(target.value)
            old = self.attribute(base, target.attr)
            self.set_attribute(base, target.attr, self.in_place(name, old, self.expr(node.value)))

    def in_place(self, name: str, old: V, value: V) -> V:
        """`old op= value`: lists, sets and dicts are changed, all else is replaced."""
        if isinstance(old.t, UnionT):
            return self.dispatch(old, lambda arm: self.in_place(name, arm, value))
        if isinstance(old.t, ConstT):
            old = self.materialise(old)
        if isinstance(old.t, ArrayT):
            return self.array_in_place(name, old, value)
        if isinstance(old.t, Container):
            methods = {
                ("list", "Add"): "extend", ("deque", "Add"): "extend", ("set", "BitOr"): "update",
                ("dict", "BitOr"): "update", ("set", "Sub"): "difference_update",
                ("defaultdict", "BitOr"): "update",
                ("set", "BitAnd"): "intersection_update",
                ("set", "BitXor"): "symmetric_difference_update",
            }  # fmt: skip
            method = methods.get((old.t.kind, name))
            if method is not None:
                if old.t.kind == "set" and not isinstance(value.t, UnionT | ConstT):
                    if not is_set(value.t):
                        self.fail(TypeError)
                self.method(old, method, [value], {})
                return old
            if old.t.kind == "Counter":
                made = self.binary(name, old, value)
                if not self.dead:
                    self.call_library("counter_become", old, made)
                return old
            if old.t.kind == "list" and name == "Mult":
                self.set_item(
                    old, self.const(Slice(None, None, None)), self.binary(name, old, value)
                )
                return old
            return self.unsupported(f"this operator of a {old.t}")
        if isinstance(old.t, TupleT | ObjT) and isinstance(old.t.cls, type):
            own = self.own_method(old.t.cls, f"__i{SPECIAL.get(name, name)}__")
            if own is not None:
                return self.call_function(own, [old, value], {})
        return self.binary(name, old, value)

    def assign(self, target: ast.expr, value: V) -> None:
        if self.dead:
            return
        if isinstance(target, ast.Name):
            if isinstance(value.t, ConstT) and isinstance(value.k, Pack):
                value = self.tuple_of(value.k.items)
            self.bind(target.id, self.kept_iterator(value, target.id, target))
        elif isinstance(target, ast.Tuple | ast.List):
            self._unpack(target.elts, value)
        elif isinstance(target, ast.Subscript):
            base = self.expr(target.value)
            self.set_item(base, self.expr(target.slice), value)
        elif isinstance(target, ast.Attribute):
            self.set_attribute(self.expr(target.value), target.attr, value)
        else:
            self.unsupported("this target")

    def _unpack(self, targets: list[ast.expr], value: V) -> None:
        starred = [i for i, t in enumerate(targets) if isinstance(t, ast.Starred)]
        if isinstance(value.t, UnionT):
            # Whichever of its shapes fits: the others raise, as they do in Python.
            fitting = [
                i
                for i, m in enumerate(value.t.members)
                if self._may_unpack(m, len(targets), starred)
            ]
            others = {_is_iterable(m) for i, m in enumerate(value.t.members) if i not in fitting}
            if len(fitting) == 1 and len(others) == 1:
                tag = self.op(f"icmp ne i64 {value.p[0]}, {fitting[0]}")
                self.fail_if(tag, ValueError if others == {True} else TypeError)
                value = self.arm(value, fitting[0])
            else:
                join = Join(self)

                def use(arm: V) -> V | None:
                    self._unpack(targets, arm)
                    self.jump(join)
                    return None

                self.dispatch(value, use)
                self.land(join)
                return
        if starred:
            self._unpack_starred(targets, starred[0], value)
            return
        items = self._spread(value, len(targets))
        for target, item in zip(targets, items, strict=False):
            self.assign(target, item)

    def _may_unpack(self, t: Any, number: int, starred: list[int]) -> bool:
        if isinstance(t, TupleT):
            if starred:
                return len(t.items) >= number - 1
            return t.is_tuple and len(t.items) == number
        if isinstance(t, StrT) and t.literals is not None:
            return any(len(text) == number for text in t.literals)
        return bool(t.kinds) and t is not INT and not str(t) == "float" and str(t) != "bool"

    def _spread(self, value: V, number: int) -> list[V]:
        """The items of a value that must have just so many."""
        if isinstance(value.t, ConstT):
            if isinstance(value.k, Pack):
                items = value.k.items
            elif isinstance(value.k, tuple | list | str) or isinstance(value.k, range):
                items = [self.const(item) for item in value.k]
            else:
                value = self.list_from(value)
                return self._spread(value, number)
            if len(items) != number:
                self.fail(ValueError)
            return items
        t = value.t
        if isinstance(t, TupleT) and t.is_tuple:
            if len(t.items) != number:
                self.fail(ValueError)
            return self.items_of(value)
        if isinstance(t, ObjT) and isinstance(t.cls, tuple) and t.cls[0] == "list":
            if len(t.names) != number:
                self.fail(ValueError)
            return self.fields_of(value)
        value = self.indexable(value)
        length = self.length(value)
        self.fail_if(self.op(f"icmp ne i64 {length.p[0]}, {number}"), ValueError)
        return [self.item_at(value, self.const(i)) for i in range(number)]

    def _unpack_starred(self, targets: list[ast.expr], star: int, value: V) -> None:
        after = len(targets) - star - 1
        value = self.materialise(value) if not isinstance(value.k, Lazy) else self.list_from(value)
        starred = targets[star]
        assert isinstance(starred, ast.Starred)
        if isinstance(value.t, TupleT):
            items = self.items_of(value)
            if len(items) < star + after:
                self.fail(ValueError)
                return
            middle = self.list_from(self.pack(items[star : len(items) - after]))
        else:
            value = self.indexable(value)
            length = self.length(value)
            self.fail_if(self.op(f"icmp slt i64 {length.p[0]}, {star + after}"), ValueError)
            end = self.op(f"sub i64 {length.p[0]}, {after}")
            middle = self.list_from(self.slice_of(value, self.const(star), V(INT, (end,)), None))
            items = [self.item_at(value, self.const(i)) for i in range(star)] + [
                self.item_at(value, V(INT, (self.op(f"add i64 {end}, {i}"),))) for i in range(after)
            ]
            items[star:star] = [middle]
            for target, item in zip(targets, items, strict=True):
                self.assign(target.value if isinstance(target, ast.Starred) else target, item)
            return
        for target, item in zip(targets[:star], items, strict=False):
            self.assign(target, item)
        self.assign(starred.value, middle)
        for number, target in enumerate(targets[star + 1 :]):
            self.assign(target, items[len(items) - after + number])

    def do_Delete(self, node: ast.Delete) -> None:
        for target in node.targets:
            if isinstance(target, ast.Subscript):
                self.delete_item(self.expr(target.value), self.expr(target.slice))
            elif isinstance(target, ast.Name):
                self.env.pop(self.scope.prefix + target.id, None)
            else:
                self.unsupported("`del` of this")

    # --- control ------------------------------------------------------------------------------

    def do_Return(self, node: ast.Return) -> None:
        value = self.expr(node.value) if node.value is not None else self.const(None)
        scope = self.scope.function()
        if scope.yields is not None:
            value = self.const(None)
        assert scope.returns is not None
        self.jump(scope.returns, value)

    def do_If(self, node: ast.If) -> None:
        yes, no, after = Join(self), Join(self), Join(self)
        self.condition(node.test, yes, no)
        self.land(yes)
        self.block(node.body)
        self.jump(after)
        self.land(no)
        self.block(node.orelse)
        self.jump(after)
        self.land(after)

    def do_While(self, node: ast.While) -> None:
        out, ended = Join(self), Join(self)

        def once(again: Join) -> None:
            yes = Join(self)
            self.hear()
            self.condition(node.test, yes, ended)
            self.land(yes)
            self.scope.breaks.append(out)
            self.scope.continues.append(again)
            self.block(node.body)
            self.scope.breaks.pop()
            self.scope.continues.pop()
            self.jump(again)

        self.repeat(self.place_of_node(), self.assigned(node), once)
        self.land(ended)
        self.block(node.orelse)
        self.jump(out)
        self.land(out)

    def hear(self) -> None:
        """Ends a loop of the rules' that may never end, if the search is told to stop."""
        if self.dead or self.scope.source.library or self.scope.source.filename == "<outplay>":
            return
        word = self.op(f"load volatile i64, ptr {self.at('%run', OFFSET['check_at'])}, align 8")
        self.fail_if(self.op(f"icmp eq i64 {word}, 0"), "stop")

    def do_For(self, node: ast.For) -> None:
        out = Join(self)
        before, self.weight = (self.weight, self.plain), weigh(node.body)
        iterable = self.iterable(node.iter)
        scope = self.scope
        weight, plain = self.weight, is_plain(node)
        self.plain = plain

        def body(item: V) -> None:
            inner, self.scope = self.scope, scope
            node_before, self.node = self.node, node
            again = Join(self)
            scope.breaks.append(out)
            scope.continues.append(again)
            self.assign(node.target, item)
            self.block(node.body)
            scope.breaks.pop()
            scope.continues.pop()
            self.jump(again)
            self.land(again)
            self.scope = inner
            self.node = node_before
            self.weight, self.plain = weight, plain

        self.carried.append(self.assigned(node))
        self.each(iterable, body)
        self.carried.pop()
        self.weight, self.plain = before
        self.block(node.orelse)
        self.jump(out)
        self.land(out)

    def assigned(self, node: ast.AST) -> set[str]:
        """Variables that a loop sets: what they are there is not known before."""
        names = set()
        for child in ast.walk(node):
            if isinstance(child, ast.Name) and isinstance(child.ctx, ast.Store):
                scope: Any = self.scope
                while scope is not None:
                    if child.id in scope.names:
                        names.add(scope.prefix + child.id)
                        break
                    scope = scope.parent
        return names

    def do_Break(self, node: ast.Break) -> None:
        self.jump(self.scope.breaks[-1])

    def do_Continue(self, node: ast.Continue) -> None:
        self.jump(self.scope.continues[-1])

    def do_Assert(self, node: ast.Assert) -> None:
        yes, no = Join(self), Join(self)
        self.condition(node.test, yes, no)
        self.land(no)
        self.fail(AssertionError)
        self.land(yes)

    def do_Raise(self, node: ast.Raise) -> None:
        if node.exc is None:
            if self.caught:
                self.reraise(self.caught[-1])
            else:
                self.unsupported("`raise` outside of `except`")
            return
        what = node.exc
        if isinstance(what, ast.Call):
            for argument in what.args:
                self._evaluate(argument)
            what = what.func
        elif isinstance(what, ast.Name):
            name = self.scope.prefix + what.id
            if name in self.env and isinstance(self.env[name].k, Caught):
                self.reraise(self.env[name].k.status)
                return
        found = self.expr(what).k
        if isinstance(found, BaseException):
            found = type(found)
        if isinstance(found, type) and issubclass(found, BaseException):
            self.fail(found)
        else:
            self.unsupported("raising this")

    def _evaluate(self, node: ast.expr) -> None:
        """What is said in an error is not kept, but saying it may fail, or change something."""
        if isinstance(node, ast.JoinedStr):
            for part in node.values:
                if isinstance(part, ast.FormattedValue):
                    self._evaluate(part.value)
        elif any(isinstance(n, ast.Call | ast.Subscript | ast.BinOp) for n in ast.walk(node)):
            self.expr(node)

    def do_Try(self, node: ast.Try) -> None:
        if node.finalbody:
            self._with_finally(node)
            return
        caught = Join(self)
        classes: list[tuple[type, ...]] = []
        for handler in node.handlers:
            if handler.type is None:
                classes.append((BaseException,))
                continue
            v = self.expr(handler.type)
            if isinstance(v.t, TupleT):
                one = tuple(item.k for item in self.items_of(v))
            else:
                one = v.k if isinstance(v.k, tuple) else (v.k,)
            if not all(isinstance(c, type) and issubclass(c, BaseException) for c in one):
                self.unsupported("catching this")
                return
            classes.append(one)
        after = Join(self)
        self.handlers.append((tuple(c for some in classes for c in some), caught, self.depth))
        self.block(node.body)
        self.handlers.pop()
        self.block(node.orelse)
        self.jump(after)
        found = self.land(caught)
        if found:
            self._handle(node.handlers, classes, found[0], after)
        self.land(after)

    def _with_finally(self, node: ast.Try) -> None:
        """`finally`: before whatever leaves the statement goes on."""
        scope, function = self.scope, self.scope.function()
        returns = function.returns
        left, broken, continued, caught = Join(self), Join(self), Join(self), Join(self)
        function.returns = left
        inside = bool(scope.breaks)
        if inside:
            scope.breaks.append(broken)
            scope.continues.append(continued)
        self.handlers.append(((BaseException,), caught, self.depth))
        if node.handlers:
            inner = ast.Try(node.body, node.handlers, node.orelse, [])
            self.do_Try(ast.copy_location(inner, node))
        else:
            self.block(node.body)
            self.block(node.orelse)
        self.handlers.pop()
        function.returns = returns
        if inside:
            scope.breaks.pop()
            scope.continues.pop()
        after = Join(self)
        self.block(node.finalbody)
        self.jump(after)
        for way, target in (
            (broken, scope.breaks[-1] if inside else None),
            (continued, scope.continues[-1] if inside else None),
        ):
            self.land(way)
            self.block(node.finalbody)
            if target is not None:
                self.jump(target)
        value = self.land(left)
        self.block(node.finalbody)
        if value and returns is not None:
            self.jump(returns, *value)
        status = self.land(caught)
        self.block(node.finalbody)
        if status:
            self.reraise(status[0])
        self.land(after)

    def _handle(
        self,
        handlers: list[ast.ExceptHandler],
        classes: list[tuple[type, ...]],
        status: V,
        after: Join,
    ) -> None:
        for handler, some in zip(handlers, classes, strict=True):
            if self.dead:
                return
            test = self.status_is(status, some)
            yes, no = self.fresh("caught"), self.fresh("other")
            self.cbr(test, yes, no)
            env = dict(self.env)
            self.start(yes)
            if handler.name:
                self.bind(handler.name, self.const(Caught(status)))
            self.caught.append(status)
            self.block(handler.body)
            self.caught.pop()
            if handler.name:
                self.env.pop(self.scope.prefix + handler.name, None)
            self.jump(after)
            self.start(no)
            self.env = env
        self.reraise(status)

    def do_Match(self, node: ast.Match) -> None:
        subject = self.expr(node.subject)
        after = Join(self)
        for case in node.cases:
            if self.dead:
                break
            other, no, yes = Join(self), Join(self), Join(self)
            before = dict(self.env)
            self.pattern(case.pattern, subject, node.subject, yes, other)
            self.land(other)
            for name in _captures(case.pattern):  # only a pattern that fits sets variables
                full = self.scope.prefix + name
                self.env.pop(full, None)
                if full in before:
                    self.env[full] = before[full]
            self.jump(no)
            self.land(yes)
            if case.guard is not None and not self.dead:
                passed = Join(self)
                self.condition(case.guard, passed, no)
                self.land(passed)
            self.block(case.body)
            self.jump(after)
            self.land(no)
        self.jump(after)
        self.land(after)

    def pattern(self, p: ast.pattern, v: V, node: Any, yes: Join, no: Join) -> None:
        """Goes to `yes` where the value fits the pattern."""
        if self.dead:
            return
        if isinstance(p, ast.MatchOr):
            for choice in p.patterns:
                on = Join(self)
                self.pattern(choice, v, node, yes, on)
                self.land(on)
            self.jump(no)
            return
        if isinstance(v.t, UnionT) and not isinstance(p, ast.MatchValue | ast.MatchSingleton):
            if not (isinstance(p, ast.MatchAs) and p.pattern is None):

                def use(arm: V) -> V | None:
                    self.pattern(p, arm, None, yes, no)
                    return None

                self.dispatch(v, use)
                return
        if isinstance(p, ast.MatchAs):
            if p.pattern is not None:
                on = Join(self)
                self.pattern(p.pattern, v, node, on, no)
                self.land(on)
            if p.name is not None:
                self.bind(p.name, v)
            self.jump(yes)
        elif isinstance(p, ast.MatchValue | ast.MatchSingleton):
            value = self.expr(p.value) if isinstance(p, ast.MatchValue) else self.const(p.value)
            test = (
                self.equal(v, value) if isinstance(p, ast.MatchValue) else self.identical(v, value)
            )
            self.fork(test, yes, no)
        elif isinstance(p, ast.MatchSequence):
            self._pattern_sequence(p, v, yes, no)
        elif isinstance(p, ast.MatchClass):
            self._pattern_class(p, v, yes, no)
        else:
            self.unsupported("this pattern")

    def _pattern_sequence(self, p: ast.MatchSequence, v: V, yes: Join, no: Join) -> None:
        is_list = isinstance(v.t, Container) and v.t.kind in ("list", "deque")
        is_record = isinstance(v.t, ObjT) and v.t.cls[0] == "list" if (
            isinstance(v.t, ObjT) and isinstance(v.t.cls, tuple)) else False  # fmt: skip
        is_constant = isinstance(v.k, tuple | list | range | Pack)
        is_tuple = (
            (isinstance(v.t, TupleT) and v.t.is_tuple) or isinstance(v.t, SeqT) or v.t is RANGE
        )
        if not (is_list or is_record or is_constant or is_tuple):
            self.jump(no)
            return
        star = [i for i, q in enumerate(p.patterns) if isinstance(q, ast.MatchStar)]
        v = self.indexable(v)
        if star:
            self._pattern_starred(p, star[0], v, yes, no)
            return
        self.fork_on(self.equal(self.length(v), self.const(len(p.patterns))), no)
        for number, part in enumerate(p.patterns):
            if self.dead:
                return
            on = Join(self)
            self.pattern(part, self.item_at(v, self.const(number)), None, on, no)
            self.land(on)
        self.jump(yes)

    def _pattern_starred(self, p: ast.MatchSequence, star: int, v: V, yes: Join, no: Join) -> None:
        """`[first, *rest, last]`"""
        fixed = len(p.patterns) - 1
        length = self.length(v)
        self.fork_on(self.order("GtE", length, self.const(fixed)), no)
        after = fixed - star
        for number, part in enumerate(p.patterns):
            if self.dead:
                return
            end = self.binary("Sub", length, self.const(after))
            if isinstance(part, ast.MatchStar):
                if part.name is not None:
                    middle = self.slice_of(v, self.const(star), end, None)
                    self.bind(part.name, self.list_from(middle))
                continue
            at = self.const(number)
            if number > star:
                at = self.binary("Add", end, self.const(number - star - 1))
            on = Join(self)
            self.pattern(part, self.item_at(v, at), None, on, no)
            self.land(on)
        self.jump(yes)

    def _pattern_class(self, p: ast.MatchClass, v: V, yes: Join, no: Join) -> None:
        cls = self.expr(p.cls).k
        self.fork_on(self.is_instance(v, cls), no)
        names = list(getattr(cls, "__match_args__", ()))
        parts = [(names[i] if i < len(names) else "", q) for i, q in enumerate(p.patterns)]
        parts += list(zip(p.kwd_attrs, p.kwd_patterns, strict=True))
        for name, part in parts:
            if self.dead:
                return
            on = Join(self)
            value = self.attribute(v, name) if name else v  # int(x): the value itself
            self.pattern(part, value, None, on, no)
            self.land(on)
        self.jump(yes)

    def fork_on(self, test: V, no: Join) -> None:
        """Goes on where the test is true."""
        yes = Join(self)
        self.fork(test, yes, no)
        self.land(yes)


def _captures(pattern: ast.pattern) -> list[str]:
    return [
        n.name for n in ast.walk(pattern) if isinstance(n, ast.MatchAs | ast.MatchStar) and n.name
    ]


def _is_iterable(t: Any) -> bool:
    return (bool(t.kinds) and not isinstance(t, EnumT) and t not in NUMBERS) or isinstance(
        t, TupleT
    )


def _own_nodes(node: ast.AST) -> list[ast.AST]:
    """All nodes of a function, without those of functions inside it."""
    found: list[ast.AST] = []
    for child in ast.iter_child_nodes(node):
        found.append(child)
        if not isinstance(child, ast.FunctionDef | ast.Lambda):
            found += _own_nodes(child)
    return found


def is_plain(node: ast.For) -> bool:
    """Is a loop simple enough to be written out?"""
    if node.orelse or not isinstance(node.target, ast.Name):
        return False
    hard = ast.Break | ast.Continue | ast.Yield | ast.YieldFrom | ast.While | ast.Try
    return not any(isinstance(part, hard) for part in ast.walk(node))


def weigh(body: list[ast.stmt]) -> int:
    """About how many statements a body becomes, loops inside it written out too."""
    total = 0
    for statement in body:
        inner = [*getattr(statement, "body", ()), *getattr(statement, "orelse", ())]
        rounds = 1
        if isinstance(statement, ast.For) and is_plain(statement):
            rounds = _rounds(statement.iter)
        total += 1 + rounds * weigh(inner)
    return total


def _rounds(node: ast.expr) -> int:
    """How often a loop goes round, as far as the eye can see."""
    if isinstance(node, ast.Tuple | ast.List):
        return len(node.elts)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "range":
        ends = [a.value for a in node.args if isinstance(a, ast.Constant)]
        if len(ends) == len(node.args) and all(isinstance(end, int) for end in ends):
            return len(range(*ends))
    return 4


__all__ = ["NEVER", "Statements", "builtins", "unknown"]
