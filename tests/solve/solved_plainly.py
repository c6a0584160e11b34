"""Games that are solved by plain Python, to compare solutions with; and a few small games."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

from outplay import CHANCE, MAX, Game
from outplay.game import AnyGame
from outplay.games import load
from outplay.keys import key_of


class Plain(NamedTuple):
    """What is known of a state."""

    state: Any
    over: bool
    player: int
    utility: float
    after: list[Any]
    """Keys of what comes after it."""
    chances: list[float]


def graph_of(game: AnyGame) -> dict[Any, Plain]:
    """All states that can be reached, by key."""
    found: dict[Any, Plain] = {}
    todo = [game.initial()]
    while todo:
        s = todo.pop()
        key = key_of(s)
        if key in found:
            continue
        if game.is_terminal(s):
            found[key] = Plain(s, True, 0, game.utility(s), [], [])
            continue
        player = game.to_move(s)
        chances: list[float] = []
        if player == CHANCE:
            pairs = list(game.outcomes(s))
            actions, chances = [a for a, _ in pairs], [p for _, p in pairs]
        else:
            actions = list(game.actions(s))
        after = [game.result(s, a) for a in actions]
        found[key] = Plain(s, False, player, 0, [key_of(t) for t in after], chances)
        todo += after
    return found


def wins_of(graph: dict[Any, Plain]) -> dict[Any, tuple[float, int]]:
    """Value and distance of each state that is won or lost: one number of plies after the other."""
    found = {k: (x.utility, 0) for k, x in graph.items() if x.over and x.utility}
    plies, news = 1, True
    while news:
        new: dict[Any, tuple[float, int]] = {}
        for key, x in graph.items():
            if x.over or key in found:
                continue
            values = [found[t][0] if t in found else 0 for t in x.after]
            if any(value * x.player > 0 for value in values):
                new[key] = (next(v for v in values if v * x.player > 0), plies)
            elif all(value * x.player < 0 for value in values):
                new[key] = (values[0], plies)
        found |= new
        plies, news = plies + 1, bool(new)
    return found


def values_of(graph: dict[Any, Plain]) -> dict[Any, float]:
    """The value of each state, by going through all of them until nothing changes."""
    values = {key: x.utility for key, x in graph.items()}
    while True:
        largest = 0.0
        for key, x in graph.items():
            if x.over:
                continue
            after = [values[t] for t in x.after]
            if x.player == CHANCE:
                value = sum(p * v for p, v in zip(x.chances, after, strict=True))
            else:
                value = max(after) if x.player == MAX else min(after)
            largest = max(largest, abs(value - values[key]))
            values[key] = value
        if largest < 1e-14:
            return values


# --- games --------------------------------------------------------------------------------------


class Row(Game[Any, Any]):
    """Fill a row of a string in a list; three of yours side by side win."""

    def initial(self) -> Any:
        return ["......", 1]

    def to_move(self, s: Any) -> int:
        return int(s[1])

    def actions(self, s: Any) -> Any:
        return [i for i, c in enumerate(s[0]) if c == "."]

    def result(self, s: Any, a: Any) -> Any:
        return [s[0][:a] + ("x" if s[1] == 1 else "o") + s[0][a + 1 :], -s[1]]

    def is_terminal(self, s: Any) -> bool:
        return "." not in s[0] or "xxx" in s[0] or "ooo" in s[0]

    def utility(self, s: Any) -> int:
        return 1 if "xxx" in s[0] else -1 if "ooo" in s[0] else 0


class Piles(Game[Any, Any]):
    """Take from one of the piles in a list, in a dict; a pile that is empty is gone."""

    def initial(self) -> Any:
        return {"piles": [1, 2, 3], "mover": 1}

    def to_move(self, s: Any) -> int:
        return int(s["mover"])

    def actions(self, s: Any) -> Any:
        for i, pile in enumerate(s["piles"]):
            for n in range(pile):
                yield (i, n + 1)

    def result(self, s: Any, a: Any) -> Any:
        i, n = a
        piles = list(s["piles"])
        piles[i] -= n
        if piles[i] == 0:
            piles.pop(i)
        return {"piles": sorted(piles), "mover": -s["mover"]}

    def is_terminal(self, s: Any) -> bool:
        return not s["piles"]

    def utility(self, s: Any) -> int:
        return -int(s["mover"])


class Twice(Game[Any, Any]):
    """Whoever counts a multiple of three counts again; whoever reaches 11 wins 5, or loses 2."""

    def initial(self) -> Any:
        return (0, 1)

    def to_move(self, s: Any) -> int:
        return int(s[1])

    def actions(self, s: Any) -> Any:
        return (1, 2, 3)

    def result(self, s: Any, a: Any) -> Any:
        n = min(11, s[0] + a)
        return (n, s[1] if n % 3 == 0 else -s[1])

    def is_terminal(self, s: Any) -> bool:
        return bool(s[0] == 11)

    def utility(self, s: Any) -> int:
        return 5 if s[1] == 1 else -2


class Circle(Game[Any, Any]):
    """Walk round a circle of three, or stop the game and lose; endless play is a win for MAX."""

    may_cycle = True
    repetition = 1

    def initial(self) -> Any:
        return (0, 1)

    def to_move(self, s: Any) -> int:
        return int(s[1])

    def actions(self, s: Any) -> Any:
        return (0, 1)

    def result(self, s: Any, a: Any) -> Any:
        if a == 0:
            return ((s[0] + 1) % 3, -s[1])
        return (5 if s[1] == 1 else 6, -s[1])

    def is_terminal(self, s: Any) -> bool:
        return bool(s[0] >= 5)

    def utility(self, s: Any) -> int:
        return -1 if s[0] == 5 else 1


class Chase(Game[Any, Any]):
    """Two run round a circle, by one, two or three squares; whoever catches the other one wins."""

    may_cycle = True

    def initial(self) -> Any:
        return (0, 4, 1)

    def to_move(self, s: Any) -> int:
        return int(s[2])

    def actions(self, s: Any) -> Any:
        here = s[0] if s[2] == 1 else s[1]
        return (1, 2, 3) if here % 3 else (1,)

    def result(self, s: Any, a: Any) -> Any:
        x, y, mover = s
        return ((x + a) % 9, y, -1) if mover == 1 else (x, (y + a) % 9, 1)

    def is_terminal(self, s: Any) -> bool:
        return bool(s[0] == s[1])

    def utility(self, s: Any) -> int:
        return -int(s[2])

    def exchanged(self, s: Any) -> Any:
        return (s[1], s[0], -s[2])


class Sets(Game[Any, Any]):
    """Claim names; whoever has `ab` and `kl` wins. States are sets of them, however they came."""

    NAMES = ("ab", "cd", "ef", "gh", "kl")

    def initial(self) -> Any:
        return (frozenset(), {}, 1)

    def to_move(self, s: Any) -> int:
        return int(s[2])

    def actions(self, s: Any) -> Any:
        return [n for n in self.NAMES if n not in s[0] and n not in s[1]]

    def result(self, s: Any, a: Any) -> Any:
        if s[2] == 1:
            return (s[0] | {a}, dict(s[1]), -1)
        return (s[0], {**s[1], a: 1}, 1)

    def is_terminal(self, s: Any) -> bool:
        return len(s[0]) + len(s[1]) == 5 or any("ab" in t and "kl" in t for t in s[:2])

    def utility(self, s: Any) -> int:
        return 1 if {"ab", "kl"} <= s[0] else -1 if {"ab", "kl"} <= set(s[1]) else 0


class Wide(Game[Any, Any]):
    """Ten moves that are mixed into three large numbers; a bit of them says who wins 2."""

    def initial(self) -> Any:
        return (0, 1, 2, 3, 1)

    def to_move(self, s: Any) -> int:
        return int(s[4])

    def actions(self, s: Any) -> Any:
        return (1, 2)

    def result(self, s: Any, a: Any) -> Any:
        n, x, y, z, mover = s
        x, y, z = y, z, (x * 37 + y * 101 + z * 1009 + a) % 1152921504606846883 - (1 << 59)
        return (n + 1, x, y, z, -mover)

    def is_terminal(self, s: Any) -> bool:
        return bool(s[0] == 10)

    def utility(self, s: Any) -> int:
        return 2 if s[3] & 4 else -2


GAMES: dict[str, Callable[[], AnyGame]] = {
    "tic-tac-toe": lambda: load("tic-tac-toe"),
    "connect-four": lambda: load("connect-four", width=4, height=3),
    "morris": lambda: load("morris", men=3, quiet_limit=0),
    "kalah": lambda: load("kalah", pits=3, seeds=2),
    "nim": lambda: load("nim"),
    "pig": lambda: load("pig", target=10),
    "2048": lambda: load("2048", size=2, target=16),
    "row": Row,
    "piles": Piles,
    "twice": Twice,
    "sets": Sets,
    "wide": Wide,
    "chase": Chase,
}
GAMES = {name: cache(made) for name, made in GAMES.items()}  # what is compiled is so once
WITH_WINS = (
    "tic-tac-toe",
    "connect-four",
    "morris",
    "nim",
    "row",
    "piles",
    "sets",
    "wide",
    "chase",
)
