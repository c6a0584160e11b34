"""The rule checker: finds the bug in your rules before you blame the engine.

`report` is what it returns; `questions`, `optional` and `notation` check one state, `warnings`
finds what is likely wrong over many lines; `walk` goes through the game; `shrink` finds the
shortest way to a fault; `speeds` compares Python with native code; `watchdog` interrupts rules that
do not answer, and notices those that print.
"""

from outplay.checker.driver import check
from outplay.checker.report import Failure, Report

__all__ = ["Failure", "Report", "check"]
