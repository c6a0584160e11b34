"""`try`, `raise` and `assert`."""

from __future__ import annotations

import ast
from functools import partial

from outplay.native.front import types as T
from outplay.native.front.calls import Calls
from outplay.native.front.constant_types import NoType
from outplay.native.front.emit import Join
from outplay.native.front.memory import NotConvertible
from outplay.native.front.raised import raised_with, text_of
from outplay.native.front.values import V

OWN_MISTAKES = (
    *(ArithmeticError, AssertionError, AttributeError, LookupError, NotConvertible),
    *(NotImplementedError, NoType, RecursionError, TypeError, ValueError),
)
"""What the compiler itself may raise where it is wrong: only Python can run such a line."""


class Handling(Calls):
    """Exceptions of the rules."""

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
        what, text = node.exc, None
        if isinstance(what, ast.Call):
            text = _text_of_call(what)
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
            self.fail(raised_with(found, text))
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

    def forget(self, known: set[str]) -> None:
        """What was under way when it was left has variables of its own, which are of no use now."""
        self.env = {n: v for n, v in self.env.items() if n in known or not n.startswith("#")}

    def caught_text(self, node: ast.expr) -> V | None:
        """What the exception says that a name is given to, if it is one."""
        held = self.env.get(self.scope.prefix + node.id) if isinstance(node, ast.Name) else None
        if held is None or not isinstance(held.k, Caught):
            return None
        done = Join(self)
        for error, number in self.module.statuses.items():
            text = text_of(error)
            if text is not None:
                same = self.op(f"icmp eq i64 {held.k.status.p[0]}, {number}")
                self.when(V(T.BOOL, (same,)), partial(self.jump, done, self.const(text)))
        self.unsupported("what this exception says")
        return self.landed(done)

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
            if isinstance(v.t, T.Tuple):
                one = tuple(item.k for item in self.items_of(v))
            else:
                one = v.k if isinstance(v.k, tuple) else (v.k,)
            if not all(isinstance(c, type) and issubclass(c, BaseException) for c in one):
                self.unsupported("catching this")
                return
            classes.append(one)
        after = Join(self)
        before = set(self.env)
        self.handlers.append((tuple(c for some in classes for c in some), caught))
        self.block(node.body)
        self.handlers.pop()
        self.block(node.orelse)
        self.jump(after)
        found = self.land(caught)
        self.forget(before)
        for status in found:
            for handler, some in zip(node.handlers, classes, strict=True):
                test = self.status_is(status, some)
                self.leave_if(test, partial(self._handle, handler, status, after))
            self.reraise(status)
        self.land(after)

    def _with_finally(self, node: ast.Try) -> None:
        """`finally`: before whatever leaves the statement goes on."""
        scope, function = self.scope, self.scope.function()
        returns = function.returns
        left, broken, continued, caught = Join(self), Join(self), Join(self), Join(self)
        before = set(self.env)
        function.returns = left
        targets = (*(scope.loops[-1] if scope.loops else (None, None)), returns)
        scope.loops.append((broken, continued))
        self.handlers.append(((BaseException,), caught))
        if node.handlers:
            inner = ast.Try(node.body, node.handlers, node.orelse, [])
            self.do_Try(ast.copy_location(inner, node))
        else:
            self.block(node.body)
            self.block(node.orelse)
        self.handlers.pop()
        function.returns = returns
        scope.loops.pop()
        after = Join(self)
        self.block(node.finalbody)
        self.jump(after)
        for way, target in zip((broken, continued, left), targets, strict=True):
            value = self.land(way)
            self.block(node.finalbody)
            if target is not None:
                self.jump(target, *value)
        status = self.land(caught)
        self.forget(before)
        self.block(node.finalbody)
        if status:
            self.reraise(status[0])
        self.land(after)

    def _handle(self, handler: ast.ExceptHandler, status: V, after: Join) -> None:
        if handler.name:
            self.bind(handler.name, self.const(Caught(status)))
        self.caught.append(status)
        self.block(handler.body)
        self.caught.pop()
        if handler.name:
            self.env.pop(self.scope.prefix + handler.name, None)
        self.jump(after)


def _text_of_call(node: ast.Call) -> str | None:
    """What an exception is given to say, if the eye can see it."""
    one = node.args[0] if len(node.args) == 1 and not node.keywords else None
    return one.value if isinstance(one, ast.Constant) and isinstance(one.value, str) else None


class Caught:
    """The exception that `except … as name` names: it can be raised again, and no more."""

    def __init__(self, status: V) -> None:
        self.status = status
