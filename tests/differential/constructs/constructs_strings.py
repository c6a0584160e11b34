"""Texts: made, cut, searched and compared inside of rules."""

from __future__ import annotations

from typing import Any

LETTERS = "cba.xyz"
ROWS = ["ab.d", "e.gh"]
POINTS = {"x": 3, "y": 5, "a": -2}


def text_of(board: Any) -> str:
    return "".join(LETTERS[x + 3] for x in board)


def joined(s: Any) -> Any:
    """ "".join(… for …), and its length and count"""
    text = "".join("x" if x > 0 else "o" if x < 0 else "." for x in s.board)
    return text.count("x") * 3 + text.count("o.") + len(text)


def joined_with_separator(s: Any) -> Any:
    """ "/".join([…]), then split("/")"""
    text = "/".join([text_of(s.board[:4]), text_of(s.board[4:])])
    top, bottom = text.split("/")
    return len(top) * 10 + bottom.count(".") + text.index("/")


def mapped_to_text(s: Any) -> Any:
    """ "".join(map(str, …))"""
    digits = "".join(map(str, [abs(x) for x in s.board]))
    return int(digits[:3]) + len(digits)


def found(s: Any) -> Any:
    """find, rfind, index, with a start"""
    text = text_of(s.board)
    return text.find("x") * 100 + text.rfind(".") * 10 + text.find("a", 3) + text.index(".")


def starts_and_ends(s: Any) -> Any:
    """startswith, endswith, with several"""
    text = text_of(s.board)
    return text.startswith("x") + 2 * text.endswith("..") + 4 * text.startswith(("a", "b", "."))


def stripped(s: Any) -> Any:
    """strip, lstrip, rstrip"""
    text = text_of(s.board)
    return (
        len(text.strip(".")) * 100
        + len(text.lstrip(".")) * 10
        + len("  a ".strip())
        + len(text.rstrip(".x"))
    )


def replaced(s: Any) -> Any:
    """replace, with a count"""
    text = text_of(s.board).replace(".", "").replace("x", "yy")
    return len(text) + 10 * text.count("y") + len("aaaa".replace("a", "bc", 2))


def upper_and_lower(s: Any) -> Any:
    """upper, lower, isupper, islower, swapcase"""
    text = text_of(s.board)
    loud = text.upper()
    return (
        loud.count("X")
        + loud.isupper() * 2
        + text.islower() * 4
        + len(loud.lower())
        + (loud.swapcase() == text)
    )


def kinds_of_letters(s: Any) -> Any:
    """isdigit, isalpha, isspace, isalnum of a letter"""
    digits = sum(c.isdigit() for c in "a1 2" + text_of(s.board))
    return digits + sum(c.isalpha() for c in text_of(s.board)) * 3 + " ".isspace() + "a1".isalnum()


def padded(s: Any) -> Any:
    """zfill, rjust, ljust, center"""
    text = str(abs(s.board[0]) * 37)
    return (
        int(text.zfill(5))
        + len(text.rjust(6))
        + text.ljust(4, ".").count(".")
        + (text.center(7, "-").index(text))
    )


def text_slices(s: Any) -> Any:
    """text[1:n], text[::-1], text[-2:]"""
    text = text_of(s.board)
    n = s.board[0] + 4
    return (
        (text[1:n] == "...") + 2 * (text[::-1] == text) + 3 * text[-n:].count(".") + len(text[n:])
    )


def text_membership(s: Any) -> Any:
    """ "ab" in text, letter not in text"""
    text = text_of(s.board)
    return ("x" in text) + 2 * (".." in text) + 4 * ("xa" not in text) + 8 * ("" in text)


def text_order(s: Any) -> Any:
    """text < other, ==, max of texts, sorted letters"""
    one, two = text_of(s.board[:4]), text_of(s.board[4:])
    least = min(one, two)
    return (one < two) + 2 * (one == two) + 4 * (least[0] == ".") + 8 * (sorted(one)[0] == "a")


def text_repeated(s: Any) -> Any:
    """text * n, and +="""
    text = "ab" * (s.board[0] + 3)
    for x in s.board:
        if x:
            text += "c" * abs(x)
    return len(text) + text.count("c") * 10


def letters_and_codes(s: Any) -> Any:
    """ord(text[n]), chr(…)"""
    text = text_of(s.board)
    return ord(text[0]) - ord("a") + (chr(ord("a") + s.board[1] + 3) == "d")


def text_as_number(s: Any) -> Any:
    """int(text), str(number), int(text, 2)"""
    text = str(s.board[0] * 12 + 5)
    return int(text) + len(text) + int("101", 2) + int("".join("01"[x != 0] for x in s.board), 2)


def chosen_text(s: Any) -> Any:
    """who = "X" if … else "O"; if who == "X" """
    who = "X" if s.turn == 1 else "O"
    other = {"X": "O", "O": "X"}[who]
    return 3 if who == "X" and s.board[0] else -2 if other == "X" else 1


def formatted(s: Any) -> Any:
    """f"{x}", f"{x:>3}", f"{x:02d}" and their lengths"""
    x = s.board[0]
    return len(f"{x}") + len(f"{x:>4}") + len(f"{abs(x):02d}{s.turn}") + (f"{x}" == "2")


def rows_of_text(s: Any) -> Any:
    """ROWS[r][c] of a list of texts"""
    total = 0
    for r, row in enumerate(ROWS):
        for c, letter in enumerate(row):
            if letter != "." and s.board[4 * r + c] > 0:
                total += ord(letter) - 96
    return total


def letters_as_keys(s: Any) -> Any:
    """POINTS.get(letter, 0) of a dict by letters"""
    return sum(POINTS.get(letter, 0) for letter in text_of(s.board))


def letters_with_numbers(s: Any) -> Any:
    """enumerate(text), zip(text, board), reversed(text)"""
    text = text_of(s.board)
    total = sum(n for n, letter in enumerate(text) if letter != ".")
    total += sum(x for letter, x in zip("abcd", s.board) if letter > "b")
    return 2 * total + ("".join(reversed(text))[0] == ".")


def text_of_set(s: Any) -> Any:
    """set(text), len, sorted back into a text"""
    letters = set(text_of(s.board))
    return len(letters) * 10 + ord("".join(sorted(letters))[0]) % 7


def text_split_in_words(s: Any) -> Any:
    """text.split(), split with a maximum, partition"""
    words = "north  of the river".split()
    head, mark, tail = "a2-b3".partition("-")
    parts = "a,b,c".split(",", 1)
    return len(words[s.turn + 1]) + len(head + tail) * 10 + len(mark) + len(parts[1])


def text_lines(s: Any) -> Any:
    """a board of several lines: splitlines"""
    picture = text_of(s.board[:4]) + "\n" + text_of(s.board[4:])
    return sum((n + 1) * line.count(".") for n, line in enumerate(picture.splitlines()))


def text_translated(s: Any) -> Any:
    """a text rebuilt letter by letter with a dict"""
    swap = {"x": "a", "a": "x"}
    turned = "".join(swap.get(letter, letter) for letter in text_of(s.board))
    return turned.count("x") * 5 + (turned < text_of(s.board))


def empty_text(s: Any) -> Any:
    """if not text, text or other"""
    text = text_of(s.board).replace(".", "")
    return len(text or "none") + (10 if not text else 0)


def removed_ends(s: Any) -> Any:
    """removeprefix, removesuffix"""
    text = text_of(s.board)
    return len(text.removeprefix("x")) + 10 * len(text.removesuffix("...."))
