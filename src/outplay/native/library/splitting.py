"""Strings taken apart and put together."""

from outplay.native.front.intrinsics import (
    address,
    are_in_memory,
    as_text,
    code,
    copy_text,
    elements,
    give_up,
    is_short,
    letter_in,
    most_short,
    new_text,
    peek,
    put_code,
)
from outplay.native.library.letters import is_space
from outplay.native.library.strings import LETTER, str_at, str_count, str_find, str_rfind, str_slice


def str_spaced(s, new, count):
    """`s` with something before each letter and at the end, so many times."""
    made = ""
    for i in range(len(s) + 1):
        made = made + (new if count < 0 or i < count else "") + s[i : i + 1]
    return made


def str_replace(s, old, new, count=-1):
    n = len(old)
    m = len(new)
    if n == 0:
        return str_spaced(s, new, count)
    text = new_text(len(s) + str_count(s, old) * m)
    at = 0
    i = 0
    while i < len(s):
        if count != 0 and str_at(s, old, i):
            copy_text(text, at, new, 0, m)
            at += m
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
    if are_in_memory(parts) and len(s) == 0:  # most often letters are put together
        words = elements(parts)
        others = 0
        for i in range(n):
            others |= (peek(words, i) & 15) ^ LETTER
        if others == 0:
            text = new_text(n)
            for i in range(n):
                put_code(text, i, letter_in(peek(words, i)))
            return as_text(text, n)
    total = len(s) * (n - 1) if n > 0 else 0
    for part in parts:
        total += len(part)
    text = new_text(total)
    at = 0
    for number, part in enumerate(parts):
        if number > 0:
            copy_text(text, at, s, 0, len(s))
            at += len(s)
        copy_text(text, at, part, 0, len(part))
        at += len(part)
    return as_text(text, at)


def past_letters(s, i, n):
    """A place up to which there is no space: eight letters at once, if each is a byte."""
    if most_short() == 7 and not is_short(s):
        base = address(s)
        while i & 7 != 0 and i < n and not is_space(code(s, i)):
            i += 1
        while i & 7 == 0 and i + 8 <= n:
            word = peek(base + i, 1)
            # Is there a byte below 33, or above 127?
            if (((word - 2387225703656530209) & ~word) | word) & -9187201950435737472 != 0:
                return i
            i += 8
    return i


def str_split(s, sep=None, maxsplit=-1):
    found = []
    n = len(s)
    if sep is None:
        i = 0
        while i < n:
            while i < n and is_space(code(s, i)):
                i += 1
            start = i
            if maxsplit == 0 and i < n:
                found.append(str_slice(s, i, n))
                return found
            maxsplit -= 1
            i = past_letters(s, i, n)
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
        if maxsplit != 0 and str_at(s, sep, i):
            found.append(str_slice(s, start, i))
            i += len(sep)
            start = i
            maxsplit -= 1
        else:
            i += 1
    found.append(str_slice(s, start, n))
    return found


def str_rsplit(s, sep=None, maxsplit=-1):
    if maxsplit < 0:
        return str_split(s, sep)
    if sep is None:
        give_up()
        return [s]
    if len(sep) == 0:
        raise ValueError
    found = []
    end = len(s)
    i = end - len(sep)
    while i >= 0 and maxsplit > 0:
        if str_at(s, sep, i):
            found.append(str_slice(s, i + len(sep), end))
            end = i
            i -= len(sep)
            maxsplit -= 1
        else:
            i -= 1
    found.append(str_slice(s, 0, end))
    found.reverse()
    return found


def str_partition(s, sep):
    return parted(s, sep, str_find(s, sep), s, "")


def str_rpartition(s, sep):
    return parted(s, sep, str_rfind(s, sep), "", s)


def parted(s, sep, i, before, after):
    """What is before and behind a separator at i; if there is none, what is given."""
    if len(sep) == 0:
        raise ValueError
    if i < 0:
        return before, "", after
    return str_slice(s, 0, i), sep, str_slice(s, i + len(sep), len(s))


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


def str_translated(s, codes, texts):
    """Each letter whose code is in `codes` becomes the text that belongs to it."""
    parts = []
    for i in range(len(s)):
        c = code(s, i)
        for k in range(len(codes)):
            if codes[k] == c:
                parts.append(texts[k])
                break
        else:
            parts.append(s[i])
    return str_join("", parts)
