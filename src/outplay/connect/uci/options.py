"""The options of `outplay uci`: what is declared, and what is set."""

from __future__ import annotations

from dataclasses import dataclass, replace

from outplay.connect.uci.protocol import INTEGER, Option
from outplay.connect.uci.strength import HIGHEST, LOWEST
from outplay.engine.engine import MOST_THREADS

MOST_MEMORY = 65_536
MOST_LINES = 256

OPTIONS = {
    Option("Hash", "spin", "64", 1, MOST_MEMORY): "memory",
    Option("Threads", "spin", "1", 1, MOST_THREADS): "threads",
    Option("MultiPV", "spin", "1", 1, MOST_LINES): "lines",
    Option("Clear Hash", "button"): "",
    Option("Ponder", "check", "false"): "",
    Option("UCI_Chess960", "check", "false"): "chess960",
    Option("UCI_LimitStrength", "check", "false"): "limited",
    Option("UCI_Elo", "spin", str(HIGHEST), LOWEST, HIGHEST): "elo",
    Option("Move Overhead", "spin", "30", 0, 5000): "overhead",
    Option("Seed", "spin", "0", 0, 2**31 - 1): "seed",
}
"""What is declared, and the name in `Settings` under which it is kept. Ponder is not kept: it only
tells the engine that it may be asked to."""


@dataclass(frozen=True)
class Settings:
    """The options as they are set."""

    memory: int = 64
    """Megabytes of the engine's table."""
    threads: int = 1
    lines: int = 1
    """Best moves that are told with their lines."""
    chess960: bool = False
    limited: bool = False
    """Play at `elo` and no better?"""
    elo: int = HIGHEST
    overhead: int = 30
    """Milliseconds of each move that go by outside the engine."""
    seed: int = 0
    """What a limited player chooses by; 0: another one in each game."""

    def changed(self, name: str, value: str) -> Settings | str:
        """The settings with one option changed, or a sentence that says what is wrong."""
        option = next((o for o in OPTIONS if o.name.lower() == name.lower()), None)
        if option is None:
            return f"There is no option {name!r}."
        if option.kind == "check":
            if value.lower() not in ("true", "false"):
                return f"{option.name} is true or false, not {value!r}."
            own: bool | int = value.lower() == "true"
        elif option.kind == "spin":
            assert option.least is not None and option.most is not None
            if not INTEGER.fullmatch(value) or not option.least <= int(value) <= option.most:
                return (
                    f"{option.name} is a number from {option.least} to {option.most},"
                    f" not {value!r}."
                )
            own = int(value)
        else:
            return self
        field = OPTIONS[option]
        return replace(self, **{field: own}) if field else self  # type: ignore[arg-type]
