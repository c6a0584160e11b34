"""Strings."""

from outplay.native.front.intrinsics import (
    address,
    as_text,
    code,
    copy_text,
    elements,
    is_short,
    letter_in,
    most_short,
    new_text,
    poke,
    put_code,
    raw_code,
    set_length,
    shift_of,
    short_text,
    text_of_code,
    text_word,
)
from outplay.native.front.table_intrinsics import exact_parts, hash_parts
from outplay.native.library.letters import is_space
from outplay.native.library.lists import bounds_within

LETTER = 3
"""The low bits of a string of one character, which is in the word itself."""


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
    if n <= most_short() and not is_short(s):
        word = 0
        base = address(s)
        for i in range(n):
            word |= raw_code(base, a + i) << shift_of(i)
        return short_text(word, n)
    text = new_text(n)
    copy_text(text, 0, s, a, n)
    return as_text(text, n)


def letters_within(s, a, b):
    """The characters of s[a:b], one after the other."""
    if is_short(s):
        for i in range(a, b):
            yield code(s, i)
    else:
        base = address(s)
        for i in range(a, b):
            yield raw_code(base, i)


def str_letters(s, found):
    """list(s), into a list of strings that has room for its letters."""
    at = elements(found)
    n = 0
    for c in letters_within(s, 0, len(s)):
        poke(at, n, address(text_of_code(c)))
        n += 1
    set_length(found, n)


def str_steps(s, a, b, c):
    text = new_text(len(s))
    n = 0
    for i in range(a, b, c):
        put_code(text, n, code(s, i))
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
    start, stop = bounds_within(start, stop, len(s))
    for i in range(start, stop - len(sub) + 1):
        if str_at(s, sub, i):
            return i
    return -1


def str_rfind(s, sub, start=0, stop=None):
    start, stop = bounds_within(start, stop, len(s))
    for i in range(stop - len(sub), start - 1, -1):
        if str_at(s, sub, i):
            return i
    return -1


def str_index(s, sub, start=0, stop=None):
    i = str_find(s, sub, start, stop)
    if i < 0:
        raise ValueError
    return i


def str_contains(s, sub):
    return str_within(s, sub, 0, len(s))


def str_within(s, sub, a, b):
    """`sub in s[a:b]`"""
    if text_word(sub) & 15 != LETTER:
        return str_find(str_slice(s, a, b), sub) >= 0
    letter = letter_in(text_word(sub))
    found = False
    for c in letters_within(s, a, b):
        found |= c == letter
    return found


def str_count(s, sub):
    if text_word(sub) & 15 == LETTER:
        return str_count_within(s, sub, 0, len(s))
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


def str_count_within(s, sub, a, b):
    """`s[a:b].count(sub)`"""
    if text_word(sub) & 15 != LETTER:
        return str_count(str_slice(s, a, b), sub)
    letter = letter_in(text_word(sub))
    found = 0
    for c in letters_within(s, a, b):
        found += c == letter
    return found


def str_startswith(s, sub):
    if isinstance(sub, tuple):
        return any(str_at(s, one, 0) for one in sub)
    return str_at(s, sub, 0)


def str_endswith(s, sub):
    if isinstance(sub, tuple):
        return any(str_endswith(s, one) for one in sub)
    return len(sub) <= len(s) and str_at(s, sub, len(s) - len(sub))


def str_removeprefix(s, prefix):
    if str_startswith(s, prefix):
        return str_slice(s, len(prefix), len(s))
    return s


def str_removesuffix(s, suffix):
    if len(suffix) > 0 and str_endswith(s, suffix):
        return str_slice(s, 0, len(s) - len(suffix))
    return s


def str_center(s, width, fill=" "):
    n = width - len(s)
    if n <= 0:
        return s
    left = n // 2 + (n & width & 1)
    return str_repeat(fill, left) + s + str_repeat(fill, n - left)


def str_rindex(s, sub):
    i = str_rfind(s, sub)
    if i < 0:
        raise ValueError
    return i


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


def mixed_hash(x, h):
    return hash_parts(x, h)


def exact_hash(x, h):
    return exact_parts(x, h)


def text_at(base, n):
    """A string of the characters that follow the word at `base`."""
    text = new_text(n)
    for i in range(n):
        put_code(text, i, raw_code(base, i))
    return as_text(text, n)
