"""A strategy: what to do in every state that can come up, whatever the other side does.

A best line shows one game. A strategy answers every reply: for the states of one side that
can be reached if that side follows it, it names the action. That makes it a proof: play it
against every opponent, and the outcome is never worse than its value.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from outplay.copies import protected
from outplay.errors import RulesError, UnfitGame, UsageError
from outplay.game import CHANCE, MAX, MIN, AnyGame
from outplay.keys import key_of
from outplay.search.error_context import check_game, refuse_nonsense, start_of
from outplay.search.memory import Memory
from outplay.search.textbook import minimax


class Strategy(Mapping[Any, Any]):
    """The decisions of one side: a mapping from states to actions."""

    def __init__(
        self,
        game: AnyGame,
        player: int,
        start: object,
        value: float,
        decisions: Mapping[Any, Any] | Iterable[tuple[Any, Any]],
    ) -> None:
        self.game = game
        self.player = player
        self.start = start
        self.value = value
        """What it guarantees, from MAX's side."""
        pairs = decisions.items() if isinstance(decisions, Mapping) else decisions
        self._decisions = {key_of(state): (state, action) for state, action in pairs}

    def __getitem__(self, state: object) -> Any:
        return self._decisions[key_of(state)][1]

    def __iter__(self) -> Iterator[object]:
        return (state for state, _ in self._decisions.values())

    def __len__(self) -> int:
        return len(self._decisions)

    def __repr__(self) -> str:
        side = self.game.player_name(self.player)
        return f"<Strategy of {side} in {self.game.name}: {len(self)} decisions>"

    def __str__(self) -> str:
        rows = [
            f"{self.game.format_state(s)}  {self.game.format_action(s, a)}" for s, a in self.items()
        ]
        return "\n".join(rows)

    def verify(self) -> int:
        """Plays against every opponent line; returns how many games that was.

        Raises RulesError with the line if a game ends worse than `value`, or if a state
        comes up for which there is no decision.
        """
        games = 0
        stack: list[tuple[object, tuple[str, ...]]] = [(self.start, ())]
        while stack:
            s, line = stack.pop()
            if self.game.is_terminal(s):
                games += 1
                worse = (self.value - self.game.utility(s)) * self.player
                if worse > 0:
                    raise RulesError(f"The strategy loses value after {' '.join(line)}.")
                continue
            if self.game.to_move(s) == self.player:
                if s not in self:
                    raise RulesError(f"The strategy has no decision after {' '.join(line)}.")
                replies = [self[s]]
            else:
                replies = list(self.game.actions(s))
            for a in replies:
                text = self.game.format_action(s, a)
                stack.append((self.game.result(s, a), (*line, text)))
        return games


def strategy(
    game: AnyGame,
    state: object = None,
    *,
    player: int | None = None,
    most: int = 1_000_000,
    speed: str = "auto",
) -> Strategy:
    """The minimax strategy of `player` (default: who is to move) from `state` on.

    Ties go to the first best action in the game's order. `most` is how many decisions it
    may hold.
    """
    check_game(game, "strategy")
    if not game.properties.deterministic:
        raise UnfitGame(f"{game.name} has chance nodes; minimax strategies are for games without.")
    state = start_of(game) if state is None else state
    game = protected(game, state, always=True)
    mover = refuse_nonsense(game, state).mover
    player = mover if player is None else player
    if player not in (MAX, MIN) or mover == CHANCE:
        raise UsageError("A strategy is for MAX or for MIN.")
    memory = Memory()
    value = minimax(game, state, memory=memory, speed=speed).value
    decisions: list[tuple[Any, Any]] = []
    seen = {key_of(state)}
    waiting = [state]
    for s in waiting:
        if game.is_terminal(s):
            continue
        if game.to_move(s) == player:
            action = minimax(game, s, memory=memory, speed=speed).action
            decisions.append((s, action))
            if len(decisions) > most:
                raise UsageError(f"The strategy has more than {most:,} decisions; raise `most`.")
            replies = [action]
        else:
            replies = list(game.actions(s))
        for a in replies:
            t = game.result(s, a)
            key = key_of(t)
            if key not in seen:
                seen.add(key)
                waiting.append(t)
    return Strategy(game, player, state, value, decisions)
