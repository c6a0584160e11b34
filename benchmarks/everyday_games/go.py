"""Go on 5 x 5 with positional superko: no position of the board may come back.

The board is a tuple of rows of letters; all boards so far are kept in a frozenset.
"""

from dataclasses import dataclass, replace

from outplay import MAX, MIN, Game

SIZE = 5
KOMI = 0.5


@dataclass(frozen=True)
class State:
    rows: tuple = ("." * SIZE,) * SIZE
    black_to_move: bool = True
    passes: int = 0
    seen: frozenset = frozenset()
    moves: int = 0


def points():
    return [(r, c) for r in range(SIZE) for c in range(SIZE)]


def neighbours(r, c):
    return [
        (nr, nc)
        for nr, nc in [(r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)]
        if 0 <= nr < SIZE and 0 <= nc < SIZE
    ]


def group(rows, start):
    """The stones connected to the one at `start`, and their liberties."""
    colour = rows[start[0]][start[1]]
    stones, liberties, todo = set(), set(), [start]
    while todo:
        r, c = todo.pop()
        if (r, c) in stones:
            continue
        stones.add((r, c))
        for nr, nc in neighbours(r, c):
            if rows[nr][nc] == colour:
                todo.append((nr, nc))
            elif rows[nr][nc] == ".":
                liberties.add((nr, nc))
    return stones, liberties


def put(rows, stones, letter):
    return tuple(
        "".join(letter if (r, c) in stones else old for c, old in enumerate(row))
        for r, row in enumerate(rows)
    )


def play(rows, r, c, colour):
    """The board after a stone; None if that is suicide."""
    rows = put(rows, {(r, c)}, colour)
    other = "w" if colour == "b" else "b"
    for nr, nc in neighbours(r, c):
        if rows[nr][nc] == other:
            stones, liberties = group(rows, (nr, nc))
            if not liberties:
                rows = put(rows, stones, ".")
    _, liberties = group(rows, (r, c))
    return rows if liberties else None


def area(rows):
    """Black's points minus white's: stones, and empty regions that touch one colour only."""
    score = sum(row.count("b") - row.count("w") for row in rows)
    done = set()
    for r, c in points():
        if rows[r][c] == "." and (r, c) not in done:
            region, _ = group(rows, (r, c))
            done |= region
            borders = {rows[nr][nc] for p in region for nr, nc in neighbours(*p)} - {"."}
            if borders == {"b"}:
                score += len(region)
            elif borders == {"w"}:
                score -= len(region)
    return score


class Go(Game):
    def initial(self):
        return State()

    def to_move(self, s):
        return MAX if s.black_to_move else MIN

    def actions(self, s):
        colour = "b" if s.black_to_move else "w"
        for r, c in points():
            if s.rows[r][c] == ".":
                after = play(s.rows, r, c, colour)
                if after is not None and after not in s.seen:
                    yield (r, c)
        yield "pass"

    def result(self, s, a):
        turned = replace(s, black_to_move=not s.black_to_move, moves=s.moves + 1)
        if a == "pass":
            return replace(turned, passes=s.passes + 1)
        rows = play(s.rows, *a, "b" if s.black_to_move else "w")
        return replace(turned, rows=rows, passes=0, seen=s.seen | {s.rows})

    def is_terminal(self, s):
        return s.passes >= 2 or s.moves >= 60

    def utility(self, s):
        return 1 if area(s.rows) > KOMI else -1

    def evaluate(self, s):
        return area(s.rows) / 100
