"""Functions of numbers in LLVM's language: bits, and the division of wide ints."""

from __future__ import annotations

from outplay.native.front.types import WIDE

PAIR = f"{{{WIDE}, {WIDE}}}"

DIVISION = f"""
define internal {PAIR} @big_divide({WIDE} %x, {WIDE} %y) noinline nounwind #0 {{
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
  br label %out
slow:
  %sq = sdiv {WIDE} %x, %y
  %product = mul {WIDE} %sq, %y
  %sr = sub {WIDE} %x, %product
  br label %out
out:
  %q = phi {WIDE} [ %fqb, %fast ], [ %sq, %slow ]
  %r = phi {WIDE} [ %frb, %fast ], [ %sr, %slow ]
  %o1 = insertvalue {PAIR} undef, {WIDE} %q, 0
  %o2 = insertvalue {PAIR} %o1, {WIDE} %r, 1
  ret {PAIR} %o2
}}"""
"""A quotient and a remainder, rounded towards 0. LLVM writes a wide division out, here only."""


def _define(name: str, body: str, arity: int = 1) -> str:
    arguments = ", ".join(f"i64 %{'xy'[n]}" for n in range(arity))
    head = f"define internal i64 @bits_{name}({arguments}) alwaysinline nounwind #0 readnone"
    return f"{head} {{\n{body}\n}}\n"


def _steps(name: str, *steps: str, arity: int = 1) -> str:
    """One instruction after the other; `{}` stands for x, and then for what the last one gave."""
    lines, last = [], "%x"
    for number, step in enumerate(steps):
        lines.append(f"  %r{number} = {step.format(last)}")
        last = f"%r{number}"
    return _define(name, "\n".join((*lines, f"  ret i64 {last}")), arity)


SWAP = "call i64 @llvm.bswap.i64(i64 {})"
REVERSE = "call i64 @llvm.bitreverse.i64(i64 {})"
TRANSPOSE = "call i64 @bits_flip_diagonal(i64 {})"
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
).replace("%x0", "%x")

BITS = "".join(
    (
        *(
            _steps(name, f"{op} i64 {{}}, %y", arity=2)
            for name, op in (("add", "add"), ("subtract", "sub"), ("multiply", "mul"))
        ),
        *(
            _define(
                f"shift_{side}",
                f"  %i = icmp ult i64 %y, 64\n  %s = {op} i64 %x, %y\n"
                "  %r = select i1 %i, i64 %s, i64 0\n  ret i64 %r",
                2,
            )
            for side, op in (("left", "shl"), ("right", "lshr"))
        ),
        _steps("popcount", "call i64 @llvm.ctpop.i64(i64 {})"),
        _steps("lowest_bit", "sub i64 0, {}", "and i64 %x, {}"),
        _steps("lowest_index", "call i64 @llvm.cttz.i64(i64 {}, i1 false)"),
        _steps("highest_index", "call i64 @llvm.ctlz.i64(i64 {}, i1 false)", "sub i64 63, {}"),
        _steps("flip_vertical", SWAP),
        _steps("flip_horizontal", REVERSE, SWAP),
        _define("flip_diagonal", f"{_DIAGONAL}  ret i64 %x3"),
        _steps("flip_antidiagonal", TRANSPOSE, REVERSE),
        _steps("rotate_90", TRANSPOSE, SWAP),
        _steps("rotate_180", REVERSE),
        _steps("rotate_270", SWAP, TRANSPOSE),
    )
)
