"""Functions inside functions.

One that is called where its variables are is written in there. One that calls itself is compiled on
its own, with the variables that it reads as further parameters.
"""

from __future__ import annotations

import ast
import copy
from typing import Any

from outplay.native.front import types as T
from outplay.native.front.lazy import Call, Lazy, Pack
from outplay.native.front.scopes import Bound, Closure, Partial, Scope, Source, captured_names
from outplay.native.front.statements import Statements
from outplay.native.front.values import V


class Closures(Statements):
    """Part of the compiler: calls of functions that were defined inside of others."""

    def closure(self, node: Any, title: str, defaults: list[V]) -> V:
        """The function that a `def` or `lambda` stands for: the same one in every pass."""
        key = (
            self.spec.source.key,
            tuple(str(t) for t in self.spec.types),
            self.place_of_node(),
            tuple(self.call_sites),
            tuple(repr(v.k) if v.known else None for v in defaults),
        )
        found = self.module.closures.get(key)
        if found is None or (found.owner is self and found.scope is not self.scope):
            found = Closure(self.inner_source(node, title), self.scope)
            self.module.closures[key] = found
        found.scope, found.defaults, found.owner = self.scope, defaults, self
        return V(T.Const(found), (), found)

    def may_be_kept(self, closure: Closure) -> bool:
        """Is it the same function whenever it is met: without variables of one activation?"""
        fixed = all(v.known and not isinstance(v.t, T.Const) for v in closure.defaults)
        return fixed and not any(at.prefix for at in self.homes(closure).values())

    def call_closure(self, closure: Closure, arguments: list[V], keywords: dict[str, V]) -> V:
        source = closure.source
        names = source.parameters
        defaults = closure.defaults
        if closure.owner is not self:
            if not all(v.known and not isinstance(v.t, T.Const) for v in defaults):
                return self.unsupported("a function from elsewhere")
            defaults = [self.const(v.k) for v in defaults]
        if defaults and any(hasattr(v.k, "of_unknown_length") for v in arguments):
            return self.unsupported("`*` of a value of unknown length")
        if defaults:
            for name, v in zip(names[-len(defaults) :], defaults, strict=True):
                if name not in keywords and names.index(name) >= len(arguments):
                    keywords = {**keywords, name: v}
        if source.generator:
            return self.const(Call(closure, arguments, keywords))
        given = self.parameters(source, arguments, keywords)
        if given is None:
            return V(T.NEVER)
        is_own = bool(closure.owner is self)
        if is_own and not self.calls_itself(closure):
            if source.node in self.inlining:
                return self.unsupported("a function inside a rule that calls itself")
            return self.write_in(source, given, closure.scope)
        if not is_own and not self.homes(closure):
            return self.write_in(source, given, None)
        return self.call_lifted(closure, given, collect=False)

    def call_lifted(self, closure: Closure, given: dict[str, V], *, collect: bool) -> V:
        """A call of a function inside a rule that is compiled on its own."""
        boxes: dict[str, V] = {}
        lifted = self.lifted(closure, given, boxes)
        if lifted is None or self.dead:
            return V(T.NEVER)
        source, values = lifted
        found = self.call_version(source, values, collect)
        for key, box in boxes.items():
            if not self.dead:
                self.env[key] = self.load(box.t.var.t, box.p[0])  # type: ignore[attr-defined]
        return found

    def boxed(self, name: str, at: Scope, v: V) -> V:
        """A variable in memory, where others can set it."""
        v = self.value_of(v)
        var = self.types.var(("box", at.source.key, name))
        var.widen(v.t)
        address = self.allocate(max(1, var.t.words))
        self.store(self.convert(v, var.t), address)
        return V(T.Box(var), (address,))

    def homes(self, closure: Closure, more: frozenset[str] = frozenset()) -> dict[str, Scope]:
        """The variables of functions around it that it reads, and where they belong."""
        names = sorted(captured_names(closure.source.node) | more)
        return {name: at for name in names if (at := closure.scope.holder(name)) is not None}

    def reached(self, closure: Closure) -> list[Closure]:
        """The closure, and those that it may call."""
        found = [closure]
        for one in found:  # which grows meanwhile
            found += [other for other in self._named_in(one) if other not in found]
        return found

    def _named_in(self, closure: Closure) -> list[Closure]:
        """The closures that it reads from variables around it."""
        held = [self.env.get(at.prefix + name) for name, at in self.homes(closure).items()]
        return [v.k for v in held if v is not None and isinstance(v.k, Closure)]

    def calls_itself(self, closure: Closure) -> bool:
        return any(closure in self._named_in(other) for other in self.reached(closure))

    def lifted(
        self, closure: Closure, given: dict[str, V], boxes: dict[str, V]
    ) -> tuple[Source, dict[str, V]] | None:
        """As a function of its own: with its variables as parameters."""
        if closure.owner is not self:
            if closure.captured is None or any(name not in self.env for name in closure.captured):
                self.unsupported("a function from elsewhere")
                return None
            captured = {name: self.env[name] for name in closure.captured}
        else:
            found = self._captured(closure, boxes)
            if found is None:
                return None
            captured = found
            for one in self.reached(closure):
                one.captured = list(captured)
        values: dict[str, V] = {}
        for name, v in {**given, **captured}.items():
            v = self.as_argument(v)
            if isinstance(v.t, T.Const) and isinstance(v.k, Lazy | Pack | Bound | Partial):
                self.unsupported("a function inside a rule that calls itself, with this")
                return None
            values[name] = v
        if closure.lifted is None:
            closure.lifted = copy.copy(closure.source)
        names = closure.source.locals | set(captured)
        closure.lifted.__dict__["locals"] = names
        return closure.lifted, values

    def _captured(self, closure: Closure, boxes: dict[str, V]) -> dict[str, V] | None:
        """Variables as they are now; those that the function sets are put into boxes."""
        captured: dict[str, V] = {}
        homes: dict[str, str] = {}
        reached = self.reached(closure)
        for one in reached:
            shared = shared_names(one.source.node)
            if shared and self.handlers:
                self.unsupported("a function that sets variables around it, inside `try`")
                return None
            for name, at in self.homes(one, shared).items():
                is_other = any(name in other.source.locals for other in reached)
                if is_other or homes.setdefault(name, at.prefix) != at.prefix:
                    self.unsupported(
                        "functions that call each other, and two variables of one name"
                    )
                    return None
                v = self.env.get(at.prefix + name)
                if v is None and name in shared:
                    self.unsupported("a variable that only a function inside sets")
                    return None
                if v is not None:
                    captured[name] = v
                    if name in shared and not isinstance(v.t, T.Box):
                        captured[name] = boxes[at.prefix + name] = self.boxed(name, at, v)
        return captured


def shared_names(node: ast.AST) -> frozenset[str]:
    """The variables of functions around it that a function sets."""
    nodes = (n for n in ast.walk(node) if isinstance(n, ast.Nonlocal))
    return frozenset(name for n in nodes for name in n.names)
