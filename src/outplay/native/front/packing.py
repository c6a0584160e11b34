"""Values as rows of words that stand for themselves: what goes between native code and Python.

In native code a list is an address in the arena. Packed, it is its length and its elements, so
that it can be kept when the arena is given back, compared, and read from Python.
"""

from __future__ import annotations

from collections.abc import Callable

from outplay.native.front import types as T
from outplay.native.front.arrays import element_type
from outplay.native.front.emit import Join
from outplay.native.front.lists import holds_reference
from outplay.native.front.memory import zero
from outplay.native.front.statements import Statements
from outplay.native.front.tables import has_python_order
from outplay.native.front.values import V


class Packing(Statements):
    """Packs and unpacks in native code; `cursor` is the address to write to or read from."""

    def packed(self, v: V, cursor: str) -> str:
        """Writes a value; gives the address behind it."""
        name = self.hidden("at")
        self.env[name] = V(T.INT, (cursor,))
        self._write(name, v)
        return self.env.pop(name).p[0] if not self.dead else "poison"

    def _put(self, name: str, word: str) -> None:
        at = self.env[name].p[0]
        if self.pack_end is not None:
            self.fail_if(self.op(f"icmp uge i64 {at}, {self.pack_end}"), "room")
        self.poke(at, 0, word)
        self.env[name] = V(T.INT, (self.op(f"add i64 {at}, 8"),))

    def _write(self, name: str, v: V) -> None:
        t = v.t
        if isinstance(t, T.Union):

            def member(arm: V) -> None:
                self._put(name, str(t.tag(arm.t)))
                self._write(name, arm)

            self.each_arm(v, member)
        elif isinstance(t, T.Tuple | T.Obj):
            for item in self.fields_of(v):
                self._write(name, item)
        elif isinstance(t, T.Str):
            self._write_text(name, v)
        elif T.is_set(t):
            v = self.call_library("set_opened", v)
            for word in (2, 3, 5):
                self._put(name, self.peek(v.p[0], word))
            self._write_slots(name, v, t.elem)
        elif T.is_dict(t):
            self._put(name, self.peek(v.p[0]))

            def entry(key: Callable[[], V], value: Callable[[], V]) -> None:
                self._write(name, key())
                self._write(name, value())

            self.each_entry(v, entry)
        elif isinstance(t, T.Seq | T.Container):
            self._put(name, self.length(v).p[0])
            self.each(v, lambda item: self._write(name, item))
        elif isinstance(t, T.Array):
            self._put(name, self.peek(v.p[0], 3))
            self._put(name, self.peek(v.p[0], 4))
            self.each_element(v, lambda item: self._write(name, item))
        else:
            for part in self.to_words(v):
                self._put(name, part)

    def _write_text(self, name: str, v: V) -> None:
        length = self.length(v)
        self._put(name, length.p[0])
        at = self.env[name].p[0]
        words = self.op(f"add i64 {self.op(f'mul i64 {length.p[0]}, {self.module.char}')}, 7")
        words = self.op(f"ashr i64 {words}, 3")
        last = self.op(f"add i64 {at}, {self.op(f'shl i64 {words}, 3')}")
        some = self.op(f"icmp sgt i64 {words}, 0")
        # The last word may be filled only in part.
        spot = self.op(f"select i1 {some}, i64 {words}, i64 0")
        if self.pack_end is not None:
            self.fail_if(self.op(f"icmp ugt i64 {last}, {self.pack_end}"), "room")
        behind = self.op(f"add i64 {at}, {self.op(f'shl i64 {spot}, 3')}")
        zero = self.op(f"sub i64 {behind}, {self.op(f'select i1 {some}, i64 8, i64 0')}")
        self.poke(zero, 0, "0")
        base = self.op(f"sub i64 {at}, 8")

        def letter(i: V) -> None:
            c = self.op(f"call i64 @str_code(i64 {v.p[0]}, i64 {i.p[0]})")
            self.do(f"call void @str_put(i64 {base}, i64 {i.p[0]}, i64 {c})")

        self.count_to(length.p[0], letter)
        self.env[name] = V(T.INT, (last,))

    def _write_slots(self, name: str, v: V, elem: T.Type) -> None:
        """The slots of a set that are or were in use, each with its number."""
        number = self.op(f"add i64 {self.peek(v.p[0], 3)}, 1")
        table = self.peek(v.p[0], 4)
        size = 8 * (2 + elem.words)

        def one(i: V) -> None:
            at = self.op(f"add i64 {table}, {self.op(f'mul i64 {i.p[0]}, {size}')}")
            state = self.peek(at)

            def slot() -> None:
                removed = self.op(f"sub i64 {state}, 1")
                self._put(name, self.op(f"add i64 {self.op(f'shl i64 {i.p[0]}, 1')}, {removed}"))
                used = V(T.BOOL, (self.op(f"icmp eq i64 {state}, 1"),))
                self.when(used, lambda: self._write(name, self.load(elem, at, 2)))

            self.when(V(T.BOOL, (self.op(f"icmp ne i64 {state}, 0"),)), slot)

        self.count_to(number, one)

    def _read_slots(self, name: str, made: V, elem: T.Type) -> None:
        """The other way, into an empty set that has its table."""
        table = self.peek(made.p[0], 4)
        size = 8 * (2 + elem.words)

        def one(_: V) -> None:
            word = self._get(name)
            number = self.op(f"ashr i64 {word}, 1")
            at = self.op(f"add i64 {table}, {self.op(f'mul i64 {number}, {size}')}")
            left = self.op(f"trunc i64 {word} to i1")
            removed, used, done = Join(self), Join(self), Join(self)
            self.fork(V(T.BOOL, (left,)), removed, used)
            self.land(removed)
            self.poke(at, 0, "2")
            self.poke(at, 1, "-1")
            self.jump(done)
            self.land(used)
            item = self._read(name, elem)
            self.poke(at, 0, "1")
            self.poke(at, 1, self.py_hash(item).p[0])
            self.store(item, at, 2)
            self.poke(made.p[0], 0, self.op(f"add i64 {self.peek(made.p[0])}, 1"))
            self.jump(done)
            self.land(done)

        self.count_to(self.peek(made.p[0], 2), one)

    def _read_members(self, name: str, made: V, elem: T.Type, n: V) -> None:
        """The same where hashes are our own, and the slots others."""

        def one(_: V) -> None:
            removed = V(T.BOOL, (self.op(f"trunc i64 {self._get(name)} to i1"),))
            self.when(self.negation(removed), lambda: self.add(made, self._read(name, elem)))

        self.count_to(n.p[0], one)

    def unpacked(self, t: T.Type, cursor: str) -> tuple[V, str]:
        """Reads a value into the arena; gives the address behind it."""
        name = self.hidden("at")
        self.env[name] = V(T.INT, (cursor,))
        v = self._read(name, t)
        at = self.env.pop(name).p[0] if not self.dead else "poison"
        return v, at

    def _get(self, name: str) -> str:
        at = self.env[name].p[0]
        self.env[name] = V(T.INT, (self.op(f"add i64 {at}, 8"),))
        return self.peek(at)

    def _read(self, name: str, t: T.Type) -> V:
        if isinstance(t, T.Union):
            tag = V(t, (self._get(name), *(zero(kind) for kind in t.kinds[1:])))
            return self.convert(self.dispatch(tag, lambda arm: self._read(name, arm.t)), t)
        if isinstance(t, T.Tuple):
            return self.tuple_of([self._read(name, item) for item in t.items], t)
        if isinstance(t, T.Obj):
            return self.new_object(t, [self._read(name, var.t) for var in t.vars])
        if isinstance(t, T.Str):
            n = V(T.INT, (self._get(name),))
            start = self.env[name].p[0]
            base = V(T.INT, (self.op(f"sub i64 {start}, 8"),))
            words = self.op(f"add i64 {self.op(f'mul i64 {n.p[0]}, {self.module.char}')}, 7")
            words = self.op(f"and i64 {words}, -8")
            self.env[name] = V(T.INT, (self.op(f"add i64 {start}, {words}"),))
            text = self.call_library("text_at", base, n)
            return V(t, text.p)
        if T.is_set(t):
            n, mask, finger = (V(T.INT, (self._get(name),)) for _ in range(3))
            own = t.vars[0] if isinstance(t, T.Container) else None
            var = own or self.types.var(("unpacked", str(t)), t.elem)
            made = self.empty_set(var)
            self.call_library("set_make_table", made, mask)
            if has_python_order(var.t, self.module.python_hashes):
                self.poke(made.p[0], 2, n.p[0])
                self.poke(made.p[0], 5, finger.p[0])
                self._read_slots(name, made, var.t)
                self.call_library("set_noted", made)
            else:
                self._read_members(name, made, var.t, n)
            return V(t, made.p)
        if T.is_dict(t):
            n = V(T.INT, (self._get(name),))
            made = self.empty_dict(t)

            def entry(_: V) -> None:
                key = self._read(name, t.elem)
                self.set_item(made, key, self._read(name, t.value))

            self.count_to(n.p[0], entry)
            return made
        if isinstance(t, T.Seq):
            number = self._get(name)
            address, _ = self.new_seq(number, t.elem)

            def put(i: V) -> None:
                item = self._read(name, t.elem)
                self.store(item, self.element(address, i.p[0], t.elem, 1))

            self.count_to(number, put)
            return V(t, (address,))
        if isinstance(t, T.Container):
            number = self._get(name)
            xs = self.new_list(t.vars[0], number, t.kind, t.extra)
            self.count_to(number, lambda _: self.append(xs, self._read(name, t.elem)))
            return xs
        if isinstance(t, T.Array):
            rows, columns = self._get(name), self._get(name)
            made = self.new_array(t, rows, columns)
            self.fill_array(made, lambda: self._read(name, element_type(t)))
            return made
        return self.from_words(t, [self._get(name) for _ in range(t.words)])

    def settle(self, v: V) -> None:
        """Makes the tables of sets of small ints, for all that go through them later."""
        t = v.t
        if isinstance(t, T.Union):
            self.each_arm(v, self.settle)
        elif isinstance(t, T.Tuple | T.Obj):
            for item in self.fields_of(v):
                self.settle(item)
        elif self.has_bits(v):
            self.call_library("set_prepared", v)

    def freeze(self, v: V) -> None:
        """Marks all that can be changed in a value as somebody else's."""
        t = v.t
        if isinstance(t, T.Union):
            self.each_arm(v, self.freeze)
            return
        if isinstance(t, T.Obj | T.Container | T.Array):
            self.poke(v.p[0], 1 if isinstance(t, T.Container) else 0, "-1")
        if isinstance(t, T.Tuple | T.Obj):
            for item in self.fields_of(v):
                self.freeze(item)
        elif isinstance(t, T.Container) and len(t.vars) == 2:
            if holds_reference(t.value):
                self.each_entry(v, lambda k, x: self.freeze(x()))
        elif isinstance(t, T.Container | T.Seq) and holds_reference(t.elem):
            self.each(v, self.freeze)
