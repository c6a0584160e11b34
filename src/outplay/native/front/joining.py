"""The type of values of two types that meet."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from outplay.native.front.types import (
    ANYTHING,
    BIG,
    INT,
    MOST_LITERALS,
    MOST_MEMBERS,
    MOST_PARTS,
    NEVER,
    NONE,
    NUMBERS,
    STR,
    UNBOUND,
    Container,
    FrozenT,
    ObjT,
    SeqT,
    StrT,
    TupleT,
    Type,
    UnionT,
    Var,
)


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
        if one is ANYTHING or two is ANYTHING:
            return ANYTHING
        found = self._same_kind(one, two)
        if found is None:
            found = self._union(one, two)
        return found if found.parts <= MOST_PARTS else ANYTHING

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
                return SeqT(self.all_of((*one.items, *two.items)))
            return None
        if isinstance(one, SeqT | TupleT) and isinstance(two, SeqT | TupleT):
            if any(isinstance(t, TupleT) and t.cls is not None for t in (one, two)):
                return None
            return SeqT(self.join(self.element(one), self.element(two)))
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
            differ = isinstance(a, StrT) and isinstance(b, StrT) and a.literals != b.literals
            if differ and one.items[0] is a:
                return len(one.items) == 1 or all(
                    _family(x) == _family(y)
                    for x, y in zip(one.items[1:], two.items[1:], strict=True)
                )
        return all(_akin(a, b) for a, b in zip(one.items, two.items, strict=True))

    def _uniform(self, one: TupleT, two: TupleT) -> bool:
        families = {_family(item) for item in (*one.items, *two.items)}
        return len(families) <= 1

    def all_of(self, types: Iterable[Type]) -> Type:
        """The least type that holds values of all of these."""
        found: Type = NEVER
        for t in types:
            found = self.join(found, t)
        return found

    def element(self, t: Type) -> Type:
        """The type of the elements of a sequence."""
        return self.all_of(t.items) if isinstance(t, TupleT) else getattr(t, "elem", INT)

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
                    isinstance(m, TupleT)
                    and isinstance(known, TupleT)
                    and m.cls is known.cls
                    and len(m.items) == len(known.items)
                ):
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
    if _is_plain_tuple(one) and _is_plain_tuple(two):  # of any length
        return len({_family(item) for t in (one, two) for item in _items(t)}) <= 1
    return bool(_family(one) == _family(two))


def _is_plain_tuple(t: Type) -> bool:
    return isinstance(t, SeqT) or (isinstance(t, TupleT) and t.cls is None)


def _items(t: Type) -> tuple[Type, ...]:
    return t.items if isinstance(t, TupleT) else (t.elem,)  # type: ignore[attr-defined]


def _family(t: Type) -> Any:
    """Types of one family are joined where they meet."""
    if t in NUMBERS:
        return "int" if t in (INT, BIG) else t.name
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
