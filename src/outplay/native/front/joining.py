"""The type of values of two types that meet."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from outplay.native.front import types as T


@dataclass
class Types:
    """All variables of one program, by where they belong."""

    changed: bool = False
    sites: dict[Any, T.Var] = field(default_factory=dict)

    def var(self, site: Any, t: T.Type = T.NEVER) -> T.Var:
        """The variable of a place in the source, of a field of a class …; widened by `t`."""
        var = self.sites.get(site)
        if var is None:
            var = self.sites[site] = T.Var(self, t)
        elif t is not T.NEVER:
            var.widen(t)
        return var

    def obj(self, cls: Any, names: tuple[Any, ...]) -> T.Obj:
        return T.Obj(cls, names, tuple(self.var(("field", cls, name)) for name in names))

    def join(self, one: T.Type, two: T.Type) -> T.Type:
        """The least type that holds both; containers that are joined become one."""
        if one is two or one is T.NEVER:
            return two
        if two is T.NEVER:
            return one
        if one is T.ANYTHING or two is T.ANYTHING:
            return T.ANYTHING
        found = self._same_kind(one, two)
        if found is None:
            found = self._union(one, two)
        return found if found.parts <= T.MOST_PARTS else T.ANYTHING

    def _same_kind(self, one: T.Type, two: T.Type) -> T.Type | None:
        if isinstance(one, T.Container) and isinstance(two, T.Container):
            if one.kind != two.kind or one.extra != two.extra:
                return None
            for a, b in zip(one.vars, two.vars, strict=True):
                a.unify(b)
            return one
        if one == two:
            return one
        if isinstance(one, T.Str) and isinstance(two, T.Str):
            if one.literals is None or two.literals is None:
                return T.STR
            both = one.literals | two.literals
            return T.Str(both) if len(both) <= T.MOST_LITERALS else T.STR
        if isinstance(one, T.Tuple) and isinstance(two, T.Tuple):
            if one.cls is not two.cls:
                return None
            if len(one.items) == len(two.items):
                return self._by_item(one, two) if self._alike(one, two) else None
            if one.cls is None and len({_family(t) for t in (*one.items, *two.items)}) <= 1:
                return T.Seq(self.all_of((*one.items, *two.items)))
            return None
        if isinstance(one, T.Seq | T.Tuple) and isinstance(two, T.Seq | T.Tuple):
            if any(isinstance(t, T.Tuple) and t.cls is not None for t in (one, two)):
                return None
            return T.Seq(self.join(self.element(one), self.element(two)))
        if isinstance(one, T.FrozenSet) and isinstance(two, T.FrozenSet):
            return T.FrozenSet(self.join(one.elem, two.elem))
        if one in T.NUMBERS and two in T.NUMBERS and {one, two} == {T.INT, T.BIG}:
            return T.BIG
        return None

    def _alike(self, one: T.Tuple, two: T.Tuple) -> bool:
        """Is it better to join them item by item than to keep both?"""
        if one.cls is not None:
            return True
        for a, b in zip(one.items, two.items, strict=True):
            differ = isinstance(a, T.Str) and isinstance(b, T.Str) and a.literals != b.literals
            if differ and one.items[0] is a:
                return len(one.items) == 1 or all(
                    _family(x) == _family(y)
                    for x, y in zip(one.items[1:], two.items[1:], strict=True)
                )
        return all(_akin(a, b) for a, b in zip(one.items, two.items, strict=True))

    def all_of(self, types: Iterable[T.Type]) -> T.Type:
        """The least type that holds values of all of these."""
        found: T.Type = T.NEVER
        for t in types:
            found = self.join(found, t)
        return found

    def element(self, t: T.Type) -> T.Type:
        """The type of the elements of a sequence."""
        return self.all_of(t.items) if isinstance(t, T.Tuple) else getattr(t, "elem", T.INT)

    def _union(self, one: T.Type, two: T.Type) -> T.Type:
        members: list[T.Type] = []
        for t in (one, two):
            for m in T.members_of(t):
                for number, known in enumerate(members):
                    both = self._same_kind(known, m)
                    if both is not None:
                        members[number] = both
                        break
                else:
                    members.append(m)
        if len(members) > T.MOST_MEMBERS:
            members = self._fewer(members)
        if len(members) == 1:
            return members[0]
        # None first: a zeroed word is then None.
        members.sort(key=lambda m: (m is not T.UNBOUND, m is not T.NONE))
        return T.Union(tuple(members))

    def _fewer(self, members: list[T.Type]) -> list[T.Type]:
        """Tuples of one length become one type, whatever is in them."""
        kept: dict[Any, T.Type] = {}
        for m in members:
            key = (m.cls, len(m.items)) if isinstance(m, T.Tuple) else m
            known = kept.get(key)
            if isinstance(m, T.Tuple) and isinstance(known, T.Tuple):
                m = self._by_item(known, m)
            kept[key] = m
        return list(kept.values())

    def _by_item(self, one: T.Tuple, two: T.Tuple) -> T.Tuple:
        """The type of tuples of one length and class."""
        return T.Tuple(tuple(map(self.join, one.items, two.items)), one.cls)


def _akin(one: T.Type, two: T.Type) -> bool:
    """Of one family, but for None: is all that the one can be among what the other can be?"""
    a, b = _without_none(one), _without_none(two)
    return all(any(_related(x, y) for y in b) for x in a) or all(
        any(_related(x, y) for x in a) for y in b
    )


def _without_none(t: T.Type) -> list[T.Type]:
    return [m for m in T.members_of(t) if m not in (T.NONE, T.NEVER, T.UNBOUND)]


def _related(one: T.Type, two: T.Type) -> bool:
    if isinstance(one, T.Tuple) and isinstance(two, T.Tuple) and len(one.items) == len(two.items):
        return one.cls is two.cls and all(map(_akin, one.items, two.items))
    if _is_plain_tuple(one) and _is_plain_tuple(two):  # of any length
        return len({_family(item) for item in (*one.inner, *two.inner)}) <= 1
    return bool(_family(one) == _family(two))


def _is_plain_tuple(t: T.Type) -> bool:
    return isinstance(t, T.Seq) or (isinstance(t, T.Tuple) and t.cls is None)


def _family(t: T.Type) -> Any:
    """Types of one family are joined where they meet."""
    if t in T.NUMBERS:
        return "int" if t in (T.INT, T.BIG) else t.name
    if isinstance(t, T.Str):
        return "str"
    if isinstance(t, T.Tuple):
        return "tuple", t.cls, tuple(_family(item) for item in t.items)
    if isinstance(t, T.Seq):
        return "tuple", _family(t.elem)
    if isinstance(t, T.Container):
        return t.kind
    if isinstance(t, T.FrozenSet):
        return "frozenset"
    return t
