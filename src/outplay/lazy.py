"""What is imported only when it is used: because it takes long, or comes later in the order of
packages (see `docs/architecture.md`)."""

from __future__ import annotations

import importlib
from typing import Any


def fetch(where: str) -> Any:
    """What `module:name` names, or the module itself; it is imported if it has not been."""
    module, _, name = where.partition(":")
    found = importlib.import_module(module)
    return getattr(found, name) if name else found
