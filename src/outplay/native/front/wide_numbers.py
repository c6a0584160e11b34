"""Arithmetic with ints beyond 64 bits."""

from __future__ import annotations

from typing import Any

from outplay.native.front import types as T
from outplay.native.front.memory import Memory
from outplay.native.front.raised import division_by_zero
from outplay.native.front.types import WIDE, WIDE_BITS
from outplay.native.front.values import V

BITWISE = {"BitAnd": "and", "BitOr": "or", "BitXor": "xor"}
"""LLVM's instructions."""

COUNT = WIDE_BITS // 64
WORDS = f"<{COUNT} x i64>"


def _each(n: int) -> str:
    return "<" + ", ".join([f"i64 {n}"] * COUNT) + ">"


class WideNumbers(Memory):
    """Ints of eight words. What does not fit into them, only Python can compute."""

    def big_arithmetic(self, name: str, a: V, b: V) -> V:
        x, y = a.p[0], b.p[0]
        wraps = id(self.node) in self.wrapping
        if name in BITWISE:
            words = self.op(f"{BITWISE[name]} {WORDS} {self._as_words(x)}, {self._as_words(y)}")
            return V(T.BIG, (self._as_one(words),))
        if name in ("Add", "Sub"):
            word = name.lower()
            if wraps:
                return V(T.BIG, (self.op(f"{word} {WIDE} {x}, {y}"),))
            return V(T.BIG, (self.noticed(word, WIDE, x, y, "overflow"),))
        if name == "Mult":
            free: list[str] = []
            # A product has at most as many bits as both together.
            for part in () if wraps else (x, y):
                signs = self.op(f"ashr {WIDE} {part}, {WIDE_BITS - 1}")
                bits = self.op(f"xor {WIDE} {part}, {signs}")
                free.append(self.op(f"call {WIDE} @llvm.ctlz.{WIDE}({WIDE} {bits}, i1 false)"))
            if free:
                room = self.op(f"add {WIDE} {free[0]}, {free[1]}")
                self.fail_if(self.op(f"icmp ule {WIDE} {room}, {WIDE_BITS}"), "overflow")
            return V(T.BIG, (self.op(f"mul {WIDE} {x}, {y}"),))
        if name in ("LShift", "RShift") and b.known and 0 < b.k < WIDE_BITS - 1:
            return self._shifted(name, x, b.k, wraps)
        if name in ("LShift", "RShift"):
            self.fail_if(self.op(f"icmp slt {WIDE} {y}, 0"), ValueError)
            far = self.op(f"icmp ugt {WIDE} {y}, {WIDE_BITS - 2}")
            if name == "RShift":
                n = self.op(f"select i1 {far}, {WIDE} {WIDE_BITS - 1}, {WIDE} {y}")
                return V(T.BIG, (self.op(f"ashr {WIDE} {x}, {n}"),))
            if wraps:
                n = self.op(f"select i1 {far}, {WIDE} 0, {WIDE} {y}")
                shifted = self.op(f"shl {WIDE} {x}, {n}")
                return V(T.BIG, (self.op(f"select i1 {far}, {WIDE} 0, {WIDE} {shifted}"),))
            some = self.op(f"icmp ne {WIDE} {x}, 0")
            self.fail_if(self.op(f"and i1 {far}, {some}"), "overflow")
            n = self.op(f"and {WIDE} {y}, {WIDE_BITS - 1}")
            shifted = self.op(f"shl {WIDE} {x}, {n}")
            again = self.op(f"ashr {WIDE} {shifted}, {n}")
            self.fail_if(self.op(f"icmp ne {WIDE} {again}, {x}"), "overflow")
            return V(T.BIG, (shifted,))
        if name == "Pow":
            return self.call_library("int_power", a, self.convert(b, T.INT))
        self.fail_if(self.op(f"icmp eq {WIDE} {y}, 0"), division_by_zero(name, 0))
        both = self.op(f"call {{{WIDE}, {WIDE}}} @big_divide({WIDE} {x}, {WIDE} {y})")
        remainder = self.op(f"extractvalue {{{WIDE}, {WIDE}}} {both}, 1")
        wrong = self.has_other_sign(WIDE, remainder, y)
        if name == "Mod":
            return V(T.BIG, (self.floored_remainder(WIDE, wrong, remainder, y),))
        quotient = self.op(f"extractvalue {{{WIDE}, {WIDE}}} {both}, 0")
        return V(
            T.BIG, (self.op(f"sub {WIDE} {quotient}, {self.op(f'zext i1 {wrong} to {WIDE}')}"),)
        )

    # What ints of both widths share; `kind` is LLVM's type.

    def noticed(self, word: str, kind: str, x: str, y: str, error: Any) -> str:
        """A sum, difference or product that fails where it leaves its width."""
        function = f"@llvm.s{word}.with.overflow.{kind}"
        both = self.op(f"call {{{kind}, i1}} {function}({kind} {x}, {kind} {y})")
        result = self.op(f"extractvalue {{{kind}, i1}} {both}, 0")
        self.fail_if(self.op(f"extractvalue {{{kind}, i1}} {both}, 1"), error)
        return result

    def has_other_sign(self, kind: str, remainder: str, y: str) -> str:
        """Is there a remainder that has not the sign of the divisor, as it has in Python?"""
        signs = self.op(f"xor {kind} {remainder}, {y}")
        other = self.op(f"icmp slt {kind} {signs}, 0")
        some = self.op(f"icmp ne {kind} {remainder}, 0")
        return self.op(f"and i1 {other}, {some}")

    def floored_remainder(self, kind: str, wrong: str, remainder: str, y: str) -> str:
        more = self.op(f"add {kind} {remainder}, {y}")
        return self.op(f"select i1 {wrong}, {kind} {more}, {kind} {remainder}")

    def _as_words(self, x: str) -> str:
        """The same bits as eight words, which the machine can work on at once."""
        return self.op(f"bitcast {WIDE} {x} to {WORDS}")

    def _as_one(self, words: str) -> str:
        return self.op(f"bitcast {WORDS} {words} to {WIDE}")

    def _shifted(self, name: str, x: str, n: int, wraps: bool) -> V:
        """A shift by a known number of bits."""
        words = self._as_words(x)
        if name == "RShift":
            return V(T.BIG, (self._as_one(self._right_by(words, n)),))
        shifted = self._left_by(words, n)
        if not wraps:
            again = self.op(f"xor {WORDS} {self._right_by(shifted, n)}, {words}")
            self.fail_if(self.op(f"icmp ne {WIDE} {self._as_one(again)}, 0"), "overflow")
        return V(T.BIG, (self._as_one(shifted),))

    def _right_by(self, words: str, n: int) -> str:
        signs = self.op(f"ashr {WORDS} {words}, {_each(63)}")
        return self._between(words, signs, n // 64, n % 64, 2 * COUNT - 1)

    def _left_by(self, words: str, n: int) -> str:
        whole, part = divmod(-n, 64)
        return self._between(words, "zeroinitializer", whole, part, COUNT)

    def _between(self, words: str, others: str, whole: int, part: int, fill: int) -> str:
        """Words that each begin so many words and bits higher up; beyond the ends there is `fill`.

        That is the number of a word of `others`, which come after those of the int.
        """
        rows = []
        for first in (whole, whole + 1):
            picked = [k if 0 <= k < COUNT else fill for k in range(first, first + COUNT)]
            places = ", ".join(f"i32 {k}" for k in picked)
            rows.append(
                self.op(
                    f"shufflevector {WORDS} {words}, {WORDS} {others}, <{COUNT} x i32> <{places}>"
                )
            )
        if part == 0:
            return rows[0]
        low = self.op(f"lshr {WORDS} {rows[0]}, {_each(part)}")
        high = self.op(f"shl {WORDS} {rows[1]}, {_each(64 - part)}")
        return self.op(f"or {WORDS} {low}, {high}")

    def bits_from(self, x: V, n: V, mask: int) -> str:
        """`x >> n & mask` of an int of eight words: only the words that are asked for are read."""
        self.fail_if(self.op(f"icmp slt i64 {n.p[0]}, 0"), ValueError)
        far = self.op(f"icmp ugt i64 {n.p[0]}, {WIDE_BITS - 1}")
        most = self.op(f"select i1 {far}, i64 {WIDE_BITS - 1}, i64 {n.p[0]}")
        words = self.alloca(WIDE_BITS // 64 + 1)
        self.do(f"store {WIDE} {x.p[0]}, ptr {words}, align 8")
        at = self.op(f"getelementptr i64, ptr {words}, i64 {self.op(f'lshr i64 {most}, 6')}")
        low = self.op(f"load i64, ptr {at}, align 8")
        if mask == 1:
            found = self.op(f"lshr i64 {low}, {self.op(f'and i64 {most}, 63')}")
        else:
            sign = self.op(f"ashr {WIDE} {x.p[0]}, {WIDE_BITS - 1}")
            last = self.op(f"getelementptr i64, ptr {words}, i64 {WIDE_BITS // 64}")
            self.do(f"store i64 {self.op(f'trunc {WIDE} {sign} to i64')}, ptr {last}, align 8")
            following = self.op(f"getelementptr i64, ptr {at}, i64 1")
            high = self.op(f"load i64, ptr {following}, align 8")
            found = self.op(f"call i64 @llvm.fshr.i64(i64 {high}, i64 {low}, i64 {most})")
        return self.op(f"and i64 {found}, {mask}")
