"""Types of values in native code, how they join, and the words that they take.

A value of a type is a few scalars of LLVM's (`kinds`): an int is an i64, a pair of ints is two of
them, a list is the address of a header in the arena. In memory each takes whole 64-bit words.

Immutable containers have the type of their elements in their own type. Mutable ones, which two
names can share, have a `Var` there: all that is ever put in widens it, for everyone who holds it.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

INLINE = 8
"""Tuples of up to so many equal elements are kept as scalars; longer ones are in the arena."""

MOST_LITERALS = 16
"""Strings that a type tells apart; a type of more of them is just `str`."""

MOST_MEMBERS = 8
"""Types that a value may have before tuples among them are joined."""

WIDE_BITS = 512
"""Bits of an int that does not fit 64: enough for a board of 19 by 19."""


class Type:
    """A type; equal types have equal values' words."""

    kinds: tuple[str, ...] = ()
    """LLVM's types of the scalars that a value is."""
    reference = False
    """Is a value the address of something that can be changed?"""

    @property
    def words(self) -> int:
        """How many words a value takes in memory."""
        return sum(WORDS.get(kind, WIDE_BITS // 64) for kind in self.kinds)


WORDS = {"i64": 1, "double": 1, "i1": 1}
WIDE = f"i{WIDE_BITS}"


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
UNBOUND = Simple("unbound")
SMALL = {"int8": (-128, 127), "int16": (-(2**15), 2**15 - 1), "int32": (-(2**31), 2**31 - 1),
         "uint8": (0, 255), "uint16": (0, 2**16 - 1), "uint32": (0, 2**32 - 1)}  # fmt: skip
"""What NumPy's small ints hold: beyond it NumPy wraps, and native code leaves it to NumPy."""
SMALL_INTS = {name: Simple(name, ("i64",)) for name in SMALL}
RANGE = Simple("range", ("i64", "i64", "i64"))
SLICE = Simple("slice")
NUMBERS = (BOOL, INT, BIG, FLOAT)


@dataclass(frozen=True)
class StrT(Type):
    """A string: up to seven characters in the word itself, or the address of a longer one."""

    literals: frozenset[str] | None = None
    """Which strings it can be, where that is known."""
    kinds = ("i64",)

    def __str__(self) -> str:
        return "str"


STR = StrT()


@dataclass(frozen=True)
class EnumT(Type):
    """A member of an Enum: its number in the class."""

    cls: type[enum.Enum]
    kinds = ("i64",)

    def __str__(self) -> str:
        return self.cls.__name__

    @cached_property
    def members(self) -> list[Any]:
        return list(self.cls.__members__.values())


@dataclass(frozen=True)
class TupleT(Type):
    """A tuple of known length: a plain one, a NamedTuple or a frozen dataclass."""

    items: tuple[Type, ...]
    cls: type | None = None

    @cached_property
    def kinds(self) -> tuple[str, ...]:  # type: ignore[override]
        return tuple(kind for item in self.items for kind in item.kinds)

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
class SeqT(Type):
    """A tuple of any length: the address of its length and elements."""

    elem: Type
    kinds = ("i64",)

    def __str__(self) -> str:
        return f"tuple of {self.elem}"


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


@dataclass(frozen=True, eq=False)
class Container(Type):
    """A list, deque, set or dict, or an object with fields that can be set: an address."""

    kind: str
    """list, deque, set, dict, Counter, defaultdict …"""
    vars: tuple[Var, ...]
    extra: Any = None
    kinds = ("i64",)
    reference = True

    @property
    def elem(self) -> Type:
        return self.vars[0].t

    @property
    def value(self) -> Type:
        return self.vars[1].t

    def _key(self) -> tuple[Any, ...]:
        return (self.kind, *(id(var.root) for var in self.vars))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Container) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash((self.kind, len(self.vars)))

    def __str__(self) -> str:
        return self.kind


@dataclass(frozen=True)
class FrozenT(Type):
    """A frozenset."""

    elem: Type
    kinds = ("i64",)

    def __str__(self) -> str:
        return f"frozenset of {self.elem}"


@dataclass(frozen=True, eq=False)
class ObjT(Type):
    """An object with fields that can be set: of a class, or a dict or list used as a record."""

    cls: Any
    """The class; for records `("dict", keys)` or `("list", length)`."""
    names: tuple[Any, ...]
    vars: tuple[Var, ...]
    kinds = ("i64",)
    reference = True

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ObjT) and self.cls == other.cls

    def __hash__(self) -> int:
        return hash(self.cls)

    def __str__(self) -> str:
        return self.cls.__name__ if isinstance(self.cls, type) else str(self.cls[0])


@dataclass(frozen=True)
class ArrayT(Type):
    """A NumPy array: the address of a header."""

    dtype: str
    ndim: int
    kinds = ("i64",)
    reference = True

    def __str__(self) -> str:
        return f"array of {self.dtype}"


@dataclass(frozen=True)
class UnionT(Type):
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

    def tag(self, member: Type) -> int:
        for number, m in enumerate(self.members):
            if same(m, member):
                return number
        raise KeyError(str(member))

    def __str__(self) -> str:
        return " or ".join(str(m) for m in self.members)


@dataclass(frozen=True, eq=False)
class ConstT(Type):
    """Something that only exists while compiling: a function, a class, a module, the game."""

    value: Any

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ConstT) and self.value is other.value

    def __hash__(self) -> int:
        return id(self.value)

    def __str__(self) -> str:
        return f"`{getattr(self.value, '__name__', type(self.value).__name__)}`"


def same(one: Type, two: Type) -> bool:
    return one is two or one == two


def field_names(cls: type) -> tuple[str, ...]:
    """The fields of a NamedTuple or dataclass."""
    if hasattr(cls, "_fields"):
        return tuple(cls._fields)
    return tuple(getattr(cls, "__dataclass_fields__", {}))


def is_frozen_dataclass(cls: type) -> bool:
    parameters = getattr(cls, "__dataclass_params__", None)
    return parameters is not None and parameters.frozen


@dataclass
class Types:
    """All variables of one program, by where they belong."""

    changed: bool = False
    sites: dict[Any, Var] = field(default_factory=dict)

    def var(self, site: Any, t: Type = NEVER) -> Var:
        """The variable of a place in the source, of a field of a class …; widened by `t`."""
        var = self.sites.get(site)
        if var is None:
            var = self.sites[site] = Var(self, t)
        elif t is not NEVER:
            var.widen(t)
        return var

    def obj(self, cls: Any, names: tuple[Any, ...]) -> ObjT:
        return ObjT(cls, names, tuple(self.var(("field", cls, name)) for name in names))

    def join(self, one: Type, two: Type) -> Type:
        """The least type that holds both; containers that are joined become one."""
        if one is two or one is NEVER:
            return two
        if two is NEVER:
            return one
        found = self._same_kind(one, two)
        if found is not None:
            return found
        return self._union(one, two)

    def _same_kind(self, one: Type, two: Type) -> Type | None:
        if isinstance(one, Container) and isinstance(two, Container):
            if one.kind != two.kind or one.extra != two.extra:
                return None
            for a, b in zip(one.vars, two.vars, strict=True):
                a.unify(b)
            return one
        if one == two:
            return one
        if isinstance(one, StrT) and isinstance(two, StrT):
            if one.literals is None or two.literals is None:
                return STR
            both = one.literals | two.literals
            return StrT(both) if len(both) <= MOST_LITERALS else STR
        if isinstance(one, TupleT) and isinstance(two, TupleT):
            if one.cls is not two.cls:
                return None
            if len(one.items) == len(two.items):
                if self._alike(one, two):
                    items = zip(one.items, two.items, strict=True)
                    return TupleT(tuple(self.join(a, b) for a, b in items), one.cls)
                return None
            if one.cls is None and (self._uniform(one, two)):
                return SeqT(self._elements(one, two))
            return None
        if isinstance(one, SeqT | TupleT) and isinstance(two, SeqT | TupleT):
            if any(isinstance(t, TupleT) and t.cls is not None for t in (one, two)):
                return None
            return SeqT(self.join(self._element(one), self._element(two)))
        if isinstance(one, FrozenT) and isinstance(two, FrozenT):
            return FrozenT(self.join(one.elem, two.elem))
        if one in NUMBERS and two in NUMBERS and {one, two} == {INT, BIG}:
            return BIG
        return None

    def _alike(self, one: TupleT, two: TupleT) -> bool:
        """Is it better to join them item by item than to keep both?"""
        if one.cls is not None:
            return True
        for a, b in zip(one.items, two.items, strict=True):
            if isinstance(a, StrT) and isinstance(b, StrT) and a.literals != b.literals:
                if one.items and one.items[0] is a:
                    return len(one.items) == 1 or all(
                        _family(x) == _family(y)
                        for x, y in zip(one.items[1:], two.items[1:], strict=True)
                    )
        return all(_akin(a, b) for a, b in zip(one.items, two.items, strict=True))

    def _uniform(self, one: TupleT, two: TupleT) -> bool:
        families = {_family(item) for item in (*one.items, *two.items)}
        return len(families) <= 1

    def _elements(self, *tuples: TupleT) -> Type:
        t: Type = NEVER
        for one in tuples:
            t = self.join(t, self._element(one))
        return t

    def _element(self, t: SeqT | TupleT) -> Type:
        if isinstance(t, SeqT):
            return t.elem
        found: Type = NEVER
        for item in t.items:
            found = self.join(found, item)
        return found

    def element(self, t: SeqT | TupleT) -> Type:
        return self._element(t)

    def _union(self, one: Type, two: Type) -> Type:
        members: list[Type] = []
        for t in (one, two):
            for m in t.members if isinstance(t, UnionT) else (t,):
                for number, known in enumerate(members):
                    both = self._same_kind(known, m)
                    if both is not None:
                        members[number] = both
                        break
                else:
                    members.append(m)
        if len(members) > MOST_MEMBERS:
            members = self._fewer(members)
        if len(members) == 1:
            return members[0]
        # None first: a zeroed word is then None.
        members.sort(key=lambda m: (m is not UNBOUND, m is not NONE))
        return UnionT(tuple(members))

    def _fewer(self, members: list[Type]) -> list[Type]:
        """Tuples of one length become one type, whatever is in them."""
        kept: list[Type] = []
        for m in members:
            for number, known in enumerate(kept):
                if (
                    isinstance(m, TupleT) and isinstance(known, TupleT)
                    and m.cls is known.cls and len(m.items) == len(known.items)
                ):  # fmt: skip
                    items = zip(known.items, m.items, strict=True)
                    kept[number] = TupleT(tuple(self.join(a, b) for a, b in items), m.cls)
                    break
            else:
                kept.append(m)
        return kept


def _akin(one: Type, two: Type) -> bool:
    """Of one family, but for None: is all that the one can be among what the other can be?"""
    a, b = _without_none(one), _without_none(two)
    return all(any(_related(x, y) for y in b) for x in a) or all(
        any(_related(x, y) for x in a) for y in b
    )


def _without_none(t: Type) -> list[Type]:
    members = t.members if isinstance(t, UnionT) else (t,)
    return [m for m in members if m not in (NONE, NEVER, UNBOUND)]


def _related(one: Type, two: Type) -> bool:
    if isinstance(one, TupleT) and isinstance(two, TupleT) and len(one.items) == len(two.items):
        return one.cls is two.cls and all(map(_akin, one.items, two.items))
    return bool(_family(one) == _family(two))


def _family(t: Type) -> Any:
    """Types of one family are joined where they meet."""
    if t in NUMBERS:
        return "int" if t in (INT, BIG) else t.name  # type: ignore[attr-defined]
    if isinstance(t, StrT):
        return "str"
    if isinstance(t, TupleT):
        return "tuple", t.cls, tuple(_family(item) for item in t.items)
    if isinstance(t, SeqT):
        return "tuple", _family(t.elem)
    if isinstance(t, Container):
        return t.kind
    if isinstance(t, FrozenT):
        return "frozenset"
    return t
