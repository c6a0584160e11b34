"""What generated code and the library can do beyond Python: words in memory.

The functions only give names to import; `NATIVE` says what is written for a call.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from outplay.native.front.types import (
    BOOL,
    FLOAT,
    INT,
    STR,
    WIDE,
    Container,
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


def _word(f: Any, s: V) -> str:
    """The word of what must be a string."""
    if isinstance(s.t, UnionT):
        s = f.dispatch(s, lambda arm: V(STR, (_word(f, arm),)) if not f.dead else None)
    elif not isinstance(s.t, StrT):
        f.fail(TypeError)
    return s.p[0] if s.p and not f.dead else "poison"


@_native
def code(f: Any, s: V, i: V) -> V:
    return V(INT, (f.op(f"call i64 @str_code(i64 {_word(f, s)}, i64 {_int(f, i)})"),))


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
    words = (text.p[0], at.p[0], _word(f, s), start.p[0], n.p[0])
    f.do(f"call void @str_copy({', '.join(f'i64 {word}' for word in words)})")


@_native
def is_letter(f: Any, s: V) -> V:
    """Is it a string of one character (and so in the word itself)?"""
    low = f.op(f"and i64 {_word(f, s)}, 15")
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
    bit = f.op(f"and i64 {_word(f, s)}, 1")
    return V(BOOL, (f.op(f"icmp ne i64 {bit}, 0"),))


# --- sets and dicts ----------------------------------------------------------------------------


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
def peek_byte(f: Any, address: V, i: V) -> V:
    pointer = f.op(f"inttoptr i64 {f.op(f'add i64 {address.p[0]}, {i.p[0]}')} to ptr")
    return V(INT, (f.op(f"zext i8 {f.op(f'load i8, ptr {pointer}, align 1')} to i64"),))


@_native
def poke_byte(f: Any, address: V, i: V, value: V) -> None:
    pointer = f.op(f"inttoptr i64 {f.op(f'add i64 {address.p[0]}, {i.p[0]}')} to ptr")
    f.do(f"store i8 {f.op(f'trunc i64 {value.p[0]} to i8')}, ptr {pointer}, align 1")


@_native
def deep(f: Any, x: V) -> V:
    from outplay.native.front.builtin_copies import deep_copy

    return deep_copy(f, x)


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
