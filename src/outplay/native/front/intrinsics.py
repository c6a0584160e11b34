"""What generated code and the library can do beyond Python: words in memory.

The functions only give names to import; `NATIVE` says what is written for a call.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from outplay.native.front.types import (
    BIG,
    BOOL,
    FLOAT,
    INT,
    STR,
    WIDE,
    Container,
    FrozenT,
    SeqT,
    StrT,
    TupleT,
    UnionT,
)
from outplay.native.front.values import V

NATIVE: dict[Any, Callable[..., Any]] = {}


def _native(write: Callable[..., Any]) -> Any:
    def stub(*arguments: Any) -> Any:
        raise NotImplementedError("only native code can do that")

    stub.__name__ = write.__name__

    def call(f: Any, arguments: list[V], keywords: dict[str, V]) -> V:
        found = write(f, *arguments)
        return found if isinstance(found, V) else f.const(None)

    NATIVE[stub] = call
    return stub


def _int(f: Any, v: V) -> str:
    return str(f.convert(f.to_int(f.number(v)), INT).p[0])


@_native
def peek(f: Any, address: V, i: V) -> V:
    return V(INT, (f.peek(address.p[0], i.k if i.known else i.p[0]),))


@_native
def poke(f: Any, address: V, i: V, value: V) -> None:
    f.poke(address.p[0], i.k if i.known else i.p[0], _int(f, value))


@_native
def peek_float(f: Any, address: V, i: V) -> V:
    pointer = f.at(address.p[0], i.k if i.known else i.p[0])
    return V(FLOAT, (f.op(f"load double, ptr {pointer}, align 8"),))


@_native
def poke_float(f: Any, address: V, i: V, value: V) -> None:
    pointer = f.at(address.p[0], i.k if i.known else i.p[0])
    f.do(f"store double {f.to_float(f.number(value)).p[0]}, ptr {pointer}, align 8")


@_native
def as_int(f: Any, v: V) -> V:
    if isinstance(v.t, UnionT):
        return f.dispatch(v, lambda arm: f.call_constant(as_int, [arm], {}))  # type: ignore[no-any-return]
    v = f.number(v)
    if v.t is FLOAT:
        return V(INT, (f.op(f"fptosi double {v.p[0]} to i64"),))
    if v.t in (INT, BOOL, BIG):
        return f.convert(f.to_int(v), INT)  # type: ignore[no-any-return]
    f.fail("other type")
    return V(INT, ("poison",))


@_native
def float_bits(f: Any, v: V) -> V:
    """The word of a float."""
    return V(INT, (f.op(f"bitcast double {v.p[0]} to i64"),))


@_native
def float_floor(f: Any, v: V) -> V:
    return V(FLOAT, (f.op(f"call double @llvm.floor.f64(double {v.p[0]})"),))


@_native
def square_root(f: Any, v: V) -> V:
    return V(FLOAT, (f.op(f"call double @llvm.sqrt.f64(double {f.to_float(v).p[0]})"),))


@_native
def float_rest(f: Any, x: V, y: V) -> V:
    """C's fmod."""
    return V(FLOAT, (f.op(f"frem double {x.p[0]}, {y.p[0]}"),))


@_native
def with_sign(f: Any, x: V, y: V) -> V:
    return V(FLOAT, (f.op(f"call double @llvm.copysign.f64(double {x.p[0]}, double {y.p[0]})"),))


@_native
def libm_power(f: Any, x: V, y: V) -> V:
    """The very function that CPython calls; what is not finite is Python's business."""
    f.module.calls_math("pow", 2)
    found = f.op(f"call double @pow(double {x.p[0]}, double {y.p[0]}) nobuiltin")
    size = f.op(f"call double @llvm.fabs.f64(double {found})")
    f.fail_if(f.op(f"fcmp uge double {size}, 0x7FF0000000000000"), "overflow")
    return V(FLOAT, (found,))


@_native
def scaled_round(f: Any, x: V, scale: V) -> V:
    """|x| * scale as an int, rounded to even where it is just between two."""
    word = f.op(f"bitcast double {x.p[0]} to i64")
    power = f.op(f"and i64 {f.op(f'lshr i64 {word}, 52')}, 2047")
    part = f.op(f"and i64 {word}, 4503599627370495")
    mantissa = f.op(f"or i64 {part}, 4503599627370496")
    # It is no whole number: the exponent is below 52. So small that it is none: nothing is left.
    shift = f.op(f"sub i64 1075, {power}")
    tiny = f.op(f"icmp sgt i64 {shift}, 120")
    shift = f.op(f"select i1 {tiny}, i64 120, i64 {shift}")
    f.fail_if(f.op(f"icmp slt i64 {shift}, 1"), "overflow")
    wide = f.op(f"zext i64 {mantissa} to i128")
    product = f.op(f"mul i128 {wide}, {f.op(f'zext i64 {scale.p[0]} to i128')}")
    product = f.op(f"select i1 {tiny}, i128 0, i128 {product}")
    by = f.op(f"zext i64 {shift} to i128")
    whole = f.op(f"lshr i128 {product}, {by}")
    rest = f.op(f"sub i128 {product}, {f.op(f'shl i128 {whole}, {by}')}")
    half = f.op(f"lshr i128 {f.op(f'shl i128 1, {by}')}, 1")
    above = f.op(f"icmp ugt i128 {rest}, {half}")
    between = f.op(f"icmp eq i128 {rest}, {half}")
    odd = f.op(f"trunc i128 {whole} to i1")
    up = f.op(f"or i1 {above}, {f.op(f'and i1 {between}, {odd}')}")
    whole = f.op(f"add i128 {whole}, {f.op(f'zext i1 {up} to i128')}")
    f.fail_if(f.op(f"icmp ugt i128 {whole}, 9007199254740992"), "overflow")
    return V(INT, (f.op(f"trunc i128 {whole} to i64"),))


@_native
def product_modulo(f: Any, x: V, y: V, m: V) -> V:
    """x * y % m, which may leave 64 bits on the way."""
    a, b, c = (f.op(f"sext i64 {v.p[0]} to i512") for v in (x, y, m))
    rest = f.op(f"srem i512 {f.op(f'mul i512 {a}, {b}')}, {c}")
    some = f.op(f"icmp ne i512 {rest}, 0")
    other = f.op(f"icmp slt i512 {f.op(f'xor i512 {rest}, {c}')}, 0")
    wrong = f.op(f"and i1 {some}, {other}")
    more = f.op(f"add i512 {rest}, {c}")
    found = f.op(f"select i1 {wrong}, i512 {more}, i512 {rest}")
    return V(INT, (f.op(f"trunc i512 {found} to i64"),))


@_native
def as_float(f: Any, v: V) -> V:
    if isinstance(v.t, UnionT):
        return f.dispatch(v, lambda arm: f.call_constant(as_float, [arm], {}))  # type: ignore[no-any-return]
    v = f.number(v)
    if v.t in (INT, BOOL, BIG, FLOAT):
        return f.to_float(v)  # type: ignore[no-any-return]
    f.fail("other type")
    return V(FLOAT, ("poison",))


@_native
def as_bool(f: Any, v: V) -> V:
    return f.truth(v)  # type: ignore[no-any-return]


@_native
def prefetch(f: Any, address: V) -> None:
    pointer = f.op(f"inttoptr i64 {address.p[0]} to ptr")
    f.do(f"call void @llvm.prefetch.p0(ptr {pointer}, i32 0, i32 3, i32 1)")


@_native
def allocate(f: Any, words: V) -> V:
    return V(INT, (f.allocate(words.k if words.known else words.p[0]),))


@_native
def address(f: Any, v: V) -> V:
    return V(INT, v.p[:1])


@_native
def item(f: Any, xs: V, i: V) -> V:
    return f.item_at(xs, i)  # type: ignore[no-any-return]


@_native
def put(f: Any, xs: V, i: V, x: V) -> None:
    x = f.value_of(x)
    xs.t.vars[0].widen(x.t)  # type: ignore[attr-defined]
    elem = xs.t.elem  # type: ignore[attr-defined]
    f.store(f.convert(x, elem), f.element(f.peek(xs.p[0], 2), i.p[0], elem))


@_native
def set_length(f: Any, xs: V, n: V) -> None:
    f.poke(xs.p[0], 0, n.p[0])


@_native
def new_like(f: Any, xs: V, capacity: V) -> V:
    """An empty list for elements of the same kind, with room for some."""
    t = xs.t
    if isinstance(t, Container) and t.kind in ("list", "deque"):
        return f.new_list(t.vars[0], capacity.p[0])  # type: ignore[no-any-return]
    if isinstance(t, TupleT | SeqT):
        elem = f.types.element(t)
    else:
        elem = t.elem  # type: ignore[attr-defined]
    var = f.types.var(("new_like", f.place_of_node(), str(elem)), elem)
    return f.new_list(var, capacity.p[0])  # type: ignore[no-any-return]


@_native
def copy_elements(f: Any, to: V, at: V, source: V, start: V, n: V) -> None:
    """Copies `n` elements between lists of one kind (or from a tuple)."""
    elem = to.t.elem  # type: ignore[attr-defined]
    a = f.element(f.peek(to.p[0], 2), at.p[0], elem)
    if isinstance(source.t, SeqT):
        b = f.element(source.p[0], start.p[0], elem, 1)
    else:
        b = f.element(f.peek(source.p[0], 2), start.p[0], elem)
    f.copy_words(a, b, f.op(f"mul i64 {n.p[0]}, {elem.words}"))


@_native
def drop_first(f: Any, xs: V) -> None:
    """Forgets the first element of a list: its data starts one later."""
    words = xs.t.elem.words  # type: ignore[attr-defined]
    f.poke(xs.p[0], 2, f.op(f"add i64 {f.peek(xs.p[0], 2)}, {8 * words}"))
    f.poke(xs.p[0], 1, f.op(f"sub i64 {f.peek(xs.p[0], 1)}, 1"))
    f.poke(xs.p[0], 0, f.op(f"sub i64 {f.peek(xs.p[0])}, 1"))


@_native
def most_elements(f: Any, xs: V) -> V:
    """`maxlen` of a deque; -1 if it has none."""
    most = xs.t.extra  # type: ignore[attr-defined]
    return f.const(-1 if most is None else most)  # type: ignore[no-any-return]


@_native
def refuse_change(f: Any, xs: V) -> None:
    """Raises if a list, set or dict belongs to somebody else."""
    f.may_change(xs, 1)


@_native
def unify(f: Any, xs: V, ys: V) -> None:
    """From here on, elements of the one may be elements of the other."""
    if isinstance(ys.t, Container):
        for a, b in zip(xs.t.vars, ys.t.vars, strict=False):  # type: ignore[attr-defined]
            a.unify(b)
    elif hasattr(ys.t, "elem"):
        xs.t.vars[0].widen(ys.t.elem)  # type: ignore[attr-defined]


@_native
def same_elements(f: Any, xs: V, ys: V) -> V:
    """Do both have elements of the very same type?"""
    from outplay.native.front.types import same

    elements = getattr(ys.t, "elem", None)
    return f.const(elements is not None and same(xs.t.elem, elements))  # type: ignore[no-any-return,attr-defined]


# --- strings -----------------------------------------------------------------------------------


@_native
def code(f: Any, s: V, i: V) -> V:
    return V(INT, (f.op(f"call i64 @str_code(i64 {s.p[0]}, i64 {i.p[0]})"),))


@_native
def raw_code(f: Any, base: V, i: V) -> V:
    """Character `i` of those that follow the word at `base`."""
    size = f.module.data.char
    start = f.op(f"add i64 {base.p[0]}, 8")
    distance = f.op(f"mul i64 {i.p[0]}, {size}")
    pointer = f.op(f"inttoptr i64 {f.op(f'add i64 {start}, {distance}')} to ptr")
    raw = f.op(f"load i{8 * size}, ptr {pointer}, align {size}")
    return V(INT, (f.op(f"zext i{8 * size} {raw} to i64"),))


@_native
def new_text(f: Any, n: V) -> V:
    """Room for a string of `n` characters."""
    size = f.op(f"mul i64 {n.p[0]}, {f.module.data.char}")
    words = f.op(f"add i64 2, {f.op(f'ashr i64 {size}, 3')}")
    return V(INT, (f.allocate(words),))


@_native
def put_code(f: Any, text: V, i: V, value: V) -> None:
    f.do(f"call void @str_put(i64 {text.p[0]}, i64 {i.p[0]}, i64 {_int(f, value)})")


@_native
def copy_text(f: Any, text: V, at: V, s: V, start: V, n: V) -> None:
    """Puts `n` characters of a string, from `start` on, at `at`."""
    given = ", ".join(f"i64 {v.p[0]}" for v in (text, at, s, start, n))
    f.do(f"call void @str_copy({given})")


@_native
def is_letter(f: Any, s: V) -> V:
    """Is it a string of one character (and so in the word itself)?"""
    low = f.op(f"and i64 {s.p[0]}, 15")
    return V(BOOL, (f.op(f"icmp eq i64 {low}, 3"),))


@_native
def as_text(f: Any, text: V, n: V) -> V:
    """The string that was put there."""
    return V(STR, (f.op(f"call i64 @str_done(i64 {text.p[0]}, i64 {n.p[0]})"),))


@_native
def text_of_code(f: Any, value: V) -> V:
    return V(STR, (f.op(f"call i64 @str_of_code(i64 {value.p[0]})"),))


@_native
def is_short(f: Any, s: V) -> V:
    bit = f.op(f"and i64 {s.p[0]}, 1")
    return V(BOOL, (f.op(f"icmp ne i64 {bit}, 0"),))


# --- sets and dicts ----------------------------------------------------------------------------


@_native
def slot_words(f: Any, s: V) -> V:
    return f.const(2 + s.t.elem.words)  # type: ignore[no-any-return,attr-defined]


@_native
def slot_item(f: Any, s: V, at: V) -> V:
    return f.load(s.t.elem, at.p[0], 2)  # type: ignore[no-any-return,attr-defined]


@_native
def put_slot(f: Any, s: V, at: V, hashed: V, x: V) -> None:
    if isinstance(s.t, Container):
        s.t.vars[0].widen(f.value_of(x).t)
    f.poke(at.p[0], 0, "1")
    f.poke(at.p[0], 1, hashed.p[0])
    f.store(f.convert(x, s.t.elem), at.p[0], 2)  # type: ignore[attr-defined]


@_native
def new_set(f: Any) -> V:
    return f.empty_set()  # type: ignore[no-any-return]


@_native
def new_set_like(f: Any, s: V) -> V:
    """An empty set for elements of the same kind."""
    if isinstance(s.t, Container):
        return f.empty_set(s.t.vars[0])  # type: ignore[no-any-return]
    var = f.types.var(("set like", f.place_of_node(), str(s.t.elem)), s.t.elem)  # type: ignore[attr-defined]
    return f.empty_set(var)  # type: ignore[no-any-return]


@_native
def as_frozen_like(f: Any, s: V, like: V) -> V:
    """A new set as the type that `like` has."""
    if isinstance(like.t, FrozenT):
        return V(FrozenT(s.t.elem), s.p)  # type: ignore[attr-defined]
    return s


@_native
def hash_key(f: Any, number: V) -> V:
    """A word of the secret that hashes of strings depend on."""
    from outplay import bits
    from outplay.native.front.tables import hash_keys

    keys = hash_keys()
    assert keys is not None
    return f.const(bits.wrap(keys[number.k]))  # type: ignore[no-any-return]


@_native
def zeroed(f: Any, words: V) -> V:
    """New memory, all of it 0."""
    at = f.allocate(words.k if words.known else words.p[0])
    size = f.op(f"shl i64 {words.p[0]}, 3")
    pointer = f.op(f"inttoptr i64 {at} to ptr")
    f.do(f"call void @llvm.memset.p0.i64(ptr {pointer}, i8 0, i64 {size}, i1 false)")
    return V(INT, (at,))


@_native
def copy_words(f: Any, to: V, source: V, words: V) -> None:
    f.copy_words(to.p[0], source.p[0], words.p[0])


@_native
def entry_words(f: Any, d: V) -> V:
    return f.const(1 + d.t.elem.words + d.t.value.words)  # type: ignore[no-any-return,attr-defined]


@_native
def entry_key(f: Any, d: V, at: V) -> V:
    return f.load(d.t.elem, at.p[0], 1)  # type: ignore[no-any-return,attr-defined]


@_native
def entry_value(f: Any, d: V, at: V) -> V:
    return f.load(d.t.value, at.p[0], 1 + d.t.elem.words)  # type: ignore[no-any-return,attr-defined]


@_native
def put_key(f: Any, d: V, at: V, key: V) -> None:
    key = f.value_of(key)
    d.t.vars[0].widen(key.t)  # type: ignore[attr-defined]
    f.store(f.convert(key, d.t.elem), at.p[0], 1)  # type: ignore[attr-defined]


@_native
def put_value(f: Any, d: V, at: V, value: V) -> None:
    value = f.value_of(value)
    d.t.vars[1].widen(value.t)  # type: ignore[attr-defined]
    f.store(f.convert(value, d.t.value), at.p[0], 1 + d.t.elem.words)  # type: ignore[attr-defined]


@_native
def widen_value(f: Any, d: V, value: V) -> None:
    d.t.vars[1].widen(f.value_of(value).t)  # type: ignore[attr-defined]


def _is_small(t: Any) -> bool:
    """Are values of a type often ints from 0 to 255, or pairs of ints from 0 to 15?"""
    return t is INT or (
        isinstance(t, TupleT) and t.cls is None and len(t.items) == 2 and set(t.items) == {INT}
    )


@_native
def has_places(f: Any, d: V) -> V:
    """Does a dict know the places of its entries by small keys?"""
    return f.const(_is_small(d.t.elem))  # type: ignore[no-any-return,attr-defined]


def place_of_key(f: Any, key: V) -> V:
    """A number from 0 to 255 for a small key, -1 for others; -2 if its type has none."""
    if not _is_small(key.t):
        return f.const(-2)  # type: ignore[no-any-return]
    if key.t is INT:
        inside = f.op(f"icmp ult i64 {key.p[0]}, 256")
        return V(INT, (f.op(f"select i1 {inside}, i64 {key.p[0]}, i64 -1"),))
    a, b = key.p
    inside = f.op(f"icmp ult i64 {f.op(f'or i64 {a}, {b}')}, 16")
    word = f.op(f"or i64 {f.op(f'shl i64 {a}, 4')}, {b}")
    return V(INT, (f.op(f"select i1 {inside}, i64 {word}, i64 -1"),))


@_native
def place_of(f: Any, key: V) -> V:
    return place_of_key(f, key)


@_native
def place_in(f: Any, d: V, key: V) -> V:
    """The same, of a key that is looked for in a dict: it may be of another type than those there."""
    if key.t is not d.t.elem and key.t != d.t.elem:  # type: ignore[attr-defined]
        return f.const(-2)  # type: ignore[no-any-return]
    return place_of_key(f, key)


@_native
def peek_byte(f: Any, address: V, i: V) -> V:
    pointer = f.op(f"inttoptr i64 {f.op(f'add i64 {address.p[0]}, {i.p[0]}')} to ptr")
    return V(INT, (f.op(f"zext i8 {f.op(f'load i8, ptr {pointer}, align 1')} to i64"),))


@_native
def poke_byte(f: Any, address: V, i: V, value: V) -> None:
    pointer = f.op(f"inttoptr i64 {f.op(f'add i64 {address.p[0]}, {i.p[0]}')} to ptr")
    f.do(f"store i8 {f.op(f'trunc i64 {value.p[0]} to i8')}, ptr {pointer}, align 1")


@_native
def dict_like(f: Any, d: V) -> V:
    """An empty dict for entries of the same kind."""
    return f.empty_dict(d.t)  # type: ignore[no-any-return]


@_native
def default_of(f: Any, d: V) -> V:
    """What a defaultdict puts in for a missing key."""
    return f.call_constant(d.t.extra, [], {})  # type: ignore[no-any-return,attr-defined]


@_native
def mixed(f: Any, x: V, h: V) -> V:
    """A hash of our own."""
    return V(INT, (f.mixed(x, h.p[0]),))


@_native
def hash_parts(f: Any, x: V, h: V) -> V:
    """The hash of a value that is not a few words: see `mixed_hash` in the library."""
    return f.hash_parts(x, h)  # type: ignore[no-any-return]


@_native
def exact_parts(f: Any, x: V, h: V) -> V:
    return f.hash_parts(x, h, exact=True)  # type: ignore[no-any-return]


@_native
def python_hash(f: Any, x: V) -> V:
    return f.py_hash(x)  # type: ignore[no-any-return]


@_native
def lane(f: Any, total: V, x: V) -> V:
    return V(INT, (f.op(f"call i64 @lane(i64 {total.p[0]}, i64 {x.p[0]})"),))


@_native
def shift_right(f: Any, x: V, n: V) -> V:
    return V(INT, (f.op(f"lshr i64 {x.p[0]}, {n.p[0]}"),))


@_native
def deep(f: Any, x: V) -> V:
    from outplay.native.front.builtin import deep_copy

    return deep_copy(f, x)


@_native
def bits_set(f: Any, x: V) -> V:
    kind = x.t.kinds[0] if x.t in (INT, BIG) else "i64"
    found = f.op(f"call {kind} @llvm.ctpop.{kind}({kind} {x.p[0]})")
    return V(INT, (found if kind == "i64" else f.op(f"trunc {WIDE} {found} to i64"),))


@_native
def leading_zeros(f: Any, x: V) -> V:
    kind = x.t.kinds[0]
    found = f.op(f"call {kind} @llvm.ctlz.{kind}({kind} {x.p[0]}, i1 false)")
    return V(INT, (found if kind == "i64" else f.op(f"trunc {WIDE} {found} to i64"),))


@_native
def width(f: Any, x: V) -> V:
    """How many bits an int of this type has."""
    return f.const(64 if x.t is INT else int(WIDE[1:]))  # type: ignore[no-any-return]


@_native
def is_text(f: Any, x: V) -> V:
    return f.const(isinstance(x.t, StrT))  # type: ignore[no-any-return]


@_native
def is_none(f: Any, x: V) -> V:
    return f.const(str(x.t) == "None")  # type: ignore[no-any-return]


@_native
def give_up(f: Any) -> None:
    """Only Python can go on."""
    f.fail("overflow")
