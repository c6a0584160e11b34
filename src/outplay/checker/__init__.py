"""The rule checker: finds the bug in your rules before you blame the engine.

`report` is what it answers; `questions`, `optional`, `selective` and `notation` say what is right
of one state, `tendencies` what is likely wrong over many lines; `walk` goes through the game;
`shrink` finds the shortest way to a fault; `speeds` compares Python with native code; `watchdog`
leaves rules that do not answer, and `printed` hears those that print.
"""

from outplay.checker.driver import check
from outplay.checker.report import Failure, Report

__all__ = ["Failure", "Report", "check"]
