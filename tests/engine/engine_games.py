"""Small games that declare each of the optional answers, for the engine to be tried on."""

from __future__ import annotations

from typing import Any, NamedTuple

from outplay import MAX, MIN, Game
from outplay.bits import mix
from outplay.games.random_tree import RandomTree, draw


class Heaps(NamedTuple):
    a: int
    b: int
    c: int
    player: int


class Piles(Game[Any, Any]):
    """Take one to three from one of three heaps; whoever takes the last one wins `win`."""

    def __init__(self, a: int = 3, b: int = 4, c: int = 5, win: float = 1) -> None:
        self.start, self.win = (a, b, c), win

    def initial(self) -> Any:
        return Heaps(self.start[0], self.start[1], self.start[2], MAX)

    def to_move(self, s: Any) -> Any:
        return s.player

    def actions(self, s: Any) -> Any:
        for n in range(1, 4):
            if n <= s.a:
                yield n
            if n <= s.b:
                yield 10 + n
            if n <= s.c:
                yield 20 + n

    def result(self, s: Any, x: Any) -> Any:
        n = x % 10
        if x < 10:
            return Heaps(s.a - n, s.b, s.c, -s.player)
        if x < 20:
            return Heaps(s.a, s.b - n, s.c, -s.player)
        return Heaps(s.a, s.b, s.c - n, -s.player)

    def is_terminal(self, s: Any) -> Any:
        return s.a + s.b + s.c == 0

    def utility(self, s: Any) -> Any:
        return -self.win * s.player


class DeclaredPiles(Piles):
    """The same, with all that the engine can use. The candidates keep the distance too."""

    def symmetries(self, s: Any) -> Any:
        yield Heaps(s.a, s.c, s.b, s.player)
        yield Heaps(s.b, s.a, s.c, s.player)
        yield Heaps(s.b, s.c, s.a, s.player)
        yield Heaps(s.c, s.a, s.b, s.player)
        yield Heaps(s.c, s.b, s.a, s.player)

    def candidates(self, s: Any) -> Any:
        """Of heaps of one size, one."""
        for n in range(1, 4):
            if n <= s.a:
                yield n
            if n <= s.b and s.b != s.a:
                yield 10 + n
            if n <= s.c and s.c != s.a and s.c != s.b:
                yield 20 + n

    def priority(self, s: Any, x: Any) -> Any:
        return x % 10 - 0.5

    def bounds(self, s: Any) -> Any:
        if s.a + s.b == 0 and s.c == 4:  # four left: whoever is to move loses
            return -self.win * s.player, -self.win * s.player
        return -self.win, self.win

    def outcome_bounds(self, s: Any) -> Any:
        """At least one ply for each three that are left, and some small cases."""
        left = s.a + s.b + s.c
        if s.a + s.b == 0 or s.b + s.c == 0 or s.a + s.c == 0:
            if left <= 3:
                return s.player, s.player
            return (-2, 3) if s.player == MAX else (-3, 2)
        return (-2, 3) if s.player == MAX else (-3, 2)

    def evaluate(self, s: Any) -> Any:
        return (s.a ^ s.b ^ s.c) * 0.01 * s.player


class Scoring(NamedTuple):
    left: int
    right: int
    lead: int
    player: int


class Ends(Game[Any, Any]):
    """Take a number from either end of a row; an even one gives another turn."""

    NUMBERS: tuple[int, ...] = (3, 4, -1, 2, 7, -2, 7, 2, -1, 4, 3)

    def initial(self) -> Any:
        return Scoring(0, len(self.NUMBERS), 0, MAX)

    def to_move(self, s: Any) -> Any:
        return s.player

    def actions(self, s: Any) -> Any:
        yield 0
        if s.right - s.left > 1:
            yield 1

    def result(self, s: Any, end: Any) -> Any:
        n = self.NUMBERS[s.left] if end == 0 else self.NUMBERS[s.right - 1]
        after = s.player if n % 2 == 0 else -s.player
        left = s.left + 1 if end == 0 else s.left
        right = s.right - 1 if end == 1 else s.right
        return Scoring(left, right, s.lead + s.player * n, after)

    def is_terminal(self, s: Any) -> Any:
        return s.left == s.right

    def utility(self, s: Any) -> Any:
        return s.lead

    def evaluate(self, s: Any) -> Any:
        return s.lead


class DeclaredEnds(Ends):
    """The row reads the same from both ends, so positions have mirror images."""

    def symmetries(self, s: Any) -> Any:
        size = len(self.NUMBERS)
        yield Scoring(size - s.right, size - s.left, s.lead, s.player)

    def bounds(self, s: Any) -> Any:
        rest = 0
        for place in range(s.left, s.right):
            rest += abs(self.NUMBERS[place])
        return s.lead - rest, s.lead + rest

    def candidates(self, s: Any) -> Any:
        """Where the row that is left is a mirror image of itself, one end is enough."""
        yield 0
        if s.right - s.left > 1 and s.left + s.right != len(self.NUMBERS):
            yield 1

    def priority(self, s: Any, end: Any) -> Any:
        return self.NUMBERS[s.left] if end == 0 else self.NUMBERS[s.right - 1]


class WideEnds(DeclaredEnds):
    """Scores that no table of small numbers holds, and a state that no word holds."""

    NUMBERS = tuple(n * 90_001 for n in DeclaredEnds.NUMBERS)


class HugeEnds(DeclaredEnds):
    NUMBERS = tuple(n * 900_000_000_001 for n in DeclaredEnds.NUMBERS)


class HashedEnds(DeclaredEnds):
    """A key of five numbers, one of them too large to be packed with the others."""

    def key(self, s: Any) -> Any:
        return s.left, s.right, (s.lead + 1) << 40, s.player, s.left * s.right


class FloatScoring(NamedTuple):
    left: int
    right: int
    lead: float
    player: int


class FloatEnds(Game[Any, Any]):
    """Floats in the state and in the utilities."""

    NUMBERS: tuple[float, ...] = (0.5, 1.25, -0.75, 2.0, 0.1, 0.3, -0.2, 1.0, 0.7)

    def initial(self) -> Any:
        return FloatScoring(0, len(self.NUMBERS), 0.0, MAX)

    def to_move(self, s: Any) -> Any:
        return s.player

    def actions(self, s: Any) -> Any:
        yield 0
        yield 1

    def result(self, s: Any, end: Any) -> Any:
        n = self.NUMBERS[s.left] if end == 0 else self.NUMBERS[s.right - 1]
        left = s.left + 1 if end == 0 else s.left
        right = s.right - 1 if end == 1 else s.right
        after = s.player if n < 0 else -s.player
        return FloatScoring(left, right, s.lead + s.player * n, after)

    def is_terminal(self, s: Any) -> Any:
        return s.left == s.right

    def utility(self, s: Any) -> Any:
        return s.lead

    def bounds(self, s: Any) -> Any:
        rest = 0.0
        for place in range(s.left, s.right):
            rest += abs(self.NUMBERS[place])
        return s.lead - rest - 0.001, s.lead + rest + 0.001


class Counting(NamedTuple):
    left: int
    player: int
    played: int
    last: int


class Forgetful(Game[Any, Any]):
    """Take one to three of `start`; the key leaves out what does not matter."""

    def __init__(self, start: int = 13, win: float = 10) -> None:
        self.start, self.win = start, win

    def initial(self) -> Any:
        return Counting(self.start, MAX, 0, 0)

    def to_move(self, s: Any) -> Any:
        return s.player

    def actions(self, s: Any) -> Any:
        for n in range(1, 4):
            if n <= s.left:
                yield n

    def result(self, s: Any, n: Any) -> Any:
        after = s.player if s.left % 5 == 0 else -s.player
        return Counting(s.left - n, after, s.played + 1, n)

    def is_terminal(self, s: Any) -> Any:
        return s.left == 0

    def utility(self, s: Any) -> Any:
        """A draw, if the last one to play was to play again."""
        return 0 if s.last == 2 else -self.win * s.player

    def key(self, s: Any) -> Any:
        return s.left, s.player, s.last if s.left == 0 else 0


class ZeroOne(Piles):
    """MAX gets 1 or 0."""

    def utility(self, s: Any) -> Any:
        return 1 if s.player == MIN else 0


class Rare(Game[Any, Any]):
    """All ends are worth 1, but for a few that random play does not find: they are worth 2."""

    def initial(self) -> Any:
        return (0, 0, MAX)

    def to_move(self, s: Any) -> Any:
        return s[2]

    def actions(self, s: Any) -> Any:
        return range(4)

    def result(self, s: Any, a: Any) -> Any:
        return (s[0] + 1, s[1] * 4 + a, -s[2])

    def is_terminal(self, s: Any) -> Any:
        return s[0] == 5

    def utility(self, s: Any) -> Any:
        if s[1] % 16 == 7 and s[1] // 16 % 4 == 3:
            return 2
        return 1 if mix(s[1]) % 3 == 0 else -1


class Turns(RandomTree):
    """A random tree in which anyone may be to move anywhere."""

    def to_move(self, s: Any) -> Any:
        return MAX if draw(s.node, 2000) % 2 == 0 else MIN


class Wider(RandomTree):
    """Leaves far beyond a small table's numbers."""

    def utility(self, s: Any) -> Any:
        return super().utility(s) * 777_777_777

    def evaluate(self, s: Any) -> Any:
        return super().evaluate(s) * 777_777_777

    def bounds(self, s: Any) -> Any:
        return self.lowest * 777_777_777, self.highest * 777_777_777


class Halves(RandomTree):
    """Leaves that are floats, and some that differ by very little."""

    def utility(self, s: Any) -> Any:
        return super().utility(s) / 3

    def evaluate(self, s: Any) -> Any:
        return super().evaluate(s) / 3


class Words(Game[Any, Any]):
    """States that are text: three in a row on a strip of seven squares, X or O as one likes."""

    def initial(self) -> Any:
        return "......."

    def to_move(self, s: Any) -> Any:
        return MAX if s.count(".") % 2 else MIN

    def actions(self, s: Any) -> Any:
        return [(place, sign) for place, old in enumerate(s) if old == "." for sign in "XO"]

    def result(self, s: Any, a: Any) -> Any:
        place, sign = a
        return s[:place] + sign + s[place + 1 :]

    def is_terminal(self, s: Any) -> Any:
        return "XXX" in s or "OOO" in s or "." not in s

    def utility(self, s: Any) -> Any:
        return -0.5 * self.to_move(s) if "XXX" in s or "OOO" in s else 0

    def symmetries(self, s: Any) -> Any:
        other = s.translate({88: "O", 79: "X"})
        return [s[::-1], other, other[::-1]]


class Chomp(Game[Any, Any]):
    """States that hold sets: bite a square and all above and right of it; (0, 0) is poison."""

    def initial(self) -> Any:
        return frozenset((x, y) for x in range(4) for y in range(3)), MAX

    def to_move(self, s: Any) -> Any:
        return s[1]

    def actions(self, s: Any) -> Any:
        return sorted(s[0])

    def result(self, s: Any, a: Any) -> Any:
        return frozenset((x, y) for x, y in s[0] if x < a[0] or y < a[1]), -s[1]

    def is_terminal(self, s: Any) -> Any:
        return not s[0]

    def utility(self, s: Any) -> Any:
        return s[1]
