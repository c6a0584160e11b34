"""Words in memory, values there, and from one type to another; where a rule fails."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from outplay.native.front import types as T
from outplay.native.front.emit import Emitter, Join
from outplay.native.front.types import WIDE, WIDE_BITS
from outplay.native.front.values import NOTHING, NOTHING_GIVEN, UNKNOWN, V, int_value


class NotConvertible(Exception):
    """No value of the one type is one of the other."""


class Place(str):
    """An address of which LLVM is to know what it is made of."""

    base: str
    distance: str


class Memory(Emitter):
    """Loads, stores, the arena, conversions."""

    def at(self, address: str, offset: int | str = 0) -> str:
        """A pointer to word `offset` of an address."""
        if isinstance(address, Place):
            base = self.op(f"inttoptr i64 {address.base} to ptr")
            pointer = self.op(f"getelementptr i8, ptr {base}, i64 {address.distance}")
        else:
            pointer = self.op(f"inttoptr i64 {address} to ptr")
        if offset == 0:
            return pointer
        if isinstance(offset, int):
            return self.op(f"getelementptr i8, ptr {pointer}, i64 {8 * offset}")
        return self.op(f"getelementptr i64, ptr {pointer}, i64 {offset}")

    def peek(self, address: str, offset: int | str = 0) -> str:
        return self.op(f"load i64, ptr {self.at(address, offset)}, align 8")

    def poke(self, address: str, offset: int | str, value: str) -> None:
        self.do(f"store i64 {value}, ptr {self.at(address, offset)}, align 8")

    def load(self, t: T.Type, address: str, offset: int | str = 0) -> V:
        """The value at word `offset` of `address`; a computed offset is one of a single word."""
        parts = []
        for kind in t.kinds:
            pointer = self.at(address, offset)
            if kind == "i1":
                word = self.op(f"load i64, ptr {pointer}, align 8")
                parts.append(self.op(f"trunc i64 {word} to i1"))
            else:
                parts.append(self.op(f"load {kind}, ptr {pointer}, align 8"))
            if isinstance(offset, int):
                offset += T.words_of(kind)
        return V(t, tuple(parts))

    def store(self, v: V, address: str, offset: int | str = 0) -> None:
        for kind, part in zip(v.t.kinds, v.p, strict=True):
            pointer = self.at(address, offset)
            if kind == "i1":
                part = self.op(f"zext i1 {part} to i64")
                kind = "i64"
            self.do(f"store {kind} {part}, ptr {pointer}, align 8")
            if isinstance(offset, int):
                offset += T.words_of(kind)

    def element(self, base: str, index: str, t: T.Type, header: int = 0) -> str:
        """The address of element `index` of elements of a type that start at word `header`."""
        size = t.words * 8
        if index.lstrip("-").isdigit():
            distance = str(int(index) * size + header * 8)
            return base if distance == "0" else self.op(f"add i64 {base}, {distance}")
        distance = (
            self.op(f"mul i64 {index}, {size}") if size != 8 else self.op(f"shl i64 {index}, 3")
        )
        if header:
            distance = self.op(f"add i64 {distance}, {header * 8}")
        place = Place(self.op(f"add i64 {base}, {distance}"))
        place.base, place.distance = base, distance
        return place

    def allocate(self, words: int | str) -> str:
        """New memory in the arena; where there is none, the search goes on in Python."""
        self.module.allocates = True
        size = str(words * 8) if isinstance(words, int) else self.op(f"shl i64 {words}, 3")
        address = self.op(f"call i64 @arena(i64 %run, i64 {size})")
        self.fail_if(self.op(f"icmp eq i64 {address}, 0"), "memory")
        return address

    def zeroed(self, words: int | str) -> str:
        """New memory, all of it 0."""
        address = self.allocate(words)
        size = words * 8 if isinstance(words, int) else self.op(f"shl i64 {words}, 3")
        pointer = self.op(f"inttoptr i64 {address} to ptr")
        self.do(f"call void @llvm.memset.p0.i64(ptr {pointer}, i8 0, i64 {size}, i1 false)")
        return address

    def poke_all(self, address: str, words: Iterable[str]) -> None:
        """Writes words one behind the other."""
        for number, word in enumerate(words):
            self.poke(address, number, word)

    def new_text(self, length: str) -> str:
        """Room for a string of so many characters."""
        size = self.op(f"mul i64 {length}, {self.module.char}")
        return self.allocate(self.op(f"add i64 2, {self.op(f'ashr i64 {size}, 3')}"))

    def copy_words(self, to: str, source: str, words: str) -> None:
        if self.dead:
            return
        size = self.op(f"shl i64 {words}, 3")
        one = self.op(f"inttoptr i64 {to} to ptr")
        two = self.op(f"inttoptr i64 {source} to ptr")
        self.do(f"call void @llvm.memmove.p0.p0.i64(ptr {one}, ptr {two}, i64 {size}, i1 false)")

    def fail(self, error: Any) -> V:
        """Raises: an exception class, or a word for what only Python can do. Gives nothing."""
        if self.dead:
            return NOTHING
        status = self.module.status(error)
        handler = self.handler_of(error)
        if handler is not None:
            self.jump(handler, int_value(status))
        else:
            self.fails.append((str(status), self.label))
            self.br("fail")
        return NOTHING

    def fail_if(self, condition: str, error: Any) -> None:
        if self.dead or condition == "false":
            return
        if condition == "true":
            self.fail(error)
            return
        on = self.fresh("ok")
        if self.handler_of(error) is not None:
            bad = self.fresh("bad")
            self.cbr_unlikely(condition, bad, on)
            self.start(bad)
            self.fail(error)
        else:
            self.fails.append((str(self.module.status(error)), self.label))
            self.cbr_unlikely(condition, "fail", on)
        self.start(on)

    # --- unions -------------------------------------------------------------------------------

    def to_words(self, v: V) -> list[str]:
        """The scalars of a value as words."""
        words: list[str] = []
        for kind, part in zip(v.t.kinds, v.p, strict=True):
            if kind == "i1":
                words.append(self.op(f"zext i1 {part} to i64"))
            elif kind == "double":
                words.append(self.op(f"bitcast double {part} to i64"))
            elif kind == WIDE:
                for number in range(WIDE_BITS // 64):
                    shifted = self.op(f"lshr {WIDE} {part}, {64 * number}")
                    words.append(self.op(f"trunc {WIDE} {shifted} to i64"))
            else:
                words.append(part)
        return words

    def from_words(self, t: T.Type, words: list[str]) -> V:
        parts = []
        rest = list(words)
        for kind in t.kinds:
            if kind == WIDE:
                total = "0"
                for number in range(WIDE_BITS // 64):
                    word = self.op(f"zext i64 {rest.pop(0)} to {WIDE}")
                    word = self.op(f"shl {WIDE} {word}, {64 * number}")
                    total = self.op(f"or {WIDE} {total}, {word}")
                parts.append(total)
                continue
            word = rest.pop(0)
            if kind == "i1":
                word = self.op(f"trunc i64 {word} to i1")
            elif kind == "double":
                word = self.op(f"bitcast i64 {word} to double")
            parts.append(word)
        return V(t, tuple(parts))

    def arm(self, v: V, number: int) -> V:
        """The value as the union's member `number`, which it is known to be."""
        union = v.t
        assert isinstance(union, T.Union)
        member = union.members[number]
        if isinstance(member, T.Const):
            return V(member, (), member.value)
        if not member.kinds:
            return V(member, (), None if str(member) == "None" else UNKNOWN)
        if union.plain is not None:
            return V(member, v.p[1:])
        return self.from_words(member, list(v.p[1:]))

    def into_union(self, v: V, union: T.Union) -> V:
        number = self._member(v.t, union)
        v = self.convert(v, union.members[number])
        tag = str(number)
        if union.plain is not None:
            parts = v.p or tuple(zero(kind) for kind in union.plain.kinds)
            return V(union, (tag, *parts))
        words = self.to_words(v)
        words += ["0"] * (len(union.kinds) - 1 - len(words))
        return V(union, (tag, *words))

    def _member(self, t: T.Type, union: T.Union) -> int:
        if t in union.members:
            return union.members.index(t)
        for number, member in enumerate(union.members):
            if self.fits(t, member):
                return number
        raise NotConvertible(f"{t} in {union}")

    def fits(self, t: T.Type, target: T.Type) -> bool:
        """Can a value of type `t` be one of `target`, perhaps after a look at it?"""
        if T.same(t, target) or t is T.NEVER:
            return True
        if isinstance(t, T.Union):
            return any(self.fits(m, target) for m in t.members)
        if isinstance(target, T.Union):
            return any(self.fits(t, m) for m in target.members)
        if (isinstance(t, T.Str) and isinstance(target, T.Str)) or {t, target} <= {T.INT, T.BIG}:
            return True
        if isinstance(t, T.Tuple) and isinstance(target, T.Tuple):
            return (
                t.cls is target.cls
                and len(t.items) == len(target.items)
                and all(self.fits(a, b) for a, b in zip(t.items, target.items, strict=True))
            )
        if isinstance(t, T.Tuple) and isinstance(target, T.Seq):
            return t.cls is None and all(self.fits(a, target.elem) for a in t.items)
        if isinstance(t, T.Seq) and isinstance(target, T.Tuple):
            return target.cls is None and all(self.fits(t.elem, b) for b in target.items)
        if isinstance(t, T.Seq | T.FrozenSet) and type(t) is type(target):
            return self.fits(t.elem, target.elem)
        if isinstance(t, T.Container) and isinstance(target, T.Container):
            return t.kind == target.kind
        return isinstance(t, T.Obj) and isinstance(target, T.Obj) and t.cls == target.cls

    def dispatch(self, v: V, use: Callable[[V], V | None]) -> V:
        """`use` of the value as whichever member it is; what they give is joined."""
        if not isinstance(v.t, T.Union):
            return use(v) or NOTHING
        join = Join(self)
        arms = [self.fresh("arm") for _ in v.t.members]
        cases = " ".join(f"i64 {n}, label %{label}" for n, label in enumerate(arms) if n)
        self.do(f"switch i64 {v.p[0]}, label %{arms[0]} [ {cases} ]")
        self.dead = True
        env = self.env
        for number, label in enumerate(arms):
            self.start(label)
            self.env = dict(env)
            found = use(self.arm(v, number))
            if found is not None and not self.dead:
                self.jump(join, found)
            self.dead = True
        return self.landed(join)

    def each_arm(self, v: V, use: Callable[[V], object]) -> None:
        """`use` of the value as whichever member it is, which gives nothing."""

        def one(arm: V) -> V:
            use(arm)
            return NOTHING_GIVEN

        self.dispatch(v, one)

    # --- conversions --------------------------------------------------------------------------

    def convert(self, v: V, t: T.Type) -> V:
        """The value as one of type `t`; the search goes on in Python where it is none."""
        if T.same(t, self.spent.t):
            return self.spent
        if T.same(v.t, t) or self.dead:
            return v if T.same(v.t, t) else self._poison(t)
        if isinstance(v.t, T.Const) and not isinstance(t, T.Const):
            v = self.materialise_as(v, t)
            if T.same(v.t, t):
                return v
        try:
            return self._convert(v, t)
        except NotConvertible:
            self.fail("other type")
            return self._poison(t)

    def _poison(self, t: T.Type) -> V:
        return V(t, ("poison",) * len(t.kinds))

    def _convert(self, v: V, t: T.Type) -> V:
        if v.t is T.NEVER or (v.t is T.UNBOUND and not isinstance(t, T.Union)):
            return self._poison(t)
        if isinstance(v.t, T.Union):
            return self._from_union(v, t)
        if isinstance(t, T.Union):
            return self.into_union(v, t)
        if v.t is T.INT and t is T.BIG:
            return V(T.BIG, (self.op(f"sext i64 {v.p[0]} to {WIDE}"),))
        if v.t is T.BIG and t is T.INT:
            small = self.op(f"trunc {WIDE} {v.p[0]} to i64")
            again = self.op(f"sext i64 {small} to {WIDE}")
            self.fail_if(self.op(f"icmp ne {WIDE} {again}, {v.p[0]}"), "overflow")
            return V(T.INT, (small,))
        if isinstance(v.t, T.Tuple) and isinstance(t, T.Tuple):
            if v.t.cls is not t.cls or len(v.t.items) != len(t.items):
                raise NotConvertible
            pairs = zip(self.items_of(v), t.items, strict=True)
            return self.tuple_of([self.convert(item, kind) for item, kind in pairs], t)
        if isinstance(v.t, T.Tuple) and isinstance(t, T.Seq) and v.t.cls is None:
            return self.seq_of([self.convert(item, t.elem) for item in self.items_of(v)], t.elem)
        if isinstance(v.t, T.Seq) and isinstance(t, T.Tuple) and t.cls is None:
            length = self.peek(v.p[0])
            self.fail_if(self.op(f"icmp ne i64 {length}, {len(t.items)}"), "other type")
            items = []
            for number, kind in enumerate(t.items):
                item = self.load(v.t.elem, self.element(v.p[0], str(number), v.t.elem, 1))
                items.append(self.convert(item, kind))
            return self.tuple_of(items, t)
        if isinstance(v.t, T.Seq) and isinstance(t, T.Seq):
            return self.convert_seq(v, t)
        if isinstance(v.t, T.FrozenSet) and isinstance(t, T.FrozenSet):
            return self.convert_set(v, t)
        if isinstance(v.t, T.Container) and isinstance(t, T.Container) and v.t.kind == t.kind:
            self.types.join(t, v.t)
            return V(t, v.p)
        strings = isinstance(v.t, T.Str) and isinstance(t, T.Str)
        if strings or (isinstance(v.t, T.Obj) and isinstance(t, T.Obj) and v.t.cls == t.cls):
            return V(t, v.p)
        raise NotConvertible(f"{v.t} to {t}")

    def _from_union(self, v: V, t: T.Type) -> V:
        def one(arm: V) -> V | None:
            if arm.t is T.UNBOUND and not isinstance(t, T.Union):
                return self.fail(UnboundLocalError)
            return self.convert(arm, t) if self.fits(arm.t, t) else self.fail("other type")

        if isinstance(t, T.Union) and not any(self.fits(m, t) for m in v.t.members):  # type: ignore[attr-defined]
            raise NotConvertible
        found = self.dispatch(v, one)
        return self._poison(t) if found.t is T.NEVER else found

    # --- tuples -------------------------------------------------------------------------------

    def items_of(self, v: V) -> list[V]:
        """The items of a tuple of known length."""
        t = v.t
        assert isinstance(t, T.Tuple)
        items, start = [], 0
        known = v.k if v.known and isinstance(v.k, tuple) else None
        for number, item in enumerate(t.items):
            size = len(item.kinds)
            k = known[number] if known is not None else UNKNOWN
            if isinstance(item, T.Const):
                k = item.value
            items.append(V(item, v.p[start : start + size], k))
            start += size
        return items

    def tuple_of(self, items: list[V], t: T.Tuple | None = None) -> V:
        if t is None:
            if any(getattr(i.k, "once", False) or hasattr(i.k, "pull") for i in items):
                self.unsupported("an iterator in a tuple")
            items = [self.value_of(item) for item in items]
            t = T.Tuple(tuple(item.t for item in items))
        parts = tuple(part for item in items for part in item.p)
        return V(t, parts)

    def seq_of(self, items: list[V], elem: T.Type) -> V:
        """A tuple in the arena."""
        address = self.allocate(1 + len(items) * elem.words)
        self.poke(address, 0, str(len(items)))
        for number, item in enumerate(items):
            self.store(item, address, 1 + number * elem.words)
        return V(T.Seq(elem), (address,))


def zero(kind: str) -> str:
    return {"double": "0.0", "i1": "false"}.get(kind, "0")
