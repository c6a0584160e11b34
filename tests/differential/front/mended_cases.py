"""What once was another answer than Python's, or none: kept so that it does not come back."""
# mypy: disable-error-code="no-untyped-def,no-untyped-call"
# ruff: noqa

from __future__ import annotations

from front_end_cases import tried


class Bad(Exception):
    pass


@tried((20,), (100,))
def wide_ints_as_text(n):
    big = 2 ** (150 + 3 * n)
    return (
        str(big), str(-big), bin(big), hex(big), oct(-big), f"{big:,}", f"{big:>60}", f"{big}",
        format(big, "x"), "%d" % big,
    )  # fmt: skip


@tried((20,), (100,))
def wide_ints_in_sets(n):
    bits = {(1 << (x * 30 + n)) - 7 for x in range(8)}
    return (
        list(bits),
        hash(1 << n),
        hash(-(1 << n) * 12345),
        hash((1 << n, 3)),
        2 ** (n + 8) in bits,
    )


@tried(((1, -2, 0, 1, 0, 0, 3, 0),), ((1, 2, 0, 1, 0, 0, 0, 0),), ((0,) * 8,))
def names_of_inner_loops_after_a_break(b):
    found = False
    for r in range(2):
        for c in range(4):
            if c == r:
                continue
            if b[4 * r + c] > 1:
                found = True
                break
        if found:
            break
    return 10 * r + c + found


@tried((0,), (1,), (2,), (3,))
def what_exceptions_say(n):
    try:
        if n == 1:
            raise Bad("hello")
        if n == 2:
            raise ValueError("five")
        if n == 3:
            raise KeyError("k")
        return str(5 // n)
    except (Bad, ValueError, KeyError) as e:
        return str(e)
    except ZeroDivisionError as e:
        return f"{e}!"
