"""Strings and ints."""

# mypy: disable-error-code="no-untyped-def,no-untyped-call"

from __future__ import annotations

from outplay.native.front.intrinsics import (
    address,
    as_text,
    bits_set,
    code,
    copy_text,
    exact_parts,
    float_bits,
    give_up,
    hash_parts,
    is_letter,
    is_short,
    item,
    leading_zeros,
    new_text,
    put,
    put_code,
    raw_code,
    text_of_code,
    width,
)


def str_equal(a, b):
    if is_short(a) or is_short(b):
        return address(a) == address(b)
    n = len(a)
    if n != len(b):
        return False
    for i in range(n):
        if code(a, i) != code(b, i):
            return False
    return True


def str_less(a, b):
    n = min(len(a), len(b))
    for i in range(n):
        x = code(a, i)
        y = code(b, i)
        if x != y:
            return x < y
    return len(a) < len(b)


def str_add(a, b):
    m = len(a)
    n = len(b)
    text = new_text(m + n)
    copy_text(text, 0, a, 0, m)
    copy_text(text, m, b, 0, n)
    return as_text(text, m + n)


def str_repeat(s, n):
    size = len(s)
    n = max(n, 0)
    text = new_text(size * n)
    for i in range(n):
        copy_text(text, i * size, s, 0, size)
    return as_text(text, size * n)


def str_slice(s, a, b):
    n = max(0, b - a)
    text = new_text(n)
    copy_text(text, 0, s, a, n)
    return as_text(text, n)


def str_letters(s):
    """list(s)"""
    n = len(s)
    found = [""] * n
    for i in range(n):
        put(found, i, text_of_code(code(s, i)))
    return found


def str_steps(s, a, b, c):
    text = new_text(len(s))
    n = 0
    if c > 0:
        while a < b:
            put_code(text, n, code(s, a))
            a += c
            n += 1
    else:
        while a > b:
            put_code(text, n, code(s, a))
            a += c
            n += 1
    return as_text(text, n)


def str_at(s, sub, i):
    """Does `sub` stand at i?"""
    n = len(sub)
    if i + n > len(s):
        return False
    for k in range(n):
        if code(s, i + k) != code(sub, k):
            return False
    return True


def str_find(s, sub, start=0, stop=None):
    n = len(s)
    if start < 0:
        start = max(0, start + n)
    last = n
    if stop is not None:
        last = stop + n if stop < 0 else min(stop, n)
    for i in range(start, last - len(sub) + 1):
        if str_at(s, sub, i):
            return i
    return -1


def str_rfind(s, sub):
    i = len(s) - len(sub)
    while i >= 0:
        if str_at(s, sub, i):
            return i
        i -= 1
    return -1


def str_index(s, sub, start=0, stop=None):
    i = str_find(s, sub, start, stop)
    if i < 0:
        raise ValueError
    return i


def str_contains(s, sub):
    return str_find(s, sub) >= 0


def str_count(s, sub):
    n = len(sub)
    if n == 0:
        return len(s) + 1
    total = 0
    i = 0
    while i <= len(s) - n:
        if str_at(s, sub, i):
            total += 1
            i += n
        else:
            i += 1
    return total


def str_startswith(s, sub):
    if isinstance(sub, tuple):
        for one in sub:
            if str_at(s, one, 0):
                return True
        return False
    return str_at(s, sub, 0)


def str_endswith(s, sub):
    if isinstance(sub, tuple):
        for one in sub:
            if len(one) <= len(s) and str_at(s, one, len(s) - len(one)):
                return True
        return False
    return len(sub) <= len(s) and str_at(s, sub, len(s) - len(sub))


def str_replace(s, old, new, count=-1):
    n = len(old)
    if n == 0:
        give_up()
    m = len(new)
    text = new_text(len(s) + str_count(s, old) * m)
    at = 0
    i = 0
    while i < len(s):
        if count != 0 and str_at(s, old, i):
            for k in range(m):
                put_code(text, at, code(new, k))
                at += 1
            i += n
            count -= 1
        else:
            put_code(text, at, code(s, i))
            at += 1
            i += 1
    return as_text(text, at)


def str_join(s, parts):
    """`parts` is a list or tuple of strings."""
    n = len(parts)
    if len(s) == 0:  # most often letters are put together
        text = new_text(n)
        for i in range(n):
            part = item(parts, i)
            if not is_letter(part):
                break
            put_code(text, i, code(part, 0))
        else:
            return as_text(text, n)
    total = len(s) * (n - 1) if n > 0 else 0
    for part in parts:
        total += len(part)
    text = new_text(total)
    at = 0
    first = True
    for part in parts:
        if not first:
            for k in range(len(s)):
                put_code(text, at, code(s, k))
                at += 1
        first = False
        for k in range(len(part)):
            put_code(text, at, code(part, k))
            at += 1
    return as_text(text, at)


def str_split(s, sep=None):
    found = []
    n = len(s)
    if sep is None:
        i = 0
        while i < n:
            while i < n and is_space(code(s, i)):
                i += 1
            start = i
            while i < n and not is_space(code(s, i)):
                i += 1
            if i > start:
                found.append(str_slice(s, start, i))
        return found
    if len(sep) == 0:
        raise ValueError
    start = 0
    i = 0
    while i < n:
        if str_at(s, sep, i):
            found.append(str_slice(s, start, i))
            i += len(sep)
            start = i
        else:
            i += 1
    found.append(str_slice(s, start, n))
    return found


def str_splitlines(s):
    found = []
    start = 0
    n = len(s)
    for i in range(n):
        if code(s, i) == 10:
            found.append(str_slice(s, start, i))
            start = i + 1
        elif code(s, i) < 32 and code(s, i) > 9:
            give_up()
    if start < n:
        found.append(str_slice(s, start, n))
    return found


def is_space(c):
    return c == 32 or (c >= 9 and c <= 13) or (c >= 28 and c <= 31) or c == 133 or c == 160


def str_strip(s, chars=None):
    return str_lstrip(str_rstrip(s, chars), chars)


def str_lstrip(s, chars=None):
    i = 0
    while i < len(s) and str_strips(code(s, i), chars):
        i += 1
    return str_slice(s, i, len(s))


def str_rstrip(s, chars=None):
    n = len(s)
    while n > 0 and str_strips(code(s, n - 1), chars):
        n -= 1
    return str_slice(s, 0, n)


def str_strips(c, chars):
    if chars is None:
        return is_space(c)
    for k in range(len(chars)):
        if code(chars, k) == c:
            return True
    return False


def str_upper(s):
    n = len(s)
    text = new_text(n)
    for i in range(n):
        c = code(s, i)
        if c > 127:
            give_up()
        put_code(text, i, c - 32 if c >= 97 and c <= 122 else c)
    return as_text(text, n)


def str_lower(s):
    n = len(s)
    text = new_text(n)
    for i in range(n):
        c = code(s, i)
        if c > 127:
            give_up()
        put_code(text, i, c + 32 if c >= 65 and c <= 90 else c)
    return as_text(text, n)


def str_swapcase(s):
    n = len(s)
    text = new_text(n)
    for i in range(n):
        c = code(s, i)
        if c > 127:
            give_up()
        if c >= 97 and c <= 122:
            c -= 32
        elif c >= 65 and c <= 90:
            c += 32
        put_code(text, i, c)
    return as_text(text, n)


def str_isupper(s):
    some = False
    for i in range(len(s)):
        c = code(s, i)
        if c > 127:
            give_up()
        if c >= 97 and c <= 122:
            return False
        if c >= 65 and c <= 90:
            some = True
    return some


def str_islower(s):
    some = False
    for i in range(len(s)):
        c = code(s, i)
        if c > 127:
            give_up()
        if c >= 65 and c <= 90:
            return False
        if c >= 97 and c <= 122:
            some = True
    return some


def str_isdigit(s):
    for i in range(len(s)):
        c = code(s, i)
        if c > 127:
            give_up()
        if c < 48 or c > 57:
            return False
    return len(s) > 0


def str_isalpha(s):
    for i in range(len(s)):
        c = code(s, i)
        if c > 127:
            give_up()
        if not ((c >= 65 and c <= 90) or (c >= 97 and c <= 122)):
            return False
    return len(s) > 0


def str_isalnum(s):
    for i in range(len(s)):
        c = code(s, i)
        if c > 127:
            give_up()
        if not ((c >= 65 and c <= 90) or (c >= 97 and c <= 122) or (c >= 48 and c <= 57)):
            return False
    return len(s) > 0


def str_isspace(s):
    for i in range(len(s)):
        if not is_space(code(s, i)):
            return False
    return len(s) > 0


def str_zfill(s, n):
    size = len(s)
    if size >= n:
        return s
    if size > 0 and (code(s, 0) == 43 or code(s, 0) == 45):
        return s[0] + str_repeat("0", n - size) + str_slice(s, 1, size)
    return str_repeat("0", n - size) + s


def str_ljust(s, n, fill=" "):
    return s + str_repeat(fill, n - len(s))


def str_rjust(s, n, fill=" "):
    return str_repeat(fill, n - len(s)) + s


def str_to_int(s):
    s = str_strip(s)
    n = len(s)
    i = 0
    sign = 1
    if n > 0 and (code(s, 0) == 45 or code(s, 0) == 43):
        if code(s, 0) == 45:
            sign = -1
        i = 1
    if i == n:
        raise ValueError
    if n > 18:
        give_up()
    total = 0
    while i < n:
        c = code(s, i)
        if c == 95 or c > 127:
            give_up()
        if c < 48 or c > 57:
            raise ValueError
        total = total * 10 + c - 48
        i += 1
    return sign * total


def int_text(x):
    """str(x)"""
    if x == 0:
        return "0"
    negative = x < 0
    n = 1 if negative else 0
    y = x
    while y != 0:
        n += 1
        y = (y - y % 10) // 10 if y > 0 else -((-y) // 10)
    text = new_text(n)
    at = n
    y = x
    while y != 0:
        at -= 1
        digit = y % 10 if y > 0 else (-y) % 10
        put_code(text, at, 48 + digit)
        y = (y - digit) // 10 if y > 0 else -((-y) // 10)
    if negative:
        put_code(text, 0, 45)
    return as_text(text, n)


def int_bin(x):
    negative = x < 0
    if negative:
        x = -x
    n = int_bit_length(x)
    if n == 0:
        n = 1
    extra = 3 if negative else 2
    text = new_text(n + extra)
    if negative:
        put_code(text, 0, 45)
    put_code(text, extra - 2, 48)
    put_code(text, extra - 1, 98)
    for i in range(n):
        put_code(text, extra + n - 1 - i, 49 if (x >> i) & 1 == 1 else 48)
    return as_text(text, n + extra)


def int_bit_length(x):
    return width(x) - leading_zeros(-x if x < 0 else x)


def int_bit_count(x):
    return bits_set(-x if x < 0 else x)


def int_conjugate(x):
    return x


def int_is_integer(x):
    return True


def int_power(x, n):
    if n < 0:
        give_up()
    total = 1
    while n > 0:
        if n & 1:
            total = total * x
        n >>= 1
        if n > 0:
            x = x * x
    return total


def int_gcd(a, b):
    a = abs(a)
    b = abs(b)
    while b != 0:
        a, b = b, a % b
    return a


def float_is_integer(x):
    return int(x) == x


def float_hash(x):
    """hash(x), as CPython has it."""
    word = float_bits(x)
    power = (word >> 52) & 2047
    whole = word & 4503599627370495
    if power == 2047:
        if whole != 0:
            give_up()
        return -314159 if x < 0.0 else 314159
    if power == 0:
        power = 1
    else:
        whole |= 4503599627370496
    turn = (power - 1075) % 61
    h = ((whole << turn) & 2305843009213693951) | (whole >> (61 - turn))
    if x < 0.0:
        h = -h
    return -2 if h == -1 else h


def float_mod(x, y):
    give_up()
    return 0.0


def float_floordiv(x, y):
    give_up()
    return 0.0


def mixed_hash(x, h):
    return hash_parts(x, h)


def exact_hash(x, h):
    return exact_parts(x, h)


__all__ = ["text_of_code"]


def text_at(base, n):
    """A string of the characters that follow the word at `base`."""
    text = new_text(n)
    for i in range(n):
        put_code(text, i, raw_code(base, i))
    return as_text(text, n)
