"""Going through things: what `for`, comprehensions and `sum`, `any`, `sorted` … have in common."""

from __future__ import annotations

import enum
from collections.abc import Callable
from functools import partial
from typing import Any

from outplay.native.front import types as T
from outplay.native.front.compare import Comparisons
from outplay.native.front.emit import Join
from outplay.native.front.lazy import SPENT, Body, Lazy, Pack
from outplay.native.front.tables import has_python_order
from outplay.native.front.values import V

MOST_WRITTEN_OUT, MOST_ROUNDS = 150, 24
"""Statements that one loop over ints may be written out to, and how often its body may stand."""

MOST_LINES = 5000
"""Lines of LLVM's language that such a loop may become."""

MOST_KNOWN = 100
"""Items of a constant that are taken one by one."""

MOST_OF_KINDS = 16
"""Constants of different types that a loop over them is written out for."""


class Iteration(Comparisons):
    """`each`: a body for every value of anything that can be gone through."""

    spent = V(T.Const(SPENT), (), SPENT)

    def fork_on(self, test: V, no: Join) -> None:
        """Goes on where the test is true."""
        yes = Join(self)
        self.fork(test, yes, no)
        self.land(yes)

    def when(self, test: V, then: Callable[[], object]) -> None:
        """What is written where a test is true; goes on either way."""
        no = Join(self)
        self.fork_on(test, no)
        if not self.dead:
            then()
        self.jump(no)
        self.land(no)

    def either(self, test: V, one: Callable[[], V], two: Callable[[], V]) -> V:
        """One of two values, and only the code of that one runs."""
        return self.one_of_ways(partial(self.fork, test), one, two)

    def one_of_ways(
        self, fork: Callable[[Join, Join], None], one: Callable[[], V], two: Callable[[], V]
    ) -> V:
        """The same where `fork` goes to one of two joins."""
        yes, no, after = Join(self), Join(self), Join(self)
        fork(yes, no)
        for join, value in ((yes, one), (no, two)):
            self.land(join)
            if not self.dead:
                self.jump(after, value())
        return self.landed(after)

    def hidden(self, hint: str) -> str:
        self.count += 1
        return f"#{hint}{self.count}"

    def pack(self, items: list[V]) -> V:
        """A tuple that is kept in parts; constants in it stay constants."""
        return V(T.Const(Pack(items)), (), Pack(items))

    def unless_lazy(self, v: V) -> V:
        """A value with scalars, but for what is kept in parts or gone through as it is."""
        return v if isinstance(v.k, Lazy | Pack) else self.materialise(v)

    def known_items(self, v: V, kinds: Any = tuple | list | range) -> list[V] | None:
        """The items of a tuple, or of a constant of these kinds; None where only the search knows.

        Of a long constant there are none: what is made of each would fill the program.
        """
        if isinstance(v.k, Pack):
            return list(v.k.items)
        if isinstance(v.t, T.Const) and isinstance(v.k, kinds) and len(v.k) <= MOST_KNOWN:
            return [self.const(item) for item in v.k]
        return self.items_of(v) if isinstance(v.t, T.Tuple) and v.t.is_tuple else None

    def count_to(self, number: str, body: Body) -> None:
        """`body` of each number from 0 on, below the given one."""
        self._each_number(V(T.RANGE, ("0", number, "1")), body)

    def each(self, v: V, body: Body) -> None:
        """Calls `body` for the code of each value; goes on after the last."""
        if self.dead:
            return
        t = v.t
        if isinstance(t, T.Union):
            self.each_arm(v, lambda arm: self.each(arm, body))
            return
        if isinstance(t, T.Const):
            self._each_constant(v, body)
        elif t is T.RANGE:
            self._each_number(v, body)
        elif isinstance(t, T.Tuple):
            for item in self.items_of(v):
                if self.dead:
                    return
                body(item)
        elif isinstance(t, T.Seq | T.Str | T.Array) or T.is_list(t):
            self._each_indexed(v, body)
        elif T.is_set(t):
            if not has_python_order(t.elem, self.module.python_hashes) and not self.any_order:
                self.module.needs_python_hashes(t.elem)
                self.unsupported(
                    "going through a set of these, whose order differs from run to run"
                )
                return
            before = self.loose
            self.loose = before or not has_python_order(t.elem, self.module.python_hashes)
            self._each_slot(v, t, body)
            self.loose = before
        elif isinstance(t, T.Container):
            self.each_entry(v, lambda key, value: body(key()))
        elif isinstance(t, T.Obj) and isinstance(t.cls, tuple):
            items = t.names if t.cls[0] == "dict" else None
            for number, field in enumerate(self.fields_of(v)):
                body(self.const(items[number]) if items is not None else field)
        else:
            own = self.own_method(t.cls, "__iter__") if isinstance(t, T.Obj | T.Tuple) else None
            if own is None:
                self.fail(TypeError)
                return
            self.each(self.call_function(own, [v], {}), body)

    def _each_constant(self, v: V, body: Body) -> None:
        value = v.k
        if isinstance(value, Lazy):
            if value.once:
                for name, held in self.env.items():
                    if held.k is value:
                        self.env[name] = self.spent
            value.each(self.whole(), body)
            return
        if isinstance(value, Pack):
            for item in value.items:
                if not self.dead:
                    body(item)
            return
        if isinstance(value, type) and issubclass(value, enum.Enum):
            value = tuple(value)
        if self.each_written_out(value, body):
            return
        if isinstance(value, range):
            self._each_number(self.materialise(v), body)
            return
        self.each(self.materialise(self.const(value)), body)

    def each_written_out(self, value: Any, body: Body) -> bool:
        """Writes a loop over a constant out, if it is short enough."""
        if not self.may_be_written_out(value):
            return False
        items = [self.const(item) for item in value]
        start = len(self.out)
        for number, item in enumerate(items):
            if self.dead:
                break
            body(item)
            lines = (len(self.out) - start) * len(items)
            if number == 0 and lines > MOST_LINES and {type(item.k) for item in items} == {int}:
                self.module.write_as_loop(self.loop_here())
                break  # all of it is written once more
        return True

    def loop_here(self) -> Any:
        return self.place_of_node(), self.spec.name

    def may_be_written_out(self, value: Any) -> bool:
        """Is a loop over a constant short enough for that?"""
        if not isinstance(value, tuple | list | range | str | dict | set | frozenset):
            return False
        kinds = {type(item) for item in value}
        if len(value) <= 1 or any(callable(item) for item in value):
            return True
        if len(kinds) > 1 and not isinstance(value, set | frozenset):
            return len(value) <= MOST_OF_KINDS  # each is better off by itself
        size = len(value) * self.weight
        if not self.plain or kinds != {int} or len(value) > MOST_ROUNDS or size > MOST_WRITTEN_OUT:
            return False
        return self.module.may_write_out(self.loop_here(), size)

    def _each_number(self, v: V, body: Body) -> None:
        if v.known and self.each_written_out(v.k, body):
            return
        start, stop, step = v.p
        known = step.lstrip("-").isdigit()

        def more(i: str) -> str:
            if known:
                return self.op(f"icmp {'slt' if int(step) > 0 else 'sgt'} i64 {i}, {stop}")
            up = self.op(f"icmp slt i64 {i}, {stop}")
            down = self.op(f"icmp sgt i64 {i}, {stop}")
            positive = self.op(f"icmp sgt i64 {step}, 0")
            return self.op(f"select i1 {positive}, i1 {up}, i1 {down}")

        self.counted(start, more, body, f"add{' nsw' if known else ''} i64 {{}}, {step}")

    def counted(
        self,
        start: str,
        more: Callable[[str], str] | None,
        body: Body,
        following: str = "add nsw i64 {}, 1",
    ) -> None:
        """`body` of one number after the other, as long as there are `more`."""
        name = self.hidden("i")
        self.env[name] = V(T.INT, (start,))
        out = Join(self)

        def once(again: Join) -> None:
            i = self.env[name].p[0]
            if more is not None:
                self.leave_if(more(i), partial(self.jump, out), when=False)
            # The count is set before the body, which may go on to the next at any place.
            self.env[name] = V(T.INT, (self.op(following.format(i)),))
            body(V(T.INT, (i,)))
            self.jump(again)

        self.repeat(self.loop_site(), {name}, once)
        self.land(out)
        self.env.pop(name, None)

    def loop_site(self) -> Any:
        return (self.place_of_node(), len(self.inlining), self.scope.prefix)

    def _each_indexed(self, v: V, body: Body) -> None:
        fixed = None if isinstance(v.t, T.Container) else self.length(v)

        def more(i: str) -> str:
            length = fixed if fixed is not None else self.length(v)
            return self.op(f"icmp slt i64 {i}, {length.p[0]}")

        self.counted("0", more, lambda i: body(self.item_at(v, i)))

    def _each_slot(self, v: V, t: Any, body: Body) -> None:
        """The elements of a set, in the order of its table."""
        if T.is_small(t.elem):
            if not self.scope.source.library:
                self.module.note("ordered")
            self._each_listed(v, self.call_library("set_listed", v), body)
            return
        size = 2 + t.elem.words
        table, mask = self.peek(v.p[0], 4), self.peek(v.p[0], 3)
        still = self._unchanged(v, 4)

        def one(at: str) -> None:
            body(self.load(t.elem, at, 2))
            still()

        self._each_place(table, self.op(f"add i64 {mask}, 1"), size, one)

    def _unchanged(self, v: V, *words: int) -> Callable[[], None]:
        """Code for after a step through a set or dict: what was done to it meanwhile?"""
        length = self.peek(v.p[0])
        before = [self.peek(v.p[0], word) for word in words]

        def still() -> None:
            if self.dead or isinstance(v.t, T.FrozenSet):
                return
            self.fail_if(self.op(f"icmp ne i64 {self.peek(v.p[0])}, {length}"), RuntimeError)
            for word, old in zip(words, before, strict=True):
                moved = self.op(f"icmp ne i64 {self.peek(v.p[0], word)}, {old}")
                self.unsupported_if(moved, "changing a set or dict while going through it")

        return still

    def _each_listed(self, v: V, listed: V, body: Body) -> None:
        """The elements of a set that were written one behind the other."""
        elem = v.elem
        still = self._unchanged(v)

        def one(i: V) -> None:
            still()
            body(self.load(elem, self.element(listed.p[0], i.p[0], elem)))

        self.count_to(self.peek(v.p[0]), one)
        still()

    def has_bits(self, v: V) -> bool:
        """Is it a set that knows by bits which elements it has?"""
        return T.is_set(v.t) and T.is_small(v.elem)

    def each_in_any_order(self, v: V, body: Body) -> None:
        """The same, where the order makes no difference."""
        if self.has_bits(v):
            self._each_listed(v, self.call_library("set_gathered", v), body)
            return
        before, self.any_order = self.any_order, True
        self.each(v, body)
        self.any_order = before

    def folded(self, v: V, start: V, step: Callable[[V, V], V], each: Any = None) -> V:
        """What `step` makes of all values, one after the other."""
        name = self.hidden("total")
        self.env[name] = start

        def one(item: V) -> None:
            self.env[name] = step(self.env[name], item)

        (each or self.each)(v, one)
        return self.env.pop(name) if not self.dead else V(T.NEVER)

    def each_entry(self, v: V, body: Callable[[Callable[[], V], Callable[[], V]], object]) -> None:
        """The entries of a dict, in the order in which they came."""
        v = self.materialise(v)
        t = v.t
        if isinstance(t, T.Obj):
            for name, field in zip(t.names, self.fields_of(v), strict=True):
                body(lambda name=name: self.const(name), lambda field=field: field)  # type: ignore[misc]
            return
        assert isinstance(t, T.Container)
        key, value = t.elem, t.value
        size = 1 + key.words + value.words
        still = self._unchanged(v, 2, 3)

        def one(at: str) -> None:
            body(lambda: self.load(key, at, 1), lambda: self.load(value, at, 1 + key.words))
            still()

        self._each_place(self.peek(v.p[0], 2), self.peek(v.p[0], 3), size, one)

    def _each_place(self, base: str, number: str, size: int, body: Callable[[str], None]) -> None:
        """Those of `number` places of `size` words each that are in use."""

        def one(i: V) -> None:
            at = self.op(f"add i64 {base}, {self.op(f'mul i64 {i.p[0]}, {size * 8}')}")
            used = V(T.BOOL, (self.op(f"icmp eq i64 {self.peek(at)}, 1"),))
            self.when(used, lambda: body(at))

        self.count_to(number, one)

    # --- by index -----------------------------------------------------------------------------

    def indexable(self, v: V) -> V:
        """The value itself if it has a length and an index, else a list of what it gives."""
        if isinstance(v.k, Pack):
            return self.tuple_of(v.k.items)
        if isinstance(v.t, T.Const) and not isinstance(v.k, Lazy | set | frozenset | dict | type):
            return self.materialise(v)
        indexed = (
            isinstance(v.t, T.Tuple | T.Seq | T.Str | T.Array) or v.t is T.RANGE or T.is_list(v.t)
        )
        return v if indexed else self.list_from(v)

    def extreme(self, sign: str, a: V, b: V) -> V:
        """The least ("Lt") or greatest ("Gt") of two numbers of a type: the first of equal ones."""
        test = self.order(sign, b, a)
        if test.known:
            return b if test.k else a
        kind = a.t.kinds[0]
        return V(a.t, (self.op(f"select i1 {test.p[0]}, {kind} {b.p[0]}, {kind} {a.p[0]}"),))
