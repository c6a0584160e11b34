"""Statements: loops, conditions, match, try, assert, raise."""

from __future__ import annotations

from typing import Any, NamedTuple

from construct_base import Board, State

from outplay.tuples import replace_at

WORTH = {1: 3, 2: 5}


def for_else(s: Any) -> Any:
    """for … break … else"""
    for n in range(3):
        if s.board[n] != 0:
            break
    else:
        return 7
    return n


def while_else(s: Any) -> Any:
    """while … break … else, continue"""
    n = total = 0
    while n < 7:
        n += 1
        if s.board[n] == 0:
            continue
        if s.board[n] < 0:
            break
        total += n
    else:
        total += 100
    return total + n


def endless_while(s: Any) -> Any:
    """while True with break and return"""
    n = 0
    while True:
        if n >= 8:
            break
        if s.board[n] == -2:
            return n
        n += 1
    return 50


def nested_breaks(s: Any) -> Any:
    """break and continue in nested loops, a flag"""
    found = False
    for r in range(2):
        for c in range(4):
            if c == r:
                continue
            if s.board[4 * r + c] > 1:
                found = True
                break
        if found:
            break
    return 10 * r + c + found


def walrus(s: Any) -> Any:
    """if (x := board[0]) != 0; while (n := n - 1) > 0"""
    if (x := s.board[0]) != 0:
        return x
    n = 8
    while (n := n - 1) > 0 and s.board[n] == 0:
        pass
    return n


def chained_comparison(s: Any) -> Any:
    """a == b == c != 0, 0 <= x < 3"""
    a, b, c = s.board[:3]
    return 4 * (a == b == c != 0) + 2 * (0 <= a < 3) + (a < b <= c)


def conditional_chain(s: Any) -> Any:
    """1 if … else -1 if … else 0; and/or that give values"""
    x = s.board[0]
    return (1 if x > 0 else -1 if x < 0 else 0) * 10 + (x and 5) + (s.board[1] or 3)


def short_circuit(s: Any) -> Any:
    """n < 8 and board[n], which would raise otherwise"""
    total = 0
    for n in range(20):
        if n < len(s.board) and s.board[n] or n == 15:
            total += n
    return total


def multiple_assignment(s: Any) -> Any:
    """a = b = x; a, b = b, a + b; (a, b), c = …"""
    a = b = s.board[0]
    a, b = b + 1, a + 2
    (c, d), e = (a, b), s.board[1]
    return a * 1000 + b * 100 + c * 10 + d - e


def augmented(s: Any) -> Any:
    """+= -= *= //= %= **= <<= >>= |= &= ^="""
    n = 5 + s.board[0]
    n += 3
    n -= 1
    n *= 7
    n //= 2
    n **= 2
    n <<= 3
    n >>= 1
    n |= 5
    n &= 1023
    n ^= 12
    n %= 101
    return n


def match_of_numbers(s: Any) -> Any:
    """match x: case 1, case -1 | -2, case n if …, case _"""
    match s.board[0]:
        case 1:
            return 3
        case -1 | -2:
            return -3
        case n if n > 1:
            return 10 * n
        case _:
            return 0


class Spot(NamedTuple):
    row: int
    column: int


def match_of_tuples(s: Any) -> Any:
    """case (0, 0), case (0, y), case (x, y) if …, case [first, *rest]"""
    match (s.board[0], s.board[1]):
        case (0, 0):
            total = 1
        case (0, y):
            total = 10 * y
        case (x, y) if x == y:
            total = 100 * x
        case (x, _):
            total = 1000 * x
    match s.board:
        case (first, *_, last):
            total += first - last
    return total


def match_of_classes(s: Any) -> Any:
    """case Spot(0, c), case int(), case str(), case None"""
    things: list[Any] = [Spot(0, 3), Spot(s.board[0], 2), s.board[1], "abc", None]
    total = 0
    for thing in things:
        match thing:
            case Spot(row=0, column=c):
                total += c
            case Spot():
                total += 10 * thing.row
            case int():
                total += 100 * thing
            case "abc":
                total += 1000
            case None:
                total += 5
    return total


def match_of_texts(s: Any) -> Any:
    """case "x" | "y", case other"""
    total = 0
    for letter in ("x", "y", "z"[: s.board[0] % 2]):
        match letter:
            case "x" | "y":
                total += 1
            case "":
                total += 10
            case other:
                total += 100 * len(other)
    return total


def except_index(s: Any) -> Any:
    """try: … except IndexError"""
    total = 0
    for n in range(6, 10):
        try:
            total += s.board[n] + 1
        except IndexError:
            total += 100
    return total


def except_key(s: Any) -> Any:
    """try: … except KeyError … else"""
    total = 0
    for x in s.board:
        try:
            found = WORTH[x]
        except KeyError:
            total -= 1
        else:
            total += found
    return total


def except_value(s: Any) -> Any:
    """try: board.index(x) except ValueError; list.remove; int(text)"""
    try:
        where = s.board.index(2)
    except ValueError:
        where = -1
    cells = [1, 2]
    try:
        cells.remove(s.board[0])
    except ValueError:
        cells.append(9)
    try:
        number = int("4x"[: 2 - (s.board[0] > 0)])
    except ValueError:
        number = 50
    return where * 1000 + sum(cells) * 100 + number


def except_several(s: Any) -> Any:
    """except (KeyError, IndexError), finally, several handlers"""
    total = 0
    for n in (s.board[0], 7, 9):
        try:
            total += WORTH[n] if n < 3 else s.board[n]
        except (KeyError, IndexError):
            total += 10
        finally:
            total += 1
    try:
        total += 12 // s.board[1]
    except ZeroDivisionError as error:
        total += len(str(error)) * 0 + 40
    except ValueError:
        total += 80
    return total


def risky(n: int) -> int:
    if n > 2:
        raise ValueError(f"{n} is too much")
    return n


def except_from_helper(s: Any) -> Any:
    """an error of our own raised in a helper and caught in the rule"""
    total = 0
    for x in s.board:
        try:
            total += risky(x)
        except ValueError:
            total += 50
    return total


class Asserted(Board):
    """assert …, and with a message"""

    def result(self, s: Any, a: Any) -> Any:
        assert s.board[a] == 0
        assert 0 <= a < 8, f"no such cell: {a}"
        return State(replace_at(s.board, a, s.turn), -s.turn)


class Raised(Board):
    """if …: raise ValueError("…"), raise IndexError(f"{a:>3} …")"""

    def result(self, s: Any, a: Any) -> Any:
        if s.board[a] != 0:
            raise ValueError("taken")
        if not 0 <= a < 8:
            raise IndexError(f"{a:>3} is not on the board {s.board!r}")
        return State(replace_at(s.board, a, s.turn), -s.turn)


class Told(Board):
    """a print that is never reached, a docstring, pass, an ellipsis"""

    def evaluate(self, s: Any) -> Any:
        """What it is worth."""
        if s.board[0] == 99:
            print("what?", s)
        elif s.board[0] == 98:
            pass
        else:
            ...
        return s.board[1]


def isinstance_of_several(s: Any) -> Any:
    """isinstance(x, (int, float)), isinstance(x, tuple), bool is an int"""
    things: list[Any] = [s.board[0], 0.5, (1, 2), s.board[1] > 0]
    numbers = sum(isinstance(x, (int, float)) for x in things)
    return (
        numbers * 10 + things[0] * 100 + isinstance(things[2], tuple) + isinstance(things[3], bool)
    )


def deleted_names(s: Any) -> Any:
    """del name, a name that changes its type"""
    x: Any = s.board[0]
    y = x + 1
    del x
    x = (y, y)
    y = str(y)
    return len(y) * 10 + x[0]


def loop_variable_after(s: Any) -> Any:
    """the loop variable after the loop; a loop over nothing"""
    n = -5
    for n in range(s.board[0]):
        pass
    for m in (3, 4):
        n += m
    return 10 * n + m
