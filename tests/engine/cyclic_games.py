"""Small games in which positions come back, and who wins them: a fixpoint, worked backwards."""

from __future__ import annotations

from typing import Any, NamedTuple

from outplay import MAX, Game


class Chase(NamedTuple):
    king: int
    hunter: int
    player: int


class Hunt(Game[Any, Any]):
    """MAX hunts MIN's king on a small graph; the king wins if it reaches the exit."""

    may_cycle = True
    NEXT = (
        (1, 3, 9),
        (0, 2, 4),
        (1, 5, 9),
        (0, 4, 6),
        (1, 3, 7),
        (2, 7, 8),
        (3, 7, 9),
        (4, 6, 8),
        (5, 7, 9),
    )
    """Where one can go from each of nine places; 9 is nowhere."""
    EXIT = 8

    def initial(self) -> Any:
        return Chase(0, 7, MAX)

    def to_move(self, s: Any) -> Any:
        return s.player

    def actions(self, s: Any) -> Any:
        here = s.hunter if s.player == MAX else s.king
        for place in self.NEXT[here]:
            if place < 9:
                yield place
        if s.player == MAX:
            yield here

    def result(self, s: Any, place: Any) -> Any:
        if s.player == MAX:
            return Chase(s.king, place, -s.player)
        return Chase(place, s.hunter, -s.player)

    def is_terminal(self, s: Any) -> Any:
        return s.king in (s.hunter, self.EXIT)

    def utility(self, s: Any) -> Any:
        return 1 if s.king == s.hunter else -1

    def evaluate(self, s: Any) -> Any:
        return (s.king - s.hunter) * 0.01


class WonHunt(Hunt):
    """A position that comes back is a win for the hunter."""

    repetition = 1


class LostHunt(Hunt):
    repetition = -1


class Men(NamedTuple):
    mine: int
    theirs: int
    player: int


class Ring(Game[Any, Any]):
    """Two men a side on a ring of seven: step to a free neighbour; who cannot move loses.

    Two neighbouring men of one side on the places 0 and 1 win for it. Positions have mirror
    images about the line between 0 and 1.
    """

    may_cycle = True
    SIZE = 7

    def initial(self) -> Any:
        return Men(0b0100100, 0b0010010, MAX)

    def to_move(self, s: Any) -> Any:
        return s.player

    def actions(self, s: Any) -> Any:
        men = s.mine if s.player == MAX else s.theirs
        full = s.mine | s.theirs
        for place in range(self.SIZE):
            if men >> place & 1:
                for step in (1, self.SIZE - 1):
                    to = (place + step) % self.SIZE
                    if not full >> to & 1:
                        yield place * 16 + to

    def result(self, s: Any, a: Any) -> Any:
        change = 1 << a // 16 | 1 << a % 16
        if s.player == MAX:
            return Men(s.mine ^ change, s.theirs, -s.player)
        return Men(s.mine, s.theirs ^ change, -s.player)

    def is_terminal(self, s: Any) -> Any:
        if s.mine & 3 == 3 or s.theirs & 3 == 3:
            return True
        men = s.mine if s.player == MAX else s.theirs
        full = s.mine | s.theirs
        free = 0
        for place in range(self.SIZE):
            if men >> place & 1:
                up, down = (place + 1) % self.SIZE, (place + self.SIZE - 1) % self.SIZE
                free += 2 - (full >> up & 1) - (full >> down & 1)
        return free == 0

    def utility(self, s: Any) -> Any:
        if s.mine & 3 == 3:
            return 1
        if s.theirs & 3 == 3:
            return -1
        return -s.player

    def symmetries(self, s: Any) -> Any:
        yield Men(self.mirrored(s.mine), self.mirrored(s.theirs), s.player)

    def mirrored(self, men: int) -> int:
        found = 0
        for place in range(self.SIZE):
            if men >> place & 1:
                found |= 1 << (self.SIZE + 1 - place) % self.SIZE
        return found


class Walk(Game[Any, Any]):
    """Both move one token along a random graph; some places are won, lost or drawn."""

    may_cycle = True

    def __init__(self, seed: int = 0) -> None:
        import random

        chosen = random.Random(seed)
        self.ends = tuple(chosen.choice((0, 1, -1)) if k < 4 else 2 for k in range(24))
        self.ways = tuple(tuple(chosen.sample(range(24), chosen.randint(1, 3))) for _ in range(24))

    def initial(self) -> Any:
        return 23, MAX

    def to_move(self, s: Any) -> Any:
        return s[1]

    def actions(self, s: Any) -> Any:
        return range(len(self.ways[s[0]]))

    def result(self, s: Any, a: Any) -> Any:
        return self.ways[s[0]][a], -s[1]

    def is_terminal(self, s: Any) -> Any:
        return self.ends[s[0]] != 2

    def utility(self, s: Any) -> Any:
        return self.ends[s[0]]


class Fixpoint:
    """Win, draw or loss and the plies of best play, for every position that can be reached.

    A draw is what can go on for ever, or ends in one. With `repetition` 1 or -1 what goes on
    for ever is won by MAX or MIN; the plies of such a win are not known (None). With `again`,
    that position has been there already: to come back to it is a repetition.
    """

    def __init__(
        self, game: Game[Any, Any], after: dict[Any, list[Any]] | None = None, again: Any = None
    ) -> None:
        self.game = game
        self.after = after = _reachable(game) if after is None else {**after, again: []}
        self.again = again
        self.live = [s for s, children in after.items() if children]
        won = self._won()
        self.known: dict[Any, tuple[int, int | None]] = {}
        for s in after:
            if s in won:
                self.known[s] = won[s]
            elif not game.repetition:
                self.known[s] = 0, None
        if game.repetition:
            side = int(game.repetition)
            # The other side must reach a win, or else a draw, in the end.
            held = self._reached(-side)
            for s in after:
                if s not in self.known or self.known[s][0] == side:
                    plies = self.known[s][1] if s in self.known else None
                    self.known[s] = (0, None) if s in held and s not in won else (side, plies)

    def _end(self, s: Any) -> int:
        return int(self.game.repetition if s == self.again else self.game.utility(s))

    def beside(self, s: Any) -> Fixpoint:
        """The same, for what comes after `s`."""
        return Fixpoint(self.game, self.after, s)

    def _won(self) -> dict[Any, tuple[int, int]]:
        """By plies from the end: forced wins of either side."""
        game = self.game
        known = {s: (self._end(s), 0) for s, c in self.after.items() if not c and self._end(s)}
        for plies in range(1, 4 * len(self.after)):
            new = {}
            for s, children in self.after.items():
                if s in known or not children:
                    continue
                side = game.to_move(s)
                if any(known.get(t) == (side, plies - 1) for t in children):
                    new[s] = side, plies
                elif all(t in known and known[t][0] == -side for t in children):
                    new[s] = -side, plies
            if not new:
                break
            known.update(new)
        return known

    def _reached(self, side: int) -> set[Any]:
        """Where `side` can force an end that is a draw or its win."""
        game = self.game
        held = {s for s, c in self.after.items() if not c and self._end(s) != -side}
        while True:
            more = {
                s
                for s, children in self.after.items()
                if children
                and s not in held
                and (
                    any(t in held for t in children)
                    if game.to_move(s) == side
                    else all(t in held for t in children)
                )
            }
            if not more:
                return held
            held |= more


def _reachable(game: Game[Any, Any]) -> dict[Any, list[Any]]:
    """Every position that can be reached, and what comes after it."""
    after: dict[Any, list[Any]] = {}
    waiting = [game.initial()]
    while waiting:
        s = waiting.pop()
        if s not in after:
            after[s] = [game.result(s, a) for a in game.legal(s)]
            waiting += after[s]
    return after
