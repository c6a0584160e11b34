"""`match`"""

from __future__ import annotations

import ast
from typing import Any

from outplay.native.front.calls import Calls
from outplay.native.front.emit import Join
from outplay.native.front.lazy import Pack
from outplay.native.front.types import RANGE, Container, ObjT, SeqT, TupleT, UnionT
from outplay.native.front.values import V


class Matching(Calls):
    """Patterns."""

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
        takes_all = isinstance(p, ast.MatchAs) and p.pattern is None
        takes_union = takes_all or isinstance(p, ast.MatchValue | ast.MatchSingleton)
        if isinstance(v.t, UnionT) and not takes_union:

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
        is_record = (
            isinstance(v.t, ObjT) and v.t.cls[0] == "list"
            if (isinstance(v.t, ObjT) and isinstance(v.t.cls, tuple))
            else False
        )
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


def _captures(pattern: ast.pattern) -> list[str]:
    return [
        n.name for n in ast.walk(pattern) if isinstance(n, ast.MatchAs | ast.MatchStar) and n.name
    ]
