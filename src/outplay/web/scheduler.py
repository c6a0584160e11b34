"""Whose turn it is: jobs that wait, in which order they go, and how long each may take.

Moves go first, the one with the nearest deadline before the others. All else goes in turns: the
client that has waited longest since it was last served is next. Nothing here waits or sleeps; it is
all told what time it is.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from outplay.errors import OutplayError

GRACE = 1.0
"""Seconds after its own time within which a move must be there."""

RESERVE = 0.65
"""Seconds of the grace that are not planned with: the machine has other things to do."""

LEAST_SHARE = 0.05
"""Seconds that a move is thought about at least, however many wait."""

PATIENCE = 2.0
"""Seconds that a paused analysis waits for the process that has its table, while it is busy."""


class Refused(OutplayError):
    """A job that was not done; `str()` is a sentence for people, `kind` says what kind of trouble.

    `Busy`, `Dropped` (too many wait), `Time`, `Memory`, `Crash`, `Closed`, or the name of the
    OutplayError that the job raised.
    """

    def __init__(self, sentence: str, kind: str) -> None:
        super().__init__(sentence)
        self.kind = kind

    @property
    def status(self) -> int:
        """As HTTP has it."""
        return {"Busy": 429, "Dropped": 429, "Closed": 503, "UnknownGame": 404}.get(self.kind, 422)


@dataclass(eq=False)
class QueuedJob:
    """One job, from when it is asked for until it is answered."""

    number: int
    job: str
    args: dict[str, Any]
    client: str
    seconds: float
    """What it may take at most."""
    arrived: float
    thinks: float = math.inf
    """Seconds that a move was asked to take for thinking; it may get less."""
    urgent: bool = False
    sliced: bool = False
    variant: str = ""
    """The game and its parameters, if it is about one."""
    since: float = 0.0
    """When it was last put in the queue."""
    used: float = 0.0
    """Seconds that it has run, over all its slices."""
    slices: int = 0
    tries: int = 0
    """How often the process ended under it."""
    last: Any = None
    """The process that did its last slice, and has its table."""
    told: list[dict[str, Any]] = field(default_factory=list)
    """Progress that nobody has read yet."""
    result: dict[str, Any] | None = None
    refused: Refused | None = None
    gone: bool = False
    """Does nobody wait for it any more?"""

    @property
    def deadline(self) -> float:
        """When it must be answered."""
        return self.arrived + min(self.seconds, self.thinks) + GRACE


class JobQueue:
    """The queue."""

    def __init__(self) -> None:
        self._tickets: list[QueuedJob] = []
        self._served: dict[str, float] = {}
        """When each client last had its turn, while it has anything waiting."""

    def __len__(self) -> int:
        return len(self._tickets)

    def __iter__(self) -> Iterator[QueuedJob]:
        return iter(self._tickets)

    def add(self, ticket: QueuedJob, now: float) -> None:
        ticket.since = now
        self._tickets.append(ticket)

    def remove(self, ticket: QueuedJob) -> None:
        """Takes it out, if it is there."""
        if ticket in self._tickets:
            self._tickets.remove(ticket)

    def of(self, client: str) -> list[QueuedJob]:
        """What waits for that client, in the order it came."""
        return [ticket for ticket in self._tickets if ticket.client == client]

    def urgent(self) -> list[QueuedJob]:
        """The moves, in the order in which they go."""
        turns: dict[str, int] = {}
        ranked: list[tuple[int, float, int, QueuedJob]] = []
        for ticket in sorted(self._tickets, key=lambda t: (t.deadline, t.number)):
            if ticket.urgent:
                client = ticket.client
                # Who had a turn since it came is behind those who had none.
                had = self._served.get(client, -math.inf) >= ticket.since
                turn = turns[client] = turns.get(client, int(had) - 1) + 1
                ranked.append((turn, ticket.deadline, ticket.number, ticket))
        return [ticket for *_, ticket in sorted(ranked, key=lambda entry: entry[:3])]

    def others(self) -> list[QueuedJob]:
        """All else, in the order in which it goes."""
        return sorted(
            (ticket for ticket in self._tickets if not ticket.urgent),
            key=lambda t: (self._served.get(t.client, -math.inf), t.since, t.number),
        )

    def next(self, now: float, process: Any = None, *, whole: bool = True) -> QueuedJob | None:
        """The job that an idle process should do, not yet taken out; None if there is none for it.

        `whole`: may it be one that cannot be paused?
        """
        moves = self.urgent()
        if moves:
            return moves[0]
        fit = [ticket for ticket in self.others() if whole or ticket.sliced]
        for ticket in fit:
            # A search goes on faster where its table is.
            if ticket.last in (None, process) or now - ticket.since > PATIENCE:
                return ticket
        return fit[0] if fit else None

    def take(self, ticket: QueuedJob, now: float) -> None:
        """Its turn has come."""
        self._tickets.remove(ticket)
        self._served[ticket.client] = now
        if len(self._served) > 1000:
            waiting = {ticket.client for ticket in self._tickets}
            self._served = {c: t for c, t in self._served.items() if c in waiting}

    def ahead(self, ticket: QueuedJob) -> int:
        """How many go before it, as things stand."""
        order = [*self.urgent(), *self.others()]
        return order.index(ticket) if ticket in order else 0


def share(waiting: Iterable[QueuedJob], now: float, processes: int) -> float:
    """Seconds that each move may take so that all that wait are answered in time.

    `waiting` are the moves in the order in which they go; what runs now comes before them.
    """
    most = math.inf
    for place, ticket in enumerate(waiting, start=1):
        rounds = math.ceil(place / max(1, processes)) + 1
        most = min(most, (ticket.deadline - RESERVE - now) / rounds)
    return max(LEAST_SHARE, most)


def time_for(
    ticket: QueuedJob, waiting: Iterable[QueuedJob], now: float, processes: int, overhead: float
) -> float:
    """Seconds that a move may think which is taken up now, while `waiting` wait after it."""
    own = ticket.deadline - RESERVE - now
    fair = min(own, share(waiting, now, processes)) - overhead
    return max(LEAST_SHARE, min(ticket.seconds, ticket.thinks, fair))
