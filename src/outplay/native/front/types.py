"""Types of values in native code, how they join, and the words that they take.

A value of a type is a few scalars of LLVM's (`kinds`): an int is an i64, a pair of ints is two of
them, a list is the address of a header in the arena. In memory each takes whole 64-bit words.

Immutable containers have the type of their elements in their own type. Mutable ones, which two
names can share, have a `Var` there: all that is ever put in widens it, for everyone who holds it.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, TypeGuard

from outplay.native.front.python_classes import field_names

if TYPE_CHECKING:
    from outplay.native.front.joining import Types

INLINE = 8
"""Tuples of up to so many equal elements are kept as scalars; longer ones are in the arena."""

MOST_PARTS = 80
"""Types that a type may be made of."""

MOST_LITERALS = 16
"""Strings that a type tells apart; a type of more of them is just `str`."""

MOST_MEMBERS = 8
"""Types that a value may have before tuples among them are joined."""

MOST_FLAGS = 8
"""Bits of a Flag; all members that they make are known."""

WIDE_BITS = 512
"""Bits of an int that does not fit 64: enough for a board of 19 by 19."""


class Type:
    """A type; equal types have equal values' words."""

    kinds: tuple[str, ...] = ()
    """LLVM's types of the scalars that a value is."""
    reference = False
    """Is a value the address of something that can be changed?"""
    inner: tuple[Type, ...] = ()
    """The types of what is in a value, as far as that cannot be changed."""

    @cached_property
    def parts(self) -> int:
        """How many types it is made of; a union of some is no further one."""
        return sum(t.parts for t in self.inner) + (not isinstance(self, Union))

    @property
    def words(self) -> int:
        """How many words a value takes in memory."""
        return sum(words_of(kind) for kind in self.kinds)


class Word(Type):
    """A value is one word: a number, or an address."""

    kinds: tuple[str, ...] = ("i64",)


WIDE = f"i{WIDE_BITS}"


def words_of(kind: str) -> int:
    """How many words a scalar takes in memory."""
    return WIDE_BITS // 64 if kind == WIDE else 1


@dataclass(frozen=True)
class Simple(Type):
    """int, bool, float, None; a wide int; nothing at all; a variable that has no value yet."""

    name: str
    kinds: tuple[str, ...] = ()

    def __str__(self) -> str:
        return self.name


INT = Simple("int", ("i64",))
BOOL = Simple("bool", ("i1",))
FLOAT = Simple("float", ("double",))
NONE = Simple("None")
BIG = Simple("big int", (WIDE,))
NEVER = Simple("nothing")
ANYTHING = Simple("anything")
"""Of a variable that can be more than is worth telling apart: no value is made one."""

UNBOUND = Simple("unbound")
SMALL = {f"int{n}": (-(1 << n - 1), (1 << n - 1) - 1) for n in (8, 16, 32)}
SMALL |= {f"uint{n}": (0, (1 << n) - 1) for n in (8, 16, 32)}
"""What NumPy's small ints hold: beyond it NumPy wraps, and native code leaves it to NumPy."""

SMALL_INTS = {name: Simple(name, ("i64",)) for name in SMALL}
RANGE = Simple("range", ("i64", "i64", "i64"))
NUMBERS = (BOOL, INT, BIG, FLOAT)


@dataclass(frozen=True)
class Str(Word):
    """A string: up to seven characters in the word itself, or the address of a longer one."""

    literals: frozenset[str] | None = None
    """Which strings it can be, where that is known."""

    def __str__(self) -> str:
        return "str"


STR = Str()


def letters(t: Str) -> Str:
    """The type of a character of such strings."""
    return Str(frozenset("".join(t.literals or ())) or None)


@dataclass(frozen=True)
class Enum(Word):
    """A member of an Enum: its number in the class."""

    cls: type[enum.Enum]

    def __str__(self) -> str:
        return self.cls.__name__

    @cached_property
    def members(self) -> list[Any]:
        """All that there are; of flags, all that can be put together of them, by their value."""
        named = list(self.cls.__members__.values())
        if not issubclass(self.cls, enum.Flag):
            return named
        most = max((int(m.value) for m in named), default=0)
        try:
            return [self.cls(value) for value in range(1 << min(most.bit_length(), MOST_FLAGS + 1))]
        except ValueError:
            return named

    @cached_property
    def is_flags(self) -> bool:
        """Is the number of a member its value?"""
        numbered = all(number == m.value for number, m in enumerate(self.members))
        return issubclass(self.cls, enum.Flag) and numbered


@dataclass(frozen=True)
class Tuple(Type):
    """A tuple of known length: a plain one, a NamedTuple or a frozen dataclass."""

    items: tuple[Type, ...]
    cls: type | None = None

    @cached_property
    def kinds(self) -> tuple[str, ...]:  # type: ignore[override]
        return tuple(kind for item in self.items for kind in item.kinds)

    @property
    def inner(self) -> tuple[Type, ...]:  # type: ignore[override]
        return self.items

    @property
    def is_tuple(self) -> bool:
        return self.cls is None or issubclass(self.cls, tuple)

    @cached_property
    def names(self) -> tuple[str, ...]:
        return field_names(self.cls) if self.cls is not None else ()

    def __str__(self) -> str:
        inner = ", ".join(str(item) for item in self.items)
        return f"{self.cls.__name__ if self.cls else ''}({inner})"


@dataclass(frozen=True)
class Elements(Word):
    """An immutable container of any length: the address of its length and elements."""

    title: ClassVar[str]
    elem: Type

    @property
    def inner(self) -> tuple[Type, ...]:  # type: ignore[override]
        return (self.elem,)

    def __str__(self) -> str:
        return f"{self.title} of {self.elem}"


class Seq(Elements):
    """A tuple of any length."""

    title = "tuple"


class FrozenSet(Elements):
    """A frozenset."""

    title = "frozenset"


class Var:
    """The type of what is in a mutable container; widened by all that is put there."""

    def __init__(self, types: Types, t: Type = NEVER) -> None:
        self._types, self._t = types, t
        self._parent: Var | None = None

    @property
    def root(self) -> Var:
        var = self
        while var._parent is not None:
            var = var._parent
        return var

    @property
    def t(self) -> Type:
        return self.root._t

    def widen(self, t: Type) -> None:
        root = self.root
        wider = self._types.join(root._t, t)
        if not same(wider, root._t):
            root._t = wider
            self._types.changed = True

    def unify(self, other: Var) -> None:
        one, two = self.root, other.root
        if one is two:
            return
        before = two._t
        two._parent = one
        self._types.changed = True
        one.widen(before)


DICTS = ("dict", "Counter", "defaultdict", "OrderedDict")
"""Kinds of containers that are dicts."""


@dataclass(frozen=True, eq=False)
class Container(Word):
    """A list, deque, set or dict, or an object with fields that can be set: an address."""

    kind: str
    """list, deque, set, dict, Counter, defaultdict …"""
    vars: tuple[Var, ...]
    extra: Any = None
    reference = True

    @property
    def elem(self) -> Type:
        return self.vars[0].t

    @property
    def value(self) -> Type:
        return self.vars[1].t

    def _key(self) -> tuple[Any, ...]:
        return (self.kind, self.extra, *(id(var.root) for var in self.vars))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Container) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash((self.kind, len(self.vars)))

    def __str__(self) -> str:
        return self.kind


@dataclass(frozen=True, eq=False)
class Box(Word):
    """A variable that functions share: the address of its value."""

    var: Var

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Box) and self.var.root is other.var.root

    def __hash__(self) -> int:
        return hash("box")

    def __str__(self) -> str:
        return f"variable of {self.var.t}"


@dataclass(frozen=True, eq=False)
class Obj(Word):
    """An object with fields that can be set: of a class, or a dict or list used as a record."""

    cls: Any
    """The class; for records `("dict", keys)` or `("list", length)`."""
    names: tuple[Any, ...]
    vars: tuple[Var, ...]
    reference = True

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Obj) and self.cls == other.cls

    def __hash__(self) -> int:
        return hash(self.cls)

    def __str__(self) -> str:
        return self.cls.__name__ if isinstance(self.cls, type) else str(self.cls[0])


@dataclass(frozen=True)
class Array(Word):
    """A NumPy array: the address of a header."""

    dtype: str
    ndim: int
    reference = True

    def __str__(self) -> str:
        return f"array of {self.dtype}"


@dataclass(frozen=True)
class Union(Type):
    """One of a few types: a tag, and the words of the value."""

    members: tuple[Type, ...]

    @cached_property
    def plain(self) -> Type | None:
        """X, if it is X or None: then its scalars follow the tag as they are."""
        rest = [m for m in self.members if m.kinds]
        return rest[0] if len(rest) == 1 else None

    @cached_property
    def kinds(self) -> tuple[str, ...]:  # type: ignore[override]
        if self.plain is not None:
            return ("i64", *self.plain.kinds)
        return ("i64",) * (1 + max((m.words for m in self.members), default=0))

    @property
    def inner(self) -> tuple[Type, ...]:  # type: ignore[override]
        return self.members

    def tag(self, member: Type) -> int:
        return self.members.index(member)

    def __str__(self) -> str:
        return " or ".join(str(m) for m in self.members)


@dataclass(frozen=True, eq=False)
class Const(Type):
    """Something that only exists while compiling: a function, a class, a module, the game."""

    value: Any

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Const) and self.value is other.value

    def __hash__(self) -> int:
        return id(self.value)

    def __str__(self) -> str:
        return f"`{getattr(self.value, '__name__', type(self.value).__name__)}`"


def same(one: Type, two: Type) -> bool:
    return one is two or one == two


def members_of(t: Type) -> tuple[Type, ...]:
    """The types that a value may have."""
    return t.members if isinstance(t, Union) else (t,)


def is_small(t: Type) -> bool:
    """Are values of a type often ints from 0 to 255, or pairs of ints from 0 to 15?"""
    return t is INT or (isinstance(t, Tuple) and t.cls is None and t.items == (INT, INT))


def is_list(t: Type) -> TypeGuard[Container]:
    return isinstance(t, Container) and t.kind in ("list", "deque")


def is_set(t: Type) -> TypeGuard[FrozenSet | Container]:
    return isinstance(t, FrozenSet) or (isinstance(t, Container) and t.kind == "set")


def is_dict(t: Type) -> TypeGuard[Container]:
    return isinstance(t, Container) and t.kind in DICTS


def is_record(t: Type) -> TypeGuard[Obj]:
    """Is it a dict or list used as a record?"""
    return isinstance(t, Obj) and isinstance(t.cls, tuple)
