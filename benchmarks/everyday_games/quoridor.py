"""Quoridor on a small board: walk to the other side, or put a wall across two squares."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

from outplay import MAX, Game

DIRECTIONS = {"n": (-1, 0), "s": (1, 0), "w": (0, -1), "e": (0, 1)}


@dataclass(frozen=True)
class State:
    pawns: tuple[tuple[int, int], tuple[int, int]]
    walls: frozenset
    left: tuple[int, int]
    turn: int = MAX
    moves: int = 0

    @property
    def me(self) -> int:
        return 0 if self.turn == MAX else 1


class Quoridor(Game):
    def __init__(self, size: int = 5, walls: int = 2, limit: int = 40):
        self.size, self.walls, self.limit = size, walls, limit

    def initial(self):
        middle = self.size // 2
        return State(((self.size - 1, middle), (0, middle)), frozenset(), (self.walls, self.walls))

    def to_move(self, s):
        return s.turn

    def blocked(self, walls, r, c, dr, dc):
        """Does a wall stand between (r, c) and the square next to it?"""
        if dr:
            top = min(r, r + dr)
            return (top, c, "h") in walls or (top, c - 1, "h") in walls
        left = min(c, c + dc)
        return (r, left, "v") in walls or (r - 1, left, "v") in walls

    def on_board(self, r, c):
        return 0 <= r < self.size and 0 <= c < self.size

    def steps(self, walls, square):
        r, c = square
        for dr, dc in DIRECTIONS.values():
            if self.on_board(r + dr, c + dc) and not self.blocked(walls, r, c, dr, dc):
                yield (r + dr, c + dc)

    def distance(self, walls, square, goal):
        queue = deque([(square, 0)])
        seen = {square}
        while queue:
            place, far = queue.popleft()
            if place[0] == goal:
                return far
            for step in self.steps(walls, place):
                if step not in seen:
                    seen.add(step)
                    queue.append((step, far + 1))
        return None

    def pawn_moves(self, s):
        here, there = s.pawns[s.me], s.pawns[1 - s.me]
        for step in self.steps(s.walls, here):
            if step != there:
                yield step
            else:  # jump over the other pawn, to whatever lies behind or beside it
                yield from (jump for jump in self.steps(s.walls, there) if jump != here)

    def fits(self, walls, r, c, way):
        if (r, c, "h") in walls or (r, c, "v") in walls:
            return False
        if way == "h":
            return (r, c - 1, "h") not in walls and (r, c + 1, "h") not in walls
        return (r - 1, c, "v") not in walls and (r + 1, c, "v") not in walls

    def actions(self, s):
        moves = [("move", r, c) for r, c in sorted(set(self.pawn_moves(s)))]
        if s.left[s.me] > 0:
            for r in range(self.size - 1):
                for c in range(self.size - 1):
                    for way in "hv":
                        if self.fits(s.walls, r, c, way):
                            walls = s.walls | {(r, c, way)}
                            if (
                                self.distance(walls, s.pawns[0], 0) is not None
                                and self.distance(walls, s.pawns[1], self.size - 1) is not None
                            ):
                                moves.append(("wall", r, c, way))
        return moves or [("pass",)]

    def result(self, s, a):
        kind, *rest = a
        pawns, walls, left = list(s.pawns), s.walls, list(s.left)
        if kind == "move":
            r, c = rest
            pawns[s.me] = (r, c)
        elif kind == "wall":
            walls = walls | {tuple(rest)}
            left[s.me] -= 1
        return State(tuple(pawns), walls, tuple(left), -s.turn, s.moves + 1)

    def is_terminal(self, s):
        return s.pawns[0][0] == 0 or s.pawns[1][0] == self.size - 1 or s.moves >= self.limit

    def utility(self, s):
        if s.pawns[0][0] == 0:
            return 1
        return -1 if s.pawns[1][0] == self.size - 1 else 0

    def evaluate(self, s):
        mine = self.distance(s.walls, s.pawns[0], 0)
        yours = self.distance(s.walls, s.pawns[1], self.size - 1)
        if mine is None or yours is None:
            return 0
        return (yours - mine) / 50
