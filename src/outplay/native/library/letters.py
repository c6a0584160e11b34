"""Kinds of letters."""

# mypy: disable-error-code="no-untyped-def,no-untyped-call"

from __future__ import annotations

from outplay.native.front.intrinsics import as_text, code, give_up, new_text, put_code


def str_capitalize(s):
    return str_upper(s[:1]) + str_lower(s[1:])


def str_title(s):
    n = len(s)
    text = new_text(n)
    inside = False
    for i in range(n):
        c = code(s, i)
        if c > 127:
            give_up()
        small = c >= 97 and c <= 122
        large = c >= 65 and c <= 90
        if small and not inside:
            c -= 32
        elif large and inside:
            c += 32
        inside = small or large
        put_code(text, i, c)
    return as_text(text, n)


def is_space(c):
    return c == 32 or (c >= 9 and c <= 13) or (c >= 28 and c <= 31) or c == 133 or c == 160


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
