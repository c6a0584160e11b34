"""Solving games: the value and distance of every state.

The package can be called: `outplay.solve(game)` is `outplay.solve.solve.solve`.
"""

import sys
from types import ModuleType
from typing import Any


class _CallablePackage(ModuleType):
    def __call__(self, *arguments: Any, **options: Any) -> object:
        from outplay.solve.solve import solve

        return solve(*arguments, **options)


sys.modules[__name__].__class__ = _CallablePackage
