"""Functions in LLVM's language that all programs share."""

from __future__ import annotations

from outplay.native.front.types import WIDE, WIDE_BITS
from outplay.native.layout import OFFSET

TOP, END, FLOOR = (OFFSET[name] * 8 for name in ("arena_top", "arena_end", "arena_floor"))


def prelude(char: int, short: int, allocates: bool) -> str:
    """`char`: bytes of a character; `short`: characters of a string that is no address.

    Where a program `allocates` nothing, it need not give anything back.
    """
    mark = _MARK if allocates else "  ret i64 0"
    reset = _RESET if allocates else "  ret void"
    kind = f"i{8 * char}"
    first = 8 if char == 1 else 32
    return f"""
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
declare i64 @llvm.bitreverse.i64(i64)
declare {WIDE} @llvm.ctpop.{WIDE}({WIDE})
declare {WIDE} @llvm.ctlz.{WIDE}({WIDE}, i1)

define internal i64 @arena(i64 %run, i64 %size) alwaysinline nounwind {{
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

define internal i64 @arena_mark(i64 %run) alwaysinline nounwind {{
{mark}
}}

define internal void @arena_reset(i64 %run, i64 %mark) alwaysinline nounwind {{
{reset}
}}

define internal i64 @list_grow(i64 %run, i64 %header, i64 %words) noinline nounwind {{
  %h = inttoptr i64 %header to ptr
  %length = load i64, ptr %h, align 8
  %c1 = add i64 %header, 8
  %c = inttoptr i64 %c1 to ptr
  %capacity = load i64, ptr %c, align 8
  %frozen = icmp eq i64 %capacity, -1
  br i1 %frozen, label %refuse, label %grow
refuse:
  ret i64 2
grow:
  %double = shl i64 %length, 1
  %few = icmp slt i64 %double, 8
  %new = select i1 %few, i64 8, i64 %double
  %w = mul i64 %new, %words
  %size = shl i64 %w, 3
  %data = call i64 @arena(i64 %run, i64 %size)
  %none = icmp eq i64 %data, 0
  br i1 %none, label %full, label %copy
full:
  ret i64 1
copy:
  %d1 = add i64 %header, 16
  %d = inttoptr i64 %d1 to ptr
  %old = load i64, ptr %d, align 8
  %ow = mul i64 %length, %words
  %os = shl i64 %ow, 3
  %to = inttoptr i64 %data to ptr
  %from = inttoptr i64 %old to ptr
  call void @llvm.memmove.p0.p0.i64(ptr %to, ptr %from, i64 %os, i1 false)
  store i64 %data, ptr %d, align 8
  store i64 %new, ptr %c, align 8
  ret i64 0
}}

define internal i64 @mix(i64 %x) alwaysinline nounwind readnone {{
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

define internal i64 @lane(i64 %acc, i64 %x) alwaysinline nounwind readnone {{
  %a = mul i64 %x, -4417276706812531889
  %b = add i64 %acc, %a
  %c = shl i64 %b, 31
  %d = lshr i64 %b, 33
  %e = or i64 %c, %d
  %f = mul i64 %e, -7046029288634856825
  ret i64 %f
}}

define internal i64 @str_length(i64 %s) alwaysinline nounwind {{
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

define internal i64 @str_code(i64 %s, i64 %i) alwaysinline nounwind {{
  %bit = and i64 %s, 1
  %inside = icmp ne i64 %bit, 0
  br i1 %inside, label %short, label %long
short:
  %k = mul i64 %i, {8 * char}
  %d = add i64 %k, {first}
  %a = lshr i64 %s, %d
  %c = and i64 %a, {(1 << 8 * char) - 1}
  ret i64 %c
long:
  %j = mul i64 %i, {char}
  %b = add i64 %s, 8
  %e = add i64 %b, %j
  %p = inttoptr i64 %e to ptr
  %m = load {kind}, ptr %p, align {char}
  %z = zext {kind} %m to i64
  ret i64 %z
}}

define internal i64 @str_of_code(i64 %c) alwaysinline nounwind readnone {{
  %a = shl i64 %c, {first}
  %b = or i64 %a, 3
  ret i64 %b
}}

define internal void @str_put(i64 %s, i64 %i, i64 %c) alwaysinline nounwind {{
  %j = mul i64 %i, {char}
  %b = add i64 %s, 8
  %e = add i64 %b, %j
  %p = inttoptr i64 %e to ptr
  %z = trunc i64 %c to {kind}
  store {kind} %z, ptr %p, align {char}
  ret void
}}

define internal void @str_copy(i64 %to, i64 %at, i64 %s, i64 %start, i64 %n) nounwind {{
entry:
  %some = icmp sgt i64 %n, 0
  br i1 %some, label %go, label %done
go:
  %bit = and i64 %s, 1
  %inside = icmp ne i64 %bit, 0
  br i1 %inside, label %head, label %long
long:
  %ja = mul i64 %at, {char}
  %ta = add i64 %to, 8
  %tb = add i64 %ta, %ja
  %jb = mul i64 %start, {char}
  %sa = add i64 %s, 8
  %sb = add i64 %sa, %jb
  %tp = inttoptr i64 %tb to ptr
  %sp = inttoptr i64 %sb to ptr
  %size = mul i64 %n, {char}
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

define internal i64 @str_done(i64 %s, i64 %n) nounwind {{
entry:
  %many = icmp ugt i64 %n, {short}
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
  %k = mul i64 %i, {8 * char}
  %d = add i64 %k, {first}
  %a = shl i64 %c, %d
  %w1 = or i64 %w, %a
  %i1 = add i64 %i, 1
  br label %head
done:
  ret i64 %w
}}
{_BITS}{_DIVISION}
"""


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


PAIR = f"{{{WIDE}, {WIDE}}}"

_DIVISION = f"""
define internal {PAIR} @big_divide({WIDE} %x, {WIDE} %y) noinline nounwind {{
entry:
  %xs = trunc {WIDE} %x to i64
  %ys = trunc {WIDE} %y to i64
  %xb = sext i64 %xs to {WIDE}
  %yb = sext i64 %ys to {WIDE}
  %xf = icmp eq {WIDE} %xb, %x
  %yf = icmp eq {WIDE} %yb, %y
  %fit = and i1 %xf, %yf
  %other = icmp ne i64 %ys, -1
  %small = and i1 %fit, %other
  br i1 %small, label %fast, label %slow
fast:
  %fq = sdiv i64 %xs, %ys
  %fr = srem i64 %xs, %ys
  %fqb = sext i64 %fq to {WIDE}
  %frb = sext i64 %fr to {WIDE}
  %f1 = insertvalue {PAIR} undef, {WIDE} %fqb, 0
  %f2 = insertvalue {PAIR} %f1, {WIDE} %frb, 1
  ret {PAIR} %f2
slow:
  %xn = icmp slt {WIDE} %x, 0
  %yn = icmp slt {WIDE} %y, 0
  %xm = sub {WIDE} 0, %x
  %ym = sub {WIDE} 0, %y
  %a = select i1 %xn, {WIDE} %xm, {WIDE} %x
  %b = select i1 %yn, {WIDE} %ym, {WIDE} %y
  %zeros = call {WIDE} @llvm.ctlz.{WIDE}({WIDE} %a, i1 false)
  %bits = sub {WIDE} {WIDE_BITS}, %zeros
  br label %head
head:
  %i = phi {WIDE} [ %bits, %slow ], [ %i1, %body ]
  %q = phi {WIDE} [ 0, %slow ], [ %q2, %body ]
  %r = phi {WIDE} [ 0, %slow ], [ %r3, %body ]
  %done = icmp eq {WIDE} %i, 0
  br i1 %done, label %out, label %body
body:
  %i1 = sub {WIDE} %i, 1
  %down = lshr {WIDE} %a, %i1
  %bit = and {WIDE} %down, 1
  %r1 = shl {WIDE} %r, 1
  %r2 = or {WIDE} %r1, %bit
  %fits = icmp uge {WIDE} %r2, %b
  %less = sub {WIDE} %r2, %b
  %r3 = select i1 %fits, {WIDE} %less, {WIDE} %r2
  %q1 = shl {WIDE} %q, 1
  %one = zext i1 %fits to {WIDE}
  %q2 = or {WIDE} %q1, %one
  br label %head
out:
  %qm = sub {WIDE} 0, %q
  %rm = sub {WIDE} 0, %r
  %differ = xor i1 %xn, %yn
  %qs = select i1 %differ, {WIDE} %qm, {WIDE} %q
  %rs = select i1 %xn, {WIDE} %rm, {WIDE} %r
  %o1 = insertvalue {PAIR} undef, {WIDE} %qs, 0
  %o2 = insertvalue {PAIR} %o1, {WIDE} %rs, 1
  ret {PAIR} %o2
}}"""
"""A quotient and a remainder, rounded towards 0. LLVM's own calls a function that is not there."""


def _one(name: str, body: str, arity: int = 1) -> str:
    arguments = ", ".join(f"i64 %{'xy'[n]}" for n in range(arity))
    return f"define internal i64 @bits_{name}({arguments}) alwaysinline nounwind readnone {{\n{body}\n}}\n"


_DIAGONAL = "".join(
    f"""  %s{n} = lshr i64 %x{n}, {distance}
  %t{n} = xor i64 %x{n}, %s{n}
  %u{n} = and i64 %t{n}, {squares}
  %v{n} = shl i64 %u{n}, {distance}
  %w{n} = xor i64 %x{n}, %u{n}
  %x{n + 1} = xor i64 %w{n}, %v{n}
"""
    for n, (distance, squares) in enumerate(
        ((7, 0x00AA00AA00AA00AA), (14, 0x0000CCCC0000CCCC), (28, 0x00000000F0F0F0F0))
    )
).replace("%x0", "%z")

_BITS = "".join((
    _one("add", "  %r = add i64 %x, %y\n  ret i64 %r", 2),
    _one("subtract", "  %r = sub i64 %x, %y\n  ret i64 %r", 2),
    _one("multiply", "  %r = mul i64 %x, %y\n  ret i64 %r", 2),
    *(
        _one(f"shift_{side}", f"  %i = icmp ult i64 %y, 64\n  %s = {op} i64 %x, %y\n"
             "  %r = select i1 %i, i64 %s, i64 0\n  ret i64 %r", 2)
        for side, op in (("left", "shl"), ("right", "lshr"))
    ),
    _one("popcount", "  %r = call i64 @llvm.ctpop.i64(i64 %x)\n  ret i64 %r"),
    _one("lowest_bit", "  %n = sub i64 0, %x\n  %r = and i64 %x, %n\n  ret i64 %r"),
    _one("lowest_index", "  %r = call i64 @llvm.cttz.i64(i64 %x, i1 false)\n  ret i64 %r"),
    _one("highest_index",
         "  %z = call i64 @llvm.ctlz.i64(i64 %x, i1 false)\n  %r = sub i64 63, %z\n  ret i64 %r"),
    _one("flip_vertical", "  %r = call i64 @llvm.bswap.i64(i64 %x)\n  ret i64 %r"),
    _one("rotate_180", "  %r = call i64 @llvm.bitreverse.i64(i64 %x)\n  ret i64 %r"),
    _one("flip_horizontal", "  %a = call i64 @llvm.bitreverse.i64(i64 %x)\n"
         "  %r = call i64 @llvm.bswap.i64(i64 %a)\n  ret i64 %r"),
    _one("flip_diagonal", f"  %z = add i64 %x, 0\n{_DIAGONAL}  ret i64 %x3"),
    _one("flip_antidiagonal", f"  %z = add i64 %x, 0\n{_DIAGONAL}"
         "  %r = call i64 @llvm.bitreverse.i64(i64 %x3)\n  ret i64 %r"),
    _one("rotate_90", f"  %z = add i64 %x, 0\n{_DIAGONAL}"
         "  %r = call i64 @llvm.bswap.i64(i64 %x3)\n  ret i64 %r"),
    _one("rotate_270", f"  %z = call i64 @llvm.bswap.i64(i64 %x)\n{_DIAGONAL}  ret i64 %x3"),
))  # fmt: skip


def _long_division(name: str, result: str) -> str:
    """Unsigned division of 128 bits, bit by bit."""
    return f"""
define i128 @{name}(i128 %a, i128 %b) nounwind {{
entry:
  br label %loop
loop:
  %i = phi i128 [ 128, %entry ], [ %next, %loop ]
  %q = phi i128 [ 0, %entry ], [ %q2, %loop ]
  %r = phi i128 [ 0, %entry ], [ %r3, %loop ]
  %next = sub i128 %i, 1
  %high = lshr i128 %r, 127
  %bit0 = lshr i128 %a, %next
  %bit = and i128 %bit0, 1
  %r0 = shl i128 %r, 1
  %r1 = or i128 %r0, %bit
  %above = icmp uge i128 %r1, %b
  %carry = icmp ne i128 %high, 0
  %fits = or i1 %above, %carry
  %r2 = sub i128 %r1, %b
  %r3 = select i1 %fits, i128 %r2, i128 %r1
  %one = zext i1 %fits to i128
  %q1 = shl i128 %q, 1
  %q2 = or i128 %q1, %one
  %more = icmp ne i128 %next, 0
  br i1 %more, label %loop, label %done
done:
  ret i128 %{result}
}}
"""


def _signed_division(name: str, unsigned: str, sign: str) -> str:
    return f"""
define i128 @{name}(i128 %a, i128 %b) nounwind {{
  %sa = ashr i128 %a, 127
  %sb = ashr i128 %b, 127
  %xa = xor i128 %a, %sa
  %ua = sub i128 %xa, %sa
  %xb = xor i128 %b, %sb
  %ub = sub i128 %xb, %sb
  %u = call i128 @{unsigned}(i128 %ua, i128 %ub)
  %both = xor i128 %sa, %sb
  %t = xor i128 %u, %{sign}
  %r = sub i128 %t, %{sign}
  ret i128 %r
}}
"""


LONG_DIVISION = (
    _long_division("__umodti3", "r3")
    + _long_division("__udivti3", "q2")
    + _signed_division("__modti3", "__umodti3", "sa")
    + _signed_division("__divti3", "__udivti3", "both")
)
"""Divisions of wide ints that LLVM makes ones of 128 bits, which it expects a library to have."""
