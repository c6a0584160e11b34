"""Kinds of letters. Beyond ASCII only Python knows them."""

from outplay.native.front.intrinsics import as_text, code, give_up, new_text, put_code


def codes(s):
    for i in range(len(s)):
        c = code(s, i)
        if c > 127:
            give_up()
        yield c


def is_small(c):
    return c >= 97 and c <= 122


def is_large(c):
    return c >= 65 and c <= 90


def is_letter(c):
    return is_small(c) or is_large(c)


def is_digit(c):
    return c >= 48 and c <= 57


def is_space(c):
    return c == 32 or (c >= 9 and c <= 13) or (c >= 28 and c <= 31) or c == 133 or c == 160


def recased(s, up, down):
    """Small letters made large where `up` is true, large ones small where `down` is."""
    text = new_text(len(s))
    i = 0
    for c in codes(s):
        if up and is_small(c):
            c -= 32
        elif down and is_large(c):
            c += 32
        put_code(text, i, c)
        i += 1
    return as_text(text, i)


def str_upper(s):
    return recased(s, True, False)


def str_lower(s):
    return recased(s, False, True)


def str_swapcase(s):
    return recased(s, True, True)


def str_capitalize(s):
    return str_upper(s[:1]) + str_lower(s[1:])


def str_title(s):
    text = new_text(len(s))
    inside = False
    i = 0
    for c in codes(s):
        if is_small(c) and not inside:
            c -= 32
        elif is_large(c) and inside:
            c += 32
        inside = is_letter(c)
        put_code(text, i, c)
        i += 1
    return as_text(text, i)


def str_isupper(s):
    return any(is_large(c) for c in codes(s)) and not any(is_small(c) for c in codes(s))


def str_islower(s):
    return any(is_small(c) for c in codes(s)) and not any(is_large(c) for c in codes(s))


def str_isdigit(s):
    return len(s) > 0 and all(is_digit(c) for c in codes(s))


def str_isalpha(s):
    return len(s) > 0 and all(is_letter(c) for c in codes(s))


def str_isalnum(s):
    return len(s) > 0 and all(is_letter(c) or is_digit(c) for c in codes(s))


def str_isspace(s):
    return len(s) > 0 and all(is_space(code(s, i)) for i in range(len(s)))
