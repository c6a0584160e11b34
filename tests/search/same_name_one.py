"""A helper module whose constant is written like that of another."""

TABLE = (1, 2, 3)


def first(i: int) -> int:
    return TABLE[i]
