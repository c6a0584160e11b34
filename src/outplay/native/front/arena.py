"""Addresses, loads and stores, and what happens where a rule fails."""

from __future__ import annotations

from typing import Any

from outplay.native.front.emit import Emitter
from outplay.native.front.types import NEVER, WIDE, WIDE_BITS, Type
from outplay.native.front.values import V, int_value


class Place(str):
    """An address of which LLVM is to know what it is made of."""

    base: str
    distance: str


class Arena(Emitter):
    """Words in memory."""

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

    def load(self, t: Type, address: str, offset: int = 0) -> V:
        """The value at word `offset` of `address`."""
        parts = []
        for kind in t.kinds:
            pointer = self.at(address, offset)
            if kind == "i1":
                word = self.op(f"load i64, ptr {pointer}, align 8")
                parts.append(self.op(f"trunc i64 {word} to i1"))
            else:
                parts.append(self.op(f"load {kind}, ptr {pointer}, align 8"))
            offset += WIDE_BITS // 64 if kind == WIDE else 1
        return V(t, tuple(parts))

    def store(self, v: V, address: str, offset: int = 0) -> None:
        for kind, part in zip(v.t.kinds, v.p, strict=True):
            pointer = self.at(address, offset)
            if kind == "i1":
                part = self.op(f"zext i1 {part} to i64")
                kind = "i64"
            self.do(f"store {kind} {part}, ptr {pointer}, align 8")
            offset += WIDE_BITS // 64 if kind == WIDE else 1

    def element(self, base: str, index: str, t: Type, header: int = 0) -> str:
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

    def copy_words(self, to: str, source: str, words: str) -> None:
        if self.dead:
            return
        size = self.op(f"shl i64 {words}, 3")
        one = self.op(f"inttoptr i64 {to} to ptr")
        two = self.op(f"inttoptr i64 {source} to ptr")
        self.do(f"call void @llvm.memmove.p0.p0.i64(ptr {one}, ptr {two}, i64 {size}, i1 false)")

    def fail(self, error: Any) -> V:
        """Raises: an exception class, or a word for what only Python can do."""
        if self.dead:
            return V(NEVER)
        status = self.module.status(error)
        handler = self.handler_of(error)
        if handler is not None:
            self.jump(handler, int_value(status))
        else:
            self.fails.append((str(status), self.label))
            self.br("fail")
        return V(NEVER)

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

    def cbr_unlikely(self, condition: str, yes: str, no: str) -> None:
        self.do(f"br i1 {condition}, label %{yes}, label %{no}, !prof !0")
        self.dead = True
