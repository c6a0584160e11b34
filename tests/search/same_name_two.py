"""A helper module whose constant is written like that of another."""

TABLE = (10, 20, 30)


def second(i: int) -> int:
    total = 0
    for n in TABLE:
        total += n
    return TABLE[i] + total
