"""Traces, trees, explanations in words, measured behaviour, exercises and their grading.

The package can be called: `outplay.explain(game, state)` is `outplay.explain.reasons.explain`.
"""

import sys
from types import ModuleType
from typing import Any


class _CallablePackage(ModuleType):
    def __call__(self, *arguments: Any, **options: Any) -> object:
        from outplay.explain.reasons import explain

        return explain(*arguments, **options)


sys.modules[__name__].__class__ = _CallablePackage
