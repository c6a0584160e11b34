"""Numbers as text, and text as numbers."""

from outplay.native.front.intrinsics import as_text, code, give_up, new_text, put_code
from outplay.native.front.number_intrinsics import as_int, float_floor
from outplay.native.library.numbers import scaled_round
from outplay.native.library.strings import str_repeat, str_strip, str_zfill


def digit_of(c):
    """The value of a digit of any base; 99 if it is none."""
    if c >= 48 and c <= 57:
        return c - 48
    if c >= 97 and c <= 122:
        return c - 87
    if c >= 65 and c <= 90:
        return c - 55
    return 99


def str_to_int(s, base):
    """int(s, base)"""
    s = str_strip(s)
    n = len(s)
    i = 0
    sign = 1
    if base != 0 and (base < 2 or base > 36):
        raise ValueError
    if n > 0 and (code(s, 0) == 45 or code(s, 0) == 43):
        if code(s, 0) == 45:
            sign = -1
        i = 1
    if i + 1 < n and code(s, i) == 48:
        letter = digit_of(code(s, i + 1))
        for its_letter, its_base in ((11, 2), (24, 8), (33, 16)):
            if letter == its_letter and (base == its_base or base == 0):
                base = its_base
                i += 2
                break
    if base == 0:
        give_up()
    if i == n:
        raise ValueError
    total = 0
    most = 9223372036854775807
    while i < n:
        c = code(s, i)
        if c == 95 or c > 127:
            give_up()
        digit = digit_of(c)
        if digit >= base:
            raise ValueError
        if total > (most - digit) // base:
            give_up()
        total = total * base + digit
        i += 1
    return sign * total


def int_text(x):
    """str(x)"""
    if x == -9223372036854775808:  # its negative is no such int
        return "-9223372036854775808"
    return big_text(x)


def int_digits(x, base, upper):
    """The digits of an int that is not negative."""
    if x < 0:
        give_up()
    if x == 0:
        return "0"
    if base != 10:
        return digits_of_bits(x, 1 if base == 2 else 3 if base == 8 else 4, upper)
    n = 0
    y = x
    while y != 0:
        n += 1
        y //= base
    text = new_text(n)
    at = n
    while x != 0:
        at -= 1
        put_code(text, at, as_int(x % base) + 48)
        x //= base
    return as_text(text, n)


def digits_of_bits(x, shift, upper):
    """The same where a digit is that many bits."""
    n = (x.bit_length() + shift - 1) // shift
    text = new_text(n)
    for i in range(n):
        digit = as_int(x & ((1 << shift) - 1))
        put_code(text, n - 1 - i, digit + 48 if digit < 10 else digit + (55 if upper else 87))
        x >>= shift
    return as_text(text, n)


def big_text(x):
    """str(x) of an int beyond 64 bits."""
    return "-" + int_digits(-x, 10, False) if x < 0 else int_digits(x, 10, False)


def int_bin(x):
    return "-0b" + int_digits(-x, 2, False) if x < 0 else "0b" + int_digits(x, 2, False)


def int_oct(x):
    return "-0o" + int_digits(-x, 8, False) if x < 0 else "0o" + int_digits(x, 8, False)


def int_hex(x):
    return "-0x" + int_digits(-x, 16, False) if x < 0 else "0x" + int_digits(x, 16, False)


def grouped(digits, letter, size):
    """Digits with a letter between groups of them."""
    n = len(digits)
    made = ""
    i = 0
    while i < n:
        if i > 0 and (n - i) % size == 0:
            made = made + letter
        made = made + digits[i]
        i += 1
    return made


def float_fixed(x, digits):
    """A float that is not negative, with so many digits behind the point."""
    if not (x < 4503599627370496.0) or digits > 15:
        give_up()
    scale = 10**digits
    if x == float_floor(x):
        if int(x) > 9007199254740992 // scale:
            give_up()
        whole = int(x) * scale
    else:
        whole = scaled_round(x, scale)
    if digits == 0:
        return int_text(whole)
    return int_text(whole // scale) + "." + str_zfill(int_text(whole % scale), digits)


def text_padded(sign, body, fill, align, width):
    """A sign and what follows, in a field of some width."""
    n = width - len(sign) - len(body)
    if n <= 0:
        return sign + body
    if align == "=":
        return sign + str_repeat(fill, n) + body
    if align == "<":
        return sign + body + str_repeat(fill, n)
    if align == "^":
        return str_repeat(fill, n // 2) + sign + body + str_repeat(fill, n - n // 2)
    return str_repeat(fill, n) + sign + body
