"""What generated code and the library can do beyond Python: words in memory.

Only native code can call them: each says what is written for a call.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from outplay.native.front import types as T
from outplay.native.front.lazy import Function
from outplay.native.front.special import Written
from outplay.native.front.types import WIDE
from outplay.native.front.values import V
from outplay.native.layout import OFFSET

if TYPE_CHECKING:
    from outplay.native.front.function import FunctionCompiler


def _native(write: Callable[..., Any]) -> Any:
    return Written(write)


def _one(t: T.Type, text: str) -> Any:
    """One instruction that gives a value of type `t`; `{}` stands for the arguments' words."""
    return _native(lambda f, *given: V(t, (f.op(text.format(*(v.p[0] for v in given))),)))


def _int(f: FunctionCompiler, v: V) -> str:
    return str(f.convert(f.to_int(f.number(v)), T.INT).p[0])


whole = _native(lambda f, i: V(T.INT, (_int(f, i),)))
"""A place or a number of steps; TypeError where it is no int."""


def _at(i: V) -> int | str:
    """A number of words."""
    return i.k if i.known else i.p[0]


peek = _native(lambda f, address, i: V(T.INT, (f.peek(address.p[0], _at(i)),)))
poke = _native(lambda f, address, i, x: f.poke(address.p[0], _at(i), _int(f, x)))
peek_float = _native(lambda f, address, i: f.load(T.FLOAT, address.p[0], _at(i)))
poke_float = _native(lambda f, at, i, x: f.store(f.to_float(f.number(x)), at.p[0], _at(i)))
block = _native(lambda f: V(T.INT, ("%run",)))
"""The address that the program works at."""


@_native
def prefetch(f: FunctionCompiler, words: V, k: V) -> None:
    """Has the processor load a word before it is needed."""
    pointer = f.at(words.p[0], k.p[0])
    f.do(f"call void @llvm.prefetch.p0(ptr {pointer}, i32 0, i32 3, i32 1)")


stack_top = _native(lambda f: f.env["#top"])
"""Where the stack of actions is free."""


@_native
def set_stack(f: FunctionCompiler, address: V) -> None:
    """All below is in use, until the loop or function around this is left."""
    f.env["#top"] = V(T.INT, address.p)


stack_end = _native(lambda f: V(T.INT, (f.peek("%run", OFFSET["stack_end"]),)))


arena_mark = _one(T.INT, "call i64 @arena_mark(i64 %run)")
arena_reset = _native(lambda f, mark: f.do(f"call void @arena_reset(i64 %run, i64 {mark.p[0]})"))
allocate = _native(lambda f, words: V(T.INT, (f.allocate(_at(words)),)))
address = _native(lambda f, v: V(T.INT, v.p[:1]))
item = _native(lambda f, xs, i: f.item_at(xs, i))
pack = _native(lambda f, *items: f.pack(list(items)))
"""A tuple that is kept in parts."""


@_native
def put(f: FunctionCompiler, xs: V, i: V, x: V) -> None:
    x = f.value_of(x)
    xs.container.vars[0].widen(x.t)
    f.store(f.convert(x, xs.elem), f.element_at(xs, i.p[0]))


indexable = _native(lambda f, v: f.indexable(v))
"""A value that has a length and an index, else a list of what it gives."""


@_native
def group(f: FunctionCompiler, xs: V, start: V, end: V) -> V:
    """An iterator over a part, which nobody can keep: it is gone once the next part begins."""
    numbers = V(T.RANGE, (start.p[0], end.p[0], "1"))
    return f.const(Function(lambda f, body: f.each(numbers, lambda i: body(f.item_at(xs, i)))))


are_in_memory = _native(lambda f, xs: f.const(isinstance(xs.t, T.Seq | T.Container)))
"""Do the elements lie one behind the other?"""


elements = _native(lambda f, xs: V(T.INT, (f.element_at(xs, "0"),)))
"""The address of the first element of a list, or of a tuple in memory."""

set_length = _native(lambda f, xs, n: f.poke(xs.p[0], 0, n.p[0]))


@_native
def new_like(f: FunctionCompiler, xs: V, capacity: V) -> V:
    """An empty list for elements of the same kind, with room for some."""
    t = f.value_of(xs).t
    if T.is_list(t):
        return f.new_list(t.vars[0], capacity.p[0])
    elem = f.types.element(t)
    var = f.types.var(("new_like", f.place_of_node(), str(elem)), elem)
    return f.new_list(var, capacity.p[0])


@_native
def copy_elements(f: FunctionCompiler, to: V, at: V, source: V, start: V, n: V) -> None:
    """Copies `n` elements between lists of one kind (or from a tuple)."""
    a, b = f.element_at(to, at.p[0]), f.element_at(source, start.p[0])
    f.copy_words(a, b, f.op(f"mul i64 {n.p[0]}, {to.elem.words}"))


@_native
def drop_first(f: FunctionCompiler, xs: V) -> None:
    """Forgets the first element of a list: its data starts one later."""
    words = xs.elem.words
    f.poke(xs.p[0], 2, f.op(f"add i64 {f.peek(xs.p[0], 2)}, {8 * words}"))
    f.poke(xs.p[0], 1, f.op(f"sub i64 {f.peek(xs.p[0], 1)}, 1"))
    f.poke(xs.p[0], 0, f.op(f"sub i64 {f.peek(xs.p[0])}, 1"))


@_native
def most_elements(f: FunctionCompiler, xs: V) -> V:
    """`maxlen` of a deque; -1 if it has none."""
    most = xs.container.extra
    return f.const(-1 if most is None else most)


refuse_change = _native(lambda f, xs: f.may_change(xs, 1))
"""Raises if a list, set or dict belongs to somebody else."""


@_native
def unify(f: FunctionCompiler, xs: V, ys: V) -> None:
    """From here on, elements of the one may be elements of the other."""
    if isinstance(ys.t, T.Container):
        for a, b in zip(xs.container.vars, ys.container.vars, strict=False):
            a.unify(b)
    elif hasattr(ys.t, "elem"):
        xs.container.vars[0].widen(ys.elem)


@_native
def same_elements(f: FunctionCompiler, xs: V, ys: V) -> V:
    """Do both have elements of the very same type?"""
    elements = getattr(ys.t, "elem", None)
    return f.const(elements is not None and T.same(xs.elem, elements))


# --- strings -----------------------------------------------------------------------------------


def _word(f: FunctionCompiler, s: V) -> str:
    """The word of what must be a string."""
    if isinstance(s.t, T.Union):
        s = f.dispatch(s, lambda arm: V(T.STR, (_word(f, arm),)) if not f.dead else None)
    elif not isinstance(s.t, T.Str):
        f.fail(TypeError)
    return s.p[0] if s.p and not f.dead else "poison"


text_word = _native(lambda f, s: V(T.INT, (_word(f, s),)))
"""The word of a string; what is none raises TypeError."""


@_native
def code(f: FunctionCompiler, s: V, i: V) -> V:
    return V(T.INT, (f.op(f"call i64 @str_code(i64 {_word(f, s)}, i64 {_int(f, i)})"),))


@_native
def raw_code(f: FunctionCompiler, base: V, i: V) -> V:
    """Character `i` of those that follow the word at `base`."""
    size = f.module.data.char
    start = f.op(f"getelementptr i64, ptr {f.at(base.p[0])}, i64 1")
    pointer = f.op(f"getelementptr i{8 * size}, ptr {start}, i64 {i.p[0]}")
    raw = f.op(f"load i{8 * size}, ptr {pointer}, align {size}")
    return V(T.INT, (f.op(f"zext i{8 * size} {raw} to i64"),))


new_text = _native(lambda f, n: V(T.INT, (f.new_text(n.p[0]),)))
"""Room for a string of `n` characters."""


@_native
def put_code(f: FunctionCompiler, text: V, i: V, value: V) -> None:
    f.do(f"call void @str_put(i64 {text.p[0]}, i64 {i.p[0]}, i64 {_int(f, value)})")


@_native
def copy_text(f: FunctionCompiler, text: V, at: V, s: V, start: V, n: V) -> None:
    """Puts `n` characters of a string, from `start` on, at `at`."""
    words = (text.p[0], at.p[0], _word(f, s), start.p[0], n.p[0])
    f.do(f"call void @str_copy({', '.join(f'i64 {word}' for word in words)})")


most_short = _native(lambda f: f.const(f.module.short))
"""Characters of a string that is a word."""


@_native
def shift_of(f: FunctionCompiler, i: V) -> V:
    """Where character `i` is in the word of a short string."""
    char = f.module.data.char
    scaled = f.op(f"mul i64 {i.p[0]}, {8 * char}")
    return V(T.INT, (f.op(f"add i64 {scaled}, {8 if char == 1 else 32}"),))


@_native
def short_text(f: FunctionCompiler, word: V, n: V) -> V:
    """The string of `n` characters that are in a word."""
    size = f.op(f"or i64 {f.op(f'shl i64 {n.p[0]}, 1')}, 1")
    return V(T.STR, (f.op(f"or i64 {word.p[0]}, {size}"),))


@_native
def letter_in(f: FunctionCompiler, word: V) -> V:
    """The character of a string of one, given as a word."""
    return V(T.INT, (f.op(f"lshr i64 {word.p[0]}, {8 if f.module.data.char == 1 else 32}"),))


as_text = _one(T.STR, "call i64 @str_done(i64 {}, i64 {})")
"""The string that was put there, of so many characters."""
text_of_code = _one(T.STR, "call i64 @str_of_code(i64 {})")


@_native
def is_short(f: FunctionCompiler, s: V) -> V:
    bit = f.op(f"and i64 {_word(f, s)}, 1")
    return V(T.BOOL, (f.op(f"icmp ne i64 {bit}, 0"),))


# --- sets and dicts ----------------------------------------------------------------------------


zeroed = _native(lambda f, words: V(T.INT, (f.zeroed(_at(words)),)))
"""New memory, all of it 0."""


copy_words = _native(lambda f, to, source, words: f.copy_words(to.p[0], source.p[0], words.p[0]))


def _small(f: FunctionCompiler, address: V, i: V, size: int) -> str:
    """A pointer to number `i` of those of so many bytes from an address on."""
    distance = i.p[0] if size == 1 else f.op(f"shl i64 {i.p[0]}, {size // 2}")
    return f.op(f"inttoptr i64 {f.op(f'add i64 {address.p[0]}, {distance}')} to ptr")


def peek_small(f: FunctionCompiler, address: V, i: V, size: int) -> V:
    kind, pointer = f"i{8 * size}", _small(f, address, i, size)
    return V(
        T.INT, (f.op(f"zext {kind} {f.op(f'load {kind}, ptr {pointer}, align {size}')} to i64"),)
    )


def poke_small(f: FunctionCompiler, address: V, i: V, value: V, size: int) -> None:
    kind, pointer = f"i{8 * size}", _small(f, address, i, size)
    f.do(f"store {kind} {f.op(f'trunc i64 {value.p[0]} to {kind}')}, ptr {pointer}, align {size}")


peek_byte = _native(lambda f, address, i: peek_small(f, address, i, 1))
poke_byte = _native(lambda f, address, i, value: poke_small(f, address, i, value, 1))


@_native
def deep(f: FunctionCompiler, x: V) -> V:
    from outplay.native.front.builtin_copies import deep_copy

    return deep_copy(f, x)


width = _native(lambda f, x: f.const(64 if x.t is T.INT else int(WIDE[1:])))
"""How many bits an int of this type has."""

give_up = _native(lambda f: f.fail("overflow"))
"""Only Python can go on."""
