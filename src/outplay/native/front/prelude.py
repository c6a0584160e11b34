"""Functions in LLVM's language that all programs share."""

from __future__ import annotations

from string import Template

from outplay.native.front.prelude_numbers import BITS, DIVISION
from outplay.native.front.types import WIDE
from outplay.native.layout import OFFSET

TOP, END, FLOOR = (OFFSET[name] * 8 for name in ("arena_top", "arena_end", "arena_floor"))


_TEMPLATE = Template(
    f"""
!0 = !{{!"branch_weights", i32 1, i32 2000}}
declare {{i64, i1}} @llvm.sadd.with.overflow.i64(i64, i64)
declare {{i64, i1}} @llvm.ssub.with.overflow.i64(i64, i64)
declare {{i64, i1}} @llvm.smul.with.overflow.i64(i64, i64)
declare {{{WIDE}, i1}} @llvm.sadd.with.overflow.{WIDE}({WIDE}, {WIDE})
declare {{{WIDE}, i1}} @llvm.ssub.with.overflow.{WIDE}({WIDE}, {WIDE})
declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @llvm.prefetch.p0(ptr, i32, i32, i32)
declare double @llvm.fabs.f64(double)
declare double @llvm.copysign.f64(double, double)
declare double @llvm.floor.f64(double)
declare double @llvm.ceil.f64(double)
declare double @llvm.trunc.f64(double)
declare double @llvm.sqrt.f64(double)
declare double @llvm.roundeven.f64(double)
declare i64 @llvm.ctpop.i64(i64)
declare i64 @llvm.ctlz.i64(i64, i1)
declare i64 @llvm.cttz.i64(i64, i1)
declare i64 @llvm.bswap.i64(i64)
declare i64 @llvm.fshr.i64(i64, i64, i64)
declare i64 @llvm.bitreverse.i64(i64)
declare {WIDE} @llvm.ctpop.{WIDE}({WIDE})
declare {WIDE} @llvm.ctlz.{WIDE}({WIDE}, i1)

define internal i64 @arena(i64 %run, i64 %size) alwaysinline nounwind #0 {{
  %a = add i64 %run, {TOP}
  %p = inttoptr i64 %a to ptr
  %top = load i64, ptr %p, align 8
  %new = add i64 %top, %size
  %b = add i64 %run, {END}
  %q = inttoptr i64 %b to ptr
  %end = load i64, ptr %q, align 8
  %wrong = icmp ugt i64 %new, %end
  %huge = icmp ugt i64 %size, 1099511627776
  %bad = or i1 %wrong, %huge
  br i1 %bad, label %none, label %some, !prof !0
none:
  ret i64 0
some:
  store i64 %new, ptr %p, align 8
  ret i64 %top
}}

define internal i64 @arena_mark(i64 %run) alwaysinline nounwind #0 {{
$mark
}}

define internal void @arena_reset(i64 %run, i64 %mark) alwaysinline nounwind #0 {{
$reset
}}

define internal i64 @mix(i64 %x) alwaysinline nounwind #0 readnone {{
  %a = lshr i64 %x, 30
  %b = xor i64 %x, %a
  %c = mul i64 %b, -4658895280553007687
  %d = lshr i64 %c, 27
  %e = xor i64 %c, %d
  %f = mul i64 %e, -7723592293110705685
  %g = lshr i64 %f, 31
  %h = xor i64 %f, %g
  ret i64 %h
}}

define internal i64 @lane(i64 %acc, i64 %x) alwaysinline nounwind #0 readnone {{
  %a = mul i64 %x, -4417276706812531889
  %b = add i64 %acc, %a
  %c = shl i64 %b, 31
  %d = lshr i64 %b, 33
  %e = or i64 %c, %d
  %f = mul i64 %e, -7046029288634856825
  ret i64 %f
}}

define internal i64 @str_length(i64 %s) alwaysinline nounwind #0 {{
  %bit = and i64 %s, 1
  %inside = icmp ne i64 %bit, 0
  br i1 %inside, label %short, label %long
short:
  %a = lshr i64 %s, 1
  %n = and i64 %a, 7
  ret i64 %n
long:
  %p = inttoptr i64 %s to ptr
  %m = load i64, ptr %p, align 8
  ret i64 %m
}}

define internal i64 @str_code(i64 %s, i64 %i) alwaysinline nounwind #0 {{
  %bit = and i64 %s, 1
  %inside = icmp ne i64 %bit, 0
  br i1 %inside, label %short, label %long
short:
  %k = mul i64 %i, $letter_bits
  %d = add i64 %k, $first
  %a = lshr i64 %s, %d
  %c = and i64 %a, $letter_mask
  ret i64 %c
long:
  %j = mul i64 %i, $char
  %b = add i64 %s, 8
  %e = add i64 %b, %j
  %p = inttoptr i64 %e to ptr
  %m = load $kind, ptr %p, align $char
  %z = zext $kind %m to i64
  ret i64 %z
}}

define internal i64 @str_of_code(i64 %c) alwaysinline nounwind #0 readnone {{
  %a = shl i64 %c, $first
  %b = or i64 %a, 3
  ret i64 %b
}}

define internal void @str_put(i64 %s, i64 %i, i64 %c) alwaysinline nounwind #0 {{
  %s0 = inttoptr i64 %s to ptr
  %s1 = getelementptr i64, ptr %s0, i64 1
  %p = getelementptr $kind, ptr %s1, i64 %i
  %z = trunc i64 %c to $kind
  store $kind %z, ptr %p, align $char
  ret void
}}

define internal void @str_copy(i64 %to, i64 %at, i64 %s, i64 %start, i64 %n) nounwind #0 {{
entry:
  %some = icmp sgt i64 %n, 0
  br i1 %some, label %go, label %done
go:
  %bit = and i64 %s, 1
  %inside = icmp ne i64 %bit, 0
  br i1 %inside, label %head, label %long
long:
  %ja = mul i64 %at, $char
  %ta = add i64 %to, 8
  %tb = add i64 %ta, %ja
  %jb = mul i64 %start, $char
  %sa = add i64 %s, 8
  %sb = add i64 %sa, %jb
  %tp = inttoptr i64 %tb to ptr
  %sp = inttoptr i64 %sb to ptr
  %size = mul i64 %n, $char
  call void @llvm.memmove.p0.p0.i64(ptr %tp, ptr %sp, i64 %size, i1 false)
  ret void
head:
  %i = phi i64 [ 0, %go ], [ %i1, %head ]
  %from = add i64 %start, %i
  %c = call i64 @str_code(i64 %s, i64 %from)
  %where = add i64 %at, %i
  call void @str_put(i64 %to, i64 %where, i64 %c)
  %i1 = add i64 %i, 1
  %more = icmp slt i64 %i1, %n
  br i1 %more, label %head, label %done
done:
  ret void
}}

define internal i64 @str_done(i64 %s, i64 %n) nounwind #0 {{
entry:
  %many = icmp ugt i64 %n, $short
  br i1 %many, label %long, label %short
long:
  %p = inttoptr i64 %s to ptr
  store i64 %n, ptr %p, align 8
  ret i64 %s
short:
  %m = shl i64 %n, 1
  %w0 = or i64 %m, 1
  br label %head
head:
  %i = phi i64 [ 0, %short ], [ %i1, %body ]
  %w = phi i64 [ %w0, %short ], [ %w1, %body ]
  %more = icmp ult i64 %i, %n
  br i1 %more, label %body, label %done
body:
  %c = call i64 @str_code(i64 %s, i64 %i)
  %k = mul i64 %i, $letter_bits
  %d = add i64 %k, $first
  %a = shl i64 %c, %d
  %w1 = or i64 %w, %a
  %i1 = add i64 %i, 1
  br label %head
done:
  ret i64 %w
}}
{BITS}{DIVISION}
"""
)
"""Of the `$names`, a program has its own."""

_MARK = f"""  %a = add i64 %run, {TOP}
  %p = inttoptr i64 %a to ptr
  %top = load i64, ptr %p, align 8
  %b = add i64 %run, {FLOOR}
  %q = inttoptr i64 %b to ptr
  store i64 %top, ptr %q, align 8
  ret i64 %top"""

_RESET = f"""  %a = add i64 %run, {TOP}
  %p = inttoptr i64 %a to ptr
  store i64 %mark, ptr %p, align 8
  %b = add i64 %run, {FLOOR}
  %q = inttoptr i64 %b to ptr
  store i64 %mark, ptr %q, align 8
  ret void"""


def prelude(char: int, short: int, allocates: bool) -> str:
    """`char`: bytes of a character; `short`: characters of a string that is no address.

    Where a program `allocates` nothing, it need not give anything back.
    """
    return _TEMPLATE.substitute(
        mark=_MARK if allocates else "  ret i64 0",
        reset=_RESET if allocates else "  ret void",
        kind=f"i{8 * char}",
        char=char,
        short=short,
        letter_bits=8 * char,
        letter_mask=(1 << 8 * char) - 1,
        first=8 if char == 1 else 32,
    )
