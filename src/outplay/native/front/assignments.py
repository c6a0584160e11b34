"""What gives names, items and attributes their values: assignments, and the patterns of `match`."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Any

from outplay.native.front import types as T
from outplay.native.front.emit import Join
from outplay.native.front.handling import Handling
from outplay.native.front.lazy import Pack, Slice
from outplay.native.front.operators import OF_SETS, method_of
from outplay.native.front.values import V

IN_PLACE = {
    **dict.fromkeys((("list", "Add"), ("deque", "Add")), "extend"),
    **{(kind, "BitOr"): "update" for kind in ("set", "dict", "defaultdict")},
    **{("set", name): f"{OF_SETS[name]}_update" for name in ("Sub", "BitAnd", "BitXor")},
}
"""Methods of containers that do what an assignment with an operator does."""


class Assignments(Handling):
    """Names, items and attributes that are given values."""

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
            if isinstance(old.t, T.Array):
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
        if isinstance(old.t, T.Union):
            return self.dispatch(old, lambda arm: self.in_place(name, arm, value))
        if isinstance(old.t, T.Const):
            old = self.materialise(old)
        if isinstance(old.t, T.Array):
            return self.array_in_place(name, old, value)
        if isinstance(old.t, T.Container):
            method = IN_PLACE.get((old.t.kind, name))
            if method is not None:
                unknown = isinstance(value.t, T.Union | T.Const)
                if old.t.kind == "set" and not unknown and not T.is_set(value.t):
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
        own = self.call_own(old, f"__i{method_of(name)}__", value)
        return self.binary(name, old, value) if own is None else own

    def assign(self, target: ast.expr, value: V) -> None:
        if self.dead:
            return
        if isinstance(target, ast.Name):
            if isinstance(value.k, Pack) and not self.scope.source.library:
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
        if isinstance(value.t, T.Union):
            # Whichever of its shapes fits: the others raise, as they do in Python.
            members = list(enumerate(value.t.members))
            fitting = [i for i, m in members if self._may_unpack(m, len(targets), starred)]
            others = {_is_iterable(m) for i, m in members if i not in fitting}
            if len(fitting) == 1 and len(others) == 1:
                tag = self.op(f"icmp ne i64 {value.p[0]}, {fitting[0]}")
                self.fail_if(tag, ValueError if others == {True} else TypeError)
                value = self.arm(value, fitting[0])
            else:
                self.each_arm(value, lambda arm: self._unpack(targets, arm))
                return
        if starred:
            self._unpack_starred(targets, starred[0], value)
            return
        items = self.spread(value, len(targets))
        for target, item in zip(targets, items, strict=False):
            self.assign(target, item)

    def _may_unpack(self, t: Any, number: int, starred: list[int]) -> bool:
        if isinstance(t, T.Tuple):
            if starred:
                return len(t.items) >= number - 1
            return t.is_tuple and len(t.items) == number
        if isinstance(t, T.Str) and t.literals is not None:
            return any(len(text) == number for text in t.literals)
        return bool(t.kinds) and t not in T.NUMBERS

    def spread(self, value: V, number: int) -> list[V]:
        """The items of a value that must have just so many."""
        items = self.known_items(value)
        if items is None and isinstance(value.t, T.Const):
            return self.spread(self.list_from(value), number)
        if T.is_record(value.t) and value.t.cls[0] == "list":
            items = self.fields_of(value) if len(value.t.names) == number else []
        if items is None:
            value = self.indexable(value)
            length = self.length(value)
            self.fail_if(self.op(f"icmp ne i64 {length.p[0]}, {number}"), ValueError)
            items = [self.item_at(value, self.const(i)) for i in range(number)]
        if len(items) != number:
            self.fail(ValueError)
        return items

    def _unpack_starred(self, targets: list[ast.expr], star: int, value: V) -> None:
        after = len(targets) - star - 1
        value = self.indexable(value)
        short = self.order("Lt", self.length(value), self.const(star + after))
        self.fail_if(short.p[0], ValueError)
        if self.dead:
            return
        items = list(self._around_star(value, star, after))
        for target, item in zip(targets, items, strict=True):
            self.assign(target.value if isinstance(target, ast.Starred) else target, item)

    def _around_star(self, v: V, before: int, after: int, is_kept: bool = True) -> Iterator[V]:
        """The items before a star, a list of those that it takes, and the items behind it."""
        for number in range(before):
            yield self.item_at(v, self.const(number))
        end = self.binary("Sub", self.length(v), self.const(after))
        yield self.list_from(self.slice_of(v, self.const(before), end, None)) if is_kept else v
        for number in range(after):
            yield self.item_at(v, self.binary("Add", end, self.const(number)))

    def do_Delete(self, node: ast.Delete) -> None:
        for target in node.targets:
            if isinstance(target, ast.Subscript):
                self.delete_item(self.expr(target.value), self.expr(target.slice))
            elif isinstance(target, ast.Name):
                self.env.pop(self.scope.prefix + target.id, None)
            else:
                self.unsupported("`del` of this")

    # --- patterns -----------------------------------------------------------------------------

    def do_Match(self, node: ast.Match) -> None:
        subject = self.expr(node.subject)
        after = Join(self)
        for case in node.cases:
            if self.dead:
                break
            other, no, yes = Join(self), Join(self), Join(self)
            before = dict(self.env)
            self.pattern(case.pattern, subject, yes, other)
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

    def pattern(self, p: ast.pattern, v: V, yes: Join, no: Join) -> None:
        """Goes to `yes` where the value fits the pattern."""
        if self.dead:
            return
        if isinstance(p, ast.MatchOr):
            for choice in p.patterns:
                on = Join(self)
                self.pattern(choice, v, yes, on)
                self.land(on)
            self.jump(no)
            return
        takes_all = isinstance(p, ast.MatchAs) and p.pattern is None
        takes_union = takes_all or isinstance(p, ast.MatchValue | ast.MatchSingleton)
        if isinstance(v.t, T.Union) and not takes_union:
            self.dispatch(v, lambda arm: self.pattern(p, arm, yes, no))
        elif isinstance(p, ast.MatchAs):
            if p.pattern is not None:
                self._part_fits(p.pattern, v, no)
            if p.name is not None:
                self.bind(p.name, v)
            self.jump(yes)
        elif isinstance(p, ast.MatchValue | ast.MatchSingleton):
            if isinstance(p, ast.MatchValue):
                test = self.equal(v, self.expr(p.value))
            else:
                test = self.identical(v, self.const(p.value))
            self.fork(test, yes, no)
        elif isinstance(p, ast.MatchSequence):
            self._pattern_sequence(p, v, yes, no)
        elif isinstance(p, ast.MatchClass):
            self._pattern_class(p, v, yes, no)
        else:
            self.unsupported("this pattern")

    def _part_fits(self, p: ast.pattern, v: V, no: Join) -> None:
        """Goes on where a part of a value fits its pattern."""
        on = Join(self)
        self.pattern(p, v, on, no)
        self.land(on)

    def _pattern_sequence(self, p: ast.MatchSequence, v: V, yes: Join, no: Join) -> None:
        if not (
            T.is_list(v.t)
            or (T.is_record(v.t) and v.t.cls[0] == "list")
            or isinstance(v.k, tuple | list | range | Pack)
            or (isinstance(v.t, T.Tuple) and v.t.is_tuple)
            or isinstance(v.t, T.Seq)
            or v.t is T.RANGE
        ):
            self.jump(no)
            return
        v = self.indexable(v)
        stars = [i for i, part in enumerate(p.patterns) if isinstance(part, ast.MatchStar)]
        number = len(p.patterns) - len(stars)
        test = self.order("GtE" if stars else "Eq", self.length(v), self.const(number))
        self.fork_on(test, no)
        if stars:
            is_kept = getattr(p.patterns[stars[0]], "name", None) is not None
            items = self._around_star(v, stars[0], number - stars[0], is_kept)
        else:
            items = (self.item_at(v, self.const(i)) for i in range(number))
        for part in p.patterns:
            if self.dead:
                return
            item = next(items)
            if not isinstance(part, ast.MatchStar):
                self._part_fits(part, item, no)
            elif part.name is not None:
                self.bind(part.name, item)
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
            value = self.attribute(v, name) if name else v  # int(x): the value itself
            self._part_fits(part, value, no)
        self.jump(yes)


def _is_iterable(t: Any) -> bool:
    return (bool(t.kinds) and not isinstance(t, T.Enum) and t not in T.NUMBERS) or isinstance(
        t, T.Tuple
    )


def _captures(pattern: ast.pattern) -> list[str]:
    return [
        n.name for n in ast.walk(pattern) if isinstance(n, ast.MatchAs | ast.MatchStar) and n.name
    ]
