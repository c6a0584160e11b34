"""The rule checker: finds the bug in your rules before you blame the engine.

`report` is what it answers; `ask` puts one question to the rules and names the rule that
fails; `questions`, `optional`, `selective` and `notation` say what is right; `walk` goes through
the game; `shrink` finds the shortest way to a fault; `speeds` compares Python with native code.
"""

from outplay.checker.driver import check
from outplay.checker.report import Failure, Report

__all__ = ["Failure", "Report", "check"]
