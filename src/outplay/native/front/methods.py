"""Methods of built-in types that are more than a call of the library."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from outplay.native.front.bitmaps import HEADER, has_bits_type
from outplay.native.front.builtin import _replace, _sort
from outplay.native.front.compare import is_dict, is_set
from outplay.native.front.iterate import Lazy, Pack, View
from outplay.native.front.types import (
    BIG,
    BOOL,
    DICTS,
    FLOAT,
    INT,
    NONE,
    RANGE,
    WIDE_BITS,
    ArrayT,
    ConstT,
    Container,
    EnumT,
    FrozenT,
    ObjT,
    SeqT,
    StrT,
    TupleT,
    Type,
    UnionT,
    Var,
)
from outplay.native.front.values import V

SALT = 1 << 45
"""Added to the number of a union's member, so that it looks like no other word."""

Method = Callable[[Any, V, list[V], dict[str, V]], Any]

METHODS: dict[tuple[str, str], Method] = {}


def method(kinds: str, *names: str) -> Callable[[Method], Method]:
    def register(write: Method) -> Method:
        for kind in kinds.split():
            for name in names:
                METHODS[kind, name] = write
        return write

    return register


def family(v: V) -> str:
    """What METHODS calls the type of a value."""
    t = v.t
    if isinstance(t, ConstT):
        kinds = {str: "str", tuple: "tuple", list: "list", dict: "dict", set: "set"}
        return kinds.get(type(v.k), "frozenset" if isinstance(v.k, frozenset) else "")
    if isinstance(t, StrT):
        return "str"
    if isinstance(t, Container):
        return t.kind
    if isinstance(t, FrozenT):
        return "frozenset"
    if isinstance(t, ArrayT):
        return "array"
    if isinstance(t, TupleT):
        return "record" if t.cls is not None else "tuple"
    if isinstance(t, ObjT):
        return "object" if isinstance(t.cls, type) else f"record {t.cls[0]}".replace(" ", "_")
    return str(t)


@method("list deque", "append")
def _append(f: Any, v: V, arguments: list[V], keywords: dict[str, V]) -> None:
    f.append(f.materialise(v), f.value_of(arguments[0]))


@method("list", "sort")
def _list_sort(f: Any, v: V, arguments: list[V], keywords: dict[str, V]) -> None:
    v = f.materialise(v)
    f.may_change(v, 1)
    _sort(f, v, keywords)


@method("list deque", "extend")
def _extend(f: Any, v: V, arguments: list[V], keywords: dict[str, V]) -> None:
    v = f.materialise(v)
    other = arguments[0]
    if isinstance(other.t, Container) and other.t.kind in ("list", "deque"):
        v.t.vars[0].unify(other.t.vars[0])  # type: ignore[attr-defined]
        f.call_library("list_extend", v, other)
        return
    f.each(other, lambda item: f.append(v, f.value_of(item)))


@method("deque", "copy")
def _deque_copy(f: Any, v: V, arguments: list[V], keywords: dict[str, V]) -> V:
    return f.list_from(v, "deque", v.t.extra)  # type: ignore[no-any-return,attr-defined]


@method("str", "join")
def _join(f: Any, v: V, arguments: list[V], keywords: dict[str, V]) -> V:
    parts = f.indexable(arguments[0])
    if isinstance(parts.t, StrT | TupleT):
        parts = f.list_from(parts)
    return f.call_library("str_join", v, parts)  # type: ignore[no-any-return]


@method("str", "encode")
def _no_text(f: Any, v: V, arguments: list[V], keywords: dict[str, V]) -> V:
    return f.unsupported("this method of a string")  # type: ignore[no-any-return]


@method("dict Counter defaultdict record_dict", "items", "keys", "values")
def _view(f: Any, v: V, arguments: list[V], keywords: dict[str, V]) -> V:
    raise AssertionError  # by name: see `find`


@method("dict Counter defaultdict OrderedDict", "pop")
def _dict_pop(f: Any, v: V, arguments: list[V], keywords: dict[str, V]) -> V:
    name = "dict_remove" if len(arguments) == 1 else "dict_remove_or"
    return f.call_library(name, f.materialise(v), *[f.value_of(a) for a in arguments])  # type: ignore[no-any-return]


@method("dict defaultdict OrderedDict", "update")
def _dict_update(f: Any, v: V, arguments: list[V], keywords: dict[str, V]) -> None:
    v = f.materialise(v)
    for a in arguments:
        if isinstance(a.t, ConstT) and not isinstance(a.k, Lazy):
            a = f.materialise(a)
        if is_dict(a.t):
            f.call_library("dict_merge", v, a)
        elif isinstance(a.t, ObjT) and isinstance(a.t.cls, tuple):
            for name, field in zip(a.t.names, f.fields_of(a), strict=True):
                f.set_item(v, f.const(name), field)
        else:
            f.each(
                a,
                lambda pair: f.set_item(
                    v, f.subscript(pair, f.const(0)), f.subscript(pair, f.const(1))
                ),
            )
    for name, value in keywords.items():
        f.set_item(v, f.const(name), value)


@method("record_dict record_list", "copy")
def _record_copy(f: Any, v: V, arguments: list[V], keywords: dict[str, V]) -> V:
    return f.new_object(v.t, f.fields_of(v))  # type: ignore[no-any-return]


@method("record_dict", "get")
def _record_get(f: Any, v: V, arguments: list[V], keywords: dict[str, V]) -> V:
    assert isinstance(v.t, ObjT)
    if not arguments[0].known:
        f.module.no_record(v.t.cls)
        return f.unsupported("this key")  # type: ignore[no-any-return]
    if arguments[0].k in v.t.names:
        return f.load_field(v, v.t.names.index(arguments[0].k))  # type: ignore[no-any-return]
    return arguments[1] if len(arguments) > 1 else f.const(None)


@method("set", "add")
def _add(f: Any, v: V, arguments: list[V], keywords: dict[str, V]) -> None:
    f.add(f.materialise(v), f.value_of(arguments[0]))


@method("set frozenset", "union", "intersection", "difference", "symmetric_difference")
def _set_operation(f: Any, v: V, arguments: list[V], keywords: dict[str, V]) -> V:
    raise AssertionError  # by name: see `find`


def _other(f: Any, v: V) -> V:
    """What an operation of sets is done with: a set or dict, or else a list."""
    if isinstance(v.t, ConstT) and not isinstance(v.k, Lazy | Pack):
        v = f.materialise(v)
    if is_set(v.t) or is_dict(v.t):
        return v
    return f.list_from(v)  # type: ignore[no-any-return]


def _sets(name: str) -> Method:
    def write(f: Any, v: V, arguments: list[V], keywords: dict[str, V]) -> V:
        v = f.materialise(v)
        if name == "union" and len(arguments) == 1 and not isinstance(arguments[0].k, Lazy | Pack):
            other = f.materialise(arguments[0])
            if is_set(other.t):
                return f.call_library("set_union", v, other)  # type: ignore[no-any-return]
        if name == "union" or not arguments:
            frozen = isinstance(v.t, FrozenT)
            made = f.call_library("set_copied", v)
            _set_update(f, made, arguments, {})
            return f.frozen(made) if frozen else made  # type: ignore[no-any-return]
        for number, a in enumerate(arguments):
            other = _other(f, a)
            if f.dead:
                return V(NONE)
            kind = "" if is_set(other.t) else "_items"
            if name == "difference":
                if number:  # as CPython does: in place from the second on
                    _less(f, f.thawed(v), other)
                    continue
                kind = "_keys" if is_dict(other.t) else kind
            elif name == "symmetric_difference" and kind:
                other, kind = f.set_from(other), ""
            v = f.call_library(f"set_{name}{kind}", v, other)
        return v

    return write


def _less(f: Any, v: V, other: V) -> None:
    f.call_library("set_take_away" if is_set(other.t) else "set_take_items", v, other)


for _name in ("union", "intersection", "difference", "symmetric_difference"):
    for _kind in ("set", "frozenset"):
        METHODS[_kind, _name] = _sets(_name)


@method("set", "update")
def _set_update(f: Any, v: V, arguments: list[V], keywords: dict[str, V]) -> None:
    v = f.materialise(v)
    f.may_change(v, 1)
    for a in arguments:
        if isinstance(a.t, ConstT) and not isinstance(a.k, Lazy | Pack):
            a = f.materialise(a)
        if isinstance(a.t, UnionT):
            f.dispatch(a, lambda arm: (_set_update(f, v, [arm], {}), f.const(None))[1])
        elif is_set(a.t):
            f.call_library("set_merge", v, a)
        else:
            if is_dict(a.t):
                f.call_library("set_expect", v, f.length(a))
            f.each(a, lambda item: f.add(v, f.value_of(item)))


@method("set", "difference_update")
def _difference_update(f: Any, v: V, arguments: list[V], keywords: dict[str, V]) -> None:
    v = f.materialise(v)
    for a in arguments:
        other = _other(f, a)
        if f.dead:
            return
        f.may_change(v, 1)
        if is_set(other.t):
            f.call_library("set_difference_update", v, other)
        else:
            f.call_library("set_take_items", v, other)


@method("set", "intersection_update")
def _intersection_update(f: Any, v: V, arguments: list[V], keywords: dict[str, V]) -> None:
    v = f.materialise(v)
    f.may_change(v, 1)
    made = METHODS["set", "intersection"](f, v, arguments, keywords)
    if not f.dead:
        f.call_library("set_become", v, made)


@method("set", "symmetric_difference_update")
def _exchange(f: Any, v: V, arguments: list[V], keywords: dict[str, V]) -> None:
    other = _other(f, arguments[0])
    if f.dead:
        return
    other = other if is_set(other.t) else f.set_from(other)
    v = f.materialise(v)
    f.call_library("set_symmetric_difference_update", v, other)


@method("set frozenset", "isdisjoint", "issubset", "issuperset")
def _set_test(f: Any, v: V, arguments: list[V], keywords: dict[str, V]) -> V:
    raise AssertionError


def _set_tests(name: str) -> Method:
    def write(f: Any, v: V, arguments: list[V], keywords: dict[str, V]) -> V:
        other = arguments[0]
        if isinstance(other.t, ConstT) and not isinstance(other.k, Lazy):
            other = f.materialise(other)
        if not is_set(other.t):
            other = f.set_from(other)
        before, f.any_order = f.any_order, True
        found = f.call_library(f"set_{name}", f.materialise(v), other)
        f.any_order = before
        return found  # type: ignore[no-any-return]

    return write


for _name in ("isdisjoint", "issubset", "issuperset"):
    for _kind in ("set", "frozenset"):
        METHODS[_kind, _name] = _set_tests(_name)


@method("record object", "_replace")
def _named_replace(f: Any, v: V, arguments: list[V], keywords: dict[str, V]) -> V:
    return _replace(f, [v], keywords)


@method("record", "index", "count")
def _record_search(f: Any, v: V, arguments: list[V], keywords: dict[str, V]) -> V:
    raise AssertionError


def find(v: V, name: str) -> Method | None:
    """What to write for a method of a value; None if the library has it, or nobody."""
    kind = family(v)
    if name in ("items", "keys", "values") and kind in (*DICTS, "record_dict"):
        return lambda f, v, a, k: f.const(View(name, f.materialise(v)))
    if kind == "record" and name in ("index", "count"):
        return lambda f, v, a, k: f.method(
            f.tuple_of(f.items_of(v)), name, a, k)  # fmt: skip
    return METHODS.get((kind, name))


class SetsAndDicts:
    """New sets and dicts, and the hash of everything."""

    def empty_set(self: Any, var: Var | None = None) -> V:
        if var is None:
            var = self.types.var(("set", self.place_of_node()))
        words = 2 + var.t.words
        if has_bits_type(var.t):
            return V(Container("set", (var,)), (self._empty_bits(),))
        header = self.allocate(6)
        table = self.allocate(8 * words)
        pointer = self.op(f"inttoptr i64 {table} to ptr")
        self.do(f"call void @llvm.memset.p0.i64(ptr {pointer}, i8 0, i64 {64 * words}, i1 false)")
        for word, value in enumerate(("0", "0", "0", "7", table, "0")):
            self.poke(header, word, value)
        return V(Container("set", (var,)), (header,))

    def _empty_bits(self: Any) -> str:
        """An empty set of small ints: it has no table."""
        header = self.allocate(HEADER)
        log = self.op(f"add i64 {header}, 96")
        for word in range(12):
            self.poke(header, word, "1" if word == 10 else "0")
        self.poke(header, 13, log)
        return header  # type: ignore[no-any-return]

    def set_from(self: Any, v: V) -> V:
        """`set(v)`"""
        if isinstance(v.t, ConstT) and not isinstance(v.k, Lazy) and not hasattr(v.k, "items"):
            v = self.materialise(v)
        if isinstance(v.t, UnionT):
            return self.dispatch(v, self.set_from)  # type: ignore[no-any-return]
        elem = getattr(v.t, "elem", None) if is_set(v.t) else None
        site = ("set", self.place_of_node(), str(elem))
        made = self.empty_set(
            self.types.var(site, elem) if elem is not None else self.types.var(site)
        )
        if is_set(v.t):
            self.call_library("set_merge", made, v)
            return made  # type: ignore[no-any-return]
        if is_dict(v.t):
            self.call_library("set_expect", made, self.length(v))
        name = self.hidden("set")
        self.env[name] = made
        before, self.any_order = self.any_order, False
        self.each(v, lambda item: self.add(self.env[name], self.value_of(item)))
        self.any_order = before
        return self.env.pop(name) if not self.dead else V(NONE)

    def add(self: Any, s: V, x: V) -> None:
        if self.dead:
            return
        assert isinstance(s.t, Container)
        s.t.vars[0].widen(x.t)
        self.call_library("set_add", s, x)

    def frozen(self: Any, s: V) -> V:
        if self.dead:
            return s
        assert isinstance(s.t, Container)
        return V(FrozenT(s.t.elem), s.p)

    def thawed(self: Any, s: V) -> V:
        if isinstance(s.t, Container):
            return s
        assert isinstance(s.t, FrozenT)
        var = self.types.var(("thawed", self.place_of_node(), str(s.t.elem)), s.t.elem)
        return V(Container("set", (var,)), s.p)

    def convert_set(self: Any, v: V, t: FrozenT) -> V:
        """A frozenset with each element as another type: laid out the same."""
        source = v.t
        assert isinstance(source, FrozenT)
        if isinstance(source.elem, StrT) and isinstance(t.elem, StrT):
            return V(t, v.p)
        var = Var(self.types, t.elem)
        made = V(t, self.empty_set(var).p)
        if str(source.elem) != "nothing":
            self.call_library("set_laid_out", made, v)
        return made

    def new_dict(self: Any, site: Any, kind: str = "dict", extra: Any = None) -> V:
        keys, values = self.types.var((*site, "key")), self.types.var((*site, "value"))
        if kind == "Counter":
            values.widen(INT)
        return self.empty_dict(Container(kind, (keys, values), extra))  # type: ignore[no-any-return]

    def empty_dict(self: Any, t: Container) -> V:
        header = self.allocate(7)
        for word in range(7):
            self.poke(header, word, "0")
        return V(t, (header,))

    def hash_parts(self: Any, v: V, h: V, exact: bool = False) -> V:
        """The hash of our own, of what is not just a few words."""
        t: Type = v.t
        if isinstance(t, UnionT):

            def one_of(arm: V) -> V:
                start = h.p[0]
                if exact and arm.t not in (INT, BOOL, FLOAT, BIG):
                    start = self._mix(self.op(f"xor i64 {start}, {SALT + t.tag(arm.t)}"))
                return V(INT, (self.mixed(arm, start, exact),))

            return self.dispatch(v, one_of)  # type: ignore[no-any-return]
        if t is FLOAT:
            return self._float_hash(v, h)  # type: ignore[no-any-return]
        if t is BIG:
            return self._big_hash(v, h)  # type: ignore[no-any-return]
        name = self.hidden("hash")
        self.env[name] = h
        if isinstance(t, StrT) or (exact and not isinstance(t, ObjT)):
            self.env[name] = V(
                INT, (self._mix(self.op(f"xor i64 {h.p[0]}, {self.length(v).p[0]}")),)
            )

        def more(item: V) -> None:
            self.env[name] = V(INT, (self.mixed(item, self.env[name].p[0], exact),))

        if isinstance(t, StrT):
            letters = V(RANGE, ("0", self.length(v).p[0], "1"))
            self.each(letters, lambda i: more(
                V(INT, (self.op(f"call i64 @str_code(i64 {v.p[0]}, i64 {i.p[0]})"),))
            ))  # fmt: skip
        elif isinstance(t, ArrayT):
            self.each_element(v, more)
        elif isinstance(t, SeqT) or (isinstance(t, Container) and t.kind in ("list", "deque")):
            self.each(v, more)
        elif isinstance(t, ObjT) and (isinstance(t.cls, type) or t.cls[0] == "list"):
            for field in self.fields_of(v):
                more(field)
        else:
            total = self.hidden("total")
            self.env[total] = V(INT, ("0",))

            def add(x: str) -> None:
                self.env[total] = V(INT, (self.op(f"add i64 {self.env[total].p[0]}, {x}"),))

            before, self.any_order = self.any_order, True
            if is_set(t):
                self.each_in_any_order(v, lambda item: add(self.mixed(item, "0", exact)))
            elif is_dict(t) or isinstance(t, ObjT):
                self.each_entry(
                    v, lambda k, x: add(self.mixed(x(), self.mixed(k(), "0", exact), exact))
                )
            else:
                self.unsupported("a hash of this")
            self.any_order = before
            if not self.dead:
                word = self.op(f"xor i64 {self.env[name].p[0]}, {self.env.pop(total).p[0]}")
                self.env[name] = V(INT, (self._mix(word),))
        return self.env.pop(name) if not self.dead else V(INT, ("0",))

    def _float_hash(self: Any, v: V, h: V) -> V:
        size = self.op(f"call double @llvm.fabs.f64(double {v.p[0]})")
        small = self.op(f"fcmp olt double {size}, 0x4340000000000000")
        safe = self.op(f"select i1 {small}, double {v.p[0]}, double 0.0")
        whole = self.op(f"fptosi double {safe} to i64")
        again = self.op(f"sitofp i64 {whole} to double")
        exact = self.op(f"fcmp oeq double {again}, {v.p[0]}")
        raw = self.op(f"bitcast double {v.p[0]} to i64")
        both = self.op(f"and i1 {small}, {exact}")
        word = self.op(f"select i1 {both}, i64 {whole}, i64 {raw}")
        return V(INT, (self._mix(self.op(f"xor i64 {h.p[0]}, {word}")),))

    def _big_hash(self: Any, v: V, h: V) -> V:
        words = self.to_words(v)
        small = self.op(f"trunc i{WIDE_BITS} {v.p[0]} to i64")
        again = self.op(f"sext i64 {small} to i{WIDE_BITS}")
        fits = self.op(f"icmp eq i{WIDE_BITS} {again}, {v.p[0]}")
        one = self._mix(self.op(f"xor i64 {h.p[0]}, {small}"))
        many = h.p[0]
        for word in words:
            many = self._mix(self.op(f"xor i64 {many}, {word}"))
        return V(INT, (self.op(f"select i1 {fits}, i64 {one}, i64 {many}"),))

    def formatted(self: Any, v: V, spec: str) -> V:
        from outplay.native.front.texts import formatted

        return formatted(self, v, spec)

    def percent(self: Any, v: V, given: V) -> V:
        from outplay.native.front.texts import percent

        return percent(self, v, given)

    def text_of(self: Any, v: V) -> V:
        """`str(v)` of strings, ints and what is made of them."""
        if isinstance(v.t, UnionT):
            return self.dispatch(v, self.text_of)  # type: ignore[no-any-return]
        if v.known and isinstance(v.k, str | int | float | bool | type(None)):
            return self.const(str(v.k))  # type: ignore[no-any-return]
        if isinstance(v.t, StrT):
            return v
        if v.t is INT:
            return self.call_library("int_text", v)  # type: ignore[no-any-return]
        if v.t is BOOL:
            yes, no = self.const("True"), self.const("False")
            return V(StrT(frozenset(["True", "False"])), (
                self.op(f"select i1 {v.p[0]}, i64 {yes.p[0]}, i64 {no.p[0]}"),))  # fmt: skip
        return self.unsupported(f"the text of a {v.t}")  # type: ignore[no-any-return]


__all__ = ["EnumT", "SetsAndDicts", "find"]
