"""Ints and floats."""

from outplay.bits import highest_index, lowest_bit, lowest_index, shift_left, wrap
from outplay.native.front.intrinsics import give_up, width
from outplay.native.front.number_intrinsics import (
    as_int,
    bits_set,
    float_floor,
    float_rest,
    leading_zeros,
    libm_power,
    product_modulo,
    square_root,
    with_sign,
)


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


def float_mod(x, y):
    """x % y, as CPython computes it; y is not 0."""
    rest = float_rest(x, y)
    if rest != 0.0:
        if (y < 0.0) != (rest < 0.0):
            rest += y
        return rest
    return with_sign(0.0, y)


def float_floordiv(x, y):
    rest = float_rest(x, y)
    quotient = (x - rest) / y
    if rest != 0.0 and (y < 0.0) != (rest < 0.0):
        quotient -= 1.0
    if quotient == 0.0:
        return with_sign(0.0, x / y)
    whole = float_floor(quotient)
    if quotient - whole > 0.5:
        whole += 1.0
    return whole


def float_power(x, y):
    if y == 0.0:
        return 1.0
    if x == 0.0 and y < 0.0:
        if y - y != 0.0:  # 0.0 ** -inf
            give_up()
        raise ZeroDivisionError
    if x < 0.0 and y != float_floor(y):
        give_up()
    return libm_power(x, y)


def float_rounded(x, digits):
    """round(x, digits)"""
    if digits < 0 or digits > 15:
        give_up()
    if x == float_floor(x):
        return x
    scale = 10**digits
    return with_sign(scaled_round(x, scale) / scale, x)


def scaled_round(x, scale):
    """|x| * scale as an int, rounded to even where it is just between two."""
    x = abs(x)
    y = float(scale)
    product = x * y
    if not product <= 9007199254740992.0:
        give_up()
    whole = as_int(product)
    rest = product - whole
    if rest == 0.5:  # what the product has lost says whether it is above or below
        lost = lost_by_product(x, y, product)
        return whole + 1 if lost > 0.0 or (lost == 0.0 and whole & 1) else whole
    return whole + 1 if rest > 0.5 else whole


def lost_by_product(x, y, product):
    """x * y - product, exactly: by halves of their bits, as Dekker does it."""
    a, b = halves(x)
    c, d = halves(y)
    return ((a * c - product) + a * d + b * c) + b * d


def halves(x):
    """A float as the sum of two with half of its bits each."""
    large = 134217729.0 * x
    high = large - (large - x)
    return high, x - high


def int_isqrt(x):
    if x < 0:
        raise ValueError
    root = min(int(square_root(x)), 3037000499)
    while root * root > x:
        root -= 1
    while root < 3037000499 and (root + 1) * (root + 1) <= x:
        root += 1
    return root


def int_comb(n, k):
    if n < 0 or k < 0:
        raise ValueError
    if k > n:
        return 0
    k = min(k, n - k)
    total = 1
    for i in range(k):
        total = total * (n - i) // (i + 1)
    return total


def int_perm(n, k):
    if n < 0 or k < 0:
        raise ValueError
    if k > n:
        return 0
    total = 1
    for i in range(k):
        total = total * (n - i)
    return total


def int_factorial(n):
    return int_perm(n, n)


def int_lcm(a, b):
    if a == 0 or b == 0:
        return 0
    return abs(a // int_gcd(a, b) * b)


def int_power_modulo(x, n, m):
    if m == 0:
        raise ValueError
    if n < 0:
        give_up()
    total = 1 % m
    x = x % m
    while n > 0:
        if n & 1:
            total = product_modulo(total, x, m)
        n >>= 1
        if n > 0:
            x = product_modulo(x, x, m)
    return total


# --- what `outplay.bits` yields -----------------------------------------------------------------
# `& 63` changes nothing; it tells LLVM that tables of 64 rows need not be asked with care.


def bits_indices(x):
    x = wrap(x)
    while x:
        yield lowest_index(x) & 63
        x ^= lowest_bit(x)


def bits_indices_down(x):
    x = wrap(x)
    while x:
        highest = highest_index(x) & 63
        yield highest
        x ^= shift_left(1, highest)


def bits_single_bits(x):
    x = wrap(x)
    while x:
        lowest = lowest_bit(x)
        yield lowest
        x ^= lowest
