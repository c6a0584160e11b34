"""How far the solver has come: a live line, or a plain one now and then."""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass, field

from outplay.cli.screen import Working
from outplay.explain.words import plies, plural, short_count
from outplay.solve.estimate import in_words
from outplay.solve.progress import Step

YEAR = 365.25 * 86400

EVERY = 10.0
"""Seconds between two plain lines."""


@dataclass
class Watch:
    """Hears of each step of the work, and shows it."""

    working: Working
    step: Step | None = None
    """The last one."""
    _begun: Step | None = None
    """The first one of its phase."""
    _said: float = field(default_factory=time.perf_counter)

    def __call__(self, step: Step) -> None:
        if self.step is None or self._begun is None or step.phase != self.step.phase:
            self._begun = step
        if step.speed_reason and (self.step is None or not self.step.speed_reason):
            reason = step.speed_reason.rstrip(".")
            print(f"The rules run interpreted, which is slow: {reason}.", file=sys.stderr)
        self.step = step
        text = self.working.status = self._text(step, self._begun)
        now = time.perf_counter()
        if not self.working.is_live and now - self._said >= EVERY:
            self._said = now
            print(f"{self.working.title} {step.elapsed:.0f} s: {text}", file=sys.stderr, flush=True)

    def _text(self, step: Step, begun: Step) -> str:
        """The layer, the states, states a second, the time that is left."""
        done, before = (s.solved or s.found for s in (step, begun))
        seconds = step.elapsed - begun.elapsed
        rate = (done - before) / seconds if seconds > 0 and done > before else 0.0
        if step.phase == "listing":
            pace = f" · {short_count(rate)}/s" if rate else ""
            return f"listing positions to begin with · {step.found:,} so far{pace}"
        if step.phase == "linking":
            return f"finding what comes after each of {step.found:,} states · {step.states:,} done"
        parts = [f"{step.phase} states, layer {step.layer:,}"]
        if step.phase == "finding":
            parts.append(f"{step.found:,} so far")
        elif step.solved:
            parts.append(f"{step.solved:,} of {step.found:,}")
        else:
            parts.append(f"{step.found:,}")
        if rate:
            parts.append(f"{short_count(rate)}/s")
        if step.found == step.solved:
            return f"all {step.found:,} positions are solved; counting and writing them"
        # From the last layer backward, all states are solved, one layer after the other.
        if rate and step.solved and step.layer < begun.layer:
            parts.append(f"{duration((step.found - step.solved) / rate)} left")
        return " · ".join(parts)

    def how_far(self) -> str:
        """The same in words, for whoever has stopped it."""
        step = self.step
        if step is None:
            return "Interrupted before a state was found."
        found = plural(step.found, "position")
        if step.phase == "listing":
            return f"Interrupted: {found} to begin with had been listed."
        if not step.solved:
            were = "was" if step.found == 1 else "were"
            return (
                f"Interrupted: {found} {were} found within {plies(step.layer)}, and none is solved."
            )
        return f"Interrupted: {step.solved:,} of {found} were solved."


def duration(seconds: float) -> str:
    """40 s, 3 min, 2.5 h, 12 days: as exact as an estimate is."""
    if seconds >= 2 * YEAR:
        return f"{in_words(seconds / YEAR)} years"
    for size, unit in ((86400.0, "days"), (3600.0, "h"), (60.0, "min")):
        if seconds >= 2 * size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds:.1f} s" if seconds < 9.5 else f"{seconds:.0f} s"
